"""The nearest answer that the referee allows: as much of the last manoeuvre as goes, or a place close by.

Found by asking him again and again with smaller figures; no rule is repeated here.
"""

from collections.abc import Callable

from msgspec.structs import replace

from maniple.battle.asks import (
    AskAnswer,
    DisengageMove,
    OrderUnit,
    ParthianMove,
    PlaceCharacter,
    Placement,
    PlaceUnit,
)
from maniple.battle.bodies import where_stands
from maniple.battle.judged import Judged
from maniple.battle.orders import (
    Advance,
    Backward,
    Go,
    Leave,
    Manoeuvre,
    Order,
    Sidestep,
    Spread,
    Wheel,
)
from maniple.geometry import Pose, pose
from maniple.play.game import Game
from maniple.server.orders.suggest import suggestion

PLACED = PlaceUnit | PlaceCharacter | DisengageMove
"""What is answered with a placement."""
HALVINGS = 9
"""Of the way to what is wanted: to a five-hundredth of it."""
LEAST = 0.05
"""Inches or degrees below which a manoeuvre is left out."""


def nearest(game: Game, answer: AskAnswer) -> Judged | None:
    """The nearest legal answer; None if nothing near it is legal."""
    match answer:
        case Order() if answer.manoeuvres and isinstance(game.pending, OrderUnit | ParthianMove):
            return _shorter(game, answer)
        case Placement() if isinstance(game.pending, PLACED):
            return _beside(game, answer)
        case _:
            return None


def _shorter(game: Game, order: Order) -> Judged | None:
    *before, last = order.manoeuvres
    part = _part_of(game, order, last)
    if part is not None:
        found = _furthest(game, lambda share: _with_last(order, part(share)))
        if found is not None:
            return found
    if not before:
        return None
    judged = game.judge(replace(order, manoeuvres=tuple(before)))
    return judged if isinstance(judged, Judged) else None


def _with_last(order: Order, last: Manoeuvre | None) -> Order | None:
    if last is None:
        return None
    return replace(order, manoeuvres=(*order.manoeuvres[:-1], last))


def _part_of(
    game: Game, order: Order, last: Manoeuvre
) -> Callable[[float], Manoeuvre | None] | None:
    """The manoeuvre done in part, for a share from 0 to 1; None: it has no parts."""
    unit = game.battle.units[order.unit] if 0 <= order.unit < len(game.battle.units) else None
    match last:
        case Advance() | Backward() | Sidestep():
            return lambda share: (
                replace(last, inches=round(last.inches * share, 3))
                if abs(last.inches * share) >= LEAST
                else None
            )
        case Wheel():
            return lambda share: (
                replace(last, degrees=round(last.degrees * share, 2))
                if last.degrees * share >= LEAST
                else None
            )
        case Go() if unit is not None:
            return lambda share: replace(last, to=between(unit.pose, last.to, share))
        case Leave() if unit is not None:
            host = where_stands(game.battle, unit)
            return lambda share: replace(last, to=between(host.pose, last.to, share))
        case Spread() if unit is not None:
            return lambda share: replace(last, pose=between(unit.pose, last.pose, share))
        case _:
            return None


def between(start: Pose, end: Pose, share: float) -> Pose:
    """A pose on the straight way from one place to another, facing as at its end."""
    x = start.x + (end.x - start.x) * share
    y = start.y + (end.y - start.y) * share
    return pose(x, y, end.facing)


def _furthest(game: Game, at: Callable[[float], AskAnswer | None]) -> Judged | None:
    """The legal answer with the greatest share, as far as halving finds it."""
    low, high = 0.0, 1.0
    found: Judged | None = None
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        try:
            answer = at(middle)
        except ValueError:  # the wish lies beyond what a pose can say
            answer = None
        judged = None if answer is None else game.judge(answer)
        if isinstance(judged, Judged):
            low, found = middle, judged
        else:
            high = middle
    return found


def _beside(game: Game, wanted: Placement) -> Judged | None:
    """The legal place nearest to the one that is wanted, on the way from one that is legal."""
    legal = suggestion(game, wanted)
    if legal is None:
        return None
    start = legal.pose
    judged = game.judge(replace(wanted, pose=replace(start, facing=wanted.pose.facing)))
    if not isinstance(judged, Judged):
        judged = game.judge(legal)
        return judged if isinstance(judged, Judged) else None
    further = _furthest(
        game, lambda share: replace(wanted, pose=between(start, wanted.pose, share))
    )
    return further or judged
