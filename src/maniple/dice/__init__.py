"""Dice: pools of them, exact odds, stages of blows, and the two sources of faces.

    pool          2 * D6 + 1: what is thrown for one total
    distribution  what may come of it, with exact weights
    chains        how many of n blows pass every stage, exactly
    stages        the same blows with real faces
    stream        the faces of a battle, which anybody can recompute and prove
    seeded        quick faces, for forks, bots and simulations

The room imports nothing of ours. It keeps no state but caches, reads no clock, and makes no
secret: what is random comes in from outside, as a secret, a seed or a function that gives faces.
"""
