"""Units that have failed a Panic test run, once all tests of the same cause are taken. [panic.flee]"""

from maniple.battle.request import Step, nothing_asked
from maniple.battle.state import Panicked
from maniple.battle.table import Table
from maniple.battle.tasks import Phase, Task
from maniple.battle.unit import NOBODY
from maniple.rules.fleeing.flight import flee_now, take_to_flight


def flee_panicked(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The first of the units that have panicked flees, then the next. [panic.flee]

    Those that fight in a combat of this phase are not among them: they flee with the broken.
    """
    waiting = table.battle.panicked
    if not waiting:
        yield from nothing_asked()
        return ()
    yield from flee_in_panic(table, waiting[0])
    return (task,) if table.battle.panicked else ()


def flee_in_panic(table: Table, panicked: Panicked) -> Step[None]:
    """One unit runs from the enemies that it fights, or the one that shook it, or the nearest.

    At the start of its turn, out of combat, it only takes to flight: it runs in the compulsory
    moves. [panic.flee, panic.in-combat, rally.panicked]
    """
    battle = table.battle
    unit = battle.units[panicked.unit]
    if battle.turn.phase is Phase.START and not unit.is_engaged:
        take_to_flight(table, unit.id, (), panicked.cause, at_start_of_turn=True)
        return
    fought = tuple([contact.enemy_of(unit.id) for contact in battle.contacts_of(unit.id)])
    foes = fought or ((panicked.foe,) if panicked.foe != NOBODY else ())
    yield from flee_now(table, unit.id, foes, panicked.cause)
