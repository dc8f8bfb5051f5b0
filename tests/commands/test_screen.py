"""The live view of a magic phase."""

import re
from io import StringIO

from msgspec.structs import replace
from rich.console import Console

from kit.magic import magic, wizard
from kit.tables import BLUE, Put
from kit.troops import foot
from maniple.battle.sides import Pair
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase
from maniple.commands.screen import Screen
from maniple.report.account.teller import Account


def shown(battle: Battle) -> str:
    """What the view shows of a battle, without its colours."""
    out = Console(file=StringIO(), width=100, height=30, force_terminal=True)
    with Screen(out, Account(), Pair("steady", "random"), lambda: None) as screen:
        screen.show(battle)
    written = out.file
    assert isinstance(written, StringIO)
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", written.getvalue())


def test_the_power_cards_of_both_sides_are_shown_in_the_magic_phase() -> None:
    battle = magic(
        Put(wizard(), x=30, y=10),
        Put(foot("foes"), x=30, y=20, side=BLUE),
        hands=(5, 3),
        todo=(Do.CAST_SPELLS,),
    )
    assert "magic   power cards 5 : 3" in shown(battle)
    shooting = replace(battle, turn=replace(battle.turn, phase=Phase.SHOOTING))
    assert "power cards" not in shown(shooting)
