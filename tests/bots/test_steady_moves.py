"""Moves, shots and deployment of the steady bot, on drawn tables."""

from msgspec.structs import replace

from kit.bots import asked, steady_says
from kit.fights import met
from kit.games import game
from kit.tables import BLUE, Put, table
from kit.troops import archers, auxilia, foot, general, horse, legionaries, skirmishers, warriors
from maniple.armies import field_for_battle, load_roster, load_scenario, units_for_battle
from maniple.battle.asks import Done, Shot
from maniple.battle.bodies import body, gap, outline, where_stands
from maniple.battle.judged import Judged
from maniple.battle.orders import Join, Order, StepToFight
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.terrain import Ground
from maniple.battle.unit import Formation, UnitId
from maniple.bots import SteadyBot
from maniple.geometry import Edge, Polygon, Pose, polygon_overlaps, rect_at, zone
from maniple.play.chance import SeededChance
from maniple.play.game import Game
from maniple.play.seat import Seat, play_out
from maniple.rules.start.begin import start


def to_order(battle: Battle) -> Seat:
    return asked(battle, Phase.MOVES, Task(Do.ORDER_UNITS))


def to_shoot(battle: Battle) -> Seat:
    return asked(battle, Phase.SHOOTING, Task(Do.SHOOT))


def end_of(seat: Seat, order: Order) -> Pose:
    judged = seat.judge(order)
    assert isinstance(judged, Judged)
    assert judged.end is not None
    return judged.end


def moved_by(battle: Battle) -> dict[UnitId, Pose]:
    """Where each red unit ends that the bot moves this turn."""
    seat = to_order(battle)
    game, ends = seat.fork(1), {}
    bot = SteadyBot(1)
    while game.pending is not None and game.battle.turn.phase is Phase.MOVES:
        answer = bot.answer(Seat(game))
        _ = game.answer(answer)
        if isinstance(answer, Done):
            break
        assert isinstance(answer, Order)
        ends[answer.unit] = game.battle.units[answer.unit].pose
    return ends


def test_the_line_goes_forward_together() -> None:
    #   ▼▼  ▼▼          far away
    #       ▲▲  b, 5 inches behind a
    #   ▲▲      a
    battle = table(
        Put(legionaries("a"), 20, 12, files=6),
        Put(legionaries("b"), 27, 7, files=6),
        Put(warriors("x"), 20, 40, 180, files=6, side=BLUE),
        Put(warriors("y"), 27, 40, 180, files=6, side=BLUE),
    )
    ends = moved_by(battle)
    assert ends[UnitId(1)].y > 10.0
    assert ends[UnitId(0)].y - ends[UnitId(1)].y < 3.0


def test_who_fears_a_charge_stays_out_of_its_reach() -> None:
    battle = table(
        Put(auxilia(models=12), 30, 14, files=4),
        Put(warriors(models=32), 30, 26, 180, files=8, side=BLUE),
    )
    ends = moved_by(battle)
    unit = battle.units[0]
    if UnitId(0) in ends:
        unit = replace(unit, pose=ends[UnitId(0)])
    assert gap(unit, battle.units[1]) > 8.0


def test_nobody_hangs_back_for_long() -> None:
    battle = table(
        Put(auxilia(models=12), 30, 14, files=4),
        Put(warriors(models=32), 30, 26, 180, files=8, side=BLUE),
        number=3,
    )
    ends = moved_by(battle)
    assert ends[UnitId(0)].y > 16.0


def test_a_threatened_flank_is_turned_to_the_enemy() -> None:
    #     ▲ legionaries     ◄ horse, in reach of their flank
    battle = table(
        Put(legionaries(), 30, 20, files=6),
        Put(horse("riders", 10), 42, 19, 270, files=5, side=BLUE),
    )
    unit, foe = battle.units[0], battle.units[1]
    assert zone(body(unit), foe.pose.x, foe.pose.y) is Edge.RIGHT
    answer, why = steady_says(to_order(battle))
    assert isinstance(answer, Order)
    assert "flank" in why
    end = end_of(to_order(battle), answer)
    turned = rect_at(end, body(unit).width, body(unit).depth)
    assert zone(turned, foe.pose.x, foe.pose.y) is Edge.FRONT


def test_loose_troops_leave_the_way_of_their_own_fighters() -> None:
    #          ▼ warriors
    #        o o o o o      skirmishers before the front of
    #          ▲ legionaries
    places = tuple((27.5 + i * 1.3, 22.0, 0.0) for i in range(5))
    battle = table(
        Put(legionaries(), 30, 19, files=6),
        Put(skirmishers(models=5), 30, 22, places=places),
        Put(warriors(), 30, 31, 180, files=6, side=BLUE),
        number=3,
    )
    end = moved_by(battle)[UnitId(1)]
    assert abs(end.x - 30.0) > 2.0 or end.y < 19.0


def test_loose_troops_come_into_range() -> None:
    places = tuple((27.5 + i * 1.3, 22.0, 0.0) for i in range(5))
    battle = table(
        Put(skirmishers(models=5), 30, 22, places=places),
        Put(auxilia(), 30, 34, 180, files=6, side=BLUE),
    )
    ends = moved_by(battle)
    assert 34.0 - ends[UnitId(0)].y <= 9.0


