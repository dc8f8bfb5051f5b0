"""`apply`: the only function in the program that makes a changed battle."""

from maniple.battle.events.base import Event
from maniple.battle.state import Battle


def apply(battle: Battle, event: Event) -> Battle:
    """The battle after the event. Pure: the same two give the same third, for ever."""
    return event.changed(battle)
