"""`maniple odds compare`: the same question under several choices."""

from collections.abc import Callable, Mapping
from typing import Annotated

import typer

from maniple.commands.odds.charges import put_charge, put_flight
from maniple.commands.odds.frame import How, Put, question
from maniple.commands.odds.melees import put_fight, put_round, put_volley
from maniple.commands.odds.options import chosen
from maniple.commands.refusals import usage
from maniple.odds.answers import Answer, Compared

COMPARE = (
    'Example:  maniple odds compare fight "24 legionaries, 8 wide" "24 legionaries, 6 wide" '
    '--against "24 warriors, 8 wide, charging"'
)
AGAINST = " against "
FEWEST, MOST = 2, 12
"""Choices that can be compared."""

ASKS: Mapping[str, tuple[Callable[..., Put], tuple[str, ...]]] = {
    "fight": (put_fight, ("rounds",)),
    "round": (put_round, ()),
    "volley": (put_volley, ("inches", "cover")),
    "charge": (put_charge, ("inches", "response")),
    "flight": (put_flight, ()),
}
"""Each question that can be asked of choices, and the options that it takes of these."""
NEEDED = ("inches",)


@question
def compare(
    what: Annotated[
        str,
        typer.Argument(
            metavar="QUESTION",
            help="What is asked of each: fight, round, volley, charge or flight.",
        ),
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
    rounds: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Of a fight: rounds at the most.")
    ] = None,
    inches: Annotated[
        float | None,
        typer.Option(metavar="N", help="Of a volley or a charge: how far apart they are."),
    ] = None,
    cover: Annotated[
        str | None, typer.Option(metavar="KIND", help="Of a volley: soft or hard.")
    ] = None,
    response: Annotated[
        str | None, typer.Option(metavar="WORDS", help="Of a charge: how it is answered.")
    ] = None,
) -> Put:
    """The same question under several choices, side by side: wide or deep, spear or javelin.

    Whether to charge or to be charged: "18 legionaries, charging against 24 warriors" and "18
    legionaries against 24 warriors, charging".
    """
    put, takes = chosen("QUESTION", what, ASKS)
    if not FEWEST <= len(choices) <= MOST:
        raise usage(f"{len(choices)} to compare: give {FEWEST} to {MOST}")
    if len(set(choices)) < len(choices):
        raise usage("two of the choices are the same: each is to be another")
    said = {"rounds": rounds, "inches": inches, "cover": cover, "response": response}
    given = {name: value for name, value in said.items() if value is not None}
    for name in given:
        if name not in takes:
            raise usage(f"--{name} is not for the question {what}: leave it out")
    for name in takes:
        if name in NEEDED and name not in given:
            raise usage(f"the question {what} needs --{name} too")
    puts = {choice: put(*_both(choice, against), **given) for choice in choices}

    def ask(how: How) -> Compared:
        found = [(choice, _asked(one, how)) for choice, one in puts.items()]
        return Compared(found[0][1].question, tuple(found))

    by_place = zip(*[one.units for one in puts.values()], strict=True)
    return Put(ask, tuple(dict.fromkeys(unit for units in by_place for unit in units)))


def _asked(put: Put, how: How) -> Answer:
    """The answer to one of the choices."""
    answer = put.ask(how)
    if isinstance(answer, Compared):
        raise usage("one answer to each charge: leave out the response `each`")
    return answer


def _both(choice: str, against: str | None) -> tuple[str, str]:
    ours, is_said, theirs = choice.partition(AGAINST)
    if is_said:
        return ours, theirs
    if against is None:
        raise usage(f'whom does "{ours}" meet? Give --against B, or say "A against B"')
    return ours, against
