"""How the geometry kernel of the installed package was built: compiled by mypyc, or left as it is.

    python tools/kernel_build.py --expect compiled|pure

leaves with 0 when the kernel is built as expected, and with 1 and the reason when not. Where no C
compiler is at hand, a compiled kernel cannot be expected, and the program says so and is content.
"""

import argparse
import importlib
import os
import shutil
import sys
import sysconfig
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "maniple"

Build = Literal["compiled", "pure"]


def kernel_modules(source: Path = SOURCE) -> list[str]:
    """Name the modules of the kernel, from the sources: what must be compiled when anything is."""
    kernel = source / "geometry" / "kernel"
    return [
        f"maniple.geometry.kernel.{path.stem}"
        for path in sorted(kernel.glob("*.py"))
        if path.stem != "__init__"
    ]


def is_compiled(module: str) -> bool:
    """Whether Python loads a module from a shared library rather than from its text."""
    return (importlib.import_module(module).__file__ or "").endswith(tuple(EXTENSION_SUFFIXES))


def why_not_compilable() -> str | None:
    """Say what is missing to compile the kernel, or None when nothing is."""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    words = str(compiler).split()
    if not words or shutil.which(words[0]) is None:
        return f"there is no C compiler ({compiler})"
    if not (Path(sysconfig.get_path("include")) / "Python.h").is_file():
        return "Python's own header files are missing (on Debian and Ubuntu: python3-dev)"
    return None


def wrong_build(expected: Build) -> str | None:
    """Say what is wrong with the package that Python finds, or None when it is as expected."""
    package = importlib.import_module("maniple").__file__ or ""
    if Path(package).is_relative_to(ROOT / "src"):
        return f"maniple is the source tree ({package}), not an installed package"
    obstacle = why_not_compilable()
    if expected == "compiled" and obstacle is not None:
        return None
    wrong = [name for name in kernel_modules() if is_compiled(name) != (expected == "compiled")]
    if wrong:
        return f"the kernel should be {expected}, and these modules are not: {', '.join(wrong)}"
    return None


def main() -> int:
    """Compare the build with the one expected."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--expect", choices=["compiled", "pure"], required=True)
    expected: Build = parser.parse_args().expect
    problem = wrong_build(expected)
    if problem is not None:
        print(problem, file=sys.stderr)
        return 1
    count = len(kernel_modules())
    obstacle = why_not_compilable()
    if not count:
        print("kernel: the package has none")
    elif expected == "compiled" and obstacle is not None:
        print(f"kernel: {count} modules, left as they are, since {obstacle}")
    else:
        print(f"kernel: {count} modules, all {expected}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
