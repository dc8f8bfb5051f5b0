"""Characters under missiles: whom shooters may pick out, and who takes the hit."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from kit.chance import by_every_face
from kit.changes import changed, joined
from kit.charges import HOLD, declared, events, order
from kit.tables import BLUE, RED, Put, table
from kit.troops import JAVELIN, SHORT_BOW, STONE, engine, foot, general, skirmishers
from maniple.battle.asks import AnswerCharge, Done, NameShot, Reply, Shot
from maniple.battle.chance import outcomes
from maniple.battle.chance_requests import Volley
from maniple.battle.events import ChargeAnswered, UnitShot, WoundsTaken
from maniple.battle.judged import Judged, Refusal
from maniple.battle.sheet import Armour, Profile, Sheet
from maniple.battle.state import Battle, Response
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import Fight, UnitId
from maniple.play.record.fingerprint import fingerprint
from maniple.play.script import Script
from maniple.rules.charging.responses import answer_options
from maniple.rules.legality import judge, options
from maniple.rules.shooting.firing import volley_at
from maniple.rules.shooting.line_of_fire import with_a_shot
from maniple.rules.shooting.volley import shoot
from maniple.rules.special.look_out import everyone_hit
from maniple.rules.special.template import under_template

US, THEM, HERO, OTHERS = (UnitId(i) for i in range(4))
ASK = NameShot(RED)
AT_HIM = Shot(US, HERO, "short bow")


def bowmen(models: int = 4) -> Sheet:
    """Ballistic Skill 3: 4+ within half range."""
    return foot("bowmen", models, missiles=(SHORT_BOW,), leader=False, standard=False)


def plain(name: str, models: int = 12) -> Sheet:
    """Foot without armour or command."""
    return foot(name, models, armour=Armour(), leader=False, standard=False, musician=False)


def hero() -> Sheet:
    """T3 W2, save 6+."""
    sheet = replace(general("hero", mounted=False), is_general=False)
    return replace(sheet, profile=Profile(4, 5, 4, 4, 3, 2, 5, 2, 8))


def in_the_ranks(
    *more: Put, shooters: int = 4, models: int = 12, facing: float = 180, inches: float = 6
) -> Battle:
    """Bowmen before a unit in one rank, with a hero in it."""
    battle = table(
        Put(bowmen(shooters), x=30, y=10, files=shooters),
        Put(plain("them", models), x=30, y=10 + inches, facing=facing, files=models, side=BLUE),
        Put(hero(), x=60, y=40, side=BLUE),
        *more,
        phase=Phase.SHOOTING,
        todo=(Task(Do.SHOOT),),
    )
    return joined(battle, HERO, THEM)


def alone(*more: Put, inches: float = 6) -> Battle:
    """Bowmen before a hero on his own."""
    return table(
        Put(bowmen(), x=30, y=10, files=4),
        Put(hero(), x=30, y=10 + inches, facing=180, side=BLUE),
        *more,
        phase=Phase.SHOOTING,
        todo=(Task(Do.SHOOT),),
    )


def volley(battle: Battle) -> Volley:
    """The volley of the bowmen at the hero."""
    seen = with_a_shot(battle, US, HERO)
    attacks = volley_at(battle, US, HERO, SHORT_BOW, seen).attacks
    return Volley(US, attacks, everyone_hit(battle, attacks))


def agree(request: Volley) -> bool:
    """Whether the exact chances are those of every way in which the dice may fall."""
    spread = outcomes(request)
    return {one: spread.probability(one) for one in spread.outcomes} == by_every_face(request)


# ----------------------------------------------------------------------- look out, sir


@pytest.mark.rule("character.look-out-sir", "shoot.casualties")
def test_a_one_hits_him_and_the_others_take_the_rest() -> None:
    """Case B25: of three hits one is his; two of his unit fall for him."""
    # four shots on 5+; three dice for the hits; his wound and save; two wounds on the others
    script = Script(in_the_ranks(), [5, 5, 6, 4, 1, 2, 6, 4, 5, 4, 4], [AT_HIM])
    script.run_until(1)
    battle = script.battle
    assert (battle.units[HERO].wounds, battle.units[THEM].models) == (1, 10)
    (shot,) = [event for event in script.table.events if isinstance(event, UnitShot)]
    assert (shot.target, shot.wounds) == (HERO, 3)
    lost = [event for event in script.table.events if isinstance(event, WoundsTaken)]
    assert [(event.unit, event.cite) for event in lost] == [
        (HERO, "shoot.casualties"),
        (THEM, "character.look-out-sir"),
    ]


@pytest.mark.rule("character.look-out-sir", "character.target", "shoot.modifiers")
def test_the_volley_at_him_is_one_batch_with_a_die_for_each_hit() -> None:
    (attack,) = volley(in_the_ranks()).attacks
    assert [(stage.name, stage.kind, stage.need) for stage in attack.stages] == [
        ("to hit", "missile", 5),
        ("look out", "save", 2),
        ("to wound", "at least", 4),
        ("save", "save", 6),
    ]
    assert attack.turned is not None
    assert attack.turned.target == THEM
    assert [(stage.name, stage.need) for stage in attack.turned.stages] == [
        ("to wound", 4),
        ("save", 7),
    ]
    assert [struck.unit for struck in volley(in_the_ranks()).targets] == [HERO, THEM]


@pytest.mark.rule("character.look-out-sir")
def test_exact_odds_know_of_the_warning() -> None:
    request = volley(in_the_ranks(shooters=2))
    assert agree(request)
    one = outcomes(volley(in_the_ranks(shooters=1)))
    hit, wound = Fraction(2, 6), Fraction(1, 2)
    assert one.probability((1, 0)) == hit * Fraction(1, 6) * wound * Fraction(5, 6)
    assert one.probability((0, 1)) == hit * Fraction(5, 6) * wound


@pytest.mark.rule("character.look-out-sir", "engine.stone-thrower")
def test_a_stone_in_the_ranks_may_miss_him_too() -> None:
    battle = in_the_ranks(models=2)
    # the unit's three men stand from x 28.8 to 31.2; the hero to the right of the middle man
    attacks = under_template(battle, STONE, 30.0, 16.4)
    at_him = [attack for attack in attacks if attack.target == HERO]
    assert [attack.stages[1].name for attack in at_him] == ["look out"]
    (turned,) = [attack.turned for attack in at_him]
    assert turned is not None
    assert (turned.target, turned.most) == (THEM, 1)
    assert agree(Volley(US, tuple(at_him), everyone_hit(battle, at_him)))
    two = replace(at_him[0], dice=2, turned=replace(turned, most=2))
    assert agree(Volley(US, (two,), everyone_hit(battle, (two,))))


@pytest.mark.rule("character.look-out-sir")
def test_a_record_knows_such_a_volley_again() -> None:
    request = volley(in_the_ranks())
    bare = [replace(attack, turned=None) for attack in request.attacks]
    assert fingerprint(request) != fingerprint(replace(request, attacks=tuple(bare)))
    assert fingerprint(request).count(">1") == 1


@pytest.mark.rule("character.look-out-sir", "panic.shooting", "character.in-unit")
def test_he_counts_among_those_whom_shooting_has_slain() -> None:
    """One of four has fallen, the hero: a quarter, and his unit tests."""
    battle = changed(in_the_ranks(shooters=1, models=3), HERO, wounds=1)
    script = Script(battle, [6, 1, 4, 1])
    (test, _) = script.run(shoot(script.table, US, HERO))
    assert not script.battle.units[HERO].is_alive
    assert (test.do, test.unit, test.cause) == (Do.PANIC_TEST, THEM, "panic.shooting")


# ------------------------------------------------------------------------- picking him out


def why_not(battle: Battle, shot: Shot = AT_HIM) -> str:
    """The rule that refuses the shot; empty: it may be named."""
    judged = judge(battle, ASK, shot)
    return judged.rule if isinstance(judged, Refusal) else ""


@pytest.mark.rule("character.target")
def test_he_may_be_picked_out_of_the_nearest_target() -> None:
    battle = in_the_ranks()
    assert options(battle, ASK) == (Shot(US, THEM, "short bow"), AT_HIM, Done())
    assert isinstance(judge(battle, ASK, AT_HIM), Judged)
    nearer = Put(plain("nearer", 4), x=34, y=13, facing=180, files=4, side=BLUE)
    battle = in_the_ranks(nearer)
    assert why_not(battle) == "character.target"
    assert AT_HIM not in options(battle, ASK)
    further = replace(nearer, y=17)
    assert why_not(in_the_ranks(further)) == ""
    assert why_not(changed(battle, OTHERS, fight=Fight())) == ""


@pytest.mark.rule("character.target")
@pytest.mark.parametrize(
    ("turned", "rule"), [(90, "character.target"), (0, "character.target"), (180, "")]
)
def test_he_must_stand_in_the_rank_towards_them(turned: float, rule: str) -> None:
    assert why_not(in_the_ranks(facing=turned)) == rule


@pytest.mark.rule("character.target", "troop.testudo")
def test_nobody_is_picked_out_from_under_shields() -> None:
    assert why_not(changed(in_the_ranks(), THEM, testudo=True)) == "troop.testudo"


@pytest.mark.rule("character.target")
def test_who_is_among_loose_men_has_no_rank_to_hide_in() -> None:
    battle = table(
        Put(bowmen(), x=30, y=10, files=4),
        Put(
            skirmishers(models=3),
            30,
            16,
            side=BLUE,
            places=tuple((28 + 2 * i, 16, 0) for i in range(3)),
        ),
        Put(hero(), x=60, y=40, side=BLUE),
        phase=Phase.SHOOTING,
    )
    assert why_not(joined(battle, HERO, THEM)) == ""


@pytest.mark.rule("character.target")
def test_an_engine_picks_nobody_out() -> None:
    battle = in_the_ranks(Put(engine("onager"), x=30, y=5))
    assert why_not(battle, Shot(OTHERS, HERO, "stone thrower")) == "character.target"
    assert Shot(OTHERS, HERO, "stone thrower") not in options(battle, ASK)
    assert Shot(OTHERS, THEM, "stone thrower") in options(battle, ASK)


@pytest.mark.rule("character.target")
def test_one_on_his_own_is_shot_at_by_who_has_no_nearer_target() -> None:
    man = Shot(US, THEM, "short bow")
    assert why_not(alone(), man) == ""
    nearer = Put(plain("nearer", 4), x=34, y=14, facing=180, files=4, side=BLUE)
    assert why_not(alone(nearer), man) == "character.target"
    assert options(alone(nearer), ASK) == (Shot(US, HERO, "short bow"), Done())
    assert why_not(alone(replace(nearer, y=17)), man) == ""
    behind = replace(nearer, y=6, facing=0)
    assert why_not(alone(behind), man) == ""


@pytest.mark.rule("character.target", "shoot.divide")
def test_models_that_do_not_see_the_first_may_shoot_at_him() -> None:
    battle = table(
        Put(bowmen(10), x=30, y=10, files=10),
        Put(plain("them", 6), x=19, y=20, facing=180, files=6, side=BLUE),
        Put(hero(), x=60, y=40, side=BLUE),
        Put(plain("others", 6), x=41, y=20, facing=180, files=6, side=BLUE),
        phase=Phase.SHOOTING,
        todo=(Task(Do.SHOOT),),
    )
    battle = joined(battle, HERO, OTHERS)
    assert Shot(US, THEM, "short bow", HERO) in options(battle, ASK)


# ------------------------------------------------------------------------ as they charge


def charged(*more: Put) -> Battle:
    battle = table(
        Put(plain("us"), x=30, y=12, files=6),
        Put(replace(bowmen(), missiles=(JAVELIN,)), x=30, y=19, facing=180, files=4, side=BLUE),
        Put(hero(), x=60, y=40),
        *more,
    )
    return joined(battle, HERO, US)


@pytest.mark.rule("character.target", "character.look-out-sir", "charge.response.stand-and-shoot")
def test_who_stands_and_shoots_may_aim_at_him() -> None:
    battle = charged()
    answer = Reply(Response.STAND_AND_SHOOT, HERO)
    # four javelins on 6: two hit; 1 and 3 for the warning; his wound is saved; one falls for him
    script = declared(battle, order(0, 1), answer, dice=[6, 6, 1, 1, 1, 3, 4, 6, 4])
    (answered,) = events(script, ChargeAnswered)
    assert (answered.response, answered.shot_at) == (Response.STAND_AND_SHOOT, HERO)
    assert (script.battle.units[HERO].wounds, script.battle.units[US].models) == (0, 11)
    (shot,) = events(script, UnitShot)
    assert (shot.target, shot.as_response) == (HERO, True)


@pytest.mark.rule("character.target", "charge.response.stand-and-shoot")
def test_only_if_his_unit_is_the_nearest() -> None:
    at_him = Reply(Response.STAND_AND_SHOOT, HERO)
    for more, offered in (((), True), ((Put(plain("near", 4), 36, 16, files=4),), False)):
        script = Script(charged(*more), (), ())
        step = declared(script.battle, order(0, 1), HOLD, done=bool(more))
        (ask,) = [ask for ask in step.asked if isinstance(ask, AnswerCharge)]
        fresh = changed(step.battle, 1, doings=script.battle.units[1].doings)
        assert (at_him in answer_options(fresh, ask)) is offered


@pytest.mark.rule("character.target", "charge.response.stand-and-shoot")
def test_a_lone_charger_is_shot_at_whoever_is_nearer() -> None:
    battle = table(
        Put(hero(), x=30, y=11.5),
        Put(replace(bowmen(), missiles=(JAVELIN,)), x=30, y=19, facing=180, files=4, side=BLUE),
        Put(plain("near", 4), 36, 16, files=4),
    )
    script = declared(
        battle, order(0, 1), Reply(Response.STAND_AND_SHOOT), dice=[1, 1, 1, 1], done=True
    )
    assert [shot.target for shot in events(script, UnitShot)] == [US]
