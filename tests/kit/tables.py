"""Battles for tests: units put on a table by hand, in any phase.

    battle = table(Put(legionaries(), x=20, y=20, facing=0, files=6), Put(warriors(), side=BLUE, ...))

Units get the ids 0, 1, ... in the order given, red ones and blue ones as they come: give red first,
as a real battle has it.
"""

from msgspec import Struct

from maniple.battle.field import Field, Ruleset, Zone
from maniple.battle.sheet import Sheet
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle, Turn
from maniple.battle.tasks import Phase, Task
from maniple.battle.terrain import Terrain
from maniple.battle.unit import Formation, Status, Unit, UnitId
from maniple.geometry import pose

RED, BLUE = Side.RED, Side.BLUE


class Put(Struct, frozen=True):
    """A unit on the table: the middle of its front edge at (x, y) inches, facing in degrees.

    `places`: (x, y, facing) of each model makes it skirmish. `models`: fewer than on its sheet.
    """

    sheet: Sheet
    x: float
    y: float
    facing: float = 0.0
    files: int = 1
    side: Side = RED
    models: int = 0
    fleeing: bool = False
    places: tuple[tuple[float, float, float], ...] = ()


def table(
    *puts: Put,
    phase: Phase = Phase.MOVES,
    side: Side = RED,
    number: int = 1,
    todo: tuple[Task, ...] = (),
    terrain: tuple[Terrain, ...] = (),
    width: float = 72.0,
    height: float = 48.0,
    turns: int = 6,
    ruleset: Ruleset = Ruleset(),
) -> Battle:
    """A battle in the middle of things, with these units on the table and nothing else done."""
    zones = (
        Zone(0.0, 0.0, width, 12.0, "bottom"),
        Zone(0.0, height - 12.0, width, height, "top"),
    )
    field = Field(width, height, zones, terrain, turns, ruleset)
    units = tuple(_unit(UnitId(i), put) for i, put in enumerate(puts))
    turn = Turn(number, side, RED, phase, todo)
    return Battle(field, units, turn, zones=Pair(0, 1), placed_first=RED)


def _unit(unit: UnitId, put: Put) -> Unit:
    formation = Formation.FORMED
    if put.places:
        formation = Formation.SKIRMISH
    elif put.sheet.is_character:
        formation = Formation.SINGLE
    elif put.fleeing:
        formation = Formation.MOB
    return Unit(
        id=unit,
        side=put.side,
        sheet=put.sheet,
        models=put.models or put.sheet.models,
        pose=pose(put.x, put.y, put.facing),
        files=put.files,
        formation=formation,
        places=tuple(pose(*place) for place in put.places),
        status=Status.TABLE,
        fleeing=put.fleeing,
    )
