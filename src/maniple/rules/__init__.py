"""The verbs of a battle: one module for each chapter of the book, in the order of play.

A rule is a generator over a `Table`: it reads the battle, asks by yielding, records what has
happened, and touches nothing else. `sequence.next_step` says which one runs next.
"""
