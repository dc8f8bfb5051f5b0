"""Reading a phrase from left to right: where it stands, what fits there, what was meant.

Reader.take       the text of a pattern that fits here
Reader.longest    the longest of some names that fits here
Reader.fail       the error that says where and what would be right
"""

import difflib
import re
from collections.abc import Iterable

from maniple.armies.problems import cut

LONGEST_PHRASE = 200


class PhraseError(ValueError):
    """A phrase that says nothing known; `position` counts characters from 0."""

    def __init__(self, text: str, position: int, what: str, remedy: str) -> None:
        self.text = text
        self.position = position
        self.what = what
        self.remedy = remedy
        plain = "".join(letter if letter.isprintable() else "?" for letter in text)
        super().__init__(f"{what}: {remedy}\n  {plain}\n  {' ' * position}^")


class Reader:
    """A phrase and how far it has been read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = text.lower()
        self.at = 0
        if len(text) > LONGEST_PHRASE:
            long = f"a phrase of {len(text):,} characters"
            raise PhraseError(cut(text), 0, long, f"at most {LONGEST_PHRASE} characters")
        for at, letter in enumerate(text):
            if not (letter.isascii() and letter.isprintable()):
                what = f"{ascii(letter) if not letter.isprintable() else letter} is no plain letter"
                raise self.fail(what, "write plain letters, in one line", at)

    @property
    def is_done(self) -> bool:
        return self.at >= len(self.words)

    def skip(self, pattern: str = r"[\s,;.]+") -> None:
        """Go past what joins one part to the next."""
        found = re.compile(pattern).match(self.words, self.at)
        if found:
            self.at = found.end()

    def take(self, pattern: str) -> re.Match[str] | None:
        """Read a pattern of whole words that fits here, or nothing."""
        found = re.compile(rf"(?:{pattern})(?![\w-])").match(self.words, self.at)
        if found:
            self.at = found.end()
        return found

    def longest(self, names: Iterable[str]) -> str | None:
        """Read the longest of some names that stands here, or nothing."""
        for name in sorted(names, key=len, reverse=True):
            if self.take(re.escape(name)):
                return name
        return None

    def word(self) -> str:
        """The word that stands here, without reading it."""
        found = re.compile(r"[\w'-]+|\S").match(self.words, self.at)
        return found[0] if found else ""

    def rest_of_part(self) -> str:
        """The text from here to the next comma."""
        return re.split(r"[,;.]", self.words[self.at :])[0].strip()

    def fail(self, what: str, remedy: str, position: int | None = None) -> PhraseError:
        """The error at a position, or here."""
        return PhraseError(self.text, self.at if position is None else position, what, remedy)


def nearest(text: str, names: Iterable[str]) -> str | None:
    """The name nearest to a text or to its first words; None where none is near."""
    known = list(names)
    words = text.split()
    best: tuple[float, str] | None = None
    for count in range(min(4, len(words)), 0, -1):
        said = " ".join(words[:count])
        for name in difflib.get_close_matches(said, known, n=1, cutoff=0.7):
            score = difflib.SequenceMatcher(None, said, name).ratio()
            if best is None or score > best[0]:
                best = score, name
    return best[1] if best else None
