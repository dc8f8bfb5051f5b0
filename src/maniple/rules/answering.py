"""For each kind of ask: the types of its answers, and the chapter's functions for them.

Where `options` lists the answers, `judge` and `sample` may be left out: membership in the list
judges, and a draw from it samples. Where there is no list, both are given.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from maniple.battle.asks import (
    AskAnswer,
    ChoosePrey,
    ChooseZone,
    DisengageMove,
    Done,
    FormRallied,
    HoldBack,
    MayOverrun,
    Named,
    NameDisengaging,
    NameShot,
    No,
    PickZone,
    PlaceCharacter,
    Placement,
    PlaceUnit,
    RedressRanks,
    Shot,
    Stand,
    Widen,
    Yes,
)
from maniple.battle.judged import Judged, Refusal
from maniple.battle.state import Battle
from maniple.rules import (
    aftermath,
    deploy,
    disengage,
    forming,
    holding,
    placing,
    redress,
    volley,
)


class Answering(Struct, frozen=True):
    """How one kind of ask is answered."""

    # Any, here and in the dict below: each function takes its own kind of ask (the key) and of
    # answer (`answers`, which `legality.judge` checks before it calls).
    answers: tuple[type, ...]
    options: Callable[[Battle, Any], tuple[AskAnswer, ...]] | None = None
    judge: Callable[[Battle, Any, Any], Judged | Refusal] | None = None
    sample: Callable[[Battle, Any, Callable[[int], int]], AskAnswer] | None = None


ANSWERING: dict[type, Answering] = {
    # deployment
    ChooseZone: Answering((PickZone,), options=deploy.zone_options),
    PlaceUnit: Answering((Placement,), judge=placing.judge_unit, sample=placing.sample_unit),
    PlaceCharacter: Answering(
        (Placement,), judge=placing.judge_character, sample=placing.sample_character
    ),
    # rally, compulsory moves
    FormRallied: Answering((Stand,), judge=forming.judge_stand, sample=forming.sample_stand),
    NameDisengaging: Answering((Named, Done), options=disengage.disengage_options),
    DisengageMove: Answering(
        (Placement,), judge=disengage.judge_disengage, sample=disengage.sample_disengage
    ),
    # shooting
    NameShot: Answering((Shot, Done), options=volley.shot_options, judge=volley.judge_shot),
    # close combat
    HoldBack: Answering((Yes, No), options=holding.yes_or_no),
    ChoosePrey: Answering((Named,), options=aftermath.prey_options),
    MayOverrun: Answering((Yes, No), options=holding.yes_or_no),
    RedressRanks: Answering((Widen, Done), options=redress.redress_options),
}
