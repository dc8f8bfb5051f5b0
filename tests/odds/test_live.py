"""Questions asked of a battle in play, which goes on as if nothing had been asked."""

from contextlib import suppress
from fractions import Fraction
from functools import partial
from itertools import product

import pytest
from msgspec.structs import replace

from kit.charges import FLEE, HOLD
from kit.fights import met
from kit.games import beginning
from kit.orders import order
from kit.tables import BLUE, Put, table
from kit.troops import archers, legionaries, spearmen, warriors, with_traits
from maniple.battle.asks import (
    AnswerCharge,
    Ask,
    AskAnswer,
    ChargeOrder,
    DeclareCharge,
    HoldBack,
    Named,
    Yes,
)
from maniple.battle.chance import Rolled
from maniple.battle.chance_requests import Chance
from maniple.battle.orders import Advance
from maniple.battle.sides import Side
from maniple.battle.state import Battle, Charge, ChargeStage, Combat, Response
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import UnitId
from maniple.dice.seeded import Seeded
from maniple.geometry import Edge, pose
from maniple.odds.answers import Answer
from maniple.odds.asking import QuestionError
from maniple.odds.charge import charge, charge_by_response
from maniple.odds.charge_outcomes import FAILS
from maniple.odds.live import (
    Until,
    after_answer,
    charging_now,
    compare_answers,
    fighting_now,
    pursue_or_hold,
    rallying_now,
    shooting_now,
    situation_of,
    supposing,
    will_hold,
)
from maniple.odds.melee import melee_round
from maniple.odds.nerve import rally
from maniple.odds.panic_chain import panic_chain
from maniple.odds.situations import Situation
from maniple.odds.volley import volley
from maniple.play.chance import SeededChance
from maniple.play.game import Game
from maniple.play.odds import Limits
from maniple.play.record.journal import new_journal

OURS, THEIRS = UnitId(0), UnitId(1)
FAILED = Fraction(15, 36)
"""On Leadership 7."""
PAIRS = Fraction(575, 1296)


class Untouched:
    """Dice that nobody may throw."""

    def throw(self, request: Chance) -> Rolled:
        raise AssertionError(f"the true dice were thrown for {request}")


def standing(battle: Battle) -> Game:
    """A game of this battle, at its first question, whose dice may not be thrown."""
    return Game.resume(battle, (), Untouched())


def declaring(models: int = 6) -> Battle:
    """Foot (0) six inches before others (1), about to declare charges; more of either far off."""
    return table(
        Put(with_traits("ours", models), x=20, y=20, files=3),
        Put(with_traits("theirs", 6), x=20, y=26, facing=180, files=3, side=BLUE),
        Put(warriors("far"), x=60, y=40, facing=180, files=5, side=BLUE),
        phase=Phase.CHARGES,
        todo=(Task(Do.DECLARE_CHARGES),),
    )


def answering() -> Game:
    """The same, when the charge has been declared and the target is asked."""
    game = standing(declaring())
    game.answer(ChargeOrder(OURS, THEIRS))
    assert isinstance(game.pending, AnswerCharge)
    return game


def fleeing(battle: Battle) -> bool:
    return battle.units[THEIRS].fleeing


@pytest.mark.rule("charge.procedure")
def test_a_charge_is_asked_about_before_it_is_declared() -> None:
    game = standing(declaring())
    live = charge(charging_now(game, OURS, THEIRS))
    assert live.outcomes == charge(Situation(declaring(), OURS, THEIRS)).outcomes
    assert isinstance(game.pending, DeclareCharge)


@pytest.mark.rule("charge.response.hold")
def test_a_charge_declared_is_asked_about_as_it_stands() -> None:
    game = answering()
    asked = charge_by_response(charging_now(game, OURS, THEIRS))
    before = charge_by_response(charging_now(declaring(), OURS, THEIRS))
    assert [name for name, _ in asked.choices] == ["hold", "flee"]
    for (_, one), (_, other) in zip(asked.choices, before.choices, strict=True):
        assert one.outcomes == other.outcomes


