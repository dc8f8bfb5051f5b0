"""The lines of the account that the board translates are those that battles tell."""

import pytest

from tools.account_lines import PLACE, written


@pytest.mark.slow
def test_the_lines_of_the_board_are_up_to_date() -> None:
    assert PLACE.read_text(encoding="utf-8") == written(), (
        "run: PYTHONPATH=src:. python tools/account_lines.py, and add what is new to board/phrases"
    )
