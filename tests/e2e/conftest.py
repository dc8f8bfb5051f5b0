"""Real browsers on the real server, which must hold the board: `make test` builds and installs it.

All of these are slow: `make check`, which runs the sources as they stand, does without them.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

import maniple.server
from kit.at_table import AtTable, Opened
from kit.served_apart import Apart

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
STATIC = Path(maniple.server.__file__).parent / "static" / "index.html"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever opens a browser is slow."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.slow)


# Of a module: while it lives, nobody else in this process can run an event loop of his own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, without a screen; the system's own where it is there, else Playwright's."""
    assert STATIC.exists(), "the board is not built: cd board && npm run build"
    with sync_playwright() as play:
        where = next(filter(None, map(shutil.which, BROWSERS)), None)
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
