"""Questions asked of a battle in play: what comes of it, from this very moment.

    situation_of      the battle as it stands, for any question of this room
    after_answer      what is seen at a later moment if the pending ask is answered so
    compare_answers   the same for several answers
    supposing         the game as it would be after a move, for questions about what comes next
    pursue_or_hold    what comes of pursuing, and of holding back, while that is asked
    will_hold         whether a unit passes the Break test that is due to it now
    charging_now, shooting_now, rallying_now, fighting_now
                      the battle set at the moment of such a question

A question takes the battle and the answers that the running step has had. The game goes on as if nothing
had been asked: its dice are not touched, nor is its record. What the players are asked later is answered
by habits, `policies.sensible` where nothing is said. Other questions take a live situation as they take
one made of words:

    charge(charging_now(game, ours, theirs))
    rally(rallying_now(game, unit))
    volley(shooting_now(game, ours, theirs))
"""

import enum
from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec.structs import replace

from maniple.battle.asks import AskAnswer, HoldBack, No, Yes
from maniple.battle.chance import Rolled
from maniple.battle.chance_requests import Chance
from maniple.battle.judged import Refusal
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import NOBODY, Status, UnitId
from maniple.odds.answers import Answer, Compared
from maniple.odds.asking import QuestionError, Seen, asked, outcomes_of
from maniple.odds.flight import AWAY, CAUGHT, OFF, fate
from maniple.odds.moments import in_turn_of, narrowed, set_at
from maniple.odds.nerve import break_test
from maniple.odds.policies import Habit, policy_of
from maniple.odds.rounds import combat_of, is_fought
from maniple.odds.situations import Situation
from maniple.play.game import Game
from maniple.play.odds import Limits
from maniple.rules.nerve.leadership import is_leaving

V = TypeVar("V")

Live = Game | Battle


class Until(enum.Enum):
    """How far a question follows a battle in play."""

    STEP = "the end of the step"
    PHASE = "the end of the phase"
    TURN = "the end of the player's turn"


def situation_of(live: Live, ours: UnitId, theirs: UnitId = NOBODY) -> Situation:
    """The battle as it stands now, with these two concerned: for questions that set their own moment.

    QuestionError for units that are not there.
    """
    battle = live.battle if isinstance(live, Game) else live
    for unit in (ours, theirs):
        if unit != NOBODY and not 0 <= unit < len(battle.units):
            raise QuestionError(f"there is no unit {unit}: from 0 to {len(battle.units) - 1}")
    return Situation(battle, ours, theirs)


def after_answer(
    game: Game,
    answer: AskAnswer,
    see: Callable[[Battle], V],
    *,
    until: Until = Until.STEP,
    habits: Sequence[Habit] = (),
    limits: Limits = Limits(),
    sample: int = 0,
) -> Seen[V]:
    """What is seen at the end of the step, phase or turn, if the pending ask is answered so.

    `see`: a small hashable value, taken from the battle of that moment, or of its end if it ends
    before. QuestionError for an answer that the rules refuse.
    """
    began, given = game.snapshot
    turn = game.battle.turn

    def view(battle: Battle) -> V | None:
        now = battle.turn
        goes_on = not battle.is_over and (now.number, now.side) == (turn.number, turn.side)
        if until is Until.TURN and goes_on:
            return None
        if until is Until.PHASE and goes_on and now.phase is turn.phase:
            return None
        return see(battle)

    return asked(
        began,
        view,
        policy_of(habits),
        answers=(*given, legal(game, answer)),
        limits=limits,
        sample=sample,
    )


class _NoDice:
    """In place of a chance source, where nothing is to be thrown."""

    def throw(self, request: Chance) -> Rolled:
        raise QuestionError(
            f"dice are thrown by [{request.cite}] after that: ask what comes of the answer instead"
        )


def supposing(game: Game, *answers: AskAnswer) -> Game:
    """A copy of the game in which the asks have been answered so, for questions about a move not made.

    QuestionError for an answer that the rules refuse, or after which dice are thrown.
    """
    copy = game.fork(_NoDice())
    for answer in answers:
        _ = copy.answer(legal(copy, answer))
    return copy


def compare_answers(
    game: Game,
    answers: Sequence[AskAnswer],
    see: Callable[[Battle], V],
    *,
    until: Until = Until.STEP,
    habits: Sequence[Habit] = (),
    limits: Limits = Limits(),
    sample: int = 0,
) -> tuple[tuple[AskAnswer, Seen[V]], ...]:
    """What is seen after each of these answers to the pending ask. See `after_answer`."""
    return tuple(
        [
            (
                answer,
                after_answer(
                    game, answer, see, until=until, habits=habits, limits=limits, sample=sample
                ),
            )
            for answer in answers
        ]
    )


def legal(game: Game, answer: AskAnswer) -> AskAnswer:
    """The answer as the rules take it. QuestionError if they refuse it, or nothing is asked."""
    if game.pending is None:
        raise QuestionError("the battle is over: nothing is asked any more")
    judged = game.judge(answer)
    if isinstance(judged, Refusal):
        raise QuestionError(f"this answer is refused: {judged.why} [{judged.rule}]")
    return judged.answer


