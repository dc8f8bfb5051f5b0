"""Each spell of the book: what it does, to whom, and that it is no more than that."""

import pytest
from msgspec.structs import replace

from kit.changes import after, changed, done, joined
from kit.fights import counted, events, met, opened
from kit.magic import after_magic, magic, wizard
from kit.tables import BLUE, RED, Put
from kit.troops import SHORT_BOW, archers, elephant, engine, foot, horse, legionaries, spearmen
from maniple.armies.spells import spell_book
from maniple.battle.asks import Allotment, Cast, CastSpell, Stand
from maniple.battle.chance_requests import Test, Volley
from maniple.battle.events import (
    SpellLaid,
    Tested,
    UnitFled,
    UnitPanicked,
    UnitRallied,
    UnitRan,
    WoundsTaken,
)
from maniple.battle.judged import Refusal
from maniple.battle.sheet import Armour, Sheet
from maniple.battle.spells import Effect
from maniple.battle.state import Battle, StrikeGroup
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import Formation, Laid, Moved, Status, UnitId
from maniple.geometry import pose
from maniple.rules.charging.charge_path import charge_reach
from maniple.rules.fighting.blows import blow
from maniple.rules.fighting.charts import NO_SAVE, to_wound
from maniple.rules.fleeing.running import flight_pool
from maniple.rules.legality import judge
from maniple.rules.moving.rate import move_of
from maniple.rules.nerve.leadership import may_reroll_break
from maniple.rules.shooting.firing import volley_at
from maniple.rules.shooting.line_of_fire import with_a_shot
from maniple.rules.special.magic.bolt import stages_of
from maniple.rules.special.magic.book import WORKS

MAGE, FRIEND, FOE = UnitId(0), UnitId(1), UnitId(2)
BOOK = {spell.name: spell for spell in spell_book()}


def cast_by(
    *spells: str, foe: Sheet | None = None, friend: Sheet | None = None, **changes: object
) -> Battle:
    """A seer who knows these spells, his cohort beside him, an enemy ten inches before them."""
    return magic(
        Put(wizard(level=max(1, len(spells)), spells=spells), x=30, y=10),
        Put(friend or legionaries("friends"), x=36, y=10, files=6),
        Put(foe or foot("foes", 16), x=30, y=20, facing=180, files=8, side=BLUE),
        **changes,
    )


def laid(battle: Battle, name: str, unit: int = FRIEND) -> Battle:
    """The battle with the spell upon the unit."""
    spell = BOOK[name]
    lies = Laid(name, spell.effect, MAGE, spell.figure)
    return after(battle, SpellLaid(UnitId(unit), lies, f"magic.{spell.effect.value}"))


def at_once(battle: Battle, name: str, target: UnitId, dice: list[int], *more: object) -> Battle:
    """The battle after the spell and all that follows from it at once."""
    return after_magic(battle, dice, [Cast(MAGE, name, target), *more]).battle


def in_touch(battle: Battle) -> Battle:
    """The cohort and the enemy front to front, in the combat phase that is to begin; he has charged."""
    at = battle.units[FRIEND].pose
    battle = changed(battle, FOE, pose=replace(at, facing=180.0))
    turn = replace(battle.turn, todo=())
    return met(replace(battle, turn=turn), FRIEND, FOE, charger=FOE)


# ------------------------------------------------------------------------------ the book


@pytest.mark.rule("magic.cast", "magic.phase")
def test_the_book_has_a_spell_of_every_effect() -> None:
    assert {spell.effect for spell in spell_book()} == set(Effect) == set(WORKS)
    assert len({spell.name for spell in spell_book()}) == len(spell_book())
    for spell in spell_book():
        assert 1 <= spell.cost <= 3
        assert 6 <= spell.range <= 36
        assert spell.text
        assert spell.mark == "C"


