"""The documents of hosting tell every setting as it is."""

import re

from house.sources import ROOT
from maniple.server.settings import Settings

PAGE = (ROOT / "docs" / "howto" / "host.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `MANIPLE_(\w+)`(?: \(`(--[\w-]+)`\))? \| ([^|]+) \|", re.MULTILINE)


def test_every_setting_is_told() -> None:
    told = [name.lower() for name, _, _ in ROW.findall(PAGE)]
    assert sorted(told) == sorted(Settings.model_fields)


def test_what_is_usual_is_told() -> None:
    for name, _, usual in ROW.findall(PAGE):
        value = Settings.model_fields[name.lower()].default
        if isinstance(value, int | float):
            assert float(usual) == value, name


def test_the_service_and_the_container_name_real_settings() -> None:
    for file in ("maniple.service", "Containerfile"):
        text = (ROOT / "deploy" / file).read_text(encoding="utf-8")
        names = set(re.findall(r"MANIPLE_(\w+)=", text))
        assert names, file
        assert {name.lower() for name in names} <= set(Settings.model_fields)
