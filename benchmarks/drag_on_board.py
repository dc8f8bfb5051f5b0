"""How much of the page's main thread a frame costs while a unit is dragged, with 1,200 models on the table.

    PYTHONPATH=src:tests python benchmarks/drag_on_board.py

A real server and a real Chromium; the page is told of as many more units as make 1,200 models. The figure is
what Chromium says of its main thread (TaskDuration, less what this measuring costs it), by frames, while
the pointer moves once a frame.
"""

import json
import sys
import tempfile
from pathlib import Path

from msgspec import Struct
from playwright.sync_api import Browser, WebSocketRoute, sync_playwright

from kit.at_table import AtTable, made
from kit.served_apart import Apart

MODELS = 1200
FRAMES = 240
WISH = {"scenario": "small-field", "seats": {"red": "person", "blue": "bot:steady"}, "seed": 11}


class Measured(Struct, frozen=True):
    """Milliseconds of the main thread a frame; and models that were drawn."""

    a_frame: float
    scripts: float
    models: int


def crowded(text: str) -> str:
    """A welcome with more units on the table, in rows, until there are models enough."""
    lines = [json.loads(line) for line in text.split("\n")]
    for line in lines:
        if line["type"] != "welcome":
            continue
        scene = line["scene"]
        pattern = next(unit for unit in scene["units"] if len(unit["models"]) >= 12)
        drawn = 0
        while drawn < MODELS:
            place = len(scene["units"])
            x, y = 3 + (place * 7) % 44, 2 + (place * 5) % 32
            pose = {"x": x, "y": y, "facing": (place * 37) % 360}
            scene["units"].append({**pattern, "id": place, "pose": pose, "status": "table"})
            drawn += len(pattern["models"])
    return "\n".join([json.dumps(line) for line in lines])


def relay(route: WebSocketRoute) -> None:
    """Between page and server, with a crowd added."""
    server = route.connect_to_server()
    server.on_message(lambda text: route.send(crowded(str(text))))


def measure(browser: Browser, served: Apart) -> Measured:
    """Drag a unit about for so many frames."""
    table = AtTable(browser, served, viewport={"width": 1440, "height": 1000})
    page = table.page
    page.route_web_socket("**/api/socket", relay)
    table.sit(made(served, WISH)["red"])
    page.locator(".asking [data-choice], .asking [data-commit]").first.wait_for()
    while not page.locator(".ghost .base").count():
        page.locator("[data-choice]").first.click()
        page.wait_for_timeout(300)
    box = page.locator(".ghost .base").first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)
    _ = session.send("Performance.enable")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 10, y)

    def figures() -> dict[str, float]:
        told = session.send("Performance.getMetrics")
        return {one["name"]: one["value"] for one in told["metrics"]}

    before = figures()
    for frame in range(FRAMES):
        page.mouse.move(x + 40 * ((frame % 60) / 60), y + 10 * ((frame % 30) / 30))
        page.evaluate("() => new Promise((done) => requestAnimationFrame(done))")
    after = figures()
    page.mouse.up()
    models = page.locator(".units .unit").count() * 12
    table.close()
    ours = after["DevToolsCommandDuration"] - before["DevToolsCommandDuration"]
    return Measured(
        (after["TaskDuration"] - before["TaskDuration"] - ours) * 1000 / FRAMES,
        (after["ScriptDuration"] - before["ScriptDuration"]) * 1000 / FRAMES,
        models,
    )


def main() -> int:
    """Measure, and say it."""
    with (
        tempfile.TemporaryDirectory() as place,
        Apart(Path(place)) as served,
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
        )
        found = measure(browser, served)
        browser.close()
    print(
        f"dragging among {found.models} models: {found.a_frame:.1f} ms of the main thread a frame, "
        f"of them {found.scripts:.1f} ms in scripts"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
