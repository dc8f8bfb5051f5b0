"""Chariots: light ones count as cavalry, and whose Leadership and Attacks a crew's are."""

import pytest
from msgspec.structs import replace

from kit.fights import met, opened
from kit.tables import BLUE, Put, table
from kit.troops import (
    ARCHER_CREW,
    BOW,
    HAND,
    heavy_chariots,
    horse,
    light_chariots,
    scythed_chariot,
    war_wagon,
    warriors,
)
from maniple.battle.sheet import Crew, Melee, Sheet
from maniple.battle.state import Charge
from maniple.battle.unit import UnitId
from maniple.geometry import Edge
from maniple.rules.charging.responses import can_counter_charge
from maniple.rules.fighting.blows import blow
from maniple.rules.nerve.leadership import leadership_of, own_leadership
from maniple.rules.shooting.volley import can_shoot_charging

US, THEM = UnitId(0), UnitId(1)


@pytest.mark.rule("troop.light-chariot", "charge.response.counter-charge")
@pytest.mark.parametrize(
    ("charged", "charger", "may"),
    [
        (light_chariots(), horse("riders"), True),
        (horse("riders"), light_chariots(), True),
        (light_chariots(), warriors(), False),
        (heavy_chariots(), horse("riders"), False),
        (horse("riders"), heavy_chariots(), False),
    ],
)
def test_light_chariots_count_as_cavalry_for_counter_charges(
    charged: Sheet, charger: Sheet, may: bool
) -> None:
    battle = table(Put(charged, 30, 20, files=3), Put(charger, 30, 30, 180, 3, BLUE))
    charge = Charge(THEM, US, Edge.FRONT)
    assert can_counter_charge(battle, charge) is may


@pytest.mark.rule("troop.barbarian-chariot")
def test_a_chariots_attacks_hold_its_warriors() -> None:
    """Two Attacks each, and nobody fights beside them."""
    battle = table(Put(light_chariots(), 30, 20, files=3), Put(warriors(), 30, 20, 180, 6, BLUE))
    ours = [
        g for g in opened(met(battle, 0, 1, charger=0)).battle.combats[-1].groups if g.unit == US
    ]
    assert [(g.models, g.crew) for g in ours] == [(3, False)]
    assert blow(opened(met(battle, 0, 1, charger=0)).battle, ours[0]).dice == 6


@pytest.mark.rule("psychology.crew")
def test_the_best_leadership_of_a_crew_counts() -> None:
    brave = replace(ARCHER_CREW, profile=replace(ARCHER_CREW.profile, leadership=9))
    battle = table(
        Put(war_wagon(crew=brave), 30, 20), Put(war_wagon(crew=None), 30, 30, 180, 1, BLUE)
    )
    assert [leadership_of(battle, unit) for unit in (US, THEM)] == [9, 7]
    dead = replace(battle.units[US], crew_wounds=4)
    assert own_leadership(battle, dead) == 7
    fools = replace(ARCHER_CREW, profile=replace(ARCHER_CREW.profile, leadership=3))
    tame = table(Put(war_wagon(crew=fools), 30, 20))
    assert leadership_of(tame, US) == 7


@pytest.mark.rule("shoot.composite-bow-charging", "troop.light-chariot")
def test_archers_in_chariots_shoot_as_they_charge() -> None:
    bowmen = Crew(2, ARCHER_CREW.profile, (HAND,), (BOW,))
    for chariots in (light_chariots(missiles=(BOW,)), heavy_chariots(crew=bowmen)):
        battle = table(Put(chariots, 30, 20, files=3), Put(warriors(), 30, 32, 180, 6, BLUE))
        assert can_shoot_charging(battle, US, THEM)
    lancers = replace(bowmen, melee=(Melee("kontos", cite="weapon.kontos"),))
    for chariots in (
        light_chariots(),
        heavy_chariots(crew=lancers),
        scythed_chariot(missiles=(BOW,)),
    ):
        battle = table(Put(chariots, 30, 20, files=1), Put(warriors(), 30, 32, 180, 6, BLUE))
        assert not can_shoot_charging(battle, US, THEM)
