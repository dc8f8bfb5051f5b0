"""The end of a round, and the beginning of the phase."""

import pytest
from msgspec.structs import replace

from kit.changes import changed, joined
from kit.fights import REAR, events, fought, met, run_to
from kit.tables import BLUE, RED, Put, table
from kit.troops import HAND, MM, foot, general, horse, legionaries, spearmen, warriors
from maniple.battle.asks import Named, No
from maniple.battle.bodies import body
from maniple.battle.events import (
    CombatClosed,
    CombatNamed,
    ResultCounted,
    Tested,
    TurnEnded,
    UnitAligned,
    UnitBroke,
    UnitDestroyed,
    UnitsParted,
)
from maniple.battle.sheet import Armour, Profile, Sheet, Traits
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.terrain import Ground, Terrain
from maniple.battle.unit import Fight, Status, UnitId
from maniple.geometry import in_touch
from maniple.play.script import Script
from maniple.rules.fighting.combat_round import combat_tasks, combats_left
from maniple.rules.fighting.strikers import bands

MEN, FOE, THIRD, FOURTH = UnitId(0), UnitId(1), UnitId(2), UnitId(3)
W = 20 * MM


def bare(name: str, models: int = 16, **changes: object) -> Sheet:
    """Foot with neither armour nor command."""
    plain = foot(name, models, leader=False, standard=False, musician=False, melee=(HAND,))
    return replace(plain, armour=Armour(), **changes)


@pytest.mark.rule("combat.procedure", "turn.combat-order")
def test_a_whole_round_blow_by_blow() -> None:
    """Five legionaries abreast charge five warriors; the sums are done by hand."""
    battle = table(
        Put(legionaries(models=10), x=20, y=20, files=5),
        Put(warriors(models=10), x=20, y=20, facing=180, files=5, side=BLUE),
    )
    charge = [4, 4, 4, 4, 4, 1, 1, 1, 1]  # nine with pila: five of nine hit at 4+
    wound = [3, 3, 3, 2, 2]  # Strength 4 against 3: three wound at 3+; no save is left
    leader = [4, 1, 2]  # the centurion hits once and does not wound
    back = [4, 4, 1, 1, 1, 1]  # nine thrown spears less three fallen: two hit at 4+
    wounds_back = [4, 1]  # one wounds, and is saved at 4+
    saves = [4]
    their_leader = [1, 1]
    test = [3, 3]  # 3 + 1 + 1 against 0 + 1 + 1: by 3; 5 less 3
    dice = [*charge, *wound, *leader, *back, *wounds_back, *saves, *their_leader, *test]
    script = fought(met(battle, 0, 1, charger=0), dice)
    (result,) = events(script, ResultCounted)
    assert (result.scores.red.wounds, result.scores.red.ranks) == (3, 1)
    assert (result.scores.blue.wounds, result.scores.blue.ranks) == (0, 1)
    assert (result.winner, result.margin) == (RED, 3)
    assert [e.unit for e in events(script, UnitBroke)] == [FOE]
    assert script.battle.units[FOE].models == 7
    assert events(script, CombatClosed) != []


@pytest.mark.rule("combat.procedure", "turn.combat-order")
def test_charges_are_spent_when_the_round_is_over() -> None:
    battle = table(
        Put(bare("men", 4), x=20, y=20, files=4),
        Put(bare("foe", 4), x=20, y=20, facing=180, files=4, side=BLUE),
    )
    script = fought(met(battle, 0, 1, charger=0), [1] * 8)
    fight = script.battle.units[MEN].fight
    assert fight is not None
    assert (fight.charging, fight.rounds) == (False, 1)


def beside_and_behind(depth: int) -> Battle:
    """A blue unit so many ranks deep, with a red one before it and another in its rear."""
    foe = bare("foe", 4 * depth, traits=Traits(stubborn=True))
    battle = table(
        Put(bare("front", 8), x=20, y=20, files=4),
        Put(bare("rear", 8), x=20, y=20 + depth * W, facing=180, files=4),
        Put(foe, x=20, y=20, facing=180, files=4, side=BLUE),
    )
    return met(met(battle, 0, 2), 1, 2, blue_edge=REAR)


