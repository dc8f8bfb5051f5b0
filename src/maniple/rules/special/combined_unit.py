"""Combined unit: better troops in front lend the lesser ones behind their Leadership and their save, and
each second man that missiles slay is one of them. [troop.combined-unit]
"""

from collections.abc import Sequence

from maniple.battle.sheet import Mixture
from maniple.battle.unit import Unit
from maniple.rules.fighting.mixed import alive, is_better_in_front, profile_of


def men_leadership(unit: Unit) -> int:
    """The Leadership of the unit's men: in a combined unit that of the better while they are at least
    half of its front rank, else of the lesser. [troop.combined-unit]
    """
    sheet = unit.sheet
    if not sheet.shares or sheet.mixture is not Mixture.UNIT:
        return sheet.profile.leadership
    if is_better_in_front(unit):
        return profile_of(sheet, 0).leadership
    lesser = [k for k, models in enumerate(alive(unit)) if models and k]
    return min([profile_of(sheet, kind).leadership for kind in lesser or [0]])


def fall_by_turns(left: Sequence[int], shot: Sequence[int]) -> tuple[int, ...]:
    """The kind of which missiles slay the next man: each second one is a better man.

    [troop.combined-unit]
    """
    lesser = [k for k in range(1, len(left)) if left[k]]
    is_second = sum(shot) % 2 == 1
    if left[0] and (is_second or not lesser):
        return (0,)
    return (lesser[-1],)
