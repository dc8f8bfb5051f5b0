"""Whatever is answered to whatever is asked, the referee says yes or no, and why."""

import math
import random

import pytest

from kit.tables import BLUE, Put, table
from kit.troops import archers, general, horse, legionaries, skirmishers, spearmen, warriors
from maniple.battle.asks import (
    Allotment,
    Arms,
    Ask,
    AskAnswer,
    ChargeOrder,
    Done,
    Named,
    No,
    OrderUnit,
    PickZone,
    Placement,
    Reply,
    Shot,
    Stand,
    Widen,
    Yes,
)
from maniple.battle.field import Field, Ruleset, Zone
from maniple.battle.judged import Judged, Refusal
from maniple.battle.orders import (
    Advance,
    Backward,
    ChangeFormation,
    CloseUp,
    Go,
    Join,
    Leave,
    Manoeuvre,
    MoveUp,
    OpenOut,
    Order,
    Places,
    Reform,
    Sidestep,
    Spread,
    StepToFight,
    TurnModels,
    Wheel,
)
from maniple.battle.sides import Pair
from maniple.battle.state import Battle, Response
from maniple.battle.terrain import Ground, Terrain
from maniple.battle.unit import UnitId
from maniple.dice.seeded import Seeded
from maniple.geometry import Pose
from maniple.play.chance import SeededChance
from maniple.play.game import Game
from maniple.rules.answering import ANSWERING
from maniple.rules.legality import judge
from maniple.rules.start.begin import start, units_of

NAN, INF = math.nan, math.inf
FIGURES = (NAN, INF, -INF, 1e308, -1e308, -0.0, 0.0, -1.0, 1e-320, 720.0, -361.0, 1000.0, 3.3)
IDS = tuple(UnitId(i) for i in (-100, -2, -1, 0, 1, 2, 3, 5, 7, 9, 99, 10**12))
COUNTS = (-(10**18), -1, 0, 1, 2, 5, 99, 10**18)
LOT = random.Random


def close_field() -> Field:
    """A table so small that armies fight in their second turn, with every option in play."""
    zones = (Zone(0.0, 0.0, 30.0, 9.0, "bottom"), Zone(0.0, 15.0, 30.0, 24.0, "top"))
    wood = Terrain("wood", ((4, 10), (9, 10), (9, 13), (4, 13)), Ground.DIFFICULT)
    fence = Terrain("fence", ((18, 12), (24, 12), (24, 12.3), (18, 12.3)), Ground.OBSTACLE)
    rules = Ruleset(
        free_measuring=True,
        reform_blocked_near_enemy=True,
        rally_near_enemy=True,
        one_inch_gap=True,
    )
    return Field(30.0, 24.0, zones, (wood, fence), 6, rules)


def close_battle(seed: int) -> Game:
    red = [legionaries("cohort", 12), archers(), skirmishers("slingers"), general("legate")]
    blue = [warriors("warband", 16), horse("riders"), spearmen("spears", 12), general("chief")]
    return Game(start(close_field(), units_of(Pair(red, blue))), SeededChance(seed))


def a_number(lot: LOT) -> float:
    return lot.choice(FIGURES) if lot.random() < 0.5 else lot.uniform(-5.0, 35.0)


def a_pose(lot: LOT) -> Pose:
    return Pose(a_number(lot), a_number(lot), a_number(lot))


def a_manoeuvre(lot: LOT, models: int) -> Manoeuvre:
    places = tuple([a_pose(lot) for _ in range(lot.choice((0, 1, models, models)))])
    unit, count = lot.choice(IDS), lot.choice(COUNTS)
    return lot.choice(
        (
            Advance(a_number(lot)),
            Wheel(a_number(lot), lot.choice(("left", "right"))),
            TurnModels(lot.choice(("left", "right", "about"))),
            ChangeFormation(count),
            Reform(count, a_number(lot)),
            Backward(a_number(lot)),
            Sidestep(a_number(lot)),
            Go(a_pose(lot)),
            Places(places),
            Spread(a_pose(lot), count, a_number(lot)),
            CloseUp(count, a_number(lot)),
            OpenOut(a_number(lot)),
            Join(unit),
            Leave(a_pose(lot)),
            StepToFight(unit, lot.choice(("front", "right", "rear", "left"))),
            MoveUp(),
        )
    )


