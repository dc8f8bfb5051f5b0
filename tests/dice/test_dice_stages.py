"""Stages with real faces, against their exact chances over all faces."""

from collections.abc import Callable, Hashable, Iterator
from itertools import product
from typing import TypeVar, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maniple.dice.chains import CERTAIN, IMPOSSIBLE, Chance, binomial
from maniple.dice.distribution import Distribution, mix
from maniple.dice.seeded import Seeded
from maniple.dice.stages import Draw, Faces, Kind, Stage, Thrown, successes, through, throw

T = TypeVar("T", bound=Hashable)

KINDS: tuple[Kind, ...] = get_args(Kind)
EVERY_STAGE = [
    Stage("stage", need, reroll, kind)
    for need, reroll, kind in product(range(-1, 12), (False, True), KINDS)
]
stages = st.builds(
    Stage,
    name=st.just("stage"),
    need=st.integers(-1, 11),
    reroll_misses=st.booleans(),
    kind=st.sampled_from(KINDS),
)


class OutOfFaces(Exception):
    """The run wants a die that the script does not have."""

    def __init__(self, sides: int) -> None:
        self.sides = sides


def scripted(faces: tuple[int, ...]) -> Draw:
    left = iter(faces)

    def draw(sides: int) -> int:
        for face in left:
            return face
        raise OutOfFaces(sides)

    return draw


def every_way(run: Callable[[Draw], T], faces: tuple[int, ...] = ()) -> Distribution[T]:
    """What the run gives over all faces of all dice that it draws."""
    try:
        return Distribution.certain(run(scripted(faces)))
    except OutOfFaces as wanted:
        ways = [every_way(run, (*faces, face)) for face in range(1, wanted.sides + 1)]
    return mix([(way, 1) for way in ways])


@pytest.mark.parametrize("stage", EVERY_STAGE, ids=str)
def test_every_stage_agrees_with_its_chance(stage: Stage) -> None:
    brute = every_way(lambda draw: throw(1, [stage], draw).passed)
    assert brute == binomial(1, stage.chance())


@pytest.mark.parametrize(
    "chain",
    [
        (Stage("to hit", 4), Stage("to wound", 4), Stage("save", 5, kind="save")),
        (Stage("to hit", 8, kind="missile"), Stage("to wound", 3), Stage("save", 6, kind="save")),
        (Stage("to hit", 9, True, "missile"), Stage("to wound", 5)),
        (Stage("to hit", 5, True), Stage("save", 3, True, "save")),
        (Stage("impact", 0, kind="automatic"), Stage("to wound", 2), Stage("save", 1, kind="save")),
        (Stage("to hit", 3), Stage("to wound", 7), Stage("save", 5, kind="save")),
        (),
    ],
)
@pytest.mark.parametrize("n", [0, 1, 2])
def test_chains_agree_with_their_counts(chain: tuple[Stage, ...], n: int) -> None:
    assert every_way(lambda draw: throw(n, chain, draw).passed) == successes(n, chain)


@given(st.integers(0, 25), st.lists(stages, max_size=4), st.integers())
def test_what_was_thrown_tells_itself_again(n: int, chain: list[Stage], seed: int) -> None:
    thrown = throw(n, chain, Seeded(seed).face)
    again = throw(n, chain, scripted(thrown.in_order()))
    assert again == thrown
    assert [n, *thrown.counts] == sorted([n, *thrown.counts], reverse=True)
    assert thrown.passed == (thrown.counts[-1] if chain else n)
    assert msgspec.json.decode(msgspec.json.encode(thrown), type=Thrown) == thrown
    assert hash(again) == hash(thrown)


@given(st.integers(0, 25), stages, st.integers())
def test_dice_come_in_the_right_number(n: int, stage: Stage, seed: int) -> None:
    (faces,) = throw(n, [stage], Seeded(seed).face).faces
    if stage.chance() in (CERTAIN, IMPOSSIBLE):
        assert faces == Faces()
        return
    needs_two = stage.kind == "missile" and stage.need > 6
    assert len(faces.first) == n
    assert len(faces.second) == (faces.first.count(6) if needs_two else 0)
    assert len(faces.again_second) == (faces.again.count(6) if needs_two else 0)
    if stage.reroll_misses:
        passed = throw(
            n, [Stage("", stage.need, False, stage.kind)], scripted(faces.first + faces.second)
        )
        hits = n - passed.passed if stage.kind == "save" else passed.passed
        assert len(faces.again) == n - hits
    else:
        assert faces.again == ()


