"""Whom the bot shoots: the shot that should slay most, by points, of what it can reach."""

from maniple.battle.asks import AskAnswer, Done, Shot
from maniple.battle.bodies import gap
from maniple.battle.sheet import Missile
from maniple.battle.state import Battle
from maniple.battle.unit import NOBODY, Unit
from maniple.play.seat import Seat


def named(seat: Seat) -> tuple[AskAnswer, str]:
    """The best shot within range; done when nothing is within range."""
    best: tuple[float, Shot] | None = None
    for option in seat.options() or ():
        if isinstance(option, Shot):
            worth = _worth(seat.battle, option)
            if worth > 0.0 and (best is None or worth > best[0]):
                best = (worth, option)
    if best is None:
        return Done(), "nobody is in range"
    target = seat.battle.units[best[1].target]
    return best[1], f"{target.sheet.name} is the best mark"


def _worth(battle: Battle, shot: Shot) -> float:
    """Points that each shot should slay, roughly; 0 for what is out of range."""
    shooter, target = battle.units[shot.shooter], battle.units[shot.target]
    missile = next(m for m in shooter.sheet.missiles if m.name == shot.weapon)
    distance = gap(shooter, target)
    if distance > missile.range:
        return 0.0
    need = 7 - shooter.sheet.profile.ballistic_skill
    need += distance > missile.range / 2 and not missile.ignores_range
    need += target.is_skirmishing
    hit = max(0.05, min(1.0, (7 - need) / 6))
    slay = hit * _wounds(missile, shooter, target) * _goes_through(missile, shooter, target)
    each = target.sheet.points / max(1, target.sheet.models)
    panic = 1.5 if not target.fleeing and target.models <= 12 else 1.0
    both = 1.01 if shot.second != NOBODY else 1.0
    return slay * each * panic * both


def _strength(missile: Missile, shooter: Unit) -> int:
    return missile.strength or shooter.sheet.profile.strength


def _wounds(missile: Missile, shooter: Unit, target: Unit) -> float:
    margin = target.sheet.profile.toughness - _strength(missile, shooter)
    if margin >= 4:
        return 0.0
    return (3 - max(-2, min(2, margin))) / 6


def _goes_through(missile: Missile, shooter: Unit, target: Unit) -> float:
    armour = target.sheet.armour
    save = 7 - armour.worn - armour.shield - armour.mount
    save += max(0, _strength(missile, shooter) - 3) - missile.save_modifier
    return min(1.0, max(1, save - 1) / 6)
