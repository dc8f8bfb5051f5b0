"""The same sums told to icepool: a fight of two bodies of foot, as users of that library would.

told_naively   each round from each state, icepool putting together what follows what
HandBuilt      transitions between (models, models) built by hand, once each; its dice are icepool's
"""

from collections.abc import Hashable
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

import icepool

from oracles.charts import hit_need, nerve, rank_bonus, save_need, wound_need
from oracles.dice import Icepool, Throws
from oracles.fight import Foot, Front, Sides, fighting, shortened

State: TypeAlias = tuple[int, int, Front, Front, int]
"""The models of each side, their fronts, and who won the last round (-1: neither)."""

End: TypeAlias = tuple[tuple[int, int], int, str]
"""The models, the side that is beaten (or won the last round), and how the fight ended, if it did."""

TEST = 36
"""Throws of 2D6, in which all Break tests are weighed."""


def told_naively(first: Foot, second: Foot, rounds: int) -> dict[Hashable, Fraction]:
    """Every round from every state that it may begin in, nothing remembered between rounds."""
    sides = Sides(Icepool(), first, second)
    sides.step = sides.round_from
    found: dict[Hashable, Fraction] = {}
    for fight, chance in sides.fight_from_beginning(rounds).items():
        seen = (fight.models, fight.beaten if fight.how else fight.won_last, fight.how)
        found[seen] = found.get(seen, Fraction(0)) + chance
    return found


class HandBuilt:
    """For plain bodies, of whom the first has the better Initiative: no leaders, musicians, re-rolls.

    Whole numbers throughout; all outcomes of a round weigh the same together, whatever its state.
    """

    def __init__(self, first: Foot, second: Foot) -> None:
        assert first.i > second.i
        self.sides = (first, second)
        throws = Throws(Icepool())
        self._throws = throws
        self._ones = tuple([self._one(who, foe) for who, foe in ((first, second), (second, first))])
        self.slain = lru_cache(maxsize=None)(self._slain)
        two = throws.two
        self._passing = [
            [int(throws.at_most(two, nerve(who.ld, by)).probability(1) * TEST) for by in range(30)]
            for who in self.sides
        ]
        self._known: dict[State, tuple[dict[State, int], dict[End, int]]] = {}
        self._weight = TEST
        for one, who in zip(self._ones, self.sides, strict=True):
            self._weight *= one.denominator() ** who.files

    def fight(self, rounds: int) -> dict[End, Fraction]:
        """What may come of so many rounds."""
        first, second = self.sides
        states: dict[State, int] = {(first.models, second.models, first.front, second.front, -1): 1}
        ends: dict[End, int] = {}
        for _ in range(rounds):
            after: dict[State, int] = {}
            ends = {end: weight * self._weight for end, weight in ends.items()}
            for state, weight in states.items():
                known = self._known.get(state)
                if known is None:
                    known = self._known[state] = self._round(state)
                for then, share in known[0].items():
                    after[then] = after.get(then, 0) + weight * share
                for end, share in known[1].items():
                    ends[end] = ends.get(end, 0) + weight * share
            states = after
        for (a, b, _, _, won), weight in states.items():
            end = ((a, b), won, "")
            ends[end] = ends.get(end, 0) + weight
        total = self._weight**rounds
        return {end: Fraction(weight, total) for end, weight in ends.items()}

    def _round(self, state: State) -> tuple[dict[State, int], dict[End, int]]:
        """What follows from a state, and how the fight may end in this round."""
        a, b, front, other, _ = state
        first, second = self.sides
        ranks = rank_bonus(a, first.files) - rank_bonus(b, second.files)
        on: dict[State, int] = {}
        ends: dict[End, int] = {}
        men = min(fighting(front, other), a)
        back = min(fighting(other, front), b)
        for slain, weight in self.slain(0, men, b):
            b_left = b - slain
            closed = other
            if b_left < second.files:
                fallen = second.models - b
                closed = shortened(other, front, b_left, fallen, looks_up=False)
            for lost, share in self.slain(1, max(0, back - slain) if b_left else 0, a):
                a_left = a - lost
                models = (a_left, b_left)
                both = weight * share
                if not a_left or not b_left:
                    end = (models, models.index(0), "slain")
                    ends[end] = ends.get(end, 0) + both * TEST
                    continue
                margin = slain - lost + ranks + first.standard - second.standard
                kept = front
                if a_left < first.files:
                    fallen = first.models - a
                    kept = shortened(front, closed, a_left, fallen, looks_up=True)
                if not margin:
                    then = (a_left, b_left, kept, closed, -1)
                    on[then] = on.get(then, 0) + both * TEST
                    continue
                beaten = 1 if margin > 0 else 0
                left = models[beaten]
                passing = self._passing[beaten][abs(margin)]
                if left < 5 <= self.sides[beaten].models:
                    passing = 0
                if passing:
                    then = (a_left, b_left, kept, closed, 1 - beaten)
                    on[then] = on.get(then, 0) + both * passing
                end = (models, beaten, "falls back" if left > 2 * models[1 - beaten] else "breaks")
                ends[end] = ends.get(end, 0) + both * (TEST - passing)
        return on, ends

    def _slain(self, side: int, dice: int, most: int) -> list[tuple[int, int]]:
        """How many fall to so many blows of a side, weighed as its most blows are."""
        one = self._ones[side]
        pool = self._throws.slain(dice, one, most)
        scale = one.denominator() ** self.sides[side].files // pool.denominator()
        return [(fell, weight * scale) for fell, weight in pool.items()]

    def _one(self, who: Foot, foe: Foot) -> "icepool.Die[int]":
        throws = self._throws
        return throws.all_of(
            throws.at_least(hit_need(who.ws, foe.ws)),
            throws.at_least(wound_need(who.s, foe.t)),
            throws.unsaved(save_need(foe.armour, who.s)),
        )
