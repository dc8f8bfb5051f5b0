"""Victory points, and when and how a battle ends."""

import pytest
from msgspec.structs import replace

from kit.changes import changed, joined
from kit.tables import BLUE, RED, Put, table
from kit.troops import battle_standard, foot, general, legionaries, skirmishers, spearmen, warriors
from maniple.battle.events import BattleEnded, LengthRolled
from maniple.battle.field import EndReason, Field, Ruleset, VictoryFigures, Zone
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle, Capture, Outcome
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import Status, UnitId
from maniple.play.script import Script
from maniple.rules.sequence import next_step
from maniple.rules.start.begin import start
from maniple.rules.victory import (
    broken_armies,
    end_if_over,
    length_tasks,
    outcome,
    quarters_held,
    victory_points,
)


def two_armies(*more: Put) -> Battle:
    """Sixteen spearmen (175 points) against twenty-four warriors (159), all in one quarter."""
    return table(
        Put(spearmen(models=16), x=10, y=10, files=8),
        Put(warriors(models=24), x=20, y=20, files=6, facing=180, side=BLUE),
        *more,
    )


@pytest.mark.rule("victory.points")
def test_nothing_is_won_by_standing_about() -> None:
    assert victory_points(two_armies()) == Pair(0, 0)


@pytest.mark.rule("victory.points", "victory.end")
@pytest.mark.parametrize(
    "lost",
    [{"status": Status.DESTROYED, "models": 0}, {"status": Status.LEFT}, {"fleeing": True}],
    ids=["destroyed", "off the table", "fleeing at the end"],
)
def test_units_destroyed_gone_or_fleeing_give_all_their_points(lost: dict[str, object]) -> None:
    assert victory_points(changed(two_armies(), 1, **lost)).red == 159 + 100
    assert victory_points(changed(two_armies(), 0, **lost)).blue == 175 + 100


@pytest.mark.rule("victory.points")
def test_a_unit_at_half_of_its_models_gives_half_its_points_rounded_down() -> None:
    assert victory_points(changed(two_armies(), 1, models=13)) == Pair(0, 0)
    assert victory_points(changed(two_armies(), 1, models=12)) == Pair(79, 0)
    assert victory_points(changed(two_armies(), 1, models=1)) == Pair(79, 0)


@pytest.mark.rule("victory.points")
def test_a_general_lost_is_worth_a_hundred_more_than_his_points() -> None:
    battle = two_armies(Put(general(), x=30, y=20, side=BLUE))
    assert victory_points(changed(battle, 2, status=Status.DESTROYED, models=0)).red == 241
    with_unit = joined(battle, 2, 1)
    assert victory_points(changed(with_unit, 1, fleeing=True)).red == 159 + 241 + 100
    assert victory_points(with_unit).red == 0


@pytest.mark.rule("victory.points", "command.standard-captured", "battle-standard.lost")
def test_each_standard_taken_counts_a_hundred() -> None:
    battle = two_armies(Put(battle_standard(), x=30, y=20, side=BLUE))
    taken = (Capture(UnitId(1), Side.RED), Capture(UnitId(2), Side.RED))
    assert victory_points(replace(battle, captures=taken)) == Pair(200, 0)


def in_quarters(*puts: Put) -> Battle:
    return table(*puts)


@pytest.mark.rule("victory.points")
def test_a_quarter_is_held_by_five_models_with_no_enemy_in_it() -> None:
    upper_right = Put(spearmen(models=5), x=60, y=40, files=5)
    lone_enemy = Put(general(), x=50, y=30, side=BLUE)
    battle = in_quarters(upper_right, lone_enemy)
    assert quarters_held(battle, RED) == 0
    assert quarters_held(battle, BLUE) == 0
    elsewhere = in_quarters(upper_right, replace(lone_enemy, x=30))
    assert quarters_held(elsewhere, RED) == 1
    assert quarters_held(elsewhere, BLUE) == 0
    flees = in_quarters(upper_right, replace(lone_enemy, fleeing=True))
    assert quarters_held(flees, RED) == 1
    four = in_quarters(replace(upper_right, models=4), replace(lone_enemy, x=30))
    assert quarters_held(four, RED) == 0
    man = Put(battle_standard(), x=60, y=30)
    led = in_quarters(replace(upper_right, models=4), man, replace(lone_enemy, x=30))
    assert quarters_held(joined(led, 1, 0), RED) == 1


