"""Three battles as their accounts tell them, to be read: a change shows what a reader would see.

`MANIPLE_REWRITE=1 pytest tests/golden/test_accounts.py` writes them anew; then read them.
"""

import os
from pathlib import Path

import pytest

from kit.accounts import account_of

HERE = Path(__file__).parent / "accounts"
BATTLES = {
    "the-ford": ("ford", 6),
    "the-ford-again": ("ford", 1),
    "the-small-field": ("small-field", 3),
}


@pytest.mark.parametrize("name", BATTLES)
def test_the_account_reads_as_it_did(name: str) -> None:
    scenario, seed = BATTLES[name]
    told = account_of(scenario, seed)
    path = HERE / f"{name}.txt"
    if os.environ.get("MANIPLE_REWRITE"):
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")


def test_no_account_is_missing_or_left_over() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == set(BATTLES)
