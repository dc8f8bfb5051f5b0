"""The arithmetic of shapes: plain floats and native classes, which mypyc can compile.

Import from `maniple.geometry`; the division into files here may change.

In the order in which they build on each other: `tolerance`, `trig`, `outline` (what a rectangle and
a polygon have in common), `rect`, `polygon`, `distance`, `edge`, `contact`, `zones`, `moves`,
`sweep` (straight ahead), `turning` (wheels and pivots), `table`, `rays`, `woods`, `sight`.
"""
