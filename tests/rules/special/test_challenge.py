"""Challenges: made, met, refused, fought over several turns; nobody else strikes the two."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from kit.changes import after, joined
from kit.fights import events, met, opened, run_to
from kit.orders import judged, refused
from kit.tables import BLUE, RED, Put, table
from kit.troops import HAND, battle_standard, foot, general, legionaries, spearmen
from maniple.battle.asks import AnswerChallenge, Done, IssueChallenge, Named, Withdraw
from maniple.battle.events import (
    ChallengeMet,
    ChallengeRefused,
    DuelEnded,
    TurnEnded,
    UnitDestroyed,
    UnitFled,
    UnitsParted,
)
from maniple.battle.judged import Refusal
from maniple.battle.orders import StepToFight
from maniple.battle.sheet import Crew, Kind, Profile, Sheet, Traits
from maniple.battle.state import Battle, StrikeGroup
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Phase
from maniple.battle.unit import NOBODY, UnitId
from maniple.geometry import Edge
from maniple.play.odds import step_odds
from maniple.play.script import Script
from maniple.rules.fighting.result import score_of
from maniple.rules.fighting.strikers import bands, groups
from maniple.rules.legality import judge, options
from maniple.rules.nerve.casualties import destroy
from maniple.rules.nerve.leadership import leadership_of, may_reroll_break
from maniple.rules.special.magic.wizards import able_wizards

OURS, THEIRS, HERO, CHIEF = (UnitId(i) for i in range(4))
RIGHT_HAND, RESERVE, SECOND, SECOND_CHIEF = (UnitId(i) for i in range(4, 8))
WIDE = 20 / 25.4


def hero(name: str = "hero", **changes: object) -> Sheet:
    """A man on foot: WS5 S4 T3 W2 I5 A2 Ld8, save 6+."""
    sheet = replace(
        general(name, mounted=False),
        is_general=False,
        profile=Profile(4, 5, 4, 4, 3, 2, 5, 2, 8),
    )
    return replace(sheet, **changes)


def plain(name: str, models: int = 10) -> Sheet:
    """Foot without any command: every man is a man like any other."""
    return foot(name, models, leader=False, standard=False, musician=False)


def two_units(man: Sheet | None = None, foe: Sheet | None = None) -> Battle:
    """Two units five wide in touch, a character in the middle of each; red charges."""
    battle = table(
        Put(plain("ours"), 36, 24, files=5),
        Put(plain("theirs"), 36, 24, 180, 5, BLUE),
        Put(man or hero(), 10, 10),
        Put(foe or hero("chief"), 60, 40, 180, side=BLUE),
    )
    battle = joined(joined(battle, HERO, OURS), CHIEF, THEIRS)
    return met(battle, OURS, THEIRS, charger=OURS)


def four_units() -> Battle:
    """Two red units before one twice as wide, and another in the flank of one; a character with each.

    THEIRS, ten wide, stands before OURS and RIGHT_HAND; RESERVE is in the right flank of the latter.
    """
    aside = 5 * WIDE
    battle = table(
        Put(plain("ours"), 36, 24, files=5),
        Put(plain("theirs", 20), 36 + aside / 2, 24, 180, 10, BLUE),
        Put(hero(), 10, 10),
        Put(hero("chief"), 60, 40, 180, side=BLUE),
        Put(plain("right hand"), 36 + aside, 24, files=5),
        Put(plain("reserve"), 36 + aside * 1.5, 24 - WIDE, 270, 2, BLUE),
        Put(hero("second"), 20, 10),
        Put(hero("second chief"), 60, 44, 180, side=BLUE),
    )
    hosts = ((HERO, OURS), (CHIEF, THEIRS), (SECOND, RIGHT_HAND), (SECOND_CHIEF, RESERVE))
    for man, host in hosts:
        battle = joined(battle, man, host)
    battle = met(met(battle, OURS, THEIRS), RIGHT_HAND, THEIRS)
    return met(battle, RIGHT_HAND, RESERVE, red_edge=Edge.RIGHT)


def alone_against_a_unit() -> Battle:
    """Our hero on his own before their unit, in which their chief stands."""
    battle = table(
        Put(hero(), 36, 24),
        Put(plain("theirs"), 36, 24, 180, 5, BLUE),
        Put(hero("chief"), 60, 40, 180, side=BLUE),
    )
    return met(joined(battle, 2, 1), 0, 1, charger=0)


def in_the_flank() -> Battle:
    """Our unit in the right flank of theirs, where their chief does not stand."""
    battle = table(
        Put(plain("ours"), 36, 24, files=5),
        Put(plain("theirs", 19), 37.5, 24 + 2.5 * WIDE, 90, 5, BLUE),
        Put(hero(), 10, 10),
        Put(hero("chief"), 60, 40, 180, side=BLUE),
    )
    battle = joined(joined(battle, HERO, OURS), CHIEF, THEIRS)
    return met(battle, OURS, THEIRS, blue_edge=Edge.RIGHT, charger=OURS)


def man_to_man(battle: Battle) -> Script:
    """The round opened after our hero has challenged their chief, who has met him."""
    return opened(battle, (Named(HERO), Named(CHIEF)))


def called_out(battle: Battle) -> Battle:
    """The same, the round not yet opened."""
    return run_to(battle, Do.OPEN_ROUND, answers=(Named(HERO), Named(CHIEF))).battle


def refused_by(battle: Battle, retires: UnitId = CHIEF) -> Battle:
    """The challenge of our hero refused: the chief, or another, has retired."""
    answers = (Named(HERO), Withdraw(retires))
    return run_to(battle, Do.OPEN_ROUND, answers=answers).battle


def groups_of(script: Script, unit: UnitId) -> list[StrikeGroup]:
    groups = script.battle.combats[-1].groups
    return [group for group in groups if group.unit == unit]


def struck(battle: Battle, *dice: int) -> Script:
    """The next strike groups have struck, with exactly these dice."""
    script = Script(battle, dice)
    script.run_until(1)
    return script


def next_phase(battle: Battle) -> Battle:
    """The combat phase of the next turn, with all combats to be named."""
    turn = replace(battle.turn, phase=Phase.COMBAT, todo=())
    return replace(battle, combats=(), turn=turn)


# ------------------------------------------------------------------------------- issuing


@pytest.mark.rule("challenge.issue", "combat.procedure")
def test_the_player_whose_turn_it_is_may_challenge_first_then_the_other() -> None:
    battle = two_units()
    script = run_to(battle, Do.OPEN_ROUND, answers=(Done(), Done()))
    assert script.asked == [
        IssueChallenge(RED, (HERO,), (CHIEF,)),
        IssueChallenge(BLUE, (CHIEF,), (HERO,)),
    ]
    theirs = replace(battle, turn=replace(battle.turn, side=BLUE))
    script = run_to(theirs, Do.OPEN_ROUND, answers=(Done(), Named(HERO), Named(CHIEF)))
    assert [ask.side for ask in script.asked] == [BLUE, RED, BLUE]
    assert events(script, ChallengeMet) == [ChallengeMet(HERO, CHIEF)]


@pytest.mark.rule("challenge.issue")
def test_only_characters_meet_challenges() -> None:
    """Nobody is asked where only one side has a character in the combat."""
    apart = table(
        Put(legionaries(), 36, 24, files=6),
        Put(spearmen(), 36, 24, 180, 6, BLUE),
        Put(hero(), 10, 10),
        Put(hero("chief"), 60, 40, 180, side=BLUE),
    )
    for man, host in ((HERO, OURS), (CHIEF, THEIRS)):
        battle = met(joined(apart, man, host), OURS, THEIRS, charger=OURS)
        assert run_to(battle, Do.OPEN_ROUND).asked == []


@pytest.mark.rule("challenge.issue", "combat.who-fights")
def test_who_fights_nobody_makes_no_challenge_but_may_be_called() -> None:
    script = run_to(in_the_flank(), Do.OPEN_ROUND, answers=(Done(),))
    assert script.asked == [IssueChallenge(RED, (HERO,), (CHIEF,))]
    script = man_to_man(in_the_flank())
    assert [group.target for group in groups_of(script, CHIEF)] == [HERO]


@pytest.mark.rule("challenge.issue")
def test_one_challenge_in_a_combat_of_several_units() -> None:
    """Case H3: two units a side, each with a character, make one combat and one challenge."""
    script = run_to(four_units(), Do.OPEN_ROUND, answers=(Named(HERO), Named(SECOND_CHIEF)))
    assert script.asked == [
        IssueChallenge(RED, (HERO, SECOND), (CHIEF, SECOND_CHIEF)),
        AnswerChallenge(BLUE, HERO, (CHIEF, SECOND_CHIEF)),
    ]
    duels = {unit.id: unit.duel for unit in script.battle.units if unit.duel != NOBODY}
    assert duels == {HERO: SECOND_CHIEF, SECOND_CHIEF: HERO}


@pytest.mark.rule("challenge.issue")
def test_each_combat_has_a_challenge_of_its_own() -> None:
    battle = four_units()
    apart = tuple(c for c in battle.contacts if (c.red, c.blue) != (RIGHT_HAND, THEIRS))
    battle = replace(battle, contacts=apart)
    answers = (Named(OURS), Named(HERO), Named(CHIEF))
    first = run_to(battle, Do.OPEN_ROUND, answers=answers).battle
    done = replace(first, combats=(replace(first.combats[0], is_done=True),))
    done = replace(done, turn=replace(done.turn, todo=()))
    answers = (Named(SECOND_CHIEF), Named(SECOND))
    second = run_to(done, Do.OPEN_ROUND, answers=answers).battle
    assert [second.units[i].duel for i in (HERO, SECOND)] == [CHIEF, SECOND_CHIEF]


@pytest.mark.rule("challenge.issue", "challenge.refuse")
def test_a_refused_challenge_is_the_only_one_of_the_round() -> None:
    script = run_to(four_units(), Do.OPEN_ROUND, answers=(Named(HERO), Withdraw(CHIEF)))
    assert [type(ask) for ask in script.asked] == [IssueChallenge, AnswerChallenge]


# ------------------------------------------------------------------------------ fighting


@pytest.mark.rule("challenge.fight", "combat.choose-target")
def test_the_two_strike_each_other_and_nobody_else_strikes_them() -> None:
    script = man_to_man(two_units())
    assert [group.target for group in groups_of(script, HERO)] == [CHIEF]
    assert [group.target for group in groups_of(script, CHIEF)] == [HERO]
    troopers = [*groups_of(script, OURS), *groups_of(script, THEIRS)]
    assert {group.target for group in troopers} == {OURS, THEIRS}


@pytest.mark.rule("challenge.fight")
def test_they_fight_as_if_face_to_face() -> None:
    """The chief stands where no enemy touches him; he strikes, and to his front."""
    script = man_to_man(in_the_flank())
    strikes = [(g.unit, g.target, g.edge) for i in (HERO, CHIEF) for g in groups_of(script, i)]
    assert strikes == [(HERO, CHIEF, Edge.FRONT), (CHIEF, HERO, Edge.FRONT)]
    where = [unit.pose for unit in in_the_flank().units]
    assert [unit.pose for unit in script.battle.units] == where


@pytest.mark.rule("challenge.fight")
def test_who_touches_only_one_of_the_two_strikes_nobody() -> None:
    """Their men round a hero who stands alone, while their chief fights him."""
    battle = alone_against_a_unit()
    assert [band.unit for band in bands(battle, UnitId(1))] == [1, 2]
    script = opened(battle, (Named(UnitId(0)), Named(UnitId(2))))
    assert [(g.unit, g.target) for g in script.battle.combats[-1].groups] == [(0, 2), (2, 0)]


@pytest.mark.rule("challenge.fight", "combat.casualties")
def test_the_slain_man_strikes_nobody_and_his_unit_takes_no_wounds() -> None:
    battle = man_to_man(two_units()).battle
    assert battle.combats[-1].groups[0].unit == HERO
    # two hits on 4+ and two wounds on 3+, with no save from Strength 4: both his wounds
    script = struck(battle, 4, 4, 3, 3)
    assert script.battle.combats[-1].wounds.red == 2
    assert [event.unit for event in events(script, UnitDestroyed)] == [CHIEF]
    assert script.battle.units[HERO].duel == NOBODY
    assert script.battle.units[THEIRS].models == 10
    spread = step_odds(battle, lambda *_: Done())
    slain = sum(chance for b, chance in spread.items() if not b.units[CHIEF].models)
    assert slain == Fraction(1, 9)


@pytest.mark.rule("challenge.fight", "panic.general")
def test_a_general_slain_in_it_is_mourned_by_his_army() -> None:
    """Case E12: all his units test at once, his own in the combat among them."""
    king = hero("king", is_general=True)
    battle = man_to_man(two_units(foe=king)).battle
    script = struck(battle, 4, 4, 3, 3)
    assert not script.battle.units[CHIEF].is_alive
    tests = [task for task in script.battle.turn.todo if task.do is Do.PANIC_TEST]
    assert [(task.unit, task.cause) for task in tests] == [(THEIRS, "panic.general")]


@pytest.mark.rule("challenge.fight", "challenge.issue")
def test_a_challenge_goes_on_in_the_next_turn_and_no_other_is_made() -> None:
    later = run_to(next_phase(called_out(four_units())), Do.OPEN_ROUND)
    assert later.asked == []
    heros = [band for band in bands(later.battle, OURS) if band.unit == HERO]
    assert [band.enemies for band in heros] == [(CHIEF,)]
    assert not events(later, DuelEnded)


@pytest.mark.rule("challenge.issue")
def test_another_may_be_made_once_one_of_the_two_is_slain() -> None:
    battle = called_out(four_units())
    battle = UnitDestroyed(CHIEF, HERO, "combat.casualties").changed(battle)
    again = run_to(next_phase(battle), Do.OPEN_ROUND, answers=(Named(SECOND), Named(SECOND_CHIEF)))
    assert again.asked[0] == IssueChallenge(RED, (HERO, SECOND), (SECOND_CHIEF,))


@pytest.mark.rule("challenge.fight", "challenge.issue")
@pytest.mark.parametrize("goes", ["flees", "parts", "leaves"])
def test_it_ends_when_one_flees_or_the_fight_is_over(goes: str) -> None:
    battle = man_to_man(two_units()).battle
    flees = UnitFled(THEIRS, "break.test", battle.units[THEIRS].pose, 4)
    ends = {
        "flees": flees,
        "parts": UnitsParted(OURS, THEIRS),
        "leaves": UnitDestroyed(THEIRS, OURS, "x"),
    }
    over = after(battle, ends[goes])
    assert [over.units[i].duel for i in (HERO, CHIEF)] == [NOBODY, NOBODY]


@pytest.mark.rule("challenge.fight")
def test_two_whom_the_fight_has_carried_apart_fight_no_more() -> None:
    script = run_to(four_units(), Do.OPEN_ROUND, answers=(Named(HERO), Named(SECOND_CHIEF)))
    battle = script.battle
    apart = tuple(c for c in battle.contacts if (c.red, c.blue) != (RIGHT_HAND, THEIRS))
    battle = replace(next_phase(battle), contacts=apart)
    script = run_to(battle, Do.OPEN_ROUND, answers=(Named(OURS), Done(), Done()))
    assert [(e.unit, e.foe) for e in events(script, DuelEnded)] == [(HERO, SECOND_CHIEF)]
    assert script.battle.units[SECOND_CHIEF].duel == NOBODY


@pytest.mark.rule("challenge.fight", "character.leave")
def test_it_goes_on_though_a_unit_falls_about_one_of_them() -> None:
    board = Table(man_to_man(two_units()).battle)
    destroy(board, OURS, THEIRS, "combat.casualties")
    battle = board.battle
    assert battle.units[HERO].is_engaged
    assert battle.units[HERO].duel == CHIEF
    assert [band.enemies for band in bands(battle, HERO)] == [(CHIEF,)]
    assert {band.unit: band.enemies for band in bands(battle, THEIRS)} == {CHIEF: (HERO,)}


@pytest.mark.rule("challenge.fight", "character.leave")
def test_it_is_over_if_he_then_stands_away_from_every_enemy() -> None:
    board = Table(man_to_man(in_the_flank()).battle)
    destroy(board, THEIRS, OURS, "combat.casualties")
    battle = board.battle
    assert battle.units[CHIEF].is_on_table
    assert not battle.units[CHIEF].is_engaged
    assert [battle.units[i].duel for i in (HERO, CHIEF)] == [NOBODY, NOBODY]


@pytest.mark.rule("challenge.fight", "character.moves-to-fight")
def test_he_does_not_walk_off_to_fight_somebody_else() -> None:
    step = StepToFight(CHIEF, "right")
    battle = in_the_flank()
    theirs = replace(battle.turn, side=BLUE)
    assert judged(replace(battle, turn=theirs), THEIRS, step)
    met_him = replace(called_out(battle), turn=theirs)
    assert refused(met_him, THEIRS, step).rule == "challenge.fight"


@pytest.mark.rule("challenge.fight")
def test_no_crew_fights_in_a_challenge() -> None:
    crew = Crew(2, Profile(4, 3, 3, 3, 3, 1, 3, 1, 7), (HAND,))
    rider = hero(kind=Kind.LIGHT_CHARIOT, crew=crew)
    usual = run_to(two_units(man=rider), Do.OPEN_ROUND, answers=(Done(), Done())).battle
    assert [g.crew for g in groups(usual, OURS) if g.unit == HERO] == [False, True]
    script = man_to_man(two_units(man=rider))
    assert [g.crew for g in groups_of(script, HERO)] == [False]


@pytest.mark.rule("challenge.fight", "troop.heavy-chariot")
def test_wheels_strike_the_unit_and_count_for_the_result() -> None:
    """Case H4: the impact is no part of the challenge."""
    rider = hero(kind=Kind.HEAVY_CHARIOT, impact_strength=5)
    battle = man_to_man(two_units(man=rider)).battle
    (impact,) = battle.combats[-1].impacts
    assert impact.unit == HERO
    assert [foe for foe, _ in impact.struck] == [THEIRS]
    # three hits; his two blows miss; two of the hits wound on 2+, and nobody has a save left
    script = struck(battle, 3, 1, 1, 2, 2, 1)
    fight = script.battle.units[THEIRS].fight
    assert fight is not None
    assert (script.battle.combats[-1].wounds.red, fight.fallen) == (2, 2)
    assert script.battle.units[CHIEF].wounds == 0


# ------------------------------------------------------------------------------ refusing


@pytest.mark.rule("challenge.refuse")
def test_who_refuses_retires_to_the_back_and_does_nothing() -> None:
    """Case H1: he neither strikes nor is struck, and his challenger fights on."""
    script = run_to(two_units(), Do.OPEN_ROUND, answers=(Named(HERO), Withdraw(CHIEF)))
    assert events(script, ChallengeRefused) == [ChallengeRefused(HERO, CHIEF)]
    battle = script.battle
    assert {band.unit for band in bands(battle, THEIRS)} == {THEIRS}
    assert not [band for band in bands(battle, OURS) if CHIEF in band.enemies]
    assert [b.enemies for b in bands(battle, OURS) if b.unit == HERO] == [(THEIRS,)]
    usual = run_to(two_units(), Do.OPEN_ROUND, answers=(Done(), Done())).battle
    men = sum(band.models for band in bands(usual, THEIRS) if band.unit == THEIRS)
    assert sum(band.models for band in bands(battle, THEIRS)) == men + 1


@pytest.mark.rule("challenge.refuse")
def test_the_refuser_says_who_of_his_retires() -> None:
    battle = four_units()
    ask = AnswerChallenge(BLUE, HERO, (CHIEF, SECOND_CHIEF))
    assert options(battle, ask) == (
        Named(CHIEF),
        Named(SECOND_CHIEF),
        Withdraw(CHIEF),
        Withdraw(SECOND_CHIEF),
    )
    after_it = refused_by(battle, SECOND_CHIEF)
    assert [after_it.units[i].retired for i in (CHIEF, SECOND_CHIEF)] == [False, True]


@pytest.mark.rule("challenge.refuse")
def test_who_has_no_ranks_behind_him_cannot_refuse() -> None:
    battle = alone_against_a_unit()
    battle = replace(battle, turn=replace(battle.turn, side=BLUE))
    script = run_to(battle, Do.OPEN_ROUND, answers=(Named(UnitId(2)),))
    assert [type(ask) for ask in script.asked] == [IssueChallenge]
    assert events(script, ChallengeMet) == [ChallengeMet(UnitId(2), UnitId(0))]
    ask = AnswerChallenge(RED, UnitId(2), (UnitId(0),))
    assert isinstance(judge(battle, ask, Withdraw(UnitId(0))), Refusal)


@pytest.mark.rule("challenge.refuse", "character.leadership")
def test_who_has_retired_lends_no_leadership() -> None:
    battle = two_units()
    assert leadership_of(battle, THEIRS) == 8
    assert leadership_of(refused_by(battle), THEIRS) == 7


@pytest.mark.rule("challenge.refuse", "general.leadership")
def test_a_general_who_has_retired_inspires_nobody() -> None:
    battle = two_units(foe=replace(general("king", mounted=False)))
    friends = replace(battle.units[THEIRS], id=UnitId(4), guests=(), guest_places=0, fight=None)
    battle = replace(
        battle, units=(*battle.units, replace(friends, pose=replace(friends.pose, y=28)))
    )
    assert leadership_of(battle, UnitId(4)) == 9
    assert leadership_of(refused_by(battle), UnitId(4)) == 7


@pytest.mark.rule("challenge.refuse", "result.standard", "battle-standard.reroll")
def test_a_battle_standard_at_the_back_counts_for_nothing() -> None:
    battle = run_to(
        two_units(foe=battle_standard()), Do.OPEN_ROUND, answers=(Done(), Done())
    ).battle
    assert score_of(battle, BLUE).battle_standard == 1
    assert may_reroll_break(battle, THEIRS) == "battle-standard.reroll"
    back = refused_by(two_units(foe=battle_standard()))
    assert score_of(back, BLUE).battle_standard == 0
    assert may_reroll_break(back, THEIRS) is None


@pytest.mark.rule("challenge.refuse", "magic.wizard")
def test_a_wizard_at_the_back_casts_nothing() -> None:
    battle = two_units(foe=hero("druid", traits=Traits(wizard=1)))
    assert [unit.id for unit in able_wizards(battle, BLUE)] == [CHIEF]
    assert able_wizards(refused_by(battle), BLUE) == []


@pytest.mark.rule("challenge.refuse")
def test_he_is_himself_again_when_the_turn_is_over() -> None:
    battle = refused_by(two_units())
    assert battle.units[CHIEF].retired
    again = TurnEnded().changed(battle)
    assert not again.units[CHIEF].retired
    script = run_to(next_phase(again), Do.OPEN_ROUND, answers=(Named(HERO), Named(CHIEF)))
    assert script.battle.units[CHIEF].duel == HERO


@pytest.mark.rule("challenge.refuse")
def test_if_his_unit_falls_he_stands_where_he_hid() -> None:
    board = Table(refused_by(two_units()))
    destroy(board, THEIRS, OURS, "combat.casualties")
    chief = board.battle.units[CHIEF]
    assert chief.is_on_table
    assert not chief.retired
    assert not chief.is_engaged
    assert chief.pose.y == pytest.approx(24 + 2 * WIDE, abs=0.01)
