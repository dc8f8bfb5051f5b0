"""What a battle forgets: two histories that leave the same men the same things to do are one battle.

Exact odds are cheap by that alone. Each test is a law over all that the dice can bring: battles
differ only where something differs that a rule will still ask for.
"""

from collections.abc import Callable, Hashable, Iterable

import pytest
from msgspec.structs import replace

from kit.fights import in_combat, met
from kit.steps import plainly
from kit.tables import BLUE, RED, Put, table
from kit.troops import archers, legionaries, spearmen, warriors
from maniple.battle.apply import apply
from maniple.battle.events import (
    GeneralFell,
    StandardCaptured,
    UnitDestroyed,
    UnitLeftTable,
    WoundsTaken,
)
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase
from maniple.battle.unit import NOBODY, Unit, UnitId
from maniple.geometry import Pose
from maniple.play.odds import odds

OURS, THEIRS = UnitId(0), UnitId(1)
FAR = (
    Put(spearmen("reserve", 6), 5, 5, files=6),
    Put(warriors("reserve", 6), 66, 45, 180, 6, BLUE),
)


def fight(ours: int = 8, theirs: int = 7, *, charger: int = 0) -> Battle:
    """Twelve men a side, less losses, five wide, front to front, as the combat phase begins."""
    battle = table(
        Put(legionaries(models=12), 36, 24, files=4, models=ours),
        Put(warriors(models=12), 36, 24, 180, 4, BLUE, models=theirs),
        *FAR,
    )
    return in_combat(met(battle, OURS, THEIRS, charger=charger))


COUNTED = (Do.BREAK_TEST, Do.CLOSE_COMBAT)
"""What is due when a result has been counted: a drawn round is tested by nobody."""


def all_at(battle: Battle, *due: Do) -> list[Battle]:
    """Every battle that the dice can bring by the time one of these is to be done."""
    return list(odds(battle, plainly, lambda after: after.turn.todo[0].do in due))


def men(battle: Battle) -> tuple[tuple[int, int], ...]:
    return tuple((unit.models, unit.wounds) for unit in battle.units)


def are_told_apart_by(battles: Iterable[Battle], key: Callable[[Battle], Hashable]) -> bool:
    """Whether no two of the battles agree in this and differ in anything else."""
    listed = list(battles)
    return len({key(battle) for battle in listed}) == len(set(listed))


def has_full_ranks(battle: Battle) -> bool:
    return all(unit.models >= 4 for unit in battle.units)


def result(battle: Battle) -> tuple[Hashable, ...]:
    combat = battle.combats[-1]
    return (men(battle), combat.margin, combat.winner)


def test_the_other_of_a_pair_is_not_looked_at() -> None:
    class Closed(Pair[int], frozen=True):
        def __getattribute__(self, name: str) -> object:
            assert name != "blue"
            return super().__getattribute__(name)

    changed = Closed(1, 2).with_side(Side.RED, 3)
    assert changed.of(Side.RED) == 3


@pytest.mark.rule("result.compute")
def test_of_a_round_its_losses_its_winner_and_by_how_much_are_kept() -> None:
    counted = [b for b in all_at(fight(), *COUNTED) if b.units[OURS].is_on_table]
    assert len(counted) > 20
    assert are_told_apart_by(counted, result)


@pytest.mark.rule("result.compute")
def test_rounds_that_began_otherwise_may_end_alike() -> None:
    """Eight men who lose three, and seven who lose two, are five men, if they still fill a rank: from
    which end a single one grows shorter goes by how many fell at once.
    """
    eight, seven = (
        [after for after in all_at(fight(ours, 7), *COUNTED) if has_full_ranks(after)]
        for ours in (8, 7)
    )
    assert set(eight) & set(seven)
    assert are_told_apart_by([*eight, *seven], result)


@pytest.mark.rule("turn.combat-order")
def test_of_a_combat_that_is_done_it_is_kept_who_broke() -> None:
    done = all_at(fight(), Do.NAME_COMBAT)
    later = [battle for battle in done if battle.combats]

    def what_came(battle: Battle) -> tuple[Hashable, ...]:
        combat = battle.combats[-1]
        return (men(battle), combat.winner, combat.broken, combat.destroyed)

    assert len({b.combats[-1].margin for b in later}) == 1
    assert are_told_apart_by(later, what_came)


@pytest.mark.rule("combat.casualties")
def test_losses_of_the_round_are_kept_by_the_unit_until_the_result() -> None:
    struck = all_at(fight(), Do.COUNT_RESULT)
    assert any(lost_of(battle.units[THEIRS]) for battle in struck)
    counted = all_at(fight(), *COUNTED)
    assert not any(lost_of(unit) for battle in counted for unit in battle.units)


def lost_of(unit: Unit) -> int:
    return 0 if unit.fight is None else unit.fight.fallen


@pytest.mark.rule("turn.sequence")
def test_the_combats_are_over_with_their_phase() -> None:
    ends = odds(fight(3, 3), plainly, lambda battle: battle.turn.phase is Phase.END)
    standing = [battle for battle in ends if not battle.is_over]
    assert standing
    assert not any(battle.combats or battle.runners for battle in standing)


@pytest.mark.rule("panic.shooting")
@pytest.mark.parametrize(("phase", "counted"), [(Phase.SHOOTING, 2), (Phase.COMBAT, 0)])
def test_losses_in_close_combat_are_not_counted_with_those_by_shooting(
    phase: Phase, counted: int
) -> None:
    battle = table(Put(legionaries(), 36, 24, files=6), phase=phase)
    hurt = apply(battle, WoundsTaken(OURS, 2, 2, 0, NOBODY, "shoot.casualties"))
    assert hurt.units[OURS].models == battle.units[OURS].models - 2
    assert hurt.units[OURS].doings.fallen == counted


# ------------------------------------------------------------------------------ out of the battle


@pytest.mark.parametrize("off", [False, True])
def test_who_is_out_of_the_battle_leaves_nothing_behind(off: bool) -> None:
    """Wherever it stood, however formed and wounded, whatever it had done."""
    one = table(Put(archers(models=9), 36, 24, files=3), *FAR)
    two = table(Put(archers(models=9), 12, 20, 90, 9, fleeing=True), *FAR)
    tired = replace(two.units[OURS], wounds=0, fell_back=True, cowed=True, testudo=True)
    two = replace(two, units=(tired, *two.units[1:]))
    event = (
        UnitLeftTable(OURS, Pose(0.0, 0.0, 0.0), returns=False, cite="flee.off-table")
        if off
        else UnitDestroyed(OURS, NOBODY, "pursue.distance")
    )
    assert one != two
    assert apply(one, event) == apply(two, event)


def test_the_order_of_captures_and_of_mourning_is_forgotten() -> None:
    battle = table(*FAR)
    captured = [StandardCaptured(UnitId(0), BLUE), StandardCaptured(UnitId(1), RED)]
    fell = [GeneralFell(RED, UnitId(0)), GeneralFell(BLUE, UnitId(1))]
    for events in (captured, fell):
        there, back = battle, battle
        for event in events:
            there = apply(there, event)
        for event in reversed(events):
            back = apply(back, event)
        assert there == back