@pytest.mark.rule("combat.casualties")
def test_an_enemy_behind_who_loses_touch_closes_up() -> None:
    # red wins the roll-off; its first four blows slay a rank, the others do nothing; the foe's
    # front strikes back, the men in its last rank have fallen
    dice = [6, 1, *[6] * 8, *[1] * 4, *[1] * 4]
    script = fought(beside_and_behind(3), dice)
    assert script.battle.units[THIRD].models == 8
    (closed_up,) = events(script, UnitAligned)
    assert (closed_up.unit, closed_up.cite) == (FOE, "combat.casualties")
    units = script.battle.units
    assert in_touch(body(units[FOE]), body(units[THIRD]))
    assert closed_up.pose.y == pytest.approx(20 + 2 * W, abs=0.01)


@pytest.mark.rule("combat.casualties")
def test_who_cannot_close_up_is_out_of_the_fight() -> None:
    battle = beside_and_behind(3)
    hedge = Put(bare("friend", 4), x=20, y=20 + 2 * W, facing=180, files=4)
    units = table(hedge).units
    battle = replace(battle, units=(*battle.units, replace(units[0], id=FOURTH)))
    short = replace(battle.units[THIRD], models=8)
    battle = replace(battle, units=(*battle.units[:2], short, battle.units[3]))
    assert not in_touch(body(battle.units[FOE]), body(short))
    blow_by_blow = fought(battle, [6, 1, *[1] * 8])
    assert [(e.red, e.blue) for e in events(blow_by_blow, UnitsParted)] == [(FOE, THIRD)]
    assert not blow_by_blow.battle.units[FOE].is_engaged


@pytest.mark.rule("combat.casualties", "terrain.impassable")
def test_nobody_closes_up_onto_ground_where_he_cannot_stand() -> None:
    battle = beside_and_behind(3)
    short = replace(battle.units[THIRD], models=8)
    battle = replace(battle, units=(*battle.units[:2], short, *battle.units[3:]))
    low, high = 20 + 2.2 * W, 20 + 2.8 * W
    corners = ((19.5, low), (20.5, low), (20.5, high), (19.5, high))
    ruin = Terrain("ruin", corners, Ground.IMPASSABLE)
    clear = fought(battle, [6, 1, *[1] * 8])
    assert [e.unit for e in events(clear, UnitAligned)] == [FOE]
    closed = replace(battle, field=replace(battle.field, terrain=(ruin,)))
    script = fought(closed, [6, 1, *[1] * 8])
    assert events(script, UnitAligned) == []
    assert [(e.red, e.blue) for e in events(script, UnitsParted)] == [(FOE, THIRD)]


@pytest.mark.rule("break.panic-order", "panic.broken-friends")
def test_friends_test_when_all_combats_are_done_and_before_the_broken_run() -> None:
    weak = Profile(4, 3, 3, 3, 3, 1, 3, 1, 2)
    battle = table(
        Put(bare("winners", 12), x=20, y=20, files=4),
        Put(bare("losers", 12, profile=weak), x=20, y=20, facing=180, files=4, side=BLUE),
        Put(bare("near", 8), x=30, y=24, facing=180, files=4, side=BLUE),
        Put(bare("far", 8), x=60, y=24, facing=180, files=4, side=BLUE),
    )
    battle = met(battle, 0, 1, charger=0)
    script = run_to(battle, Do.PANIC_FLIGHT, dice=[6] * 8 + [6, 6, 3, 3])
    kinds = [(e.unit, e.kind) for e in events(script, Tested)]
    assert kinds == [(FOE, "break.test"), (THIRD, "panic.broken-friends")]
    at = script.battle.units[FOE].pose
    assert at == battle.units[FOE].pose


@pytest.mark.rule("charge.response.fleeing", "panic.fleers-destroyed")
def test_fleers_caught_are_destroyed_as_the_phase_begins_and_friends_test() -> None:
    """Case A7: in the combat phase, not at once."""
    battle = table(
        Put(horse("riders"), x=20, y=20, files=6),
        Put(spearmen("fleers"), x=20, y=20.1, files=4, side=BLUE, fleeing=True),
        Put(spearmen("near"), x=20, y=23, facing=180, files=4, side=BLUE),
        Put(spearmen("far"), x=60, y=28, facing=180, files=4, side=BLUE),
        phase=Phase.COMBAT,
    )
    battle = replace(battle, caught=(FOE,))
    tasks = combat_tasks(battle)
    assert tasks == (Task(Do.REMOVE_CAUGHT), Task(Do.NAME_COMBAT))
    assert combat_tasks(replace(battle, caught=())) == (Task(Do.NAME_COMBAT),)
    begun = replace(battle, turn=replace(battle.turn, todo=tasks))
    script = Script(begun, [2, 3])
    script.run_until(2)
    assert [(e.unit, e.cite) for e in events(script, UnitDestroyed)] == [
        (FOE, "charge.response.fleeing")
    ]
    assert [(e.unit, e.kind) for e in events(script, Tested)] == [(THIRD, "panic.fleers-destroyed")]


