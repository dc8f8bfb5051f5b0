"""What of a unit can be drawn on the table: its arc, what it sees, who bars its march, command, reach, tape.

Distances to enemies are told only where measuring is free, save the 8 inches within which they bar a
march: these are measured for everybody as a turn begins. [measure.when, measure.free, move.march]
"""

import math

from maniple.battle.bodies import body, outline, where_stands
from maniple.battle.judged import Refusal
from maniple.battle.sheet import INSPIRES
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.unit import Unit, UnitId
from maniple.geometry import Rect, pose_of
from maniple.play.game import Game
from maniple.rules.fighting.standing import base_of
from maniple.rules.moving.plan import may_march
from maniple.rules.moving.rate import move_of
from maniple.rules.nerve.leadership import is_running
from maniple.rules.shooting.sight import HALF_ARC, can_see
from maniple.rules.turn import MARCH_DISTANCE
from maniple.server.wire.messages import Look, Seen, Shape
from maniple.server.wire.questions import Illegal, Say

CORNER = 12
"""Pieces into which a rounded corner is cut."""


def look(game: Game, sides: tuple[Side, ...], request: Look) -> Seen:
    """The shapes that were asked for, or why they may not be known. `sides`: those whom the asker plays;
    none: who watches. Inches.
    """
    battle = game.battle
    if not 0 <= request.unit < len(battle.units):
        return _no(request, "measure.when", f"there is no unit {request.unit} in this battle")
    unit = where_stands(battle, battle.units[request.unit])
    if not unit.is_on_table:
        return _no(request, "measure.when", f"{unit.sheet.name} is not on the table")
    match request.what:
        case "arc":
            if unit.fleeing:
                return _no(request, "sight.arc", f"{unit.sheet.name} flees, and looks at nobody")
            return Seen(request.id, tuple([_arc(battle, rect) for rect in outline(unit)]))
        case "sight":
            return Seen(request.id, _sights(battle, unit))
        case "march-block":
            return Seen(request.id, _blocks(battle, unit))
        case "command":
            return Seen(request.id, _command(battle, unit))
        case "reach":
            return _reach(battle, unit, sides, request)
        case "tape":
            return _tape(game, unit, request)


def _no(request: Look, rule: str, why: str) -> Seen:
    return Seen(request.id, (), Illegal(rule, why))


def _arc(battle: Battle, rect: Rect) -> Shape:
    """A quarter circle to each side's half: 90 degrees to the front, as far as the table goes; of loose
    men each has his own. [sight.arc, sight.skirmishers]
    """
    far = math.hypot(battle.field.width, battle.field.height)
    left, right = _front_corners(rect)
    edge = [
        _towards(left, rect.facing - HALF_ARC, far),
        _towards(right, rect.facing + HALF_ARC, far),
    ]
    return Shape((left, *edge, right), tone="arc", label=Say("look.arc"))


def _sights(battle: Battle, unit: Unit) -> tuple[Shape, ...]:
    """A line to each enemy that the unit sees. [sight]"""
    start = body(unit)
    found: list[Shape] = []
    for foe in battle.of(unit.side.enemy):
        if foe.is_on_table and can_see(battle, unit.id, foe.id):
            end = body(foe)
            found.append(Shape(((start.x, start.y), (end.x, end.y)), open=True, tone="sight"))
    return tuple(found)


def _blocks(battle: Battle, unit: Unit) -> tuple[Shape, ...]:
    """Eight inches round each enemy who does not flee, where they stand now. [move.march]"""
    foes = [foe for foe in battle.of(unit.side.enemy) if foe.is_on_table and not foe.fleeing]
    return tuple(
        [
            Shape(_round(rect, MARCH_DISTANCE), tone="block", label=Say("look.march-block"))
            for foe in foes
            for rect in outline(foe)
        ]
    )


