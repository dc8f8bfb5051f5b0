"""From an entry of an army list and what was chosen of it to the sheet of a unit.

Choice               models, options and command
points_of            what it costs [army.points]
sheet_of             the resolved sheet: arms for foot or mounted, armour, encumbrance, traits
"""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from maniple.armies.arms import (
    MM,
    ArmourRow,
    MeleeRow,
    MissileRow,
    armour_named,
    armour_of,
    base_of,
    melee_for,
    melee_named,
    missile_for,
    missile_named,
    mount_named,
    slowed_by,
    thrown_in_hand,
)
from maniple.armies.lists import Entry, Option, composition
from maniple.battle.sheet import Engine, Kind, Mark, Melee, Missile, Profile, Sheet, Traits

MOUNTED = (Kind.CAVALRY, Kind.CAMELRY)


class Choice(Struct, frozen=True):
    """What a roster or phrase takes of an entry."""

    entry: Entry
    models: int
    options: tuple[Option, ...] = ()
    leader: bool = False
    standard: bool = False
    musician: bool = False


def points_of(choice: Choice) -> int:
    """The points of a unit: its models, their options, its command. [army.points]"""
    entry, prices = choice.entry, composition().command
    total = entry.points * (choice.models if entry.points_for == "model" else 1)
    for option in choice.options:
        total += option.points * (choice.models if option.points_for == "model" else 1)
    if choice.leader:
        total += entry.leader.points if entry.leader else prices.leader
    if choice.standard:
        total += prices.standard
    if choice.musician:
        total += prices.musician
    return total


def sheet_of(choice: Choice, name: str) -> Sheet:
    """The sheet of a unit of this name, all of its figures resolved."""
    entry = choice.entry
    profile = _profile(entry, choice.options)
    kind, pace = mounted_on(entry, choice.options)
    mounted = kind in MOUNTED
    armour = _armour_rows(choice)
    base = base_of(kind)
    melee, missiles = _arms(choice, mounted=mounted)
    body_width, body_depth = base.body or (0.0, 0.0)
    return Sheet(
        name=name,
        kind=kind,
        profile=profile,
        models=choice.models,
        base_width=base.width * MM,
        base_depth=base.depth * MM,
        points=points_of(choice),
        move=max(0, pace - slowed_by(armour, mounted=mounted)),
        melee=melee,
        missiles=missiles,
        armour=armour_of(armour, mounted=mounted),
        traits=_traits(choice),
        role=entry.role,
        is_general=entry.is_general or any(option.is_general for option in choice.options),
        is_battle_standard=entry.is_battle_standard,
        leader=choice.leader,
        leader_leadership=entry.leader.leadership if entry.leader and choice.leader else 0,
        standard=choice.standard,
        musician=choice.musician,
        engine=_engine(entry),
        body_width=body_width * MM,
        body_depth=body_depth * MM,
        kin=entry.kin,
        entry=entry.name,
        mark=_mark(entry, choice.options),
    )


def _profile(entry: Entry, options: tuple[Option, ...]) -> Profile:
    profile = Profile(*entry.profile)
    raised = [option.leadership for option in options if option.leadership]
    if not raised:
        return profile
    return Profile(*entry.profile[:-1], leadership=raised[-1])


def mounted_on(entry: Entry, options: tuple[Option, ...]) -> tuple[Kind, int]:
    """The kind of model, and the inches that it moves before encumbrance. [move.rate]"""
    kind, pace = entry.kind, entry.profile[0]
    for name in (entry.mount, *[option.mount for option in options]):
        mount = mount_named(name) if name else None
        if mount:
            kind, pace = mount.kind, mount.move
    return kind, pace


def _kept(names: Iterable[str], options: tuple[Option, ...]) -> list[str]:
    gone = {name for option in options for name in option.instead_of}
    return [name for name in names if name not in gone]


