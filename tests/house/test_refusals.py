"""The refusals that the board translates are those of the rules."""

from tools.refusals import PLACE, written


def test_the_refusals_of_the_board_are_up_to_date() -> None:
    assert PLACE.read_text(encoding="utf-8") == written(), (
        "run: PYTHONPATH=src:. python tools/refusals.py, and add what is new to board/phrases"
    )
