"""The door to the rooms, for HTTP and the socket: makes battles, finds seats, loads and lets go.

hub = Hub(settings)
made = await hub.create(NewBattle("small-field"))     links shown once, to the maker
seat = await hub.seat(token)                          whose token this is, or None
room = await hub.room(seat.battle)                    in memory, loaded if it was not
record = await hub.record(seat.battle)                JSON Lines, never with the secret before the end
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TypeVar

from msgspec import Struct

from maniple.battle.sides import Pair, Side
from maniple.server.memory import Rubbish
from maniple.server.rooms.begin import NewBattle, begin, begin_again
from maniple.server.rooms.live import Live
from maniple.server.rooms.lots import new_name, new_token
from maniple.server.rooms.room import Room
from maniple.server.rooms.services import Services
from maniple.server.settings import Settings
from maniple.server.store.database import open_database
from maniple.server.store.rows import PERSON, StoredBattle, StoredReplay
from maniple.server.store.store import Store, StoreError, token_hash
from maniple.server.wire.seats import Who

T = TypeVar("T")

log = logging.getLogger("maniple.rooms")
SOONEST = 0.5
"""Seconds that a room stays in any case: somebody may be on the way to it."""
HOUR, DAY = 3600.0, 86400.0
LONGEST_READING = 30.0
"""Seconds for a record to be gone over; the longest legal ones take a few."""
LOOK_AROUND = 5.0
"""Seconds between two looks for rooms to let go."""


class NoSuchBattle(Exception):
    """There is no battle of this name."""


class Withheld(Exception):
    """The record would tell the dice that are still to fall: it comes when the battle is over."""


class ArchiveFull(Exception):
    """There is no room for another replay."""


class Links(Struct, frozen=True, omit_defaults=True):
    """The tokens of the seats: each opens its own. Shown once, to whoever makes the battle."""

    watch: str
    red: str | None = None
    blue: str | None = None
    both: str | None = None


class Made(Struct, frozen=True):
    """A new battle."""

    battle: str
    links: Links


class NotAlone(Exception):
    """The battle is between two persons: one of them can't begin it again for both."""


class Again(Struct, frozen=True):
    """A battle fought again, and the token of the seat that one had."""

    battle: str
    token: str


class SeatInfo(Struct, frozen=True):
    """A seat, and how its battle stands, as a list of one's battles shows it."""

    battle: str
    title: str
    seat: Who
    name: str
    over: bool
    turn: int
    scenario: str
    armies: Pair[str]
    players: Pair[str]
    """"person", or "bot:NAME"."""
    guide: str
    made_at: float
    played_at: float


class Counts(Struct, frozen=True):
    """How much is going on."""

    stored: int
    in_memory: int
    members: int


