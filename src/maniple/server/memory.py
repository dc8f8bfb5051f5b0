"""When Python looks for rubbish: a battle's many small values are never part of it.

Almost everything here is freed as soon as nobody holds it. The collector that looks for circles would
walk through every unit of every battle again and again, and hold up whoever answers for tenths of a
second: it looks often at what is new, and at everything only when nobody is waiting.
"""

import gc
import time

NEW, MIDDLE, NEVER = 20_000, 20, 1_000_000
QUIET = 2.0
"""Seconds without an answer that count as quiet."""
SELDOM, LATEST = 60.0, 3600.0
"""Seconds between two looks at everything: at least, and at most."""


class Rubbish:
    """Decides when everything is looked at, in a process that only serves: else Python decides itself."""

    def __init__(self) -> None:
        self._is_ours = False
        self._looked = time.monotonic()
        self._answered = self._looked

    def start(self) -> None:
        """What the program itself consists of is never looked at again."""
        _ = gc.collect()
        gc.freeze()
        gc.set_threshold(NEW, MIDDLE, NEVER)
        self._is_ours = True

    def answered(self) -> None:
        """Somebody has just answered: it is not quiet."""
        self._answered = time.monotonic()

    def look(self) -> None:
        """Look at everything, if it is time."""
        if not self._is_ours:
            return
        now = time.monotonic()
        since = now - self._looked
        if since > LATEST or (since > SELDOM and now - self._answered > QUIET):
            _ = gc.collect()
            self._looked = time.monotonic()
