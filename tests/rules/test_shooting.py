"""Shooting: who may, at whom, with how many dice, and what each shot needs."""

import pytest
from msgspec.structs import replace

from kit.changes import after, changed, done, joined
from kit.fights import met
from kit.tables import BLUE, RED, Put, table
from kit.troops import (
    BOW,
    CAVALRY_SPEAR,
    CROSSBOW,
    HAND,
    JAVELIN,
    MM,
    SHORT_BOW,
    SLING,
    archers,
    foot,
    general,
    horse,
    skirmishers,
    spearmen,
    warriors,
)
from maniple.armies.arms import missile_for, missile_named
from maniple.battle.asks import Done, NameShot, Shot
from maniple.battle.chance_requests import Volley
from maniple.battle.events import ChargeDeclared, Tested, UnitShot
from maniple.battle.judged import Judged, Refusal
from maniple.battle.sheet import Armour, Kind, Missile, Profile, Sheet
from maniple.battle.state import Battle, Response
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.terrain import Cover, Ground, Terrain
from maniple.battle.unit import NOBODY, Fight, Moved, UnitId
from maniple.geometry import Edge
from maniple.play.script import Script
from maniple.rules.charging.responses import answers
from maniple.rules.legality import judge, options
from maniple.rules.shooting.firing import CHARGING, FIRE_AND_FLEE, STAND_AND_SHOOT, volley_at
from maniple.rules.shooting.line_of_fire import with_a_shot
from maniple.rules.shooting.volley import (
    can_answer_with_shots,
    can_shoot_charging,
    shoot,
    shoot_charging,
)

US, THEM, THIRD = UnitId(0), UnitId(1), UnitId(2)
ASK = NameShot(RED)


def bowmen(models: int = 10, missile: Missile = SHORT_BOW, **changes: object) -> Sheet:
    """Ballistic Skill 3, nothing worn."""
    return foot("bowmen", models, missiles=(missile,), leader=False, standard=False, **changes)


def facing(
    ours: Sheet,
    inches: float,
    theirs: Sheet | None = None,
    *,
    files: int | None = None,
    terrain: tuple[Terrain, ...] = (),
) -> Battle:
    """Ours look up the table at theirs, so many inches off, twelve abreast; our shooting phase."""
    return table(
        Put(ours, x=30, y=10, files=files or ours.models),
        Put(theirs or spearmen(models=12), x=30, y=10 + inches, facing=180, files=12, side=BLUE),
        phase=Phase.SHOOTING,
        todo=(Task(Do.SHOOT),),
        terrain=terrain,
    )


def needs(
    battle: Battle, missile: Missile = SHORT_BOW, response: str | None = None
) -> dict[str, tuple[int, int]]:
    """What each batch is and needs to hit: its dice and the least face."""
    seen = with_a_shot(battle, US, THEM)
    ranged = volley_at(battle, US, THEM, missile, seen, response)
    return {a.who: (a.dice, a.stages[0].need) for a in ranged.attacks}


def block(x: float, y: float, w: float, h: float) -> tuple[tuple[float, float], ...]:
    return ((x, y), (x + w, y), (x + w, y + h), (x, y + h))


HEDGE = Terrain("hedge", block(10, 18.5, 40, 0.4), Ground.OBSTACLE, Cover.SOFT)
WALL = Terrain("wall", block(10, 18.5, 40, 0.4), Ground.OBSTACLE, Cover.HARD)
HILL = Terrain("hill", block(20, 4, 20, 8), height=1)
FAR_HILL = Terrain("hill", block(20, 19, 20, 8), height=1)


# ----------------------------------------------------------------------- the dice of a volley


@pytest.mark.rule("shoot.to-hit", "shoot.modifiers", "shoot.to-wound", "shoot.save")
def test_ten_archers_at_long_range_behind_a_hedge() -> None:
    """Case B1: 4, +1 for range, +1 for soft cover: two sixes are two hits."""
    script = Script(
        facing(bowmen(), 10, terrain=(HEDGE,)),
        dice=[6, 1, 2, 3, 6, 5, 5, 5, 4, 4, 4, 3, 2],
        answers=[Shot(US, THEM, "short bow")],
    )
    script.run_until(1)
    ((_, rolled),) = script.rolled
    hit, wound = rolled.shown[0], rolled.shown[1]
    assert (hit.need, hit.passed) == (6, 2)
    assert (wound.need, wound.passed) == (4, 1)


