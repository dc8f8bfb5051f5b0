"""Blows thrown with real faces, stage after stage.

A `Stage` is data: what a blow needs on its D6, and what a pass means. `Stage.chance` is the exact
chance that it passes one blow on; `throw` throws the dice of a whole chain and keeps every face.
The two agree, by test over all faces.

A stage throws one die for each blow that reached it, all together; then, for a missile need of 7
to 9, a second die for each 6; then it throws the misses again where it may, with their own second
dice. No die is thrown whose face can't matter: an automatic or impossible stage throws none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain as chained
from typing import Literal, TypeAlias

from msgspec import Struct

from maniple.dice.chains import CERTAIN, Chance, at_least, binomial, chain, missile, unsaved
from maniple.dice.distribution import Distribution

Draw: TypeAlias = Callable[[int], int]
"""Gives a face, 1 to n, of a die with n sides."""

Kind: TypeAlias = Literal["at least", "missile", "automatic", "save"]


class Stage(Struct, frozen=True):
    """What a blow must come through. `need` is the least face that succeeds.

    - "at least": a face of `need` or more passes the blow on; 1 or less needs no die, 7 or more
      can't be thrown.
    - "missile": the same, but a 1 always misses, so that a need below 2 counts as 2; 7, 8 and 9
      are a 6 and then 4+, 5+ or 6; 10 or more can't hit. [shoot.to-hit]
    - "save": the struck man throws. A face of `need` or more saves him, and the blow is STOPPED;
      it passes on where the save fails. A 1 always fails, so 1+ and better count as 2+; 7 or more
      is no save, and every blow passes on without a die. [shoot.save]
    - "automatic": every blow passes on without a die; `need` says nothing.

    `reroll_misses`: each throw that fails is thrown once more, and the second result stands
    [dice.rerolls]. What fails is the throw itself: the attacker's miss, or, at a save, the save.
    A missile shot that needs two dice is one throw: its re-roll begins again with the first die.
    """

    name: str
    need: int
    reroll_misses: bool = False
    kind: Kind = "at least"

    def chance(self) -> Chance:
        """The exact chance that the stage passes one blow on."""
        return _chance(self)


class Faces(Struct, frozen=True):
    """The dice of one stage in the order in which they fell.

    `second` are the dice after a 6 of `first`, for a missile need of 7 to 9; `again` the misses
    thrown again, and `again_second` the dice after a 6 of those.
    """

    first: tuple[int, ...] = ()
    second: tuple[int, ...] = ()
    again: tuple[int, ...] = ()
    again_second: tuple[int, ...] = ()


class Thrown(Struct, frozen=True):
    """What came of `number` blows: how many each stage passed on, and the faces of each stage."""

    number: int
    counts: tuple[int, ...]
    faces: tuple[Faces, ...]

    @property
    def passed(self) -> int:
        """How many came through every stage."""
        return self.counts[-1] if self.counts else self.number

    def in_order(self) -> tuple[int, ...]:
        """Every face in the order in which the dice were drawn."""
        return tuple(
            chained.from_iterable(
                chained(faces.first, faces.second, faces.again, faces.again_second)
                for faces in self.faces
            )
        )


def successes(n: int, stages: Sequence[Stage]) -> Distribution[int]:
    """How many of n blows come through all stages: what `throw` gives as `passed`, exactly."""
    return binomial(n, through(tuple(stages)))


@lru_cache(maxsize=4096)
def through(stages: tuple[Stage, ...]) -> Chance:
    """The exact chance that one blow comes through all stages."""
    return chain(stage.chance() for stage in stages)


def throw(n: int, stages: Sequence[Stage], draw: Draw) -> Thrown:
    """Throws n blows through the stages, each face taken from `draw`. ValueError for n below 0."""
    if n < 0:
        raise ValueError(f"{n} blows can't be struck")
    left = n
    counts: list[int] = []
    shown: list[Faces] = []
    for stage in stages:
        left, faces = _throw_stage(left, stage, draw)
        counts.append(left)
        shown.append(faces)
    return Thrown(n, tuple(counts), tuple(shown))


def _throw_stage(n: int, stage: Stage, draw: Draw) -> tuple[int, Faces]:
    """How many of n blows the stage passes on, and its faces."""
    chance = stage.chance()
    if chance.numerator == 0:
        return 0, Faces()
    if chance == CERTAIN:
        return n, Faces()
    succeeded, first, second = _throw_once(n, stage, draw)
    again: tuple[int, ...] = ()
    again_second: tuple[int, ...] = ()
    if stage.reroll_misses:
        more, again, again_second = _throw_once(n - succeeded, stage, draw)
        succeeded += more
    passed = n - succeeded if stage.kind == "save" else succeeded
    return passed, Faces(first, second, again, again_second)


def _throw_once(n: int, stage: Stage, draw: Draw) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """How many of n throws succeed, their dice, and the dice thrown after a 6."""
    first = tuple([draw(6) for _ in range(n)])
    if stage.kind == "missile" and stage.need > 6:
        second = tuple([draw(6) for _ in range(first.count(6))])
        return _count(second, stage.need - 3), first, second
    need = stage.need if stage.kind == "at least" else max(stage.need, 2)
    return _count(first, need), first, ()


def _count(faces: tuple[int, ...], need: int) -> int:
    return sum([face >= need for face in faces])


@lru_cache(maxsize=1024)
def _chance(stage: Stage) -> Chance:
    if stage.kind == "automatic":
        return CERTAIN
    if stage.kind == "save":
        succeeds = unsaved(stage.need).opposite()
    elif stage.kind == "missile":
        succeeds = missile(stage.need)
    else:
        succeeds = at_least(stage.need)
    if stage.reroll_misses:
        succeeds = succeeds.rerolled()
    return succeeds.opposite() if stage.kind == "save" else succeeds
