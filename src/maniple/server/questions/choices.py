"""Answers that are a list, each with its label, its key and what may be known about it."""

from maniple.battle.asks import (
    Aim,
    Allotment,
    Arms,
    Ask,
    AskAnswer,
    Cast,
    ChargeOrder,
    Done,
    Named,
    No,
    OfKind,
    PickZone,
    Placement,
    Reply,
    Shot,
    Stand,
    Unravel,
    Widen,
    Withdraw,
    Yes,
)
from maniple.battle.orders import Order
from maniple.battle.state import Response
from maniple.battle.unit import NOBODY, UnitId
from maniple.play.game import Game
from maniple.server.questions import details
from maniple.server.questions.shortcuts import shortcuts
from maniple.server.wire.questions import Choice, Say

RESPONSE_KEYS = {
    Response.HOLD: "h",
    Response.STAND_AND_SHOOT: "s",
    Response.FLEE: "f",
    Response.FIRE_AND_FLEE: "e",
    Response.COUNTER_CHARGE: "c",
    Response.OPEN_LANES: "o",
}
RESPONSE_RULES = {
    Response.HOLD: "charge.response.hold",
    Response.STAND_AND_SHOOT: "charge.response.stand-and-shoot",
    Response.FLEE: "charge.response.flee",
    Response.FIRE_AND_FLEE: "charge.response.fire-and-flee",
    Response.COUNTER_CHARGE: "charge.response.counter-charge",
    Response.OPEN_LANES: "charge.response.open-lanes",
}
SHOWN = 2000
"""Choices that a question lists at the most; more would be no choice."""


def choices_of(game: Game) -> tuple[Choice, ...]:
    """The listed answers to the pending question; of those that are drawn by hand, "done" alone."""
    ask = game.pending
    if ask is None:
        return ()
    answers = game.options()
    if answers is None:
        answers = (Done(),) if _may_be_done(game) else ()
    made = [_choice(game, ask, answer) for answer in answers[:SHOWN]]
    *_, last = answers or (None,)
    if len(answers) > SHOWN and isinstance(last, Done):
        made[-1] = _choice(game, ask, last)
    keys = shortcuts([choice.key for choice in made])
    return tuple(
        [_with_key(choice, key) for choice, key in zip(made, keys, strict=True)],
    )


def _with_key(choice: Choice, key: str) -> Choice:
    return Choice(
        choice.answer, choice.label, choice.details, key, choice.units, choice.rules, choice.ends
    )


def _may_be_done(game: Game) -> bool:
    return not hasattr(game.judge(Done()), "why")


def _choice(game: Game, ask: Ask, answer: AskAnswer) -> Choice:
    kind = type(ask).__name__
    match answer:
        case Done():
            return Choice(answer, Say(f"choice.done.{kind}"), key="n", ends=True)
        case Yes():
            return Choice(answer, Say(f"choice.yes.{kind}"), key="y", rules=(ask.cite,))
        case No():
            return Choice(answer, Say(f"choice.no.{kind}"), key="n", rules=(ask.cite,))
        case ChargeOrder():
            return Choice(
                answer,
                _of("choice.charge", charger=answer.charger, target=answer.target),
                details.of_charge(game, answer),
                units=(answer.charger, answer.target),
                rules=("charge.declare", "charge.facing"),
            )
        case Reply():
            return _reply(answer)
        case Shot():
            return _shot(game, answer)
        case Cast() | Unravel():
            return _spell(game, answer)
        case _:
            return _plain(game, answer)


def _reply(answer: Reply) -> Choice:
    name = answer.response.value.replace(" ", "-")
    label = Say(f"choice.response.{name}")
    if answer.at != NOBODY:
        label = _of(f"choice.response.{name}.at", unit=answer.at)
    rule = RESPONSE_RULES[answer.response]
    return Choice(answer, label, key=RESPONSE_KEYS[answer.response], rules=(rule,))


def _shot(game: Game, answer: Shot) -> Choice:
    units = [("unit", answer.shooter), ("target", answer.target)]
    key = "choice.shot"
    if answer.second != NOBODY:
        units.append(("second", answer.second))
        key = "choice.shot.divided"
    lit = tuple([unit for _, unit in units])
    label = Say(key, (("weapon", answer.weapon),), tuple(units))
    return Choice(answer, label, details.of_shot(game, answer), units=lit, rules=("shoot.who",))


def _spell(game: Game, answer: Cast | Unravel) -> Choice:
    known = {spell.name: spell for spell in game.battle.field.spells}
    spell = known.get(answer.spell)
    title = answer.spell if spell is None else spell.title
    if isinstance(answer, Unravel):
        label = Say("choice.unravel", (("spell", title),), (("unit", answer.unit),))
        return Choice(answer, label, units=(answer.unit,), rules=("magic.dispel-lasting",))
    label = Say(
        "choice.cast",
        (("spell", title),),
        (("unit", answer.wizard), ("target", answer.target)),
    )
    told: tuple[Say, ...] = ()
    if spell is not None:
        told = (
            Say("detail.spell", (("cost", spell.cost), ("inches", spell.range))),
            Say("detail.text", (("text", spell.text),)),
        )
    lit = (answer.wizard, answer.target)
    return Choice(answer, label, told, units=lit, rules=("magic.cast",))


def _plain(game: Game, answer: AskAnswer) -> Choice:
    battle = game.battle
    match answer:
        case Named():
            known = details.of_strength(battle, answer.unit)
            return Choice(answer, _of("choice.unit", unit=answer.unit), known, units=(answer.unit,))
        case PickZone():
            zone = battle.field.zones[answer.zone]
            return Choice(answer, Say(f"choice.zone.{zone.edge}"), rules=("deploy",))
        case Arms():
            return Choice(answer, Say("choice.arms", (("weapon", answer.weapon),)))
        case Allotment():
            return Choice(answer, _of("choice.strike", unit=answer.target), units=(answer.target,))
        case OfKind():
            return Choice(answer, _kind(game, answer))
        case Withdraw():
            return Choice(
                answer, _of("choice.withdraw", unit=answer.unit), key="n", units=(answer.unit,)
            )
        case Widen():
            args = (("left", answer.left), ("right", answer.right))
            return Choice(answer, Say("choice.widen", args), rules=("redress.expand",))
        case Placement() | Order() | Stand() | Aim() | _:
            raise TypeError(f"{type(answer).__name__} is drawn by hand, and in no list")


def _kind(game: Game, answer: OfKind) -> Say:
    """A kind of men by its name; of the victims for who strikes, of his own for who chooses the fallen."""
    ask = game.pending
    unit = getattr(ask, "target", getattr(ask, "unit", NOBODY))
    if answer.kind < 0:
        return Say("choice.kind.any")
    shares = game.battle.units[unit].sheet.shares
    if answer.kind < len(shares) and shares[answer.kind].name:
        return Say("choice.kind", (("name", shares[answer.kind].name),))
    return Say("choice.kind.rest")


def _of(key: str, **units: UnitId) -> Say:
    return Say(key, units=tuple(units.items()))