@pytest.mark.rule("charge.procedure")
def test_a_charge_is_asked_about_while_that_of_another_is_answered() -> None:
    alone = table(
        Put(with_traits("ours", 6), x=20, y=20, files=3),
        Put(with_traits("theirs", 6), x=20, y=26, facing=180, files=3, side=BLUE),
        Put(with_traits("friends", 6), x=60, y=20, files=3),
        Put(with_traits("foes", 6), x=60, y=26, facing=180, files=3, side=BLUE),
        phase=Phase.CHARGES,
        todo=(Task(Do.DECLARE_CHARGES),),
    )
    friends, foes = UnitId(2), UnitId(3)
    ours = Charge(OURS, THEIRS, Edge.FRONT, response=Response.HOLD, stage=ChargeStage.ANSWERED)
    other = replace(ours, charger=friends, target=foes)
    todo = (Task(Do.RESPOND, friends, foes), *alone.turn.todo)
    both = replace(alone, charges=(ours, other), turn=replace(alone.turn, todo=todo))
    asked = charge(charging_now(both, OURS, THEIRS))
    assert asked.outcomes == charge(charging_now(alone, OURS, THEIRS)).outcomes
    running = Situation(both, OURS, THEIRS, answers=("of the running task",))
    assert charge(running).outcomes == asked.outcomes


@pytest.mark.rule("charge.declare")
def test_the_enemys_charge_is_asked_about_in_ones_own_turn() -> None:
    asked = charge(charging_now(standing(declaring()), THEIRS, OURS), response=Response.HOLD)
    assert sum(outcome.chance for outcome in asked.outcomes) == 1
    assert asked.told == "theirs charging ours, who hold"


@pytest.mark.rule("charge.response.flee")
def test_what_comes_of_an_answer_by_the_end_of_the_turn() -> None:
    caught = after_answer(
        answering(), FLEE, lambda battle: battle.units[THEIRS].is_alive, until=Until.TURN
    )
    assert caught.chances == {False: Fraction(1, 36), True: Fraction(35, 36)}
    assert caught.certainty.how == "exact"


def test_a_step_and_a_phase_end_sooner() -> None:
    game = answering()
    step = after_answer(game, FLEE, fleeing)
    assert step.chances == {False: 1}
    phase = after_answer(game, FLEE, lambda battle: battle.turn.phase, until=Until.PHASE)
    assert phase.chances == {Phase.RALLY: 1}


def test_answers_are_compared() -> None:
    compared = compare_answers(answering(), [HOLD, FLEE], fleeing, until=Until.PHASE)
    assert [answer for answer, _ in compared] == [HOLD, FLEE]
    assert [seen.chances for _, seen in compared] == [{False: 1}, {True: 1}]


def test_later_answers_are_given_by_habit() -> None:
    def flees(_: Battle, ask: Ask) -> AskAnswer | None:
        return FLEE if isinstance(ask, AnswerCharge) else None

    game = standing(declaring())
    order = ChargeOrder(OURS, THEIRS)
    assert after_answer(game, order, fleeing, until=Until.PHASE).chances == {False: 1}
    seen = after_answer(game, order, fleeing, until=Until.PHASE, habits=[flees])
    assert seen.chances == {True: 1}


def test_an_answer_that_the_rules_refuse_is_refused() -> None:
    with pytest.raises(
        QuestionError, match="this answer is refused: AnswerCharge is answered by Reply"
    ):
        after_answer(answering(), Named(OURS), fleeing)


def won() -> Battle:
    """Spearmen (0) who have beaten and broken warriors (1), and may pursue."""
    battle = table(
        Put(spearmen(models=10), x=36, y=20, files=5),
        Put(warriors(models=10), x=36, y=20, facing=180, files=5, side=BLUE),
        Put(warriors("far"), x=66, y=44, facing=180, files=5, side=BLUE),
        phase=Phase.COMBAT,
        todo=(Task(Do.HOLD_OR_PURSUE, OURS), Task(Do.FLIGHT_DISTANCES)),
    )
    combat = Combat((OURS, THEIRS), winner=Side.RED, broken=(THEIRS,), fought=True, is_done=True)
    return replace(met(battle, 0, 1), combats=(combat,))


@pytest.mark.rule("pursue.restrain")
def test_to_pursue_or_to_hold() -> None:
    game = standing(won())
    assert isinstance(game.pending, HoldBack)
    compared = dict(pursue_or_hold(game).choices)
    assert compared["pursue"].chance_of("pursues; enemy caught") == PAIRS
    held = compared["hold back"]
    assert held.chance_of("holds; enemy gets away") == 1 - FAILED
    assert held.chance_of("pursues; enemy caught") == FAILED * PAIRS
    with pytest.raises(QuestionError, match="nobody is asked now"):
        pursue_or_hold(answering())


