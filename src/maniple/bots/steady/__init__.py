"""The steady bot: draws up a line, closes with missile cover, charges when the odds are good.

bot       the player: which part answers which question
sense     what it reads off the table: distances, threats, how a fight would go
rough     where formed bodies lose their order
drawn_up  where it places its units
charges   which charges it declares, and how it answers those of others
posture   whether the army waits or closes, and how far on its line is
orders    which unit is ordered next, and by whom:
steps     the moves that a formed body could make
line      formed fighters
missiles  archers and loose troops
horse_archers  light horse that rides off when it has shot, and feigns flight
people    leaders and characters
shots     whom it shoots
fights    what it decides in close combat and after it
"""

from maniple.bots.steady.bot import SteadyBot

__all__ = ["SteadyBot"]
"""The bot itself, for import from here."""
