"""Inside `maniple.play.odds`: steps of the rules remembered by what they read of a battle.

watched     a battle that notes what is read of it and what is changed
patches     what a run has changed, to be made elsewhere as well
parts       a battle as a tuple of small numbers, one for each part of it
footprints  what was read, as a key under which results are kept
memory      the steps that have been run, and what came of them
waves       all battles that may be, with their weights, one step after the other
"""
