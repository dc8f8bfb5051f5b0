"""The book of spells, for `maniple rules --spells`."""

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from maniple.armies.spells import spell_book
from maniple.battle.spells import Spell
from maniple.commands.terminal import print_json
from maniple.report.account.words import counted, inches


def print_spells(out: Console, *, as_json: bool) -> None:
    """Every spell: its name, whom it is cast at, range and cost, what it does, and by which rule."""
    book = spell_book()
    if as_json:
        print_json([spell_data(spell) for spell in book])
        return
    for spell in book:
        head = Text(spell.title, style="bold")
        _ = head.append(f"  {spell.name}: {_terms(spell)}", style="dim")
        out.print(head)
        out.print(Padding(Text(f"{spell.text} [{rule_of(spell)}]"), (0, 0, 1, 2)))
    out.print("They are in play with the option magic of a scenario's [ruleset].", markup=False)


def spell_data(spell: Spell) -> dict[str, object]:
    """A spell as data, with the rule by which it works."""
    return {
        "name": spell.name,
        "title": spell.title,
        "cost": spell.cost,
        "range": spell.range,
        "target": spell.aim.value,
        "text": spell.text,
        "rule": rule_of(spell),
        "mark": spell.mark,
    }


def rule_of(spell: Spell) -> str:
    """The rule by which the spell works."""
    return f"magic.{spell.effect.value}"


def _terms(spell: Spell) -> str:
    return f"{spell.aim.value}, {inches(spell.range)}, {counted(spell.cost, 'power card')}"
