"""Tables drawn as text: a small picture and a legend make bodies, models and ground.

    1 inch a character

    .BBBB..
    .bbbb..
    .......
    ..AAAAA
    ..aaaaa

    A: base 1x1, 5 files, 10 models, facing 0
    B: base 1x1, 4 files, 8 models, facing 0

Each character stands for a square of so many inches; the lower left corner of the last line is the
corner of the table, and `.` is open ground. In the legend a letter is one of three things.

A body (`base`, `files`, `models`, `facing`, in any order): its front rank is drawn in capitals, the
ranks behind in small letters. The middle of its front edge is taken from the drawing, for bodies
that face along the lines; any other needs `at X, Y`, and its drawing is only looked over for gross
mistakes. Bases are in inches, or, as `base 25x50 mm`, in millimetres.

Single models (`base`, `each`, `facing`): one stands in the middle of each character of that letter.

A piece of `ground`: the rectangle of the characters of that sign.
"""

import re

import msgspec

from maniple.geometry import (
    Polygon,
    Pose,
    Rect,
    body_size,
    distance_to_point,
    pose,
    rank_count,
    rect_at,
)

MM_PER_INCH = 25.4


class Body(msgspec.Struct, frozen=True):
    """A drawn body: its formation and where it stands."""

    base_width: float
    base_depth: float
    files: int
    models: int
    pose: Pose

    @property
    def ranks(self) -> int:
        """How many ranks it stands in."""
        return rank_count(self.models, self.files)

    @property
    def rect(self) -> Rect:
        """The rectangle that it covers."""
        width, depth = body_size(self.models, self.files, self.base_width, self.base_depth)
        return rect_at(self.pose, width, depth)


class Drawing(msgspec.Struct, frozen=True):
    """A drawn table: its size in inches, and what is on it by letter."""

    width: float
    height: float
    bodies: dict[str, Body]
    models: dict[str, tuple[Rect, ...]]
    ground: dict[str, Polygon]

    def __getitem__(self, letter: str) -> Rect:
        """The rectangle of a body."""
        return self.bodies[letter].rect


class _Cell(msgspec.Struct, frozen=True):
    """A drawn character and the middle of its square, in inches."""

    sign: str
    x: float
    y: float


def read_drawing(text: str) -> Drawing:
    """Read a picture and its legend. Raises ValueError saying what does not fit."""
    lines = [line.strip() for line in text.strip().splitlines()]
    scale = re.fullmatch(r"([\d.]+) (?:inch|inches) a character", lines[0])
    if scale is None:
        raise ValueError(f"the first line says the scale, as in '1 inch a character': {lines[0]}")
    inches = float(scale[1])
    legend = [line for line in lines[1:] if re.match(r"\S: ", line)]
    rows = [line for line in lines[1:] if line and line not in legend]
    if len({len(row) for row in rows}) != 1:
        raise ValueError(f"the lines of a picture are equally long: {rows}")
    cells = [
        _Cell(sign, (column + 0.5) * inches, (len(rows) - row - 0.5) * inches)
        for row, line in enumerate(rows)
        for column, sign in enumerate(line)
        if sign != "."
    ]
    bodies: dict[str, Body] = {}
    models: dict[str, tuple[Rect, ...]] = {}
    ground: dict[str, Polygon] = {}
    for line in legend:
        letter, _, words = line.partition(": ")
        found = [cell for cell in cells if cell.sign.upper() == letter]
        if not found:
            raise ValueError(f"{letter} is in the legend but not in the picture")
        if words == "ground":
            ground[letter] = _ground(found, inches)
        elif "each" in words:
            models[letter] = _models(found, words)
        else:
            bodies[letter] = _body(letter, found, words, inches)
    known = bodies.keys() | models.keys() | ground.keys()
    strange = {cell.sign for cell in cells if cell.sign.upper() not in known}
    if strange:
        raise ValueError(f"in the picture but not in the legend: {', '.join(sorted(strange))}")
    return Drawing(len(rows[0]) * inches, len(rows) * inches, bodies, models, ground)


