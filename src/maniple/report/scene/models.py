"""Where the models of a unit are drawn, in its own frame.

    models_of     ranks and files, loose order, a mob, an engine with its crew, or a single model

The middle of the front edge is the origin, x goes to the right as the men see it, y ahead; inches.
A mob's places are drawn by a fixed rule of the unit's number, so that everybody sees the same.
"""

from maniple.battle.bodies import body_depth, frontage, places_in, rank_count
from maniple.battle.laps import lap_rects
from maniple.battle.seats import Seats, seats
from maniple.battle.state import Battle
from maniple.battle.unit import Formation, Unit
from maniple.geometry import Edge, Pose, cos_deg, rank_places, round_degrees, sin_deg
from maniple.report.scene.shapes import Model, Role

TO_EDGE = {Edge.FRONT: 0.0, Edge.RIGHT: 90.0, Edge.REAR: 180.0, Edge.LEFT: 270.0}
JOSTLE = (0.31, 0.77, 0.12, 0.58, 0.93, 0.44, 0.05, 0.69, 0.24, 0.86, 0.51)
"""Shares of a base by which men in a mob stand out of line; of eleven, so that no rank repeats."""


def models_of(battle: Battle, unit: Unit) -> tuple[Model, ...]:
    """The models of the unit, and of the characters with it, as they are drawn. [unit.ranks]"""
    if not unit.models:
        return ()
    if unit.formation is Formation.SKIRMISH:
        return _loose(unit)
    if unit.formation is Formation.MOB or unit.fleeing:
        return _mob(battle, unit)
    if unit.body_width:
        return _engine(unit)
    if unit.formation is Formation.SINGLE:
        role: Role = "character" if unit.sheet.is_character else "man"
        return (Model(0.0, _tidy(-unit.sheet.base_depth / 2), role),)
    return _ranks(battle, unit)


def in_frame(of: Pose, place: Pose) -> tuple[float, float, float]:
    """A pose on the table as x, y and turn in the frame of another."""
    sine, cosine = sin_deg(round_degrees(of.facing)), cos_deg(round_degrees(of.facing))
    x, y = place.x - of.x, place.y - of.y
    turn = round_degrees(place.facing - of.facing)
    return x * cosine - y * sine, x * sine + y * cosine, turn


def _tidy(inches: float) -> float:
    return round(inches, 3) + 0.0


def _loose(unit: Unit) -> tuple[Model, ...]:
    found: list[Model] = []
    half = unit.sheet.base_depth / 2
    for number, place in enumerate(unit.places):
        x, y, turn = in_frame(unit.pose, place)
        role: Role = _trooper(unit, number, "man")
        dx, dy = half * sin_deg(turn), half * cos_deg(turn)
        found.append(Model(_tidy(x - dx), _tidy(y - dy), role, turn))
    return tuple(found)


def _trooper(unit: Unit, number: int, usual: Role) -> Role:
    """What the first men of a unit are, where no seat says it."""
    if unit.sheet.is_character:
        return "character"
    command: list[Role] = []
    if unit.has_leader:
        command.append("leader")
    if unit.has_standard:
        command.append("standard")
    if unit.has_musician:
        command.append("musician")
    return command[number] if number < len(command) else usual


