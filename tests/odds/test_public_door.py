"""The room's door: `from maniple import odds`, for programs and for bots."""

from fractions import Fraction

import pytest

from kit.sums import part
from maniple import BOTS, Battle, Pair, Player, Seat, load_scenario, new_game, odds, play_out
from maniple.battle.asks import AskAnswer


def test_every_name_is_there() -> None:
    assert odds.__all__ == sorted(odds.__all__)
    for name in odds.__all__:
        assert getattr(odds, name) is not None


def test_a_program_asks_and_reads_the_answer() -> None:
    situation = odds.melee("6 legionaries, 3 wide, charging", "5 warriors")
    answer = odds.melee_round(situation, sums=True)
    assert answer.certainty == odds.Certainty("exact")
    assert sum(outcome.chance for outcome in answer.outcomes) == 1
    assert 0 < answer.chance_of("Warriors broken") < 1
    assert answer.count("Warriors lost").at_least(0) == 1
    assert part(answer.sums, "Legionaries at Warriors")["to hit"].figure == "4+"
    with pytest.raises(KeyError, match="there are"):
        _ = answer.chance_of("Warriors fly")


def test_bad_words_are_told_plainly() -> None:
    with pytest.raises(ValueError, match="warriors"):
        _ = odds.melee("10 wariors", "10 warriors")
    with pytest.raises(odds.QuestionError, match="both are said to charge"):
        _ = odds.melee("10 warriors, charging", "10 auxilia, charging")


def test_choices_are_compared() -> None:
    foe = "6 auxilia, 6 wide"
    choices = {files: odds.melee(f"6 warriors, {files}", foe) for files in ("2 wide", "6 wide")}
    compared = odds.compare(odds.melee_round, choices)
    assert [choice for choice, _ in compared.choices] == ["2 wide", "6 wide"]
    wounds = [answer.count("wounds on Auxilia").mean() for _, answer in compared.choices]
    assert wounds[0] < wounds[1]


class Wondering:
    """A bot that asks at every turn of a fight whether its own would hold, and answers as another."""

    name = "wondering"

    def __init__(self, other: Player) -> None:
        self._other = other
        self.holds: list[Fraction] = []

    def answer(self, seat: Seat) -> AskAnswer:
        for touch in seat.battle.contacts[:1]:
            unit = touch.red if seat.battle.units[touch.red].side is seat.side else touch.blue
            held = odds.will_hold(seat.battle, unit, margin=2).outcomes[0]
            self.holds.append(held.chance)
        return self._other.answer(seat)

    def why(self) -> str:
        return self._other.why()


def test_a_bot_may_ask_and_no_dice_of_the_battle_are_touched() -> None:
    def played(red: Player, blue: Player) -> Battle:
        game = new_game(load_scenario("ford"), seed=6)
        play_out(game, Pair(red, blue))
        return game.battle

    wondering = Wondering(BOTS["steady"](1))
    with_odds = played(wondering, BOTS["steady"](2))
    assert wondering.holds
    assert all(0 <= chance <= 1 for chance in wondering.holds)
    assert with_odds == played(BOTS["steady"](1), BOTS["steady"](2))
