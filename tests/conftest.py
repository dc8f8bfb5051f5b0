"""House rules of the suite: no test is skipped or excused, and the right package is tested."""

import os
from collections.abc import Generator

import pytest
from hypothesis import settings

from tools.kernel_build import Build, wrong_build

BUILDS: dict[str, Build] = {"compiled": "compiled", "pure": "pure"}

# The suite proves the same on every run; `--hypothesis-profile=explore` looks further afield.
settings.register_profile("prove", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=2000, print_blob=True)
settings.load_profile("prove")


def pytest_sessionstart() -> None:
    """Stop when MANIPLE_BUILD (compiled or pure) names another build than the one installed."""
    wanted = os.environ.get("MANIPLE_BUILD", "")
    if wanted:
        problem = wrong_build(BUILDS[wanted])
        if problem is not None:
            pytest.exit(problem, returncode=1)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skip, and a failure or success that was announced as a failure, into a failure."""
    report = yield
    if report.skipped or hasattr(report, "wasxfail"):
        reason = getattr(report, "wasxfail", report.longrepr)
        vars(report).pop("wasxfail", None)
        report.outcome = "failed"
        report.longrepr = f"No test may be skipped or expected to fail: {report.nodeid} ({reason})"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Turn the skip of a whole module into an error."""
    report = yield
    if report.skipped:
        reason = report.longrepr
        report.outcome = "failed"
        report.longrepr = f"No module may be skipped: {report.nodeid} ({reason})"
    return report
