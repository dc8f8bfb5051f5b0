"""Flight and pursuit: who is caught, and how far everybody runs.

    flee_and_pursue   who of the broken is caught, who gets away, and the inches run
    broken            the battle in which units have broken, and the victors choose whether to pursue
    fate              what becomes of a unit that flees, once it is known
    may_be_lost       whether its run may end it

Pursuers catch a fleer whose total is lower than theirs: 575 times in 1,296 with two dice against two.
[flee.distance, pursue.distance, pursue.several, pursue.obstacle, flee.off-table]
"""

from collections.abc import Collection, Sequence
from math import hypot, sqrt

from msgspec.structs import replace

from maniple.battle.asks import Ask, AskAnswer, HoldBack, No, Yes
from maniple.battle.bodies import body, of_side
from maniple.battle.state import Battle, Combat
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import Formation, Status, Unit, UnitId
from maniple.odds.answers import Answer, Count
from maniple.odds.asking import QuestionError, Seen, asked, count_of, outcomes_of
from maniple.odds.moments import bound, narrowed, set_at
from maniple.odds.policies import Habit
from maniple.odds.situations import Situation
from maniple.play.odds import Limits
from maniple.rules.fleeing.aftermath import may_pursue
from maniple.rules.fleeing.running import edge_near, flight_pool, mob_body
from maniple.rules.fleeing.totals import catcher, caught_by_totals, is_falling_back
from maniple.rules.table.near import enemies_within

CAUGHT = "caught"
AWAY = "gets away"
OFF = "flees off the table"
SHUT_IN = "shut in and lost"
FALLS_BACK = "falls back"
FALLS_OFF = "falls back off the table"
CHARGED_AGAIN = "falls back, but is charged again"

STAYS = -1

FREE = 1.0
"""Inches that one who flees, or falls back, must be able to go. [flee.blocked]"""

Came = tuple[tuple[str, ...], tuple[int, ...]]
"""The fate of each fleer, and the whole inches of each pursuer; -1: it does not pursue."""


def broken(battle: Battle, fleers: Collection[UnitId]) -> Battle:
    """The battle in which these units have just broken in their fights, their enemies having won.

    QuestionError for one that fights nobody.
    """
    for unit in fleers:
        if not battle.contacts_of(unit):
            name = battle.units[unit].sheet.name
            raise QuestionError(f"{name} is in touch with no enemy: it cannot break in combat")
    battle = narrowed(battle, fleers)
    side = battle.units[next(iter(fleers))].side
    combat = Combat(
        tuple(sorted(bound(battle, fleers))),
        winner=side.enemy,
        margin=1,
        broken=tuple(sorted(fleers)),
        fought=True,
        is_done=True,
    )
    aside = [one for one in battle.combats if set(one.units).isdisjoint(combat.units)]
    battle = replace(battle, combats=(*aside, combat), runners=(), panicked=())
    return set_at(battle, Phase.COMBAT, Task(Do.HOLD_OR_PURSUE))


def flee_and_pursue(
    situation: Situation,
    *,
    fleers: Collection[UnitId] = (),
    hold_back: Collection[UnitId] = (),
    limits: Limits = Limits(),
    sample: int = 0,
    sums: bool = False,
) -> Answer:
    """Units that fight break now: who is caught, and how far everybody runs.

    `fleers`: those that break; nobody said: our unit. All enemies that may pursue do, but those of
    `hold_back`, whose players try to hold them. QuestionError for a unit that fights nobody.
    """
    runs = tuple(sorted(fleers or (situation.ours,)))
    begin = broken(situation.battle, runs)
    chasers = tuple([unit.id for unit in begin.units if may_pursue(begin, unit)])

    def view(battle: Battle) -> Came | None:
        fates: list[str] = []
        for unit in runs:
            known = fate(battle, unit)
            if known is None:
                return None
            fates.append(known)
        return tuple(fates), _inches(battle, chasers)

    policy = situation.playing(pursuing(hold_back)).policy
    seen = asked(begin, view, policy, limits=limits, sample=sample, sums=sums)
    names = [situation.name(unit) for unit in runs]
    return Answer(
        "flee_and_pursue",
        _told(names, [situation.name(unit) for unit in chasers]),
        outcomes_of(seen, lambda came: _fates_told(names, came[0]), _order(len(runs))),
        (
            *[_flight(begin, situation, unit, limits, sample) for unit in runs],
            *[_pursuit(seen, i, situation.name(unit)) for i, unit in enumerate(chasers)],
        ),
        seen.certainty,
        seen.sums,
    )


def pursuing(hold_back: Collection[UnitId]) -> Habit:
    """Everybody pursues but these, whom their players try to hold. [pursue.restrain]"""

    def habit(_: Battle, ask: Ask) -> AskAnswer | None:
        if not isinstance(ask, HoldBack):
            return None
        return Yes() if ask.unit in hold_back else No()

    return habit


