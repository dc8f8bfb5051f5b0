"""No file of the repository names a package registry: that choice is each user's own."""

import re
from pathlib import Path

import pytest

from house.sources import ROOT, repository_files

# Written in two halves, or this file would be the first to fail.
REGISTRIES = [
    "pypi" + ".org",
    "python" + "hosted.org",
    "pypi.python" + ".org",
    "npmjs" + ".org",
    "npmjs" + ".com",
    "npmmirror" + ".com",
    "yarnpkg" + ".com",
    "crates" + ".io",
    "proxy.golang" + ".org",
    "anaconda" + ".org",
    "deb.debian" + ".org",
    "archive.ubuntu" + ".com",
]
PIP_OPTION = re.compile(
    r"^\s*(-i|-f|--(index-url|extra-index-url|find-links|trusted-host))\b", re.M
)
URL = re.compile(r"\w+://")


def addresses(path: Path) -> list[str]:
    """List what a file says of registries."""
    text = path.read_bytes().decode("utf-8", errors="ignore")
    found = [name for name in REGISTRIES if name in text]
    if path.parent.name == "requirements":
        found += [match[0].strip() for match in PIP_OPTION.finditer(text)]
        found += [match[0] for match in URL.finditer(text)]
    return found


def test_no_file_names_a_registry() -> None:
    files = list(repository_files())
    assert ROOT / "pyproject.toml" in files
    assert {str(path): addresses(path) for path in files if addresses(path)} == {}


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("README.md", f"See https://{REGISTRIES[0]}/project/maniple.", [REGISTRIES[0]]),
        ("requirements/x.txt", "--index-url local\nrich==1\n", ["--index-url"]),
        ("requirements/x.txt", "rich @ https://example.com/rich.whl\n", ["https://"]),
        ("requirements/x.txt", "rich==1 \\\n    --hash=sha256:00\n", []),
    ],
)
def test_an_address_is_noticed(tmp_path: Path, name: str, text: str, found: list[str]) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    assert list(repository_files(tmp_path)) == [path]
    assert addresses(path) == found
