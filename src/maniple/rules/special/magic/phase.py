"""The magic phase: spells cast one after the other, each dispelled or not; then cards are kept.

cast_spells   the next spell, the enemy's attempt to dispel it, and what it does   [magic.cast]
keep_cards    each wizard may keep a card for the next phase                       [magic.keep]
"""

from maniple.battle.asks import CastSpell, Done, KeepCard, MayDispel, Named, Unravel, Yes
from maniple.battle.events import CardKept, SpellCast
from maniple.battle.request import Step
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Task
from maniple.battle.unit import UnitId
from maniple.geometry import within
from maniple.rules.fighting.standing import inches_to
from maniple.rules.special.magic.book import WORKS
from maniple.rules.special.magic.casting import cast_options
from maniple.rules.special.magic.dispel import need_to_dispel, try_to_dispel, unravel
from maniple.rules.special.magic.wizards import able_wizards, spell_named


def cast_spells(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The next spell of the player whose turn it is; not asked where nothing can be cast.

    [magic.cast, magic.dispel-lasting]
    """
    ask = CastSpell(table.battle.turn.side)
    if len(cast_options(table.battle, ask)) == 1:
        return ()
    answer = yield from ask
    if isinstance(answer, Done):
        return ()
    if isinstance(answer, Unravel):
        yield from unravel(table, answer.unit, answer.spell)
        return (task,)
    then = yield from cast(table, answer.wizard, answer.spell, answer.target)
    return (*then, task)


def cast(table: Table, wizard: UnitId, name: str, target: UnitId) -> Step[tuple[Task, ...]]:
    """A spell is paid for and measured; out of range it is lost, else the enemy may dispel it.

    [magic.cast, magic.range, magic.dispel]
    """
    battle = table.battle
    spell = spell_named(battle, name)
    if spell is None:
        raise ValueError(f"there is no spell {name!r} in the book")
    inches = inches_to(battle, battle.units[wizard], battle.units[target])
    too_far = not within(inches, spell.range)
    cite = "magic.range" if too_far else "magic.cast"
    table.record(SpellCast(wizard, name, target, spell.cost, round(inches, 3), too_far, cite))
    if too_far:
        return ()
    enemy = battle.units[wizard].side.enemy
    if need_to_dispel(table.battle, enemy, wizard) is not None:
        answer = yield from MayDispel(enemy, wizard, name, target)
        if isinstance(answer, Yes):
            gone = yield from try_to_dispel(table, enemy, wizard, name, target, "magic.dispel")
            if gone:
                return ()
    return (yield from WORKS[spell.effect](table, wizard, spell, target))


def keep_cards(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """Each wizard may keep a card, those of the player whose turn it is first. [magic.keep]"""
    side = table.battle.turn.side
    for keeper in (side, side.enemy):
        ask = KeepCard(keeper)
        while len(keep_options(table.battle, ask)) > 1:
            answer = yield from ask
            if isinstance(answer, Done):
                break
            table.record(CardKept(answer.unit))
    return ()


def keep_options(battle: Battle, ask: KeepCard) -> tuple[Named | Done, ...]:
    """The wizards who can use magic and have kept no card yet, while there are cards; and done.

    [magic.keep]
    """
    if not battle.hands.of(ask.side):
        return (Done(),)
    keepers = [w for w in able_wizards(battle, ask.side) if not w.kept_card]
    return (*[Named(wizard.id) for wizard in keepers], Done())
