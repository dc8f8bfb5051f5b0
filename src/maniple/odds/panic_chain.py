"""Which friends still stand after a unit breaks, is ridden down, is slain, or runs by.

    panic_chain       which friends flee, each and together
    line_of_battle    units side by side of which one fights and breaks

All that test for the one cause do so in the order of the rules, the general's own unit first, and those
that come later feel it if he runs. [panic.broken-friends, panic.fleers-destroyed, panic.general,
panic.fleeing-friends]
"""

import enum
from collections.abc import Callable, Collection, Sequence

from msgspec.structs import replace

from maniple.battle.apply import apply
from maniple.battle.events import UnitDestroyed
from maniple.battle.state import Battle, Combat
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import NOBODY, Status, Unit, UnitId
from maniple.geometry import Pose, pose
from maniple.odds.answers import Answer
from maniple.odds.asking import QuestionError, asked, count_of, outcomes_of
from maniple.odds.moments import set_at
from maniple.odds.situations import FIGHT_TABLE, Said, Situation, alone, melee
from maniple.play.odds import Limits
from maniple.rules.nerve.leadership import is_running
from maniple.rules.nerve.nerve import (
    fallen_generals,
    panic_from_broken,
    panic_from_destroyed,
    panic_from_fleers_tasks,
)
from maniple.rules.table.obstruct import bounds

MOST_NAMED = 5
"""Units whose flights are told one by one; of more, how many flee."""


class Cause(enum.Enum):
    """What befalls the unit that its friends see."""

    BREAKS = "broken in combat"
    RIDDEN_DOWN = "ridden down in flight"
    SLAIN = "slain to the last"
    FLEES_BY = "fleeing as their turn begins"


def panic_chain(
    situation: Situation,
    *,
    cause: Cause = Cause.BREAKS,
    among: Collection[UnitId] = (),
    onward: bool = False,
    limits: Limits = Limits(),
    sample: int = 0,
    sums: bool = False,
) -> Answer:
    """Which friends of our unit flee when this befalls it.

    `among`: the friends that are asked about; nobody said: all that have to test. `onward`: those who
    panic run, and so does our unit if it has broken and nobody catches it; then their side's next turn
    begins, and who sees them near by tests. Nothing else happens meanwhile. Counts say how many flee,
    and of each whether it does (1) or stands (0). QuestionError for units on the other side.
    """
    begin = befallen(situation.battle, situation.ours, cause)
    if onward:
        begin = _going_on(begin, situation.ours, cause)
    asked_of = _asked_of(begin, situation, tuple(among), onward=onward)
    fled = frozenset([unit.id for unit in begin.units if unit.fleeing])

    def view(battle: Battle) -> tuple[UnitId, ...] | None:
        if any(task.do in STILL_TO_TEST for task in battle.turn.todo):
            return None
        return tuple([u for u in asked_of if u not in fled and _runs(battle, battle.units[u])])

    seen = asked(begin, view, situation.policy, limits=limits, sample=sample, sums=sums)
    names = {unit: situation.name(unit) for unit in asked_of}
    each = tuple(
        [count_of(seen, f"{name} fleeing", _is_among(unit)) for unit, name in names.items()]
    )

    def told(fleeing: tuple[UnitId, ...]) -> str:
        if not fleeing:
            return ALL_STAND
        if len(asked_of) > MOST_NAMED:
            return f"{len(fleeing)} fleeing"
        return f"{' and '.join(names[unit] for unit in fleeing)} fleeing"

    order = [ALL_STAND]
    if len(asked_of) > MOST_NAMED:
        order += [told(asked_of[:count]) for count in range(1, len(asked_of) + 1)]
    return Answer(
        "panic_chain",
        f"{situation.our_name} {cause.value}: which friends flee",
        outcomes_of(seen, told, order),
        (count_of(seen, "units fleeing", len), *each),
        seen.certainty,
        seen.sums,
    )


ALL_STAND = "all standing"
STILL_TO_TEST = (Do.PANIC_TEST, Do.REMOVE_CAUGHT, Do.START_TESTS)


def befallen(battle: Battle, unit_id: UnitId, cause: Cause) -> Battle:
    """The battle in which this has just befallen the unit, the tests of its friends still due."""
    unit = battle.units[unit_id]
    if not unit.is_on_table:
        raise QuestionError(f"{unit.sheet.name} is not on the table: nothing befalls it there")
    battle = replace(battle, runners=(), panicked=(), caught=())
    if cause is Cause.FLEES_BY:
        battle = replace(battle, turn=replace(battle.turn, side=unit.side), combats=())
        if not unit.fleeing:
            raise QuestionError(f"{unit.sheet.name} does not flee: ask what follows if it breaks")
        return set_at(battle, Phase.START, *panic_from_fleers_tasks(battle))
    if cause is Cause.BREAKS:
        foes = [touch.enemy_of(unit_id) for touch in battle.contacts_of(unit_id)]
        combat = Combat((unit_id, *foes), broken=(unit_id,), fought=True, is_done=True)
        battle = replace(battle, combats=(combat,))
        return set_at(battle, Phase.COMBAT, *panic_from_broken(battle, (unit_id,)))
    tests: tuple[Task, ...] = ()
    if cause is Cause.RIDDEN_DOWN:
        tests = panic_from_destroyed(battle, (unit_id,))
    for man in (*unit.guests, unit_id):
        battle = apply(battle, UnitDestroyed(man, NOBODY, "combat.casualties"))
    # The step that removes those who were caught finds nobody left; a general's death is felt as it ends.
    return set_at(replace(battle, combats=()), Phase.COMBAT, Task(Do.REMOVE_CAUGHT), *tests)


