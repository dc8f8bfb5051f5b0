"""Everything that is no socket: battles to begin, records, replays, the books, odds, and the page itself.

problems   what can go wrong, in a sentence
battles    begin one; how one's own stand; records
replays    records to be watched and proved
books      scenarios, rosters, bots, the rulebook
odds       questions, answered in a process of their own
page       the board
"""