def _base(words: str) -> tuple[float, float]:
    found = re.search(r"base ([\d.]+)x([\d.]+)( mm)?", words)
    if found is None:
        raise ValueError(f"the legend lacks a base, as in 'base 1x1': {words}")
    unit = MM_PER_INCH if found[3] else 1.0
    return float(found[1]) / unit, float(found[2]) / unit


def _number(words: str, pattern: str) -> float:
    found = re.search(pattern, words)
    if found is None:
        raise ValueError(f"the legend lacks {pattern}: {words}")
    return float(found[1])


def _box(cells: list[_Cell], inches: float) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of the squares of the cells."""
    half = inches / 2
    return (
        min(cell.x for cell in cells) - half,
        min(cell.y for cell in cells) - half,
        max(cell.x for cell in cells) + half,
        max(cell.y for cell in cells) + half,
    )


def _ground(cells: list[_Cell], inches: float) -> Polygon:
    left, bottom, right, top = _box(cells, inches)
    return Polygon([(left, bottom), (right, bottom), (right, top), (left, top)])


def _models(cells: list[_Cell], words: str) -> tuple[Rect, ...]:
    """The models from left to right, and from the top down."""
    width, depth = _base(words)
    facing = _number(words, r"facing ([\d.]+)")
    standing = sorted(cells, key=lambda cell: (cell.x, -cell.y))
    centred = [Rect(cell.x, cell.y, facing, width, depth) for cell in standing]
    return tuple(
        Rect(model.x + model.fx * depth / 2, model.y + model.fy * depth / 2, facing, width, depth)
        for model in centred
    )


def _body(letter: str, cells: list[_Cell], words: str, inches: float) -> Body:
    width, depth = _base(words)
    files = int(_number(words, r"(\d+) files?"))
    models = int(_number(words, r"(\d+) models?"))
    facing = _number(words, r"facing ([\d.]+)")
    at = re.search(r"at ([\d.]+), ([\d.]+)", words)
    if at is not None:
        stands = pose(float(at[1]), float(at[2]), facing)
    else:
        stands = _front(letter, cells, facing, inches)
    body = Body(width, depth, files, models, stands)
    for cell in cells:
        off = distance_to_point(body.rect, cell.x, cell.y)
        if off > inches * 0.75:
            raise ValueError(f"{letter} is drawn {off:.2f} inches away from where it stands")
    if at is None:
        _check_size(letter, cells, body, inches)
    return body


def _front(letter: str, cells: list[_Cell], facing: float, inches: float) -> Pose:
    """The middle of the front edge as drawn in capitals."""
    left, bottom, right, top = _box(cells, inches)
    front = [cell for cell in cells if cell.sign.isupper()]
    places = {
        0.0: ((left + right) / 2, top, {cell.y for cell in front} == {top - inches / 2}),
        90.0: (right, (bottom + top) / 2, {cell.x for cell in front} == {right - inches / 2}),
        180.0: ((left + right) / 2, bottom, {cell.y for cell in front} == {bottom + inches / 2}),
        270.0: (left, (bottom + top) / 2, {cell.x for cell in front} == {left + inches / 2}),
    }
    if facing not in places:
        raise ValueError(f"{letter} faces {facing} degrees, so its legend must say 'at X, Y'")
    x, y, is_front = places[facing]
    if not is_front:
        raise ValueError(f"{letter} faces {facing} degrees, but its capitals are not on that side")
    return pose(x, y, facing)


def _check_size(letter: str, cells: list[_Cell], body: Body, inches: float) -> None:
    left, bottom, right, top = _box(cells, inches)
    rect = body.rect
    for drawn, real in ((right - left, 2 * rect.ex), (top - bottom, 2 * rect.ey)):
        if abs(drawn - real) >= inches:
            raise ValueError(f"{letter} is drawn {drawn} inches long where it measures {real:.2f}")
