"""Who may fall back in good order instead of fleeing, or after holding. [break.fall-back]

    has_overwhelming_odds     a side with more than twice the models of the other
    may_choose_to_fall_back   drilled, skirmishing or mounted troops that have held
    is_way_open               whether there is a way to go

The move itself is in `fall_back`.
"""

from maniple.battle.bodies import on_table, outline
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.unit import Unit, UnitId
from maniple.rules.fighting.strike_order import running
from maniple.rules.fleeing.fall_back import keeps_its_facing
from maniple.rules.fleeing.running import heading_away
from maniple.rules.fleeing.ways import best_way
from maniple.rules.table.ground import grounds

AN_INCH = 1.0
"""Who cannot go so far has no way to fall back. [break.fall-back, flee.blocked]"""


def has_overwhelming_odds(battle: Battle, side: Side) -> bool:
    """Whether the side has more than twice the models of the other, counting all its units of the
    running combat that are alive. [break.fall-back]
    """
    return models_of(battle, side) > 2 * models_of(battle, side.enemy)


def models_of(battle: Battle, side: Side) -> int:
    """The side's models alive in the running combat, characters included."""
    units = [battle.units[u] for u in running(battle).units]
    return sum([u.models for u in units if u.side is side])


def may_choose_to_fall_back(unit: Unit) -> bool:
    """Whether a beaten unit that holds may choose it: drilled, skirmishing, mounted as cavalry.

    [break.fall-back, troop.drilled]
    """
    return unit.sheet.traits.drilled or unit.is_skirmishing or unit.sheet.is_mounted


def is_way_open(battle: Battle, unit_id: UnitId) -> bool:
    """Whether the unit can go an inch away from its enemies, past other enemies and impassable
    ground, by no more than a right angle from the straight way. [break.fall-back]
    """
    unit = battle.units[unit_id]
    foes = tuple([c.enemy_of(unit_id) for c in battle.contacts_of(unit_id)])
    if not foes:
        return True
    heading = heading_away(battle, unit_id, foes)
    from_whom = _largest(battle, foes)
    near = [
        rect
        for enemy in on_table(battle)
        if enemy.side is not unit.side and enemy.id != from_whom
        for rect in outline(enemy)
    ]
    closed = (*near, *(piece.polygon for piece in grounds(battle).impassable))
    turns = not keeps_its_facing(battle, unit_id)
    way = best_way(battle, unit, heading, AN_INCH, closed, through_rough=True, turns=turns)
    return way.leaves or not way.stopped


def _largest(battle: Battle, foes: tuple[UnitId, ...]) -> UnitId:
    """The enemy from which it goes away. [flee.direction]"""
    return min(foes, key=lambda foe: (-battle.units[foe].models, foe))
