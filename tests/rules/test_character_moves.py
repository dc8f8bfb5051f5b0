"""Characters: on their own, joining, in the ranks, leaving; and moving to where the fighting is."""

import pytest
from msgspec.structs import replace

from kit.changes import changed
from kit.changes import joined as with_host
from kit.orders import judged, moved, order, refused
from kit.tables import BLUE, Put, table
from kit.troops import battle_standard, foot, general, horse, skirmishers, spearmen, warriors
from maniple.battle.bodies import body, places_in
from maniple.battle.field import Ruleset
from maniple.battle.orders import Advance, Go, Join, Leave, StepToFight, Wheel
from maniple.battle.state import Battle, Contact
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import Fight, Moved, Status, Stupor, UnitId
from maniple.geometry import Edge, pose
from maniple.play.script import Script
from maniple.rules.fighting.strikers import bands
from maniple.rules.moving.manoeuvre import can_be_ordered, order_units
from maniple.rules.moving.rate import move_of

BASE = 20 / 25.4
HOST, MAN = UnitId(0), UnitId(1)


def two(host=None, man=None, x: float = 36, y: float = 23, *more: Put) -> Battle:
    return table(
        Put(host or spearmen(), 36, 20, files=8), Put(man or general(mounted=False), x, y), *more
    )


def joined(battle: Battle, turn_later: bool = True) -> Battle:
    """The man is with the host, as from an earlier turn."""
    after = moved(battle, MAN, Join(HOST))
    if turn_later:
        fresh = [replace(u, doings=battle.units[u.id].doings) for u in after.units]
        after = replace(after, units=tuple(fresh))
    return after


@pytest.mark.rule("character.move")
def test_a_character_goes_and_faces_any_way():
    battle = table(Put(general(mounted=False), 36, 20))
    found = judged(battle, 0, Go(pose(38, 22, 270)))
    assert found.end == pose(38, 22, 270)
    after = moved(battle, 0, Go(pose(38, 22, 270)))
    assert after.units[0].pose == pose(38, 22, 270)
    assert refused(battle, 0, Go(pose(39, 23.5, 0))).rule == "move.rate"
    assert judged(battle, 0, Go(pose(39, 23.5, 0)), march=True)
    assert refused(battle, 0, Wheel(10, "left")).rule == "character.move"


@pytest.mark.rule("character.move", "move.interpenetrate")
def test_he_goes_through_nobody_and_ends_clear_of_enemies():
    battle = two(
        spearmen(), general(mounted=False), 36, 23, Put(warriors(), 36, 26.9, 180, 4, side=BLUE)
    )
    assert refused(battle, MAN, Go(pose(36, 19.5, 0))).rule == "move.interpenetrate"
    assert refused(battle, MAN, Go(pose(36, 26.85, 0))).rule == "measure.tolerance"
    assert judged(battle, MAN, Go(pose(36, 26.8, 0)))
    thin = two(y=23, man=None, host=spearmen(models=8))
    beyond = Go(pose(36, 20 - BASE - 0.1, 0))
    assert refused(thin, MAN, beyond).rule == "move.interpenetrate"
    aside = changed(thin, HOST, pose=pose(20, 20, 0))
    assert judged(aside, MAN, beyond)


@pytest.mark.rule("character.join")
def test_he_joins_by_moving_into_touch():
    battle = two(y=23)
    found = judged(battle, MAN, Join(HOST))
    assert found.cost == pytest.approx(3 - BASE, abs=0.002)
    after = moved(battle, MAN, Join(HOST))
    man, host = after.units[MAN], after.units[HOST]
    assert man.status is Status.JOINED
    assert man.host == HOST
    assert host.guests == (MAN,)
    assert host.guest_places == 1
    # the unit had not moved: it moves no further than he has move left
    assert host.doings.move_left == pytest.approx(4 - 3 + BASE, abs=0.002)
    assert judged(after, HOST, Advance(1.7))
    assert refused(after, HOST, Advance(2)).rule == "move.rate"


