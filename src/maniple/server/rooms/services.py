"""What every room needs: the store, the settings, a thread and processes for what takes long."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from maniple.server.memory import Rubbish
from maniple.server.outlooks.workers import Outlooks, Workers
from maniple.server.settings import Settings
from maniple.server.store.store import Store

T = TypeVar("T")


class Services:
    """Shared by all rooms. `drop`: what is done with a battle that is to be loaded anew."""

    def __init__(
        self, settings: Settings, store: Store, drop: Callable[[str], None], rubbish: Rubbish
    ) -> None:
        self.settings = settings
        self.store = store
        self.drop = drop
        self.rubbish = rubbish
        self._slow = ThreadPoolExecutor(1, "maniple-slow")
        self.outlooks = Outlooks(settings.outlook_workers)
        self.archive = Workers(settings.archive_workers)
        self._failed: set[str] = set()

    def fails(self, battle: str) -> bool:
        """The program has failed at this battle; whether for the first time since the server began."""
        is_first = battle not in self._failed
        self._failed.add(battle)
        return is_first

    async def slow_work(self, work: Callable[[], T]) -> T:
        """Do it in a thread of its own: bots think, and battles are brought back, while people are
        answered.
        """
        return await asyncio.get_running_loop().run_in_executor(self._slow, work)

    def close(self) -> None:
        """Finish what is under way."""
        self.outlooks.close()
        self.archive.close()
        self._slow.shutdown(wait=True, cancel_futures=True)