@pytest.mark.rule("shoot.to-hit")
def test_five_shots_two_hits() -> None:
    """Case B3."""
    script = Script(
        facing(bowmen(5), 6), dice=[1, 2, 2, 4, 6, 1, 1], answers=[Shot(US, THEM, "short bow")]
    )
    script.run_until(1)
    assert script.rolled[0][1].shown[0].passed == 2


@pytest.mark.rule("shoot.to-wound")
@pytest.mark.parametrize(("missile", "need"), [(BOW, 5), (CROSSBOW, 4)])
def test_strength_against_toughness(missile: Missile, need: int) -> None:
    """Case B4: Toughness 4 against Strength 3 and 4."""
    tough = spearmen(models=12)
    tough = replace(tough, profile=replace(tough.profile, toughness=4))
    ranged = volley_at(facing(bowmen(), 6, tough), US, THEM, missile, range(10))
    assert ranged.attacks[0].stages[1].need == need


@pytest.mark.rule("shoot.save", "weapon.strength-save")
def test_saves_against_missiles() -> None:
    """Cases B6, B7: light armour and shield 5+, mounted 4+, one worse against Strength 4."""

    def save(target: Sheet, missile: Missile) -> int:
        battle = facing(bowmen(), 6, target)
        return volley_at(battle, US, THEM, missile, range(10)).attacks[0].stages[2].need

    on_foot = replace(spearmen(models=12), armour=Armour(worn=1, shield=1))
    mounted = replace(on_foot, armour=Armour(worn=1, shield=1, mount=1))
    assert save(on_foot, BOW) == 5
    assert save(on_foot, CROSSBOW) == 6
    assert save(mounted, BOW) == 4
    assert save(on_foot, replace(CROSSBOW, save_modifier=-1)) == 7


@pytest.mark.rule("shoot.modifiers")
def test_beyond_half_range_is_long() -> None:
    """Case A2: a 16-inch bow at 8 and at 9 inches."""
    assert needs(facing(bowmen(4), 8)) == {"short range": (4, 4)}
    assert needs(facing(bowmen(4), 9)) == {"long range": (4, 5)}


@pytest.mark.rule("shoot.modifiers", "measure.when")
def test_half_in_short_range_half_in_long_are_two_batches() -> None:
    """Case B9: the target stands before our left half only."""
    battle = table(
        Put(bowmen(12), x=30, y=10, files=12),
        Put(spearmen(models=6), x=30 - 3 * 20 * MM, y=17.97, facing=180, files=6, side=BLUE),
        phase=Phase.SHOOTING,
    )
    assert needs(battle) == {"short range": (7, 4), "long range": (5, 5)}


@pytest.mark.rule("measure.when", "shoot.who")
def test_a_shot_out_of_range_is_lost() -> None:
    """Case A1: named at 17 inches with 16-inch bows; no dice, no other target, its turn is over."""
    battle = facing(bowmen(), 17)
    assert Shot(US, THEM, "short bow") in (options(battle, ASK) or ())
    script = Script(battle, answers=[Shot(US, THEM, "short bow")])
    script.run_until(2)
    shots = [e for e in script.table.events if isinstance(e, UnitShot)]
    assert [(e.out_of_range, e.wounds, e.range) for e in shots] == [(True, 0, 17.0)]
    assert script.battle.units[US].doings.shot


@pytest.mark.rule("measure.when")
def test_those_in_range_shoot_and_the_shots_of_the_others_are_lost() -> None:
    battle = table(
        Put(bowmen(12), x=30, y=10, files=12),
        Put(spearmen(models=6), x=30 - 3 * 20 * MM, y=25.97, facing=180, files=6, side=BLUE),
    )
    ranged = volley_at(battle, US, THEM, SHORT_BOW, range(12))
    assert [(a.dice, a.stages[0].need) for a in ranged.attacks] == [(8, 5)]
    assert ranged.lost == 4


@pytest.mark.rule("shoot.modifiers")
@pytest.mark.parametrize(
    ("terrain", "need"), [((), 4), ((HEDGE,), 5), ((WALL,), 6)], ids=["open", "soft", "hard"]
)
def test_cover(terrain: tuple[Terrain, ...], need: int) -> None:
    battle = facing(bowmen(4, BOW), 10, terrain=terrain)
    assert needs(battle, BOW) == {"short range": (4, need)}


