"""War wagons, and the crew that they shelter."""

import pytest
from msgspec.structs import replace

from kit.charges import brought_home
from kit.fights import opened
from kit.tables import BLUE, Put, table
from kit.troops import BOW, archers, war_wagon, warriors
from maniple.battle.asks import DeclareCharge
from maniple.battle.events import CrewWounded, UnitDestroyed, UnitsMet
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Phase
from maniple.battle.unit import Moved, Status, UnitId
from maniple.rules.charging.charging import charge_options
from maniple.rules.charging.responses import may_run
from maniple.rules.fighting.blows import attacks_of, blow
from maniple.rules.shooting.firing import hindrances, volley_at
from maniple.rules.special.crew import inflict_on_crew
from maniple.rules.special.war_wagon import behind_sides

WAGON, FOE = UnitId(0), UnitId(1)


def facing_wagon(inches: float = 10.0) -> Battle:
    return table(
        Put(war_wagon(), x=36, y=20),
        Put(archers(), 36, 20 + inches, 180, 8, BLUE),
        phase=Phase.SHOOTING,
    )


def done(battle: Battle, unit: UnitId, moved: Moved) -> Battle:
    one = battle.units[unit]
    one = replace(one, doings=replace(one.doings, moved=moved))
    return replace(battle, units=tuple(one if u.id == unit else u for u in battle.units))


@pytest.mark.rule("troop.war-wagon", "shoot.large-targets")
def test_it_is_a_large_target() -> None:
    battle = facing_wagon()
    harder = hindrances(battle, battle.units[FOE], battle.units[WAGON], BOW, None)
    assert [(h.figure, h.rule) for h in harder] == [(-1, "shoot.large-targets")]


@pytest.mark.rule("troop.war-wagon", "shoot.moving-crews")
def test_its_crew_shoots_and_worse_after_it_has_moved() -> None:
    battle = facing_wagon()
    for moved, need in ((Moved.STOOD, 4), (Moved.MOVED, 5)):
        (shots,) = volley_at(done(battle, WAGON, moved), WAGON, FOE, BOW, (0,)).attacks
        assert (shots.dice, shots.stages[0].need) == (4, need)


@pytest.mark.rule("troop.war-wagon.crew", "shoot.modifiers", "troop.war-wagon")
def test_missiles_find_its_crew_in_hard_cover() -> None:
    """Eight shots on 3+ (Ballistic Skill 3, a large target): three for the crew, two points worse."""
    at_wagon, at_crew = volley_at(facing_wagon(), FOE, WAGON, BOW, range(8)).attacks
    assert (at_wagon.dice, at_wagon.at_crew, at_wagon.stages[0].need) == (5, False, 3)
    assert (at_crew.dice, at_crew.at_crew, at_crew.stages[0].need) == (3, True, 5)
    assert (at_wagon.stages[1].need, at_crew.stages[1].need) == (7, 4)


@pytest.mark.rule("troop.war-wagon", "troop.war-wagon.crew")
def test_only_its_own_crew_has_its_sides_for_cover() -> None:
    battle = facing_wagon()
    wagon, foe = battle.units[WAGON], battle.units[FOE]
    assert (behind_sides(battle, foe, wagon), behind_sides(battle, wagon, foe)) == (2, 0)


@pytest.mark.rule("troop.war-wagon.crew", "charge.declare")
def test_it_never_charges_and_never_runs() -> None:
    battle = replace(facing_wagon(6), turn=replace(facing_wagon().turn, phase=Phase.CHARGES))
    assert [type(o).__name__ for o in charge_options(battle, DeclareCharge(Side.RED))] == ["Done"]
    assert not may_run(battle.units[WAGON])


@pytest.mark.rule("troop.war-wagon", "troop.war-wagon.crew", "combat.defended-obstacle")
def test_who_charges_it_strikes_over_a_defended_obstacle() -> None:
    battle = table(
        Put(warriors("band"), 36, 18, 0, 5),
        Put(war_wagon(), 36, 24, 180, 1, BLUE),
        phase=Phase.CHARGES,
    )
    script = brought_home(battle, 0, 1)
    met = next(e for e in script.table.events if isinstance(e, UnitsMet))
    assert (met.defended, met.across_obstacle) == (True, True)
    fight = script.battle.units[0].fight
    assert fight is not None
    assert (fight.charging, fight.hits_on_six, fight.obstacle) == (False, True, True)
    ordered = opened(script.battle, dice=[6, 1]).battle
    ours = next(g for g in ordered.combats[-1].groups if g.unit == 0 and not g.leader)
    assert blow(ordered, ours).hit == 6
    assert [a.at_crew for a in attacks_of(ordered, ours)] == [False, True]
    crew = [g for g in ordered.combats[-1].groups if g.crew]
    assert [(g.unit, g.models) for g in crew] == [(1, 4)]


@pytest.mark.rule("troop.war-wagon.crew")
def test_a_wagon_without_crew_is_lost() -> None:
    game = Table(facing_wagon())
    assert inflict_on_crew(game, WAGON, 3, FOE, "shoot.casualties") == 3
    assert game.battle.units[WAGON].status is Status.TABLE
    assert inflict_on_crew(game, WAGON, 1, FOE, "shoot.casualties") == 1
    assert [type(e) for e in game.events] == [CrewWounded, CrewWounded, UnitDestroyed]
    assert game.events[-1] == UnitDestroyed(WAGON, FOE, "troop.war-wagon.crew")