@pytest.mark.rule("magic.lasting")
@pytest.mark.parametrize("name", ["gale", "ward", "strength", "mist", "heart"])
def test_five_of_them_last(name: str) -> None:
    target = FOE if name == "gale" else FRIEND
    battle = at_once(cast_by(name), name, target, [])
    (lies,) = battle.units[target].spells
    assert (lies.spell, lies.effect, lies.by) == (name, BOOK[name].effect, MAGE)


# ---------------------------------------------------------------------------------- bolt


@pytest.mark.rule("magic.bolt", "shoot.to-wound", "shoot.save")
def test_a_bolt_hits_with_a_die_of_strength_four() -> None:
    """Five hits at Strength 4 on Toughness 3, save 5+ made 6+: three wound, one is saved."""
    foe = foot("foes", 16, armour=Armour(worn=1, shield=1))
    script = after_magic(
        cast_by("bolt", foe=foe), [5, 3, 3, 3, 2, 2, 6, 5, 5], [Cast(MAGE, "bolt", FOE)]
    )
    (volley,) = [request for request, _ in script.rolled if isinstance(request, Volley)]
    (attacks,) = volley.attacks
    assert attacks.dice == 5
    assert [stage.need for stage in attacks.stages] == [1, 3, 6]
    (wounds,) = events(script, WoundsTaken)
    assert (wounds.unit, wounds.slain, wounds.by, wounds.cite) == (FOE, 2, MAGE, "magic.bolt")


@pytest.mark.rule("magic.bolt", "panic.shooting")
@pytest.mark.parametrize(("models", "due"), [(8, True), (9, False)])
def test_a_quarter_slain_by_it_calls_for_a_panic_test(models: int, due: bool) -> None:
    foe = foot("foes", models, armour=Armour())
    script = after_magic(cast_by("bolt", foe=foe), [2, 6, 6], [Cast(MAGE, "bolt", FOE)])
    tests = [task for task in script.battle.turn.todo if task.do is Do.PANIC_TEST]
    assert tests == ([Task(Do.PANIC_TEST, FOE, MAGE, "panic.shooting")] if due else [])


@pytest.mark.rule("magic.bolt", "panic.shooting")
def test_who_panics_flees_from_the_wizards_unit() -> None:
    """Losses of the shooting phase do not count: the magic phase has begun since."""
    foe = foot("foes", 8, armour=Armour())
    with_friends = joined(cast_by("bolt", foe=foe), MAGE, FRIEND)
    script = after_magic(with_friends, [2, 6, 6, 6, 6, 3, 4], [Cast(MAGE, "bolt", FOE)], steps=3)
    assert [event.foe for event in events(script, UnitPanicked)] == [FRIEND]
    assert [event.unit for event in events(script, UnitRan)] == [FOE]
    assert script.battle.units[FOE].fleeing


@pytest.mark.rule("magic.bolt", "troop.elephant")
def test_it_strikes_the_beast_and_not_its_crew() -> None:
    battle = cast_by("bolt", foe=elephant("beast"))
    toughness = elephant().profile.toughness
    script = after_magic(battle, [2, 6, 6, 1, 1], [Cast(MAGE, "bolt", FOE)])
    (volley,) = [request for request, _ in script.rolled if isinstance(request, Volley)]
    assert volley.attacks[0].stages[1].need == to_wound(4, toughness)
    (wounds,) = events(script, WoundsTaken)
    assert (wounds.unit, wounds.wounds, wounds.slain) == (FOE, 2, 0)


@pytest.mark.rule("magic.bolt", "general.leadership")
def test_it_takes_the_last_man() -> None:
    battle = cast_by("bolt", foe=foot("foes", 1, armour=Armour()))
    gone = at_once(battle, "bolt", FOE, [3, 6, 6, 6])
    assert gone.units[FOE].status is Status.DESTROYED


# ---------------------------------------------------------------------------------- gale


