"""Close combat, from the naming of a combat to its Break tests.

charts        the charts of the book: what a blow or a shot needs to hit and to wound, and the save against it
seats         who stands in which place of a formed body, and which places lie along each edge of it
standing      where a character's own base is, alone or in a unit's ranks
contacts      who fights whom: the models along each line of contact, and the combats of the table
arms          what a unit fights with in this round, and what its weapon does
mixed         units whose models bear different arms: who bears what, and what armour counts
strikers      who is entitled to strike whom in a round of combat
strike_order  who strikes when in a round of combat
blows         the blows of a strike group: how many dice, what they need, and by which rules
combat_round  a round of close combat, up to its last blow
rank_bonus    the rank bonus: what depth is worth, and all that takes it away
result        the combat result: what each side has earned in a round, and who has won it by how much
break_test    whether beaten units hold
good_order    who may fall back in good order instead of fleeing, or after holding
close_combat  the end of a combat's round, and what follows when all combats have come so far
"""