def pursue_or_hold(
    game: Game,
    *,
    habits: Sequence[Habit] = (),
    limits: Limits = Limits(),
    sample: int = 0,
    sums: bool = False,
) -> Compared:
    """What comes of pursuing, and of trying to hold the unit back, while the game asks that.

    QuestionError if it asks something else. [pursue.must, pursue.restrain]
    """
    ask = game.pending
    if not isinstance(ask, HoldBack):
        raise QuestionError("nobody is asked now whether a unit is held back from pursuit")
    unit = ask.unit
    battle, given = game.snapshot
    prey = tuple([touch.enemy_of(unit) for touch in game.battle.contacts_of(unit)])
    begin = narrowed(battle, (unit,))
    name = battle.units[unit].sheet.name

    def view(now: Battle) -> tuple[bool, tuple[str, ...]] | None:
        fates: list[str] = []
        for one in prey:
            known = _fled(now, one)
            if known is None:
                return None
            fates.append(known)
        hunts = any(run.unit == unit and run.chases != NOBODY for run in now.runners)
        return hunts or now.units[unit].doings.ran, tuple(fates)

    def told(seen: tuple[bool, tuple[str, ...]]) -> str:
        hunts, fates = seen
        return f"{'pursues' if hunts else 'holds'}; enemy {' and '.join(fates)}"

    choices: list[tuple[str, Answer]] = []
    for answer, words in ((No(), "pursue"), (Yes(), "hold back")):
        _ = legal(game, answer)
        seen = asked(
            begin,
            view,
            policy_of(habits),
            answers=(*given, answer),
            limits=limits,
            sample=sample,
            sums=sums,
        )
        found = Answer(
            "pursue_or_hold",
            f"{name} is to {words}",
            outcomes_of(seen, told),
            certainty=seen.certainty,
            sums=seen.sums,
        )
        choices.append((words, found))
    return Compared("pursue_or_hold", tuple(choices))


def _fled(battle: Battle, unit_id: UnitId) -> str | None:
    """The fate of a unit that leaves its fight, by what was rolled, or by where it is."""
    unit = battle.units[unit_id]
    if any(run.unit == unit_id for run in battle.runners):
        return fate(battle, unit_id)
    if unit.status is Status.DESTROYED:
        return CAUGHT
    if unit.status is Status.LEFT:
        return OFF
    return AWAY if unit.fleeing and not unit.is_engaged else None


def will_hold(live: Live, unit: UnitId, *, margin: int = 0, sums: bool = False) -> Answer:
    """Whether the unit passes its Break test: the one that is due to it now, or that of a round lost by
    so many points. QuestionError if none is due and no margin is said. [break.test]
    """
    here = situation_of(live, unit)
    combat = here.battle.combat
    due = any(task.do is Do.BREAK_TEST and task.unit == unit for task in here.battle.turn.todo)
    if not margin and (combat is None or not due):
        raise QuestionError(
            f"{here.our_name} has no Break test due: say by how many points the round is lost"
        )
    lost_by = margin or (combat.margin if combat is not None else 0)
    battle = narrowed(here.battle, (unit,))
    return break_test(replace(here, battle=battle), lost_by, sums=sums)


def charging_now(live: Live, charger: UnitId, target: UnitId) -> Situation:
    """The battle in which the unit charges the other, for `charge` and `charge_by_response`: if it has
    declared that, as the charge stands; else as if it were declared now, or in its next turn.
    """
    here = situation_of(live, charger, target)
    if not isinstance(live, Game) or here.battle.charge_of(charger) is None:
        return here
    began, given = live.snapshot
    return replace(here, battle=began, answers=given)


def shooting_now(live: Live, shooter: UnitId, target: UnitId) -> Situation:
    """The battle in which the unit may shoot now, for `volley`; if it is not its turn, in its next."""
    here = situation_of(live, shooter, target)
    begin = narrowed(in_turn_of(here.battle, shooter), (shooter, target))
    return replace(here, battle=set_at(begin, Phase.SHOOTING, Task(Do.SHOOT)))


def rallying_now(live: Live, unit: UnitId) -> Situation:
    """The battle in which the unit may try to rally now, for `rally`; or in its next turn."""
    here = situation_of(live, unit)
    begin = narrowed(in_turn_of(here.battle, unit), (unit,))
    return replace(here, battle=set_at(begin, Phase.RALLY, Task(Do.RALLY, unit)))


def fighting_now(live: Live, ours: UnitId, theirs: UnitId) -> Situation:
    """The battle in which the fight of the two goes on, for `melee_round` and `fight`.

    If their round is being fought, or Break tests of it are due, from where it stands; else their next
    one. Other fights are left alone. QuestionError if one of the two is about to leave the fight.
    """
    here = situation_of(live, ours, theirs)
    began, given = live.snapshot if isinstance(live, Game) else (live, ())
    combat = combat_of(began, ours)
    if combat is not None and not is_fought(began, combat):
        return replace(here, battle=narrowed(began, (ours,)), answers=given)
    for unit in (ours, theirs):
        if unit != NOBODY and is_leaving(here.battle, here.battle.units[unit]):
            raise QuestionError(
                f"{here.name(unit)} is about to leave the fight: ask who is caught, or how far it runs"
            )
    battle = replace(here.battle, combats=(), runners=(), panicked=())
    begin = set_at(narrowed(battle, (ours,)), Phase.COMBAT, Task(Do.NAME_COMBAT))
    return replace(here, battle=begin)
