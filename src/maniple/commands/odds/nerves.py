"""Questions about nerve: the Break test, a test on Leadership, rallying."""

from typing import Annotated

import typer
from msgspec.structs import replace

from maniple.battle.sheet import Sheet, Traits
from maniple.commands.odds.frame import Put, question
from maniple.commands.odds.options import A_UNIT
from maniple.commands.odds.understood import about
from maniple.commands.refusals import usage
from maniple.odds.fighters import Fighter, fighter
from maniple.odds.nerve import break_test as odds_of_break_test
from maniple.odds.nerve import leadership_test
from maniple.odds.nerve import rally as odds_of_rally
from maniple.odds.situations import alone

BREAK_TEST = (
    'Example:  maniple odds break-test "20 auxilia" --margin 2'
    "    or:  maniple odds break-test --leadership 8 --margin 2 --reroll"
)
LEADERSHIP = (
    'Example:  maniple odds leadership "18 legionaries, with a general"'
    "    or:  maniple odds leadership --leadership 7 --modifier -1"
)
RALLY = 'Example:  maniple odds rally "20 auxilia" --lost 6'

PLAIN = "20 auxilia"
"""Who stands for a unit of which only the Leadership is said."""
NAME = "The unit"
BEARER = "with a battle standard"

Unit = Annotated[str | None, typer.Argument(metavar="A", help=A_UNIT)]
Leadership = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, max=10, help="Its Leadership, whatever its list says."),
]


def put_break_test(
    margin: Annotated[
        int, typer.Option(metavar="N", min=1, help="Points by which it lost the round.")
    ],
    unit: Unit = None,
    leadership: Leadership = None,
    reroll: Annotated[
        bool, typer.Option("--reroll", help="A battle standard is with it: a failure rolls again.")
    ] = False,
) -> Put:
    """Whether a unit holds after a round that it has lost.

    Name a unit, or give a Leadership alone: then nothing else counts.
    """
    who = _who(unit, leadership, has_standard=reroll)
    situation = alone(who)
    return Put(
        lambda how: odds_of_break_test(
            situation, margin, limits=how.limits, sample=how.sample, sums=how.sums
        ),
        () if unit is None else about(who),
    )


def put_leadership(
    unit: Unit = None,
    leadership: Leadership = None,
    modifier: Annotated[
        int, typer.Option(metavar="N", min=-10, max=10, help="Added to its Leadership, as -1.")
    ] = 0,
) -> Put:
    """Whether a unit passes a test on its Leadership."""
    who = _who(unit, leadership, has_standard=False)
    situation = alone(who)
    return Put(
        lambda how: leadership_test(situation, modifier=modifier, sums=how.sums),
        () if unit is None else about(who),
    )


def put_rally(
    unit: Annotated[str, typer.Argument(metavar="A", help=A_UNIT)],
    lost: Annotated[
        int, typer.Option(metavar="N", min=0, help="Models that it has lost before.")
    ] = 0,
) -> Put:
    """Whether a fleeing unit rallies."""
    situation = alone(unit, fleeing=True, lost=lost)
    return Put(
        lambda how: odds_of_rally(situation, limits=how.limits, sample=how.sample, sums=how.sums),
        about(unit),
    )


def _who(unit: str | None, leadership: int | None, *, has_standard: bool) -> Fighter:
    """The unit that is named, or a plain one of that Leadership; with a battle standard if wanted."""
    if unit is None and leadership is None:
        raise usage("name a unit, or give its --leadership")
    words = PLAIN if unit is None else unit
    found = fighter(words)
    if has_standard and not any(guest.is_battle_standard for guest in found.phrase.guests):
        found = fighter(f"{words}, {BEARER}")
    phrase = found.phrase
    if unit is None:
        phrase = replace(phrase, sheet=replace(phrase.sheet, traits=Traits()))
    if leadership is not None:
        guests = tuple([_with_leadership(guest, leadership) for guest in phrase.guests])
        phrase = replace(phrase, sheet=_with_leadership(phrase.sheet, leadership), guests=guests)
    name = f"{NAME} of Leadership {leadership}" if unit is None else found.name
    return Fighter(phrase, name)


def _with_leadership(sheet: Sheet, leadership: int) -> Sheet:
    profile = replace(sheet.profile, leadership=leadership)
    return replace(sheet, profile=profile, leader_leadership=0)


break_test = question(put_break_test)
leadership = question(put_leadership)
rally = question(put_rally)
