"""A script in words: what was rolled and answered, and what came of it, a line each."""

import re

from maniple.battle.chance import Rolled, Shown
from maniple.battle.chance_requests import Roll, Test
from maniple.battle.events import Event, PhaseBegan, StepEnded
from maniple.battle.request import Request
from maniple.battle.state import Battle
from maniple.battle.unit import UnitId
from maniple.play.script import Script

SILENT = ("StepEnded", "PhaseBegan", "StrikesOrdered", "CombatClosed", "ResultCounted")
WHO = ("unit", "shooter", "striker", "charger", "by")
Noted = tuple[int, Request[object], object]
"""How many events had been recorded, what was asked, and the answer or the dice."""


def told(script: Script, noted: list[Noted]) -> list[str]:
    """The lines of a script that is over."""
    lines: list[str] = []
    battle, events = script.battle, script.table.events
    waiting = list(noted)
    for place in range(len(events) + 1):
        while waiting and waiting[0][0] == place:
            _, request, shown = waiting.pop(0)
            lines.append(_answered(request, shown, battle))
        if place < len(events):
            line = _happened(events[place], battle)
            if line:
                lines.append(line)
    return lines


def _answered(request: Request[object], shown: object, battle: Battle) -> str:
    who = _who(request, battle)
    if isinstance(shown, Rolled):
        return f"{who}{_thrown(request, shown)}"
    return f"{who}{_spaced(type(request).__name__)}: {_said(shown)}"


def _thrown(request: Request[object], rolled: Rolled) -> str:
    """The dice in words."""
    if isinstance(request, Test):
        thrown = ", again ".join(f"{_sum(shown)}" for shown in rolled.shown)
        end = "passed" if rolled.answer else "failed"
        return f"needs {request.at_most} or less [{request.cite}]: {thrown}, {end}"
    if isinstance(request, Roll):
        return f"rolls {_sum(rolled.shown[0])} [{request.cite}]"
    stages = "; ".join(_stage(shown) for shown in rolled.shown)
    return f"{_spaced(type(request).__name__)}: {stages}"


def _sum(shown: Shown) -> str:
    faces = "+".join(str(face) for face in shown.faces)
    return faces if len(shown.faces) < 2 else f"{faces} = {sum(shown.faces)}"


def _stage(shown: Shown) -> str:
    if not shown.faces:
        return f"{shown.label}: no dice, {shown.passed} go on"
    faces = " ".join(str(face) for face in shown.faces)
    need = f" {shown.need}+" if shown.need else ""
    passed = f" ({shown.passed} of them)" if shown.need else ""
    return f"{shown.label}{need}: {faces}{passed}"


def _happened(event: Event, battle: Battle) -> str:
    name = type(event).__name__
    if isinstance(event, StepEnded | PhaseBegan) or name in SILENT:
        return ""
    cite = getattr(event, "cite", "")
    words = _spaced(name).removeprefix("unit ")
    return f"{_who(event, battle)}{words}" + (f" [{cite}]" if cite else "")


def _who(thing: object, battle: Battle) -> str:
    """The unit concerned and a colon, or nothing."""
    for field in ("target", *WHO) if type(thing).__name__ == "AnswerCharge" else WHO:
        unit = getattr(thing, field, None)
        if isinstance(unit, int) and 0 <= unit < len(battle.units):
            return f"{battle.units[UnitId(unit)].sheet.name.capitalize()}: "
    return ""


def _said(answer: object) -> str:
    said = getattr(answer, "response", None)
    return said.value if said is not None else _spaced(type(answer).__name__)


def _spaced(name: str) -> str:
    return re.sub(r"(?<!^)([A-Z])", r" \1", name).lower()
