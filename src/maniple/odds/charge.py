"""A charge, from its declaration to whether those who run are caught. [charge.procedure]

    charge                what comes of it
    charge_by_response    the same for each answer that the target may give
    charging              the battle in which the charge is about to be declared
    responses             the answers that the target may give

Who charges takes its tests of fear; the target answers; shots, panic, fear of the charged; the move, a
failed charge or a catch; one round with its Break test; flight and pursuit up to whether the fleers are
caught. Nobody else moves or shoots meanwhile.
"""

from collections.abc import Collection
from itertools import takewhile

from msgspec.structs import replace

from maniple.battle.apply import apply
from maniple.battle.asks import (
    AnswerCharge,
    Ask,
    AskAnswer,
    ChargeOrder,
    DeclareCharge,
    Done,
    Redirect,
    Reply,
)
from maniple.battle.events import ChargeDeclared
from maniple.battle.judged import Refusal
from maniple.battle.state import Battle, ChargeStage, Response
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import NOBODY, UnitId
from maniple.odds.answers import Answer, Compared, Outcome
from maniple.odds.asking import QuestionError, asked, count_of, outcomes_of
from maniple.odds.charge_outcomes import ORDER, what_came
from maniple.odds.flight import pursuing
from maniple.odds.moments import bound, in_turn_of, narrowed, set_at
from maniple.odds.policies import Habit
from maniple.odds.situations import Situation
from maniple.play.odds import Limits
from maniple.rules.charging.charging import judge_charge
from maniple.rules.charging.facing import zone_seen
from maniple.rules.charging.responses import answers

Came = tuple[str, int, int]
"""What came of the charge, and the models that charger and target have left."""


TOLD = {
    Response.HOLD: "hold",
    Response.STAND_AND_SHOOT: "stand and shoot",
    Response.FLEE: "flee",
    Response.FIRE_AND_FLEE: "fire and flee",
    Response.COUNTER_CHARGE: "counter-charge",
    Response.OPEN_LANES: "open lanes",
}


def charge(
    situation: Situation,
    *,
    response: Response | None = None,
    hold_back: Collection[UnitId] = (),
    limits: Limits = Limits(),
    sample: int = 0,
    sums: bool = False,
) -> Answer:
    """What comes of it if our unit charges theirs.

    `response`: how the target answers; None: as the situation's players do, who hold. A victor
    pursues unless it is among `hold_back`, whose players try to hold them. Counts are models slain, in
    the fight and before it by shots; who is caught in flight is told by the outcome. QuestionError for
    a charge that may not be declared, or a response that is not open.
    """
    ours, theirs = situation.ours, situation.theirs
    us, them = situation.our_name, situation.their_name
    begin = charging(situation.battle, ours, theirs)
    if response is not None:
        _check_open(begin, ours, theirs, response)

    def view(battle: Battle) -> Came | None:
        came = what_came(battle, ours, theirs)
        if came is None:
            return None
        return came, battle.units[ours].models, battle.units[theirs].models

    policy = situation.playing(_as_asked(ours, theirs, response), pursuing(hold_back)).policy
    goes_on = begin.turn.todo[:1] == situation.battle.turn.todo[:1]
    given = situation.answers if goes_on else ()
    seen = asked(begin, view, policy, answers=given, limits=limits, sample=sample, sums=sums)
    how = "" if response is None else f", who {TOLD[response]}"
    had, they_had = begin.units[ours].models, begin.units[theirs].models
    return Answer(
        "charge",
        f"{us} charging {them}{how}",
        _in_order(outcomes_of(seen, lambda came: came[0])),
        (
            count_of(seen, f"{them} lost", lambda came: they_had - came[2]),
            count_of(seen, f"{us} lost", lambda came: had - came[1]),
        ),
        seen.certainty,
        seen.sums,
    )


