"""The moves of skirmishers: each model its own way; closing up into ranks and opening out.

[troop.skirmish, troop.skirmish.shape, troop.light]
"""

from collections.abc import Sequence

from maniple.battle.judged import Refusal
from maniple.battle.orders import CloseUp, OpenOut, Places, Spread
from maniple.battle.unit import Formation
from maniple.geometry import (
    Pose,
    Rect,
    cos_deg,
    distance_to_point,
    overlaps,
    pose_of,
    rect_at,
    shifted,
    sin_deg,
)
from maniple.rules.moving.going import Going
from maniple.rules.moving.one_inch import keeps_its_inch
from maniple.rules.moving.skirmish import LINK, are_linked, has_lost_links, spread
from maniple.rules.moving.walk import Walk, walk
from maniple.rules.table.obstruct import what_blocks
from maniple.rules.table.referee import figure

Loose = Places | Spread | CloseUp


def manoeuvre(going: Going, step: Loose) -> Refusal | None:
    """One manoeuvre of skirmishers; None if it is legal, and `going` has then come on."""
    match step:
        case Places():
            return take_places(going, step.places)
        case Spread():
            return take_spread(going, step)
        case CloseUp():
            return close_up(going, step)


def take_spread(going: Going, step: Spread) -> Refusal | None:
    """In loose files about a pose: man for man as they stand, or, where that is not possible, from
    left to right and front to rear as they come. [troop.skirmish.shape]
    """
    unit = going.unit
    if not 1 <= step.files <= unit.models:
        why = f"{going.name} can stand in 1 to {unit.models} files, not in {step.files}"
        return going.refuse("troop.skirmish.shape", why)
    if not 0.0 <= step.gap <= LINK:
        why = f"a gap of {figure(step.gap)} inches: skirmishers are linked by gaps of 0 to 2"
        return going.refuse("troop.skirmish.shape", why)
    sheet = unit.sheet
    places = spread(
        step.pose, step.files, step.gap, unit.models, sheet.base_width, sheet.base_depth
    )
    as_they_stand = take_places(going, places)
    if as_they_stand is None:
        return None
    return as_they_stand if take_places(going, _in_order(going.places, places, step.pose)) else None


def _in_order(now: Sequence[Pose], places: Sequence[Pose], seen: Pose) -> tuple[Pose, ...]:
    """The places dealt out so that who stands foremost takes a foremost one, and so on."""
    right = (cos_deg(seen.facing), -sin_deg(seen.facing))
    ahead = (sin_deg(seen.facing), cos_deg(seen.facing))

    def key(p: Pose) -> tuple[float, float]:
        return (
            -round(p.x * ahead[0] + p.y * ahead[1], 1),
            round(p.x * right[0] + p.y * right[1], 3),
        )

    who = sorted(range(len(now)), key=lambda i: (key(now[i]), i))
    where = sorted(places, key=key)
    dealt = dict(zip(who, where, strict=True))
    return tuple([dealt[i] for i in range(len(now))])


def take_places(going: Going, places: tuple[Pose, ...]) -> Refusal | None:
    """Every model goes straight to its place, within the rate, through no body.

    [troop.skirmish.shape, move.interpenetrate]
    """
    unit = going.unit
    sheet = unit.sheet
    rule = "troop.skirmish.shape"
    if len(places) != unit.models:
        why = f"{going.name} has {unit.models} models: {len(places)} places are named"
        return going.refuse(rule, why)
    if not are_linked(places, sheet.base_width, sheet.base_depth):
        why = "each model must be linked to all the others by gaps of at most 2 inches"
        return going.refuse(rule, why)
    ends = [rect_at(p, sheet.base_width, sheet.base_depth) for p in places]
    for i, one in enumerate(ends):
        for other in ends[:i]:
            if overlaps(one, other):
                why = "two of the models would stand on the same place"
                return going.refuse(rule, why, (one.cx, one.cy))
    dearest = 0.0
    for number, (here, there) in enumerate(zip(going.places, places, strict=True)):
        start = rect_at(here, sheet.base_width, sheet.base_depth)
        went: Walk | Refusal = walk(going, start, there, f"model {number + 1}")
        if isinstance(went, Refusal):
            return went
        dearest = max(dearest, went.cost)
        no = keeps_its_inch(going, start, went.through)
        if no is not None:
            return no
    going.places = places
    going.spent += dearest
    return None


