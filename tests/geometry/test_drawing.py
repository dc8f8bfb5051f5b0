"""The reader of drawn tables says what does not fit."""

import pytest

from kit.drawing import read_drawing
from maniple.geometry import Rect

DRAWN = """
    0.5 inches a character

    ......
    ..aA..
    ..aA..
    ..aA..
    ##....
    {row}

    A: {words}
    #: ground
    """
GOOD = "base 0.5x0.5, 3 files, 6 models, facing 90"


def drawn(words: str = GOOD, row: str = "......") -> str:
    return DRAWN.format(words=words, row=row)


def test_a_drawing_is_measured_in_its_own_scale() -> None:
    table = read_drawing(drawn())
    assert (table.width, table.height) == (3.0, 3.0)
    assert table["A"] == Rect(2.0, 1.75, 90.0, 1.5, 1.0)
    assert table.bodies["A"].ranks == 2
    assert set(table.ground["#"].points) == {(0.0, 0.5), (1.0, 0.5), (1.0, 1.0), (0.0, 1.0)}


def test_bases_in_millimetres() -> None:
    table = read_drawing(drawn("base 12.7x12.7 mm, 3 files, 6 models, facing 90"))
    assert table["A"] == Rect(2.0, 1.75, 90.0, 1.5, 1.0)


def test_a_body_at_any_angle() -> None:
    table = read_drawing(drawn(GOOD.replace("facing 90", "facing 80, at 2.01, 1.7")))
    assert table["A"] == Rect(2.01, 1.7, 80.0, 1.5, 1.0)


@pytest.mark.parametrize(
    ("words", "row", "says"),
    [
        ("base 0.5x0.5, 3 files, 6 models, facing 270", "......", "capitals are not on that side"),
        ("base 0.5x0.5, 3 files, 6 models, facing 80", "......", "must say 'at X, Y'"),
        ("base 0.5x0.5, 3 files, 6 models", "......", "lacks facing"),
        ("base 0.5x0.5, 5 files, 10 models, facing 90", "......", "drawn 1.5 inches long"),
        ("3 files, 6 models, facing 90", "......", "lacks a base"),
        ("base 0.5x0.5, 6 models, facing 90", "......", "lacks .* files"),
        (GOOD, ".....", "equally long"),
        (GOOD, ".b....", "not in the legend: b"),
        (f"{GOOD}, at 9, 1.75", "......", "inches away"),
    ],
)
def test_what_does_not_fit_is_named(words: str, row: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        read_drawing(drawn(words, row))


def test_the_scale_and_every_letter_are_asked_for() -> None:
    with pytest.raises(ValueError, match="first line says the scale"):
        read_drawing("....\nA: ground")
    with pytest.raises(ValueError, match="B is in the legend but not in the picture"):
        read_drawing("1 inch a character\n....\nB: ground")