def _going_on(begin: Battle, unit_id: UnitId, cause: Cause) -> Battle:
    """The same, but those who panic run, and the turn of their side begins. [panic.fleeing-friends]"""
    if cause is Cause.FLEES_BY:
        raise QuestionError("their turn has begun already: ask what follows if a unit breaks")
    runs = (Task(Do.FLIGHT_DISTANCES),) if cause is Cause.BREAKS else ()
    turn = replace(begin.turn, side=begin.units[unit_id].side)
    return set_at(
        replace(begin, turn=turn), Phase.COMBAT, *begin.turn.todo, *runs, Task(Do.START_TESTS)
    )


def line_of_battle(
    units: Sequence[Said], fighting: int, foe: Said, *, apart: float = 1.0
) -> Situation:
    """Units side by side from left to right, `apart` inches between them; the one of that place, from
    0, is our unit, and fights the foe. QuestionError for a place that is not there, or no room.
    """
    if not 0 <= fighting < len(units):
        raise QuestionError(
            f"place {fighting} of a line of {len(units)}: from 0 to {len(units) - 1}"
        )
    if apart < 0:
        raise QuestionError(f"{apart:g} inches between units: 0 or more")
    here = melee(units[fighting], foe)
    battle = here.battle
    for step, places in ((-1, range(fighting - 1, -1, -1)), (1, range(fighting + 1, len(units)))):
        beside = battle.units[here.ours]
        for place in places:
            battle, beside = _with_beside(battle, beside, units[place], step, apart)
    return replace(here, battle=battle)


def _with_beside(
    battle: Battle, beside: Unit, said: Said, step: int, apart: float
) -> tuple[Battle, Unit]:
    """The battle with one more unit, to the left (-1) or the right (1) of the other; and that unit."""
    first = UnitId(len(battle.units))
    hosted = alone(said).battle.units
    ids = {unit.id: UnitId(first + unit.id) for unit in hosted}
    ids[NOBODY] = NOBODY
    unit = hosted[0]
    left, _, right, front = bounds(unit)
    west, _, east, _ = bounds(beside)
    over = east + apart - left if step > 0 else west - apart - right
    up = FIGHT_TABLE / 2 - front
    if left + over < 0.0 or right + over > battle.field.width:
        raise QuestionError(
            f"{unit.sheet.name} has no room beside {beside.sheet.name}: ask of fewer"
        )
    names = {one.sheet.name for one in battle.units}
    added = tuple(
        [
            replace(
                one,
                id=ids[one.id],
                side=beside.side,
                sheet=replace(one.sheet, name=_new_name(one.sheet.name, names)),
                host=ids[one.host],
                guests=tuple([ids[guest] for guest in one.guests]),
                pose=_moved(one.pose, over, up),
                places=tuple([_moved(place, over, up) for place in one.places]),
            )
            for one in hosted
        ]
    )
    return replace(battle, units=(*battle.units, *added)), added[0]


def _moved(at: Pose, over: float, up: float) -> Pose:
    return pose(at.x + over, at.y + up, at.facing)


def _new_name(name: str, names: set[str]) -> str:
    """The name, with a number where another bears it."""
    if name not in names:
        return name
    number = 2
    while f"{name} ({number})" in names:
        number += 1
    return f"{name} ({number})"


def _asked_of(
    begin: Battle, situation: Situation, among: tuple[UnitId, ...], *, onward: bool
) -> tuple[UnitId, ...]:
    side = situation.battle.units[situation.ours].side
    for unit in among:
        if begin.units[unit].side is not side:
            raise QuestionError(f"{situation.name(unit)} is no friend of {situation.our_name}")
    if among:
        return tuple(sorted(among))
    if onward or _fallen(begin, situation.ours):
        friends = [u for u in begin.units if u.side is side and u.id != situation.ours]
        return tuple([u.id for u in friends if u.status is Status.TABLE])
    return tuple(sorted(task.unit for task in begin.turn.todo if task.do is Do.PANIC_TEST))


def _runs(battle: Battle, unit: Unit) -> bool:
    """Whether the unit flees, is gone, or has failed a Panic test and is about to run; of a character
    with a unit, whether that does. [panic.flee, character.in-unit]
    """
    return not unit.is_alive or is_running(battle, unit)


def _is_among(unit: UnitId) -> Callable[[tuple[UnitId, ...]], int]:
    return lambda fleeing: int(unit in fleeing)


def _fallen(begin: Battle, unit: UnitId) -> bool:
    """Whether an army has lost its general: everybody tests. [panic.general]"""
    return any(man.side is begin.units[unit].side for man in fallen_generals(begin))
