"""Odds held against play: a hundred situations drawn by lot, each played so many times with seeded dice.

    make soak ARGS="--random 0 --steady 0"      the odds alone
    python tools/soak_odds.py --only 42         one situation again

Each outcome must come as often as its exact chance says, within five standard errors.
"""

import argparse
import os
import sys
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from msgspec import Struct
from rich.console import Console
from rich.progress import track

from kit.agreement import disagreements, play_often
from kit.situations_by_lot import SITUATIONS, situation
from maniple.play.odds import chances

ALL = SITUATIONS
GAMES = 20_000


class Held(Struct, frozen=True):
    """A situation's odds beside what was played; `problems` is empty when they agree."""

    number: int
    told: str = ""
    outcomes: int = 0
    unknown: float = 0.0
    """The chance that no outcome is known for, where a limit was reached."""
    problems: tuple[str, ...] = ()
    seconds: float = 0.0


def hold(number: int, games: int = GAMES) -> Held:
    """Work the odds of this situation out, and play it so many times."""
    began = time.perf_counter()
    try:
        drawn = situation(number)
        found = chances(drawn.battle, drawn.view, drawn.policy)
        counts = play_often(drawn, games)
        problems = tuple(disagreements(found.chances, counts, found.unknown))
        held = (drawn.told, len(found.chances), float(found.unknown), problems)
    except Exception:  # noqa: BLE001 - a soak tells every failure, and goes on with the next
        held = ("", 0, 0.0, (traceback.format_exc(limit=-8),))
    return Held(number, *held, seconds=time.perf_counter() - began)


def hold_all(
    numbers: list[int], *, jobs: int, console: Console, games: int = GAMES
) -> Iterator[Held]:
    """Each of these situations as it is done, in so many processes."""
    os.environ["PYTHONHASHSEED"] = "1"
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(hold, number, games) for number in numbers]
        odds = "Playing beside the odds"
        for done in track(as_completed(waiting), odds, total=len(waiting), console=console):
            yield done.result()


def tell(held: list[Held], games: int, console: Console) -> bool:
    """What the situations have come to, and all that failed; whether everything agrees."""
    failed = [one for one in held if one.problems]
    bounded = [one for one in held if one.unknown]
    most = max([one.unknown for one in bounded], default=0.0)
    console.print(
        f"Odds: {len(held)} situations played {games:,} times each, "
        f"{sum([one.outcomes for one in held]):,} outcomes; {len(held) - len(failed)} situations agree "
        f"within five standard errors; {len(bounded)} within bounds (at most {most:.2g} unknown); "
        f"{sum([one.seconds for one in held]):.0f} seconds of a process."
    )
    for one in failed:
        console.print(
            f"\n[bold red]Odds and play differ:[/] python tools/soak_odds.py --only {one.number}"
        )
        for line in (one.told, *one.problems[:5]):
            console.print(f"    {line}", markup=False, highlight=False)
    return not failed


def main(arguments: list[str] | None = None) -> int:
    """Hold odds against play from the command line; gives the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", type=int, choices=range(ALL), help="one situation")
    parser.add_argument("--games", type=int, default=GAMES, help="games of each situation")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time")
    said = parser.parse_args(arguments)
    numbers = list(range(ALL)) if said.only is None else [said.only]
    console = Console()
    held = list(hold_all(numbers, jobs=said.jobs, console=console, games=said.games))
    return 0 if tell(held, said.games, console) else 1


if __name__ == "__main__":
    sys.exit(main())
