"""`maniple fight`: one melee between two units, step by step, every figure with its rule."""

import secrets
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.commands.duel import MOST_ROUNDS, fight_rounds
from maniple.commands.duel_told import DuelLog, Fought, Strike, Thrown
from maniple.commands.given_dice import DiceRanOut, GivenDice, read_dice
from maniple.commands.refusals import REFUSED, guarded, tell, usage
from maniple.commands.spoken import print_spoken
from maniple.commands.terminal import COLOURS, console, print_json
from maniple.dice.seeded import Seeded
from maniple.odds.situations import melee
from maniple.play.figures import Figure
from maniple.report.account.words import counted

EXAMPLES = (
    'Example:  maniple fight "18 legionaries, 6 wide, charging" "24 warriors, 8 wide" --seed 7'
    '    or:  maniple fight "rome-2000:First cohort" "barbarians-2000:Oath-sworn, charging"'
)


@guarded
def fight(
    ours: Annotated[
        str,
        typer.Argument(metavar="A", help='A unit in a few words, or "ROSTER:UNIT"; see below.'),
    ],
    theirs: Annotated[str, typer.Argument(metavar="B", help="The unit that it fights.")],
    dice: Annotated[
        str | None,
        typer.Option(metavar="3,5,...", help="The dice that you rolled, in the order asked for."),
    ] = None,
    rounds: Annotated[
        int, typer.Option(min=1, max=MOST_ROUNDS, help="Rounds to fight, at the most.")
    ] = 1,
    seed: Annotated[
        int | None, typer.Option(help="Roll the dice that belong to this number.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the melee as JSON.")] = False,
) -> None:
    """Fight one melee between two units, step by step, with dice and every modifier explained.

    A unit is named in a few words: how many, of whom, then as you like "6 wide" or "3 deep",
    "charging", "counter-charging", "struck in the flank" (or "rear"), "with lances", "without
    standard", "with a general", "challenging", "on a hill", "behind a hedge", "in a wood". Or it is
    taken from a roster, as in "rome-2000:First cohort, 5 wide, charging".

    With --dice the engine takes your own dice in the order in which they are rolled, and says what
    to roll next when they run out.
    """
    if dice is not None and seed is not None:
        raise usage("--dice are your own, --seed rolls for you: give one of them")
    given = None if dice is None else GivenDice(read_dice(dice))
    situation = melee(ours, theirs)
    battle = situation.battle
    number = secrets.randbelow(10**6) if seed is None else seed
    draw = Seeded(number).face if given is None else given
    log = DuelLog()
    ran_out: DiceRanOut | None = None
    try:
        _ = fight_rounds(battle, rounds, draw, situation.policy, log)
    except DiceRanOut as short:
        ran_out = short
        if short.battle is not None:
            log.wants_dice(short.battle)
    log.close()
    left = () if given is None else given.left
    if as_json:
        print_json(
            {
                "seed": number if given is None else None,
                "rounds": [msgspec.to_builtins(one) for one in log.rounds],
                "wanted": None if ran_out is None else str(ran_out),
                "unused": list(left),
            }
        )
    else:
        out = console()
        for one in log.rounds:
            print_round(out, battle, one)
        if ran_out is None:
            print_spoken(out, (rule_id for one in log.rounds for rule_id in one.all_rules()))
        if given is None:
            out.print(f"The dice of seed {number}.", style="dim")
        elif left:
            out.print(f"Left over: {', '.join(map(str, left))}.", style="yellow")
    if ran_out is not None:
        tell(f"the dice ran out; next: {ran_out}")
        raise typer.Exit(REFUSED)


def print_round(out: Console, battle: Battle, fought: Fought) -> None:
    """A round: who fights, each strike with its figures and dice, the result, who breaks."""
    out.print(_coloured(battle, fought.opening), style="bold")
    if fought.challenge:
        out.print(_coloured(battle, fought.challenge))
    if len(fought.order) > 1:
        order = _coloured(battle, f"Blows in this order: {', then '.join(fought.order)}")
        out.print(order.append("  [combat.strike-order]", style="dim"))
    for strike in fought.strikes:
        _print_strike(out, battle, strike)
    if fought.score:
        out.print()
        _print_score(out, battle, fought)
    if fought.nerve:
        text = _coloured(battle, fought.nerve)
        out.print(text.append(f"  [{', '.join(fought.rules)}]", style="dim"))
    out.print()


def _print_strike(out: Console, battle: Battle, strike: Strike) -> None:
    who = f"The leader of {strike.striker}" if strike.leader else strike.striker
    blows = counted(strike.blows, "blow")
    out.print()
    out.print(_coloured(battle, f"{who} at {strike.target}, with the {strike.weapon}: {blows}"))
    _print_figures(out, strike.figures)
    for thrown in strike.dice:
        out.print(_dice(thrown))
    if strike.losses:
        out.print(Text("  ").append_text(_coloured(battle, strike.losses)))


def _print_figures(out: Console, figures: tuple[Figure, ...]) -> None:
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, min_width=8)
    table.add_column(no_wrap=True, min_width=13)
    table.add_column(style="dim", ratio=1)
    for one in figures:
        table.add_row(one.what, one.figure, Text(f"[{', '.join(one.rules)}]"))
    out.print(Padding(table, (0, 0, 0, 2)))


def _print_score(out: Console, battle: Battle, fought: Fought) -> None:
    for army, figures in fought.score:
        total = sum(int(one.figure) for one in figures)
        out.print(_coloured(battle, f"{army}: {total}"))
        if figures:
            _print_figures(out, figures)
    head = fought.result.partition(",")[0]
    out.print(_coloured(battle, head), style="bold")


CAME = {"to hit": "hit", "to wound": "wound", "save": "saved"}


def _dice(thrown: Thrown) -> Text:
    text = Text(f"  {thrown.stage:<9}")
    if not thrown.faces:
        return text.append(f" no dice, {thrown.passed} go on")
    need = f"{thrown.need}+" if thrown.need <= 6 else "none"
    _ = text.append(f" {need:>4}  ")
    for face in thrown.faces:
        made = face >= max(thrown.need, 2)
        _ = text.append(f"{face} ", style="bold" if made else "dim")
    is_save = thrown.stage == "save"
    passed = len(thrown.faces) - thrown.passed if is_save else thrown.passed
    return text.append(f" {passed} {CAME.get(thrown.stage, 'through')}")


def _coloured(battle: Battle, text: str) -> Text:
    shown = Text(text)
    for side in Side:
        _ = shown.highlight_words([battle.field.armies.of(side)], COLOURS[side])
    return shown
