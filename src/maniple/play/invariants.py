"""What must hold in every battle, after every event and between steps.

For the soak, the tests, and whoever writes rules of their own.

    Watcher        listens to a game, and keeps the problems that it finds
    after_event    models, guests and contacts agree; the events alone make the battle
    between_steps  bodies, ground and states are as they may be when nothing is under way
    most_asks      more questions than these no player's turn may bring
"""

from collections.abc import Iterator

from maniple.battle.apply import apply
from maniple.battle.bodies import guest_places, is_on_field, outline, where_stands
from maniple.battle.events import (
    BattleBegan,
    BattleEnded,
    Event,
    PhaseBegan,
    StepEnded,
    TurnBegan,
    UnitDestroyed,
    UnitMoved,
    UnitRallied,
    UnitRan,
    UnitReturned,
    WoundsTaken,
)
from maniple.battle.field import Field
from maniple.battle.laps import lap_rects
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.tasks import Phase
from maniple.battle.unit import NOBODY, Formation, Moved, Status, Unit
from maniple.geometry import Rect, penetration, polygon_penetration
from maniple.play.told import Answered, Fell, Happened, Told
from maniple.rules.table.ground import Piece, grounds
from maniple.rules.victory import points_for, victory_points

SLACK = 0.02
"""Inches by which recorded poses may miss, since they are rounded to a thousandth."""

MOVES = UnitMoved | UnitRan | UnitRallied | UnitReturned
"""Events by which a unit comes to stand elsewhere of its own will, or in flight."""

LAST_PHASES = (Phase.COMBAT, Phase.MAGIC, Phase.END, Phase.OVER)
"""Close combat and what comes after it in a turn."""

ASKS_A_UNIT = 16
"""Questions that one unit can bring about in a player's turn: testudo stated; a charge declared, answered,
redirected, answered again and moved; an order; a shot; a combat named; challenges; arms and blows on both
sides; falling back, pursuit, overrun and redress. [turn.procedure]
"""
ASKS_BESIDES = 10
"""Questions of a turn that go to a side and not to a unit: the last "done" of each list."""

ASKS_OF_MAGIC = 24
"""Questions of a magic phase: each card of the winds can be asked about once to cast or to dispel, and
kept ones besides. [magic.cast, magic.dispel]
"""


class Watcher:
    """Listens to a game, and keeps the problems that it finds, each with when it came about.

    `Game(began, chance, listeners=(watcher,))`; `asks` counts the questions of each player's turn.
    """

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.asks: list[int] = [0]
        self.events = 0
        self._battle: Battle | None = None
        self._checked: Battle | None = None

    def __call__(self, told: Told) -> None:
        """Check what is told."""
        match told:
            case Happened():
                self._happened(told.event, told.battle)
            case Answered():
                self.asks[-1] += 1
                if self.asks[-1] == most_asks(told.battle) + 1:
                    self._note(told.battle, f"more than {self.asks[-1] - 1} questions in a turn")
            case Fell():
                pass

    def _happened(self, event: Event, after: Battle) -> None:
        self.events += 1
        if isinstance(event, TurnBegan):
            self.asks.append(0)
        if isinstance(event, BattleBegan):
            self._battle = Battle(event.field, event.units)
        if self._battle is None:
            raise ValueError("a watcher listens from the beginning of the battle")
        before, self._battle = self._battle, after
        for problem in after_event(before, event, after):
            self._note(after, f"after {type(event).__name__}: {problem}")
        if isinstance(event, StepEnded | PhaseBegan | BattleEnded) and not self._is_as_checked(
            after
        ):
            self._checked = after
            for problem in between_steps(after):
                self._note(after, problem)

    def _is_as_checked(self, battle: Battle) -> bool:
        """Whether nobody has moved, fought or fallen since the last look. Most steps change nothing."""
        last = self._checked
        return (
            last is not None
            and battle.units is last.units
            and battle.contacts is last.contacts
            and battle.captures is last.captures
            and battle.outcome is last.outcome
        )

    def _note(self, battle: Battle, problem: str) -> None:
        turn = battle.turn
        self.problems.append(
            f"turn {turn.number} of {turn.side.value}, {turn.phase.value}, "
            f"event {self.events}: {problem}"
        )