@pytest.mark.rule("break.test")
def test_whether_a_unit_holds_now() -> None:
    """Spearmen with Leadership 7 who have lost by 2 need a 5: 10 of 36."""
    battle = won()
    lost = Combat((OURS, THEIRS), winner=Side.BLUE, margin=2, fought=True)
    battle = replace(battle, combats=(lost,))
    due = replace(battle, turn=replace(battle.turn, todo=(Task(Do.BREAK_TEST, OURS),)))
    assert will_hold(due, OURS).chance_of("spearmen holding") == Fraction(10, 36)
    assert will_hold(due, OURS, margin=1).chance_of("spearmen holding") == Fraction(15, 36)
    with pytest.raises(QuestionError, match="has no Break test due"):
        will_hold(battle, OURS)


@pytest.mark.rule("fear.defeat")
def test_whether_it_holds_now_knows_who_outnumbered_it_as_the_round_began() -> None:
    battle = met(
        table(
            Put(spearmen(models=12), x=36, y=20, files=6),
            Put(with_traits("brutes", 16, causes_fear=True), 36, 20, 180, 6, BLUE, models=9),
            phase=Phase.COMBAT,
            todo=(Task(Do.BREAK_TEST, OURS),),
        ),
        0,
        1,
    )
    units = (OURS, THEIRS)
    lost = Combat(units, winner=Side.BLUE, margin=1, outnumbered=(OURS,), fought=True)
    assert will_hold(replace(battle, combats=(lost,)), OURS).chance_of("spearmen broken") == 1
    even = replace(lost, outnumbered=())
    assert will_hold(replace(battle, combats=(even,)), OURS).chance_of("spearmen broken") < 1


@pytest.mark.rule("rally.test")
def test_whether_a_unit_rallies_now_or_in_its_next_turn() -> None:
    battle = table(
        Put(spearmen(models=10), x=36, y=20, fleeing=True, files=4),
        Put(warriors(), x=66, y=44, facing=180, files=5, side=BLUE),
        side=Side.BLUE,
    )
    assert rally(rallying_now(battle, OURS)).chance_of("spearmen rallied") == 1 - FAILED


@pytest.mark.rule("shoot.to-hit")
def test_a_volley_now() -> None:
    battle = table(
        Put(archers("bowmen"), x=36, y=20, files=8),
        Put(spearmen(), x=36, y=30, facing=180, files=8, side=BLUE),
        side=Side.BLUE,
    )
    answer = volley(shooting_now(battle, OURS, THEIRS))
    assert sum(outcome.chance for outcome in answer.outcomes) == 1
    assert answer.count("spearmen lost").mean() > 0


@pytest.mark.rule("turn.combat-order")
def test_a_fight_goes_on_from_where_it_stands() -> None:
    """A round of the two alone, whoever else fights."""
    two = table(
        Put(legionaries(models=6), x=20, y=20, files=3),
        Put(warriors(models=6), x=20, y=20, facing=180, files=3, side=BLUE),
        Put(warriors("far"), x=60, y=40, facing=180, files=5, side=BLUE),
    )
    two = replace(two, units=(*two.units, replace(two.units[0], id=UnitId(3), pose=pose(60, 4, 0))))
    four = table(
        Put(legionaries(models=6), x=20, y=20, files=3),
        Put(legionaries("others", models=6), x=60, y=20, files=3),
        Put(warriors(models=6), x=20, y=20, facing=180, files=3, side=BLUE),
        Put(warriors("foes", models=6), x=60, y=20, facing=180, files=3, side=BLUE),
    )
    alone = melee_round(fighting_now(met(two, 0, 1), OURS, THEIRS))
    among = melee_round(fighting_now(met(met(four, 0, 2), 1, 3), OURS, UnitId(2)))
    assert among.outcomes == alone.outcomes
    assert among.counts == alone.counts


@pytest.mark.rule("break.test")
def test_a_round_of_which_break_tests_are_due_is_not_over() -> None:
    """Spearmen with Leadership 7 who have lost by 2 need a 5, and are broken in 26 of 36."""
    battle = won()
    lost = Combat((OURS, THEIRS), winner=Side.BLUE, margin=2, fought=True)
    todo = (Task(Do.BREAK_TEST, OURS), Task(Do.CLOSE_COMBAT))
    due = replace(battle, combats=(lost,), turn=replace(battle.turn, todo=todo))
    answer = melee_round(fighting_now(due, OURS, THEIRS))
    assert answer.chance_of("spearmen broken") == Fraction(26, 36)
    assert answer.count("spearmen ahead by").chances == {-2: 1}


