"""`maniple odds compare`: the same question under several choices."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated

import typer

from maniple.commands.odds.frame import Put, question
from maniple.commands.odds.options import Rounds, chosen
from maniple.commands.refusals import usage
from maniple.odds.answers import Answer, Compared
from maniple.odds.compare import compare as odds_of_choices
from maniple.odds.fight import fight
from maniple.odds.melee import melee_round
from maniple.odds.situations import Situation, melee, shooting
from maniple.odds.volley import volley
from maniple.play.odds import Limits

COMPARE = (
    'Example:  maniple odds compare fight "24 legionaries, 8 wide" "24 legionaries, 6 wide" '
    '--against "24 warriors, 8 wide, charging"'
)
AGAINST = " against "
FEWEST, MOST = 2, 12
"""Choices that can be compared."""

Ask = Callable[..., Answer]
ASKS: Mapping[str, Ask] = {"fight": fight, "round": melee_round, "volley": volley}


@question
def compare(
    what: Annotated[
        str, typer.Argument(metavar="QUESTION", help="What is asked of each: fight, round, volley.")
    ],
    choices: Annotated[
        list[str],
        typer.Argument(
            metavar="A1 A2 ...",
            help='Units in a few words; or "A against B", where the enemy is another too.',
        ),
    ],
    against: Annotated[
        str | None,
        typer.Option(metavar="B", help="The enemy of every choice that names none itself."),
    ] = None,
    rounds: Rounds = None,
    inches: Annotated[
        float | None, typer.Option(metavar="N", help="How far apart they are, for volleys.")
    ] = None,
) -> Put:
    """The same question under several choices, side by side: wide or deep, spear or javelin.

    Whether to charge or to be charged: "18 legionaries, charging against 24 warriors" and "18
    legionaries against 24 warriors, charging".
    """
    asked = chosen("QUESTION", what, ASKS)
    if not FEWEST <= len(choices) <= MOST:
        raise usage(f"{len(choices)} choices: {FEWEST} to {MOST} can be compared")
    if len(set(choices)) < len(choices):
        raise usage("two of the choices are the same: each is to be another")
    if (asked is volley) != (inches is not None):
        raise usage("--inches says how far a volley goes: give it for volleys, and only for them")
    if rounds is not None and asked is not fight:
        raise usage("--rounds is for fights: leave it out")
    situations = {choice: _situation(choice, against, inches) for choice in choices}
    if rounds is not None:
        asked = partial(asked, rounds=rounds)

    def ask(limits: Limits, sample: int) -> Compared:
        return odds_of_choices(partial(asked, limits=limits, sample=sample), situations)

    return Put(ask)


def _situation(choice: str, against: str | None, inches: float | None) -> Situation:
    ours, is_said, theirs = choice.partition(AGAINST)
    if not is_said:
        if against is None:
            raise usage(f'whom does "{ours}" meet? Give --against B, or say "A against B"')
        theirs = against
    return melee(ours, theirs) if inches is None else shooting(ours, theirs, inches)
