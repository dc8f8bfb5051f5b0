"""A question as a page puts it: who is asked what, what may be chosen, how it is answered by hand.

Words are keys of the message catalogue with their arguments, so that a page can speak any language;
a page knows no rule: whatever it shows as possible stands here or comes back from the referee.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from maniple.battle.asks import AskAnswer, Placement
from maniple.battle.sides import Side
from maniple.battle.unit import UnitId
from maniple.geometry import Pose
from maniple.report.scene.shapes import Model


class Say(Struct, frozen=True, omit_defaults=True):
    """A message of the catalogue with its arguments, by name; a page puts names in place of unit ids."""

    key: str
    args: tuple[tuple[str, int | float | str], ...] = ()
    units: tuple[tuple[str, UnitId], ...] = ()


Mode: TypeAlias = Literal["choose", "order", "place", "form", "aim"]
"""How a question is answered.

choose: one of `choices`. order: pick a unit of `subjects` and move it (or a choice: done).
place: put one of `subjects` on the table. form: files and facing for `unit`, by hand or by a choice.
aim: a direction and a distance from `unit`. In all but the first the referee judges what the hand draws.
"""


class Choice(Struct, frozen=True, omit_defaults=True):
    """Something that may be answered."""

    answer: AskAnswer
    label: Say
    details: tuple[Say, ...] = ()
    """What a player should know: the facing struck, the need, cover, range."""
    key: str = ""
    """Its key on the keyboard: one letter, "enter", "escape"; unique within the question."""
    units: tuple[UnitId, ...] = ()
    """Lit on the table while it is under the eye: the first is who acts, the next upon whom."""
    rules: tuple[str, ...] = ()
    ends: bool = False
    """It ends a series ("no more charges")."""


ToolKind: TypeAlias = Literal[
    "advance",
    "wheel",
    "turn",
    "files",
    "reform",
    "backward",
    "sidestep",
    "go",
    "spread",
    "close-up",
    "open-out",
    "pivot",
    "join",
    "leave",
    "step",
    "move-up",
]


class Tool(Struct, frozen=True, omit_defaults=True):
    """A manoeuvre that the pending question's subject may be tried with; the referee judges each use."""

    kind: ToolKind
    key: str
    choices: tuple[AskAnswer, ...] = ()
    """Where the uses are a list (join, step, turn): the answers, whole."""
    rule: str = ""


class Subject(Struct, frozen=True, omit_defaults=True):
    """A unit that may be moved or placed now, and with what."""

    unit: UnitId
    tools: tuple[Tool, ...] = ()
    inches: float = 0.0
    """Its movement this turn, as a hint; the referee's word counts."""
    may_march: bool = False
    files: tuple[int, int] = (1, 1)
    """The fewest and most files that make sense."""
    place: Placement | None = None
    """A place to begin with, in deployment."""
    march_test: bool = False
    """It may march only if it passes a Leadership test: an enemy stood near. [troop.drilled]"""


class Question(Struct, frozen=True, omit_defaults=True, tag="question"):
    """What is asked now. `n` names it: an answer to another question is refused."""

    n: int
    side: Side
    kind: str
    """The ask by its class: OrderUnit, AnswerCharge, ..."""
    mode: Mode
    title: Say
    hint: Say
    rule: str
    unit: UnitId | None = None
    """The unit concerned, whose card is shown."""
    other: UnitId | None = None
    choices: tuple[Choice, ...] = ()
    subjects: tuple[Subject, ...] = ()
    where: tuple[str, ...] = ()
    """The rules at work, outermost first."""
    can_undo: bool = False


class Waiting(Struct, frozen=True, omit_defaults=True, tag="waiting"):
    """Somebody else is asked. What exactly is told only to whom it concerns."""

    n: int
    side: Side
    kind: str
    bot: bool = False
    can_undo: bool = False
    """One's own last answer may still be taken back."""


class Legal(Struct, frozen=True, omit_defaults=True, tag="legal"):
    """The referee allows it: where it leads and what it costs, in inches."""

    answer: AskAnswer
    end: Pose | None = None
    width: float = 0.0
    depth: float = 0.0
    models: tuple[Model, ...] = ()
    """In the frame of `end`, where the formation has changed; empty: as it was."""
    path: tuple[Pose, ...] = ()
    cost: float = 0.0
    left: float = 0.0


class Illegal(Struct, frozen=True, omit_defaults=True, tag="illegal"):
    """The referee refuses it, and says why; `nearest` is what would still be allowed, if anything is."""

    rule: str
    why: str
    at: tuple[float, float] | None = None
    """The place on the table that stops it."""
    cost: float = 0.0
    nearest: Legal | None = None


Verdict: TypeAlias = Legal | Illegal
