"""What the bot decides in close combat and after it: arms, whom to strike, pursuit, ranks."""

from maniple.battle.asks import (
    AllotBlows,
    Allotment,
    Arms,
    AskAnswer,
    ChooseArms,
    Done,
    HoldBack,
    MayFallBack,
    MayOverrun,
    Named,
    No,
    RedressRanks,
    Widen,
    Yes,
)
from maniple.battle.bodies import frontage, full_ranks, gap
from maniple.battle.sheet import Melee
from maniple.battle.state import Battle
from maniple.battle.unit import Unit, UnitId
from maniple.bots.steady.sense import charge_reach, facing_struck, is_fighter, standing_enemies
from maniple.geometry import Edge
from maniple.play.seat import Seat


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
    """Fall back from a fight that is being lost, unless we are many and hold well."""
    battle = seat.battle
    unit = battle.units[ask.unit]
    combat = battle.combat
    if combat is None or not is_fighter(unit):
        return Yes(), "better to come back than to be cut down"
    losing = combat.margin >= 3 and unit.models < unit.sheet.models * 0.7
    flanked = any(c.edge_of(ask.unit) is not Edge.FRONT for c in battle.contacts_of(ask.unit))
    if losing or flanked:
        return Yes(), "this fight is lost: back, and form again"
    return No(), "we hold"


def held_back(seat: Seat, ask: HoldBack) -> tuple[AskAnswer, str]:
    """Pursue, unless it would carry us past fresh enemies who could take our flank."""
    unit = seat.battle.units[ask.unit]
    if _is_risky(seat.battle, unit):
        return Yes(), "fresh enemies stand too near to run on"
    return No(), "after them"


def overruns(seat: Seat, ask: MayOverrun) -> tuple[AskAnswer, str]:
    """Go on over the fallen, unless that is risky."""
    unit = seat.battle.units[ask.unit]
    if _is_risky(seat.battle, unit):
        return No(), "fresh enemies stand too near to run on"
    return Yes(), "on, over them"


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


def combat_named(seat: Seat) -> tuple[AskAnswer, str]:
    """The combat where we are strongest first: its panic may help in the others."""
    options = [o for o in seat.options() or () if isinstance(o, Named)]
    best = max(options, key=lambda o: (seat.battle.units[o.unit].models, -o.unit))
    return best, "the strongest first"


def _is_risky(battle: Battle, unit: Unit) -> bool:
    """Whether a fresh enemy fighter stands where it could charge our flank or rear."""
    for foe in standing_enemies(battle, unit.side):
        if foe.is_engaged or not is_fighter(foe) or foe.strength_in_models < 5:
            continue
        if gap(unit, foe) < charge_reach(foe) and facing_struck(foe, unit) is not Edge.FRONT:
            return True
    return False
