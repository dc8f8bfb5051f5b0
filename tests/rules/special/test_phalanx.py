"""A phalanx: hard to hit in front, closed to cavalry there, and an ordinary unit without its order."""

import pytest
from msgspec.structs import replace

from kit.changes import changed, joined
from kit.charges import FLEE, declared, order
from kit.fights import FRONT, LEFT, REAR, met, opened
from kit.tables import BLUE, RED, Put, table
from kit.troops import (
    DOUBLE_HANDED,
    LONG_SPEAR,
    SHORT_BOW,
    THRUSTING_SPEAR,
    archers,
    foot,
    general,
    horse,
    phalanx,
    skirmishers,
    warriors,
)
from maniple.battle.asks import DeclareCharge, Redirect
from maniple.battle.events import Spoke
from maniple.battle.judged import Judged, Refusal
from maniple.battle.sheet import Armour, Kind, Sheet, Traits
from maniple.battle.state import Battle, StrikeGroup
from maniple.battle.terrain import Ground, Terrain
from maniple.battle.unit import NOBODY, Fight, Formation, UnitId
from maniple.geometry import Edge
from maniple.play.script import Script
from maniple.rules.charging.chargers import redirect_options
from maniple.rules.charging.charging import charge_options, has_a_charge
from maniple.rules.fighting.blows import blow
from maniple.rules.fighting.rank_bonus import ranks_for_result
from maniple.rules.fleeing.chase import Chase, chase
from maniple.rules.legality import judge
from maniple.rules.shooting.firing import hindrances, need_at
from maniple.rules.special.phalanx import is_phalanx

FOE, PHALANX, THIRD = UnitId(0), UnitId(1), UnitId(2)
ASK = DeclareCharge(RED)


def against(
    foe: Sheet,
    sheet: Sheet | None = None,
    *others: Put,
    models: int = 0,
    terrain: tuple[Terrain, ...] = (),
) -> Battle:
    """The foe, six wide, before the front of a phalanx six wide."""
    return table(
        Put(foe, x=20, y=20, files=min(6, foe.models)),
        Put(sheet or phalanx(), x=20, y=20, facing=180, files=6, side=BLUE, models=models),
        *others,
        terrain=terrain,
    )


def fighting(battle: Battle, *, foe_edge: Edge = FRONT, edge: Edge = FRONT) -> Battle:
    return opened(met(battle, 0, 1, red_edge=foe_edge, blue_edge=edge), dice=()).battle


def group(battle: Battle, unit: UnitId, target: UnitId) -> StrikeGroup:
    groups = battle.combats[-1].groups
    return next(g for g in groups if (g.unit, g.target, g.leader) == (unit, target, False))


def to_hit(battle: Battle) -> list[tuple[int, str]]:
    one = blow(battle, group(battle, FOE, PHALANX))
    return [(m.figure, m.rule) for m in one.modifiers if m.what == "to hit"]


# ------------------------------------------------------------------------------- what it is


@pytest.mark.rule("troop.phalanx")
@pytest.mark.parametrize(("models", "is_one"), [(16, True), (15, False)])
def test_fewer_than_sixteen_are_no_phalanx(models: int, is_one: bool) -> None:
    """Case C17."""
    battle = against(warriors(), models=models)
    battle = changed(battle, 1, files=5)
    assert is_phalanx(battle, battle.units[PHALANX]) is is_one


@pytest.mark.rule("troop.phalanx", "character.in-unit")
def test_a_character_in_it_counts_among_the_sixteen() -> None:
    led = against(warriors(), None, Put(general(mounted=False), x=50, y=40, side=BLUE), models=15)
    assert is_phalanx(joined(led, 2, 1), joined(led, 2, 1).units[PHALANX])


@pytest.mark.rule("troop.phalanx")
def test_it_needs_pikes_or_long_spears_and_a_rank_bonus() -> None:
    def holds(sheet: Sheet, **fields: object) -> bool:
        battle = changed(against(warriors(), sheet), 1, **fields)
        return is_phalanx(battle, battle.units[PHALANX])

    assert holds(phalanx())
    assert holds(phalanx(weapon=LONG_SPEAR))
    assert not holds(phalanx(weapon=THRUSTING_SPEAR))
    assert not holds(replace(phalanx(), traits=Traits()))
    assert not holds(phalanx(), files=24)
    assert not holds(phalanx(), files=3)
    assert not holds(phalanx(), formation=Formation.MOB, fleeing=True)


