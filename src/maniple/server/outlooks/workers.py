"""Processes in which odds are worked out and records read: begun when first asked, ended with the server."""

import asyncio
import logging
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from typing import TypeVar

from maniple.server.outlooks.telling import Asked, outlooks
from maniple.server.wire.messages import Outlook

A = TypeVar("A")
R = TypeVar("R")

log = logging.getLogger("maniple.outlooks")


def end_with_parent() -> None:
    """A worker ends when the server does, even where that was killed and could not say so."""
    parent = parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


class Workers:
    """Processes that do one thing after the other; others wait for their turn."""

    def __init__(self, processes: int) -> None:
        """They are started when first needed."""
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        self._turn = asyncio.Semaphore(processes)

    async def run(self, work: Callable[[A], R], given: A, seconds: float | None = None) -> R:
        """Do it there; `seconds` count from its turn on. Raises what the work raises; `BrokenProcessPool`
        where a worker died over it; TimeoutError where it has not come to an end: then the processes are
        ended and begun anew.
        """
        async with self._turn:
            return await self._run(work, given, seconds)

    async def _run(self, work: Callable[[A], R], given: A, seconds: float | None) -> R:
        pool, begun = self._begin(work, given)
        try:
            return await asyncio.wait_for(begun, seconds)
        except BrokenProcessPool:
            self._forget(pool)
            raise
        except TimeoutError:
            self._forget(pool)
            # the executor has no door of its own through which its processes could be ended
            for process in tuple(pool._processes.values()):  # pyright: ignore[reportPrivateUsage]
                process.kill()
            raise

    def _begin(
        self, work: Callable[[A], R], given: A
    ) -> tuple[ProcessPoolExecutor, "asyncio.Future[R]"]:
        """Give it to the processes; where one of them has died meanwhile, to new ones."""
        loop = asyncio.get_running_loop()
        pool = self._here()
        try:
            return pool, loop.run_in_executor(pool, work, given)
        except BrokenProcessPool:
            self._forget(pool)
        pool = self._here()
        return pool, loop.run_in_executor(pool, work, given)

    def _here(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._processes, mp_context=get_context("spawn"), initializer=end_with_parent
            )
        return self._pool

    def _forget(self, pool: ProcessPoolExecutor) -> None:
        if self._pool is pool:  # others who waited may have found it out before
            self._pool = None

    def close(self) -> None:
        """Let go of the processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


class Outlooks:
    """Works out odds, so many questions at a time."""

    def __init__(self, processes: int) -> None:
        """`processes`: 0 for none: then nothing can be told."""
        self._workers = Workers(processes) if processes else None

    async def tell(self, asked: Asked) -> tuple[Outlook, ...]:
        """What comes of each choice; nothing where a worker has died over it."""
        if self._workers is None or not asked.choices:
            return ()
        try:
            return await self._workers.run(outlooks, asked)
        except BrokenProcessPool:
            log.error("a worker has died over odds: %s", asked.choices[0][1])
            return ()

    def close(self) -> None:
        """Let go of the processes."""
        if self._workers is not None:
            self._workers.close()
