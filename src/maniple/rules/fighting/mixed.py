"""Units of several kinds of models: how many of each are alive, and who stands where.

The shares of a sheet stand in its order from the front, file by file; models beyond them are a last
kind, with the arms of the sheet. A kind is named by its place in that order, 0 the foremost. As men
of a kind fall its fellows close up, so that every rank is filled from the front, the foremost kind
first. Only units whose list says so have any.

    kinds_of        the kinds of a sheet
    alive           how many of each are left
    kind_at         which stands in a place
    struck_share    the kind of most of the front rank
    is_better_in_front   whether the foremost are at least half of it

What counts of them when they are struck or shot at is `struck`; who falls, `nerve.toll`.
[combat.mixed-weapons, troop.combined-formation, troop.combined-unit, troop.mixed-armour]
"""

from collections import Counter
from collections.abc import Sequence

from maniple.battle.bodies import places_in
from maniple.battle.by_identity import ByIdentity
from maniple.battle.seats import seats
from maniple.battle.sheet import Melee, Missile, Mixture, Profile, Share, Sheet
from maniple.battle.state import Battle
from maniple.battle.unit import Unit

ANY = -1
"""In place of a kind: the unit as a whole."""

RULE_OF = {
    Mixture.WEAPONS: "combat.mixed-weapons",
    Mixture.FORMATION: "troop.combined-formation",
    Mixture.UNIT: "troop.combined-unit",
    Mixture.ARMOUR: "troop.mixed-armour",
}
"""The rule that says who falls."""


def _kinds_of(sheet: Sheet) -> tuple[Share, ...]:
    rest = sheet.models - sum([share.models for share in sheet.shares])
    if rest <= 0:
        return sheet.shares
    last = Share(rest, sheet.melee, sheet.armour, sheet.name, None, sheet.missiles)
    return (*sheet.shares, last)


kinds_of = ByIdentity(_kinds_of, 256)
"""The kinds of a unit of several, foremost first, all of its models among them."""


def alive(unit: Unit) -> tuple[int, ...]:
    """How many of each kind are left; where nothing is known of losses, the rear has had them."""
    left = list(unit.by_share or [kind.models for kind in kinds_of(unit.sheet)])
    gone = sum(left) - unit.models
    for kind in reversed(range(len(left))):
        fewer = min(gone, left[kind])
        left[kind] -= fewer
        gone -= fewer
    return tuple(left)


def kind_at(battle: Battle, unit: Unit, file: int, rank: int) -> int:
    """Which kind of man stands in this place. Characters' places in the front rank are none of theirs."""
    before = rank * unit.files + file
    if unit.guests and unit.is_formed:
        taken = [f for _, files in seats(battle, unit).guests for f in files]
        before -= len([f for f in taken if rank or f < file])
    return _kind_of_man(unit, before)


def _kind_of_man(unit: Unit, before: int) -> int:
    """The kind of the man before whom so many others stand, counted from the front."""
    left = alive(unit)
    for kind, models in enumerate(left):
        if before < models:
            return kind
        before -= models
    return max(kind for kind, models in enumerate(left) if models or not kind)


def share_at(battle: Battle, unit: Unit, file: int, rank: int) -> Share:
    """The arms and armour of the man in this place."""
    return kinds_of(unit.sheet)[kind_at(battle, unit, file, rank)]


def profile_of(sheet: Sheet, kind: int) -> Profile:
    """The profile of that kind of man; of `ANY`, the unit's."""
    if kind == ANY or not sheet.shares:
        return sheet.profile
    return kinds_of(sheet)[kind].profile or sheet.profile


def weapons_of(sheet: Sheet) -> tuple[Melee, ...]:
    """Every close-combat weapon in the unit."""
    return (*sheet.melee, *(weapon for share in sheet.shares for weapon in share.melee))


def missiles_of(unit: Unit) -> tuple[Missile, ...]:
    """What the unit may shoot with while those are alive who bear it. [combat.mixed-weapons]"""
    sheet = unit.sheet
    if not sheet.shares:
        return unit.missiles
    left = alive(unit)
    borne = [m for kind, share in enumerate(kinds_of(sheet)) if left[kind] for m in share.missiles]
    return tuple(dict.fromkeys(borne))


def front_kinds(unit: Unit) -> list[int]:
    """The kinds of the men in the front rank, from left to right; of loose men all are in front.

    Characters in it are of none. [character.in-unit]
    """
    if not unit.is_formed:
        return [kind for kind, models in enumerate(alive(unit)) for _ in range(models)] or [0]
    front = min(unit.files, max(places_in(unit), 1))
    return [_kind_of_man(unit, man) for man in range(max(front - unit.guest_places, 1))]


def struck_share(unit: Unit) -> Share:
    """Those whose armour is that of most of the front rank, of equals the foremost.

    [combat.mixed-weapons]
    """
    if not unit.sheet.shares:
        return Share(unit.models, unit.sheet.melee, unit.sheet.armour)
    kinds = kinds_of(unit.sheet)
    return commonest([kinds[kind] for kind in front_kinds(unit)])


def is_better_in_front(unit: Unit) -> bool:
    """Whether at least half of the front rank are of the foremost kind, the better one.

    [troop.combined-unit]
    """
    front = front_kinds(unit)
    return 2 * front.count(0) >= len(front)


def commonest(shares: Sequence[Share]) -> Share:
    """One of those whose armour is the commonest, of equals the first."""
    armour = Counter(share.armour for share in shares).most_common(1)[0][0]
    return next(share for share in shares if share.armour == armour)
