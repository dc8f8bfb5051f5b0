"""The figures of published rosters of the family: profiles, points and saves as they were printed."""

import pytest

from maniple.armies import load_roster
from maniple.armies.choice import Choice, PartTaken
from maniple.armies.entries import Entry
from maniple.armies.lists import army_list, find_entry
from maniple.armies.resolve import points_of, sheet_of
from maniple.rules.fighting.charts import save_need

CARTHAGE = """
name = "A published thousand"
list = "carthage"
points = 1000
[[units]]
name = "Commander"
entry = "officer"
options = ["warhorse", "heavy armour", "shield", "commands the army"]
[[units]]
name = "Africans"
entry = "african spearmen"
models = 24
command = ["leader", "standard", "musician"]
[[units]]
name = "Gauls"
entry = "gallic foot"
models = 24
command = ["leader", "standard", "musician"]
[[units]]
name = "More Gauls"
entry = "gallic foot"
models = 24
command = ["leader", "standard", "musician"]
[[units]]
name = "Skirmishers"
entry = "skirmishers"
models = 10
command = ["leader"]
[[units]]
name = "Gallic horse"
entry = "gallic cavalry"
models = 6
command = ["leader", "standard", "musician"]
[[units]]
name = "Spanish horse"
entry = "spanish heavy cavalry"
models = 6
command = ["leader", "standard", "musician"]
"""


@pytest.mark.rule("army.points", "army.command")
def test_an_army_of_carthage_costs_what_was_published() -> None:
    """Case I12: 88 + 255 + 159 + 159 + 45 + 129 + 165."""
    roster = load_roster(CARTHAGE)
    assert [unit.points for unit in roster.units] == [88, 255, 159, 159, 45, 129, 165]
    assert roster.cost == 1000


ROME, BYZANTIUM, CARTHAGE_KEY = "early-imperial-rome", "byzantium", "carthage"
PRINTED = [
    # list, entry, profile without Movement, points of a model or unit, save against missiles
    (ROME, "general", (5, 5, 3, 3, 3, 6, 2, 9), 141, None),
    (ROME, "battle standard", (4, 4, 4, 3, 1, 4, 2, 8), 71, None),
    (ROME, "tribune", (4, 4, 3, 3, 2, 5, 2, 8), 61, None),
    (ROME, "legionaries", (3, 3, 3, 3, 1, 3, 1, 7), 16, 4),
    (ROME, "auxilia", (3, 3, 3, 3, 1, 3, 1, 7), 10, 5),
    (ROME, "auxiliary archers", (2, 3, 3, 3, 1, 3, 1, 5), 9, 6),
    (ROME, "noble cavalry", (4, 4, 3, 3, 1, 4, 1, 6), 29, 4),
    (ROME, "onager", (3, 3, 3, 3, 1, 3, 1, 7), 130, 6),
    (BYZANTIUM, "general", (5, 5, 4, 4, 3, 6, 3, 9), 212, 3),
    (BYZANTIUM, "battle standard", (4, 4, 4, 3, 2, 5, 2, 8), 87, None),
    (BYZANTIUM, "heavy cataphracts", (4, 4, 3, 3, 1, 3, 1, 8), 35, None),
    (BYZANTIUM, "light cataphracts", (4, 4, 3, 3, 1, 3, 1, 8), 32, 3),
    (BYZANTIUM, "skutatoi", (4, 3, 3, 3, 1, 3, 1, 8), 18, 4),
    (BYZANTIUM, "archers", (3, 4, 3, 3, 1, 3, 1, 8), 10, 7),
    (CARTHAGE_KEY, "african spearmen", None, 10, None),
    (CARTHAGE_KEY, "gallic foot", None, 6, None),
    (CARTHAGE_KEY, "skirmishers", None, 4, None),
    (CARTHAGE_KEY, "gallic cavalry", None, 19, None),
    (CARTHAGE_KEY, "spanish heavy cavalry", None, 25, None),
    ("barbarians", "warriors", (3, 3, 3, 3, 1, 3, 1, 5), 6, 6),
]


def entry_of(key: str, name: str) -> Entry:
    entry = find_entry(army_list(key), name)
    assert entry is not None
    return entry


@pytest.mark.rule("army.points", "shoot.save")
@pytest.mark.parametrize(("key", "name", "profile", "points", "save"), PRINTED)
def test_printed_figures_are_those_of_the_lists(
    key: str, name: str, profile: tuple[int, ...] | None, points: int, save: int | None
) -> None:
    entry = entry_of(key, name)
    assert entry.points == points
    assert profile is None or entry.profile[1:] == profile
    models = entry.sizes[0] if entry.sizes else 1
    sheet = sheet_of(Choice(entry, models), name)
    assert save is None or save_need(sheet, 3, close=False) == save
    assert "A" in (entry.mark, entry.marks.points)


@pytest.mark.rule("shoot.save", "army.parts")
def test_cataphracts_are_saved_and_priced_as_they_were_printed() -> None:
    """Case I14: heavy armour, buckler and barding 2+ (in combat), light armour, shield, barding 3+."""
    heavy, light = (
        entry_of(BYZANTIUM, "heavy cataphracts"),
        entry_of(BYZANTIUM, "light cataphracts"),
    )
    archers = heavy.part[0]
    assert (archers.points, light.part[0].points) == (27, 27)
    unit = sheet_of(Choice(heavy, 12, (), True, True, True, parts=(PartTaken(archers, 4),)), "men")
    assert unit.points == 8 * 35 + 4 * 27 + 15
    assert (unit.move, unit.profile.move) == (7, 8)
    assert save_need(unit, 3, close=True) == 2
    foremost, rear = unit.shares
    assert foremost.armour == unit.armour
    assert (rear.armour.worn, rear.armour.mount) == (1, 1)
    foot = entry_of(BYZANTIUM, "skutatoi").part[0]
    assert (foot.points, foot.profile and foot.profile[1:]) == (10, (3, 4, 3, 3, 1, 3, 1, 8))


@pytest.mark.rule("army.points", "army.crew")
@pytest.mark.parametrize("key", ["carthage", "macedonian-successors", "parthia-and-persia"])
def test_an_elephant_costs_125_points_and_8_for_each_of_its_crew(key: str) -> None:
    elephants = entry_of(key, "elephants")
    assert elephants.crew is not None
    for crew in range(elephants.crew.least, elephants.crew.most + 1):
        assert points_of(Choice(elephants, 1, crew=crew)) == 125 + 8 * crew