def test_a_character_alone_joins_a_unit() -> None:
    battle = table(
        Put(legionaries(), 30, 20, files=6),
        Put(general(), 30, 15),
        Put(warriors(), 30, 32, 180, files=6, side=BLUE),
    )
    bot, game = SteadyBot(1), to_order(battle).fork(1)
    joined = False
    while game.pending is not None and game.battle.turn.phase is Phase.MOVES:
        answer = bot.answer(Seat(game))
        joined |= isinstance(answer, Order) and isinstance(answer.manoeuvres[0], Join)
        _ = game.answer(answer)
    assert joined


def test_a_leader_steps_to_where_the_fighting_is() -> None:
    #     legionaries ▲ ◄ horse on their right flank
    battle = table(
        Put(legionaries(), 30, 20, files=6),
        Put(horse("riders"), 32.37, 19, 270, files=3, side=BLUE),
    )
    battle = met(battle, 0, 1, red_edge=Edge.RIGHT, charger=1)
    answer, why = steady_says(to_order(battle))
    assert isinstance(answer, Order)
    assert isinstance(answer.manoeuvres[0], StepToFight)
    assert "fighting" in why


def test_the_best_mark_in_range_is_shot() -> None:
    #    ▼ armoured       ▼ bare, both in range      ▼ bare, too far
    bare = foot("bare", 12, armour=legionaries().armour, points=300)
    bare = replace(bare, armour=replace(bare.armour, worn=0, shield=0))
    battle = table(
        Put(archers(), 30, 14, files=4),
        Put(legionaries("armoured", 12), 27, 24, 180, files=4, side=BLUE),
        Put(bare, 33, 24, 180, files=4, side=BLUE),
        Put(replace(bare, name="far", points=900), 30, 44, 180, files=4, side=BLUE),
    )
    answer, why = steady_says(to_shoot(battle))
    assert isinstance(answer, Shot)
    assert answer.target == UnitId(2)
    assert "bare" in why


def test_nobody_shoots_out_of_range() -> None:
    battle = table(Put(archers(), 30, 4, files=4), Put(warriors(), 30, 40, 180, files=6, side=BLUE))
    assert steady_says(to_shoot(battle))[0] == Done()


def drawn_up(scenario: str, red: str, blue: str, seed: int = 1) -> Battle:
    """The two armies as the bots place them."""
    rosters = Pair(load_roster(red), load_roster(blue))
    field = field_for_battle(rosters, load_scenario(scenario).field)
    game = Game(start(field, units_for_battle(rosters, field)), SeededChance(seed))
    play_out(game, Pair(SteadyBot(1), SteadyBot(2)), until=lambda b: b.turn.number > 0)
    return game.battle


def test_an_army_is_drawn_up_sensibly() -> None:
    battle = drawn_up("pitched-battle", "rome-2000", "barbarians-2000")
    zones = battle.zones
    assert zones is not None
    bad = [
        Polygon(list(piece.outline))
        for piece in battle.field.terrain
        if piece.ground is not Ground.CLEAR
    ]
    for unit in battle.units:
        if unit.is_on_table and unit.formation is Formation.FORMED:
            forward = 0.0 if battle.field.zones[zones.of(unit.side)].edge == "bottom" else 180.0
            assert unit.pose.facing == forward, unit.sheet.name
            assert not any(polygon_overlaps(body(unit), piece) for piece in bad), unit.sheet.name


def test_the_general_stands_where_most_of_the_line_hears_him() -> None:
    battle = drawn_up("pitched-battle", "rome-2000", "barbarians-2000")
    for side in Side:
        man = next(u for u in battle.of(side) if u.sheet.is_general)
        at = where_stands(battle, man)
        line = [
            u
            for u in battle.of(side)
            if u.is_on_table and u.formation is Formation.FORMED and not u.sheet.is_mounted
        ]
        near = [u for u in line if gap(at, u) <= 12.0]
        assert len(near) >= len(line) * 0.6, side


def test_horse_stands_on_the_wings() -> None:
    battle = drawn_up("open-field", "rome-2000", "barbarians-2000")
    for side in Side:
        foot_at = [
            u.pose.x
            for u in battle.of(side)
            if u.is_on_table and u.formation is Formation.FORMED and not u.sheet.is_mounted
            and u.sheet.engine is None
        ]  # fmt: skip
        for unit in battle.of(side):
            if unit.is_on_table and unit.sheet.is_mounted and not unit.sheet.is_character:
                assert not min(foot_at) < unit.pose.x < max(foot_at), unit.sheet.name


def test_an_engine_stays_where_it_was_put() -> None:
    battle = drawn_up("pitched-battle", "rome-2000", "barbarians-2000")
    engine = next(u for u in battle.units if u.sheet.engine is not None)
    ends = moved_by(replace(battle, turn=replace(battle.turn, side=engine.side)))
    assert engine.id not in ends


def test_small_armies_are_drawn_up_whole() -> None:
    played = game(3)
    play_out(played, Pair(SteadyBot(1), SteadyBot(2)), until=lambda b: b.turn.number > 0)
    assert all(outline(u) for u in played.battle.units if u.is_on_table)
    assert not [u for u in played.battle.units if u.status.value == "not yet deployed"]
