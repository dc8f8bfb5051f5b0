"""Figures of the rules at their bounds: a little less and a little more than the book says."""

import pytest

from kit.charges import COUNTER, HOLD, brought_home, declared, events, order, path
from kit.fights import counted, met
from kit.orders import judged, refused
from kit.tables import BLUE, Put, table
from kit.troops import MM, general, horse, legionaries, skirmishers, spearmen, warriors
from maniple.battle.asks import AnswerCharge
from maniple.battle.events import UnitsMet
from maniple.battle.field import Ruleset
from maniple.battle.orders import Advance, Reform
from maniple.battle.state import Battle, Response
from maniple.battle.terrain import Cover, Ground, Terrain
from maniple.battle.unit import UnitId
from maniple.rules.fighting.good_order import is_way_open
from maniple.rules.fleeing.rally import near_enemy_modifier
from maniple.rules.shooting.sight import can_see

US, THEM = UnitId(0), UnitId(1)
W = 20 * MM


def block(x: float, y: float, w: float, h: float) -> tuple[tuple[float, float], ...]:
    return ((x, y), (x + w, y), (x + w, y + h), (x, y + h))


@pytest.mark.rule("rally.near-enemy")
@pytest.mark.parametrize(("inches", "modifier"), [(7.9, -2), (8.1, 0)])
def test_enemies_weigh_on_a_rally_within_eight_inches(inches: float, modifier: int) -> None:
    mob = Put(spearmen(models=9), 30, 20, 180, files=3, fleeing=True)
    # The mob looks down the table: its body reaches three bases up from y = 20.
    foe = Put(warriors(models=20), 30, 20 + 3 * W + inches, 180, files=5, side=BLUE)
    battle = table(mob, foe, ruleset=Ruleset(rally_near_enemy=True))
    assert near_enemy_modifier(battle, battle.units[0]) == modifier


@pytest.mark.rule("move.reform-near-enemy")
def test_enemies_forbid_a_reform_within_eight_inches() -> None:
    rules = Ruleset(reform_blocked_near_enemy=True)

    def beside(inches: float) -> Battle:
        foe = Put(warriors(), 36, 20 + inches, 180, files=6, side=BLUE)
        return table(Put(spearmen(), 36, 20, files=4), foe, ruleset=rules)

    assert refused(beside(7.9), 0, Reform(8, 0)).rule == "move.reform-near-enemy"
    assert judged(beside(8.1), 0, Reform(8, 0)).files == 8


@pytest.mark.rule("charge.response.counter-charge")
@pytest.mark.parametrize(("move", "may"), [(6, True), (5, False)])
def test_cavalry_that_moves_six_inches_may_counter_charge(move: int, may: bool) -> None:
    battle = table(
        Put(horse("horse"), x=20, y=18, files=6),
        Put(horse("riders", move=move), x=20, y=30, facing=180, files=6, side=BLUE),
    )
    script = declared(battle, order(0, 1), COUNTER if may else HOLD)
    asked = [ask for ask in script.asked if isinstance(ask, AnswerCharge)]
    assert len(asked) == 1
    charge = script.battle.charges[0]
    assert (charge.response is Response.COUNTER_CHARGE) is may


@pytest.mark.rule("combat.defended-obstacle", "terrain.cost")
@pytest.mark.parametrize(("inches", "defends"), [(0.9, True), (1.1, False)])
def test_an_obstacle_is_defended_from_an_inch_behind_it(inches: float, defends: bool) -> None:
    hedge = Terrain("hedge", block(10, 30 - inches - 0.4, 20, 0.4), Ground.OBSTACLE, Cover.SOFT)
    battle = table(
        Put(legionaries(models=24), x=20, y=25, files=6),
        Put(warriors(), x=20, y=30, facing=180, files=6, side=BLUE),
        terrain=(hedge,),
    )
    found = path(battle, 0, 1)
    assert found is not None
    assert found.across is defends
    # Whoever charges over one that nobody defends stands astride it.
    met_there = events(brought_home(battle, 0, 1), UnitsMet)
    assert [(e.defended, e.charger) for e in met_there] == [(defends, 0)]


@pytest.mark.rule("break.fall-back")
@pytest.mark.parametrize(("inches", "is_open"), [(0.9, False), (1.2, True)])
def test_a_way_is_open_if_it_leads_an_inch(inches: float, is_open: bool) -> None:
    behind = 20 + 4 * W + inches
    cliffs = (
        Terrain("cliffs", block(10, behind, 20, 2), Ground.IMPASSABLE),
        Terrain("cliffs", block(10, 10, 10 - 2 * W - 0.01, 14), Ground.IMPASSABLE),
        Terrain("cliffs", block(20 + 2 * W + 0.01, 10, 10, 14), Ground.IMPASSABLE),
    )
    battle = table(
        Put(horse("few", 8), x=20, y=20, files=2),
        Put(spearmen(models=16), x=20, y=20, facing=180, files=4, side=BLUE),
        terrain=cliffs,
    )
    assert is_way_open(counted(met(battle, 0, 1)), THEM) is is_open


@pytest.mark.rule("sight.arc", "sight.skirmishers")
@pytest.mark.parametrize(("degrees", "sees"), [(44.5, True), (45.5, False)])
def test_a_loose_model_sees_through_forty_five_degrees_to_either_side(
    degrees: float, sees: bool
) -> None:
    eye = ((30.0, 20.0, degrees),)
    # The man's base stands up the table from the eye, to the left of straight up.
    far = Put(general(mounted=False), x=30 - W / 2, y=40 + W, facing=0, side=BLUE)
    battle = table(Put(skirmishers(models=1), x=30, y=20, places=eye), far)
    assert can_see(battle, US, THEM) is sees


@pytest.mark.rule("sight.through-skirmishers")
@pytest.mark.parametrize(("behind", "seen"), [(1.9, False), (2.1, True)])
def test_directly_behind_is_within_two_inches(behind: float, seen: bool) -> None:
    man = Put(general(mounted=False), x=20, y=30 + W + behind, facing=180, side=BLUE)
    one = Put(skirmishers(models=1), x=20, y=30, facing=180, side=BLUE, places=((20, 30, 180),))
    battle = table(Put(legionaries(models=3), x=20, y=20, files=1), man, one)
    assert can_see(battle, US, THEM) is seen


@pytest.mark.rule("turn.procedure")
def test_an_order_lists_forty_manoeuvres_at_most() -> None:
    battle = table(Put(spearmen(), 36, 20, files=4))
    assert judged(battle, 0, *[Advance(0.05)] * 40).end is not None
    assert refused(battle, 0, *[Advance(0.05)] * 41).rule == "turn.procedure"
