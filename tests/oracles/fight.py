"""A fight of two bodies of foot, front to front, once more: from the words of the rules, with the dice
of another library, by the numbers of men alone.

round_from   what may come of one round
fight_from   what may come of so many, until one breaks
"""

from collections.abc import Callable, Hashable
from fractions import Fraction
from functools import lru_cache
from typing import Generic, NamedTuple, TypeAlias

from oracles.charts import hit_need, nerve, rank_bonus, save_need, wound_need
from oracles.dice import Dice, Die, Throws

Front: TypeAlias = tuple[float, float]
"""From where to where the front rank reaches, in bases; 0 is where the two fronts have their middles.
The first side looks up, so that its right is to the right, that of the second to the left."""


class Foot(NamedTuple):
    """A body of foot that counts as it comes: one attack each, no character with it."""

    models: int
    files: int
    ws: int = 3
    s: int = 3
    t: int = 3
    i: int = 3
    armour: int = 0
    ld: int = 7
    leader: bool = False
    standard: bool = False
    musician: bool = False
    ranks_first: int = 1
    """Ranks that strike in the first round; later it is one."""
    s_first: int = 0
    """What Strength gains in the first round."""
    charges: bool = False
    rerolls_break: bool = False

    @property
    def front(self) -> Front:
        return (-self.files / 2, self.files / 2)


class Fight(NamedTuple):
    """How it stands between two rounds, or at its end."""

    models: tuple[int, int]
    fronts: tuple[Front, Front]
    won_last: int = -1
    """The side that won the last round; -1: neither."""
    rounds: int = 0
    beaten: int = -1
    """The side that has broken; -1: the fight goes on."""
    how: str = ""
    """"breaks", "falls back" (more than twice the enemy's number), or "slain" to the last man."""


