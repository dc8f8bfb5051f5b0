"""Rounds and whole fights of two bodies of foot, as icepool and dyce have them."""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from functools import lru_cache

import pytest
from msgspec.structs import replace

from kit.fights import in_combat, met
from kit.tables import BLUE, RED, Put, table
from kit.troops import HAND, battle_standard, foot
from maniple.battle.asks import Ask, AskAnswer, Done, No
from maniple.battle.judged import Judged
from maniple.battle.sheet import Armour, Melee, Profile, Sheet
from maniple.battle.state import Battle
from maniple.battle.unit import NOBODY
from maniple.play.odds import View, chances
from maniple.rules.legality import judge, options
from oracles.dice import LIBRARIES, Dice
from oracles.fight import Foot, Sides

ENDLESS = 1000
"""Turns: nobody's time is up."""


def sheet(name: str, who: Foot) -> Sheet:
    """The same body as the program writes it."""
    arms = Melee(
        "arms",
        ranks=1,
        second_rank_first_round=who.ranks_first == 2,
        strength=who.s_first,
        strength_when="first round",
    )
    return foot(
        name,
        who.models,
        profile=Profile(4, who.ws, 3, who.s, who.t, 1, who.i, 1, who.ld),
        armour=Armour(worn=who.armour),
        melee=(arms,) if who.ranks_first > 1 or who.s_first else (HAND,),
        leader=who.leader,
        standard=who.standard,
        musician=who.musician,
    )


def battle_of(first: Foot, second: Foot) -> Battle:
    """The two in touch, about to fight; behind each its battle standard, if it may test again."""
    puts = [
        Put(sheet("red foot", first), x=36, y=24, files=first.files),
        Put(sheet("blue foot", second), x=36, y=24, facing=180, files=second.files, side=BLUE),
    ]
    if first.rerolls_break:
        puts.append(Put(bearer("red bearer", first.ld), x=36, y=18))
    if second.rerolls_break:
        puts.append(Put(bearer("blue bearer", second.ld), x=36, y=30, facing=180, side=BLUE))
    charger = 0 if first.charges else 1 if second.charges else NOBODY
    return in_combat(met(table(*puts, turns=ENDLESS), 0, 1, charger=charger))


def bearer(name: str, ld: int) -> Sheet:
    man = battle_standard(name)
    return replace(man, profile=replace(man.profile, leadership=ld))


def steadfast(battle: Battle, ask: Ask) -> AskAnswer:
    """Nobody does what he need not."""
    for answer in (Done(), No()):
        if isinstance(judge(battle, ask, answer), Judged):
            return answer
    listed = options(battle, ask)
    assert listed, ask
    return listed[0]


def seen_of(rounds: int) -> View[Hashable]:
    """How many are left, and who broke, fell back or was slain: as soon as a side has, or the rounds
    are fought.
    """

    def view(battle: Battle) -> Hashable | None:
        if not battle.combats:
            return None
        combat = battle.combats[-1]
        models = (battle.units[0].models, battle.units[1].models)
        for how, units in (
            ("slain", combat.destroyed),
            ("breaks", combat.broken),
            ("falls back", combat.falling_back),
        ):
            if units:
                return (models, units[0], how)
        fight = battle.units[0].fight
        if combat.is_done and fight is not None and fight.rounds >= rounds:
            won = -1 if combat.winner is None else 0 if combat.winner is RED else 1
            return (models, won, "")
        return None

    return view


def compared(dice: Dice, first: Foot, second: Foot, rounds: int) -> dict[Hashable, Fraction]:
    """The chances of so many rounds, which are the library's too."""
    theirs: dict[Hashable, Fraction] = {}
    for fight, chance in Sides(dice, first, second).fight_from_beginning(rounds).items():
        seen = (fight.models, fight.beaten if fight.how else fight.won_last, fight.how)
        theirs[seen] = theirs.get(seen, Fraction(0)) + chance
    assert ours(first, second, rounds) == theirs
    return theirs


@lru_cache(maxsize=1)
def ours(first: Foot, second: Foot, rounds: int) -> Mapping[Hashable, Fraction]:
    """The chances as the rules have them."""
    found = chances(battle_of(first, second), seen_of(rounds), steadfast)
    assert found.is_exact
    return found.chances


PLAIN = Foot(10, 5)
ROUNDS = {
    "by Initiative": (PLAIN._replace(i=4, armour=1), PLAIN),
    "by a die": (PLAIN, PLAIN),
    "of chargers": (PLAIN._replace(i=2), PLAIN._replace(i=5, charges=True, ws=4, s=4)),
    "with ranks and a standard": (Foot(20, 5, standard=True), Foot(15, 5, armour=3, i=2)),
    "with leaders": (Foot(12, 6, leader=True, i=4), Foot(12, 6, leader=True, ld=9, t=4)),
    "with musicians": (Foot(8, 4, musician=True, i=4), Foot(8, 4, musician=True)),
    "with one musician": (Foot(8, 4, i=4), Foot(8, 4, musician=True)),
    "in two ranks": (Foot(12, 4, ranks_first=2, s_first=1, charges=True), Foot(12, 4, armour=4)),
    "of wide and narrow": (Foot(8, 8, i=5), Foot(12, 4, ld=5, armour=2)),
    "of skilled and clumsy": (Foot(10, 5, ws=5, s=5), Foot(10, 5, ws=2, armour=4, t=5)),
    "of few": (Foot(4, 4, ld=8), Foot(5, 5, i=5)),
}

both = pytest.mark.parametrize("dice", LIBRARIES, ids=["icepool", "dyce"])


@both
@pytest.mark.parametrize("name", ROUNDS)
def test_a_round(dice: Dice, name: str) -> None:
    found = compared(dice, *ROUNDS[name], rounds=1)
    assert len(found) > 10


FIGHTS = {
    "a fight of four rounds, a die each tie": (Foot(10, 5, armour=3), Foot(10, 5, armour=3), 4),
    "of five with all command, until the fronts grow shorter": (
        Foot(9, 3, ld=10, i=4, armour=2, standard=True, musician=True),
        Foot(8, 4, ld=9, leader=True, standard=True, musician=True),
        5,
    ),
    "of six rounds near the battle standards": (
        Foot(10, 5, ld=8, rerolls_break=True),
        Foot(12, 4, ld=6, armour=1, i=4, rerolls_break=True),
        6,
    ),
    "of a charge and the three rounds after it": (
        Foot(12, 6, s_first=1, ranks_first=2, charges=True, ld=8),
        Foot(18, 6, ld=7, armour=2, i=5),
        4,
    ),
}


@pytest.mark.slow
@both
@pytest.mark.parametrize("name", FIGHTS)
def test_a_fight(dice: Dice, name: str) -> None:
    first, second, rounds = FIGHTS[name]
    found = compared(dice, first, second, rounds)
    assert {how for _, _, how in found} >= {"", "breaks", "falls back"}
