"""What may be answered: the options of each ask, or the judgement of an answer to it.

`options` lists the legal answers where they are a list, and is None where they are not (orders,
placements). `judge` says of any answer whether it is legal. `sample` draws a legal answer.
Each chapter brings its own functions; `answering.ANSWERING` gathers them.
"""

from collections.abc import Callable
from functools import lru_cache

import msgspec

from maniple.battle.asks import Ask, AskAnswer
from maniple.battle.judged import Judged, Refusal
from maniple.battle.state import Battle
from maniple.rules.answering import ANSWERING


def options(battle: Battle, ask: Ask) -> tuple[AskAnswer, ...] | None:
    """All legal answers to the ask, in a fixed order; None where they can't be listed."""
    listed = ANSWERING[type(ask)].options
    return None if listed is None else listed(battle, ask)


def judge(battle: Battle, ask: Ask, answer: AskAnswer) -> Judged | Refusal:
    """Whether the answer is legal, and where it leads."""
    answering = ANSWERING[type(ask)]
    if not isinstance(answer, answering.answers):
        kinds = " or ".join(kind.__name__ for kind in answering.answers)
        why = f"{type(ask).__name__} is answered by {kinds}, not by {type(answer).__name__}"
        return Refusal(ask.cite, why)
    wrong = _wrong_types(answer)
    if wrong is not None:
        return Refusal(ask.cite, f"{type(answer).__name__}: {wrong}")
    if answering.judge is not None:
        return answering.judge(battle, ask, answer)
    listed = () if answering.options is None else answering.options(battle, ask)
    if answer in listed:
        return Judged(answer)
    return Refusal(ask.cite, _not_an_option(answer, listed))


def sample(battle: Battle, ask: Ask, below: Callable[[int], int]) -> AskAnswer:
    """A legal answer drawn by lot; `below(n)` gives a number from 0 to n - 1."""
    answering = ANSWERING[type(ask)]
    if answering.sample is not None:
        return answering.sample(battle, ask, below)
    listed = () if answering.options is None else answering.options(battle, ask)
    if not listed:
        raise ValueError(f"{type(ask).__name__} was asked although it has no legal answer")
    return listed[below(len(listed))]


def _wrong_types(answer: AskAnswer) -> str | None:
    """What is wrong with the types of an answer's figures and names; None if nothing is.

    An answer that comes as JSON has been looked at; one made by a program has not: 2.5 files, or
    a turn "sideways". Written and read again, every field is checked.
    """
    try:
        _ = _decoder(type(answer)).decode(_ENCODER.encode(answer))
    except (msgspec.ValidationError, TypeError, ValueError, OverflowError) as error:
        return str(error)
    return None


_ENCODER = msgspec.msgpack.Encoder()


@lru_cache(maxsize=64)
def _decoder(kind: type[AskAnswer]) -> msgspec.msgpack.Decoder[AskAnswer]:
    return msgspec.msgpack.Decoder(kind)


def _not_an_option(answer: AskAnswer, listed: tuple[AskAnswer, ...]) -> str:
    shown = ", ".join(str(option) for option in listed[:6])
    more = f" and {len(listed) - 6} more" if len(listed) > 6 else ""
    return f"{answer} is not possible here; possible: {shown}{more}"