def _mob(battle: Battle, unit: Unit) -> tuple[Model, ...]:
    wide, deep = unit.sheet.base_width, unit.sheet.base_depth
    width, depth = frontage(unit), body_depth(unit)
    heroes: list[Role] = ["character" for guest in unit.guests if battle.units[guest].models]
    men: list[Role] = [_trooper(unit, number, "man") for number in range(unit.models)]
    men += heroes
    files = max(1, min(len(men), int(width / wide + 0.001)))
    ranks = -(-len(men) // files)
    found: list[Model] = []
    for number, role in enumerate(men):
        rank, file = divmod(number, files)
        a, b = JOSTLE[(number * 7 + unit.id) % 11], JOSTLE[(number * 3 + 5 + unit.id) % 11]
        x = (file + 0.5) * width / files - width / 2 + (a - 0.5) * wide * 0.6
        y = -(rank + 0.5) * depth / ranks + (b - 0.5) * deep * 0.6
        found.append(Model(_tidy(x), _tidy(y), role, round((a - b) * 70.0, 1) % 360.0))
    return tuple(found)


def _engine(unit: Unit) -> tuple[Model, ...]:
    width, depth = unit.body_width, unit.body_depth
    base = unit.sheet.base_width
    found = [Model(0.0, _tidy(-depth / 2), "engine")]
    for number in range(unit.models):
        side = -1.0 if number % 2 else 1.0
        x = side * max(0.0, width / 2 - base / 2)
        y = -depth + base / 2 + (number // 2) * base
        found.append(Model(_tidy(x), _tidy(y), _trooper(unit, number, "crew")))
    return tuple(found)


def _ranks(battle: Battle, unit: Unit) -> tuple[Model, ...]:
    seated = seats(battle, unit)
    wide, deep = unit.sheet.base_width, unit.sheet.base_depth
    places, ranks = places_in(unit), rank_count(unit)
    last = rank_places(places, unit.files)
    found: list[Model] = []
    for rank in range(ranks):
        for file in range(unit.files) if rank < ranks - 1 else last:
            role = _role_at(unit, seated, file, rank)
            if role is None:
                continue
            x = (file + 0.5) * wide - unit.files * wide / 2
            found.append(Model(_tidy(x), _tidy(-(rank + 0.5) * deep), role))
    found += _guests(battle, unit, seated)
    return tuple(found + _away(battle, unit) + _lapping(battle, unit))


def _lapping(battle: Battle, unit: Unit) -> list[Model]:
    """Men who lap round an enemy's flank, facing it. [redress.lap-round]"""
    wide, deep = unit.sheet.base_width, unit.sheet.base_depth
    found: list[Model] = []
    for rect in lap_rects(battle, unit.id):
        for place in range(round(rect.width / wide)):
            along = (place + 0.5) * wide - rect.width / 2
            at_x = rect.x + rect.rx * along - rect.fx * deep / 2
            at_y = rect.y + rect.ry * along - rect.fy * deep / 2
            x, y, turn = in_frame(unit.pose, Pose(at_x, at_y, rect.facing))
            found.append(Model(_tidy(x), _tidy(y), "front", turn))
    return found


def _role_at(unit: Unit, seated: Seats, file: int, rank: int) -> Role | None:
    """Who stands there of the unit itself; None: the place is a guest's."""
    if rank:
        return "man"
    if seated.guest_at(file) is not None:
        return None
    if file == seated.leader:
        return "leader"
    middle = unit.files // 2
    if unit.has_standard and file == min(middle + 1, unit.files - 1) != seated.leader:
        return "standard"
    if unit.has_musician and file == middle - 1 and file >= 0:
        return "musician"
    return "front"


def _guests(battle: Battle, unit: Unit, seated: Seats) -> list[Model]:
    wide, found = unit.sheet.base_width, []
    for guest, files in seated.guests:
        middle = (files[0] + files[-1] + 1) / 2 * wide - unit.files * wide / 2
        depth = battle.units[guest].sheet.base_depth
        found.append(Model(_tidy(middle), _tidy(-depth / 2), "character"))
    return found


def _away(battle: Battle, unit: Unit) -> list[Model]:
    """Characters who have stepped to another edge, or retired to the back."""
    width, depth = frontage(unit), body_depth(unit)
    found: list[Model] = []
    for guest in unit.guests:
        man = battle.units[guest]
        half = man.sheet.base_depth / 2
        if man.retired:
            found.append(Model(0.0, _tidy(half - depth), "character"))
        elif man.stepped:
            turn = TO_EDGE[man.fought_away]
            reach_x, reach_y = width / 2 - half, depth / 2 - half
            x, y = sin_deg(turn) * reach_x, cos_deg(turn) * reach_y - depth / 2
            found.append(Model(_tidy(x), _tidy(y), "character", turn))
    return found
