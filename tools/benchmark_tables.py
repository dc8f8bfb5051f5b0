"""Writes the table of docs/benchmarks.md from the files that pytest-benchmark has made.

    python tools/benchmark_tables.py compiled.json [pure.json]

The first file gives the figures with the compiled kernel, the second those without. Of each
benchmark the best round counts.
"""

import argparse
import json
import platform
import sys
from pathlib import Path
from typing import NamedTuple, TypeAlias, cast

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "benchmarks.md"
BEGIN, END = "<!-- figures begin -->", "<!-- figures end -->"

TIMES = {"microseconds": 1e6, "milliseconds": 1e3, "seconds": 1.0}


class Figure(NamedTuple):
    """What was measured."""

    figure: float
    unit: str
    aim: float | None
    calibration: float
    """The seconds of the calibration loop."""
    beside: str
    """Of what others need for the same: the figure of ours with which it is compared; else empty."""


Figures: TypeAlias = dict[str, Figure]


def figures_of(file: Path) -> tuple[Figures, str]:
    """The figures of a run, and the machine that made them."""
    # The file is pytest-benchmark's own; its layout has been the same for years.
    run = cast("dict[str, object]", json.loads(file.read_text()))
    found: Figures = {}
    for bench in cast("list[dict[str, dict[str, object]]]", run["benchmarks"]):
        info, stats = bench["extra_info"], bench["stats"]
        unit = str(info["unit"])
        if "figure" in info:
            figure = _number(info["figure"])
        else:
            seconds = _number(stats["min"]) / _number(info["count"])
            figure = 1 / seconds if unit == "a second" else seconds * TIMES[unit]
        aim = info.get("aim")
        found[str(info["what"])] = Figure(
            figure,
            unit,
            None if aim is None else _number(aim),
            _number(info["calibration"]),
            str(info.get("beside") or ""),
        )
    machine = cast("dict[str, dict[str, object]]", run["machine_info"])
    cpu = machine["cpu"]
    name = f"{cpu.get('brand_raw') or platform.processor() or platform.machine()}"
    version = machine["python_version"]
    return found, f"{name}, {machine['system']}, Python {version}"


def table(compiled: Figures, pure: Figures) -> list[str]:
    """The table in Markdown."""
    lines = [
        "| what | unit | compiled | uncompiled | aim, compiled |",
        "| --- | --- | ---: | ---: | ---: |",
    ]
    for what, (figure, unit, aim, _, beside) in compiled.items():
        other = shown(pure[what].figure) if what in pure else ""
        wanted = "" if aim is None else f"{'at least' if unit == 'a second' else 'below'} {aim:g}"
        if beside in compiled:
            what += f" ({shown(figure / compiled[beside].figure)} x ours)"
        lines.append(f"| {what} | {unit} | {shown(figure)} | {other} | {wanted} |")
    return lines


def shown(figure: float) -> str:
    """Three digits are as many as mean anything."""
    if figure >= 100:
        return f"{round(figure):,}"
    return f"{figure:.3g}"


def calibration(figures: Figures) -> str:
    """The best time of the calibration loop, in milliseconds."""
    return f"{min(one.calibration for one in figures.values()) * 1000:.1f}"


def main() -> int:
    """Write the page anew."""
    parser = argparse.ArgumentParser(description="write the figures of docs/benchmarks.md anew")
    parser.add_argument("compiled", type=Path)
    parser.add_argument("pure", type=Path, nargs="?")
    args = parser.parse_args()
    compiled, machine = figures_of(args.compiled)
    pure, _ = figures_of(args.pure) if args.pure is not None else ({}, "")
    text = f"Measured on: {machine}; one core. The calibration loop took {calibration(compiled)} ms"
    text += f", and {calibration(pure)} ms in the uncompiled run." if pure else "."
    before, _, rest = PAGE.read_text().partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        print(f"{PAGE} has no lines {BEGIN} and {END} to write between", file=sys.stderr)
        return 1
    body = "\n".join([BEGIN, "", text, "", *table(compiled, pure), "", END])
    PAGE.write_text(f"{before}{body}{after}")
    return 0


def _number(value: object) -> float:
    if not isinstance(value, int | float):
        raise TypeError(f"{value!r} should be a number")
    return float(value)


if __name__ == "__main__":
    sys.exit(main())
