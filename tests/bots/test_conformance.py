"""Every bot passes the kit that anybody can run on his own; and the kit finds what is wrong."""

import pytest

from maniple.battle.asks import AskAnswer, Done, PlaceUnit, Yes
from maniple.bots import BOTS, RandomBot
from maniple.play.conformance import problems_of
from maniple.play.seat import Seat


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(BOTS))
def test_every_bot_conforms(name: str) -> None:
    assert problems_of(BOTS[name], seeds=(1, 2), turns=2) == ()
    assert BOTS[name](1).name == name


class Illegal(RandomBot):
    """Answers what was not asked, when a unit is to be placed."""

    def answer(self, seat: Seat) -> AskAnswer:
        return Yes() if isinstance(seat.ask, PlaceUnit) else super().answer(seat)


class Silent(RandomBot):
    """Gives no reason."""

    def why(self) -> str:
        return ""


class Shared(RandomBot):
    """Its instances share one lot."""

    lot = RandomBot(7)

    def answer(self, seat: Seat) -> AskAnswer:
        return Shared.lot.answer(seat)


class Meddling(RandomBot):
    """Answers the game behind the referee's back."""

    def answer(self, seat: Seat) -> AskAnswer:
        answer = super().answer(seat)
        seat._game.answer(answer)
        return Done()


@pytest.mark.parametrize(
    "bot, complaint",
    [
        (Illegal, "is refused by deploy"),
        (Silent, "no reason"),
        (Shared, "another time"),
        (Meddling, "disturbed"),
    ],
)
def test_the_kit_finds_what_is_wrong(bot: type[RandomBot], complaint: str) -> None:
    problems = problems_of(bot, seeds=(1,), turns=1)
    assert problems
    assert complaint in problems[0]
