"""Combined formation: archers behind spearmen, in its five numbered parts."""

import pytest
from msgspec.structs import replace

from kit.changes import changed, done, joined
from kit.charges import FIRE_AND_FLEE, SHOOT, declared, order
from kit.fights import LEFT, met, opened
from kit.orders import refused
from kit.tables import BLUE, Put, table
from kit.troops import (
    BOW,
    SHORT_BOW,
    foot,
    general,
    riders_and_bows,
    spears_and_bows,
    warriors,
)
from maniple.battle.asks import ChooseFallen, ChooseStruck, OfKind
from maniple.battle.chance_requests import Volley
from maniple.battle.events import WoundsTaken
from maniple.battle.judged import Judged
from maniple.battle.orders import OpenOut
from maniple.battle.sheet import Armour, Sheet, Traits
from maniple.battle.state import Battle, Charge, Response
from maniple.battle.tasks import Phase
from maniple.battle.terrain import Terrain
from maniple.battle.unit import Moved, UnitId
from maniple.geometry import Edge
from maniple.play.script import Script
from maniple.rules.charging.responses import answers, can_fire_and_flee
from maniple.rules.fighting.blows import blow
from maniple.rules.fighting.mixed import alive, kind_at
from maniple.rules.fighting.rank_bonus import rank_bonus
from maniple.rules.fighting.strikers import aims
from maniple.rules.fighting.struck import sheet_as_shot
from maniple.rules.legality import judge
from maniple.rules.nerve.casualties import take_losses
from maniple.rules.shooting.firing import CHARGING, archer_of, shooters, volley_at
from maniple.rules.shooting.line_of_fire import with_a_shot
from maniple.rules.shooting.volley import can_shoot_charging, shoot
from maniple.rules.special.combined_formation import fall_in_proportion

MEN, FOE = UnitId(0), UnitId(1)
SPEAR, ARCHER = 0, 1


def foes(models: int = 24) -> Sheet:
    """WS3 I2, so that nobody strikes at the same moment."""
    sheet = foot("foes", models, leader=False)
    return replace(sheet, profile=replace(sheet.profile, initiative=2))


def facing(
    sheet: Sheet | None = None,
    foe: Sheet | None = None,
    inches: float = 7.0,
    terrain: tuple[Terrain, ...] = (),
) -> Battle:
    """Twelve spearmen before twelve archers, six wide, and an enemy before them."""
    return table(
        Put(sheet or spears_and_bows(), x=30, y=10, files=6),
        Put(foe or warriors(), x=30, y=10 + inches, facing=180, files=6, side=BLUE),
        phase=Phase.SHOOTING,
        terrain=terrain,
    )


def shot(battle: Battle, wounds: int, *said: OfKind) -> Script:
    """So many of the men are slain by missiles."""
    script = Script(battle, answers=said)
    _ = script.run(take_losses(script.table, MEN, wounds, FOE, "shoot.casualties", shooting=True))
    return script


# ---------------------------------------------------------------------- (1) ordinary troops


@pytest.mark.rule("troop.combined-formation")
def test_1_the_archers_are_ordinary_troops_light_or_not() -> None:
    battle = facing()
    battle = replace(battle, turn=replace(battle.turn, phase=Phase.MOVES))
    assert refused(battle, 0, OpenOut(1.0)).rule == "troop.combined-formation"
    assert rank_bonus(battle, MEN) == 3
    assert not battle.units[MEN].sheet.may_skirmish
    assert replace(battle.units[MEN].sheet, shares=()).may_skirmish


@pytest.mark.rule("troop.combined-formation")
def test_the_front_ranks_are_of_one_kind_and_those_behind_of_the_other() -> None:
    battle = facing()
    unit = battle.units[MEN]
    ranks = [{kind_at(battle, unit, file, rank) for file in range(6)} for rank in range(4)]
    assert ranks == [{SPEAR}, {SPEAR}, {ARCHER}, {ARCHER}]
    fewer = replace(unit, models=21, by_share=(9, 12))
    assert [kind_at(battle, fewer, f, 1) for f in range(6)] == [SPEAR] * 3 + [ARCHER] * 3
    # a character takes two places of the front rank; the men stand on behind him
    rider = Put(general(), x=30, y=2)
    led = joined(table(Put(spears_and_bows(), x=30, y=10, files=6), rider), 1, MEN)
    assert led.units[MEN].guest_places == 2
    assert [kind_at(led, led.units[MEN], f, 2) for f in range(6)] == [SPEAR, SPEAR, *[ARCHER] * 4]


