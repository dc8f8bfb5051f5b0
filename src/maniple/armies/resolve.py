"""From an entry of an army list and what was chosen of it to the sheet of a unit.

points_of            what it costs [army.points]
sheet_of             the resolved sheet: arms for foot or mounted, armour, encumbrance, traits
"""

from collections.abc import Iterable

from msgspec.structs import replace

from maniple.armies.arms import (
    BORNE,
    MM,
    MOUNTED,
    ArmourRow,
    armour_of,
    armour_rows,
    base_of,
    missile_for,
    missile_named,
    mount_named,
    slowed_by,
)
from maniple.armies.choice import Choice
from maniple.armies.entries import Entry, Option
from maniple.armies.lists import composition
from maniple.armies.mixtures import all_missiles, parts_armour, shares_of
from maniple.armies.riders import crew_of, mount_of
from maniple.armies.wielding import Wielded, wielded
from maniple.battle.sheet import Engine, Kind, Mark, Profile, Sheet, Traits


def points_of(choice: Choice) -> int:
    """The points of a unit: its models, their options, its crew and command. [army.points]"""
    entry, prices = choice.entry, composition().command
    own = choice.own_models
    total = entry.points * (own if entry.points_for == "model" else 1)
    total += sum(taken.part.points * taken.models for taken in choice.parts)
    for option in choice.options:
        total += option.points * (own if option.points_for == "model" else 1)
    if entry.crew:
        total += entry.crew.points * choice.crew * choice.models
    if choice.leader:
        total += entry.leader.points if entry.leader else prices.leader
    if choice.standard:
        total += prices.standard
    if choice.musician:
        total += prices.musician
    return total


def sheet_of(choice: Choice, name: str, army: str = "") -> Sheet:
    """The sheet of a unit of this name, from the list of this key, with all of its figures resolved."""
    entry = choice.entry
    kind, pace = mounted_on(entry, choice.options)
    mounted = kind in MOUNTED
    armour = _armour_rows(choice)
    base = base_of(kind)
    arms = _arms(choice, borne=kind in BORNE, mounted=mounted)
    shares = shares_of(choice, arms, armour, borne=kind in BORNE, mounted=mounted)
    slowed = max(slowed_by(rows, mounted=mounted) for rows in (armour, *parts_armour(choice)))
    base_width, base_depth = entry.base or (base.width, base.depth)
    body_width, body_depth = base.body or (0.0, 0.0)
    return Sheet(
        name=name,
        kind=kind,
        profile=_profile(entry, choice.options),
        models=choice.models,
        base_width=base_width * MM,
        base_depth=base_depth * MM,
        points=points_of(choice),
        move=max(0, pace - slowed),
        melee=arms.melee,
        missiles=all_missiles(arms, shares),
        armour=armour_of(armour, mounted=mounted),
        shares=shares,
        mixture=entry.mixture,
        mount=mount_of(entry, choice.options),
        crew=crew_of(choice),
        impact_hits=entry.impact.hits if entry.impact else 0,
        impact_strength=entry.impact.strength if entry.impact else 0,
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
        army=army,
        kin=entry.kin,
        entry=entry.name,
        mark=_mark(choice),
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
    return armour_rows(names)


def _arms(choice: Choice, *, borne: bool, mounted: bool) -> Wielded:
    """Close-combat and missile weapons as they are used on foot, or mounted."""
    names = [name for option in choice.options for name in option.melee]
    names += _kept(choice.entry.melee, choice.options)
    thrown = _kept(choice.entry.missiles, choice.options)
    thrown += [name for option in choice.options for name in option.missiles]
    return wielded(names, thrown, borne=borne, mounted=mounted)


def _traits(choice: Choice) -> Traits:
    entry = choice.entry
    names = set(entry.traits)
    for option in choice.options:
        names |= set(option.traits)
        names -= set(option.traits_removed)
    if "always skirmish" in names:
        names.add("may skirmish")
    hates = (*entry.hates, *[key for option in choice.options for key in option.hates])
    given = Traits(
        warband=entry.warband,
        ignores_panic_of=entry.ignores_panic_of,
        hates=tuple(dict.fromkeys(hates)),
        wizard=choice.level,
        spells=choice.spells,
    )
    return replace(given, **{name.replace(" ", "_"): True for name in names})


def _engine(entry: Entry) -> Engine | None:
    machine = entry.engine
    if machine is None:
        return None
    row = missile_named(machine.weapon) if machine.weapon else None
    shoots = missile_for(row, shoots_charging=False) if row else None
    return Engine(machine.name, machine.toughness, machine.wounds, entry.mark, shoots)


def _mark(choice: Choice) -> Mark:
    """How sure the least sure part of the sheet is."""
    entry = choice.entry
    parts = entry.marks
    of_parts = (parts.points, parts.profile, parts.leadership, parts.arms)
    marks = {entry.mark, *(option.mark for option in choice.options), *(m for m in of_parts if m)}
    marks |= {taken.part.mark for taken in choice.parts}
    if entry.crew:
        marks.add(entry.crew.mark)
    least_sure: tuple[Mark, ...] = ("C", "B", "A")
    return next(mark for mark in least_sure if mark in marks)
