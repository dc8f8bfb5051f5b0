"""`maniple roster check` and `maniple roster show`."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from maniple.armies import Problem, ProblemsFound, Roster, load_roster
from maniple.battle.sheet import Sheet, Traits
from maniple.commands.refusals import REFUSED, guarded
from maniple.commands.terminal import console, print_json
from maniple.rules.fighting.charts import NO_SAVE, save_need

app = typer.Typer(
    help="Check rosters, and show what is in them.",
    epilog="Example:  maniple roster check my-army.toml",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)

CHECK = "Example:  maniple roster check my-army.toml another.toml"
SHOW = "Example:  maniple roster show rome-2000"


@app.command("check", epilog=CHECK)
@guarded
def check(
    files: Annotated[list[str], typer.Argument(help="Rosters: files, or built-in ones by name.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the problems as JSON.")] = False,
) -> None:
    """Tell every problem of every roster at once, each with its place, rule and remedy.

    Exit code 0: all of them can be used. 1: at least one can't.
    """
    out = console()
    results: list[dict[str, object]] = []
    has_failed = False
    for file in files:
        try:
            roster = load_roster(Path(file) if Path(file).exists() else file)
        except ProblemsFound as found:
            has_failed = True
            results.append(
                {"file": file, "fit": False, "problems": [_data(p) for p in found.problems]}
            )
            if not as_json:
                count = len(found.problems)
                head = Text(f"{file}: {count} problem{'s' if count > 1 else ''}", style="bold red")
                out.print(head, soft_wrap=True)
                for problem in found.problems:
                    out.print(_told(problem))
        else:
            results.append(
                {"file": file, "fit": True, "cost": roster.cost, "points": roster.points}
            )
            if not as_json:
                text = f"{file}: {roster.name} is fit to fight, {roster.cost} of {roster.points} points"
                out.print(Text(text, style="green"), soft_wrap=True)
    if as_json:
        print_json(results)
    if has_failed:
        raise typer.Exit(REFUSED)


@app.command("show", epilog=SHOW)
@guarded
def show(
    file: Annotated[str, typer.Argument(help="A roster: a file, or a built-in one by name.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the roster as JSON.")] = False,
) -> None:
    """Show an army: each unit with its models, profile, arms, save and points."""
    roster = load_roster(Path(file) if Path(file).exists() else file)
    if as_json:
        print_json(_roster_data(roster))
        return
    out = console()
    out.print(Text(f"{roster.name} ({roster.army})", style="bold"))
    table = Table(box=None, pad_edge=False, padding=(0, 1))
    table.add_column("unit", no_wrap=True)
    table.add_column("models", justify="right")
    for head in PROFILE:
        table.add_column(head, justify="right")
    table.add_column("save", justify="right")
    is_wide = out.width >= WIDE
    if is_wide:
        table.add_column("arms, command, rules", ratio=1)
    table.add_column("points", justify="right")
    table.add_column("mark")
    for unit in roster.units:
        table.add_row(
            Text(unit.name),
            str(unit.models),
            *[str(figure) for figure in _figures(unit)],
            _save(unit),
            *([Text(_about(unit))] if is_wide else []),
            str(unit.points),
            unit.mark,
        )
    table.add_section()
    blank = [""] * (len(PROFILE) + (2 if is_wide else 1))
    table.add_row("in all", str(roster.models), *blank, str(roster.cost), "", style="bold")
    out.print(table)
    if not is_wide:
        for unit in roster.units:
            out.print(Text(f"{unit.name}: {_about(unit)}"))
    out.print(f"{roster.cost} of {roster.points} points")


WIDE = 100
"""Columns from which on what a unit bears stands beside its figures, and not below them."""
PROFILE = ("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld")


def _figures(unit: Sheet) -> tuple[int, ...]:
    p = unit.profile
    return (
        unit.move,
        p.weapon_skill,
        p.ballistic_skill,
        p.strength,
        p.toughness,
        p.wounds,
        p.initiative,
        p.attacks,
        p.leadership,
    )


PLAIN_STRENGTH = 3
"""The highest Strength that leaves a save as it is. [shoot.save]"""


def _save(unit: Sheet) -> str:
    need = save_need(unit, PLAIN_STRENGTH, close=False)
    return f"{need}+" if need < NO_SAVE else "-"


def _about(unit: Sheet) -> str:
    words = [weapon.name for weapon in unit.melee]
    words += [missile.name for missile in unit.missiles]
    words += [word for word in ("leader", "standard", "musician") if getattr(unit, word)]
    if unit.is_general:
        words.append("the general")
    if unit.is_battle_standard:
        words.append("battle standard")
    words += [*_company(unit), *_traits(unit.traits)]
    return ", ".join(dict.fromkeys(words))


def _company(unit: Sheet) -> list[str]:
    """Who is with it or in it: crew, mount, models of other kinds, its engine's weapon."""
    words = [f"{share.models} {share.name}" for share in unit.shares]
    if unit.crew:
        arms = " and ".join(missile.name for missile in unit.crew.missiles)
        words.append(f"crew of {unit.crew.models}" + (f" with {arms}" if arms else ""))
    if unit.mount:
        words.append(f"{unit.mount.name} that fights")
    if unit.impact_strength:
        more = f"+{unit.impact_hits}" if unit.impact_hits else ""
        words.append(f"D6{more} impact hits at S{unit.impact_strength}")
    if unit.engine and unit.engine.weapon:
        words.append(unit.engine.weapon.name)
    return words


def _traits(traits: Traits) -> list[str]:
    """What sets it apart, in the words of the army lists."""
    words = [
        name.replace("_", " ")
        for name in Traits.__struct_fields__
        if getattr(traits, name) is True and name not in ("always_skirmish", "may_skirmish")
    ]
    if traits.always_skirmish:
        words.append("skirmishers")
    elif traits.may_skirmish:
        words.append("may skirmish")
    if traits.warband is not None:
        words.append("warband")
    if traits.hates:
        words.append(f"hates {' and '.join(traits.hates)}")
    if traits.wizard:
        known = ", ".join(traits.spells) or "no spell"
        words.append(f"wizard of level {traits.wizard} ({known})")
    return words


def _told(problem: Problem) -> Text:
    place = [f"line {problem.line}"] if problem.line else []
    place += [part for part in (problem.unit, problem.field) if part]
    text = Text("  ")
    if place:
        _ = text.append(", ".join(place), style="bold").append(": ")
    _ = text.append(f"{problem.what} ").append(f"[{problem.rule}]", style="dim")
    return text.append(f"\n      {problem.remedy}", style="green")


def _data(problem: Problem) -> dict[str, object]:
    return {
        "what": problem.what,
        "rule": problem.rule,
        "remedy": problem.remedy,
        "line": problem.line or None,
        "field": problem.field,
        "unit": problem.unit,
    }


def _roster_data(roster: Roster) -> dict[str, object]:
    return {
        "name": roster.name,
        "list": roster.list,
        "points": roster.points,
        "cost": roster.cost,
        "units": [
            {
                "name": unit.name,
                "entry": unit.entry,
                "models": unit.models,
                "points": unit.points,
                "profile": dict(zip(PROFILE, _figures(unit), strict=True)),
                "save": _save(unit),
                "about": _about(unit),
                "crew": unit.crew.models if unit.crew else 0,
                "parts": {share.name: share.models for share in unit.shares},
                "spells": list(unit.traits.spells),
                "mark": unit.mark,
            }
            for unit in roster.units
        ],
    }