# ------------------------------------------------------------------- (2), (3) massed archery


def dice(battle: Battle, response: str | None = None) -> int:
    seen = with_a_shot(battle, MEN, FOE)
    ranged = volley_at(battle, MEN, FOE, SHORT_BOW, seen, response)
    return sum(a.dice for a in ranged.attacks)


@pytest.mark.rule("troop.combined-formation", "shoot.massed", "shoot.front-rank")
def test_2_half_of_the_archers_shoot_over_those_in_front() -> None:
    """Twelve of them behind: six shoot; with spears on the ground all in front would too."""
    battle = facing()
    assert dice(battle) == 6
    assert dice(facing(spears_and_bows(12, 11))) == 5, "rounded down"
    assert dice(done(battle, 0, moved=Moved.MOVED)) == 0, "not massed on the move"
    ahead = changed(battle, 0, by_share=(0, 12), models=12)
    assert dice(ahead) == 6 + 3, "archers in the front rank all shoot"


@pytest.mark.rule("troop.combined-formation", "shoot.to-hit")
def test_the_archers_own_skill_counts() -> None:
    battle = facing(inches=5.0)
    assert archer_of(battle.units[MEN], SHORT_BOW).ballistic_skill == 4
    seen = with_a_shot(battle, MEN, FOE)
    assert volley_at(battle, MEN, FOE, SHORT_BOW, seen).attacks[0].stages[0].need == 3


@pytest.mark.rule("troop.combined-formation")
def test_with_the_last_archer_the_bows_are_gone() -> None:
    spent = changed(facing(), 0, by_share=(12, 0), models=12)
    assert dice(spent) == 0
    assert answers_of(facing()) >= {Response.STAND_AND_SHOOT, Response.FIRE_AND_FLEE}
    assert not answers_of(spent) & {Response.STAND_AND_SHOOT, Response.FIRE_AND_FLEE}


def answers_of(battle: Battle) -> set[Response]:
    """What the unit may answer to a charge of the enemy's."""
    charge = Charge(FOE, MEN, Edge.FRONT)
    return set(answers(replace(battle, charges=(charge,)), FOE, MEN))


@pytest.mark.rule("troop.combined-formation", "charge.response.fire-and-flee", "engine.shot-at")
@pytest.mark.parametrize("answer", [SHOOT, FIRE_AND_FLEE])
def test_3_it_stands_and_shoots_or_fires_and_flees_massed(answer) -> None:
    plain = Traits()
    battle = facing(spears_and_bows(traits=plain))
    turn = replace(battle.turn, side=BLUE, phase=Phase.CHARGES)
    flight = [2, 1] if answer is FIRE_AND_FLEE else []
    volley = [1] * 6
    script = declared(replace(battle, turn=turn), order(1, 0), answer, dice=[*volley, *flight[:1]])
    requests = [request for request, _ in script.rolled if isinstance(request, Volley)]
    assert [sum(a.dice for a in r.attacks) for r in requests] == [6]


@pytest.mark.rule("troop.combined-formation", "charge.response.fire-and-flee")
def test_without_its_archers_a_combined_formation_does_not_fire_and_flee() -> None:
    battle = facing(spears_and_bows())
    assert can_fire_and_flee(battle.units[MEN])
    bereft = changed(battle, MEN, models=12, by_share=(12, 0))
    assert not can_fire_and_flee(bereft.units[MEN])


@pytest.mark.rule("troop.combined-formation", "charge.response.fire-and-flee")
def test_who_has_no_archers_does_not_fire_and_flee() -> None:
    """Formed men with bows in hand, but not light: they stand and shoot."""
    bowmen = foot("bowmen", 24, missiles=(SHORT_BOW,))
    assert answers_of(facing(bowmen)) & {Response.STAND_AND_SHOOT, Response.FIRE_AND_FLEE} == {
        Response.STAND_AND_SHOOT
    }


