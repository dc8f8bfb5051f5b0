"""`make mutate` finds what can be switched off, and sees whether a test notices."""

import ast
import importlib
import subprocess
import sys

import pytest

from house.sources import ROOT
from maniple.play.rulebook import rulebook
from tools.mutation.sites import Mutant, ids, mutants, tree_with
from tools.mutation.survivors import read_reasons


def of(rule: str, function: str) -> dict[str, Mutant]:
    return {m.what: m for m in mutants() if m.rule == rule and m.function == function}


def test_each_reason_is_for_something_that_can_be_switched_off() -> None:
    keys = {mutant.key for mutant in mutants()}
    reasons = read_reasons()
    assert not [key for key in reasons.mutants if key not in keys]
    assert not [rule for rule in reasons.rules if rule not in ids()]
    assert all(len(why.split()) > 3 for why in [*reasons.mutants.values(), *reasons.rules.values()])


def test_permissions_and_definitions_are_left_alone() -> None:
    kinds = {entry.id: entry.kind for entry in rulebook()}
    assert {kinds[mutant.rule] for mutant in mutants()} == {"effect", "limit"}


def test_a_function_that_cites_a_rule_says_nothing() -> None:
    mutant = of("command.leader", "_leader")["answers None"]
    tree, function = tree_with(mutant)
    assert ast.unparse(function.body[0]) == "return None"
    assert function in tree.body


def test_a_statement_that_cites_a_rule_is_left_out() -> None:
    found = of("charge.declare", "why_not_charge")
    (what,) = [what for what in found if "is fleeing" in what]
    _, function = tree_with(found[what])
    assert "is fleeing" not in ast.unparse(function)
    assert "cannot charge" in ast.unparse(function)


def test_code_is_put_into_the_running_function() -> None:
    """In a process of its own: this one goes on with the rule as it is."""
    code = (
        "from tools.mutation.run import switch_off\n"
        "from tools.mutation.sites import mutants\n"
        "from maniple.rules.nerve import leadership\n"
        "assert leadership.capped(12) == 10\n"
        "switch_off(next(m for m in mutants() if m.function == 'capped'))\n"
        "assert leadership.capped(12) == 0\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_each_function_to_be_changed_is_found() -> None:
    """Were it compiled, or hidden under a decorator nobody knows, the run would stop there."""
    for mutant in mutants():
        module = importlib.import_module(
            "maniple." + mutant.file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        )
        target: object = module
        for part in mutant.function.split("."):
            target = vars(target)[part]
        assert target is not None


@pytest.mark.slow
def test_a_rule_that_is_off_is_noticed() -> None:
    run = subprocess.run(
        [sys.executable, "tools/mutate.py", "--rule", "dice.rerolls", "--workers", "1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "noticed" in run.stdout, run.stderr
    assert run.returncode == 0, run.stdout
