"""Steps run on a watched battle, at every branch of their dice.

What the dice have shown is a number as well (`numbers.py`) of which only what is asked is noted. So many
branches need not be run: whoever asks of three slain and of four whether that is all of them, and of
nothing else, goes the same way with both, and makes of both the same sum. A run goes on from step to
step while no number of the battle has been asked for: that costs no battle its likeness to others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from math import gcd, lcm
from typing import NamedTuple, TypeAlias

from maniple.battle.asks import Ask
from maniple.battle.chance import outcomes
from maniple.battle.chance_requests import CHANCE
from maniple.battle.state import Battle
from maniple.dice.distribution import Distribution as Spread
from maniple.play.chances.numbers import (
    DICE,
    Leaf,
    Number,
    Plain,
    Term,
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


Asked: TypeAlias = tuple[Term, Plain]
"""What was asked of numbers, and the answer."""

LONG = 64
"""Steps of a run at most."""
WIDE = 16
"""A run does not go on into another step where it has more branches than these."""


class NotedEnd(NamedTuple):
    """How a run has ended in a branch of its dice: what the view sees, or else what has changed."""

    seen: Patch | None
    made: tuple[tuple[Root, Patch], ...]
    chance: Chance


class _Fork:
    """A throw at which a run has branched, and the ways that it has gone from there."""

    __slots__ = ("answers", "battle", "spread", "steps", "ways", "width")

    def __init__(
        self,
        battle: Battle,
        answers: tuple[object, ...],
        steps: int,
        width: int,
        spread: Spread[object],
    ) -> None:
        self.battle = battle
        """As the step that throws has found it."""
        self.answers = answers
        """All that this step had been answered before."""
        self.steps = steps
        """Steps before this one."""
        self.width = width
        """How many branches there are with those of this throw, and no others of the like."""
        self.spread = spread
        self.ways: list[_Way] = []


class _Way(NamedTuple):
    """A run from a fork to its end, or to the next fork."""

    paths: tuple[Path, ...]
    """Of what the dice have shown at the fork."""
    asked: tuple[Asked, ...]
    """All that was asked of dice, and the answers."""
    end: NotedEnd | None
    fork: _Fork | None


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
        """Every way in which it may end; what has been asked stands in the log afterwards."""
        waiting: list[tuple[_Fork, object, Chance]] = []
        begin = _Fork(self._log.root, answers, 0, 1, Spread(((None, 1),)))
        ends = [self._run(begin, (), (1, 1), waiting)]
        while waiting:
            fork, shown, chance = waiting.pop()
            found = self._as_before(fork, shown, {}, chance)
            if found is None:
                ends.append(self._run(fork, (shown,), chance, waiting))
                continue
            for way, values, its_chance in found:
                for term, _ in way.asked:
                    self._log.note_filled(term, values)
                if way.end is not None:
                    ends.append(_filled_in(way.end, {**self._thrown, **values}, its_chance))
        self._log.settle(self._thrown)
        return ends

    def _run(
        self,
        fork: _Fork,
        shown: tuple[object, ...],
        chance: Chance,
        waiting: list[tuple[_Fork, object, Chance]],
    ) -> NotedEnd:
        """Run on from a fork at which this was shown; the branches of further forks wait."""
        self._count()
        self._log.begin()
        began = 0
        fresh = tuple([self._as_number(one) for one in shown])
        battle, given, steps, width = fork.battle, (*fork.answers, *fresh), fork.steps, fork.width
        while True:
            run = Run(battle, given)
            while run.request is not None:
                if isinstance(run.request, Ask):
                    answer = self._answered(run.battle, run.request)
                elif isinstance(run.request, CHANCE):
                    spread = outcomes(concrete(run.request))
                    (answer, weight), *others = spread.items
                    if others:
                        width *= len(spread.items)
                        following = _Fork(battle, given, steps, width, spread)
                        self._close(fork, fresh, began, None, following)
                        fork, began = following, len(self._log.of_dice)
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
            steps += 1
            if value is not None or width > WIDE or steps >= LONG or self._stops(run.battle):
                break
            battle, given = run.battle, ()
        root = node_of(self._log.root)
        assert root is not None
        end = (
            NotedEnd(None, changes(root, run.battle), chance)
            if value is None
            else NotedEnd(made_of(value), (), chance)
        )
        self._close(fork, fresh, began, end, None)
        return _filled_in(end, self._thrown, chance)

    def _stops(self, battle: Battle) -> bool:
        """Whether a run ends here: numbers of the battle have been asked for."""
        return self._log.has_counted or battle.is_over

    def _close(
        self,
        fork: _Fork,
        fresh: tuple[object, ...],
        began: int,
        end: NotedEnd | None,
        following: _Fork | None,
    ) -> None:
        """Keep the way that was gone from a fork, if there is anything in it that may come again."""
        paths = _paths_in(fresh)
        if paths:
            terms = islice(self._log.of_dice, began, None)
            asked = tuple([(term, self._figure(term, {})) for term in terms])
            fork.ways.append(_Way(paths, asked, end, following))

    def _as_before(
        self, fork: _Fork, shown: object, earlier: Values, chance: Chance
    ) -> list[tuple[_Way, Values, Chance]] | None:
        """The ways that are known and the same with what is shown now, up to all ends; None: they are
        not all known. `earlier`: what was shown at earlier forks, where that is not as it was.
        """
        for way in fork.ways:
            here = _shown_at(way.paths, shown)
            if here is None:
                continue
            values = {**earlier, **here}
            if not self._are_answered_so(way.asked, values):
                continue
            found = [(way, values, chance)]
            if way.fork is None:
                return found
            so_far, total = chance[0], chance[1] * way.fork.spread.total
            # In the order in which they would be run: what is asked must come up in no other.
            first, *others = way.fork.spread.items
            for other, share in (first, *reversed(others)):
                more = self._as_before(way.fork, other, values, (so_far * share, total))
                if more is None:
                    return None
                found += more
            return found
        return None

    def _are_answered_so(self, asked: Iterable[Asked], values: Values) -> bool:
        """Whether the answers are the same if the dice show this."""
        return all(self._figure(term, values) == answer for term, answer in asked)

    def _as_number(self, shown: object) -> object:
        """What the dice have shown, as a number that notes what is asked of it."""
        if type(shown) is int:
            path: Path = (DICE, len(self._thrown))
            self._thrown[path] = shown
            return Number(self._log, shown, Leaf(path))
        if type(shown) is tuple:
            return tuple([self._as_number(one) for one in shown])
        return shown

    def _figure(self, term: Term, shown: Values) -> Plain:
        """The value of a term in this battle, if the dice show this."""

        def figure(path: Path) -> Plain:
            if path[0] == DICE:
                return shown[path] if path in shown else self._thrown[path]
            found = at(self._log.battle, path)
            assert isinstance(found, (int, float))
            return found

        return worked_out(term, figure)


def _filled_in(end: NotedEnd, values: Values, chance: Chance) -> NotedEnd:
    """The end with what the dice have shown in its place, and its chance."""
    seen = None if end.seen is None else patch_filled_in(end.seen, values)
    made = tuple([(root, patch_filled_in(patch, values)) for root, patch in end.made])
    return NotedEnd(seen, made, chance)


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
