"""The combat result: what counts, for whom, and who has won."""

import pytest
from msgspec.structs import replace

from kit.changes import changed, joined
from kit.fights import LEFT, REAR, RIGHT, counted, events, met, run_to
from kit.tables import BLUE, RED, Put, table
from kit.troops import (
    MM,
    battle_standard,
    foot,
    legionaries,
    skirmishers,
    spearmen,
    warriors,
)
from maniple.battle.asks import Named
from maniple.battle.events import CombatNamed, ResultCounted, RoundOpened
from maniple.battle.sheet import Sheet
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle, Combat, Score
from maniple.battle.tasks import Do, Phase
from maniple.battle.terrain import Ground, Terrain
from maniple.battle.unit import Formation, Status, UnitId
from maniple.rules.fighting.combat_round import combats_left
from maniple.rules.fighting.result import score_of

MEN, FOE, THIRD, FOURTH = UnitId(0), UnitId(1), UnitId(2), UnitId(3)
W = 20 * MM


def bare(name: str, models: int = 16, **changes: object) -> Sheet:
    """Foot without leader, standard or musician."""
    return foot(name, models, leader=False, standard=False, musician=False, **changes)


def facing(men: Sheet, foe: Sheet, *, files: int = 4, foe_files: int = 4) -> Battle:
    battle = table(
        Put(men, x=20, y=20, files=files),
        Put(foe, x=20, y=20, facing=180, files=foe_files, side=BLUE),
    )
    return met(battle, 0, 1)


def result(
    battle: Battle, *, red: int = 0, blue: int = 0, dice: tuple[int, ...] = ()
) -> ResultCounted:
    """What is counted after so many unsaved wounds by each side."""
    stop = (Do.BREAK_TEST, Do.CLOSE_COMBAT, Do.MAY_FALL_BACK)
    script = run_to(counted(battle, red=red, blue=blue), *stop, dice=dice)
    return events(script, ResultCounted)[-1]


@pytest.mark.rule("result.compute", "result.ranks")
def test_four_ranks_and_three_wounds_beat_four_wounds_by_two() -> None:
    """Cases D2, J5: spearmen 3 + 3, archers 4."""
    battle = facing(bare("spearmen"), bare("archers", 8), foe_files=8)
    counted_so = result(battle, red=3, blue=4)
    assert counted_so.scores == Pair(Score(wounds=3, ranks=3), Score(wounds=4))
    assert (counted_so.winner, counted_so.margin) == (RED, 2)


@pytest.mark.rule("result.ranks", "combat.procedure")
def test_ranks_are_counted_as_the_round_begins() -> None:
    """Case D5: losses in the round do not touch the bonus."""
    battle = counted(facing(bare("men"), bare("foe")), red=0, blue=0)
    fewer = replace(battle.units[MEN], models=4)
    after = replace(battle, units=(fewer, battle.units[FOE]))
    assert score_of(after, RED).ranks == 3


@pytest.mark.rule("result.ranks")
def test_the_deepest_unit_of_a_side_counts_alone() -> None:
    battle = table(
        Put(bare("deep"), x=20, y=20, files=4),
        Put(bare("shallow", 8), x=20 + 4 * W, y=20, files=4),
        Put(bare("foe", 8), x=20 + 2 * W, y=20, facing=180, files=8, side=BLUE),
    )
    opened = run_to(met(met(battle, 0, 2), 1, 2), Do.CHOOSE_ARMS)
    assert events(opened, RoundOpened)[0].figures.red.ranks == 3


@pytest.mark.rule("result.standard")
def test_one_for_standards_however_many_and_one_for_the_battle_standard() -> None:
    """Case D8."""
    battle = table(
        Put(legionaries(), x=20, y=20, files=4),
        Put(legionaries("more"), x=20 + 4 * W, y=20, files=4),
        Put(bare("foe", 8), x=20 + 2 * W, y=20, facing=180, files=8, side=BLUE),
        Put(battle_standard(), x=20, y=20),
    )
    battle = met(met(battle, 0, 2), 1, 2)
    assert score_of(counted(battle), RED).standard == 1
    assert score_of(counted(battle), RED).battle_standard == 0
    host = replace(battle.units[MEN], guests=(FOURTH,), guest_places=1)
    bearer = replace(battle.units[FOURTH], host=MEN)
    led = replace(battle, units=(host, *battle.units[1:3], bearer))
    assert score_of(counted(led), RED).battle_standard == 1
    lost = replace(led.units[MEN], standard_lost=True)
    again = replace(led, units=(lost, replace(led.units[1], standard_lost=True), *led.units[2:]))
    assert score_of(counted(again), RED).standard == 0


