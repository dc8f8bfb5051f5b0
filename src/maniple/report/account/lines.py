"""A line of the account."""

from typing import Literal, TypeAlias

from msgspec import Struct

from maniple.battle.unit import UnitId

Level: TypeAlias = Literal["turn", "phase", "line"]


class Line(Struct, frozen=True):
    """One line: a heading of a turn or phase, or what happened, with the rules that spoke."""

    text: str
    level: Level = "line"
    rules: tuple[str, ...] = ()
    units: tuple[UnitId, ...] = ()

    def plain(self) -> str:
        """The line as text: headings set apart, rules in brackets at its end."""
        if self.level == "turn":
            return f"\n== {self.text} =="
        if self.level == "phase":
            return f"-- {self.text}"
        cited = f"  [{', '.join(self.rules)}]" if self.rules else ""
        return f"   {self.text}{cited}"
