"""A round of combat in at most four lines: who fights, what the blows did, the result, who breaks."""

from maniple.battle.chance import Rolled
from maniple.battle.chance_requests import Blows
from maniple.battle.events import (
    BlowsStruck,
    BreakTestIgnored,
    CombatNamed,
    Event,
    ResultCounted,
    Tested,
    UnitBroke,
    UnitWillFallBack,
    WoundsTaken,
)
from maniple.battle.sides import Side
from maniple.battle.state import Battle, Score
from maniple.battle.unit import NOBODY, UnitId
from maniple.geometry import Edge
from maniple.report.account.lines import Line
from maniple.report.account.volleys import stage_counts
from maniple.report.account.words import FACINGS, counted, faces, listed, name, total


class Melee:
    """Gathers what a combat does until it has come so far, then tells it."""

    def __init__(self, event: CombatNamed, battle: Battle) -> None:
        self.units = event.units
        self.opening = opening(event.units, battle)
        self.blows: dict[UnitId, list[int]] = {}
        """For each striker: dice, hits, wounds, unsaved."""
        self.slain: dict[Side, int] = {Side.RED: 0, Side.BLUE: 0}
        self.result: Line | None = None
        self.nerve: list[str] = []
        self.rules: list[str] = []
        self.blows_of: Blows | None = None

    def fell(self, request: Blows, rolled: Rolled) -> None:
        """Blows were thrown."""
        counts = stage_counts(request.attacks, rolled.shown)
        unsaved = sum(rolled.answer) if isinstance(rolled.answer, tuple) else 0
        dice = sum(attacks.dice for attacks in request.attacks)
        row = self.blows.setdefault(request.striker, [0, 0, 0, 0])
        for place, figure in enumerate(
            (dice, counts.get("hit", dice), counts.get("wound", unsaved), unsaved)
        ):
            row[place] += figure

    def happened(self, event: Event, battle: Battle, rolled: Rolled | None) -> bool:
        """Take an event in; False if it is none of a combat's."""
        match event:
            case WoundsTaken():
                self.slain[battle.units[event.unit].side] += event.slain
            case BlowsStruck():
                pass
            case ResultCounted():
                self.result = result_line(event, battle, self.units)
            case Tested(kind="break.test"):
                rolls = "" if rolled is None else f", rolls {faces(rolled)} = {total(rolled)}"
                held = "holds" if event.passed else "breaks"
                self._nerve(
                    f"{name(battle, event.unit)} needs {event.need}{rolls}: {held}", event.cite
                )
            case BreakTestIgnored():
                self._nerve(f"{name(battle, event.unit)} stands fast without a test", event.cite)
            case UnitBroke(cite=cite) if cite != "break.test":
                self._nerve(f"{name(battle, event.unit)} breaks without a test", cite)
            case UnitWillFallBack():
                self._nerve(f"{name(battle, event.unit)} falls back in good order", event.cite)
            case _:
                return False
        return True

    def lines(self, battle: Battle) -> list[Line]:
        """The whole round, four lines at the most."""
        told = [Line(self.opening, units=self.units)]
        if self.blows:
            told.append(Line(self._struck(battle), units=self.units))
        if self.result is not None:
            told.append(self.result)
        if self.nerve:
            rules = tuple(dict.fromkeys(self.rules))
            told.append(Line("; ".join(self.nerve), rules=rules, units=self.units))
        return told

    def _nerve(self, text: str, cite: str) -> None:
        self.nerve.append(text)
        self.rules.append(cite)

    def _struck(self, battle: Battle) -> str:
        parts = []
        for striker, (dice, hits, wounds, unsaved) in self.blows.items():
            came = f"{hits} hit, {wounds} wound, {unsaved} unsaved" if hits else "none hit"
            parts.append(f"{name(battle, striker)} {counted(dice, 'blow')}, {came}")
        slain = [
            f"{counted(number, 'man', 'men')} of {battle.field.armies.of(side)}"
            for side, number in self.slain.items()
            if number
        ]
        return f"{'; '.join(parts)}. {listed(slain).capitalize() if slain else 'Nobody'} fell"


def opening(units: tuple[UnitId, ...], battle: Battle) -> str:
    """Who fights whom, who charged, on which facings."""
    red = [u for u in units if battle.units[u].side is Side.RED]
    blue = [u for u in units if battle.units[u].side is Side.BLUE]
    text = f"{_roll_call(red, battle)} against {_roll_call(blue, battle)}"
    struck = [
        f"{name(battle, struck)} is struck {FACINGS[edge]}"
        for contact in battle.contacts
        if contact.red in units
        for struck, edge in (
            (contact.red, contact.red_edge),
            (contact.blue, contact.blue_edge),
        )
        if edge is not Edge.FRONT and not battle.units[struck].is_skirmishing
    ]
    return f"{text}; {', '.join(dict.fromkeys(struck))}" if struck else text


def _roll_call(units: list[UnitId], battle: Battle) -> str:
    shown = []
    for unit_id in units:
        unit = battle.units[unit_id]
        if unit.host != NOBODY:
            continue
        charging = ", charging" if unit.fight is not None and unit.fight.charging else ""
        led = f" with {listed([name(battle, g) for g in unit.guests])}" if unit.guests else ""
        shown.append(f"{unit.sheet.name} ({unit.models}{charging}){led}")
    return listed(shown)


SCORE_PARTS = (
    ("wounds", "wounds"),
    ("ranks", "ranks"),
    ("standard", "standard"),
    ("battle_standard", "battle standard"),
    ("flank", "flank"),
    ("rear", "rear"),
    ("high_ground", "higher ground"),
    ("musician", "musician"),
    ("shieldwall", "shieldwall"),
)


def score_words(score: Score) -> str:
    """A side's result entry by entry: "3 wounds + 2 ranks + 1 standard"."""
    parts = [(getattr(score, field), word) for field, word in SCORE_PARTS]
    return " + ".join(f"{figure} {word}" for figure, word in parts if figure) or "nothing"


def result_line(event: ResultCounted, battle: Battle, units: tuple[UnitId, ...]) -> Line:
    """The result of the round in a line."""
    armies = battle.field.armies
    scores = event.scores
    text = (
        f"{armies.red} {scores.red.total} ({score_words(scores.red)}), "
        f"{armies.blue} {scores.blue.total} ({score_words(scores.blue)}): "
    )
    if event.winner is None:
        return Line(f"{text}drawn", rules=(event.cite,), units=units)
    won = f"{armies.of(event.winner)} wins by {event.margin}"
    return Line(text + won, rules=(event.cite,), units=units)
