"""A note on stderr while an answer takes long, where somebody watches."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic

from rich.console import Console

SOON = 0.8
"""Seconds before the note appears."""
BEAT = 0.5


@contextmanager
def waiting() -> Generator[None]:
    """While this runs, a note that time passes; gone when it is done."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    done = Event()
    note = Thread(target=_note, args=(done,), daemon=True)
    note.start()
    try:
        yield
    finally:
        done.set()
        note.join()


def _note(done: Event) -> None:
    begun = monotonic()
    if done.wait(SOON):
        return
    out = Console(stderr=True)
    with out.status("") as status:
        while not done.is_set():
            passed = monotonic() - begun
            status.update(f"Working it out: {passed:.0f} s; Ctrl-C stops it.")
            _ = done.wait(BEAT)
