"""`maniple battle`: two bots fight a battle, watched live or told plainly."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from maniple import __version__
from maniple.armies import Roster, Scenario, load_roster, load_scenario, with_options
from maniple.battle.sides import Pair
from maniple.commands.players import players
from maniple.commands.refusals import INTERRUPTED, guarded, usage
from maniple.commands.score import print_score, score_data
from maniple.commands.screen import Screen
from maniple.commands.stage import Interrupts, fight_out
from maniple.commands.telling import AccountPrinter
from maniple.commands.terminal import can_show_live, console, print_json
from maniple.play.game import Game
from maniple.play.record.journal import Journal
from maniple.play.record.lines import AnswerLine
from maniple.play.record.reading import load
from maniple.play.record.replay import Replay, resume
from maniple.play.seat import Player
from maniple.play.setup import MOST_TURNS, beginning, journal_for, rosters_of
from maniple.play.told import Listener
from maniple.report.account.teller import Account

EXAMPLES = "Example:  maniple battle small-field --seed 7 --record battle.jsonl"
USUAL = "pitched-battle"
USUAL_BOTS = ("steady", "steady")
USUAL_SPEED = 6.0
FASTEST = 1000.0


@guarded
def battle(
    scenario: Annotated[
        str | None,
        typer.Argument(
            help=f"A scenario: a file, or one that comes with the program ({USUAL} if not given).",
            show_default=False,
        ),
    ] = None,
    rosters: Annotated[
        tuple[str, str] | None,
        typer.Option(
            metavar="A B", help="Two rosters, files or built-in, instead of the scenario's own."
        ),
    ] = None,
    bots: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="A B", help="Who leads them: steady or random. \\[steady steady]"),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            help="Fight the battle that belongs to this number; without one the dice are secret."
        ),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write a record, to replay and prove. Never overwrites."),
    ] = None,
    resume_from: Annotated[
        Path | None,
        typer.Option("--resume", metavar="FILE", help="Go on with an unfinished record."),
    ] = None,
    turns: Annotated[
        int | None, typer.Option(min=1, max=MOST_TURNS, help="Turns for each side.")
    ] = None,
    options: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            metavar="NAME",
            help="An option of the rules to play with, as magic; may be given several times.",
        ),
    ] = None,
    speed: Annotated[
        float,
        typer.Option(metavar="S", help="Things shown in a second; 0 is as fast as it goes."),
    ] = USUAL_SPEED,
    plain: Annotated[
        bool, typer.Option("--plain", help="Tell the battle line by line, without the live view.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Show the final score only.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the outcome as JSON.")] = False,
) -> None:
    """Fight a battle: two bots, a live map and a running account, then the score.

    Ctrl-C stops it between two answers; what is recorded is valid, and --resume goes on with it.
    Where nobody watches (a pipe, a file, a terminal below 60 by 18) the account is told plainly.
    """
    if not 0.0 <= speed <= FASTEST:
        raise usage(f"--speed is a number from 0 to {FASTEST:g}, not {speed:g}")
    out = console()
    is_live = not (plain or quiet or as_json) and can_show_live(out)
    with Interrupts() as interrupts:
        watch = _Watch(out, is_live, is_silent=quiet or as_json, speed=speed, wait=interrupts)
        if resume_from is not None:
            given = (scenario, rosters, seed, record, turns, options or None)
            if any(one is not None for one in given):
                raise usage(
                    "--resume goes on with the battle of the record: leave out the scenario, "
                    "--rosters, --seed, --record, --turns and --option"
                )
            game, journal, sides = _resumed(resume_from, bots, watch)
        else:
            chosen = with_options(
                load_scenario(USUAL if scenario is None else scenario), options or ()
            )
            game, journal, sides = _begun(chosen, rosters, bots, seed, record, turns, watch)
        try:
            has_ended = watch.play(game, sides, interrupts)
        finally:
            journal.close()
    kept = journal.path
    if as_json:
        print_json(score_data(game.battle, sides, journal, finished=has_ended))
    else:
        print_score(out, game.battle)
        _farewell(out, kept, has_ended)
    if not has_ended:
        raise typer.Exit(INTERRUPTED)


class _Watch:
    """How the battle is shown: live, line by line, or not at all."""

    def __init__(
        self, out: Console, is_live: bool, *, is_silent: bool, speed: float, wait: Interrupts
    ) -> None:
        self.account = Account()
        self._out = out
        self._screen: Screen | None = None
        self._printer: AccountPrinter | None = None
        self._is_live = is_live
        self._is_silent = is_silent
        self._speed = speed
        self._wait = wait

    def listeners(self, names: Pair[str]) -> tuple[Listener, ...]:
        """Whoever listens to the game, once it is known who plays."""
        if self._is_silent:
            return ()
        if self._is_live:
            self._screen = Screen(self._out, self.account, names, self._pause)
            return (self._screen,)
        self._printer = AccountPrinter(self._out, self.account)
        return (self._printer,)

    def play(self, game: Game, sides: Pair[Player], interrupts: Interrupts) -> bool:
        """Fight it out, shown; False if interrupted."""
        if self._screen is not None:
            with self._screen:
                self._screen.show(game.battle)
                has_ended = fight_out(game, sides, interrupts)
                if has_ended:
                    self._wait.pause(2.0 if self._speed else 0.0)
            return has_ended
        has_ended = fight_out(game, sides, interrupts)
        if self._printer is not None:
            self._printer.end(game.battle)
        return has_ended

    def _pause(self) -> None:
        if self._speed:
            self._wait.pause(1.0 / self._speed)


def _begun(
    scenario: Scenario,
    roster_names: tuple[str, str] | None,
    bot_names: tuple[str, str] | None,
    seed: int | None,
    record: Path | None,
    turns: int | None,
    watch: _Watch,
) -> tuple[Game, Journal, Pair[Player]]:
    rosters: Pair[Roster] = (
        rosters_of(scenario)
        if roster_names is None
        else Pair(load_roster(roster_names[0]), load_roster(roster_names[1]))
    )
    sides = players(bot_names or USUAL_BOTS, seed)
    names = Pair(sides.red.name, sides.blue.name)
    began = beginning(scenario, rosters, turns=turns)  # before a record is begun, that may not be
    journal = journal_for(
        scenario, rosters, seed=seed, record=record, players=names, program=__version__
    )
    game = Game(began, journal, recorder=journal, listeners=watch.listeners(names))
    return game, journal, sides


def _resumed(
    path: Path, bot_names: tuple[str, str] | None, watch: _Watch
) -> tuple[Game, Journal, Pair[Player]]:
    written = load(path)
    header = written.header
    for told in Replay(written):
        _ = watch.account.tell(told)
    answered = sum(isinstance(line, AnswerLine) for line in written.lines)
    led = header.players
    chosen = bot_names or (led.red or USUAL_BOTS[0], led.blue or USUAL_BOTS[1])
    sides = players(chosen, header.seed, answered)
    game, journal = resume(path, watch.listeners(Pair(sides.red.name, sides.blue.name)))
    return game, journal, sides


def _farewell(out: Console, kept: Path | None, has_ended: bool) -> None:
    if kept is None:
        if not has_ended:
            out.print("Stopped; nothing was recorded (--record FILE would have).")
        return
    if has_ended:
        out.print(f"Recorded in {kept}: `maniple verify {kept}` proves it.", soft_wrap=True)
    else:
        out.print(
            f"Stopped; {kept} is a valid record. Go on with: maniple battle --resume {kept}",
            soft_wrap=True,
        )
