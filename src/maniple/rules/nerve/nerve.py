"""Tests of nerve: a test on Leadership, and Panic tests in all their causes.

    test_nerve                  one test on Leadership, recorded     [psychology.test]
    panic_test                  the task of a Panic test             [panic.flee]

Who tests, for which cause; each gives the tests as tasks, the general's own unit first, and the
flights of those that fail after the last of them:

    panic_from_fleers_tasks     fleeing friends at the start of the turn   [panic.fleeing-friends]
    panic_from_broken           friends broken in combat                   [panic.broken-friends]
    panic_from_destroyed        fleeing friends destroyed by chargers      [panic.fleers-destroyed]
    panic_from_shooting         a quarter lost to shooting                 [panic.shooting]
    mourn_generals              the general is slain                       [panic.general]
    is_panicking_charge         a charge in flank or rear of a fight       [panic.flank-charge]
"""

from collections.abc import Iterable

from maniple.battle.bodies import gap, of_side, on_table
from maniple.battle.chance_requests import Test
from maniple.battle.events import GeneralFell, Tested, UnitPanicked
from maniple.battle.request import Step
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import NOBODY, Status, Unit, UnitId
from maniple.dice.pool import D6, Pool
from maniple.geometry import Edge, within
from maniple.rules.nerve.immunity import is_immune
from maniple.rules.nerve.leadership import capped, is_running, leadership_of, may_reroll_break

TWO_DICE = 2 * D6
FLEERS_SEEN = 4.0
"""Inches at which fleeing friends are felt. [panic.fleeing-friends, panic.fleers-destroyed]"""
BREAKS_SEEN = 12.0
"""Inches at which friends broken in combat are felt. [panic.broken-friends]"""
CHARGERS_FELT = 5
"""Models of a charge in flank or rear that is felt. [panic.flank-charge]"""


def test_nerve(
    table: Table,
    unit_id: UnitId,
    kind: str,
    cite: str,
    modifier: int = 0,
    pool: Pool = TWO_DICE,
    *,
    other: UnitId = NOBODY,
    leadership: int | None = None,
) -> Step[bool]:
    """Whether the unit passes a test on its Leadership: at most that on 2D6. [psychology.test]

    `kind` is the rule of the test; `modifier` is added to Leadership, whose cap holds before and
    after [profile.cap]. `other`: the enemy whom it is about; `leadership`: what it tests on instead
    of its own. A failed Break test, and no other, is taken again near the battle
    standard [battle-standard.reroll, dice.rerolls].
    """
    own = leadership_of(table.battle, unit_id) if leadership is None else leadership
    need = capped(own + modifier)
    reroll = may_reroll_break(table.battle, unit_id) if kind == "break.test" else None
    passed = yield from Test(pool, at_most=need, cite=cite, unit=unit_id, reroll=reroll)
    table.record(
        Tested(
            unit_id,
            kind,
            need,
            passed,
            cite,
            used_reroll=reroll is not None,
            shooting_panic=kind == "panic.shooting",
            terror=kind == "terror.test",
            other=other,
        )
    )
    return passed


