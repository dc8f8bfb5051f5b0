"""Makes the pictures of the table in docs/pictures/: a real server, real battles, a real browser.

    make board && PYTHONPATH=src:tests:. python tools/make_screenshots.py [NAME ...]

Two steady bots lead both sides from given seeds up to the moment of a picture, so that it comes out the
same; the page is then opened at that seat. With pngquant at hand (a Debian package) the files are smaller.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from kit.served import Guest, Served, served
from maniple.battle.asks import Ask, DeclareCharge, HoldBack, OrderUnit, PlaceUnit
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle
from maniple.bots import BOTS
from maniple.play.seat import Seat
from maniple.server.wire.messages import Accepted, Asked, Welcome

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
CHROMIUM = "/usr/bin/chromium"
DESKTOP = (1280, 800)
PHONE = (390, 844)
COLOURS = "128"
PERSONS = Pair("person", "person")


class Way(NamedTuple):
    """How a picture is taken, and its name."""

    name: str
    size: tuple[int, int] = DESKTOP
    dark: bool = False


Here = Callable[[Ask, Battle], bool]


def main() -> None:
    """All pictures, or those named."""
    wanted = set(sys.argv[1:])
    PICTURES.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        served(Path(data)) as server,
        sync_playwright() as play,
    ):
        where = CHROMIUM if Path(CHROMIUM).exists() else None
        browser = play.chromium.launch(executable_path=where, args=["--no-sandbox"])
        for make in (starts, deployment, charge, moves, melee, end):
            if not wanted or make.__name__ in wanted:
                make(server, browser)
        browser.close()


# ------------------------------------------------------------------------------ pictures


def starts(server: Served, browser: Browser) -> None:
    """The start page, at a desk, on a phone, in the dark."""
    for way in (Way("start"), Way("start-phone", PHONE), Way("start-dark", dark=True)):
        with page_at(server, browser, "#/", way) as page:
            page.get_by_role("heading", name="New battle").wait_for()
            keep(page, way.name)


def deployment(server: Served, browser: Browser) -> None:
    """Half of both armies drawn up, the next one in hand."""

    def here(ask: Ask, battle: Battle) -> bool:
        stands = sum(unit.is_on_table for unit in battle.units)
        return isinstance(ask, PlaceUnit) and ask.side is Side.RED and stands >= 4

    token = brought(server, here, "small-field", title="By the copse", seed=11)
    with page_at(server, browser, f"#/play/{token}", Way("deployment")) as page:
        table(page)
        keep(page, "deployment")


def charge(server: Served, browser: Browser) -> None:
    """A charge being plotted: who may charge whom, with the odds of each."""

    def here(ask: Ask, battle: Battle) -> bool:
        return isinstance(ask, DeclareCharge) and battle.turn.number >= 2 and _may(ask, battle)

    token = brought(server, here, "pitched-battle", title="The hill road", seed=4)
    for way in (Way("charge"), Way("charge-phone", PHONE)):
        with page_at(server, browser, f"#/play/{token}", way) as page:
            table(page)
            if way.size == DESKTOP:
                page.get_by_role("tab", name="Odds").click()
                page.locator(".odds .bar").first.wait_for()
            actor = page.locator("[data-subject]").first
            if actor.count():
                actor.click()
            page.locator("[data-choice]").first.hover()
            page.wait_for_timeout(600)
            keep(page, way.name)


def moves(server: Served, browser: Browser) -> None:
    """A unit in hand: the ghost, and the slip beside it."""

    def here(ask: Ask, battle: Battle) -> bool:
        return isinstance(ask, OrderUnit) and battle.turn.number >= 2 and ask.side is Side.RED

    token = brought(server, here, "pitched-battle", title="The hill road", seed=4)
    with page_at(server, browser, f"#/play/{token}", Way("move")) as page:
        table(page)
        drag(page, "First cohort")
        keep(page, "move")


def melee(server: Served, browser: Browser) -> None:
    """In the thick of it: dice, the sum of the result, those who run."""

    def here(ask: Ask, battle: Battle) -> bool:
        return battle.turn.number >= 3 and isinstance(ask, HoldBack)

    token = brought(server, here, "pitched-battle", title="The hill road", seed=4)
    for way in (Way("melee"), Way("melee-dark", dark=True), Way("melee-phone", PHONE)):
        with page_at(server, browser, f"#/play/{token}", way) as page:
            table(page)
            keep(page, way.name)


def end(server: Served, browser: Browser) -> None:
    """The score sheet with the dice verified; and the replay of the same battle."""
    token = brought(
        server, lambda _ask, _battle: False, "small-field", title="By the copse", seed=11
    )
    with page_at(server, browser, f"#/play/{token}", Way("end")) as page:
        page.locator(".over h2").wait_for()
        page.get_by_role("button", name="Verify the dice").click()
        page.get_by_text("The dice, verified").wait_for()
        keep(page, "end")
        page.get_by_role("button", name="Share the replay").click()
        link = page.locator(".shared a").inner_text()
    hash_ = link[link.index("#") :]
    for way in (Way("replay"), Way("replay-dark", dark=True)):
        with page_at(server, browser, hash_, way) as page:
            page.locator("svg.board").wait_for()
            for _ in range(5):
                page.get_by_role("button", name="A turn on").click()
            for _ in range(9):
                page.keyboard.press("ArrowRight")
            page.wait_for_timeout(600)
            keep(page, way.name)


# --------------------------------------------------------------------------------- means


def brought(server: Served, here: Here, scenario: str, *, title: str, seed: int) -> str:
    """The token of a battle that two bots have led to where it is wanted, or to its end."""
    made = server.create(
        scenario,
        title=title,
        seed=seed,
        players=PERSONS,
        one_screen=True,
        options=("free_measuring",),
    )
    token = made.links.both
    assert token is not None
    bots = Pair(BOTS["steady"](seed), BOTS["steady"](seed + 1))
    room = server.do(server.hub.room(made.battle))
    with Guest(server.port, token) as guest:
        _ = guest.until(Welcome)
        while (game := room.live.look).pending is not None:
            if here(game.pending, game.battle):
                break
            answer = bots.of(game.pending.side).answer(Seat(game))
            done = guest.give(answer)
            assert isinstance(done, Accepted), done
            _ = guest.until(Asked)
    return token


def _may(ask: DeclareCharge, battle: Battle) -> bool:
    """Whether some of the side's units stand so near that a charge is worth plotting."""
    ours = [unit for unit in battle.of(ask.side) if unit.is_on_table and not unit.is_engaged]
    theirs = [unit for unit in battle.of(ask.side.enemy) if unit.is_on_table]
    near = [
        abs(one.pose.y - other.pose.y) < 7 and abs(one.pose.x - other.pose.x) < 5
        for one in ours
        for other in theirs
    ]
    return sum(near) >= 2


