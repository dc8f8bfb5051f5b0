"""Many battles of bots in worlds drawn by lot, each watched, recorded and proved.

    make soak                                   1,000 battles of random bots, 200 of steady ones,
                                                100 situations played beside their odds
    make soak ARGS="--random 50 --steady 10"    fewer
    python tools/soak.py --only random:17       one battle again, with all that is wrong in it

After every event no model is lost or made, and the events alone make the battle; at the end of
every step no two bodies overlap and everybody is where he may be; every record is proved, dice,
answers and events; one battle of so many is fought in a second process with another hash seed and
must write the same bytes; questions in a turn have a bound. Rules that never fired are listed. Odds
are held against play (tools/soak_odds.py). Leaves with 0 when all is well, and with 1 when anything
failed.
"""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from msgspec import Struct
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from maniple.bots import BOTS
from maniple.play.rulebook import rulebook
from tools.bouts import Bout, Fought, fight
from tools.fired import cited_by_code
from tools.soak_odds import ALL, GAMES, hold_all
from tools.soak_odds import tell as tell_odds
from tools.worlds import world_of

RANDOM, STEADY = 1000, 200
HASH_SEEDS = ("1", "2")
"""PYTHONHASHSEED of the processes that fight, and of those that fight some battles again."""
TRACED = 10
"""One battle in so many is traced, for the rules whose code runs, and all that have wizards."""
SHOWN = 20
"""So many failures are told at length."""


class Tally(Struct):
    """What a soak has come to."""

    battles: int = 0
    answers: int = 0
    seconds: float = 0.0
    most_asks: int = 0
    asks_a_unit: float = 0.0
    bound: int = 0
    events: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    rules: set[str] = set()
    ran: set[str] = set()
    failed: list[Fought] = []
    again: int = 0
    """Battles that a second process has fought too."""

    def add(self, fought: Fought) -> None:
        """Count one more battle."""
        self.battles += 1
        self.answers += fought.answers
        self.seconds += fought.seconds
        if fought.most_asks > self.most_asks:
            self.most_asks, self.bound = fought.most_asks, fought.bound
        self.asks_a_unit = max(self.asks_a_unit, fought.asks_a_unit)
        self.events.update(fought.events)
        self.asked.update(fought.asked)
        self.rules |= fought.rules
        self.ran |= fought.ran
        if fought.problems:
            self.failed.append(fought)


def bouts(bot: str, count: int, first: int) -> Iterator[Bout]:
    """So many battles of a bot, some of them traced."""
    for seed in range(first, first + count):
        yield Bout(bot, seed, trace=seed % TRACED == 0 or world_of(seed).has_spells)


def soak(fights: list[Bout], *, jobs: int, again: int, console: Console) -> Tally:
    """Fight all bouts in so many processes, one in `again` of them twice (0: none)."""
    tally = Tally()
    digests: dict[tuple[str, int], str] = {}
    twice = [bout for bout in fights if again and bout.seed % again == 0]
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[failed]} failed"),
        console=console,
    )
    with progress:
        bar = progress.add_task("Fighting", total=len(fights), failed=0)
        for fought in _fought(fights, jobs, HASH_SEEDS[0]):
            tally.add(fought)
            digests[fought.bout.bot, fought.bout.seed] = fought.digest
            progress.update(bar, advance=1, failed=len(tally.failed))
        second = progress.add_task("Again, with another hash seed", total=len(twice), failed=0)
        for fought in _fought(twice, jobs, HASH_SEEDS[1]):
            tally.again += 1
            if fought.digest != digests[fought.bout.bot, fought.bout.seed]:
                what = f"processes with PYTHONHASHSEED {' and '.join(HASH_SEEDS)} differ"
                tally.failed.append(Fought(fought.bout, fought.world, (what,)))
            progress.update(second, advance=1, failed=len(tally.failed))
    return tally


def _fought(fights: Iterable[Bout], jobs: int, hash_seed: str) -> Iterator[Fought]:
    """Each battle as it ends, fought in processes that hash with this seed."""
    os.environ["PYTHONHASHSEED"] = hash_seed
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting: list[Future[Fought]] = [pool.submit(fight, bout) for bout in fights]
        for done in as_completed(waiting):
            yield done.result()


