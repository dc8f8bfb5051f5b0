"""Events of charges: declared, answered, brought home or failed; bodies come into touch."""

from msgspec.structs import replace

from maniple.battle.events.base import Event, out_of_fight, with_unit
from maniple.battle.state import Battle, Charge, ChargeStage, Contact, Response
from maniple.battle.unit import NOBODY, Fight, UnitId
from maniple.geometry import Edge


def _with_charge(battle: Battle, charge: Charge) -> Battle:
    charges = tuple(charge if c.charger == charge.charger else c for c in battle.charges)
    return replace(battle, charges=charges)


class ChargeDeclared(Event, frozen=True, tag=True):
    """A charge is declared, and the facing fixed that it will strike. [charge.declare, charge.facing]"""

    charger: UnitId
    target: UnitId
    facing: Edge
    compelled: bool = False
    cite: str = "charge.declare"

    def changed(self, battle: Battle) -> Battle:
        charge = Charge(self.charger, self.target, self.facing, self.compelled)
        return replace(battle, charges=(*battle.charges, charge))


class ChargeAnswered(Event, frozen=True, tag=True):
    """The target has answered, asked or not; then the reach is known. [charge.procedure (4), (5)]"""

    charger: UnitId
    target: UnitId
    response: Response
    in_reach: bool
    about: Edge = Edge.LEFT
    degrees: float = 0.0
    """The wheel of the path that reaches, which a redirected charge keeps. [charge.redirect]"""
    shot_at: UnitId = NOBODY
    """The character in the charger's ranks at whom the target will shoot. [character.target]"""
    cite: str = "charge.procedure"

    def changed(self, battle: Battle) -> Battle:
        charge = replace(
            battle.charge_under_way(self.charger),
            stage=ChargeStage.ANSWERED,
            response=self.response,
            shot_at=self.shot_at,
            in_reach=self.in_reach,
            about=self.about,
            degrees=self.degrees,
        )
        unit = battle.units[self.target]
        unit = replace(unit, doings=replace(unit.doings, answered_charge=True))
        return with_unit(_with_charge(battle, charge), unit)


class ChargeRedirected(Event, frozen=True, tag=True):
    """A charger whose target fled goes for another enemy. [charge.redirect]"""

    charger: UnitId
    target: UnitId
    facing: Edge
    cite: str = "charge.redirect"

    def changed(self, battle: Battle) -> Battle:
        charge = replace(
            battle.charge_under_way(self.charger),
            target=self.target,
            facing=self.facing,
            response=Response.HOLD,
            target_fled=False,
            in_reach=True,
            redirected=True,
        )
        return _with_charge(battle, charge)


class ChargeTargetFled(Event, frozen=True, tag=True):
    """The target runs, by choice or by a test. [charge.target-panicked]"""

    charger: UnitId
    cite: str

    def changed(self, battle: Battle) -> Battle:
        return _with_charge(
            battle, replace(battle.charge_under_way(self.charger), target_fled=True)
        )


class ChargeAimed(Event, frozen=True, tag=True):
    """The target has formed anew: the charger will strike this facing of it. [troop.feigned-flight]"""

    charger: UnitId
    facing: Edge
    cite: str

    def changed(self, battle: Battle) -> Battle:
        return _with_charge(
            battle, replace(battle.charge_under_way(self.charger), facing=self.facing)
        )


class LanesOpened(Event, frozen=True, tag=True):
    """The target stands ready to let a charging elephant through. [charge.response.open-lanes]"""

    unit: UnitId
    charger: UnitId
    cite: str = "charge.response.open-lanes"

    def changed(self, battle: Battle) -> Battle:
        return _with_charge(battle, replace(battle.charge_under_way(self.charger), lanes=True))


class ChargeEnded(Event, frozen=True, tag=True):
    """The charger has moved, or will not: it no longer waits among the chargers.

    `arrived`: it is in touch with an enemy, or caught its fleeing target.
    """

    charger: UnitId
    arrived: bool
    cite: str = "charge.procedure"

    def changed(self, battle: Battle) -> Battle:
        charge = replace(battle.charge_under_way(self.charger), stage=ChargeStage.MOVED)
        return _with_charge(battle, charge)


class FleersCaught(Event, frozen=True, tag=True):
    """A charger reached a fleeing unit: it is destroyed as the combat phase begins.

    [charge.response.fleeing]
    """

    unit: UnitId
    by: UnitId
    cite: str = "charge.response.fleeing"

    def changed(self, battle: Battle) -> Battle:
        if self.unit in battle.caught:
            return battle
        return replace(battle, caught=(*battle.caught, self.unit))


class UnitsMet(Event, frozen=True, tag=True):
    """Two enemies are in touch and will fight. [charge.contact-many, combat.contacts]"""

    contact: Contact
    charger: UnitId
    """The one that counts as charging in the round to come."""
    across_obstacle: bool = False
    defended: bool = False
    """The charger strikes at an obstacle that the other holds. [combat.defended-obstacle]"""
    counter_charge: bool = False
    cite: str = "combat.contacts"

    def changed(self, battle: Battle) -> Battle:
        contacts = tuple(sorted((*battle.contacts, self.contact), key=_by_ids))
        battle = replace(battle, contacts=contacts)
        for side_id in (self.contact.red, self.contact.blue):
            unit = battle.units[side_id]
            fight = unit.fight or Fight()
            if side_id == self.charger:
                fight = replace(
                    fight,
                    charging=not self.defended,
                    hits_on_six=fight.hits_on_six or self.defended,
                )
            elif self.counter_charge:
                fight = replace(fight, counter_charging=True)
            elif self.defended:
                fight = replace(fight, holds_obstacle=True)
            if self.across_obstacle:
                fight = replace(fight, obstacle=True)
            battle = with_unit(battle, replace(unit, fight=fight))
        return battle


class UnitsParted(Event, frozen=True, tag=True):
    """Two enemies are no longer in touch. [combat.casualties]"""

    red: UnitId
    blue: UnitId
    cite: str = "combat.casualties"

    def changed(self, battle: Battle) -> Battle:
        pair = (self.red, self.blue)
        contacts = tuple(c for c in battle.contacts if (c.red, c.blue) != pair)
        battle = replace(battle, contacts=contacts)
        still = {c.red for c in contacts} | {c.blue for c in contacts}
        return out_of_fight(battle, [unit for unit in pair if unit not in still])


def _by_ids(contact: Contact) -> tuple[int, int]:
    return (contact.red, contact.blue)
