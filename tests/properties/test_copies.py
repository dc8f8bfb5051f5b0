"""Copies: a battle can be copied, restored, undone, cut off and gone on with at any moment."""

from pathlib import Path

import pytest

from kit.battles import SMALL_WORLDS, answers_by_lot, game_in, play_on, world_of
from maniple.battle.chance import Rolled
from maniple.battle.chance_requests import Chance
from maniple.dice.seeded import Seeded
from maniple.play.chance import SeededChance
from maniple.play.game import Game
from maniple.play.record.journal import new_journal
from maniple.play.record.lines import AnswerLine, UndoLine
from maniple.play.record.reading import load, parse
from maniple.play.record.replay import Replay, resume, verify
from maniple.play.setup import beginning, new_game

pytestmark = pytest.mark.slow


class NoDice:
    """A source that must not be asked."""

    def throw(self, request: Chance) -> Rolled:
        raise AssertionError(f"{request} was to be thrown")


@pytest.mark.parametrize("seed", SMALL_WORLDS)
def test_a_snapshot_and_its_answers_are_the_battle_at_every_request(seed: int) -> None:
    """restore(snapshot) + answers == replay: no dice are thrown to get there."""
    journal = new_journal(seed=seed)
    game = Game(_beginning(seed), journal, recorder=journal)
    for number, _ in enumerate(answers_by_lot(game, seed)):
        battle, answers = game.snapshot
        restored = Game.resume(battle, answers, NoDice())
        assert restored.pending == game.pending
        assert restored.battle == game.battle
        if number % 25 == 0:
            replay = Replay(parse(b"".join(journal.written)))
            for _ in replay:
                continue
            assert replay.battle == game.battle
            assert (replay.began, replay.answers) == game.snapshot
    assert game.battle.is_over


@pytest.mark.parametrize("seed", SMALL_WORLDS)
def test_a_fork_never_disturbs_its_parent(seed: int) -> None:
    """With forks at every question the battle and its record are what they are without."""
    records = []
    for forks in (False, True):
        journal = new_journal(seed=seed)
        game = Game(_beginning(seed), journal, recorder=journal)
        for number, _ in enumerate(answers_by_lot(game, seed)):
            if forks:
                before = (game.battle, game.pending, game.snapshot, game.can_undo)
                fork = game.fork(SeededChance(number))
                assert (fork.battle, fork.pending) == before[:2]
                play_on(fork, number, most=2)
                assert (game.battle, game.pending, game.snapshot, game.can_undo) == before
        records.append(b"".join(journal.written))
    assert records[0] == records[1]


@pytest.mark.parametrize("seed", SMALL_WORLDS[:3])
def test_a_fork_with_the_same_dice_and_answers_goes_the_same_way(seed: int) -> None:
    game = game_in(world_of(seed))
    play_on(game, seed, most=30)
    forks = [game.fork(SeededChance(99)) for _ in range(2)]
    assert play_on(forks[0], 7) == play_on(forks[1], 7)
    assert forks[0].battle == forks[1].battle


@pytest.mark.parametrize("seed", SMALL_WORLDS)
def test_what_was_undone_has_never_been(seed: int) -> None:
    """Answers taken back at random and given again: the record proves, and ends the same battle."""
    journal = new_journal(seed=seed)
    game = Game(_beginning(seed), journal, recorder=journal)
    lot = Seeded(seed)
    undone = 0
    while game.pending is not None:
        game.answer(game.sample(lot.below))
        while game.can_undo and lot.below(3) == 0:
            before = game.snapshot
            game.undo()
            undone += 1
            assert game.snapshot != before
    record = parse(b"".join(journal.written))
    assert undone > 2
    assert sum(isinstance(line, UndoLine) for line in record.lines) == undone
    answers = [line.answer for line in record.standing if isinstance(line, AnswerLine)]
    proof = verify(record)
    assert proof.finished
    assert proof.answers == len(answers)
    replay = Replay(record)
    for _ in replay:
        continue
    assert replay.battle == game.battle


@pytest.mark.parametrize("seed", SMALL_WORLDS[:3])
def test_a_record_cut_anywhere_goes_on_to_a_proved_end(seed: int, tmp_path: Path) -> None:
    world = world_of(seed)
    whole = tmp_path / "whole.jsonl"
    game = new_game(world.scenario, world.rosters, seed=seed, record=whole)
    play_on(game, seed)
    written = whole.read_bytes()
    second_line = written.index(b"\n", written.index(b"\n") + 1) + 1
    lot = Seeded(seed)
    for number in range(6):
        path = tmp_path / f"cut-{number}.jsonl"
        cut = second_line + lot.below(len(written) - second_line)
        path.write_bytes(written[:cut])
        kept = verify(load(path))
        if kept.finished:
            continue
        again, journal = resume(path)
        play_on(again, number)
        journal.close()
        proof = verify(load(path))
        assert proof.finished
        assert proof.answers >= kept.answers
        whole_lines = written[:cut].rindex(b"\n") + 1
        assert path.read_bytes().startswith(written[:whole_lines])


def _beginning(seed: int):
    world = world_of(seed)
    return beginning(world.scenario, world.rosters)
