"""A battle as a scene, and what has changed from one battle to the next.

scene_of    the whole battle
changes     what is otherwise than a moment ago: units that are the same value are not looked at
"""

from msgspec.structs import replace

from maniple.battle.bodies import body_depth, frontage, lap_bodies
from maniple.battle.field import SWITCHES, Field
from maniple.battle.sheet import INSPIRES
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle, ChargeStage
from maniple.battle.terrain import Cover, Ground, Terrain
from maniple.battle.unit import NOBODY, Formation, Status, Unit, UnitId
from maniple.geometry import FRONT, LEFT, REAR, Edge
from maniple.report.scene.models import models_of
from maniple.report.scene.shapes import (
    Arrow,
    Changes,
    Clock,
    Facing,
    FormationName,
    Model,
    Piece,
    Scene,
    Stage,
    StatusName,
    UnitScene,
    ZoneScene,
)
from maniple.report.scene.states import states_of

STATUS: dict[Status, StatusName] = {
    Status.WAITING: "waiting",
    Status.TABLE: "table",
    Status.JOINED: "joined",
    Status.RETURNING: "returning",
    Status.DESTROYED: "destroyed",
    Status.LEFT: "left",
}
STAGE: dict[ChargeStage, Stage] = {
    ChargeStage.DECLARED: "declared",
    ChargeStage.ANSWERED: "answered",
    ChargeStage.MOVED: "moved",
}
NAMES: dict[Formation, FormationName] = {
    Formation.FORMED: "formed",
    Formation.SKIRMISH: "skirmish",
    Formation.MOB: "mob",
    Formation.SINGLE: "single",
}


def scene_of(battle: Battle, points: Pair[int]) -> Scene:
    """The battle as it is drawn. `points`: the victory points as they stand."""
    field = battle.field
    return Scene(
        scenario=field.scenario,
        armies=field.armies,
        width=field.width,
        height=field.height,
        terrain=_terrain(field),
        zones=_zones(battle),
        units=tuple([unit_scene(battle, unit) for unit in battle.units]),
        arrows=_arrows(battle),
        contacts=_contacts(battle),
        clock=_clock(battle, points),
        options=tuple([name for name in SWITCHES if getattr(field.ruleset, name)]),
    )


def changes(before: Scene, was: Battle, now: Battle, points: Pair[int]) -> tuple[Changes, Scene]:
    """What is otherwise in the battle `now` than in `before`, the scene of `was`; and its scene."""
    units = list(before.units)
    changed: list[UnitScene] = []
    for unit in _touched(was, now):
        men = units[unit.id].models if _stands_alike(was.units[unit.id], unit) else None
        drawn = unit_scene(now, unit, men)
        if drawn != units[unit.id]:
            units[unit.id] = drawn
            changed.append(drawn)
    clock, arrows, contacts = _clock(now, points), _arrows(now), _contacts(now)
    zones = _zones(now)
    found = Changes(
        units=tuple(changed),
        clock=None if clock == before.clock else clock,
        arrows=None if arrows == before.arrows else arrows,
        contacts=None if contacts == before.contacts else contacts,
        zones=None if zones == before.zones else zones,
    )
    if not found:
        return found, before
    scene = Scene(
        before.scenario,
        before.armies,
        before.width,
        before.height,
        before.terrain,
        zones,
        tuple(units),
        arrows,
        contacts,
        clock,
        before.options,
    )
    return found, scene


def unit_scene(battle: Battle, unit: Unit, models: tuple[Model, ...] | None = None) -> UnitScene:
    """One unit as it is drawn. `models`: its men, if it is known how they are drawn."""
    sheet = unit.sheet
    is_there = unit.status is Status.TABLE
    helps = sheet.is_general or (sheet.is_battle_standard and not unit.standard_lost)
    width, depth = _size(unit)
    if models is None:
        models = models_of(battle, unit) if is_there or unit.status is Status.WAITING else ()
    return UnitScene(
        id=unit.id,
        side=unit.side,
        name=sheet.name,
        kind=unit.kind.value,
        formation=_formation(unit),
        status=STATUS[unit.status],
        strength=unit.models,
        began=sheet.models,
        pose=unit.pose,
        width=width,
        depth=depth,
        files=unit.files,
        base=(sheet.base_width, sheet.base_depth),
        models=models,
        states=states_of(battle, unit),
        character=sheet.is_character,
        general=sheet.is_general,
        battle_standard=sheet.is_battle_standard,
        command=INSPIRES if helps and unit.is_alive and not (unit.fleeing or unit.retired) else 0.0,
        host=None if unit.host == NOBODY else unit.host,
    )


