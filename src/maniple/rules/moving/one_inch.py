"""Option: who does not charge keeps an inch from every enemy. [move.one-inch-gap]"""

from collections.abc import Sequence

from maniple.battle.judged import Refusal
from maniple.battle.state import Battle
from maniple.geometry import Rect, distance, shifted, within
from maniple.rules.moving.going import Going
from maniple.rules.table.referee import figure

INCH = 1.0
SEARCHES = 40


def is_inch_kept(battle: Battle) -> bool:
    """Whether the players agreed on the option. [move.one-inch-gap]"""
    return battle.field.ruleset.one_inch_gap


def keeps_its_inch(going: Going, start: Rect, through: Sequence[Rect]) -> Refusal | None:
    """Whether a body keeps at least an inch from every enemy on its way; None if it does.

    Between bodies of one facing it goes straight, where its distance from another body first only
    falls and then only rises. A unit that begins nearer than an inch may go no nearer.
    [move.one-inch-gap]
    """
    if not is_inch_kept(going.battle):
        return None
    for foe in going.enemies():
        least = min(INCH, distance(start, foe))
        here = start
        for there in through:
            near = _nearest(here, there, foe)
            if not within(least, near):
                why = (
                    f"an enemy would be {figure(near)} inches away: "
                    "who does not charge keeps 1 inch"
                )
                return going.refuse("move.one-inch-gap", why, (foe.cx, foe.cy))
            here = there
    return None


def _nearest(here: Rect, there: Rect, foe: Rect) -> float:
    """The least distance from a body on the way from one place to another, of one facing."""
    if here.facing != there.facing or here.width != there.width or here.depth != there.depth:
        return distance(there, foe)
    dx, dy = there.x - here.x, there.y - here.y

    def at(part: float) -> float:
        return distance(shifted(here, dx * part, dy * part), foe)

    low, high = 0.0, 1.0
    for _ in range(SEARCHES):
        third = (high - low) / 3
        if at(low + third) <= at(high - third):
            high -= third
        else:
            low += third
    return min(at(low), at(high), at(0.0), at(1.0))
