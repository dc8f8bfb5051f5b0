"""`maniple rules`: listing, searching, explaining, and who cites what."""

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from kit.command_line import run
from maniple.armies.spells import spell_book
from maniple.play.rulebook import parts, rule, rulebook


def test_without_words_the_chapters_are_listed() -> None:
    told = run("rules").stdout
    assert f"{len(rulebook())} rules" in told
    for chapter in {entry.chapter for entry in rulebook()}:
        assert f"\n{chapter}" in told
    places = [told.index(f"\n{part.title}\n") for part in parts()]
    assert places == sorted(places)


def test_every_word_must_be_found() -> None:
    found = json.loads(run("rules", "charge", "flank", "--json").stdout)
    assert found
    for entry in found:
        text = f"{entry['id']} {entry['text']}".casefold()
        assert "charge" in text
        assert "flank" in text


def test_a_rule_by_its_id() -> None:
    told = run("rules", "--id", "break.test").stdout
    assert told.startswith("break.test")
    assert " ".join(told.split()).endswith(rule("break.test").text)


@pytest.mark.parametrize(
    ("rule_id", "figure"),
    [
        ("victory.points", "decisive 50 (B)"),
        ("victory.end", "turns 6 (B)"),
        ("deploy", "depth 12 inches (B)"),
        ("army.skirmishers", "skirmishers 50 % (C)"),
    ],
)
def test_figures_that_players_may_change_are_told_with_their_marks(
    rule_id: str, figure: str
) -> None:
    assert figure in " ".join(run("rules", "--id", rule_id).stdout.split())
    (entry,) = json.loads(run("rules", "--id", rule_id, "--json").stdout)
    assert figure in [f"{name} {value}" for name, value in entry["figures"].items()]


def test_the_book_of_spells() -> None:
    told = run("rules", "--spells").stdout
    found = json.loads(run("rules", "--spells", "--json").stdout)
    assert [spell["name"] for spell in found] == [spell.name for spell in spell_book()]
    for spell in found:
        assert f"\n{spell['title']}  {spell['name']}: {spell['target']}" in f"\n{told}"
        assert spell["text"] in " ".join(told.split())
        assert rule(spell["rule"]).option == "magic"


def test_coverage_of_a_rule_names_its_tests() -> None:
    ran = run("rules", "--id", "break.test", "--coverage", "--json")
    data = json.loads(ran.stdout)
    (entry,) = data["rules"]
    assert entry["whole"] is True
    assert any(place.startswith("rules/fighting/break_test.py") for place in entry["code"])
    assert ran.exit_code == 0


def test_coverage_of_all_is_told_with_what_is_lacking() -> None:
    told = run("rules", "--coverage").stdout
    assert f"of {len(rulebook())} rules are cited by code and named by a test" in told


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("--id", "break.tset"), 1, "did you mean break.test"),
        (("--id", "\x1b[31m"), 1, "there is no rule"),
        (("xyzzy",), 1, "no rule has 'xyzzy'"),
        (("charge", "--id", "break.test"), 2, "not both"),
        (("charge", "--spells"), 2, "leave out the words"),
    ],
)
def test_what_is_refused(words: tuple[str, ...], code: int, told: str) -> None:
    ran = run("rules", *words)
    assert (ran.exit_code, told in ran.flat_error) == (code, True), ran.output
    assert "\x1b" not in ran.stderr


def test_coverage_needs_a_checkout(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    package = tmp_path / "lib" / "site-packages" / "maniple"
    package.mkdir(parents=True)
    monkeypatch.setattr("maniple.__file__", str(package / "__init__.py"))
    monkeypatch.chdir(tmp_path)
    ran = run("rules", "--coverage")
    assert ran.exit_code == 1
    assert "run it in the top folder of a checkout" in ran.flat_error


def test_the_whole_book_as_a_page(tmp_path: Path) -> None:
    file = tmp_path / "book.html"
    done = run("rules", "--html", str(file))
    assert done.exit_code == 0
    assert str(file.name) in done.stdout.replace("\n", "")
    text = file.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    for entry in rulebook():
        assert f'<article id="{entry.id}">' in text
    assert "http://" not in text
    assert "https://" not in text


class Links(HTMLParser):
    """The names on a page, and where its links lead."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.goals: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.ids.append(value)
            if name == "href" and value:
                self.goals.add(value.removeprefix("#"))


def test_every_link_of_the_page_leads_somewhere_in_it(tmp_path: Path) -> None:
    page = Links()
    file = tmp_path / "book.html"
    assert run("rules", "--html", str(file)).exit_code == 0
    page.feed(file.read_text(encoding="utf-8"))
    assert len(page.ids) == len(set(page.ids))
    assert page.goals <= set(page.ids)


def test_the_page_shows_dice_readings_figures_and_options(tmp_path: Path) -> None:
    file = tmp_path / "book.html"
    assert run("rules", "--html", str(file)).exit_code == 0
    text = file.read_text(encoding="utf-8")
    card = text[text.index('<article id="break.test">') :]
    card = card[: card.index("</article>")]
    assert "or less" in card  # a test of its example
    whole = text[text.index('<article id="victory.points">') :]
    assert "general 100 (B)" in whole[: whole.index("</article>")]
    assert "only with the option magic" in text
    assert "To have it otherwise" in text


@pytest.mark.parametrize(
    ("where", "why"),
    [("", "is a directory"), ("none/book.html", "there is no directory")],
)
def test_a_page_that_has_no_place_is_refused(tmp_path: Path, where: str, why: str) -> None:
    done = run("rules", "--html", str(tmp_path / where))
    assert done.exit_code == 1
    assert why in done.flat_error


def test_the_page_is_of_the_whole_book(tmp_path: Path) -> None:
    done = run("rules", "charge", "--html", str(tmp_path / "book.html"))
    assert done.exit_code == 2
    assert not (tmp_path / "book.html").exists()


def test_a_file_that_can_not_be_written_is_refused() -> None:
    done = run("rules", "--html", "/dev/full")
    assert done.exit_code == 1
    assert "can't be written" in done.flat_error


def test_a_file_that_is_there_is_written_anew_and_a_parent_that_is_a_file_is_refused(
    tmp_path: Path,
) -> None:
    file = tmp_path / "book.html"
    _ = file.write_text("old", encoding="utf-8")
    assert run("rules", "--html", str(file)).exit_code == 0
    assert file.read_text(encoding="utf-8").endswith("</html>\n")
    done = run("rules", "--html", str(file / "book.html"))
    assert done.exit_code == 1
    assert "there is no directory" in done.flat_error


def test_the_page_runs_and_loads_nothing_of_others(tmp_path: Path) -> None:
    file = tmp_path / "book.html"
    assert run("rules", "--html", str(file)).exit_code == 0
    text = file.read_text(encoding="utf-8")
    for way_out in ("src=", "<link", "@import", "url(", "fetch(", "XMLHttpRequest"):
        assert way_out not in text
    assert "unofficial" in text
