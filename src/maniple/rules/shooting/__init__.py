"""Sight and shooting: who sees whom, who may shoot, and what a volley does.

sight         who sees whom: arcs, and what blocks a line of sight
posts         each unit as sight meets it: its bodies, whence it looks, how high, and the boxes round them
cover         what shelters a target from missiles: terrain that it is in or behind
line_of_fire  whom a unit can shoot at, and with which of its models
firing        a volley worked out before its dice: who shoots, how far off, and what each shot needs
volley        shooting: who shoots whom in the shooting phase, and a volley from its naming to its casualties
"""
