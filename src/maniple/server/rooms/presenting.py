"""Where rooms get words, questions, verdicts and drawings from: one door to whoever makes them."""

from maniple.battle.asks import AskAnswer
from maniple.battle.judged import Refusal
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.play.game import Game
from maniple.play.told import Answered, Fell
from maniple.play.told import Told as Heard
from maniple.report.feed.entries import DiceShown, Entry, Words
from maniple.report.scene.shapes import Card
from maniple.server.wire.messages import Look, Seen
from maniple.server.wire.questions import Choice, Illegal, Legal, Question, Say, Verdict


class PlainFeed:
    """Tells what happens by the names of its events."""

    def tell(self, heard: Heard) -> tuple[Entry, ...]:
        if isinstance(heard, Answered):
            return ()
        if isinstance(heard, Fell):
            dice = tuple(DiceShown(s.label, s.faces, s.need) for s in heard.rolled.shown)
            return (Entry("line", dice, (heard.request.cite,)),)
        name = type(heard.event).__name__
        return (Entry("line", (Words(name),), (getattr(heard.event, "cite", ""),)),)


def new_feed() -> PlainFeed:
    """The account of a battle from its beginning."""
    return PlainFeed()


def cards_of(battle: Battle) -> tuple[Card, ...]:
    """A card for each unit."""
    return tuple(Card(u.id, u.sheet.name, u.sheet.points, ()) for u in battle.units)


def question_of(game: Game, n: int) -> Question:
    """The pending question; ValueError if none is."""
    ask = game.pending
    if ask is None:
        raise ValueError("the battle is over: nothing is asked")
    kind = type(ask).__name__
    options = game.options() or ()
    return Question(
        n=n,
        side=ask.side,
        kind=kind,
        mode="choose" if options else "order",
        title=Say(f"ask.{kind}.title"),
        hint=Say(f"ask.{kind}.hint"),
        rule=ask.cite,
        choices=tuple(
            Choice(option, Say("choice.plain", (("text", str(option)),))) for option in options
        ),
        where=game.where(),
    )


def is_allowed(game: Game, answer: AskAnswer) -> bool:
    """Whether the referee allows this answer."""
    return not isinstance(game.judge(answer), Refusal)


def verdict(game: Game, answer: AskAnswer) -> Verdict:
    """What the referee says of an answer to the pending question."""
    judged = game.judge(answer)
    if isinstance(judged, Refusal):
        return Illegal(judged.rule, judged.why)
    return Legal(judged.answer)


def look(game: Game, side: Side | None, wish: Look) -> Seen:
    """What may be drawn of a unit."""
    del game, side
    return Seen(wish.id)
