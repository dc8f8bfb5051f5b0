"""Foot that knows how opens lanes, and a charging elephant runs through them without a blow.

    can_open_lanes   who may answer a charge so                     [charge.response.open-lanes]
    open_lanes       the undrilled need a Leadership test
    run_through      the elephant comes to stand behind the unit

[troop.drilled, troop.elephant]
"""

from maniple.battle.events import LanesOpened, Spoke, UnitMoved
from maniple.battle.request import Step, nothing_asked
from maniple.battle.sheet import Kind
from maniple.battle.state import Battle, Charge
from maniple.battle.table import Table
from maniple.battle.unit import Moved, Unit, UnitId
from maniple.geometry import Pose, first_on_advance, pose_of, rect_at, shifted
from maniple.rules.charging.charge_path import ChargePath
from maniple.rules.nerve.nerve import test_nerve
from maniple.rules.special.elephants import is_used_to_them
from maniple.rules.table.room import free_along, standing_near

OPEN_LANES = "charge.response.open-lanes"

FURTHEST = 24.0
"""Inches behind the front of a unit within which an elephant must find room."""


def can_open_lanes(battle: Battle, target: UnitId, charger: UnitId) -> bool:
    """Whether the target of elephants is foot that may open lanes for them.

    [charge.response.open-lanes]
    """
    if battle.units[charger].sheet.kind is not Kind.ELEPHANT:
        return False
    return knows_how(battle, battle.units[target])


def knows_how(battle: Battle, unit: Unit) -> bool:
    """Whether it is foot in ranks, free to move, and drilled or used to elephants. [troop.drilled]"""
    return (
        unit.kind is Kind.FOOT
        and unit.is_formed
        and not unit.is_engaged
        and not unit.fleeing
        and (unit.sheet.traits.drilled or is_used_to_them(battle, unit))
    )


def open_lanes(table: Table, charge: Charge) -> Step[None]:
    """The target opens lanes; one that is not drilled must pass a Leadership test, or it holds.

    [charge.response.open-lanes, troop.drilled]
    """
    is_open = True
    if table.battle.units[charge.target].sheet.traits.drilled:
        yield from nothing_asked()
    else:
        is_open = yield from test_nerve(table, charge.target, OPEN_LANES, OPEN_LANES)
    if is_open:
        table.record(LanesOpened(charge.target, charge.charger))


def run_through(table: Table, charge: Charge, path: ChargePath) -> bool:
    """Whether the charger has run through the lanes: it goes its path, and straight on to the first
    place with room behind the unit. Where there is none, or the unit has come to fight somebody else,
    the lanes are of no use. [charge.response.open-lanes]
    """
    battle = table.battle
    unit = battle.units[charge.charger]
    if not charge.lanes or not knows_how(battle, battle.units[charge.target]):
        return False
    end = behind(battle, unit, charge.target, path.end)
    if end is None:
        return False
    poses = (unit.pose, path.end, end) if path.wheeled is None else (unit.pose, path.wheeled, end)
    table.record(Spoke(unit.id, "runs through the lanes", OPEN_LANES, other=charge.target))
    table.record(
        UnitMoved(
            unit.id,
            end,
            unit.files,
            Moved.FAILED_CHARGE,
            cite=OPEN_LANES,
            path=poses,
            spent=round(path.cost, 3),
        )
    )
    return True


def behind(battle: Battle, unit: Unit, target: UnitId, front: Pose) -> Pose | None:
    """Where an elephant stands that has run straight through the target from this pose; None: nowhere,
    or somebody else is in its way.
    """
    sheet = unit.sheet
    ranks = -(-unit.models // unit.files)
    here = rect_at(front, unit.files * sheet.base_width, ranks * sheet.base_depth)
    around = standing_near(battle, unit.id, (here,), FURTHEST)
    inches = free_along((here,), here.fx, here.fy, FURTHEST, around.all, battle.field)
    if inches is None:
        return None
    others = standing_near(battle, unit.id, (here,), FURTHEST, (target,))
    closed = (*others.friends, *others.enemies, *others.impassable)
    if first_on_advance(here, here.fx, here.fy, inches, closed) is not None:
        return None
    return pose_of(shifted(here, here.fx * inches, here.fy * inches))