def _command(battle: Battle, unit: Unit) -> tuple[Shape, ...]:
    """Twelve inches round the bases of the general and the battle standard of the unit's side, as long
    as they help anybody. [general.leadership, battle-standard.reroll, battle-standard.lost]
    """
    found: list[Shape] = []
    for one in battle.of(unit.side):
        is_general, is_standard = one.sheet.is_general, one.sheet.is_battle_standard
        if not (is_general or (is_standard and not one.standard_lost)):
            continue
        stands = where_stands(battle, one)
        if not stands.is_on_table or one.retired or is_running(battle, one):
            continue
        label = Say(
            f"look.command.{'general' if is_general else 'standard'}", units=(("unit", one.id),)
        )
        found.append(Shape(_round(base_of(battle, one), INSPIRES), tone="command", label=label))
    return tuple(found)


def _reach(battle: Battle, unit: Unit, sides: tuple[Side, ...], request: Look) -> Seen:
    """How far it may go in this turn: of one's own, of the enemy's where measuring is free.

    Twice as far only for who may march: a charge is declared before its reach is measured.
    [measure.when, charge.declare]
    """
    is_free = battle.field.ruleset.free_measuring
    if unit.side not in sides and not is_free:
        why = f"how far {unit.sheet.name} reaches is known when it has moved"
        return _no(request, "measure.when", why)
    if unit.fleeing:
        return _no(request, "flee.distance", f"{unit.sheet.name} flees, as far as dice say")
    rate = float(move_of(battle, unit))
    reaches = [("look.reach.move", rate)]
    if is_free or may_march(battle, unit) is None:
        reaches.append(("look.reach.twice", 2 * rate))
    shapes = [
        Shape(_ahead(rect, inches), tone="reach", label=Say(key, (("inches", inches),)))
        for key, inches in reaches
        for rect in outline(unit)
    ]
    return Seen(request.id, tuple(shapes))


def _tape(game: Game, unit: Unit, request: Look) -> Seen:
    """The inches between two units, where they may be measured. [measure.when]"""
    battle = game.battle
    if request.to is None or not 0 <= request.to < len(battle.units):
        return _no(request, "measure.when", "a tape needs two units of this battle")
    inches = game.measure(unit.id, UnitId(request.to))
    if isinstance(inches, Refusal):
        return Seen(request.id, (), Illegal(inches.rule, inches.why, inches.at))
    start, end = body(unit), body(battle.units[request.to])
    label = Say("look.tape", (("inches", round(inches, 1)),))
    line = ((start.x, start.y), (end.x, end.y))
    return Seen(request.id, (Shape(line, open=True, tone="tape", label=label),))


def _front_corners(rect: Rect) -> tuple[tuple[float, float], tuple[float, float]]:
    half = rect.width / 2
    return (
        (rect.x - rect.rx * half, rect.y - rect.ry * half),
        (rect.x + rect.rx * half, rect.y + rect.ry * half),
    )


def _towards(start: tuple[float, float], degrees: float, inches: float) -> tuple[float, float]:
    angle = math.radians(degrees)
    return start[0] + math.sin(angle) * inches, start[1] + math.cos(angle) * inches


def _ahead(rect: Rect, inches: float) -> tuple[tuple[float, float], ...]:
    """The strip in front of a body, so many inches deep."""
    left, right = _front_corners(rect)
    facing = pose_of(rect).facing
    return (left, _towards(left, facing, inches), _towards(right, facing, inches), right)


def _round(rect: Rect, inches: float) -> tuple[tuple[float, float], ...]:
    """The outline of all that is within so many inches of a body: a rectangle with rounded corners."""
    facing = pose_of(rect).facing
    front_left, front_right = _front_corners(rect)
    rear_right = _towards(front_right, facing + 180.0, rect.depth)
    rear_left = _towards(front_left, facing + 180.0, rect.depth)
    found: list[tuple[float, float]] = []
    for turn, corner in enumerate((front_right, rear_right, rear_left, front_left)):
        for piece in range(CORNER + 1):
            angle = facing + 90.0 * turn + 90.0 * piece / CORNER
            x, y = _towards(corner, angle, inches)
            found.append((round(x, 3), round(y, 3)))
    return tuple(found)
