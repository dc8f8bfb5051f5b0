"""Workers: whoever dies is replaced, and nobody pays for the time of those before him."""

import asyncio
import multiprocessing
import time
from collections.abc import Callable, Coroutine
from typing import Any

from maniple.server.outlooks.workers import Workers


def with_workers(work: Callable[[Workers], Coroutine[Any, Any, None]]) -> None:
    """Run this with workers of its own."""

    async def run() -> None:
        workers = Workers(1)
        try:
            await work(workers)
        finally:
            workers.close()

    asyncio.run(run())


def test_a_worker_that_died_while_idle_is_replaced() -> None:
    async def work(workers: Workers) -> None:
        before = set(multiprocessing.active_children())
        assert await workers.run(abs, -1) == 1
        for process in set(multiprocessing.active_children()) - before:
            process.kill()
            process.join()
        await asyncio.sleep(0.2)  # the executor notices
        for number in (-2, -3):
            assert await workers.run(abs, number) == -number

    with_workers(work)


def test_the_time_of_those_before_does_not_count() -> None:
    async def work(workers: Workers) -> None:
        assert await workers.run(abs, -1) == 1  # so that it has begun
        asked = [workers.run(time.sleep, 0.4, 0.6) for _ in range(3)]
        assert await asyncio.gather(*asked) == [None, None, None]

    with_workers(work)


def test_who_takes_too_long_is_given_up_and_the_next_is_served() -> None:
    async def work(workers: Workers) -> None:
        assert await workers.run(abs, -1) == 1
        late, after = await asyncio.gather(
            workers.run(time.sleep, 60.0, 0.2), workers.run(abs, -5), return_exceptions=True
        )
        assert isinstance(late, TimeoutError)
        assert after == 5

    with_workers(work)
