"""What the bot reads off the table: who is where, how far, how strong, who threatens whom."""

from functools import lru_cache

from msgspec.structs import replace

from maniple.battle.bodies import body, gap, of_side, on_table, outline
from maniple.battle.sheet import MACHINES
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.unit import FRESH, NOBODY, Formation, Status, Unit, UnitId
from maniple.geometry import (
    Edge,
    Pose,
    Rect,
    bearing,
    cos_deg,
    distance,
    distance_to_point,
    sin_deg,
    zone,
)
from maniple.play.daring import stands
from maniple.play.trial import Trial, try_fight

ROUNDS = 8
"""Rounds that a fight is tried."""
MANY = 14
"""Models from which a man more or less is left out of account where a fight is tried."""
STEADY = 0.6
"""The chance to stand before an enemy whom it dreads from which on a unit is steady."""
LONG = 12.0
"""Inches from which a missile is a shooter's."""
FORWARD = {"bottom": 0.0, "left": 90.0, "top": 180.0, "right": 270.0}
"""The way to the enemy, in degrees, from a zone at this edge of the table."""


def enemies(battle: Battle, side: Side) -> tuple[Unit, ...]:
    """Enemy units on the table that still count."""
    return of_side(battle, side.enemy)


def standing_enemies(battle: Battle, side: Side) -> tuple[Unit, ...]:
    """Enemies that do not flee."""
    return tuple([u for u in enemies(battle, side) if not u.fleeing])


def is_shooter(unit: Unit) -> bool:
    """Whether its trade is to shoot from afar: archers behind others who fight are no unit of archers."""
    sheet = unit.sheet
    foremost = sheet.shares[0].missiles if sheet.shares else sheet.missiles
    return any(missile.range >= LONG for missile in foremost)


def is_loose(unit: Unit) -> bool:
    """Whether it skirmishes."""
    return unit.formation is Formation.SKIRMISH


def is_fighter(unit: Unit) -> bool:
    """Whether it is there to fight hand to hand: formed, and no engine."""
    return not unit.sheet.is_character and not is_loose(unit) and unit.sheet.engine is None


def move_of(battle: Battle, unit: Unit) -> int:
    """Inches that it moves, at the rate of the slowest with it; half of it in testudo."""
    rate = min([unit.sheet.move, *[battle.units[guest].sheet.move for guest in unit.guests]])
    return rate // 2 if unit.testudo else rate


def may_march(unit: Unit) -> bool:
    """Whether nothing that can be seen keeps it from marching. [move.march]"""
    return not unit.doings.march_barred and unit.kind not in MACHINES


def charge_reach(battle: Battle, unit: Unit) -> float:
    """Inches that it could charge over open ground."""
    return 2.0 * move_of(battle, unit)


def flight_chance(unit: Unit, more_than: float, dice_less: int = 0) -> float:
    """The chance that it flees further than so many inches. [flee.distance]"""
    dice = (2 if unit.sheet.move <= 6 else 3) - dice_less
    return sum(p for total, p in _sums(dice) if total > more_than)


@lru_cache(maxsize=4)
def _sums(dice: int) -> tuple[tuple[int, float], ...]:
    totals = {0: 1.0}
    for _ in range(dice):
        after: dict[int, float] = {}
        for total, chance in totals.items():
            for face in range(1, 7):
                after[total + face] = after.get(total + face, 0.0) + chance / 6.0
        totals = after
    return tuple(sorted(totals.items()))


def facing_struck(charger: Unit, target: Unit) -> Edge:
    """The facing of the target in whose zone the charger stands; loose and broken ones have one."""
    if target.formation is not Formation.FORMED:
        return Edge.FRONT
    return zone(body(target), charger.pose.x, charger.pose.y)


def nearest(unit: Unit, others: tuple[Unit, ...]) -> Unit | None:
    """The one nearest to the unit."""
    return min(others, key=lambda other: (gap(unit, other), other.id), default=None)


def towards(at: Pose, x: float, y: float) -> float:
    """By how many degrees, -180 to 180, one who stands so must turn to look there; right above 0."""
    turn = bearing(x - at.x, y - at.y) - at.facing
    return (turn + 180.0) % 360.0 - 180.0


def forward_of(battle: Battle, side: Side) -> float:
    """The way from the side's own table edge to the enemy's, in degrees."""
    if battle.zones is None:
        return 0.0 if side is Side.RED else 180.0
    return FORWARD[battle.field.zones[battle.zones.of(side)].edge]


def progress(x: float, y: float, forward: float) -> float:
    """Inches that the place lies on the way forward."""
    return x * sin_deg(forward) + y * cos_deg(forward)


