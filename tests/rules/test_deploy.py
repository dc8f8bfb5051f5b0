"""Deployment: zones, placing in turn, characters, the first turn."""

import random

import pytest

from kit.tables import BLUE, RED
from kit.troops import archers, auxilia, general, legionaries, skirmishers, spearmen, warriors
from maniple.battle.asks import PickZone, PlaceCharacter, Placement, PlaceUnit
from maniple.battle.field import Field, Zone
from maniple.battle.judged import Judged, Refusal
from maniple.battle.sides import Pair
from maniple.battle.state import Battle
from maniple.battle.terrain import Ground, Terrain
from maniple.battle.unit import Formation, Status, UnitId
from maniple.geometry import Pose, pose
from maniple.play.script import Script
from maniple.rules.legality import judge, sample
from maniple.rules.start.begin import begun, start, units_of

FIELD = Field(72, 48, (Zone(0, 0, 72, 12, "bottom"), Zone(0, 36, 72, 48, "top")))


def fresh(red: list, blue: list, field: Field = FIELD) -> Battle:
    return begun(start(field, units_of(Pair(red, blue))))


def at(unit: int, x: float, y: float, facing: float = 0.0, **more: object) -> Placement:
    return Placement(UnitId(unit), pose(x, y, facing), **more)


@pytest.mark.rule("deploy", "turn.procedure")
def test_whole_deployment():
    battle = fresh([legionaries(), general()], [warriors("a"), warriors("b")])
    script = Script(
        battle,
        # equal dice again; blue picks; then red, who has fewer units, adds 1: equal goes to him
        dice=[3, 3, 2, 5, 4, 5],
        answers=[
            PickZone(1),
            at(0, 36, 10, files=6),
            at(2, 20, 38, 180, files=6),
            at(3, 50, 38, 180, files=6),
            at(1, 36, 10, host=UnitId(0)),
        ],
    )
    script.run_until(8)
    after = script.battle
    assert after.zones == Pair(0, 1)
    assert after.placed_first is RED
    assert after.turn.first is RED
    assert after.turn.todo == ()
    assert [u.status for u in after.units] == [
        Status.TABLE,
        Status.JOINED,
        Status.TABLE,
        Status.TABLE,
    ]
    assert after.units[0].guests == (1,)
    assert after.units[0].guest_places == 2


@pytest.mark.rule("deploy")
def test_the_higher_die_has_the_first_turn():
    battle = fresh([legionaries()], [warriors()])
    script = Script(
        battle,
        dice=[6, 1, 2, 4],
        answers=[PickZone(0), at(1, 36, 40, 180, files=6), at(0, 36, 10, files=6)],
    )
    script.run_until(6)
    # blue placed first, so it finished first and adds 1: 2 against 5
    assert script.battle.turn.first is BLUE


@pytest.mark.rule("deploy")
def test_a_scenario_may_deal_the_zones():
    field = Field(72, 48, FIELD.zones, placed_sides=BLUE)
    script = Script(fresh([legionaries()], [warriors()], field), dice=[6, 1])
    script.run_until(1)
    assert script.battle.zones == Pair(1, 0)
    assert script.battle.placed_first is BLUE


def dealt(*red: object, field: Field = FIELD) -> Battle:
    script = Script(fresh(list(red), [warriors()], field), dice=[1, 6], answers=[PickZone(1)])
    script.run_until(1)
    return script.battle


def refused(battle: Battle, placement: Placement) -> str:
    judged = judge(battle, PlaceUnit(RED), placement)
    assert isinstance(judged, Refusal)
    return judged.rule


