"""Mounts that fight beside their riders, and crews on beasts and in machines."""

from maniple.armies.arms import mount_named
from maniple.armies.choice import Choice
from maniple.armies.entries import Entry, Option
from maniple.armies.wielding import wielded
from maniple.battle.sheet import Crew, Mount, Profile


def mount_of(entry: Entry, options: tuple[Option, ...]) -> Mount | None:
    """The mount, where it fights beside its rider. [challenge.fight]"""
    for name in (*[option.mount for option in reversed(options)], entry.mount):
        row = mount_named(name) if name else None
        if row is not None:
            figures = row.fights
            if figures is None:
                return None
            return Mount(
                row.name,
                figures.weapon_skill,
                figures.strength,
                figures.initiative,
                figures.attacks,
                row.mark,
            )
    return None


def crew_of(choice: Choice) -> Crew | None:
    """Those who ride on the beast, or in the machine. [troop.elephant, troop.war-wagon]"""
    row = choice.entry.crew
    if row is None:
        return None
    rearmed = [o for o in choice.options if o.crew_melee or o.crew_missiles]
    melee = next((o.crew_melee for o in rearmed if o.crew_melee), row.melee)
    missiles = next((o.crew_missiles for o in rearmed if o.crew_missiles), row.missiles)
    arms = wielded(melee, missiles, borne=False, mounted=False)
    return Crew(choice.crew, Profile(*row.profile), arms.melee, arms.missiles, row.mark)