def struck_all_round() -> Battle:
    """A blue unit that red ones strike in front, on both flanks and in the rear."""
    battle = table(
        Put(bare("front"), x=20, y=20, files=4),
        Put(bare("right", 6), x=20 - 2 * W, y=20 + 2 * W, facing=90, files=3),
        Put(bare("left", 6), x=20 + 2 * W, y=20 + 2 * W, facing=270, files=3),
        Put(bare("rear", 5), x=20, y=20 + 4 * W, facing=180, files=4),
        Put(bare("foe"), x=20, y=20, facing=180, files=4, side=BLUE),
    )
    for unit, edge in ((0, None), (1, RIGHT), (2, LEFT), (3, REAR)):
        battle = met(battle, unit, 4) if edge is None else met(battle, unit, 4, blue_edge=edge)
    return battle


@pytest.mark.rule("result.flank-rear")
def test_flank_and_rear_add_up_and_each_counts_once() -> None:
    """Case D15: two units in flank, one in the rear."""
    score = score_of(counted(struck_all_round()), RED)
    assert (score.flank, score.rear) == (1, 2)


@pytest.mark.rule("result.flank-rear", "combat.procedure")
def test_attackers_in_flank_or_rear_must_number_five_at_the_end() -> None:
    """Case D6: ranks were cancelled as the round began, the bonus is lost at its end."""
    battle = counted(struck_all_round())
    assert battle.combats[-1].figures.blue.ranks == 0
    units = list(battle.units)
    for unit in (1, 2, 3):
        units[unit] = replace(units[unit], models=4)
    score = score_of(replace(battle, units=tuple(units)), RED)
    assert (score.flank, score.rear) == (0, 0)


@pytest.mark.rule("result.flank-rear", "result.rank-negated", "character.in-unit")
@pytest.mark.parametrize(("models", "flank", "ranks"), [(4, 1, 0), (3, 0, 3)])
def test_a_character_counts_among_the_five_in_the_flank(
    models: int, flank: int, ranks: int
) -> None:
    battle = table(
        Put(bare("few", models), x=20 - 2 * W, y=20 + 2 * W, facing=90, files=4),
        Put(battle_standard(), x=40, y=20),
        Put(bare("foe"), x=20, y=20, facing=180, files=4, side=BLUE),
    )
    battle = counted(met(joined(battle, 1, 0), 0, 2, blue_edge=RIGHT))
    assert score_of(battle, RED).flank == flank
    assert score_of(battle, BLUE).ranks == ranks


@pytest.mark.rule("result.skirmishers", "result.flank-rear")
def test_skirmishers_count_in_flank_but_bring_no_standard() -> None:
    """Case A19."""
    places = tuple((20 - 2 * W, 20 + (i + 0.5) * W, 90.0) for i in range(5))
    loose = replace(skirmishers(models=5), standard=True, musician=True)
    battle = table(
        Put(loose, x=18, y=21, facing=90, places=places),
        Put(bare("foe"), x=20, y=20, facing=180, files=4, side=BLUE),
    )
    counts = result(met(battle, 0, 1, blue_edge=RIGHT), red=2)
    assert counts.scores.red == Score(wounds=2, flank=1)
    assert counts.scores.blue.ranks == 3
    # a draw stays one: their musician does not count
    assert result(met(battle, 0, 1, blue_edge=RIGHT), red=2).winner is None


@pytest.mark.rule("result.skirmishers", "unit.zones")
def test_skirmishers_have_no_flank() -> None:
    battle = facing(bare("men"), bare("foe", 6), foe_files=6)
    loose = replace(battle.units[FOE], formation=Formation.SKIRMISH)
    struck = replace(battle, units=(battle.units[MEN], loose))
    struck = replace(struck, contacts=(replace(struck.contacts[0], blue_edge=RIGHT),))
    combat = Combat(units=(MEN, FOE))
    assert score_of(replace(struck, combats=(combat,)), RED).flank == 0


@pytest.mark.rule("redress.lap-round", "result.flank-rear")
def test_men_lapping_round_count_as_a_flank_and_past_the_rear_edge_as_a_rear() -> None:
    battle = facing(bare("men"), bare("foe", 8), foe_files=4)
    for lapping, deep, worth in ((1, 8, (1, 0)), (2, 8, (1, 0)), (2, 4, (1, 2))):
        men = replace(battle.units[MEN], lap_left=lapping)
        foe = replace(battle.units[FOE], models=deep)
        score = score_of(counted(replace(battle, units=(men, foe))), RED)
        assert (score.flank, score.rear) == worth
    few = replace(battle.units[MEN], models=4, lap_left=1)
    assert score_of(counted(replace(battle, units=(few, battle.units[FOE]))), RED).flank == 0


@pytest.mark.rule("result.high-ground")
def test_one_for_higher_ground() -> None:
    hill = Terrain("hill", ((10, 16), (30, 16), (30, 19.9), (10, 19.9)), Ground.CLEAR, height=1)
    battle = replace(facing(bare("men"), bare("foe")))
    assert not score_of(counted(battle), RED).high_ground
    battle = replace(battle, field=replace(battle.field, terrain=(hill,)))
    assert score_of(counted(battle), RED).high_ground == 1
    assert score_of(counted(battle), BLUE).high_ground == 0


