"""Two rosters and a scenario made ready for the start of a battle.

field_for_battle     the scenario's field, with what the armies are called, and the book of spells
units_for_battle     every unit of both armies, waiting to be placed
"""

from msgspec.structs import replace

from maniple.armies.arrivals import check_arrivals
from maniple.armies.problems import Problem, ScenarioError
from maniple.armies.rosters import Roster
from maniple.armies.spells import spell_book
from maniple.battle.field import Field
from maniple.battle.sheet import Sheet
from maniple.battle.sides import Pair, Side
from maniple.battle.unit import Formation, Status, Unit, UnitId

USUAL_FILES = 6
"""The files in which a unit stands until its player says how it is placed."""
ELBOW_ROOM = 2.0
"""How many times its own bodies' area an army needs to be placed."""


def field_for_battle(rosters: Pair[Roster], field: Field) -> Field:
    """The field with the names of the two armies in it; told apart by side where they are alike.

    Where the ruleset has magic the book of spells is in it too. Raises ScenarioError where the
    scenario lets units come late that no roster has. [magic.phase, deploy.late]
    """
    missing = check_arrivals(rosters, field.arrivals)
    if missing:
        raise ScenarioError(missing)
    red, blue = rosters.red.name, rosters.blue.name
    if red == blue:
        red, blue = _of_side(red, Side.RED), _of_side(blue, Side.BLUE)
    spells = spell_book() if field.ruleset.magic and not field.spells else field.spells
    alike = _alike(rosters)
    late = tuple(
        [
            replace(one, unit=_of_side(one.unit, one.side)) if one.unit in alike else one
            for one in field.arrivals
        ]
    )
    return replace(field, armies=Pair(red, blue), spells=spells, arrivals=late)


def units_for_battle(rosters: Pair[Roster], field: Field) -> tuple[Unit, ...]:
    """The units of both armies, red's first, each in its roster's order, with ids from 0.

    Units of the two sides that are called alike are told apart by their side: "Auxilia (red)".
    Raises ScenarioError where an army has no room in a zone of the field. [deploy]
    """
    crowded = [
        problem for side in Side if (problem := _room_problem(rosters.of(side), field)) is not None
    ]
    if crowded:
        raise ScenarioError(crowded)
    alike = _alike(rosters)
    sheets = [
        (side, replace(sheet, name=_of_side(sheet.name, side)) if sheet.name in alike else sheet)
        for side in Side
        for sheet in rosters.of(side).units
    ]
    return tuple(_waiting(UnitId(at), side, sheet) for at, (side, sheet) in enumerate(sheets))


def _alike(rosters: Pair[Roster]) -> set[str]:
    """The names that units of both sides bear."""
    return {u.name for u in rosters.red.units} & {u.name for u in rosters.blue.units}


def _of_side(name: str, side: Side) -> str:
    return f"{name} ({side.value})"


def _room_problem(roster: Roster, field: Field) -> Problem | None:
    """What is wrong where an army can't be placed in the smaller of the zones."""
    room = min((zone.right - zone.left) * (zone.top - zone.bottom) for zone in field.zones)
    needed = ELBOW_ROOM * sum(_area(sheet) for sheet in roster.units)
    if needed <= room:
        return None
    what = f"{roster.name} needs {needed:.0f} square inches, and a zone has {room:.0f}"
    return Problem(what, "deploy", "take a larger table or a smaller army", field="zones")


def _area(sheet: Sheet) -> float:
    """Square inches under a unit's bases."""
    if sheet.body_width:
        return sheet.body_width * sheet.body_depth
    return sheet.models * sheet.base_width * sheet.base_depth


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