@pytest.mark.rule("shoot.modifiers")
def test_moving_costs_one() -> None:
    battle = facing(bowmen(4, SLING), 6)
    assert needs(battle, SLING) == {"short range": (4, 4)}
    assert needs(done(battle, US, moved=Moved.MOVED), SLING) == {"short range": (4, 5)}
    assert needs(done(battle, US, moved=Moved.HALTED), SLING) == {"short range": (4, 4)}
    assert needs(done(battle, US, ran=True), SLING) == {"short range": (4, 5)}, "pursuit is a move"


@pytest.mark.rule("shoot.modifiers")
def test_skirmishers_and_single_men_are_harder_to_hit() -> None:
    loose = tuple((28.0 + i, 15.0, 180.0) for i in range(4))
    at_loose = table(
        Put(bowmen(4), x=30, y=10, files=4),
        Put(skirmishers(models=4), x=29.5, y=15, facing=180, side=BLUE, places=loose),
    )
    assert needs(at_loose) == {"short range": (4, 5)}
    at_one = table(
        Put(bowmen(4), x=30, y=10, files=4),
        Put(general(), x=30, y=15, facing=180, side=BLUE),
    )
    assert needs(at_one) == {"short range": (4, 5)}


@pytest.mark.rule("shoot.modifiers")
@pytest.mark.parametrize(("inches", "need"), [(1.0, 5), (40 / 25.4, 4), (50 / 25.4, 4)])
def test_a_giant_is_no_man_sized_model(inches: float, need: int) -> None:
    one = foot("one", 1, base_width=inches, base_depth=inches)
    battle = table(Put(bowmen(4), x=30, y=10, files=4), Put(one, x=30, y=15, facing=180, side=BLUE))
    assert needs(battle) == {"short range": (4, need)}


@pytest.mark.rule("shoot.large-targets", "shoot.modifiers")
@pytest.mark.parametrize(
    ("kind", "need"),
    [
        (Kind.ELEPHANT, 3),
        (Kind.WAR_WAGON, 3),
        (Kind.HEAVY_CHARIOT, 4),
        (Kind.SCYTHED_CHARIOT, 4),
    ],
)
def test_elephants_and_war_wagons_are_large_targets(kind: Kind, need: int) -> None:
    big = foot("big", 1, kind=kind, base_width=2.0, base_depth=3.0)
    battle = table(Put(bowmen(4), x=30, y=10, files=4), Put(big, x=30, y=15, facing=180, side=BLUE))
    assert needs(battle) == {"short range": (4, need)}


@pytest.mark.rule("shoot.moving-crews", "troop.light-chariot")
def test_the_crew_of_a_chariot_that_moved_shoots_at_one_less() -> None:
    """Case B10; javelins do not mind."""
    car = foot("car", 1, kind=Kind.LIGHT_CHARIOT, base_width=1.6, base_depth=2.4, missiles=(BOW,))
    battle = facing(car, 6, files=1)
    assert needs(battle, BOW) == {"short range": (1, 4)}
    moved = done(battle, US, moved=Moved.MOVED)
    assert needs(moved, BOW) == {"short range": (1, 5)}
    assert needs(moved, JAVELIN) == {"short range": (1, 4)}


@pytest.mark.rule("shoot.javelins")
def test_javelins_mind_neither_movement_nor_range_and_strike_at_their_own_strength() -> None:
    strong = bowmen(4, JAVELIN, profile=Profile(4, 3, 3, 5, 3, 1, 3, 1, 7))
    far = facing(strong, 7.5)
    assert needs(done(far, US, moved=Moved.MOVED), JAVELIN) == {"short range": (4, 4)}
    weak = replace(JAVELIN, ignores_moving=False)
    assert needs(done(far, US, moved=Moved.MOVED), weak) == {"short range": (4, 5)}
    ranged = volley_at(far, US, THEM, JAVELIN, range(4))
    assert ranged.attacks[0].stages[1].need == 4
    axe = replace(JAVELIN, name="throwing axe", strength=0)
    assert volley_at(far, US, THEM, axe, range(4)).attacks[0].stages[1].need == 2


# ------------------------------------------------------------------------------- who shoots


@pytest.mark.rule("shoot.front-rank")
def test_only_the_front_rank_of_a_formed_unit_shoots() -> None:
    battle = facing(bowmen(12, SLING), 6, files=4)
    assert needs(battle, SLING) == {"short range": (4, 4)}


