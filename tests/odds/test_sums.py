"""The sum of a round: the figures that `maniple fight` shows, and what to expect of them."""

import json
from fractions import Fraction
from typing import Any

import pytest

from kit.command_line import run
from kit.sums import exact, part, sum_of
from maniple import BOTS, Pair, Seat, load_scenario, new_game
from maniple.battle.state import Battle
from maniple.battle.tasks import Do
from maniple.battle.unit import UnitId
from maniple.odds.policies import sensible
from maniple.odds.situations import melee
from maniple.odds.sums import sums_of
from maniple.odds.sums_course import calm, is_next, step
from maniple.play.explain import blows_explained
from maniple.play.odds import Limits, chances, step_odds

A, B = "18 legionaries, 6 wide, charging", "24 warriors, 8 wide"
PAIRS = [
    (A, B),
    ("24 pikemen, 8 wide", "18 legionaries, 6 wide, charging"),
    ("6 noble cavalry with lances, charging", "20 warriors, 5 wide, struck in the flank"),
    ("18 legionaries, 6 wide", "20 warriors, 5 wide, behind a hedge, charging"),
    ("3 elephants, charging", "24 skutatoi, 8 of them archers"),
    ("20 northmen with 10 thralls", "12 berserkers, charging"),
    ("18 legionaries, 6 wide, with a general", "2 heavy chariots, charging"),
]
OF_THE_SUM = ("blows", "hits", "wounds", "unsaved")
"""Rows that a sum has besides those of the melee told."""


@pytest.mark.parametrize(("ours", "theirs"), PAIRS)
def test_the_figures_are_those_of_the_melee_told(ours: str, theirs: str) -> None:
    """Of the side that strikes first all; of the other all but the men that have fallen by then."""
    told = sum_of(ours, theirs)
    ran = run("fight", ours, theirs, "--seed", "3", "--json")
    strikes: list[dict[str, Any]] = json.loads(ran.stdout)["rounds"][0]["strikes"]  # Any: JSON
    assert strikes
    first = strikes[0]["striker"]
    for strike in strikes:
        if strike["weapon"] == "impact of the wheels":
            continue
        told_there = {
            row["what"]: (row["figure"], row["rules"])
            for row in strike["figures"]
            if strike["striker"] == first or row["what"] not in ("strikers", "of them")
        }
        at = f"{strike['striker']} at {strike['target']}, with the {strike['weapon']}"
        alike = [
            {row.what: (row.figure, list(row.rules)) for row in one.figures}
            for one in told
            if one.heading.endswith(at) and ("leader" in one.heading) is strike["leader"]
        ]
        assert any(told_there.items() <= rows.items() for rows in alike), at


@pytest.mark.parametrize(("ours", "theirs"), [pair for pair in PAIRS if "chariots" not in pair[1]])
def test_what_to_expect_of_the_first_blows_is_the_mean_of_the_odds(ours: str, theirs: str) -> None:
    battle = melee(ours, theirs).battle
    while not is_next(battle, Do.STRIKE):
        battle = step(battle, sensible, calm).battle
    told = sums_of(battle, sensible, until=lambda after: after is not battle)
    assert battle.combat is not None
    before = battle.combat.wounds
    after = step_odds(battle, sensible)
    mean = sum(
        chance * (wounds.red + wounds.blue - before.red - before.blue)
        for end, chance in after.items()
        if end.combats and (wounds := end.combats[-1].wounds)
    )
    in_all = [one for one in told if one.heading.endswith(" in all")]
    rows = in_all[0].figures if in_all else told[0].figures[-1:]
    assert sum(exact(row) for row in rows) == mean


def test_hits_wounds_and_unsaved_are_products_of_chances() -> None:
    told = part(sum_of(A, B), "Warriors at Legionaries")
    assert exact(told["hits"]) == Fraction(15, 2)
    assert exact(told["wounds"]) == Fraction(15, 4)
    assert exact(told["unsaved"]) == Fraction(15, 8)
    assert (told["unsaved"].figure, told["unsaved"].note) == ("1.88", "15/4 × 1/2")
    assert (told["hits"].figure, told["wounds"].note) == ("7.50", "15/2 × 1/2")


def test_every_modifier_is_told_with_its_rule() -> None:
    told = part(sum_of(A, B), "Legionaries at Warriors")
    assert told["strength"].figure == "3 +1 = 4"
    assert told["strength"].note == "+1 by weapon.heavy-throwing-spear"
    assert told["save"].rules == ("shoot.save", "weapon.strength-save")
    assert told["to hit"].note == "Weapon Skill 3 against 3"
    assert told["to wound"].note == "Strength 4 against Toughness 3"
    assert told["strikers"].note == "5 in touch, 6 behind them"
    assert part(sum_of(A, B), "The leader of Legionaries")["attacks"].figure == "1 +1 = 2"