def tell(tally: Tally, console: Console) -> None:
    """What the soak has come to: figures, rules that never fired, and failures."""
    a_second = tally.battles / max(tally.seconds, 0.001)
    console.print(
        f"{tally.battles:,} battles, {tally.answers:,} answers, {sum(tally.events.values()):,} "
        f"events; {a_second:.1f} battles a second and process, watched and proved."
    )
    console.print(f"{tally.again:,} of them came out byte-equal in a second process.")
    console.print(
        f"Most questions in a player's turn: {tally.most_asks} of {tally.bound} allowed; "
        f"{tally.asks_a_unit:.1f} for each unit on the field."
    )
    _tell_how_often("Events a battle", tally.events, tally.battles, console)
    _tell_how_often("Questions a battle", tally.asked, tally.battles, console)
    known = cited_by_code()
    fired = (tally.rules | tally.ran) & known
    share = 100 * len(fired) / max(1, len(known))
    console.print(
        f"Rules that fired: {len(fired)} of {len(known)} that code cites ({share:.0f} %), "
        f"{len(tally.rules)} of them in events, questions and rolls."
    )
    options = {rule.id for rule in rulebook() if rule.option}
    for which, rules in (("Core rules", known - options), ("Options", known & options)):
        share = 100 * len(fired & rules) / max(1, len(rules))
        unfired = ", ".join(sorted(rules - fired)) or "none"
        console.print(f"{which}: {share:.0f} % of {len(rules)} fired; never: {unfired}")
    for fought in tally.failed[:SHOWN]:
        console.print(f"\n[bold red]Failed:[/] {fought.bout.command}", highlight=False)
        console.print(fought.world, markup=False, highlight=False)
        for problem in fought.problems:
            console.print("    " + problem.replace("\n", "\n    "), markup=False, highlight=False)
    if len(tally.failed) > SHOWN:
        others = ", ".join(f"{f.bout.bot}:{f.bout.seed}" for f in tally.failed[SHOWN:])
        console.print(f"\nand {len(tally.failed) - SHOWN} more: {others}", highlight=False)


def _tell_how_often(what: str, counts: Counter[str], battles: int, console: Console) -> None:
    parts = [f"{name} {count / max(1, battles):.2f}" for name, count in counts.most_common()]
    console.print(f"{what}: {', '.join(parts)}", highlight=False)


def _only(said: str) -> Bout:
    bot, _, seed = said.partition(":")
    if bot not in BOTS or not seed.removeprefix("-").isdigit():
        known = ", ".join(BOTS)
        raise argparse.ArgumentTypeError(f"{said!r} is not BOT:SEED, as random:17 (bots: {known})")
    return Bout(bot, int(seed), trace=True)


def _count(said: str) -> int:
    if not said.isdigit():
        raise argparse.ArgumentTypeError(f"{said!r} is not a number from 0 up")
    return int(said)


def main(arguments: list[str] | None = None) -> int:
    """Run a soak from the command line; gives the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--random", type=_count, default=RANDOM, help="battles of random bots")
    parser.add_argument("--steady", type=_count, default=STEADY, help="battles of steady bots")
    parser.add_argument("--seed", type=_count, default=0, help="the seed of the first battle")
    parser.add_argument("--jobs", type=_count, default=2, help="processes at a time")
    parser.add_argument(
        "--again", type=_count, default=10, help="fight one battle in so many twice (0: none)"
    )
    parser.add_argument(
        "--odds",
        type=_count,
        default=ALL,
        help="situations whose odds are held against play",
    )
    parser.add_argument("--only", type=_only, metavar="BOT:SEED", help="fight one battle")
    said = parser.parse_args(arguments)
    console = Console()
    agrees = True
    if said.only is not None:
        tally = Tally()
        tally.add(fight(said.only))
    else:
        fights = [
            *bouts("random", said.random, said.seed),
            *bouts("steady", said.steady, said.seed),
        ]
        began = time.perf_counter()
        tally = soak(fights, jobs=max(1, said.jobs), again=said.again, console=console)
        console.print(f"{time.perf_counter() - began:.0f} seconds.")
        numbers = list(range(min(said.odds, ALL)))
        held = list(hold_all(numbers, jobs=max(1, said.jobs), console=console))
        agrees = tell_odds(held, GAMES, console)
    tell(tally, console)
    has_failed = bool(tally.failed) or not agrees
    console.print("\nFailed." if has_failed else "\nAll is well.")
    return 1 if has_failed else 0


if __name__ == "__main__":
    sys.exit(main())
