"""A volley in one line: who shot at whom, from how far, with what need, and what came of it."""

from maniple.battle.chance import Rolled, Shown
from maniple.battle.chance_requests import Attacks, Blows, Volley
from maniple.battle.events import UnitShot
from maniple.battle.state import Battle
from maniple.report.account.lines import Line
from maniple.report.account.words import counted, inches, name, needed


def shot_line(event: UnitShot, battle: Battle, volley: tuple[Volley, Rolled] | None) -> Line:
    """The volley that has just been shot; `volley` its dice, None where none were thrown."""
    shooter, target = name(battle, event.unit), name(battle, event.target)
    verb = "stands and shoots" if event.as_response else "shoots"
    start = f"{shooter} {verb} at {target} with the {event.weapon}, {inches(event.range)} away"
    units = (event.unit, event.target)
    if event.out_of_range:
        return Line(
            f"{start}: out of range, the shots are lost", rules=("measure.when",), units=units
        )
    if volley is None:
        return Line(f"{start}: nobody has a shot", rules=(event.cite,), units=units)
    request, rolled = volley
    dice = sum(attacks.dice for attacks in request.attacks)
    needs = " and ".join(
        dict.fromkeys(needed(attacks.stages[0].need) for attacks in request.attacks)
    )
    return Line(
        f"{start}: {counted(dice, 'shot')} at {needs}, {chain(request, rolled)}",
        rules=(event.cite,),
        units=units,
    )


def chain(request: Volley | Blows, rolled: Rolled) -> str:
    """What came through each stage, all attacks together: "5 hit, 3 wound, 1 saved"."""
    stages = stage_counts(request.attacks, rolled.shown)
    parts: list[str] = []
    before = sum(attacks.dice for attacks in request.attacks)
    for label, passed in stages.items():
        if label == "save":
            saved = before - passed
            parts.append(f"{saved} saved")
        else:
            parts.append(f"{passed} {label}")
        before = passed
        if passed == 0:
            break
    return ", ".join(parts) if parts else "no dice"


def stage_counts(attacks: tuple[Attacks, ...], shown: tuple[Shown, ...]) -> dict[str, int]:
    """How many came through the hit, wound and save stages, over all attacks."""
    counts: dict[str, int] = {}
    waiting = list(shown)
    for attack in attacks:
        left = attack.dice
        for stage in attack.stages:
            label = _label(stage.name)
            if left:
                left = waiting.pop(0).passed
            counts[label] = counts.get(label, 0) + left
    return counts


def _label(stage: str) -> str:
    for label in ("hit", "wound", "save"):
        if label in stage:
            return label
    return stage
