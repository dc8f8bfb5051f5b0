"""What every room needs: the store, the settings, and threads in which the referee and the bots work."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from maniple.server.settings import Settings
from maniple.server.store.store import Store

T = TypeVar("T")


class Services:
    """Shared by all rooms. `drop`: what is done with a battle that is to be loaded anew."""

    def __init__(self, settings: Settings, store: Store, drop: Callable[[str], None]) -> None:
        self.settings = settings
        self.store = store
        self.drop = drop
        self._people = ThreadPoolExecutor(settings.workers, "maniple-referee")
        self._bots = ThreadPoolExecutor(1, "maniple-bots")

    async def work(self, work: Callable[[], T]) -> T:
        """Do it in a thread: what somebody waits for."""
        return await asyncio.get_running_loop().run_in_executor(self._people, work)

    async def bot_work(self, work: Callable[[], T]) -> T:
        """Do it in a thread of its own: bots think while people are answered."""
        return await asyncio.get_running_loop().run_in_executor(self._bots, work)

    def close(self) -> None:
        """Finish what is under way."""
        self._people.shutdown(wait=True, cancel_futures=True)
        self._bots.shutdown(wait=True, cancel_futures=True)
