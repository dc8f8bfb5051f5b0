"""The first battle, as a newcomer plays it who asks the coach each time."""

from kit.at_table import Opened

MOST = 150
LESSONS = 7


def test_the_guided_battle_is_played_to_its_end(opened: Opened) -> None:
    window = opened()
    page = window.page
    window.go("#/")
    page.get_by_role("link", name="Begin the first battle").click()
    page.get_by_role("button", name="To the table").click()
    page.locator(".coach").wait_for()

    # Not as the coach says: he keeps up.
    page.locator("[data-subject]").nth(1).click()
    page.keyboard.press("Enter")
    page.get_by_text("Horse").first.wait_for()

    show = page.get_by_role("button", name="Do it for me")
    learnt = 0
    for _ in range(MOST):
        if window.is_over:
            break
        learnt = max(learnt, page.locator(".coach li.done").count())
        if show.count() and show.is_enabled():
            show.click()
        page.wait_for_timeout(250)
    page.locator(".over h2").wait_for()
    # The dice say how much of it comes about: each lesson but the last two needs no luck.
    assert learnt >= LESSONS - 3
    page.get_by_role("link", name="A battle of your own").wait_for()
    page.get_by_role("button", name="Verify the dice").click()
    page.get_by_text("The dice, verified").wait_for()
    window.go("#/")
    page.get_by_role("link", name="Play the guided battle again").wait_for()
