"""The build: compiles the geometry kernel where a C compiler is at hand, and does without where not.

Everything else about the package stands in pyproject.toml. `MANIPLE_PURE=1` installs the kernel
uncompiled; both give bit-equal results. The build says which of the two it made.
"""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

KERNEL = "src/maniple/geometry/kernel"


def kernel_extensions() -> list[Extension]:
    """The kernel as C extensions; none if unwanted or if mypyc is not installed."""
    if os.environ.get("MANIPLE_PURE", "") not in ("", "0"):
        print("maniple: the geometry kernel stays uncompiled (MANIPLE_PURE)", file=sys.stderr)
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        print("maniple: no mypyc here; the geometry kernel stays uncompiled", file=sys.stderr)
        return []
    modules = sorted(str(path) for path in Path(KERNEL).glob("*.py") if path.stem != "__init__")
    extensions: list[Extension] = mypycify(
        ["--config-file=", "--strict", *modules],
        opt_level="3",
        group_name="maniple_geometry",
    )
    for extension in extensions:
        # Fused multiplications would round otherwise than the interpreter does.
        extension.extra_compile_args.append("-ffp-contract=off")
    return extensions


class OptionalKernel(build_ext):
    """Builds the extensions all together or not at all: half of a kernel could not be imported."""

    def run(self) -> None:
        """Build; on any failure of the compiler take back what was built, and say so."""
        try:
            super().run()
        except Exception as failure:  # whatever the compiler's trouble, the package works without
            print(f"maniple: the geometry kernel stays uncompiled: {failure}", file=sys.stderr)
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []


setup(ext_modules=kernel_extensions(), cmdclass={"build_ext": OptionalKernel})