@pytest.mark.rule("deploy", "unit.ranks", "troop.light")
def test_placements_refused():
    wood = Terrain("lake", ((30, 2), (34, 2), (34, 6), (30, 6)), Ground.IMPASSABLE)
    field = Field(72, 48, FIELD.zones, (wood,))
    battle = dealt(legionaries(), spearmen(), general(), field=field)
    assert refused(battle, at(0, 36, 12.1, files=6)) == "deploy"
    assert refused(battle, at(0, 36, 1, files=6)) == "deploy"
    nowhere = Placement(UnitId(0), Pose(float("nan"), 10, 0), files=6)
    assert refused(battle, nowhere) == "deploy"
    assert refused(battle, at(3, 36, 10, files=6)) == "deploy"
    assert refused(battle, at(99, 36, 10, files=6)) == "deploy"
    assert refused(battle, at(2, 36, 10)) == "deploy"
    assert refused(battle, at(0, 36, 10, files=19)) == "unit.ranks"
    assert refused(battle, at(0, 36, 10, files=0)) == "unit.ranks"
    assert refused(battle, at(0, 32, 6.5, files=6)) == "terrain.impassable"
    assert refused(battle, at(0, 36, 10, files=6, skirmish=True)) == "troop.light"
    assert isinstance(judge(battle, PlaceUnit(RED), at(0, 36, 12, files=6)), Judged)


@pytest.mark.rule("deploy")
def test_units_stand_a_tenth_of_an_inch_apart():
    script = Script(dealt(legionaries(), spearmen()), answers=[at(0, 20, 12, files=6)])
    script.run_until(1)
    beside = 20 + 6 * 20 / 25.4
    assert refused(script.battle, at(1, beside + 0.05, 12, files=6)) == "deploy"
    assert isinstance(
        judge(script.battle, PlaceUnit(RED), at(1, beside + 0.11, 12, files=6)), Judged
    )


@pytest.mark.rule("troop.light", "troop.skirmish", "troop.skirmish.shape")
def test_who_may_skirmish():
    battle = dealt(auxilia(), skirmishers())
    loose = judge(battle, PlaceUnit(RED), at(0, 36, 10, files=9, skirmish=True, gap=1.0))
    assert isinstance(loose, Judged)
    assert len(loose.places) == 18
    assert refused(battle, at(1, 36, 10, files=4)) == "troop.skirmish"
    assert refused(battle, at(1, 36, 10, files=4, skirmish=True, gap=2.1)) == "troop.skirmish.shape"
    script = Script(battle, answers=[at(1, 36, 10, files=8, skirmish=True, gap=1.0)])
    script.run_until(1)
    assert script.battle.units[1].formation is Formation.SKIRMISH


@pytest.mark.rule("character.join", "unit.ranks")
def test_a_character_needs_a_place_in_the_front_rank():
    narrow = Script(
        dealt(spearmen(), general()), answers=[at(0, 20, 11, files=2), at(2, 20, 37, 180, files=6)]
    )
    narrow.run_until(3)
    judged = judge(narrow.battle, PlaceCharacter(RED, UnitId(1)), at(1, 20, 11, host=UnitId(0)))
    assert isinstance(judged, Refusal)
    assert judged.rule == "unit.ranks"


@pytest.mark.rule("deploy")
def test_samples_are_legal_and_finish():
    rng = random.Random(5)
    red = [legionaries("a"), legionaries("b"), auxilia(), archers(), skirmishers(), general()]
    blue = [warriors(str(i)) for i in range(8)]
    script = Script(fresh(red, blue), dice=[1, 6], answers=[PickZone(1)])
    script.run_until(1)
    battle = script.battle
    while battle.turn.todo and len(battle.turn.todo) > 1:
        run = Sampled(battle, rng)
        battle = run.battle
    assert all(u.status in (Status.TABLE, Status.JOINED) for u in battle.units)


class Sampled(Script):
    """Runs one step, answering by lot."""

    def __init__(self, battle: Battle, rng: random.Random) -> None:
        super().__init__(battle)
        self._rng = rng
        self.run_until(1)

    def _answer(self, request: object) -> object:
        answer = sample(self.battle, request, self._rng.randrange)
        assert isinstance(judge(self.battle, request, answer), Judged)
        return answer
