"""Moments of battles in play, of every kind that a battle brings, to work odds out in.

moments_of    the battles at the start of each step of a bots' battle in a world drawn by lot
some_of_each  a few of them by lot, of each kind of task
by_lot        a policy: answers that a number chooses, the same ones in equal battles
until_task    a view that looks when another task is next, or the phase is over
siblings      what other dice would have made of the steps that led to a battle
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from zlib import crc32

from kit.steps import thrown
from maniple.battle.asks import Ask, AskAnswer, Done
from maniple.battle.events import PhaseBegan, StepEnded
from maniple.battle.judged import Judged
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle
from maniple.battle.tasks import Do
from maniple.bots import BOTS
from maniple.dice.seeded import Seeded
from maniple.play.chance import SeededChance
from maniple.play.game import Game
from maniple.play.odds import Policy, View
from maniple.play.seat import play_out
from maniple.play.setup import beginning
from maniple.play.told import Happened, Told
from maniple.rules.legality import judge, options, sample
from tools.worlds import world_of

STATE = (
    *("models", "files", "formation", "places", "status", "fleeing", "fled_loose", "wounds"),
    *("crew_wounds", "engine_wounds", "jammed_until", "startled", "stampeding", "host", "guests"),
    *("guest_places", "lap_left", "lap_right", "fell_back", "first_charge_spent", "leader_at"),
    *("fought_away", "stepped", "duel", "retired", "standard_lost", "late", "leaves_at"),
    *("kept_card", "by_share", "shot_by_share", "testudo", "moved_in_own_turn", "cowed"),
    *("terror_tested", "half_idle", "frenzy_lost", "doings", "fight", "spells", "pose"),
)
"""All that a battle may change of a unit."""


@lru_cache(maxsize=4)
def moments_of(seed: int) -> tuple[Battle, ...]:
    """The battles at the start of each step of the battle of this world, in their order.

    Random bots fight in odd worlds; in even ones steady bots, who charge more often.
    """
    world = world_of(seed)
    found: list[Battle] = []

    def listen(told: Told) -> None:
        is_end = isinstance(told, Happened) and isinstance(told.event, StepEnded | PhaseBegan)
        if is_end and not told.battle.is_over:
            found.append(told.battle)

    began = beginning(world.scenario, world.rosters)
    bot = BOTS["random" if seed % 2 else "steady"]
    game = Game(began, SeededChance(seed), listeners=(listen,))
    play_out(game, Pair(bot(seed), bot(seed + 1)))
    return tuple(found)


def next_do(battle: Battle) -> Do | None:
    """The kind of task that is next; None: the next phase begins."""
    return battle.turn.todo[0].do if battle.turn.todo else None


def some_of_each(battles: Iterable[Battle], lot: Seeded, most: int) -> list[Battle]:
    """At most so many of the battles by lot, of each kind of task that is next in them."""
    kinds: dict[Do | None, list[Battle]] = {}
    for battle in battles:
        kinds.setdefault(next_do(battle), []).append(battle)
    return [battle for found in kinds.values() for battle in lot.shuffled(found)[:most]]


def by_lot(number: int) -> Policy:
    """Answers that the number and the kind of question choose, Done among them where it may be."""

    def answer(battle: Battle, ask: Ask) -> AskAnswer:
        drawn = crc32(f"{number} {type(ask).__name__}".encode())
        if drawn % 4 == 0 and isinstance(judge(battle, ask, Done()), Judged):
            return Done()
        listed = options(battle, ask)
        if listed:
            return listed[drawn // 4 % len(listed)]
        return sample(battle, ask, Seeded(drawn).below)

    return answer


def until_task(
    begin: Iterable[Battle], stops: Iterable[Do | None], see: Callable[[Battle], Hashable]
) -> View[Hashable]:
    """Looks at a battle when one of these tasks is next, or in another phase than at the beginning."""
    phases = frozenset([(battle.turn.phase, battle.turn.side) for battle in begin])
    among = frozenset(stops)

    def view(battle: Battle) -> Hashable | None:
        goes_on = not battle.is_over and (battle.turn.phase, battle.turn.side) in phases
        return None if goes_on and next_do(battle) not in among else see(battle)

    return view


def everything(battle: Battle) -> Hashable:
    """All that a battle may change of its units, its contacts, charges and combats."""
    units = tuple([tuple([getattr(unit, name) for name in STATE]) for unit in battle.units])
    return units, battle.contacts, battle.charges, battle.combats, battle.captures, battle.caught


def standing(battle: Battle) -> Hashable:
    """Who is left of each unit, and whether it runs."""
    return tuple([(unit.models, unit.status.value, unit.fleeing) for unit in battle.units])


def losses(battle: Battle) -> Hashable:
    """The models left of each side."""
    return tuple([sum([unit.models for unit in battle.of(side)]) for side in Side])


def siblings(
    moments: Sequence[Battle], at: int, steps: int, count: int, policy: Policy
) -> list[Battle]:
    """So many battles that come of the moment so many steps before this one, with other dice."""
    return [
        _played_on(moments[max(0, at - steps)], steps, Seeded(number), policy)
        for number in range(count)
    ]


def _played_on(battle: Battle, steps: int, faces: Seeded, policy: Policy) -> Battle:
    for _ in range(steps):
        if battle.is_over:
            break
        battle = thrown(battle, policy, faces.face)
    return battle