@pytest.mark.rule("shoot.massed")
def test_massed_archers_add_half_of_the_others_rounded_down() -> None:
    """Fifteen in three ranks of five: five, and half of ten; the last of fourteen rounded down."""
    assert needs(facing(bowmen(15, BOW), 6, files=5), BOW) == {"short range": (10, 4)}
    assert needs(facing(bowmen(14, BOW), 6, files=5), BOW) == {"short range": (9, 4)}


@pytest.mark.rule("shoot.massed")
def test_archers_who_moved_or_ride_do_not_shoot_massed() -> None:
    battle = facing(bowmen(15, BOW), 6, files=5)
    moved = done(battle, US, moved=Moved.MOVED)
    assert needs(moved, BOW) == {"short range": (5, 5)}
    riders = horse("riders", 10, missiles=(BOW,))
    assert needs(facing(riders, 6, files=5), BOW) == {"short range": (5, 3)}


@pytest.mark.rule("shoot.elevated", "shoot.massed", "sight.blocked")
def test_formed_archers_on_a_hill_shoot_in_massed_numbers_only() -> None:
    """Case B13: and so do slingers there, or at a target on a hill."""
    assert needs(facing(bowmen(15, BOW), 6, files=5, terrain=(HILL,)), BOW) == {
        "short range": (10, 4)
    }
    assert needs(facing(bowmen(15, SLING), 6, files=5, terrain=(HILL,)), SLING) == {
        "short range": (10, 4)
    }
    assert needs(facing(bowmen(15, SLING), 6, files=5), SLING) == {"short range": (5, 4)}
    at_hill = facing(bowmen(15, SLING), 9, spearmen(models=24), files=5, terrain=(FAR_HILL,))
    assert needs(at_hill, SLING) == {"short range": (5, 4), "long range": (5, 5)}
    moved = done(at_hill, US, moved=Moved.MOVED)
    assert sum(dice for dice, _ in needs(moved, SLING).values()) == 10


@pytest.mark.rule("troop.skirmish", "sight.skirmishers")
def test_every_skirmisher_shoots_through_his_own_arc() -> None:
    turned = ((28.0, 10.0, 0.0), (30.0, 10.0, 0.0), (32.0, 10.0, 180.0))
    battle = table(
        Put(skirmishers(models=3), x=30, y=10, places=turned),
        Put(spearmen(models=12), x=30, y=16, facing=180, files=12, side=BLUE),
    )
    assert needs(battle, JAVELIN) == {"short range": (2, 4)}


@pytest.mark.rule("unit.ranks", "shoot.front-rank")
def test_a_character_in_the_front_rank_does_not_shoot_with_his_unit() -> None:
    battle = table(
        Put(bowmen(12, SLING), x=30, y=10, files=6),
        Put(spearmen(models=12), x=30, y=16, facing=180, files=12, side=BLUE),
        Put(general(mounted=False), x=60, y=10),
    )
    assert needs(joined(battle, 2, 0), SLING) == {"short range": (5, 4)}


# ----------------------------------------------------------------------- what may be named


@pytest.mark.rule("shoot.who")
@pytest.mark.parametrize(
    "moved",
    [
        Moved.MARCHED,
        Moved.CHARGED,
        Moved.FAILED_CHARGE,
        Moved.RALLIED,
        Moved.REFORMED,
        Moved.FLED,
    ],
)
def test_who_may_not_shoot(moved: Moved) -> None:
    battle = done(facing(bowmen(), 6), US, moved=moved)
    assert options(battle, ASK) == (Done(),)
    refusal = judge(battle, ASK, Shot(US, THEM, "short bow"))
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "shoot.who"


@pytest.mark.rule("shoot.who")
def test_a_unit_shoots_once_and_nobody_is_asked_who_has_no_shot() -> None:
    battle = done(facing(bowmen(), 6), US, shot=True)
    assert isinstance(judge(battle, ASK, Shot(US, THEM, "short bow")), Refusal)
    script = Script(battle)
    script.run_until(1)
    assert script.asked == []
    assert script.battle.turn.todo == ()


@pytest.mark.rule("shoot.who")
def test_a_player_may_be_done_with_shots_left() -> None:
    script = Script(facing(bowmen(), 6), answers=[Done()])
    script.run_until(1)
    assert script.battle.turn.todo == ()


