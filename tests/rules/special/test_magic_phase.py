"""The magic phase: winds and cards, who casts what at whom, what is kept; and nothing without the option."""

import pytest
from msgspec.structs import replace

from kit.changes import changed, done, joined
from kit.fights import events, met
from kit.magic import ALL, MAGIC, after_magic, magic, wizard
from kit.tables import BLUE, RED, Put, table
from kit.troops import MM, foot, legionaries
from maniple.armies import load_roster, load_scenario
from maniple.armies.spells import spell_book
from maniple.battle.asks import Cast, CastSpell, Done, KeepCard, MayDispel, Named, No
from maniple.battle.events import CardKept, PhaseBegan, SpellCast, TurnEnded, WindsBlew
from maniple.battle.field import Ruleset
from maniple.battle.judged import Judged, Refusal
from maniple.battle.sheet import Sheet
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase
from maniple.battle.unit import Status, UnitId
from maniple.play.script import Script
from maniple.play.setup import beginning
from maniple.rules.legality import judge, options
from maniple.rules.sequence import next_step
from maniple.rules.shooting.sight import can_see
from maniple.rules.special.magic.winds import deal

MAGE, FRIEND, FOE, RIVAL = UnitId(0), UnitId(1), UnitId(2), UnitId(3)
ASK = CastSpell(RED)
WINDS = (Do.WINDS_OF_MAGIC,)


def armies(
    mage: Sheet | None = None,
    *,
    inches: float = 10.0,
    hands: tuple[int, int] = (6, 0),
    todo: tuple[Do, ...] = (Do.CAST_SPELLS,),
    side: Side = RED,
) -> Battle:
    """A seer and his cohort look up the table at a cohort so many inches from him; their magus is
    behind it.
    """
    return magic(
        Put(mage or wizard(spells=("bolt", "ward")), x=30, y=10),
        Put(legionaries("friends"), x=36, y=10, files=6),
        Put(foot("foes"), x=30, y=10 + inches, facing=180, files=8, side=BLUE),
        Put(wizard("magus", 2), x=30, y=40, facing=180, side=BLUE),
        hands=hands,
        todo=todo,
        side=side,
    )


def may(battle: Battle, answer: Cast) -> str:
    """The rule that refuses the answer; "" if none does. Listed exactly when it is legal."""
    judged = judge(battle, ASK, answer)
    listed = options(battle, ASK) or ()
    assert (answer in listed) == isinstance(judged, Judged)
    return judged.rule if isinstance(judged, Refusal) else ""


BOLT = Cast(MAGE, "bolt", FOE)
WARD = Cast(MAGE, "ward", FRIEND)


# ------------------------------------------------------------------------------- the phase


def phases(battle: Battle) -> list[Phase]:
    """The parts of the turn that begin from here to the end of the turn."""
    script = Script(battle)
    while script.battle.turn.phase is not Phase.END:
        step = next_step(script.battle)
        assert step is not None
        script.run(step(script.table))
    return [event.phase for event in events(script, PhaseBegan)]


@pytest.mark.rule("magic.phase")
@pytest.mark.parametrize(
    ("ruleset", "expected"),
    [
        (Ruleset(), [Phase.COMBAT, Phase.END]),
        (MAGIC, [Phase.COMBAT, Phase.MAGIC, Phase.END]),
    ],
)
def test_the_phase_comes_after_close_combat_under_its_option_alone(
    ruleset: Ruleset, expected: list[Phase]
) -> None:
    puts = (Put(legionaries(), x=30, y=10, files=6), Put(foot("foes"), x=30, y=40, side=BLUE))
    battle = table(*puts, phase=Phase.SHOOTING, ruleset=ruleset)
    assert phases(battle) == expected


@pytest.mark.rule("magic.phase")
def test_wizards_without_the_option_do_nothing() -> None:
    puts = (Put(wizard(), x=30, y=10), Put(wizard("magus"), x=30, y=30, side=BLUE))
    battle = table(*puts, phase=Phase.COMBAT)
    assert phases(battle) == [Phase.END]