@pytest.mark.rule("magic.gale", "move.rate")
@pytest.mark.parametrize(("move", "half"), [(4, 2), (5, 3), (8, 4)])
def test_against_a_gale_movement_is_halved(move: int, half: int) -> None:
    battle = cast_by("gale", foe=foot("foes", move=move))
    windy = laid(battle, "gale", FOE)
    assert move_of(battle, battle.units[FOE]) == move
    assert move_of(windy, windy.units[FOE]) == half
    assert charge_reach(windy, FOE) == 2.0 * half
    assert move_of(windy, windy.units[FRIEND]) == 4


@pytest.mark.rule("magic.gale", "flee.distance")
def test_it_flees_as_the_slow_do() -> None:
    battle = cast_by("gale", foe=horse("riders"))
    assert str(flight_pool(battle, FOE)) == "3D6"
    assert str(flight_pool(laid(battle, "gale", FOE), FOE)) == "2D6"


# --------------------------------------------------------------------------------- dread


@pytest.mark.rule("magic.dread", "panic.flee")
@pytest.mark.parametrize(("dice", "flees"), [((3, 4), False), ((4, 4, 3, 3), True)])
def test_dread_is_a_panic_test_at_once(dice: tuple[int, ...], flees: bool) -> None:
    """Leadership 7: a 7 holds; an 8 runs from the wizard."""
    script = after_magic(cast_by("dread"), dice, [Cast(MAGE, "dread", FOE)], steps=3)
    assert [(e.kind, e.need, e.passed) for e in events(script, Tested)] == [
        ("magic.dread", 7, not flees)
    ]
    assert script.battle.units[FOE].fleeing is flees
    if flees:
        assert [event.foe for event in events(script, UnitPanicked)] == [MAGE]
        assert script.battle.units[FOE].pose.facing == 0.0


@pytest.mark.rule("magic.dread", "psychology.test")
def test_who_flees_already_feels_no_dread() -> None:
    battle = changed(cast_by("dread"), FOE, fleeing=True, formation=Formation.MOB)
    judged = judge(battle, CastSpell(RED), Cast(MAGE, "dread", FOE))
    assert isinstance(judged, Refusal)
    assert judged.rule == "magic.dread"


@pytest.mark.rule("magic.dread", "panic.in-combat", "turn.combat-order")
def test_who_panics_in_the_magic_phase_does_not_wait_for_those_who_broke() -> None:
    """A general slain by magic: his cohort, which has fought this turn, runs at once."""
    fight = opened(in_touch(cast_by()))
    battle = replace(fight.battle, turn=replace(fight.battle.turn, phase=Phase.COMBAT, todo=()))
    assert battle.combats
    script = after_magic(battle)
    assert script.battle.turn.phase is Phase.MAGIC
    assert script.battle.combats == ()
    due = (Task(Do.PANIC_TEST, FOE, FRIEND, "panic.general"), Task(Do.PANIC_FLIGHT))
    turn = replace(script.battle.turn, todo=due)
    runs = after_magic(replace(script.battle, turn=turn), [6, 6, 3, 3], steps=2)
    assert [event.unit for event in events(runs, UnitFled)] == [FOE]


# ---------------------------------------------------------------------------------- ward


def save_of_blow(battle: Battle) -> tuple[int, list[tuple[int, str]]]:
    """What the friends need against the first blows at them, and by which rules."""
    fight = opened(in_touch(battle)).battle
    group = next(g for g in fight.combats[-1].groups if g.target == FRIEND)
    struck = blow(fight, group)
    return struck.save, [(m.figure, m.rule) for m in struck.modifiers if m.what == "save"]


@pytest.mark.rule("magic.ward")
def test_a_ward_saves_on_a_five_whatever_strikes() -> None:
    bare = cast_by("ward", friend=foot("friends", armour=Armour()))
    assert save_of_blow(bare) == (7, [(7, "shoot.save")])
    assert save_of_blow(laid(bare, "ward")) == (5, [(7, "shoot.save"), (-2, "magic.ward")])


@pytest.mark.rule("magic.ward")
def test_better_armour_is_left_as_it_is() -> None:
    clad = cast_by("ward", friend=foot("friends", armour=Armour(worn=2, shield=1)))
    assert save_of_blow(laid(clad, "ward")) == save_of_blow(clad) == (4, [(4, "shoot.save")])


