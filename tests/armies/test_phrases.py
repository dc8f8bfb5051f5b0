"""The little language of phrases."""

import string
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maniple.armies import Phrase, PhraseError, parse_phrase
from maniple.battle.sheet import Kind

HOWTO = Path(__file__).parents[2] / "docs" / "howto" / "phrases.md"


def test_how_many_of_whom_how_wide() -> None:
    phrase = parse_phrase("18 legionaries, 6 wide, charging")
    assert (phrase.models, phrase.sheet.entry, phrase.list) == (
        18,
        "legionaries",
        "early-imperial-rome",
    )
    assert (phrase.files, phrase.ranks, phrase.charging, phrase.struck) == (6, 3, True, "front")
    assert phrase.sheet.points == 308
    assert phrase.sheet.leader_leadership == 8


@pytest.mark.parametrize(
    ("text", "entry", "army"),
    [
        ("1 legionary", "legionaries", "early-imperial-rome"),
        ("Eighteen Legionaries", "legionaries", "early-imperial-rome"),
        ("24 warriors", "warriors", "barbarians"),
        ("6 noble cavalry", "noble cavalry", "early-imperial-rome"),
        ("6 barbarian noble cavalry", "noble cavalry", "barbarians"),
        ("10 archers", "archers", "byzantium"),
        ("10 roman archers", "auxiliary archers", "early-imperial-rome"),
        ("the roman general", "general", "early-imperial-rome"),
        ("a barbarian general", "chieftain", "barbarians"),
        ("an onager", "onager", "early-imperial-rome"),
    ],
)
def test_whom_it_names(text: str, entry: str, army: str) -> None:
    phrase = parse_phrase(text)
    assert (phrase.sheet.entry, phrase.list) == (entry, army)


@pytest.mark.parametrize(
    ("words", "files"),
    [("6 wide", 6), ("in 8 files", 8), ("nine abreast", 9), ("3 deep", 8), ("in two ranks", 12)],
)
def test_how_it_is_formed(words: str, files: int) -> None:
    assert parse_phrase(f"24 warriors {words}").files == files


@pytest.mark.parametrize(
    ("words", "struck"),
    [
        ("flank", "flank"),
        ("in the flank", "flank"),
        ("struck in the rear", "rear"),
        ("charged in its flank", "flank"),
        ("to the front", ""),
        ("front", "front"),
    ],
)
def test_which_facing_is_struck(words: str, struck: str) -> None:
    if not struck:
        with pytest.raises(PhraseError):
            parse_phrase(f"24 warriors, 8 wide, {words}")
    else:
        assert parse_phrase(f"24 warriors, 8 wide, {words}").struck == struck


@pytest.mark.rule("army.command")
@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("", (True, True, True)),
        ("without command", (False, False, False)),
        ("without a leader", (False, True, True)),
        ("without leader or standard", (False, False, True)),
        ("no centurion, no musician", (False, True, False)),
        ("without command with centurion", (True, False, False)),
    ],
)
def test_command(words: str, command: tuple[bool, bool, bool]) -> None:
    sheet = parse_phrase(f"18 legionaries {words}").sheet
    assert (sheet.leader, sheet.standard, sheet.musician) == command


def test_a_few_men_have_no_command_unless_it_is_said() -> None:
    assert not parse_phrase("4 legionaries").sheet.leader
    assert parse_phrase("4 legionaries with centurion").sheet.leader


def test_arms_and_armour_that_the_list_offers_or_not() -> None:
    lances = parse_phrase("6 noble cavalry with lances")
    assert (lances.weapon, lances.sheet.melee[0].name, lances.sheet.mark) == ("lance", "lance", "C")
    own = parse_phrase("18 legionaries with pila")
    assert (own.weapon, own.sheet.mark) == ("heavy throwing spear", "A")
    axes = parse_phrase("20 retinue with double-handed weapons and heavy armour")
    assert (axes.sheet.armour.worn, axes.sheet.armour.shield) == (2, 1)
    assert [w.name for w in axes.sheet.melee] == ["double-handed weapon", "hand weapon"]
    slings = parse_phrase("10 warriors with slings")
    assert [w.name for w in slings.sheet.missiles] == ["sling"]
    rider = parse_phrase("war leader on a warhorse")
    assert (rider.sheet.kind, rider.sheet.move) == (Kind.CAVALRY, 8)


def test_the_ground() -> None:
    def ground(words: str) -> tuple[bool, bool, bool]:
        phrase = parse_phrase(f"10 auxilia {words}")
        return phrase.on_hill, phrase.behind_obstacle, phrase.in_wood

    assert ground("on a hill") == ground("uphill") == (True, False, False)
    assert ground("behind a hedge") == ground("defending the wall") == (False, True, False)
    assert ground("in a wood") == ground("in difficult ground") == (False, False, True)