def an_answer(lot: LOT, battle: Battle, kind: type) -> AskAnswer:
    """Any answer of that kind, sensible or not."""
    unit, other, count = lot.choice(IDS), lot.choice(IDS), lot.choice(COUNTS)
    if kind is Order:
        models = battle.units[unit].models if 0 <= unit < len(battle.units) else 3
        steps = [a_manoeuvre(lot, models) for _ in range(lot.choice((0, 1, 1, 2, 3, 45)))]
        return Order(unit, tuple(steps), lot.random() < 0.3)
    made: dict[type, AskAnswer] = {
        Done: Done(),
        Named: Named(unit),
        Yes: Yes(),
        No: No(),
        PickZone: PickZone(count),
        Placement: Placement(unit, a_pose(lot), count, lot.random() < 0.5, a_number(lot), other),
        ChargeOrder: ChargeOrder(unit, other),
        Reply: Reply(lot.choice(list(Response))),
        Stand: Stand(count, a_number(lot), lot.random() < 0.5),
        Shot: Shot(unit, other, lot.choice(("bow", "javelin", "")), lot.choice(IDS)),
        Arms: Arms(lot.choice(("hand weapon", "", "club"))),
        Allotment: Allotment(unit),
        Widen: Widen(count, lot.choice(COUNTS)),
    }
    return made[kind]


KINDS = (
    *(Done, Named, Yes, No, PickZone, Placement, ChargeOrder, Reply, Stand, Order),
    *(Shot, Arms, Allotment, Widen),
)


def check(battle: Battle, ask: Ask, answer: AskAnswer) -> None:
    found = judge(battle, ask, answer)
    assert isinstance(found, Judged | Refusal)
    if isinstance(found, Refusal):
        assert found.rule
        assert found.why
    elif found.end is not None:
        assert all(math.isfinite(f) for f in (found.end.x, found.end.y, found.cost, found.left))


@pytest.mark.rule("turn.procedure", "measure.when")
def test_any_answer_to_any_ask_is_judged_or_refused_in_words() -> None:
    lot = random.Random(5)
    asked: set[type] = set()
    for seed in range(2):
        game = close_battle(seed)
        draw = Seeded(seed)
        while game.pending is not None:
            ask = game.pending
            asked.add(type(ask))
            for kind in lot.sample(KINDS, 3):
                check(game.battle, ask, an_answer(lot, game.battle, kind))
            for kind in ANSWERING[type(ask)].answers:
                check(game.battle, ask, an_answer(lot, game.battle, kind))
            game.answer(game.sample(draw.below))
    assert len(asked) >= 14


@pytest.mark.rule("turn.procedure", "unit.ranks")
@pytest.mark.parametrize(
    "step",
    [
        ChangeFormation(2.5),
        Reform(True, 0.0),
        TurnModels("sideways"),
        Wheel(10.0, "middle"),
        Advance("2"),
        Advance(None),
        Go((1.0, 2.0, 3.0)),
        Join(10**30),
        Advance(10**400),
    ],
)
def test_an_order_with_figures_of_the_wrong_kind_is_refused(step: Manoeuvre) -> None:
    battle = table(Put(spearmen(), 20, 20, files=4), Put(warriors(), 20, 40, 180, 6, side=BLUE))
    found = judge(battle, OrderUnit(battle.turn.side), Order(UnitId(0), (step,)))
    assert isinstance(found, Refusal)
    assert found.why.startswith("Order: ")
