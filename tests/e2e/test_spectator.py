"""Whoever watches sees what both may see, and can do nothing."""

from kit.at_table import Opened, made
from kit.served_apart import Apart


def test_a_spectator_sees_and_can_do_nothing(served: Apart, opened: Opened) -> None:
    seats = {"red": "person", "blue": "bot:steady"}
    links = made(served, {"scenario": "ford", "seats": seats, "seed": 2})
    red, watcher = opened(), opened()
    red.sit(links["red"])
    watcher.sit(links["watch"])
    assert red.play(3) == 3
    watcher.page.wait_for_timeout(500)
    assert watcher.units() == red.units()
    assert watcher.account() == red.account()

    watcher.page.get_by_text("You are watching").first.wait_for()
    assert not watcher.is_asked
    assert watcher.page.locator("[data-choice], [data-commit], [data-deploy]").count() == 0
    before = watcher.units()
    unit = watcher.page.locator("svg.board [data-unit]").first
    box = unit.bounding_box()
    assert box is not None
    mouse = watcher.page.mouse
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mouse.down()
    mouse.move(box["x"] + 80, box["y"] - 60, steps=5)
    mouse.up()
    watcher.page.keyboard.press("Enter")
    watcher.page.wait_for_timeout(300)
    assert watcher.units() == before == red.units()

    words = "Well drawn up!"
    watcher.page.get_by_role("tab", name="Chat").click()
    watcher.page.get_by_role("textbox", name="Say something").fill(words)
    watcher.page.get_by_role("button", name="Send").click()
    red.page.get_by_role("tab", name="Chat").click()
    red.page.get_by_text(words).wait_for()
    red.page.get_by_text("One is watching").wait_for()
