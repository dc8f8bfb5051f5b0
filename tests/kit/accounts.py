"""Accounts of battles, as text."""

from collections.abc import Callable, Iterable

from maniple.armies import load_scenario
from maniple.battle.asks import AskAnswer
from maniple.battle.chance import Rolled, resolve
from maniple.battle.chance_requests import Chance
from maniple.battle.events import FirstTurnRolled
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle
from maniple.bots import BOTS
from maniple.play.game import Game
from maniple.play.seat import play_out
from maniple.play.setup import new_game
from maniple.play.told import Happened, Told
from maniple.report.account.lines import Line
from maniple.report.account.teller import Account


def lines_of(scenario: str, seed: int, bot: str = "steady") -> list[Line]:
    """The account of a battle between two bots of a kind."""
    account = Account()
    lines: list[Line] = []

    def listen(told: Told) -> None:
        lines.extend(account.tell(told))

    game = new_game(load_scenario(scenario), seed=seed, listeners=(listen,))
    play_out(game, Pair(BOTS[bot](seed), BOTS[bot](seed + 1)))
    return lines


def account_of(scenario: str, seed: int) -> str:
    """The same as text."""
    return "\n".join(line.plain() for line in lines_of(scenario, seed)) + "\n"


class GivenChance:
    """Dice that fall as they are given, all of which must be used."""

    def __init__(self, dice: Iterable[int]) -> None:
        self.dice = list(dice)

    def throw(self, request: Chance) -> Rolled:
        return resolve(request, lambda _: self.dice.pop(0))


def told_of(
    battle: Battle,
    dice: Iterable[int],
    answers: Iterable[AskAnswer] = (),
    until: Callable[[Battle], bool] | None = None,
) -> list[str]:
    """The account of what comes next in a battle, line by line, with these dice and answers."""
    account = Account()
    lines = account.tell(Happened(FirstTurnRolled(Side.RED), battle))[:0]

    def listen(told: Told) -> None:
        lines.extend(account.tell(told))

    chance = GivenChance(dice)
    game = Game.resume(battle, (), chance, listeners=(listen,), until=until)
    for answer in answers:
        _ = game.answer(answer)
    assert not chance.dice, f"dice are left over: {chance.dice}"
    lines.extend(account.rest(game.battle))
    return [line.plain().strip() for line in lines]