def most_asks(battle: Battle) -> int:
    """The bound on the questions in a player's turn: linear in the units of both sides."""
    magic = ASKS_OF_MAGIC if battle.field.ruleset.magic else 0
    return ASKS_A_UNIT * len(battle.units) + ASKS_BESIDES + magic


def after_event(before: Battle, event: Event, after: Battle) -> Iterator[str]:
    """No model is lost or made but by wounds; guests, hosts, contacts and places agree; the event
    alone makes the battle; sheets, and so points, never change.
    """
    if apply(before, event) != after:
        yield "the event alone makes another battle"
    for old, new in zip(before.units, after.units, strict=True):
        if old is not new:
            yield from _models(old, event, new)
            yield from _of_unit(after, new)
    if before.contacts is not after.contacts:
        yield from _contacts(after)
    yield from _on_obstacle(before, event, after)


def between_steps(battle: Battle) -> Iterator[str]:
    """No two bodies overlap; nobody stands on closed ground; every unit is on the table, off it and
    due back, with a unit, or out; points add up.
    """
    standing = [
        (unit, _covered(battle, unit)) for unit in battle.units if unit.status is Status.TABLE
    ]
    for i, (unit, rects) in enumerate(standing):
        if not is_on_field(battle.field, unit):
            yield f"{_who(unit)} stands off the table at {unit.pose}"
        for other, others in standing[i + 1 :]:
            depth = max([penetration(one, two) for one in rects for two in others])
            if depth > SLACK:
                yield f"{_who(unit)} and {_who(other)} overlap by {depth:.3f} inches"
        yield from _on_closed_ground(battle, unit, rects)
    for unit in battle.units:
        yield from _status(battle, unit)
    yield from _points(battle)


def _covered(battle: Battle, unit: Unit) -> tuple[Rect, ...]:
    """All that a unit covers, men who lap round among it."""
    return (*outline(unit), *lap_rects(battle, unit.id))


def _on_closed_ground(battle: Battle, unit: Unit, rects: tuple[Rect, ...]) -> Iterator[str]:
    """[terrain.impassable]"""
    for piece in grounds(battle).impassable:
        depth = _depth(rects, piece)
        if depth > SLACK:
            yield f"{_who(unit)} stands {depth:.3f} inches in {piece.terrain.name}"


def _on_obstacle(before: Battle, event: Event, after: Battle) -> Iterator[str]:
    """Nobody comes to stand upon an obstacle, but who charges and is aligned. [terrain.cost]"""
    if not isinstance(event, MOVES) or getattr(event, "how", None) is Moved.CHARGED:
        return
    unit, old = after.units[event.unit], before.units[event.unit]
    if unit.status is not Status.TABLE or old.status is not Status.TABLE:
        return
    if isinstance(event, UnitRan) and _is_at_edge(after.field, unit):
        return  # and goes over it, as the next event says
    for piece in grounds(after).obstacles:
        depth = _depth(outline(unit), piece)
        if depth > SLACK and _depth(outline(old), piece) <= SLACK:
            yield f"{_who(unit)} has come to stand {depth:.3f} inches on {piece.terrain.name}"


def _is_at_edge(field: Field, unit: Unit) -> bool:
    """Whether the unit touches the table edge."""
    return any(
        min(r.cx - r.ex, r.cy - r.ey) <= SLACK
        or r.cx + r.ex >= field.width - SLACK
        or r.cy + r.ey >= field.height - SLACK
        for r in outline(unit)
    )


def _depth(rects: tuple[Rect, ...], piece: Piece) -> float:
    return max([polygon_penetration(rect, piece.polygon) for rect in rects])


def _status(battle: Battle, unit: Unit) -> Iterator[str]:
    match unit.status:
        case Status.WAITING if battle.turn.number > 0:
            yield f"{_who(unit)} was never placed"
        case Status.RETURNING if unit.leaves_at is None:
            yield f"{_who(unit)} is due back, but nobody knows where"
        case Status.JOINED if unit.host == NOBODY:
            yield f"{_who(unit)} is with a unit, but with none"
        case Status.TABLE if unit.host != NOBODY:
            yield f"{_who(unit)} is on its own, and with a unit"
        case _:
            pass
    if unit.status is not Status.TABLE and battle.contacts_of(unit.id):
        yield f"{_who(unit)} is off the table and in touch with an enemy"
    if unit.fight is not None and unit.host == NOBODY and not battle.contacts_of(unit.id):
        yield f"{_who(unit)} fights nobody"
    if unit.duel != NOBODY and where_stands(battle, unit).fight is None:
        yield f"{_who(unit)} fights a challenge, but in no combat"
    if unit.retired and battle.turn.phase not in LAST_PHASES:
        yield f"{_who(unit)} is still hiding from a challenge"
    if unit.fight is not None and unit.fleeing:
        yield f"{_who(unit)} fights and flees"
    laps = (unit.lap_left or unit.lap_right) and not battle.is_over
    if laps and unit.is_on_table and unit.fight is None and battle.turn.phase is not Phase.COMBAT:
        yield f"{_who(unit)} laps round an enemy, and fights nobody"
    if unit.is_alive and unit.models == 0:
        yield f"{_who(unit)} has no models left, and is not out"


