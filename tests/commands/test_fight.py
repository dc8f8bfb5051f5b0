"""`maniple fight`: one melee, explained."""

import json
from typing import Any, TypeAlias

import pytest

from kit.command_line import run

Json: TypeAlias = dict[str, Any]  # Any: data from outside, which the tests look into

A = "12 legionaries, 6 wide, charging"
B = "20 warriors, 5 wide"


def melee(*words: str) -> Json:
    told: Json = json.loads(run("fight", *words, "--json").stdout)
    return told


@pytest.mark.rule("combat.to-hit", "combat.to-wound", "weapon.strength-save", "combat.strike-order")
def test_every_figure_has_its_rule() -> None:
    (fought,) = melee(A, B, "--seed", "1")["rounds"]
    first = fought["strikes"][0]
    assert (first["striker"], first["target"]) == ("Legionaries", "Warriors")
    figures = {row["what"]: (row["figure"], row["rules"]) for row in first["figures"]}
    assert figures["to hit"] == ("4+", ["combat.to-hit"])
    assert figures["strength"][0] == "3 +1 = 4"
    assert figures["save"] == ("6+ +1 = none", ["shoot.save", "weapon.strength-save"])
    assert fought["order"][0].startswith("Legionaries")


def test_the_same_seed_rolls_the_same() -> None:
    assert melee(A, B, "--seed", "5") == melee(A, B, "--seed", "5")
    assert melee(A, B, "--seed", "5") != melee(A, B, "--seed", "6")


def test_given_dice_are_used_in_order_and_may_be_left_over() -> None:
    """A man each, who hit on 4+: he hits, wounds, is not saved; nobody is left to strike back."""
    fought = melee("1 warriors, charging", "1 warriors", "--dice", "4,4,1,6")
    (strike,) = fought["rounds"][0]["strikes"]
    assert [thrown["faces"] for thrown in strike["dice"]] == [[4], [4], [1]]
    assert fought["unused"] == [6]
    assert fought["wanted"] is None


@pytest.mark.parametrize(
    ("dice", "wanted"),
    [
        ("1", "10 dice to hit for Legionaries, needing 4+"),
        ("4 4 4 1 1 1 1 1 1 1 1", "3 dice to wound for Legionaries, needing 3+"),
        (
            "4 4 4 1 1 1 1 1 1 1 1 1 1 1 1",
            "1 die to hit for Legionaries (its leader), needing 4+",
        ),
    ],
)
def test_when_dice_run_out_the_next_are_asked_for(dice: str, wanted: str) -> None:
    ran = run("fight", A, B, "--dice", dice)
    assert ran.exit_code == 1
    assert wanted in ran.stderr
    assert "Legionaries at Warriors" in ran.stdout


@pytest.mark.rule("result.flank-rear", "result.rank-negated")
def test_a_flank_counts_and_takes_the_ranks_away() -> None:
    (fought,) = melee(A, f"{B}, struck in the flank", "--seed", "2")["rounds"]
    ours, theirs = ([row[0] for row in map(list, side[1])] for side in score(fought))
    assert "for the flank" in ours
    assert "ranks" not in theirs
    assert "rank" not in theirs


def score(fought: Json) -> list[tuple[str, list[tuple[str]]]]:
    return [(army, [(row["what"],) for row in rows]) for army, rows in fought["score"]]


@pytest.mark.rule("result.high-ground")
def test_higher_ground_counts() -> None:
    (fought,) = melee(A, f"{B}, on a hill", "--seed", "2")["rounds"]
    assert "for higher ground" in [row[0] for row in score(fought)[1][1]]
    assert "for higher ground" not in [row[0] for row in score(fought)[0][1]]


@pytest.mark.rule("combat.defended-obstacle")
def test_a_defended_hedge_is_charged_on_sixes() -> None:
    (fought,) = melee(A, f"{B}, behind a hedge", "--seed", "2")["rounds"]
    strike = next(s for s in fought["strikes"] if s["striker"] == "Legionaries")
    figures = {row["what"]: row for row in strike["figures"]}
    assert figures["to hit"]["figure"] == "4+ +2 = 6+"
    assert "combat.defended-obstacle" in figures["to hit"]["rules"]


def test_units_come_from_rosters_with_their_stance() -> None:
    told = run("fight", "ford-rome:Cohort", "ford-barbarians:Warband, charging", "--seed", "1")
    assert told.exit_code == 0
    assert "Warband (24, charging) against Cohort (12)" in told.stdout


def test_rounds_go_on_while_both_stand() -> None:
    fought = melee("30 legionaries", "30 legionaries", "--rounds", "4", "--seed", "3")["rounds"]
    assert len(fought) > 1
    assert fought[1]["opening"].startswith("Round 2: ")


def test_two_of_one_name_are_told_apart() -> None:
    told = run("fight", "6 warriors", "6 warriors", "--seed", "1").stdout
    assert "Warriors (A)" in told
    assert "Warriors (B)" in told


@pytest.mark.parametrize("a", ["12 legionaries", "1 tribune", "6 noble cavalry with lances"])
@pytest.mark.parametrize("struck", ["", ", struck in the flank", ", struck in the rear"])
def test_anybody_may_fight_anybody(a: str, struck: str) -> None:
    assert run("fight", f"{a}, charging", f"8 auxilia{struck}", "--seed", "9").exit_code == 0


SPECIAL = (
    "3 elephants",
    "an elephant with 2 crew, charging",
    "2 heavy chariots, charging",
    "scythed chariot",
    "light chariot",
    "war wagon with a crew of 5",
    "18 legionaries in testudo",
    "24 pikemen with 4 armoured front, 8 wide",
    "24 skutatoi, 8 of them archers",
    "20 northmen with 10 thralls",
    "3 trolls",
    "the giant, charging",
    "12 berserkers",
    "20 dead men",
    "6 camel riders",
    "6 cataphracts, charging",
    "onager",
    "wizard",
)


