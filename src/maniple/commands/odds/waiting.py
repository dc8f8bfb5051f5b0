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
def waiting(seconds: float) -> Generator[None]:
    """While this runs, a note that time passes, of so many seconds; gone when it is done."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    done = Event()
    note = Thread(target=_note, args=(done, seconds), daemon=True)
    note.start()
    try:
        yield
    finally:
        done.set()
        note.join()


def _note(done: Event, seconds: float) -> None:
    begun = monotonic()
    if done.wait(SOON):
        return
    out = Console(stderr=True)
    with out.status("") as status:
        while not done.is_set():
            passed = monotonic() - begun
            told = f"Working it out: {passed:.0f} s of {seconds:g} at the most; Ctrl-C stops it."
            status.update(told)
            _ = done.wait(BEAT)
