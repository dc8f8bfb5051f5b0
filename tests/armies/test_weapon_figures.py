"""The figures of weapons in the data, beside what the rulebook says of them."""

import pytest

from maniple.armies.arms import melee_for, melee_named, missile_for, missile_named
from maniple.battle.sheet import Melee, Missile


def missile(name: str) -> Missile:
    row = missile_named(name)
    assert row is not None
    return missile_for(row, shoots_charging=False)


def melee(name: str, *, mounted: bool = False) -> Melee | None:
    row = melee_named(name)
    assert row is not None
    return melee_for(row, mounted=mounted)


@pytest.mark.rule("shoot.javelins")
@pytest.mark.parametrize(("name", "inches", "strength"), [("javelin", 8, 3), ("dart", 12, 2)])
def test_a_dart_is_a_javelin_that_flies_farther_and_strikes_softer(
    name: str, inches: int, strength: int
) -> None:
    thrown = missile(name)
    assert (thrown.range, thrown.strength) == (inches, strength)
    assert (thrown.ignores_moving, thrown.ignores_range) == (True, True)
    bow = missile("bow")
    assert (bow.ignores_moving, bow.ignores_range) == (False, False)


@pytest.mark.rule("weapon.kontos")
def test_a_kontos_is_held_in_both_hands_by_riders_alone() -> None:
    kontos = melee("kontos", mounted=True)
    assert kontos is not None
    assert (kontos.strength, kontos.strength_when, kontos.two_handed) == (1, "first round", True)
    assert melee("kontos") is None


@pytest.mark.rule("weapon.pike-and-long-spear")
def test_pikes_reach_farther_and_deeper_than_long_spears() -> None:
    pike, spear = melee("pike"), melee("long spear")
    assert pike is not None
    assert spear is not None
    assert (pike.ranks, pike.ranks_charging, spear.ranks, spear.ranks_charging) == (4, 2, 2, 2)
    assert pike.reach > spear.reach > 0
