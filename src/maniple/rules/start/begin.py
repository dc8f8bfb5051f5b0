"""How a battle begins: the first event, out of a field and the units of both armies. [deploy]"""

from collections.abc import Sequence

from maniple.battle.events import BattleBegan
from maniple.battle.field import Field
from maniple.battle.sheet import Sheet
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import Formation, Unit, UnitId
from maniple.rules.start.late import awaited
from maniple.rules.victory import length_tasks

DEPLOYMENT = (
    Task(Do.DEAL_ZONES),
    Task(Do.PLACE_UNITS),
    Task(Do.PLACE_CHARACTERS),
    Task(Do.ROLL_FIRST_TURN),
)
"""What is to be done before the first turn. [deploy]"""


def units_of(armies: Pair[Sequence[Sheet]]) -> tuple[Unit, ...]:
    """The units of both armies, not yet deployed: red's in roster order, then blue's.

    A unit's id is its place in this order, which is what "roster order" means in the rules.
    """
    units: list[Unit] = []
    for side in (Side.RED, Side.BLUE):
        for sheet in armies.of(side):
            formation = Formation.SINGLE if sheet.is_character else Formation.FORMED
            units.append(Unit(UnitId(len(units)), side, sheet, sheet.models, formation=formation))
    return tuple(units)


def start(field: Field, units: tuple[Unit, ...]) -> BattleBegan:
    """The first event of a battle. ValueError if a unit's id is not its place.

    [deploy, deploy.late]
    """
    for place, unit in enumerate(units):
        if unit.id != place:
            raise ValueError(f"{unit.sheet.name} has the id {unit.id}, but stands at place {place}")
    units = awaited(field, units)
    return BattleBegan(field, units, (*length_tasks(field), *DEPLOYMENT))


def begun(event: BattleBegan) -> Battle:
    """The battle after its first event."""
    return event.changed(Battle(event.field, event.units))
