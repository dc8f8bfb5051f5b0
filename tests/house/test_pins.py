"""The pins agree with what asks for them, and every dependency is explained."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from house.sources import ROOT

SETS = ["build", "runtime", "charts", "server", "test", "dev", "pins"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def pins(name: str) -> dict[str, str]:
    """Read the versions that a set pins."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    return dict(re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE))


def asked(name: str) -> list[str]:
    """Read the packages that a set asks for, those of the sets that it includes among them."""
    names: list[str] = []
    for line in (ROOT / "requirements" / f"{name}.in").read_text(encoding="utf-8").splitlines():
        if line.startswith("-r "):
            names += asked(line.split()[1].removesuffix(".in"))
        elif line and not line.startswith(("#", "-c ")):
            names.append(canonicalize_name(Requirement(line).name))
    return names


@pytest.mark.parametrize("name", SETS)
def test_every_package_asked_for_is_pinned_with_a_hash(name: str) -> None:
    assert set(asked(name)) <= set(pins(name))
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    for block in re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE)[1:]:
        assert "--hash=sha256:" in block


def test_the_sets_agree_with_one_another() -> None:
    versions: dict[str, set[str]] = {}
    for name in ["build", "runtime", "charts", "server", "test", "dev"]:
        for package, version in pins(name).items():
            versions.setdefault(package, set()).add(version)
    assert {package: found for package, found in versions.items() if len(found) > 1} == {}


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("runtime", PROJECT["project"]["dependencies"]),
        ("charts", PROJECT["project"]["optional-dependencies"]["charts"]),
        ("server", PROJECT["project"]["optional-dependencies"]["server"]),
        ("build", PROJECT["build-system"]["requires"]),
    ],
)
def test_the_project_asks_for_what_is_pinned(name: str, wanted: list[str]) -> None:
    requirements = {canonicalize_name(Requirement(line).name): Requirement(line) for line in wanted}
    assert set(requirements) == set(asked(name))
    for package, requirement in requirements.items():
        assert requirement.specifier.contains(pins(name)[package])


def test_every_dependency_is_explained() -> None:
    text = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"^\| `([\w.-]+)` \|", text, re.MULTILINE))
    assert explained == {package for name in SETS for package in asked(name)}
