"""What may be cast, by whom and at whom; and which spells that last may be dispelled.

cast_options   every spell that may be named now, every spell to dispel, and to be done
judge_cast     why one may not be named

[magic.cast, magic.target, magic.wizard, magic.dispel-lasting]
"""

from maniple.battle.asks import Cast, CastSpell, Done, Unravel
from maniple.battle.bodies import of_side, where_stands
from maniple.battle.judged import Judged, Refusal
from maniple.battle.sides import Side
from maniple.battle.spells import Aim, Spell
from maniple.battle.state import Battle
from maniple.battle.unit import Unit
from maniple.geometry import within
from maniple.rules.fighting.standing import inches_to
from maniple.rules.shooting.sight import can_see
from maniple.rules.special.magic.book import why_no_use
from maniple.rules.special.magic.dispel import need_to_dispel
from maniple.rules.special.magic.wizards import able_wizards, known_spells, spell_named
from maniple.rules.table.referee import figure, unit_named


def cast_options(battle: Battle, ask: CastSpell) -> tuple[Cast | Unravel | Done, ...]:
    """Every spell at everybody at whom it may be cast, in range or not; every spell to dispel.

    [magic.cast, magic.target]
    """
    found: list[Cast | Unravel | Done] = []
    for wizard in able_wizards(battle, ask.side):
        for spell in known_spells(battle, wizard):
            if why_not_cast(battle, wizard, spell) is None:
                found += [
                    Cast(wizard.id, spell.name, target.id)
                    for target in _side_aimed_at(battle, ask.side, spell)
                    if why_not_at(battle, wizard, spell, target) is None
                ]
    found += [
        Unravel(unit.id, laid.spell)
        for unit in battle.units
        for laid in unit.spells
        if why_not_unravel(battle, ask.side, unit, laid.spell) is None
    ]
    return (*found, Done())


def judge_cast(battle: Battle, ask: CastSpell, answer: Cast | Unravel | Done) -> Judged | Refusal:
    """Whether this may be cast, or dispelled; an enemy's range is nobody's business yet."""
    if isinstance(answer, Done):
        return Judged(answer)
    if isinstance(answer, Unravel):
        unit = unit_named(battle, answer.unit)
        if unit is None:
            return _no_unit(battle, answer.unit)
        refused = why_not_unravel(battle, ask.side, unit, answer.spell)
        return Judged(answer) if refused is None else refused
    wizard, target = unit_named(battle, answer.wizard), unit_named(battle, answer.target)
    if wizard is None or target is None:
        return _no_unit(battle, answer.wizard if wizard is None else answer.target)
    name = wizard.sheet.name
    if wizard.side is not ask.side or wizard not in able_wizards(battle, ask.side):
        return Refusal("magic.wizard", f"{name} is no wizard of yours who can use magic now")
    known = known_spells(battle, wizard)
    spell = spell_named(battle, answer.spell)
    if spell is None or spell not in known:
        titles = ", ".join(spell.name for spell in known)
        return Refusal("magic.wizard", f"{name} doesn't know {answer.spell!r}, but {titles}")
    refusal = why_not_cast(battle, wizard, spell) or why_not_at(battle, wizard, spell, target)
    return Judged(answer) if refusal is None else refusal


def why_not_cast(battle: Battle, wizard: Unit, spell: Spell) -> Refusal | None:
    """What forbids a wizard to cast a spell that he knows at anybody. [magic.cast]"""
    name = wizard.sheet.name
    if where_stands(battle, wizard).is_engaged:
        return Refusal("magic.cast", f"{name} is in close combat, and casts nothing")
    if spell.name in wizard.doings.cast:
        return Refusal("magic.cast", f"{name} has cast {spell.title} already in this phase")
    hand = battle.hands.of(wizard.side)
    if spell.cost > hand:
        why = f"{spell.title} costs {spell.cost} power cards, and {hand} are left"
        return Refusal("magic.cast", why)
    return None


def why_not_at(battle: Battle, wizard: Unit, spell: Spell, target: Unit) -> Refusal | None:
    """What forbids this target. [magic.target, magic.range]"""
    name, them = wizard.sheet.name, target.sheet.name
    if not target.is_on_table:
        return Refusal("magic.target", f"{them} is not on the table, or not on its own")
    if spell.aim is Aim.ENEMY:
        if target.side is wizard.side:
            return Refusal("magic.target", f"{spell.title} is for enemies, and {them} is a friend")
        if target.is_engaged:
            return Refusal("magic.target", f"{them} is in close combat")
        if not can_see(battle, where_stands(battle, wizard).id, target.id):
            return Refusal("magic.target", f"{name} doesn't see {them}")
    else:
        if target.side is not wizard.side:
            return Refusal("magic.target", f"{spell.title} is for friends, and {them} is an enemy")
        if target.fleeing is not (spell.aim is Aim.FLEEING_FRIEND):
            how = "flees" if target.fleeing else "doesn't flee"
            return Refusal("magic.target", f"{spell.title} is for {spell.aim.value}; {them} {how}")
        inches = inches_to(battle, wizard, target)
        if not within(inches, spell.range):
            why = f"{them} is {figure(inches)} inches away; {spell.title} carries {spell.range:g}"
            return Refusal("magic.range", why)
    return why_no_use(battle, spell, target)


def why_not_unravel(battle: Battle, side: Side, unit: Unit, spell: str) -> Refusal | None:
    """What forbids to dispel a spell that lies upon a unit. [magic.dispel-lasting]"""
    rule = "magic.dispel-lasting"
    name = unit.sheet.name
    for laid in unit.spells:
        if laid.spell != spell:
            continue
        if battle.units[laid.by].side is side:
            return Refusal(rule, f"{spell} upon {name} is one of your own side's spells")
        if laid.tried:
            return Refusal(rule, f"{spell} upon {name} has been tried in this phase")
        if need_to_dispel(battle, side, laid.by) is None:
            return Refusal("magic.dispel", "you have no card, or no wizard who could dispel it")
        return None
    return Refusal(rule, f"no spell {spell!r} lies upon {name}")


def _side_aimed_at(battle: Battle, side: Side, spell: Spell) -> tuple[Unit, ...]:
    return of_side(battle, side.enemy if spell.aim is Aim.ENEMY else side)


def _no_unit(battle: Battle, unit: int) -> Refusal:
    last = len(battle.units) - 1
    return Refusal("magic.target", f"there is no unit {unit}; units go from 0 to {last}")
