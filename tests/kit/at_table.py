"""Somebody at a table in a browser, who answers whatever is asked as a hand would."""

import json
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import cast

from playwright.sync_api import Browser, Locator, Page
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from kit.served_apart import Apart

PATIENCE = 20_000
"""Milliseconds."""
PAUSE = 60


def made(served: Apart, wish: Mapping[str, object]) -> dict[str, str]:
    """The links of a new battle: tokens by seat."""
    request = urllib.request.Request(
        f"{address(served)}api/battles",
        json.dumps(wish).encode(),
        {"content-type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=PATIENCE / 1000) as answer:
        told = json.load(answer)
    links = {who: token for who, token in told["links"].items() if token}
    return {**links, "battle": told["battle"]}


def address(served: Apart) -> str:
    """Of the start page."""
    return f"http://127.0.0.1:{served.port}/"


class AtTable:
    """One browser window at one seat. Everything moves at once, so that tests need not wait for it."""

    def __init__(self, browser: Browser, served: Apart, **how: object) -> None:
        self.faults: list[str] = []
        self.home = address(served)
        # Playwright takes each by name; its own types say which.
        self._context = browser.new_context(locale="en-GB", **how)  # type: ignore[arg-type]
        self._context.add_init_script(
            "if (!localStorage.getItem('maniple.speed'))"
            " localStorage.setItem('maniple.speed', JSON.stringify('off'));"
        )
        self.page: Page = self._context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))

    def go(self, path: str) -> None:
        """To a page of the board, as "#/rules"."""
        _ = self.page.goto(f"{self.home}{path}")

    def sit(self, token: str) -> None:
        """At the table, once it is drawn."""
        self.go(f"#/play/{token}")
        self.page.locator("svg.board").wait_for()

    def close(self) -> None:
        """Leave."""
        self._context.close()

    # ---------------------------------------------------------------------- what is seen

    @property
    def is_over(self) -> bool:
        """Whether the score sheet lies on the table."""
        return self.page.locator(".over h2").count() > 0

    @property
    def is_asked(self) -> bool:
        """Whether something is asked of this seat."""
        return self._answers().count() > 0

    def title(self) -> str:
        """What is asked, in words."""
        return self.page.locator(".asking h2").first.inner_text()

    def account(self) -> str:
        """The account so far."""
        return self.page.locator(".account").inner_text()

    def units(self) -> dict[str, str]:
        """Where each unit stands: its drawing's transform, by its number."""
        found = self.page.eval_on_selector_all(
            "svg.board .units [data-unit]",
            "all => all.map(one => [one.dataset.unit, one.style.transform])",
        )
        return dict(cast("list[tuple[str, str]]", found))  # as the line above makes them

    # -------------------------------------------------------------------- what is done

    def answer(self) -> bool:
        """Answer what is asked, by clicks: the first answer, or the drawn one. False: nothing is."""
        answers = self._answers()
        if not answers.count():
            return False
        before = self._state()
        for way in ("[data-deploy]", "[data-choice]", "[data-commit]"):
            button = answers.locator(f"{way}:enabled").first
            if button.count():
                _click(button)
                break
        else:
            subject = answers.locator("[data-subject]").first
            if subject.count():
                _click(subject)
        self._changed(before)
        return True

    def play(self, most: int, *others: "AtTable") -> int:
        """Answer in turn with the others until it is over, or so many answers were given."""
        given = 0
        idle = 0
        while given < most and not self.is_over:
            answered = [one.answer() for one in (self, *others)]
            if any(answered):
                given += 1
                idle = 0
            else:
                idle += 1
                assert idle < PATIENCE / PAUSE, f"nobody is asked: {self.page.inner_text('body')}"
                self.page.wait_for_timeout(PAUSE)
        return given

    def _answers(self) -> Locator:
        return self.page.locator(".asking .answers")

    def _state(self) -> str:
        told = self.page.evaluate("document.querySelector('.asking')?.innerText ?? ''")
        return str(told)

    def _changed(self, before: str) -> None:
        """Wait for what a click brings, but not for ever: some clicks change nothing in words."""
        for _ in range(10):
            self.page.wait_for_timeout(PAUSE)
            if self._state() != before:
                return


def _click(button: Locator) -> None:
    """What was there a moment ago may have been answered in another window."""
    with suppress(PlaywrightTimeout):
        button.click(timeout=2000)


Opened = Callable[..., AtTable]
"""A new window, by whatever Playwright's contexts are told."""


def axe(page: Page) -> list[str]:
    """What axe-core finds that is serious or critical, each with where."""
    script = Path(__file__).parents[2] / "board" / "node_modules" / "axe-core" / "axe.min.js"
    # By evaluating it: the page's own policy lets no strange script in.
    page.evaluate(script.read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run(document)).violations")
    return [
        f"{fault['id']} ({fault['impact']}): {fault['help']}: "
        + "; ".join(" ".join(map(str, node["target"])) for node in fault["nodes"][:4])
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]
