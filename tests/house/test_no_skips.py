"""A test that is skipped, or excused beforehand, fails the run."""

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

CONFTEST = Path(__file__).resolve().parents[1] / "conftest.py"


@pytest.mark.parametrize(
    "body",
    [
        "@pytest.mark.skip(reason='later')\ndef test_it(): pass",
        "@pytest.mark.skipif(True, reason='later')\ndef test_it(): pass",
        "def test_it(): pytest.skip('later')",
        "@pytest.fixture\ndef table(): pytest.skip('later')\ndef test_it(table): pass",
        "@pytest.mark.xfail\ndef test_it(): assert False",
        "@pytest.mark.xfail\ndef test_it(): pass",
        "@pytest.mark.xfail(strict=True)\ndef test_it(): pass",
        "def test_it(): pytest.xfail('later')",
    ],
)
def test_an_excused_test_fails(pytester: pytest.Pytester, body: str) -> None:
    pytester.makeconftest(CONFTEST.read_text(encoding="utf-8"))
    pytester.makepyfile(f"import pytest\n{body}\n")
    counts = pytester.runpytest_inprocess("-p", "no:xdist").parseoutcomes()
    assert {kind for kind in counts if kind != "seconds"} <= {"failed", "errors"}
    assert sum(counts.values()) == 1


def test_an_excused_module_fails(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(CONFTEST.read_text(encoding="utf-8"))
    pytester.makepyfile("import pytest\npytest.skip('later', allow_module_level=True)\n")
    result = pytester.runpytest_inprocess("-p", "no:xdist")
    assert result.parseoutcomes() == {"errors": 1}
    result.stdout.fnmatch_lines(["*No module may be skipped*later*"])


def test_an_honest_test_passes(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(CONFTEST.read_text(encoding="utf-8"))
    pytester.makepyfile("def test_it(): pass\n")
    assert pytester.runpytest_inprocess("-p", "no:xdist").parseoutcomes() == {"passed": 1}
