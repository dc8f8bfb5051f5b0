"""A bolt goes on through the ranks while each man that it strikes dies, a point weaker for each, and
armour does not stop it.

    shoot_bolt    one bolt at a target, and what follows        [engine.bolt-thrower]
    pierced       the ranks, or files, that lie in its way
    bolt          its throws
"""

from maniple.battle.bodies import gap, rank_count
from maniple.battle.chance_requests import Pierce
from maniple.battle.events import UnitShot
from maniple.battle.request import Step
from maniple.battle.sheet import Missile
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Task
from maniple.battle.unit import Formation, Unit, UnitId
from maniple.dice.stages import Stage
from maniple.geometry import Edge, within
from maniple.rules.charging.facing import zones_possible
from maniple.rules.fighting.charts import NO_SAVE, to_wound
from maniple.rules.nerve.casualties import take_losses
from maniple.rules.nerve.nerve import panic_from_shooting
from maniple.rules.shooting.firing import need_at
from maniple.rules.special.crew import wounds_to_lose
from maniple.rules.special.engine import (
    engine_wounds_left,
    inflict_on_engine,
    shots_at_engine,
    toughness_of,
)
from maniple.rules.special.magic.ward import warded

BOLT = "engine.bolt-thrower"


def shoot_bolt(
    table: Table, shooter: UnitId, target: UnitId, missile: Missile
) -> Step[tuple[Task, ...]]:
    """One bolt at the target; the wounds, and the Panic test that may follow.

    [engine.bolt-thrower, measure.when]
    """
    battle = table.battle
    inches = gap(battle.units[shooter], battle.units[target])
    in_range = within(inches, missile.range)
    wounds, at_engine = 0, shots_at_engine(battle.units[target], 1) > 0
    if in_range:
        wounds = yield from bolt(battle, shooter, target, missile)
    far = round(inches, 3)
    table.record(
        UnitShot(shooter, target, missile.name, far, not in_range, wounds=wounds, cite=BOLT)
    )
    if at_engine:
        inflict_on_engine(table, target, wounds, shooter, BOLT)
        return ()
    _ = yield from take_losses(table, target, wounds, shooter, "shoot.casualties", shooting=True)
    return panic_from_shooting(table.battle, target, shooter)


def bolt(battle: Battle, shooter: UnitId, target: UnitId, missile: Missile) -> Pierce:
    """What the bolt needs to hit, and in each rank to wound; only magic saves from it.

    An engine is struck rather than its crew. [engine.bolt-thrower, engine.shot-at, magic.ward]
    """
    unit, other = battle.units[shooter], battle.units[target]
    long = not within(gap(unit, other), missile.range / 2)
    need = need_at(battle, unit, other, missile, long=long, response=None)
    at_engine = shots_at_engine(other, 1) > 0
    each = other.sheet.profile
    ranks, toughness, most = pierced(battle, shooter, other), each.toughness, each.wounds
    to_lose, hurt = wounds_to_lose(other), other.wounds
    if at_engine:
        hurt = 0
        ranks, toughness = 1, toughness_of(other)
        most = to_lose = engine_wounds_left(other)
    save = Stage("save", warded(battle, other, NO_SAVE), kind="save")
    ranks = min(ranks, missile.strength)
    return Pierce(
        shooter,
        target,
        Stage("to hit", need, kind="missile"),
        tuple(
            [
                (Stage("to wound", to_wound(missile.strength - rank, toughness)), save)
                for rank in range(ranks)
            ]
        ),
        most,
        missile.damage,
        min(to_lose, ranks * max(1, min(missile.damage, most))),
        at_engine=at_engine,
        hurt=hurt,
    )


def pierced(battle: Battle, shooter: UnitId, target: Unit) -> int:
    """The ranks in the way of a bolt, or the files where it comes from a flank; of loose or single
    models one. [engine.bolt-thrower]
    """
    if target.body_width or target.formation in (Formation.SKIRMISH, Formation.SINGLE):
        return 1
    flanks = (Edge.LEFT, Edge.RIGHT)
    if target.is_formed and zones_possible(battle, shooter, target.id)[0] in flanks:
        return target.files
    return rank_count(target)