@pytest.mark.parametrize("words", ["with 3 crew", "with a crew of 3", "crew of three", "3 crewmen"])
@pytest.mark.rule("army.crew", "army.unit-size")
def test_how_many_ride(words: str) -> None:
    phrase = parse_phrase(f"elephant, {words}")
    assert phrase.models == 1
    assert phrase.sheet.crew is not None
    assert (phrase.sheet.crew.models, phrase.sheet.points) == (3, 125 + 24)
    assert parse_phrase("2 macedonian elephants").sheet.points == 2 * (125 + 32)


def test_who_stands_alone_needs_no_number() -> None:
    for text in ("elephant", "the giant", "scythed chariot", "war wagon", "a troll", "wizard"):
        assert parse_phrase(text).models == 1
    assert parse_phrase("3 trolls").models == 3


@pytest.mark.rule("army.parts")
@pytest.mark.parametrize("words", ["8 of them archers", "with 8 archers", "8 archers"])
def test_models_of_another_kind(words: str) -> None:
    phrase = parse_phrase(f"24 skutatoi, {words}, 8 wide")
    assert [(share.name, share.models) for share in phrase.sheet.shares] == [
        ("skutatoi", 16),
        ("archers", 8),
    ]
    assert (phrase.models, phrase.files) == (24, 8)
    assert phrase.sheet.points == 16 * 18 + 8 * 10 + 15


def test_traits_that_the_list_gives_or_not() -> None:
    in_testudo = parse_phrase("18 legionaries in testudo")
    assert in_testudo.testudo
    assert in_testudo.sheet.traits.testudo
    assert not parse_phrase("18 legionaries").testudo
    fierce = parse_phrase("12 warriors in frenzy, stubborn, as a phalanx").sheet.traits
    assert (fierce.frenzied, fierce.stubborn, fierce.phalanx) == (True, True, True)
    assert parse_phrase("12 warriors in frenzy").sheet.mark == "C"


@pytest.mark.rule("army.crew", "army.unit-size")
@pytest.mark.parametrize(
    ("text", "position", "told"),
    [
        ("elephant with 9 crew", 14, "9 do not ride on elephants: 1 to 3"),
        ("12 auxilia with 3 crew", 16, '"3 crew" says nothing known'),
        ("24 skutatoi, 24 archers", 13, "not only archers: leave some skutatoi"),
        ("24 skutatoi, 8 of them slingers", 13, '"8 of them slingers" says nothing known'),
        ("12 auxilia in testud", 14, 'did you mean "in testudo"'),
        ("", 0, "nobody is named"),
        ("18", 2, "nobody is named"),
        ("18 legionarys, 6 wide", 3, 'did you mean "legionary"'),
        ("legionaries", 0, "how many"),
        ("0 legionaries", 0, "1 to 200"),
        ("99999999999999999999 legionaries", 0, "1 to 200"),
        ("3 onager", 0, "one of them"),
        ("12 auxilia, 6 wyde", 12, 'did you mean "6 wide"'),
        ("12 auxilia, 4 dep", 12, 'did you mean "4 deep"'),
        ("12 auxilia, 13 wide", 12, "at most 12"),
        ("7 auxilia, 5 deep", 11, "7 models do not stand 5 ranks deep"),
        ("a giant, 3 deep", 9, "1 model does not stand 3 ranks deep"),
        ("a giant, 2 wide", 9, "1 model does not stand 2 files wide"),
        ("12 auxilia, 0 wide", 12, "1 to 200"),
        ("12 auxilia, 6 wide, 2 deep", 20, "given twice"),
        ("12 auxilia with lanses", 16, 'did you mean "lances"'),
        ("12 auxilia with lances", 16, "nobody uses a lance on foot"),
        ("6 noble cavalry with pikes", 21, "nobody uses a pike mounted"),
        ("12 auxilia without shoes", 19, "without leader"),
        ("12 auxilia with", 15, "ends too early"),
        ("10 légionnaires", 4, "plain letters"),
        ("10 legionaries\x1b[31m", 14, "plain letters"),
        ("x" * 500, 0, "200 characters"),
    ],
)
def test_an_error_says_where_and_what_would_be_right(text: str, position: int, told: str) -> None:
    with pytest.raises(PhraseError) as caught:
        parse_phrase(text)
    assert caught.value.position == position
    assert told in str(caught.value)
    assert all(letter.isprintable() or letter == "\n" for letter in str(caught.value))