@pytest.mark.rule("shoot.who")
def test_a_target_must_be_seen() -> None:
    behind = table(
        Put(bowmen(), x=30, y=20, files=10),
        Put(spearmen(), x=30, y=10, files=8, side=BLUE),
    )
    refusal = judge(behind, ASK, Shot(US, THEM, "short bow"))
    assert isinstance(refusal, Refusal)
    assert "line of fire" in refusal.why


@pytest.mark.rule("shoot.who")
@pytest.mark.parametrize(
    ("shot", "word"),
    [
        (Shot(US, UnitId(9), "short bow"), "there is no unit 9"),
        (Shot(US, UnitId(-5), "short bow"), "there is no unit -5"),
        (Shot(US, THEM, "ballista"), "ballista"),
        (Shot(THEM, US, "short bow"), "the enemy's"),
        (Shot(US, US, "short bow"), "no enemy"),
        (Shot(NOBODY, THEM, "short bow"), "a shooter"),
    ],
)
def test_shots_that_make_no_sense_are_refused(shot: Shot, word: str) -> None:
    refusal = judge(facing(bowmen(), 6), ASK, shot)
    assert isinstance(refusal, Refusal)
    assert word in refusal.why


@pytest.mark.rule("shoot.into-combat")
def test_nobody_shoots_into_or_out_of_close_combat() -> None:
    battle = table(
        Put(bowmen(), x=30, y=10, files=10),
        Put(spearmen(), x=30, y=20, facing=180, files=8, side=BLUE),
        Put(spearmen("friends"), x=30, y=20, files=8),
    )
    assert isinstance(judge(battle, ASK, Shot(US, THEM, "short bow")), Judged)
    fighting = met(battle, 2, 1)
    refusal = judge(fighting, ASK, Shot(US, THEM, "short bow"))
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "shoot.into-combat"
    engaged = met(facing(bowmen(), 0.0), 0, 1)
    refusal = judge(engaged, ASK, Shot(US, THEM, "short bow"))
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "shoot.into-combat"


@pytest.mark.rule("shoot.move-or-shoot")
def test_crossbows_move_or_shoot() -> None:
    battle = facing(bowmen(10, CROSSBOW), 6)
    assert isinstance(judge(battle, ASK, Shot(US, THEM, "crossbow")), Judged)
    moved = done(battle, US, moved=Moved.MOVED)
    refusal = judge(moved, ASK, Shot(US, THEM, "crossbow"))
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "shoot.move-or-shoot"
    assert options(moved, ASK) == (Done(),)


def screened(width: float, step: float) -> Battle:
    """Bowmen, skirmishers of theirs before them over so many inches, and spearmen behind those."""
    count = int(width / step) + 1
    first = 30 - (count - 1) * step / 2
    places = tuple((first + i * step, 15.0, 180.0) for i in range(count))
    return table(
        Put(bowmen(), x=30, y=10, files=10),
        Put(skirmishers(models=count), x=30, y=15, facing=180, side=BLUE, places=places),
        Put(spearmen(models=12), x=30, y=17, facing=180, files=12, side=BLUE),
        phase=Phase.SHOOTING,
        todo=(Task(Do.SHOOT),),
    )


@pytest.mark.rule("shoot.through-skirmishers", "sight.arc", "sight.skirmishers")
def test_enemy_skirmishers_whom_all_can_shoot_at_must_be_the_target() -> None:
    """Case B12: even if some see past them."""
    battle = screened(6, 1.5)
    assert with_a_shot(battle, US, THIRD)
    refusal = judge(battle, ASK, Shot(US, THIRD, "short bow"))
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "shoot.through-skirmishers"
    assert options(battle, ASK) == (Shot(US, THEM, "short bow"), Done())


@pytest.mark.rule("shoot.through-skirmishers")
def test_nobody_shoots_through_skirmishers_friend_or_foe() -> None:
    """Case B12: a wide screen of our own lets no shot through; sight passes it."""
    wide = changed(screened(24, 1.5), 1, side=RED)
    assert with_a_shot(wide, US, THIRD) == ()
    assert options(wide, ASK) == (Done(),)


@pytest.mark.rule("shoot.through-skirmishers")
def test_gaps_where_coherency_is_lost_are_open() -> None:
    apart = changed(screened(24, 8.0), 1, side=RED)
    assert with_a_shot(apart, US, THIRD)
    assert isinstance(judge(apart, ASK, Shot(US, THIRD, "short bow")), Judged)


