"""A round of combat in at most five lines: who fights, who challenged whom, what the blows did, the
result, who breaks.

The last line stays open until the phase is over: flights and pursuits are told in it.
"""

from collections.abc import Mapping

from maniple.battle.chance import Rolled
from maniple.battle.chance_requests import Attacks, Blows
from maniple.battle.events import (
    BlowsStruck,
    BreakTestIgnored,
    ChallengeMet,
    ChallengeRefused,
    CombatNamed,
    CrewWounded,
    DuelEnded,
    Event,
    FrenzyLost,
    ImpactsCounted,
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
from maniple.play.explain import blows_explained
from maniple.play.figures import SCORE_PARTS, needed
from maniple.report.account.challenges import challenge_told, duels_of
from maniple.report.account.lines import Line
from maniple.report.account.nerve import test_told
from maniple.report.account.sentence import Sentence
from maniple.report.account.volleys import chain
from maniple.report.account.words import FACINGS, counted, inches, listed, name, of_each

IMPACT_HIT = "impact hit"
"""One of those that chariots inflict as they charge home. [troop.heavy-chariot]"""


class Melee:
    """Gathers what a combat does, and tells it."""

    def __init__(
        self, event: CombatNamed, battle: Battle, came_from: Mapping[UnitId, float]
    ) -> None:
        """`came_from`: the inches from which each charger of this turn declared its charge."""
        self.units = event.units
        self.is_closed = False
        self.nerve = Sentence(event.units)
        """The last line: Break tests, flights, pursuits."""
        self._opening = opening(event.units, battle, came_from)
        self.duel = duels_of(event.units, battle)
        """Who challenged whom, and what came of it."""
        self._struck = Sentence(event.units)
        self._kinds: list[str] = []
        """Who fell by the last blows, in units of several kinds."""
        self._result: Line | None = None
        self._margin = 0
        self._tested = NOBODY
        self._crew_lost = 0
        """Riders of beasts or machines slain by the blows under way."""

    def fell(self, request: Blows, rolled: Rolled, battle: Battle) -> None:
        """Blows were thrown."""
        batches: dict[tuple[str, str], int] = {}
        for attacks in request.attacks:
            needs = f"{_needs(attacks)} (at its crew)" if attacks.at_crew else _needs(attacks)
            kind = (IMPACT_HIT if attacks.who == "impact" else "blow", needs)
            batches[kind] = batches.get(kind, 0) + attacks.dice
        blows: list[str] = []
        last = ""
        for (what, needs), dice in batches.items():
            blows.append(f"{counted(dice, what) if what != last else dice} needing {needs}")
            last = what
        text = f"struck {listed(blows)}: {chain(request, rolled)}"
        self._struck.say(name(battle, request.striker), text)
        if any(attacks.stages[0].reroll_misses for attacks in request.attacks):
            again = [blow.misses_again or "" for _, blow in blows_explained(battle)]
            self._struck.cite(*again)
        if any(attacks.who == "impact" for attacks in request.attacks):
            self._struck.cite("troop.heavy-chariot")

    def happened(self, event: Event, battle: Battle, rolled: Rolled | None) -> bool:
        """Take an event in; False if it is none of a combat's."""
        match event:
            case WoundsTaken():
                if event.slain and event.fell:
                    self._kinds.append(of_each(event, battle))
                    self._struck.cite(event.cite)
            case ImpactsCounted():
                pass
            case ChallengeMet() | ChallengeRefused() | DuelEnded():
                challenge_told(event, battle, self.duel)
            case CrewWounded():
                self._crew_lost += event.slain
            case BlowsStruck():
                self._felled(event)
            case ResultCounted():
                self._margin = event.margin
                self._result = result_line(event, battle, self.units)
            case Tested(kind="break.test") | Tested(cite="troop.stubborn"):
                self._tested = event.unit
                told = test_told(event, rolled, battle, self._margin)
                self.nerve.say(name(battle, event.unit), *told, rules=(event.kind, event.cite))
            case BreakTestIgnored():
                text = "stood fast without a test"
                self.nerve.say(name(battle, event.unit), text, rules=(event.cite,))
            case FrenzyLost():
                text = "came out of the frenzy"
                self.nerve.say(name(battle, event.unit), text, rules=(event.cite,))
            case UnitBroke():
                has_tested = event.cite == "break.test" or self._tested == event.unit
                text = "broke" if has_tested else "broke without a test"
                if event.cite == "fear.defeat":
                    text += " in fear of greater numbers"
                self.nerve.say(name(battle, event.unit), text, rules=(event.cite,))
            case UnitWillFallBack():
                self.nerve.cite(event.instead_of, event.cite)
            case _:
                return False
        return True

    def lines(self) -> list[Line]:
        """The whole round, five lines at the most."""
        told = [self._opening]
        if self.duel:
            told.append(self.duel.line())
        if self._struck:
            told.append(self._struck.line())
        if self._result is not None:
            told.append(self._result)
        if self.nerve:
            told.append(self.nerve.line())
        return told

    def _felled(self, event: BlowsStruck) -> None:
        fallen = sum(number for _, number in event.fallen)
        if event.wounds:
            crew = counted(self._crew_lost, "rider")
            text = f"{counted(fallen, 'man', 'men')} fell" if fallen else "nobody fell"
            if self._crew_lost:
                text = f"{text[:-5]} and {crew} fell" if fallen else f"{crew} fell"
            self._crew_lost = 0
            if self._kinds:
                text = f"{text} ({listed(self._kinds)})"
                self._kinds = []
            self._struck.say("", text)


def _needs(attacks: Attacks) -> str:
    hit, wound, save = (stage.need for stage in attacks.stages)
    saved = f"save {max(save, 2)}+" if save <= 6 else "no save"
    to_wound = f"{needed(wound)} to wound" if wound <= 6 else "unable to wound"
    if attacks.who == "impact":
        return f"{to_wound}, {saved}"
    to_hit = "no die to hit" if hit <= 1 else f"{needed(hit)} to hit"
    if attacks.stages[0].reroll_misses:
        to_hit += " with the misses struck again"
    return f"{to_hit}, {to_wound}, {saved}"


def opening(units: tuple[UnitId, ...], battle: Battle, came_from: Mapping[UnitId, float]) -> Line:
    """Who fights whom, who charged from where, on which facings."""
    red = [u for u in units if battle.units[u].side is Side.RED]
    blue = [u for u in units if battle.units[u].side is Side.BLUE]
    attackers, others = (
        (blue, red)
        if any(_is_charging(battle, u) for u in blue)
        and not any(_is_charging(battle, u) for u in red)
        else (red, blue)
    )
    start = _roll_call(attackers, battle, came_from)
    text = f"{start} against {_roll_call(others, battle, came_from)}"
    rounds = _rounds(units, battle)
    if rounds > 1:
        text = f"Round {rounds}: {text}"
    struck = [
        f"{name(battle, struck)} struck {FACINGS[edge]}"
        for contact in battle.contacts
        if contact.red in units
        for struck, edge in ((contact.red, contact.red_edge), (contact.blue, contact.blue_edge))
        if edge is not Edge.FRONT and not battle.units[struck].is_skirmishing
    ]
    if struck:
        text = f"{text}, {listed(list(dict.fromkeys(struck)))}"
    return Line(text, units=units)


def _rounds(units: tuple[UnitId, ...], battle: Battle) -> int:
    """Which round it is for those who have fought longest."""
    fights = [battle.units[unit].fight for unit in units]
    return 1 + max(fight.rounds for fight in fights if fight is not None)


def _is_charging(battle: Battle, unit: UnitId) -> bool:
    fight = battle.units[unit].fight
    return fight is not None and fight.charging


def _roll_call(units: list[UnitId], battle: Battle, came_from: Mapping[UnitId, float]) -> str:
    shown = []
    for unit_id in units:
        unit = battle.units[unit_id]
        if unit.host != NOBODY:
            continue
        about = [str(unit.models)] if unit.sheet.models > 1 else []
        if _is_charging(battle, unit_id):
            distance = came_from.get(unit_id)
            about.append("charging" + (f" from {inches(distance)}" if distance else ""))
        elif unit.fight is not None and unit.fight.counter_charging:
            about.append("counter-charging")
        led = f" with {listed([name(battle, g) for g in unit.guests])}" if unit.guests else ""
        said = f" ({', '.join(about)})" if about else ""
        shown.append(f"{unit.sheet.name}{led}{said}")
    return listed(shown)


def score_words(score: Score) -> str:
    """A side's result entry by entry, as in "3 wounds, 2 ranks, 1 standard"."""
    parts = [
        f"{figure} {one if figure == 1 else many}"
        for field, one, many in SCORE_PARTS
        if (figure := getattr(score, field))
    ]
    return ", ".join(parts)


def result_line(event: ResultCounted, battle: Battle, units: tuple[UnitId, ...]) -> Line:
    """The result of the round in a line, the winner's figures first."""
    armies, scores = battle.field.armies, event.scores
    first = event.winner or Side.RED
    shown = [_score(scores.of(side)) for side in (first, first.enemy)]
    if event.winner is None:
        text = f"Drawn, {' to '.join(shown)}"
    elif event.margin and scores.of(first).total > scores.of(first.enemy).total:
        text = f"{armies.of(first)} won by {event.margin}, {' to '.join(shown)}"
    else:
        text = f"{armies.of(first)} won, for no enemy was left"
    return Line(text, rules=(event.cite,), units=units)


def _score(score: Score) -> str:
    words = score_words(score)
    return f"{score.total} ({words})" if words else f"{score.total}"
