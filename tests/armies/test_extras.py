"""Crews, parts, spells, mounts and hatreds: chosen in a roster, resolved in a sheet."""

import pytest

from maniple.armies import ListError
from maniple.armies.choice import Choice, PartTaken
from maniple.armies.entries import Entry
from maniple.armies.extras import read_crew, read_parts, read_spells
from maniple.armies.fields import Fields, Notes
from maniple.armies.lists import ArmyList, read_list
from maniple.armies.resolve import points_of, sheet_of
from maniple.armies.sources import parse
from maniple.battle.sheet import Armour, Crew, Kind, Mixture, Mount, Profile, Share

LIST = """
key = "test"
name = "Test"

[[entry]]
name = "elephants"
kind = "elephant"
profile = [6, 4, 0, 7, 6, 6, 4, 4, 5]
points = 125
armour = ["thick hide"]
mark = "A"

[entry.crew]
profile = [4, 3, 3, 3, 3, 1, 3, 1, 7]
least = 2
most = 4
points = 8
missiles = ["javelin"]
mark = "C"

[[entry.option]]
name = "bows"
points = 4
crew_missiles = ["composite bow"]
mark = "C"

[[entry]]
name = "chariots"
kind = "heavy chariot"
profile = [7, 4, 3, 4, 5, 3, 4, 3, 8]
points = 80
armour = ["heavy car"]
impact = { strength = 5 }
mark = "C"

[[entry]]
name = "spearmen"
kind = "foot"
profile = [4, 4, 3, 3, 3, 1, 3, 1, 8]
points = 18
melee = ["thrusting spear"]
missiles = ["javelin"]
armour = ["heavy armour", "large shield"]
mixture = "combined formation"
hates = ["barbarians"]
mark = "A"

[[entry.part]]
name = "archers"
points = 10
profile = [4, 3, 4, 3, 3, 1, 3, 1, 8]
melee = []
missiles = ["composite bow"]
armour = []
least = 20
most = 50
mark = "B"

[[entry.part]]
name = "champions"
points = 25
in_front = true
melee = ["double-handed weapon"]
most = 10
mark = "C"

[[entry.option]]
name = "oath"
points = 2
hates = ["carthage", "barbarians"]
mark = "A"

[[entry]]
name = "wizard"
role = "character"
kind = "foot"
profile = [4, 3, 3, 3, 3, 2, 4, 1, 8]
points = 60
wizard = 1
spells = ["bolt", "gale", "ward"]
mark = "C"

[[entry.option]]
name = "second level"
points = 40
wizard = 2
mark = "C"

[[entry.option]]
name = "warhorse"
points = 14
mount = "fierce warhorse"
mark = "C"
"""


@pytest.fixture(scope="module")
def army() -> ArmyList:
    return read_list(LIST)


def entry_of(army: ArmyList, name: str) -> Entry:
    return next(entry for entry in army.entry if entry.name == name)


class Said:
    """A unit's table as a roster writes it, and the problems noted in it."""

    def __init__(self, text: str) -> None:
        source = parse("", f"{text}\n", "army.roster")
        self.notes = Notes(source, "army.roster")
        self.row = Fields(source.data, (), self.notes)

    @property
    def problems(self) -> list[str]:
        return [str(problem) for problem in self.notes.problems]


@pytest.mark.rule("army.crew")
def test_a_crew_is_chosen_within_its_limits(army: ArmyList) -> None:
    elephants = entry_of(army, "elephants")
    for text, crew in (("crew = 3", 3), ("crew = 2", 2), ("", 4)):
        said = Said(text)
        assert read_crew(said.row, elephants) == crew
        assert not said.problems
    for text, told in (
        ("crew = 5", "line 1, crew: crew is 5 [army.crew]: the crew of elephants, a whole number"),
        ("crew = 1", "from 2 to 4"),
        ("crew = true", "crew is true"),
    ):
        said = Said(text)
        _ = read_crew(said.row, elephants)
        assert len(said.problems) == 1
        assert told in said.problems[0]
    said = Said("crew = 3")
    assert read_crew(said.row, entry_of(army, "spearmen")) == 0
    assert "spearmen have no crew to choose [army.crew]: leave crew out" in said.problems[0]


@pytest.mark.rule("army.points", "army.crew")
def test_an_elephant_costs_its_points_and_those_of_its_crew(army: ArmyList) -> None:
    elephants = entry_of(army, "elephants")
    bows = elephants.find_option("bows")
    assert bows is not None
    assert points_of(Choice(elephants, 1, crew=4)) == 125 + 4 * 8
    assert points_of(Choice(elephants, 2, (bows,), crew=3)) == 2 * (125 + 3 * 8 + 4)
    sheet = sheet_of(Choice(elephants, 1, (bows,), crew=3), "Surus")
    assert sheet.crew == Crew(
        3, Profile(4, 3, 3, 3, 3, 1, 3, 1, 7), sheet.melee, sheet.crew and sheet.crew.missiles, "C"
    )
    assert sheet.crew is not None
    assert [missile.name for missile in sheet.crew.missiles] == ["composite bow"]
    assert (sheet.armour, sheet.missiles, sheet.mark) == (Armour(worn=2), (), "C")


