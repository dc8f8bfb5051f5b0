"""What the bot decides in close combat and after it: arms, whom to strike, pursuit, ranks."""

from collections.abc import Callable

from maniple.battle.asks import (
    AllotBlows,
    Allotment,
    Arms,
    AskAnswer,
    ChooseArms,
    ChoosePrey,
    Done,
    HoldBack,
    MayFallBack,
    MayOverrun,
    Named,
    No,
    Placement,
    RedressRanks,
    Widen,
    Yes,
)
from maniple.battle.bodies import body, frontage, full_ranks, gap, where_stands
from maniple.battle.sheet import Melee
from maniple.battle.state import Battle
from maniple.battle.unit import Status, Unit, UnitId
from maniple.bots.steady.sense import (
    charge_reach,
    facing_struck,
    fight,
    gap_to,
    is_dangerous,
    is_loose,
    points_left,
    standing_enemies,
    towards,
)
from maniple.geometry import Edge, advance, first_on_advance, point_distance, zone
from maniple.play.seat import Seat
from maniple.play.trial import try_combat

HOPELESS = 4
"""With so much to roll or less on two dice, the next round would break the unit."""
LOSING = -0.1
"""A round tried out that is worth less than this is being lost."""


def arms(seat: Seat, ask: ChooseArms) -> tuple[AskAnswer, str]:
    """The weapon that should do most this round."""
    unit = seat.battle.units[ask.unit]
    by_name = {melee.name: melee for melee in unit.sheet.melee}
    options = [o for o in seat.options() or () if isinstance(o, Arms)]
    best = max(options, key=lambda o: _arms_worth(by_name[o.weapon], unit))
    return best, f"the {best.weapon} does most this round"


def _arms_worth(melee: Melee, unit: Unit) -> float:
    fight = unit.fight
    charging = fight is not None and (fight.charging or fight.counter_charging)
    first = fight is None or fight.rounds == 0
    active = {"always": True, "charging": charging, "first round": first}[melee.strength_when]
    ranks = melee.ranks_charging if charging else melee.ranks
    if melee.second_rank_first_round and first:
        ranks = max(ranks, 2)
    worth = 1.0 + 0.35 * (melee.strength if active else 0) + 0.5 * (ranks - 1)
    worth += 0.5 * melee.extra_attacks + 0.1 * melee.reach
    worth -= 0.5 * melee.strikes_last + 0.5 * melee.improvised
    return worth - (0.25 * unit.sheet.armour.shield if melee.two_handed else 0.0)


def allotted(seat: Seat, ask: AllotBlows) -> tuple[AskAnswer, str]:
    """Whom to strike: the unit with the worst save, then the one with fewest men left."""

    def softness(target: UnitId) -> tuple[int, int, int]:
        unit = seat.battle.units[target]
        armour = unit.sheet.armour
        return (armour.worn + armour.shield + armour.mount, unit.models, target)

    target = min(ask.targets, key=softness)
    return Allotment(target), "the softest of those in reach"


def fallen_back(seat: Seat, ask: MayFallBack) -> tuple[AskAnswer, str]:
    """Fall back only from a fight that the next round would lose: who turns may be caught.

    Horse and loose troops go where they can fight again; foot holds while its nerve should.
    """
    battle = seat.battle
    unit = battle.units[ask.unit]
    combat = battle.combat
    if combat is None:
        return No(), "we hold"
    if ask.cite != "break.fall-back":
        return _ridden_off(battle, unit)
    if is_loose(unit):
        return Yes(), "better to come back than to be cut down"
    if unit.sheet.is_mounted and combat.margin >= 2:
        return Yes(), "back, and charge them again"
    need = leadership(battle, unit) - combat.margin
    if need <= HOPELESS and combat.margin >= 3:
        return Yes(), "this fight is lost: back, and form again"
    return No(), "we hold: who falls back may be caught"


def _ridden_off(battle: Battle, unit: Unit) -> tuple[AskAnswer, str]:
    """Leave a round that was not lost, if the next one will be."""
    foes = [touch.enemy_of(unit.id) for touch in battle.contacts_of(unit.id)]
    if try_combat(battle, unit.id, foes[0]).value < LOSING:
        return Yes(), "back, before they wear us down"
    return No(), "we have the better of them"


def held_back(seat: Seat, ask: HoldBack) -> tuple[AskAnswer, str]:
    """Pursue, unless it would carry us into fresh enemies, past them, or off the table."""
    danger = _danger_ahead(seat.battle, seat.battle.units[ask.unit])
    return (Yes(), f"hold them: {danger}") if danger else (No(), "after them")


def overruns(seat: Seat, ask: MayOverrun) -> tuple[AskAnswer, str]:
    """Go on over the fallen, unless that is risky."""
    danger = _danger_ahead(seat.battle, seat.battle.units[ask.unit])
    return (No(), f"no further: {danger}") if danger else (Yes(), "on, over them")


