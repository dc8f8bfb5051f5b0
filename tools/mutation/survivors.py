"""Why some mutants survive: reasons, written by hand in survivors.toml."""

import tomllib
from pathlib import Path

from msgspec import Struct, convert

from tools.mutation.sites import Mutant

FILE = Path(__file__).with_name("survivors.toml")


class Reasons(Struct, frozen=True):
    """Reasons by `Mutant.key`, and for rules that can be switched off nowhere, by id."""

    mutants: dict[str, str] = {}
    rules: dict[str, str] = {}

    def of(self, mutant: Mutant) -> str | None:
        """Why the mutant survives; None: nobody has said."""
        return self.mutants.get(mutant.key)


def read_reasons() -> Reasons:
    """What is written."""
    return convert(tomllib.loads(FILE.read_text(encoding="utf-8")), Reasons)