@pytest.mark.rule("magic.ward")
def test_it_holds_against_shots_and_bolts() -> None:
    battle = cast_by("ward", friend=foot("friends", armour=Armour()), foe=archers("bowmen"))
    warded = laid(battle, "ward")
    for case, need in ((battle, 7), (warded, 5)):
        seen = with_a_shot(case, FOE, FRIEND)
        ranged = volley_at(case, FOE, FRIEND, SHORT_BOW, seen)
        assert {attacks.stages[-1].need for attacks in ranged.attacks} == {need}
    theirs = changed(laid(cast_by("bolt"), "ward", FOE), FOE)
    script = after_magic(theirs, [1, 3, 5], [Cast(MAGE, "bolt", FOE)])
    assert not events(script, WoundsTaken)


@pytest.mark.rule("magic.ward", "magic.lasting")
def test_it_covers_a_character_with_the_unit() -> None:
    battle = laid(joined(cast_by("ward"), MAGE, FRIEND), "ward")
    fight = opened(in_touch(battle), [Allotment(MAGE)]).battle
    groups = [g for g in fight.combats[-1].groups if g.target == MAGE]
    assert groups
    assert all(blow(fight, group).save <= 5 for group in groups)
    assert blow(fight, _at(fight, MAGE)).save == 5


def _at(fight: Battle, target: UnitId) -> StrikeGroup:
    """The foes' first strike group, turned upon that man."""
    group = next(g for g in fight.combats[-1].groups if g.unit == FOE)
    return replace(group, target=target)


# --------------------------------------------------------------------------------- rally


def routed(**changes: object) -> Battle:
    """The cohort flees, 18 strong, and the seer can call it back."""
    fled: dict[str, object] = {"fleeing": True, "formation": Formation.MOB, "files": 4}
    return changed(cast_by("rally"), FRIEND, **{**fled, **changes})


@pytest.mark.rule("magic.rally", "rally.test")
@pytest.mark.parametrize(("dice", "held"), [([5, 5], True), ([5, 6], False)])
def test_a_fleeing_unit_tries_to_rally_at_two_more(dice: list[int], held: bool) -> None:
    """Leadership 8, its centurion's: 10 is enough, for there are no more on the cap."""
    answers = [Cast(MAGE, "rally", FRIEND), *([Stand(6, 0.0)] if held else [])]
    script = after_magic(routed(), dice, answers)
    assert [(e.kind, e.need, e.passed, e.cite) for e in events(script, Tested)] == [
        ("rally.test", 10, held, "magic.rally")
    ]
    assert bool(events(script, UnitRallied)) is held
    assert script.battle.units[FRIEND].fleeing is not held


@pytest.mark.rule("magic.rally")
def test_it_calls_back_who_took_to_flight_this_turn() -> None:
    battle = done(routed(), FRIEND, moved=Moved.FLED, panicked_at_start=True)
    answers = [Cast(MAGE, "rally", FRIEND), Stand(6, 0.0)]
    rallied = after_magic(battle, [1, 1], answers).battle.units[FRIEND]
    assert not rallied.fleeing
    assert rallied.files == 6


@pytest.mark.rule("magic.rally", "rally.near-enemy")
@pytest.mark.parametrize(("option", "need"), [(False, 9), (True, 8)])
def test_enemies_near_by_weigh_on_it_under_their_option(option: bool, need: int) -> None:
    """Leadership 7 of 8 men whose leader is no better; 16 enemies stand 6 inches away."""
    battle = changed(routed(models=8, sheet=foot("friends")), FOE, pose=pose(36.0, 16.0, 180.0))
    ruleset = replace(battle.field.ruleset, rally_near_enemy=option)
    battle = replace(battle, field=replace(battle.field, ruleset=ruleset))
    script = after_magic(battle, [6, 6], [Cast(MAGE, "rally", FRIEND)])
    assert [event.need for event in events(script, Tested)] == [need]


