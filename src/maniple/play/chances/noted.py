"""A step run on a watched battle, at every branch of its dice.

What the dice have shown is a number as well (`numbers.py`) of which only what is asked is noted. So many
branches need not be run: whoever asks of three slain and of four whether that is all of them, and of
nothing else, goes the same way with both, and makes of both the same sum.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import gcd, lcm
from typing import NamedTuple, TypeAlias

from maniple.battle.asks import Ask
from maniple.battle.chance import outcomes
from maniple.battle.chance_requests import CHANCE
from maniple.battle.state import Battle
from maniple.play.chances.numbers import (
    Leaf,
    Number,
    Plain,
    Sum,
    paths_of,
    worked_out,
)
from maniple.play.chances.patches import Patch, Root, changes, made_of, patch_filled_in
from maniple.play.chances.paths import Path, at
from maniple.play.chances.watched import Log, concrete, node_of
from maniple.play.run import Run

Values: TypeAlias = dict[Path, Plain]
"""What the dice have shown: by a path of its own, where a battle has nothing."""

Chance: TypeAlias = tuple[int, int]
"""So many times in so many; not reduced."""

DICE = "dice"


class NotedEnd(NamedTuple):
    """How a step has ended in a branch of its dice: what the view sees, or else what has changed."""

    seen: Patch | None
    made: tuple[tuple[Root, Patch], ...]
    chance: Chance


class _Fork:
    """A throw in which a step has branched, and the ways that it has gone from there."""

    __slots__ = ("answers", "ways")

    def __init__(self, answers: tuple[object, ...]) -> None:
        self.answers = answers
        """All that the step had been answered before."""
        self.ways: list[_Way] = []


class _Way(NamedTuple):
    """A run from a fork to the end of the step, without another fork."""

    paths: tuple[Path, ...]
    """Of what the dice have shown at the fork."""
    asked: tuple[tuple[Sum | Leaf, Plain], ...]
    """All that was asked of that, and the answers."""
    end: NotedEnd


class Noted:
    """A step in a watched battle. `count` is told of each run; `answered` plays the players."""

    def __init__(
        self,
        log: Log,
        count: Callable[[], None],
        answered: Callable[[Battle, Ask], object],
        view: Callable[[Battle], object],
    ) -> None:
        self._log = log
        self._count = count
        self._answered = answered
        self._view = view
        self._thrown: Values = {}

    def ends(self, answers: tuple[object, ...]) -> list[NotedEnd]:
        """Every way in which the step may end; what has been asked stands in the log afterwards."""
        ends: list[NotedEnd] = []
        waiting: list[tuple[_Fork, object, Chance]] = []
        ends.append(self._run(_Fork(answers), (), (1, 1), waiting))
        while waiting:
            fork, shown, chance = waiting.pop()
            found = next(self._as_before(fork, shown, chance), None)
            ends.append(found or self._run(fork, (shown,), chance, waiting))
        self._log.settle(self._thrown)
        return [self._settled(end) for end in ends]

    def _run(
        self,
        fork: _Fork,
        shown: tuple[object, ...],
        chance: Chance,
        waiting: list[tuple[_Fork, object, Chance]],
    ) -> NotedEnd:
        """Run the step from a fork at which this was shown; its other branches wait."""
        self._count()
        began = len(self._log.asked)
        fresh = tuple([self._as_number(one) for one in shown])
        given = (*fork.answers, *fresh)
        run = Run(self._log.root, given)
        while run.request is not None:
            if isinstance(run.request, Ask):
                answer = self._answered(run.battle, run.request)
            elif isinstance(run.request, CHANCE):
                spread = outcomes(concrete(run.request))
                (answer, weight), *others = spread.items
                if others:
                    fork = _Fork(given)
                    so_far, total = chance[0], chance[1] * spread.total
                    for other, share in others:
                        waiting.append((fork, other, (so_far * share, total)))
                    chance = (so_far * weight, total)
                    answer = self._as_number(answer)
                    fresh = (answer,)
            else:
                raise TypeError(f"{run.request} is neither a roll nor an ask")
            given = (*given, answer)
            run.answer(answer)
        value = self._view(run.battle)
        root = node_of(self._log.root)
        assert root is not None
        end = (
            NotedEnd(None, changes(root, run.battle), chance)
            if value is None
            else NotedEnd(made_of(value), (), chance)
        )
        paths = _paths_in(fresh)
        if paths:
            fork.ways.append(_Way(paths, self._asked_of(paths, began), end))
        return end

    def _as_before(self, fork: _Fork, shown: object, chance: Chance) -> Iterator[NotedEnd]:
        """The end of a way that is known and the same with what is shown now, if there is one."""
        for way in fork.ways:
            values = _shown_at(way.paths, shown)
            if values is None:
                continue
            if all(self._figure(term, values) == answer for term, answer in way.asked):
                for term, _ in way.asked:
                    self._log.note_filled(term, values)
                made = tuple([(root, patch_filled_in(p, values)) for root, p in way.end.made])
                seen = None if way.end.seen is None else patch_filled_in(way.end.seen, values)
                yield NotedEnd(seen, made, chance)

    def _as_number(self, shown: object) -> object:
        """What the dice have shown, as a number that notes what is asked of it."""
        if type(shown) is int:
            path: Path = (DICE, len(self._thrown))
            self._thrown[path] = shown
            return Number(self._log, shown, Leaf(path))
        if type(shown) is tuple:
            return tuple([self._as_number(one) for one in shown])
        return shown

    def _asked_of(
        self, paths: tuple[Path, ...], began: int
    ) -> tuple[tuple[Sum | Leaf, Plain], ...]:
        """What has been asked of these since then, and the answers."""
        ours = set(paths)
        found: list[Sum | Leaf] = []
        for asked in islice(self._log.asked, began, None):
            if not isinstance(asked, Sum):
                if asked[0] in ours:
                    found.append(Leaf(asked[0]))
            elif not ours.isdisjoint(paths_of(asked)):
                found.append(asked)
        return tuple([(term, self._figure(term, {})) for term in found])

    def _figure(self, term: Sum | Leaf, shown: Values) -> Plain:
        """The value of a term in this battle, if the dice show this."""

        def figure(path: Path) -> Plain:
            if path[0] == DICE:
                return shown[path] if path in shown else self._thrown[path]
            found = at(self._log.battle, path)
            assert isinstance(found, (int, float))
            return found

        return worked_out(term, figure)

    def _settled(self, end: NotedEnd) -> NotedEnd:
        """The end with what the dice have shown filled in."""
        seen = None if end.seen is None else patch_filled_in(end.seen, self._thrown)
        made = tuple([(root, patch_filled_in(patch, self._thrown)) for root, patch in end.made])
        return NotedEnd(seen, made, end.chance)


def weighed(chances: Sequence[Chance]) -> tuple[list[int], int]:
    """The chances as whole numbers, and of how many in all."""
    total = lcm(*{whole for _, whole in chances})
    weights = [weight * (total // whole) for weight, whole in chances]
    common = gcd(total, *weights)
    return [weight // common for weight in weights], total // common


def _paths_in(shown: tuple[object, ...]) -> tuple[Path, ...]:
    """The paths of the numbers that were shown; none if there is anything else."""
    flat: list[Path] = []
    for one in shown:
        for number in one if isinstance(one, tuple) else (one,):
            if not isinstance(number, Number) or not isinstance(number.term, Leaf):
                return ()
            flat.append(number.term.path)
    return tuple(flat)


def _shown_at(paths: tuple[Path, ...], shown: object) -> Values | None:
    """The same numbers as they are shown now; None if they are of another kind."""
    numbers = shown if isinstance(shown, tuple) else (shown,)
    plain = [one for one in numbers if isinstance(one, int) and not isinstance(one, bool)]
    if len(plain) != len(numbers) or len(plain) != len(paths):
        return None
    return dict(zip(paths, plain, strict=True))
