"""Beasts out of hand: what startled them, where they ran, whom they trampled, who let them through."""

from collections.abc import Callable

from maniple.battle.events import (
    BeastCalmed,
    BeastRan,
    BeastStartled,
    CrewWounded,
    Event,
    LanesOpened,
    Spoke,
    StampedeBegan,
    StampedeRolled,
    Trampled,
)
from maniple.battle.state import Battle
from maniple.battle.unit import UnitId
from maniple.report.account.sentence import Sentence
from maniple.report.account.words import counted, inches, name, names

HOURS = 12


def beasts_told(event: Event, battle: Battle, about: Callable[[UnitId], Sentence]) -> bool:
    """Tell an event, if it is one of a beast or its crew."""
    match event:
        case CrewWounded():
            about(event.unit).say(f"{name(battle, event.unit)}'s crew", crew_told(event, battle))
        case StampedeBegan():
            wild = "went wild, out of anybody's hand"
            about(event.unit).say(name(battle, event.unit), wild, rules=(event.cite,))
        case BeastRan():
            _ran(event, battle, about)
        case Trampled():
            by = name(battle, event.by)
            hit = f"was trampled by {by} with {counted(event.hits, 'hit')}"
            hit += "" if event.wounds else " in vain"
            about(event.unit).say(name(battle, event.unit), hit, rules=(event.cite,))
        case Spoke(what="opened lanes"):
            beast = name(battle, event.other)
            lanes = f"opened lanes for {beast} to pass"
            about(event.unit).say(name(battle, event.unit), lanes, rules=(event.cite,))
        case LanesOpened():
            about(event.unit).cite(event.cite)
        case BeastStartled() | BeastCalmed() | StampedeRolled():
            pass  # told by the test, and by the run
        case _:
            return False
    return True


def crew_told(event: CrewWounded, battle: Battle) -> str:
    """What a crew has lost, and who is left of it."""
    left = battle.units[event.unit].crew_left
    if not event.slain:
        return f"took {counted(event.wounds, 'wound')}, and nobody fell"
    return f"lost {counted(event.slain, 'man', 'men')}, with {left or 'none'} left"


def _ran(event: BeastRan, battle: Battle, about: Callable[[UnitId], Sentence]) -> None:
    rush = battle.units[event.unit].doings.rush
    rolled = 0.0 if rush is None else rush.inches
    far = inches(event.distance)
    if abs(rolled - event.distance) > 0.1:
        far = f"{far}, having rolled {rolled:g}"
    over = f", through {names(battle, event.reached)}" if event.reached else ""
    about(event.unit).say(name(battle, event.unit), f"stampeded {far}{over}", rules=(event.cite,))
