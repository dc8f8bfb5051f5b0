"""The processes in which odds are worked out: started when first asked, ended with the server."""

import asyncio
import logging
import os
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process

from maniple.server.outlooks.telling import Asked, outlooks
from maniple.server.wire.messages import Outlook

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


class Outlooks:
    """Works out odds, so many questions at a time; others wait for their turn."""

    def __init__(self, processes: int) -> None:
        """`processes`: 0 for none: then nothing can be told."""
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    async def tell(self, asked: Asked) -> tuple[Outlook, ...]:
        """What comes of each choice; nothing where a worker has died over it."""
        if not self._processes or not asked.choices:
            return ()
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._processes, mp_context=get_context("spawn"), initializer=end_with_parent
            )
        pool = self._pool
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, outlooks, asked)
        except BrokenProcessPool:
            log.error("a worker has died over odds: %s", asked.choices[0][1])
            if self._pool is pool:  # others who waited may have found it out before
                self._pool = None
            return ()

    def close(self) -> None:
        """Let go of the processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
