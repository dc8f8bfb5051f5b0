"""Words that people send: names, titles, talk."""

JOINER = "\u200d"
"""Joins signs to one, as of a family; it has no width of its own."""


def tidy(text: str, most: int) -> str:
    """What can be read of it, with single blanks, at most so many characters long.

    Control characters, and those that turn the way of writing, are left out.
    """
    readable = "".join([sign if sign.isprintable() or sign == JOINER else " " for sign in text])
    return " ".join(readable.split())[:most].strip()
