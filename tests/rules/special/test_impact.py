"""Impact hits of chariots that charge home."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from kit.fights import RIGHT, bled, events, met, opened
from kit.tables import BLUE, Put, table
from kit.troops import (
    battle_standard,
    foot,
    heavy_chariots,
    legionaries,
    light_chariots,
    scythed_chariot,
    warriors,
)
from maniple.battle.asks import Allotment, Ask, AskAnswer
from maniple.battle.chance_requests import Blows, Roll
from maniple.battle.events import BlowsStruck, CharacterJoined, ImpactsCounted
from maniple.battle.sheet import Crew, Role, Sheet
from maniple.battle.state import Battle, Impact
from maniple.battle.unit import UnitId
from maniple.play.odds import step_odds
from maniple.play.script import Script
from maniple.rules.special.impact import shared_out

CHARIOTS, FOE = UnitId(0), UnitId(1)


def drawn_up(chariots: Sheet, foe: Sheet, *, files: int = 5) -> Battle:
    return table(
        Put(chariots, x=20, y=20, files=chariots.models),
        Put(foe, x=20, y=20, facing=180, files=files, side=BLUE),
    )


def charging(chariots: Sheet, foe: Sheet, *, files: int = 5, defended: bool = False) -> Battle:
    return met(drawn_up(chariots, foe, files=files), 0, 1, charger=0, defended=defended)


def impacts(battle: Battle) -> tuple[Impact, ...]:
    return opened(battle).battle.combats[-1].impacts


def struck(battle: Battle, *dice: int) -> Script:
    """The next strike groups have struck, with exactly these dice."""
    script = Script(battle, dice)
    script.run_until(1)
    return script


@pytest.mark.rule("troop.heavy-chariot", "shoot.save")
def test_scythes_strike_d6_and_two_more_at_strength_seven() -> None:
    """Case C18: 3 on the die are 5 hits, with no throw to hit."""
    battle = opened(charging(scythed_chariot(), legionaries())).battle
    # the die for the impact, a blow of the crew that misses, five to wound; nobody saves
    script = struck(battle, 3, 1, 2, 2, 2, 2, 1)
    (roll, rolled), (blows, _) = script.rolled[:2]
    assert isinstance(roll, Roll)
    assert isinstance(blows, Blows)
    assert (str(roll.pool), rolled.answer, roll.cite) == ("D6+2", 5, "troop.heavy-chariot")
    crew, hits = blows.attacks
    assert (crew.dice, crew.who) == (1, "")
    assert (hits.dice, hits.who) == (5, "impact")
    assert [(s.kind, s.need) for s in hits.stages] == [
        ("automatic", 1),
        ("at least", 2),
        ("save", 8),
    ]
    assert [e.wounds for e in events(script, BlowsStruck)] == [4]
    assert script.battle.combats[-1].wounds.red == 4


@pytest.mark.rule("troop.heavy-chariot", "combat.strike-order")
def test_they_come_as_the_crew_strikes_and_are_wounded_for_together() -> None:
    battle = opened(charging(heavy_chariots(), warriors(), files=6)).battle
    assert battle.combats[-1].groups[0].unit == CHARIOTS
    # three dice for the hits, then nine blows and nine hits at once; all fail
    script = struck(battle, 3, 3, 3, *[1] * 9, *[1] * 9)
    assert [str(r.pool) for r, _ in script.rolled if isinstance(r, Roll)] == ["3D6"]
    assert [[a.dice for a in r.attacks] for r, _ in script.rolled if isinstance(r, Blows)] == [
        [9, 9]
    ]


@pytest.mark.rule("troop.heavy-chariot", "combat.strike-order")
def test_crews_that_strike_last_bring_their_wheels_last() -> None:
    slow = replace(heavy_chariots(), melee=(replace(heavy_chariots().melee[0], strikes_last=True),))
    groups = opened(charging(slow, warriors())).battle.combats[-1].groups
    assert groups[-1].unit == CHARIOTS
    assert groups[0].unit == FOE


@pytest.mark.rule("troop.heavy-chariot", "combat.strike-order")
def test_a_crew_of_its_own_brings_the_hits_when_it_strikes() -> None:
    slow = Crew(
        2, replace(heavy_chariots().profile, initiative=1, attacks=1), heavy_chariots().melee
    )
    battle = opened(charging(heavy_chariots(models=1, crew=slow), warriors())).battle
    assert [g.crew for g in battle.combats[-1].groups if g.unit == CHARIOTS] == [False, True]
    horses = struck(battle, *[1] * 3)
    assert not [r for r, _ in horses.rolled if isinstance(r, Roll)]
    crew = struck(horses.battle, 2, 1, 1, 1, 1)
    assert [str(r.pool) for r, _ in crew.rolled if isinstance(r, Roll)] == ["D6"]
    assert crew.battle.combats[-1].impacts == ()


@pytest.mark.rule("troop.heavy-chariot")
def test_who_does_not_charge_has_no_impact() -> None:
    """Case C21: nor in a later round, nor when he is charged; light chariots have none at all."""
    assert impacts(met(drawn_up(heavy_chariots(), warriors()), 0, 1)) == ()
    assert impacts(met(drawn_up(heavy_chariots(), warriors()), 0, 1, charger=1)) == ()
    assert impacts(charging(light_chariots(), warriors())) == ()
    assert impacts(charging(heavy_chariots(), warriors())) == (Impact(CHARIOTS, 3, ((FOE, 5),)),)


@pytest.mark.rule("combat.defended-obstacle", "troop.heavy-chariot")
def test_no_impact_over_a_defended_obstacle() -> None:
    assert impacts(charging(heavy_chariots(), warriors(), defended=True)) == ()


@pytest.mark.rule("troop.heavy-chariot")
def test_only_those_before_them_are_struck() -> None:
    """An enemy at the chariots' flank takes no hits."""
    at_flank = warriors("flank guard", 6)
    right = 20 + 1.5 * 50 / 25.4
    battle = table(
        Put(heavy_chariots(), x=20, y=20, files=3),
        Put(warriors(), x=20, y=20, facing=180, files=5, side=BLUE),
        Put(at_flank, x=right, y=20 - 50 / 25.4, facing=270, files=3, side=BLUE),
    )
    battle = met(met(battle, 0, 1, charger=0), 0, 2, red_edge=RIGHT)
    (impact,) = opened(battle, dice=(), answers=[Allotment(FOE)]).battle.combats[-1].impacts
    assert [foe for foe, _ in impact.struck] == [FOE]


