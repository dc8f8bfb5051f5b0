"""The moves of characters: on their own, into a unit, out of one; and to where the fighting is.

[character.move, character.join, character.leave, character.moves-to-fight, command.leader-moves]
"""

import math
from typing import Literal

from maniple.battle.bodies import body, guest_places
from maniple.battle.judged import Refusal
from maniple.battle.orders import Go, Join, Leave, StepToFight
from maniple.battle.seats import Place
from maniple.battle.state import Battle
from maniple.battle.unit import NOBODY, Formation, Moved, Status, Stupor, Unit, UnitId
from maniple.geometry import Edge, Rect, edge_middle, first_on_advance, rect_at, shifted
from maniple.rules.fighting.contacts import touching
from maniple.rules.fighting.strikers import standing
from maniple.rules.moving.going import Going
from maniple.rules.moving.one_inch import keeps_its_inch
from maniple.rules.moving.walk import walk
from maniple.rules.start.placing import may_host
from maniple.rules.table.referee import unit_named
from maniple.rules.table.terrain_cost import advance_cost, nearest_points

EDGES = (Edge.FRONT, Edge.RIGHT, Edge.REAR, Edge.LEFT)


def go(going: Going, step: Go) -> Refusal | None:
    """A character goes straight to a place and faces any way there. [character.move]"""
    went = walk(going, going.rect, step.to, going.name)
    if isinstance(went, Refusal):
        return went
    no = keeps_its_inch(going, going.rect, went.through)
    if no is None:
        going.take(rect_at(step.to, going.rect.width, going.rect.depth), went.cost)
    return no


def leave(going: Going, step: Leave) -> Refusal | None:
    """He steps out of the front rank, before the unit has moved. [character.leave]

    He goes straight from the middle of the front of his unit, through whose ranks he may pass.
    """
    sheet = going.unit.sheet
    host = going.battle.units[going.unit.host]
    start = rect_at(host.pose, sheet.base_width, sheet.base_depth)
    going.way = [start]
    going.rect = start
    index = going.owners.index(host.id)
    ranks = going.obstacles.pop(index)
    del going.owners[index]
    went = walk(going, start, step.to, going.name)
    going.owners.insert(0, host.id)
    going.obstacles.insert(0, ranks)
    if isinstance(went, Refusal):
        return Refusal(went.rule, went.why, went.at)
    no = keeps_its_inch(going, start, went.through)
    if no is not None:
        return Refusal(no.rule, no.why, no.at)
    end = rect_at(step.to, sheet.base_width, sheet.base_depth)
    wrong = going.ends_wrong([end])
    if wrong is not None:
        return Refusal(*wrong)
    going.formation = Formation.SINGLE
    going.take(end, went.cost)
    return None


def may_leave(battle: Battle, unit: Unit) -> Refusal | None:
    """What keeps a character from leaving his unit; None if he may. [character.leave]"""
    host = battle.units[unit.host]
    name, where = unit.sheet.name, host.sheet.name

    def no(why: str) -> Refusal:
        return Refusal("character.leave", why, (host.pose.x, host.pose.y))

    if host.status is not Status.TABLE:
        return Refusal("pursue.off-table", f"{where} is off the table, and {name} with it")
    if unit.doings.joined:
        return no(f"{name} has joined {where} this turn")
    if host.fleeing:
        return no(f"{where} is fleeing, and {name} with it")
    if host.is_engaged:
        return no(f"{where} is in close combat, and {name} with it")
    if host.doings.stupor is not Stupor.NONE:
        return no(f"{where} is beside itself this turn, and {name} with it")
    if host.doings.moved is Moved.STOOD:
        return None
    if host.doings.moved is Moved.RALLIED:
        return no(f"{where} has rallied this turn, and {name} with it")
    return no(f"{where} {host.doings.moved.value} this turn, and {name} with it")


def join(going: Going, step: Join) -> Refusal | None:
    """He moves into touch with a unit, by the cheapest free way. [character.join]"""
    battle, unit = going.battle, going.unit
    host = unit_named(battle, step.host)
    if host is None or host.side is not unit.side or host.sheet.is_character:
        return going.refuse(
            "character.join", f"{step.host} is not a unit that {going.name} can join"
        )
    if host.id == unit.host:
        return going.refuse("character.join", f"{going.name} is with {host.sheet.name} already")
    if host.fleeing:
        return going.refuse("character.join", f"{host.sheet.name} is fleeing")
    no = may_host(battle, host, unit) or _not_at(battle, host, step)
    if no is not None:
        return going.refuse(no.rule, no.why, no.at)
    best = _cheapest_way(going, host)
    if best is None:
        why = f"{going.name} has no free straight way to {host.sheet.name}"
        return going.refuse("move.interpenetrate", why, (host.pose.x, host.pose.y))
    rect, cost = best
    if not going.can_pay(cost):
        return going.too_dear(f"the way to {host.sheet.name}", cost, "character.join")
    going.take(rect, cost)
    return None


def _not_at(battle: Battle, host: Unit, step: Join) -> Refusal | None:
    """What keeps a character from standing at the edge that he has named; None if he may.

    He may stand anywhere that lets him fight, in the place of a trooper. [character.join]
    """
    if not step.edge:
        return None
    name = host.sheet.name
    if not host.is_engaged:
        return Refusal("character.join", f"{name} is not in close combat: he joins its front rank")
    stands = standing(battle, host.id)
    taken: set[Place | None] = {stands.leader, *(place for place, _ in stands.guests)}
    if not _fighting_lines(battle, host).get(Edge(step.edge), set()) - taken:
        return Refusal(
            "character.join", f"no trooper of {name} fights at the {step.edge}, to make room"
        )
    return None


