"""Exact odds, and the same sums told to icepool in the same run.

Two bodies of plain foot, five wide, an attack each; the fight is over for us when one breaks. What both
come to is compared first, as fractions.
"""

from fractions import Fraction

from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.conftest import Measured
from benchmarks.icepool_fights import HandBuilt, told_naively
from benchmarks.test_process import keep
from maniple.battle.state import Response
from maniple.odds import apart, charge
from maniple.play.odds import Found, Limits, chances
from oracles.bodies import battle_of, seen_of, steadfast
from oracles.fight import Foot

TEN = (Foot(10, 5, i=4), Foot(10, 5))
TWENTY = (Foot(20, 5, i=4), Foot(20, 5))
SIX = 6
ROUND = "the exact odds of a round and its Break test, 10 against 10"
FIGHT = "the exact odds of a fight of six rounds, 20 against 20"
ERROR = 1e-9


def asked(foot: tuple[Foot, Foot], rounds: int, limits: Limits = Limits()) -> Found[object]:
    """Put to our driver, nothing known of it before."""
    return chances(battle_of(*foot), seen_of(rounds), steadfast, limits=limits)


def test_odds_of_a_plain_round(measured: Measured) -> None:
    assert asked(TEN, 1).chances == told_naively(*TEN, 1)
    measured(ROUND, "milliseconds", lambda: asked(TEN, 1), rounds=20, aim=5)


def test_odds_of_a_plain_round_by_icepool(measured: Measured) -> None:
    measured(
        "icepool: the same round",
        "milliseconds",
        lambda: told_naively(*TEN, 1),
        rounds=20,
        beside=ROUND,
    )


def test_odds_of_six_rounds(measured: Measured) -> None:
    assert asked(TWENTY, SIX).chances == HandBuilt(*TWENTY).fight(SIX)
    measured(FIGHT, "milliseconds", lambda: asked(TWENTY, SIX), rounds=5, aim=2000)


def test_odds_of_six_rounds_nearly_exact(measured: Measured) -> None:
    exact = HandBuilt(*TWENTY).fight(SIX)
    found = asked(TWENTY, SIX, Limits(error=ERROR))
    assert found.unknown <= Fraction(ERROR)
    assert all(found.chances.get(end, 0) <= chance for end, chance in exact.items())
    measured(
        "the same, of all chances at most one in 10^9 left out",
        "milliseconds",
        lambda: asked(TWENTY, SIX, Limits(error=ERROR)),
        rounds=5,
        aim=300,
    )


def test_odds_of_six_rounds_by_icepool(measured: Measured) -> None:
    measured(
        "icepool: the same fight, its transitions built by hand",
        "milliseconds",
        lambda: HandBuilt(*TWENTY).fight(SIX),
        rounds=5,
        beside=FIGHT,
    )


def test_odds_of_six_rounds_told_naively(measured: Measured) -> None:
    assert told_naively(*TWENTY, 2) == HandBuilt(*TWENTY).fight(2)
    measured(
        "icepool: the same fight, told naively",
        "milliseconds",
        lambda: told_naively(*TWENTY, SIX),
        rounds=1,
        warmup=0,
        beside=FIGHT,
    )


HERE = """
import sys
sys.path.insert(0, "tests")
"""

FIRST = f"""{HERE}
from time import perf_counter
from benchmarks.test_odds import SIX, TWENTY, asked
began = perf_counter()
asked(TWENTY, SIX)
print(1000 * (perf_counter() - began))
"""

CHARGE = "the exact odds of a charge: shots, panic, round, break, flight and pursuit"


def charged() -> object:
    """Foot charge archers, who stand and shoot."""
    there = apart("20 gallic foot, 5 wide", "15 roman archers, 5 wide", 6)
    return charge(there, response=Response.STAND_AND_SHOOT)


def test_odds_of_a_charge(measured: Measured) -> None:
    answer = charged()
    assert answer.certainty.how == "exact"
    assert sum(outcome.chance for outcome in answer.outcomes) == 1
    measured(CHARGE, "milliseconds", charged, rounds=5, aim=100)


def test_odds_asked_first(benchmark: BenchmarkFixture) -> None:
    what = "the six rounds again, as the first question of a process"
    keep(benchmark, what, "milliseconds", None, FIRST)


MEMORY = f"""{HERE}
import resource
from benchmarks.test_odds import SIX, TWENTY, asked, charged
asked(TWENTY, SIX)
charged()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def test_odds_memory(benchmark: BenchmarkFixture) -> None:
    keep(benchmark, "peak memory, that fight and that charge asked", "megabytes", 300, MEMORY)


TOO_LARGE = """
from time import perf_counter
from maniple.odds import fight, melee
there = melee("100 roman archers, 20 wide", "100 barbarian archers, 20 wide")
began = perf_counter()
answer = fight(there, rounds=20)
seconds = perf_counter() - began
assert answer.certainty.how == "bounds" and answer.certainty.spent
print(seconds)
"""


def test_a_question_too_large(benchmark: BenchmarkFixture) -> None:
    what = "a question too large says so, with what is known by then"
    keep(benchmark, what, "seconds", 2, TOO_LARGE)
