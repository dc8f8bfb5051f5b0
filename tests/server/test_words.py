"""What people send is made readable, and no longer than it may be."""

import pytest

from maniple.server.words import tidy


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("  Good \n luck! ", "Good luck!"),
        ("a\x00b\x1b[31mc", "a b [31mc"),
        ("\u202egnp.exe", "gnp.exe"),
        ("Änne 军团 \U0001f3db", "Änne 军团 \U0001f3db"),
        ("\U0001f468\u200d\U0001f469", "\U0001f468\u200d\U0001f469"),
        ("\u2028\u200b", ""),
        ("x" * 50, "x" * 40),
        ("x" * 39 + " y", "x" * 39),
    ],
)
def test_only_what_can_be_read_is_kept(sent: str, kept: str) -> None:
    assert tidy(sent, 40) == kept
