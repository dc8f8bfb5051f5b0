"""How the armies were drawn up, a line for each. [deploy]"""

from maniple.battle.bodies import outline
from maniple.battle.events import FirstTurnRolled
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.unit import Status, Unit
from maniple.report.account.lines import Line
from maniple.report.account.words import listed


def drawn_up(event: FirstTurnRolled, battle: Battle) -> list[Line]:
    """Both armies from their own left to right, and who has the first turn."""
    first = battle.field.armies.of(event.side)
    return [
        *[_army(battle, side) for side in Side],
        Line(f"{first} won the first turn", rules=(event.cite,)),
    ]


def _army(battle: Battle, side: Side) -> Line:
    edge = _own_edge(battle, side)
    units = [unit for unit in battle.of(side) if unit.status is Status.TABLE]
    units.sort(key=lambda unit: _along(unit, edge))
    shown = [_with_guests(battle, unit) for unit in units]
    text = (
        f"{battle.field.armies.of(side)} stood at the {edge} edge, from its left: {listed(shown)}"
    )
    return Line(text, units=tuple(unit.id for unit in battle.of(side)))


def _own_edge(battle: Battle, side: Side) -> str:
    if battle.zones is None:
        return "bottom" if side is Side.RED else "top"
    return battle.field.zones[battle.zones.of(side)].edge


def _along(unit: Unit, edge: str) -> float:
    """How far to the right of its army a unit stands, in inches from anywhere."""
    rects = outline(unit)
    x = sum(rect.cx for rect in rects) / len(rects)
    y = sum(rect.cy for rect in rects) / len(rects)
    return {"bottom": x, "top": -x, "left": -y, "right": y}[edge]


def _with_guests(battle: Battle, unit: Unit) -> str:
    guests = [battle.units[guest].sheet.name for guest in unit.guests]
    return f"{unit.sheet.name} with {listed(guests)}" if guests else unit.sheet.name
