"""`maniple rules`: lists, searches and explains the rulebook; shows who cites and tests it."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from maniple.commands.coverage import print_coverage
from maniple.commands.figures import figures_of
from maniple.commands.page_file import check_page_file, write_page_file
from maniple.commands.refusals import Refusal, guarded, usage
from maniple.commands.spells import print_spells
from maniple.commands.terminal import console, print_json
from maniple.play.rulebook import Rule, parts, rule, rulebook, search
from maniple.report.rulebook_page import rulebook_page

EXAMPLES = "Example:  maniple rules charge flank    or:  maniple rules --id break.test"


@guarded
def rules(
    words: Annotated[
        list[str] | None,
        typer.Argument(help="Words that the rule must have, in its id or its text."),
    ] = None,
    rule_id: Annotated[
        str | None, typer.Option("--id", metavar="ID", help="The rule with this id.")
    ] = None,
    coverage: Annotated[
        bool,
        typer.Option("--coverage", help="Which code cites each rule, and which tests name it."),
    ] = False,
    spells: Annotated[
        bool, typer.Option("--spells", help="The book of spells, for battles with magic.")
    ] = False,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="FILE",
            help="Write the whole book as one page to read, search and print. Overwrites.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print them as JSON.")] = False,
) -> None:
    """Search the rulebook: every rule in which all the words are found.

    Without words its chapters are listed. --coverage needs a checkout of the source, and exits with
    1 when a rule lacks its test, or its code.
    """
    if rule_id is not None and words:
        raise usage("give words, or --id, not both")
    if html is not None:
        if words or rule_id is not None or coverage or spells or as_json:
            raise usage("--html writes the whole book: leave out the words, and other options")
        check_page_file(html, "rulebook.html")
        written = write_page_file(html, rulebook_page(figures_of))
        console().print(written, highlight=False, markup=False, soft_wrap=True)
        return
    if spells:
        if words or rule_id is not None or coverage:
            raise usage("--spells lists the whole book of spells: leave out the words, and --id")
        print_spells(console(), as_json=as_json)
        return
    found = _found(words or [], rule_id)
    out = console()
    if coverage:
        print_coverage(out, found, as_json=as_json)
    elif as_json:
        print_json([_data(entry) for entry in found])
    elif not words and rule_id is None:
        _print_chapters(out)
    else:
        for entry in found:
            print_rule(out, entry)


def _found(words: list[str], rule_id: str | None) -> tuple[Rule, ...]:
    if rule_id is not None:
        return (rule(rule_id),)
    found = search(words)
    if not found:
        told = " and ".join(repr(word) for word in words)
        raise Refusal(f"no rule has {told}; `maniple rules` lists the chapters")
    return found


def print_rule(out: Console, entry: Rule) -> None:
    """A rule as it stands in the book."""
    head = Text(entry.id, style="bold")
    option = f", only with the option {entry.option}" if entry.option else ""
    _ = head.append(f"  {entry.kind}{option}", style="dim")
    out.print(head)
    told = ", ".join(f"{name} {figure}" for name, figure in figures_of(entry.id).items())
    text = f"{entry.text}\nFigures that players may change: {told}." if told else entry.text
    out.print(Padding(Text(text), (0, 0, 1, 2)))


def _print_chapters(out: Console) -> None:
    """The parts of the book, and the chapters in each: the first words of the rules' ids."""
    chapters = len({entry.chapter for entry in rulebook()})
    out.print(f"{len(rulebook())} rules in {len(parts())} parts and {chapters} chapters:")
    wide = max(len(entry.chapter) for entry in rulebook())
    for part in parts():
        out.print(Text(f"\n{part.title}", style="bold underline"))
        for chapter in dict.fromkeys(entry.chapter for entry in part.rules):
            ids = [entry.id for entry in part.rules if entry.chapter == chapter]
            names = ", ".join(one.removeprefix(f"{chapter}.") for one in ids if one != chapter)
            row = Text(f"{chapter:<{wide}}  {len(ids):>3}  ", style="bold")
            _ = row.append(names, style="dim")
            row.truncate(out.width, overflow="ellipsis")
            out.print(row)
    out.print("\n`maniple rules WORDS...` searches them, `maniple rules --id ID` shows one.")
    out.print("`maniple rules --html FILE` writes them all as one page.")


def _data(entry: Rule) -> dict[str, object]:
    return {
        "id": entry.id,
        "kind": entry.kind,
        "text": entry.text,
        "from": entry.source,
        "option": entry.option,
        "figures": figures_of(entry.id),
    }
