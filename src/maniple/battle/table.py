"""The table that a rule works at: the current battle, and the events recorded by the step."""

from maniple.battle.apply import apply
from maniple.battle.events.base import Event
from maniple.battle.state import Battle


class Table:
    """Holds the battle while a step runs. `record` is the only way to change it."""

    __slots__ = ("after", "battle", "events")

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.events: list[Event] = []
        self.after: list[Battle] = []
        """The battle after each of the events."""

    def record(self, event: Event) -> None:
        """This has happened; `battle` is changed when the next line runs."""
        self.battle = apply(self.battle, event)
        self.events.append(event)
        self.after.append(self.battle)
