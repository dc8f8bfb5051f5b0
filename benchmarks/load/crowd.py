"""A crowd of players at a server: each socket answers what it is asked after having thought for a while."""

import asyncio
import time
from collections import deque
from contextlib import suppress
from random import Random

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

from kit.hand import answers
from maniple.report.scene.shapes import Scene
from maniple.server.wire.messages import (
    PROTOCOL,
    Accepted,
    Answer,
    Asked,
    Closing,
    FromServer,
    Join,
    Judged,
    Preview,
    Refused,
    Welcome,
)
from maniple.server.wire.questions import Question, Waiting


class Kind(Struct, frozen=True):
    """What sort of message it is: most need no more."""

    type: str


KIND = msgspec.json.Decoder(Kind)
WHOLE: msgspec.json.Decoder[FromServer] = msgspec.json.Decoder(FromServer)
READ = frozenset({"welcome", "asked", "accepted", "refused", "judged", "closing"})


class Measured:
    """What the crowd has measured, in seconds."""

    def __init__(self) -> None:
        self.answers: list[float] = []
        self.previews: list[float] = []
        self.welcomes: list[float] = []
        self.refused = 0
        self.messages = 0
        self.bytes = 0
        self.closings: list[str] = []
        self.failures: list[BaseException] = []

    def begin(self) -> None:
        """What was before does not count: everybody was sitting down."""
        self.answers, self.previews = [], []
        self.messages = self.bytes = self.refused = 0


class Player:
    """One socket at one seat."""

    def __init__(self, port: int, token: str, seed: int, think: float, measured: Measured) -> None:
        self._address = f"ws://127.0.0.1:{port}/api/socket"
        self._token = token
        self._rng = Random(seed)
        self._think = think
        self._measured = measured
        self._asked: Question | Waiting | None = None
        self._scene: Scene | None = None
        self._ids = 0
        self._waiting: deque[str] = deque()

    async def play(self, wait: float, until: float) -> None:
        """Sit down after a while, and play until then, or until the battle is over."""
        await asyncio.sleep(wait)
        began = time.perf_counter()
        async with connect(self._address, max_size=None, compression=None) as line:
            await line.send(msgspec.json.encode(Join(self._token, PROTOCOL)).decode())
            _ = await self._hear(line, "welcome")
            self._measured.welcomes.append(time.perf_counter() - began)
            while time.perf_counter() < until and self._asked is not None:
                if isinstance(self._asked, Question):
                    await self._answer(line, self._asked)
                else:
                    left = max(0.0, until - time.perf_counter())
                    with suppress(TimeoutError):
                        _ = await asyncio.wait_for(self._hear(line, "asked"), left)

    async def _answer(self, line: ClientConnection, question: Question) -> None:
        await asyncio.sleep(self._rng.expovariate(1.0 / self._think))
        assert self._scene is not None
        for answer in answers(question, self._scene, self._rng):
            if question.mode != "choose":
                self._ids += 1
                preview = Preview(self._ids, question.n, answer)
                took = await self._timed(line, preview, "judged")
                self._measured.previews.append(took)
            self._ids += 1
            began = time.perf_counter()
            await line.send(msgspec.json.encode(Answer(self._ids, question.n, answer)).decode())
            reply = await self._hear(line, "accepted", "refused")
            if isinstance(reply, Accepted):
                self._measured.answers.append(time.perf_counter() - began)
                _ = await self._hear(line, "asked")
                return
            self._measured.refused += 1
            if isinstance(reply, Refused) and reply.code == "late":
                return
        raise AssertionError(f"no answer to {question}")

    async def _timed(self, line: ClientConnection, wish: Preview, kind: str) -> float:
        began = time.perf_counter()
        await line.send(msgspec.json.encode(wish).decode())
        heard = await self._hear(line, kind, "refused")
        assert isinstance(heard, Judged), heard
        return time.perf_counter() - began

    async def _hear(self, line: ClientConnection, *kinds: str) -> FromServer:
        while True:
            if not self._waiting:
                frame = await line.recv()
                assert isinstance(frame, str)
                self._waiting.extend(frame.split("\n"))
            raw = self._waiting.popleft()
            self._measured.messages += 1
            self._measured.bytes += len(raw)
            kind = KIND.decode(raw).type
            if kind not in READ:
                continue
            message = WHOLE.decode(raw)
            if isinstance(message, Closing):
                self._measured.closings.append(message.code)
                raise ConnectionError(message.code)
            if isinstance(message, Welcome):
                self._scene = message.scene
            if isinstance(message, Welcome | Asked):
                self._asked = message.asked
            if kind in kinds:
                return message


async def crowd(
    port: int, tokens: list[str], seconds: float, think: float, warming: float
) -> Measured:
    """Everybody sits down within the time of warming up, and plays for so long after it."""
    measured = Measured()
    until = time.perf_counter() + warming + seconds
    players = [Player(port, token, number, think, measured) for number, token in enumerate(tokens)]
    each = warming / 2 / max(1, len(players))
    playing = [
        asyncio.create_task(one.play(number * each, until)) for number, one in enumerate(players)
    ]
    await asyncio.sleep(warming)
    measured.begin()
    done = await asyncio.gather(*playing, return_exceptions=True)
    measured.failures = [one for one in done if isinstance(one, BaseException)]
    return measured
