"""The combat result: what each side has earned in a round, and who has won it by how much.

    count_result   the scores, the winner, and the Break tests that follow   [result.compute]
    score_of       a side's score, entry by entry

Ranks and higher ground were fixed as the round began; standards, flank and rear count as they stand
now. [combat.procedure (5)]
"""

from msgspec.structs import replace

from maniple.battle.bodies import body_depth
from maniple.battle.chance_requests import RollOff
from maniple.battle.events import ResultCounted
from maniple.battle.laps import lap_foe
from maniple.battle.request import Step
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle, Score
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import NOBODY, Status, Unit
from maniple.geometry import TOUCH, Edge
from maniple.rules.fighting.good_order import may_choose_to_fall_back
from maniple.rules.fighting.rank_bonus import ENOUGH
from maniple.rules.fighting.strike_order import running
from maniple.rules.memo import Memo
from maniple.rules.nerve.leadership import is_running
from maniple.rules.special.eastern_shock_cavalry import leave_offers
from maniple.rules.special.frenzy import sober
from maniple.rules.special.shieldwall import holds_shieldwall


def count_result(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The sides compare results; the losers' frenzy is over, and they test; then those that held may
    fall back.

    A side of which nobody is left to fight has lost. A few may fall back from any round.
    [result.compute, result.draw-musician, troop.eastern-shock-cavalry]
    """
    battle = table.battle
    left = Pair(units_left(battle, Side.RED), units_left(battle, Side.BLUE))
    scores = Pair(score_of(battle, Side.RED), score_of(battle, Side.BLUE))
    standing = [side for side in Side if left.of(side)]
    margin = scores.red.total - scores.blue.total
    if len(standing) == 2 and margin == 0:
        best = yield from _best_musician(left)
        if best is not None:
            scores = scores.with_side(best, replace(scores.of(best), musician=1))
            margin = scores.red.total - scores.blue.total
    winner: Side | None = None
    if len(standing) == 1:
        winner = standing[0]
    elif margin:
        winner = Side.RED if margin > 0 else Side.BLUE
    table.record(ResultCounted(scores, winner, abs(margin)))
    if winner is None:
        everybody = (*left.red, *left.blue)
        return (*leave_offers(battle, everybody), Task(Do.CLOSE_COMBAT))
    losers = left.of(winner.enemy)
    sober(table, [unit.id for unit in losers])
    tests = [Task(Do.BREAK_TEST, unit.id) for unit in losers]
    offers = [Task(Do.MAY_FALL_BACK, unit.id) for unit in losers if may_choose_to_fall_back(unit)]
    others = leave_offers(battle, left.of(winner))
    return (*tests, *offers, *others, Task(Do.CLOSE_COMBAT))


def units_left(battle: Battle, side: Side) -> tuple[Unit, ...]:
    """The side's units of the running combat that are still in it, by id; characters with a unit
    are part of that. [combat.procedure (5), (6)]
    """
    return _left(battle).of(side)


def _left_of_both(battle: Battle) -> Pair[tuple[Unit, ...]]:
    units = [battle.units[unit] for unit in running(battle).units]
    left = [u for u in units if u.status is Status.TABLE and not is_running(battle, u)]
    return Pair(
        tuple([u for u in left if u.side is Side.RED]),
        tuple([u for u in left if u.side is Side.BLUE]),
    )


_left = Memo(_left_of_both)


def score_of(battle: Battle, side: Side) -> Score:
    """What the side has earned in this round, without the musicians' roll. [result.compute]"""
    combat = running(battle)
    figures = combat.figures.of(side)
    standard = battle_standard = flank = rear = shieldwall = False
    for unit in units_left(battle, side):
        standard = standard or (unit.has_standard and not unit.is_skirmishing)
        battle_standard = battle_standard or _bears_battle_standard(battle, unit)
        flank = flank or _fights_flank(battle, unit)
        rear = rear or _fights_rear(battle, unit)
        shieldwall = shieldwall or holds_shieldwall(battle, unit)
    return Score(
        wounds=combat.wounds.of(side),
        ranks=figures.ranks,
        standard=int(standard),
        battle_standard=int(battle_standard),
        flank=int(flank),
        rear=2 * int(rear),
        high_ground=int(figures.high_ground),
        shieldwall=int(shieldwall),
    )


def _bears_battle_standard(battle: Battle, unit: Unit) -> bool:
    """Whether the battle standard fights with the unit, or alone; not if its bearer has retired.

    [result.standard, challenge.refuse]
    """
    members = (unit, *(battle.units[guest] for guest in unit.guests))
    return any(
        m.sheet.is_battle_standard and not m.standard_lost and not m.retired for m in members
    )


def _fights_flank(battle: Battle, unit: Unit) -> bool:
    """Whether the unit, five strong, has an enemy in the flank, by men lapping round too.

    [result.flank-rear, result.skirmishers, redress.lap-round]
    """
    if not _is_strong(unit):
        return False
    if unit.lap_left or unit.lap_right:
        return True
    return _strikes_at(battle, unit, (Edge.LEFT, Edge.RIGHT))


def _fights_rear(battle: Battle, unit: Unit) -> bool:
    """Whether the unit, five strong, has an enemy in the rear, or men lapping round past it.

    [result.flank-rear, redress.lap-round]
    """
    if not _is_strong(unit):
        return False
    if _laps_past(battle, unit, Edge.LEFT, unit.lap_left):
        return True
    if _laps_past(battle, unit, Edge.RIGHT, unit.lap_right):
        return True
    return _strikes_at(battle, unit, (Edge.REAR,))


def _laps_past(battle: Battle, unit: Unit, end: Edge, men: int) -> bool:
    """Whether one of so many men lapping round at that end stands past the enemy's rear edge."""
    foe = lap_foe(battle, unit.id, end) if men > 1 else NOBODY
    if foe == NOBODY:
        return False
    return (men - 1) * unit.sheet.base_width >= body_depth(battle.units[foe]) - TOUCH


def _strikes_at(battle: Battle, unit: Unit, edges: tuple[Edge, ...]) -> bool:
    """Whether the unit fights a formed enemy at one of these edges of it; others have no flank or
    rear. [unit.zones]
    """
    for touch in battle.contacts_of(unit.id):
        foe = touch.enemy_of(unit.id)
        if touch.edge_of(foe) in edges:
            enemy = battle.units[foe]
            if enemy.is_formed and not is_running(battle, enemy):
                return True
    return False


def _is_strong(unit: Unit) -> bool:
    return unit.strength_with_guests >= ENOUGH


def _best_musician(left: Pair[tuple[Unit, ...]]) -> Step[Side | None]:
    """A drawn round goes to the only side with musicians, else to the best single die of theirs.

    Skirmishers' musicians do not count. [result.draw-musician, result.skirmishers]
    """
    red, blue = _musicians(left.red), _musicians(left.blue)
    if red and blue:
        best = yield from RollOff("result.draw-musician", red_dice=red, blue_dice=blue)
        return best
    if red or blue:
        return Side.RED if red else Side.BLUE
    return None


def _musicians(ours: tuple[Unit, ...]) -> int:
    return sum([unit.has_musician and not unit.is_skirmishing for unit in ours])
