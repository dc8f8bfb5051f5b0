"""A formed body: an oriented rectangle with the middle of its front edge as its place."""

from typing import Final

from maniple.geometry.kernel.outline import Outline
from maniple.geometry.kernel.trig import cos_hundredths, hundredths, sin_hundredths

_HUGE: Final = 1e9


class Rect(Outline):
    """A rectangle of `width` along its front and `depth` behind it (inches). Not changed once made.

    `facing` is rounded to a hundredth of a degree, in [0, 360); the place is kept as given.
    (fx, fy) looks forward, (rx, ry) to the right, (cx, cy) is the centre; the corners are fl (front
    left), fr, rr (rear right) and rl.
    """

    __slots__ = (
        "_corners",
        "_edges",
        "depth",
        "facing",
        "flx",
        "fly",
        "frx",
        "fry",
        "fx",
        "fy",
        "rlx",
        "rly",
        "rrx",
        "rry",
        "rx",
        "ry",
        "width",
        "x",
        "y",
    )

    x: Final[float]
    y: Final[float]
    facing: Final[float]
    width: Final[float]
    depth: Final[float]
    fx: Final[float]
    fy: Final[float]
    rx: Final[float]
    ry: Final[float]
    flx: Final[float]
    fly: Final[float]
    frx: Final[float]
    fry: Final[float]
    rrx: Final[float]
    rry: Final[float]
    rlx: Final[float]
    rly: Final[float]
    _corners: list[float] | None
    _edges: list[float] | None

    def __init__(self, x: float, y: float, facing: float, width: float, depth: float) -> None:
        """Raises ValueError unless all are below a billion and the sides are above zero."""
        h = hundredths(facing)
        if not (0.0 < width < _HUGE and 0.0 < depth < _HUGE):
            raise ValueError(f"a body cannot be {width} inches wide and {depth} inches deep")
        if not (-_HUGE < x < _HUGE and -_HUGE < y < _HUGE):
            raise ValueError(f"a body cannot stand at ({x}, {y})")
        sine = sin_hundredths(h)
        cosine = cos_hundredths(h)
        side_x = cosine * (width * 0.5)
        side_y = -sine * (width * 0.5)
        back_x = sine * depth
        back_y = cosine * depth
        super().__init__(
            x - back_x * 0.5,
            y - back_y * 0.5,
            abs(side_x) + abs(back_x * 0.5),
            abs(side_y) + abs(back_y * 0.5),
        )
        # Whole numbers, which Python lets through, become floats here.
        self.x = x + 0.0
        self.y = y + 0.0
        self.facing = h / 100.0
        self.width = width + 0.0
        self.depth = depth + 0.0
        self.fx = sine
        self.fy = cosine
        self.rx = cosine
        self.ry = -sine
        self.flx = x - side_x
        self.fly = y - side_y
        self.frx = x + side_x
        self.fry = y + side_y
        self.rrx = x + side_x - back_x
        self.rry = y + side_y - back_y
        self.rlx = x - side_x - back_x
        self.rly = y - side_y - back_y
        self._corners = None
        self._edges = None

    def corners(self) -> list[float]:
        """x, y of front left, front right, rear right, rear left. Not to be changed."""
        if self._corners is None:
            self._corners = [
                self.flx,
                self.fly,
                self.frx,
                self.fry,
                self.rrx,
                self.rry,
                self.rlx,
                self.rly,
            ]
        return self._corners

    def edges(self) -> list[float]:
        """Outward normal x, y and offset of front, right, rear, left. Not to be changed."""
        if self._edges is None:
            front = self.fx * self.x + self.fy * self.y
            side = self.rx * self.x + self.ry * self.y
            half = self.width * 0.5
            self._edges = [
                self.fx,
                self.fy,
                front,
                self.rx,
                self.ry,
                side + half,
                -self.fx,
                -self.fy,
                self.depth - front,
                -self.rx,
                -self.ry,
                half - side,
            ]
        return self._edges

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rect):
            return False
        return (
            self.x == other.x
            and self.y == other.y
            and self.facing == other.facing
            and self.width == other.width
            and self.depth == other.depth
        )

    def __hash__(self) -> int:
        return hash((self.x, self.y, self.facing, self.width, self.depth))

    def __repr__(self) -> str:
        return f"Rect({self.x}, {self.y}, {self.facing}, {self.width}, {self.depth})"

    def __reduce__(self) -> tuple[type["Rect"], tuple[float, float, float, float, float]]:
        return Rect, (self.x, self.y, self.facing, self.width, self.depth)