@pytest.mark.rule("army.parts", "army.list")
def test_parts_are_chosen_within_their_share(army: ArmyList) -> None:
    spearmen = entry_of(army, "spearmen")
    said = Said("parts = { champions = 2, archers = 12 }")
    taken = [(each.part.name, each.models) for each in read_parts(said.row, spearmen, 24)]
    assert taken == [("archers", 12), ("champions", 2)]
    assert not said.problems
    for text, told in (
        ("parts = { archers = 13 }", "line 1, parts.archers: 13 of 24 models are archers"),
        ("parts = { archers = 13 }", "[army.parts]: 5 to 12 of them"),
        ("parts = { archers = 4 }", "5 to 12 of them"),
        ("parts = { champions = 3 }", "1 to 2 of them"),
        ("parts = { archer = 6 }", 'no part "archer" [army.list]: did you mean "archers"?'),
        ("parts = { archers = 6.5 }", "archers is 6.5"),
        ("parts = 6", "parts is 6"),
    ):
        said = Said(text)
        _ = read_parts(said.row, spearmen, 24)
        assert len(said.problems) == 1, said.problems
        assert told in said.problems[0]
    said = Said("parts = { champions = 1 }")
    _ = read_parts(said.row, spearmen, 5)
    assert "no champions among so few" in said.problems[0]
    assert Said("").problems == []


@pytest.mark.rule("army.parts", "army.points")
def test_a_unit_of_parts_has_a_share_for_each_kind_foremost_first(army: ArmyList) -> None:
    spearmen = entry_of(army, "spearmen")
    archers, champions = spearmen.part
    choice = Choice(
        spearmen, 24, (spearmen.option[0],), parts=(PartTaken(archers, 8), PartTaken(champions, 2))
    )
    sheet = sheet_of(choice, "men")
    assert sheet.points == 14 * (18 + 2) + 8 * 10 + 2 * 25
    assert (sheet.mixture, sheet.mark) == (Mixture.FORMATION, "C")
    first, own, last = sheet.shares
    assert [(share.name, share.models) for share in sheet.shares] == [
        ("champions", 2),
        ("spearmen", 14),
        ("archers", 8),
    ]
    assert own == Share(14, sheet.melee, Armour(2, 2), "spearmen", None, own.missiles)
    assert [missile.name for missile in own.missiles] == ["javelin"]
    assert first.armour == own.armour
    assert [weapon.name for weapon in first.melee] == ["double-handed weapon", "javelin"]
    assert last.armour == Armour()
    assert last.profile == Profile(4, 3, 4, 3, 3, 1, 3, 1, 8)
    assert [weapon.name for weapon in last.melee] == ["hand weapon"]
    # Who anybody of the unit shoots with, and the slowest kind's pace.
    assert [missile.name for missile in sheet.missiles] == ["javelin", "composite bow"]
    assert sheet.move == 3
    assert sheet.traits.hates == ("barbarians", "carthage")


@pytest.mark.rule("army.list")
def test_a_wizard_knows_as_many_spells_as_his_level(army: ArmyList) -> None:
    wizard = entry_of(army, "wizard")
    second = wizard.option[0]
    said = Said('spells = ["ward"]')
    assert read_spells(said.row, wizard, ()) == ("ward",)
    assert read_spells(Said("").row, wizard, (second,)) == ("bolt", "gale")
    assert not said.problems
    for text, told in (
        ('spells = ["ward", "gale"]', "2 spells for a wizard of level 1 [magic.phase]: name 1"),
        ('spells = ["wart"]', 'cannot know "wart" [magic.phase]: did you mean "ward"?'),
        ("spells = [7]", "spells holds 7"),
    ):
        said = Said(text)
        _ = read_spells(said.row, wizard, ())
        assert any(told in problem for problem in said.problems), said.problems
    said = Said('spells = ["ward"]')
    _ = read_spells(said.row, entry_of(army, "spearmen"), ())
    assert "is no wizard" in said.problems[0]
    sheet = sheet_of(Choice(wizard, 1, (second,), spells=("ward", "gale")), "she")
    assert (sheet.traits.wizard, sheet.traits.spells) == (2, ("ward", "gale"))


@pytest.mark.rule("army.list")
def test_mounts_and_machines_bring_figures_of_their_own(army: ArmyList) -> None:
    wizard = entry_of(army, "wizard")
    rider = sheet_of(Choice(wizard, 1, (wizard.option[1],)), "he")
    assert rider.mount == Mount("fierce warhorse", 3, 3, 3, 1, "C")
    assert (rider.kind, rider.move) == (Kind.CAVALRY, 8)
    assert sheet_of(Choice(wizard, 1), "he").mount is None
    chariot = sheet_of(Choice(entry_of(army, "chariots"), 1), "car")
    assert (chariot.impact_hits, chariot.impact_strength) == (0, 5)
    assert (chariot.armour, chariot.move, chariot.crew) == (Armour(worn=3), 7, None)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('kind = "elephant"', 'kind = "foot"', "nobody rides on it"),
        ("least = 2\nmost = 4", "least = 4\nmost = 2", "its crew is from 1 up"),
        ("crew_missiles", "missiles", None),
        ("least = 20\nmost = 50", "least = 60\nmost = 50", 'of the part "archers" least'),
        ('name = "champions"', 'name = "archers"', 'two parts are called "archers"'),
        ("wizard = 2", "wizard = 4", "fewer spells to choose from"),
        ("wizard = 2", "wizard = 5", "level is from 1 to 4"),
        ('"gale", "ward"]', '"gael", "ward"]', 'there is no spell "gael"'),
        ('melee = ["double-handed weapon"]', 'melee = ["lance"]', 'there is no "lance"'),
        (
            "profile = [4, 3, 4, 3, 3, 1, 3, 1, 8]",
            "profile = [4, 3, 40, 3, 3, 1, 3, 1, 8]",
            "figure",
        ),
    ],
)
def test_a_faulty_list_says_what_is_wrong(old: str, new: str, told: str | None) -> None:
    text = LIST.replace(old, new, 1)
    assert text != LIST
    if told is None:
        assert read_list(text)
        return
    with pytest.raises(ListError, match=told):
        read_list(text)
