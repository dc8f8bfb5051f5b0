"""The account: listens to a game or a replay, and tells it in lines, phase after phase.

    account = Account()
    for told in replay:
        for line in account.tell(told):
            print(line.plain())

A heading stands only over something. Moves are gathered and told as their phase ends, a combat as
it has come so far.
"""

from maniple.battle.chance import Rolled
from maniple.battle.chance_requests import Blows, Roll, Test, Volley
from maniple.battle.events import (
    BattleEnded,
    CharacterJoined,
    CharacterLeft,
    ChargeAnswered,
    ChargeDeclared,
    ChargeEnded,
    ChargeRedirected,
    CombatClosed,
    CombatNamed,
    Event,
    FirstTurnRolled,
    FleersCaught,
    GeneralFell,
    HeldBack,
    PhaseBegan,
    RanksRedressed,
    Spoke,
    StandardCaptured,
    Tested,
    TurnBegan,
    UnitDestroyed,
    UnitFellBack,
    UnitFled,
    UnitLeftTable,
    UnitMoved,
    UnitRallied,
    UnitRan,
    UnitReturned,
    UnitShot,
    UnitsMet,
    WoundsTaken,
)
from maniple.battle.sides import Side
from maniple.battle.state import Battle, Response
from maniple.battle.tasks import Phase
from maniple.battle.unit import Moved, UnitId
from maniple.play.told import Fell, Happened, Told
from maniple.report.account.combats import Melee
from maniple.report.account.lines import Line
from maniple.report.account.volleys import shot_line
from maniple.report.account.words import FACINGS, counted, faces, inches, name, names, total

RESPONSES = {
    Response.HOLD: "holds",
    Response.STAND_AND_SHOOT: "stands and shoots",
    Response.FLEE: "flees",
    Response.FIRE_AND_FLEE: "fires and flees",
    Response.COUNTER_CHARGE: "counter-charges",
}

MOVES = {
    Moved.MOVED: "Moved",
    Moved.MARCHED: "Marched",
    Moved.REFORMED: "Reformed",
    Moved.DISENGAGED: "Disengaged",
    Moved.FAILED_CHARGE: "Fell short of a charge",
}

CAUSES = {
    "panic.fleeing-friends": "friends flee close by",
    "panic.broken-friends": "friends break",
    "panic.flank-charge": "charged in flank or rear",
    "panic.fleers-destroyed": "fleeing friends are cut down",
    "panic.general": "the general is slain",
    "panic.shooting": "losses by shooting",
    "panic.agreed": "as the scenario says",
}


class Account:
    """Turns what it is told into lines."""

    def __init__(self) -> None:
        self._phase: Phase | None = None
        self._heading: list[Line] = []
        self._moves: dict[Moved, list[UnitId]] = {}
        self._melee: Melee | None = None
        self._volley: tuple[Volley, Rolled] | None = None
        self._rolled: Rolled | None = None

    def tell(self, told: Told) -> list[Line]:
        """The lines that are ready now that this is told; often none."""
        if isinstance(told, Fell):
            self._fell(told)
            return []
        if not isinstance(told, Happened):
            return []
        lines = self._happened(told.event, told.battle)
        if not lines:
            return []
        headings = [line for line in lines if line.level == "turn"]
        if not headings:
            lines = [*self._heading, *lines]
            self._heading = []
        return lines

    def _fell(self, told: Fell) -> None:
        match told.request:
            case Blows():
                if self._melee is not None:
                    self._melee.fell(told.request, told.rolled)
            case Volley():
                self._volley = (told.request, told.rolled)
            case Test() | Roll():
                self._rolled = told.rolled
            case _:
                return

    def _happened(self, event: Event, battle: Battle) -> list[Line]:
        rolled = self._rolled
        if not isinstance(event, Tested | UnitRan):
            self._rolled = None
        if self._melee is not None:
            return self._in_combat(event, battle, rolled)
        match event:
            case TurnBegan() | PhaseBegan() | FirstTurnRolled() | BattleEnded():
                return self._frame(event, battle)
            case UnitMoved():
                self._moves.setdefault(event.how, []).append(event.unit)
                return []
            case UnitShot():
                volley, self._volley = self._volley, None
                return [shot_line(event, battle, volley)]
            case CombatNamed():
                self._melee = Melee(event, battle)
                return []
            case WoundsTaken():
                return self._losses(event, battle)
            case Tested():
                return [_test_line(event, battle, rolled)]
            case UnitRan():
                return [_run_line(event, battle)]
            case _:
                line = told_line(event, battle)
                return [] if line is None else [line]

    def _in_combat(self, event: Event, battle: Battle, rolled: Rolled | None) -> list[Line]:
        melee = self._melee
        if melee is None:
            return []
        if isinstance(event, CombatClosed | BattleEnded):
            self._melee = None
            lines = melee.lines(battle)
            return (
                lines if isinstance(event, CombatClosed) else [*lines, *self._frame(event, battle)]
            )
        if melee.happened(event, battle, rolled):
            return []
        line = told_line(event, battle)
        if line is not None and not isinstance(event, UnitsMet):
            melee.nerve.append(line.text)
            melee.rules.extend(line.rules)
        return []

    def _frame(self, event: Event, battle: Battle) -> list[Line]:
        match event:
            case FirstTurnRolled():
                return [_drawn_up(event, battle)]
            case TurnBegan():
                self._heading = []
                army = battle.field.armies.of(event.side)
                title = f"Turn {event.number} of {battle.field.turns}: {army}"
                return [Line(title, "turn", rules=(event.cite,))]
            case PhaseBegan():
                lines = self._moves_told(battle)
                if lines and self._heading:
                    lines = [*self._heading, *lines]
                self._heading = [Line(event.phase.value.capitalize(), "phase")]
                return lines
            case BattleEnded():
                return [Line("The end", "turn"), *_score(event, battle)]
            case _:
                return []

    def _moves_told(self, battle: Battle) -> list[Line]:
        lines = [
            Line(f"{MOVES[how]}: {names(battle, units)}", units=tuple(units))
            for how, units in self._moves.items()
            if how in MOVES
        ]
        self._moves = {}
        return lines

    def _losses(self, event: WoundsTaken, battle: Battle) -> list[Line]:
        who = name(battle, event.unit)
        if not event.slain:
            text = f"{who} takes {counted(event.wounds, 'wound')}, nobody falls"
        else:
            left = battle.units[event.unit].models
            text = f"{who} loses {counted(event.slain, 'man', 'men')}, {left} left"
        return [Line(text, rules=(event.cite,), units=(event.unit,))]


