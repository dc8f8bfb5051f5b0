"""`maniple serve`: the table in the browser, for this machine or for friends over the network."""

import importlib.util
import logging
import os
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from maniple.armies.problems import meant
from maniple.commands.refusals import Refusal, guarded

if TYPE_CHECKING:
    from maniple.server.settings import Settings

EXAMPLES = "Example:  maniple serve --open    or:  maniple serve --host 0.0.0.0 --data /srv/maniple"
NEEDED = (
    "fastapi",
    "starlette",
    "pydantic",
    "psycopg",
    "uvicorn",
    "websockets",
    "sqlalchemy",
    "alembic",
    "pydantic_settings",
)
BUILDERS = {"MANIPLE_PURE", "MANIPLE_NO_BOARD", "MANIPLE_BUILD", "MANIPLE_REWRITE"}
"""What the build and the tests are told in the environment."""


@guarded
def serve(
    host: Annotated[
        str | None,
        typer.Option(help="The address to listen at. \\[127.0.0.1: this machine only]"),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="The port; 0 is any that is free. \\[8642]"),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where battles are kept. \\[~/.local/share/maniple]"),
    ] = None,
    database_url: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="Another database, as postgresql://user@host/name. \\[SQLite]"
        ),
    ] = None,
    origins: Annotated[
        str | None,
        typer.Option(
            metavar="URLS", help="Under which addresses the page may be opened, with commas."
        ),
    ] = None,
    open_page: Annotated[
        bool, typer.Option("--open", help="Open the start page in the browser.")
    ] = False,
) -> None:
    """Serve the table in the browser: battles against a bot, at one screen, or over the network.

    Every setting can stand in the environment as well, as MANIPLE_PORT; what is given here counts more.
    Ctrl-C stops the server; battles go on where they were when it is started again.
    """
    _check_installed()
    _tell_of_unknown()
    from maniple.server.app import create_app
    from maniple.server.running import CannotListen, listen, run
    from maniple.server.store.database import DatabaseError

    settings = _settings(
        host=host, port=port, data=data, database_url=database_url, origins=origins
    )
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    try:
        listening = listen(settings.host, settings.port)
    except CannotListen as error:
        raise Refusal(str(error)) from error
    with listening:
        try:
            app = create_app(settings)
        except DatabaseError as error:
            raise Refusal(str(error)) from error
        address = _address(settings.host, listening.getsockname()[1])

        def ready() -> None:
            typer.echo(f"The table stands at {address} (Ctrl-C stops the server)")
            if open_page and not webbrowser.open(address):
                typer.echo("No browser could be opened: open that address in one yourself.")

        run(app, settings, listening, ready)


def _check_installed() -> None:
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise Refusal(
            f"the server needs more than is installed ({', '.join(missing)}): "
            "pip install 'maniple[server]'"
        )


def _settings(**given: object) -> "Settings":
    """From the environment, and from what was given here."""
    from pydantic import ValidationError

    from maniple.server.settings import Settings

    named = {name: value for name, value in given.items() if value is not None}
    if str(named.get("data", "")) == ".":  # so an empty name is read
        del named["data"]
    try:
        return Settings.model_validate({**Settings().model_dump(), **named})
    except ValidationError as error:
        faults = [f"{_named(one['loc'])}: {one['msg']}" for one in error.errors()]
        raise Refusal("\n".join(faults)) from error


def _named(place: tuple[int | str, ...]) -> str:
    return "MANIPLE_" + "_".join(str(part) for part in place).upper()


def _tell_of_unknown() -> None:
    """A setting that is misspelt in the environment would be passed over without a word."""
    from maniple.server.settings import Settings

    known = {_named((name,)) for name in Settings.model_fields}
    for name in sorted(os.environ):
        if name.startswith("MANIPLE_") and name not in known | BUILDERS:
            remedy = meant(name, sorted(known))
            typer.echo(f"{name} in the environment is no setting of the server: {remedy}", err=True)


def _address(host: str, port: int) -> str:
    anywhere = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "[::1]"}
    shown = anywhere.get(host) or (f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"
