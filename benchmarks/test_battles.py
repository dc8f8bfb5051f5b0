"""Whole battles, and the asks in them."""

from benchmarks.conftest import Measured
from benchmarks.scenes import fight, new_battle
from maniple.battle.asks import AskAnswer
from maniple.dice.seeded import Seeded

RANDOM_BATTLES = 6
STEADY_BATTLES = 2


def test_random_battles(measured: Measured) -> None:
    measured(
        "2,000-point battles of two random bots",
        "a second",
        lambda: [fight("random", seed) for seed in range(RANDOM_BATTLES)],
        count=RANDOM_BATTLES,
        rounds=3,
        aim=20,
    )


def test_steady_battles(measured: Measured) -> None:
    measured(
        "2,000-point battles of two steady bots",
        "a second",
        lambda: [fight("steady", seed) for seed in range(STEADY_BATTLES)],
        count=STEADY_BATTLES,
        rounds=3,
        aim=2,
    )


def known_answers(seed: int) -> list[AskAnswer]:
    """The answers of a battle played by lot."""
    game, lot = new_battle(seed), Seeded(seed)
    answers: list[AskAnswer] = []
    while game.pending is not None:
        answers.append(game.sample(lot.below))
        game.answer(answers[-1])
    return answers


def test_asks(measured: Measured) -> None:
    """A whole battle whose answers are known: judging them, dice and rules, and no choosing."""
    answers = known_answers(2)

    def answer_all() -> None:
        game = new_battle(2)
        for answer in answers:
            game.answer(answer)
        assert game.pending is None

    measured(
        "asks of a battle whose answers are known, judged and carried out",
        "a second",
        answer_all,
        count=len(answers),
        aim=20_000,
    )
