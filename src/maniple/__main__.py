"""The command line: `maniple`, or `python -m maniple`."""

from typing import Annotated

import typer

from maniple import __version__

app = typer.Typer(
    name="maniple",
    help="Rank-and-flank battles of the ancient world, by the book.",
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _tell_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"maniple {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def maniple(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_tell_version, is_eager=True, help="Tell the version and leave."
        ),
    ] = False,
) -> None:
    """Rank-and-flank battles of the ancient world, by the book."""
    if context.invoked_subcommand is None and not version:
        typer.echo(context.get_help())


def main() -> None:
    """Run the command line."""
    app(prog_name="maniple")


if __name__ == "__main__":
    main()