def _armour_rows(choice: Choice) -> list[ArmourRow]:
    names = _kept(choice.entry.armour, choice.options)
    names += [name for option in choice.options for name in option.armour]
    return [row for name in names if (row := armour_named(name))]


def _arms(choice: Choice, *, mounted: bool) -> tuple[tuple[Melee, ...], tuple[Missile, ...]]:
    """Close-combat and missile weapons as they are used on foot, or mounted."""
    names = [name for option in choice.options for name in option.melee]
    names += _kept(choice.entry.melee, choice.options)
    thrown = _kept(choice.entry.missiles, choice.options)
    thrown += [name for option in choice.options for name in option.missiles]
    carried = [row for name in names if (row := melee_named(name))]
    shot = [missile for name in thrown if (missile := missile_named(name))]
    return fighting_arms(carried, shot, mounted=mounted), shooting_arms(carried, shot, mounted)


def fighting_arms(
    carried: Iterable[MeleeRow], shot: Iterable[MissileRow], *, mounted: bool
) -> tuple[Melee, ...]:
    """What a unit may choose to fight with, never empty: what it carries, what it throws, and a
    hand weapon, without those that are never better than another. [combat.one-weapon]
    """
    known = [weapon for row in carried if (weapon := melee_for(row, mounted=mounted))]
    known += [weapon for row in shot if (weapon := thrown_in_hand(row))]
    if not any(weapon.improvised for weapon in known):
        known.append(Melee("hand weapon", cite="weapon.hand", mark="A"))
    kept: list[Melee] = []
    for at, weapon in enumerate(known):
        others = kept + known[at + 1 :]
        if not any(
            _covers(other, weapon) and (other in kept or not _covers(weapon, other))
            for other in others
        ):
            kept.append(weapon)
    return tuple(kept)


def _covers(better: Melee, worse: Melee) -> bool:
    """Whether the one weapon does all that the other does, whatever happens."""
    when = better.strength_when in (worse.strength_when, "always") or worse.strength == 0
    return (
        when
        and better.strength >= worse.strength
        and better.ranks >= worse.ranks
        and better.ranks_charging >= worse.ranks_charging
        and better.second_rank_first_round >= worse.second_rank_first_round
        and better.reach >= worse.reach
        and better.strikes_last <= worse.strikes_last
        and better.two_handed <= worse.two_handed
        and better.extra_attacks >= worse.extra_attacks
        and better.improvised <= worse.improvised
    )


def shooting_arms(
    carried: Iterable[MeleeRow], shot: Iterable[MissileRow], mounted: bool
) -> tuple[Missile, ...]:
    """What a unit may shoot with. [shoot.who, shoot.composite-bow-charging]"""
    free = mounted and not any(row.no_shots_charging for row in carried)
    return tuple(missile_for(row, shoots_charging=free) for row in shot)


def _traits(choice: Choice) -> Traits:
    entry = choice.entry
    names = set(entry.traits)
    for option in choice.options:
        names |= set(option.traits)
        names -= set(option.traits_removed)
    if "always skirmish" in names:
        names.add("may skirmish")
    given = Traits(warband=entry.warband, ignores_panic_of=entry.ignores_panic_of)
    return replace(given, **{name.replace(" ", "_"): True for name in names})


def _engine(entry: Entry) -> Engine | None:
    machine = entry.engine
    if machine is None:
        return None
    row = missile_named(machine.weapon) if machine.weapon else None
    shoots = missile_for(row, shoots_charging=False) if row else None
    return Engine(machine.name, machine.toughness, machine.wounds, entry.mark, shoots)


def _mark(entry: Entry, options: tuple[Option, ...]) -> Mark:
    """How sure the least sure part of the sheet is."""
    parts = entry.marks
    of_parts = (parts.points, parts.profile, parts.leadership, parts.arms)
    marks = {entry.mark, *(option.mark for option in options), *(m for m in of_parts if m)}
    least_sure: tuple[Mark, ...] = ("C", "B", "A")
    return next(mark for mark in least_sure if mark in marks)
