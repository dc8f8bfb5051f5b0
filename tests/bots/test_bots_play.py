"""Whole battles of bots: every answer legal and with a reason, each battle ends, seeds repeat."""

from collections import Counter

import pytest

from kit.games import beginning
from maniple.armies import Scenario, field_for_battle, load_roster, load_scenario, units_for_battle
from maniple.battle.events import ChargeAnswered, ChargeEnded, ChargeTargetFled
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Outcome
from maniple.battle.unit import UnitId
from maniple.bots import BOTS
from maniple.play.chance import SeededChance
from maniple.play.game import Game
from maniple.play.seat import Player, Seat, play_out
from maniple.play.told import Happened, Listener, Told
from maniple.rules.start.begin import start


class Witness:
    """A player that looks whether another gives a reason for each answer."""

    def __init__(self, player: Player) -> None:
        self.name = player.name
        self.player = player

    def answer(self, seat: Seat):
        answer = self.player.answer(seat)
        why = self.player.why()
        assert 2 < len(why) < 160, f"{seat.ask}: {answer}: {why!r}"
        assert "\n" not in why
        return answer

    def why(self) -> str:
        return self.player.why()


def small(red: str, blue: str, seed: int, listeners: tuple[Listener, ...] = ()) -> Outcome:
    return fought("small-field", ("rome-500", "barbarians-500"), red, blue, seed, listeners)


def fought(
    scenario: str,
    rosters: tuple[str, str],
    red: str,
    blue: str,
    seed: int,
    listeners: tuple[Listener, ...] = (),
) -> Outcome:
    """The outcome of a battle; `Refused` is raised for an illegal answer."""
    loaded: Scenario = load_scenario(scenario)
    armies = Pair(load_roster(rosters[0]), load_roster(rosters[1]))
    field = field_for_battle(armies, loaded.field)
    game = Game(
        start(field, units_for_battle(armies, field)), SeededChance(seed), listeners=listeners
    )
    play_out(game, Pair(Witness(BOTS[red](seed)), Witness(BOTS[blue](seed + 1))))
    outcome = game.battle.outcome
    assert outcome is not None
    return outcome


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("players", [("steady", "steady"), ("steady", "random")])
def test_battles_of_small_armies_end_with_legal_answers(
    players: tuple[str, str], seed: int
) -> None:
    game = Game(beginning(), SeededChance(seed))
    play_out(game, Pair(Witness(BOTS[players[0]](seed)), Witness(BOTS[players[1]](seed))))
    assert game.battle.is_over


def test_the_same_seeds_fight_the_same_battle() -> None:
    one, other = small("steady", "steady", 5), small("steady", "steady", 5)
    assert one == other


@pytest.mark.slow
def test_steady_beats_random_with_either_army() -> None:
    won = 0
    for seed in range(6):
        won += small("steady", "random", seed).winner is Side.RED
        won += small("random", "steady", seed).winner is Side.BLUE
    assert won >= 9


@pytest.mark.slow
def test_charges_that_are_declared_get_home() -> None:
    seen: Counter[bool] = Counter()
    fled: set[UnitId] = set()

    def listen(told: Told) -> None:
        if isinstance(told, Happened):
            if isinstance(told.event, ChargeTargetFled):
                fled.add(told.event.charger)
            elif isinstance(told.event, ChargeAnswered):
                fled.discard(told.event.charger)
            elif isinstance(told.event, ChargeEnded) and told.event.charger not in fled:
                seen[told.event.arrived] += 1

    for seed in range(2):
        _ = fought(
            "pitched-battle", ("rome-2000", "barbarians-2000"), "steady", "steady", seed, (listen,)
        )
    assert seen[True] >= 8
    assert seen[False] <= 1
