"""How much a client may say: so much at once, and so much in the long run."""

import time


class Pace:
    """A bucket of words that fills again with time."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: float) -> None:
        """`rate` a second in the long run, `most` at once."""
        self._rate = rate
        self._most = most
        self._left = most
        self._at = time.monotonic()

    def allows(self) -> bool:
        """Whether one more is allowed; counts it if so."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True
