"""Feigned flight: cavalry that chose to run from a charge rallies as its run ends, facing any way.

Chargers that still reach it fight it, and count as charging. [troop.feigned-flight]
"""

from maniple.battle.asks import FormRallied
from maniple.battle.events import ChargeAimed
from maniple.battle.request import Step
from maniple.battle.state import ChargeStage
from maniple.battle.table import Table
from maniple.battle.unit import Moved, UnitId
from maniple.rules.charging.facing import struck_facing
from maniple.rules.fleeing.forming import rallied

CITE = "troop.feigned-flight"


def rally_from_feigned_flight(table: Table, unit_id: UnitId) -> Step[None]:
    """A unit that has run from a charge by choice rallies, if its flight was feigned.

    Its player says how it stands; the facing that its chargers will strike is fixed anew, from where
    they are. Nothing comes of it for other troops, or off the table. [troop.feigned-flight]
    """
    unit = table.battle.units[unit_id]
    if not unit.sheet.traits.feigned_flight or not unit.is_on_table or not unit.fleeing:
        return
    ask = FormRallied(unit.side, unit_id, CITE)
    stand = yield from ask
    table.record(rallied(table.battle, ask, stand, Moved.RALLIED))
    for charge in table.battle.charges:
        if charge.target == unit_id and charge.stage is not ChargeStage.MOVED:
            facing = yield from struck_facing(table, charge.charger, unit_id)
            table.record(ChargeAimed(charge.charger, facing, CITE))
