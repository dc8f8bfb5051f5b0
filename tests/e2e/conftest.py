"""Real browsers on the real server. The board must have been built: `make board`."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

import maniple.server
from kit.at_table import AtTable, Opened
from kit.served_apart import Apart

CHROMIUM = "/usr/bin/chromium"
STATIC = Path(maniple.server.__file__).parent / "static" / "index.html"


# Of a module: while it lives, nobody else in this process can run an event loop of his own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, without a screen; Debian's own where it is there."""
    assert STATIC.exists(), "the board is not built: run `make board`"
    with sync_playwright() as play:
        where = CHROMIUM if Path(CHROMIUM).exists() else None
        browser = play.chromium.launch(executable_path=where, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Apart]:
    """The server in a process of its own."""
    with Apart(tmp_path_factory.mktemp("battles")) as apart:
        yield apart


@pytest.fixture
def opened(browser: Browser, served: Apart) -> Iterator[Opened]:
    """Opens a window at the server; whatever went wrong in one is told at the end."""
    windows: list[AtTable] = []

    def new(**how: object) -> AtTable:
        windows.append(AtTable(browser, served, **how))
        return windows[-1]

    yield new
    for window in windows:
        window.close()
    assert [fault for window in windows for fault in window.faults] == []
