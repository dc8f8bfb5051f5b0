"""How far one sees into a wood. [sight.blocked]

A wood hides whatever lies behind more than so many inches of it along the line of sight. Between
the directions of corners the length inside the wood changes smoothly with the direction; there it
is looked at in a few places, and each change from open to hidden is closed in on by halving.
"""

from typing import Final

from maniple.geometry.kernel.outline import Outline
from maniple.geometry.kernel.rays import crossing, ray, turn_right

_PIECES: Final = 8
_HALVINGS: Final = 40


class _Sight:
    """An eye, a wood, and what stands in or behind it."""

    __slots__ = ("depth", "ex", "ey", "fx", "fy", "target", "wood")

    def __init__(
        self,
        wood: Outline,
        target: Outline,
        ex: float,
        ey: float,
        fx: float,
        fy: float,
        depth: float,
    ) -> None:
        """The eye's place and forward direction, and how many inches of wood one sees through."""
        self.wood: Final = wood
        self.target: Final = target
        self.ex: Final = ex
        self.ey: Final = ey
        self.fx: Final = fx
        self.fy: Final = fy
        self.depth: Final = depth

    def is_hidden(self, turn: float) -> bool:
        """Whether too much of the wood lies before the target in a direction."""
        dx, dy = ray(turn, self.fx, self.fy)
        enter, leave = crossing(self.wood.edges(), self.ex, self.ey, dx, dy)
        if leave - enter <= self.depth:
            return False
        near, _ = crossing(self.target.edges(), self.ex, self.ey, dx, dy)
        return min(near, leave) - enter > self.depth

    def add_turns(self, outline: Outline, low: float, high: float, marks: list[float]) -> None:
        """Add the turns of an outline's corners that lie between two turns."""
        corners = outline.corners()
        i = 0
        while i < len(corners):
            dx = corners[i] - self.ex
            dy = corners[i + 1] - self.ey
            i += 2
            if dx != 0.0 or dy != 0.0:
                turn = turn_right(dx * self.fy - dy * self.fx, dx * self.fx + dy * self.fy)
                if low < turn < high:
                    marks.append(turn)

    def change(self, before: float, after: float, was_hidden: bool) -> float:
        """The turn between two at which open changes to hidden, or the other way."""
        for _ in range(_HALVINGS):
            middle = (before + after) * 0.5
            if self.is_hidden(middle) == was_hidden:
                before = middle
            else:
                after = middle
        return after

    def cover(self, low: float, high: float, covers: list[float]) -> None:
        """Add the hidden spans between two turns that have no corner between them."""
        step = (high - low) / _PIECES
        # The ends are looked at just inside, where a ray does not run along an edge.
        before = low + step * 1e-6
        was_hidden = self.is_hidden(before)
        since = low
        for piece in range(1, _PIECES + 1):
            after = low + step * piece
            if piece == _PIECES:
                after = high - step * 1e-6
            is_hidden = self.is_hidden(after)
            if is_hidden != was_hidden:
                at = self.change(before, after, was_hidden)
                if is_hidden:
                    since = at
                else:
                    covers.append(since)
                    covers.append(at)
            was_hidden = is_hidden
            before = after
        if was_hidden:
            covers.append(since)
            covers.append(high)


def hidden_by_wood(
    wood: Outline,
    target: Outline,
    ex: float,
    ey: float,
    fx: float,
    fy: float,
    low: float,
    high: float,
    depth: float,
    covers: list[float],
) -> None:
    """Add the spans between two turns in which the wood hides the target to the covers."""
    sight = _Sight(wood, target, ex, ey, fx, fy, depth)
    marks = [low, high]
    sight.add_turns(wood, low, high, marks)
    sight.add_turns(target, low, high, marks)
    marks.sort()
    for i in range(len(marks) - 1):
        if marks[i + 1] - marks[i] > 1e-11:
            sight.cover(marks[i], marks[i + 1], covers)