@pytest.mark.rule("magic.phase")
@pytest.mark.parametrize(("wizards", "asked"), [("red", 3), ("blue", 3), ("none", 0)])
def test_without_a_wizard_in_the_field_nothing_happens(wizards: str, asked: int) -> None:
    battle = magic(
        Put(wizard() if wizards == "red" else legionaries(), x=30, y=10, files=1),
        Put(wizard("magus") if wizards == "blue" else foot("foes"), x=30, y=40, side=BLUE),
        todo=(),
    )
    turn = replace(battle.turn, phase=Phase.COMBAT)
    script = after_magic(replace(battle, turn=turn))
    assert len(script.battle.turn.todo) == asked


@pytest.mark.rule("magic.phase")
def test_the_book_is_in_the_field_of_a_battle_with_magic() -> None:
    scenario = load_scenario("small-field")
    rosters = Pair(load_roster("rome-500"), load_roster("barbarians-500"))
    plain = beginning(scenario, rosters)
    field = replace(scenario.field, ruleset=MAGIC)
    with_magic = beginning(replace(scenario, field=field), rosters)
    assert plain.field.spells == ()
    assert with_magic.field.spells == spell_book()


# -------------------------------------------------------------------------------- the winds


@pytest.mark.rule("magic.winds")
def test_seven_cards_are_four_and_three() -> None:
    """Case G1: winds of 7 in a player's turn: 4 cards for him, 3 for his enemy."""
    for side, hands in ((RED, Pair(4, 3)), (BLUE, Pair(3, 4))):
        script = after_magic(armies(hands=(0, 0), todo=WINDS, side=side), dice=[3, 4])
        assert events(script, WindsBlew) == [WindsBlew(7, hands)]
        assert script.battle.hands == hands


@pytest.mark.rule("magic.winds")
@pytest.mark.parametrize("cards", range(2, 13))
def test_every_card_is_dealt(cards: int) -> None:
    dealt = deal(cards, BLUE)
    assert dealt.red + dealt.blue == cards
    assert dealt.blue - dealt.red in (0, 1)


@pytest.mark.rule("magic.winds")
def test_cards_left_over_are_lost_as_the_turn_ends() -> None:
    battle = armies(hands=(3, 2))
    assert TurnEnded().changed(battle).hands == Pair(0, 0)


# ------------------------------------------------------------------------------- wizards


@pytest.mark.rule("magic.wizard")
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_wizard_knows_as_many_spells_as_his_level(level: int) -> None:
    battle = armies(wizard(level=level, spells=ALL))
    known = {a.spell for a in options(battle, ASK) or () if isinstance(a, Cast)}
    assert known <= set(ALL[:level])
    assert may(battle, Cast(MAGE, ALL[level], FOE)) == "magic.wizard"


@pytest.mark.rule("magic.wizard")
def test_nobody_else_uses_magic() -> None:
    battle = armies()
    assert may(battle, BOLT) == ""
    assert may(battle, Cast(FRIEND, "bolt", FOE)) == "magic.wizard"
    assert may(battle, Cast(RIVAL, "bolt", FRIEND)) == "magic.wizard"


@pytest.mark.rule("magic.wizard")
def test_a_wizard_who_flees_uses_no_magic() -> None:
    assert may(changed(armies(), MAGE, fleeing=True), BOLT) == "magic.wizard"
    with_friends = joined(armies(), MAGE, FRIEND)
    assert may(with_friends, WARD) == ""
    assert may(changed(with_friends, FRIEND, fleeing=True), WARD) == "magic.wizard"
    assert may(changed(armies(), MAGE, models=0, status=Status.DESTROYED), BOLT) == "magic.wizard"


# ------------------------------------------------------------------------------- casting


@pytest.mark.rule("magic.cast")
def test_a_spell_costs_its_cards() -> None:
    script = after_magic(armies(hands=(2, 0)), answers=[WARD])
    assert script.battle.hands == Pair(0, 0)
    assert [event.cost for event in events(script, SpellCast)] == [2]


