"""For each kind of ask: the types of its answers, and the chapter's functions for them.

Where `options` lists the answers, `judge` and `sample` may be left out: membership in the list
judges, and a draw from it samples. Where there is no list, both are given.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from maniple.battle.asks import (
    Aim,
    AimEngine,
    AlignOnSkirmishers,
    AllotBlows,
    Allotment,
    AnswerChallenge,
    AnswerCharge,
    Arms,
    AskAnswer,
    Cast,
    CastSpell,
    ChargeOrder,
    ChooseArms,
    ChooseFallen,
    ChoosePrey,
    ChooseStruck,
    ChooseZone,
    DeclareCharge,
    DisengageMove,
    Done,
    DrawIn,
    FormRallied,
    FormTestudo,
    HoldBack,
    IssueChallenge,
    KeepCard,
    MayDispel,
    MayFallBack,
    MayOverrun,
    NameCharger,
    NameCombat,
    Named,
    NameDisengaging,
    NameShot,
    No,
    OfKind,
    OrderUnit,
    ParthianMove,
    PickZone,
    PlaceCharacter,
    Placement,
    PlaceUnit,
    Redirect,
    RedressRanks,
    Reply,
    Shot,
    Stand,
    Unravel,
    Widen,
    Withdraw,
    Yes,
)
from maniple.battle.judged import Judged, Refusal
from maniple.battle.orders import Order
from maniple.battle.state import Battle
from maniple.rules.charging import charge_samples, chargers, charging, responses
from maniple.rules.fighting import arms, combat_round
from maniple.rules.fleeing import aftermath, disengage, forming, redress
from maniple.rules.moving import manoeuvre, order_samples
from maniple.rules.nerve import toll
from maniple.rules.shooting import volley
from maniple.rules.special import challenge, parthian_shot, stone_thrower
from maniple.rules.special.magic import casting, phase
from maniple.rules.start import deploy, placing


class Answering(Struct, frozen=True):
    """How one kind of ask is answered."""

    answers: tuple[type, ...]
    # Any: each function takes its own kind of ask (the key of the table), and of answer, which
    # `legality.judge` checks against `answers` before it calls.
    options: Callable[[Battle, Any], tuple[AskAnswer, ...]] | None = None
    # Any: as above.
    judge: Callable[[Battle, Any, Any], Judged | Refusal] | None = None
    # Any: as above.
    sample: Callable[[Battle, Any, Callable[[int], int]], AskAnswer] | None = None


def yes_or_no(battle: Battle, ask: object) -> tuple[AskAnswer, ...]:
    """Where the player says whether or not."""
    return (Yes(), No())


ANSWERING: dict[type, Answering] = {
    # deployment
    ChooseZone: Answering((PickZone,), options=deploy.zone_options),
    PlaceUnit: Answering((Placement,), judge=placing.judge_unit, sample=placing.sample_unit),
    PlaceCharacter: Answering(
        (Placement,), judge=placing.judge_character, sample=placing.sample_character
    ),
    # start of turn
    FormTestudo: Answering((Yes, No), options=yes_or_no),
    # charges
    DeclareCharge: Answering(
        (ChargeOrder, Done),
        options=charging.charge_options,
        judge=charging.judge_charge,
        sample=charge_samples.sample_charge,
    ),
    AnswerCharge: Answering(
        (Reply,), options=responses.answer_options, sample=charge_samples.sample_reply
    ),
    # rally, compulsory moves
    FormRallied: Answering((Stand,), judge=forming.judge_stand, sample=forming.sample_stand),
    NameDisengaging: Answering((Named, Done), options=disengage.disengage_options),
    DisengageMove: Answering(
        (Placement,), judge=disengage.judge_disengage, sample=disengage.sample_disengage
    ),
    # chargers
    NameCharger: Answering((Named,), options=chargers.charger_options),
    Redirect: Answering((Named, Done), options=chargers.redirect_options),
    AlignOnSkirmishers: Answering((Yes, No), options=yes_or_no),
    DrawIn: Answering((Yes, No), options=yes_or_no),
    # remaining moves
    OrderUnit: Answering(
        (Order, Done), judge=manoeuvre.judge_order, sample=order_samples.sample_order
    ),
    # shooting
    NameShot: Answering((Shot, Done), options=volley.shot_options, judge=volley.judge_shot),
    ParthianMove: Answering(
        (Order, Done),
        judge=parthian_shot.judge_parthian_move,
        sample=parthian_shot.sample_parthian_move,
    ),
    AimEngine: Answering((Aim,), judge=stone_thrower.judge_aim, sample=stone_thrower.sample_aim),
    # close combat
    NameCombat: Answering((Named,), options=combat_round.name_combat_options),
    IssueChallenge: Answering((Named, Done), options=challenge.issue_options),
    AnswerChallenge: Answering((Named, Withdraw), options=challenge.answer_options),
    ChooseArms: Answering((Arms,), options=arms.arms_options),
    AllotBlows: Answering((Allotment,), options=combat_round.allot_options),
    ChooseStruck: Answering((OfKind,), options=toll.kind_options),
    ChooseFallen: Answering((OfKind,), options=toll.kind_options),
    MayFallBack: Answering((Yes, No), options=yes_or_no),
    HoldBack: Answering((Yes, No), options=yes_or_no),
    ChoosePrey: Answering((Named,), options=aftermath.prey_options),
    MayOverrun: Answering((Yes, No), options=yes_or_no),
    RedressRanks: Answering(
        (Widen, Done), options=redress.redress_options, judge=redress.judge_redress
    ),
    # magic
    CastSpell: Answering(
        (Cast, Unravel, Done), options=casting.cast_options, judge=casting.judge_cast
    ),
    MayDispel: Answering((Yes, No), options=yes_or_no),
    KeepCard: Answering((Named, Done), options=phase.keep_options),
}
