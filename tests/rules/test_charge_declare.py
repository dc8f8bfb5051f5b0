"""Declaring charges: who may charge whom, and the facing that will be struck."""

import pytest

from kit.changes import changed, done
from kit.charges import HOLD, declared, events, order, path
from kit.fights import met
from kit.tables import BLUE, RED, Put, table
from kit.troops import archers, foot, general, legionaries, skirmishers, warriors
from maniple.battle.asks import ChargeOrder, DeclareCharge, Done
from maniple.battle.events import ChargeDeclared, Spoke
from maniple.battle.judged import Judged, Refusal
from maniple.battle.sheet import Engine, Kind
from maniple.battle.unit import Moved, UnitId
from maniple.geometry import Edge
from maniple.play.script import Script
from maniple.rules.charging.charging import charge_options
from maniple.rules.charging.facing import struck_facing
from maniple.rules.legality import judge

ASK = DeclareCharge(RED)
TARGET = Put(warriors(), x=20, y=30, facing=0, files=6, side=BLUE)
"""Its front right corner stands at (22.362, 30)."""


def facing_warriors(distance: float = 7.0):
    ours = Put(legionaries(), x=20, y=30 - distance, files=6)
    return table(ours, Put(warriors(), x=20, y=30, facing=180, files=6, side=BLUE))


@pytest.mark.rule("charge.declare", "measure.when", "sight.arc")
def test_a_charge_may_be_declared_at_whatever_is_seen_at_any_distance() -> None:
    assert charge_options(facing_warriors(25), ASK) == (order(0, 1), Done())
    script = declared(facing_warriors(25), order(0, 1), HOLD)
    assert [e.charger for e in events(script, ChargeDeclared)] == [0]
    assert script.battle.charges[0].in_reach is False


@pytest.mark.rule("charge.declare", "sight.arc")
def test_a_target_in_no_models_arc_is_refused() -> None:
    """Case A10."""
    ours = Put(legionaries(), x=20, y=20, files=6)
    battle = table(ours, Put(archers(), x=30, y=22, facing=270, files=8, side=BLUE))
    assert charge_options(battle, ASK) == (Done(),)
    refusal = judge(battle, ASK, order(0, 1))
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "charge.declare"
    assert "does not see" in refusal.why


@pytest.mark.rule("charge.declare", "combat.locked", "break.fall-back.move", "pursue.off-table")
def test_nobody_charges_who_flees_fights_or_has_declared_already() -> None:
    battle = facing_warriors()
    assert isinstance(judge(battle, ASK, order(0, 1)), Judged)
    for stopped, rule in (
        (changed(battle, 0, fleeing=True), "charge.declare"),
        (changed(battle, 0, fell_back=True), "break.fall-back.move"),
        (done(battle, 0, moved=Moved.RETURNED), "pursue.off-table"),
        (met(battle, 0, 1), "combat.locked"),
        (declared(battle, order(0, 1), HOLD).battle, "charge.declare"),
    ):
        refusal = judge(stopped, ASK, order(0, 1))
        assert isinstance(refusal, Refusal)
        assert refusal.rule == rule


@pytest.mark.rule("charge.declare")
@pytest.mark.parametrize("bad", [(1, 0), (0, 7), (-1, 1), (0, 0)])
def test_an_order_for_units_of_the_wrong_side_is_refused(bad: tuple[int, int]) -> None:
    refusal = judge(facing_warriors(), ASK, ChargeOrder(UnitId(bad[0]), UnitId(bad[1])))
    assert isinstance(refusal, Refusal)


@pytest.mark.rule("charge.declare", "charge.procedure")
def test_several_charges_are_declared_one_after_the_other() -> None:
    battle = table(
        Put(legionaries("first"), x=17, y=23, files=6),
        Put(legionaries("second"), x=23, y=23, files=6),
        Put(warriors(), x=20, y=30, facing=180, files=6, side=BLUE),
    )
    script = declared(battle, order(1, 2), HOLD, order(0, 2))
    assert [c.charger for c in script.battle.charges] == [1, 0]


# ----------------------------------------------------------------------------- the facing struck


def at(x: float, y: float, facing: float = 180, sheet=None) -> Put:
    return Put(sheet or legionaries(), x=x, y=y, facing=facing, files=6)


@pytest.mark.rule("charge.facing", "unit.zones")
@pytest.mark.parametrize(
    ("x", "y", "edge"),
    [
        (20, 37, Edge.FRONT),
        (28, 35, Edge.RIGHT),
        (12, 29, Edge.LEFT),
        (20, 20, Edge.REAR),
        (27, 34.9, Edge.FRONT),
    ],
)
def test_the_facing_is_that_in_whose_arc_the_middle_of_the_front_rank_is(x, y, edge) -> None:
    """Case A11: the middle decides, however much of the charger is elsewhere."""
    script = Script(table(at(x, y), TARGET))
    assert script.run(struck_facing(script.table, UnitId(0), UnitId(1))) is edge


@pytest.mark.rule("unit.zones", "charge.facing")
@pytest.mark.parametrize(("face", "edge"), [(3, Edge.FRONT), (4, Edge.RIGHT)])
def test_on_the_line_between_two_arcs_a_die_decides(face: int, edge: Edge) -> None:
    """Case A11, the undecidable charge."""
    battle = table(at(27.362, 35.0), TARGET)
    script = declared(battle, order(0, 1), HOLD, dice=[face], done=False)
    assert events(script, ChargeDeclared)[0].facing is edge


