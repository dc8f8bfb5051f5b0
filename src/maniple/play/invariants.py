"""What must hold in every battle, after every event and between steps.

For the soak, the tests, and whoever writes rules of their own: each function gives the problems
that it finds, in words.
"""

from collections.abc import Iterator

from maniple.battle.bodies import guest_places, is_on_field, overlap
from maniple.battle.events import Event, UnitDestroyed, WoundsTaken
from maniple.battle.state import Battle
from maniple.battle.unit import NOBODY, Formation, Status, Unit

SLACK = 0.02
"""Inches by which recorded poses may miss, since they are rounded to a thousandth."""


def after_event(before: Battle, event: Event, after: Battle) -> Iterator[str]:
    """No model is lost or made but by wounds; guests, hosts, contacts and places agree."""
    for old, new in zip(before.units, after.units, strict=True):
        if old is not new:
            yield from _models(old, event, new)
            yield from _of_unit(after, new)
    if before.contacts is not after.contacts:
        yield from _contacts(after)


def between_steps(battle: Battle) -> Iterator[str]:
    """No two bodies overlap; every unit is on the table, off it and due back, with a unit, or out."""
    standing = [u for u in battle.units if u.status is Status.TABLE]
    for i, unit in enumerate(standing):
        if not is_on_field(battle.field, unit):
            yield f"{_who(unit)} stands off the table at {unit.pose}"
        for other in standing[i + 1 :]:
            depth = overlap(unit, other)
            if depth > SLACK:
                yield f"{_who(unit)} and {_who(other)} overlap by {depth:.3f} inches"
    for unit in battle.units:
        if unit.status is Status.WAITING and battle.turn.number > 0:
            yield f"{_who(unit)} was never placed"
        if unit.fight is not None and not battle.contacts_of(unit.id) and unit.host == NOBODY:
            yield f"{_who(unit)} fights nobody"


def _models(old: Unit, event: Event, new: Unit) -> Iterator[str]:
    lost = old.models - new.models
    if lost < 0:
        yield f"{_who(new)} has gained {-lost} models by {type(event).__name__}"
    if lost > 0 and not isinstance(event, WoundsTaken | UnitDestroyed):
        yield f"{_who(new)} has lost {lost} models by {type(event).__name__}"
    if isinstance(event, WoundsTaken) and event.unit == new.id and lost != event.slain:
        yield f"{_who(new)} has lost {lost} models, {event.slain} were slain"


def _of_unit(battle: Battle, unit: Unit) -> Iterator[str]:
    if not 0 <= unit.models <= unit.sheet.models:
        yield f"{_who(unit)} has {unit.models} models of {unit.sheet.models}"
    if not 0 <= unit.wounds < max(1, unit.sheet.profile.wounds):
        yield f"{_who(unit)} carries {unit.wounds} wounds"
    is_loose = unit.formation is Formation.SKIRMISH and unit.status is Status.TABLE
    if is_loose and len(unit.places) != unit.models:
        yield f"{_who(unit)} has {len(unit.places)} places for {unit.models} models"
    if unit.status is Status.DESTROYED and unit.models:
        yield f"{_who(unit)} is destroyed and has {unit.models} models"
    if unit.host != NOBODY and unit.id not in battle.units[unit.host].guests:
        yield f"{_who(unit)} is with a unit that does not know it"
    places = sum(
        guest_places(battle.units[g].sheet.base_width, unit.sheet.base_width) for g in unit.guests
    )
    if places != unit.guest_places:
        yield f"{_who(unit)} keeps {unit.guest_places} places for guests that take {places}"
    for guest in unit.guests:
        if battle.units[guest].host != unit.id and unit.is_alive:
            yield f"{_who(unit)} has a guest that is elsewhere: {_who(battle.units[guest])}"


def _contacts(battle: Battle) -> Iterator[str]:
    for contact in battle.contacts:
        for unit_id in (contact.red, contact.blue):
            unit = battle.units[unit_id]
            if unit.status is not Status.TABLE or unit.fight is None:
                yield f"{_who(unit)} is in touch with an enemy, but does not fight"


def _who(unit: Unit) -> str:
    return f"{unit.sheet.name} ({unit.side.value} {unit.id})"
