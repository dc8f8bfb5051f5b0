"""The real server in a process of its own, that can be killed."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

PATIENCE = 60.0


class Apart:
    """`maniple serve` over a folder. `output` is everything that it has said."""

    def __init__(
        self, data: Path, *words: str, environment: Mapping[str, str] | None = None
    ) -> None:
        command = [sys.executable, "-m", "maniple", "serve", "--port", "0", "--data", str(data)]
        self.output = ""
        self._ready = threading.Event()
        self._process = subprocess.Popen(
            [*command, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", **(environment or {})},
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        assert self._ready.wait(PATIENCE), self.output
        found = re.search(r"http://[^ ]*:(\d+)/", self.output)
        assert found is not None, self.output
        self.port = int(found.group(1))

    def __enter__(self) -> "Apart":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process.poll() is None:
            self.kill()

    def kill(self) -> None:
        """As `kill -9` does: it has no time for anything."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Politely; returns its exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        self._process.send_signal(how)
        code = self._process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        assert not self._reader.is_alive(), "something that the server began outlives it"
        if self._process.stdout is not None:
            self._process.stdout.close()
        return code

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.output += line
            if "The table stands" in line:
                self._ready.set()
        self._ready.set()
