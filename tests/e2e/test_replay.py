"""A record is told again in the browser: forward, back, by turn, and its dice are verified."""

from pathlib import Path

import pytest

from kit.at_table import Opened, axe
from kit.command_line import run


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a small battle between two bots."""
    file = tmp_path_factory.mktemp("record") / "battle.jsonl"
    words = ["battle", "ford", "--seed", "7", "--turns", "2", "--record", str(file), "--quiet"]
    assert run(*words).exit_code == 0
    return file


def test_a_record_is_watched_turn_by_turn(opened: Opened, record: Path) -> None:
    window = opened()
    page = window.page
    window.go("#/")
    page.locator("input[type=file]").set_input_files(record)
    page.locator("svg.board").wait_for()
    line = page.get_by_role("slider", name="Time line")
    assert line.input_value() == "0"
    assert window.units() == {}

    page.get_by_role("button", name="A turn on").click()
    first = int(line.input_value())
    assert first > 0
    standing = window.units()
    page.get_by_role("button", name="A turn on").click()
    assert int(line.input_value()) > first
    page.get_by_role("button", name="A turn back").click()
    assert int(line.input_value()) == first
    assert window.units() == standing

    page.keyboard.press("ArrowRight")
    assert int(line.input_value()) > first
    page.keyboard.press("ArrowLeft")
    assert window.units() == standing
    page.keyboard.press("End")
    page.get_by_text("The end:").wait_for()
    last = int(line.input_value())
    assert "━" not in window.account()
    page.keyboard.press("Home")
    page.get_by_role("button", name="Play").click()
    for _ in range(100):
        page.wait_for_timeout(50)
        if int(line.input_value()) > 2:
            break
    page.get_by_role("button", name="Pause").click()
    assert 2 < int(line.input_value()) < last

    page.get_by_role("button", name="Verify the dice").click()
    page.get_by_text("The dice, verified").wait_for()
    assert axe(page) == []
    with page.expect_download() as download:
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Download the record").click()
    assert Path(download.value.path()).read_bytes() == record.read_bytes()


def test_a_broken_record_is_refused_in_words(opened: Opened, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    _ = bad.write_text('{"n": 0, "what": "is this"}\n')
    window = opened()
    window.go("#/")
    window.page.locator("input[type=file]").set_input_files(bad)
    trouble = window.page.get_by_role("alert")
    trouble.wait_for()
    assert "record" in trouble.inner_text()
    window.go("#/replay/surely-none")
    window.page.get_by_text("There is no replay at this address").wait_for()
