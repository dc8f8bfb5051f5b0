"""The pending ask as a question: who is asked what, about whom, and how it is answered."""

from maniple.battle.asks import (
    AimEngine,
    AnswerCharge,
    Ask,
    DisengageMove,
    DrawIn,
    FormRallied,
    OrderUnit,
    ParthianMove,
    PlaceCharacter,
    PlaceUnit,
)
from maniple.battle.unit import NOBODY, UnitId
from maniple.play.game import Game
from maniple.server.orders.subjects import subjects_of
from maniple.server.questions.choices import choices_of
from maniple.server.wire.questions import Mode, Question, Say

MODES: dict[type[Ask], Mode] = {
    OrderUnit: "order",
    ParthianMove: "order",
    PlaceUnit: "place",
    PlaceCharacter: "place",
    DisengageMove: "place",
    FormRallied: "form",
    AimEngine: "aim",
}
"""How asks are answered that are not a list."""

UNIT_FIELDS = ("unit", "charger", "challenger", "wizard")
"""The fields of an ask that name whom it is about, the first that there is."""
OTHER_FIELDS = ("target", "charger", "challenger")


def question_of(game: Game, n: int) -> Question:
    """The pending question, number `n`, as whoever is asked is told it. ValueError if none is."""
    ask = game.pending
    if ask is None:
        raise ValueError("the battle is over: nothing is asked")
    kind = type(ask).__name__
    unit, other = _concerned(ask)
    units = tuple(
        [(name, who) for name, who in _named(ask) if who != NOBODY],
    )
    return Question(
        n=n,
        side=ask.side,
        kind=kind,
        mode=MODES.get(type(ask), "choose"),
        title=Say(f"ask.{kind}.title", units=units),
        hint=Say(f"ask.{kind}.hint", units=units),
        rule=ask.cite,
        unit=unit,
        other=other,
        choices=choices_of(game),
        subjects=subjects_of(game),
        where=game.where(),
        can_undo=game.can_undo,
    )


def _named(ask: Ask) -> list[tuple[str, UnitId]]:
    """The units that an ask names, by field; a spell's victim is not the wizard's enemy, and so on."""
    return [
        (name, getattr(ask, name))
        for name in ("unit", "charger", "target", "challenger", "wizard")
        if hasattr(ask, name)
    ]


def _concerned(ask: Ask) -> tuple[UnitId | None, UnitId | None]:
    """Whose card is shown, and who else is concerned: of an answer to a charge, first who is charged."""
    named = dict(_named(ask))
    if isinstance(ask, AnswerCharge | DrawIn):
        return named["target"], named["charger"]
    unit = next((named[name] for name in UNIT_FIELDS if name in named), None)
    other = next(
        (named[name] for name in OTHER_FIELDS if name in named and named[name] != unit), None
    )
    return unit, other
