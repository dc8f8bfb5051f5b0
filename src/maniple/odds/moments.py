"""A battle set at the moment that a question is about, with nothing else to do.

set_at        so many tasks of a phase are left to do, and then the turn goes on
in_turn_of    it is the turn of the unit's side
narrowed      the other fights are left alone, and friends near by keep their nerve
is_counted    whether a round of combat has its result
bound         who hangs together with some units, by fights and by charges

What a question sets aside bears on it in no way but one: a general who would run, or a charge into a
fight that others decide, is not followed.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from maniple.battle.apply import apply
from maniple.battle.events import TurnBegan
from maniple.battle.state import Battle, Combat
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import NOBODY, Unit, UnitId
from maniple.rules.fighting.contacts import combats


def set_at(battle: Battle, phase: Phase, *tasks: Task) -> Battle:
    """The battle in that phase with these tasks to do, and no others; even if it is over."""
    return replace(battle, turn=replace(battle.turn, phase=phase, todo=tasks), outcome=None)


def in_turn_of(battle: Battle, unit: UnitId) -> Battle:
    """The battle in a turn of the unit's side: the running one, or its next, which has just begun."""
    side = battle.units[unit].side
    if battle.turn.side is side:
        return battle
    return apply(battle, TurnBegan(battle.turn.number, side))


def bound(battle: Battle, units: Iterable[UnitId]) -> frozenset[UnitId]:
    """The units, and all that hang together with them by contacts, charges and common ranks."""
    known = {_host(battle.units[unit]) for unit in units}
    pairs = [(touch.red, touch.blue) for touch in battle.contacts]
    pairs += [(charge.charger, charge.target) for charge in battle.charges]
    while True:
        more = {unit for pair in pairs if not known.isdisjoint(pair) for unit in pair} - known
        if not more:
            break
        known |= more
    return frozenset(known.union(*(battle.units[unit].guests for unit in known)))


def narrowed(battle: Battle, units: Iterable[UnitId]) -> Battle:
    """The battle as far as the units are concerned, and those who hang together with them.

    Fights of others are not fought in this phase, and their charges do not move. Nobody else takes
    Panic tests: whether others run changes nothing for those who are concerned.
    """
    concerned = bound(battle, units)
    aside = tuple(
        [Combat(fight, is_done=True) for fight in combats(battle) if concerned.isdisjoint(fight)]
    )
    ours = tuple([c for c in battle.combats if not concerned.isdisjoint(c.units)])
    return replace(
        battle,
        units=tuple([u if u.id in concerned else _unmoved(u) for u in battle.units]),
        turn=replace(battle.turn, todo=_left(battle.turn.todo, concerned)),
        charges=tuple([charge for charge in battle.charges if charge.charger in concerned]),
        combats=(*aside, *ours),
        runners=tuple([run for run in battle.runners if run.unit in concerned]),
        panicked=tuple([one for one in battle.panicked if one.unit in concerned]),
    )


def is_counted(battle: Battle, combat: Combat) -> bool:
    """Whether the result of this combat's round has been counted. [result.compute]"""
    if combat.is_done or combat.winner is not None:
        return True
    return combat.fought and any(task.do is Do.CLOSE_COMBAT for task in battle.turn.todo)


def _left(todo: tuple[Task, ...], concerned: frozenset[UnitId]) -> tuple[Task, ...]:
    """The running task, and what is due to those who are concerned, or to nobody by name."""
    return tuple(
        [t for i, t in enumerate(todo) if i == 0 or t.unit == NOBODY or t.unit in concerned]
    )


def _host(unit: Unit) -> UnitId:
    return unit.id if unit.host == NOBODY else unit.host


def _unmoved(unit: Unit) -> Unit:
    traits = replace(unit.sheet.traits, immune_to_psychology=True)
    return replace(unit, sheet=replace(unit.sheet, traits=traits))
