"""How many models of two bodies come into touch along a facing. [combat.contacts, charge.align-how]

Lengths run along the struck edge from its left end, as seen from inside looking out; inches.
"""

from maniple.battle.bodies import full_ranks, rank_count
from maniple.battle.unit import Unit
from maniple.geometry import (
    FRONT,
    LEFT,
    REAR,
    Edge,
    Rect,
    distance,
    edge_ends,
    edge_facing,
    spans_in_touch,
    touches,
    within,
)

AT_AN_ANGLE = 1.0
"""Models so near the enemy's edge fight where bodies could not be aligned. [charge.align-how]"""

SLIVER = 0.001
"""The depth in inches that an edge is given, to measure from it as from a body."""

Span = tuple[float, float]
Row = tuple[Span, ...]


def bases_along(unit: Unit, rect: Rect, edge: Edge) -> Row:
    """From and to where each model that fights at that edge stands. [combat.contacts]

    At the front and the rear one for each file, at a flank the outer man of each rank.
    """
    if unit.body_width or not unit.is_formed:
        return ((0.0, rect.width if edge in (FRONT, REAR) else rect.depth),)
    if edge in (FRONT, REAR):
        step = float(rect.width / unit.files)
        return tuple([(i * step, (i + 1) * step) for i in range(unit.files)])
    ranks = rank_count(unit)
    step = float(rect.depth / ranks)
    # A last rank that is not full leaves its outer places empty.
    manned = max(1, full_ranks(unit))
    first = ranks - manned if edge == LEFT else 0
    return tuple([(i * step, (i + 1) * step) for i in range(first, first + manned)])


def along(target: Rect, edge: Edge, x: float, y: float) -> float:
    """How far along the edge from its left end a point lies; may be beyond either end."""
    left_x, left_y, right_x, right_y = edge_ends(target, edge)
    length = target.width if edge in (FRONT, REAR) else target.depth
    return ((x - left_x) * (right_x - left_x) + (y - left_y) * (right_y - left_y)) / length


def shared(ours: Row, *rows: Row) -> int:
    """How many models of one row and of others before it touch, corner to corner included.

    0 unless the first of the other rows is touched.
    """
    if len(rows) == 1:
        return spans_in_touch(ours, *rows, 0.0)
    our_low, our_high = ours[0][0], ours[-1][1]
    found = 0
    for row in rows:
        theirs = sum([_meets(span, our_low, our_high) for span in row])
        if not theirs and row is rows[0]:
            return 0
        found += theirs
    mine = sum([any(_meets(span, row[0][0], row[-1][1]) for row in rows) for span in ours])
    return mine + found


def _meets(span: Span, low: float, high: float) -> bool:
    return touches(span[0] - high) and touches(low - span[1])


def front_row(charger: Unit, at: Rect, target: Rect, edge: Edge) -> Row:
    """Where the charger's front rank stands along the struck edge, if it lies flush with it."""
    middle = along(target, edge, at.x, at.y)
    return tuple(
        [
            (middle - at.width / 2 + low, middle - at.width / 2 + high)
            for low, high in bases_along(charger, at, FRONT)
        ]
    )


def near_at_an_angle(charger: Unit, at: Rect, target: Unit, body: Rect, edge: Edge) -> int:
    """How many models of both fight where the bodies stand at an angle. [charge.align-how]"""
    ours = [_base(at, FRONT, span) for span in bases_along(charger, at, FRONT)]
    theirs = [_base(body, edge, span) for span in bases_along(target, body, edge)]
    mine = sum([within(min([distance(o, t) for t in theirs]), AT_AN_ANGLE) for o in ours])
    others = sum([within(min([distance(o, t) for o in ours]), AT_AN_ANGLE) for t in theirs])
    return mine + others


def _base(rect: Rect, edge: Edge, span: Span) -> Rect:
    """A sliver of an edge, as wide as the model that stands there."""
    left_x, left_y, right_x, right_y = edge_ends(rect, edge)
    length = rect.width if edge in (FRONT, REAR) else rect.depth
    part = (span[0] + span[1]) / 2 / length
    x = left_x + (right_x - left_x) * part
    y = left_y + (right_y - left_y) * part
    return Rect(x, y, edge_facing(rect, edge), span[1] - span[0], SLIVER)


def sliver(rect: Rect, edge: Edge) -> Rect:
    """An edge as a very thin body."""
    length = rect.width if edge in (FRONT, REAR) else rect.depth
    return _base(rect, edge, (0.0, length))
