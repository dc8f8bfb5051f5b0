"""`maniple odds`: each question is a command of its own."""

from collections.abc import Callable

import typer

from maniple.commands.odds import charges, compared, melees, nerves

HELP = """Exact odds of what the rules can do: a volley, a charge, a fight to its end.

Nothing is simulated: the very rules that play run over every roll, and the chances are exact
fractions. Where that takes too long the answer says so, and gives bounds.

A unit is named in a few words: how many, of whom, then as you like "6 wide" or "3 deep", "charging",
"struck in the flank" (or "rear"), "with lances", "without standard", "with a general", "on a hill",
"behind a hedge". Or it is taken from a roster, as in "rome-2000:First cohort, 5 wide, charging".
"""

EXAMPLES = """Example:  maniple odds fight "18 legionaries, 6 wide, charging" "24 warriors, 8 wide"

Who wins the next round, and every figure of it with its rule:

    maniple odds round "6 noble cavalry, charging" "20 auxilia" --why

What if we charge those archers from eight inches, for each answer that they have?

    maniple odds charge "24 warriors, 8 wide" "12 roman archers" --inches 8 --response each

Will they hold, beaten by three? What if they run?

    maniple odds break-test "20 auxilia" --margin 3
    maniple odds flight "20 auxilia" "6 noble cavalry"

Wide or deep? The same question of several choices:

    maniple odds compare fight "24 legionaries, 8 wide" "24 legionaries, 6 wide" \\
      --against "24 warriors, 8 wide, charging" --rounds 2

Every answer can be had as a page with charts (`--html odds.html`), as a full table (`--table`), and for
programs (`--json`).
"""

app = typer.Typer(
    help=HELP,
    epilog=EXAMPLES,
    no_args_is_help=True,
    rich_markup_mode="markdown",
)

QUESTIONS: tuple[tuple[str, Callable[..., None], str], ...] = (
    ("fight", melees.fight, melees.FIGHT),
    ("round", melees.round_of, melees.ROUND),
    ("volley", melees.volley, melees.VOLLEY),
    ("charge", charges.charge, charges.CHARGE),
    ("break-test", nerves.break_test, nerves.BREAK_TEST),
    ("leadership", nerves.leadership, nerves.LEADERSHIP),
    ("rally", nerves.rally, nerves.RALLY),
    ("flight", charges.flight, charges.FLIGHT),
    ("panic", charges.panic, charges.PANIC),
    ("reach", charges.reach, charges.REACH),
    ("compare", compared.compare, compared.COMPARE),
)
for _name, _question, _examples in QUESTIONS:
    _ = app.command(_name, epilog=_examples)(_question)
