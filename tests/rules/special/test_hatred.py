"""Hatred: misses struck again, with exact odds; Break tests on 10; pursuit."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from kit.changes import changed, joined
from kit.fights import counted, events, met, opened, run_to
from kit.tables import BLUE, RED, Put, table
from kit.troops import battle_standard, foot, general, spearmen, warriors, with_traits
from maniple.battle.asks import Allotment, AskAnswer, ChoosePrey
from maniple.battle.chance import outcomes
from maniple.battle.chance_requests import Attacks, Blows, Struck
from maniple.battle.events import PursuitChosen, Tested, UnitBroke
from maniple.battle.sheet import Sheet, Traits
from maniple.battle.state import Battle, Combat
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import Fight, UnitId
from maniple.dice.chains import Chance
from maniple.play.script import Script
from maniple.rules.fighting.blows import Blow, blow
from maniple.rules.fleeing.holding import is_compelled
from maniple.rules.special.hatred import hated_foes, hates

US, FOE, THIRD = UnitId(0), UnitId(1), UnitId(2)
AT_MEN = Allotment(US)
"""Who touches the man and his unit strikes the unit."""


def haters(*hated: str, models: int = 16) -> Sheet:
    return with_traits("haters", models, hates=hated or ("carthage",))


def carthaginians(models: int = 16) -> Sheet:
    return foot("carthaginians", models, army="carthage", kin="africans")


def fighting(
    ours: Sheet | None = None, theirs: Sheet | None = None, *others: Put, rounds: int = 0
) -> Battle:
    battle = table(
        Put(ours or haters(), x=30, y=20, files=6),
        Put(theirs or carthaginians(), x=30, y=20, facing=180, files=6, side=BLUE),
        *others,
    )
    battle = met(battle, 0, 1, charger=0)
    if rounds:
        battle = changed(battle, US, fight=Fight(rounds=rounds))
        battle = changed(battle, FOE, fight=Fight(rounds=rounds))
    return battle


def blow_of(battle: Battle, unit: UnitId, dice: tuple[int, ...] = (), *answers: AskAnswer) -> Blow:
    begun = opened(battle, answers, dice).battle
    return blow(begun, next(g for g in begun.combats[-1].groups if g.unit == unit and not g.leader))


# ------------------------------------------------------------------------------ who hates whom


@pytest.mark.rule("hatred")
def test_armies_and_sorts_of_troops_are_hated() -> None:
    battle = fighting()
    foe = battle.units[FOE]
    assert hates(battle.units[US], foe)
    assert not hates(foe, battle.units[US])
    for hated, does in (("africans", True), ("carthage", True), ("rome", False), ("", False)):
        unit = replace(battle.units[US], sheet=haters(hated))
        assert hates(unit, foe) is does
    nameless = replace(foe, sheet=replace(foe.sheet, army="", kin=""))
    assert not hates(battle.units[US], nameless)


# ------------------------------------------------------------------------------- misses again


@pytest.mark.rule("hatred", "dice.rerolls")
def test_misses_are_struck_again_in_the_first_round_of_a_combat() -> None:
    assert blow_of(fighting(), US).misses_again == "hatred"
    assert blow_of(fighting(), US).stages[0].reroll_misses
    assert not blow_of(fighting(), US).stages[1].reroll_misses
    assert blow_of(fighting(), FOE).misses_again is None
    assert blow_of(fighting(rounds=1), US, dice=(6, 1)).misses_again is None
    assert blow_of(fighting(None, warriors()), US).misses_again is None


@pytest.mark.rule("hatred", "dice.rerolls")
def test_the_odds_of_a_blow_struck_again() -> None:
    """4+ with the misses again is 3 in 4, and the dice agree with the odds."""
    stages = blow_of(fighting(), US).stages
    assert stages[0].chance() == Chance(3, 4)
    one = Blows(US, (Attacks(1, stages, FOE),), (Struck(FOE, 16),))
    # 3 in 4 to hit, 1 in 2 to wound, 5 in 6 that the shield does not save
    assert outcomes(one).probability((1,)) == Fraction(3, 4) * Fraction(1, 2) * Fraction(5, 6)


@pytest.mark.rule("hatred", "dice.rerolls")
def test_each_miss_is_struck_again_once_and_the_second_throw_stands() -> None:
    """Of five men's blows three miss; struck again, one of them hits."""
    begun = opened(fighting()).battle
    men = [4, 4, 1, 2, 3, 1, 2, 6, 1, 1, 1]
    leader = [1, 1, 1, 1]
    script = Script(begun, [*men, *leader])
    script.run_until(1)
    shown = script.rolled[0][1].shown[0]
    assert (shown.faces, shown.passed) == ((4, 4, 1, 2, 3, 1, 2, 6), 3)


