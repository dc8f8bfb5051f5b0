"""The nouns of a battle: sides, sheets, units, terrain, the state, requests and events.

`Battle` and everything in it are frozen values. `apply` is the only function that makes a
changed battle, out of a battle and an event; a `Table` holds the current battle for a rule.
"""
