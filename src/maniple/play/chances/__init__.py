"""Inside `maniple.play.odds`: steps of the rules remembered by what they read of a battle.

found       how much work a question may cost, and what it has found
paths       the way to what stands somewhere in a battle
numbers     counts that note what is asked of them
watched     a battle that notes what is read of it and what is changed
patches     what a run has changed, to be made elsewhere as well
layout      how a battle is cut into parts that change by themselves
parts       a battle as a tuple of small numbers, one for each part of it
recall      results of runs, found again by what those have asked
memory      the steps that have been run, and what came of them
waves       all battles that may be, with their weights, one step after the other

docs/exact-odds.md tells how these work together, and why.
"""
