"""The army lists together: everything that the rules can read of a sheet is borne by somebody."""

from collections.abc import Iterator
from functools import cache

import msgspec
import pytest

from maniple.armies.arms import all_armour, all_melee, all_missiles
from maniple.armies.choice import Choice
from maniple.armies.entries import TRAIT_NAMES, Entry
from maniple.armies.lists import ArmyList, army_list, limits_of, list_names
from maniple.armies.resolve import sheet_of
from maniple.armies.roster_units import sizes_of
from maniple.battle.sheet import Kind, Mixture, Sheet

LISTS = (
    "assyria",
    "barbarians",
    "byzantium",
    "carthage",
    "early-imperial-rome",
    "macedonian-successors",
    "mythic",
    "parthia-and-persia",
)


@cache
def armies() -> tuple[ArmyList, ...]:
    return tuple(army_list(key) for key in list_names())


def entries() -> Iterator[Entry]:
    for army in armies():
        yield from army.entry


def plain_sheets() -> Iterator[tuple[str, Sheet]]:
    """Each entry as small as it can be, without options."""
    for army in armies():
        for entry in army.entry:
            crew = entry.crew.least if entry.crew else 0
            models = sizes_of(entry, limits_of(army))[0]
            yield army.key, sheet_of(Choice(entry, models, crew=crew), entry.name)


@pytest.mark.rule("army.list")
def test_the_lists_that_the_program_brings() -> None:
    assert list_names() == LISTS
    for army in armies():
        assert army.name
        assert army.summary.endswith(".")
        assert army.called
        assert sum(entry.is_general for entry in army.entry) == 1
        assert sum(entry.is_battle_standard for entry in army.entry) == 1
        assert any(option.is_general for entry in army.entry for option in entry.option)


def test_every_trait_kind_and_mixture_is_somebodys() -> None:
    traits = {name for e in entries() for name in e.traits}
    traits |= {name for e in entries() for option in e.option for name in option.traits}
    assert traits == set(TRAIT_NAMES)
    assert {entry.kind for entry in entries()} == set(Kind)
    assert {entry.mixture for entry in entries() if entry.part} == set(Mixture)
    assert any(entry.warband for entry in entries())
    assert any(entry.hates for entry in entries())
    assert any(entry.wizard for entry in entries())
    assert any(entry.ignores_panic_of for entry in entries())
    assert {entry.impact.strength for entry in entries() if entry.impact} == {5, 7}


def test_every_weapon_and_armour_of_the_tables_is_somebodys() -> None:
    borne: set[str] = {"hand weapon"}
    for entry in entries():
        for kit in (entry, *entry.option):
            borne |= {*kit.melee, *kit.missiles, *kit.armour}
        for part in entry.part:
            borne |= {*(part.melee or ()), *(part.missiles or ()), *(part.armour or ())}
        if entry.crew:
            borne |= {*entry.crew.melee, *entry.crew.missiles}
        if entry.engine:
            borne.add(entry.engine.weapon)
    tables = {row.name for table in (all_melee(), all_missiles(), all_armour()) for row in table}
    assert tables - borne == set()


def test_kinds_that_are_hated_or_whose_panic_is_ignored_exist() -> None:
    kins = {entry.kin for entry in entries()} | set(list_names())
    for entry in entries():
        of_options = [key for option in entry.option for key in option.hates]
        assert set(entry.hates) | set(of_options) | set(entry.ignores_panic_of) <= kins, entry.name


@pytest.mark.rule("army.unit-size")
def test_every_entry_makes_a_sheet_that_can_be_written_and_read() -> None:
    for key, sheet in plain_sheets():
        assert sheet.melee, (key, sheet.name)
        assert sheet.move > 0
        assert sheet.points > 0
        assert sheet.mark in ("A", "B", "C")
        again = msgspec.json.decode(msgspec.json.encode(sheet), type=Sheet)
        assert again == sheet


@pytest.mark.rule("troop.elephant", "troop.heavy-chariot", "troop.light-chariot")
def test_beasts_and_machines_have_the_figures_of_the_charts() -> None:
    charts = {
        Kind.LIGHT_CHARIOT: ((8, 3, 3, 3, 4, 2, 3, 2, 7), 5),
        Kind.HEAVY_CHARIOT: ((7, 4, 3, 4, 5, 3, 4, 3, 8), 4),
        Kind.SCYTHED_CHARIOT: ((8, 3, 0, 4, 4, 2, 3, 1, 7), 5),
        Kind.ELEPHANT: ((6, 4, 0, 7, 6, 6, 4, 4, 5), 5),
    }
    seen: set[Kind] = set()
    for _, sheet in plain_sheets():
        if sheet.kind in charts:
            profile, save = charts[sheet.kind]
            assert msgspec.structs.astuple(sheet.profile) == profile
            assert 7 - sheet.armour.worn == save
            seen.add(sheet.kind)
    assert seen == set(charts)


@pytest.mark.rule("army.list")
def test_marks_are_honest() -> None:
    """A sheet is no surer than its least sure part; a list of the tales is the project's own."""
    assert {entry.mark for entry in army_list("mythic").entry} == {"C"}
    sheets = {f"{key}: {sheet.name}": sheet.mark for key, sheet in plain_sheets()}
    assert sheets["early-imperial-rome: legionaries"] == "A"
    assert sheets["byzantium: skutatoi"] == "A"
    assert sheets["carthage: elephants"] == "C"