@pytest.mark.rule("troop.phalanx")
def test_difficult_ground_makes_it_an_ordinary_unit() -> None:
    corners = ((10.0, 18.0), (30.0, 18.0), (30.0, 40.0), (10.0, 40.0))
    marsh = Terrain("marsh", corners, Ground.DIFFICULT)
    battle = against(warriors(), terrain=(marsh,))
    assert not is_phalanx(battle, battle.units[PHALANX])
    assert to_hit(fighting(battle)) == [(4, "combat.to-hit")]


@pytest.mark.rule("troop.phalanx")
@pytest.mark.parametrize("edge", [LEFT, REAR])
@pytest.mark.parametrize("loose", [True, False])
def test_struck_in_flank_or_rear_it_is_an_ordinary_unit(edge: Edge, loose: bool) -> None:
    places = tuple((25.0, 22.0 + i, 270.0) for i in range(5)) if loose else ()
    sheet = skirmishers(models=5) if loose else warriors()
    behind = Put(sheet, x=25, y=24, facing=270, files=5, places=places)
    battle = met(against(warriors(), None, behind), 0, 1)
    assert is_phalanx(battle, battle.units[PHALANX])
    battle = met(battle, 2, 1, blue_edge=edge)
    assert not is_phalanx(battle, battle.units[PHALANX])


@pytest.mark.rule("troop.phalanx")
def test_men_who_lap_round_it_strike_its_flank() -> None:
    battle = met(against(warriors()), 0, 1)
    battle = changed(battle, 0, lap_left=1)
    assert not is_phalanx(battle, battle.units[PHALANX])


@pytest.mark.rule("troop.phalanx", "result.elephants")
def test_elephants_take_the_rank_bonus_and_leave_the_phalanx() -> None:
    beast = replace(warriors("elephant"), kind=Kind.ELEPHANT)
    battle = met(against(beast), 0, 1)
    assert ranks_for_result(battle, PHALANX) == 0
    assert is_phalanx(battle, battle.units[PHALANX])
    too_few = met(against(beast, models=15), 0, 1)
    assert not is_phalanx(too_few, too_few.units[PHALANX])


# ---------------------------------------------------------------------------- its front, struck


@pytest.mark.rule("troop.phalanx")
def test_blows_at_its_front_are_at_minus_one() -> None:
    battle = fighting(against(warriors()))
    assert to_hit(battle) == [(4, "combat.to-hit"), (1, "troop.phalanx")]
    assert blow(battle, group(battle, FOE, PHALANX)).hit == 5
    ours = blow(battle, group(battle, PHALANX, FOE))
    assert ours.hit == 4


@pytest.mark.rule("troop.phalanx", "combat.to-hit")
def test_a_six_hits_it_all_the_same() -> None:
    skilled = phalanx()
    skilled = replace(skilled, profile=replace(skilled.profile, weapon_skill=7))
    battle = fighting(against(warriors(), skilled))
    assert blow(battle, group(battle, FOE, PHALANX)).hit == 6
    # what else makes it harder adds up, but not beyond the die
    fight = replace(battle.units[FOE].fight or Fight(), hits_on_six=True)
    hindered = changed(battle, 0, fight=fight)
    assert blow(hindered, group(hindered, FOE, PHALANX)).hit == 6
    assert to_hit(hindered)[-1] == (-1, "combat.to-hit")
    helpless = replace(skilled, profile=replace(skilled.profile, weapon_skill=0))
    assert to_hit(fighting(against(warriors(), helpless))) == [(1, "combat.to-hit")]


@pytest.mark.rule("troop.phalanx")
def test_a_character_in_its_front_is_as_hard_to_hit() -> None:
    battle = against(warriors(), None, Put(general(mounted=False), x=50, y=40, side=BLUE))
    battle = met(joined(battle, 2, 1), 0, 1)
    groups = [StrikeGroup(FOE, "hand weapon", unit, FRONT, 1) for unit in (PHALANX, THIRD)]
    assert [
        [m.figure for m in blow(battle, g).modifiers if m.rule == "troop.phalanx"] for g in groups
    ] == [[1], [1]]


@pytest.mark.rule("troop.phalanx", "weapon.pike-and-long-spear", "combat.ranks-front-only")
def test_several_ranks_fight_to_its_front() -> None:
    """Four ranks of pikes: six files touch, the leader in one of them strikes for himself."""
    battle = fighting(against(warriors()))
    assert group(battle, PHALANX, FOE).models == 23
    spears = fighting(against(warriors(), phalanx(weapon=LONG_SPEAR)))
    assert group(spears, PHALANX, FOE).models == 11