def _cheapest_way(going: Going, host: Unit) -> tuple[Rect, float] | None:
    """Where and at what cost he comes into touch with the unit; None if no way is free."""
    target = body(host)
    index = going.owners.index(host.id)
    here = going.rect
    near = nearest_points(here, target)
    aims = [(near[2] - near[0] + here.cx, near[3] - near[1] + here.cy), (target.cx, target.cy)]
    aims += [edge_middle(target, edge) for edge in EDGES]
    best: tuple[Rect, float] | None = None
    for x, y in aims:
        dx, dy = x - here.cx, y - here.cy
        far = math.sqrt(dx * dx + dy * dy)
        if far < 1e-6:
            return here, 0.0
        dx, dy = dx / far, dy / far
        alone = first_on_advance(here, dx, dy, far + 1.0, [target])
        if alone is None:
            continue
        hit = first_on_advance(here, dx, dy, alone.travel, going.obstacles)
        if hit is not None and hit.index != index and hit.stops(alone.travel):
            continue
        cost = advance_cost(going.battle, going.unit, here, dx, dy, alone.travel)
        if best is None or cost < best[1]:
            best = shifted(here, dx * alone.travel, dy * alone.travel), cost
    return best


def places_with(battle: Battle, host: Unit, guest: UnitId) -> int:
    """Places of the unit's ranks that its guests take when this one is among them. [unit.ranks]"""
    guests = (*host.guests, guest) if guest not in host.guests else host.guests
    return sum(_places(battle, host, g) for g in guests)


def places_without(battle: Battle, host: Unit, guest: UnitId) -> int:
    """Places of the unit's ranks that its guests take when this one has left. [unit.ranks]"""
    return sum(_places(battle, host, g) for g in host.guests if g != guest)


def _places(battle: Battle, host: Unit, guest: UnitId) -> int:
    return guest_places(battle.units[guest].sheet.base_width, host.sheet.base_width)


def edge_to_fight(battle: Battle, host: Unit, step: Join) -> Edge:
    """Where a character who joins stands: where he says, or at the front, or at an edge where the
    unit fights. [character.join]
    """
    if step.edge:
        return Edge(step.edge)
    edges = {contact.edge_of(host.id) for contact in battle.contacts_of(host.id)}
    return next((edge for edge in EDGES if edge in edges), Edge.FRONT)


def step_to_fight(battle: Battle, host: Unit, step: StepToFight) -> Refusal | None:
    """Whether a leader or a character of an engaged unit may move to where the fighting is.

    Not if he is fighting somebody already, an enemy's champion among them.
    [command.leader-moves, character.moves-to-fight, challenge.fight]
    """
    who = unit_named(battle, step.who)
    name = host.sheet.name
    is_leader = who is not None and who.id == host.id
    rule = "command.leader-moves" if is_leader else "character.moves-to-fight"
    if not host.is_engaged:
        return Refusal(rule, f"{name} is not in close combat")
    if who is None or not (is_leader or who.host == host.id):
        return Refusal(rule, f"{step.who} is neither {name} nor a character with it")
    if is_leader and not host.has_leader:
        return Refusal(rule, f"{name} has no leader")
    who_name = f"the leader of {name}" if is_leader else who.sheet.name
    if who.duel != NOBODY:
        foe = battle.units[who.duel].sheet.name
        return Refusal("challenge.fight", f"{who_name} fights {foe}, man to man")
    lines = _fighting_lines(battle, host)
    stands = standing(battle, host.id)
    seat = {stands.leader} if is_leader else {p for p, g in stands.guests if g == who.id}
    for edge, places in lines.items():
        if seat & places:
            return Refusal(rule, f"{who_name} has an enemy to fight at the {edge.value}")
    others: set[Place | None] = {p for p, g in stands.guests if g != who.id}
    if not is_leader:
        others.add(stands.leader)
    if not lines.get(Edge(step.edge), set()) - others:
        return Refusal(
            rule, f"no trooper of {name} fights at the {step.edge}, to change places with"
        )
    return None


def _fighting_lines(battle: Battle, host: Unit) -> dict[Edge, set[Place | None]]:
    """The places of a unit whose men fight, by its edge. [combat.who-fights]"""
    lines: dict[Edge, set[Place | None]] = {}
    for touch in battle.contacts_of(host.id):
        men = lines.setdefault(touch.edge_of(host.id), set())
        men.update([man.place for man in touching(battle, touch, host.id)])
    return lines


def who_may_step(battle: Battle, host: Unit) -> tuple[StepToFight, ...]:
    """The steps to where the fighting is that an engaged unit's leader and characters may take.

    [command.leader-moves, character.moves-to-fight]
    """
    if not host.is_engaged or not (host.has_leader or host.guests):
        return ()
    edges = sorted({touch.edge_of(host.id) for touch in battle.contacts_of(host.id)})
    steps = [StepToFight(who, _NAMES[edge]) for who in (host.id, *host.guests) for edge in edges]
    return tuple([step for step in steps if step_to_fight(battle, host, step) is None])


_NAMES: dict[Edge, Literal["front", "right", "rear", "left"]] = {
    Edge.FRONT: "front",
    Edge.RIGHT: "right",
    Edge.REAR: "rear",
    Edge.LEFT: "left",
}
