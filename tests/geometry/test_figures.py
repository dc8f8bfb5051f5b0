"""Files, ranks, and the places of models."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geometry.shapes import rects
from maniple.geometry import (
    Rect,
    body_size,
    distance_to_point,
    eyes,
    full_ranks,
    last_rank,
    mob_files,
    overlaps,
    place,
    rank_count,
    rank_places,
)

models = st.integers(1, 200)
files = st.integers(1, 20)


@pytest.mark.rule("unit.ranks")
@pytest.mark.parametrize(
    ("models", "files", "ranks", "full", "places"),
    [
        (20, 5, 4, 4, (0, 1, 2, 3, 4)),
        (18, 5, 4, 3, (1, 2, 3)),
        (16, 5, 4, 3, (2,)),
        (17, 5, 4, 3, (2, 3)),
        (19, 5, 4, 3, (1, 2, 3, 4)),
        (14, 6, 3, 2, (2, 3)),
        (13, 6, 3, 2, (3,)),
        (15, 6, 3, 2, (2, 3, 4)),
        (3, 5, 1, 0, (1, 2, 3)),
        (0, 5, 0, 0, ()),
    ],
)
def test_the_last_rank_is_filled_from_the_middle(
    models: int, files: int, ranks: int, full: int, places: tuple[int, ...]
) -> None:
    assert rank_count(models, files) == ranks
    assert full_ranks(models, files) == full
    assert rank_places(models, files) == places
    assert last_rank(models, files) == len(places)


@given(models, files)
def test_places_add_up(models: int, files: int) -> None:
    places = rank_places(models, files)
    assert files * (rank_count(models, files) - 1) + len(places) == models
    assert list(places) == list(range(places[0], places[0] + len(places)))
    # The gap at the left is the gap at the right, or one place more.
    assert places[0] - (files - 1 - places[-1]) in (0, 1)


@pytest.mark.rule("unit.ranks")
def test_a_body_has_room_for_its_empty_places() -> None:
    assert body_size(18, 5, 0.8, 0.8) == pytest.approx((4.0, 3.2))
    assert body_size(10, 5, 1.0, 2.0) == (5.0, 4.0)


@pytest.mark.rule("flee.mob")
@pytest.mark.parametrize(
    ("models", "width", "depth", "files"),
    [
        (20, 20, 20, 5),
        (16, 20, 20, 4),
        (17, 20, 20, 5),
        (1, 25, 50, 2),
        (10, 25, 50, 5),
        (8, 25, 50, 4),
    ],
)
def test_a_mob_is_about_square(models: int, width: float, depth: float, files: int) -> None:
    assert mob_files(models, width, depth) == files
    assert mob_files(models, width / 25.4, depth / 25.4) == files


@given(rects, st.integers(1, 8), st.integers(1, 6))
def test_bases_fill_the_body(body: Rect, files: int, ranks: int) -> None:
    places = [place(body, files, ranks, f, r) for r in range(ranks) for f in range(files)]
    assert sum(base.width * base.depth for base in places) == pytest.approx(body.width * body.depth)
    for base in places:
        assert distance_to_point(body, base.cx, base.cy) == 0
    assert not any(overlaps(a, b) for i, a in enumerate(places[:12]) for b in places[:i])
    front = [(base.x, base.y) for base in places[:files]]
    for here, there in zip(eyes(body, files), front, strict=True):
        assert here == pytest.approx(there)
    corner = places[0]
    assert (corner.flx, corner.fly) == pytest.approx((body.flx, body.fly))


@pytest.mark.parametrize(("models", "files"), [(-1, 5), (5, 0)])
def test_no_files_of_nothing(models: int, files: int) -> None:
    with pytest.raises(ValueError, match="cannot stand"):
        rank_count(models, files)