@pytest.mark.rule("hatred", "character.in-unit")
def test_a_man_with_the_haters_hates_and_a_hater_hates_with_others() -> None:
    man = Put(general(mounted=False), x=30, y=16)
    with_him = met(joined(replace(fighting(None, None, man), contacts=()), 2, 0), 0, 1, charger=0)
    assert blow_of(with_him, THIRD, (), AT_MEN, AT_MEN).misses_again == "hatred"
    hater = replace(general(mounted=False), traits=Traits(hates=("carthage",)))
    among = fighting(spearmen(), None, Put(hater, x=30, y=16))
    among = met(joined(replace(among, contacts=()), 2, 0), 0, 1, charger=0)
    assert blow_of(among, THIRD, (), AT_MEN, AT_MEN).misses_again == "hatred"
    assert blow_of(among, US, (), AT_MEN, AT_MEN).misses_again is None


# --------------------------------------------------------------------------------- Break tests


def beaten(battle: Battle, *dice: int) -> Script:
    return run_to(counted(battle, blue=5), Do.COMBAT_PANIC, dice=dice)


@pytest.mark.rule("hatred", "break.test", "profile.cap")
def test_beaten_by_whom_they_hate_they_test_on_ten_unmodified() -> None:
    script = beaten(fighting(), 5, 5)
    assert [(e.need, e.passed, e.cite) for e in events(script, Tested)] == [(10, True, "hatred")]
    script = beaten(fighting(), 5, 6)
    assert [e.cite for e in events(script, UnitBroke)] == ["break.test"]
    others = beaten(fighting(None, spearmen("others")), 5, 5)
    assert events(others, Tested)[0].need < 7
    assert events(others, UnitBroke) != []


@pytest.mark.rule("hatred", "battle-standard.reroll")
def test_the_standard_lets_them_test_again() -> None:
    bearer = Put(battle_standard(), x=36, y=12)
    script = beaten(fighting(None, None, bearer), 6, 6, 5, 5)
    assert events(script, UnitBroke) == []


@pytest.mark.rule("hatred", "break.hopeless")
def test_no_hatred_holds_those_who_are_worn_out() -> None:
    script = beaten(changed(fighting(), US, models=4))
    assert [e.cite for e in events(script, UnitBroke)] == ["break.hopeless"]


# ------------------------------------------------------------------------------------- pursuit


def won(battle: Battle, *broken: int) -> Battle:
    units = tuple(u.id for u in battle.units)
    combat = Combat(
        units,
        winner=RED,
        margin=2,
        broken=tuple(UnitId(u) for u in broken),
        fought=True,
        is_done=True,
    )
    turn = replace(battle.turn, phase=Phase.COMBAT, todo=(Task(Do.HOLD_OR_PURSUE, US),))
    return replace(battle, combats=(combat,), turn=turn)


@pytest.mark.rule("hatred", "pursue.restrain")
def test_they_must_pursue_whom_they_hate() -> None:
    battle = won(fighting(), 1)
    assert [is_compelled(battle, unit) for unit in (US, FOE)] == [True, False]
    script = Script(battle)
    script.run_until(1)
    assert [e.prey for e in events(script, PursuitChosen)] == [FOE]
    assert script.asked == []


@pytest.mark.rule("hatred", "pursue.several")
def test_of_several_beaten_they_pursue_the_hated() -> None:
    battle = table(
        Put(haters(), x=30, y=20, files=10),
        Put(spearmen("others", 12), x=28, y=20, facing=180, files=6, side=BLUE),
        Put(carthaginians(8), x=33, y=20, facing=180, files=4, side=BLUE),
    )
    both = met(met(battle, 0, 1), 0, 2)
    assert hated_foes(both, US) == (THIRD,)
    script = Script(won(both, 1, 2))
    script.run_until(1)
    assert [e.prey for e in events(script, PursuitChosen)] == [THIRD]
    assert not [ask for ask in script.asked if isinstance(ask, ChoosePrey | Allotment)]
