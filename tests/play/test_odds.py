"""`Odds`: the rules run over every outcome. Weights are exact, and agree with play."""

from collections import Counter
from fractions import Fraction

import pytest
from msgspec.structs import replace

from kit.tables import BLUE, RED, Put, table
from kit.troops import general, legionaries, spearmen, warriors
from maniple.battle.asks import Ask, AskAnswer, Stand
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import Status, UnitId
from maniple.geometry import Edge
from maniple.play.chance import SeededChance
from maniple.play.chances import memory
from maniple.play.game import Game
from maniple.play.odds import BudgetSpent, Limits, chances, odds, step_odds
from maniple.play.trial import try_fight
from maniple.rules.duel import duel
from maniple.rules.fighting.result import score_of
from maniple.rules.legality import options
from maniple.rules.memo import Memo


def first_answer(battle: Battle, ask: Ask) -> AskAnswer:
    listed = options(battle, ask)
    assert listed
    return listed[0]


def is_fought(battle: Battle) -> bool:
    return bool(battle.combats) and battle.combats[-1].is_done


def melee(red: int = 8, blue: int = 6, charger: Side | None = RED) -> Battle:
    start = table(
        Put(legionaries(models=red), x=10, y=10, files=4),
        Put(warriors(models=blue), x=10, y=20, facing=180, files=4, side=BLUE),
    )
    return duel(start.units[0], start.units[1], charger=charger)


def winner(battle: Battle) -> str:
    won = battle.combats[-1].winner
    return "nobody" if won is None else won.value


@pytest.mark.rule("rally.test")
def test_one_step_is_a_leadership_test() -> None:
    battle = table(
        Put(spearmen(models=10), x=36, y=20, fleeing=True, files=4),
        phase=Phase.RALLY,
        todo=(Task(Do.RALLY, UnitId(0)),),
    )
    spread = step_odds(battle, _stand_as_it_runs)
    rallied = sum((p for after, p in spread.items() if not after.units[0].fleeing), Fraction(0))
    assert rallied == Fraction(21, 36)


def _stand_as_it_runs(battle: Battle, _: Ask) -> AskAnswer:
    return Stand(5, battle.units[0].pose.facing)


def test_the_chances_of_a_round_add_up_to_one_exactly() -> None:
    spread = odds(melee(), first_answer, is_fought)
    assert sum(spread.values()) == 1
    assert len(spread) > 20


def test_a_round_played_often_comes_out_as_the_odds_say() -> None:
    battle = melee()
    exact: Counter[str] = Counter()
    for after, chance in odds(battle, first_answer, is_fought).items():
        exact[winner(after)] += chance
    played: Counter[str] = Counter()
    rounds = 1500
    for seed in range(rounds):
        game = Game.resume(battle, (), SeededChance(seed), until=is_fought)
        while game.pending is not None:
            game.answer(first_answer(game.battle, game.pending))
        played[winner(game.battle)] += 1
    for who, chance in exact.items():
        spread = (chance * (1 - chance) / rounds) ** 0.5
        assert abs(played[who] / rounds - float(chance)) < 5 * float(spread) + 1e-9, who


def test_answers_already_given_are_kept() -> None:
    battle = table(
        Put(spearmen(models=10), x=36, y=20, fleeing=True, files=4),
        phase=Phase.RALLY,
        todo=(Task(Do.RALLY, UnitId(0)),),
    )
    spread = step_odds(battle, _stand_as_it_runs, answers=(False,))
    assert set(spread.values()) == {Fraction(1)}
    assert all(after.units[0].fleeing for after in spread)


def test_a_budget_spent_is_said_and_no_answer_given() -> None:
    with pytest.raises(BudgetSpent) as spent:
        odds(melee(), first_answer, is_fought, limits=Limits(runs=10))
    assert spent.value.limit == "runs"


@pytest.mark.parametrize("edge", list(Edge))
def test_a_duel_puts_the_front_on_the_edge_named(edge: Edge) -> None:
    red, blue = melee(12, 6).units
    battle = duel(red, blue, charger=RED, blue_edge=edge)
    contact = battle.contacts[0]
    assert contact.blue_edge is edge
    struck = odds(battle, first_answer, lambda after: is_next(after, Do.COUNT_RESULT))
    counted = [score_of(after, RED) for after in struck if all(u.models for u in after.units)]
    flank = {score.flank for score in counted}
    rear = {score.rear for score in counted}
    assert flank == ({1} if edge in (Edge.LEFT, Edge.RIGHT) else {0})
    assert rear == ({2} if edge is Edge.REAR else {0})


def is_next(battle: Battle, do: Do) -> bool:
    return bool(battle.turn.todo) and battle.turn.todo[0].do is do


def test_a_trial_is_the_same_every_time_and_better_from_behind() -> None:
    red, blue = melee(10, 10).units
    front = try_fight(red, blue, Edge.FRONT, charging=True)
    assert try_fight(red, blue, Edge.FRONT, charging=True) == front
    behind = try_fight(red, blue, Edge.REAR, charging=True)
    assert behind.value > front.value


def test_a_trial_knows_nothing_of_a_challenge_that_is_being_fought() -> None:
    """Whom a character fights in the battle is not there in the trial."""
    red, blue = melee(10, 10).units
    man = general("man")
    hero = table(Put(man, x=10, y=10, files=1)).units[0]
    busy = replace(hero, duel=UnitId(7), status=Status.JOINED)
    free = replace(hero, status=Status.JOINED)
    assert try_fight(red, blue, Edge.FRONT, charging=True, attacker_guests=(busy,)) == try_fight(
        red, blue, Edge.FRONT, charging=True, attacker_guests=(free,)
    )


def test_without_any_time_nothing_is_known() -> None:
    found = chances(melee(), lambda b: is_fought(b) or None, first_answer, limits=Limits(seconds=0))
    assert found.spent == "seconds"
    assert found.unknown == 1


def test_a_run_that_breaks_off_leaves_nothing_in_the_memos(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What was made of a battle whose reading is noted must not serve a battle that is played."""
    monkeypatch.setattr(memory, "UNWATCHED", 0)
    made: list[Battle] = []

    def note(battle: Battle) -> None:
        made.append(battle)

    known = Memo(note)

    def fails(battle: Battle, ask: Ask) -> AskAnswer:
        known(battle)
        raise ArithmeticError(ask)

    battle = table(
        Put(spearmen(models=10), x=36, y=20, fleeing=True, files=4),
        phase=Phase.RALLY,
        todo=(Task(Do.RALLY, UnitId(0)),),
    )
    with pytest.raises(ArithmeticError):
        step_odds(battle, fails)
    (watched,) = made
    known(watched)
    assert made == [watched, watched]