@pytest.mark.rule("weapon.pike-and-long-spear")
def test_an_ordinary_unit_fights_in_as_many_ranks() -> None:
    battle = fighting(against(warriors(), replace(phalanx(), traits=Traits())))
    assert group(battle, PHALANX, FOE).models == 23


# --------------------------------------------------------------------------------- shot at


@pytest.mark.rule("troop.phalanx", "shoot.modifiers")
def test_missiles_at_its_front_are_at_minus_one() -> None:
    battle = against(warriors(), None, Put(archers(), x=20, y=5, files=8))
    units = battle.units
    assert need_at(battle, units[THIRD], units[PHALANX], SHORT_BOW, long=False, response=None) == 5
    found = hindrances(battle, units[THIRD], units[PHALANX], SHORT_BOW, None)
    assert [(h.figure, h.rule) for h in found] == [(1, "troop.phalanx")]
    beside = changed(battle, 2, pose=replace(units[THIRD].pose, x=60.0, y=22.0, facing=270.0))
    units = beside.units
    assert need_at(beside, units[THIRD], units[PHALANX], SHORT_BOW, long=False, response=None) == 4


# --------------------------------------------------------------------------------- charged


def charged_by(sheet: Sheet, *, x: float = 20.0, y: float = 13.0, facing: float = 0.0) -> Battle:
    return table(
        Put(sheet, x=x, y=y, facing=facing, files=min(5, sheet.models)),
        Put(phalanx(), x=20, y=20, facing=180, files=6, side=BLUE),
    )


@pytest.mark.rule("troop.phalanx")
@pytest.mark.parametrize("kind", [Kind.CAVALRY, Kind.CAMELRY, Kind.LIGHT_CHARIOT])
def test_cavalry_may_not_charge_its_front(kind: Kind) -> None:
    battle = charged_by(replace(horse("riders"), kind=kind))
    refusal = judge(battle, ASK, order(0, 1))
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "troop.phalanx"
    assert order(0, 1) not in charge_options(battle, ASK)
    assert not has_a_charge(battle, ASK)


@pytest.mark.rule("troop.phalanx")
@pytest.mark.parametrize(
    "kind", [Kind.FOOT, Kind.HEAVY_CHARIOT, Kind.SCYTHED_CHARIOT, Kind.ELEPHANT]
)
def test_others_may(kind: Kind) -> None:
    battle = charged_by(replace(horse("others"), kind=kind))
    assert isinstance(judge(battle, ASK, order(0, 1)), Judged)
    assert order(0, 1) in charge_options(battle, ASK)


@pytest.mark.rule("troop.phalanx")
def test_cavalry_may_charge_its_flank_or_what_is_no_phalanx_any_more() -> None:
    flank = charged_by(horse("riders"), x=32.0, y=22.0, facing=270.0)
    assert isinstance(judge(flank, ASK, order(0, 1)), Judged)
    worn = changed(charged_by(horse("riders")), 1, models=15)
    assert isinstance(judge(worn, ASK, order(0, 1)), Judged)


@pytest.mark.rule("troop.phalanx", "charge.redirect")
def test_no_cavalry_turns_upon_its_front_when_its_target_has_fled() -> None:
    def options(sheet: Sheet):
        battle = table(
            Put(horse("riders"), x=20, y=13, files=5),
            Put(archers(), x=20, y=18, facing=180, files=8, side=BLUE),
            Put(sheet, x=20, y=23, facing=180, files=6, side=BLUE),
        )
        fled = declared(battle, order(0, 1), FLEE, dice=[6, 6]).battle
        return [getattr(o, "unit", None) for o in redirect_options(fled, Redirect(RED, FOE))]

    assert THIRD in options(foot("spears", 24, armour=Armour(worn=1), melee=(DOUBLE_HANDED,)))
    assert THIRD not in options(phalanx())


@pytest.mark.rule("troop.phalanx", "pursue.into-fresh-enemy")
@pytest.mark.parametrize("models", [24, 15], ids=["phalanx", "too few for one"])
def test_horse_that_runs_on_stops_before_its_front(models: int) -> None:
    battle = changed(charged_by(horse("riders")), 1, models=models)
    riders = battle.units[0]
    script = Script(battle)
    script.run(chase(script.table, Chase(UnitId(0), NOBODY, riders.pose.facing), 14.0))
    is_phalanx = models >= 16
    assert script.battle.units[0].is_engaged is not is_phalanx
    stopped = [e.cite for e in script.table.events if isinstance(e, Spoke)]
    assert stopped == (["troop.phalanx"] if is_phalanx else [])
