"""Single questions to the rules, asked in the midst of a battle of twenty units and more a side."""

from itertools import count

from msgspec.structs import replace

from benchmarks.conftest import Measured
from benchmarks.scenes import at_ask
from maniple.armies import parse_phrase
from maniple.battle.asks import Ask, AskAnswer, DeclareCharge, OrderUnit
from maniple.battle.events.base import with_unit
from maniple.battle.judged import Judged
from maniple.battle.orders import Order, Wheel
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.unit import Formation, Status, Unit, UnitId
from maniple.play.odds import odds
from maniple.rules.duel import duel
from maniple.rules.legality import judge, options

JUDGED = 200
DEGREES = 10.0


def test_a_judged_wheel(measured: Measured) -> None:
    game = at_ask(OrderUnit)
    battle, ask = game.battle, game.pending
    assert ask is not None
    orders = [
        Order(unit.id, (Wheel(DEGREES, about),))
        for unit in battle.of(ask.side)
        if unit.status is Status.TABLE and unit.formation is Formation.FORMED
        for about in ("left", "right")
    ]
    legal = [order for order in orders if isinstance(judge(battle, ask, order), Judged)]
    assert legal
    measured(
        f"judging a wheel among {len([u for u in battle.units if u.is_on_table])} units",
        "microseconds",
        lambda: [judge(battle, ask, legal[i % len(legal)]) for i in range(JUDGED)],
        count=JUDGED,
        rounds=10,
        aim=30,
    )


def test_charges_listed_anew(measured: Measured) -> None:
    """Nothing is known of who sees whom: each battle differs from the last in where a unit stands."""
    game = at_ask(DeclareCharge)
    ask = game.pending
    assert ask is not None
    moved = count(1)

    def anew() -> tuple[tuple[Battle, Ask], dict[str, object]]:
        battle = game.battle
        shift = 0.001 * next(moved)
        for unit in battle.units:
            pose = replace(unit.pose, x=unit.pose.x + shift)
            places = tuple([replace(p, x=p.x + shift) for p in unit.places])
            battle = with_unit(battle, replace(unit, pose=pose, places=places))
        return (battle, ask), {}

    measured(
        "listing the charges of an army, where all units have moved",
        "milliseconds",
        options,
        rounds=20,
        setup=anew,
    )


def test_charges_listed_again(measured: Measured) -> None:
    game = at_ask(DeclareCharge)
    battle, ask = game.battle, game.pending
    assert ask is not None
    measured(
        "listing them again, where nobody has moved",
        "microseconds",
        lambda: options(battle, ask),
        rounds=50,
    )


def first_answer(battle: Battle, ask: Ask) -> AskAnswer:
    listed = options(battle, ask)
    assert listed
    return listed[0]


def is_fought(battle: Battle) -> bool:
    return bool(battle.combats) and battle.combats[-1].is_done


def test_odds_of_a_round(measured: Measured) -> None:
    """Every outcome of eight legionaries against six warriors, with its exact chance."""
    ours, theirs = parse_phrase("8 legionaries, 4 wide"), parse_phrase("6 warriors, 3 wide")
    red = Unit(UnitId(0), Side.RED, ours.sheet, ours.sheet.models, files=ours.files)
    blue = Unit(UnitId(1), Side.BLUE, theirs.sheet, theirs.sheet.models, files=theirs.files)
    battle = duel(red, blue, charger=Side.RED)
    assert sum(odds(battle, first_answer, is_fought).values()) == 1
    measured(
        "the exact odds of a round of eight against six",
        "milliseconds",
        lambda: odds(battle, first_answer, is_fought),
        rounds=5,
    )
