"""The reference is what its sources make."""

import pytest

from tools.make_reference import PLACE, pages


@pytest.mark.parametrize("name", ["rules.md", "commands.md", "api.md"])
def test_the_reference_is_up_to_date(name: str) -> None:
    written = (PLACE / name).read_text(encoding="utf-8")
    assert written == pages()[name], "run: PYTHONPATH=src:tests python tools/make_reference.py"


def test_nothing_else_stands_there() -> None:
    assert {path.name for path in PLACE.iterdir()} == set(pages())
