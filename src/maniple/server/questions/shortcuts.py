"""A key on the keyboard for each choice, unique within its question."""

from collections.abc import Sequence

PLAIN = "1234567890"
REST = "abcdefghijklmopqstuvwxz"
"""Letters for long lists; without those that a page keeps for itself (n, r, y)."""


def shortcuts(wished: Sequence[str]) -> tuple[str, ...]:
    """A key for each choice: the one wished for, if it is free; else a digit, else a letter, else none."""
    taken = {key for key in wished if key}
    free = [key for key in PLAIN + REST if key not in taken]
    given: list[str] = []
    used: set[str] = set()
    for key in wished:
        if key and key not in used:
            used.add(key)
            given.append(key)
        else:
            given.append(free.pop(0) if free else "")
    return tuple(given)
