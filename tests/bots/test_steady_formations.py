"""When the steady bot closes its shields."""

from msgspec.structs import replace

from kit.bots import asked, steady_says
from kit.changes import changed
from kit.fights import met
from kit.tables import BLUE, Put, table
from kit.troops import (
    archers,
    foot,
    horse,
    legionaries,
    skirmishers,
    spears_and_bows,
    under_shields,
    warriors,
)
from maniple.battle.asks import ChooseFallen, ChooseStruck, Done, OfKind, Yes
from maniple.battle.orders import Order
from maniple.battle.sheet import Armour, Traits
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import UnitId
from maniple.bots.steady import formations
from maniple.bots.steady.formations import should_stand


def states(*others: Put) -> bool:
    battle = table(Put(under_shields(), 30, 20, files=6), *others)
    seat = asked(battle, Phase.START, Task(Do.STATE_TESTUDO, UnitId(0)))
    return steady_says(seat)[0] == Yes()


def test_testudo_is_formed_under_fire_alone() -> None:
    loose = tuple((26.0 + i, 29.5, 180.0) for i in range(8))
    bows = replace(archers(), name="bows")
    slingers = Put(bows, 30, 29.5, 180, places=loose, side=BLUE)
    assert states(slingers)
    assert not states(Put(bows, 30, 44.5, 180, files=8, side=BLUE)), "far away"
    assert not states(Put(skirmishers(), 30, 29.5, 180, places=loose, side=BLUE)), "javelins"


def test_no_testudo_where_ranks_are_wanted() -> None:
    loose = tuple((26.0 + i, 29.5, 180.0) for i in range(8))
    bows = Put(archers(), 30, 29.5, 180, places=loose, side=BLUE)
    assert not states(bows, Put(horse("riders", 8), 40, 29, 225, files=4, side=BLUE))
    assert not states(bows, Put(warriors(), 30, 27.0, 180, files=6, side=BLUE))


def test_a_shieldwall_stands_before_a_charge() -> None:
    wall = foot("wall", 16, armour=Armour(shield=2), traits=Traits(shieldwall=True))
    foe = Put(warriors(), 30, 27.5, 180, files=6, side=BLUE)

    def ordered(sheet, *others: Put) -> object:
        battle = table(Put(sheet, 30, 20, files=4), *others)
        return steady_says(asked(battle, Phase.MOVES, Task(Do.ORDER_UNITS)))[0]

    battle = table(Put(wall, 30, 20, files=4), foe)
    assert should_stand(battle, battle.units[0])
    assert ordered(wall, foe) == Done()
    far = Put(warriors(), 30, 40, 180, files=6, side=BLUE)
    assert isinstance(ordered(wall, far), Order)
    plain = table(Put(legionaries(), 30, 20, files=6), foe)
    assert not should_stand(plain, plain.units[0])


def test_the_softest_kind_is_struck_and_the_rear_is_spared_last() -> None:
    battle = table(
        Put(spears_and_bows(), 30, 20, files=6), Put(warriors(), 30, 26, 180, files=6, side=BLUE)
    )
    seat = asked(battle, Phase.MOVES, Task(Do.ORDER_UNITS))
    whom = ChooseStruck(battle.units[1].side, UnitId(1), UnitId(0), (0, 1))
    assert formations.struck(seat, whom)[0] == OfKind(1)
    undirected = ChooseStruck(battle.units[1].side, UnitId(1), UnitId(0), (-1,))
    assert formations.struck(seat, undirected)[0] == OfKind(-1)
    lose = ChooseFallen(battle.units[0].side, UnitId(0), (0, 1))
    assert formations.fallen(seat, lose)[0] == OfKind(1)


def test_it_answers_what_it_is_asked_of_formations() -> None:
    """Blows at a combined formation of which its foes touch both kinds."""
    battle = table(
        Put(foot("foes", leader=False), 30, 20, files=8),
        Put(spears_and_bows(), 30, 20, 180, files=6, side=BLUE),
    )
    battle = changed(met(battle, 0, 1), 1, models=15, by_share=(3, 12))
    answer, why = steady_says(asked(battle, Phase.COMBAT, Task(Do.NAME_COMBAT)))
    assert answer == OfKind(1)
    assert why
