"""A war engine may turn about its middle to face any way, and has not moved by that.

[shoot.move-or-shoot, engine.pivot]
"""

from maniple.battle.judged import Refusal
from maniple.battle.orders import Pivot
from maniple.geometry import pose, shifted
from maniple.rules.moving.going import Going
from maniple.rules.table.obstruct import what_blocks

PIVOT = "engine.pivot"


def pivot(going: Going, step: Pivot) -> Refusal | None:
    """The engine turns in place, for nothing, if there is room. [engine.pivot, move.geometry]"""
    if not going.unit.has_engine:
        return going.refuse(PIVOT, f"{going.name} is no engine: only those pivot")
    rect = going.rect
    turned = going.body_with(pose(rect.cx, rect.cy, step.facing), going.files)
    turned = shifted(turned, rect.cx - turned.cx, rect.cy - turned.cy)
    blocked = what_blocks(going.battle, going.unit.id, [turned])
    if blocked is not None:
        why = f"{going.name} would turn onto {blocked.what}"
        return going.refuse(blocked.rule, why, blocked.at)
    going.take(turned, 0.0)
    return None
