"""Who may be moved or placed now, and with which manoeuvres. The referee is asked with small trials; no
rule is repeated here.
"""

from collections.abc import Iterable

from maniple.battle.asks import (
    DisengageMove,
    FormRallied,
    OrderUnit,
    ParthianMove,
    PlaceCharacter,
    Placement,
    PlaceUnit,
)
from maniple.battle.bodies import where_stands
from maniple.battle.judged import Judged
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
    Pivot,
    Reform,
    Sidestep,
    Spread,
    TurnModels,
    Wheel,
)
from maniple.battle.state import Battle
from maniple.battle.unit import Status, Unit, UnitId
from maniple.geometry import Pose, cos_deg, pose, round_degrees, sin_deg
from maniple.play.game import Game
from maniple.rules.moving.alone import who_may_step
from maniple.rules.moving.manoeuvre import can_be_ordered
from maniple.rules.moving.plan import is_march_barred, may_march
from maniple.rules.moving.rate import move_of
from maniple.rules.start.placing import FORWARD, zone_of
from maniple.server.orders.suggest import suggest, usual
from maniple.server.wire.questions import Subject, Tool, ToolKind

LITTLE = 0.25
"""Inches of a trial."""
SLIGHT = 2.0
"""Degrees of a trial."""
GAP = 0.5
"""Inches between skirmishers who open out, if nothing else is said."""

KEYS: dict[ToolKind, str] = {
    "advance": "a",
    "wheel": "w",
    "turn": "t",
    "files": "r",
    "reform": "f",
    "backward": "b",
    "sidestep": "s",
    "go": "g",
    "spread": "s",
    "close-up": "c",
    "open-out": "o",
    "pivot": "p",
    "join": "j",
    "leave": "l",
    "step": "e",
    "move-up": "u",
}


def subjects_of(game: Game) -> tuple[Subject, ...]:
    """The units that the pending question may move or place; none for questions of another kind."""
    ask, battle = game.pending, game.battle
    match ask:
        case OrderUnit():
            units = [battle.units[unit] for unit in can_be_ordered(battle, ask.side)]
            return tuple([_mover(game, unit) for unit in units])
        case ParthianMove():
            return (_mover(game, battle.units[ask.unit]),)
        case PlaceUnit():
            waiting = [
                unit
                for unit in battle.of(ask.side)
                if unit.status is Status.WAITING and not unit.sheet.is_character
            ]
            return tuple([_placed(game, unit) for unit in waiting])
        case PlaceCharacter() | DisengageMove():
            return (_placed(game, battle.units[ask.unit]),)
        case FormRallied():
            unit = battle.units[ask.unit]
            return (Subject(unit.id, files=(1, _most_files(unit))),)
        case _:
            return ()


def _placed(game: Game, unit: Unit) -> Subject:
    """A unit to be put on the table, with a place to begin with."""
    if isinstance(game.pending, DisengageMove):
        return Subject(unit.id, files=(unit.files, unit.files), place=_way_out(game))
    place = suggest(game, unit.id)
    if place is None:
        zone = zone_of(game.battle, unit)
        middle = pose(
            (zone.left + zone.right) / 2, (zone.bottom + zone.top) / 2, FORWARD[zone.edge]
        )
        place = usual(unit, middle)
    hosts: tuple[Placement, ...] = ()
    if isinstance(game.pending, PlaceCharacter):
        wanted = [Placement(unit.id, host.pose, host=host.id) for host in _friends(game, unit)]
        hosts = tuple([one for one in wanted if isinstance(game.judge(one), Judged)])
    tools = (Tool("join", KEYS["join"], hosts, "character.join"),) if hosts else ()
    return Subject(unit.id, tools, files=(1, _most_files(unit)), place=place)


def _way_out(game: Game) -> Placement | None:
    """Where a unit that has disengaged gets to: the first way that is open, to its end."""
    lots = iter((0, 9))
    found = game.sample(lambda below: min(next(lots, 0), below - 1))
    return found if isinstance(found, Placement) else None


