"""Events of a scenario's own at which units test for panic. [panic.agreed]"""

from maniple.armies.fields import Fields
from maniple.battle.field import AgreedPanic
from maniple.battle.sides import Side

MOST = 20
RULE = "panic.agreed"


def read_panics(
    top: Fields, width: float | None, height: float | None, longest: int
) -> tuple[AgreedPanic, ...]:
    """The events of the scenario; notes what is wrong with them."""
    rows = top.tables("panic", "events that shake units", MOST)
    if width is None or height is None:
        return ()
    return tuple([event for row in rows if (event := _event(row, width, height, longest))])


def _event(row: Fields, width: float, height: float, longest: int) -> AgreedPanic | None:
    what = row.name("name", "the event a name")
    row.unit = what or ""
    side = row.word("side", ["red", "blue"], "side", rule=RULE)
    turn = row.whole("turn", 1, longest, "the turn of that side", rule=RULE)
    left = row.number("left", 0.0, width, "inches", default=0.0, rule=RULE)
    bottom = row.number("bottom", 0.0, height, "inches", default=0.0, rule=RULE)
    right = row.number("right", 0.0, width, "inches", default=width, rule=RULE)
    top = row.number("top", 0.0, height, "inches", default=height, rule=RULE)
    row.done()
    if what is None or side is None or turn is None:
        return None
    if left is None or bottom is None or right is None or top is None:
        return None
    if left >= right or bottom >= top:
        what_now = f"an area from ({left:g}, {bottom:g}) to ({right:g}, {top:g}) holds nobody"
        row.bad("", what_now, "left below right, and bottom below top", rule=RULE)
        return None
    return AgreedPanic(what, Side(side), turn, left, bottom, right, top)