@pytest.mark.rule("combat.casualties")
@pytest.mark.parametrize(("ours", "theirs"), PAIRS[:3])
def test_the_fewest_blows_left_are_those_after_the_worst_that_may_come(
    ours: str, theirs: str
) -> None:
    """Against every outcome of the blows before them."""
    battle = melee(ours, theirs).battle
    while not is_next(battle, Do.STRIKE):
        battle = step(battle, sensible, calm).battle
    assert battle.combat is not None
    first = battle.combat.groups[0].unit
    other = UnitId(1 - first)

    def left(after: Battle) -> tuple[tuple[bool, int], ...] | None:
        if not is_next(after, Do.STRIKE):
            return ()
        groups = blows_explained(after)
        if groups[0][0].unit == first:
            return None
        return tuple([(group.leader, blow.dice) for group, blow in groups])

    seen = chances(battle, left, sensible).chances
    fewest = min(dict(blows).get(False, 0) for blows in seen)
    name = battle.units[other].sheet.name
    heading = f"{name} at "
    told = part(sums_of(battle, sensible), heading)["blows"]
    shown = f"{fewest} at the least, if men fall first" if fewest < int(told.figure) else ""
    assert told.note == shown


@pytest.mark.rule("combat.strike-order")
def test_who_strikes_when_is_told_with_the_reason() -> None:
    told = part(sum_of(A, B), "Who strikes when")
    assert told["first"].figure == "Legionaries, with the heavy throwing spear"
    assert told["first"].note == "charging, Initiative 3"
    assert told["then"].note == "Initiative 3"
    pikes = part(sum_of("24 pikemen, 8 wide", A), "Who strikes when")
    assert pikes["first"].figure.startswith("Pikemen")
    assert pikes["first"].note.startswith("pikes to the front")


@pytest.mark.rule("combat.strike-order")
def test_where_a_die_says_who_strikes_first_both_chances_are_told() -> None:
    told = part(sum_of("18 legionaries", "18 auxilia"), "The higher die")
    assert exact(told["Legionaries"]) == exact(told["Auxilia"]) == Fraction(1, 2)


@pytest.mark.rule("result.ranks", "result.standard", "result.high-ground", "result.flank-rear")
def test_what_is_fixed_in_the_result_is_told_with_its_rules() -> None:
    told = sum_of("20 legionaries, 5 wide, on a hill", f"{B}, struck in the flank")
    ours, theirs = (part(told, f"{who}: in the result") for who in ("Legionaries", "Warriors"))
    assert ours["ranks"].figure == "3"
    assert ours["ranks"].note == "fixed as the round begins"
    assert ours["for higher ground"].rules == ("result.high-ground",)
    assert ours["for the flank"].note == "counted as it stands after the blows"
    assert list(theirs) == ["standard"]


def test_a_sum_stops_where_it_is_told_to() -> None:
    battle = melee(A, B).battle
    assert sums_of(battle, sensible, until=lambda _: True) == ()
    short = sums_of(battle, sensible, limits=Limits(runs=4))
    assert short[-1].heading == "The sum goes no further"
    assert "The sum goes no further" not in [one.heading for one in sum_of(A, B)]


def test_a_sum_may_begin_within_a_step() -> None:
    """With the blows under way and thrown for: they are told no more."""
    battle = melee(A, B).battle
    while not is_next(battle, Do.STRIKE):
        battle = step(battle, sensible, calm).battle
    told = sums_of(battle, sensible, answers=((3,),))
    assert not [one for one in told if one.heading.startswith("Legionaries at")]
    assert part(told, "Warriors at")["blows"].figure == "12"


def test_any_moment_of_a_battle_has_its_sum() -> None:
    """Two bots fight; every few questions the sum of what comes is told, and the game goes on."""
    game = new_game(load_scenario("ford"), seed=6)
    bots = Pair(BOTS["steady"](1), BOTS["steady"](2))
    told: list[str] = []
    asked = 0
    while game.pending is not None:
        if asked % 5 == 0:
            battle, given = game.snapshot
            for one in sums_of(battle, sensible, answers=given):
                told.append(one.heading)
                shares = [row for row in one.figures if row.figure.endswith(" %")]
                assert all(0 <= exact(row) <= 1 for row in shares)
        asked += 1
        _ = game.answer(bots.of(game.pending.side).answer(Seat(game)))
    assert any(heading.endswith("if the round is lost") for heading in told)
    assert any(heading.endswith("must leave the fight") for heading in told)
