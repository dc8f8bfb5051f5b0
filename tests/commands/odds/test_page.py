"""The page of an answer: complete in itself, with charts for wide pages and narrow ones."""

import re
import sys
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kit.answered import answer, compared, tries
from maniple.commands.odds.charts import Share, histogram, or_more, strip
from maniple.commands.odds.page import check_page, page
from maniple.commands.page_file import write_page_file
from maniple.commands.refusals import Refusal
from maniple.odds.answers import Certainty, Count

VOID = {"meta", "br", "link", "img", "hr", "input"}


class Reader(HTMLParser):
    """Holds that tags are closed in order, and gathers what could be fetched."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(str(value))
            if name in ("href", "src", "srcset", "data", "action", "xlink:href"):
                self.links.append(str(value))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID | {"path", "text", "line", "rect"}, tag

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    return reader


def words(text: str) -> str:
    return " ".join(" ".join(read(text).words).split())


@pytest.mark.parametrize("shown", [answer(), compared()])
def test_the_page_is_complete_in_itself(shown: object) -> None:
    text = page(shown, ("18 Legionaries",), "maniple odds fight A B")  # type: ignore[arg-type] # either of the two
    assert "http" not in text
    assert "<script" not in text
    assert "@import" not in text
    assert "url(" not in text
    reader = read(text)
    assert all(link.startswith("#") for link in reader.links)
    assert {link[1:] for link in reader.links} <= set(reader.ids)
    assert len(reader.ids) == len(set(reader.ids))
    assert len(text) < 250_000


def test_the_page_tells_the_answer() -> None:
    told = words(page(answer(), (), 'maniple odds fight "A & B"'))
    assert "Legionaries against Warriors: one round" in told
    assert "Warriors break 41.7 % 2 in 5" in told
    assert "5/12" in told
    assert "1 on average, 1 in the middle" in told
    assert "Exact" in told
    assert "weapon skill 3 to 3 combat.to-hit" in told
    assert 'with maniple odds fight "A & B"' in told


def test_what_is_put_in_is_escaped() -> None:
    text = page(answer(), (), "<script>alert(1)</script>")
    assert "<script" not in text
    part = Share('<b title="x">', Fraction(1, 2), "var(--c1)")
    assert "<b" not in strip([part], 300)


def test_choices_are_laid_side_by_side() -> None:
    text = page(compared(), (), "maniple odds compare")
    told = words(text)
    assert "Fight: charging; or standing?" in told
    assert told.index(" Charging ") < told.index("Warriors break 41.7 %") < told.index(" Standing ")
    assert 'style="--colour: var(--c3)">both hold' in text


def test_light_and_dark_pages_share_the_charts() -> None:
    text = page(answer(), (), "")
    defined = set(re.findall(r"(--[\w-]+):", text))
    used = set(re.findall(r"var\((--[\w-]+)\)", text))
    assert used <= defined
    assert "prefers-color-scheme: dark" in text


def test_a_strip_is_as_wide_as_its_chances() -> None:
    drawn = strip([Share("a", Fraction(1, 4), "red"), Share("b", Fraction(3, 4), "blue")], 400)
    widths = [
        float(wide)
        for wide in re.findall(r'aria-label="[ab]: [^>]* d="M[\d.]+,[-\d.]+h([\d.]+)', drawn)
    ]
    assert widths == [100, 300]
    assert re.findall(r"<title>([^<]*)</title>", drawn) == ["a: 25.0 %", "b: 75.0 %"]
    assert "25.0 %</text>" in drawn


def test_what_has_no_room_is_not_written_into_a_strip() -> None:
    drawn = strip([Share("a", Fraction(1, 50), "red"), Share("b", Fraction(49, 50), "blue")], 300)
    assert "2.0 %</text>" not in drawn
    assert "a: 2.0 %" in drawn


@pytest.mark.parametrize("width", [330, 452])
@pytest.mark.parametrize("most", [1, 2, 8, 30, 200])
def test_a_histogram_has_a_bar_for_all_that_may_come(most: int, width: int) -> None:
    count = Count("lost", tries(most, Fraction(1, 2)))
    bars = re.findall(r"<title>([^<]*): [^<]* %</title>", histogram(count, width))
    assert 2 <= len(bars) <= width // 38
    ends = re.findall(r"<title>(\d+) or more: ", or_more(count, width))
    assert len(ends) == len(bars) - 1


def test_a_limit_is_told_on_the_page() -> None:
    told = words(page(answer(Certainty("bounds", Fraction(1, 50), spent="seconds")), (), ""))
    assert "41.7 to 43.7 %" in told
    assert "The limit of time was reached" in told
    assert "So many or more, at the least" in told


def test_without_the_libraries_it_is_said_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    monkeypatch.delitem(sys.modules, "maniple.commands.odds.charts")
    with pytest.raises(Refusal, match=r"pip install 'maniple\[charts\]'"):
        check_page(tmp_path / "odds.html")


def test_where_no_page_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="is a directory"):
        check_page(tmp_path)
    with pytest.raises(Refusal, match="there is no directory"):
        check_page(tmp_path / "nowhere" / "odds.html")
    (tmp_path / "there.html").touch()
    check_page(tmp_path / "there.html")
    with pytest.raises(Refusal, match="can't be written"):
        write_page_file(Path("/dev/full"), page(answer(), (), ""))
