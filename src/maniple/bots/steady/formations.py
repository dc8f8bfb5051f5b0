"""What the bot makes of formations: when it closes the shields, and whom it spares.

testudo        under fire, where nothing better can be done this turn
should_stand   a shieldwall that expects a charge does not move
struck         which of several kinds of men to strike
fallen         which of one's own to lose
"""

from maniple.battle.asks import AskAnswer, ChooseFallen, ChooseStruck, FormTestudo, No, OfKind, Yes
from maniple.battle.bodies import gap
from maniple.battle.state import Battle
from maniple.battle.unit import Unit, UnitId
from maniple.bots.steady.sense import (
    charge_reach,
    facing_struck,
    is_dangerous,
    is_shooter,
    standing_enemies,
)
from maniple.geometry import Edge
from maniple.play.seat import Seat

FAR = 10.0
"""Inches from the nearest enemy beyond which a unit has a way to go, and no time to crawl."""


def answered(seat: Seat, ask: FormTestudo | ChooseStruck | ChooseFallen) -> tuple[AskAnswer, str]:
    """The answer to a question about formations."""
    match ask:
        case FormTestudo():
            return testudo(seat, ask.unit)
        case ChooseStruck():
            return struck(seat, ask)
        case ChooseFallen():
            return fallen(seat, ask)


def testudo(seat: Seat, unit_id: UnitId) -> tuple[AskAnswer, str]:
    """Under fire, unless they could charge us, or we them, or the fight is still far away."""
    battle = seat.battle
    unit = battle.units[unit_id]
    name = unit.sheet.name
    if unit.is_engaged:
        return No(), f"{name} needs its ranks to fight"
    foes = standing_enemies(battle, unit.side)
    if not any(_shoots_at(foe, unit) for foe in foes):
        return No(), f"nobody shoots at {name}"
    near = min([gap(unit, foe) for foe in foes])
    if near > FAR:
        return No(), f"{name} has a way to go"
    if any(_could_charge(battle, foe, unit) for foe in foes):
        return No(), f"{name} may be charged, and needs its ranks"
    if any(gap(unit, foe) <= 2 * unit.sheet.move for foe in foes if not foe.is_skirmishing):
        return No(), f"{name} may charge"
    return Yes(), f"{name} under its shields, against the missiles"


def should_stand(battle: Battle, unit: Unit) -> bool:
    """Whether a shieldwall had better stand still: they could charge its front. [troop.shieldwall]"""
    if not unit.sheet.traits.shieldwall or not unit.is_formed:
        return False
    return any(
        _could_charge(battle, foe, unit) and facing_struck(foe, unit) is Edge.FRONT
        for foe in standing_enemies(battle, unit.side)
    )


def struck(seat: Seat, ask: ChooseStruck) -> tuple[AskAnswer, str]:
    """The kind with the worst armour, of equals the foremost: those in front are the better men."""
    shares = seat.battle.units[ask.target].sheet.shares
    aimed = [kind for kind in ask.kinds if 0 <= kind < len(shares)]
    if not aimed:
        return OfKind(ask.kinds[0]), "whoever stands there"
    kind = min(aimed, key=lambda k: (shares[k].armour.worn + shares[k].armour.shield, k))
    return OfKind(kind), "the softest of those in reach"


def fallen(seat: Seat, ask: ChooseFallen) -> tuple[AskAnswer, str]:
    """One of those behind: the ranks in front do the fighting."""
    return OfKind(ask.kinds[-1]), f"{seat.battle.units[ask.unit].sheet.name} closes up in front"


def _could_charge(battle: Battle, foe: Unit, unit: Unit) -> bool:
    return is_dangerous(foe) and gap(foe, unit) <= charge_reach(battle, foe)


def _shoots_at(foe: Unit, unit: Unit) -> bool:
    """Whether the enemy could shoot at the unit in its next turn, moving up if need be."""
    if foe.is_engaged or not (is_shooter(foe) or foe.sheet.engine is not None):
        return False
    reach = max([missile.range for missile in foe.sheet.missiles], default=48.0)
    return gap(foe, unit) <= reach
