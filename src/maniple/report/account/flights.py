"""Flights and pursuits: who fled or pursued how far, with what dice, and who was ridden down."""

from collections.abc import Callable
from typing import TypeAlias

from maniple.battle.chance_requests import Roll
from maniple.battle.events import (
    Event,
    FleersCaught,
    HeldBack,
    UnitDestroyed,
    UnitFellBack,
    UnitFled,
    UnitLeftTable,
    UnitRallied,
    UnitRan,
    UnitReturned,
    UnitsMet,
)
from maniple.battle.state import Battle
from maniple.battle.tasks import Phase
from maniple.battle.unit import NOBODY, UnitId
from maniple.play.told import Fell
from maniple.report.account.nerve import distance_told, ran_told
from maniple.report.account.sentence import Sentence
from maniple.report.account.words import FACINGS, name

About: TypeAlias = Callable[[UnitId], Sentence]
"""The sentence that goes on about a unit."""


DISTANCES = ("flee.distance", "pursue.distance", "pursue.overrun")
"""The rules by which a distance is rolled."""


ENDS = {
    "troop.scythed-chariot": "had spent itself",
    "troop.war-wagon.crew": "was lost with its crew",
}
"""What is said of ends of their own."""


class Flights:
    """Remembers the dice of flights and pursuits until the runs are made."""

    def __init__(self) -> None:
        self._dice: dict[UnitId, Fell] = {}
        self._hunted: set[UnitId] = set()
        """Pursuers whose dice have been told."""

    def fell(self, told: Fell) -> None:
        """A distance was rolled."""
        if isinstance(told.request, Roll) and told.request.cite in DISTANCES:
            self._dice[told.request.unit] = told

    def happened(self, event: Event, battle: Battle, about: About) -> bool:
        """Tell an event, if it is one of a flight or pursuit."""
        match event:
            case UnitRan():
                self._ran(event, battle, about)
            case UnitDestroyed():
                self._destroyed(event, battle, about)
            case UnitLeftTable():
                self._left(event, battle, about)
            case UnitsMet():
                self._met(event, battle, about)
            case FleersCaught():
                told = about(event.by)
                told.say(name(battle, event.by), f"caught {name(battle, event.unit)} in flight")
                told.cite(event.cite)
            case HeldBack():
                stayed = "did not go on" if event.cite == "pursue.overrun" else "stayed"
                about(event.unit).say(name(battle, event.unit), stayed, rules=(event.cite,))
            case UnitRallied(cite="troop.feigned-flight"):
                text = "rallied at once" + _width(event, battle)
                about(event.unit).say(name(battle, event.unit), text, rules=(event.cite,))
            case UnitRallied():
                if battle.units[event.unit].sheet.models > 1:
                    stood = f"stood {event.files} wide"
                    about(event.unit).say(name(battle, event.unit), stood)
            case UnitReturned():
                is_late = event.cite == "deploy.late"
                back = "came onto the table" if is_late else "came back onto the table"
                about(event.unit).say(name(battle, event.unit), back, rules=(event.cite,))
            case UnitFled() | UnitFellBack():
                about(event.unit).cite(event.cite)
            case _:
                return False
        return True

    def _ran(self, event: UnitRan, battle: Battle, about: About) -> None:
        if event.unit in self._hunted:
            self._hunted.discard(event.unit)
            return
        told = ran_told(event, battle, self._dice.pop(event.unit, None))
        about(event.unit).say(name(battle, event.unit), told, rules=(event.cite,))

    def _destroyed(self, event: UnitDestroyed, battle: Battle, about: About) -> None:
        who = name(battle, event.unit)
        told = about(event.unit)
        told.cite(event.cite)
        if event.cite == "pursue.distance" and event.by != NOBODY:
            fled, pursued = self._dice.pop(event.unit, None), self._dice.pop(event.by, None)
            told.say(who, f"fled {_rolled(fled)}")
            told.say(name(battle, event.by), f"pursued {_rolled(pursued)}", "rode them down")
            self._hunted.add(event.by)
        elif event.cite == "flee.blocked":
            told.say(who, "found no way out", "perished")
        elif event.cite == "charge.response.fleeing":
            told.say(who, "perished to a man in flight")
        elif event.cite in ENDS:
            told.say(who, ENDS[event.cite])
        elif battle.units[event.unit].sheet.models == 1:
            told.say(who, "was slain")
        else:
            told.say(who, "perished to the last man")

    def _left(self, event: UnitLeftTable, battle: Battle, about: About) -> None:
        left = "left the table, to return next turn" if event.returns else "left the table"
        about(event.unit).say(name(battle, event.unit), left, rules=(event.cite,))

    def _met(self, event: UnitsMet, battle: Battle, about: About) -> None:
        """Pursuers run into somebody."""
        if battle.turn.phase is not Phase.COMBAT:
            return
        contact, who = event.contact, event.charger
        if not contact.has(who):
            return
        other = contact.enemy_of(who)
        where = FACINGS[contact.edge_of(other)]
        dice = self._dice.pop(who, None)
        ran = f"pursued {_rolled(dice)}" if dice is not None else "went on"
        text = f"{ran} into {name(battle, other)} {where}"
        about(who).say(name(battle, who), text, rules=("pursue.into-fresh-enemy",))


def _width(event: UnitRallied, battle: Battle) -> str:
    return f", {event.files} wide" if battle.units[event.unit].is_formed else ""


def _rolled(fell: Fell | None) -> str:
    if fell is None or not isinstance(fell.rolled.answer, int):
        return "them" if fell is None else ""
    return distance_told(float(fell.rolled.answer), fell)