@pytest.mark.rule("shoot.to-hit")
def test_a_need_of_8_is_a_6_and_then_5() -> None:
    stage = Stage("to hit", 8, kind="missile")
    thrown = throw(5, [stage], scripted((6, 1, 6, 5, 6, 4, 5, 6)))
    assert thrown == Thrown(5, (2,), (Faces(first=(6, 1, 6, 5, 6), second=(4, 5, 6)),))


@pytest.mark.rule("dice.rerolls")
def test_misses_are_thrown_once_more_and_shown_beside() -> None:
    thrown = throw(4, [Stage("to hit", 4, reroll_misses=True)], scripted((1, 4, 3, 6, 2, 5)))
    assert thrown == Thrown(4, (3,), (Faces(first=(1, 4, 3, 6), again=(2, 5)),))


@pytest.mark.rule("dice.rerolls")
def test_a_shot_of_two_dice_is_thrown_again_from_the_first() -> None:
    stage = Stage("to hit", 7, True, "missile")
    thrown = throw(3, [stage], scripted((6, 2, 6, 4, 3, 6, 5, 4)))
    assert thrown.faces == (Faces((6, 2, 6), (4, 3), (6, 5), (4,)),)
    assert thrown.passed == 2


@pytest.mark.rule("shoot.save")
def test_a_save_stops_the_wound_and_a_1_never_does() -> None:
    thrown = throw(4, [Stage("save", 1, kind="save")], scripted((1, 2, 6, 1)))
    assert thrown.passed == 2
    assert Stage("save", 1, kind="save").chance() == Chance(1, 6)


@pytest.mark.rule("dice.rerolls")
def test_a_save_thrown_again_is_the_failed_one() -> None:
    thrown = throw(3, [Stage("save", 5, True, "save")], scripted((5, 4, 2, 6, 3)))
    assert thrown == Thrown(3, (1,), (Faces(first=(5, 4, 2), again=(6, 3)),))


def test_dice_that_can_not_matter_stay_in_the_box() -> None:
    idle = [
        Stage("automatic", 4, kind="automatic"),
        Stage("certain", 1),
        Stage("no save", 7, kind="save"),
        Stage("can't wound", 7),
        Stage("save", 4, kind="save"),
    ]
    assert throw(9, idle, scripted(())) == Thrown(9, (9, 9, 9, 0, 0), (Faces(),) * 5)
    assert through(tuple(idle)) == IMPOSSIBLE


def test_blows_can_not_be_fewer_than_none() -> None:
    with pytest.raises(ValueError, match="-1 blows"):
        throw(-1, [], scripted(()))


def test_a_stage_is_data() -> None:
    stage = Stage("to hit", 4)
    assert msgspec.json.decode(msgspec.json.encode(stage), type=Stage) == stage
    with pytest.raises(msgspec.ValidationError, match="Invalid enum value 'magic'"):
        msgspec.json.decode(b'{"name":"to hit","need":4,"kind":"magic"}', type=Stage)


def test_many_blows_come_out_as_the_chance_says() -> None:
    """20,000 runs with one fixed seed: every count within five standard errors."""
    chain = (Stage("to hit", 4, True), Stage("to wound", 4), Stage("save", 5, kind="save"))
    dice, runs = Seeded(20), 20_000
    expected = successes(5, chain)
    seen: Iterator[int] = (throw(5, chain, dice.face).passed for _ in range(runs))
    counts = Distribution((count, 1) for count in seen)
    for count in range(6):
        share = float(expected.probability(count))
        error = (share * (1 - share) / runs) ** 0.5
        assert abs(float(counts.probability(count)) - share) < 5 * error
