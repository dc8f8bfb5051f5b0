"""Files and ranks: how a number of models stands in a body. [unit.ranks] [flee.mob]

Files are counted from 0 at the left, as the men themselves see it.
"""

import math

from maniple.geometry.kernel.rect import Rect


def rank_count(models: int, files: int) -> int:
    """How many ranks so many models stand in; 0 for none."""
    _check(models, files)
    return -(-models // files)


def full_ranks(models: int, files: int) -> int:
    """How many ranks are complete."""
    _check(models, files)
    return models // files


def last_rank(models: int, files: int) -> int:
    """How many models stand in the last rank; 0 when there are none at all."""
    _check(models, files)
    return models - files * (rank_count(models, files) - 1) if models else 0


def rank_places(models: int, files: int) -> tuple[int, ...]:
    """The files that the last rank fills, from left to right.

    It fills from the middle outward; of two places equally near the middle the right one first.
    """
    middle_out = sorted(range(files), key=lambda file: (abs(2 * file - (files - 1)), -file))
    return tuple(sorted(middle_out[: last_rank(models, files)]))


def body_size(models: int, files: int, base_width: float, base_depth: float) -> tuple[float, float]:
    """The width and depth of a body in inches, empty places included."""
    return files * base_width, rank_count(models, files) * base_depth


def mob_files(models: int, base_width: float, base_depth: float) -> int:
    """How many files wide a mob of fleeing men runs: about square. [flee.mob]"""
    _check(models, 1)
    files = max(1, math.isqrt(max(0, math.floor(models * base_depth / base_width))))
    while files * files * base_width < models * base_depth - 1e-9:
        files += 1
    return files


def eyes(rect: Rect, files: int) -> list[tuple[float, float]]:
    """The middle of the front edge of each front-rank base, from left to right. [sight.blocked]"""
    _check(0, files)
    step = rect.width / files
    aside = [(file + 0.5) * step - rect.width * 0.5 for file in range(files)]
    return [(rect.x + rect.rx * u, rect.y + rect.ry * u) for u in aside]


def place(rect: Rect, files: int, ranks: int, file: int, rank: int) -> Rect:
    """The base of the model in a file and a rank (0 is the front rank) of a body."""
    width = rect.width / files
    depth = rect.depth / ranks
    u = (file + 0.5) * width - rect.width * 0.5
    v = -rank * depth
    return Rect(
        rect.x + rect.rx * u + rect.fx * v,
        rect.y + rect.ry * u + rect.fy * v,
        rect.facing,
        width,
        depth,
    )


def _check(models: int, files: int) -> None:
    if models < 0 or files < 1:
        raise ValueError(f"{models} models cannot stand in {files} files")
