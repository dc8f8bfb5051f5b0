"""Databases for the tests of the server: SQLite in a folder, and a real PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kit.postgres import Postgres
from kit.served import Served, served


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """A PostgreSQL server of the tests' own."""
    with Postgres.started(tmp_path_factory.mktemp("postgres")) as running:
        yield running


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    """A server over SQLite."""
    with served(tmp_path) as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'battles.db'}"
    running: Postgres = request.getfixturevalue("postgres")
    return running.new_database()
