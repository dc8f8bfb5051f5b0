"""A script in words: what was rolled and answered, a line each, and what came of it.

steps(noted, battle)     the dice and the answers
outcome(noted, battle)   what happened, as the account of a battle tells it
"""

import re

from maniple.battle.chance import Rolled, Shown
from maniple.battle.chance_requests import Chance, Roll, Test
from maniple.battle.events import Event, FirstTurnRolled, PhaseBegan, StepEnded
from maniple.battle.state import Battle
from maniple.battle.unit import UnitId
from maniple.play.told import Answered, Fell, Happened
from maniple.report.account.teller import Account

SILENT = ("StepEnded", "PhaseBegan", "StrikesOrdered", "CombatClosed", "ResultCounted")
HEADS = ("phase", "turn")
"""Lines of an account that only head others."""
WHO = ("unit", "shooter", "striker", "charger", "by")
Noted = Happened | Fell | Answered
"""What a script was seen to do, in its order."""


def steps(noted: list[Noted], battle: Battle) -> list[str]:
    """What was rolled and answered, a line each."""
    lines: list[str] = []
    for one in noted:
        match one:
            case Fell():
                lines.append(_who(one.request, battle) + _thrown(one.request, one.rolled))
            case Answered():
                asked = _spaced(type(one.ask).__name__)
                lines.append(f"{_who(one.ask, battle)}{asked}: {_said(one.answer)}")
            case Happened():
                continue
    return lines


def outcome(noted: list[Noted], battle: Battle) -> list[str]:
    """What happened, as an account tells it; in plain words where it has none."""
    account = Account()
    # An account begins when the armies are drawn up; what it says of that is not the example's.
    _ = account.tell(Happened(FirstTurnRolled(battle.turn.side), battle))
    lines = [line for one in noted for line in account.tell(one)] + account.rest(battle)
    said = [line.plain().strip() for line in lines if line.level not in HEADS]
    if said:
        return said
    plain = [_happened(one.event, battle) for one in noted if isinstance(one, Happened)]
    return [line for line in plain if line]


def _thrown(request: Chance, rolled: Rolled) -> str:
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
