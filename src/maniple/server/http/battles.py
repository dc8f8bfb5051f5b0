"""Battles: begin one, see how one's own stand, have the record."""

from typing import Annotated

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, ConfigDict, Field

from maniple.battle.sides import Pair
from maniple.play.setup import MOST_TURNS
from maniple.server.http.problems import Problem
from maniple.server.http.shared import (
    LONGEST_NAME,
    HubHere,
    Seated,
    as_json,
    seat_at,
    telling,
)
from maniple.server.rooms.begin import NewBattle

router = APIRouter(prefix="/api", tags=["battles"])
MOST_OPTIONS = 20
MOST_SEED = 2**53 - 1
"""What a page's numbers hold exactly."""

Name = Annotated[str, Field(max_length=LONGEST_NAME)]
BattleId = Annotated[str, Path(max_length=64, description="The battle's name in addresses.")]


class Sides(BaseModel):
    """One for each side."""

    model_config = ConfigDict(extra="forbid")

    red: Name
    blue: Name


class BattleWish(BaseModel):
    """A battle that is wished for."""

    model_config = ConfigDict(extra="forbid")

    scenario: Name = Field(examples=["small-field"])
    rosters: Sides | None = Field(None, description="Other armies than the scenario's own.")
    seats: Sides = Field(description='Who plays: "person", or "bot:NAME".')
    one_screen: bool = Field(False, description="Two persons at one screen.")
    options: list[Name] = Field(default_factory=list, max_length=MOST_OPTIONS)
    turns: int | None = Field(None, ge=1, le=MOST_TURNS)
    title: str = Field("", max_length=200)
    seed: int | None = Field(None, ge=0, le=MOST_SEED, description="Dice that can be known.")
    guide: str = Field("", max_length=40)
    name: str = Field("", max_length=40, description="What whoever makes it is called.")


class LinksMade(BaseModel):
    """The tokens of the seats; each opens its own. They are told once."""

    watch: str
    red: str | None = None
    blue: str | None = None
    both: str | None = None


class BattleMade(BaseModel):
    """A battle that was begun."""

    battle: str
    links: LinksMade


class SeatNow(BaseModel):
    """A seat, and how its battle stands."""

    battle: str
    title: str
    seat: str
    name: str
    over: bool
    turn: int
    scenario: str
    armies: Sides
    players: Sides
    guide: str
    made_at: float
    played_at: float


class Again(BaseModel):
    """A battle fought again."""

    battle: str
    token: str


class Shared(BaseModel):
    """A record that may be watched by whoever has its name."""

    replay: str


@router.post("/battles", status_code=201, response_model=BattleMade, responses=telling())
async def begin(wish: BattleWish, hub: HubHere) -> Response:
    """Begin a battle. The links are told here and nowhere else."""
    made = await hub.create(
        NewBattle(
            scenario=wish.scenario,
            rosters=None if wish.rosters is None else Pair(wish.rosters.red, wish.rosters.blue),
            players=Pair(wish.seats.red, wish.seats.blue),
            one_screen=wish.one_screen,
            options=tuple(wish.options),
            turns=wish.turns,
            title=wish.title,
            seed=wish.seed,
            guide=wish.guide,
        )
    )
    answer = as_json(made)
    answer.status_code = 201
    return answer


@router.post("/seat", response_model=SeatNow, responses=telling(401))
async def seat(seated: Seated) -> Response:
    """Which seat a token opens, and how its battle stands."""
    return as_json(seated)


@router.get("/battles/{battle}", response_model=SeatNow, responses=telling(401))
async def stands(battle: BattleId, seated: Seated) -> Response:
    """How a battle stands, for whoever has a seat at it."""
    return as_json(seat_at(seated, battle))


@router.get(
    "/battles/{battle}/record",
    response_class=Response,
    responses={
        **telling(401, 409),
        200: {"content": {"application/jsonl": {}}, "description": "The record, line by line."},
    },
)
async def record(battle: BattleId, seated: Seated, hub: HubHere) -> Response:
    """The battle's record as far as it goes; the secret of its dice stands in it when it is over."""
    lines = await hub.record(seat_at(seated, battle).battle)
    name = f'attachment; filename="maniple-{seated.battle}.jsonl"'
    headers = {"Content-Disposition": name, "Cache-Control": "no-store"}
    return Response(lines, media_type="application/jsonl", headers=headers)


@router.post("/battles/{battle}/share", response_model=Shared, responses=telling(401, 409, 507))
async def share(battle: BattleId, seated: Seated, hub: HubHere) -> Response:
    """Put a battle that is over up as a replay, which whoever has its link may watch."""
    name = await hub.share(seat_at(seated, battle).battle)
    return as_json({"replay": name})


@router.post("/battles/{battle}/rematch", response_model=Again, responses=telling(401, 409))
async def rematch(battle: BattleId, seated: Seated, hub: HubHere) -> Response:
    """The same armies on the same field again; whoever asks has the same seat.

    Not of a battle between two persons with a seat each: nobody here could send the other his link.
    """
    here = seat_at(seated, battle)
    if here.seat == "watch":
        raise Problem(409, "whoever watches can't call for another battle")
    if not here.over:
        raise Problem(409, "the battle is not over yet")
    token = await hub.again(here)
    return as_json(token)
