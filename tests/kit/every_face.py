"""What may come of a step, by throwing every face of every die through the code that throws dice in play.

No distribution is asked for anything: what is enumerated are the faces.
"""

from fractions import Fraction

from kit.chance import Wanted, drawing
from kit.plain_odds import Runs
from kit.steps import thrown
from maniple.battle.state import Battle
from maniple.play.odds import Policy


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
            after = thrown(battle, policy, drawing(faces))
        except Wanted as wanted:
            each = chance / wanted.sides
            waiting += [((*faces, face), each) for face in range(1, wanted.sides + 1)]
        else:
            found[after] = found.get(after, Fraction(0)) + chance
    return found
