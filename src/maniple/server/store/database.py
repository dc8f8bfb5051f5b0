"""The database: a connection pool, set so that what is committed is on the disk; its tables up to date."""

from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from maniple.server.store.tables import metadata

MIGRATIONS = Path(__file__).parent / "migrations"
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000")
"""Readers never wait for the writer; what is committed is on the disk."""

PATIENCE = {
    "connect_timeout": 5,
    "options": "-c statement_timeout=15000",
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""How long a PostgreSQL may say nothing: seconds, of statements and of the line milliseconds."""


class DatabaseError(Exception):
    """The database can't be used; the message says which, why, and what to look at."""


def open_database(url: str) -> Engine:
    """The database at this address, with its tables brought up to date. Raises `DatabaseError`."""
    try:
        place = make_url(url)
    except (ArgumentError, ValueError) as error:
        what = "the address of the database can't be read: sqlite:///FILE or postgresql://USER@HOST/NAME"
        raise DatabaseError(what) from error
    if place.get_backend_name() == "sqlite" and place.database in (None, "", ":memory:"):
        what = "a database in memory keeps nothing and is no other thread's: name a file, sqlite:///FILE"
        raise DatabaseError(what)
    shown = place.render_as_string(hide_password=True)
    try:
        if place.get_backend_name() == "sqlite":
            engine = _sqlite(url, place.database)
        else:
            engine = create_engine(
                url,
                hide_parameters=True,
                pool_pre_ping=True,
                pool_size=5,
                max_overflow=10,
                connect_args=PATIENCE,
            )
        with engine.begin() as connection:
            bring_up_to_date(connection)
    except (NoSuchModuleError, ImportError) as error:
        what = (
            f"{shown}: there is no driver for it; sqlite and postgresql are known, the latter where psycopg "
            "is installed: pip install 'maniple[server]'"
        )
        raise DatabaseError(what) from error
    except OSError as error:
        raise DatabaseError(f"{shown}: {error.strerror}: {error.filename}") from error
    except SQLAlchemyError as error:
        raise DatabaseError(f"{shown} can't be used: {_first_line(error)}") from error
    return engine


def bring_up_to_date(connection: Connection) -> None:
    """Make or change the tables as this release needs them."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    script = ScriptDirectory.from_config(config)
    found = MigrationContext.configure(connection).get_current_revision()
    if found is not None and found not in {one.revision for one in script.walk_revisions()}:
        what = (
            f"the database was made by a newer release (its tables are at {found}): update maniple"
        )
        raise DatabaseError(what)

    # Any: alembic does not tell the types of its steps.
    def steps(revision: Any, _context: MigrationContext) -> Any:
        # the steps from here to the newest; alembic's own upgrade command has no other door
        return script._upgrade_revs("head", revision)  # pyright: ignore[reportPrivateUsage]

    with EnvironmentContext(config, script, fn=steps, destination_rev="head") as environment:
        environment.configure(connection=connection, target_metadata=metadata)
        with environment.begin_transaction():
            environment.run_migrations()


def _sqlite(url: str, file: str | None) -> Engine:
    if file:
        Path(file).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    engine = create_engine(url, hide_parameters=True)
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


# Any: a connection of the driver, which SQLAlchemy does not type.
def _set_up(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # SQLAlchemy says BEGIN itself, see below
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    _ = connection.exec_driver_sql("BEGIN")


def _first_line(error: SQLAlchemyError) -> str:
    cause = getattr(error, "orig", None) or error
    return str(cause).strip().splitlines()[0] if str(cause).strip() else type(cause).__name__
