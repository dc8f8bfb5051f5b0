"""The steady bot: draws up a line, closes with missile cover, charges when the odds are good.

bot       the player: which part answers which question
sense     what it reads off the table: distances, threats, who is worth what
drawn_up  where it places its units
charges   which charges it declares, and how it answers those of others
orders    how it moves what does not charge
shots     whom it shoots
fights    what it decides in close combat and after it
"""

from maniple.bots.steady.bot import SteadyBot

__all__ = ["SteadyBot"]
"""The bot itself, for import from here."""
