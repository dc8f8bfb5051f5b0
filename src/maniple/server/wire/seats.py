"""Who may sit at a battle."""

from typing import Literal, TypeAlias

Who: TypeAlias = Literal["red", "blue", "watch", "both"]
""""both": two players at one screen."""
