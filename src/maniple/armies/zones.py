"""The two zones of a scenario in which the armies deploy. [deploy]

A zone is a strip along a table edge (edge and depth), or a rectangle (left, bottom, right, top)
with the edge that is its own.
"""

from maniple.armies.fields import Fields
from maniple.battle.field import Zone
from maniple.battle.sheet import Mark

EDGES = ("bottom", "top", "left", "right")
LEAST = 6.0
"""Inches: a zone no wider or deeper than this holds no army."""
USUAL_DEPTH = 12.0
"""Inches that each zone reaches from its edge where a scenario has none of its own. [deploy]"""
DEPTH_MARK: Mark = "B"


def read_zones(top: Fields, width: float | None, height: float | None) -> tuple[Zone, ...]:
    """The zones, the usual ones where none are given; notes what is wrong with them."""
    rows = top.tables("zones", "deployment zones", 2)
    if width is None or height is None:
        return ()
    if "zones" not in top.table:
        return _usual(top, width, height)
    if len(rows) == 1 or top.table["zones"] == []:
        top.bad("zones", f"{len(rows)} zone", "two zones, one for each army", rule="deploy")
    zones = [zone for row in rows if (zone := _zone(row, width, height))]
    if len(zones) == 2 and _overlap(zones[0], zones[1]):
        rows[1].bad("", "the two zones overlap", "keep them apart", rule="deploy")
    return tuple(zones)


def _usual(top: Fields, width: float, height: float) -> tuple[Zone, ...]:
    """Within 12 inches of the long edges. [deploy]"""
    if height < 2 * USUAL_DEPTH:
        what = f"a table {height:g} inches high has no room for the usual zones"
        top.bad("height", what, "give two [[zones]]", rule="deploy")
    return (
        Zone(0.0, 0.0, width, USUAL_DEPTH, "bottom"),
        Zone(0.0, height - USUAL_DEPTH, width, height, "top"),
    )


def _zone(row: Fields, width: float, height: float) -> Zone | None:
    edge = row.word("edge", EDGES, "table edge", rule="deploy")
    if edge is None:
        for key in ("depth", "left", "bottom", "right", "top"):
            _ = row.has(key)
        row.done()
        return None
    if row.has("depth"):
        across = height if edge in ("bottom", "top") else width
        depth = row.number("depth", LEAST, across, "inches from the edge", rule="deploy")
        row.done()
        return None if depth is None else _strip(edge, depth, width, height)
    left = row.number("left", 0.0, width, "inches", rule="deploy")
    bottom = row.number("bottom", 0.0, height, "inches", rule="deploy")
    right = row.number("right", 0.0, width, "inches", rule="deploy")
    top = row.number("top", 0.0, height, "inches", rule="deploy")
    row.done()
    if left is None or bottom is None or right is None or top is None:
        return None
    if right - left < LEAST or top - bottom < LEAST:
        what = f"a zone {right - left:g} inches wide and {top - bottom:g} deep"
        row.bad("", what, f"at least {LEAST:g} by {LEAST:g} inches", rule="deploy")
        return None
    return Zone(left, bottom, right, top, edge)


def _strip(edge: str, depth: float, width: float, height: float) -> Zone:
    match edge:
        case "bottom":
            return Zone(0.0, 0.0, width, depth, edge)
        case "top":
            return Zone(0.0, height - depth, width, height, edge)
        case "left":
            return Zone(0.0, 0.0, depth, height, edge)
        case _:
            return Zone(width - depth, 0.0, width, height, edge)


def _overlap(a: Zone, b: Zone) -> bool:
    return a.left < b.right and b.left < a.right and a.bottom < b.top and b.bottom < a.top