@pytest.mark.rule("troop.combined-formation", "shoot.composite-bow-charging")
def test_archers_behind_kontos_bearers_shoot_massed_while_the_unit_charges() -> None:
    battle = facing(riders_and_bows(6, 6), inches=10.0)
    assert can_shoot_charging(battle, MEN, FOE)
    seen = with_a_shot(battle, MEN, FOE)
    unit, foe = battle.units[MEN], battle.units[FOE]
    assert len(shooters(battle, unit, BOW, seen, foe, CHARGING)) == 3
    script = Script(battle, dice=[1, 1, 1])
    _ = script.run(shoot(script.table, MEN, FOE, response=CHARGING))
    all_with_bows = replace(
        battle.units[MEN].sheet,
        shares=tuple([replace(s, missiles=(BOW,)) for s in battle.units[MEN].sheet.shares]),
    )
    armed = replace(unit, sheet=all_with_bows)
    assert len(shooters(battle, armed, BOW, seen, foe, CHARGING)) == 3, "none who holds a kontos"
    assert len(shooters(battle, armed, BOW, seen, foe)) == 6 + 3
    no_bows = changed(battle, 0, by_share=(6, 0), models=6)
    assert not can_shoot_charging(no_bows, MEN, FOE)
    plain = replace(riders_and_bows(6, 6), shares=())
    assert not can_shoot_charging(facing(plain, inches=10.0), MEN, FOE), "kontos in hand"


# --------------------------------------------------------------------------- (4) shot at


@pytest.mark.rule("troop.combined-formation")
def test_4_missiles_are_saved_as_by_most_of_its_models() -> None:
    def armour(spears: int, bows: int) -> Armour:
        unit = facing().units[MEN]
        now = replace(unit, models=spears + bows, by_share=(spears, bows))
        return sheet_as_shot(now).armour

    assert armour(12, 11) == Armour(worn=1, shield=1)
    assert armour(11, 12) == Armour()
    assert armour(12, 12) == Armour(worn=1, shield=1), "the best on equal numbers"


@pytest.mark.rule("troop.combined-formation", "shoot.casualties")
def test_4_two_casualties_are_one_of_each_the_owner_chooses_the_third() -> None:
    """Cases B24 and J6."""
    two = shot(facing(), 2)
    assert alive(two.battle.units[MEN]) == (11, 11)
    for kind, left in ((SPEAR, (10, 11)), (ARCHER, (11, 10))):
        three = shot(two.battle, 1, OfKind(kind))
        assert alive(three.battle.units[MEN]) == left
        lost = three.table.events[-1]
        assert isinstance(lost, WoundsTaken)
        assert lost.cite == "troop.combined-formation"
        assert sum(lost.fell) == lost.slain == 1


@pytest.mark.rule("troop.combined-formation")
def test_4_the_odd_man_is_remembered_and_made_good() -> None:
    one = shot(facing(), 1, OfKind(ARCHER))
    assert alive(one.battle.units[MEN]) == (12, 11)
    two = shot(one.battle, 1)
    assert alive(two.battle.units[MEN]) == (11, 11)
    all_at_once = shot(facing(), 3, OfKind(SPEAR))
    assert alive(all_at_once.battle.units[MEN]) == (10, 11)


@pytest.mark.rule("troop.combined-formation")
def test_4_each_kind_loses_its_part() -> None:
    """Of sixteen and eight, two of three are of the many."""
    battle = facing(spears_and_bows(16, 8))
    assert alive(shot(battle, 6).battle.units[MEN]) == (12, 6)
    assert fall_in_proportion((16, 8), (1, 0)) == (0, 1)
    assert fall_in_proportion((15, 8), (1, 0)) == (0, 1)
    assert fall_in_proportion((14, 8), (2, 0)) == (1,)
    assert fall_in_proportion((0, 8), (16, 0)) == (1,)
    # of three kinds one can fall behind its whole part: it comes first
    assert fall_in_proportion((39, 28, 29), (1, 2, 1)) == (0,)


@pytest.mark.rule("troop.combined-formation")
def test_the_owner_is_asked_with_both_kinds_before_him() -> None:
    battle = facing()
    ask = ChooseFallen(battle.units[MEN].side, MEN, (SPEAR, ARCHER), "troop.combined-formation")
    for kind in (SPEAR, ARCHER):
        assert isinstance(judge(battle, ask, OfKind(kind)), Judged)
    assert not isinstance(judge(battle, ask, OfKind(2)), Judged)


# ---------------------------------------------------------------------------- (5) struck


