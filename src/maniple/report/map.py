"""The table drawn in characters: terrain, units by letter with an arrow at the front, a legend.

A row of the drawing is twice as many inches as a column, as characters are about twice as high as
wide. Red units have capital letters, blue ones small letters; a mob in flight is drawn as dots.
"""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

from maniple.battle.bodies import outline
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.terrain import Ground, Terrain
from maniple.battle.unit import Formation, Status, Unit, UnitId
from maniple.geometry import Polygon, Rect, contains

Style: TypeAlias = Literal["", "red", "blue", "wood", "hill", "water", "obstacle", "building"]

CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ARROWS = ("▲", "▶", "▼", "◀")
GLYPHS: dict[Style, str] = {
    "wood": "♣",
    "hill": "∩",
    "water": "≈",
    "obstacle": "≡",
    "building": "▒",
}

LOOKS: dict[str, Style] = {
    "wood": "wood",
    "hill": "hill",
    "water": "water",
    "building": "building",
    "hedge": "obstacle",
    "wall": "obstacle",
    "fence": "obstacle",
}


class Cell(Struct, frozen=True):
    """One character of the map, and what it stands for."""

    character: str = "·"
    style: Style = ""


class Drawing(Struct, frozen=True):
    """Rows of cells, the top of the table first, and the letter of each unit drawn."""

    rows: tuple[tuple[Cell, ...], ...]
    letters: tuple[tuple[UnitId, str], ...]

    def lines(self) -> tuple[str, ...]:
        """The rows as plain text."""
        return tuple("".join(cell.character for cell in row) for row in self.rows)


WIDEST = 1000
"""Columns of the widest map; the widest table has a fourth of that in inches."""


def draw(battle: Battle, columns: int = 96) -> Drawing:
    """The table as it stands, so many characters wide."""
    if not 1 <= columns <= WIDEST:
        raise ValueError(f"a map of {columns} columns; 1 to {WIDEST} can be drawn")
    inch = battle.field.width / columns
    count = max(1, round(battle.field.height / (2 * inch)))
    grid = [[Cell() for _ in range(columns)] for _ in range(count)]
    canvas = _Canvas(grid, inch, battle.field.height)
    for piece in battle.field.terrain:
        style = style_of(piece)
        if style:
            canvas.fill_outline(piece.outline, Cell(GLYPHS[style], style))
    letters = tuple(letters_of(battle))
    for unit_id, letter in letters:
        unit = battle.units[unit_id]
        if unit.status is Status.TABLE:
            _draw_unit(canvas, unit, letter)
    return Drawing(tuple(tuple(row) for row in grid), letters)


def letters_of(battle: Battle) -> Iterator[tuple[UnitId, str]]:
    """The letter of each unit, the same all through a battle; after Z comes A with an accent."""
    for side in Side:
        for place, unit in enumerate(battle.of(side)):
            letter = CAPITALS[place % 26]
            mark = "" if place < 26 else chr(0x0300 + place // 26)
            yield unit.id, (letter if side is Side.RED else letter.lower()) + mark


def style_of(piece: Terrain) -> Style:
    """How a piece of terrain is drawn: by its look where that is known, else by what it counts as."""
    if piece.look in LOOKS:
        return LOOKS[piece.look]
    if piece.ground is Ground.OBSTACLE:
        return "obstacle"
    if piece.height > 0:
        return "hill"
    if piece.ground is Ground.IMPASSABLE:
        return "water"
    if piece.ground in (Ground.DIFFICULT, Ground.VERY_DIFFICULT):
        return "wood"
    return ""


class _Canvas:
    """A grid of cells laid over the table."""

    def __init__(self, grid: list[list[Cell]], inch: float, height: float) -> None:
        self.grid = grid
        self.inch = inch
        self.height = height

    def put(self, x: float, y: float, cell: Cell) -> None:
        """Draw at a place on the table, in inches; nothing outside it."""
        column, row = int(x // self.inch), int((self.height - y) // (2 * self.inch))
        if 0 <= row < len(self.grid) and 0 <= column < len(self.grid[0]):
            self.grid[row][column] = cell

    def fill_outline(self, corners: tuple[tuple[float, float], ...], cell: Cell) -> None:
        """Every cell whose middle lies inside, and those along the edges, however thin it is."""
        for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
            steps = max(1, int((abs(bx - ax) + abs(by - ay)) / self.inch))
            for i in range(steps):
                self.put(ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps, cell)
        polygon = Polygon(list(corners))
        for row, cells in enumerate(self.grid):
            y = self.height - (row + 0.5) * 2 * self.inch
            for column in range(len(cells)):
                if contains(polygon, (column + 0.5) * self.inch, y):
                    cells[column] = cell

    def fill_rect(self, rect: Rect, cell: Cell) -> None:
        """Every cell that the rectangle covers, one at the least: sampled finer than the grid."""
        across = max(2, int(rect.width / self.inch * 2) + 1)
        deep = max(2, int(rect.depth / self.inch) + 1)
        for i in range(across):
            aside = (i / (across - 1) - 0.5) * rect.width * 0.98
            for j in range(deep):
                back = j / (deep - 1) * rect.depth * 0.98
                x = rect.x + rect.rx * aside - rect.fx * back
                y = rect.y + rect.ry * aside - rect.fy * back
                self.put(x, y, cell)


def _draw_unit(canvas: _Canvas, unit: Unit, letter: str) -> None:
    style: Style = "red" if unit.side is Side.RED else "blue"
    character = "." if unit.formation is Formation.MOB else letter
    rects = outline(unit)
    for rect in rects:
        canvas.fill_rect(rect, Cell(character, style))
    if unit.formation is Formation.MOB:
        canvas.put(rects[0].cx, rects[0].cy, Cell(letter, style))
    elif unit.formation is Formation.FORMED:
        arrow = ARROWS[round(unit.pose.facing / 90) % 4]
        inset = min(canvas.inch * 0.5, rects[0].depth / 2)
        x, y = rects[0].x - rects[0].fx * inset, rects[0].y - rects[0].fy * inset
        canvas.put(x, y, Cell(arrow, style))
