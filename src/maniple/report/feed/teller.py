"""The running account: listens to a game or a replay, and tells each thing as it happens.

    feed = Feed()
    for entry in feed.tell(told): ...

Headings of turns stand at once, those of phases over the first thing that happens in them. A test is told
with what came of it, in one line with its dice.
"""

from maniple.battle.chance_requests import Roll, Test
from maniple.battle.events import PhaseBegan, Tested, TurnBegan
from maniple.battle.tasks import Phase
from maniple.play.told import Answered, Fell, Happened, Told
from maniple.report.account.nerve import test_told
from maniple.report.account.teller import HEADINGS
from maniple.report.account.words import listed
from maniple.report.feed.entries import Entry, Words
from maniple.report.feed.happenings import happened
from maniple.report.feed.rolls import all_dice, roll_told, thrown
from maniple.report.feed.writing import Piece, U, told

PAUSES = {"minor": 0.15, "usual": 0.35, "great": 0.6}
DICE = 0.5
"""Seconds that dice take to fall."""


class Feed:
    """Tells what happens. A copy goes on by itself."""

    def __init__(self) -> None:
        self._dice = 0
        self._test: tuple[Fell, int] | None = None
        """The dice of a test whose outcome is not told yet, and the number of the first."""
        self._phase: Phase | None = None
        """The phase whose heading is still to stand."""

    def tell(self, heard: Told) -> tuple[Entry, ...]:
        """The entries of what has just happened; often none."""
        match heard:
            case Answered():
                return ()
            case Fell():
                return self._fell(heard)
            case Happened():
                return self._happened(heard)

    def _fell(self, fell: Fell) -> tuple[Entry, ...]:
        before = self._rest()
        first = self._dice
        self._dice += thrown(fell)
        if isinstance(fell.request, Test):
            self._test = fell, first
            return before
        if isinstance(fell.request, Roll) and not fell.rolled.shown:
            return before
        return self._headed((*before, roll_told(fell, first)), fell)

    def _happened(self, heard: Happened) -> tuple[Entry, ...]:
        event, battle = heard.event, heard.battle
        match event:
            case TurnBegan():
                army = battle.field.armies.of(event.side)
                text = f"Turn {event.number}: {army}"
                self._phase = Phase.START
                return (*self._rest(), told(battle, text, level="turn", rules=(event.cite,)))
            case PhaseBegan():
                self._phase = event.phase
                return self._rest()
            case Tested():
                return self._headed((self._tested(event, heard),), heard)
            case _:
                line = happened(event, battle)
                found = (*self._rest(), *((line,) if line is not None else ()))
                return self._headed(found, heard)

    def _tested(self, event: Tested, heard: Happened) -> Entry:
        waiting, self._test = self._test, None
        words = test_told(event, None, heard.battle)
        needed, came = words[0], [word for word in words[1:] if word]
        parts: list[Piece] = [U(event.unit), f" {needed}"]
        if waiting is not None:
            parts += [": ", *all_dice(waiting[0], waiting[1], at_most=True)]
        parts.append(f" {listed(came)}." if came else ".")
        return told(heard.battle, *parts, rules=(event.kind, event.cite))

    def _rest(self) -> tuple[Entry, ...]:
        """A test whose outcome no event has told."""
        if self._test is None:
            return ()
        (fell, first), self._test = self._test, None
        return (roll_told(fell, first),)

    def _headed(self, entries: tuple[Entry, ...], heard: Happened | Fell) -> tuple[Entry, ...]:
        if self._phase is None or all(entry.weight == "minor" for entry in entries):
            return entries
        phase, self._phase = self._phase, None
        heading = HEADINGS.get(phase, "")
        if not heading or not entries:
            return entries
        return (Entry("phase", (Words(heading),)), *entries)


def pause_of(entries: tuple[Entry, ...], heard: Told) -> float:
    """Seconds that a hand would take for this."""
    if isinstance(heard, Fell):
        return DICE
    return max([PAUSES[entry.weight] for entry in entries], default=0.0)
