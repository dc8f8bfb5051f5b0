"""What is told of an event: the lines of the account, what has changed on the table, how long it takes.

The words are the feed's and the drawing is the scene's; here they are put together.
"""

from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.play.told import Happened
from maniple.play.told import Told as Heard
from maniple.report.feed.entries import Entry
from maniple.report.feed.teller import pause_of
from maniple.report.scene.draw import changes, scene_of
from maniple.report.scene.shapes import Changes, Scene, UnitScene
from maniple.rules.victory import victory_points
from maniple.server.wire.messages import Told

STEP, LEAST_STEP, MOST_STEP = 0.05, 0.15, 0.4
"""Seconds that a unit takes for an inch; and at least, and at most."""


class View:
    """The table as it was last told: from it follows what has changed."""

    def __init__(self, battle: Battle) -> None:
        self._battle = battle
        self._points = victory_points(battle)
        self.scene: Scene = scene_of(battle, self._points)

    def change(self, battle: Battle) -> Changes | None:
        """What has changed since; None: nothing that can be seen."""
        if battle is self._battle:
            return None
        was = self._battle
        if battle.units is not was.units or battle.captures is not was.captures:
            self._points = victory_points(battle)
        found, self.scene = changes(self.scene, was, battle, self._points)
        self._battle = battle
        return found if found else None


def only_for(heard: Heard) -> Side | None:
    """The only side that may be told this; None: everybody."""
    return heard.event.seen_by() if isinstance(heard, Happened) else None


def told(seq: int, heard: Heard, entries: tuple[Entry, ...], before: Scene, view: View) -> Told:
    """The message that tells this. `before`: the scene until now."""
    changed = view.change(heard.battle) if isinstance(heard, Happened) else None
    pause = pause_of(entries, heard)
    if changed is not None:
        pause = max(pause, _walk(before.units, changed.units))
    return Told(seq, entries, changed, round(pause, 2))


def _walk(before: tuple[UnitScene, ...], changed: tuple[UnitScene, ...]) -> float:
    """Seconds for the longest way that a unit goes."""
    farthest = 0.0
    for unit in changed:
        was = before[unit.id].pose
        inches = abs(was.x - unit.pose.x) + abs(was.y - unit.pose.y)
        turned = 0.0 if was.facing == unit.pose.facing else 2.0
        farthest = max(farthest, inches + turned)
    return min(MOST_STEP, max(LEAST_STEP, farthest * STEP)) if farthest else 0.0
