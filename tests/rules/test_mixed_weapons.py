"""Units whose models bear different arms."""

import pytest
from msgspec.structs import replace

from kit.fights import met, opened
from kit.tables import BLUE, Put, table
from kit.troops import DOUBLE_HANDED, HAND, SLING, THROWING_SPEAR, foot, warriors
from maniple.battle.asks import OfKind
from maniple.battle.sheet import Armour, Share
from maniple.battle.state import Battle
from maniple.battle.unit import Fight, UnitId
from maniple.play.script import Script
from maniple.rules.fighting.blows import blow
from maniple.rules.fighting.mixed import alive, kind_at, missiles_of, struck_share
from maniple.rules.fighting.strikers import aims
from maniple.rules.fighting.struck import sheet_as_shot
from maniple.rules.nerve.casualties import take_losses
from maniple.rules.shooting.firing import shooters
from maniple.rules.shooting.line_of_fire import with_a_shot

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


def losses(battle: Battle, wounds: int, *said: OfKind, struck: int = -1) -> tuple[int, ...]:
    """How many of each kind are left after so many wounds."""
    script = Script(battle, answers=said)
    cite = "combat.casualties"
    losing = take_losses(script.table, MEN, wounds, FOE, cite, shooting=struck < 0, struck=struck)
    _ = script.run(losing)
    return alive(script.battle.units[MEN])


@pytest.mark.rule("combat.mixed-weapons")
def test_the_owner_says_who_falls() -> None:
    battle = engaged()
    assert losses(battle, 2, OfKind(0)) == (4, 6, 4)
    assert losses(battle, 2, OfKind(2)) == (6, 6, 2)
    # once a kind is spent he says which is next
    assert losses(battle, 6, OfKind(2), OfKind(1)) == (6, 4, 0)
    # nobody is asked where all fall, or one kind alone is left
    assert losses(battle, 16) == (0, 0, 0)
    one = replace(battle.units[MEN], models=6, by_share=(6, 0, 0))
    assert losses(replace(battle, units=(one, battle.units[FOE])), 2) == (4, 0, 0)


@pytest.mark.rule("combat.mixed-weapons", "combat.choose-target")
def test_unless_the_enemy_strikes_particular_men_that_he_touches() -> None:
    battle = engaged(rounds=1)
    asks = aims(battle, FOE)
    assert [(a.leader, a.target, a.kinds) for a in asks] == [
        (False, MEN, (-1, 0)),
        (True, MEN, (-1, 0)),
    ]
    groups = opened(battle, (OfKind(0), OfKind(-1))).battle.combats[-1].groups
    theirs = [(g.leader, g.struck) for g in groups if g.unit == FOE]
    assert theirs == [(True, -1), (False, 0)]
    wide = engaged(files=8, rounds=1)
    wide = opened(wide, [OfKind(aim.kinds[-1]) for aim in aims(wide, FOE)]).battle
    aimed = next(g for g in wide.combats[-1].groups if g.unit == FOE and g.struck == 1)
    assert blow(wide, aimed).save == 5, "the save is still that of most of the front rank"
    assert losses(battle, 2, struck=0) == (4, 6, 4)
    assert losses(battle, 8, OfKind(1), struck=0) == (0, 4, 4)


@pytest.mark.rule("combat.mixed-weapons", "shoot.who")
def test_those_shoot_who_bear_the_weapon_while_they_live() -> None:
    slingers = Share(6, (HAND,), LIGHT, "slingers", None, (SLING,))
    sheet = replace(SHEET, shares=(slingers, Share(10, (HAND,), LIGHT)), missiles=(SLING,))
    foe = Put(warriors(), x=20, y=30, facing=180, files=6, side=BLUE)
    battle = table(Put(sheet, x=20, y=20, files=8), foe)

    def shots(battle: Battle) -> int:
        unit = battle.units[MEN]
        seen = with_a_shot(battle, MEN, FOE)
        return len(shooters(battle, unit, SLING, seen, battle.units[FOE]))

    assert shots(battle) == 6  # six of the eight in front
    assert missiles_of(battle.units[MEN]) == (SLING,)
    spent = replace(battle.units[MEN], models=10, by_share=(0, 10))
    gone = replace(battle, units=(spent, battle.units[FOE]))
    assert shots(gone) == 0
    assert missiles_of(spent) == ()


@pytest.mark.rule("combat.mixed-weapons")
def test_ranks_close_up_as_men_of_a_kind_fall() -> None:
    battle = engaged()
    unit = replace(battle.units[MEN], models=12, by_share=(2, 6, 4))
    assert [kind_at(battle, unit, file, 0) for file in range(4)] == [0, 0, 1, 1]
    assert [kind_at(battle, unit, file, 2) for file in range(4)] == [2, 2, 2, 2]
