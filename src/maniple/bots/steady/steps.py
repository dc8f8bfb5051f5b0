"""The moves that a formed body could make, as bodies where they would end: nothing is judged yet."""

from collections.abc import Iterator

from msgspec import Struct

from maniple.battle.bodies import body, frontage
from maniple.battle.orders import Advance, Manoeuvre, Reform, TurnModels, Wheel
from maniple.battle.unit import Unit
from maniple.geometry import LEFT, RIGHT, Rect, advance, pose, rect_at, round_degrees, wheel

PER_DEGREE = 0.0174533
"""Radians."""
LEAST = 0.5
"""Inches for which it is worth to move at all."""
HAIR = 0.02
"""Inches left over, for rounding."""


class Step(Struct, frozen=True):
    """A move and where it would end."""

    manoeuvres: tuple[Manoeuvre, ...]
    end: Rect
    march: bool = False


def steps(unit: Unit, turn: float, wanted: float, move: float, marches: bool) -> Iterator[Step]:
    """Wheels and advances with which the unit may come to where it wants to be.

    `turn`: degrees to what it wants to face, right above 0. `wanted`: inches that it wants to go.
    """
    here = body(unit)
    most = move * (2.0 if marches else 1.0)
    per_degree = frontage(unit) * PER_DEGREE
    for degrees in _wheels(turn, most / per_degree):
        left = most - abs(degrees) * per_degree - HAIR
        if left < 0.0:
            continue
        start: tuple[Manoeuvre, ...] = ()
        turned = here
        if degrees:
            start = (Wheel(abs(degrees), "right" if degrees > 0 else "left"),)
            turned = wheel(here, abs(degrees), RIGHT if degrees > 0 else LEFT)
        for inches in sorted({round(min(left, max(0.0, far)), 2) for far in _ways(left, wanted)}):
            on: tuple[Manoeuvre, ...] = (Advance(inches),) if inches >= 0.1 else ()
            if start or on:
                spent = abs(degrees) * per_degree + inches
                yield Step((*start, *on), advance(turned, inches), march=spent > move - HAIR)
    if abs(turn) > 70.0:
        yield _reformed(unit, here, turn)
        if abs(turn) > 135.0:
            # Drilled troops turn free of cost once in a move. [troop.drilled]
            yield _about(here, min(most, move) - (0.0 if unit.sheet.traits.drilled else move / 4))


def shortened(step: Step, inches: float) -> Step | None:
    """The move with its advance shorter by so much, as ground or an obstacle may cost; None if nothing
    is left of it.
    """
    *before, last = step.manoeuvres
    if not isinstance(last, Advance) or last.inches < inches + LEAST:
        return None
    on = Advance(round(last.inches - inches - HAIR, 2))
    return Step((*before, on), advance(step.end, on.inches - last.inches), step.march)


def _wheels(turn: float, most: float) -> list[float]:
    """Degrees worth trying: straight on, towards the goal, and a little to either side."""
    most = min(most, 90.0)
    found = {0.0}
    if abs(turn) > 2.0:
        for part in (1.0, 0.5):
            found.add(round(max(-most, min(most, turn)) * part * 0.99, 2))
    for degrees in (18.0, 40.0):
        if degrees < most:
            found |= {degrees, -degrees}
    return sorted(found, key=abs)


def _ways(left: float, wanted: float) -> tuple[float, ...]:
    return (left, left * 0.6, left * 0.3, wanted, 0.0)


def _reformed(unit: Unit, here: Rect, turn: float) -> Step:
    facing = round_degrees(here.facing + turn)
    turned = rect_at(pose(here.cx, here.cy, facing), here.width, here.depth)
    return Step((Reform(unit.files, facing),), advance(turned, here.depth / 2))


def _about(here: Rect, most: float) -> Step:
    """Turned about on the spot, then straight on for so many inches."""
    about = Rect(
        here.x - here.fx * here.depth,
        here.y - here.fy * here.depth,
        here.facing + 180.0,
        here.width,
        here.depth,
    )
    inches = round(max(0.0, most - HAIR), 2)
    on: tuple[Manoeuvre, ...] = (TurnModels("about"), Advance(inches))
    return Step(on, advance(about, inches))
