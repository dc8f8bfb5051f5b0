"""Odds: a question in a few words, answered by the command line's own program in a process of its own.

A process can be ended when its time is over, and nobody else waits for it.
"""

import asyncio
import re
import sys
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Literal, TypeVar

import msgspec
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from maniple.armies import roster_names
from maniple.server.http.problems import Problem
from maniple.server.http.shared import SettingsHere, telling

T = TypeVar("T")

router = APIRouter(prefix="/api", tags=["odds"])
WITHIN = 6.0
"""Seconds for the sum; beyond them it is played by lot, and its error said."""
AT_MOST = 25.0
"""Seconds for the whole process."""
GAMES = 2000
AT_ONCE = 2
"""Questions worked out at a time; others wait their turn."""
MOST_WAITING = 8
"""Questions that may wait, or be worked out."""
LISTEN = 0.5
"""Seconds between two looks whether the asker is still there."""
MISSING = re.compile(r"Missing option '--([a-z-]+)'\.")
RETRY = {"Retry-After": "5"}
REFUSED = (1, 2)
"""What the command ends with where the question is at fault, or lacks something."""

Phrase = Field("", max_length=200)


class Gate:
    """Lets questions in, so many at a time, and of each address one."""

    def __init__(self) -> None:
        self._here: set[str] = set()
        self._count = 0
        self._within = asyncio.Semaphore(AT_ONCE)

    @asynccontextmanager
    async def entered(self, address: str) -> AsyncGenerator[None]:
        """Wait for one's turn. Problem 429 or 503 where too many wait already."""
        if address in self._here:
            raise Problem(429, "your question before is still being worked out", RETRY)
        if self._count >= MOST_WAITING:
            raise Problem(503, "too many questions wait already: try again in a moment", RETRY)
        self._here.add(address)
        self._count += 1
        try:
            async with self._within:
                yield
        finally:
            self._here.discard(address)
            self._count -= 1


class OddsWish(BaseModel):
    """A question. Units are named in a few words: "18 legionaries, 6 wide, charging"."""

    model_config = ConfigDict(extra="forbid")

    question: Literal[
        "fight",
        "round",
        "volley",
        "charge",
        "break-test",
        "leadership",
        "rally",
        "flight",
        "reach",
    ]
    ours: str = Phrase
    theirs: str = Phrase
    inches: float | None = Field(None, ge=0, le=200, allow_inf_nan=False)
    margin: int | None = Field(None, ge=1, le=50)
    modifier: int | None = Field(None, ge=-10, le=10)
    lost: int | None = Field(None, ge=0, le=200)
    cover: Literal["", "soft", "hard"] = ""
    response: Literal["", "hold", "stand and shoot", "flee", "each"] = ""
    moved: bool = False
    hold_back: bool = False


@router.post("/odds", response_model=None, responses=telling(503, 504))
async def odds(wish: OddsWish, request: Request, settings: SettingsHere) -> Response:
    """The exact chances, with every number of the sum; where that takes too long, by lot with its error."""
    if not settings.outlook_workers:
        raise Problem(503, "this server works out no odds")
    gate: Gate = request.app.state.odds_gate
    words = arguments(wish)
    async with gate.entered(request.client.host if request.client else ""):
        told, wrong, code = await _unless_gone(request, _asked(words))
    if code == 0:
        answer = msgspec.json.decode(told)
        return Response(msgspec.json.encode(answer), media_type="application/json")
    if code not in REFUSED:
        raise RuntimeError(f"the command for {wish} ended with {code}: {_sentence(wrong)}")
    raise Problem(422, _sentence(wrong))


def arguments(wish: OddsWish) -> list[str]:
    """The words of the command. Problem 422 for a phrase that names what is not of this program."""
    words = ["odds", wish.question, "--json", "--within", f"{WITHIN:g}", "--sample", f"{GAMES}"]
    for name in ("inches", "margin", "modifier", "lost"):
        value = getattr(wish, name)
        if value is not None:
            words.append(f"--{name}={value:g}")
    for name in ("cover", "response"):
        value = getattr(wish, name)
        if value:
            words.append(f"--{name}={value}")
    for name in ("moved", "hold_back"):
        if getattr(wish, name):
            words.append(f"--{name.replace('_', '-')}")
    phrases = [_safe(phrase) for phrase in (wish.ours, wish.theirs) if phrase.strip()]
    return [*words, "--", *phrases]


def _safe(phrase: str) -> str:
    """A phrase that opens no file of this machine: before a colon stands a roster that comes with us."""
    if not phrase.isprintable():
        raise Problem(422, "a phrase is made of letters, digits and signs that can be read")
    roster, colon, _ = phrase.partition(":")
    if colon and roster.strip() not in roster_names():
        known = ", ".join(roster_names())
        raise Problem(422, f"there is no roster {roster.strip()!r}; there are {known}")
    return phrase


# Any: a coroutine sends and gets what asyncio wants.
async def _unless_gone(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """What the work gives; it is given up when the asker has gone."""
    task = asyncio.ensure_future(work)
    while not task.done():
        _ = await asyncio.wait((task,), timeout=LISTEN)
        if not task.done() and await request.is_disconnected():
            _ = task.cancel()
            raise Problem(503, "the asker has gone")
    return await task


async def _asked(words: list[str]) -> tuple[bytes, bytes, int]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "maniple", *words),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        told, wrong = await asyncio.wait_for(process.communicate(), AT_MOST)
    except TimeoutError as error:
        raise Problem(
            504, "this takes too long to work out: ask for fewer men or rounds"
        ) from error
    finally:
        if process.returncode is None:
            process.kill()
            _ = await process.wait()
    return told, wrong, process.returncode or 0


def _sentence(wrong: bytes) -> str:
    """What the command says is wrong, without the frame about it."""
    text = wrong.decode("utf-8", "replace")
    lines = [line.strip(" │╭╰─╮╯") for line in text.splitlines()]
    told = [
        line.removeprefix("maniple: ")
        for line in lines
        if line and not line.startswith(("Usage:", "Try ", "Error"))
    ]
    whole = " ".join(told) or "this can't be worked out"
    return MISSING.sub(r"this question needs to be told: \1", whole)
