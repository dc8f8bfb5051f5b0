"""The build: the geometry kernel is compiled by mypyc where a C compiler is at hand.

Where none is, or where `MANIPLE_PURE=1` asks for it, the kernel is installed as it is; both give
bit-equal results. Everything else about the package stands in pyproject.toml.
"""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

KERNEL = Path("src/maniple/geometry/kernel")


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


setup(ext_modules=kernel_extensions(), cmdclass={"build_ext": OptionalKernel})
