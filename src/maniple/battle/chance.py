"""How a request to the dice is thrown with real faces, and what may come of it, exactly.

`resolve` draws faces and gives the answer and every face, for the record and for people;
`outcomes` gives the exact distribution of the answer, for the odds. They agree.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from maniple.battle.chance_requests import (
    SECOND,
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
from maniple.battle.unit import UnitId
from maniple.dice.chains import Chance as Odds
from maniple.dice.chains import binomial, chain
from maniple.dice.distribution import Distribution, joint
from maniple.dice.pool import D6, Die, Pool
from maniple.dice.stages import Draw, Stage, successes, through, throw

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
            return _resolve_roll_off(request, draw)
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


def _resolve_roll_off(request: RollOff, draw: Draw) -> Rolled:
    shown: list[Shown] = []
    while True:
        red = _faces(request.red_dice, 6, draw)
        blue = _faces(request.blue_dice, 6, draw)
        shown += [Shown(Side.RED.value, red), Shown(Side.BLUE.value, blue)]
        higher = _higher(max(red) + request.red_plus, max(blue) + request.blue_plus)
        if higher is not None or not request.decided:
            return Rolled(higher, tuple(shown))


def _higher(red: int, blue: int) -> Side | None:
    if red == blue:
        return None
    return Side.RED if red > blue else Side.BLUE


def _resolve_attacks(request: Volley | Blows, draw: Draw) -> Rolled:
    wounds = [0] * len(request.targets)
    shown: list[Shown] = []
    for attack in request.attacks:
        counts = _throw(attack, attack.dice, attack.stages, draw, shown)
        lost = _lost(attack, counts[-1], attack.most, draw, shown)
        wounds[_place(_aimed(attack), request.targets)] += lost
        if attack.turned is not None:
            turned = attack.turned
            away = counts[SECOND - 1] - counts[SECOND]
            counts = _throw(attack, away, turned.stages, draw, shown)
            lost = _lost(attack, counts[-1], turned.most, draw, shown)
            wounds[_place((turned.target, False, False), request.targets)] += lost
    answer = tuple(
        [min(n, target.wounds) for n, target in zip(wounds, request.targets, strict=True)]
    )
    return Rolled(answer, tuple(shown))


def _throw(
    attack: Attacks, number: int, stages: tuple[Stage, ...], draw: Draw, shown: list[Shown]
) -> tuple[int, ...]:
    """How many of so many come through each stage; the dice are added to those shown."""
    thrown = throw(number, stages, draw)
    left = number
    for stage, passed, faces in zip(stages, thrown.counts, thrown.faces, strict=True):
        label = f"{attack.who} {stage.name}".strip()
        all_faces = (*faces.first, *faces.second, *faces.again, *faces.again_second)
        if left:
            shown.append(Shown(label, all_faces, stage.need, passed))
        left = passed
    return thrown.counts


def _lost(attack: Attacks, wounds: int, most: int, draw: Draw, shown: list[Shown]) -> int:
    """The wounds that so many unsaved hits cost, where each may cost a model several."""
    if not attack.damage or most <= 1 or not wounds:
        return wounds
    dice = _faces(wounds, attack.damage, draw)
    shown.append(Shown(f"{attack.who} {WOUNDS_OF}{attack.damage}".strip(), dice))
    return sum([min(face, most) for face in dice])


Aimed: TypeAlias = tuple[UnitId, bool, bool]
"""A target; its crew or not; its engine or not."""


def _aimed(attack: Attacks) -> Aimed:
    return attack.target, attack.at_crew, attack.at_engine


def _is_at(aimed: Aimed, target: Struck) -> bool:
    return aimed == (target.unit, target.crew, target.engine)


def _resolve_bolt(request: Pierce, draw: Draw) -> Rolled:
    shown: list[Shown] = []
    total = 0
    if _comes_through(request.hit, shown, draw):
        left = request.most - request.hurt
        for stages in request.ranks:
            if not all(_comes_through(stage, shown, draw) for stage in stages):
                break
            lost = 1
            if request.damage and request.most > 1:
                dice = _faces(1, request.damage, draw)
                shown.append(Shown(f"{WOUNDS_OF}{request.damage}", dice))
                lost = min(*dice, left)
            total += lost
            if lost < left:
                break
            left = request.most
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


def _place(aimed: Aimed, targets: tuple[Struck, ...]) -> int:
    for i, target in enumerate(targets):
        if _is_at(aimed, target):
            return i
    raise ValueError(f"the attacks strike unit {aimed[0]}, which is not among the targets")


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
            higher = red.then(lambda r: blue.map(lambda b: _higher(r, b)))
            return higher.given(lambda side: side is not None) if request.decided else higher
        case Direction():
            return Pool(1, HOURS).distribution().map(_degrees)
        case Volley() | Blows():
            return _wounds_on_all(request).map(lambda wounds: wounds)
        case Pierce():
            return _bolt(request).map(lambda wounds: wounds)
        case Scatter():
            return _stone().map(lambda where: where)


def _best(dice: int) -> Distribution[int]:
    best = D6.distribution()
    for _ in range(dice - 1):
        best = best.then(lambda b: D6.distribution().map(lambda d: max(b, d)))
    return best


def _wounds_on_all(request: Volley | Blows) -> Distribution[tuple[int, ...]]:
    """The wounds of each target. They are independent, unless hits on one may strike another."""
    if not any(attack.turned for attack in request.attacks):
        return joint([_wounds_on(request, target) for target in request.targets])
    most = tuple([target.wounds for target in request.targets])
    wounds = Distribution.certain((0,) * len(most))
    for attack in request.attacks:
        wounds = wounds.then(_adding(attack, request.targets, most))
    return wounds


def _wounds_on(request: Volley | Blows, target: Struck) -> Distribution[int]:
    wounds = Distribution.certain(0)
    for attack in request.attacks:
        if _is_at(_aimed(attack), target):
            came = successes(attack.dice, attack.stages)
            if attack.damage:
                came = came.then(_costs(attack, attack.most))
            wounds = wounds + came
    return wounds.cap(target.wounds)


def _costs(attack: Attacks, most: int) -> Callable[[int], Distribution[int]]:
    """What so many unsaved hits cost, where each may cost a model several wounds."""
    if not attack.damage or most <= 1:
        return Distribution.certain
    return Die(attack.damage).distribution().cap(most).repeat


def _adding(
    attack: Attacks, targets: tuple[Struck, ...], most: tuple[int, ...]
) -> Callable[[tuple[int, ...]], Distribution[tuple[int, ...]]]:
    """What an attack adds to the wounds of all targets so far, of which each has so many to lose."""
    here = _place(_aimed(attack), targets)
    turned = attack.turned
    away = here if turned is None else _place((turned.target, False, False), targets)
    spread = _here_and_away(attack)

    def added(before: tuple[int, ...]) -> Distribution[tuple[int, ...]]:
        def after(came: tuple[int, int]) -> tuple[int, ...]:
            wounds = list(before)
            for place, more in zip((here, away), came, strict=True):
                wounds[place] = min(wounds[place] + more, most[place])
            return tuple(wounds)

        return spread.map(after)

    return added


def _here_and_away(attack: Attacks) -> Distribution[tuple[int, int]]:
    """The wounds on the target of an attack, and on the other men who take hits for him."""
    costs = _costs(attack, attack.most)
    turned = attack.turned
    if turned is None:
        came = successes(attack.dice, attack.stages).then(costs)
        return came.map(lambda wounds: (wounds, 0))
    here = through(attack.stages)
    away = chain(
        [
            through(attack.stages[:SECOND]),
            attack.stages[SECOND].chance().opposite(),
            through(turned.stages),
        ]
    )
    others = Odds.of(away.fraction / here.opposite().fraction)
    elsewhere = _costs(attack, turned.most)

    def with_others(hits: int) -> Distribution[tuple[int, int]]:
        rest = binomial(attack.dice - hits, others).then(elsewhere)
        return costs(hits).then(lambda one: rest.map(lambda other: (one, other)))

    return binomial(attack.dice, here).then(with_others)


def _bolt(request: Pierce) -> Distribution[int]:
    """The wounds of a bolt, worked out from the last rank to the first."""
    total = Distribution.certain(0)
    for rank, stages in reversed(tuple(enumerate(request.ranks))):
        left = request.most if rank else request.most - request.hurt
        each = Distribution.certain(1)
        if request.damage and request.most > 1:
            each = Die(request.damage).distribution().cap(left)
        total = _wounded(stages, _goes_on(each, total, left))
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
