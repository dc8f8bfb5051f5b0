"""Characters and the steady bot: to whom the general, a wizard and a fighter go.

Red looks up the table, blue down; units are numbered in the order given.
"""

from msgspec.structs import replace

from kit.bots import asked
from kit.fights import met
from kit.tables import BLUE, Put, table
from kit.troops import archers, foot, general, legionaries, spearmen, warriors
from maniple.battle.orders import Join
from maniple.battle.sheet import Sheet, Traits
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import UnitId
from maniple.bots.steady import people
from maniple.bots.steady.drawn_up import placed_character, stands_back

FOES = Put(warriors(), 30, 44, 180, files=8, side=BLUE)


def hero() -> Sheet:
    return replace(general("hero", mounted=False), is_general=False)


def wizard() -> Sheet:
    return replace(hero(), name="seer", traits=Traits(wizard=2))


def joins(battle: Battle) -> UnitId:
    """Whom unit 0, a character alone, joins."""
    plan = people.alone(asked(battle, Phase.MOVES, Task(Do.ORDER_UNITS)), battle.units[0])
    assert plan is not None
    step = plan.order.manoeuvres[0]
    assert isinstance(step, Join), plan.why
    return step.host


def test_the_general_goes_to_the_best_unit_of_the_line() -> None:
    #  c    B        c is nearer, B worth more
    #    g
    battle = table(
        Put(general(mounted=True), 30, 14),
        Put(foot("few", 5), 29, 18, files=5),
        Put(foot("guard", 20, points=400), 33, 18.5, files=5),
        FOES,
    )
    assert joins(battle) == 2


def test_the_general_goes_into_no_fight_that_has_begun_without_him() -> None:
    def where(man: Sheet) -> UnitId:
        battle = table(
            Put(man, 30, 14),
            Put(spearmen("fighting"), 28, 20, files=4),
            Put(spearmen("free"), 34, 17, files=4),
            Put(warriors(), 28, 20, 180, files=6, side=BLUE),
        )
        return joins(met(battle, 1, 3))

    assert where(general(mounted=True)) == 2
    assert where(replace(general(mounted=True), is_general=False)) == 1


def test_a_wizard_goes_to_those_who_stand_back() -> None:
    def where(man: Sheet) -> UnitId:
        battle = table(
            Put(man, 33, 14.5),
            Put(legionaries(), 30, 16, files=6),
            Put(archers("bows", 10), 36, 16, files=5),
            FOES,
        )
        assert stands_back(battle, battle.units[2])
        assert not stands_back(battle, battle.units[1])
        return joins(battle)

    assert where(wizard()) == 2
    assert where(hero()) == 1


def test_a_wizard_is_placed_with_those_who_stand_back() -> None:
    def host(man: Sheet) -> UnitId:
        battle = table(
            Put(man, 0, 0),
            Put(legionaries(), 30, 16, files=6),
            Put(archers("bows", 10), 40, 16, files=5),
        )
        waiting = replace(battle.units[0], status=type(battle.units[0].status).WAITING)
        battle = replace(battle, units=(waiting, *battle.units[1:]))
        seat = asked(battle, Phase.DEPLOYMENT, Task(Do.PLACE_CHARACTERS, UnitId(0)))
        placed = placed_character(seat, UnitId(0))
        assert placed is not None
        return placed[0].host

    assert host(wizard()) == 2
    assert host(hero()) == 1