def _drawn_up(event: FirstTurnRolled, battle: Battle) -> Line:
    armies = battle.field.armies
    parts = []
    for side in Side:
        units = list(battle.of(side))
        parts.append(f"{armies.of(side)} ({counted(len(units), 'unit')})")
    first = armies.of(event.side)
    return Line(
        f"{' and '.join(parts)} are drawn up. {first} has the first turn", rules=(event.cite,)
    )


def _test_line(event: Tested, battle: Battle, rolled: Rolled | None) -> Line:
    who = name(battle, event.unit)
    cause = CAUSES.get(event.kind)
    what = f"tests for panic ({cause})" if cause else f"tests ({event.kind})"
    dice = "" if rolled is None else f", rolls {faces(rolled)} = {total(rolled)}"
    came = "passes" if event.passed else "fails"
    text = f"{who} {what}: needs {event.need} or less{dice}: {came}"
    return Line(text, rules=(event.cite,), units=(event.unit,))


def _run_line(event: UnitRan, battle: Battle) -> Line:
    unit = battle.units[event.unit]
    verb = "flees" if unit.fleeing else "runs on"
    runner = next((r for r in battle.runners if r.unit == event.unit), None)
    if runner is not None and not unit.fleeing:
        verb = "pursues" if runner.chases >= 0 else "falls back"
    rolled = "" if runner is None or not runner.distance else f" (rolled {runner.distance:g})"
    text = f"{unit.sheet.name} {verb} {inches(event.distance)}{rolled}"
    return Line(text, rules=(event.cite,), units=(event.unit,))


def _score(event: BattleEnded, battle: Battle) -> list[Line]:
    outcome, armies = event.outcome, battle.field.armies
    points = outcome.points
    text = f"{armies.red} {points.red} victory points, {armies.blue} {points.blue}"
    lines = [Line(f"{outcome.reason.value.capitalize()}. {text}", rules=("victory.points",))]
    if outcome.winner is None:
        lines.append(Line("A draw", rules=("victory.points",)))
    else:
        how = "a decisive victory" if outcome.decisive else "a victory"
        lines.append(
            Line(f"{how.capitalize()} for {armies.of(outcome.winner)}", rules=("victory.points",))
        )
    return lines


def told_line(event: Event, battle: Battle) -> Line | None:
    """The line of an event that is told by itself; None for one that needs no words."""
    text = _text(event, battle)
    if text is None:
        return None
    cite = getattr(event, "cite", "")
    units = tuple(
        getattr(event, field)
        for field in ("unit", "charger", "target", "by")
        if isinstance(getattr(event, field, None), int)
    )
    return Line(text, rules=(cite,) if cite else (), units=units)


def _text(event: Event, battle: Battle) -> str | None:
    match event:
        case ChargeDeclared():
            must = "must charge" if event.compelled else "charges"
            where = FACINGS[event.facing]
            return f"{name(battle, event.charger)} {must} {name(battle, event.target)} {where}"
        case ChargeAnswered():
            reach = "" if event.in_reach else "; the charge is out of reach"
            return f"{name(battle, event.target)} {RESPONSES[event.response]}{reach}"
        case ChargeRedirected():
            return f"{name(battle, event.charger)} turns on {name(battle, event.target)}"
        case ChargeEnded(arrived=False):
            return f"{name(battle, event.charger)} does not bring its charge home"
        case FleersCaught():
            return f"{name(battle, event.by)} catches {name(battle, event.unit)}"
        case UnitsMet():
            contact = event.contact
            return f"{name(battle, contact.red)} and {name(battle, contact.blue)} are in touch"
        case UnitFled():
            return f"{name(battle, event.unit)} takes to flight"
        case UnitFellBack():
            return f"{name(battle, event.unit)} leaves the fight in good order"
        case UnitRallied():
            return f"{name(battle, event.unit)} stands in formation, {event.files} wide"
        case UnitReturned():
            return f"{name(battle, event.unit)} comes back onto the table"
        case UnitLeftTable():
            back = (
                "off the table, due back next turn" if event.returns else "off the table for good"
            )
            return f"{name(battle, event.unit)} is {back}"
        case UnitDestroyed():
            return f"{name(battle, event.unit)} is destroyed"
        case HeldBack():
            return f"{name(battle, event.unit)} is held back"
        case RanksRedressed():
            return f"{name(battle, event.unit)} stands {event.files} wide"
        case StandardCaptured():
            return f"the standard of {name(battle, event.unit)} is taken"
        case GeneralFell():
            return f"the general of {battle.field.armies.of(event.side)} falls"
        case CharacterJoined():
            return f"{name(battle, event.unit)} joins {name(battle, event.host)}"
        case CharacterLeft():
            return f"{name(battle, event.unit)} stands on his own"
        case Spoke():
            return f"{name(battle, event.unit)} {event.what}"
        case _:
            return None