@pytest.mark.rule("pursue.must")
def test_no_round_is_asked_of_those_who_have_broken() -> None:
    for ours, theirs in ((OURS, THEIRS), (THEIRS, OURS)):
        with pytest.raises(QuestionError, match="warriors is about to leave the fight"):
            fighting_now(standing(won()), ours, theirs)


def test_units_that_are_not_there_are_refused() -> None:
    with pytest.raises(QuestionError, match="there is no unit 9: from 0 to 2"):
        situation_of(declaring(), UnitId(9))


SMALL = Limits(runs=40, seconds=2.0)


def ask_all(game: Game) -> int:
    """Ask whatever may be asked here; how many questions had an answer."""
    ask = game.pending
    assert ask is not None
    answered = 0
    for choice in (game.options() or ())[:2]:
        answered += bool(after_answer(game, choice, lambda battle: battle.is_over, limits=SMALL))
    ids = [unit.id for unit in game.battle.units]
    for unit, foe in product(ids, ids):
        for question in (
            partial(about_a_charge, game, unit, foe),
            partial(about_a_volley, game, unit, foe),
            partial(about_a_round, game, unit, foe),
            partial(about_panic, game, unit),
            partial(about_a_rally, game, unit),
        ):
            with suppress(QuestionError):
                answer = question()
                total = sum(outcome.chance for outcome in answer.outcomes)
                assert total + answer.certainty.unknown == 1
                answered += 1
    return answered


def about_a_charge(game: Game, unit: UnitId, foe: UnitId) -> Answer:
    return charge(charging_now(game, unit, foe), limits=SMALL)


def about_a_volley(game: Game, unit: UnitId, foe: UnitId) -> Answer:
    return volley(shooting_now(game, unit, foe), limits=SMALL)


def about_a_round(game: Game, unit: UnitId, foe: UnitId) -> Answer:
    return melee_round(fighting_now(game, unit, foe), limits=SMALL)


def about_panic(game: Game, unit: UnitId) -> Answer:
    return panic_chain(situation_of(game, unit), limits=SMALL)


def about_a_rally(game: Game, unit: UnitId) -> Answer:
    return rally(rallying_now(game, unit), limits=SMALL)


def test_the_game_goes_on_as_if_nothing_had_been_asked() -> None:
    """The same record, line by line, and the same battle at every question."""

    def recorded(*, asking: bool) -> tuple[list[bytes], int]:
        journal = new_journal(None, seed=5)
        game = Game(beginning(2), journal, recorder=journal)
        lot, count, answered = Seeded(3), 0, 0
        while game.pending is not None:
            if asking and count % 9 == 0:
                before = (game.battle, game.pending, game.snapshot, len(journal.written))
                answered += ask_all(game)
                assert (game.battle, game.pending, game.snapshot, len(journal.written)) == before
            game.answer(game.sample(lot.below))
            count += 1
        return journal.written, answered

    plain, _ = recorded(asking=False)
    asked, answered = recorded(asking=True)
    assert answered > 50
    assert asked == plain


def test_a_fork_and_its_parent_answer_alike() -> None:
    game = answering()
    fork = game.fork(SeededChance(1))
    one = after_answer(game, FLEE, fleeing, until=Until.TURN)
    assert after_answer(fork, FLEE, fleeing, until=Until.TURN).chances == one.chances


@pytest.mark.rule("move.rate")
def test_a_move_not_made_may_be_supposed() -> None:
    """Eleven inches are too far for a charge; from three nearer it comes home."""
    battle = table(
        Put(with_traits("ours", 6), x=20, y=20, files=3),
        Put(with_traits("theirs", 6), x=20, y=31, facing=180, files=3, side=BLUE),
        todo=(Task(Do.ORDER_UNITS),),
    )
    game = standing(battle)
    moved = supposing(game, order(0, Advance(3.5)))
    assert charge(charging_now(game, OURS, THEIRS)).chance_of(FAILS) == 1
    nearer = charge(charging_now(moved, OURS, THEIRS), response=Response.HOLD)
    assert FAILS not in [outcome.name for outcome in nearer.outcomes]
    assert game.battle == battle


def test_nothing_is_supposed_of_dice() -> None:
    game = standing(won())
    with pytest.raises(QuestionError, match="dice are thrown by"):
        supposing(game, Yes())
