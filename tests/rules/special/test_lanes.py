"""Foot that opens lanes for elephants."""

import pytest
from msgspec.structs import replace

from kit.changes import changed
from kit.charges import HOLD, declared, events, moved, order
from kit.fights import LEFT, met
from kit.tables import BLUE, Put, table
from kit.troops import elephant, foot, horse, legionaries, spearmen
from maniple.battle.asks import Reply
from maniple.battle.bodies import body, gap
from maniple.battle.events import ChargeEnded, LanesOpened, Tested, UnitMoved, UnitsMet
from maniple.battle.sheet import Kind, Sheet, Traits
from maniple.battle.state import Battle, Response
from maniple.battle.unit import Formation, Moved, UnitId
from maniple.rules.charging.responses import answers
from maniple.rules.special.lanes import OPEN_LANES

BEAST, FOOT = UnitId(0), UnitId(1)
LANES = Reply(Response.OPEN_LANES)
KNOWS = Traits(drilled=True, used_to_elephants=True)
USED = Traits(used_to_elephants=True)


def against(ours: Sheet, *others: Put, charger: Sheet | None = None) -> Battle:
    """A red elephant looks up the table at blue foot eight inches off."""
    return table(
        Put(charger or elephant(), x=30, y=20),
        Put(ours, x=30, y=28, facing=180, files=4, side=BLUE),
        *others,
    )


def choices(battle: Battle) -> tuple[Response, ...]:
    """What the foot may answer to a charge of the elephant."""
    charge = declared(against(foot("used", traits=USED)), order(0, 1), HOLD).battle.charges
    return answers(replace(battle, charges=charge), BEAST, FOOT)


@pytest.mark.rule("charge.response.open-lanes", "troop.drilled", "troop.elephant")
def test_drilled_foot_lets_elephants_run_through() -> None:
    """Case F5: drilled Romans open lanes for a charging elephant, without a test."""
    battle = against(foot("cohort", traits=KNOWS))
    declaring = declared(battle, order(0, 1), LANES)
    assert [e.charger for e in events(declaring, LanesOpened)] == [BEAST]
    assert not events(declaring, Tested)
    script = moved(declaring.battle)
    beast, men = script.battle.units[BEAST], script.battle.units[FOOT]
    assert not events(script, UnitsMet)
    assert [e.arrived for e in events(script, ChargeEnded)] == [False]
    (went,) = events(script, UnitMoved)
    assert (went.how, went.cite) == (Moved.FAILED_CHARGE, OPEN_LANES)
    assert (beast.pose.x, beast.pose.facing) == (30, 0)
    assert body(beast).cy > body(men).cy
    assert 0.1 <= gap(beast, men) < 0.11
    assert men.pose == battle.units[FOOT].pose
    assert men.models == 16


@pytest.mark.rule("charge.response.open-lanes", "troop.elephant")
@pytest.mark.parametrize(("dice", "through"), [((3, 4), True), ((4, 4), False)])
def test_the_undrilled_who_know_elephants_need_a_test(dice: tuple[int, int], through: bool) -> None:
    """Case F5: used to elephants but not drilled, Leadership 7."""
    declaring = declared(against(foot("used", traits=USED)), order(0, 1), LANES, dice=dice)
    (tested,) = events(declaring, Tested)
    assert (tested.unit, tested.kind, tested.need, tested.passed) == (FOOT, OPEN_LANES, 7, through)
    assert bool(events(declaring, LanesOpened)) is through
    assert bool(events(moved(declaring.battle), UnitsMet)) is not through


@pytest.mark.rule("charge.response.open-lanes")
def test_who_may_open_lanes() -> None:
    for traits, may in (
        (KNOWS, True),
        (USED, True),
        (Traits(drilled=True), True),
        (Traits(), False),
    ):
        assert (Response.OPEN_LANES in choices(against(foot("foot", traits=traits)))) is may
    # For elephants alone; in ranks; on foot.
    ours = foot("foot", traits=KNOWS)
    assert Response.OPEN_LANES not in choices(against(ours, charger=legionaries()))
    loose = changed(against(ours), FOOT, formation=Formation.MOB)
    assert Response.OPEN_LANES not in choices(loose)
    riders = horse("riders", traits=KNOWS, kind=Kind.CAMELRY)
    assert Response.OPEN_LANES not in choices(against(riders))


@pytest.mark.rule("charge.response.open-lanes", "troop.elephant")
def test_an_army_with_elephants_knows_how() -> None:
    own = Put(elephant("own"), x=60, y=40, facing=180, side=BLUE)
    assert Response.OPEN_LANES in choices(against(spearmen(), own))
    assert Response.OPEN_LANES not in choices(against(spearmen()))


@pytest.mark.rule("charge.response.open-lanes")
@pytest.mark.parametrize(
    "behind",
    [
        Put(spearmen("behind"), x=30, y=32, facing=180, files=8, side=BLUE),
        Put(elephant("behind"), x=30, y=34.5),
    ],
    ids=["friends of the foot", "friends of the elephant"],
)
def test_lanes_that_lead_into_somebody_are_of_no_use(behind: Put) -> None:
    battle = table(
        Put(elephant(), x=30, y=20),
        Put(foot("cohort", traits=KNOWS), x=30, y=28, facing=180, files=4, side=BLUE),
        behind,
    )
    script = moved(declared(battle, order(0, 1), LANES).battle)
    assert [e.contact.blue for e in events(script, UnitsMet)] == [FOOT]


@pytest.mark.rule("charge.response.open-lanes")
def test_foot_that_has_come_to_fight_somebody_else_cannot_part() -> None:
    battle = against(
        foot("cohort", traits=KNOWS), Put(legionaries(), x=31.58, y=29.5, facing=270, files=3)
    )
    script = declared(battle, order(0, 1), LANES, done=True)
    assert not events(moved(script.battle), UnitsMet)
    busy = met(script.battle, 2, 1, blue_edge=LEFT)
    assert events(moved(busy), UnitsMet)
