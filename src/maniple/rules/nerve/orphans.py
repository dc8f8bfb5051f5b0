"""Characters whose unit is destroyed about them: they stand on alone. [character.leave]"""

from math import cos, pi, sin

from maniple.battle.bodies import guest_places, outline
from maniple.battle.events import CharacterLeft, UnitFled, UnitsMet
from maniple.battle.state import Battle, Contact
from maniple.battle.table import Table
from maniple.battle.unit import NOBODY, Unit, UnitId
from maniple.geometry import Edge, Pose, Rect, in_touch, pose, pose_of, rect_at
from maniple.rules.fighting.standing import base_of
from maniple.rules.table.obstruct import is_free

STEP = 0.25
"""Inches between the places tried for a man who has no room where he stood."""
WAYS = 24
"""Directions tried at each distance."""


def stand_alone(table: Table, host_id: UnitId) -> None:
    """Set the characters of a unit on their own, where they stood in it, before it is taken away.

    They fight on against those of its enemies whom they touch, and flee on if it fled.
    """
    host = table.battle.units[host_id]
    stood = [(guest, base_of(table.battle, table.battle.units[guest])) for guest in host.guests]
    for i, (guest_id, base) in enumerate(stood):
        at = _room_for(table.battle, guest_id, host_id, base)
        still = [table.battle.units[guest].sheet.base_width for guest, _ in stood[i + 1 :]]
        places = sum(guest_places(width, host.sheet.base_width) for width in still)
        standing = rect_at(at, base.width, base.depth)
        met = [] if host.fleeing else _in_touch(table.battle, standing, host_id)
        table.record(CharacterLeft(guest_id, at, places, fights_on=bool(met)))
        if host.fleeing:
            table.record(UnitFled(guest_id, "character.in-unit", at, files=1))
        for contact in met:
            _meet(table, table.battle.units[guest_id], host, contact)


def _in_touch(battle: Battle, base: Rect, host: UnitId) -> list[Contact]:
    """The contacts of his unit with enemies whom he touches too."""
    return [
        contact
        for contact in battle.contacts_of(host)
        if any(in_touch(base, rect) for rect in outline(battle.units[contact.enemy_of(host)]))
    ]


def _meet(table: Table, man: Unit, host: Unit, contact: Contact) -> None:
    """He goes on fighting an enemy of his unit. [combat.casualties]"""
    foe = table.battle.units[contact.enemy_of(host.id)]
    foe_edge = contact.edge_of(foe.id)
    met = (
        Contact(man.id, foe.id, Edge.FRONT, foe_edge)
        if contact.red == host.id
        else Contact(foe.id, man.id, foe_edge, Edge.FRONT)
    )
    fight = host.fight
    table.record(
        UnitsMet(
            met,
            charger=man.id if fight is not None and fight.charging else NOBODY,
            across_obstacle=fight is not None and fight.obstacle,
        )
    )


def _room_for(battle: Battle, man: UnitId, host: UnitId, base: Rect) -> Pose:
    """Where he stands: where he stood, or the nearest place with room."""
    here = pose_of(base)
    if is_free(battle, man, [rect_at(here, base.width, base.depth)], ignoring=(host,)):
        return here
    for ring in range(1, 200):
        for way in range(WAYS):
            turned = 2 * pi * way / WAYS
            reach = ring * STEP
            at = pose(here.x + reach * sin(turned), here.y + reach * cos(turned), here.facing)
            if is_free(battle, man, [rect_at(at, base.width, base.depth)], ignoring=(host,)):
                return at
    return here
