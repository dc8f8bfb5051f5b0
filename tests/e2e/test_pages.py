"""Every page works by the keyboard's and the screen reader's rules, in both lights, on a phone too."""

import pytest

from kit.at_table import AtTable, Opened, axe, made
from kit.served_apart import Apart

PAGES = ("#/", "#/new", "#/rules", "#/rules/break.test", "#/odds", "#/guide", "#/nowhere")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LEAST_TARGET = 44
SEATS = {"red": "person", "blue": "bot:steady"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_no_serious_fault(opened: Opened, path: str, scheme: str) -> None:
    window = opened(color_scheme=scheme)
    window.go(path)
    window.page.locator("h1, h2").first.wait_for()
    window.page.wait_for_load_state("networkidle")
    assert axe(window.page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault_at_the_table(
    served: Apart, opened: Opened, scheme: str
) -> None:
    links = made(served, {"scenario": "ford", "seats": SEATS, "seed": 4})
    window = opened(color_scheme=scheme)
    window.sit(links["red"])
    assert axe(window.page) == []
    _ = window.play(4)
    for tab in ("Odds", "Rules", "Chat", "Account"):
        window.page.get_by_role("tab", name=tab).click()
        assert axe(window.page) == []
    window.page.get_by_role("button", name="Menu").click()
    assert axe(window.page) == []


def small(window: AtTable) -> list[str]:
    """Targets that a thumb would miss."""
    found = window.page.eval_on_selector_all(
        "button, a, input:not([type=file]), select, [role=tab]",
        """(all, least) => all
            .filter(one => one.checkVisibility({checkVisibilityCSS: true, checkOpacity: true}))
            .filter(one => !one.closest('p, dd, .told, .line') && !one.matches('.cite, .unseen, .hidden'))
            .map(one => [one, (one.closest('label') ?? one).getBoundingClientRect()])
            .filter(([, box]) => box.width > 1 && Math.round(box.height) < least)
            .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${box.height}`)""",
        LEAST_TARGET,
    )
    return [str(one) for one in found]


@pytest.mark.parametrize("path", PAGES)
def test_on_a_phone_nothing_is_cut_off_and_targets_are_large(opened: Opened, path: str) -> None:
    window = opened(**PHONE)
    window.go(path)
    window.page.locator("h1, h2").first.wait_for()
    window.page.wait_for_load_state("networkidle")
    wide = window.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["viewport"]["width"]  # type: ignore[index]  # it is the dict above
    assert small(window) == []


def test_on_a_phone_the_question_is_a_sheet_below_the_table(served: Apart, opened: Opened) -> None:
    links = made(served, {"scenario": "ford", "seats": SEATS, "seed": 4})
    window = opened(**PHONE)
    window.sit(links["red"])
    page = window.page
    table = page.locator("svg.board").bounding_box()
    sheet = page.get_by_role("tablist").bounding_box()
    assert table is not None
    assert sheet is not None
    laid = page.locator("svg.board rect.table").bounding_box()
    assert laid is not None
    assert laid["height"] > 0.85 * table["height"], "bare bands above and below the table"
    assert laid["width"] > 0.9 * table["width"]
    assert sheet["y"] >= table["y"] + table["height"] - 1
    assert window.play(5) == 5
    assert small(window) == []
    page.get_by_role("tab", name="Account").click()
    assert "drawn up" in window.account()
    page.locator(".account .cite").first.click()
    page.get_by_role("tab", name="Rules", selected=True).wait_for()
    page.get_by_role("tab", name="Question").click()
    assert window.is_asked
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["viewport"]["width"]  # type: ignore[index]  # as above


def test_the_page_speaks_german_where_the_browser_does(opened: Opened) -> None:
    window = opened()
    window.go("#/")
    window.page.get_by_role("combobox", name="Language").select_option("de")
    window.page.get_by_role("heading", name="Neue Schlacht").wait_for()
    assert window.page.locator("html").get_attribute("lang") == "de"
    _ = window.page.reload()
    window.page.get_by_role("heading", name="Neue Schlacht").wait_for()


def test_a_battle_is_set_up_shared_and_found_again(opened: Opened) -> None:
    window, friend = opened(), opened()
    page = window.page
    window.go("#/")
    page.get_by_text("No battles yet").wait_for()
    page.get_by_role("link", name="Set up a battle").click()
    page.get_by_text("The ford", exact=True).click()
    page.get_by_label("Blue is played by").select_option("friend")
    page.get_by_label("Title").fill("At the ford")
    page.get_by_role("button", name="Make the battle").click()
    page.get_by_role("heading", name="The table is laid").wait_for()
    link = page.get_by_role("textbox", name="Blue").input_value()
    page.get_by_role("link", name="To the table").click()
    page.locator("svg.board").wait_for()

    friend.go("#/")
    friend.page.get_by_label("The link to your seat").fill("nonsense")
    friend.page.get_by_role("button", name="To the table").click()
    friend.page.get_by_text("That is no link to a seat").wait_for()
    friend.page.get_by_label("The link to your seat").fill(link)
    friend.page.get_by_role("button", name="To the table").click()
    friend.page.locator("svg.board").wait_for()

    window.go("#/")
    page.get_by_role("link", name="At the ford").wait_for()
    page.get_by_text("you are Red").wait_for()
    page.get_by_role("link", name="At the ford").click()
    page.locator("svg.board").wait_for()


def test_a_link_to_nowhere_says_so(opened: Opened) -> None:
    window = opened()
    window.go("#/play/thereisnosuchtokenatall")
    window.page.get_by_text("No seat at this address").wait_for()
    window.page.get_by_role("link", name="To the start page").last.click()
    window.page.get_by_role("link", name="Set up a battle").wait_for()


def test_odds_are_worked_out_and_rules_opened_from_them(opened: Opened) -> None:
    window = opened()
    page = window.page
    window.go("#/odds")
    page.get_by_label("The question").select_option("volley")
    page.get_by_role("button", name="Work it out").click()
    page.get_by_text("exact", exact=False).first.wait_for()
    page.get_by_role("heading", name="Why").wait_for()
    page.locator(".answer .cite").first.click()
    page.locator("article .id").wait_for()
    window.go("#/odds")
    page.get_by_label("Your unit").fill("12 unicorns")
    page.get_by_role("button", name="Work it out").click()
    page.get_by_role("alert").wait_for()
    assert "unicorns" in page.get_by_role("alert").inner_text()


def test_the_rulebook_is_searched(opened: Opened) -> None:
    window = opened()
    page = window.page
    window.go("#/rules")
    page.get_by_role("searchbox").fill("wheel corner")
    page.get_by_role("link", name="move.wheel").click()
    page.locator("article .id", has_text="move.wheel").wait_for()
