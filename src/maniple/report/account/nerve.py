"""Tests on Leadership, flights and pursuits, as predicates: what was needed, rolled, and done."""

from maniple.battle.chance import Rolled
from maniple.battle.chance_requests import Roll
from maniple.battle.events import Tested, UnitRan
from maniple.battle.state import Battle
from maniple.battle.unit import NOBODY
from maniple.play.figures import WHY
from maniple.play.told import Fell
from maniple.report.account.words import faces, figure, inches, name, summed

CAME = {
    "break.test": ("held", ""),  # what follows is told by its own event
    "rally.test": ("rallied", "fled on"),
    "pursue.restrain": ("", "could not be held"),
    "disengage.test": ("got away", "broke"),
    "fear.charged": ("faced it", ""),  # cowed or in flight, by an event of its own
    "fear.charging": ("dared it", "did not dare"),
    "terror.test": ("stood it", ""),
    "stupidity.test": ("kept them", ""),
    "troop.drilled": ("marched", "kept to the common pace"),
    "troop.warband": ("held back", "could not be held"),
    "troop.elephant": ("", ""),
    "charge.response.open-lanes": ("opened them", "stood in its way"),
}


def test_told(
    event: Tested, rolled: Rolled | None, battle: Battle, margin: int = 0
) -> tuple[str, ...]:
    """A test as predicates: what it was for, what was needed and rolled, what came of it.

    `margin`: by how much the round was lost, which lowers the need of a Break test.
    """
    passed, failed = CAME.get(event.kind, ("stood firm", "panicked"))
    came = passed if event.passed else failed
    dice = "" if rolled is None else f"rolled {faces(rolled)}"
    if event.cite == "troop.stubborn" and event.cite != event.kind:
        came = "held" if event.passed else ""
        return (f"needed {event.need + 1}+ on a D6 to hold all the same", dice, came)
    why = WHY.get(event.kind, f"in a test ({event.kind})")
    why = why.format(foe="the enemy" if event.other == NOBODY else name(battle, event.other))
    is_lowered = margin and event.need and event.cite != "hatred"
    less = f" ({event.need + margin} less {margin})" if is_lowered else ""
    # One predicate, so that no second test of the unit loses dice that fell alike.
    needed = f"needed {event.need} or less{less} {why}"
    return (f"{needed}, {dice}" if dice else needed, came)


def ran_told(event: UnitRan, battle: Battle, fell: Fell | None) -> str:
    """A run: "fled 7 inches (3+4 = 7)"; less than was rolled is told as such."""
    unit = battle.units[event.unit]
    runner = next((r for r in battle.runners if r.unit == event.unit), None)
    if unit.fleeing:
        verb = "fled"
    elif runner is not None and runner.chases < 0:
        return f"fell back {distance_told(event.distance, fell)} in good order"
    elif event.cite == "pursue.overrun":
        verb = "overran"
    else:
        verb = "pursued"
    return f"{verb} {distance_told(event.distance, fell)}"


def distance_told(went: float, fell: Fell | None) -> str:
    """Inches gone, of those that were rolled, and the dice."""
    if fell is None or not isinstance(fell.request, Roll):
        return inches(went)
    dice = fell.rolled.shown[0].faces
    total = fell.rolled.answer
    of = "" if not isinstance(total, int) or abs(total - went) < 0.1 else f"{total}"
    # What is added or taken off stands in the request's pool; the sum is told where it is plain.
    shown = summed(dice) if sum(dice) == total else "+".join(map(str, dice))
    if of:
        return f"{figure(went)} of {of} inches ({shown})"
    return f"{inches(went)} ({shown})"