def _mover(game: Game, unit: Unit) -> Subject:
    marches = may_march(game.battle, unit) is None
    return Subject(
        unit.id,
        tuple(_tools(game, unit, marches)),
        float(move_of(game.battle, unit)) if unit.status is Status.TABLE else 0.0,
        marches,
        (1, _most_files(unit)),
        march_test=marches and is_march_barred(game.battle, unit),
    )


def _most_files(unit: Unit) -> int:
    return 1 if unit.sheet.is_character or unit.body_width else max(1, unit.models)


def _tools(game: Game, unit: Unit, marches: bool) -> Iterable[Tool]:
    for kind, trials, rule in _trials(game.battle, unit):
        if any(_goes(game, unit.id, trial, marches) for trial in trials):
            yield Tool(kind, KEYS[kind], rule=rule)
    for kind, orders, rule in _listed(game.battle, unit):
        goes = tuple([order for order in orders if isinstance(game.judge(order), Judged)])
        if goes:
            yield Tool(kind, KEYS[kind], goes, rule)


def _goes(game: Game, unit: UnitId, manoeuvre: Manoeuvre, marches: bool) -> bool:
    if isinstance(game.judge(Order(unit, (manoeuvre,))), Judged):
        return True
    return marches and isinstance(game.judge(Order(unit, (manoeuvre,), march=True)), Judged)


def _trials(battle: Battle, unit: Unit) -> list[tuple[ToolKind, tuple[Manoeuvre, ...], str]]:
    """Manoeuvres that need figures, with small ones to try them."""
    at = unit.pose
    clear = unit.sheet.base_depth + LITTLE
    narrower = max(1, unit.files - 1)
    wider = min(unit.models, unit.files + 1)
    on = pose(at.x, at.y, round_degrees(at.facing + SLIGHT))
    return [
        ("advance", (Advance(LITTLE),), "move.rate"),
        ("wheel", (Wheel(SLIGHT, "left"), Wheel(SLIGHT, "right")), "move.wheel"),
        ("files", (ChangeFormation(wider), ChangeFormation(narrower)), "move.change-formation"),
        ("reform", (Reform(unit.files, at.facing), Reform(wider, at.facing)), "move.reform"),
        ("backward", (Backward(LITTLE),), "move.back-and-sideways"),
        ("sidestep", (Sidestep(LITTLE), Sidestep(-LITTLE)), "move.back-and-sideways"),
        ("pivot", (Pivot(round_degrees(at.facing + SLIGHT)),), "engine.pivot"),
        ("go", (Go(on),), "character.move"),
        ("leave", (Leave(_ahead(where_stands(battle, unit).pose, clear)),), "character.leave"),
        ("spread", (Spread(at, unit.files, GAP),), "troop.skirmish.shape"),
        ("close-up", (CloseUp(max(1, unit.files), at.facing),), "troop.skirmish.shape"),
        ("open-out", (OpenOut(GAP),), "troop.skirmish.shape"),
    ]


def _ahead(at: Pose, inches: float) -> Pose:
    facing = round_degrees(at.facing)
    return pose(at.x + sin_deg(facing) * inches, at.y + cos_deg(facing) * inches, at.facing)


def _listed(battle: Battle, unit: Unit) -> list[tuple[ToolKind, list[Order], str]]:
    """Manoeuvres that can be listed whole."""
    turns = [Order(unit.id, (TurnModels(way),)) for way in ("left", "right", "about")]
    all_steps = [(step, Order(unit.id, (step,))) for step in who_may_step(battle, unit)]
    steps = [order for step, order in all_steps if step.who != unit.id]
    leaders = [order for step, order in all_steps if step.who == unit.id]
    joins: list[Order] = []
    if unit.sheet.is_character:
        hosts = [one for one in battle.of(unit.side) if one.is_on_table and one is not unit]
        joins = [Order(unit.id, (Join(host.id),)) for host in hosts]
    return [
        ("turn", turns, "move.turn"),
        ("join", joins, "character.join"),
        ("step", steps, "character.moves-to-fight"),
        ("step", leaders, "command.leader-moves"),
        ("move-up", [Order(unit.id, (MoveUp(),))], "troop.engaged-skirmishers"),
    ]


def _friends(game: Game, unit: Unit) -> list[Unit]:
    return [one for one in game.battle.of(unit.side) if one.is_on_table and one is not unit]