@pytest.mark.rule("victory.points")
def test_two_units_in_one_quarter_hold_it_once_and_skirmishers_hold_too() -> None:
    loose = tuple((60.0 + i, 10.0, 0.0) for i in range(5))
    battle = in_quarters(
        Put(spearmen(), x=60, y=40, files=8),
        Put(spearmen("more"), x=50, y=40, files=8),
        Put(skirmishers(models=5), x=62, y=10, places=loose),
    )
    assert quarters_held(battle, RED) == 2


@pytest.mark.rule("victory.points")
@pytest.mark.parametrize(
    ("won", "winner", "decisive"),
    [(99, None, False), (100, RED, False), (500, RED, False), (501, RED, True)],
)
def test_draw_victory_and_decisive_victory(won: int, winner: Side | None, decisive: bool) -> None:
    """An army of 1,000 points: a tenth of it is needed to win, more than half to win decisively."""
    battle = table(
        Put(foot("ours", points=1000), x=10, y=10, files=8),
        Put(foot("rest", points=1000 - won), x=20, y=10, files=8, side=BLUE),
        Put(foot("lost", points=won), x=30, y=10, files=8, side=BLUE, fleeing=True),
    )
    ended = outcome(battle, EndReason.TURNS)
    assert ended == Outcome(EndReason.TURNS, Pair(won, 0), winner, decisive)


def at_the_end(number: int, side: Side, **changes: object) -> Battle:
    battle = two_armies()
    turn = replace(battle.turn, number=number, side=side, phase=Phase.END, todo=())
    return replace(battle, turn=turn, **changes)


@pytest.mark.rule("victory.end")
def test_the_battle_ends_after_the_second_players_last_turn() -> None:
    for number, side, over in [(6, RED, False), (5, BLUE, False), (6, BLUE, True)]:
        at = Table(at_the_end(number, side))
        end_if_over(at)
        assert at.battle.is_over is over
        assert (next_step(at.battle) is None) is over


@pytest.mark.rule("victory.end")
def test_the_turn_sequence_ends_the_battle() -> None:
    battle = at_the_end(6, BLUE)
    battle = replace(battle, turn=replace(battle.turn, todo=(Task(Do.END_TURN),)))
    script = Script(battle)
    script.run_until(1)
    last = script.table.events[-1]
    assert isinstance(last, BattleEnded)
    assert last.cite == "victory.end"
    assert script.battle.turn.phase is Phase.OVER
    assert script.battle.outcome is not None
    assert script.battle.outcome.reason is EndReason.TURNS


@pytest.mark.rule("victory.end")
def test_the_battle_ends_at_once_when_a_side_has_nobody_left() -> None:
    at = Table(changed(two_armies(), 1, status=Status.LEFT))
    end_if_over(at)
    assert at.battle.outcome is not None
    assert at.battle.outcome.reason is EndReason.NOBODY_LEFT
    assert at.battle.outcome.winner is RED
    due_back = Table(changed(two_armies(), 1, status=Status.RETURNING))
    end_if_over(due_back)
    assert not due_back.battle.is_over


@pytest.mark.rule("victory.end")
def test_a_battle_that_has_not_begun_is_not_over() -> None:
    battle = two_armies()
    waiting = changed(changed(battle, 0, status=Status.WAITING), 1, status=Status.WAITING)
    at = Table(replace(waiting, turn=replace(battle.turn, phase=Phase.DEPLOYMENT)))
    end_if_over(at)
    assert not at.battle.is_over


ARMY_BREAK = Ruleset(army_break_point=True)


def hundreds(ours: int, theirs: int, *, ruleset: Ruleset = ARMY_BREAK, number: int = 2) -> Battle:
    """Two armies of a hundred models, so many of them left, at the end of a player's turn."""
    return table(
        Put(foot("ours", 100, points=600), x=10, y=10, files=20, models=ours),
        Put(foot("theirs", 100, points=600), x=40, y=30, files=20, models=theirs, side=BLUE),
        ruleset=ruleset,
        phase=Phase.END,
        number=number,
    )


@pytest.mark.rule("victory.army-break")
def test_two_armies_of_a_hundred_both_break_at_twenty_five() -> None:
    """Case F2."""
    assert broken_armies(hundreds(25, 25)) == (RED, BLUE)
    assert broken_armies(hundreds(26, 25)) == (BLUE,)
    at = Table(hundreds(25, 25))
    end_if_over(at)
    assert at.battle.outcome is not None
    assert at.battle.outcome.reason is EndReason.ARMY_BROKE
    assert at.battle.outcome.winner is None
    assert [e.cite for e in at.events] == ["victory.army-break"]