def disengaged(seat: Seat) -> tuple[AskAnswer, str]:
    """Horse that may leave at will goes from a fight that it is losing. [disengage.cavalry]"""
    battle = seat.battle
    for option in seat.options() or ():
        if not isinstance(option, Named):
            continue
        unit = battle.units[option.unit]
        foes = [battle.units[c.enemy_of(unit.id)] for c in battle.contacts_of(unit.id)]
        if not unit.sheet.is_mounted or unit.fight is None or unit.fight.won_last:
            continue
        if any(charge_reach(battle, foe) > charge_reach(battle, unit) for foe in foes):
            continue
        if try_combat(battle, unit.id, foes[0].id).value < LOSING:
            return option, f"{unit.sheet.name} rides out of a fight that it is losing"
    return Done(), "nobody leaves the line"


def ridden_away(seat: Seat, below: Callable[[int], int]) -> tuple[AskAnswer, str]:
    """As far as may be of a few places drawn by lot."""
    found = [p for _ in range(4) if isinstance(p := seat.sample(below), Placement)]
    unit = seat.battle.units[found[0].unit]
    far = max(found, key=lambda p: point_distance(p.pose.x, p.pose.y, unit.pose.x, unit.pose.y))
    return far, "clear of them, to charge again"


def redressed(seat: Seat, ask: RedressRanks) -> tuple[AskAnswer, str]:
    """Widen as far as the enemy's line is wider and our depth allows it, or lap round."""
    battle = seat.battle
    unit = battle.units[ask.unit]
    foes = [battle.units[c.enemy_of(unit.id)] for c in battle.contacts_of(unit.id)]
    wider = sum(frontage(foe) for foe in foes if not foe.is_skirmishing) > frontage(unit) + 0.1
    options = [o for o in seat.options() or () if isinstance(o, Widen)]
    deep = full_ranks(unit)
    options = [o for o in options if deep >= 3 or (deep == 2 and o.left + o.right <= 2)]
    if not options or (not wider and deep < 3):
        return Done(), "depth is worth more"
    best = max(options, key=lambda o: (min(o.left + o.right, 2), -abs(o.left - o.right)))
    return best, "more men into the fight"


def prey(seat: Seat, ask: ChoosePrey) -> tuple[AskAnswer, str]:
    """The one who is worth most."""
    best = max(ask.prey, key=lambda foe: (points_left(seat.battle.units[foe]), -foe))
    return Named(best), f"after {seat.battle.units[best].sheet.name}, who is worth most"


def combat_named(seat: Seat) -> tuple[AskAnswer, str]:
    """The combat where we are strongest first: its panic may help in the others."""
    options = [o for o in seat.options() or () if isinstance(o, Named)]
    best = max(options, key=lambda o: (seat.battle.units[o.unit].models, -o.unit))
    return best, "the strongest first"


def leadership(battle: Battle, unit: Unit) -> int:
    """The Leadership that it tests on, its general's where he is near. Warbands add to theirs."""
    led = [unit.sheet.profile.leadership]
    if unit.has_leader:
        led.append(unit.sheet.leader_leadership)
    led += [battle.units[guest].sheet.profile.leadership for guest in unit.guests]
    for man in battle.of(unit.side):
        if man.sheet.is_general and man.is_alive and man.status is not Status.WAITING:
            at = where_stands(battle, man)
            if at.status is Status.TABLE and not at.fleeing and gap(at, unit) <= 12.0:
                led.append(man.sheet.profile.leadership)
    return max(led)


def _danger_ahead(battle: Battle, unit: Unit) -> str:
    """What speaks against running on straight ahead; "" if nothing does.

    Fresh enemies in the way whom we should not beat, or who could then take us in flank.
    """
    foes = [f for f in standing_enemies(battle, unit.side) if is_dangerous(f)]
    here = body(unit)
    run = 7.0 if unit.sheet.move <= 6 else 10.5
    hit = first_on_advance(here, here.fx, here.fy, run + 3.0, [body(f) for f in foes])
    if hit is not None:
        foe = foes[hit.index]
        edge = facing_struck(unit, foe)
        if fight(battle, unit.id, foe.id, edge, True).value < 0.0:
            return f"{foe.sheet.name} stands behind them"
        return ""
    there = advance(here, run)
    for foe in foes:
        if gap_to(there, foe) > charge_reach(battle, foe):
            continue
        away = abs(towards(foe.pose, there.cx, there.cy)) < 50.0
        bares = away and zone(there, foe.pose.x, foe.pose.y) is not Edge.FRONT
        if bares and points_left(foe) > points_left(unit) / 3:
            return f"{foe.sheet.name} could take us in flank"
    return ""
