"""The whole process: how long importing takes, how much memory battles need.

Each figure comes from an interpreter of its own, and stands in `extra_info`; what pytest-benchmark
times here is that interpreter's whole life.
"""

import subprocess
import sys

from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.conftest import calibrated

IMPORT = """
from time import perf_counter
began = perf_counter()
{what}
print(perf_counter() - began)
"""

MEMORY = """
import resource
from benchmarks.scenes import fight
fight("random", 1)
fight("steady", 1)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def printed(program: str) -> float:
    """The number that a program prints, run in this directory by this interpreter."""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def keep(
    benchmark: BenchmarkFixture, what: str, unit: str, aim: float | None, program: str
) -> None:
    figures: list[float] = []
    benchmark.pedantic(lambda: figures.append(printed(program)), rounds=5)
    benchmark.extra_info.update(
        what=what, unit=unit, figure=min(figures), aim=aim, calibration=calibrated()
    )


def test_import(benchmark: BenchmarkFixture) -> None:
    program = IMPORT.format(what="import maniple")
    keep(benchmark, "import maniple", "seconds", 0.15, program)


def test_import_all_that_plays(benchmark: BenchmarkFixture) -> None:
    program = IMPORT.format(what="from maniple import BOTS, new_game, play_out")
    keep(benchmark, "importing all that plays a battle", "seconds", None, program)


def test_peak_memory(benchmark: BenchmarkFixture) -> None:
    keep(benchmark, "peak memory, a battle of each kind fought", "megabytes", 150, MEMORY)
