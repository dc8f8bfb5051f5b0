"""Proof that the tests bite: each rule switched off at its citations, and its tests run.

    make mutate                                 every effect and limit of the book
    make mutate ARGS="--rule break.test"        one rule, or those of a chapter: --rule break
    make mutate ARGS="--list"                   what would be switched off, without running anything

For each place where code cites an effect or a limit, the rule is switched off there, and the tests
that name the rule are run until one fails. Nobody notices: the mutant has survived. (Where a truth is
taken to be always so, or never, one of the two must be noticed: the other may be the rule itself.)
Reasons for survivors stand in tools/mutation/survivors.toml. A survivor without a reason, a reason for
what does not survive, and a rule that is switched off nowhere without a reason make the run fail (1).

The tests are collected once; each mutant then runs in a process of its own, a copy of the collecting
one, with the code of one function replaced. Compiled modules cannot be changed so: run it on sources.
"""

import argparse
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import pytest
from rich.console import Console

from tools.mutation.run import Bench, Verdict
from tools.mutation.sites import Mutant, ids, mutants
from tools.mutation.survivors import Reasons, read_reasons

ROOT = Path(__file__).resolve().parents[1]
QUIET = ("-p", "no:terminal", "-p", "no:cacheprovider", "-p", "no:xdist", "--benchmark-disable")


def main() -> int:
    """Switch off, run, and tell."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rule", action="append", default=[], help="a rule, or a chapter")
    parser.add_argument("--list", action="store_true", help="only tell what would be switched off")
    parser.add_argument(
        "--workers", type=int, default=os.cpu_count() or 1, help="processes at once"
    )
    parser.add_argument("--seconds", type=float, default=60.0, help="the most for one mutant")
    given = parser.parse_args()
    console = Console(soft_wrap=True, highlight=False)
    wanted = [m for m in mutants() if _is_wanted(m.rule, given.rule)]
    if not wanted:
        console.print(f"No code that cites {', '.join(given.rule)} can be switched off.")
        return 1
    if given.list:
        for mutant in wanted:
            console.print(mutant.key, markup=False)
        return 0
    bench = Bench(wanted, given.workers, given.seconds, console)
    os.chdir(ROOT)
    pytest.main(
        [*QUIET, "tests"],
        [bench],
    )
    if bench.broken:
        console.print(f"The tests can't be collected, or fail as they are: {bench.broken}")
        return 1
    return _tell(console, bench.verdicts, read_reasons(), given.rule)


def _is_wanted(rule: str, chosen: list[str]) -> bool:
    return not chosen or any(rule == one or rule.startswith(f"{one}.") for one in chosen)


def _tell(
    console: Console, verdicts: dict[Mutant, Verdict], reasons: Reasons, chosen: list[str]
) -> int:
    """What has survived, what has a reason for it, and which reasons are stale."""
    halves = {m.half for m, verdict in verdicts.items() if verdict is not Verdict.SURVIVED}
    survived = [m for m, v in verdicts.items() if v is Verdict.SURVIVED and m.half not in halves]
    killed = {m.rule for m, verdict in verdicts.items() if verdict is not Verdict.SURVIVED}
    without = [m for m in survived if reasons.of(m) is None]
    rules = [rule for rule in sorted(ids()) if _is_wanted(rule, chosen)]
    toothless = [r for r in rules if r not in killed and r not in reasons.rules]
    keys = {m.key for m in survived}
    run = {m.key for m in verdicts}
    stale = [key for key in reasons.mutants if key not in keys and (key in run or not chosen)]
    stale += [rule for rule in reasons.rules if rule in killed]
    for title, lines in (
        ("Survived, and no reason is written", [m.key for m in without]),
        ("No test that names the rule notices that it is off", toothless),
        ("Reasons for what does not survive", stale),
    ):
        if lines:
            console.print(f"\n{title}:")
        for line in lines:
            console.print(f"  {line}", markup=False)
    console.print(
        f"\n{len(verdicts)} places of {len({m.rule for m in verdicts})} rules switched off: "
        f"{len(verdicts) - len(survived)} noticed, {len(survived) - len(without)} survive with a "
        f"reason, {len(without)} without."
    )
    return 1 if without or toothless or stale else 0


if __name__ == "__main__":
    sys.exit(main())
