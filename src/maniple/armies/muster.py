"""Two rosters and a scenario made ready for the start of a battle.

units_for_battle     every unit of both armies, waiting to be placed
field_for_battle     the scenario's field, with what the armies are called
"""

from msgspec.structs import replace

from maniple.armies.rosters import Roster
from maniple.battle.field import Field
from maniple.battle.sheet import Sheet
from maniple.battle.sides import Pair, Side
from maniple.battle.unit import Formation, Status, Unit, UnitId

USUAL_FILES = 6
"""The files in which a unit stands until its player says how it is placed."""


def units_for_battle(rosters: Pair[Roster], field: Field) -> tuple[Unit, ...]:
    """The units of both armies, red's first, each in its roster's order, with ids from 0. [deploy]"""
    sheets = [(side, sheet) for side in Side for sheet in rosters.of(side).units]
    return tuple(_waiting(UnitId(at), side, sheet) for at, (side, sheet) in enumerate(sheets))


def field_for_battle(rosters: Pair[Roster], field: Field) -> Field:
    """The field with the names of the two armies in it."""
    return replace(field, armies=Pair(rosters.red.name, rosters.blue.name))


def _waiting(unit: UnitId, side: Side, sheet: Sheet) -> Unit:
    alone = sheet.is_character
    return Unit(
        id=unit,
        side=side,
        sheet=sheet,
        models=sheet.models,
        files=1 if alone or sheet.body_width else min(sheet.models, USUAL_FILES),
        formation=Formation.SINGLE if alone else Formation.FORMED,
        status=Status.WAITING,
    )
