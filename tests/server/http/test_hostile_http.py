"""Requests made out of the description itself, odd and hostile ones: none may shake the server."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.specs.openapi.checks import status_code_conformance

from kit.served import Served, served

EXAMPLES = 15
"""Of each route; what starts a process of its own is asked in words elsewhere."""
APART = "/api/odds"


@pytest.fixture
def patient(tmp_path: Path, database_url: str) -> Iterator[Served]:
    """A server that sends nobody away for coming often, over each kind of database."""
    often = {"requests_a_second": 1e6, "requests_at_once": 1_000_000}
    with served(tmp_path, database_url=database_url, **often) as running:
        yield running


@pytest.mark.slow
def test_nothing_that_is_sent_shakes_the_server(patient: Served) -> None:
    schema = schemathesis.openapi.from_url(f"{patient.address}/api/openapi.json")
    tried: set[int] = set()

    for found in schema.get_all_operations():
        operation = found.ok()
        if operation.path == APART:
            continue

        @settings(
            max_examples=EXAMPLES,
            derandomize=True,
            deadline=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
            database=None,
        )
        @given(case=operation.as_strategy())
        def send(case: schemathesis.Case) -> None:
            answer = case.call(base_url=patient.address)
            assert answer.status_code < 500, f"{case.method} {case.path}: {answer.text}"
            case.validate_response(answer, checks=[status_code_conformance])
            assert "Traceback" not in answer.text
            tried.add(answer.status_code)

        send()
    assert {200, 401, 404, 422} <= tried