def with_a_standard_bearer(chariots: Sheet) -> Battle:
    """A chariot before a unit three wide, of whom one is a character."""
    battle = table(
        Put(chariots, x=20, y=20),
        Put(foot("spears", 8, standard=False, musician=False), 20, 20, 180, 3, BLUE),
        Put(battle_standard("shaman"), x=40, y=40, side=BLUE),
    )
    return CharacterJoined(UnitId(2), FOE, 1).changed(battle)


@pytest.mark.rule("troop.heavy-chariot", "combat.choose-target")
def test_the_hits_go_round_the_models_touched() -> None:
    """Case C20: a hit on each model touched, then on from those whom the crew strikes."""
    battle = met(with_a_standard_bearer(scythed_chariot(base_width=4.0)), 0, 1, charger=0)
    for target, dealt in (
        (FOE, ((FOE, 2), (UnitId(2), 1))),
        (UnitId(2), ((UnitId(2), 1), (FOE, 2))),
    ):
        script = opened(battle, answers=[Allotment(target)])
        assert script.battle.combats[-1].impacts[0].struck == dealt
    assert shared_out(6, ((FOE, 3), (UnitId(2), 1))) == ((FOE, 5), (UnitId(2), 1))
    assert shared_out(6, ((UnitId(2), 1), (FOE, 3))) == ((UnitId(2), 2), (FOE, 4))
    assert shared_out(2, ((FOE, 3), (UnitId(2), 1))) == ((FOE, 2),)
    assert shared_out(3, ()) == ()


@pytest.mark.rule("troop.heavy-chariot", "combat.casualties")
def test_chariots_that_fell_before_their_turn_do_not_strike() -> None:
    battle = opened(charging(heavy_chariots(), warriors(), files=6)).battle
    script = struck(bled(battle, CHARIOTS, 2), 1, *[1] * 3, 1)
    assert [str(r.pool) for r, _ in script.rolled if isinstance(r, Roll)] == ["D6"]


@pytest.mark.rule("troop.heavy-chariot", "combat.casualties", "character.in-unit")
def test_a_characters_chariot_does_not_fall_with_those_of_his_unit() -> None:
    lord = heavy_chariots("lord", models=1, role=Role.CHARACTER)
    battle = table(
        Put(heavy_chariots(), x=20, y=20, files=3),
        Put(warriors(), x=20, y=20, facing=180, files=9, side=BLUE),
        Put(lord, x=40, y=40),
    )
    battle = CharacterJoined(UnitId(2), CHARIOTS, 1).changed(battle)
    battle = opened(met(battle, 0, 1, charger=0), [Allotment(CHARIOTS)]).battle
    assert {impact.unit for impact in battle.combats[-1].impacts} >= {UnitId(2)}
    groups = [group for group in battle.combats[-1].groups if group.unit == UnitId(2)]
    (combat,) = battle.combats
    battle = replace(battle, combats=(replace(combat, groups=tuple(groups)),))
    # one die for his wheels, however many chariots of the unit have fallen; nothing hits
    script = struck(bled(battle, CHARIOTS, 2), 1, *[1] * 3, 1)
    assert [str(r.pool) for r, _ in script.rolled if isinstance(r, Roll)] == ["D6"]


@pytest.mark.rule("troop.heavy-chariot")
def test_the_odds_know_them_exactly() -> None:
    """One heavy chariot on toughness 3 without armour: 3.5 hits, five sixths of which wound."""
    naked = foot("naked", 40, armour=heavy_chariots().armour, melee=warriors().melee)
    naked = replace(naked, armour=replace(naked.armour, worn=0), leader=False)
    one = heavy_chariots(models=1)
    one = replace(one, profile=replace(one.profile, attacks=0))
    battle = opened(charging(one, naked)).battle

    def nobody(battle: Battle, ask: Ask) -> AskAnswer:
        raise AssertionError((battle, ask))

    spread = step_odds(battle, nobody)
    mean = sum(Fraction(after.combats[-1].wounds.red) * chance for after, chance in spread.items())
    assert sum(spread.values()) == 1
    assert mean == Fraction(7, 2) * Fraction(5, 6)


def test_the_event_says_who_has_driven_home() -> None:
    script = opened(charging(heavy_chariots(), warriors()))
    said = [e for e in script.table.events if isinstance(e, ImpactsCounted)]
    assert [e.cite for e in said] == ["troop.heavy-chariot"]
