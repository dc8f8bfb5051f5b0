"""The messages of the socket. The first from a client is `Join`; each later one is answered or refused.

A client's frame holds one message; one of the server's holds one or several, a line each.

Numbers: `seq` is the number of a line of the battle's record: it grows by one from message to message, the
same for every seat (what a seat may not see has its place taken by an empty `Told`), and outlives the
server; a client that comes back says the last that it has seen. `n` names a question: it is the `seq` of
the last thing told before it. `id` is the client's own number of a request, returned with the answer to it.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from maniple.battle.asks import AskAnswer
from maniple.battle.state import Outcome
from maniple.battle.unit import UnitId
from maniple.report.feed.entries import Entry
from maniple.report.scene.shapes import Card, Changes, Scene
from maniple.server.wire.questions import Illegal, Question, Say, Verdict, Waiting
from maniple.server.wire.seats import Who

PROTOCOL = 1
"""Grows when an older page would misunderstand."""

# ------------------------------------------------------------------------- client to server


class Join(Struct, frozen=True, tag="join"):
    """Take a seat. `seen`: the last `seq` of which the page still has the entries; -1: of none."""

    token: str
    protocol: int
    seen: int = -1
    name: str = ""
    """What the others see: at most 40 characters."""


class Answer(Struct, frozen=True, tag="answer"):
    """An answer to question `n`. Told again with the same `id` it counts once."""

    id: int
    n: int
    answer: AskAnswer


class Preview(Struct, frozen=True, tag="preview"):
    """What would the referee say? Changes nothing."""

    id: int
    n: int
    answer: AskAnswer


class Undo(Struct, frozen=True, tag="undo"):
    """Take the last answer back."""

    id: int
    n: int


class AskOdds(Struct, frozen=True, tag="odds"):
    """What are the chances, for each of these choices of question `n`?"""

    id: int
    n: int
    choices: tuple[int, ...] = ()
    """Places in `Question.choices`; empty: all that odds can be told of."""


class Look(Struct, frozen=True, tag="look"):
    """Draw something of a unit on the table, as the rules allow one to know it."""

    id: int
    what: Literal["arc", "sight", "march-block", "command", "reach", "tape"]
    unit: UnitId
    to: UnitId | None = None
    """For a tape: the other unit."""


class Chat(Struct, frozen=True, tag="chat"):
    """A word to the others: at most 500 characters. `Accepted` says that it is kept and told."""

    text: str
    id: int = -1


class Ping(Struct, frozen=True, tag="ping"):
    """Is anybody there?"""

    id: int


FromClient: TypeAlias = Join | Answer | Preview | Undo | AskOdds | Look | Chat | Ping

# ------------------------------------------------------------------------- server to client


class SeatTaken(Struct, frozen=True, omit_defaults=True):
    """Who sits where."""

    who: Who
    kind: Literal["person", "bot"]
    name: str = ""
    present: int = 0
    """Tabs open at this seat."""


class Welcome(Struct, frozen=True, tag="welcome"):
    """You are seated. `scene` is the battle now, `entries` the account so far (its last part).

    `since`: the entries go on from those up to this `seq`, which the page has; -1: they are all, and
    stand in place of whatever the page has.
    """

    battle: str
    """The battle's public name in addresses; it opens nothing."""
    title: str
    seat: Who
    seq: int
    scene: Scene
    cards: tuple[Card, ...]
    entries: tuple[tuple[int, Entry], ...]
    """Each with its `seq`; several may share one."""
    seats: tuple[SeatTaken, ...]
    asked: Question | Waiting | None = None
    """None: the battle is over."""
    outcome: Outcome | None = None
    chats: tuple["Said", ...] = ()
    commitment: str = ""
    """The hash of the secret of the dice, told before the first of them falls."""
    guide: str = ""
    """The lesson that goes with it; empty: none."""
    since: int = -1
    seeded: bool = False
    """It was begun with a seed: whoever set it up may know its dice."""


