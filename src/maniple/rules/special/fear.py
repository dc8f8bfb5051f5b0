"""Fear: who is cowed by an enemy whom he fears hits on a 6 alone, and who is beaten by one who also
outnumbers him breaks. [fear.charged, fear.defeat]

    hits_on_sixes        a cowed unit's blows
    is_outnumbered       models against models
    outnumbered          who is outnumbered by enemies whom he fears, as a round begins
    is_beaten_by_dread   whether such a unit breaks without a test

Who fears whom is `nerve.dread`; the tests are `nerve.facing_dread` and `charging.daring`.
"""

from collections.abc import Iterable

from maniple.battle.bodies import where_stands
from maniple.battle.state import Battle
from maniple.battle.unit import NOBODY, Unit, UnitId
from maniple.rules.fighting.charts import to_hit
from maniple.rules.fighting.striking import Modifier, Striking
from maniple.rules.nerve.dread import fears
from maniple.rules.nerve.leadership import is_running
from maniple.rules.nerve.nerve import models_with

CHARGED = "fear.charged"
DEFEAT = "fear.defeat"


def hits_on_sixes(at: Striking) -> Modifier | None:
    """A unit that has failed a Fear test, and the characters with it, hit on a 6 alone.

    [fear.charged]
    """
    if not where_stands(at.battle, at.striker).cowed:
        return None
    need = to_hit(at.ours.weapon_skill, at.theirs.weapon_skill)
    return Modifier("to hit", 6 - need, CHARGED) if 1 < need < 6 else None


def is_outnumbered(battle: Battle, unit: Unit, by: Iterable[UnitId]) -> bool:
    """Whether these enemies together have more models than the unit, characters counted.

    [fear.charged, fear.defeat]
    """
    return sum(models_with(battle.units[enemy]) for enemy in by) > models_with(unit)


def outnumbered(battle: Battle, units: Iterable[UnitId]) -> tuple[UnitId, ...]:
    """Those units who are outnumbered by the enemies in touch whom they fear, together.

    Fixed as the round begins. [fear.defeat, combat.procedure]
    """
    found: list[UnitId] = []
    for unit_id in units:
        unit = battle.units[unit_id]
        if unit.host != NOBODY:
            continue
        foes = [touch.enemy_of(unit_id) for touch in battle.contacts_of(unit_id)]
        if is_outnumbered(battle, unit, [foe for foe in foes if fears(battle, unit_id, foe)]):
            found.append(unit_id)
    return tuple(found)


def is_beaten_by_dread(battle: Battle, unit: Unit) -> bool:
    """Whether the beaten unit breaks at once: an enemy whom it fears, and who outnumbered it as the
    round began, is still in touch with it. [fear.defeat]
    """
    if battle.combat is None or unit.id not in battle.combat.outnumbered:
        return False
    foes = [battle.units[touch.enemy_of(unit.id)] for touch in battle.contacts_of(unit.id)]
    return any(fears(battle, unit.id, foe.id) and not is_running(battle, foe) for foe in foes)
