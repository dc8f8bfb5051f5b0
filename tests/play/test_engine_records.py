"""Records of battles with chariots and engines: every die of theirs can be proved."""

from collections.abc import Sequence

import pytest

from kit.games import open_field, play_by_lot
from kit.troops import (
    BOLT,
    archers,
    engine,
    general,
    heavy_chariots,
    light_chariots,
    scythed_chariot,
    war_wagon,
    warriors,
)
from maniple.battle.chance import DIRECTION, WOUNDS_OF
from maniple.battle.sheet import Sheet
from maniple.battle.sides import Pair
from maniple.play.game import Game
from maniple.play.invariants import after_event, between_steps
from maniple.play.record.journal import Journal, new_journal
from maniple.play.record.lines import RollLine
from maniple.play.record.reading import parse
from maniple.play.record.replay import Replay, events_alone, verify
from maniple.play.told import Happened
from maniple.rules.start.begin import start, units_of

ARMIES: Pair[Sequence[Sheet]] = Pair(
    [engine("onager"), engine("scorpion", BOLT, 2), heavy_chariots(), scythed_chariot(), general()],
    [warriors(), archers(), light_chariots(), engine("ballista", BOLT, 3), war_wagon()],
)


@pytest.fixture(scope="module", params=[4, 7])
def journal(request: pytest.FixtureRequest) -> Journal:
    return journal_of(request.param)


def journal_of(seed: int) -> Journal:
    """The journal of a battle by lot."""
    kept = new_journal(None, seed=seed)
    played = Game(start(open_field(), units_of(ARMIES)), kept, recorder=kept)
    _ = play_by_lot(played, seed)
    kept.close()
    return kept


def written(seed: int) -> bytes:
    return b"".join(journal_of(seed).written)


def test_their_dice_are_proved(journal: Journal) -> None:
    record = parse(b"".join(journal.written))
    proof = verify(record)
    assert proof.finished
    assert proof.dice_recomputed
    assert proof.rules_rerun
    rolls = [line for line in record.lines if isinstance(line, RollLine)]
    assert {"Pierce", "Scatter"} <= {roll.to.split(" ")[0] for roll in rolls}


def test_among_them_are_dice_of_all_sorts() -> None:
    """Whatever dice fall in one battle: in a few of them there are directions and wounds of a D4."""
    labels: set[str] = set()
    for seed in range(6):
        rolls = [line for line in parse(written(seed)).lines if isinstance(line, RollLine)]
        labels |= {shown.label for roll in rolls for shown in roll.dice}
    assert DIRECTION in labels
    assert any(WOUNDS_OF in label for label in labels)


def test_their_events_alone_make_the_battle_and_break_no_law(journal: Journal) -> None:
    record = parse(b"".join(journal.written))
    by_rules = [told for told in Replay(record) if isinstance(told, Happened)]
    assert [(told.event, told.battle) for told in by_rules] == list(events_alone(record))
    before = by_rules[0].battle
    for told in by_rules[1:]:
        assert not list(after_event(before, told.event, told.battle))
        before = told.battle
    assert not list(between_steps(before))
