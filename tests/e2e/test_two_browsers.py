"""Two people play each other over the network; one reloads, the server is killed, nothing is lost."""

from pathlib import Path

from playwright.sync_api import Browser

from kit.at_table import AtTable, made
from kit.served_apart import Apart

WISH = {
    "scenario": "ford",
    "seats": {"red": "person", "blue": "person"},
    "turns": 1,
    "seed": 5,
}


def same(one: AtTable, other: AtTable) -> None:
    """Both see the same table and read the same account."""
    one.page.wait_for_timeout(400)
    assert one.units() == other.units()
    assert one.account() == other.account()


def test_two_browsers_fight_a_battle_to_its_end(browser: Browser, tmp_path: Path) -> None:
    with Apart(tmp_path) as served:
        links = made(served, WISH)
        red, blue = AtTable(browser, served), AtTable(browser, served)
        red.sit(links["red"])
        blue.sit(links["blue"])
        assert red.play(6, blue) == 6
        same(red, blue)

        told, stood = red.account(), red.units()
        _ = red.page.reload()
        red.page.locator("svg.board").wait_for()
        assert red.account() == told
        assert red.units() == stood

        port = served.port
        served.kill()
        blue.page.get_by_text("Connection lost").wait_for()
    with Apart(tmp_path, "--port", str(port)):
        for window in (red, blue):
            window.page.get_by_text("Connection lost").wait_for(state="detached")
        assert red.account() == told
        assert red.units() == stood
        _ = red.play(200, blue)
        red.page.locator(".over h2").wait_for()
        blue.page.locator(".over h2").wait_for()
        assert red.page.locator(".over table").inner_text() == (
            blue.page.locator(".over table").inner_text()
        )
        red.page.get_by_role("button", name="Look at the table").click()
        blue.page.get_by_role("button", name="Look at the table").click()
        same(red, blue)
        assert red.faults == blue.faults == []
        red.close()
        blue.close()
