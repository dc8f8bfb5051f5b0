"""Of which kind the men are who fall, in a unit of several. [combat.mixed-weapons]

    who_falls     the losses of a unit, its owner choosing where there is a choice
    taken_at_once the same where nobody can be asked: the owner's choice is the hindmost
    next_to_fall  the kinds of which the next man may be

A man who has been struck falls; what is left over carries over to the others. [combat.casualties]
"""

from collections.abc import Sequence

from msgspec import Struct

from maniple.battle.asks import AskAnswer, ChooseFallen, ChooseStruck, OfKind
from maniple.battle.request import Step
from maniple.battle.sheet import Mixture
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.unit import Unit, UnitId
from maniple.rules.fighting.mixed import ANY, RULE_OF, alive, front_kinds
from maniple.rules.special.combined_formation import fall_in_proportion
from maniple.rules.special.combined_unit import fall_by_turns
from maniple.rules.special.mixed_armour import fall_from_the_rear


class Toll(Struct, frozen=True):
    """How many of each kind are left, and how many of each missiles have slain so far."""

    left: tuple[int, ...]
    shot: tuple[int, ...]

    def after(self, kind: int, *, shooting: bool) -> "Toll":
        """One man of that kind has fallen."""
        left = tuple([n - (k == kind) for k, n in enumerate(self.left)])
        shot = tuple([n + (k == kind) for k, n in enumerate(self.shot)]) if shooting else self.shot
        return Toll(left, shot)


def slain_by(unit: Unit, wounds: int) -> int:
    """How many models so many wounds slay. [shoot.casualties]"""
    return min(unit.models, (unit.wounds + wounds) // unit.sheet.profile.wounds)


def toll_so_far(unit: Unit) -> Toll:
    """As the unit stands."""
    left = alive(unit)
    return Toll(left, unit.shot_by_share or (0,) * len(left))


def who_falls(
    table: Table, unit_id: UnitId, wounds: int, *, shooting: bool, struck: int = ANY
) -> Step[Toll]:
    """The unit's toll after these wounds. Its owner is asked of which kind the next man is, where that
    makes a difference to what is left. [combat.mixed-weapons, troop.combined-formation (4)]

    `struck`: the kind at which the blows were aimed.
    """
    unit = table.battle.units[unit_id]
    toll = toll_so_far(unit)
    slain = slain_by(unit, wounds)
    chosen = struck
    for more in reversed(range(slain)):
        possible = next_to_fall(unit, toll, shooting=shooting, struck=chosen)
        kind = possible[-1]
        if len(possible) > 1 and _makes_a_difference(unit, toll, possible, more, shooting, chosen):
            cite = RULE_OF[unit.sheet.mixture]
            said = yield from ChooseFallen(unit.side, unit_id, possible, cite)
            kind = said.kind
            if unit.sheet.mixture is Mixture.WEAPONS:
                chosen = kind
        toll = toll.after(kind, shooting=shooting)
    return toll


def taken_at_once(unit: Unit, slain: int, *, shooting: bool) -> Toll:
    """The unit's toll where nobody is asked; of several kinds the hindmost falls."""
    toll = toll_so_far(unit)
    for _ in range(slain):
        kind = next_to_fall(unit, toll, shooting=shooting, struck=ANY)[-1]
        toll = toll.after(kind, shooting=shooting)
    return toll


def next_to_fall(unit: Unit, toll: Toll, *, shooting: bool, struck: int) -> tuple[int, ...]:
    """The kinds of which the next man may be, foremost first.

    [combat.mixed-weapons, troop.combined-formation, troop.combined-unit, troop.mixed-armour]
    """
    if struck != ANY and toll.left[struck]:
        return (struck,)
    mixture = unit.sheet.mixture
    if mixture is Mixture.WEAPONS:
        return _present(toll.left)
    if not shooting:
        touched = max(front_kinds(unit), key=front_kinds(unit).count)
        if struck == ANY and toll.left[touched]:
            return (touched,)
        return fall_from_the_rear(toll.left)
    match mixture:
        case Mixture.FORMATION:
            return fall_in_proportion(toll.left, toll.shot)
        case Mixture.UNIT:
            return fall_by_turns(toll.left, toll.shot)
        case Mixture.ARMOUR:
            return fall_from_the_rear(toll.left)


def kind_options(battle: Battle, ask: ChooseStruck | ChooseFallen) -> tuple[AskAnswer, ...]:
    """The kinds that a player may name, of those who are struck or who fall."""
    return tuple([OfKind(kind) for kind in ask.kinds])


def _present(left: Sequence[int]) -> tuple[int, ...]:
    return tuple([kind for kind, models in enumerate(left) if models])


def _makes_a_difference(
    unit: Unit, toll: Toll, possible: tuple[int, ...], more: int, shooting: bool, struck: int
) -> bool:
    """Whether it decides what will be left when all have fallen; no question has but one answer."""
    if unit.sheet.mixture is Mixture.WEAPONS:
        return sum(toll.left) > more + 1
    ends = [
        _ends(unit, toll.after(kind, shooting=shooting), more, shooting, struck)
        for kind in possible
    ]
    return any(end != ends[0] for end in ends)


def _ends(
    unit: Unit, toll: Toll, more: int, shooting: bool, struck: int
) -> frozenset[tuple[int, ...]]:
    """All that can be left when so many more have fallen."""
    tolls = {toll}
    for _ in range(more):
        tolls = {
            one.after(kind, shooting=shooting)
            for one in tolls
            for kind in next_to_fall(unit, one, shooting=shooting, struck=struck)
        }
    return frozenset([one.left for one in tolls])
