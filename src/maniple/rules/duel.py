"""Two units put in touch by hand, with a round of combat to fight: for questions about a fight.

No terrain, nobody else: the general and the battle standard count if they are with the units.
The battle that comes out is played by the very rules of close combat. [combat.procedure]
"""

from collections.abc import Sequence

from msgspec.structs import replace

from maniple.battle.apply import apply
from maniple.battle.bodies import body, frontage, guest_places
from maniple.battle.events import PhaseBegan, UnitsMet
from maniple.battle.field import Field, Zone
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle, Contact, Turn
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import FRESH, NOBODY, Fight, Formation, Status, Unit, UnitId
from maniple.geometry import Edge, cos_deg, edge_facing, edge_middle, pose, sin_deg

WIDTH = HEIGHT = 96.0
"""Inches: room enough for any flight or pursuit to stay on the table."""

LOOSE_GAP = 0.5
"""Inches between the rows of skirmishers who fight."""


def duel(
    red: Unit,
    blue: Unit,
    *,
    charger: Side | None,
    red_edge: Edge = Edge.FRONT,
    blue_edge: Edge = Edge.FRONT,
    red_guests: Sequence[Unit] = (),
    blue_guests: Sequence[Unit] = (),
    armies: Pair[str] = Pair("red", "blue"),
) -> Battle:
    """The battle of two units that meet with these edges, the round about to be fought.

    `charger`: whose unit counts as charging; None: the fight goes on from an earlier round. It is
    the charger's turn, or red's.
    """
    foe = _host(blue, UnitId(1), Side.BLUE, blue_guests, 2 + len(red_guests))
    foe = replace(foe, pose=pose(WIDTH / 2, HEIGHT / 2, 180.0))
    if foe.is_skirmishing and not red.is_skirmishing:
        blue_edge = Edge.FRONT
    met = edge_middle(body(foe), blue_edge)
    outward = edge_facing(body(foe), blue_edge)
    ours = _host(red, UnitId(0), Side.RED, red_guests, 2)
    ours = _against(ours, red_edge, met, outward)
    if foe.is_skirmishing:
        foe = in_line(foe, frontage(ours), foe.pose.x, foe.pose.y, 180.0)
    if ours.is_skirmishing:
        ours = in_line(ours, frontage(foe), *met, outward + 180.0)
    units = (
        ours,
        foe,
        *_guests(red_guests, UnitId(0), 2),
        *_guests(blue_guests, UnitId(1), 2 + len(red_guests)),
    )
    zones = (Zone(0.0, 0.0, WIDTH, 12.0, "bottom"), Zone(0.0, 84.0, WIDTH, HEIGHT, "top"))
    battle = Battle(
        Field(WIDTH, HEIGHT, zones, armies=armies, turns=1),
        units,
        Turn(1, charger or Side.RED, Side.RED),
        zones=Pair(0, 1),
    )
    contact = Contact(UnitId(0), UnitId(1), red_edge, blue_edge)
    battle = apply(battle, UnitsMet(contact, UnitId(1) if charger is Side.BLUE else UnitId(0)))
    if charger is None:
        units = tuple(
            replace(unit, fight=Fight(rounds=1)) if unit.fight is not None else unit
            for unit in battle.units
        )
        battle = replace(battle, units=units)
    return apply(battle, PhaseBegan(Phase.COMBAT, (Task(Do.NAME_COMBAT),)))


def _host(unit: Unit, unit_id: UnitId, side: Side, guests: Sequence[Unit], first: int) -> Unit:
    places = sum(guest_places(g.sheet.base_width, unit.sheet.base_width) for g in guests)
    return replace(
        unit,
        id=unit_id,
        side=side,
        status=Status.TABLE,
        host=NOBODY,
        guests=tuple(UnitId(first + i) for i in range(len(guests))),
        guest_places=places,
        lap_left=0,
        lap_right=0,
        doings=FRESH,
        fight=None,
        duel=NOBODY,
    )


def _guests(guests: Sequence[Unit], host: UnitId, first: int) -> tuple[Unit, ...]:
    return tuple(
        replace(
            guest,
            id=UnitId(first + i),
            side=Side.RED if host == 0 else Side.BLUE,
            status=Status.JOINED,
            formation=Formation.SINGLE,
            host=host,
            doings=FRESH,
            fight=None,
            duel=NOBODY,
            retired=False,
        )
        for i, guest in enumerate(guests)
    )


def in_line(unit: Unit, width: float, x: float, y: float, facing: float) -> Unit:
    """Skirmishers as they meet an enemy of this width: a row before it, the others behind."""
    sheet = unit.sheet
    across = max(1, min(unit.models, int(width / sheet.base_width)))
    places = []
    for i in range(unit.models):
        aside = (i % across - (across - 1) / 2) * sheet.base_width
        back = (i // across) * (sheet.base_depth + LOOSE_GAP)
        place_x = x + aside * cos_deg(facing) - back * sin_deg(facing)
        place_y = y - aside * sin_deg(facing) - back * cos_deg(facing)
        places.append(pose(place_x, place_y, facing))
    middle = places[across // 2]
    return replace(unit, places=tuple(places), pose=middle)


def _against(unit: Unit, edge: Edge, met: tuple[float, float], outward: float) -> Unit:
    """The unit with the middle of its edge at the place, looking into what faces outward."""
    turned = replace(unit, pose=pose(0.0, 0.0, 0.0))
    own = edge_facing(body(turned), edge)
    turned = replace(turned, pose=pose(0.0, 0.0, outward + 180.0 - own))
    x, y = edge_middle(body(turned), edge)
    at = pose(met[0] - x, met[1] - y, turned.pose.facing)
    return replace(turned, pose=at)