def panic_test(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """A unit's Panic test. It fails: it flees once all tests of the cause are taken. [panic.flee]

    A unit that flees, or is about to, takes no test. [psychology.test]
    """
    if may_panic(table.battle, table.battle.units[task.unit]):
        held = yield from test_nerve(table, task.unit, task.cause, task.cause)
        if not held:
            waits = flees_with_broken(table.battle, task.unit)
            table.record(UnitPanicked(task.unit, task.other, task.cause, waits))
    return ()


def flees_with_broken(battle: Battle, unit_id: UnitId) -> bool:
    """Whether a unit that panics stays until the broken flee: while it fights in one of the combats
    of the phase, and nobody has begun to run. [panic.in-combat, turn.combat-order]
    """
    return (
        battle.units[unit_id].is_engaged
        and not battle.runners
        and any(unit_id in combat.units for combat in battle.combats)
    )


def may_panic(battle: Battle, unit: Unit) -> bool:
    """Whether the unit takes Panic tests: on the table on its own, not running already nor out of
    hand, and not immune to psychology. [psychology.test, character.in-unit, troop.elephant]
    """
    return (
        unit.status is Status.TABLE
        and not unit.stampeding
        and not is_running(battle, unit)
        and not is_immune(battle, unit)
    )


def panic_from_fleers_tasks(battle: Battle) -> tuple[Task, ...]:
    """The tests of the side whose turn begins, for fleeing friends. [panic.fleeing-friends]"""
    ours = of_side(battle, battle.turn.side)
    fleers = [unit for unit in ours if unit.fleeing]
    shaken = [u for u in ours if _is_shaken(battle, u, fleers)] if fleers else []
    return panic_tasks(battle, shaken, "panic.fleeing-friends")


def panic_from_broken(battle: Battle, broken: tuple[UnitId, ...]) -> tuple[Task, ...]:
    """The tests of friends within 12 inches of units broken in combat, once however many broke.

    They run from the enemies of those. A unit that falls back in good order takes none.
    [panic.broken-friends, break.panic-order]
    """
    tests: list[Unit] = []
    foes: dict[UnitId, UnitId] = {}
    falling_back = {unit for combat in battle.combats for unit in combat.falling_back}
    for unit in on_table(battle):
        if not may_panic(battle, unit) or unit.id in falling_back:
            continue
        for friend in (battle.units[b] for b in broken):
            heeded = friend.side is unit.side and heeds(battle, unit, friend)
            if heeded and within(gap(unit, friend), BREAKS_SEEN):
                tests.append(unit)
                contacts = battle.contacts_of(friend.id)
                foes[unit.id] = contacts[0].enemy_of(friend.id) if contacts else NOBODY
                break
    return panic_tasks(battle, tests, "panic.broken-friends", foes)


def panic_from_destroyed(battle: Battle, destroyed: tuple[UnitId, ...]) -> tuple[Task, ...]:
    """The tests of friends within 4 inches of fleeing units that chargers destroy.

    Ask before the units are taken off the table. [panic.fleers-destroyed]
    """
    tests: list[Unit] = []
    for side in Side:
        lost = [battle.units[d] for d in destroyed if battle.units[d].side is side]
        if lost:
            tests += [u for u in of_side(battle, side) if _is_shaken(battle, u, lost)]
    return panic_tasks(battle, tests, "panic.fleers-destroyed")


def panic_from_shooting(
    battle: Battle, target: UnitId, shooter: UnitId, slain: int | None = None
) -> tuple[Task, ...]:
    """The target's test, if shooting has slain a quarter of the models that it had.

    Losses since the phase began count, or, for one stand-and-shoot, its own `slain`. One test at
    most in a phase. [panic.shooting]
    """
    unit = battle.units[target]
    if not may_panic(battle, unit) or unit.doings.shooting_panic_tested:
        return ()
    fallen = unit.doings.fallen if slain is None else slain
    if fallen == 0 or 4 * fallen < models_with(unit) + fallen:
        return ()
    return panic_tasks(battle, [unit], "panic.shooting", {target: shooter})


def mourn_generals(table: Table) -> tuple[Task, ...]:
    """The tests of every unit of an army whose general has been slain in the step that is over.

    `sequence.run_task` asks after each step: nobody else needs to. [panic.general]
    """
    tests: list[Unit] = []
    for general in fallen_generals(table.battle):
        table.record(GeneralFell(general.side, general.id))
        army = of_side(table.battle, general.side)
        tests += [unit for unit in army if may_panic(table.battle, unit)]
    return panic_tasks(table.battle, tests, "panic.general")


def fallen_generals(battle: Battle) -> tuple[Unit, ...]:
    """Generals who have been slain, and for whom no test has been called yet. [panic.general]"""
    return tuple(
        [
            unit
            for unit in battle.units
            if unit.sheet.is_general
            and unit.status is Status.DESTROYED
            and unit.side not in battle.mourned
        ]
    )


def is_panicking_charge(battle: Battle, charger: UnitId, target: UnitId, facing: Edge) -> bool:
    """Whether this charge, found in reach, makes its target test: it strikes the flank or rear of
    a unit in close combat, formed and five strong at least. [panic.flank-charge]
    """
    attacker, unit = battle.units[charger], battle.units[target]
    return (
        unit.is_engaged
        and facing is not Edge.FRONT
        and not attacker.is_skirmishing
        and models_with(attacker, fives=True) >= CHARGERS_FELT
        and may_panic(battle, unit)
    )


def panic_tasks(
    battle: Battle, units: list[Unit], cause: str, foes: dict[UnitId, UnitId] | None = None
) -> tuple[Task, ...]:
    """One test for each unit, the general's own unit first, then roster order; then the flights.

    `foes`: the enemy that each would run from. [psychology.test, general.leadership]
    """
    if not units:
        return ()
    known = foes or {}
    ordered = generals_first(battle, units)
    tests = [Task(Do.PANIC_TEST, u.id, known.get(u.id, NOBODY), cause) for u in ordered]
    return (*tests, Task(Do.PANIC_FLIGHT))


def heeds(battle: Battle, unit: Unit, friend: Unit) -> bool:
    """Whether the flight or end of a friend can shake the unit at all.

    Not that of skirmishers, unless it skirmishes [panic.skirmishers]; not that of levies, unless it
    is levy or they are the general's own unit [troop.levy]; not that of friends whom its list lets
    it ignore [panic.immune-still].
    """
    loose = friend.is_skirmishing or friend.fled_loose
    if loose and not unit.is_skirmishing:
        return False
    traits = unit.sheet.traits
    if friend.sheet.traits.levy and not traits.levy and not _has_general(battle, friend):
        return False
    return not (friend.sheet.kin and friend.sheet.kin in traits.ignores_panic_of)


def models_with(unit: Unit, *, fives: bool = False) -> int:
    """Models of the unit and the characters with it; `fives`: machines counting as five."""
    return unit.strength_with_guests if fives else unit.models + len(unit.guests)


def generals_first(battle: Battle, units: Iterable[Unit]) -> list[Unit]:
    """The general's own unit, then the others in roster order. [psychology.test]"""
    return sorted(units, key=lambda unit: (not _has_general(battle, unit), unit.id))


def _is_shaken(battle: Battle, unit: Unit, lost: list[Unit]) -> bool:
    """Whether the unit has such friends within 4 inches, and not half its own number or fewer.

    [panic.fleeing-friends, panic.fleers-destroyed]
    """
    if not may_panic(battle, unit):
        return False
    felt = [
        friend
        for friend in lost
        if friend.id != unit.id
        and heeds(battle, unit, friend)
        and within(gap(unit, friend), FLEERS_SEEN)
    ]
    return bool(felt) and models_with(unit) < 2 * sum(models_with(friend) for friend in felt)


def _has_general(battle: Battle, unit: Unit) -> bool:
    return unit.sheet.is_general or any(battle.units[g].sheet.is_general for g in unit.guests)
