"""The magic phase, an option of the ruleset, and each spell's effect in a file of its own. [magic.phase]

wizards   who can use magic now, and how well
winds     the phase begins: old spells end, power cards are dealt
casting   what may be cast at whom
phase     a spell cast, dispelled or not, and what comes of it; cards kept
dispel    the enemy's die against a spell, cast now or lasting
lasting   spells that last, upon whom, until when
book      which file does what a spell says
bolt, gale, dread, ward, rally, strength, mist, heart: the effects
"""
