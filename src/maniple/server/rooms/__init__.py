"""Battles being played: one `Room` each, with whoever sits at it.

hub        finds, makes, loads and lets go the rooms; the door for HTTP and socket
begin      a new battle from a wish: scenario, rosters, who plays
room       one battle: takes answers, stores them, tells them to everybody there
live       the battle itself: the game, its account, its scene; no waiting, no network
ledger     what the game writes down, and how it comes back to where it was
telling    what is told of an event
member     somebody connected
"""
