"""Which charges the bot declares, and how it answers those of others.

declared     the best charge that gets home and is worth it
answered     hold, shoot, run or ride to meet them
redirected   another enemy instead of one who fled

Every charge is tried on the table as it will be when the charges declared before it have come
home: the bot sees exact positions, as all programs that play do. [measure.when]
"""

from maniple.battle.asks import AskAnswer, ChargeOrder, Done, Named, Reply
from maniple.battle.bodies import body, gap, outline
from maniple.battle.judged import Judged
from maniple.battle.state import Battle, ChargeStage, Response
from maniple.battle.unit import Moved, Stupor, Unit, UnitId
from maniple.bots.steady.beasts import lets_through, must_run
from maniple.bots.steady.fights import leadership
from maniple.bots.steady.horse_archers import feigned
from maniple.bots.steady.sense import (
    charge_reach,
    enemies,
    facing_struck,
    fight,
    flight_chance,
    has_open_way,
    is_dangerous,
    is_fighter,
    is_loose,
    is_shooter,
    points_left,
    standing_enemies,
)
from maniple.geometry import Edge, in_front_zone
from maniple.play.daring import dares, stands
from maniple.play.seat import Seat
from maniple.play.trial import Trial, try_charge, try_combat

ENOUGH = 0.08
"""The least worth of a charge that is declared."""
BEFORE_THEM = 0.4
"""How much of what their charge would do to us speaks for charging first."""
CATCHING = 0.45
"""The least chance to catch one who runs for which it is worth to charge him."""
DRIVEN_OFF = 0.5
"""How much of a fight's worth it is that a weak enemy runs from it."""
SCATTERED = 0.3
"""The least worth of a charge by elephants from which horse can only run."""
RISK = 0.15
"""Taken off for each fresh enemy who could then take the charger in flank or rear, if the fight is
not over at once."""
LIKELY = 0.4
"""The least chance that the charger dares its charge for which it is thought of. [fear.charging]"""
NOT_DARED = 0.2
"""What a turn is worth that is lost by not daring to charge."""


OUT_OF_REACH = (
    Response.STAND_AND_SHOOT,
    Response.HOLD,
    Response.FIRE_AND_FLEE,
    Response.FLEE,
)
"""How a charge is answered that can't reach, the best first; horse may not hold before elephants."""


def declared(seat: Seat) -> tuple[AskAnswer, str]:
    """The best charge that is worth it, or none."""
    battle = seat.battle
    able = [u for u in battle.of(seat.side) if _may_charge(battle, u)]
    table: Battle | None = None
    best: tuple[float, ChargeOrder, str] | None = None
    for ours in able:
        for theirs in enemies(battle, seat.side):
            guess = _guess(battle, ours, theirs)
            if guess is None or (best is not None and guess <= best[0]):
                continue
            order = ChargeOrder(ours.id, theirs.id)
            if not isinstance(seat.judge(order), Judged):
                continue
            table = table or as_declared(battle)
            found = worth(battle, ours.id, theirs.id, table)
            if found is not None and found[0] >= ENOUGH and (best is None or found[0] > best[0]):
                best = (found[0], order, found[1])
    if best is None:
        return Done(), "no charge is worth its risk"
    return best[1], best[2]


def as_declared(battle: Battle) -> Battle:
    """The table as it will be when the charges declared so far have come home."""
    for charge in battle.charges:
        if charge.stage is not ChargeStage.MOVED:
            battle = try_charge(battle, charge.charger, charge.target) or battle
    return battle