@pytest.mark.rule("victory.army-break")
def test_an_army_that_breaks_alone_has_lost_at_the_end_of_any_players_turn() -> None:
    at = Table(hundreds(26, 25))
    end_if_over(at)
    assert at.battle.outcome is not None
    assert at.battle.outcome.winner is RED
    assert [e.cite for e in at.events] == ["victory.army-break"]
    # it has lost even with more points, but not decisively
    hoard = table(Put(foot("hoard", 1, points=5000), x=60, y=10)).units[0]
    gone = replace(hoard, id=UnitId(2), status=Status.DESTROYED, models=0)
    battle = hundreds(26, 25)
    ended = outcome(replace(battle, units=(*battle.units, gone)), EndReason.ARMY_BROKE)
    assert ended.points == Pair(400, 5400)
    assert (ended.winner, ended.decisive) == (RED, False)
    goes_on = Table(hundreds(26, 25, ruleset=Ruleset()))
    end_if_over(goes_on)
    assert not goes_on.battle.is_over


@pytest.mark.rule("victory.army-break")
def test_the_dead_count_against_an_army_and_those_who_flee_on_the_table_do_not() -> None:
    battle = hundreds(26, 100)
    assert broken_armies(changed(battle, 0, fleeing=True)) == ()
    assert broken_armies(changed(battle, 0, status=Status.LEFT)) == (RED,)


@pytest.mark.rule("victory.army-break", "victory.longest")
def test_with_the_break_point_the_turns_do_not_end_the_battle_until_twice_as_many() -> None:
    for number, over in [(6, False), (11, False), (12, True)]:
        battle = hundreds(80, 80, number=number)
        at = Table(replace(battle, turn=replace(battle.turn, side=BLUE)))
        end_if_over(at)
        assert at.battle.is_over is over
        assert [e.cite for e in at.events] == ["victory.longest"] * over


@pytest.mark.rule("victory.random-length")
@pytest.mark.parametrize(("face", "turns"), [(1, 4), (2, 4), (3, 5), (4, 5), (5, 6), (6, 6)])
def test_a_die_gives_the_length(face: int, turns: int) -> None:
    zones = (Zone(0, 0, 72, 12, "bottom"), Zone(0, 36, 72, 48, "top"))
    field = Field(72, 48, zones, ruleset=Ruleset(random_length=True))
    assert length_tasks(field) == (Task(Do.ROLL_LENGTH),)
    assert length_tasks(Field(72, 48, zones)) == ()
    assert start(field, ()).todo[0].do is Do.ROLL_LENGTH
    battle = replace(two_armies(), field=field)
    battle = replace(
        battle, turn=replace(battle.turn, phase=Phase.DEPLOYMENT, todo=length_tasks(field))
    )
    script = Script(battle, dice=[face])
    script.run_until(1)
    assert script.battle.field.turns == turns
    assert isinstance(script.table.events[0], LengthRolled)


@pytest.mark.rule("victory.points")
def test_the_larger_army_sets_the_measure() -> None:
    battle = table(
        Put(legionaries(), x=10, y=10, files=6),
        Put(foot("many", points=5000), x=20, y=10, files=8, side=BLUE),
        Put(foot("lost", points=500), x=30, y=10, files=8, side=BLUE, fleeing=True),
    )
    assert outcome(battle, EndReason.TURNS).winner is None


@pytest.mark.rule("victory.points")
def test_players_may_count_by_figures_of_their_own() -> None:
    dead = Put(general(), x=60, y=40, side=BLUE)
    held = Put(legionaries(models=6), x=60, y=10, files=6)
    battle = changed(two_armies(dead, held), 2, status=Status.DESTROYED, models=0)
    usual = victory_points(battle).red
    own = VictoryFigures(general=30, quarter=7)
    field = replace(battle.field, ruleset=Ruleset(victory=own))
    assert victory_points(replace(battle, field=field)).red == usual - (100 - 30) - (100 - 7)
    six = replace(field, ruleset=Ruleset(victory=replace(own, holders=7)))
    assert victory_points(replace(battle, field=six)).red == usual - (100 - 30) - 100