class Hub:
    """All battles of this server."""

    def __init__(self, settings: Settings) -> None:
        """Open the store and bring its tables up to date. Raises `DatabaseError`."""
        self.settings = settings
        self.store = Store(open_database(settings.database))
        self.rubbish = Rubbish()
        self._services = Services(settings, self.store, self._drop, self.rubbish)
        self._rooms: dict[str, asyncio.Task[Room]] = {}
        self._caretaker: asyncio.Task[None] | None = None
        self.is_closing = False
        self.connections = 0
        self._from: Counter[str] = Counter()
        self._next_cleaning = 0.0

    @contextmanager
    def connection(self, address: str) -> Generator[bool]:
        """A connection from there, counted while it lasts; whether there is room for it."""
        self.connections += 1
        self._from[address] += 1
        limits = self.settings
        try:
            yield (
                self.connections <= limits.most_connections
                and self._from[address] <= limits.most_from_one
            )
        finally:
            self.connections -= 1
            self._from[address] -= 1
            if not self._from[address]:
                del self._from[address]

    def start(self) -> None:
        """Begin to let go what nobody is at; in the running event loop."""
        self._caretaker = asyncio.get_running_loop().create_task(self._take_care())

    async def close(self) -> None:
        """Send everybody away, and leave the store; every answer is in it already."""
        self.send_away()
        if self._caretaker is not None:
            _ = self._caretaker.cancel()
        for loading in tuple(self._rooms.values()):
            _ = loading.cancel()
            if loading.done() and not loading.cancelled() and loading.exception() is None:
                loading.result().stop()
        await asyncio.to_thread(self._services.close)
        await asyncio.to_thread(self.store.close)

    def send_away(self) -> None:
        """The server is stopping: whoever is here is told so, and comes back."""
        self.is_closing = True
        for room in self._loaded():
            room.send_away("away", "closing.away")

    # ----------------------------------------------------------------------------- battles

    async def create(self, new: NewBattle) -> Made:
        """A new battle. Raises ScenarioError or RosterError with everything that is wrong."""
        stored, record = await self._services.slow_work(lambda: begin(new))
        return await self._add(stored, record, one_screen=new.one_screen)

    async def again(self, seat: SeatInfo) -> Again:
        """The battle of that seat once more, with a new token for the same seat.

        Raises `NoSuchBattle`; `NotAlone` where somebody else has a seat, whose link nobody could send him.
        """
        stored = await self.store.battle(seat.battle)
        if stored is None:
            raise NoSuchBattle(seat.battle)
        persons = [side for side in Side if stored.players.of(side) == PERSON]
        if len(persons) > 1 and seat.seat != "both":
            raise NotAlone(seat.battle)
        record = await self.store.record(seat.battle)
        fresh, written = await self._services.slow_work(lambda: begin_again(stored, record))
        made = await self._add(fresh, written, one_screen=seat.seat == "both")
        links = {"red": made.links.red, "blue": made.links.blue, "both": made.links.both}
        token = links.get(seat.seat)
        if token is None:
            raise NoSuchBattle(seat.battle)
        return Again(made.battle, token)

    async def _add(self, stored: StoredBattle, record: bytes, *, one_screen: bool) -> Made:
        tokens: dict[Who, str] = {"watch": new_token()}
        persons = [side for side in Side if stored.players.of(side) == PERSON]
        if one_screen and persons:
            tokens["both"] = new_token()
        elif Side.RED in persons:
            tokens["red"] = new_token()
        if Side.BLUE in persons and not one_screen:
            tokens["blue"] = new_token()
        hashes: dict[Who, bytes] = {who: token_hash(token) for who, token in tokens.items()}
        await self.store.add_battle(stored, record, hashes)
        links = Links(tokens["watch"], tokens.get("red"), tokens.get("blue"), tokens.get("both"))
        return Made(stored.id, links)

    async def seat(self, token: str) -> SeatInfo | None:
        """The seat that this token opens, and how its battle stands; None: it opens nothing."""
        seat = await self.store.seat(token)
        if seat is None:
            return None
        battle = await self.store.battle(seat.battle)
        return None if battle is None else _info(battle, seat.who, seat.name)

    async def room(self, battle: str) -> Room:
        """The room of this battle, loaded if it was not.

        Raises `NoSuchBattle`; `OtherRules` where it was begun under other rules than these.
        """
        loading = self._rooms.get(battle)
        if loading is None or (loading.done() and _has_failed(loading)):
            loading = asyncio.get_running_loop().create_task(self._load(battle))
            self._rooms[battle] = loading
        try:
            return await asyncio.shield(loading)
        except Exception:
            if self._rooms.get(battle) is loading:
                del self._rooms[battle]
            raise

    async def record(self, battle: str) -> bytes:
        """The record as far as it goes, as JSON Lines. Raises `NoSuchBattle` or `Withheld`."""
        stored = await self.store.battle(battle)
        if stored is None:
            raise NoSuchBattle(battle)
        if stored.seeded and not stored.is_over:
            raise Withheld(battle)
        return await self.store.record(battle)

    async def apart(self, work: Callable[[bytes], T], record: bytes) -> T:
        """Read a record in a process of its own: nobody at a table waits for it.

        Raises TimeoutError where it takes too long.
        """
        return await self._services.archive.run(work, record, LONGEST_READING)

    async def counts(self) -> Counts:
        """How much is going on; also proves that the store answers."""
        rooms = self._loaded()
        return Counts(await self.store.count(), len(rooms), sum(room.size for room in rooms))

    # ----------------------------------------------------------------------------- replays

    async def add_replay(self, record: bytes, title: str) -> str:
        """Put up a record that was read and found sound; returns its name. Raises `ArchiveFull`."""
        taken = await self.store.archive_bytes()
        if taken + len(record) > self.settings.most_archive_bytes:
            raise ArchiveFull
        replay = StoredReplay(new_name(), title, record, time.time())
        return await self.store.add_replay(replay)

    async def share(self, battle: str) -> str:
        """Put up the record of a battle that is over. Raises `NoSuchBattle` or `Withheld`."""
        stored = await self.store.battle(battle)
        if stored is None:
            raise NoSuchBattle(battle)
        if not stored.is_over:
            raise Withheld(battle)
        return await self.add_replay(await self.store.record(battle), stored.title)

    async def replay(self, replay: str) -> StoredReplay | None:
        """A record that was put up."""
        return await self.store.replay(replay)

    # ------------------------------------------------------------------------------- inner

    async def _load(self, battle: str) -> Room:
        stored = await self.store.battle(battle)
        if stored is None:
            raise NoSuchBattle(battle)
        record = await self.store.record(battle)
        live = await self._services.slow_work(lambda: Live(stored, record))
        room = Room(self._services, stored, live)
        await room.open()
        return room

    def _loaded(self) -> list[Room]:
        return [
            loading.result()
            for loading in self._rooms.values()
            if loading.done() and not _has_failed(loading)
        ]

    def _drop(self, battle: str) -> None:
        _ = self._rooms.pop(battle, None)

    async def _take_care(self) -> None:
        while True:
            await asyncio.sleep(min(LOOK_AROUND, max(0.1, self.settings.idle_seconds)))
            try:
                self.rubbish.look()
                self._let_go()
                await self._forget_old()
            except StoreError as error:
                log.error("nothing old can be removed: %s", error)
            except Exception:
                log.exception("the caretaker has failed, and goes on")

    def _let_go(self) -> None:
        """Rooms in which nobody has been for a while leave the memory."""
        now = time.monotonic()
        for room in self._loaded():
            since = room.empty_since
            if since is None or not room.may_be_let_go:
                continue
            if now - since >= max(SOONEST, self.settings.idle_seconds):
                self._drop(room.stored.id)
                room.close()

    async def _forget_old(self) -> None:
        """Once an hour: what nobody has played or put up for so many days is removed."""
        days, now = self.settings.keep_days, time.time()
        if not days or now < self._next_cleaning:
            return
        self._next_cleaning = now + HOUR
        open_now = tuple([room.stored.id for room in self._loaded()])
        gone = await self.store.remove_older(now - days * DAY, but=open_now)
        if gone:
            log.info("%d battles and replays of more than %g days ago were removed", gone, days)


def _has_failed(loading: "asyncio.Task[Room]") -> bool:
    return loading.cancelled() or loading.exception() is not None


def _info(battle: StoredBattle, who: Who, name: str) -> SeatInfo:
    return SeatInfo(
        battle=battle.id,
        title=battle.title,
        seat=who,
        name=name,
        over=battle.is_over,
        turn=battle.turn,
        scenario=battle.scenario,
        armies=battle.armies,
        players=battle.players,
        guide=battle.guide,
        made_at=battle.made_at,
        played_at=battle.played_at,
    )
