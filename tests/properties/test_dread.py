"""Battles by lot of troops who dread, rage and forget themselves: all holds that must, all is proved."""

import pytest
from msgspec.structs import replace

from kit.games import open_field
from kit.troops import elephant, foot, general, horse, skirmishers, warriors
from maniple.battle.events import (
    FrenzyLost,
    Tested,
    UnitCowed,
    UnitHalted,
    UnitStupefied,
)
from maniple.battle.sheet import Sheet
from maniple.battle.sides import Pair
from maniple.dice.seeded import Seeded
from maniple.play.game import Game
from maniple.play.invariants import Watcher
from maniple.play.record.journal import new_journal
from maniple.play.record.reading import parse
from maniple.play.record.replay import verify
from maniple.play.told import Happened, Told
from maniple.rules.start.begin import start, units_of

pytestmark = pytest.mark.slow

KINDS: tuple[dict[str, object], ...] = (
    {},
    {"causes_fear": True},
    {"causes_terror": True},
    {"stupid": True},
    {"frenzied": True},
    {"hates": ("other",)},
    {"immune_to_psychology": True},
    {"frenzied": True, "stupid": True},
)


def odd(lot: Seeded, sheet: Sheet) -> Sheet:
    """The troops with traits by lot."""
    return replace(sheet, traits=replace(sheet.traits, **lot.choice(KINDS)), army="other")


def army(lot: Seeded, name: str) -> list[Sheet]:
    plain = [
        foot(f"{name} foot", 8 + lot.below(14)),
        horse(f"{name} horse", 4 + lot.below(5)),
        warriors(f"{name} band", 12 + lot.below(10)),
        skirmishers(f"{name} youths"),
        general(f"{name} general", mounted=lot.below(2) == 0),
    ]
    beasts = [elephant(f"{name} beast")] if lot.below(3) == 0 else []
    return [*[odd(lot, sheet) for sheet in plain], *beasts]


@pytest.mark.rule("psychology.test", "fear.charging", "terror.test", "stupidity.test", "frenzy")
def test_battles_of_the_frightened_and_the_frenzied_are_sound_and_proved() -> None:
    seen: set[type | str] = set()

    def note(told: Told) -> None:
        if isinstance(told, Happened):
            event = told.event
            seen.add(event.kind if isinstance(event, Tested) else type(event))

    for seed in range(12):
        lot, watcher, journal = Seeded(seed), Watcher(), new_journal(seed=seed)
        began = start(open_field(), units_of(Pair(army(lot, "red"), army(lot, "blue"))))
        game = Game(began, journal, recorder=journal, listeners=(watcher, note))
        while game.pending is not None:
            game.answer(game.sample(lot.below))
        assert watcher.problems == []
        assert verify(parse(b"".join(journal.written))).finished
    assert {"fear.charged", "fear.charging", "terror.test", "stupidity.test"} <= seen
    assert {UnitCowed, UnitHalted, UnitStupefied, FrenzyLost} <= seen
