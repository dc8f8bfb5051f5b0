"""Events of challenges: one is met, refused, or over. [challenge.issue, challenge.refuse]"""

from msgspec.structs import replace

from maniple.battle.events.base import Event, with_unit, without_duel
from maniple.battle.state import Battle
from maniple.battle.unit import UnitId


class ChallengeMet(Event, frozen=True, tag=True):
    """Two characters fight each other and nobody else, until one is slain or flees.

    [challenge.fight]
    """

    challenger: UnitId
    champion: UnitId
    cite: str = "challenge.fight"

    def changed(self, battle: Battle) -> Battle:
        for man, foe in ((self.challenger, self.champion), (self.champion, self.challenger)):
            battle = with_unit(battle, replace(battle.units[man], duel=foe))
        return battle


class ChallengeRefused(Event, frozen=True, tag=True):
    """A character retires to the back of his unit rather than meet the challenger; until the turn is
    over he does nothing. [challenge.refuse]
    """

    challenger: UnitId
    retires: UnitId
    cite: str = "challenge.refuse"

    def changed(self, battle: Battle) -> Battle:
        return with_unit(battle, replace(battle.units[self.retires], retired=True))


class DuelEnded(Event, frozen=True, tag=True):
    """A challenge is over because the two no longer stand in the same combat. [challenge.fight]"""

    unit: UnitId
    foe: UnitId
    cite: str = "challenge.fight"

    def changed(self, battle: Battle) -> Battle:
        return without_duel(battle, self.unit)