WORDS = st.sampled_from(
    [
        "18",
        "legionaries",
        "auxilia",
        ",",
        "wide",
        "6",
        "deep",
        "with",
        "without",
        "no",
        "leader",
        "or",
        "and",
        "standard",
        "charging",
        "flank",
        "in",
        "a",
        "wood",
        "on",
        "hill",
        "behind",
        "hedge",
        "pikes",
        "lances",
        "general",
        "roman",
        "the",
        "0",
        "three",
        "elephants",
        "skutatoi",
        "archers",
        "crew",
        "of",
        "them",
        "testudo",
        "x",
    ]
)


def read_or_refused(text: str) -> Phrase | PhraseError:
    try:
        return parse_phrase(text)
    except PhraseError as error:
        return error


@settings(max_examples=100, deadline=None)
@given(st.lists(WORDS, max_size=12).map(" ".join) | st.text(string.printable, max_size=40))
def test_any_words_are_a_phrase_or_a_phrase_error(text: str) -> None:
    found = read_or_refused(text)
    if isinstance(found, PhraseError):
        assert 0 <= found.position <= len(text)
    else:
        assert 1 <= found.files <= found.models


def test_nobody_is_struck_on_two_sides() -> None:
    with pytest.raises(PhraseError, match="struck on two sides: say front, flank or rear, once"):
        _ = parse_phrase("12 legionaries, flank, rear")
    assert parse_phrase("12 legionaries, rear, struck in the rear").struck == "rear"


def test_who_of_its_characters_is_with_it() -> None:
    phrase = parse_phrase(
        "24 warriors, with a chieftain and a battle standard, 8 wide, challenging"
    )
    assert [guest.entry for guest in phrase.guests] == ["chieftain", "battle standard"]
    assert [guest.is_character for guest in phrase.guests] == [True, True]
    assert (phrase.files, phrase.challenging) == (8, True)
    # the general's word is of the list that the unit is of; the unit's own standard is no character
    theirs = parse_phrase("24 barbarian warriors with standard and general")
    assert [guest.entry for guest in theirs.guests] == ["chieftain"]
    assert parse_phrase("24 warriors").guests == ()
    assert parse_phrase("a chieftain, challenging").challenging, "he needs nobody with him"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("24 warriors, challenging", "there is nobody to challenge with: name a character too"),
        ("roman general with a general", "general has no ranks for a character"),
        ("an onager with a general", "onager has no ranks for a character"),
        ("10 skirmishers with a general", "skirmishers has no ranks for a character"),
    ],
)
def test_who_can_have_no_character_with_it(text: str, what: str) -> None:
    with pytest.raises(PhraseError, match=what):
        _ = parse_phrase(text)


@pytest.mark.rule("troop.testudo")
@pytest.mark.parametrize("charge", ["charging", "counter-charging"])
def test_nobody_charges_in_testudo(charge: str) -> None:
    with pytest.raises(PhraseError, match="legionaries in testudo may not charge"):
        _ = parse_phrase(f"18 legionaries, {charge}, in testudo")


@pytest.mark.rule("army.parts")
def test_models_of_another_kind_are_named_once() -> None:
    with pytest.raises(PhraseError, match="thralls are named twice"):
        _ = parse_phrase("20 northmen, 10 of them thralls, with 5 thralls")


def test_a_crew_past_counting_is_told_as_such() -> None:
    with pytest.raises(PhraseError, match="so many do not ride on elephants"):
        _ = parse_phrase(f"an elephant with {'9' * 40} crew")


def test_every_phrase_that_the_how_to_shows_can_be_read() -> None:
    lines = HOWTO.read_text(encoding="utf-8").split("First comes")[0].splitlines()
    shown = [line.strip() for line in lines if line.startswith("    ")]
    assert len(shown) >= 5
    for text in shown:
        assert parse_phrase(text).text == text


@pytest.mark.rule("troop.skirmish")
def test_who_skirmishes_stands_loose() -> None:
    assert parse_phrase("12 spearmen, skirmishing").skirmishing
    assert parse_phrase("12 auxiliary slingers").skirmishing
    assert not parse_phrase("12 spearmen").skirmishing
    with pytest.raises(PhraseError, match="elephants do not stand in loose order"):
        _ = parse_phrase("an elephant, skirmishing")
    with pytest.raises(PhraseError, match="in testudo nobody skirmishes"):
        _ = parse_phrase("12 legionaries, skirmishing, in testudo")
    with pytest.raises(PhraseError, match="with a character in its ranks nobody skirmishes"):
        _ = parse_phrase("12 spearmen with a general, skirmishing")