@pytest.mark.rule("character.join")
def test_he_joins_a_unit_that_has_moved():
    after = moved(moved(two(y=24), HOST, Advance(1)), MAN, Join(HOST))
    assert after.units[HOST].doings.move_left == -1.0
    assert refused(after, HOST, Advance(1)).rule == "turn.procedure"


@pytest.mark.rule("character.join", "move.interpenetrate")
def test_whom_he_can_not_join():
    too_far = two(y=26)
    assert refused(too_far, MAN, Join(HOST)).rule == "character.join"
    loose = table(
        Put(skirmishers(models=2), 36, 20, places=((36, 20, 0), (37, 20, 0))),
        Put(general(mounted=False), 36, 22),
    )
    assert refused(loose, MAN, Join(HOST)).rule == "character.join"
    enemy = two(spearmen(), None, 36, 23, Put(warriors(), 36, 26, 180, 4, side=BLUE))
    assert refused(enemy, MAN, Join(UnitId(2))).rule == "character.join"
    assert refused(enemy, MAN, Join(UnitId(9))).rule == "character.join"
    fleeing = table(Put(spearmen(), 36, 20, files=4, fleeing=True), Put(general(), 36, 23))
    assert refused(fleeing, MAN, Join(HOST)).rule == "character.join"
    wall = two(spearmen(), None, 36, 24, Put(horse("wall", 24), 36, 22.5, files=24))
    assert refused(wall, MAN, Join(HOST)).rule == "move.interpenetrate"


@pytest.mark.rule("unit.ranks", "character.join")
def test_his_base_takes_places_and_displaces_men_to_the_rear():
    battle = two(spearmen(models=16), general(), 36, 23)
    after = joined(battle)
    assert after.units[HOST].guest_places == 2
    assert places_in(after.units[HOST]) == 18
    assert body(after.units[HOST]).depth == pytest.approx(3 * BASE)
    behind = two(
        spearmen(models=16), general(), 36, 23, Put(spearmen("b"), 36, 20 - 2 * BASE, files=8)
    )
    assert refused(behind, MAN, Join(HOST)).rule == "unit.ranks"


@pytest.mark.rule("character.in-unit")
def test_he_moves_with_the_unit():
    after = joined(two())
    assert refused(after, MAN, Go(pose(30, 20, 0))).rule == "character.in-unit"
    assert moved(after, HOST, Advance(3)).units[HOST].pose == pose(36, 23, 0)


@pytest.mark.rule("character.in-unit", "move.rate")
def test_case_h10_a_slower_character_slows_his_unit_down():
    """Case H10."""
    riders = joined(two(horse("horse", 10), battle_standard(), 36, 23))
    assert move_of(riders, riders.units[HOST]) == 4
    assert refused(riders, HOST, Advance(5)).rule == "move.rate"
    fast = joined(two(spearmen(), general(), 36, 23))
    assert move_of(fast, fast.units[HOST]) == 4


@pytest.mark.rule("character.leave")
def test_he_leaves_in_a_later_turn_and_may_join_another():
    other = Put(spearmen("other"), 36, 24.7, files=8)
    battle = joined(two(spearmen(), None, 36, 21, other))
    out = moved(battle, MAN, Leave(pose(36, 20.8, 0)))
    assert out.units[MAN].status is Status.TABLE
    assert out.units[MAN].pose == pose(36, 20.8, 0)
    assert out.units[HOST].guests == ()
    assert out.units[HOST].guest_places == 0
    assert judged(out, HOST, Advance(0.005))
    over = moved(battle, MAN, Leave(pose(36, 20.8, 0)), Join(UnitId(2)))
    assert over.units[MAN].host == 2
    assert over.units[HOST].guests == ()
    assert over.units[2].guests == (MAN,)
    assert refused(battle, MAN, Leave(pose(36, 26, 0))).rule in ("move.rate", "move.interpenetrate")
    assert refused(battle, MAN, Leave(pose(36, 20.2, 0))).rule == "move.interpenetrate"