def _points(battle: Battle) -> Iterator[str]:
    """[victory.points]"""
    points, figures = victory_points(battle), battle.field.ruleset.victory
    most = 4 * figures.quarter
    for side in Side:
        lost = sum(points_for(battle, unit) for unit in battle.of(side.enemy))
        taken = figures.standard * sum(capture.by is side for capture in battle.captures)
        quarters = points.of(side) - lost - taken
        if quarters not in range(0, most + 1, figures.quarter or 1):
            yield f"{side.value} has {points.of(side)} points, {lost} and {taken} of them explained"
    if battle.outcome is not None and battle.outcome.points != points:
        yield f"the battle ended with {battle.outcome.points}, and comes to {points}"


def _models(old: Unit, event: Event, new: Unit) -> Iterator[str]:
    lost = old.models - new.models
    if lost < 0:
        yield f"{_who(new)} has gained {-lost} models"
    if lost > 0 and not isinstance(event, WoundsTaken | UnitDestroyed):
        yield f"{_who(new)} has lost {lost} models"
    if isinstance(event, WoundsTaken) and event.unit == new.id and lost != event.slain:
        yield f"{_who(new)} has lost {lost} models, {event.slain} were slain"
    if old.sheet is not new.sheet and old.sheet != new.sheet:
        yield f"{_who(new)} has another sheet than before"
    if not old.is_alive and new.is_alive:
        yield f"{_who(new)} was out, and is back"


def _of_unit(battle: Battle, unit: Unit) -> Iterator[str]:
    if not 0 <= unit.models <= unit.sheet.models:
        yield f"{_who(unit)} has {unit.models} models of {unit.sheet.models}"
    if not 0 <= unit.wounds < max(1, unit.sheet.profile.wounds):
        yield f"{_who(unit)} carries {unit.wounds} wounds"
    is_loose = unit.formation is Formation.SKIRMISH and unit.status is Status.TABLE
    # With the last model falls the unit, and its places are of no account any more.
    if is_loose and unit.models and len(unit.places) != unit.models:
        yield f"{_who(unit)} has {len(unit.places)} places for {unit.models} models"
    if unit.by_share and sum(unit.by_share) != unit.models:
        yield f"{_who(unit)} has {unit.models} models, and by kinds {unit.by_share}"
    if unit.status is Status.DESTROYED and unit.models:
        yield f"{_who(unit)} is destroyed and has {unit.models} models"
    if unit.host != NOBODY and unit.id not in battle.units[unit.host].guests:
        yield f"{_who(unit)} is with a unit that does not know it"
    places = sum(
        guest_places(battle.units[g].sheet.base_width, unit.sheet.base_width) for g in unit.guests
    )
    if places != unit.guest_places:
        yield f"{_who(unit)} keeps {unit.guest_places} places for guests that take {places}"
    if unit.duel != NOBODY and battle.units[unit.duel].duel != unit.id:
        yield f"{_who(unit)} fights a challenge alone"
    for guest in unit.guests:
        if battle.units[guest].host != unit.id and unit.is_alive:
            yield f"{_who(unit)} has a guest that is elsewhere: {_who(battle.units[guest])}"


def _contacts(battle: Battle) -> Iterator[str]:
    for contact in battle.contacts:
        for unit_id in (contact.red, contact.blue):
            unit = battle.units[unit_id]
            if unit.status is not Status.TABLE or unit.fight is None:
                yield f"{_who(unit)} is in touch with an enemy, but does not fight"


def _who(unit: Unit) -> str:
    return f"{unit.sheet.name} ({unit.side.value} {unit.id})"
