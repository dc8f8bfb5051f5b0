"""The rules of the package keep the grammar of steps, and the checker notices who does not."""

from textwrap import dedent

import pytest

from house.sources import Source, package_sources
from house.steps import find_faults

STEP = Source(
    "maniple.rules.fighting.result",
    dedent("""
        from maniple.battle.request import Roll, Step

        def break_test(table) -> Step[bool]:
            return (yield from Roll(2)) <= 7

        class Chapter:
            def open(self, table) -> "Step[None]":
                yield from Roll(1)

        def fact(battle) -> int:
            return 3
    """),
)
DOOR = Source(
    "maniple.rules", "from maniple.rules.fighting.result import break_test as try_to_hold"
)


def faults(text: str, module: str = "maniple.rules.combat") -> list[str]:
    """Check one more module beside the two above."""
    return find_faults([DOOR, STEP, Source(module, dedent(text))])


def test_the_package_keeps_the_grammar() -> None:
    assert find_faults(package_sources()) == []


@pytest.mark.parametrize(
    "text",
    [
        """
        from maniple.rules.fighting.result import break_test, fact, Chapter
        def combat(table) -> Step[None]:
            held = yield from break_test(table)
            if not held and fact(table.battle):
                yield from Chapter().open(table)
        """,
        """
        import maniple.rules.fighting.result as result
        def combat(table) -> Step[None]:
            if not (yield from result.break_test(table)):
                return
        """,
        """
        from maniple.rules.fighting.result import break_test
        def hand_on(table, hurry) -> Step[bool] | None:
            return break_test(table) if hurry else None
        FIRST = {"break": lambda table: break_test(table), "again": break_test}
        """,
        """
        def break_test(battle) -> int:
            return 7
        def combat(table) -> Step[None]:
            try:
                need = break_test(table.battle)
            except KeyError:
                need = 2
            yield from Roll(need)
        """,
    ],
)
def test_good_grammar_passes(text: str) -> None:
    assert faults(text) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            """
            from maniple.rules.fighting.result import break_test
            def combat(table) -> Step[None]:
                break_test(table)
                yield from Roll(1)
            """,
            "maniple.rules.combat:4: break_test(...) without `yield from`",
        ),
        (
            """
            from maniple.rules import try_to_hold
            def combat(table) -> Step[None]:
                if try_to_hold(table):
                    yield from Roll(1)
            """,
            "maniple.rules.combat:4: try_to_hold(...) without `yield from`",
        ),
        (
            """
            from maniple.rules.fighting import result
            def combat(table) -> Step[bool]:
                yield from Roll(1)
                return result.break_test(table)
            """,
            "maniple.rules.combat:5: result.break_test(...) without `yield from`",
        ),
        (
            """
            def combat(table, chapter) -> Step[None]:
                chapter.open(table)
                yield from Roll(1)
            """,
            "maniple.rules.combat:3: chapter.open(...) without `yield from`",
        ),
        (
            """
            from maniple.rules.fighting.result import break_test
            HELD = break_test(None)
            """,
            "maniple.rules.combat:3: break_test(...) without `yield from`",
        ),
        (
            """
            def combat(table) -> Step[None]:
                yield Roll(1)
            """,
            "maniple.rules.combat:3: a bare yield",
        ),
        (
            """
            def combat(table) -> Step[None]:
                with table.aside():
                    yield from Roll(1)
            """,
            "maniple.rules.combat:4: a yield inside `with` or `try ... finally`",
        ),
        (
            """
            def combat(table) -> Step[None]:
                try:
                    yield from Roll(1)
                finally:
                    table.close()
            """,
            "maniple.rules.combat:4: a yield inside `with` or `try ... finally`",
        ),
        (
            """
            def combat(table):
                yield from Roll(1)
            """,
            "maniple.rules.combat:2: combat yields but is not annotated `-> Step[...]`",
        ),
    ],
)
def test_bad_grammar_is_noticed(text: str, fault: str) -> None:
    assert faults(text) == [fault]


def test_a_bare_yield_belongs_to_requests_and_to_plain_iterators_elsewhere() -> None:
    request = """
        class Roll:
            def __iter__(self) -> Step[int]:
                return (yield self)
    """
    assert faults(request, "maniple.battle.request") == []
    assert faults(request, "maniple.battle.event") == ["maniple.battle.event:4: a bare yield"]
    lines = """
        def lines(path) -> Iterator[str]:
            with path.open() as file:
                for line in file:
                    yield line
    """
    assert faults(lines, "maniple.play.journal") == []
    assert faults(lines, "maniple.dice.chains") == []
    assert faults(lines, "maniple.battle.field") == [
        "maniple.battle.field:5: a bare yield",
        "maniple.battle.field:5: a yield inside `with` or `try ... finally`",
    ]
