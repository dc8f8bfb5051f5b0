"""Pages that commands write: a place that can be written is looked for first, and said afterwards."""

from pathlib import Path

from maniple.commands.refusals import Refusal


def check_page_file(file: Path, example: str) -> None:
    """Refused with the reason where no such file can be; `example`: a name that a page might have."""
    if file.is_dir():
        raise Refusal(f"{file} is a directory: name a file in it, as {file / example}")
    if not file.parent.is_dir():
        raise Refusal(f"there is no directory {file.parent} to write {file.name} into")


def write_page_file(file: Path, text: str) -> str:
    """Write the page; what to tell of it. Refused with the reason where it can't be written."""
    try:
        _ = file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Refusal(f"{file} can't be written: {error.strerror or error}") from None
    return f"Written to {file}: open it in a browser."
