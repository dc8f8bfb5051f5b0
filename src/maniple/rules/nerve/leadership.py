"""On what Leadership a unit tests, and who lends it his.

    leadership_of     the best of unit, leader, characters with it and the general near by
    lenders           the same, each by himself, but for the general
    general_near      the general who inspires a unit
    may_reroll_break  the battle standard near by

[character.leadership, general.leadership, troop.warband, profile.cap, battle-standard.reroll]
"""

from collections.abc import Callable

from maniple.battle.sheet import INSPIRES
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.unit import NOBODY, Status, Unit, UnitId
from maniple.geometry import within
from maniple.rules.fighting.rank_bonus import rank_bonus
from maniple.rules.fighting.standing import inches_to
from maniple.rules.special.combined_unit import men_leadership
from maniple.rules.special.magic.heart import has_heart

HIGHEST = 10
"""No characteristic rises above it, nor falls below 0. [profile.cap]"""


def capped(characteristic: int) -> int:
    """A characteristic after its modifiers, from 0 to 10. [profile.cap]"""
    return max(0, min(HIGHEST, characteristic))


def leadership_of(battle: Battle, unit_id: UnitId) -> int:
    """What the unit tests on: at most this on 2D6.

    The best Leadership among its own men, its leader, the characters with it
    [character.leadership] and the general within 12 inches [general.leadership]; a warband adds
    its rank bonus to that [troop.warband]. At most 10 [profile.cap].
    """
    unit = battle.units[unit_id]
    best = own_leadership(battle, unit)
    general = general_near(battle, unit)
    if general is not None:
        best = max(best, general.sheet.profile.leadership)
    return capped(best + ranks_on_leadership(battle, unit))


def own_leadership(battle: Battle, unit: Unit) -> int:
    """The best Leadership among the unit's men, those who ride on it, and the characters with it, but
    not of one who has retired. [character.leadership, psychology.crew, challenge.refuse]
    """
    return max([leadership for _, leadership, _ in lenders(battle, unit)])


def lenders(battle: Battle, unit: Unit) -> tuple[tuple[str, int, str], ...]:
    """Who may lend the unit his Leadership, being part of it: who, how much, by which rule.

    [character.leadership, psychology.crew, challenge.refuse]
    """
    sheet = unit.sheet
    found = [("the men", men_leadership(unit), "psychology.test")]
    if sheet.crew is not None and unit.crew_left:
        found.append(("the crew", sheet.crew.profile.leadership, "psychology.crew"))
    if unit.has_leader:
        found.append(("the leader", sheet.leader_leadership, "command.leader"))
    for man in [battle.units[guest] for guest in unit.guests]:
        if not man.retired:
            leadership = man.sheet.profile.leadership
            found.append((man.sheet.name, leadership, "character.leadership"))
    return tuple(found)


def ranks_on_leadership(battle: Battle, unit: Unit) -> int:
    """What a warband's ranks add to its Leadership: 0 to 3. [troop.warband]"""
    warband = unit.sheet.traits.warband
    if warband is None or not warband.rank_leadership or unit.fleeing:
        return 0
    return rank_bonus(battle, unit.id)


def general_of(battle: Battle, side: Side) -> Unit | None:
    """The side's general, while he is on the table, alone or with a unit."""
    return _character(battle, side, lambda man: man.sheet.is_general)


def general_near(battle: Battle, unit: Unit) -> Unit | None:
    """The general whose Leadership the unit may use: within 12 inches, and not running.

    One who flees inspires nobody until he rallies, nor one who has retired from a challenge.
    [general.leadership, challenge.refuse]
    """
    general = general_of(battle, unit.side)
    if general is None or general.retired or is_running(battle, general):
        return None
    return general if within(inches_to(battle, general, unit), INSPIRES) else None


def may_reroll_break(battle: Battle, unit_id: UnitId) -> str | None:
    """The rule by which the unit may take a failed Break test again; None if it may not.

    Once a turn, within 12 inches of the battle standard while its bearer does not flee and has not
    retired from a challenge, or by a spell.
    [battle-standard.reroll, battle-standard.lost, dice.rerolls, magic.heart, challenge.refuse]
    """
    unit = battle.units[unit_id]
    if unit.doings.break_rerolled:
        return None
    if unit.spells and has_heart(battle, unit):
        return "magic.heart"
    bearer = _character(battle, unit.side, lambda man: man.sheet.is_battle_standard)
    if bearer is None or bearer.standard_lost or bearer.retired or is_running(battle, bearer):
        return None
    near = within(inches_to(battle, bearer, unit), INSPIRES)
    return "battle-standard.reroll" if near else None


def is_running(battle: Battle, unit: Unit) -> bool:
    """Whether the unit, or the one that a character is with, flees, or is about to."""
    if unit.host != NOBODY:
        unit = battle.units[unit.host]
    if unit.fleeing or unit.id in [panicked.unit for panicked in battle.panicked]:
        return True
    return any(unit.id in c.broken or unit.id in c.panicked for c in battle.combats)


def is_leaving(battle: Battle, unit: Unit) -> bool:
    """Whether the unit flees, falls back, or is about to."""
    return is_running(battle, unit) or any(unit.id in c.falling_back for c in battle.combats)


def _character(battle: Battle, side: Side, sought: Callable[[Unit], bool]) -> Unit | None:
    for man in battle.units:
        if man.side is side and sought(man):
            if man.status is Status.TABLE:
                return man
            if man.status is Status.JOINED and battle.units[man.host].is_on_table:
                return man
    return None
