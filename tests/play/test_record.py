"""The record: chained lines, checkable dice, replay, proof, and cutting it off anywhere."""

import errno
import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from kit.games import beginning, play_by_lot
from kit.records import chained_anew
from maniple.battle import asks, chance_requests
from maniple.dice.seeded import Seeded
from maniple.dice.stream import secret_from_seed
from maniple.play.game import Game
from maniple.play.record.fingerprint import FIELDS
from maniple.play.record.journal import Journal, new_journal, secret_file
from maniple.play.record.reading import RecordError, load, parse
from maniple.play.record.replay import Replay, events_alone, resume, verify
from maniple.play.told import Happened


def recorded(path: Path | None = None, seed: int | None = 11, answers: int = 10_000) -> Journal:
    journal = new_journal(path, seed=seed)
    played = Game(beginning(), journal, recorder=journal)
    play_by_lot(played, 11, answers)
    journal.close()
    return journal


@pytest.fixture(scope="module")
def whole() -> bytes:
    return b"".join(recorded().written)


def test_a_whole_record_is_proved(whole: bytes) -> None:
    record = parse(whole)
    proof = verify(record)
    assert proof.finished
    assert proof.dice_recomputed
    assert proof.rules_rerun
    assert proof.secret_was_known
    assert proof.answers > 20
    assert proof.dice > 10


def test_events_alone_make_the_battle_that_the_rules_make(whole: bytes) -> None:
    record = parse(whole)
    by_rules = [(t.event, t.battle) for t in Replay(record) if isinstance(t, Happened)]
    assert by_rules == list(events_alone(record))


def test_the_same_seed_writes_the_same_record(whole: bytes) -> None:
    assert b"".join(recorded().written) == whole


