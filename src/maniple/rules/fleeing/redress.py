"""After a round: winners add files, men lap round, and are driven off when it goes ill.

    redress_tasks    who may redress, the side's own units first whose turn it is
    redress          one unit is asked, where it has a choice          [redress.expand]
    widened          what adding files to each side comes to, or why it can't be
    bring_back_lappers  men who lap round come back behind their units  [redress.lap-driven-off]

Files within the enemy's line make the front wider; beyond it their men lap round its flanks. To turn
models towards enemies in flank or rear changes nothing, so nobody is asked. [redress.turn-to-face]
"""

from msgspec import Struct
from msgspec.structs import replace

from maniple.battle.asks import AskAnswer, Done, RedressRanks, Widen
from maniple.battle.bodies import body, body_as, outline, places_in
from maniple.battle.events import RanksRedressed, UnitAligned
from maniple.battle.judged import Judged, Refusal
from maniple.battle.laps import lap_foe, lap_rect, lap_rects
from maniple.battle.request import Step, nothing_asked
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import NOBODY, Unit, UnitId
from maniple.geometry import Edge, Pose, Rect, in_touch, pose, pose_of
from maniple.rules.fleeing.lapping import MOST, can_be_lapped
from maniple.rules.memo import Memo
from maniple.rules.table.obstruct import bodies_in_way, is_free, what_blocks
from maniple.rules.table.referee import UnjudgedAnswer
from maniple.rules.table.room import moved_by, nearest_room

FILES = 2
"""Files added to each side at the most. [redress.expand]"""
WIDTHS = tuple([(i, j) for i in range(FILES + 1) for j in range(FILES + 1) if i + j])
"""Files added at the left and the right end."""


class Widened(Struct, frozen=True):
    """A unit with files added: its new body, and the men who lap round at each end."""

    pose: Pose
    files: int
    lap_left: int
    lap_right: int


def redress_tasks(battle: Battle) -> tuple[Task, ...]:
    """The winners that still fight and do not pursue, the side's first whose turn it is.

    [redress.expand, combat.procedure (12)]
    """
    runners = {runner.unit for runner in battle.runners}
    winners = [
        unit
        for combat in battle.combats
        if combat.is_done and combat.winner is not None
        for unit in (battle.units[i] for i in combat.units)
        if unit.side is combat.winner
        and unit.is_on_table
        and unit.fight is not None
        and unit.fight.rounds > 0
        and unit.id not in runners
    ]
    ordered = sorted(winners, key=lambda unit: (unit.side is not battle.turn.side, unit.id))
    return tuple([Task(Do.REDRESS, unit.id) for unit in ordered])


