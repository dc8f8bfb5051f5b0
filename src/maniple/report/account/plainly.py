"""Events that need no more than a few words of their own."""

from collections.abc import Callable

from maniple.battle.events import (
    CharacterJoined,
    CharacterLeft,
    Event,
    FrenzyLost,
    GeneralFell,
    GroundGiven,
    RanksRedressed,
    Spoke,
    StandardCaptured,
    TestudoStated,
    UnitCowed,
    UnitHalted,
    UnitPanicked,
    UnitStupefied,
)
from maniple.battle.state import Battle
from maniple.battle.unit import Stupor, UnitId
from maniple.report.account.sentence import Sentence
from maniple.report.account.words import counted, inches, listed, name

SPOKEN = {
    "may not rally": "could not rally",
    "no room to come back": "found no room to come back",
    "no room to come on": "found no room to come on",
    "no room to give ground": "had no room to give ground",
    "stops short": "stopped short of those whom horse does not charge",
}
STUPEFIED = {
    Stupor.NONE: "forgot the fight, half of them",
    Stupor.AHEAD: "set out straight ahead",
    Stupor.IDLE: "stood about",
}
UNSAID = ("must charge", "out of reach")


def told_plainly(event: Event, battle: Battle, about: Callable[[UnitId], Sentence]) -> None:
    """Tell an event in a few words, if it needs any."""
    match event:
        case RanksRedressed():
            about(event.unit).say(name(battle, event.unit), _redressed(event), rules=(event.cite,))
        case StandardCaptured():
            taken = "lost the standard"
            about(event.unit).say(name(battle, event.unit), taken, rules=(event.cite,))
        case GroundGiven():
            before = listed([name(battle, rider) for rider in event.riders])
            text = f"gave {inches(event.inches)} of ground before {before}"
            about(event.unit).say(name(battle, event.unit), text, rules=(event.cite,))
        case GeneralFell():
            army = battle.field.armies.of(event.side)
            told = about(event.unit)
            told.say(
                name(battle, event.unit), f"left {army} without a general", rules=(event.cite,)
            )
        case CharacterJoined():
            text = f"joined {name(battle, event.host)}"
            about(event.unit).say(name(battle, event.unit), text)
        case CharacterLeft():
            about(event.unit).say(name(battle, event.unit), "stood alone")
        case Spoke() if event.what not in UNSAID:
            text = SPOKEN.get(event.what, f"({event.what})")
            about(event.unit).say(name(battle, event.unit), text, rules=(event.cite,))
        case TestudoStated():
            text = "stood in testudo" if event.formed else "left the testudo"
            about(event.unit).say(name(battle, event.unit), text, rules=(event.cite,))
        case UnitCowed():
            text = "quailed, with 6s to hit"
            about(event.unit).say(name(battle, event.unit), text, rules=(event.cite,))
        case UnitHalted():
            text = "stood still"
            about(event.unit).say(name(battle, event.unit), text, rules=(event.cite,))
        case UnitStupefied():
            text = STUPEFIED[event.stupor]
            about(event.unit).say(name(battle, event.unit), text, rules=(event.cite,))
        case FrenzyLost():
            text = "came out of the frenzy"
            about(event.unit).say(name(battle, event.unit), text, rules=(event.cite,))
        case UnitPanicked():
            about(event.unit).cite(event.cite)
        case _:
            return


def _redressed(event: RanksRedressed) -> str:
    lapping = event.lap_left + event.lap_right
    if lapping:
        return f"lapped round with {counted(lapping, 'man', 'men')}"
    return f"widened to {event.files} files"
