"""What the referee says of an answer: legal, with where it leads and what it costs, or refused.

The step that carries an order out, the ghost on the page, bots and the referee all use the same
`Judged`. A refusal is a value: it costs nothing and draws no dice.
"""

from msgspec import Struct

from maniple.battle.asks import AskAnswer
from maniple.geometry import Pose


class Judged(Struct, frozen=True):
    """A legal answer, with figures as rounded. Inches."""

    answer: AskAnswer
    end: Pose | None = None
    files: int = 0
    places: tuple[Pose, ...] = ()
    path: tuple[Pose, ...] = ()
    """Poses through which the body goes, the first where it stands."""
    cost: float = 0.0
    left: float = 0.0


class Refusal(Struct, frozen=True):
    """An answer that the rules refuse."""

    rule: str
    """The id of the rule that is broken."""
    why: str
    """One sentence with the figures, fit for a player: "the wheel needs 6.3 inches, 4 are left"."""
    at: tuple[float, float] | None = None
    """Where on the table it fails, in inches."""
    last_legal: Pose | None = None
    """How far the order could be followed."""
    cost: float = 0.0
    """Inches used up to there."""
