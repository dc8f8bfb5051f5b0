"""What the steady bot decides in close combat and after it."""

from msgspec.structs import replace

from kit.bots import asked, steady_says
from kit.fights import met
from kit.tables import BLUE, Put, table
from kit.troops import DOUBLE_HANDED, HAND, foot, horse, legionaries, warriors
from maniple.battle.asks import (
    AllotBlows,
    Allotment,
    Arms,
    ChooseArms,
    ChoosePrey,
    Done,
    HoldBack,
    MayFallBack,
    MayOverrun,
    Named,
    No,
    Yes,
)
from maniple.battle.state import Battle, Combat
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import UnitId
from maniple.bots.steady import fights
from maniple.play.seat import Seat

RED = table(Put(legionaries(), 1, 1)).units[0].side


def any_seat(battle: Battle) -> Seat:
    """A seat of red's, whatever it is asked: these parts of the bot look at the battle only."""
    return asked(battle, Phase.MOVES, Task(Do.ORDER_UNITS))


def free(*puts: Put) -> Seat:
    """A seat over this table, with somebody of red's who could move."""
    return any_seat(table(*puts, Put(legionaries("spare"), 5, 5, files=6)))


def test_pursuit_is_restrained_when_a_fresh_enemy_stands_behind() -> None:
    #    ▼ warriors, many and fresh
    #    ▲ the last of a cohort, victorious
    ask = HoldBack(RED, UnitId(0))
    danger = free(
        Put(legionaries(models=7), 30, 20, files=5),
        Put(warriors(models=40), 30, 27, 180, files=8, side=BLUE),
    )
    answer, why = fights.held_back(danger, ask)
    assert answer == Yes()
    assert "warriors" in why
    assert fights.overruns(danger, MayOverrun(RED, UnitId(0)))[0] == No()


def test_pursuit_is_restrained_when_it_would_bare_a_flank() -> None:
    #           ◄ horse, who would have the flank
    #    ▲
    seat = free(
        Put(legionaries(), 30, 20, files=6),
        Put(horse("riders", 10), 40, 26, 270, files=5, side=BLUE),
    )
    answer, why = fights.held_back(seat, HoldBack(RED, UnitId(0)))
    assert answer == Yes()
    assert "flank" in why


def test_a_beaten_enemy_is_pursued_where_the_field_is_free() -> None:
    seat = free(
        Put(legionaries(), 30, 20, files=6), Put(warriors(), 60, 44, 180, files=8, side=BLUE)
    )
    assert fights.held_back(seat, HoldBack(RED, UnitId(0)))[0] == No()
    assert fights.overruns(seat, MayOverrun(RED, UnitId(0)))[0] == Yes()


def lost_by(margin: int, sheet_battle: Battle) -> Seat:
    seat = any_seat(sheet_battle)
    combat = Combat((UnitId(0), UnitId(1)), margin=margin)
    seat.battle = replace(seat.battle, combats=(combat,))
    return seat


def test_foot_holds_a_round_lost_by_a_little_and_leaves_a_hopeless_one() -> None:
    battle = table(
        Put(legionaries(), 30, 20, files=6),
        Put(warriors(), 30, 20, 180, files=8, side=BLUE),
        Put(legionaries("spare"), 5, 5, files=6),
    )
    ask = MayFallBack(RED, UnitId(0))
    assert fights.fallen_back(lost_by(1, battle), ask)[0] == No()
    assert fights.fallen_back(lost_by(6, battle), ask)[0] == Yes()


def test_horse_leaves_a_fight_against_foot_that_it_is_losing() -> None:
    battle = table(
        Put(horse("riders", 5), 30, 20, files=5),
        Put(legionaries("wall", 30), 30, 20, 180, files=6, side=BLUE),
    )
    battle = met(battle, 0, 1)
    units = list(battle.units)
    for i in (0, 1):
        fight = units[i].fight
        assert fight is not None
        units[i] = replace(units[i], fight=replace(fight, charging=False, rounds=1))
    battle = replace(battle, units=tuple(units))
    answer, why = steady_says(asked(battle, Phase.COMPULSORY, Task(Do.DISENGAGE)))
    assert answer == Named(UnitId(0))
    assert "losing" in why


def test_foot_stays_in_its_fight() -> None:
    battle = table(
        Put(legionaries(), 30, 20, files=6), Put(warriors(), 30, 20, 180, files=6, side=BLUE)
    )
    battle = met(battle, 0, 1)
    answer, _ = steady_says(asked(battle, Phase.COMPULSORY, Task(Do.DISENGAGE)))
    assert answer == Done()


def test_the_weapon_that_does_most_is_taken() -> None:
    both = legionaries(models=18)
    both = replace(both, melee=(HAND, DOUBLE_HANDED))
    battle = table(Put(both, 30, 20, files=6), Put(warriors(), 30, 20, 180, files=6, side=BLUE))
    battle = replace(met(battle, 0, 1, charger=0), combats=(Combat((UnitId(0), UnitId(1))),))
    seat = asked(battle, Phase.COMBAT, Task(Do.CHOOSE_ARMS, UnitId(0)))
    assert isinstance(seat.ask, ChooseArms)
    answer, why = steady_says(seat)
    assert answer == Arms(HAND.name)
    assert HAND.name in why


def test_the_softest_are_struck_and_the_dearest_chased() -> None:
    seat = free(
        Put(legionaries(), 30, 20, files=6),
        Put(legionaries("armoured"), 27, 40, 180, files=6, side=BLUE),
        Put(foot("bare", 20), 37, 40, 180, files=6, side=BLUE),
    )
    two = (UnitId(1), UnitId(2))
    assert fights.allotted(seat, AllotBlows(RED, UnitId(0), two))[0] == Allotment(UnitId(2))
    assert fights.prey(seat, ChoosePrey(RED, UnitId(0), two))[0] == Named(UnitId(1))
