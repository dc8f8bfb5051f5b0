"""Odds: a question in a few words, answered by the command line's own program in a process of its own.

A process can be ended when its time is over, and nobody else waits for it.
"""

import asyncio
import sys
from typing import Literal

import msgspec
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from maniple.armies import roster_names
from maniple.server.http.problems import Problem
from maniple.server.http.shared import SettingsHere, telling

router = APIRouter(prefix="/api", tags=["odds"])
WITHIN = 6.0
"""Seconds for the sum; beyond them it is played by lot, and its error said."""
AT_MOST = 25.0
"""Seconds for the whole process."""
GAMES = 2000
AT_ONCE = 2
"""Questions worked out at a time; others wait their turn."""
MOST_WAITING = 20
"""Questions that may wait."""
REFUSED = 1
"""What the command ends with where the question is at fault."""

Phrase = Field("", max_length=200)


class Gate:
    """Lets in so many at a time. `waiting`: those who wait, and those who are in."""

    def __init__(self) -> None:
        self.waiting = 0
        self._within = asyncio.Semaphore(AT_ONCE)

    async def __aenter__(self) -> None:
        self.waiting += 1
        try:
            _ = await self._within.acquire()
        except BaseException:
            self.waiting -= 1
            raise

    async def __aexit__(self, *_: object) -> None:
        self.waiting -= 1
        self._within.release()


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
    if gate.waiting >= MOST_WAITING:
        raise Problem(503, "too many questions wait already: try again in a moment")
    async with gate:
        told, wrong, code = await _asked(arguments(wish))
    if code == 0:
        answer = msgspec.json.decode(told)
        return Response(msgspec.json.encode(answer), media_type="application/json")
    if code != REFUSED:
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
    roster, colon, _ = phrase.partition(":")
    if colon and roster.strip() not in roster_names():
        known = ", ".join(roster_names())
        raise Problem(422, f"there is no roster {roster.strip()!r}; there are {known}")
    return phrase


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
    return " ".join(told) or "this can't be worked out"