class Told(Struct, frozen=True, omit_defaults=True, tag="told"):
    """Something has happened: what the account says of it, and what has changed on the table."""

    seq: int
    entries: tuple[Entry, ...] = ()
    """Mostly one or none; a phase that begins a turn has two."""
    changes: Changes | None = None
    pause: float = 0.0
    """Seconds that a hand would take for it, at the usual pace."""


class Asked(Struct, frozen=True, tag="asked"):
    """The next question, once all that came before it is told; None: the battle is over."""

    seq: int
    asked: Question | Waiting | None
    outcome: Outcome | None = None


class Rewound(Struct, frozen=True, tag="rewound"):
    """An answer was taken back: entries from after `to` up to `seq` are void; the battle is as in `scene`."""

    seq: int
    to: int
    scene: Scene


class Accepted(Struct, frozen=True, tag="accepted"):
    """The answer, the undo or the word `id` is done, and safely stored."""

    id: int


class Refused(Struct, frozen=True, omit_defaults=True, tag="refused"):
    """Request `id` is refused; nothing has changed.

    late: question `n` is not the one asked any more. rule: the referee refuses (`verdict`).
    turn: it is not this seat's to answer. undo: nothing can be taken back. busy: too much at once.
    """

    id: int
    code: Literal["late", "rule", "turn", "undo", "busy", "odd"]
    why: Say
    verdict: Verdict | None = None


class Judged(Struct, frozen=True, tag="judged"):
    """The answer to a `Preview`."""

    id: int
    n: int
    verdict: Verdict


class Outlook(Struct, frozen=True, omit_defaults=True):
    """The chances of one choice: outcomes from best to worst for who asks, which sum to 1 with `unknown`."""

    choice: int
    title: Say
    shares: tuple[tuple[str, float], ...]
    """Keys of the catalogue, as "outcome.they-break", with the chance of each."""
    unknown: float = 0.0
    error: float = 0.0
    """Of a sampled answer: one standard error. 0: exact."""


class Odds(Struct, frozen=True, tag="chances"):
    """The answer to `AskOdds`; choices of which nothing can be told are left out."""

    id: int
    n: int
    outlooks: tuple[Outlook, ...]


class Shape(Struct, frozen=True, omit_defaults=True):
    """Something drawn on the table, in inches: a polygon, a circle or a line, with a word to it."""

    points: tuple[tuple[float, float], ...] = ()
    centre: tuple[float, float] | None = None
    radius: float = 0.0
    open: bool = False
    """A line, not an area."""
    label: Say | None = None
    tone: Literal["arc", "sight", "block", "command", "reach", "tape", "hidden"] = "arc"


class Seen(Struct, frozen=True, tag="seen"):
    """The answer to `Look`, or why it may not be known."""

    id: int
    shapes: tuple[Shape, ...] = ()
    illegal: Illegal | None = None


class Said(Struct, frozen=True, tag="said"):
    """A word of the chat."""

    who: Who
    name: str
    text: str
    at: float
    """Seconds since 1970."""


class Presence(Struct, frozen=True, tag="presence"):
    """Who is here has changed."""

    seats: tuple[SeatTaken, ...]


class Pong(Struct, frozen=True, tag="pong"):
    """Here."""

    id: int


class Closing(Struct, frozen=True, tag="closing"):
    """The server ends this connection, and why.

    token: no such seat. protocol: the page is older or newer than the server: load it again.
    junk: what was sent could not be read. flood: too much too fast. full: too many are here already.
    away: the server is stopping, or the line is too slow; come back. rules: the battle was begun under
    other rules: it can be looked at as a record, not gone on with. broken: the program fails at this battle
    again and again; it is kept as it stands.
    """

    code: Literal["token", "protocol", "junk", "flood", "away", "full", "rules", "broken"]
    why: Say


FromServer: TypeAlias = (
    Welcome
    | Told
    | Asked
    | Rewound
    | Accepted
    | Refused
    | Judged
    | Odds
    | Seen
    | Said
    | Presence
    | Pong
    | Closing
)