@pytest.mark.rule("magic.rally", "rally.too-few", "magic.target")
def test_too_few_are_too_few() -> None:
    for models, refused in ((4, True), (5, False)):
        judged = judge(routed(models=models), CastSpell(RED), Cast(MAGE, "rally", FRIEND))
        assert isinstance(judged, Refusal) is refused
        if isinstance(judged, Refusal):
            assert judged.rule == "rally.too-few"


# ------------------------------------------------------------------- strength, mist, heart


@pytest.mark.rule("magic.strength", "weapon.strength-save")
def test_the_strengthened_strike_harder() -> None:
    battle = cast_by("strength", friend=spearmen("friends"))
    for case, force, wound, save in (
        (battle, [(3, "combat.to-wound")], 4, 6),
        (laid(battle, "strength"), [(3, "combat.to-wound"), (1, "magic.strength")], 3, 7),
    ):
        fight = opened(in_touch(case)).battle
        group = next(g for g in fight.combats[-1].groups if g.unit == FRIEND)
        struck = blow(fight, group)
        found = [(m.figure, m.rule) for m in struck.modifiers if m.what == "strength"]
        assert (found, struck.wound, struck.save) == (force, wound, save)


@pytest.mark.rule("magic.mist", "shoot.modifiers")
def test_shots_into_a_mist_are_harder() -> None:
    battle = cast_by("mist", foe=archers("bowmen"))
    for case, need in ((battle, 5), (laid(battle, "mist"), 6)):
        seen = with_a_shot(case, FOE, FRIEND)
        ranged = volley_at(case, FOE, FRIEND, SHORT_BOW, seen)
        assert {attacks.stages[0].need for attacks in ranged.attacks} == {need}


@pytest.mark.rule("magic.heart", "battle-standard.reroll", "dice.rerolls")
def test_who_has_heart_takes_a_failed_break_test_again() -> None:
    battle = cast_by("heart")
    assert may_reroll_break(battle, FRIEND) is None
    assert may_reroll_break(laid(battle, "mist"), FRIEND) is None
    hearty = laid(battle, "heart")
    assert may_reroll_break(hearty, FRIEND) == "magic.heart"
    assert may_reroll_break(done(hearty, FRIEND, break_rerolled=True), FRIEND) is None


@pytest.mark.rule("magic.heart")
def test_its_break_test_is_rolled_again() -> None:
    """A beaten spearman's 12 becomes a 4: he stands."""
    battle = laid(cast_by("heart", friend=spearmen("friends")), "heart")
    beaten = after_magic(counted(in_touch(battle), blue=2)).battle
    tested = after_magic(beaten, [6, 6, 2, 2])
    (request, _) = tested.rolled[0]
    assert isinstance(request, Test)
    assert (request.unit, request.reroll) == (FRIEND, "magic.heart")
    assert [event.passed for event in events(tested, Tested)] == [True]


@pytest.mark.rule("magic.gale", "character.in-unit")
def test_one_against_whom_a_gale_blows_slows_the_unit_that_he_joins() -> None:
    battle = joined(laid(cast_by("gale"), "gale", MAGE), MAGE, FRIEND)
    assert move_of(battle, battle.units[FRIEND]) == 2
    both = laid(battle, "gale")
    assert move_of(both, both.units[FRIEND]) == 2, "nobody is slowed twice"


@pytest.mark.rule("magic.bolt", "engine.shot-at")
def test_of_an_engine_and_its_crew_it_strikes_the_engine() -> None:
    """Toughness 7 is wounded by Strength 4 on a 6, without a save; the crew stands unhurt."""
    battle = cast_by("bolt", foe=engine())
    unit = battle.units[FOE]
    assert [s.need for s in stages_of(battle, BOOK["bolt"], FOE)] == [1, to_wound(4, 7), NO_SAVE]
    after_it = at_once(battle, "bolt", FOE, [2, 6, 5])
    assert after_it.units[FOE].models == unit.models
    assert after_it.units[FOE].engine_wounds == 1
