"""Battles and answers turned by half a circle about the middle of the table.

What was at (x, y) facing f comes to (width - x, height - y), facing f + 180.
"""

from collections.abc import Callable

from msgspec.structs import replace

from maniple.battle.asks import Aim, AskAnswer, Placement, Stand
from maniple.battle.events import BattleBegan
from maniple.battle.field import AgreedPanic, Field, Zone
from maniple.battle.orders import (
    CloseUp,
    Go,
    Leave,
    Manoeuvre,
    Order,
    Pivot,
    Places,
    Reform,
    Spread,
)
from maniple.battle.state import Battle
from maniple.battle.terrain import Terrain
from maniple.battle.unit import Unit
from maniple.geometry import Pose, pose

OPPOSITE = {"bottom": "top", "top": "bottom", "left": "right", "right": "left"}

Turn = Callable[[Pose], Pose]


def turn_on(field: Field) -> Turn:
    """How poses are turned on this table."""
    return lambda at: pose(field.width - at.x, field.height - at.y, at.facing + 180.0)


def turned_beginning(began: BattleBegan) -> BattleBegan:
    """The start of the same battle on the table turned round."""
    turn = turn_on(began.field)
    units = tuple([_turned_late(unit, turn) for unit in began.units])
    return replace(began, field=turned_field(began.field), units=units)


def _turned_late(unit: Unit, turn: Turn) -> Unit:
    """A unit that comes onto the table later does so over the opposite edge. [deploy.late]"""
    if unit.leaves_at is None:
        return unit
    places = tuple([turn(place) for place in unit.places])
    return replace(unit, pose=turn(unit.pose), places=places, leaves_at=turn(unit.leaves_at))


def turned_field(field: Field) -> Field:
    """The table turned round, its terrain and zones with it."""
    zones = tuple([_turned_zone(field, zone) for zone in field.zones])
    return replace(
        field,
        zones=zones,
        terrain=tuple([_turned_piece(field, p) for p in field.terrain]),
        agreed_panics=tuple([_turned_panic(field, event) for event in field.agreed_panics]),
    )


def _turned_panic(field: Field, event: AgreedPanic) -> AgreedPanic:
    return replace(
        event,
        left=field.width - event.right,
        bottom=field.height - event.top,
        right=field.width - event.left,
        top=field.height - event.bottom,
    )


def _turned_zone(field: Field, zone: Zone) -> Zone:
    return Zone(
        field.width - zone.right,
        field.height - zone.top,
        field.width - zone.left,
        field.height - zone.bottom,
        OPPOSITE[zone.edge],
    )


def _turned_piece(field: Field, piece: Terrain) -> Terrain:
    outline = tuple(
        [(round(field.width - x, 3), round(field.height - y, 3)) for x, y in piece.outline]
    )
    return replace(piece, outline=outline)


def turned_answer(answer: AskAnswer, turn: Turn) -> AskAnswer:
    """The same answer on the table turned round."""
    match answer:
        case Placement():
            return replace(answer, pose=turn(answer.pose))
        case Stand() | Aim():
            return replace(answer, facing=(answer.facing + 180.0) % 360.0)
        case Order():
            steps = tuple([_turned_step(step, turn) for step in answer.manoeuvres])
            return replace(answer, manoeuvres=steps)
        case _:
            return answer


def _turned_step(step: Manoeuvre, turn: Turn) -> Manoeuvre:
    match step:
        case Go() | Leave():
            return replace(step, to=turn(step.to))
        case Places():
            return Places(tuple([turn(place) for place in step.places]))
        case Spread():
            return replace(step, pose=turn(step.pose))
        case Reform() | CloseUp() | Pivot():
            return replace(step, facing=(step.facing + 180.0) % 360.0)
        case _:
            return step


def turned_units(battle: Battle, turn: Turn) -> tuple[Unit, ...]:
    """All units as they stand on the table turned round."""
    return tuple(
        [
            replace(
                unit,
                pose=turn(unit.pose),
                places=tuple([turn(place) for place in unit.places]),
                leaves_at=None if unit.leaves_at is None else turn(unit.leaves_at),
            )
            for unit in battle.units
        ]
    )