def close_up(going: Going, step: CloseUp) -> Refusal | None:
    """Into ranks about the middle of the places, for half the move. [troop.skirmish.shape]"""
    unit = going.unit
    sheet = unit.sheet
    if sheet.traits.always_skirmish:
        return going.refuse("troop.skirmish", f"{going.name} know no ranks")
    if going.is_marching:
        return going.refuse("move.march", "a marching unit does not change its formation")
    if not 1 <= step.files <= unit.models:
        why = f"{going.name} can stand in 1 to {unit.models} files, not in {step.files}"
        return going.refuse("unit.ranks", why)
    if has_lost_links(unit):
        why = f"{going.name} has lost its links: its next move restores them and does nothing else"
        return going.refuse("troop.skirmish.shape", why)
    cost = going.rate / 2
    if not going.can_pay(cost):
        return going.too_dear("closing up", cost, "troop.skirmish.shape")
    men = [rect_at(p, sheet.base_width, sheet.base_depth) for p in going.places]
    x = sum(man.cx for man in men) / len(men)
    y = sum(man.cy for man in men) / len(men)
    body = going.body_with(Pose(x, y, step.facing), step.files)
    body = shifted(body, x - body.cx, y - body.cy)
    corners = body.corners()
    for i in range(0, 8, 2):
        away = min(distance_to_point(man, corners[i], corners[i + 1]) for man in men)
        if away > going.rate + 0.001:
            why = (
                f"a model would move {figure(away)} inches to its place in the ranks; "
                f"{going.rate} is the most"
            )
            return going.refuse("troop.skirmish.shape", why, (corners[i], corners[i + 1]))
    blocked = what_blocks(going.battle, unit.id, [body])
    if blocked is not None:
        why = f"{going.name} in ranks would stand on {blocked.what}"
        return going.refuse(blocked.rule, why, blocked.at)
    no = keeps_its_inch(going, going.rect, [body])
    if no is not None:
        return no
    going.formation = Formation.FORMED
    going.places = ()
    going.take(body, cost, step.files)
    return None


def open_out(going: Going, step: OpenOut) -> Refusal | None:
    """A formed unit opens out where it stands, for half its move.

    [troop.skirmish.shape, troop.light]
    """
    unit = going.unit
    sheet = unit.sheet
    if sheet.traits.may_skirmish and not sheet.may_skirmish:
        why = f"{going.name} is a combined formation: its archers stand in ranks"
        return going.refuse("troop.combined-formation", why)
    if not sheet.may_skirmish:
        return going.refuse("troop.light", f"the list of {going.name} does not let them skirmish")
    if unit.guests:
        why = f"{going.name} cannot skirmish with characters in its ranks"
        return going.refuse("troop.skirmish", why)
    if going.is_marching:
        return going.refuse("move.march", "a marching unit does not change its formation")
    if not 0.0 <= step.gap <= LINK:
        why = f"a gap of {figure(step.gap)} inches: skirmishers are linked by gaps of 0 to 2"
        return going.refuse("troop.skirmish.shape", why)
    cost = going.rate / 2
    if not going.can_pay(cost):
        return going.too_dear("opening out", cost, "troop.skirmish.shape")
    places = spread(
        pose_of(going.rect),
        going.files,
        step.gap,
        unit.models,
        sheet.base_width,
        sheet.base_depth,
    )
    men = [rect_at(p, sheet.base_width, sheet.base_depth) for p in places]
    furthest = max(distance_to_point(going.rect, man.cx, man.cy) for man in men)
    if furthest > going.rate + 0.001:
        why = f"a model would move {figure(furthest)} inches; {going.rate} is the most"
        return going.refuse("troop.skirmish.shape", why)
    no = _stand_loose(going, men)
    if no is not None:
        return no
    going.formation = Formation.SKIRMISH
    going.places = places
    going.files = 1
    going.spent += cost
    return None


def _stand_loose(going: Going, men: Sequence[Rect]) -> Refusal | None:
    blocked = what_blocks(going.battle, going.unit.id, men)
    if blocked is not None:
        why = f"a model of {going.name} would stand on {blocked.what}"
        return going.refuse(blocked.rule, why, blocked.at)
    for man in men:
        no = keeps_its_inch(going, going.rect, [man])
        if no is not None:
            return no
    return None