def redress(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """A winner may widen its front; the task that names nobody makes ready for all winners.

    [redress.expand, redress.lap-round]
    """
    if task.unit == NOBODY:
        yield from nothing_asked()
        bring_back_lappers(table)
        return redress_tasks(table.battle)
    unit = table.battle.units[task.unit]
    ask = RedressRanks(unit.side, unit.id)
    if not unit.is_engaged or not any(_may_widen(table.battle, unit, *wide) for wide in WIDTHS):
        yield from nothing_asked()
        return ()
    answer = yield from ask
    if isinstance(answer, Widen):
        found = widened(table.battle, unit.id, answer.left, answer.right)
        if isinstance(found, Refusal):
            raise UnjudgedAnswer(f"{found.rule} refuses {answer}: {found.why}")
        more = (found.lap_left, found.lap_right) != (unit.lap_left, unit.lap_right)
        cite = "redress.lap-round" if more else "redress.expand"
        table.record(
            RanksRedressed(unit.id, found.pose, found.files, found.lap_left, found.lap_right, cite)
        )
    return ()


def redress_options(battle: Battle, ask: RedressRanks) -> tuple[AskAnswer, ...]:
    """Nothing, or the files that may be added at each end. [redress.expand]"""
    unit = battle.units[ask.unit]
    return (Done(), *[Widen(*wide) for wide in WIDTHS if _may_widen(battle, unit, *wide)])


def judge_redress(battle: Battle, ask: RedressRanks, answer: AskAnswer) -> Judged | Refusal:
    """Whether so many files may be added; to add none is always allowed. [redress.expand]"""
    if isinstance(answer, Widen):
        if (answer.left, answer.right) not in WIDTHS:
            why = f"one file or two are added at an end, not {answer.left} and {answer.right}"
            return Refusal("redress.expand", why)
        found = widened(battle, ask.unit, answer.left, answer.right)
        if isinstance(found, Refusal):
            return found
    return Judged(answer)


def _may_widen(battle: Battle, unit: Unit, left: int, right: int) -> bool:
    """Whether so many files may be added: each takes a man from behind. [redress.expand]"""
    if places_in(unit) < unit.files + left + right:
        return False
    return isinstance(widened(battle, unit.id, left, right), Widened)


def widened(battle: Battle, unit_id: UnitId, left: int, right: int) -> Widened | Refusal:
    """The unit with so many files more at its left and right end. [redress.expand]

    A file within the enemy's line is added to the front; beyond the line its man laps round the
    flank, if nothing is in the way there. [redress.lap-round]
    """
    unit = battle.units[unit_id]
    if not unit.is_formed or unit.body_width:
        return Refusal(
            "redress.expand", f"{unit.sheet.name} stands in no files that could be added"
        )
    wide_left, lap_left = _shared_out(battle, unit, Edge.LEFT, left)
    wide_right, lap_right = _shared_out(battle, unit, Edge.RIGHT, right)
    if lap_left + unit.lap_left > MOST or lap_right + unit.lap_right > MOST:
        return Refusal("redress.lap-round", f"at most {MOST} models lap round at each flank")
    if (wide_left and unit.lap_left) or (wide_right and unit.lap_right):
        return Refusal("redress.lap-round", "men lap round at that end already")
    files = unit.files + wide_left + wide_right
    more = replace(unit, lap_left=unit.lap_left + lap_left, lap_right=unit.lap_right + lap_right)
    if places_in(more) < files:
        why = f"{unit.sheet.name} has too few men behind its front rank for {left + right} files"
        return Refusal("redress.expand", why)
    rect = body(unit)
    aside = (wide_right - wide_left) * unit.sheet.base_width / 2
    at = pose(rect.x + rect.rx * aside, rect.y + rect.ry * aside, unit.pose.facing)
    blocked = _blocked(battle, replace(more, pose=at, files=files), lap_left, lap_right)
    return blocked or Widened(at, files, more.lap_left, more.lap_right)


def _shared_out(battle: Battle, unit: Unit, side: Edge, files: int) -> tuple[int, int]:
    """Of the files added at an end, how many stand in the enemy's line, and how many beyond it."""
    if not files:
        return 0, 0
    beyond = _inches_beyond(battle, unit, side)
    if beyond is None:
        return files, 0
    in_line = 0
    # A file whose near corner still meets the end of the line fights at it. [combat.who-fights]
    while in_line < files and in_line * unit.sheet.base_width <= beyond + 0.01:
        in_line += 1
    return in_line, files - in_line


def _inches_beyond(battle: Battle, unit: Unit, side: Edge) -> float | None:
    """How far the enemy's line reaches beyond that end of the unit's own; None: no enemy is there."""
    known = _lines(battle)
    key = (unit.id, side)
    if key not in known:
        foe = lap_foe(battle, unit.id, side)
        rect = body(unit)
        sign = 1.0 if side is Edge.RIGHT else -1.0
        along = [
            sign * ((corners[i] - rect.x) * rect.rx + (corners[i + 1] - rect.y) * rect.ry)
            for corners in [enemy.corners() for enemy in _bodies_of(battle, foe)]
            for i in range(0, 8, 2)
        ]
        known[key] = max(along) - rect.width / 2 if along else None
    return known[key]


def _bodies_of(battle: Battle, foe: UnitId) -> tuple[Rect, ...]:
    return () if foe == NOBODY else outline(battle.units[foe])


def _none_yet(battle: Battle) -> dict[tuple[UnitId, Edge], float | None]:
    return {}


_lines = Memo(_none_yet)
"""How far the enemy's lines reach, in the last few battles: each width asks."""


def _blocked(battle: Battle, wider: Unit, lap_left: int, lap_right: int) -> Refusal | None:
    """What is in the way of the wider unit, of its men who lap round too."""
    rects = [body_as(wider, wider.pose, wider.files)]
    for side, added, men in (
        (Edge.LEFT, lap_left, wider.lap_left),
        (Edge.RIGHT, lap_right, wider.lap_right),
    ):
        if added:
            foe = lap_foe(battle, wider.id, side)
            if not can_be_lapped(battle, wider.id, foe):
                return Refusal("redress.lap-round", "there is no line to lap round at that end")
            rects.append(lap_rect(wider, body(battle.units[foe]), side, men))
    blocked = what_blocks(battle, wider.id, rects)
    if blocked is not None:
        rule = "redress.lap-round" if lap_left or lap_right else "redress.expand"
        return Refusal(rule, f"{blocked.what} is in the way", blocked.at)
    fought = {touch.enemy_of(wider.id) for touch in battle.contacts_of(wider.id)}
    left_behind = _parted_from(battle, wider.id, rects, fought)
    if left_behind is not None:
        why = f"{wider.sheet.name} would lose touch with {left_behind.sheet.name}, whom it fights"
        return Refusal("redress.expand", why, (left_behind.pose.x, left_behind.pose.y))
    for other, owner in zip(*bodies_in_way(battle, wider.id), strict=True):
        is_fresh = battle.units[owner].side is not wider.side and owner not in fought
        if is_fresh and any(in_touch(rect, other) for rect in rects):
            why = f"{battle.units[owner].sheet.name} is in the way"
            return Refusal("redress.lap-round", why, (other.cx, other.cy))
    return None


def _parted_from(
    battle: Battle, unit_id: UnitId, rects: list[Rect], fought: set[UnitId]
) -> Unit | None:
    """An enemy, at a flank or the rear, whom the ranks taken away would no longer touch."""
    here = body(battle.units[unit_id])
    for foe in sorted(fought):
        theirs = outline(battle.units[foe])
        if any(in_touch(here, other) for other in theirs) and not any(
            in_touch(rect, other) for rect in rects for other in theirs
        ):
            return battle.units[foe]
    return None


def bring_back_lappers(table: Table) -> None:
    """Men who lap round come back where their unit lost the round, has left the fight, or where
    others have come in their way. [redress.lap-driven-off, redress.lap-round]
    """
    for unit in table.battle.units:
        if unit.is_on_table and (unit.lap_left or unit.lap_right) and _has_lost(table.battle, unit):
            _behind(table, unit.id, "redress.lap-driven-off")
    end_idle_laps(table)


def end_idle_laps(table: Table) -> None:
    """Men come back who have no line to lap round any more, or no room. [redress.lap-round]"""
    for unit in table.battle.units:
        laps = unit.is_on_table and (unit.lap_left or unit.lap_right)
        if laps and not _may_lap_on(table.battle, unit):
            _behind(table, unit.id, "redress.lap-round")


def _has_lost(battle: Battle, unit: Unit) -> bool:
    return any(
        unit.id in combat.units and combat.winner is unit.side.enemy for combat in battle.combats
    )


def _may_lap_on(battle: Battle, unit: Unit) -> bool:
    """Whether the men still have an enemy to lap round, and room."""
    if not unit.is_engaged:
        return False
    for side, men in ((Edge.LEFT, unit.lap_left), (Edge.RIGHT, unit.lap_right)):
        if men and not can_be_lapped(battle, unit.id, lap_foe(battle, unit.id, side)):
            return False
    return is_free(battle, unit.id, lap_rects(battle, unit.id))


def _behind(table: Table, unit_id: UnitId, cite: str) -> None:
    """The men who lapped round stand behind their unit again: in its files, or where there is no
    room for their ranks in wider ones; a unit that fights nobody shifts to where it has room.

    [redress.lap-driven-off]
    """
    unit = table.battle.units[unit_id]
    whole = replace(unit, lap_left=0, lap_right=0)
    at, files = unit.pose, unit.files
    for pose_tried, files_tried in _ways_to_stand(whole):
        if is_free(table.battle, unit_id, [body_as(whole, pose_tried, files_tried)]):
            at, files = pose_tried, files_tried
            break
    table.record(RanksRedressed(unit_id, at, files, cite=cite))
    if not unit.is_engaged:
        rect = body(table.battle.units[unit_id])
        shift = nearest_room(table.battle, unit_id, (rect,))
        if shift is not None and shift != (0.0, 0.0):
            (moved,) = moved_by((rect,), *shift)
            table.record(UnitAligned(unit_id, pose_of(moved), cite))


def _ways_to_stand(unit: Unit) -> list[tuple[Pose, int]]:
    """The unit's files, then one to four more at either end."""
    ways = [(unit.pose, unit.files)]
    rect = body(unit)
    for more in range(1, 2 * FILES + 1):
        for left in range(more + 1):
            aside = (more - 2 * left) * unit.sheet.base_width / 2
            at = pose(rect.x + rect.rx * aside, rect.y + rect.ry * aside, unit.pose.facing)
            ways.append((at, unit.files + more))
    return ways
