"""Weapons, armour, mounts and bases, each with the mark that says how sure its figures are.

melee_named, missile_named, armour_named, mount_named    by name, singular or plural
melee_for            a weapon as it is used on foot or mounted
armour_of            the points of armour of some items   [shoot.save]
slowed_by            the inches of Movement that they cost
base_of              the size of a base in inches
"""

from collections.abc import Iterable
from functools import cache
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from maniple.armies.datafiles import read_data
from maniple.battle.sheet import Armour, Kind, Mark, Melee, Missile

MM = 1 / 25.4
"""Inches to the millimetre."""
MOUNTED = (Kind.CAVALRY, Kind.CAMELRY)
BORNE = (*MOUNTED, Kind.LIGHT_CHARIOT, Kind.HEAVY_CHARIOT, Kind.SCYTHED_CHARIOT)
"""Who fights from a horse or a chariot uses close-combat weapons as mounted men do."""


class Use(Struct, frozen=True, forbid_unknown_fields=True):
    """What a close-combat weapon does on foot, or mounted; see `Melee` for the figures."""

    strength: int = 0
    strength_when: Literal["always", "charging", "first round"] = "always"
    ranks: int = 1
    ranks_charging: int = 1
    second_rank_first_round: bool = False
    reach: int = 0
    strikes_last: bool = False
    two_handed: bool = False
    extra_attacks: int = 0
    improvised: bool = False


