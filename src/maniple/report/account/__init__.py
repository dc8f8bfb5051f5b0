"""The account of a battle: what happened, told in lines as a battle report tells it.

lines       a line of the account
sentence    a line in the making: who did what, one clause after another
words       numbers, names and dice in words
teller      the account itself: listens to a game or a replay and tells it, phase after phase
charges     a charge in one line: declared, answered, how it ended
volleys     a volley in one line
combats     a round of combat in at most four lines
nerve       tests, flights and pursuits
deployment  how the armies were drawn up
ending      how the battle ended
"""
