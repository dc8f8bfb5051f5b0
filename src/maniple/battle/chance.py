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
    Pierce,
    Roll,
    RollOff,
    Scatter,
    Struck,
    Test,
    Volley,
)
from maniple.battle.sides import Side
from maniple.dice.distribution import Distribution, joint
from maniple.dice.pool import D6, Die, Pool
from maniple.dice.stages import Draw, Stage, successes, throw

DIRECTION = "direction"
"""What a roll line calls a die with so many sides, one for each way."""
WOUNDS_OF = "wounds of D"
"""What it calls dice for the wounds of one model, before the number of their sides."""
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
        case Pierce():
            return _resolve_bolt(request, draw)
        case Scatter():
            return _resolve_scatter(draw)


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
        lost = thrown.passed
        if attack.damage and attack.most > 1 and lost:
            dice = _faces(lost, attack.damage, draw)
            shown.append(Shown(f"{attack.who} {WOUNDS_OF}{attack.damage}".strip(), dice))
            lost = sum([min(face, attack.most) for face in dice])
        wounds[_place(attack, request.targets)] += lost
    answer = tuple(
        [min(n, target.wounds) for n, target in zip(wounds, request.targets, strict=True)]
    )
    return Rolled(answer, tuple(shown))


def _is_at(attack: Attacks, target: Struck) -> bool:
    aimed = (attack.target, attack.at_crew, attack.at_engine)
    return aimed == (target.unit, target.crew, target.engine)


def _resolve_bolt(request: Pierce, draw: Draw) -> Rolled:
    shown: list[Shown] = []
    total = 0
    if _comes_through(request.hit, shown, draw):
        for stages in request.ranks:
            if not all(_comes_through(stage, shown, draw) for stage in stages):
                break
            lost = 1
            if request.damage and request.most > 1:
                dice = _faces(1, request.damage, draw)
                shown.append(Shown(f"{WOUNDS_OF}{request.damage}", dice))
                lost = min(*dice, request.most)
            total += lost
            if lost < request.most:
                break
    return Rolled(min(total, request.wounds), tuple(shown))


def _comes_through(stage: Stage, shown: list[Shown], draw: Draw) -> bool:
    thrown = throw(1, (stage,), draw)
    shown.append(Shown(stage.name, thrown.in_order(), stage.need, thrown.passed))
    return bool(thrown.passed)


ARTILLERY = (2, 4, 6, 8, 10, 0)
"""The faces of the artillery die, by those of a D6; the last is the misfire. [engine.stone-thrower]"""
HITS = 2
"""Faces of the scatter die that are a HIT, of its six. [engine.stone-thrower]"""


def _resolve_scatter(draw: Draw) -> Rolled:
    (scatter,), (artillery,) = _faces(1, 6, draw), _faces(1, 6, draw)
    shown = [
        Shown("scatter", (scatter,), 0, int(scatter <= HITS)),
        Shown("artillery", (artillery,)),
    ]
    inches = ARTILLERY[artillery - 1]
    if not inches:
        return Rolled(None, tuple(shown))
    if scatter <= HITS:
        return Rolled((0, 0), tuple(shown))
    hour = _faces(1, HOURS, draw)
    shown.append(Shown(DIRECTION, hour))
    return Rolled((inches, *hour), tuple(shown))


def _place(attack: Attacks, targets: tuple[Struck, ...]) -> int:
    for i, target in enumerate(targets):
        if _is_at(attack, target):
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
        case Pierce():
            return _bolt(request).map(lambda wounds: wounds)
        case Scatter():
            return _stone().map(lambda where: where)


def _best(dice: int) -> Distribution[int]:
    best = D6.distribution()
    for _ in range(dice - 1):
        best = best.then(lambda b: D6.distribution().map(lambda d: max(b, d)))
    return best


def _wounds_on(request: Volley | Blows, target: Struck) -> Distribution[int]:
    wounds = Distribution.certain(0)
    for attack in request.attacks:
        if _is_at(attack, target):
            came = successes(attack.dice, attack.stages)
            if attack.damage and attack.most > 1:
                each = Die(attack.damage).distribution().cap(attack.most)
                came = came.then(each.repeat)
            wounds = wounds + came
    return wounds.cap(target.wounds)


def _bolt(request: Pierce) -> Distribution[int]:
    """The wounds of a bolt, worked out from the last rank to the first."""
    each = Distribution.certain(1)
    if request.damage and request.most > 1:
        each = Die(request.damage).distribution().cap(request.most)
    total = Distribution.certain(0)
    for stages in reversed(request.ranks):
        total = _wounded(stages, _goes_on(each, total, request.most))
    return _wounded((request.hit,), total).cap(request.wounds)


def _goes_on(each: Distribution[int], behind: Distribution[int], most: int) -> Distribution[int]:
    """A model's loss, and that of those behind it if it dies."""
    return each.then(lambda lost: behind + lost if lost >= most else Distribution.certain(lost))


def _wounded(stages: tuple[Stage, ...], then: Distribution[int]) -> Distribution[int]:
    """What follows if one blow comes through these stages, else nothing."""
    return successes(1, stages).then(lambda came: then if came else Distribution.certain(0))


def _stone() -> Distribution[tuple[int, int] | None]:
    """Where it may come down: each of 432 throws of the three dice."""
    weights: list[tuple[tuple[int, int] | None, int]] = []
    for inches in ARTILLERY:
        if not inches:
            weights.append((None, 6 * HOURS))
            continue
        weights.append(((0, 0), HITS * HOURS))
        weights += [((inches, hour), 6 - HITS) for hour in range(1, HOURS + 1)]
    return Distribution(weights)