class MeleeRow(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    cite: str
    mark: Mark
    also: tuple[str, ...] = ()
    foot: Use | None = None
    mounted: Use | None = None
    no_shots_charging: bool = False
    """Riders who carry it do not shoot while they charge. [shoot.composite-bow-charging]"""


class MissileRow(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    range: float
    strength: int
    cite: str
    mark: Mark
    also: tuple[str, ...] = ()
    ignores_moving: bool = False
    ignores_range: bool = False
    move_or_shoot: bool = False
    is_bow: bool = False
    shoots_charging: bool = False
    save_modifier: int = 0
    in_hand: bool = False
    pierces: bool = False
    template: float = 0.0
    least_range: float = 0.0
    damage: int = 0


class ArmourRow(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    part: Literal["worn", "shield", "buckler", "mount"]
    points: int
    mark: Mark
    also: tuple[str, ...] = ()
    slows: int = 0
    slows_with_shield_on_foot: int = 0


class Mounted(Struct, frozen=True, forbid_unknown_fields=True):
    points: int
    mark: Mark


class BaseRow(Struct, frozen=True, forbid_unknown_fields=True):
    """Millimetres."""

    kind: Kind
    width: float
    depth: float
    mark: Mark
    body: tuple[float, float] | None = None


class Fights(Struct, frozen=True, forbid_unknown_fields=True):
    """What a mount fights with beside its rider. [challenge.fight]"""

    weapon_skill: int
    strength: int
    initiative: int
    attacks: int


class MountRow(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    kind: Kind
    move: int
    mark: Mark
    also: tuple[str, ...] = ()
    fights: Fights | None = None
    """None: it does not strike."""


class _Weapons(Struct, frozen=True, forbid_unknown_fields=True):
    melee: tuple[MeleeRow, ...]
    missile: tuple[MissileRow, ...]


class _Armoury(Struct, frozen=True, forbid_unknown_fields=True):
    armour: tuple[ArmourRow, ...]


class _Bases(Struct, frozen=True, forbid_unknown_fields=True):
    mounted: Mounted
    base: tuple[BaseRow, ...]
    mount: tuple[MountRow, ...]


Row = TypeVar("Row", MeleeRow, MissileRow, ArmourRow, MountRow)


@cache
def _weapons() -> _Weapons:
    return read_data("weapons.toml", _Weapons)


@cache
def _armoury() -> _Armoury:
    return read_data("armour.toml", _Armoury)


@cache
def _bases() -> _Bases:
    return read_data("bases.toml", _Bases)


def _named(rows: Iterable[Row], name: str) -> Row | None:
    return next((row for row in rows if name == row.name or name in row.also), None)


def melee_named(name: str) -> MeleeRow | None:
    """The close-combat weapon of this name."""
    return _named(_weapons().melee, name)


def missile_named(name: str) -> MissileRow | None:
    """The missile weapon of this name."""
    return _named(_weapons().missile, name)


def armour_named(name: str) -> ArmourRow | None:
    """The piece of armour of this name."""
    return _named(_armoury().armour, name)


def armour_rows(names: Iterable[str]) -> list[ArmourRow]:
    """The pieces of armour of these names."""
    return [row for name in names if (row := armour_named(name))]


def mount_named(name: str) -> MountRow | None:
    """The mount of this name."""
    return _named(_bases().mount, name)


def all_melee() -> tuple[MeleeRow, ...]:
    """Every close-combat weapon."""
    return _weapons().melee


def all_missiles() -> tuple[MissileRow, ...]:
    """Every missile weapon."""
    return _weapons().missile


def all_armour() -> tuple[ArmourRow, ...]:
    """Every piece of armour."""
    return _armoury().armour


def melee_for(row: MeleeRow, *, mounted: bool) -> Melee | None:
    """The weapon as it is used on foot or mounted; None where it can't be. [weapon.hand]"""
    use = row.mounted if mounted else row.foot
    if use is None:
        return None
    return Melee(
        name=row.name,
        strength=use.strength,
        strength_when=use.strength_when,
        ranks=use.ranks,
        ranks_charging=use.ranks_charging,
        second_rank_first_round=use.second_rank_first_round,
        reach=use.reach,
        strikes_last=use.strikes_last,
        two_handed=use.two_handed,
        extra_attacks=use.extra_attacks,
        improvised=use.improvised,
        cite=row.cite,
        mark=row.mark,
    )


def missile_for(row: MissileRow, *, shoots_charging: bool) -> Missile:
    """The missile weapon as the unit uses it. [shoot.composite-bow-charging]"""
    return Missile(
        name=row.name,
        range=row.range,
        strength=row.strength,
        ignores_moving=row.ignores_moving,
        ignores_range=row.ignores_range,
        move_or_shoot=row.move_or_shoot,
        is_bow=row.is_bow,
        shoots_charging=row.shoots_charging and shoots_charging,
        save_modifier=row.save_modifier,
        pierces=row.pierces,
        template=row.template,
        least_range=row.least_range,
        damage=row.damage,
        cite=row.cite,
        mark=row.mark,
    )


def thrown_in_hand(row: MissileRow) -> Melee | None:
    """The weapon as its thrower uses it in close combat, if he can. [weapon.missiles-in-hand]"""
    if not row.in_hand:
        return None
    cite = "weapon.missiles-in-hand"
    return Melee(row.name, second_rank_first_round=True, cite=cite, mark="C")


def armour_of(rows: Iterable[ArmourRow], *, mounted: bool) -> Armour:
    """The points of armour of some items, the best of each part counting. [shoot.save]"""
    armour = Armour(mount=_bases().mounted.points if mounted else 0)
    for row in rows:
        match row.part:
            case "worn":
                armour = replace(armour, worn=max(armour.worn, row.points))
            case "shield":
                armour = replace(armour, shield=max(armour.shield, row.points))
            case "buckler":
                armour = replace(armour, buckler=max(armour.buckler, row.points))
            case "mount":
                armour = replace(armour, mount=armour.mount + row.points)
    return armour


def slowed_by(rows: Iterable[ArmourRow], *, mounted: bool) -> int:
    """Inches of Movement that some items of armour cost their wearer or his mount."""
    items = list(rows)
    shielded = not mounted and any(row.part in ("shield", "buckler") for row in items)
    return sum(row.slows + (row.slows_with_shield_on_foot if shielded else 0) for row in items)


def base_of(kind: Kind) -> BaseRow:
    """The base of a model of this kind, in millimetres."""
    return next(row for row in _bases().base if row.kind is kind)
