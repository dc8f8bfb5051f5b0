"""What all benchmarks share: a calibration loop, and how a figure is kept.

Each figure is the best of several rounds. Beside it stands how long a fixed loop of plain Python
took just before and after, since a machine drifts: figures of two runs compare by their ratio to it.
"""

import importlib.util
from collections.abc import Callable
from time import perf_counter
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

collect_ignore = (
    [] if importlib.util.find_spec("catanatron") is not None else ["test_catanatron.py"]
)

LOOPS = 60_000
CALIBRATIONS = 5

Measured = Callable[..., None]


def calibration_loop() -> int:
    """Plain work for an interpreter: calls, a dict, tuples, whole numbers."""
    kept: dict[int, tuple[int, int]] = {}
    number = 0
    for i in range(LOOPS):
        kept[i & 255] = (i, number)
        number = (number * 31 + len(kept[i & 255]) + i) % 1_000_003
    return number


def calibrated() -> float:
    """The seconds of the loop, the best of several."""
    best = float("inf")
    for _ in range(CALIBRATIONS):
        began = perf_counter()
        assert calibration_loop() >= 0
        best = min(best, perf_counter() - began)
    return best


@pytest.fixture
def measured(benchmark: BenchmarkFixture) -> Measured:
    """Time a piece of work, and keep what the figure is called, its unit and the calibration.

    `count`: how many battles, asks, forks or judgements one round comes to. `unit` is "a second"
    (how many), or a unit of time (how long one takes). `beside`: what of ours it is compared with.
    """

    def measure(
        what: str,
        unit: str,
        work: Callable[..., object],
        *,
        count: int = 1,
        rounds: int = 5,
        iterations: int = 1,
        warmup: int = 1,
        aim: float | None = None,
        beside: str | None = None,
        # Any: what pytest-benchmark takes for a set-up gives the arguments of the work.
        setup: Callable[[], Any] | None = None,
    ) -> None:
        before = calibrated()
        benchmark.pedantic(
            work, setup=setup, rounds=rounds, iterations=iterations, warmup_rounds=warmup
        )
        benchmark.extra_info.update(
            what=what,
            unit=unit,
            count=count,
            aim=aim,
            beside=beside,
            calibration=min(before, calibrated()),
        )

    return measure
