"""Room, ground and distance on the table: what every chapter measures with.

ground        the terrain of a field as outlines, ready to be measured
heights       terrain and bodies as sight meets them: hills, woods, buildings, and how high each stands
obstruct      what is in the way: bodies, impassable ground, obstacles, the table edge
room          free room on the table: what a body may not stand on, and the nearest place where it may
terrain_cost  what ground costs a move, in inches of it
near          who stands within so many inches of a unit
measuring     what a player may measure, and when
referee       what judges have in common: sound figures, and the end of a judgement
stance        how the units stand, apart from all else about them: what sight and room depend on
"""