@pytest.mark.rule("magic.cast")
def test_it_is_not_cast_without_them() -> None:
    assert may(armies(hands=(2, 0)), BOLT) == ""
    assert may(armies(hands=(1, 9)), BOLT) == "magic.cast"


@pytest.mark.rule("magic.cast")
def test_a_wizard_casts_each_spell_once_and_another_may_cast_it_too() -> None:
    """Case G4: a second try at one spell: not the same wizard; another one may."""
    battle = done(armies(), MAGE, cast=("bolt",))
    assert may(battle, BOLT) == "magic.cast"
    assert may(battle, WARD) == ""
    two = magic(
        Put(wizard(), x=30, y=10),
        Put(wizard("pupil"), x=34, y=10),
        Put(foot("foes"), x=30, y=20, facing=180, files=8, side=BLUE),
    )
    script = after_magic(two, dice=[1, 1], answers=[BOLT])
    assert may(script.battle, BOLT) == "magic.cast"
    assert may(script.battle, Cast(UnitId(1), "bolt", FOE)) == ""


@pytest.mark.rule("magic.cast")
def test_a_wizard_in_close_combat_casts_nothing() -> None:
    assert may(met(armies(), MAGE, FOE), WARD) == "magic.cast"
    with_friends = joined(armies(), MAGE, FRIEND)
    assert may(met(with_friends, FRIEND, FOE), WARD) == "magic.cast"


@pytest.mark.rule("magic.cast")
def test_nobody_is_asked_who_can_cast_nothing() -> None:
    script = after_magic(armies(hands=(0, 6)))
    assert script.asked == []
    script = after_magic(armies(), answers=[Done()])
    assert script.asked == [ASK]


# ------------------------------------------------------------------------- targets, range


@pytest.mark.rule("magic.target")
def test_an_enemy_must_be_seen_and_free() -> None:
    battle = armies()
    assert may(battle, BOLT) == ""
    assert may(changed(battle, MAGE, pose=replace(battle.units[0].pose, facing=180.0)), BOLT) == (
        "magic.target"
    )
    assert may(met(battle, FRIEND, FOE), BOLT) == "magic.target"
    assert may(battle, Cast(MAGE, "bolt", FRIEND)) == "magic.target"
    assert may(battle, Cast(MAGE, "bolt", RIVAL)) == "magic.target"  # behind his cohort


@pytest.mark.rule("magic.target")
def test_a_friend_in_plain_sight_is_no_target_for_a_bolt() -> None:
    battle = armies()
    before_him = replace(battle.units[MAGE].pose, y=battle.units[MAGE].pose.y + 4)
    seen = changed(battle, FRIEND, pose=before_him)
    assert can_see(seen, MAGE, FRIEND)
    assert may(seen, Cast(MAGE, "bolt", FRIEND)) == "magic.target"


@pytest.mark.rule("magic.target")
def test_a_wizard_with_a_unit_sees_what_it_sees() -> None:
    battle = joined(armies(), MAGE, FRIEND)
    assert may(battle, BOLT) == ""
    turned = changed(battle, FRIEND, pose=replace(battle.units[1].pose, facing=180.0))
    assert may(turned, BOLT) == "magic.target"


@pytest.mark.rule("magic.target")
def test_a_friend_needs_not_be_seen_and_may_fight() -> None:
    battle = armies()
    away = changed(battle, MAGE, pose=replace(battle.units[0].pose, facing=180.0))
    assert may(away, WARD) == ""
    assert may(met(away, FRIEND, FOE), WARD) == ""
    assert may(away, Cast(MAGE, "ward", MAGE)) == ""
    assert may(joined(battle, MAGE, FRIEND), WARD) == ""
    assert may(joined(battle, MAGE, FRIEND), Cast(MAGE, "ward", MAGE)) == "magic.target"
    assert may(away, Cast(MAGE, "ward", FOE)) == "magic.target"


