"""For each kind of ask: the types of its answers, and the chapter's functions for them.

Where `options` lists the answers, `judge` and `sample` may be left out: membership in the list
judges, and a draw from it samples. Where there is no list, both are given.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from maniple.battle.asks import (
    AskAnswer,
    ChooseZone,
    PickZone,
    PlaceCharacter,
    Placement,
    PlaceUnit,
)
from maniple.battle.judged import Judged, Refusal
from maniple.battle.state import Battle
from maniple.rules import deploy, placing


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
}