def _touched(was: Battle, now: Battle) -> list[Unit]:
    """Units that may be drawn otherwise: changed themselves, or their guests, charges or turn."""
    found: set[UnitId] = set()
    if was.charges != now.charges:
        found |= {one.charger for one in was.charges} ^ {one.charger for one in now.charges}
        found |= {one.charger for one in now.charges if one not in was.charges}
    if was.turn.number != now.turn.number:
        found |= {unit.id for unit in now.units if unit.jammed_until}
    for one, other in zip(was.units, now.units, strict=True):
        if one is not other:
            found |= {other.id, one.host, other.host} - {NOBODY}
    if found or was.contacts is not now.contacts:  # who laps round stands as the enemy does
        found |= {unit.id for unit in now.units if lap_bodies(unit)}
    return [now.units[unit] for unit in sorted(found)]


def _stands_alike(was: Unit, now: Unit) -> bool:
    """Whether its men stand about its pose as they did: it has at most moved as a whole."""
    if now.formation is Formation.SKIRMISH or now.guests or lap_bodies(now):
        return False
    return replace(now, pose=was.pose, doings=was.doings) == was


def _size(unit: Unit) -> tuple[float, float]:
    """Width and depth of its outline about its pose; of skirmishers, that of a base."""
    if unit.formation is Formation.SKIRMISH:
        return unit.sheet.base_width, unit.sheet.base_depth
    return frontage(unit), body_depth(unit)


def _formation(unit: Unit) -> FormationName:
    if unit.fleeing and not unit.is_skirmishing:
        return "mob"
    return NAMES[unit.formation]


def _terrain(field: Field) -> tuple[Piece, ...]:
    return tuple([_piece(piece) for piece in field.terrain])


def _piece(piece: Terrain) -> Piece:
    counts: list[str] = []
    if piece.ground is not Ground.CLEAR:
        counts.append(piece.ground.value.replace(" ", "-"))
    if piece.cover is not Cover.NONE:
        counts.append(f"{piece.cover.value}-cover")
    if piece.blocks_sight:
        counts.append("blocks-sight")
    if piece.height:
        counts.append("high-ground")
    return Piece(piece.name, piece.look, piece.outline, tuple(counts))


def _zones(battle: Battle) -> tuple[ZoneScene, ...]:
    owners: dict[int, Side] = {}
    if battle.zones is not None:
        owners = {battle.zones.red: Side.RED, battle.zones.blue: Side.BLUE}
    return tuple(
        [
            ZoneScene(zone.left, zone.bottom, zone.right, zone.top, owners.get(place))
            for place, zone in enumerate(battle.field.zones)
        ]
    )


def _arrows(battle: Battle) -> tuple[Arrow, ...]:
    return tuple(
        [
            Arrow(charge.charger, charge.target, _facing(charge.facing), STAGE[charge.stage])
            for charge in battle.charges
            if charge.stage is not ChargeStage.MOVED
        ]
    )


def _facing(edge: Edge) -> Facing:
    if edge is FRONT:
        return "front"
    if edge is REAR:
        return "rear"
    return "left" if edge is LEFT else "right"


def _contacts(battle: Battle) -> tuple[tuple[UnitId, UnitId], ...]:
    return tuple([(contact.red, contact.blue) for contact in battle.contacts])


def _clock(battle: Battle, points: Pair[int]) -> Clock:
    turn = battle.turn
    return Clock(turn.number, battle.field.turns, turn.side, turn.phase.value, points, battle.hands)
