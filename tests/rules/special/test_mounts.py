"""Mounts with Attacks of their own."""

import pytest
from msgspec.structs import replace

from kit.changes import joined
from kit.fights import bled, met, opened
from kit.tables import BLUE, Put, table
from kit.troops import CAVALRY_SPEAR, HAND, foot, general, horse
from maniple.battle.asks import AskAnswer, Named
from maniple.battle.sheet import Melee, Mount, Profile, Sheet, Traits
from maniple.battle.state import Battle, StrikeGroup
from maniple.battle.unit import UnitId
from maniple.play.script import Script
from maniple.rules.fighting.blows import blow, strikers_left
from maniple.rules.fighting.strikers import bands

RIDERS, FOE, HERO, CHIEF = (UnitId(i) for i in range(4))
WARHORSE = Mount("warhorse", 3, 3, 3, 1)


def riders(**changes: object) -> Sheet:
    return horse("riders", 6, mount=WARHORSE, **changes)


def meeting(sheet: Sheet, *, files: int = 6) -> Battle:
    """Riders who charge spearmen as wide as they are."""
    battle = table(
        Put(sheet, 36, 24, files=files),
        Put(foot("foe", 20), 36, 24, 180, 10, BLUE),
    )
    return met(battle, RIDERS, FOE, charger=RIDERS)


def struck_by(battle: Battle) -> list[StrikeGroup]:
    """The riders' strike groups, in their order."""
    groups = opened(battle).battle.combats[-1].groups
    return [group for group in groups if group.unit == RIDERS]


@pytest.mark.rule("challenge.fight", "combat.strike-order")
def test_each_strikes_beside_its_rider_with_its_own_figures() -> None:
    groups = struck_by(meeting(riders(leader=False)))
    assert [(g.mount, g.models) for g in groups] == [(False, 6), (True, 6)]
    assert not [g for g in struck_by(meeting(horse("riders", 6))) if g.mount]
    battle = opened(meeting(riders(leader=False))).battle
    figures = blow(battle, groups[1])
    # the horse's Weapon Skill 3 against 3, its Strength 3; one Attack each
    assert (figures.dice, figures.hit, figures.wound) == (6, 4, 4)
    assert figures.attacks(groups[1]).who == "mounts"


@pytest.mark.rule("challenge.fight")
def test_its_rider_lends_it_neither_arms_nor_rules() -> None:
    sheet = riders(melee=(CAVALRY_SPEAR,), traits=Traits(frenzied=True))
    battle = opened(meeting(sheet)).battle
    mounts = [g for g in battle.combats[-1].groups if g.mount]
    assert [(blow(battle, g).dice, blow(battle, g).wound) for g in mounts] == [(5, 4), (1, 4)]
    riding = [g for g in battle.combats[-1].groups if g.unit == RIDERS and not g.mount]
    assert [(blow(battle, g).dice, blow(battle, g).wound) for g in riding] == [(10, 3), (3, 3)]


@pytest.mark.rule("challenge.fight", "combat.ranks-front-only")
def test_a_second_rank_reaches_over_with_its_weapons_alone() -> None:
    long = Melee("long spear", ranks=2, ranks_charging=2)
    battle = meeting(riders(leader=False, melee=(long,)), files=3)
    assert [(g.mount, g.models) for g in struck_by(battle)] == [(False, 6), (True, 3)]
    assert [(band.models, band.behind) for band in bands(battle, RIDERS)] == [(6, 3)]


@pytest.mark.rule("challenge.fight", "combat.casualties")
def test_with_its_rider_it_falls() -> None:
    battle = bled(opened(meeting(riders(leader=False))).battle, RIDERS, 4)
    groups = [g for g in battle.combats[-1].groups if g.unit == RIDERS]
    assert [strikers_left(battle, g) for g in groups] == [2, 2]


def heroes(*answers: AskAnswer) -> Script:
    """A man on a warhorse with his unit, before theirs with a chief in it."""
    on_horse = replace(general("hero"), profile=Profile(4, 5, 4, 4, 3, 2, 5, 2, 8), mount=WARHORSE)
    battle = table(
        Put(foot("ours", 20, leader=False, standard=False, musician=False), 36, 24, files=10),
        Put(foot("foe", 20, leader=False, standard=False, musician=False), 36, 24, 180, 10, BLUE),
        Put(on_horse, 10, 10),
        Put(general("chief", mounted=False), 60, 40, 180, side=BLUE),
    )
    battle = joined(joined(battle, HERO, RIDERS), CHIEF, FOE)
    return opened(met(battle, RIDERS, FOE, charger=RIDERS), answers)


@pytest.mark.rule("challenge.fight")
def test_a_warhorse_fights_along_in_a_challenge() -> None:
    groups = heroes(Named(HERO), Named(CHIEF)).battle.combats[-1].groups
    mine = [(g.mount, g.weapon, g.target) for g in groups if g.unit == HERO]
    assert mine == [(False, HAND.name, CHIEF), (True, "teeth and hooves", CHIEF)]
