"""Requests that dice answer. Each answers the least that its rule uses.

`maniple.battle.chance` says how a request is thrown with real faces, and what its exact
distribution is.
"""

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct

from maniple.battle.request import Request
from maniple.battle.sides import Side
from maniple.battle.unit import NOBODY, UnitId
from maniple.dice.pool import Pool
from maniple.dice.stages import Stage


class Roll(Request[int], frozen=True, tag=True):
    """The total of a pool."""

    pool: Pool
    cite: str
    unit: UnitId = NOBODY
    why: str = ""


class Test(Request[bool], frozen=True, tag=True):
    """Whether a pool totals `at_most` or less; a failure is rolled again if `reroll` cites a rule."""

    __test__ = False  # not a test class, whatever pytest makes of the name

    pool: Pool
    at_most: int
    cite: str
    unit: UnitId
    reroll: str | None = None


class RollOff(Request[Side | None], frozen=True, tag=True):
    """Which side's best single D6, with its addition, is higher; None: equal, and left at that."""

    cite: str
    red_dice: int = 1
    blue_dice: int = 1
    red_plus: int = 0
    blue_plus: int = 0
    decided: bool = False
    """Both roll again until one is higher."""


class Direction(Request[int], frozen=True, tag=True):
    """A way drawn by lot, in degrees to the right of the unit's own facing: one of twelve, as on the
    face of a clock, with twelve o'clock straight on. [troop.elephant]
    """

    cite: str
    unit: UnitId


class Turned(Struct, frozen=True):
    """What becomes of hits that their target is warned of: another man of his unit takes them.

    [character.look-out-sir]
    """

    target: UnitId
    stages: tuple[Stage, ...]
    """To wound and to save."""
    most: int = 1
    """Wounds that such a man has to lose to hits that cost more than one."""


class Attacks(Struct, frozen=True):
    """Some dice of a volley or a round of blows, alike in everything."""

    dice: int
    stages: tuple[Stage, ...]
    """To hit, to wound, to save: what passes the last stage is an unsaved wound."""
    target: UnitId
    who: str = ""
    """Whose they are, for the account: "front rank", "leader", "short range"."""
    at_crew: bool = False
    """At those who ride on the target. [troop.elephant]"""
    at_engine: bool = False
    """At the engine that the target serves. [engine.shot-at]"""
    damage: int = 0
    """A model of many wounds loses a die of so many sides for each; 0: one wound. [engine]"""
    most: int = 1
    """Wounds of such a model: it has no more to lose."""
    turned: Turned | None = None
    """At a character with a unit: each hit throws a die of its own, as the second stage, and those
    that it stops strike another man. [character.look-out-sir]
    """


class Struck(Struct, frozen=True):
    """A target, and the wounds that it has to lose, as far as they can come: more are not counted."""

    unit: UnitId
    wounds: int
    crew: bool = False
    """The crew of that unit, and its wounds. [troop.elephant]"""
    engine: bool = False
    """The engine that it serves. [engine.shot-at]"""


def struck_by(
    attacks: Iterable[Attacks],
    unit: UnitId,
    to_lose: int,
    *,
    crew: bool = False,
    engine: bool = False,
) -> Struck:
    """A target of these attacks, with as many of the wounds that it has to lose as they can inflict:
    by how much it would outlive them is no matter for the dice.
    """
    most = 0
    for attack in attacks:
        if (attack.target, attack.at_crew, attack.at_engine) == (unit, crew, engine):
            most += attack.dice * _most_each(attack, attack.most)
        turned = attack.turned
        if turned is not None and (turned.target, False, False) == (unit, crew, engine):
            most += attack.dice * _most_each(attack, turned.most)
    return Struck(unit, min(to_lose, most), crew, engine)


def _most_each(attack: Attacks, model: int) -> int:
    """The most wounds that one hit costs a model of so many."""
    return max(1, min(attack.damage, model))


SECOND = 1
"""The place of the stage that turns hits away, after the one to hit."""


class Volley(Request[tuple[int, ...]], frozen=True, tag=True):
    """Shots; answers the unsaved wounds on each of `targets`, in their order. [shoot]"""

    shooter: UnitId
    attacks: tuple[Attacks, ...]
    targets: tuple[Struck, ...]
    cite: str = "shoot.to-hit"


class Blows(Request[tuple[int, ...]], frozen=True, tag=True):
    """Blows struck together; answers the unsaved wounds on each of `targets`. [combat]"""

    striker: UnitId
    attacks: tuple[Attacks, ...]
    targets: tuple[Struck, ...]
    cite: str = "combat.to-hit"


class Pierce(Request[int], frozen=True, tag=True):
    """A bolt; answers the wounds that it inflicts. [engine.bolt-thrower]"""

    shooter: UnitId
    target: UnitId
    hit: Stage
    ranks: tuple[tuple[Stage, ...], ...]
    """What it needs in each rank, to wound and past any save; it goes on while each model dies."""
    most: int
    """Wounds of a model."""
    damage: int
    """The sides of the die that a model of many wounds loses."""
    wounds: int
    """What the target has to lose: more are not counted."""
    at_engine: bool = False
    hurt: int = 0
    """Wounds that the first model has lost already."""
    cite: str = "engine.bolt-thrower"


class Scatter(Request[tuple[int, int] | None], frozen=True, tag=True):
    """Where a stone comes down: inches off, and the hour of the clock towards which, 12 straight on.

    (0, 0) is where it was aimed; None a misfire. [engine.stone-thrower]
    """

    unit: UnitId
    cite: str = "engine.stone-thrower"


Chance: TypeAlias = Roll | Test | RollOff | Direction | Volley | Blows | Pierce | Scatter

CHANCE = (Roll, Test, RollOff, Direction, Volley, Blows, Pierce, Scatter)
"""The same, to tell a request to the dice from an ask."""
