"""The reference is what its sources make."""

from tools.make_reference import PLACE, pages


def test_the_reference_is_up_to_date() -> None:
    written = {path.name: path.read_text(encoding="utf-8") for path in PLACE.iterdir()}
    made = pages()
    assert set(written) == set(made)
    stale = [name for name, text in made.items() if written[name] != text]
    assert not stale, "run: PYTHONPATH=src:tests:. python tools/make_reference.py"
