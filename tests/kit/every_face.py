"""What may come of a step, by throwing every face of every die through the code that throws dice in play.

No distribution is asked for anything: what is enumerated are the faces.
"""

from collections.abc import Callable
from fractions import Fraction

from kit.plain_odds import Runs
from maniple.battle.asks import Ask
from maniple.battle.chance import resolve
from maniple.battle.chance_requests import CHANCE
from maniple.battle.state import Battle
from maniple.play.odds import Policy
from maniple.play.run import Run


class _Wanted(Exception):
    """One die more than were given is wanted."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


def step_by_every_face(battle: Battle, policy: Policy, runs: Runs) -> dict[Battle, Fraction]:
    """Every battle that may come of the step that runs next, each with its chance.

    `TooMuch`, of `kit.plain_odds`, where more runs would be needed than are left.
    """
    found: dict[Battle, Fraction] = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        faces, chance = waiting.pop()
        runs.spend()
        try:
            after = _thrown(battle, policy, _drawing(faces))
        except _Wanted as wanted:
            each = chance / wanted.sides
            waiting += [((*faces, face), each) for face in range(1, wanted.sides + 1)]
        else:
            found[after] = found.get(after, Fraction(0)) + chance
    return found


def _thrown(battle: Battle, policy: Policy, draw: Callable[[int], int]) -> Battle:
    run = Run(battle)
    while run.request is not None:
        if isinstance(run.request, CHANCE):
            run.answer(resolve(run.request, draw).answer)
        else:
            assert isinstance(run.request, Ask)
            run.answer(policy(run.battle, run.request))
    return run.battle


def _drawing(faces: tuple[int, ...]) -> Callable[[int], int]:
    left = list(faces)

    def draw(sides: int) -> int:
        if not left:
            raise _Wanted(sides)
        return left.pop(0)

    return draw
