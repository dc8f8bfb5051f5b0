"""The referee's word on an answer, as a page draws it.

A legal answer tells where it leads, how the unit would stand there, and what it costs. A refused one tells
why, by which rule and where, and the nearest thing that would be allowed.
"""

from msgspec.structs import replace

from maniple.battle.asks import AskAnswer, DisengageMove, Placement, Stand
from maniple.battle.bodies import body_depth, frontage
from maniple.battle.judged import Judged, Refusal
from maniple.battle.orders import Order
from maniple.battle.unit import Formation, Status, Unit, UnitId
from maniple.play.game import Game
from maniple.report.scene.models import models_of
from maniple.server.orders.nearest import nearest
from maniple.server.wire.questions import Illegal, Legal, Verdict


def verdict(game: Game, answer: AskAnswer) -> Verdict:
    """What the referee says of an answer to the pending question. Changes nothing. Inches."""
    judged = game.judge(answer)
    if isinstance(judged, Refusal):
        return illegal(game, answer, judged)
    return legal(game, judged)


def legal(game: Game, judged: Judged) -> Legal:
    """A legal answer, and how the unit would stand."""
    answer, end = judged.answer, judged.end
    if end is None:
        return Legal(answer, cost=judged.cost, left=judged.left)
    unit = _as_it_would_stand(game, judged)
    if unit is None:
        return Legal(answer, end, path=judged.path, cost=judged.cost, left=judged.left)
    loose = unit.is_skirmishing
    width = unit.sheet.base_width if loose else frontage(unit)
    depth = unit.sheet.base_depth if loose else body_depth(unit)
    models = models_of(game.battle, unit)
    return Legal(
        answer, end, float(width), float(depth), models, judged.path, judged.cost, judged.left
    )


def illegal(game: Game, answer: AskAnswer, refusal: Refusal) -> Illegal:
    """A refused answer, and the nearest one that is allowed."""
    near = nearest(game, answer)
    return Illegal(
        refusal.rule,
        refusal.why,
        refusal.at,
        refusal.cost,
        None if near is None else legal(game, near),
    )


def _as_it_would_stand(game: Game, judged: Judged) -> Unit | None:
    """The unit at the end of a legal answer; None where the answer moves nobody."""
    who = _who(game, judged.answer)
    if who is None or judged.end is None:
        return None
    unit = game.battle.units[who]
    formation = Formation.FORMED
    if judged.places:
        formation = Formation.SKIRMISH
    elif unit.sheet.is_character or unit.formation is Formation.SINGLE:
        formation = Formation.SINGLE
    return replace(
        unit,
        pose=judged.end,
        files=judged.files or unit.files,
        places=judged.places,
        formation=formation,
        status=Status.TABLE,
        fleeing=False,
    )


def _who(game: Game, answer: AskAnswer) -> UnitId | None:
    match answer:
        case Order() | Placement():
            return answer.unit
        case Stand():
            return getattr(game.pending, "unit", None)
        case _:
            return game.pending.unit if isinstance(game.pending, DisengageMove) else None
