"""The sources of the package and the files of the repository, as the house rules look at them."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src"

PURE_ROOMS = ("geometry", "dice", "battle", "rules")

# What tools make, and what belongs to one checkout only.
NOT_OURS = {"__pycache__", "build", "dist", "node_modules"}


class Source(NamedTuple):
    """One module: its dotted name and its text."""

    module: str
    text: str

    @property
    def tree(self) -> ast.Module:
        """The syntax tree of the module."""
        return ast.parse(self.text)

    def is_in(self, *rooms: str) -> bool:
        """Whether the module stands in one of these rooms of the package."""
        return self.module.split(".")[1:2] in [[room] for room in rooms]


def package_sources(src: Path = SRC) -> list[Source]:
    """Read every module of the package, sorted by path."""
    sources: list[Source] = []
    for path in sorted(src.rglob("*.py")):
        parts = path.relative_to(src).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        sources.append(Source(name, path.read_text(encoding="utf-8")))
    return sources


def repository_files(root: Path = ROOT) -> Iterator[Path]:
    """Walk the files of the repository, past what tools make and past hidden tools' own folders."""
    for path in sorted(root.iterdir()):
        if path.is_dir() and not path.is_symlink():
            is_hidden_tool = path.name.startswith(".") and path.name not in {".ci", ".github"}
            if path.name in NOT_OURS or is_hidden_tool or path.name.endswith(".egg-info"):
                continue
            yield from repository_files(path)
        elif path.is_file() and not path.name.endswith((".pyc", ".so")) and path.name != ".git":
            yield path
