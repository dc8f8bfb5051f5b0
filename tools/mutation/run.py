"""Running the tests of a rule with the rule switched off.

    Bench       a plugin of pytest: collects once, then forks for each mutant

The copy of the process has all modules and tests at hand; it replaces the code of one function and
runs the tests that name the rule, until one fails.
"""

import ast
import enum
import importlib
import os
import signal
import sys
import time
from types import CodeType, FunctionType

import pytest
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tools.mutation.sites import Mutant, tree_with


class Verdict(enum.Enum):
    """What the tests made of a mutant."""

    KILLED = 10
    SURVIVED = 11
    ENDLESS = 12


class Bench:
    """A plugin that runs mutants instead of the tests as they are."""

    def __init__(
        self, wanted: list[Mutant], workers: int, seconds: float, console: Console
    ) -> None:
        self.wanted = wanted
        self.workers = workers
        self.seconds = seconds
        self.console = console
        self.verdicts: dict[Mutant, Verdict] = {}
        self.broken = ""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Fork for each mutant, so many at once."""
        if session.testsfailed:
            self.broken = f"{session.testsfailed} errors"
            return True
        naming = _by_rule(session.items)
        # Each test imports what it needs in the copy of the process; all is imported by now.
        sys.stdout.flush()
        waiting = list(self.wanted)
        running: dict[int, tuple[Mutant, float]] = {}
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        with Progress(*columns, TimeRemainingColumn(), console=self.console) as bar:
            task = bar.add_task("Switched off", total=len(waiting))
            while waiting or running:
                while waiting and len(running) < self.workers:
                    mutant = waiting.pop(0)
                    child = os.fork()
                    if child == 0:
                        _in_the_copy(mutant, naming.get(mutant.rule, []))
                    running[child] = (mutant, time.monotonic())
                child, status = os.waitpid(-1, os.WNOHANG)
                if child:
                    mutant, _ = running.pop(child)
                    code = os.waitstatus_to_exitcode(status)
                    self.verdicts[mutant] = _verdict(code)
                    if self.verdicts[mutant] is Verdict.SURVIVED:
                        self.console.print(f"  survived: {mutant.key}", markup=False)
                    bar.advance(task)
                else:
                    self._stop_the_endless(running)
                    time.sleep(0.01)
        return True

    def _stop_the_endless(self, running: dict[int, tuple[Mutant, float]]) -> None:
        for child, (_, begun) in running.items():
            if time.monotonic() - begun > self.seconds:
                os.kill(child, signal.SIGKILL)


def _verdict(code: int) -> Verdict:
    if code == -signal.SIGKILL:
        return Verdict.ENDLESS
    return Verdict.SURVIVED if code == Verdict.SURVIVED.value else Verdict.KILLED


def _by_rule(items: list[pytest.Item]) -> dict[str, list[pytest.Item]]:
    """The tests that name each rule, those of the rules themselves before whole battles."""
    found: dict[str, list[pytest.Item]] = {}
    for item in sorted(items, key=lambda item: "/rules/" not in item.nodeid):
        for mark in item.iter_markers("rule"):
            for rule in mark.args:
                found.setdefault(rule, []).append(item)
    return found


def _in_the_copy(mutant: Mutant, items: list[pytest.Item]) -> None:
    """Run the tests with the rule switched off, and leave the process with the verdict."""
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    switch_off(mutant)
    failed: list[str] = []

    class Notice:
        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            if report.failed:
                failed.append(report.nodeid)

    for item in items:
        if not failed:
            if not item.config.pluginmanager.has_plugin("notice"):
                item.config.pluginmanager.register(Notice(), "notice")
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    os._exit((Verdict.KILLED if failed else Verdict.SURVIVED).value)


def switch_off(mutant: Mutant) -> None:
    """Put the mutant's code into the running function. TypeError for one that is compiled."""
    name = "maniple." + mutant.file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    module = importlib.import_module(name)
    target: object = module
    for part in mutant.function.split("."):
        target = vars(target)[part]
    function = _inner(target)
    tree, changed = tree_with(mutant)
    function.__code__ = _code_of(compile(tree, mutant.file, "exec"), changed, mutant)


def _inner(target: object) -> FunctionType:
    """The function under properties, caches and the like."""
    while not isinstance(target, FunctionType):
        if isinstance(target, property):
            target = target.fget
        elif isinstance(target, staticmethod | classmethod):
            target = target.__func__
        elif hasattr(target, "__wrapped__"):
            target = target.__wrapped__
        else:
            raise TypeError(f"{target!r} is compiled, or no function")
    return target


def _code_of(code: CodeType, changed: ast.FunctionDef, mutant: Mutant) -> CodeType:
    """The code of the changed function, in that of its module or class."""
    for part in mutant.function.split("."):
        inner = [c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == part]
        code = next((c for c in inner if _begins(c, changed)), inner[0])
    return code


def _begins(code: CodeType, changed: ast.FunctionDef) -> bool:
    first = min([changed.lineno, *[mark.lineno for mark in changed.decorator_list]])
    return code.co_firstlineno == first
