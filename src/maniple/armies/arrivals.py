"""Units of a scenario that come onto the table in a later turn. [deploy.late]

read_arrivals     [[arrival]] tables of a scenario
check_arrivals    whether the armies have the units that are to be late
"""

from maniple.armies.fields import Fields
from maniple.armies.problems import Problem, meant, shown
from maniple.armies.rosters import Roster
from maniple.armies.zones import EDGES
from maniple.battle.field import Arrival
from maniple.battle.sides import Pair, Side

MOST = 20
MOST_FILES = 40
RULE = "deploy.late"


def read_arrivals(
    top: Fields, width: float | None, height: float | None, longest: int
) -> tuple[Arrival, ...]:
    """Who is late; notes what is wrong with it."""
    rows = top.tables("arrival", "units that come later", MOST)
    if width is None or height is None:
        return ()
    arrivals: list[Arrival] = []
    for row in rows:
        arrival = _arrival(row, width, height, longest)
        if arrival is None:
            continue
        if any((arrival.side, arrival.unit) == (one.side, one.unit) for one in arrivals):
            row.bad("unit", f"{shown(arrival.unit)} comes twice", "let it come once", rule=RULE)
        arrivals.append(arrival)
    return tuple(arrivals)


def _arrival(row: Fields, width: float, height: float, longest: int) -> Arrival | None:
    unit = row.name("unit", "the name of a unit of the roster")
    row.unit = unit or ""
    side = row.word("side", ["red", "blue"], "side", rule=RULE)
    turn = row.whole("turn", 1, longest, "the turn of its side", rule=RULE)
    edge = row.word("edge", EDGES, "table edge", rule=RULE)
    along = width if edge in ("bottom", "top", None) else height
    at = row.number("at", 0.0, along, "inches along that edge", default=along / 2, rule=RULE)
    files = row.whole("files", 1, MOST_FILES, "files", default=6, rule=RULE)
    row.done()
    if unit is None or side is None or turn is None or edge is None or at is None or files is None:
        return None
    return Arrival(Side(side), unit, turn, edge, at, files)


def check_arrivals(rosters: Pair[Roster], arrivals: tuple[Arrival, ...]) -> list[Problem]:
    """What is wrong where an army has no unit that is to be late, or would have no other."""
    problems: list[Problem] = []
    for side in Side:
        roster = rosters.of(side)
        names = [unit.name for unit in roster.units]
        late = [arrival.unit for arrival in arrivals if arrival.side is side]
        for unit in late:
            if unit not in names:
                what = f"{roster.name} has no unit {shown(unit)} that could come later"
                problems.append(Problem(what, RULE, meant(unit, names), field="arrival"))
        here = [unit for unit in roster.units if unit.name not in late and not unit.is_character]
        if late and not here:
            what = f"all of {roster.name} comes later"
            problems.append(Problem(what, RULE, "let a unit begin on the table", field="arrival"))
    return problems
