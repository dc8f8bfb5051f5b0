"""The command line: `maniple`, or `python -m maniple`."""

from maniple.commands.app import app, run

__all__ = ["app", "main"]


def main() -> None:
    """Run the command line."""
    run()


if __name__ == "__main__":
    main()
