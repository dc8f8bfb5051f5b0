"""The package that Python finds is the whole of the sources, and of these sources."""

from pathlib import Path

import maniple
from house.sources import SRC
from tools.kernel_build import is_compiled, kernel_modules

NOT_INSTALLED = {".pyc", ".so", ".c", ".h"}


def contents(package: Path) -> dict[str, bytes]:
    """Read every file of a package but for what a build makes."""
    board = package / "server" / "static"
    return {
        str(path.relative_to(package)): path.read_bytes()
        for path in sorted(package.rglob("*"))
        if path.is_file() and path.suffix not in NOT_INSTALLED and board not in path.parents
    }


def test_the_package_is_the_sources() -> None:
    found = contents(Path(maniple.__path__[0]))
    sources = contents(SRC / "maniple")
    assert sorted(found) == sorted(sources)
    assert [name for name, text in sources.items() if found[name] != text] == []


def test_the_kernel_is_of_one_build() -> None:
    builds = {name: is_compiled(name) for name in kernel_modules()}
    assert len(set(builds.values())) <= 1, builds


def test_the_kernel_is_found_in_the_sources(tmp_path: Path) -> None:
    kernel = tmp_path / "geometry" / "kernel"
    kernel.mkdir(parents=True)
    for name in ["__init__.py", "wheel.py", "arcs.py", "notes.txt"]:
        (kernel / name).touch()
    assert kernel_modules(tmp_path) == [
        "maniple.geometry.kernel.arcs",
        "maniple.geometry.kernel.wheel",
    ]
