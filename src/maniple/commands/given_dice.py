"""Dice that people rolled themselves: taken in order, and what is wanted next when they run out."""

import re
from collections.abc import Sequence

from maniple.battle.chance import Rolled, resolve
from maniple.battle.chance_requests import (
    Blows,
    Chance,
    Direction,
    Pierce,
    Roll,
    RollOff,
    Scatter,
    Test,
    Volley,
)
from maniple.battle.state import Battle
from maniple.commands.refusals import Refusal, usage
from maniple.dice.stages import Draw
from maniple.report.account.words import counted

MOST = 2000


class DiceRanOut(Refusal):
    """More dice are wanted than were given; `battle` is where they are wanted."""

    def __init__(self, what: str, battle: Battle | None = None) -> None:
        super().__init__(what)
        self.battle = battle


def read_dice(text: str) -> tuple[int, ...]:
    """Faces from "3,5,1" or "3 5 1". BadParameter names the one that is none."""
    if re.search(r",\s*,|^\s*,", text):
        raise usage(f"--dice: a face is missing between the commas of {text[:40]!r}")
    words = text.replace(",", " ").split()
    if not words:
        raise usage('--dice wants faces, for example "3,5,1"')
    if len(words) > MOST:
        raise usage(f"--dice has more than {MOST} faces")
    faces: list[int] = []
    for place, word in enumerate(words, start=1):
        if word not in ("1", "2", "3", "4", "5", "6"):
            raise usage(f"--dice: {word[:20]!r} at place {place} is no face of a D6; 1 to 6 are")
        faces.append(int(word))
    return tuple(faces)


class GivenDice:
    """A draw that takes the faces given; `left` are those not yet used."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = tuple(faces)
        self._used = 0

    def __call__(self, sides: int) -> int:
        if self._used == len(self._faces):
            raise DiceRanOut("the dice ran out")
        face = self._faces[self._used]
        self._used += 1
        return face

    @property
    def used(self) -> int:
        return self._used

    def since(self, mark: int) -> tuple[int, ...]:
        """The faces used after the first `mark` of them."""
        return self._faces[mark : self._used]

    @property
    def left(self) -> tuple[int, ...]:
        return self._faces[self._used :]


def thrown(request: Chance, battle: Battle, draw: Draw) -> Rolled:
    """The dice of a request. DiceRanOut says what is to be rolled next where too few were given."""
    mark = draw.used if isinstance(draw, GivenDice) else 0
    try:
        return resolve(request, draw)
    except DiceRanOut as short:
        faces = draw.since(mark) if isinstance(draw, GivenDice) else ()
        raise DiceRanOut(wanted(request, battle, faces), battle) from short


def wanted(request: Chance, battle: Battle, faces: Sequence[int]) -> str:
    """What is to be rolled next for a request that has had these faces."""
    match request:
        case Blows() | Volley():
            who = request.striker if isinstance(request, Blows) else request.shooter
            return _next_stage(request, battle, battle.units[who].sheet.name, list(faces))
        case Test():
            more = request.pool.count - len(faces) % request.pool.count
            who_tests = battle.units[request.unit].sheet.name
            return f"{_dice(more)} for the test of {who_tests}, needing {request.at_most} or less"
        case Roll():
            more = request.pool.count - len(faces)
            who_runs = "" if request.unit < 0 else f" of {battle.units[request.unit].sheet.name}"
            return f"{_dice(more)} for the {request.why or request.cite}{who_runs}"
        case Direction():
            return (
                f"a twelve-sided die for the direction of {battle.units[request.unit].sheet.name}"
            )
        case RollOff():
            both = request.red_dice + request.blue_dice
            more = both - len(faces) % both
            return f"{_dice(more)} for a roll-off, those of {battle.field.armies.red} first"
        case Pierce():
            return f"a die for the bolt of {battle.units[request.shooter].sheet.name}"
        case Scatter():
            return f"a die for the stone of {battle.units[request.unit].sheet.name}"


def _next_stage(request: Blows | Volley, battle: Battle, who: str, faces: list[int]) -> str:
    for attack in request.attacks:
        left = attack.dice
        for stage in attack.stages:
            chance = stage.chance()
            if left == 0 or chance.numerator in (0, chance.denominator):
                left = left if chance.numerator else 0
                continue
            if len(faces) < left:
                is_save = stage.kind == "save"
                name = battle.units[attack.target].sheet.name if is_save else who
                leader = " (its leader)" if attack.who == "leader" and not is_save else ""
                verb = "to save" if is_save else stage.name
                return (
                    f"{_dice(left - len(faces))} {verb} for {name}{leader}, needing {stage.need}+"
                )
            thrown, faces = faces[:left], faces[left:]
            came = sum(face >= max(stage.need, 2) for face in thrown)
            left = left - came if stage.kind == "save" else came
    return f"more dice for {who}"


def _dice(number: int) -> str:
    return counted(number, "die", "dice")