@pytest.mark.parametrize("a", SPECIAL)
def test_special_troops_fight_to_the_end_of_it(a: str) -> None:
    """Whatever falls due in the rounds is answered, where to stand after falling back too."""
    for foe in ("24 pikemen, 8 wide", "12 legionaries"):
        for seed in ("1", "4"):
            done = run("fight", a, foe, "--seed", seed, "--rounds", "4")
            assert done.exit_code == 0, done.output


def test_a_unit_that_falls_back_forms_up_without_being_told_how() -> None:
    """Three elephants are outnumbered more than two to one; the victors and they both stay whole."""
    done = run("fight", "3 elephants", "24 pikemen, 8 wide", "--seed", "3", "--rounds", "2")
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("12 legionaires", B), 1, "legionaries"),
        (("", B), 1, "nobody is named"),
        (("9999999 warriors", B), 1, "1 to 200"),
        (("rome-2000:Tenth cohort", B), 1, "no unit 'Tenth cohort'"),
        (("nowhere.toml:Cohort", B), 1, "no such file"),
        ((f"{A}, struck in the flank", f"{B}, struck in the rear"), 1, "fight to its front"),
        ((A, f"{B}, charging"), 1, "one charges"),
        ((A, B, "--dice", "7"), 2, "no face of a D6"),
        ((A, B, "--dice", ""), 2, "wants faces"),
        ((A, B, "--dice", "nan"), 2, "no face of a D6"),
        ((A, B, "--dice", "1", "--seed", "1"), 2, "one of them"),
        ((A, B, "--rounds", "0"), 2, "than or equal to 1"),
        ((A,), 2, "Missing argument"),
    ],
)
def test_what_is_refused(words: tuple[str, ...], code: int, told: str) -> None:
    ran = run("fight", *words)
    assert ran.exit_code == code, ran.output
    assert told in ran.flat_error


@pytest.mark.parametrize("dice", ["1,,2", ",1", "4, ,3"])
def test_a_face_left_out_is_missed(dice: str) -> None:
    ran = run("fight", A, B, "--dice", dice)
    assert ran.exit_code == 2
    assert "a face is missing between the commas" in ran.flat_error


def test_characters_stand_in_the_ranks() -> None:
    (fought,) = melee(f"{A}, with a general", f"{B}, with a general", "--seed", "3")["rounds"]
    start = "Legionaries with General (12, charging) against Warriors with Chieftain (20)"
    assert fought["opening"] == start
    assert fought["challenge"] == ""
    by = {strike["striker"]: strike["target"] for strike in fought["strikes"]}
    assert by["General"] == "Warriors"


@pytest.mark.rule("challenge.issue", "challenge.fight")
def test_who_is_said_to_challenge_does() -> None:
    ours, theirs = f"{A}, with a general", f"{B}, with a chieftain, challenging"
    (fought,) = melee(ours, theirs, "--seed", "3")["rounds"]
    assert fought["challenge"] == "Chieftain challenged General, who met him man to man"
    assert fought["challenge_rules"] == ["challenge.issue", "challenge.fight"]
    by = {strike["striker"]: strike["target"] for strike in fought["strikes"]}
    assert (by["General"], by["Chieftain"]) == ("Chieftain", "General")
    shown = run("fight", ours, theirs, "--seed", "3").stdout
    assert "Chieftain challenged General, who met him man to man" in shown
    assert "challenge.fight" in shown


def test_two_characters_of_one_name_are_told_apart() -> None:
    same = "12 legionaries, with a general"
    (fought,) = melee(f"{same}, charging", same, "--seed", "3")["rounds"]
    strikers = {strike["striker"] for strike in fought["strikes"]}
    assert {"General of Legionaries (A)", "General of Legionaries (B)"} <= strikers


def test_a_front_rank_too_narrow_for_them() -> None:
    ran = run("fight", "12 legionaries, 2 wide, with a general and a battle standard", B)
    assert ran.exit_code == 1
    told = "Legionaries: beside its leader its front rank has 1 place, and those with it take 3"
    assert told in ran.flat_error


def test_a_unit_of_a_roster_takes_its_lists_characters() -> None:
    (fought,) = melee("rome-2000:First cohort, with a general", B, "--seed", "3")["rounds"]
    assert fought["opening"].startswith("First cohort with General")


@pytest.mark.rule("troop.elephant", "troop.war-wagon.crew")
@pytest.mark.parametrize("beast", ["a war wagon", "an elephant"])
def test_blows_at_a_crew_are_told_apart_each_with_its_dice(beast: str) -> None:
    (fought,) = melee("10 warriors", beast, "--seed", "7")["rounds"]
    strikes = [strike for strike in fought["strikes"] if strike["striker"] == "Warriors"]
    assert any(strike["target"].startswith("the crew of ") for strike in strikes)
    assert any(not strike["target"].startswith("the crew of ") for strike in strikes)
    for strike in strikes:
        left = strike["blows"]
        group = [one for one in strikes if one["leader"] == strike["leader"]]
        whole = sum(one["blows"] for one in group)
        share = next(row for row in strike["figures"] if row["what"] == "of them")
        assert (share["figure"], share["rules"]) == (f"{left} of {whole}", ["troop.elephant"])
        for thrown in strike["dice"]:
            if thrown["faces"]:
                assert len(thrown["faces"]) == left
            left = thrown["passed"]