def divided() -> Battle:
    """A wall of friends hides the spearmen from our left; the warriors stand before our left."""
    return table(
        Put(bowmen(16), x=30, y=10, files=16),
        Put(spearmen(models=6), x=40, y=20, facing=180, files=6, side=BLUE),
        Put(warriors(models=6), x=22, y=20, facing=180, files=6, side=BLUE),
        Put(spearmen("wall", models=10), x=30, y=14, facing=90, files=2),
        phase=Phase.SHOOTING,
        todo=(Task(Do.SHOOT),),
    )


@pytest.mark.rule("shoot.divide")
def test_models_that_cannot_see_the_target_may_shoot_at_another() -> None:
    battle = divided()
    first, other = with_a_shot(battle, US, THEM), with_a_shot(battle, US, THIRD)
    assert 0 < len(first) < 16
    more = [i for i in other if i not in first]
    assert more
    answer = Shot(US, THEM, "short bow", THIRD)
    assert answer in (options(battle, ASK) or ())
    script = Script(battle, dice=[1] * (len(first) + len(more)), answers=[answer])
    script.run_until(1)
    ((request, _),) = script.rolled
    assert isinstance(request, Volley)
    shots = {struck.unit: 0 for struck in request.targets}
    for attack in request.attacks:
        shots[attack.target] += attack.dice
    assert shots == {THEM: len(first), THIRD: len(more)}


@pytest.mark.rule("shoot.divide")
def test_a_unit_all_of_whose_models_can_shoot_does_not_divide_its_shots() -> None:
    battle = table(
        Put(bowmen(), x=30, y=10, files=10),
        Put(spearmen(models=6), x=26, y=20, facing=180, files=6, side=BLUE),
        Put(warriors(models=6), x=36, y=20, facing=180, files=6, side=BLUE),
    )
    refusal = judge(battle, ASK, Shot(US, THEM, "short bow", THIRD))
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "shoot.divide"
    assert options(battle, ASK) == (
        Shot(US, THEM, "short bow"),
        Shot(US, THIRD, "short bow"),
        Done(),
    )


# --------------------------------------------------------------- casualties, panic, answers


@pytest.mark.rule("shoot.casualties", "panic.shooting")
def test_a_volley_that_slays_a_quarter_makes_its_target_test() -> None:
    target = replace(spearmen(models=12), armour=Armour())
    script = Script(
        facing(bowmen(3), 6, target),
        dice=[4, 4, 4, 4, 4, 4, 5, 5, 2, 6],
        answers=[Shot(US, THEM, "short bow")],
    )
    script.run_until(3)
    unit = script.battle.units[THEM]
    assert unit.models == 9
    assert [e.kind for e in script.table.events if isinstance(e, Tested)] == ["panic.shooting"]
    assert unit.fleeing
    assert unit.pose.y > 16


@pytest.mark.rule("charge.response.stand-and-shoot", "shoot.modifiers", "panic.shooting")
def test_a_charger_is_shot_at_from_any_range_at_one_less() -> None:
    """Out of range counts as the weapon's full range; the quarter is of this volley alone."""
    battle = facing(bowmen(4), 20)
    assert needs(battle, response=STAND_AND_SHOOT) == {"long range": (4, 6)}
    assert needs(facing(bowmen(4), 6), response=STAND_AND_SHOOT) == {"short range": (4, 5)}
    assert needs(facing(bowmen(4), 6), response=FIRE_AND_FLEE) == {"short range": (4, 5)}
    battle = done(facing(bowmen(4), 6, replace(spearmen(models=12), armour=Armour())), 1, fallen=2)
    script = Script(battle, dice=[6, 6, 1, 1, 6, 1])
    tasks = script.run(shoot(script.table, US, THEM, response=STAND_AND_SHOOT))
    assert tasks == ()
    assert not script.battle.units[US].doings.shot


@pytest.mark.rule("charge.response.stand-and-shoot", "shoot.into-combat")
def test_who_can_shoot_at_a_charger() -> None:
    battle = facing(bowmen(4), 20)
    assert can_answer_with_shots(battle, US, THEM)
    assert not can_answer_with_shots(battle, THEM, US)
    assert not can_answer_with_shots(changed(battle, US, fleeing=True), US, THEM)
    assert not can_answer_with_shots(changed(battle, US, fight=Fight()), US, THEM)