def musical(men: bool, foe: bool) -> Battle:
    return facing(replace(bare("men"), musician=men), replace(bare("foe"), musician=foe))


@pytest.mark.rule("result.draw-musician", "command.musician")
def test_a_drawn_round_goes_to_the_only_musician() -> None:
    alone = result(musical(men=False, foe=True), red=1, blue=1)
    assert (alone.winner, alone.margin, alone.scores.blue.musician) == (BLUE, 1, 1)
    assert result(musical(men=False, foe=False), red=1, blue=1).winner is None


@pytest.mark.rule("result.draw-musician")
def test_with_musicians_on_both_sides_the_best_die_decides() -> None:
    """Case D11."""
    assert result(musical(men=True, foe=True), dice=(3, 5)).winner is BLUE
    assert result(musical(men=True, foe=True), dice=(4, 4)).winner is None
    three = table(
        Put(replace(bare("a", 8), musician=True), x=20 - 2 * W, y=20, files=4),
        Put(replace(bare("b", 8), musician=True), x=20 + 2 * W, y=20, files=4),
        Put(replace(bare("foe", 16), musician=True), x=20, y=20, facing=180, files=8, side=BLUE),
    )
    decided = result(met(met(three, 0, 2), 1, 2), dice=(2, 6, 5))
    assert (decided.winner, decided.margin) == (RED, 1)


@pytest.mark.rule("result.skirmishers", "result.draw-musician")
def test_the_musician_of_skirmishers_does_not_answer_another() -> None:
    battle = musical(men=True, foe=True)
    places = tuple([replace(battle.units[MEN].pose, x=18.5 + i) for i in range(4)])
    loose = replace(battle.units[MEN], formation=Formation.SKIRMISH, models=4, places=places)
    drawn = result(replace(battle, units=(loose, battle.units[FOE])), red=4, blue=1)
    assert (drawn.scores.red.total, drawn.scores.blue.total) == (4, 5)
    assert (drawn.winner, drawn.scores.blue.musician) == (BLUE, 1)


@pytest.mark.rule("result.compute")
@pytest.mark.parametrize(("red", "blue", "margin"), [(8, 7, 1), (8, 2, 6), (2, 8, 6)])
def test_the_margin_is_the_difference(red: int, blue: int, margin: int) -> None:
    """Case D9."""
    counts = result(facing(bare("men"), bare("foe")), red=red, blue=blue)
    assert (counts.margin, counts.winner) == (margin, RED if red > blue else BLUE)


@pytest.mark.rule("combat.defended-obstacle", "result.compute")
@pytest.mark.parametrize(("red", "on_six"), [(9, False), (0, True)])
def test_who_has_won_a_round_over_an_obstacle_hits_as_ever(red: int, on_six: bool) -> None:
    battle = facing(bare("men"), bare("foe", 8), foe_files=8)
    fight = replace(battle.units[MEN].fight, hits_on_six=True)
    battle = changed(battle, MEN, fight=fight)
    script = run_to(counted(battle, red=red, blue=4), Do.BREAK_TEST)
    after = script.battle.units[MEN].fight
    assert after is not None
    assert (after.hits_on_six, after.won_last) == (on_six, not on_six)


@pytest.mark.rule("result.compute")
def test_a_side_of_which_nobody_is_left_has_lost() -> None:
    battle = counted(
        met(
            table(
                Put(legionaries(), x=20, y=20, files=4),
                Put(warriors(models=4), x=20, y=20, facing=180, files=4, side=BLUE),
                Put(spearmen(), x=60, y=20, files=4, side=BLUE),
            ),
            0,
            1,
        ),
        red=4,
        blue=20,
    )
    gone = replace(battle.units[FOE], models=0, status=Status.DESTROYED, fight=None)
    battle = replace(battle, units=(battle.units[MEN], gone, battle.units[THIRD]), contacts=())
    script = run_to(battle, Do.CLOSE_COMBAT)
    assert events(script, ResultCounted)[0].winner is RED


@pytest.mark.rule("turn.combat-order")
def test_the_player_whose_turn_it_is_names_the_next_combat_while_several_are_left() -> None:
    battle = table(
        Put(bare("a", 4), x=20, y=20, files=4),
        Put(bare("b", 4), x=50, y=20, files=4),
        Put(bare("c", 4), x=20, y=20, facing=180, files=4, side=BLUE),
        Put(bare("d", 4), x=50, y=20, facing=180, files=4, side=BLUE),
        phase=Phase.COMBAT,
    )
    battle = met(met(battle, 0, 2), 1, 3)
    assert combats_left(battle) == ((0, 2), (1, 3))
    blue_turn = replace(battle, turn=replace(battle.turn, side=Side.BLUE))
    script = run_to(
        blue_turn, Do.COMBAT_PANIC, dice=[1, 2, *[1] * 8, 1, 2, *[1] * 8], answers=[Named(FOURTH)]
    )
    assert [e.units for e in events(script, CombatNamed)] == [(1, 3), (0, 2)]
    assert len(script.asked) == 1
