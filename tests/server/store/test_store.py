"""The store, on SQLite and on a real PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text

from kit.postgres import Postgres
from maniple.battle.sides import Pair, Side
from maniple.server.rooms.begin import NewBattle, begin
from maniple.server.settings import Settings
from maniple.server.store.database import DatabaseError, open_database
from maniple.server.store.rows import StoredBattle, StoredReplay
from maniple.server.store.store import TALK_KEPT, Store, StoreError, token_hash
from maniple.server.store.tables import metadata
from maniple.server.wire.messages import Said


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    store = Store(open_database(Settings(database_url=url).database))
    try:
        yield store
    finally:
        store.close()


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


async def a_battle(store: Store) -> tuple[StoredBattle, bytes]:
    stored, record = begin(NewBattle("small-field", players=Pair("person", "bot:steady")))
    await store.add_battle(stored, record, {"red": token_hash("r"), "watch": token_hash("w")})
    return stored, record


async def another(store: Store) -> tuple[StoredBattle, bytes]:
    stored, record = begin(NewBattle("small-field", players=Pair("bot:random", "bot:random")))
    await store.add_battle(stored, record, {"watch": token_hash("w2")})
    return stored, record


def test_what_is_put_in_comes_out_when_it_is_opened_again(database_url: str) -> None:
    async def work() -> None:
        async with opened(database_url) as store:
            stored, record = await a_battle(store)
            await store.append(stored.id, record.count(b"\n"), b"one\ntwo\n", 3, False)
            await store.call(stored.id, "red", "Änne")
        async with opened(database_url) as store:
            again = await store.battle(stored.id)
            assert again is not None
            assert (again.secret, again.bot_seed) == (stored.secret, stored.bot_seed)
            assert (again.turn, again.is_over, again.armies) == (3, False, stored.armies)
            assert (again.bot_of(Side.RED), again.bot_of(Side.BLUE)) == (None, "steady")
            assert await store.record(stored.id) == record + b"one\ntwo\n"
            seat = await store.seat("r")
            assert seat is not None
            assert (seat.battle, seat.who, seat.name) == (stored.id, "red", "Änne")
            assert await store.seat("x") is None
            assert await store.count() == 1

    run(work())


def test_a_record_goes_on_in_one_way_only(database_url: str) -> None:
    async def work() -> None:
        async with opened(database_url) as store, opened(database_url) as other:
            stored, record = await a_battle(store)
            first = record.count(b"\n")
            await store.append(stored.id, first, b"one\n", 1, False)
            with pytest.raises(StoreError):
                await other.append(stored.id, first, b"another\n", 1, False)
            assert await other.record(stored.id) == record + b"one\n"

    run(work())


def test_what_fails_takes_nothing_else_with_it(database_url: str) -> None:
    async def work() -> None:
        async with opened(database_url) as store:
            stored, record = await a_battle(store)
            first = record.count(b"\n")
            lines = [b"%d\n" % number for number in range(40)]
            writes = [
                store.append(stored.id, first + number, line, 1, False)
                for number, line in enumerate(lines)
            ]
            unknown = [store.append("nobody", number, b"x\n", 1, False) for number in range(5)]
            twice = [store.append(stored.id, first, b"y\n", 1, False)]
            done = await asyncio.gather(*writes, *unknown, *twice, return_exceptions=True)
            failed = [isinstance(one, StoreError) for one in done]
            assert failed == [False] * 40 + [True] * 6
            assert await store.record(stored.id) == record + b"".join(lines)

    run(work())


def test_talk_comes_in_its_order_and_not_without_end(database_url: str) -> None:
    async def work() -> None:
        async with opened(database_url) as store:
            stored, _ = await a_battle(store)
            said = [Said("red", "A", f"{n}", float(n)) for n in range(TALK_KEPT + 5)]
            for one in said:
                await store.say(stored.id, one)
            assert list(await store.talk(stored.id)) == said[5:]

    run(work())


def test_only_as_much_talk_is_kept_as_is_told(database_url: str) -> None:
    async def work() -> None:
        async with opened(database_url) as store:
            (stored, _), (other, _) = await a_battle(store), await another(store)
            await store.say(other.id, Said("red", "", "kept", 0.0))
            for number in range(TALK_KEPT + 5):
                await store.say(stored.id, Said("red", "", f"{number}", float(number)))
            assert [one.text for one in await store.talk(other.id)] == ["kept"]
            found = await store.talk(stored.id)
            assert [one.text for one in found] == [f"{5 + n}" for n in range(TALK_KEPT)]
        engine = create_engine(Settings(database_url=database_url).database)
        with engine.connect() as line:
            assert line.scalar(text("select count(*) from talk")) == TALK_KEPT + 1
        engine.dispose()

    run(work())


def test_what_is_old_goes_and_what_is_open_stays(database_url: str) -> None:
    async def work() -> None:
        async with opened(database_url) as store:
            (stored, _), (other, _) = await a_battle(store), await another(store)
            await store.add_replay(StoredReplay("old", "t", b"1", 10.0))
            await store.add_replay(StoredReplay("new", "t", b"2", 1e12))
            assert await store.remove_older(1e11, but=(other.id,)) == 2
            assert await store.battle(stored.id) is None
            assert await store.record(stored.id) == b""
            assert await store.battle(other.id) is not None
            assert await store.replay("old") is None
            assert await store.replay("new") is not None

    run(work())


def test_the_same_record_is_put_up_once(database_url: str) -> None:
    async def work() -> None:
        async with opened(database_url) as store:
            assert await store.add_replay(StoredReplay("a", "A", b"record", 1.0)) == "a"
            assert await store.add_replay(StoredReplay("b", "B", b"record", 2.0)) == "a"
            assert await store.replay("b") is None
            found = await store.replay("a")
            assert found is not None
            assert (found.title, found.record) == ("A", b"record")

    run(work())


def test_a_battle_goes_with_all_that_is_its(database_url: str) -> None:
    async def work() -> None:
        async with opened(database_url) as store:
            stored, _ = await a_battle(store)
            await store.say(stored.id, Said("red", "A", "Hello", 1.0))
            await store.remove(stored.id)
            assert await store.battle(stored.id) is None
            assert await store.record(stored.id) == b""
            assert await store.seat("r") is None
            assert await store.talk(stored.id) == ()

    run(work())


def test_the_migrations_make_the_tables_that_the_program_means(database_url: str) -> None:
    engine = open_database(Settings(database_url=database_url).database)
    with engine.begin() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_no_secret_stands_in_an_error(database_url: str) -> None:
    async def work() -> None:
        async with opened(database_url) as store:
            stored, record = await a_battle(store)
            with pytest.raises(StoreError) as caught:
                await store.add_battle(stored, record, {"red": token_hash("r")})
            shown = f"{caught.value!r} {caught.value.__cause__!r} {stored!r}"
            for secret in (stored.secret, stored.bot_seed, token_hash("r")):
                assert secret.hex() not in shown
                assert repr(secret)[2:12] not in shown

    run(work())


def test_a_database_of_a_newer_release_is_left_alone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'battles.db'}"
    open_database(url).dispose()
    engine = create_engine(url)
    with engine.begin() as connection:
        _ = connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(DatabaseError, match="newer release"):
        open_database(url)


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("nonsense", "can't be read"),
        ("oracle://host/name", "sqlite and postgresql are known"),
        ("sqlite:////proc/nowhere/battles.db", "/proc/nowhere"),
        ("postgresql://somebody:hidden@127.0.0.1:1/name", "can't be used"),
    ],
)
def test_a_database_that_can_not_be_used_is_told(url: str, told: str) -> None:
    with pytest.raises(DatabaseError, match=told) as caught:
        open_database(Settings(database_url=url).database)
    assert "hidden" not in str(caught.value)


def test_a_wrong_password_is_told_without_it(postgres: Postgres) -> None:
    url = postgres.new_database().replace("postgres@", "nobody:hidden@")
    with pytest.raises(DatabaseError, match="nobody") as caught:
        open_database(Settings(database_url=url).database)
    assert "hidden" not in str(caught.value)