@pytest.mark.rule("character.leave")
def test_when_he_may_not_leave():
    away = Leave(pose(36, 22, 0))
    assert refused(joined(two(), turn_later=False), MAN, away).rule == "character.leave"
    battle = joined(two())

    def while_host(**changes: object) -> Battle:
        host = replace(battle.units[HOST], **changes)
        return replace(battle, units=(host, *battle.units[1:]))

    fresh = battle.units[HOST].doings
    assert judged(battle, MAN, away)
    for under in (
        while_host(fleeing=True),
        while_host(fight=Fight()),
        while_host(doings=replace(fresh, moved=Moved.CHARGED)),
        while_host(doings=replace(fresh, moved=Moved.RALLIED)),
        while_host(doings=replace(fresh, moved=Moved.MOVED)),
        while_host(doings=replace(fresh, stupor=Stupor.IDLE)),
    ):
        assert refused(under, MAN, away).rule == "character.leave"


@pytest.mark.rule("move.one-inch-gap", "character.leave")
def test_he_leaves_no_nearer_to_an_enemy_than_an_inch_where_that_was_agreed():
    foe = Put(warriors(), 36, 23.5, 180, 6, side=BLUE)
    battle = table(
        Put(spearmen(), 36, 20, files=8),
        Put(general(mounted=False), 36, 16.5),
        foe,
    )
    battle = with_host(battle, MAN, HOST)
    strict = replace(battle, field=replace(battle.field, ruleset=Ruleset(one_inch_gap=True)))
    out = Leave(pose(36, 22.6, 0))
    assert judged(battle, MAN, out)
    assert judged(strict, MAN, Leave(pose(36, 22.4, 0)))
    assert refused(strict, MAN, out).rule == "move.one-inch-gap"


@pytest.mark.rule("pursue.off-table", "character.in-unit")
def test_he_does_not_leave_a_unit_that_waits_off_the_table():
    battle = changed(joined(two()), HOST, status=Status.RETURNING, leaves_at=pose(36, 0, 0))
    assert refused(battle, MAN, Leave(pose(36, 22, 0))).rule == "pursue.off-table"
    assert MAN not in can_be_ordered(battle, battle.turn.side)


@pytest.mark.rule("move.march")
def test_an_enemy_near_his_unit_bars_a_leaving_character_from_marching():
    battle = joined(two())
    host = battle.units[HOST]
    near = replace(host, doings=replace(host.doings, march_barred=True))
    battle = replace(battle, units=(near, *battle.units[1:]))
    assert refused(battle, MAN, Leave(pose(36, 26, 0)), march=True).rule == "move.march"


# ------------------------------------------------------------------- to where the fighting is


WHERE = {
    Edge.FRONT: (36.0, 20.0, 180.0),
    Edge.RIGHT: (36 + 4 * BASE, 20 - BASE, 270.0),
    Edge.REAR: (36.0, 20 - 2 * BASE, 0.0),
    Edge.LEFT: (36 - 4 * BASE, 20 - BASE, 90.0),
}
"""Where an enemy lies flush with each edge of the host."""


def fighting(*edges: Edge, man: bool = False, leader: bool = True, aside: float = 0.0) -> Battle:
    """The host fights an enemy of four files at each of these edges."""
    host = foot("host", 15, leader=leader)
    foes = [
        Put(warriors(edge.value, 8), x + aside, y, facing, 4, side=BLUE)
        for edge in edges
        for x, y, facing in (WHERE[edge],)
    ]
    battle = two(host, None, 36, 23, *foes)
    if man:
        battle = joined(battle)
    units = [replace(u, fight=Fight()) if u.id != MAN else u for u in battle.units]
    contacts = [Contact(HOST, UnitId(2 + i), edge, Edge.FRONT) for i, edge in enumerate(edges)]
    return replace(battle, units=tuple(units), contacts=tuple(contacts))


@pytest.mark.rule("command.leader-moves", "combat.locked")
def test_a_leader_steps_to_the_flank_where_the_fighting_is():
    battle = fighting(Edge.RIGHT)
    after = moved(battle, HOST, StepToFight(HOST, "right"))
    assert after.units[HOST].leader_at is Edge.RIGHT
    assert after.units[HOST].doings.moved is Moved.STOOD
    assert refused(battle, HOST, StepToFight(HOST, "left")).rule == "command.leader-moves"
    assert refused(battle, HOST, StepToFight(HOST, "right"), Advance(1)).rule == "combat.locked"
    assert refused(after, HOST, StepToFight(HOST, "right")).rule == "command.leader-moves"