@pytest.mark.rule("magic.target")
@pytest.mark.parametrize(("spell", "fleeing"), [("ward", "magic.target"), ("rally", "")])
def test_some_spells_are_for_those_who_flee(spell: str, fleeing: str) -> None:
    battle = armies(wizard(spells=(spell,)))
    standing = "" if fleeing else "magic.target"
    assert may(battle, Cast(MAGE, spell, FRIEND)) == standing
    assert may(changed(battle, FRIEND, fleeing=True), Cast(MAGE, spell, FRIEND)) == fleeing


@pytest.mark.rule("magic.target")
def test_there_must_be_such_a_unit() -> None:
    assert may(armies(), Cast(MAGE, "bolt", UnitId(9))) == "magic.target"
    assert may(armies(), Cast(UnitId(-1), "bolt", FOE)) == "magic.target"


@pytest.mark.rule("magic.range", "measure.when")
@pytest.mark.parametrize(("inches", "lost"), [(24.0, False), (24.1, True)])
def test_an_enemy_is_measured_once_the_spell_is_cast(inches: float, lost: bool) -> None:
    """The enemy could dispel it, but out of range nobody is asked, and no die falls."""
    battle = armies(inches=inches, hands=(2, 1))
    assert may(battle, BOLT) == ""
    dice, answers = ((), [BOLT]) if lost else ((1, 1), [BOLT, No()])
    script = after_magic(battle, dice, answers)
    (cast,) = events(script, SpellCast)
    assert (cast.out_of_range, round(cast.range, 1)) == (lost, inches)
    assert script.battle.hands == Pair(0, 1)
    assert any(isinstance(ask, MayDispel) for ask in script.asked) is not lost


@pytest.mark.rule("magic.range")
@pytest.mark.parametrize(("inches", "refused"), [(12.0, ""), (12.1, "magic.range")])
def test_a_friend_must_be_in_range(inches: float, refused: str) -> None:
    battle = armies()
    between_middles = inches + 10 * MM + 6 * 10 * MM
    at = replace(battle.units[FRIEND].pose, x=30 + between_middles)
    assert may(changed(battle, FRIEND, pose=at), WARD) == refused


# ----------------------------------------------------------------------------------- cards kept

KEEP = (Do.KEEP_CARDS,)


@pytest.mark.rule("magic.keep")
def test_each_wizard_may_keep_a_card() -> None:
    battle = armies(hands=(3, 1), todo=KEEP)
    script = after_magic(battle, answers=[Named(MAGE), Named(RIVAL)])
    assert events(script, CardKept) == [CardKept(MAGE), CardKept(RIVAL)]
    assert script.battle.hands == Pair(2, 0)
    assert script.asked == [KeepCard(RED), KeepCard(BLUE)]


@pytest.mark.rule("magic.keep")
def test_the_player_whose_turn_it_is_keeps_first() -> None:
    script = after_magic(armies(hands=(1, 1), todo=KEEP, side=BLUE), answers=[Done(), Done()])
    assert script.asked == [KeepCard(BLUE), KeepCard(RED)]
    assert not events(script, CardKept)


@pytest.mark.rule("magic.keep")
def test_who_flees_or_has_no_card_keeps_none() -> None:
    assert after_magic(armies(hands=(0, 0), todo=KEEP)).asked == []
    flees = changed(armies(hands=(1, 0), todo=KEEP), MAGE, fleeing=True)
    assert after_magic(flees).asked == []


@pytest.mark.rule("magic.keep")
def test_kept_cards_come_to_hand_when_the_winds_have_blown() -> None:
    battle = armies(hands=(0, 0), todo=WINDS, side=BLUE)
    for man in (MAGE, RIVAL):
        battle = changed(battle, man, kept_card=True)
    script = after_magic(battle, dice=[1, 2])
    assert script.battle.hands == Pair(2, 3)
    assert not any(unit.kept_card for unit in script.battle.units)
    slain = changed(battle, MAGE, models=0, status=Status.DESTROYED)
    assert after_magic(slain, dice=[1, 2]).battle.hands == Pair(1, 3)