class Sides(Generic[Die]):
    """The fight of these two, with the dice of this library."""

    def __init__(self, dice: Dice[Die], first: Foot, second: Foot) -> None:
        self.dice = dice
        self.throws = Throws(dice)
        self.sides = (first, second)
        self.step: Callable[[Fight], Die] = lru_cache(maxsize=None)(self.round_from)
        self._blows = lru_cache(maxsize=None)(self._one_blow)

    def begin(self) -> Fight:
        """Before the first round."""
        return Fight(
            (self.sides[0].models, self.sides[1].models),
            (self.sides[0].front, self.sides[1].front),
        )

    def fight_from_beginning(self, rounds: int) -> dict[Hashable, Fraction]:
        """What may come of so many rounds of the fight."""
        return self.fight_from(self.begin(), rounds)

    def fight_from(self, fight: Fight, rounds: int) -> dict[Hashable, Fraction]:
        """What may come of so many rounds: fights that go on, and some that are over."""
        die = self.dice.certain(fight)
        for _ in range(rounds):
            die = self.dice.then(die, self._on)
        return self.dice.chances(die)

    def round_from(self, fight: Fight) -> Die:
        """What may come of the next round."""
        first = self._strikes_first(fight)
        if first is not None:
            return self._fought(fight, first)
        return self.dice.then(self.dice.d6, lambda face: self._fought(fight, 0 if face <= 3 else 1))

    def _on(self, fight: Fight) -> Die:
        return self.dice.certain(fight) if fight.how else self.step(fight)

    def _strikes_first(self, fight: Fight) -> int | None:
        """Chargers, then Initiative, then who won the last round; else a die says it."""
        one, two = self.sides
        if fight.rounds == 0 and one.charges is not two.charges:
            return 0 if one.charges else 1
        if one.i != two.i:
            return 0 if one.i > two.i else 1
        return fight.won_last if fight.won_last >= 0 else None

    def _fought(self, fight: Fight, first: int) -> Die:
        second = 1 - first

        def and_back(slain: int) -> Die:
            left = fight.models[second] - slain
            back = self._wounds(fight, second, fallen=slain, left=left)
            return self.dice.then(back, lambda lost: self._result(fight, first, (lost, slain)))

        return self.dice.then(
            self._wounds(fight, first, fallen=0, left=fight.models[first]), and_back
        )

    def _wounds(self, fight: Fight, side: int, *, fallen: int, left: int) -> Die:
        """How many of the enemy this side slays, having lost so many in this round already."""
        who, foe = self.sides[side], self.sides[1 - side]
        if not left:
            return self.dice.certain(0)
        in_touch = fighting(fight.fronts[side], fight.fronts[1 - side])
        ranks = who.ranks_first if fight.rounds == 0 else 1
        men = min(in_touch * ranks, fight.models[side])
        leads = int(who.leader and self._leader_fights(fight, side))
        attacks = max(0, men - leads - fallen) + 2 * leads
        strength = who.s + (who.s_first if fight.rounds == 0 else 0)
        return self.throws.slain(attacks, self._blows(who, foe, strength), fight.models[1 - side])

    def _leader_fights(self, fight: Fight, side: int) -> bool:
        """He stands in the middle of his front, or right of it as he sees it."""
        low, high = fight.fronts[side]
        from_left = round(high - low) // 2
        man = low + from_left if side == 0 else high - 1 - from_left
        return touches(man, fight.fronts[1 - side])

    def _one_blow(self, who: Foot, foe: Foot, strength: int) -> Die:
        return self.throws.all_of(
            self.throws.at_least(hit_need(who.ws, foe.ws)),
            self.throws.at_least(wound_need(strength, foe.t)),
            self.throws.unsaved(save_need(foe.armour, strength)),
        )

    def _result(self, fight: Fight, first: int, fell: tuple[int, int]) -> Die:
        """The sides compare; the beaten one tests, if anybody of it is left.

        `fell`: of the side that struck first, and of the other.
        """
        lost = fell if first == 0 else (fell[1], fell[0])
        models = (fight.models[0] - lost[0], fight.models[1] - lost[1])
        if 0 in models:
            return self.dice.certain(self._end(fight, models, models.index(0), "slain"))
        scores = [
            lost[1 - side]
            + rank_bonus(fight.models[side], self.sides[side].files)
            + int(self.sides[side].standard and models[side] > self.sides[side].leader)
            for side in (0, 1)
        ]
        after = self._closed_up(fight, first, models)
        if scores[0] != scores[1]:
            winner = 0 if scores[0] > scores[1] else 1
            return self._tested(after, winner, abs(scores[0] - scores[1]))
        play = [
            who.musician and models[side] > who.leader + who.standard
            for side, who in enumerate(self.sides)
        ]
        if all(play):
            return self.dice.then(
                self.dice.d6,
                lambda one: self.dice.then(self.dice.d6, lambda two: self._drum(after, one, two)),
            )
        if any(play):
            return self._tested(after, 0 if play[0] else 1, 1)
        return self.dice.certain(after)

    def _drum(self, after: Fight, one: int, two: int) -> Die:
        return self.dice.certain(after) if one == two else self._tested(after, int(two > one), 1)

    def _tested(self, after: Fight, winner: int, margin: int) -> Die:
        beaten = 1 - winner
        who = self.sides[beaten]
        outnumbers = after.models[beaten] > 2 * after.models[winner]
        how = "falls back" if outnumbers else "breaks"
        broken = self.dice.certain(self._end(after, after.models, beaten, how))
        if who.models >= 5 > after.models[beaten]:
            return broken
        holds = self.throws.at_most(self.throws.two, nerve(who.ld, margin), again=who.rerolls_break)
        held = self.dice.certain(after._replace(won_last=winner))
        return self.dice.then(holds, lambda passed: held if passed else broken)

    def _end(self, fight: Fight, models: tuple[int, int], beaten: int, how: str) -> Fight:
        """Where they stood no longer matters."""
        fronts = (self.sides[0].front, self.sides[1].front)
        return Fight(models, fronts, beaten=beaten, how=how)

    def _closed_up(self, fight: Fight, first: int, models: tuple[int, int]) -> Fight:
        """The fronts as they are now: who was struck first lost his men first."""
        fronts = list(fight.fronts)
        for side in (1 - first, first):
            fallen = self.sides[side].models - fight.models[side]
            fronts[side] = shortened(
                fronts[side], fronts[1 - side], models[side], fallen, looks_up=side == 0
            )
        return Fight(models, (fronts[0], fronts[1]), -1, fight.rounds + 1)


def touches(man: float, enemy: Front) -> bool:
    """Whether the man whose base begins there stands before the enemy's front, if only at a corner."""
    return man <= enemy[1] and man + 1 >= enemy[0]


def fighting(front: Front, enemy: Front) -> int:
    """The men of a front whom the enemy's touches."""
    men = round(front[1] - front[0])
    return sum(touches(front[0] + man, enemy) for man in range(men))


def shortened(front: Front, enemy: Front, left: int, fallen: int, *, looks_up: bool) -> Front:
    """A rank that is alone grows shorter to so many men: from the end that is not in touch, else from
    right and left in turn; right is next when an even number had fallen.
    """
    low, high = front
    own_right = fallen % 2 == 0
    while high - low > left:
        at_low, at_high = touches(low, enemy), touches(high - 1, enemy)
        if at_low == at_high:
            from_high = own_right is looks_up
            own_right = not own_right
        else:
            from_high = at_low
        low, high = (low, high - 1) if from_high else (low + 1, high)
    return (low, high)
