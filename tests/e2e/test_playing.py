"""A whole small battle played by hand against the bot: by drags and clicks, and by keys alone."""

from itertools import count

import pytest
from playwright.sync_api import Page

from kit.at_table import PATIENCE, PAUSE, AtTable, Opened, axe, made
from kit.served_apart import Apart

WISH = {
    "scenario": "small-field",
    "seats": {"red": "person", "blue": "bot:steady"},
    "turns": 3,
    "seed": 11,
}


def asked(page: Page) -> tuple[str, int]:
    """What is asked, by its kind and number; ("", -1): nothing."""
    asking = page.locator(".asking")
    if not asking.count():
        return "", -1
    kind = asking.get_attribute("data-kind") or ""
    return kind, int(asking.get_attribute("data-n") or -1)


def drag(page: Page, x: float, y: float, dx: float, dy: float) -> None:
    """Press there, go so many pixels, let go."""
    page.mouse.move(x, y)
    page.mouse.down()
    for part in (0.3, 0.6, 1.0):
        page.mouse.move(x + dx * part, y + dy * part)
    page.wait_for_timeout(PAUSE)
    page.mouse.up()


def middle(page: Page, what: str) -> tuple[float, float] | None:
    """The middle of what is drawn, in pixels; None: it is not on the page."""
    drawn = page.locator(what)
    box = drawn.first.bounding_box() if drawn.count() else None
    return None if box is None else (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


class Hand:
    """Answers by drags where something is moved, by clicks otherwise."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._moved: set[str] = set()
        self._deployed = False
        self.placed_by_drag = 0
        self.moved_by_drag = 0

    def answer(self, kind: str) -> None:
        """Answer what is asked."""
        match kind:
            case "PlaceUnit" if self.placed_by_drag < 2:
                self._place()
            case "OrderUnit":
                self._order()
            case "PlaceUnit" | "PlaceCharacter":
                if not self._deployed:  # the rest of the army then draws itself up
                    self._page.locator("[data-deploy]").click()
                self._deployed = True
            case "DeclareCharge" if self.moved_by_drag < 2:
                self._page.locator("[data-choice].ends").click()
            case _:
                self._choose()

    def _place(self) -> None:
        at = middle(self._page, ".ghost .base")
        assert at is not None, "whoever is to be placed has no ghost"
        before = self._page.locator(".ghost").get_attribute("style")
        drag(self._page, *at, 45.0, 5.0)
        self._page.wait_for_timeout(PAUSE)
        assert self._page.locator(".ghost").get_attribute("style") != before
        self.placed_by_drag += 1
        self._page.locator("[data-commit]").click()

    def _order(self) -> None:
        units = self._page.locator("[data-subject]").evaluate_all(
            "all => all.map(one => one.dataset.subject)"
        )
        for unit in units:
            at = middle(self._page, f".unit[data-unit='{unit}'] .base.man")
            if unit in self._moved or at is None:
                continue
            self._moved.add(unit)
            drag(self._page, *at, 0.0, -40.0)
            self._page.wait_for_timeout(2 * PAUSE)
            if self._page.locator("[data-commit]:enabled").count():
                assert "inches" in self._page.locator(".slip").inner_text()
                self.moved_by_drag += 1
                self._page.locator("[data-commit]").click()
                return
        self._moved.clear()
        self._page.locator("[data-choice].ends").click()

    def _choose(self) -> None:
        actors = self._page.locator("[data-subject]")
        if actors.count() and not self._page.locator("[data-choice]:not(.ends)").count():
            actors.first.click()
        for way in ("[data-choice]:not(.ends)", "[data-choice]", "[data-commit]:enabled"):
            button = self._page.locator(way).first
            if button.count():
                button.click()
                return


class Keys:
    """Answers with the keyboard alone."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._orders = 0
        self.moved = 0

    def answer(self, kind: str) -> None:
        """Answer what is asked."""
        press = self._page.keyboard.press
        if kind.startswith("Place"):
            press("ArrowRight")
            self._page.wait_for_timeout(PAUSE)
            press("Enter")
        elif kind == "OrderUnit" and self._orders % 3 < 2:
            press("]")
            press("ArrowUp")
            press("ArrowUp")
            self._page.wait_for_timeout(2 * PAUSE)
            self.moved += self._page.locator(".slip:not(.refused)").count()
            press("Enter")
        else:
            keys = self._page.locator("[data-choice] kbd").all_inner_texts()
            if keys:
                press(keys[-1] if kind == "OrderUnit" else keys[0])
            else:
                press("]")
                press("Enter")
        self._orders += kind == "OrderUnit"


def play(table: AtTable, player: Hand | Keys) -> int:
    """Play until the score sheet lies on the table; how many answers that took."""
    page = table.page
    answered, last, idle = 0, -1, 0
    for _ in count():
        if table.is_over:
            return answered
        kind, n = asked(page)
        if not kind or n == last:
            idle += 1
            assert idle * PAUSE < PATIENCE, f"stuck at {kind}: {page.inner_text('body')}"
            if kind and idle % 12 == 0:
                last = -1  # what was pressed came to nothing: try again
            page.wait_for_timeout(PAUSE)
            continue
        player.answer(kind)
        answered, last, idle = answered + 1, n, 0
        page.wait_for_timeout(PAUSE)
    raise AssertionError("count() ends")


@pytest.mark.slow
def test_a_battle_is_played_to_its_end_by_drags_and_clicks(served: Apart, opened: Opened) -> None:
    table = opened(viewport={"width": 1440, "height": 1000})
    table.sit(made(served, WISH)["red"])
    hand = Hand(table.page)
    assert play(table, hand) > 10
    assert hand.placed_by_drag == 2
    assert hand.moved_by_drag > 1
    assert "The battle is over" in table.account()
    assert axe(table.page) == []


@pytest.mark.slow
def test_a_battle_is_played_to_its_end_by_keys_alone(served: Apart, opened: Opened) -> None:
    table = opened(viewport={"width": 1280, "height": 900})
    table.sit(made(served, WISH)["red"])
    keys = Keys(table.page)
    assert play(table, keys) > 10
    assert keys.moved > 0
    assert "The battle is over" in table.account()


def test_the_keys_are_told_when_somebody_asks(served: Apart, opened: Opened) -> None:
    table = opened(viewport={"width": 1280, "height": 900})
    table.sit(made(served, WISH)["red"])
    table.page.locator(".asking").wait_for()
    table.page.keyboard.press("?")
    table.page.locator("dialog[open]").wait_for()
    table.page.keyboard.press("Escape")
    table.page.locator("dialog[open]").wait_for(state="hidden")


@pytest.mark.slow
def test_a_move_too_far_tells_why_by_which_rule_and_keeps_what_goes(
    served: Apart, opened: Opened
) -> None:
    table = opened(viewport={"width": 1440, "height": 1000})
    table.sit(made(served, WISH)["red"])
    page, hand = table.page, Hand(table.page)
    for _ in range(200):
        kind, _n = asked(page)
        if kind == "OrderUnit":
            break
        if kind:
            hand.answer(kind)
        page.wait_for_timeout(PAUSE)
    for unit in page.locator("[data-subject]").evaluate_all(
        "all => all.map(one => one.dataset.subject)"
    ):
        at = middle(page, f".unit[data-unit='{unit}'] .base.man")
        if at is not None:
            break
    assert at is not None
    page.mouse.move(*at)
    page.mouse.down()
    page.mouse.move(at[0], at[1] - 60)
    page.mouse.move(at[0], at[1] - 400)
    refused = page.locator(".slip.refused")
    refused.wait_for()
    rule = refused.locator(".rule").inner_text()
    assert "." in rule
    page.mouse.up()
    page.locator(".slip:not(.refused)").wait_for()
    assert page.locator("[data-commit]:enabled").count() == 1
    page.keyboard.press("Backspace")
    page.locator(".slip").wait_for(state="hidden")
