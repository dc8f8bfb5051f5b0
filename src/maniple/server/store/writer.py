"""One thread that writes to the database. Whatever waits when it looks is committed together.

A commit costs as long as the disk takes to say that it has written; with many battles at once most of
the waiting is shared. A piece of work that fails does not take the others with it: they are done over
again, each for itself.
"""

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

T = TypeVar("T")
MOST = 200
"""Pieces of work in one commit."""


class _Work:
    """Something to be written, and where the result goes."""

    # Any: each piece of work has a result of its own.
    def __init__(self, write: Callable[[Connection], Any]) -> None:
        self.write = write
        # Any: the same.
        self.done: Future[Any] = Future()


class Writer:
    """Writes in the order of asking."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._waiting: queue.SimpleQueue[_Work | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="maniple-writer", daemon=True)
        self._thread.start()

    async def write(self, write: Callable[[Connection], T]) -> T:
        """Do this in a transaction; returns once it is committed, or raises what went wrong."""
        work = _Work(write)
        self._waiting.put(work)
        # Cancelling whoever waits takes nothing back.
        result: T = await asyncio.shield(asyncio.wrap_future(work.done))
        return result

    def close(self) -> None:
        """Write what waits, and stop."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            first = self._waiting.get()
            if first is None:
                return
            batch = [first]
            stop = False
            while len(batch) < MOST:
                try:
                    work = self._waiting.get_nowait()
                except queue.Empty:
                    break
                if work is None:
                    stop = True
                    break
                batch.append(work)
            self._commit(batch)
            if stop:
                return

    def _commit(self, batch: list[_Work]) -> None:
        try:
            with self._engine.begin() as connection:
                results = [work.write(connection) for work in batch]
        except Exception as error:  # noqa: BLE001 - whatever it is goes to whoever asked
            if len(batch) == 1:
                batch[0].done.set_exception(error)
                return
            for work in batch:
                self._commit([work])
            return
        for work, result in zip(batch, results, strict=True):
            work.done.set_result(result)