@contextmanager
def page_at(
    server: Served,
    browser: Browser,
    path: str,
    way: Way,
) -> Iterator[Page]:
    """A page of the board, at rest."""
    phone = way.size == PHONE
    context = browser.new_context(
        viewport={"width": way.size[0], "height": way.size[1]},
        color_scheme="dark" if way.dark else "light",
        locale="en-GB",
        has_touch=phone,
        is_mobile=phone,
    )
    context.add_init_script("localStorage.setItem('maniple.speed', JSON.stringify('off'))")
    page = context.new_page()
    _ = page.goto(f"{server.address}/{path}")
    yield page
    context.close()


def table(page: Page) -> None:
    """Wait until it is laid."""
    page.locator("svg.board .units [data-unit]").first.wait_for()
    page.wait_for_timeout(700)


def drag(page: Page, name: str) -> None:
    """Take a unit, draw it ahead, and wheel it a little by its corner."""
    unit = page.locator(f"svg.board [data-unit][aria-label*='{name}']")
    box = unit.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x, y)
    page.wait_for_timeout(400)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 12, steps=4)
    page.mouse.move(x, y + 30, steps=4)
    page.wait_for_timeout(400)


def keep(page: Page, name: str) -> None:
    """The picture, in as few colours as it needs."""
    picture = PICTURES / f"{name}.png"
    _ = page.screenshot(path=picture)
    smaller = shutil.which("pngquant")
    if smaller is not None:
        words = [
            smaller,
            "--force",
            "--strip",
            "--nofs",
            f"--output={picture}",
            COLOURS,
            str(picture),
        ]
        _ = subprocess.run(words, check=True)
    print(f"{name}: {picture.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