@pytest.mark.rule("command.leader-moves")
def test_case_j13_a_leader_who_fights_to_the_front_stays_there():
    """Case J13: an enemy in the rear draws him nowhere."""
    battle = fighting(Edge.FRONT, Edge.REAR)
    no = refused(battle, HOST, StepToFight(HOST, "rear"))
    assert no.rule == "command.leader-moves"
    assert "has an enemy to fight at the front" in no.why


@pytest.mark.rule("command.leader-moves")
def test_a_leader_beyond_the_end_of_the_enemys_line_steps_along_the_front():
    battle = fighting(Edge.FRONT, aside=-3.5 * BASE)
    after = moved(battle, HOST, StepToFight(HOST, "front"))
    assert after.units[HOST].stepped
    assert refused(after, HOST, StepToFight(HOST, "front")).rule == "command.leader-moves"
    before_him = fighting(Edge.FRONT)
    assert refused(before_him, HOST, StepToFight(HOST, "front")).rule == "command.leader-moves"


@pytest.mark.rule("character.moves-to-fight")
def test_a_character_moves_to_where_the_fighting_is():
    battle = fighting(Edge.REAR, man=True)
    after = moved(battle, HOST, StepToFight(MAN, "rear"))
    assert after.units[MAN].fought_away is Edge.REAR
    assert refused(after, HOST, StepToFight(MAN, "rear")).rule == "character.moves-to-fight"
    assert refused(battle, HOST, StepToFight(UnitId(2), "rear")).rule == "character.moves-to-fight"


@pytest.mark.rule("command.leader-moves", "turn.procedure")
def test_it_is_asked_only_where_somebody_can_step():
    assert HOST in can_be_ordered(fighting(Edge.LEFT), battle_side())
    assert HOST not in can_be_ordered(fighting(Edge.FRONT), battle_side())
    assert HOST not in can_be_ordered(fighting(Edge.LEFT, leader=False), battle_side())
    nobody = refused(fighting(Edge.LEFT, leader=False), HOST, StepToFight(HOST, "left"))
    assert nobody.rule == "command.leader-moves"
    calm = two()
    assert refused(calm, HOST, StepToFight(HOST, "left")).rule == "command.leader-moves"


def battle_side():
    return fighting(Edge.LEFT).turn.side


@pytest.mark.rule("character.join")
def test_he_joins_a_fight_where_he_can_fight():
    battle = fighting(Edge.REAR)
    after = moved(battle, MAN, Join(HOST))
    assert after.units[MAN].fought_away is Edge.REAR
    assert after.units[HOST].doings.move_left == -1.0


@pytest.mark.rule("character.join", "combat.who-fights")
def test_he_may_stand_anywhere_that_lets_him_fight():
    battle = changed(fighting(Edge.FRONT, Edge.REAR), MAN, pose=pose(40.5, 19, 0))
    assert moved(battle, MAN, Join(HOST)).units[MAN].fought_away is Edge.FRONT
    at_the_rear = moved(battle, MAN, Join(HOST, "rear"))
    assert at_the_rear.units[MAN].fought_away is Edge.REAR
    assert [(b.unit, b.enemies) for b in bands(at_the_rear, HOST) if b.unit == MAN] == [(MAN, (3,))]
    assert refused(battle, MAN, Join(HOST, "left")).rule == "character.join"
    assert refused(two(), MAN, Join(HOST, "front")).rule == "character.join"


@pytest.mark.rule("turn.procedure")
def test_the_step_ends_when_nobody_is_left_to_order():
    script = Script(two(), answers=[order(MAN, Join(HOST)), order(HOST, Advance(0.5))])
    task = Task(Do.ORDER_UNITS)
    assert script.run(order_units(script.table, task), use_up=False) == (task,)
    assert script.run(order_units(script.table, task), use_up=False) == (task,)
    assert script.run(order_units(script.table, task)) == ()
