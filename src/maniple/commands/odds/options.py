"""Options that several questions share, and the words that some of them take."""

from collections.abc import Mapping
from typing import Annotated, TypeVar

import typer

from maniple.armies.problems import meant
from maniple.battle.sides import Side
from maniple.battle.terrain import Cover
from maniple.commands.refusals import usage
from maniple.odds.policies import Habit, widens

T = TypeVar("T")

A_UNIT = 'A unit in a few words, or "ROSTER:UNIT"; see maniple odds --help.'

Ours = Annotated[str, typer.Argument(metavar="A", help=A_UNIT)]
Theirs = Annotated[str, typer.Argument(metavar="B", help="Its enemy, named in the same way.")]
Rounds = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="Rounds at the most; else to the end.")
]
Inches = Annotated[float, typer.Option(metavar="N", help="How far apart the two are, in inches.")]
WidenWords = Annotated[
    str,
    typer.Option("--widen", metavar="WHO", help="Who widens his front when he may: a, b, both."),
]
CoverWord = Annotated[
    str, typer.Option("--cover", metavar="KIND", help="What shelters the target: soft or hard.")
]

COVERS = {cover.value: cover for cover in Cover}
WHO: Mapping[str, tuple[Side, ...]] = {
    "nobody": (),
    "a": (Side.RED,),
    "b": (Side.BLUE,),
    "both": tuple(Side),
}


def chosen(option: str, word: str, known: Mapping[str, T]) -> T:
    """What a word of an option stands for; refused with what may have been meant."""
    found = known.get(" ".join(word.lower().replace("-", " ").split()), known.get(word.lower()))
    if found is None:
        raise usage(f'{option}: "{word[:40]}" says nothing known: {meant(word, known)}')
    return found


def who_widens(word: str) -> tuple[Habit, ...]:
    """The habits of those who widen their fronts."""
    return tuple([widens(side) for side in chosen("--widen", word, WHO)])
