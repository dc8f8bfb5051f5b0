"""A stone comes down where its player has stated direction and range, or astray, on whoever stands there.

throw_stone    aim, dice, and what follows                    [engine.stone-thrower]
judge_aim      whether a direction and a range may be stated
sample_aim     one by lot, somewhere about the target
landed         where the stone comes down
misfired       what a misfire does to the engine and its crew
"""

from collections.abc import Callable

from maniple.battle.asks import Aim, AimEngine
from maniple.battle.bodies import where_stands
from maniple.battle.chance_requests import Roll, Scatter, Volley
from maniple.battle.events import EngineMisfired, StoneThrown
from maniple.battle.judged import Judged, Refusal
from maniple.battle.request import Step
from maniple.battle.sheet import Missile
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Task
from maniple.battle.unit import NOBODY, Unit, UnitId
from maniple.dice.pool import D6
from maniple.geometry import (
    bearing,
    cos_deg,
    point_distance,
    round_degrees,
    round_inches,
    sin_deg,
    within,
)
from maniple.rules.nerve.casualties import inflict, take_losses
from maniple.rules.nerve.nerve import panic_from_shooting
from maniple.rules.shooting.sight import HALF_ARC
from maniple.rules.special.crew import inflict_on_crew
from maniple.rules.special.engine import inflict_on_engine, lose
from maniple.rules.special.look_out import everyone_hit
from maniple.rules.special.template import under_template

STONE = "engine.stone-thrower"

DESTROYED = 1
"""The face of the misfire die that destroys the engine."""
JAMMED = (2, 3)
"""Those that cost it a crewman, and its next turn."""


def throw_stone(
    table: Table, shooter: UnitId, target: UnitId, missile: Missile
) -> Step[tuple[Task, ...]]:
    """The player states direction and range; dice say where the stone comes down, and whom it strikes.

    [engine.stone-thrower]
    """
    side = table.battle.units[shooter].side
    aim = yield from AimEngine(side, shooter, target)
    astray = yield from Scatter(shooter)
    if astray is None:
        yield from misfired(table, shooter)
        return ()
    engine = table.battle.units[shooter]
    aimed = _ahead(engine.pose.x, engine.pose.y, aim.facing, aim.inches)
    x, y = landed(aimed, aim.facing, *astray)
    table.record(
        StoneThrown(shooter, target, missile.name, aim.inches, *aimed, x, y, off=astray[0])
    )
    return (yield from _struck(table, shooter, missile, x, y))


def landed(
    aimed: tuple[float, float], facing: float, inches: int, hour: int
) -> tuple[float, float]:
    """Where the stone comes down: so many inches off towards that hour, 12 straight on from the engine.

    [engine.stone-thrower]
    """
    return _ahead(*aimed, round_degrees(facing + 30.0 * hour), float(inches))


def misfired(table: Table, unit_id: UnitId) -> Step[None]:
    """The engine is destroyed on a 1; on 2 and 3 it loses a crewman, and its next turn too.

    [engine.stone-thrower]
    """
    face = yield from Roll(D6, STONE, unit_id, "misfire")
    until = table.battle.turn.number + 1 if face in JAMMED else 0
    table.record(EngineMisfired(unit_id, face, until))
    unit = table.battle.units[unit_id]
    if face == DESTROYED:
        lose(table, unit_id, STONE, unit)
    elif face in JAMMED:
        _ = inflict(table, unit_id, unit.sheet.profile.wounds, unit_id, STONE, shooting=True)


def _struck(
    table: Table, shooter: UnitId, missile: Missile, x: float, y: float
) -> Step[tuple[Task, ...]]:
    """Whom the stone strikes, friend or foe, and their Panic tests; friends do not run from their own
    engine but from the nearest enemy. [engine.stone-thrower, panic.shooting]
    """
    battle = table.battle
    attacks = under_template(battle, missile, x, y)
    if not attacks:
        return ()
    hit = everyone_hit(battle, attacks)
    wounds = yield from Volley(shooter, attacks, hit, STONE)
    for at, lost in zip(hit, wounds, strict=True):
        if at.engine:
            inflict_on_engine(table, at.unit, lost, shooter, STONE)
        elif at.crew:
            _ = inflict_on_crew(table, at.unit, lost, shooter, STONE)
        else:
            _ = yield from take_losses(table, at.unit, lost, shooter, STONE, shooting=True)
    then: list[Task] = []
    for unit in dict.fromkeys([where_stands(battle, battle.units[at.unit]).id for at in hit]):
        ours = battle.units[unit].side is battle.units[shooter].side
        then += panic_from_shooting(table.battle, unit, NOBODY if ours else shooter)
    return tuple(then)


def judge_aim(battle: Battle, ask: AimEngine, answer: Aim) -> Judged | Refusal:
    """Direction within the engine's front arc, range as the engine throws; no matter at whom.

    [engine.stone-thrower, sight.arc, measure.when]
    """
    unit = battle.units[ask.unit]
    name = unit.sheet.name
    missile = stone_of(unit)
    if not (abs(answer.facing) < 1e6 and abs(answer.inches) < 1e6):
        return Refusal(STONE, f"{name} is aimed with numbers: degrees from 0 to 360, and inches")
    aim = Aim(round_degrees(answer.facing), round_inches(answer.inches))
    if not missile.least_range <= aim.inches <= missile.range:
        why = (
            f"{name} throws {missile.least_range:g} to {missile.range:g} inches, not {aim.inches:g}"
        )
        return Refusal(STONE, why)
    if not within(abs((aim.facing - unit.pose.facing + 180.0) % 360.0 - 180.0), HALF_ARC):
        why = f"{name} faces {unit.pose.facing:g} degrees: {aim.facing:g} is out of its front arc"
        return Refusal("sight.arc", why)
    return Judged(aim)


def sample_aim(battle: Battle, ask: AimEngine, below: Callable[[int], int]) -> Aim:
    """A guess about the middle of the target, up to 4 inches short or over. [engine.stone-thrower]"""
    unit, target = battle.units[ask.unit], battle.units[ask.target]
    missile = stone_of(unit)
    dx, dy = target.pose.x - unit.pose.x, target.pose.y - unit.pose.y
    off = (bearing(dx, dy) - unit.pose.facing + 180.0) % 360.0 - 180.0
    off = max(-HALF_ARC, min(HALF_ARC, off))
    guess = point_distance(0.0, 0.0, dx, dy) + below(9) - 4
    inches = max(missile.least_range, min(missile.range, guess))
    return Aim(round_degrees(unit.pose.facing + off), round_inches(inches))


def stone_of(unit: Unit) -> Missile:
    """What the engine throws. ValueError for a unit that serves no stone thrower."""
    engine = unit.sheet.engine
    if engine is None or engine.weapon is None:
        raise ValueError(f"{unit.sheet.name} serves no engine")
    return engine.weapon


def _ahead(x: float, y: float, facing: float, inches: float) -> tuple[float, float]:
    return (
        round_inches(x + sin_deg(facing) * inches),
        round_inches(y + cos_deg(facing) * inches),
    )
