"""The rank bonus: what depth is worth, and all that takes it away. [result.ranks]

rank_bonus   +1 for each complete rank behind the first, at most +3
is_flanked   struck in flank or rear by a formed unit of five or more   [result.rank-negated]
is_hampered  difficult ground and obstacles                             [terrain.rank-bonus]
"""

from maniple.battle.bodies import body, full_ranks
from maniple.battle.sheet import Kind
from maniple.battle.state import Battle, Contact
from maniple.battle.unit import Unit, UnitId
from maniple.geometry import Edge
from maniple.rules.fighting.contacts import base_of, touching
from maniple.rules.special.testudo import is_in_testudo
from maniple.rules.table.terrain_cost import in_difficult

NARROWEST = 4
"""Files that a formation with a rank bonus has at least. [result.ranks]"""
MOST = 3
ENOUGH = 5
"""Models of a unit that counts in flank or rear. [result.flank-rear, result.rank-negated]"""


def rank_bonus(battle: Battle, unit_id: UnitId) -> int:
    """The unit's bonus for depth as it stands now, 0 to 3. [result.ranks]

    None to fewer than four files, to loose or fleeing men, to a unit struck in flank or rear by
    formed enemies, in difficult ground, against enemies whom it touches there, or over an obstacle.
    """
    unit = battle.units[unit_id]
    if not unit.is_formed or unit.files < NARROWEST:
        return 0
    depth = min(full_ranks(unit) - 1, MOST)
    if depth <= 0 or is_flanked(battle, unit) or is_hampered(battle, unit):
        return 0
    return depth


def ranks_for_result(battle: Battle, unit_id: UnitId) -> int:
    """What the unit's depth adds to a combat result: nothing against elephants, or in testudo.

    They leave its bonus for everything else. [result.ranks, result.elephants, troop.testudo]
    """
    if is_in_testudo(battle.units[unit_id]):
        return 0
    foes = [battle.units[c.enemy_of(unit_id)] for c in battle.contacts_of(unit_id)]
    if any(foe.sheet.kind is Kind.ELEPHANT for foe in foes):
        return 0
    return rank_bonus(battle, unit_id)


def is_flanked(battle: Battle, unit: Unit) -> bool:
    """Whether formed enemies, five or more, strike its flank or rear. [result.rank-negated]

    Skirmishers do not take the bonus away. [result.skirmishers]
    """
    for touch in battle.contacts_of(unit.id):
        if touch.edge_of(unit.id) is not Edge.FRONT:
            enemy = battle.units[touch.enemy_of(unit.id)]
            if enemy.is_formed and enemy.strength_with_guests >= ENOUGH:
                return True
    return False


def is_hampered(battle: Battle, unit: Unit) -> bool:
    """Whether ground takes the bonus away: an obstacle fought across, or difficult ground in which
    it stands, or in which enemies stand whom its models touch. [terrain.rank-bonus]
    """
    if unit.fight is not None and unit.fight.obstacle:
        return True
    if not battle.field.terrain:
        return False
    if in_difficult(battle, body(unit)):
        return True
    return any(_touches_men_in_it(battle, unit, touch) for touch in battle.contacts_of(unit.id))


def _touches_men_in_it(battle: Battle, unit: Unit, touch: Contact) -> bool:
    enemy = battle.units[touch.enemy_of(unit.id)]
    if not enemy.is_skirmishing and not in_difficult(battle, body(enemy)):
        return False
    touched = {place for man in touching(battle, touch, unit.id) for place in man.enemies}
    return any(in_difficult(battle, base_of(enemy, place)) for place in touched)