def worth(
    battle: Battle, charger: UnitId, target: UnitId, table: Battle | None = None
) -> tuple[float, str] | None:
    """What the charge is worth, -1 to 1 and more, and why; None if it won't get home.

    `table`: as it will be when the charges declared before have come home.
    """
    likely = dares(battle, charger, target)
    if likely < LIKELY:
        return None
    after = try_charge(table or battle, charger, target, battle)
    if after is None:
        return None
    ours, theirs = battle.units[charger], battle.units[target]
    name, foe = ours.sheet.name, theirs.sheet.name
    if theirs.fleeing:
        return 0.5 * _catching(battle, ours, theirs, 0), f"{name} should ride down {foe}"
    trial, together = _trial(after, ours, theirs)
    stuck = 1.0 - trial.enemy_broke / trial.rounds
    value = trial.value - RISK * stuck * _exposed(after, charger)
    edge = _edge_struck(after, charger, target)
    if _would_run(theirs, ours):
        # Those who run are out of the way for a while, caught or not.
        value = max(value, 0.1) * (
            DRIVEN_OFF + (1 - DRIVEN_OFF) * _catching(battle, ours, theirs, 1)
        )
    if must_run(theirs, ours):
        value = max(value, SCATTERED)
    first = _their_charge(battle, ours, theirs)
    value += BEFORE_THEM * max(0.0, first)
    if theirs.is_engaged or edge is not Edge.FRONT:
        value += 0.15
    how = (
        "in front" if edge is Edge.FRONT else "in the " + ("rear" if edge is Edge.REAR else "flank")
    )
    odds = f"wins {trial.won} of {trial.rounds}, breaks them {trial.enemy_broke}"
    if likely < 1.0:
        # Those who do not dare stand still for a turn, or run.
        value = likely * value - (1.0 - likely) * NOT_DARED
        odds += f", if it dares ({likely:.0%})"
    beside = ", with the others" if together else ""
    return value, f"{name} against {foe} {how}{beside}: {odds} ({value:+.2f})"


def answered(seat: Seat, charger: UnitId, target: UnitId) -> tuple[AskAnswer, str]:
    """The answer to a charge: shoot if we may, run if we would break and can get away, else hold."""
    battle = seat.battle
    foe, ours = battle.units[charger], battle.units[target]
    possible = [o.response for o in seat.options() or () if isinstance(o, Reply)]
    if Response.OPEN_LANES in possible and lets_through(ours, leadership(battle, ours)):
        return Reply(Response.OPEN_LANES), "let the beast run through"
    run = feigned(seat, charger, target)
    if run is not None:
        return run
    if Response.COUNTER_CHARGE in possible:
        return Reply(Response.COUNTER_CHARGE), "better to meet them at the gallop"
    if gap(foe, ours) > charge_reach(battle, foe):
        response = next(one for one in OUT_OF_REACH if one in possible)
        return Reply(response), "they can't reach us from there"
    is_unsteady = stands(battle, target, charger) < 0.5
    if (is_unsteady or _is_weak(ours, foe)) and Response.FLEE in possible:
        edge = facing_struck(foe, ours)
        if fight(battle, charger, target, edge, True).value > 0.4:
            room = charge_reach(battle, foe) - gap(foe, ours)
            if Response.FIRE_AND_FLEE in possible and flight_chance(ours, room, 1) >= 0.6:
                return Reply(Response.FIRE_AND_FLEE), "one volley, then away: they won't catch us"
            if flight_chance(ours, room) >= 0.6:
                return Reply(Response.FLEE), "they would break us, and hardly catch us"
    if Response.STAND_AND_SHOOT in possible:
        return Reply(Response.STAND_AND_SHOOT), "a volley before they are on us"
    if Response.HOLD in possible:
        return Reply(Response.HOLD), "we stand"
    return Reply(possible[0]), "nothing else is left"


def redirected(seat: Seat, charger: UnitId) -> tuple[AskAnswer, str]:
    """Another enemy in the way of a charger whose target fled, if the fight is worth it."""
    battle = seat.battle
    ours = battle.units[charger]
    best: tuple[float, Named] | None = None
    for option in seat.options() or ():
        if isinstance(option, Named):
            theirs = battle.units[option.unit]
            if theirs.fleeing:
                continue
            value = fight(battle, charger, option.unit, facing_struck(ours, theirs), True).value
            if value >= ENOUGH and (best is None or value > best[0]):
                best = (value, option)
    if best is None:
        return Done(), "nobody else is worth it"
    return best[1], f"{battle.units[best[1].unit].sheet.name} instead ({best[0]:+.2f})"


def _may_charge(battle: Battle, unit: Unit) -> bool:
    """What can be said without the referee: he is asked later."""
    return (
        unit.is_on_table
        and not unit.fleeing
        and not unit.stampeding
        and not unit.is_engaged
        and not unit.fell_back
        and not unit.sheet.is_character
        and unit.sheet.engine is None
        and unit.doings.moved is Moved.STOOD
        and unit.doings.stupor is Stupor.NONE
        and battle.charge_of(unit.id) is None
    )


