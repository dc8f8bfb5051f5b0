"""What the bot casts, dispels and keeps: each spell by the points that it should be worth."""

from collections.abc import Callable

from msgspec import Struct

from maniple.battle.asks import AskAnswer, Cast, Done, MayDispel, Named, No, Unravel, Yes
from maniple.battle.bodies import gap, where_stands
from maniple.battle.spells import Aim, Effect, Spell
from maniple.battle.state import Battle
from maniple.battle.unit import Unit
from maniple.bots.steady.fights import leadership
from maniple.bots.steady.sense import charge_reach, points_left, standing_enemies
from maniple.play.seat import Seat

LEAST = 3.0
"""Points that a power card should be worth."""


def cast(seat: Seat) -> tuple[AskAnswer, str]:
    """The spell that is worth most for its cards; first, an enemy spell that costs us dear."""
    best: AskAnswer = Done()
    most, why = LEAST, "nothing is worth a card"
    for option in seat.options() or ():
        if isinstance(option, Cast):
            spell = _named(seat.battle, option.spell)
            caster, target = seat.battle.units[option.wizard], seat.battle.units[option.target]
            if not _is_in_range(seat.battle, spell, caster, target):
                continue
            worth = worth_of(seat.battle, spell, target) / spell.cost
            said = f"{spell.title} at {target.sheet.name}"
        elif isinstance(option, Unravel):
            spell, target = _named(seat.battle, option.spell), seat.battle.units[option.unit]
            worth = worth_of(seat.battle, spell, target) / 2
            said = f"rid {target.sheet.name} of {spell.title}"
        else:
            continue
        if worth > most:
            best, most, why = option, worth, said
    return best, why


def dispelled(seat: Seat, ask: MayDispel) -> tuple[AskAnswer, str]:
    """Dispel what would cost us more than a card is worth."""
    spell, target = _named(seat.battle, ask.spell), seat.battle.units[ask.target]
    if worth_of(seat.battle, spell, target) / 2 > LEAST:
        return Yes(), f"{spell.title} must not come off"
    return No(), f"{spell.title} is not worth a card"


def kept(seat: Seat) -> tuple[AskAnswer, str]:
    """A card for the next phase with whoever can keep one."""
    for option in seat.options() or ():
        if isinstance(option, Named):
            return option, "a card for their phase"
    return Done(), "no card is left"


class Casting(Struct, frozen=True):
    """A spell, and at whom."""

    battle: Battle
    spell: Spell
    target: Unit


def worth_of(battle: Battle, spell: Spell, target: Unit) -> float:
    """Points that the spell should be worth to its caster's side."""
    return WORTH[spell.effect](Casting(battle, spell, target))


def _bolt(at: Casting) -> float:
    target, spell = at.target, at.spell
    profile, armour = target.sheet.profile, target.sheet.armour
    margin = max(-2, min(2, profile.toughness - spell.strength))
    save = 7 - armour.worn - armour.shield - armour.mount + max(0, spell.strength - 3)
    wounds = 3.5 * spell.hits * (3 - margin) / 6 * min(1.0, max(1, save - 1) / 6)
    fallen = min(float(target.models), wounds / profile.wounds)
    worth = fallen * target.sheet.points / max(1, target.sheet.models)
    return worth * (1.5 if fallen >= target.models / 4 else 1.0)


def _dread(at: Casting) -> float:
    """A fifth of the unit's points for each chance to fail: who flees may rally."""
    return 0.2 * points_left(at.target) * _fails(leadership(at.battle, at.target))


def _gale(at: Casting) -> float:
    """It spoils the charge of one who can reach us, and of nobody else."""
    battle, target = at.battle, at.target
    if target.fleeing or target.sheet.missiles:
        return 0.0
    reach = charge_reach(battle, target)
    threatened = [foe for foe in standing_enemies(battle, target.side) if gap(target, foe) <= reach]
    return 0.06 * points_left(target) if threatened else 0.0


def _in_melee(share: float) -> Callable[[Casting], float]:
    """So much of the unit's points, if it fights or soon will."""

    def worth(at: Casting) -> float:
        battle, target = at.battle, at.target
        if target.is_engaged:
            return share * points_left(target)
        near = any(
            gap(target, foe) <= max(charge_reach(battle, target), charge_reach(battle, foe))
            for foe in standing_enemies(battle, target.side)
        )
        return 0.5 * share * points_left(target) if near else 0.0

    return worth


def _mist(at: Casting) -> float:
    """It is for those at whom somebody can shoot."""
    battle, target = at.battle, at.target
    if target.is_engaged:
        return 0.0
    shooters = [
        foe
        for foe in standing_enemies(battle, target.side)
        if any(gap(foe, target) <= missile.range + 4.0 for missile in foe.sheet.missiles)
    ]
    return 0.04 * points_left(target) if shooters else 0.0


def _rally(at: Casting) -> float:
    """Half the unit's points, if it will."""
    need = leadership(at.battle, at.target) + at.spell.figure
    return 0.5 * points_left(at.target) * (1.0 - _fails(need))


WORTH: dict[Effect, Callable[[Casting], float]] = {
    Effect.BOLT: _bolt,
    Effect.GALE: _gale,
    Effect.DREAD: _dread,
    Effect.WARD: _in_melee(0.08),
    Effect.RALLY: _rally,
    Effect.STRENGTH: _in_melee(0.08),
    Effect.MIST: _mist,
    Effect.HEART: _in_melee(0.05),
}


def _fails(need: int) -> float:
    """The chance that two dice total more."""
    return sum(6 - abs(7 - total) for total in range(max(2, need + 1), 13)) / 36


def _is_in_range(battle: Battle, spell: Spell, caster: Unit, target: Unit) -> bool:
    """As well as the eye can tell: from the wizard's unit."""
    return spell.aim is not Aim.ENEMY or gap(where_stands(battle, caster), target) <= spell.range


def _named(battle: Battle, name: str) -> Spell:
    return next(spell for spell in battle.field.spells if spell.name == name)
