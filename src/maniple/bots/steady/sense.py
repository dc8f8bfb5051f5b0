"""What the bot reads off the table: who is where, how far, how strong, who threatens whom."""

from functools import lru_cache

from msgspec.structs import replace

from maniple.battle.bodies import body, gap, of_side, on_table
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.unit import FRESH, NOBODY, Formation, Status, Unit, UnitId
from maniple.geometry import Edge, Pose, bearing, zone
from maniple.play.trial import Trial, try_fight


def enemies(battle: Battle, side: Side) -> tuple[Unit, ...]:
    """Enemy units on the table that still count."""
    return of_side(battle, side.enemy)


def standing_enemies(battle: Battle, side: Side) -> tuple[Unit, ...]:
    """Enemies that do not flee."""
    return tuple([u for u in enemies(battle, side) if not u.fleeing])


def is_shooter(unit: Unit) -> bool:
    """Whether its trade is to shoot from afar."""
    return any(missile.range >= 12 for missile in unit.sheet.missiles)


def is_thrower(unit: Unit) -> bool:
    """Whether it carries missiles of short range only."""
    return bool(unit.sheet.missiles) and not is_shooter(unit)


def is_loose(unit: Unit) -> bool:
    """Whether it skirmishes."""
    return unit.formation is Formation.SKIRMISH


def is_fighter(unit: Unit) -> bool:
    """Whether it is there to fight hand to hand: formed, and no engine."""
    return not unit.sheet.is_character and not is_loose(unit) and unit.sheet.engine is None


def charge_reach(unit: Unit) -> float:
    """Inches that it could charge over open ground."""
    return 2.0 * unit.sheet.move


def facing_struck(charger: Unit, target: Unit) -> Edge:
    """The facing of the target in whose zone the charger stands; loose and broken ones have one."""
    if target.formation is not Formation.FORMED:
        return Edge.FRONT
    return zone(body(target), charger.pose.x, charger.pose.y)


def nearest(unit: Unit, others: tuple[Unit, ...]) -> Unit | None:
    """The one nearest to the unit."""
    return min(others, key=lambda other: (gap(unit, other), other.id), default=None)


def towards(unit: Unit, x: float, y: float) -> float:
    """By how many degrees, -180 to 180, the unit must turn to look at the place; right above 0."""
    turn = bearing(x - unit.pose.x, y - unit.pose.y) - unit.pose.facing
    return (turn + 180.0) % 360.0 - 180.0


def threats_to(battle: Battle, unit: Unit) -> tuple[Unit, ...]:
    """Enemy fighters that could charge the unit's flank or rear in their next turn, nearest first."""
    if unit.formation is not Formation.FORMED:
        return ()
    near = []
    for foe in standing_enemies(battle, unit.side):
        if foe.is_engaged or not is_fighter(foe) or foe.strength_in_models < 5:
            continue
        if facing_struck(foe, unit) is Edge.FRONT:
            continue
        distance = gap(unit, foe)
        if distance <= charge_reach(foe) + 1.0 and abs(towards(foe, unit.pose.x, unit.pose.y)) < 75:
            near.append((distance, foe.id, foe))
    return tuple(foe for _, _, foe in sorted(near))


def fight(battle: Battle, attacker: UnitId, defender: UnitId, edge: Edge, charging: bool) -> Trial:
    """How a round between the two would go, tried out a dozen times."""
    ours, theirs = battle.units[attacker], battle.units[defender]
    return _tried(
        _bare(ours),
        _bare(theirs),
        edge,
        charging,
        tuple(_bare(battle.units[g]) for g in ours.guests),
        tuple(_bare(battle.units[g]) for g in theirs.guests),
    )


def _bare(unit: Unit) -> Unit:
    """The unit without what does not bear on a fight, so that like fights are tried once."""
    return replace(
        unit,
        id=UnitId(0),
        pose=Pose(0.0, 0.0, 0.0),
        places=unit.places if unit.is_skirmishing else (),
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
    )


def friends_on_table(battle: Battle, side: Side) -> tuple[Unit, ...]:
    """Own units on the table that do not flee."""
    return tuple([u for u in on_table(battle) if u.side is side and not u.fleeing])