def abreast(x: float, y: float, forward: float) -> float:
    """Inches that the place lies to the right, as one sees it who looks forward."""
    return x * cos_deg(forward) - y * sin_deg(forward)


def is_dangerous(foe: Unit) -> bool:
    """Whether it could charge somebody next turn, and do harm by it."""
    return (
        not foe.is_engaged
        and not foe.stampeding
        and is_fighter(foe)
        and foe.strength_in_models >= 5
    )


def threats_to(battle: Battle, unit: Unit) -> tuple[Unit, ...]:
    """Enemy fighters that could charge the unit's flank or rear in their next turn, nearest first.

    Those count that would get there: nobody stands on the straight way.
    """
    if unit.formation is not Formation.FORMED:
        return ()
    near: list[tuple[float, UnitId, Unit]] = []
    for foe in standing_enemies(battle, unit.side):
        if not is_dangerous(foe) or facing_struck(foe, unit) is Edge.FRONT:
            continue
        inches = gap(unit, foe)
        if inches > charge_reach(battle, foe) + 0.5:
            continue
        if abs(towards(foe.pose, unit.pose.x, unit.pose.y)) < 60 and has_open_way(
            battle, foe, unit
        ):
            near.append((inches, foe.id, foe))
    return tuple([foe for _, _, foe in sorted(near, key=lambda each: each[:2])])


def has_open_way(battle: Battle, walker: Unit, goal: Unit) -> bool:
    """Whether nobody else stands on the line between the two middles."""
    a, b = body(walker), body(goal)
    steps = max(2, int(gap(walker, goal)) + 1)
    others = [
        rect
        for u in on_table(battle)
        if u.id not in (walker.id, goal.id)
        for rect in outline(u)
        if abs(rect.cx - (a.x + b.cx) / 2) + abs(rect.cy - (a.y + b.cy) / 2) < 24
    ]
    for i in range(1, steps):
        part = i / steps
        x, y = a.x + (b.cx - a.x) * part, a.y + (b.cy - a.y) * part
        if distance_to_any(x, y, others) < 0.5:
            return False
    return True


def distance_to_any(x: float, y: float, rects: list[Rect]) -> float:
    """Inches from the place to the nearest of the bodies; 99 if there is none."""
    return min([distance_to_point(rect, x, y) for rect in rects], default=99.0)


def gap_to(rect: Rect, other: Unit) -> float:
    """Inches between a body that stands so and a unit."""
    return min([distance(rect, theirs) for theirs in outline(other)])


def fight(battle: Battle, attacker: UnitId, defender: UnitId, edge: Edge, charging: bool) -> Trial:
    """How a round between the two alone would go, tried out some times."""
    ours, theirs = battle.units[attacker], battle.units[defender]
    return _tried(
        _bare(ours),
        _bare(theirs),
        edge,
        charging,
        tuple([_bare(battle.units[g]) for g in ours.guests]),
        tuple([_bare(battle.units[g]) for g in theirs.guests]),
    )


@lru_cache(maxsize=20_000)
def _bare(unit: Unit) -> Unit:
    """The unit without what does not bear on a fight, so that like fights are tried once.

    Of many men in ranks one more or less is left out of account.
    """
    many = unit.formation is Formation.FORMED and unit.models >= MANY
    return replace(
        unit,
        models=unit.models - unit.models % 2 if many else unit.models,
        wounds=0,
        id=UnitId(0),
        side=Side.RED,
        sheet=replace(unit.sheet, name="", entry="", points=0, missiles=()),
        pose=Pose(0.0, 0.0, 0.0),
        places=tuple([Pose(0.0, 0.0, 0.0)] * len(unit.places)),
        status=Status.TABLE,
        host=NOBODY,
        doings=FRESH,
        fight=None,
        fell_back=False,
    )


@lru_cache(maxsize=20_000)
def _tried(
    attacker: Unit,
    defender: Unit,
    edge: Edge,
    charging: bool,
    attacker_guests: tuple[Unit, ...],
    defender_guests: tuple[Unit, ...],
) -> Trial:
    return try_fight(
        attacker,
        defender,
        edge,
        charging=charging,
        attacker_guests=attacker_guests,
        defender_guests=defender_guests,
        rounds=ROUNDS,
    )


def fears(battle: Battle, unit: Unit, foe: Unit) -> bool:
    """Whether the unit had better not be charged in front by this enemy: it would be beaten, or it is
    likely to run before him.
    """
    if stands(battle, unit.id, foe.id) < STEADY:
        return True
    return fight(battle, foe.id, unit.id, Edge.FRONT, True).value > 0.1


def points_left(unit: Unit) -> float:
    """What is left of it, in points."""
    return unit.sheet.points * unit.models / max(1, unit.sheet.models)
