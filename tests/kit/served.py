"""A real server in a thread of the test, and guests who sit down at it over real sockets."""

import asyncio
import threading
from collections import deque
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, TypeVar

import msgspec
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from maniple.battle.asks import AskAnswer
from maniple.server.app import create_app
from maniple.server.rooms.begin import NewBattle
from maniple.server.rooms.hub import Hub, Made
from maniple.server.running import config, listen
from maniple.server.settings import Settings
from maniple.server.wire.messages import (
    PROTOCOL,
    Accepted,
    Answer,
    Asked,
    Closing,
    FromClient,
    FromServer,
    Join,
    Refused,
    Rewound,
    Told,
    Undo,
    Welcome,
)
from maniple.server.wire.questions import Question, Waiting

T = TypeVar("T")
M = TypeVar("M")
PATIENCE = 30.0
"""Seconds after which a server that says nothing is taken to be stuck."""


class Served:
    """A server of this process."""

    def __init__(self, settings: Settings) -> None:
        app = create_app(settings)
        self.hub: Hub = app.state.hub
        self._listening = listen("127.0.0.1", 0)
        self.port: int = self._listening.getsockname()[1]
        self._server = uvicorn.Server(config(app, settings))
        self._loop: asyncio.AbstractEventLoop | None = None
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        assert self._started.wait(PATIENCE)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        serving = asyncio.create_task(self._server.serve(sockets=[self._listening]))
        while not self._server.started and not serving.done():
            await asyncio.sleep(0.005)
        self._started.set()
        await serving

    # Any: a coroutine sends and gets what asyncio wants.
    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run it where the server runs."""
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def create(self, scenario: str = "small-field", **wished: object) -> Made:
        """A new battle, as HTTP would make it."""
        wish = msgspec.convert({"scenario": scenario, **wished}, NewBattle)
        return self.do(self.hub.create(wish))

    def some_answer(self, battle: str, rng: Random) -> AskAnswer:
        """Any legal answer to what is asked now: the server's own game draws it."""

        async def draw() -> AskAnswer:
            room = await self.hub.room(battle)
            return room.live.look.sample(rng.randrange)

        return self.do(draw())

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)


@contextmanager
def served(data: Path, **wished: object) -> Iterator[Served]:
    """A server that keeps its battles there."""
    server = Served(Settings.model_validate({"data": data, **wished}))
    try:
        yield server
    finally:
        server.stop()


class Guest:
    """Somebody at a seat. `heard` is everything that he was told."""

    def __init__(self, port: int, token: str, *, seen: int = -1, name: str = "") -> None:
        self.open(port)
        self.say(Join(token, PROTOCOL, seen, name))

    def open(self, port: int) -> None:
        """Connect, and say nothing yet."""
        self._open = ExitStack()
        self.line: ClientConnection = self._open.enter_context(
            connect(f"ws://127.0.0.1:{port}/api/socket", max_size=None, open_timeout=PATIENCE)
        )
        self.heard: list[FromServer] = []
        self.raw: list[str] = []
        """The frames as they came: one or several messages, a line each."""
        self._waiting: deque[str] = deque()
        self.asked: Question | Waiting | None = None
        self.seq = -1
        self._ids = 0

    def __enter__(self) -> "Guest":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._open.close()

    def say(self, message: FromClient) -> None:
        """Say something; of a line that is cut already one hears when listening."""
        with suppress(ConnectionClosed):
            self.line.send(msgspec.json.encode(message).decode())

    def next(self) -> FromServer:
        """The next message; follows what is asked."""
        if not self._waiting:
            frame = self.line.recv(PATIENCE)
            assert isinstance(frame, str)
            self.raw.append(frame)
            self._waiting.extend(frame.split("\n"))
        message: FromServer = msgspec.json.decode(self._waiting.popleft(), type=FromServer)
        self.heard.append(message)
        match message:
            case Welcome() | Asked():
                self.asked, self.seq = message.asked, message.seq
            case Told() | Rewound():
                self.seq = message.seq
            case _:
                pass
        return message

    def until(self, kind: type[M]) -> M:
        """The next message of this kind; what comes before it is heard as well."""
        while True:
            message = self.next()
            if isinstance(message, kind):
                return message
            assert not isinstance(message, Closing), message

    def question(self) -> Question:
        """The next question to this seat: waits until one comes."""
        while not isinstance(self.asked, Question):
            _ = self.next()
        return self.asked

    def new_id(self) -> int:
        self._ids += 1
        return self._ids

    def give(self, answer: AskAnswer, *, n: int | None = None) -> Accepted | Refused:
        """Answer, and hear what is said of it."""
        wish = Answer(self.new_id(), self._n() if n is None else n, answer)
        self.say(wish)
        return self.reply(wish.id)

    def take_back(self, n: int | None = None) -> Accepted | Refused:
        """Undo, and hear what is said of it."""
        wish = Undo(self.new_id(), self._n() if n is None else n)
        self.say(wish)
        return self.reply(wish.id)

    def reply(self, wish: int) -> Accepted | Refused:
        while True:
            message = self.next()
            if isinstance(message, Accepted | Refused) and message.id == wish:
                return message

    def listens_to_the_end(self) -> None:
        """Until the line is cut."""
        try:
            while True:
                _ = self.next()
        except ConnectionClosed:
            return

    def is_sent_away(self) -> Closing:
        """The last word of the server, after which the line is cut."""
        self.listens_to_the_end()
        closing = self.heard[-1]
        assert isinstance(closing, Closing), closing
        return closing

    def _n(self) -> int:
        return -1 if self.asked is None else self.asked.n


def play_on(server: Served, battle: str, guests: dict[str, Guest], rng: Random, most: int) -> int:
    """Let persons at their seats give any answers until so many are given, or the battle is over."""
    given = 0
    for guest in guests.values():
        if not guest.heard:
            _ = guest.until(Welcome)
    while given < most:
        for guest in guests.values():
            while isinstance(guest.asked, Waiting) and guest.asked.bot:
                _ = guest.until(Asked)
        asked = next((g for g in guests.values() if isinstance(g.asked, Question)), None)
        if asked is None:
            break
        done = asked.give(server.some_answer(battle, rng))
        assert isinstance(done, Accepted), done
        given += 1
        for guest in guests.values():
            _ = guest.until(Asked)
    return given