def charge_by_response(
    situation: Situation,
    *,
    hold_back: Collection[UnitId] = (),
    limits: Limits = Limits(),
    sample: int = 0,
    sums: bool = False,
) -> Compared:
    """What comes of our charge for each answer that the target may give."""
    begin = charging(situation.battle, situation.ours, situation.theirs)
    possible = responses(begin, situation.ours, situation.theirs)
    given = [
        charge(
            situation, response=one, hold_back=hold_back, limits=limits, sample=sample, sums=sums
        )
        for one in possible
    ]
    return Compared(
        "charge",
        tuple([(TOLD[one], answer) for one, answer in zip(possible, given, strict=True)]),
    )


def charging(battle: Battle, charger: UnitId, target: UnitId) -> Battle:
    """The battle in which this charge is about to be declared, or goes on as it stands, with nobody
    else concerned.

    If it is not the charger's turn, its next one has begun. QuestionError for a charge that may not be
    declared.
    """
    under_way = battle.charge_of(charger)
    if under_way is not None and under_way.target == target:
        if under_way.stage is ChargeStage.MOVED:
            name = battle.units[charger].sheet.name
            raise QuestionError(f"{name} has moved its charge already: ask what comes of the fight")
        due = _due(battle, bound(battle, (charger, target)))
        begin = set_at(battle, Phase.SHOOTING, *due, Task(Do.NAME_CHARGER))
        return narrowed(begin, (charger, target))
    battle = replace(in_turn_of(battle, charger), combats=(), runners=(), panicked=())
    judged = judge_charge(battle, DeclareCharge(battle.turn.side), ChargeOrder(charger, target))
    if isinstance(judged, Refusal):
        raise QuestionError(f"this charge cannot be declared: {judged.why} [{judged.rule}]")
    begin = set_at(battle, Phase.SHOOTING, Task(Do.DECLARE_CHARGES), Task(Do.NAME_CHARGER))
    return narrowed(begin, (charger, target))


OTHERS_COME = (Do.DECLARE_CHARGES, Do.COMPELLED_CHARGE, Do.NAME_CHARGER)


def _due(battle: Battle, concerned: frozenset[UnitId]) -> list[Task]:
    """What is due to those who are concerned, or to nobody by name, before other charges come.

    The running task of another's charge is none of it: that charge is not followed.
    """
    due = takewhile(lambda task: task.do not in OTHERS_COME, battle.turn.todo)
    return [task for task in due if task.unit == NOBODY or task.unit in concerned]


def responses(battle: Battle, charger: UnitId, target: UnitId) -> tuple[Response, ...]:
    """The answers that the target may give to this charge. [charge.procedure (4)]"""
    if battle.charge_of(charger) is not None:
        return answers(battle, charger, target)
    facing = zone_seen(battle, charger, target)
    return answers(apply(battle, ChargeDeclared(charger, target, facing)), charger, target)


def _check_open(battle: Battle, charger: UnitId, target: UnitId, response: Response) -> None:
    possible = responses(battle, charger, target)
    if response not in possible:
        name = battle.units[target].sheet.name
        open_to = " or ".join(TOLD[one] for one in possible)
        raise QuestionError(f"{name} cannot {TOLD[response]}: it can {open_to}")


def _as_asked(charger: UnitId, target: UnitId, response: Response | None) -> Habit:
    """The charge is declared, and no other; the target answers so; nobody is charged in its stead."""

    def habit(battle: Battle, ask: Ask) -> AskAnswer | None:
        if isinstance(ask, DeclareCharge):
            waits = battle.charge_of(charger) is None
            known = what_came(battle, charger, target)
            return ChargeOrder(charger, target) if waits and known is None else Done()
        if isinstance(ask, Redirect):
            return Done()
        if isinstance(ask, AnswerCharge) and ask.target == target and ask.charger == charger:
            return None if response is None else Reply(response)
        return None

    return habit


def _in_order(found: tuple[Outcome, ...]) -> tuple[Outcome, ...]:
    return tuple(sorted(found, key=lambda outcome: ORDER.index(outcome.name)))
