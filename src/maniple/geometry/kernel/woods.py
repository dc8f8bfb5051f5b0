"""How far one sees into a wood. [sight.blocked]

Along a line of sight the wood hides whatever lies behind more than so many inches of it. The length
inside the wood changes smoothly with the direction between the directions of corners, so between
those it is looked at in a few places and the changes from open to hidden are closed in on by halving.
"""

from typing import Final

from maniple.geometry.kernel.trig import turn_of, unit_of

_FAR: Final = 1e300
_PIECES: Final = 8
_HALVINGS: Final = 40


def _inside(corners: list[float], turn: float) -> tuple[float, float]:
    """From and to what distance a ray from the eye is inside a clockwise outline."""
    if turn >= 0.0:
        ahead, right = unit_of(turn)
    else:
        ahead, right = unit_of(-turn)
        right = -right
    enter = 0.0
    leave = _FAR
    count = len(corners)
    x0 = corners[count - 2]
    y0 = corners[count - 1]
    for i in range(0, count, 2):
        x1 = corners[i]
        y1 = corners[i + 1]
        nx = y0 - y1
        ny = x1 - x0
        room = nx * x0 + ny * y0
        speed = nx * right + ny * ahead
        if speed > 0.0:
            when = room / speed
            leave = min(leave, when)
        elif speed < 0.0:
            when = room / speed
            enter = max(enter, when)
        elif room < 0.0:
            return 0.0, 0.0
        x0 = x1
        y0 = y1
    return (enter, leave) if enter < leave else (0.0, 0.0)


def _is_hidden(wood: list[float], target: list[float], turn: float, depth: float) -> bool:
    enter, leave = _inside(wood, turn)
    if leave - enter <= depth:
        return False
    near, far = _inside(target, turn)
    if far > near and near < leave:
        leave = near
    return leave - enter > depth


def _turns(corners: list[float], low: float, high: float, found: list[float]) -> None:
    for i in range(0, len(corners), 2):
        if corners[i] == 0.0 and corners[i + 1] == 0.0:
            continue
        turn = turn_of(corners[i + 1], corners[i])
        if turn > 2.0:
            turn -= 4.0
        if low < turn < high:
            found.append(turn)


def hidden_by_wood(
    wood: list[float],
    target: list[float],
    low: float,
    high: float,
    depth: float,
    lows: list[float],
    highs: list[float],
) -> None:
    """Add the spans between two turns in which the wood hides the target to lows and highs.

    Corners of wood and target are given as right, ahead of the eye.
    """
    marks = [low, high]
    _turns(wood, low, high, marks)
    _turns(target, low, high, marks)
    marks.sort()
    for i in range(len(marks) - 1):
        a = marks[i]
        step = (marks[i + 1] - a) / _PIECES
        if step <= 1e-12:
            continue
        # Just inside the ends, where a ray does not run along an edge.
        before = a + step * 1e-6
        was_hidden = _is_hidden(wood, target, before, depth)
        since = a
        for piece in range(1, _PIECES + 1):
            after = a + step * piece
            if piece == _PIECES:
                after -= step * 1e-6
            is_hidden = _is_hidden(wood, target, after, depth)
            if is_hidden != was_hidden:
                open_at = before
                shut_at = after
                for _ in range(_HALVINGS):
                    middle = (open_at + shut_at) * 0.5
                    if _is_hidden(wood, target, middle, depth) == was_hidden:
                        open_at = middle
                    else:
                        shut_at = middle
                if is_hidden:
                    since = shut_at
                else:
                    lows.append(since)
                    highs.append(open_at)
            was_hidden = is_hidden
            before = after
        if was_hidden:
            lows.append(since)
            highs.append(marks[i + 1])
