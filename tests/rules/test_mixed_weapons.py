"""Units whose models bear different arms."""

import pytest
from msgspec.structs import replace

from kit.fights import met, opened
from kit.tables import BLUE, Put, table
from kit.troops import DOUBLE_HANDED, HAND, THROWING_SPEAR, foot, warriors
from maniple.battle.asks import OfKind
from maniple.battle.sheet import Armour, Share
from maniple.battle.state import Battle
from maniple.battle.unit import Fight, UnitId
from maniple.rules.fighting.blows import blow
from maniple.rules.fighting.mixed import struck_share
from maniple.rules.fighting.struck import sheet_as_shot

MEN, FOE = UnitId(0), UnitId(1)

UNDIRECTED = (OfKind(-1), OfKind(-1))
"""The enemy, his leader too, leaves it to the owner who falls."""
HEAVY, LIGHT = Armour(worn=2, shield=1), Armour(shield=1)
SHEET = foot(
    "mixed",
    16,
    leader=False,
    shares=(Share(6, (DOUBLE_HANDED,), HEAVY), Share(6, (THROWING_SPEAR,), LIGHT)),
    melee=(HAND,),
    armour=LIGHT,
)


def engaged(files: int = 4, *, rounds: int = 0) -> Battle:
    battle = table(
        Put(SHEET, x=20, y=20, files=files),
        Put(warriors(), x=20, y=20, facing=180, files=files, side=BLUE),
    )
    battle = met(battle, 0, 1)
    units = [replace(u, fight=Fight(rounds=rounds, won_last=u.id == 0)) for u in battle.units]
    return replace(battle, units=tuple(units))


def strikers(battle: Battle) -> list[tuple[str, int]]:
    groups = opened(battle, UNDIRECTED).battle.combats[-1].groups
    return [(g.weapon, g.models) for g in groups if g.unit == MEN]


@pytest.mark.rule("combat.mixed-weapons", "combat.strike-order")
def test_each_follows_its_own_weapons_rule() -> None:
    # four axes in front, two axes and two throwing spears behind them
    battle = engaged(rounds=1)
    assert strikers(battle) == [("double-handed weapon", 4)]
    first = replace(battle.units[MEN], fight=Fight(won_last=True))
    now = replace(battle, units=(first, battle.units[FOE]))
    # the spears behind join in for the first round; the axes come after everybody else
    groups = opened(now, UNDIRECTED).battle.combats[-1].groups
    assert [(g.unit, g.weapon) for g in groups if not g.leader] == [
        (MEN, "throwing spear"),
        (FOE, "throwing spear"),
        (MEN, "double-handed weapon"),
    ]
    assert [g.models for g in groups if g.unit == MEN] == [2, 4]


@pytest.mark.rule("combat.mixed-weapons")
def test_the_save_is_that_of_most_of_the_front_rank() -> None:
    battle = opened(engaged(files=8, rounds=1), UNDIRECTED * 2).battle
    assert struck_share(battle.units[MEN]).armour == HEAVY  # six of eight
    ours = next(g for g in battle.combats[-1].groups if g.unit == FOE)
    assert blow(battle, ours).save == 5  # 3 points of armour are 4+, without the shield 5+
    worn = replace(battle.units[MEN], models=8)
    assert struck_share(worn).armour == HEAVY


@pytest.mark.rule("combat.mixed-weapons")
def test_against_missiles_that_of_most_models() -> None:
    unit = engaged().units[MEN]
    assert sheet_as_shot(unit).armour == LIGHT  # ten of sixteen
    assert sheet_as_shot(replace(unit, models=7)).armour == HEAVY
    plain = engaged().units[FOE]
    assert sheet_as_shot(plain) is plain.sheet
