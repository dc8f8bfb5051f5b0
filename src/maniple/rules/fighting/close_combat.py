"""The end of a combat's round, and what follows when all combats have come so far.

close_combat   charges are spent, and who has lost touch closes up   [combat.casualties]
combat_panic   friends of the broken test; then flight and pursuit   [break.panic-order]
"""

from msgspec.structs import replace

from maniple.battle.bodies import on_table, outline
from maniple.battle.events import CombatClosed, FirstChargeSpent, UnitAligned, UnitsParted
from maniple.battle.request import Step, nothing_asked
from maniple.battle.state import Battle, Contact
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import Unit, UnitId
from maniple.geometry import Edge, Outline, first_on_advance, in_touch, pose
from maniple.rules.fighting.arms import has_charged
from maniple.rules.fighting.break_test import has_first_charge
from maniple.rules.fighting.strike_order import running
from maniple.rules.nerve.leadership import is_leaving
from maniple.rules.nerve.nerve import panic_from_broken
from maniple.rules.table.ground import grounds
from maniple.rules.table.terrain_cost import nearest_points


def close_combat(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The combat is done for this phase. [turn.combat-order]"""
    yield from nothing_asked()
    for unit_id in running(table.battle).units:
        unit = table.battle.units[unit_id]
        if _spends_first_charge(unit):
            table.record(FirstChargeSpent(unit_id))
    units = running(table.battle).units
    table.record(CombatClosed())
    for touch in table.battle.contacts:
        if touch.red in units:
            keep_in_touch(table, touch)
    return (Task(Do.NAME_COMBAT),)


def combat_panic(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """Friends within 12 inches of the broken test, before anybody is moved; then all winners say
    whether they pursue. [break.panic-order, panic.broken-friends, combat.procedure (8), (9)]
    """
    yield from nothing_asked()
    battle = table.battle
    broken = tuple([unit for combat in battle.combats for unit in combat.broken])
    return (*panic_from_broken(battle, broken), Task(Do.HOLD_OR_PURSUE))


def _spends_first_charge(unit: Unit) -> bool:
    """Whether this round was that of the unit's first charge home. [break.first-charge]

    One over a defended obstacle gains nothing, but has been brought home.
    """
    if not has_first_charge(unit) or unit.first_charge_spent or unit.fight is None:
        return False
    return has_charged(unit, unit.fight) or unit.fight.counter_charging


def keep_in_touch(table: Table, touch: Contact) -> None:
    """Enemies whom casualties have parted close up, or fight no more.

    The one whose front is in the fight goes straight ahead, else the other straight up to it;
    neither moves that is in touch with somebody else, or will leave the fight.
    [combat.casualties]
    """
    battle = table.battle
    red, blue = battle.units[touch.red], battle.units[touch.blue]
    if _touch(red, blue) or is_leaving(battle, red) or is_leaving(battle, blue):
        return
    ahead = (red, blue) if touch.red_edge is Edge.FRONT else (blue, red)
    for mover, enemy in (ahead, ahead[::-1]):
        if not _is_held(battle, mover, enemy.id) and _close_up(table, mover, enemy):
            return
    table.record(UnitsParted(red.id, blue.id))


def _touch(a: Unit, b: Unit) -> bool:
    return any(in_touch(one, other) for one in outline(a) for other in outline(b))


def _is_held(battle: Battle, unit: Unit, foe: UnitId) -> bool:
    """Whether another enemy is in touch with the unit."""
    others = [c.enemy_of(unit.id) for c in battle.contacts_of(unit.id)]
    return any(_touch(unit, battle.units[o]) for o in others if o != foe)


def _close_up(table: Table, mover: Unit, enemy: Unit) -> bool:
    """Move the unit straight up to its enemy, if nobody is in the way and it can stand there;
    whether it has. [combat.casualties, terrain.impassable]
    """
    battle = table.battle
    rects = outline(mover)
    apart = [nearest_points(one, other) for one in rects for other in outline(enemy)]
    x0, y0, x1, y1 = min(apart, key=lambda p: (p[2] - p[0]) ** 2 + (p[3] - p[1]) ** 2)
    dx, dy = x1 - x0, y1 - y0
    inches = (dx * dx + dy * dy) ** 0.5
    others: list[Outline] = [
        rect
        for unit in on_table(battle)
        if unit.id not in (mover.id, enemy.id)
        for rect in outline(unit)
    ]
    others += [piece.polygon for piece in grounds(battle).impassable]
    for rect in rects:
        hit = first_on_advance(rect, dx / inches, dy / inches, inches, others)
        if hit is not None and hit.travel < inches:
            return False
    moved = tuple([pose(p.x + dx, p.y + dy, p.facing) for p in mover.places])
    at = pose(mover.pose.x + dx, mover.pose.y + dy, mover.pose.facing)
    if not _touch(replace(mover, pose=at, places=moved), enemy):
        return False
    table.record(UnitAligned(mover.id, at, "combat.casualties", moved))
    return True
