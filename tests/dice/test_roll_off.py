"""The higher die: left equal, or thrown again until one is higher, with the chances of either."""

from fractions import Fraction

import pytest

from kit.games import beginning
from maniple.battle.apply import apply
from maniple.battle.chance import outcomes, resolve
from maniple.battle.chance_requests import RollOff
from maniple.battle.events import BattleBegan
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.commands.given_dice import DiceRanOut, GivenDice, thrown
from maniple.dice.seeded import Seeded
from maniple.play.game import Game
from maniple.play.record.journal import new_journal
from maniple.play.record.lines import RollLine
from maniple.play.record.reading import parse
from maniple.play.record.replay import verify


def began() -> Battle:
    event: BattleBegan = beginning()
    return apply(Battle(event.field, event.units), event)


def test_equal_dice_are_thrown_again_and_all_are_shown() -> None:
    rolled = resolve(RollOff("deploy", decided=True), GivenDice((4, 4, 1, 1, 2, 6)))
    assert rolled.answer is Side.BLUE
    faces = [(shown.label, shown.faces) for shown in rolled.shown]
    assert faces == [
        ("red", (4,)),
        ("blue", (4,)),
        ("red", (1,)),
        ("blue", (1,)),
        ("red", (2,)),
        ("blue", (6,)),
    ]


def test_where_a_draw_stands_equal_dice_are_left() -> None:
    rolled = resolve(RollOff("result.draw-musician"), GivenDice((4, 4)))
    assert rolled.answer is None
    assert len(rolled.shown) == 2


@pytest.mark.parametrize(
    "request_",
    [
        RollOff("deploy"),
        RollOff("deploy", red_plus=1),
        RollOff("result.draw-musician", red_dice=3, blue_dice=2),
    ],
)
def test_decided_the_sides_keep_their_odds_against_each_other(request_: RollOff) -> None:
    """The chance of red is that of red where the dice are not equal."""
    left = outcomes(request_)
    decided = outcomes(
        RollOff(
            request_.cite,
            request_.red_dice,
            request_.blue_dice,
            request_.red_plus,
            request_.blue_plus,
            decided=True,
        )
    )
    unequal = 1 - left.probability(None)
    assert decided.probability(None) == 0
    for side in Side:
        assert decided.probability(side) == left.probability(side) / unequal


def test_it_falls_as_often_as_the_odds_say() -> None:
    request = RollOff("deploy", red_plus=1, decided=True)
    dice = Seeded(5)
    throws = 2000
    red = sum(resolve(request, dice.face).answer is Side.RED for _ in range(throws))
    assert outcomes(request).probability(Side.RED) == Fraction(21, 31)
    assert abs(red - throws * 21 / 31) < 5 * (throws * 21 * 10 / 31**2) ** 0.5


def test_a_roll_off_thrown_again_is_proved_by_its_record() -> None:
    seed = next(seed for seed in range(100) if len(first_roll(seed).dice) > 2)
    line = first_roll(seed)
    assert line.dice[0].faces == line.dice[1].faces
    assert line.dice[-2].faces != line.dice[-1].faces
    proof = verify(parse(b"".join(written(seed))))
    assert proof.rules_rerun
    assert proof.dice == sum(len(shown.faces) for shown in line.dice)


def first_roll(seed: int) -> RollLine:
    return next(line for line in parse(b"".join(written(seed))).lines if isinstance(line, RollLine))


def written(seed: int) -> list[bytes]:
    journal = new_journal(None, seed=seed)
    Game(beginning(), journal, recorder=journal)
    journal.close()
    return list(journal.written)


@pytest.mark.parametrize(
    ("faces", "wanted"), [((), "2 dice"), ((3,), "1 die"), ((3, 3), "2 dice"), ((3, 3, 5), "1 die")]
)
def test_dice_that_run_out_are_asked_for(faces: tuple[int, ...], wanted: str) -> None:
    battle = began()
    with pytest.raises(DiceRanOut, match=f"{wanted} for a roll-off"):
        thrown(RollOff("deploy", decided=True), battle, GivenDice(faces))
