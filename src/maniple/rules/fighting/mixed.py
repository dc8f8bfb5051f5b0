"""Units whose models bear different arms: who bears what, and what armour counts.

The shares of a sheet stand in its order from the front, file by file; as men fall from the rear the
last share goes first. Only units whose list says so have any. [combat.mixed-weapons]
"""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from maniple.battle.bodies import places_in
from maniple.battle.sheet import Melee, Share, Sheet
from maniple.battle.unit import Unit
from maniple.rules.special.testudo import roofed


def share_at(unit: Unit, file: int, rank: int) -> Share:
    """The arms and armour of the man in this place; the sheet's own where no share reaches it."""
    before = rank * unit.files + file
    for share in unit.sheet.shares:
        if before < share.models:
            return share
        before -= share.models
    return Share(0, unit.sheet.melee, unit.sheet.armour)


def weapons_of(sheet: Sheet) -> tuple[Melee, ...]:
    """Every close-combat weapon in the unit."""
    return (*sheet.melee, *(weapon for share in sheet.shares for weapon in share.melee))


def struck_share(unit: Unit) -> Share:
    """Whose armour saves in close combat: that of most of the front rank, of equals the foremost.

    [combat.mixed-weapons]
    """
    front = min(unit.files, max(places_in(unit), 1))
    return _most([share_at(unit, file, 0) for file in range(front)])


def sheet_as_shot(unit: Unit) -> Sheet:
    """The sheet with the armour that saves against missiles: that of most of its models, or a
    testudo's. [combat.mixed-weapons, troop.testudo]
    """
    if not unit.sheet.shares:
        return roofed(unit, unit.sheet)
    places = [(i % unit.files, i // unit.files) for i in range(max(unit.models, 1))]
    most = _most([share_at(unit, file, rank) for file, rank in places])
    return roofed(unit, replace(unit.sheet, armour=most.armour))


def _most(shares: Sequence[Share]) -> Share:
    """One of those whose armour is the commonest."""
    armour = Counter(share.armour for share in shares).most_common(1)[0][0]
    return next(share for share in shares if share.armour == armour)
