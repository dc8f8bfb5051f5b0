"""What is asked of the database and put into it.

Reading is done in any thread, and waits for nobody; writing goes through the `Writer`, and is on the
disk when it returns.
"""

import asyncio
import time
from collections.abc import Callable
from hashlib import sha256
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Row, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from maniple.battle.sides import Pair
from maniple.server.store import tables
from maniple.server.store.rows import StoredBattle, StoredReplay, StoredSeat
from maniple.server.store.writer import Writer
from maniple.server.wire.messages import Said
from maniple.server.wire.seats import Who

T = TypeVar("T")
TALK_KEPT = 100
"""How much of the talk somebody who comes is told."""

APPEND = insert(tables.written)
STANDS = (
    update(tables.battles)
    .where(tables.battles.c.id == bindparam("of"))
    .values(turn=bindparam("turn"), is_over=bindparam("is_over"), played_at=bindparam("played_at"))
)


class StoreError(Exception):
    """The database refused, or can't be reached."""


class Store:
    """The battles of this server."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writer = Writer(engine)

    def close(self) -> None:
        """Write what waits, and leave the database."""
        self._writer.close()
        self._engine.dispose()

    # ----------------------------------------------------------------------------- battles

    async def add_battle(
        self, battle: StoredBattle, record: bytes, tokens: dict[Who, bytes]
    ) -> None:
        """A new battle with the beginning of its record; `tokens`: the hash of each seat's."""
        row = {
            "id": battle.id,
            "title": battle.title,
            "scenario": battle.scenario,
            "red_army": battle.armies.red,
            "blue_army": battle.armies.blue,
            "red": battle.players.red,
            "blue": battle.players.blue,
            "guide": battle.guide,
            "secret": battle.secret,
            "bot_seed": battle.bot_seed,
            "seeded": battle.seeded,
            "turn": battle.turn,
            "is_over": battle.is_over,
            "made_at": battle.made_at,
            "played_at": battle.played_at,
        }
        seats = [
            {"token_hash": token, "battle": battle.id, "who": who, "name": ""}
            for who, token in tokens.items()
        ]

        def write(connection: Connection) -> None:
            _ = connection.execute(insert(tables.battles), row)
            _ = connection.execute(insert(tables.seats), seats)
            passage = {"battle": battle.id, "first": 0, "lines": record}
            _ = connection.execute(insert(tables.written), passage)

        await self._write(write)

    async def append(self, battle: str, first: int, lines: bytes, turn: int, is_over: bool) -> None:
        """The record goes on with these lines. StoreError if another server went on with it."""
        passage = {"battle": battle, "first": first, "lines": lines}
        known = {"of": battle, "turn": turn, "is_over": is_over, "played_at": time.time()}

        def write(connection: Connection) -> None:
            _ = connection.execute(APPEND, passage)
            _ = connection.execute(STANDS, known)

        await self._write(write)

    async def battle(self, battle: str) -> StoredBattle | None:
        """The battle of this name; None: there is none."""
        if not battle.isprintable():
            return None
        query = select(tables.battles).where(tables.battles.c.id == battle)
        row = await self._read(lambda connection: connection.execute(query).first())
        return None if row is None else _battle(row)

    async def record(self, battle: str) -> bytes:
        """The record of a battle as far as it goes; empty if there is none."""
        column = tables.written.c
        query = select(column.lines).where(column.battle == battle).order_by(column.first.asc())
        found = await self._read(lambda connection: connection.scalars(query).all())
        return b"".join(found)

    async def remove(self, battle: str) -> None:
        """A battle, its record, its seats and its talk are gone."""
        query = delete(tables.battles).where(tables.battles.c.id == battle)

        def write(connection: Connection) -> None:
            _ = connection.execute(query)

        await self._write(write)

    async def remove_older(self, than: float, *, but: tuple[str, ...] = ()) -> int:
        """Battles last played before then, save those, and replays put up before then are gone.

        `than`: seconds since 1970. How many are gone.
        """
        played = tables.battles.c
        old = delete(tables.battles).where(played.played_at < than, played.id.not_in(but))
        replays = delete(tables.replays).where(tables.replays.c.made_at < than)

        def write(connection: Connection) -> int:
            return sum([connection.execute(query).rowcount for query in (old, replays)])

        return await self._write(write)

    async def count(self) -> int:
        """How many battles there are."""
        query = select(func.count()).select_from(tables.battles)
        found = await self._read(lambda connection: connection.scalar(query))
        return found or 0

    # ------------------------------------------------------------------------------- seats

    async def seat(self, token: str) -> StoredSeat | None:
        """The seat that this token opens."""
        column = tables.seats.c
        query = select(column.battle, column.who, column.name).where(
            column.token_hash == token_hash(token)
        )
        row = await self._read(lambda connection: connection.execute(query).first())
        return None if row is None else StoredSeat(row.battle, row.who, row.name)

    async def names(self, battle: str) -> dict[Who, str]:
        """What those who have sat down are called, by seat."""
        column = tables.seats.c
        query = select(column.who, column.name).where(column.battle == battle)
        found = await self._read(lambda connection: connection.execute(query).all())
        return {row.who: row.name for row in found}

    async def call(self, battle: str, who: Who, name: str) -> None:
        """Whoever sits there is called so."""
        column = tables.seats.c
        query = update(tables.seats).where(column.battle == battle, column.who == who)

        def write(connection: Connection) -> None:
            _ = connection.execute(query, {"name": name})

        await self._write(write)

    # -------------------------------------------------------------------------------- talk

    async def say(self, battle: str, said: Said) -> None:
        """A word of the chat; of a battle so many are kept as are told to those who come."""
        row = {
            "battle": battle,
            "who": said.who,
            "name": said.name,
            "text": said.text,
            "at": said.at,
        }

        column = tables.talk.c
        oldest = (
            select(column.id)
            .where(column.battle == battle)
            .order_by(column.id.desc())
            .offset(TALK_KEPT)
            .limit(1)
            .scalar_subquery()
        )
        forgotten = delete(tables.talk).where(column.battle == battle, column.id <= oldest)

        def write(connection: Connection) -> None:
            _ = connection.execute(insert(tables.talk), row)
            _ = connection.execute(forgotten)

        await self._write(write)

    async def talk(self, battle: str) -> tuple[Said, ...]:
        """The last words of the chat, oldest first."""
        column = tables.talk.c
        query = (
            select(tables.talk)
            .where(column.battle == battle)
            .order_by(column.id.desc())
            .limit(TALK_KEPT)
        )
        found = await self._read(lambda connection: connection.execute(query).all())
        return tuple(Said(row.who, row.name, row.text, row.at) for row in reversed(found))

    # ----------------------------------------------------------------------------- replays

    async def add_replay(self, replay: StoredReplay) -> str:
        """Put up a record; returns its name: that of the same record if it was put up before."""
        digest = sha256(replay.record).digest()
        column = tables.replays.c
        known = select(column.id).where(column.record_hash == digest)
        row = {
            "id": replay.id,
            "title": replay.title,
            "record": replay.record,
            "made_at": replay.made_at,
            "record_hash": digest,
        }

        def write(connection: Connection) -> str:
            found = connection.scalar(known)
            if found is not None:
                return str(found)
            _ = connection.execute(insert(tables.replays), row)
            return replay.id

        return await self._write(write)

    async def archive_bytes(self) -> int:
        """What all records that were put up take together."""
        query = select(func.coalesce(func.sum(func.length(tables.replays.c.record)), 0))
        found = await self._read(lambda connection: connection.scalar(query))
        return int(found or 0)

    async def replay(self, replay: str) -> StoredReplay | None:
        """The replay of this name; None: there is none."""
        if not replay.isprintable():
            return None
        query = select(tables.replays).where(tables.replays.c.id == replay)
        row = await self._read(lambda connection: connection.execute(query).first())
        return None if row is None else StoredReplay(row.id, row.title, row.record, row.made_at)

    # ------------------------------------------------------------------------------- inner

    async def _read(self, read: Callable[[Connection], T]) -> T:
        def in_thread() -> T:
            with self._engine.connect() as connection:
                return read(connection)

        try:
            return await asyncio.to_thread(in_thread)
        except SQLAlchemyError as error:
            raise StoreError(str(error)) from error

    async def _write(self, write: Callable[[Connection], T]) -> T:
        try:
            return await self._writer.write(write)
        except SQLAlchemyError as error:
            raise StoreError(str(error)) from error


def token_hash(token: str) -> bytes:
    """What is kept of a seat's token."""
    return sha256(token.encode()).digest()


# Any: a row's columns are known to the tables, not to its type.
def _battle(row: Row[Any]) -> StoredBattle:
    return StoredBattle(
        id=row.id,
        title=row.title,
        scenario=row.scenario,
        armies=Pair(row.red_army, row.blue_army),
        players=Pair(row.red, row.blue),
        guide=row.guide,
        secret=bytes(row.secret),
        bot_seed=bytes(row.bot_seed),
        seeded=row.seeded,
        turn=row.turn,
        is_over=row.is_over,
        made_at=row.made_at,
        played_at=row.played_at,
    )
