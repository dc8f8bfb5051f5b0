"""The account of a battle: what happened, told in lines as a battle report tells it.

lines    a line of the account
words    numbers, names and dice in words
teller   the account itself: listens to a game or a replay and tells it, phase after phase
combats  a round of combat in at most four lines
volleys  a volley in one line
"""