def test_cut_at_any_byte_it_loads_to_the_last_whole_line(whole: bytes) -> None:
    header = whole.index(b"\n") + 1
    first_event = whole.index(b"\n", header) + 1
    for cut in range(first_event, len(whole), len(whole) // 97):
        record = parse(whole[:cut])
        assert record.size + record.cut_off == cut
        proof = verify(record)
        assert proof.lines == len(record.lines)
        assert not proof.finished


def test_a_cut_record_goes_on_and_ends_as_it_would_have(tmp_path: Path, whole: bytes) -> None:
    for part in (0.2, 0.5, 0.9):
        path = tmp_path / f"cut-{part}.jsonl"
        path.write_bytes(whole[: int(len(whole) * part)])
        given = verify(load(path)).answers
        game, journal = resume(path)
        assert play_by_lot(game, 12) > 0
        journal.close()
        proof = verify(load(path))
        assert proof.finished
        assert proof.answers > given


def test_an_unknown_secret_lies_beside_until_the_end(tmp_path: Path) -> None:
    path = tmp_path / "battle.jsonl"
    recorded(path, seed=None, answers=30)
    assert secret_file(path).exists()
    proof = verify(load(path))
    assert not proof.dice_recomputed
    game, journal = resume(path)
    play_by_lot(game, 1)
    journal.close()
    assert not secret_file(path).exists()
    proof = verify(load(path))
    assert proof.dice_recomputed
    assert not proof.secret_was_known


def test_without_its_secret_a_battle_cannot_go_on(tmp_path: Path) -> None:
    path = tmp_path / "battle.jsonl"
    recorded(path, seed=None, answers=30)
    secret_file(path).unlink()
    with pytest.raises(RecordError, match="missing"):
        resume(path)


def test_a_new_record_never_overwrites(tmp_path: Path) -> None:
    path = tmp_path / "battle.jsonl"
    path.write_text("mine")
    with pytest.raises(FileExistsError):
        new_journal(path, seed=1)
    assert path.read_text() == "mine"


@pytest.mark.parametrize("seed", range(12))
def test_any_line_changed_is_found(whole: bytes, seed: int) -> None:
    lines = whole.splitlines(keepends=True)
    at = (seed * 37 + 5) % len(lines)
    digit = next(i for i, byte in enumerate(lines[at]) if chr(byte).isdigit())
    other = b"7" if lines[at][digit : digit + 1] != b"7" else b"3"
    changed = lines[at][:digit] + other + lines[at][digit + 1 :]
    with pytest.raises(RecordError) as found:
        parse(b"".join([*lines[:at], changed, *lines[at + 1 :]]))
    assert found.value.line == at + 1


def test_lines_swapped_doubled_or_left_out_are_found(whole: bytes) -> None:
    lines = whole.splitlines(keepends=True)
    for broken in (
        [*lines[:9], lines[10], lines[9], *lines[11:]],
        [*lines[:9], lines[8], *lines[9:]],
        [*lines[:9], *lines[10:]],
    ):
        with pytest.raises(RecordError, match="missing or moved"):
            parse(b"".join(broken))


@pytest.mark.parametrize(
    "foreign", [b"", b"\n", b"hello\n", b'{"a": 1}\n', b"\x00\xff\n", b"[1, 2]\n", b'{"n":0}\n']
)
def test_a_foreign_file_is_refused_in_words(foreign: bytes) -> None:
    with pytest.raises(RecordError) as found:
        parse(foreign)
    assert found.value.line == 1


def test_every_request_has_its_fingerprint() -> None:
    kinds = {*asks.Ask.__args__, *chance_requests.Chance.__args__}
    assert set(FIELDS) == kinds
    for kind, fields in FIELDS.items():
        assert set(fields) <= set(kind.__struct_fields__), kind


def taken_back(*, behind_dice: bool) -> bytes:
    """A record with one undo: of an answer that dice followed, or of one that nothing did."""
    journal = new_journal(seed=11)
    game = Game(beginning(turns=2), journal, recorder=journal)
    lot = Seeded(5)
    has_rolled, mark = False, 0
    while not (has_rolled if behind_dice else game.can_undo):
        mark = journal.mark()
        _ = game.answer(game.sample(lot.below))
        has_rolled = any(b'"type":"roll"' in line for line in journal.written[mark:])
    journal.undone(mark)
    before = Replay(parse(b"".join(journal.written)))
    _ = list(before)
    game = Game.resume(
        before.began, before.answers, journal, recorder=journal, published=before.published
    )
    play_by_lot(game, 6)
    return b"".join(journal.written)


def test_an_undo_before_any_dice_is_proved() -> None:
    assert verify(parse(taken_back(behind_dice=False))).finished


def test_nobody_takes_back_an_answer_whose_dice_he_has_seen(tmp_path: Path) -> None:
    written = taken_back(behind_dice=True)
    with pytest.raises(RecordError, match=r"takes back what stands for good: .* dice were rolled"):
        _ = verify(parse(written))
    path = tmp_path / "cut.jsonl"
    path.write_bytes(b"".join(written.splitlines(keepends=True)[:-1]))
    with pytest.raises(RecordError, match="takes back what stands for good"):
        _ = resume(path)


def test_the_seed_in_the_header_is_that_of_the_dice(whole: bytes) -> None:
    journal = Journal(replace(parse(whole).header, seed=12), secret_from_seed(11))
    journal.open_new()
    _ = play_by_lot(Game(beginning(), journal, recorder=journal), 11)
    with pytest.raises(RecordError, match="line 1: says that the dice are those of seed 12"):
        _ = verify(parse(b"".join(journal.written)))


def test_dice_are_numbered_even_while_their_secret_is_kept() -> None:
    journal = new_journal()
    _ = play_by_lot(Game(beginning(), journal, recorder=journal), 11, 10)
    rows = [json.loads(line) for line in journal.written]
    next(row for row in rows if row["type"] == "roll")["first_die"] += 1
    with pytest.raises(RecordError, match="its first die is number 1; 0 dice fell before it"):
        _ = verify(parse(chained_anew(rows)))


def test_a_secret_that_lies_there_is_kept_and_no_record_begun(tmp_path: Path) -> None:
    path = tmp_path / "battle.jsonl"
    secret_file(path).write_text("of another battle")
    with pytest.raises(FileExistsError):
        _ = new_journal(path)
    assert not path.exists()
    assert secret_file(path).read_text() == "of another battle"


def test_a_record_that_cannot_begin_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    path = tmp_path / "battle.jsonl"
    with pytest.raises(OSError, match=r"No space left on device: .*battle\.jsonl\.secret"):
        _ = new_journal(path)
    assert list(tmp_path.iterdir()) == []
