"""A move while it is being judged: where the body has come to, and what it has spent.

A chapter's manoeuvres take a `Going` and either lead it on or refuse. Whatever they refuse, they
tell how far the order could have been followed. [turn.procedure, measure.when]
"""

from maniple.battle.bodies import body, body_as
from maniple.battle.judged import Refusal
from maniple.battle.state import Battle
from maniple.battle.unit import Formation, Unit, UnitId
from maniple.geometry import (
    CLEARANCE,
    Outline,
    Pose,
    Rect,
    close_pairs,
    polygon_distance,
    polygon_overlaps,
    pose_of,
    rect_at,
    within,
    within_table,
)
from maniple.rules.moving.rate import move_of
from maniple.rules.moving.skirmish import middle_of
from maniple.rules.table.ground import grounds
from maniple.rules.table.obstruct import bodies_in_way, what_ground_blocks
from maniple.rules.table.referee import figure


class Going:
    """The move of one unit, manoeuvre after manoeuvre. Inches and degrees.

    `rect` is the body of all but skirmishers, `places` the models of those; `way` the bodies come
    through so far, `costs` what had been spent at each.
    """

    __slots__ = (
        "battle",
        "budget",
        "costs",
        "files",
        "formation",
        "has_acted_free",
        "is_marching",
        "obstacles",
        "owners",
        "places",
        "rate",
        "rect",
        "spent",
        "unit",
        "way",
    )

    def __init__(self, battle: Battle, unit: Unit, is_marching: bool = False) -> None:
        """A unit about to move; `is_marching` doubles what it may spend. [move.march]"""
        self.battle = battle
        self.unit = unit
        self.rate = move_of(battle, unit)
        self.budget = float(self.rate * 2 if is_marching else self.rate)
        if unit.doings.move_left >= 0.0:
            self.budget = min(self.budget, unit.doings.move_left)
        self.is_marching = is_marching
        self.has_acted_free = False
        self.spent = 0.0
        self.rect = body(unit)
        self.files = unit.files
        self.formation = unit.formation
        self.places = unit.places
        self.way: list[Rect] = [self.rect]
        self.costs = [0.0]
        rects, owners = bodies_in_way(battle, unit.id)
        self.owners: list[UnitId] = owners
        self.obstacles: list[Outline] = [*rects, *[p.polygon for p in grounds(battle).impassable]]

    @property
    def name(self) -> str:
        return self.unit.sheet.name

    @property
    def left(self) -> float:
        """Inches that it may still spend."""
        return max(0.0, self.budget - self.spent)

    def can_pay(self, cost: float) -> bool:
        """Whether the budget allows the cost. [move.rate, measure.tolerance]"""
        return within(self.spent + cost, self.budget)

    def take(self, rect: Rect, cost: float, files: int | None = None) -> None:
        """The body is here now, at a cost in inches."""
        self.rect = rect
        self.spent += cost
        self.way.append(rect)
        self.costs.append(self.spent)
        if files is not None:
            self.files = files

    def body_with(self, at: Pose, files: int) -> Rect:
        """The unit's body in this pose and so many files."""
        return body_as(self.unit, at, files)

    def too_dear(
        self, what: str, cost: float, rule: str, reached: Rect | None = None, spent: float = 0.0
    ) -> Refusal:
        """Refused for want of movement; `reached` and `spent` as in `refuse`."""
        why = f"{what} needs {figure(cost)} inches, {figure(self.left)} are left"
        return self.refuse(rule, why, None, reached, spent)

    def blocker(self, index: int) -> tuple[str, str]:
        """The rule and the name of what stands at that place in `obstacles`."""
        if index < len(self.owners):
            return "move.interpenetrate", self.battle.units[self.owners[index]].sheet.name
        piece = grounds(self.battle).impassable[index - len(self.owners)]
        return "terrain.impassable", piece.terrain.name

    def enemies(self) -> list[Rect]:
        """The bodies of the enemies on the table."""
        units = self.battle.units
        side = self.unit.side
        rects, owners = bodies_in_way(self.battle, self.unit.id)
        return [r for r, o in zip(rects, owners, strict=True) if units[o].side is not side]

    def refuse(
        self,
        rule: str,
        why: str,
        at: tuple[float, float] | None = None,
        reached: Rect | None = None,
        spent: float = 0.0,
    ) -> Refusal:
        """The refusal, with the last pose of the way in which the unit might have ended.

        `reached`: how far the manoeuvre that failed could have been followed, for `spent` inches.
        """
        if self.formation is Formation.SKIRMISH:
            return Refusal(rule, why, at, self.unit.pose, 0.0)
        ways = list(zip(self.way, self.costs, strict=True))
        if reached is not None:
            ways.append((reached, self.spent + spent))
        for rect, cost in reversed(ways):
            last = pose_of(rect)
            if (
                last == self.unit.pose
                or self.ends_wrong([rect_at(last, rect.width, rect.depth)]) is None
            ):
                return Refusal(rule, why, at, last, round(cost, 3))
        return Refusal(rule, why, at, self.unit.pose, 0.0)

    def ends_wrong(self, rects: list[Rect]) -> tuple[str, str, tuple[float, float]] | None:
        """What is wrong with ending a move so: the rule, the reason, and where; None if nothing.

        [move.table-edge, move.interpenetrate]
        """
        field = self.battle.field
        for rect in rects:
            if not within_table(rect, field.width, field.height):
                return "move.table-edge", f"{self.name} would leave the table", (rect.cx, rect.cy)
        for place, mine in close_pairs(rects, self.obstacles[: len(self.owners)], CLEARANCE):
            wrong = self._too_near(rects[mine], self.obstacles[place], self.owners[place])
            if wrong is not None:
                return wrong
        blocked = what_ground_blocks(self.battle, rects)
        if blocked is None:
            return None
        return blocked.rule, f"{self.name} would stand on {blocked.what}", blocked.at

    def _too_near(
        self, rect: Rect, other: Outline, owner: UnitId
    ) -> tuple[str, str, tuple[float, float]] | None:
        """Whether the body overlaps another unit's, or ends too near to an enemy's."""
        them = self.battle.units[owner]
        name = them.sheet.name
        if polygon_overlaps(rect, other):
            why = f"{self.name} would stand on {name}"
            return "move.interpenetrate", why, (other.cx, other.cy)
        if them.side is self.unit.side or polygon_distance(rect, other) >= CLEARANCE - 1e-6:
            return None
        why = f"only a charge may end in contact: {self.name} must stay 0.1 inch from {name}"
        return "measure.tolerance", why, (other.cx, other.cy)

    def end(self) -> Pose:
        """The pose in which the unit ends, rounded."""
        if self.formation is Formation.SKIRMISH:
            return middle_of(self.places)
        return pose_of(self.rect)

    def end_rects(self) -> list[Rect]:
        """The bodies as they will be recorded."""
        sheet = self.unit.sheet
        if self.formation is Formation.SKIRMISH:
            return [rect_at(p, sheet.base_width, sheet.base_depth) for p in self.places]
        return [rect_at(self.end(), self.rect.width, self.rect.depth)]
