"""Every way in which the dice of a request may fall, by trying them all."""

from collections.abc import Callable
from fractions import Fraction

from maniple.battle.chance import resolve
from maniple.battle.chance_requests import Chance


class Wanted(Exception):
    """One die more than were given is wanted."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


def by_every_face(request: Chance) -> dict[object, Fraction]:
    """The answers to the request and their chances, from every sequence of faces."""
    found: dict[object, Fraction] = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        faces, chance = waiting.pop()
        try:
            answer = resolve(request, drawing(faces)).answer
        except Wanted as wanted:
            each = chance / wanted.sides
            waiting += [((*faces, face), each) for face in range(1, wanted.sides + 1)]
        else:
            found[answer] = found.get(answer, Fraction(0)) + chance
    return found


def drawing(faces: tuple[int, ...]) -> Callable[[int], int]:
    """Dice that show these faces, one after the other; `Wanted` when they are used up."""
    left = list(faces)

    def draw(sides: int) -> int:
        if not left:
            raise Wanted(sides)
        return left.pop(0)

    return draw
