"""The same fights put to the program: the two bodies in touch, how they answer, and what is seen."""

from collections.abc import Hashable

from msgspec.structs import replace

from kit.fights import in_combat, met
from kit.tables import BLUE, RED, Put, table
from kit.troops import HAND, battle_standard, foot
from maniple.battle.asks import Ask, AskAnswer, Done, No
from maniple.battle.judged import Judged
from maniple.battle.sheet import Armour, Melee, Profile, Sheet
from maniple.battle.state import Battle
from maniple.battle.unit import NOBODY
from maniple.play.odds import View
from maniple.rules.legality import judge, options
from oracles.fight import Foot

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
