"""Units in touch, for tests: contacts recorded as a charge leaves them."""

from maniple.battle.events import UnitsMet
from maniple.battle.state import Battle, Contact
from maniple.battle.unit import NOBODY, UnitId
from maniple.geometry import Edge

FRONT, RIGHT, REAR, LEFT = Edge.FRONT, Edge.RIGHT, Edge.REAR, Edge.LEFT


def met(
    battle: Battle,
    red: int,
    blue: int,
    *,
    red_edge: Edge = FRONT,
    blue_edge: Edge = FRONT,
    charger: int = NOBODY,
    defended: bool = False,
    obstacle: bool = False,
    counter_charge: bool = False,
) -> Battle:
    """The battle with the two in touch; `charger` counts as charging."""
    contact = Contact(UnitId(red), UnitId(blue), red_edge, blue_edge)
    event = UnitsMet(
        contact,
        UnitId(charger),
        across_obstacle=obstacle,
        defended=defended,
        counter_charge=counter_charge,
    )
    return event.changed(battle)
