"""Fear, terror, stupidity, frenzy and hatred in the account: each test, and what it led to."""

from msgspec.structs import replace

from kit.accounts import told_of
from kit.charges import HOLD, order
from kit.fights import counted, met
from kit.tables import BLUE, Put, table
from kit.troops import foot, spearmen, with_traits
from maniple.battle.sheet import Sheet
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task


def before(ours: Sheet, theirs: Sheet, phase: Phase, *todo: Task, apart: float = 7.0) -> Battle:
    return table(
        Put(ours, x=30, y=20, files=6),
        Put(theirs, x=30, y=20 + apart, facing=180, files=6, side=BLUE),
        Put(spearmen("reserve"), x=60, y=44, facing=180, files=8, side=BLUE),
        phase=phase,
        todo=todo,
    )


def is_quiet(battle: Battle) -> bool:
    """Whether all that was to be done is done."""
    return not battle.turn.todo


def is_over(battle: Battle) -> bool:
    """Whether the combat has come as far as its Break tests."""
    return bool(battle.combats) and battle.combats[-1].is_done


BRUTES = with_traits("brutes", 12, causes_fear=True)
HORRORS = with_traits("horrors", 12, causes_terror=True)
DECLARE = Task(Do.DECLARE_CHARGES)
START = Task(Do.START_TESTS)


def test_a_charge_that_is_not_dared() -> None:
    battle = before(spearmen(), BRUTES, Phase.CHARGES, DECLARE)
    assert told_of(battle, [4, 4], [order(0, 1)], is_quiet) == [
        (
            "Spearmen needed 7 or less to dare a charge at brutes, rolled 4+4 = 8, did not dare and "
            "stood still  [fear.charging]"
        )
    ]


def test_the_cowed() -> None:
    battle = before(BRUTES, spearmen(), Phase.CHARGES, DECLARE)
    assert told_of(battle, [4, 4], [order(0, 1), HOLD], is_quiet) == [
        (
            "Brutes charged spearmen in front from 7 inches; spearmen held, needed 7 or less to face "
            "the charge of brutes, rolled 4+4 = 8 and quailed, with 6s to hit  [fear.charged]"
        )
    ]


def test_the_terrified() -> None:
    battle = before(spearmen(), HORRORS, Phase.START, START)
    assert told_of(battle, [4, 4, 2, 3], (), is_quiet) == [
        (
            "Spearmen needed 7 or less to stand the terror of horrors, rolled 4+4 = 8 and fled "
            "5 inches (2+3 = 5)  [terror.test, flee.direction]"
        )
    ]


def test_two_tests_that_fall_alike_are_both_told() -> None:
    trolls = with_traits("trolls", stupid=True)
    battle = before(trolls, HORRORS, Phase.START, START)
    assert told_of(battle, [3, 4, 3, 4], (), is_quiet) == [
        (
            "Trolls needed 7 or less to stand the terror of horrors, rolled 3+4 = 7, stood it, needed 7 "
            "or less to keep their wits, rolled 3+4 = 7 and kept them  [terror.test, stupidity.test]"
        )
    ]


def test_the_stupid_blunder_ahead() -> None:
    trolls = with_traits("trolls", stupid=True)
    battle = before(trolls, spearmen(), Phase.START, START)
    assert told_of(battle, [4, 4, 3], (), lambda b: b.turn.phase is Phase.CHARGERS) == [
        (
            "Trolls needed 7 or less to keep their wits, rolled 4+4 = 8 and set out straight ahead  "
            "[stupidity.test]"
        ),
        "-- In flight",
        "Trolls blundered 2 inches straight ahead  [stupidity.test]",
    ]


def test_the_frenzied() -> None:
    furies = with_traits("furies", frenzied=True)
    battle = before(furies, spearmen(), Phase.CHARGES, Task(Do.COMPELLED_CHARGE, 0))
    assert told_of(battle, [], [HOLD], is_quiet) == [
        "Furies had to charge spearmen in front from 7 inches; spearmen held  [frenzy]"
    ]
    over = counted(met(before(furies, spearmen(), Phase.COMBAT, apart=0.0), 0, 1), blue=3)
    told = told_of(over, [1, 1], (), lambda b: b.turn.todo[0].do is Do.COMBAT_PANIC)
    assert told == [
        (
            "Furies came out of the frenzy, needed 4 or less to hold, rolled 1+1 = 2 and held  "
            "[frenzy, break.test]"
        )
    ]


def test_misses_struck_again() -> None:
    haters = with_traits("haters", 6, hates=("carthage",))
    foes = foot("foes", 6, army="carthage")
    fight = met(
        before(haters, foes, Phase.COMBAT, Task(Do.NAME_COMBAT), apart=0.0), 0, 1, charger=0
    )
    lines = told_of(fight, [*[1] * 14, *[1] * 7, 6, 1, 1, 1], (), is_over)
    assert "needing 4+ to hit with the misses struck again" in lines[1]
    assert lines[1].endswith("[hatred]")


def test_fear_of_greater_numbers() -> None:
    many = replace(BRUTES, models=30)
    fight = before(spearmen(), many, Phase.COMBAT, Task(Do.NAME_COMBAT), apart=0.0)
    fight = met(fight, 0, 1, charger=1)
    blows = [*[4] * 5, 1, 1, *[4] * 5, *[1] * 5]
    lines = told_of(fight, [*blows, *[1] * 8], (), is_over)
    assert lines[-1].startswith("Spearmen broke without a test in fear of greater numbers")
