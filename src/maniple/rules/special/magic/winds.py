"""2D6 power cards are dealt to the two players in turn, beginning with the one whose turn it is.

[magic.winds]
"""

from maniple.battle.chance_requests import Roll
from maniple.battle.events import WindsBlew
from maniple.battle.request import Step, nothing_asked
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.dice.pool import D6
from maniple.rules.special.magic.lasting import end_spells
from maniple.rules.special.magic.wizards import wizards_of

WINDS = 2 * D6


def magic_tasks(battle: Battle) -> tuple[Task, ...]:
    """The winds, the spells, the cards kept: nothing where nobody in the field is a wizard, but that
    the spells end which are due. [magic.phase, magic.lasting]
    """
    if not has_wizards(battle):
        ours = battle.turn.side
        due = any(battle.units[laid.by].side is ours for u in battle.units for laid in u.spells)
        return (Task(Do.WINDS_OF_MAGIC),) if due else ()
    return (Task(Do.WINDS_OF_MAGIC), Task(Do.CAST_SPELLS), Task(Do.KEEP_CARDS))


def has_wizards(battle: Battle) -> bool:
    """Whether anybody in the field is a wizard. [magic.phase]"""
    return any(wizards_of(battle, side) for side in Side)


def blow(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The spells of the player whose turn it is end; cards are dealt, and those kept come to hand.

    Without a wizard in the field no winds blow. [magic.winds, magic.keep, magic.lasting, magic.phase]
    """
    end_spells(table)
    if not has_wizards(table.battle):
        yield from nothing_asked()
        return ()
    winds = yield from Roll(WINDS, "magic.winds", why="winds of magic")
    battle = table.battle
    dealt = deal(winds, battle.turn.side)
    kept = Pair(*[sum([w.kept_card for w in wizards_of(battle, side)]) for side in Side])
    table.record(WindsBlew(winds, Pair(dealt.red + kept.red, dealt.blue + kept.blue)))
    return ()


def deal(cards: int, first: Side) -> Pair[int]:
    """How many of so many cards each side gets, dealt one by one. [magic.winds]"""
    less = cards // 2
    return Pair(less, less).with_side(first, cards - less)