@pytest.mark.rule("charge.response.fleeing", "character.in-unit")
def test_a_character_with_fleers_who_are_caught_is_destroyed_with_them() -> None:
    battle = table(
        Put(horse("riders"), x=20, y=20, files=6),
        Put(spearmen("fleers"), x=20, y=20.1, files=4, side=BLUE, fleeing=True),
        Put(general(mounted=False), x=60, y=20, side=BLUE),
        Put(spearmen("far"), x=60, y=28, facing=180, files=4, side=BLUE),
        phase=Phase.COMBAT,
        todo=(Task(Do.REMOVE_CAUGHT),),
    )
    script = Script(replace(joined(battle, 2, 1), caught=(FOE,)), [2, 3])
    script.run_until(3)
    assert [script.battle.units[i].status for i in (1, 2)] == [Status.DESTROYED] * 2
    assert [(e.unit, e.kind) for e in events(script, Tested)] == [(FOURTH, "panic.general")]


def general_about_to_fall(*more: Put) -> Battle:
    """Red slays the blue general in one combat; in the other, red has won and blue will panic.

    A fresh blue unit stands behind that one.
    """
    battle = table(
        Put(bare("slayers", 8), x=20, y=20, files=8),
        Put(bare("victors", 8), x=50, y=20, files=8),
        Put(general(mounted=False), x=20, y=20, facing=180, side=BLUE),
        Put(bare("shaken", 8), x=50, y=20, facing=180, files=8, side=BLUE),
        Put(bare("fresh", 8), x=50, y=24, facing=180, files=8, side=BLUE),
        *more,
    )
    battle = met(met(battle, 0, 2, charger=0), 1, 3)
    battle = changed(battle, 1, fight=Fight(rounds=1, won_last=True))
    return changed(battle, 2, wounds=2)


GENERAL_FALLS = [6, 6, 6, 6, 1, 1]
FRESH = UnitId(4)


@pytest.mark.rule("combat.contacts", "pursue.into-fresh-enemy", "panic.in-combat")
def test_who_arrives_in_the_combat_phase_waits_for_the_next_one() -> None:
    # the shaken roll 12, the fresh 2; they run 2 inches and are ridden down by 12
    dice = [*GENERAL_FALLS, 6, 6, 1, 1, 1, 1, 6, 6]
    battle = general_about_to_fall()
    script = run_to(battle, Do.COMBAT_PANIC, dice=dice, answers=[Named(MEN), No()])
    assert [e.units for e in events(script, CombatNamed)] == [(0, 2)]
    assert [(c.red, c.blue, c.is_late) for c in script.battle.contacts] == [(1, FRESH, True)]
    after = TurnEnded().changed(script.battle)
    assert combats_left(after) == ((1, FRESH),)
    fight = after.units[FOE].fight
    assert fight is not None
    assert fight.charging


@pytest.mark.rule("combat.contacts")
def test_who_arrives_late_takes_no_part_in_the_combat_that_he_has_run_into() -> None:
    # the fresh unit is itself in a combat that has yet to be fought
    third = Put(bare("third", 8), x=50, y=24 + W, facing=180, files=8)
    battle = met(general_about_to_fall(third), 5, 4, blue_edge=REAR)
    dice = [*GENERAL_FALLS, 6, 6, 1, 1, 1, 1, 6, 6]
    script = run_to(battle, Do.STRIKE, answers=[Named(MEN)])
    script = run_to(script.battle, Do.ORDER_STRIKES, dice=dice, answers=[No()])
    assert [(c.red, c.blue, c.is_late) for c in script.battle.contacts] == [
        (1, FRESH, True),
        (5, FRESH, False),
    ]
    assert script.battle.combats[-1].units == (4, 5)
    assert bands(script.battle, FOE) == ()
    assert [band.enemies for band in bands(script.battle, FRESH)] == [(5,)]