@pytest.mark.rule("unit.zones")
@pytest.mark.parametrize(("face", "edge"), [(1, Edge.RIGHT), (6, Edge.REAR)])
def test_between_flank_and_rear_the_flank_is_the_nearer_to_the_front(face, edge) -> None:
    battle = table(at(27.362, 30 - 3.15 - 5.0, facing=0), TARGET)
    script = Script(battle, [face])
    assert script.run(struck_facing(script.table, UnitId(0), UnitId(1))) is edge


@pytest.mark.rule("charge.facing", "unit.zones")
def test_of_skirmishers_most_models_decide() -> None:
    places = ((28, 33, 270), (28, 32, 270), (25, 36, 180))
    battle = table(Put(skirmishers(models=3), x=28, y=33, places=places), TARGET)
    script = Script(battle)
    assert script.run(struck_facing(script.table, UnitId(0), UnitId(1))) is Edge.RIGHT


@pytest.mark.rule("unit.zones", "charge.facing")
def test_skirmishers_mobs_and_single_models_have_no_flank() -> None:
    loose = Put(skirmishers(models=1), x=20, y=30, places=((20, 30, 0),), side=BLUE)
    mob = Put(warriors(), x=20, y=30, files=5, fleeing=True, side=BLUE)
    for target in (loose, mob, Put(general(), x=20, y=30, side=BLUE)):
        script = Script(table(at(28, 30, facing=270), target))
        assert script.run(struck_facing(script.table, UnitId(0), UnitId(1))) is Edge.FRONT


@pytest.mark.rule("charge.facing", "character.move")
def test_a_character_who_begins_in_front_may_charge_the_front_only() -> None:
    """Case J14: fast as he is, he cannot run round to the flank."""
    battle = table(Put(general(), x=20, y=38, facing=180), TARGET)
    script = declared(battle, order(0, 1), HOLD)
    assert script.battle.charges[0].facing is Edge.FRONT
    found = path(script.battle, 0, 1)
    assert found is not None
    assert found.end.y == pytest.approx(30.0, abs=0.01)


@pytest.mark.rule("charge.facing", "troop.skirmish.shape")
def test_skirmishers_in_front_of_a_fight_may_attack_the_front_only() -> None:
    """Case A29: friends hold the whole front, so nothing is left for them."""
    friends = Put(legionaries(), x=20, y=30, facing=180, files=6)
    line = tuple((16 + i, 35.0, 180.0) for i in range(8))
    battle = table(friends, Put(skirmishers(), x=20, y=35, places=line), TARGET)
    battle = met(battle, 0, 2)
    script = Script(battle)
    assert script.run(struck_facing(script.table, UnitId(1), UnitId(2))) is Edge.FRONT
    assert path(battle, 1, 2) is None


# ------------------------------------------------------------------------------ through skirmishers


def behind(screen_side, gap: float = 0.2) -> object:
    line = tuple((15 + i * (0.787 + gap), 24.0, 0.0) for i in range(12))
    screen = Put(skirmishers(models=12), x=20, y=24, places=line, side=screen_side)
    target = Put(warriors(), x=20, y=28, facing=180, files=6, side=BLUE)
    return table(Put(legionaries(), x=20, y=22, files=6), screen, target)


@pytest.mark.rule("charge.through-skirmishers")
def test_nobody_charges_through_enemy_skirmishers() -> None:
    battle = behind(BLUE)
    assert order(0, 1) in charge_options(battle, ASK)
    refusal = judge(battle, ASK, order(0, 2))
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "charge.through-skirmishers"
    assert path(battle, 0, 2) is None


@pytest.mark.rule("charge.through-skirmishers")
def test_friends_in_front_must_charge_too() -> None:
    """Case A28."""
    battle = behind(RED)
    assert isinstance(judge(battle, ASK, order(0, 2)), Refusal)
    first = declared(battle, order(1, 2), HOLD, done=True).battle
    assert isinstance(judge(first, ASK, order(0, 2)), Judged)


@pytest.mark.rule("charge.through-skirmishers")
def test_where_coherency_is_lost_the_gap_is_open() -> None:
    ours = Put(legionaries(models=6), x=20, y=22, files=2)
    target = Put(warriors(), x=20, y=28, facing=180, files=6, side=BLUE)

    def parted(apart: float):
        places = tuple(
            (20 + side * (apart / 2 + 0.4 + i), 24.0, 0.0) for side in (-1, 1) for i in range(4)
        )
        screen = Put(skirmishers(), x=20, y=24, places=places, side=BLUE)
        return table(ours, screen, target)

    assert isinstance(judge(parted(1.9), ASK, order(0, 2)), Refusal)
    assert path(parted(1.9), 0, 2) is None
    assert isinstance(judge(parted(2.5), ASK, order(0, 2)), Judged)
    assert path(parted(2.5), 0, 2) is not None


@pytest.mark.rule("charge.declare")
def test_engines_do_not_charge() -> None:
    onager = foot(
        "onager", 8, kind=Kind.ENGINE, engine=Engine("onager", 7, 3), body_width=2.4, body_depth=2.4
    )
    battle = table(
        Put(onager, x=20, y=23), Put(warriors(), x=20, y=30, facing=180, files=6, side=BLUE)
    )
    assert charge_options(battle, ASK) == (Done(),)


@pytest.mark.rule("charge.fear-panic-timing")
def test_a_charge_out_of_reach_provokes_no_test() -> None:
    """Case A20, said aloud."""
    script = declared(facing_warriors(12), order(0, 1), HOLD)
    assert [e.cite for e in events(script, Spoke)] == ["charge.fear-panic-timing"]
