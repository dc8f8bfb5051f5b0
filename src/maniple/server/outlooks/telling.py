"""What comes of each choice of a question, told from the battle and the answers of its step alone.

Runs in a process of its own, which has never seen the battle's dice. Where a sum would tell a distance that
nobody may measure yet, nothing is told. [measure.when]
"""

from collections.abc import Callable
from fractions import Fraction

from msgspec import Struct

from maniple.battle.asks import (
    AnswerCharge,
    AskAnswer,
    ChargeOrder,
    HoldBack,
    NameCombat,
    Named,
    Reply,
    Shot,
    Yes,
)
from maniple.battle.state import Battle
from maniple.odds import charge, melee_round, volley
from maniple.odds.answers import Answer, Certainty
from maniple.odds.asking import QuestionError
from maniple.odds.live import charging_now, fighting_now, pursue_or_hold, shooting_now
from maniple.play.chance import SeededChance
from maniple.play.game import Game
from maniple.play.odds import Limits
from maniple.server.outlooks.shares import of_charger, of_target, summed
from maniple.server.wire.messages import Outlook
from maniple.server.wire.questions import Say

GAMES = 400
"""Games played by lot where the exact sum would take too long."""

LEFT_OUT = 1e-6
"""The chance that may be left out of a sum: nobody sees it in a bar."""

Shares = tuple[tuple[str, float], ...]


class Asked(Struct, frozen=True):
    """A question to be told of: the battle at the start of the running step, the answers that it has had,
    and the choices with their places and labels.
    """

    battle: Battle
    given: tuple[object, ...]
    choices: tuple[tuple[int, AskAnswer, Say], ...]
    seconds: float


def outlooks(asked: Asked) -> tuple[Outlook, ...]:
    """What can be told of the choices; those of which nothing can be told are left out."""
    game = Game.resume(asked.battle, asked.given, SeededChance(0))
    found: list[Outlook] = []
    each = Limits(seconds=max(0.3, asked.seconds / max(1, len(asked.choices))), error=LEFT_OUT)
    for place, answer, label in asked.choices:
        try:
            told = _told(game, answer, each)
        except QuestionError:
            continue
        if told is not None:
            shares, certainty = told
            unknown, error = round(float(certainty.unknown), 4), round(certainty.error, 4)
            found.append(Outlook(place, label, shares, unknown, error))
    return tuple(found)


def _told(game: Game, answer: AskAnswer, limits: Limits) -> tuple[Shares, Certainty] | None:
    is_free = game.battle.field.ruleset.free_measuring
    match answer:
        case ChargeOrder() if is_free:
            situation = charging_now(game, answer.charger, answer.target)
            return _of(charge(situation, limits=limits, sample=GAMES), of_charger)
        case Reply() if is_free and isinstance(game.pending, AnswerCharge):
            situation = charging_now(game, game.pending.charger, game.pending.target)
            told = charge(situation, response=answer.response, limits=limits, sample=GAMES)
            return _of(told, of_target)
        case Shot() if is_free:
            situation = shooting_now(game, answer.shooter, answer.target)
            told = volley(situation, weapon=answer.weapon, limits=limits, sample=GAMES)
            return _of(told, _losses)
        case Named():
            return _fight(game, answer, limits)
        case _ if isinstance(game.pending, HoldBack):
            return _pursuit(game, answer, limits)
        case _:
            return None


def _of(answer: Answer, shares: Callable[[Answer], Shares]) -> tuple[Shares, Certainty]:
    return shares(answer), answer.certainty


def _losses(answer: Answer) -> Shares:
    """How many fall to a volley."""
    fallen = answer.counts[0].chances
    keys = {0: "outcome.none-fall", 1: "outcome.one-falls", 2: "outcome.two-fall"}
    found = [(keys.get(n, "outcome.more-fall"), chance) for n, chance in sorted(fallen.items())]
    order = ("outcome.more-fall", "outcome.two-fall", "outcome.one-falls", "outcome.none-fall")
    shares = dict(summed(found))
    return tuple([(key, shares[key]) for key in order if key in shares])


def _fight(game: Game, answer: Named, limits: Limits) -> tuple[Shares, Certainty] | None:
    """The next round of the combat that is named, with the first enemy that the unit touches."""
    contacts = game.battle.contacts_of(answer.unit)
    if not contacts or not isinstance(game.pending, NameCombat):
        return None
    theirs = contacts[0].enemy_of(answer.unit)
    situation = fighting_now(game, answer.unit, theirs)
    told = melee_round(situation, limits=limits, sample=GAMES)
    us, them = situation.our_name, situation.their_name
    shares = summed([(_round(one.name, us, them), one.chance) for one in told.outcomes])
    return shares, told.certainty


def _round(name: str, us: str, them: str) -> str:
    """A round's outcome as a share: what befalls them counts first."""
    if name == "drawn":
        return "outcome.draw"
    if name.startswith(them) and them != us:
        return "outcome.they-hold" if "holding" in name else "outcome.they-break"
    return "outcome.we-hold" if "holding" in name else "outcome.we-break"


def _pursuit(game: Game, answer: AskAnswer, limits: Limits) -> tuple[Shares, Certainty] | None:
    """Whether they are caught, if the unit pursues, or is held back."""
    both = dict(pursue_or_hold(game, limits=limits, sample=GAMES).choices)
    words = "hold back" if isinstance(answer, Yes) else "pursue"
    told = both.get(words)
    if told is None:
        return None
    found: list[tuple[str, Fraction]] = []
    for one in told.outcomes:
        caught = "caught" in one.name
        held = one.name.startswith("holds")
        key = "outcome.caught" if caught else "outcome.held-back" if held else "outcome.escape"
        found.append((key, one.chance))
    return summed(found), told.certainty
