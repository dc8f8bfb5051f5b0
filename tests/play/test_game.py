"""`Game`: questions, answers, undo, forks; a game can be copied at any moment."""

import pytest

from kit.games import game, open_field, play_by_lot, small_armies
from maniple.battle.apply import apply
from maniple.battle.asks import ChooseZone, PlaceCharacter, PlaceUnit, Yes
from maniple.battle.field import Ruleset
from maniple.battle.judged import Refusal
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.dice.seeded import Seeded
from maniple.play.chance import SeededChance
from maniple.play.game import Game, NothingToUndo, Refused
from maniple.play.run import Run
from maniple.play.told import Happened, Told
from maniple.rules.start.begin import start, units_of


def test_a_game_asks_one_question_at_a_time_and_ends() -> None:
    played = game(1)
    assert played.pending is not None
    assert play_by_lot(played, 1) > 20
    assert played.pending is None
    assert played.battle.outcome is not None


def test_an_illegal_answer_is_refused_and_changes_nothing() -> None:
    played = game(1)
    before, asked = played.battle, played.pending
    with pytest.raises(Refused) as refused:
        played.answer(Yes())
    assert "is answered by" in refused.value.refusal.why
    assert played.battle is before
    assert played.pending == asked


def test_listeners_hear_every_event_once_and_events_alone_make_the_battle() -> None:
    heard: list[Battle] = []
    rebuilt: list[Battle] = []

    def listen(told: Told) -> None:
        if isinstance(told, Happened):
            before = rebuilt[-1] if rebuilt else Battle(told.battle.field, ())
            rebuilt.append(apply(before, told.event))
            heard.append(told.battle)

    played = game(3, listeners=(listen,))
    play_by_lot(played, 3)
    assert rebuilt == heard
    assert heard[-1] == played.battle


def test_a_fork_plays_on_alone_and_never_disturbs_its_parent() -> None:
    played = game(4)
    lot = Seeded(4)
    for _ in range(60):
        if played.pending is None:
            break
        before = (played.battle, played.pending)
        fork = played.fork(SeededChance(99))
        play_by_lot(fork, 5, answers=3)
        assert (played.battle, played.pending) == before
        played.answer(played.sample(lot.below))


def test_the_step_so_far_and_its_answers_come_to_the_same_question_again() -> None:
    played = game(5)
    lot = Seeded(5)
    for _ in range(80):
        if played.pending is None:
            break
        began, answers = played.snapshot
        again = Run(began, answers)
        assert again.request == played.pending
        assert again.battle == played.battle
        played.answer(played.sample(lot.below))


def test_undo_goes_back_to_the_question_before_and_no_further_than_a_roll() -> None:
    played = game(6)
    lot = Seeded(6)
    undone = refused = 0
    for _ in range(150):
        if played.pending is None:
            break
        before = (played.battle, played.pending)
        played.answer(played.sample(lot.below))
        if played.can_undo:
            after = (played.battle, played.pending)
            played.undo()
            assert (played.battle, played.pending) == before
            undone += 1
            played.answer(played.sample(lot.below))
            del after
        else:
            with pytest.raises(NothingToUndo):
                played.undo()
            refused += 1
    assert undone > 5
    assert refused > 5


def test_where_names_the_rules_at_work() -> None:
    played = game(7)
    assert any(rule == "deploy" or "." in rule for rule in played.where())


@pytest.mark.rule("measure.free", "measure.when")
def test_the_enemy_is_measured_where_the_players_agreed_to_it() -> None:
    for free in (False, True):
        field = open_field(ruleset=Ruleset(free_measuring=free))
        played = Game(start(field, units_of(small_armies())), SeededChance(1))
        lot = Seeded(1)
        while isinstance(played.pending, ChooseZone | PlaceUnit | PlaceCharacter):
            played.answer(played.sample(lot.below))
        mine = [u.id for u in played.battle.of(Side.RED) if u.is_on_table]
        theirs = next(u.id for u in played.battle.of(Side.BLUE) if u.is_on_table)
        assert isinstance(played.measure(mine[0], mine[1]), float)
        across = played.measure(mine[0], theirs)
        assert isinstance(across, float) is free
        if isinstance(across, Refusal):
            assert across.rule == "measure.when"


def test_nothing_is_taken_back_once_the_battle_is_over() -> None:
    """Its record is closed, even where the last answer brought no dice."""
    for seed in range(20):
        over = game(seed, turns=1)
        play_by_lot(over, seed)
        assert over.battle.is_over
        assert not over.can_undo