def fate(battle: Battle, unit_id: UnitId) -> str | None:
    """What becomes of a unit that flees from its fight, or falls back; None while that isn't known.

    Known as soon as the totals tell it, before anybody is moved, unless the run itself may end it:
    near a table edge, or between enemies.
    """
    unit = battle.units[unit_id]
    falls_back = is_falling_back(battle, unit_id)
    if not falls_back and all(run.unit != unit_id for run in battle.runners):
        return None
    if unit.status is Status.LEFT:
        return FALLS_OFF if falls_back else OFF
    if unit.status is Status.DESTROYED:
        is_caught = not falls_back and catcher(battle, unit_id) is not None
        return CAUGHT if is_caught else SHUT_IN
    if unit.fleeing:
        return AWAY
    caught = caught_by_totals(battle)
    if caught is None:
        return None
    if unit_id in caught and not falls_back:
        return CAUGHT
    if _is_to_run(battle, unit_id) and may_be_lost(battle, unit):
        return None
    if falls_back:
        return CHARGED_AGAIN if unit_id in caught else FALLS_BACK
    return AWAY


def _is_to_run(battle: Battle, unit_id: UnitId) -> bool:
    """Whether the distances are known, or about to be, and the unit has not gone its own."""
    return any(
        task.do is Do.FLIGHT_DISTANCES or (task.do is Do.FLEE_FROM_COMBAT and task.unit == unit_id)
        for task in battle.turn.todo
    )


def may_be_lost(battle: Battle, unit: Unit) -> bool:
    """Whether its run can take it off the table, or enemies bar it: it runs as a mob, or turned about,
    and so may begin nearer to either than it stands. [flee.off-table, flee.blocked, flee.mob]
    """
    if _is_in_the_open(battle, unit):
        return False
    mob, now = mob_body(unit, unit.pose.facing), body(unit)
    spread = max(hypot(mob.width, mob.depth), hypot(now.width, now.depth))
    farthest = flight_pool(battle, unit.id)
    if edge_near(battle, unit)[0] <= farthest.count * farthest.sides + spread:
        return True
    return len(enemies_within(battle, unit, FREE + spread)) > 1


def _is_in_the_open(battle: Battle, unit: Unit) -> bool:
    """Whether the unit stands so far from table edges and enemies that its run cannot end it, however
    many it has left: a look that costs little, and is the same for all of these.
    """
    ours = _most_depth(unit)
    if ours is None:
        return False
    sheet, pose, field = unit.sheet, unit.pose, battle.field
    side = sqrt((sheet.models + unit.guest_places) * sheet.base_width * sheet.base_depth)
    spread = max(ours, hypot(side + sheet.base_width, side + sheet.base_depth))
    pool = flight_pool(battle, unit.id)
    room = min(pose.x, pose.y, field.width - pose.x, field.height - pose.y)
    if room - ours <= pool.count * pool.sides + spread:
        return False
    near = 0
    for other in of_side(battle, unit.side.enemy):
        theirs = None if other.fleeing else _most_depth(other)
        if theirs is None:
            near += not other.fleeing
            continue
        apart = hypot(other.pose.x - pose.x, other.pose.y - pose.y)
        near += apart - ours - theirs <= 2 * FREE + spread
    return near <= 1


def _most_depth(unit: Unit) -> float | None:
    """Inches from where a formed unit has its pose to its farthest corner at most, with all of its
    models; None for one that is no rectangle of ranks.
    """
    if unit.formation is Formation.SKIRMISH or unit.body_width:
        return None
    sheet = unit.sheet
    ranks = -(-(sheet.models + unit.guest_places) // unit.files)
    return hypot(unit.files * sheet.base_width, ranks * sheet.base_depth)


def _inches(battle: Battle, runners: Sequence[UnitId]) -> tuple[int, ...]:
    run = {one.unit: int(one.distance) for one in battle.runners}
    return tuple([run.get(unit, STAYS) for unit in runners])


def _order(fleers: int) -> tuple[str, ...]:
    return (CAUGHT, AWAY) if fleers == 1 else ()


def _fates_told(names: Sequence[str], fates: Sequence[str]) -> str:
    """The fate of one fleer, or of each by name."""
    if len(fates) == 1:
        return fates[0]
    return ", ".join(f"{name} {what}" for name, what in zip(names, fates, strict=True))


def _flight(
    begin: Battle, situation: Situation, unit: UnitId, limits: Limits, sample: int
) -> Count:
    """The inches that a fleer rolls, seen as soon as it has: that of one who is caught is not kept."""

    def view(battle: Battle) -> int | None:
        return next((int(run.distance) for run in battle.runners if run.unit == unit), None)

    seen = asked(begin, view, situation.policy, limits=limits, sample=sample)
    return count_of(seen, f"inches {situation.name(unit)} flees", lambda inches: inches)


def _pursuit(seen: Seen[Came], place: int, name: str) -> Count:
    """The whole inches that one of the pursuers rolls; none where it stays."""

    def inches(came: Came) -> int | None:
        return None if came[1][place] == STAYS else came[1][place]

    return count_of(seen, f"inches {name} pursues", inches)


def _told(names: Sequence[str], chasers: Sequence[str]) -> str:
    fleeing = " and ".join(names)
    if not chasers:
        return f"{fleeing} broken, with nobody to pursue"
    return f"{fleeing} broken, pursued by {' and '.join(chasers)}"
