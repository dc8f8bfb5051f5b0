"""What the README and the other documents show is what happens."""

from pathlib import Path
from textwrap import dedent

import pytest

from house.documents import blocks, is_same, run_document
from house.sources import ROOT
from maniple import __version__

DOCUMENTS = [
    path.relative_to(ROOT).as_posix()
    for path in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
]


def test_the_readme_shows_something() -> None:
    marks = {block.mark for block in blocks((ROOT / "README.md").read_text(encoding="utf-8"))}
    assert "console" in marks


@pytest.mark.parametrize("document", DOCUMENTS)
def test_what_a_document_shows_is_what_happens(document: str, tmp_path: Path) -> None:
    wrong = run_document((ROOT / document).read_text(encoding="utf-8"), tmp_path)
    told = [
        f"{document}:{place.line}\n--- shown\n{place.expected}\n--- is\n{place.got}"
        for place in wrong
    ]
    assert not told, "\n".join(told)


GOOD = f"""
```python
legions = ["I", "II"]
print(len(legions))
```
```text
2
```
```python
>>> legions
['I', 'II']
>>> more = legions * 2
```
```python
assert len(more) == 4
```
```console
$ maniple --version
maniple {__version__}
$ maniple \\
    --march
...
(exit code 2)
```
```sh
rm -rf /
```
"""


def test_a_true_document_passes(tmp_path: Path) -> None:
    assert run_document(GOOD, tmp_path) == []


@pytest.mark.parametrize(
    ("text", "line", "got"),
    [
        ("```python\nprint(2)\n```\n```text\n3\n```\n", 2, "2\n"),
        ("```python\nprint(2)\n```\n", 2, "2\n"),
        (
            "Text.\n\n```console\n$ maniple --version\nmaniple 0\n```\n",
            4,
            f"maniple {__version__}\n",
        ),
        ("```console\n$ rm x\n```\n", 2, "rm x"),
        ("```console\nmaniple --version\n```\n", 2, "maniple --version\n"),
    ],
)
def test_a_false_document_is_noticed(tmp_path: Path, text: str, line: int, got: str) -> None:
    (wrong,) = run_document(text, tmp_path)
    assert (wrong.line, wrong.got) == (line, got)


def test_a_false_session_is_noticed(tmp_path: Path) -> None:
    (wrong,) = run_document("```python\n>>> 1 + 1\n3\n```\n", tmp_path)
    assert wrong.line == 2
    assert "Expected:\n    3\nGot:\n    2\n" in wrong.got


def test_dots_stand_for_any_lines() -> None:
    account = dedent("""\
        Turn 1
        The legion charges.
        It holds.
        """)
    assert is_same("Turn 1\n...\nIt holds.", account)
    assert is_same("...\nIt holds.\n", account)
    assert is_same("Turn 1\n...", account)
    assert not is_same("Turn 1\n...\nIt breaks.", account)
    assert not is_same("Turn 1\nIt holds.", account)
