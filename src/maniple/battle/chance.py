"""How a request to the dice is thrown with real faces, and what may come of it, exactly.

`resolve` draws faces and gives the answer and every face, for the record and for people;
`outcomes` gives the exact distribution of the answer, for the odds. They agree.
"""

from functools import lru_cache

from msgspec import Struct

from maniple.battle.chance_requests import (
    Attacks,
    Blows,
    Chance,
    Direction,
    Roll,
    RollOff,
    Struck,
    Test,
    Volley,
)
from maniple.battle.sides import Side
from maniple.dice.distribution import Distribution, joint
from maniple.dice.pool import D6, Pool
from maniple.dice.stages import Draw, successes, throw

DIRECTION = "direction"
"""What a roll line calls a die with so many sides, one for each way."""
HOURS = 12
"""The ways between which a lot is drawn: those of the hours on a clock."""


class Shown(Struct, frozen=True):
    """Dice that fell together, for the roll line of the record: whose or what for, and faces.

    `need` is the least face that succeeds (0: no such figure); `passed` how many did.
    """

    label: str
    faces: tuple[int, ...]
    need: int = 0
    passed: int = 0


class Rolled(Struct, frozen=True):
    """The answer to a chance request and all dice that were thrown for it, in their order."""

    answer: bool | int | Side | tuple[int, ...] | None
    shown: tuple[Shown, ...]


def resolve(request: Chance, draw: Draw) -> Rolled:
    """Throw the dice of the request, each face taken from `draw`."""
    match request:
        case Roll():
            faces = _faces(request.pool.count, request.pool.sides, draw)
            return Rolled(request.pool.total(faces), (Shown(request.why or request.cite, faces),))
        case Test():
            return _resolve_test(request, draw)
        case RollOff():
            red = _faces(request.red_dice, 6, draw)
            blue = _faces(request.blue_dice, 6, draw)
            shown = (Shown(Side.RED.value, red), Shown(Side.BLUE.value, blue))
            return Rolled(
                _higher(max(red) + request.red_plus, max(blue) + request.blue_plus), shown
            )
        case Direction():
            (hour,) = _faces(1, HOURS, draw)
            return Rolled(_degrees(hour), (Shown(DIRECTION, (hour,)),))
        case Volley() | Blows():
            return _resolve_attacks(request, draw)


def outcomes(request: Chance) -> Distribution[bool | int | Side | tuple[int, ...] | None]:
    """Every answer to the request with its exact weight."""
    return _outcomes(request)


def _degrees(hour: int) -> int:
    """The way to an hour on the face of a clock: 0 to 330 degrees."""
    return hour % HOURS * (360 // HOURS)


def _faces(count: int, sides: int, draw: Draw) -> tuple[int, ...]:
    return tuple([draw(sides) for _ in range(count)])


def _resolve_test(request: Test, draw: Draw) -> Rolled:
    faces = _faces(request.pool.count, request.pool.sides, draw)
    passed = request.pool.total(faces) <= request.at_most
    shown = [Shown(request.cite, faces, request.at_most, int(passed))]
    if not passed and request.reroll is not None:
        faces = _faces(request.pool.count, request.pool.sides, draw)
        passed = request.pool.total(faces) <= request.at_most
        shown.append(Shown(request.reroll, faces, request.at_most, int(passed)))
    return Rolled(passed, tuple(shown))


def _higher(red: int, blue: int) -> Side | None:
    if red == blue:
        return None
    return Side.RED if red > blue else Side.BLUE


def _resolve_attacks(request: Volley | Blows, draw: Draw) -> Rolled:
    wounds = [0] * len(request.targets)
    shown: list[Shown] = []
    for attack in request.attacks:
        thrown = throw(attack.dice, attack.stages, draw)
        left = attack.dice
        for stage, passed, faces in zip(attack.stages, thrown.counts, thrown.faces, strict=True):
            label = f"{attack.who} {stage.name}".strip()
            all_faces = (*faces.first, *faces.second, *faces.again, *faces.again_second)
            if left:
                shown.append(Shown(label, all_faces, stage.need, passed))
            left = passed
        wounds[_place(attack, request.targets)] += thrown.passed
    answer = tuple(
        [min(n, target.wounds) for n, target in zip(wounds, request.targets, strict=True)]
    )
    return Rolled(answer, tuple(shown))


def _place(attack: Attacks, targets: tuple[Struck, ...]) -> int:
    for i, target in enumerate(targets):
        if (target.unit, target.crew) == (attack.target, attack.at_crew):
            return i
    raise ValueError(f"the attacks strike unit {attack.target}, which is not among the targets")


@lru_cache(maxsize=4096)
def _outcomes(
    request: Chance,
) -> Distribution[bool | int | Side | tuple[int, ...] | None]:
    match request:
        case Roll():
            return request.pool.distribution().map(lambda total: total)
        case Test():
            passes = request.pool.distribution().at_most(request.at_most)
            if request.reroll is not None:
                passes += (1 - passes) * passes
            weights = [
                (False, passes.denominator - passes.numerator),
                (True, passes.numerator),
            ]
            return Distribution([(held, weight) for held, weight in weights if weight])
        case RollOff():
            red = _best(request.red_dice) + request.red_plus
            blue = _best(request.blue_dice) + request.blue_plus
            return red.then(lambda r: blue.map(lambda b: _higher(r, b)))
        case Direction():
            return Pool(1, HOURS).distribution().map(_degrees)
        case Volley() | Blows():
            return joint([_wounds_on(request, target) for target in request.targets]).map(
                lambda wounds: wounds
            )


def _best(dice: int) -> Distribution[int]:
    best = D6.distribution()
    for _ in range(dice - 1):
        best = best.then(lambda b: D6.distribution().map(lambda d: max(b, d)))
    return best


def _wounds_on(request: Volley | Blows, target: Struck) -> Distribution[int]:
    wounds = Distribution.certain(0)
    for attack in request.attacks:
        if (attack.target, attack.at_crew) == (target.unit, target.crew):
            wounds = wounds + successes(attack.dice, attack.stages)
    return wounds.cap(target.wounds)
