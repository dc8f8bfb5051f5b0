"""A sensible place for a unit in deployment, for whoever doesn't want to look for one. [deploy]"""

from msgspec.structs import replace

from maniple.battle.asks import PlaceCharacter, Placement, PlaceUnit
from maniple.battle.judged import Judged
from maniple.battle.sheet import Kind
from maniple.battle.unit import NOBODY, Status, Unit, UnitId
from maniple.geometry import Pose, pose
from maniple.play.game import Game
from maniple.rules.start.placing import FORWARD, zone_of

STEP = 2.0
"""Inches between places that are tried."""
FOOT_FILES = 6
HORSE_FILES = 4


def suggest(game: Game, unit: UnitId) -> Placement | None:
    """A legal place for a unit that is to be placed now: near the front of the zone and to its middle,
    horse towards the flanks. None where the referee allows none that is tried.
    """
    battle = game.battle
    of = battle.units[unit]
    if isinstance(game.pending, PlaceCharacter):
        for host in battle.of(of.side):
            placement = Placement(unit, host.pose, host=host.id)
            if host.status is Status.TABLE and isinstance(game.judge(placement), Judged):
                return placement
    zone = zone_of(battle, of)
    facing = FORWARD[zone.edge]
    return suggestion(game, usual(of, pose(zone.left, zone.bottom, facing)))


def usual(unit: Unit, at: Pose) -> Placement:
    """A placement there in the usual formation."""
    sheet = unit.sheet
    loose = sheet.traits.always_skirmish
    single = sheet.is_character or bool(sheet.body_width)
    wide = FOOT_FILES if unit.kind is Kind.FOOT else HORSE_FILES
    files = 1 if single else max(1, min(wide, unit.models))
    return Placement(unit.id, at, files, skirmish=loose)


def suggestion(game: Game, wanted: Placement) -> Placement | None:
    """A legal place for a unit formed as wanted, from the middle of the zone's front outwards."""
    battle = game.battle
    if not isinstance(game.pending, PlaceUnit | PlaceCharacter):
        return None
    if not 0 <= wanted.unit < len(battle.units) or battle.zones is None:
        return None
    unit = battle.units[wanted.unit]
    zone = zone_of(battle, unit)
    facing = FORWARD[zone.edge]
    is_upright = zone.edge in ("bottom", "top")
    along = (zone.left, zone.right) if is_upright else (zone.bottom, zone.top)
    across = (zone.bottom, zone.top) if is_upright else (zone.left, zone.right)
    from_front = zone.edge in ("bottom", "left")
    asked = replace(wanted, host=NOBODY)
    for depth in _steps(across[1] - across[0]):
        line = across[1] - depth if from_front else across[0] + depth
        for at in _outwards(*along, flanks=unit.sheet.is_mounted):
            place = pose(at, line, facing) if is_upright else pose(line, at, facing)
            placement = replace(asked, pose=place)
            if isinstance(game.judge(placement), Judged):
                return placement
    return None


def _steps(length: float) -> list[float]:
    return [0.5 + STEP * step for step in range(int(length / STEP) + 1)]


def _outwards(low: float, high: float, *, flanks: bool) -> list[float]:
    """Places along a zone from its middle to both ends; for the flanks the other way round."""
    middle = (low + high) / 2
    found = [middle]
    for step in range(1, int((high - low) / STEP / 2) + 1):
        found += [middle - STEP * step, middle + STEP * step]
    return found[::-1] if flanks else found
