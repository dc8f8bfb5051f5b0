"""The verbs of a battle: one package for each chapter of the book, one module for each rule's work.

A rule is a generator over a `Table`: it reads the battle, asks by yielding, records what has
happened, and touches nothing else. `sequence.next_step` says which one runs next.

    sequence, phases, turn   the turn as a queue of tasks, and the step of each task
    legality, answering      what may be answered to each ask
    table                    room, ground and distance
    start                    the first event, and deployment
    charging                 charges, from the declaration to the contact
    moving                   orders: formed, loose, alone
    shooting                 sight and volleys
    nerve                    Leadership, panic, losses
    fighting                 close combat, its result, Break tests
    fleeing                  flight, pursuit, falling back, rallying, redress
    victory                  points, and the end of the battle
    duel                     two units put in touch by hand
    rulebook.toml            every rule in our words
"""
