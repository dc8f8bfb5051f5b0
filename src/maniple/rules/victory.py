"""Who wins: victory points, and when the battle is over.

victory_points   what each side has won by now                        [victory.points]
end_if_over      the end: turns, an army that breaks, nobody left     [victory.end]
roll_length      the length of the battle, where dice say it          [victory.random-length]
"""

from maniple.battle.bodies import body, of_side
from maniple.battle.chance_requests import Roll
from maniple.battle.events import BattleEnded, LengthRolled
from maniple.battle.field import EndReason, Field
from maniple.battle.request import Step
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle, Outcome
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import NOBODY, Status, Unit
from maniple.dice.pool import D6
from maniple.rules.special.startled import is_in_hand

LONGEST = 2
"""How many times its turns a battle without a fixed length can last. [victory.longest]"""


def victory_points(battle: Battle) -> Pair[int]:
    """What each side has won so far. [victory.points]"""
    return Pair(points_won(battle, Side.RED), points_won(battle, Side.BLUE))


def points_won(battle: Battle, side: Side) -> int:
    """The side's victory points: enemies lost or halved, their general, standards, quarters."""
    won = sum(points_for(battle, unit) for unit in battle.of(side.enemy))
    figures = battle.field.ruleset.victory
    won += figures.standard * sum(1 for capture in battle.captures if capture.by is side)
    return won + figures.quarter * quarters_held(battle, side)


def points_for(battle: Battle, unit: Unit) -> int:
    """What the unit's enemy has won by what has become of it.

    All its points if it is destroyed, has left the table or flees; half of them, rounded down, if
    it has half its models or fewer, or stampedes; more for a general lost.
    [victory.points, victory.elephants]
    """
    if unit.stampeding and unit.is_on_table:
        return unit.sheet.points // 2
    if is_lost(battle, unit):
        general = battle.field.ruleset.victory.general if unit.sheet.is_general else 0
        return unit.sheet.points + general
    return unit.sheet.points // 2 if 2 * unit.models <= unit.sheet.models else 0


def is_lost(battle: Battle, unit: Unit) -> bool:
    """Destroyed, gone, or fleeing, by itself or with the unit it is with. [victory.end]"""
    if unit.host != NOBODY:
        unit = battle.units[unit.host]
    return not unit.is_alive or unit.fleeing


def quarters_held(battle: Battle, side: Side) -> int:
    """Quarters of the table where the side has a unit of five models or more and its enemy none.

    A unit is in the quarter of its middle; units that flee or stampede neither hold nor contest.
    """
    holders = battle.field.ruleset.victory.holders
    ours: set[tuple[bool, bool]] = set()
    theirs: set[tuple[bool, bool]] = set()
    for unit in of_side(battle, side):
        if is_in_hand(unit) and unit.strength_with_guests >= holders:
            ours.add(_quarter(battle, unit))
    for unit in of_side(battle, side.enemy):
        if is_in_hand(unit):
            theirs.add(_quarter(battle, unit))
    return len(ours - theirs)


def end_if_over(table: Table) -> None:
    """End the battle if a side has nobody left, or with the player's turn that was the last.

    Run when each step is over. [victory.end]
    """
    battle = table.battle
    if battle.is_over or battle.turn.phase is Phase.DEPLOYMENT:
        return
    reason = why_over(battle)
    if reason is not None:
        table.record(BattleEnded(outcome(battle, reason), _cite(battle, reason)))


def why_over(battle: Battle) -> EndReason | None:
    """Why the battle is over now; None if it goes on.

    [victory.end, victory.army-break, victory.longest]
    """
    if not _has_both_sides(battle):
        return EndReason.NOBODY_LEFT
    turn = battle.turn
    if turn.phase is not Phase.END or turn.todo:
        return None
    last = battle.field.turns
    if lasts_until_an_army_breaks(battle):
        if broken_armies(battle):
            return EndReason.ARMY_BROKE
        last *= LONGEST
    is_last = turn.number >= last and turn.side is not turn.first
    return EndReason.TURNS if is_last else None


def lasts_until_an_army_breaks(battle: Battle) -> bool:
    """Whether the players agreed on it. [victory.army-break]"""
    return battle.field.ruleset.army_break_point


def outcome(battle: Battle, reason: EndReason) -> Outcome:
    """The points, and who has won by them.

    A difference below so many hundredths of the army's points is a draw, above so many decisive;
    of two unequal armies the larger counts. An army that breaks alone has lost, decisively only if it is
    so far behind. [victory.points, victory.army-break]
    """
    points, figures = victory_points(battle), battle.field.ruleset.victory
    difference = abs(points.red - points.blue)
    army = max(sum(unit.sheet.points for unit in battle.of(side)) for side in Side)
    broken = broken_armies(battle) if reason is EndReason.ARMY_BROKE else ()
    winner: Side | None = Side.RED if points.red > points.blue else Side.BLUE
    if len(broken) == 1:
        winner = broken[0].enemy
    elif 100 * difference < figures.draw * army or difference == 0:
        winner = None
    ahead = 0 if winner is None else points.of(winner) - points.of(winner.enemy)
    decisive = 100 * ahead > figures.decisive * army
    return Outcome(reason, points, winner, decisive)


def broken_armies(battle: Battle) -> tuple[Side, ...]:
    """The sides with a quarter or fewer of their models; those that flee on the table count.

    [victory.army-break]
    """
    broken: list[Side] = []
    for side in Side:
        units = battle.of(side)
        began = sum(unit.sheet.models for unit in units)
        alive = sum(unit.models for unit in units if unit.is_alive)
        if 4 * alive <= began:
            broken.append(side)
    return tuple(broken)


def length_tasks(field: Field) -> tuple[Task, ...]:
    """The roll for the length, first of all, where the players agreed on it."""
    return (Task(Do.ROLL_LENGTH),) if field.ruleset.random_length else ()


def roll_length(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """A D6: 1-2 four turns each, 3-4 five, 5-6 six. [victory.random-length]"""
    face = yield from Roll(D6, cite="victory.random-length")
    table.record(LengthRolled(4 + (face - 1) // 2))
    return ()


def _has_both_sides(battle: Battle) -> bool:
    """Whether each side has a unit on the table, or due back on it."""
    red = blue = False
    for unit in battle.units:
        if unit.status is Status.TABLE or unit.status is Status.RETURNING:
            if unit.side is Side.RED:
                red = True
            else:
                blue = True
            if red and blue:
                return True
    return False


def _quarter(battle: Battle, unit: Unit) -> tuple[bool, bool]:
    """Right half, upper half: where the middle of the unit is."""
    if unit.is_skirmishing:
        x, y = unit.pose.x, unit.pose.y
    else:
        around = body(unit)
        x, y = around.cx, around.cy
    return 2 * x > battle.field.width, 2 * y > battle.field.height


def _cite(battle: Battle, reason: EndReason) -> str:
    """The rule that ends the battle."""
    if reason is EndReason.ARMY_BROKE:
        return "victory.army-break"
    if reason is EndReason.TURNS and lasts_until_an_army_breaks(battle):
        return "victory.longest"
    return "victory.end"
