"""War engines: where a stone came down, through how many a bolt went, and what became of the engine."""

from collections.abc import Callable

from maniple.battle.chance_requests import Pierce, Roll, Scatter, Volley
from maniple.battle.events import (
    EngineLost,
    EngineMisfired,
    EngineWounded,
    Event,
    StoneThrown,
    UnitShot,
    WoundsTaken,
)
from maniple.battle.state import Battle
from maniple.battle.unit import NOBODY, UnitId
from maniple.play.figures import needed
from maniple.play.told import Fell
from maniple.report.account.sentence import Sentence
from maniple.report.account.volleys import chain
from maniple.report.account.words import counted, inches, name

BOLT = "engine.bolt-thrower"
STONE = "engine.stone-thrower"

MISFIRES = {
    1: "was destroyed",
    2: "would not throw in its next turn either",
    3: "would not throw in its next turn either",
}
LOSSES = {
    "engine.left": "left the engine behind",
    "engine.shot-at": "lost the engine",
}


class EngineStory:
    """Tells what engines do and suffer; keeps the dice that fell for them."""

    def __init__(self) -> None:
        self._bolt: Fell | None = None
        self._astray = ""
        self._shooter = NOBODY
        self._told: Sentence | None = None

    def fell(self, told: Fell) -> bool:
        """Take in dice, if they are an engine's."""
        match told.request:
            case Pierce():
                self._bolt = told
            case Scatter():
                self._astray = _astray(told)
            case Volley(cite="engine.stone-thrower") if self._told is not None:
                self._told.say("", chain(told.request, told.rolled), rules=(STONE,))
            case Roll(cite="engine.stone-thrower"):
                pass
            case _:
                return False
        return True

    def reset(self) -> None:
        """A new part of the turn begins."""
        self._shooter, self._told = NOBODY, None

    def happened(
        self,
        event: Event,
        battle: Battle,
        about: Callable[[UnitId], Sentence],
        tell: Callable[[Sentence, UnitId | None], None],
    ) -> bool:
        """Tell an event, if it is an engine's. `tell` begins a line."""
        match event:
            case StoneThrown():
                self._begin(event.unit, (event.unit, event.target), tell)
                self._stone(event, battle)
            case EngineMisfired():
                self._begin(event.unit, (event.unit,), tell)
                fate = MISFIRES.get(event.face, "did not throw")
                self._say(event.unit, battle, f"misfired with a {event.face}", STONE)
                self._say(event.unit, battle, fate, STONE)
            case UnitShot(cite="engine.bolt-thrower"):
                self._begin(event.unit, (event.unit, event.target), tell)
                self._say(event.unit, battle, self._flew(event, battle), BOLT)
            case WoundsTaken() if self._told is not None and event.by == self._shooter:
                self._lost(event, battle)
            case EngineWounded():
                told = self._of(event.by) or about(event.unit)
                lost = f"took {counted(event.wounds, 'wound')} on the engine"
                told.say(name(battle, event.unit), lost, rules=("engine.shot-at",))
            case EngineLost(cite="engine.stone-thrower"):
                pass  # the misfire has said so
            case EngineLost():
                told = about(event.unit)
                if self._told is not None and event.cite == "engine.shot-at":
                    told = self._told
                told.say(name(battle, event.unit), LOSSES[event.cite], rules=(event.cite,))
            case _:
                return False
        return True

    def _begin(
        self,
        shooter: UnitId,
        units: tuple[UnitId, ...],
        tell: Callable[[Sentence, UnitId | None], None],
    ) -> None:
        self._told = Sentence(units)
        self._shooter = shooter
        tell(self._told, None)

    def _of(self, by: UnitId) -> Sentence | None:
        return self._told if by == self._shooter else None

    def _say(self, unit: UnitId, battle: Battle, text: str, rule: str) -> None:
        if self._told is not None:
            self._told.say(name(battle, unit), text, rules=(rule,))

    def _stone(self, event: StoneThrown, battle: Battle) -> None:
        target = name(battle, event.target)
        text = f"threw a stone {inches(event.range)} at {target}, which fell {self._astray}"
        self._say(event.unit, battle, text, STONE)

    def _flew(self, event: UnitShot, battle: Battle) -> str:
        start = f"shot a bolt at {name(battle, event.target)} from {inches(event.range)}"
        if event.out_of_range or self._bolt is None or not isinstance(self._bolt.request, Pierce):
            return f"{start}, out of range"
        request, shown = self._bolt.request, self._bolt.rolled.shown
        through = sum(one.passed for one in shown if one.label == "to wound")
        came = f"{counted(through, 'model')} wounded" if through else "nobody wounded"
        if not shown[0].passed:
            came = "it missed"
        return f"{start}, needing {needed(request.hit.need)}: {came}"

    def _lost(self, event: WoundsTaken, battle: Battle) -> None:
        left = battle.units[event.unit].models
        fell = counted(event.slain, "man", "men")
        text = f"lost {fell}, with {left} left" if event.slain else "lost nobody"
        self._say(event.unit, battle, text, event.cite)


def _astray(told: Fell) -> str:
    """Where the stone fell by its dice."""
    answer = told.rolled.answer
    if not isinstance(answer, tuple) or not answer[0]:
        return "where it was aimed"
    off, hour = answer
    return f"{inches(off)} astray, towards {hour} o'clock"
