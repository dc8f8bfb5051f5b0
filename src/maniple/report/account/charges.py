"""A charge in one line: who charged whom, from where, how it was answered, and how it ended.

What belongs to it besides (a volley, a test) follows in lines of its own.
"""

from maniple.battle.bodies import gap
from maniple.battle.events import (
    ChargeAnswered,
    ChargeDeclared,
    ChargeEnded,
    ChargeRedirected,
    Event,
    FleersCaught,
    Spoke,
    UnitMoved,
    UnitsMet,
)
from maniple.battle.state import Battle, Response
from maniple.battle.unit import Moved, UnitId
from maniple.report.account.sentence import Sentence
from maniple.report.account.words import FACINGS, inches, name

ANSWERS = {
    Response.HOLD: "held",
    Response.STAND_AND_SHOOT: "stood and shot",
    Response.FLEE: "fled",
    Response.FIRE_AND_FLEE: "fired and fled",
    Response.COUNTER_CHARGE: "counter-charged",
    Response.OPEN_LANES: "made to open lanes",
}
RUNS = (Response.FLEE, Response.FIRE_AND_FLEE)
"""Answers whose verb waits for the distance."""


class ChargeStory:
    """Gathers what becomes of a charge; `told` is its line, `more` those that follow it."""

    def __init__(self, event: ChargeDeclared, battle: Battle) -> None:
        self.charger = event.charger
        self.target = event.target
        self.distance = gap(battle.units[event.charger], battle.units[event.target])
        self.told = Sentence((event.charger, event.target))
        self.more: list[Sentence] = []
        self.is_over = False
        self._spent = 0.0
        self._met: list[str] = []
        self._why = ""
        self._aim(event.target, battle)
        target = battle.units[event.target]
        fleeing = "the fleeing " if target.fleeing else ""
        where = "" if target.fleeing or target.is_skirmishing else f" {FACINGS[event.facing]}"
        verb = "had to charge" if event.compelled else "charged"
        text = f"{verb} {fleeing}{target.sheet.name}{where} from {inches(self.distance)}"
        self.told.say(name(battle, event.charger), text)
        if event.compelled:
            self.told.cite(event.cite)

    def has(self, unit: UnitId) -> bool:
        """Whether it is a charge of, or at, this unit."""
        return unit in (self.charger, self.target)

    def happened(self, event: Event, battle: Battle) -> bool:
        """Take an event in; False if it is none of a charge's."""
        charger = name(battle, self.charger)
        match event:
            case ChargeAnswered():
                self._answered(event, battle)
            case ChargeRedirected():
                self._aim(event.target, battle)
                other = name(battle, event.target)
                self.told.say(charger, f"turned on {other}", rules=(event.cite,))
                self.told.about(event.target)
            case Spoke(what="the way is closed" | "falls short" | "runs through the lanes"):
                self._why = event.what
                self.told.cite(event.cite)
            case Spoke(what="out of reach" | "must charge"):
                pass
            case UnitMoved(how=Moved.CHARGED | Moved.FAILED_CHARGE):
                self._spent = event.spent
            case UnitsMet():
                self._meets(event, battle)
            case FleersCaught():
                self._met.append(f"caught {name(battle, event.unit)} in flight")
                self.told.cite(event.cite)
            case ChargeEnded():
                self._ended(event, battle)
            case _:
                return False
        return True

    def _aim(self, target: UnitId, battle: Battle) -> None:
        self.target = target
        self._name = name(battle, target)

    def _answered(self, event: ChargeAnswered, battle: Battle) -> None:
        target = battle.units[event.target]
        if target.fleeing:
            return
        if event.response in RUNS:
            if event.response is Response.FIRE_AND_FLEE:
                self.told.say(self._name, "fired")
            self.told.cite(event.cite)
            return
        self.told.say(self._name, ANSWERS[event.response])
        if event.response is not Response.HOLD:
            self.told.cite(event.cite)

    def _meets(self, event: UnitsMet, battle: Battle) -> None:
        contact = event.contact
        if not contact.has(self.charger):
            return
        other = contact.enemy_of(self.charger)
        if other != self.target:
            where = FACINGS[contact.edge_of(other)]
            self._met.append(f"struck {name(battle, other)} too, {where}")
            self.told.cite(event.cite)
        elif event.defended:
            self._met.append("met them across an obstacle")
            self.told.cite("combat.defended-obstacle")

    def _ended(self, event: ChargeEnded, battle: Battle) -> None:
        self.is_over = True
        charger = name(battle, self.charger)
        if event.arrived:
            if not any("caught" in met for met in self._met):
                self.told.say("", "the charge went home")
            if self._met:
                self.told.say(charger, *self._met)
        elif self._why == "runs through the lanes":
            self.told.say(charger, "ran through the lanes without a blow")
        elif self._why == "the way is closed":
            self.told.say(charger, f"found the way closed after {inches(self._spent)}")
        elif self._why:
            self.told.say(charger, f"fell short after {inches(self._spent)}")
        elif battle.units[self.charger].is_engaged:
            self.told.say(charger, "did not get away to charge")
        else:
            self.told.say(charger, "never came home")
