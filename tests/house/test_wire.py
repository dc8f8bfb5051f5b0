"""The page's types are those of the server."""

from tools.make_wire import PLACE, wire


def test_the_types_of_the_page_are_up_to_date() -> None:
    assert PLACE.read_text(encoding="utf-8") == wire(), (
        "run: PYTHONPATH=src:. python tools/make_wire.py"
    )