def struck(battle: Battle, *said: OfKind) -> list[tuple[int, int, int]]:
    """The enemy's blows: the kind struck, how many men, and the save that they meet."""
    after = opened(battle, said).battle
    groups = [g for g in after.combats[-1].groups if g.unit == FOE and not g.leader]
    return [(g.struck, g.models, blow(after, g).save) for g in groups]


@pytest.mark.rule("troop.combined-formation", "combat.choose-target")
def test_5_in_front_the_spearmen_are_struck_with_their_save() -> None:
    battle = facing(foe=foes(), inches=0.0)
    assert struck(met(battle, 0, 1)) == [(SPEAR, 6, 5)]


@pytest.mark.rule("troop.combined-formation", "combat.choose-target")
@pytest.mark.parametrize(("said", "save"), [(SPEAR, 5), (ARCHER, 7)])
def test_5_who_touches_both_says_whom_he_strikes(said: int, save: int) -> None:
    """Six foes stand along four ranks: those in the middle touch both kinds."""
    foe = Put(foes(6), x=28.0, y=9.0, facing=90, files=6, side=BLUE)
    battle = table(Put(spears_and_bows(), x=30, y=10, files=6), foe)
    left = battle.units[MEN].sheet.base_width * 3
    battle = changed(battle, 1, pose=replace(battle.units[FOE].pose, x=30 - left, y=8.43))
    battle = met(battle, 0, 1, red_edge=LEFT)
    script = opened(battle, [OfKind(said)])
    asks = [e for e in script.table.events if type(e).__name__ == "BlowsAllotted"]
    assert len(asks) == 1
    groups = [g for g in script.battle.combats[-1].groups if g.unit == FOE]
    by_kind = {g.struck: (g.models, blow(script.battle, g).save) for g in groups}
    assert set(by_kind) == {SPEAR, ARCHER}
    assert by_kind[SPEAR][1] == 5
    assert by_kind[ARCHER][1] == 7
    assert sum(models for models, _ in by_kind.values()) == 6, "corners touch too"
    more = max(by_kind, key=lambda kind: by_kind[kind][0])
    assert more == said
    assert save == by_kind[said][1]


@pytest.mark.rule("troop.combined-formation", "combat.casualties")
def test_5_the_kind_that_is_struck_falls_and_the_rest_carries_over() -> None:
    battle = met(facing(foe=foes(), inches=0.0), 0, 1)

    def left(kind: int, wounds: int) -> tuple[int, ...]:
        script = Script(battle)
        script.run(
            take_losses(
                script.table, MEN, wounds, FOE, "combat.casualties", shooting=False, struck=kind
            )
        )
        return alive(script.battle.units[MEN])

    assert left(SPEAR, 3) == (9, 12)
    assert left(ARCHER, 3) == (12, 9)
    assert left(SPEAR, 14) == (0, 10)


@pytest.mark.rule("troop.combined-formation", "combat.strike-order")
def test_each_strikes_with_its_own_skill_weapon_and_initiative() -> None:
    """Three spearmen are left of the front rank: archers WS2 I4 fill it, and strike first."""
    battle = met(facing(foe=foes(), inches=0.0), 0, 1)
    battle = changed(battle, 0, by_share=(3, 12), models=15)
    after = opened(battle, [OfKind(SPEAR)] * len(aims(battle, FOE))).battle
    ours = [g for g in after.combats[-1].groups if g.unit == MEN]
    assert [(g.share, g.weapon, g.models) for g in ours] == [
        (ARCHER, "hand weapon", 3),
        (SPEAR, "thrusting spear", 3),
    ]
    assert [blow(after, g).hit for g in ours] == [4, 4]
    skilled = changed(after, 1, sheet=replace(after.units[FOE].sheet, profile=FIVE))
    assert [blow(skilled, g).hit for g in ours] == [5, 4]


FIVE = replace(foot("foes").profile, weapon_skill=5)


@pytest.mark.rule("troop.combined-formation")
def test_whom_to_strike_is_judged() -> None:
    battle = facing()
    ask = ChooseStruck(BLUE, FOE, MEN, (SPEAR, ARCHER))
    assert isinstance(judge(battle, ask, OfKind(ARCHER)), Judged)
    assert not isinstance(judge(battle, ask, OfKind(-1)), Judged)
