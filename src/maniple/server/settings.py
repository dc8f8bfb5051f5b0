"""What can be set of the server: each from the environment, as MANIPLE_PORT, or from the command line."""

import os
from pathlib import Path
from typing import Annotated

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict


def data_folder() -> Path:
    """Where a program of this user keeps its data."""
    base = os.environ.get("XDG_DATA_HOME", "")
    return (Path(base) if base else Path.home() / ".local" / "share") / "maniple"


class Settings(BaseSettings):
    """The settings of a server; docs/howto/host.md tells them all."""

    model_config = SettingsConfigDict(env_prefix="MANIPLE_", frozen=True, extra="ignore")

    data: Path = Field(default_factory=data_folder)
    """The folder of the SQLite database; made if it is not there. Not used with another database."""
    database_url: str = ""
    """Where battles are kept: postgresql://user:password@host/name. Empty: SQLite in `data`."""
    host: str = "127.0.0.1"
    """The address to listen at; 0.0.0.0: every one."""
    port: int = Field(default=8642, ge=0, le=65535)
    """The port to listen at; 0: any that is free."""
    origins: Annotated[tuple[str, ...], NoDecode] = ()
    """Under which addresses the page may be opened, with commas between them:
    https://maniple.example. Empty: under the one that the browser asked for (its Host)."""
    trusted_proxies: str = "127.0.0.1"
    """Whose word counts for the address of a client, as uvicorn's forwarded-allow-ips."""

    idle_seconds: float = Field(default=120.0, ge=0.0)
    """How long after the last player has left a battle stays in memory."""
    most_connections: int = Field(default=2000, ge=1)
    """Sockets open at once."""
    most_from_one: int = Field(default=500, ge=1)
    """Sockets open at once from one address."""
    most_tabs: int = Field(default=8, ge=1)
    """Sockets open at once at one seat."""
    most_watchers: int = Field(default=50, ge=1)
    """Sockets open at once of those who watch one battle."""
    most_bytes: int = Field(default=32 * 1024, ge=1024)
    """The longest message of a client."""
    messages_a_second: float = Field(default=100.0, ge=1.0)
    """Messages of one socket in the long run; of chat a fiftieth of it."""
    messages_at_once: int = Field(default=300, ge=1)
    """Messages of one socket in a burst."""
    requests_a_second: float = Field(default=20.0, gt=0.0)
    """Requests of one address in the long run; of those that change something an eighth of it."""
    requests_at_once: int = Field(default=200, ge=4)
    """Requests of one address in a burst; of those that change something a quarter of it."""
    join_seconds: float = Field(default=10.0, gt=0.0)
    """How long a socket may be silent before it has said who it is."""
    keep_days: float = Field(default=0.0, ge=0.0, allow_inf_nan=False)
    """Battles that nobody has played for so many days, and replays put up so long ago, are removed;
    0: everything is kept."""
    archive_workers: int = Field(default=1, ge=1, le=64)
    """Processes in which records are read and proved."""
    outlook_workers: int = Field(default=1, ge=0, le=64)
    """Processes in which odds are computed; 0: none are told."""
    most_replay_bytes: int = Field(default=8 * 1024 * 1024, ge=1024)
    """The longest record that may be put up as a replay."""
    most_archive_bytes: int = Field(default=2 * 1024**3, ge=0)
    """What all replays that are put up may take together."""

    @field_validator("data", mode="before")
    @classmethod
    def _named(cls, given: object) -> object:
        return data_folder() if given == "" else given

    @field_validator("data")
    @classmethod
    def _writable_name(cls, given: Path) -> Path:
        if not str(given).isprintable():
            raise ValueError("a folder whose name can be written")
        return given

    @field_validator("origins", mode="before")
    @classmethod
    def _with_commas(cls, given: object) -> object:
        if not isinstance(given, str):
            return given
        return tuple(part.strip().rstrip("/") for part in given.split(",") if part.strip())

    @property
    def database(self) -> str:
        """The database's address as SQLAlchemy reads it."""
        url = self.database_url.strip()
        if not url:
            return f"sqlite:///{self.data / 'maniple.db'}"
        for plain in ("postgresql://", "postgres://"):
            if url.startswith(plain):
                return "postgresql+psycopg://" + url.removeprefix(plain)
        return url
