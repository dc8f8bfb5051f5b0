"""Accounts of battles, as text."""

from maniple.armies import load_scenario
from maniple.battle.sides import Pair
from maniple.bots import BOTS
from maniple.play.seat import play_out
from maniple.play.setup import new_game
from maniple.play.told import Told
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
