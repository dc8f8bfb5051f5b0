"""How the account tells of chariots and engines."""

from kit.accounts import told_of
from kit.fights import in_combat, met
from kit.tables import BLUE, Put, table
from kit.troops import scythed_chariot, warriors


def test_impact_hits_are_told_with_the_blows() -> None:
    battle = table(
        Put(scythed_chariot(), x=20, y=20),
        Put(warriors(), x=20, y=20, facing=180, files=5, side=BLUE),
    )
    battle = in_combat(met(battle, 0, 1, charger=0))
    dice = [3, 1, 2, 2, 2, 2, 1, *[1] * 5]
    lines = told_of(battle, dice, until=lambda b: bool(b.combats) and b.combats[-1].is_done)
    assert lines[1] == (
        "Scythed chariot struck 1 blow needing 4+ to hit, 3+ to wound, no save and 5 impact hits "
        "needing 2+ to wound, no save: 5 hit, 4 wounded; 4 men fell; warriors struck 3 blows needing "
        "4+ to hit, 5+ to wound, save 5+: none hit  [troop.heavy-chariot]"
    )
