"""A volley in one line: who shot at whom, from how far, with what need, and what came of it."""

from maniple.battle.chance import Rolled, Shown
from maniple.battle.chance_requests import SECOND, Attacks, Blows, Turned, Volley
from maniple.battle.events import UnitShot
from maniple.battle.state import Battle
from maniple.battle.unit import NOBODY, UnitId
from maniple.play.explain import shot_explained
from maniple.play.figures import needed
from maniple.play.told import Fell
from maniple.report.account.sentence import Sentence
from maniple.report.account.words import counted, inches, listed, name

TAKEN = "taken"
"""Hits on a man in the ranks that others took for him. [character.look-out-sir]"""

RANGES = {"short range": "at short range", "long range": "at long range"}


def shot_told(event: UnitShot, battle: Battle, fell: Fell | None) -> Sentence:
    """The volley that has just been shot; `fell` its dice, None where none were thrown."""
    told = Sentence((event.unit, event.target))
    shooter, target = name(battle, event.unit), marked(battle, event.target)
    start = f"shot at {target} with the {event.weapon} from {inches(event.range)}"
    if event.out_of_range:
        told.say(shooter, f"{start}, out of range", rules=("measure.when",))
        return told
    if fell is None or not isinstance(fell.request, Volley):
        told.say(shooter, f"{start}, but nobody had a shot", rules=(event.cite,))
        return told
    request, rolled = fell.request, fell.rolled
    mine = [attack for attack in request.attacks if attack.target == event.target]
    hindered = shot_explained(fell.battle, event)
    harder = [h.what for h in hindered]
    batches = [_batch(attack, harder) for attack in mine]
    told.say(shooter, f"{start}, {listed(batches)}: {chain(request, rolled)}")
    if any(attack.who == "long range" for attack in mine):
        told.cite("shoot.modifiers")
    told.cite(*[h.rule for h in hindered])
    if any(attack.turned for attack in mine):
        told.cite("character.target", "character.look-out-sir")
    return told


def marked(battle: Battle, target: UnitId) -> str:
    """The target's name; of a man picked out of a unit, with that."""
    host = battle.units[target].host
    him = name(battle, target)
    return him if host == NOBODY else f"{him} in the ranks of {name(battle, host)}"


def _batch(attack: Attacks, harder: list[str]) -> str:
    why = [*harder, *([RANGES[attack.who]] if attack.who == "long range" else [])]
    because = f" ({', '.join(why)})" if why else ""
    at = " at its crew" if attack.at_crew else ""
    return f"{counted(attack.dice, 'shot')}{at} needing {needed(attack.stages[0].need)}{because}"


def chain(request: Volley | Blows, rolled: Rolled) -> str:
    """What came through each stage, all attacks together, as in "5 hit, 3 wounded, 1 saved"."""
    counts = stage_counts(request.attacks, rolled.shown)
    hits, wounds = counts.get("hit", 0), counts.get("wound", 0)
    if not hits:
        return "none hit"
    taken = counts.get(TAKEN, 0)
    hit = f"{hits} hit" + (f", {taken} taken by other men" if taken else "")
    if not wounds:
        return f"{hit}, none wounded"
    saved = wounds - counts.get("save", wounds)
    return f"{hit}, {wounds} wounded" + (f", {saved} saved" if saved else "")


def stage_counts(attacks: tuple[Attacks, ...], shown: tuple[Shown, ...]) -> dict[str, int]:
    """How many came through the hit, wound and save stages, over all attacks."""
    counts: dict[str, int] = {}
    waiting = list(shown)
    for attack in attacks:
        came = _came_through(attack.dice, attack, waiting, counts)
        if came[-1] and attack.damage and attack.most > 1:
            _ = waiting.pop(0)
        if attack.turned is not None:
            taken = came[SECOND - 1] - came[SECOND]
            counts[TAKEN] = counts.get(TAKEN, 0) + taken
            came = _came_through(taken, attack.turned, waiting, counts)
            if came[-1] and attack.damage and attack.turned.most > 1:
                _ = waiting.pop(0)
    return counts


def _came_through(
    left: int, dice: Attacks | Turned, waiting: list[Shown], counts: dict[str, int]
) -> list[int]:
    """How many of so many came through each stage; they are added to the counts."""
    came: list[int] = []
    for stage in dice.stages:
        label = stage_word(stage.name)
        if left:
            left = waiting.pop(0).passed
        counts[label] = counts.get(label, 0) + left
        came.append(left)
    return came


def stage_word(stage: str) -> str:
    """The kind of a stage by its name: "hit", "wound" or "save"."""
    for label in ("hit", "wound", "save"):
        if label in stage:
            return label
    return stage
