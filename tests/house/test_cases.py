"""Each case that players have settled is a test: its id begins the docstring of one at least."""

import ast
import re
from functools import cache

import pytest

from house.sources import ROOT

# By chapter: A charges and moves, B shooting, C close combat, D results and flight, E psychology,
# F sizes and warbands, G magic, H characters, I arithmetic, J the worked examples of the book.
CASES = [
    "A1",
    "A2",
    "A4",
    "A5",
    "A7",
    "A8",
    "A10",
    "A11",
    "A13",
    "A14",
    "A17",
    "A19",
    "A20",
    "A22",
    "A23",
    "A25",
    "A26",
    "A28",
    "A29",
    "A31",
    "A32",
    "A34",
    "A35",
    "A37",
    "A38",
    "A40",
    "B1",
    "B3",
    "B4",
    "B6",
    "B7",
    "B9",
    "B10",
    "B12",
    "B13",
    "B15",
    "B16",
    "B18",
    "B19",
    "B24",
    "B25",
    "C2",
    "C3",
    "C5",
    "C6",
    "C11",
    "C12",
    "C14",
    "C15",
    "C17",
    "C18",
    "C20",
    "C21",
    "D2",
    "D5",
    "D6",
    "D8",
    "D9",
    "D11",
    "D12",
    "D14",
    "D15",
    "D17",
    "D18",
    "D20",
    "D21",
    "D23",
    "D24",
    "D26",
    "D27",
    "D29",
    "D30",
    "E1",
    "E4",
    "E6",
    "E7",
    "E9",
    "E10",
    "E12",
    "E13",
    "E15",
    "E16",
    "F2",
    "F3",
    "F5",
    "F6",
    "F8",
    "F9",
    "F11",
    "F12",
    "G1",
    "G2",
    "G4",
    "G5",
    "G7",
    "H1",
    "H3",
    "H4",
    "H7",
    "H9",
    "H10",
    "I2",
    "I3",
    "I5",
    "I6",
    "I8",
    "I9",
    "I11",
    "I12",
    "I14",
    "I15",
    "J1",
    "J2",
    "J3",
    "J4",
    "J5",
    "J6",
    "J7",
    "J8",
    "J9",
    "J10",
    "J11",
    "J12",
    "J13",
    "J14",
]

BEGINNING = re.compile(r"Cases? ([A-J]\d+(?:(?:,| and) [A-J]\d+)*)\b")


def cases_shown(docstring: str | None) -> list[str]:
    """The ids that a docstring begins with: "Case A5: ...", "Cases A5 and A7: ..."."""
    match = BEGINNING.match(docstring or "")
    return re.findall(r"[A-J]\d+", match[1]) if match else []


@cache
def shown() -> dict[str, list[str]]:
    """Each case, and the tests that show it."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for case in cases_shown(ast.get_docstring(node)):
                    found.setdefault(case, []).append(f"{path.name}::{node.name}")
    return found


@pytest.mark.parametrize("case", CASES)
def test_each_case_is_shown(case: str) -> None:
    assert shown().get(case)


@pytest.mark.parametrize(
    ("docstring", "cases"),
    [
        ("Case A5.", ["A5"]),
        ("Cases A5 and A7: caught.", ["A5", "A7"]),
        ("Cases J4, E1.", ["J4", "E1"]),
        ("As in case A5.", []),
        ("Caseload", []),
        (None, []),
    ],
)
def test_ids_are_read_from_docstrings(docstring: str | None, cases: list[str]) -> None:
    assert cases_shown(docstring) == cases