def _guess(battle: Battle, ours: Unit, theirs: Unit) -> float | None:
    """The most that the charge can be worth, seen quickly; None if it is not to be thought of."""
    reach = charge_reach(battle, ours)
    if gap(ours, theirs) > reach:
        return None
    if not is_loose(ours):
        here = body(ours)
        if not any(in_front_zone(here, rect) for rect in outline(theirs)):
            return None
    pushed = gap(ours, theirs) <= reach / 2 and not theirs.fleeing and is_fighter(ours)
    if theirs.fleeing or (is_loose(theirs) and not pushed and _would_run(theirs, ours)):
        if _catching(battle, ours, theirs, 0 if theirs.fleeing else 1) < CATCHING:
            return None
        if is_fighter(ours) and not ours.sheet.is_mounted and _is_needed_in_line(battle, ours):
            return None
        return 1.0
    if must_run(theirs, ours):
        return 1.0
    edge = facing_struck(ours, theirs)
    if is_loose(ours) and not is_loose(theirs) and edge is Edge.FRONT and not theirs.is_engaged:
        return None
    value = fight(battle, ours.id, theirs.id, edge, True).value
    helped = theirs.is_engaged or any(c.target == theirs.id for c in battle.charges)
    if is_shooter(ours) and value < 0.5 and not helped:
        return None
    value += 0.15 + BEFORE_THEM * max(0.0, _their_charge(battle, ours, theirs))
    value += 1.0 if helped else 0.0
    return value if value >= ENOUGH else None


def _trial(after: Battle, ours: Unit, theirs: Unit) -> tuple[Trial, bool]:
    """The round to come, with all who will stand in it; whether there are others."""
    here = after.units[ours.id]
    alone = len(after.contacts_of(theirs.id)) == 1 and len(after.contacts_of(ours.id)) == 1
    plain = here.fight is not None and not here.fight.obstacle
    if alone and plain:
        edge = _edge_struck(after, ours.id, theirs.id)
        return fight(after, ours.id, theirs.id, edge, True), False
    return try_combat(after, ours.id, theirs.id), not alone


def _edge_struck(battle: Battle, charger: UnitId, target: UnitId) -> Edge:
    for contact in battle.contacts_of(charger):
        if contact.has(target):
            return contact.edge_of(target)
    return Edge.FRONT


def _is_weak(unit: Unit, foe: Unit) -> bool:
    """Whether the unit has no business to meet this enemy hand to hand."""
    return is_loose(unit) or is_shooter(unit) or points_left(unit) < points_left(foe) / 2


def _would_run(foe: Unit, ours: Unit) -> bool:
    """Whether the enemy would rather run from our charge than meet it."""
    free = not foe.is_engaged and not foe.doings.answered_charge and foe.sheet.engine is None
    return must_run(foe, ours) or (free and _is_weak(foe, ours))


def _catching(battle: Battle, ours: Unit, theirs: Unit, dice_less: int) -> float:
    """The chance that one who runs is caught."""
    room = charge_reach(battle, ours) - gap(ours, theirs) - 0.5
    return 0.0 if room <= 0.0 else 1.0 - flight_chance(theirs, room, dice_less)


def _is_needed_in_line(battle: Battle, ours: Unit) -> bool:
    """Whether enemy fighters stand near who would be glad to see it run after others."""
    return any(
        is_dangerous(foe) and gap(ours, foe) < 12.0 for foe in standing_enemies(battle, ours.side)
    )


def _their_charge(battle: Battle, ours: Unit, theirs: Unit) -> float:
    """What they would do to us if they charged first; 0 if they can't."""
    if not is_dangerous(theirs) or theirs.fell_back:
        return 0.0
    if gap(ours, theirs) > charge_reach(battle, theirs):
        return 0.0
    return fight(battle, theirs.id, ours.id, Edge.FRONT, True).value


def _exposed(after: Battle, charger: UnitId) -> int:
    """Fresh enemies who could take the charger in flank or rear where it will stand; 2 at most."""
    ours = after.units[charger]
    if not ours.is_formed:
        return 0
    many = 0
    for foe in standing_enemies(after, ours.side):
        if is_dangerous(foe) and gap(ours, foe) <= charge_reach(after, foe):
            sees = any(in_front_zone(body(foe), rect) for rect in outline(ours))
            if (
                sees
                and facing_struck(foe, ours) is not Edge.FRONT
                and has_open_way(after, foe, ours)
            ):
                many += 1
    return min(many, 2)
