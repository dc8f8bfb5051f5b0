"""Whom the bot shoots: the shot that should slay most, by points, of what it can reach."""

from maniple.battle.asks import AskAnswer, Done, Shot
from maniple.battle.bodies import gap
from maniple.battle.judged import Judged
from maniple.battle.sheet import Missile
from maniple.battle.unit import Moved, Unit, UnitId
from maniple.bots.steady.sense import enemies
from maniple.play.seat import Seat

SILENT = (
    Moved.MARCHED,
    Moved.CHARGED,
    Moved.FAILED_CHARGE,
    Moved.REFORMED,
    Moved.RALLIED,
    Moved.FLED,
)
PANIC = 0.25
"""The share of a unit that must fall for it to test its nerve."""


def named(seat: Seat) -> tuple[AskAnswer, str]:
    """The best shot within range; done when nothing is within range."""
    battle = seat.battle
    for shooter in battle.of(seat.side):
        if not _may_shoot(shooter):
            continue
        shots = [
            (worth, Shot(shooter.id, target.id, missile.name), target)
            for target in enemies(battle, seat.side)
            for missile in shooter.missiles
            if (worth := _worth(shooter, target, missile)) > 0.0
        ]
        shots.sort(key=lambda each: (-each[0], each[1].target, each[1].weapon))
        for i, (_, shot, target) in enumerate(shots):
            if isinstance(seat.judge(shot), Judged):
                why = f"{shooter.sheet.name} at {target.sheet.name}, the best mark in range"
                return _divided(seat, shot, [other.id for _, _, other in shots[i + 1 :]]), why
    return Done(), "nobody is in range"


def _divided(seat: Seat, shot: Shot, others: list[UnitId]) -> Shot:
    """The shot, with the next best mark for those who can't see the first. [shoot.divide]"""
    for other in others[:1]:
        both = Shot(shot.shooter, shot.target, shot.weapon, other)
        if other != shot.target and isinstance(seat.judge(both), Judged):
            return both
    return shot


def _may_shoot(unit: Unit) -> bool:
    """What can be said without the referee: he is asked later."""
    return (
        unit.is_on_table
        and bool(unit.missiles)
        and not unit.fleeing
        and not unit.stampeding
        and not unit.is_engaged
        and not unit.doings.shot
        and unit.doings.moved not in SILENT
    )


def _worth(shooter: Unit, target: Unit, missile: Missile) -> float:
    """Points that a volley should slay, roughly; 0 for what is out of range."""
    if target.is_engaged:
        return 0.0
    far = gap(shooter, target)
    if not missile.least_range <= far <= missile.range:
        return 0.0
    if missile.template or missile.pierces:
        return _engine_worth(target, missile) * _wounds(missile, shooter, target)
    crew = shooter.sheet.crew
    skill = (shooter.sheet.profile if crew is None else crew.profile).ballistic_skill
    need = 7 - skill
    need += far > missile.range / 2 and not missile.ignores_range
    need += target.is_skirmishing or target.sheet.is_character
    hit = max(0.05, min(1.0, (7 - need) / 6))
    slay = hit * _wounds(missile, shooter, target) * _goes_through(missile, shooter, target)
    fallen = slay * shooter.models / target.sheet.profile.wounds
    worth = fallen * target.sheet.points / max(1, target.sheet.models)
    if not target.fleeing and fallen >= PANIC * target.models * 0.6:
        worth *= 1.5
    if target.fleeing:
        worth *= 0.6
    return worth * (1.0 + 0.02 * max(0.0, 24.0 - far))


def _engine_worth(target: Unit, missile: Missile) -> float:
    """Points that a stone or a bolt should slay: dense and dear targets before others."""
    each = target.sheet.points / max(1, target.sheet.models)
    deep = 1 if target.is_skirmishing else -(-target.models // max(1, target.files))
    under = 1.5 if target.is_skirmishing else min(9.0, float(target.models))
    return each * (under / 3 if missile.template else min(deep, 3) / 2)


def _strength(missile: Missile, shooter: Unit) -> int:
    return missile.strength or shooter.sheet.profile.strength


def _wounds(missile: Missile, shooter: Unit, target: Unit) -> float:
    engine = target.sheet.engine if target.has_engine else None
    tough = target.sheet.profile.toughness if engine is None else engine.toughness
    margin = tough - _strength(missile, shooter)
    if margin >= 4:
        return 0.0
    return (3 - max(-2, min(2, margin))) / 6


def _goes_through(missile: Missile, shooter: Unit, target: Unit) -> float:
    armour = target.sheet.armour
    save = 7 - armour.worn - armour.shield - armour.mount
    save += max(0, _strength(missile, shooter) - 3) - missile.save_modifier
    return min(1.0, max(1, save - 1) / 6)