@pytest.mark.rule("panic.shooting", "charge.response.stand-and-shoot")
def test_a_stand_and_shoot_adds_nothing_to_earlier_losses() -> None:
    """Six fell before in this phase; one more of the twelve that are left is no quarter."""
    battle = done(facing(bowmen(4), 12), THEM, fallen=6)
    script = Script(battle, dice=[6, 1, 1, 1, 6, 1])
    response = "charge.response.stand-and-shoot"
    assert script.run(shoot(script.table, US, THEM, response=response)) == ()
    assert script.battle.units[THEM].doings.fallen == 7
    # in the shooting phase they count together
    again = Script(battle, dice=[6, 1, 1, 1, 6, 1])
    tests = again.run(shoot(again.table, US, THEM))
    assert [task.cause for task in tests if task.do is Do.PANIC_TEST] == ["panic.shooting"]


@pytest.mark.rule("shoot.who")
def test_without_a_name_the_weapon_that_hits_most_easily_is_shot() -> None:
    both = foot("both", 4, missiles=(CROSSBOW, replace(SLING, range=10)))
    script = Script(facing(both, 9), dice=[1, 1, 1, 1])
    script.run(shoot(script.table, US, THEM))
    (shot,) = [e for e in script.table.events if isinstance(e, UnitShot)]
    assert shot.weapon == "crossbow"


@pytest.mark.rule("shoot.composite-bow-charging")
def test_mounted_archers_shoot_as_they_charge_unless_they_bear_a_spear() -> None:
    riders = horse("riders", 5, missiles=(BOW,))
    battle = facing(riders, 10)
    assert can_shoot_charging(battle, US, THEM)
    assert needs(battle, BOW, CHARGING) == {"short range": (5, 4)}
    lancers = horse("lancers", 5, missiles=(BOW,), melee=(CAVALRY_SPEAR, HAND))
    assert not can_shoot_charging(facing(lancers, 10), US, THEM)
    assert not can_shoot_charging(facing(bowmen(5, BOW), 10), US, THEM)
    javelins = horse("javelins", 5, missiles=(JAVELIN,))
    assert not can_shoot_charging(facing(javelins, 6), US, THEM)
    script = Script(battle, dice=[1, 2, 3, 3, 3])
    script.run(shoot_charging(script.table, US, THEM))
    (shot,) = [e for e in script.table.events if isinstance(e, UnitShot)]
    assert shot.cite == CHARGING
    assert (
        Script(facing(lancers, 10)).run(shoot_charging(Script(facing(lancers, 10)).table, US, THEM))
        == ()
    )


@pytest.mark.rule("shoot.bows")
def test_a_bow_in_a_list_is_a_composite_bow() -> None:
    row = missile_named("bow")
    assert row is not None
    assert row.name == "composite bow"
    battle = facing(archers(8), 24)
    assert needs(battle, missile_for(row, shoots_charging=True)) == {"long range": (8, 5)}


@pytest.mark.rule("charge.response.stand-and-shoot")
@pytest.mark.parametrize(("inches", "may"), [(4.0, False), (4.01, True), (3.0, False)])
def test_standing_and_shooting_takes_more_than_half_the_charge_move(
    inches: float, may: bool
) -> None:
    """Case A4: foot that moves 4 charges 8; exactly 4 inches off is not more than half."""
    battle = facing(bowmen(), inches)
    battle = after(battle, ChargeDeclared(THEM, US, Edge.FRONT))
    assert (Response.STAND_AND_SHOOT in answers(battle, THEM, US)) is may


SCENES = {
    "plain": lambda: facing(bowmen(), 6),
    "divided": divided,
    "screened": lambda: screened(6, 1.5),
    "wide screen": lambda: screened(24, 1.5),
    "hill": lambda: facing(bowmen(15, SLING), 9, files=5, terrain=(FAR_HILL,)),
}


@pytest.mark.rule("shoot.who", "shoot.divide")
@pytest.mark.parametrize("scene", SCENES)
def test_every_shot_offered_is_legal_and_no_other_plain_shot_is(scene: str) -> None:
    battle = SCENES[scene]()
    offered = options(battle, ASK) or ()
    assert all(isinstance(judge(battle, ASK, shot), Judged) for shot in offered)
    (weapon,) = battle.units[US].sheet.missiles
    for target in battle.units:
        shot = Shot(US, target.id, weapon.name)
        assert (shot in offered) is isinstance(judge(battle, ASK, shot), Judged)
