"""The account: listens to a game or a replay, and tells it in lines, phase after phase.

    account = Account()
    for told in replay:
        for line in account.tell(told):
            print(line.plain())

A phase is told when it is over, so that what belongs together stands together: a charge with its
answer and its end, a combat with its flights. A heading stands only over something.
"""

from maniple.battle.bodies import where_stands
from maniple.battle.chance import Rolled
from maniple.battle.chance_requests import Blows, Roll, Test, Volley
from maniple.battle.events import (
    BattleEnded,
    ChargeDeclared,
    CombatClosed,
    CombatNamed,
    CrewWounded,
    Event,
    FirstTurnRolled,
    PhaseBegan,
    Tested,
    TurnBegan,
    UnitMoved,
    UnitShot,
    WoundsTaken,
)
from maniple.battle.state import Battle
from maniple.battle.tasks import Phase
from maniple.battle.unit import Moved, UnitId
from maniple.play.told import Fell, Happened, Told
from maniple.report.account.beasts import beasts_told, crew_told
from maniple.report.account.charges import ChargeStory
from maniple.report.account.combats import Melee
from maniple.report.account.deployment import drawn_up
from maniple.report.account.ending import ended
from maniple.report.account.engines import EngineStory
from maniple.report.account.flights import Flights
from maniple.report.account.lines import Line
from maniple.report.account.magic import MagicStory
from maniple.report.account.nerve import test_told
from maniple.report.account.plainly import told_plainly
from maniple.report.account.sentence import Sentence
from maniple.report.account.volleys import shot_told
from maniple.report.account.words import counted, inches, name, names, of_each

HEADINGS = {
    Phase.START: "Start of the turn",
    Phase.CHARGES: "Charges",
    Phase.RALLY: "Rallying",
    Phase.COMPULSORY: "In flight",
    Phase.CHARGERS: "Charges",
    Phase.MOVES: "Moves",
    Phase.SHOOTING: "Shooting",
    Phase.COMBAT: "Close combat",
    Phase.MAGIC: "Magic",
}
UNTIL_MOVED = (Phase.RALLY, Phase.COMPULSORY, Phase.CHARGERS)
"""Begun while charges are under way, these are told after them."""

MOVES = {
    Moved.MOVED: "Moved",
    Moved.MARCHED: "Marched",
    Moved.REFORMED: "Reformed",
    Moved.PIVOTED: "Pivoted",
    Moved.DISENGAGED: "Disengaged",
}


class _Section:
    """A phase in the making."""

    def __init__(self, phase: Phase | None) -> None:
        self.heading = HEADINGS.get(phase, "") if phase is not None else ""
        self.items: list[Sentence | ChargeStory | Melee | Line] = []
        self.moves: dict[UnitId, Moved] = {}

    def lines(self, battle: Battle) -> list[Line]:
        told: list[Line] = []
        for how, word in MOVES.items():
            units = [unit for unit, did in self.moves.items() if did is how]
            if units:
                told.append(Line(f"{word}: {names(battle, units)}", units=tuple(units)))
        for item in self.items:
            told += _lines_of(item)
        if told and self.heading:
            return [Line(self.heading, "phase"), *told]
        return told


def _lines_of(item: Sentence | ChargeStory | Melee | Line) -> list[Line]:
    match item:
        case Line():
            return [item]
        case Melee():
            return item.lines()
        case ChargeStory():
            return [sentence.line() for sentence in (item.told, *item.more) if sentence]
        case Sentence():
            return [item.line()] if item else []


class Account:
    """Turns what it is told into lines."""

    def __init__(self) -> None:
        self._sections = [_Section(None)]
        self._open: dict[UnitId, Sentence] = {}
        """The sentence that goes on about each unit."""
        self._charges: list[ChargeStory] = []
        self._melee: Melee | None = None
        self._volley: Fell | None = None
        self._shot: tuple[tuple[UnitId, UnitId], Sentence] | None = None
        """The target of the last volley and the unit that he is with, and the volley told."""
        self._rolled: Rolled | None = None
        self._flights = Flights()
        self._magic = MagicStory()
        self._engines = EngineStory()
        self._is_deployed = False

    def tell(self, told: Told) -> list[Line]:
        """The lines that are ready now that this is told; often none."""
        if isinstance(told, Fell):
            self._fell(told)
            return []
        if not isinstance(told, Happened):
            return []
        match told.event:
            case PhaseBegan():
                return self._new_phase(told.event, told.battle)
            case TurnBegan():
                return self._new_turn(told.event, told.battle)
            case FirstTurnRolled():
                self._is_deployed = True
                return drawn_up(told.event, told.battle)
            case BattleEnded():
                return [*self._flush(told.battle), *ended(told.event, told.battle)]
            case _ if self._is_deployed:
                self._happened(told.event, told.battle)
                return []
            case _:
                return []

    def rest(self, battle: Battle) -> list[Line]:
        """What is not yet told of a battle that is broken off here."""
        return self._flush(battle)

    # ------------------------------------------------------------------- phases and turns

    def _new_turn(self, event: TurnBegan, battle: Battle) -> list[Line]:
        told = self._flush(battle)
        self._sections = [_Section(Phase.START)]
        army = battle.field.armies.of(event.side)
        title = f"Turn {event.number} of {battle.field.turns}: {army}"
        return [*told, Line(title, "turn", rules=(event.cite,))]

    def _new_phase(self, event: PhaseBegan, battle: Battle) -> list[Line]:
        under_way = any(not story.is_over for story in self._charges)
        told: list[Line] = []
        if not (under_way and event.phase in UNTIL_MOVED):
            told = self._flush(battle)
        self._sections.append(_Section(event.phase))
        self._open = {}
        return told

    def _flush(self, battle: Battle) -> list[Line]:
        told = [line for section in self._sections for line in section.lines(battle)]
        self._sections = [_Section(None)]
        self._open, self._shot = {}, None
        self._engines.reset()
        if all(story.is_over for story in self._charges) and battle.turn.phase is Phase.END:
            self._charges = []
        return told

    @property
    def _section(self) -> _Section:
        return self._sections[-1]

    # -------------------------------------------------------------------- dice and events

    def _fell(self, told: Fell) -> None:
        if self._magic.fell(told) or self._engines.fell(told):
            return
        match told.request:
            case Blows():
                if self._melee is not None:
                    self._melee.fell(told.request, told.rolled, told.battle)
            case Volley():
                self._volley = told
            case Test():
                self._rolled = told.rolled
            case Roll():
                self._flights.fell(told)
            case _:
                return

    def _happened(self, event: Event, battle: Battle) -> None:
        rolled = self._rolled
        if isinstance(event, Tested):
            self._rolled = None
        if self._fought(event, battle, rolled) or self._charged(event, battle):
            return
        if self._engines.happened(event, battle, self._about, self._begins):
            return
        match event:
            case UnitMoved(cite="shoot.parthian-shot"):
                self._rides_on(event, battle)
            case UnitMoved(cite="stupidity.test"):
                text = f"blundered {inches(event.spent)} straight ahead"
                self._about(event.unit).say(name(battle, event.unit), text, rules=(event.cite,))
            case UnitMoved():
                self._section.moves[event.unit] = event.how
            case UnitShot():
                self._shoots(event, battle)
            case WoundsTaken():
                self._lost(event, battle)
            case CrewWounded() if self._shot is not None and event.unit in self._shot[0]:
                self._shot[1].say("its crew", crew_told(event, battle))
            case Tested():
                told = test_told(event, rolled, battle)
                rules = (event.kind, event.cite)
                self._about(event.unit).say(name(battle, event.unit), *told, rules=rules)
            case _:
                self._told_by_others(event, battle)

    def _told_by_others(self, event: Event, battle: Battle) -> None:
        """Flights, spells and beasts have tellers of their own; the rest needs a few words."""
        if (
            not self._flights.happened(event, battle, self._about)
            and not self._magic.happened(event, battle, self._about, self._begins)
            and not beasts_told(event, battle, self._about)
        ):
            told_plainly(event, battle, self._about)

    def _about(self, unit: UnitId) -> Sentence:
        """The sentence that goes on about a unit, or a new one."""
        sentence = self._open.get(unit)
        if sentence is None:
            sentence = Sentence((unit,))
            self._open[unit] = sentence
            self._section.items.append(sentence)
        return sentence

    def _begins(self, told: Sentence | Line, about: UnitId | None) -> None:
        """A line of its own begins; what is told of that unit goes on in it."""
        self._section.items.append(told)
        if about is not None and isinstance(told, Sentence):
            self._open[about] = told

    # ---------------------------------------------------------------------------- charges

    def _charged(self, event: Event, battle: Battle) -> bool:
        if isinstance(event, ChargeDeclared):
            story = ChargeStory(event, battle)
            self._charges.append(story)
            self._section.items.append(story)
            self._open[event.charger] = self._open[event.target] = story.told
            return True
        under_way = self._story_of(event)
        if under_way is None:
            return False
        self._open[under_way.charger] = self._open[under_way.target] = under_way.told
        return under_way.happened(event, battle)

    def _story_of(self, event: Event) -> ChargeStory | None:
        """The charge under way of which the event tells."""
        who = getattr(event, "charger", None)
        if who is None:
            who = getattr(event, "by", getattr(event, "unit", None))
        for story in self._charges:
            if not story.is_over and story.charger == who:
                return story
        return None

    # --------------------------------------------------------------------------- shooting

    def _shoots(self, event: UnitShot, battle: Battle) -> None:
        told = shot_told(event, battle, self._volley)
        host = where_stands(battle, battle.units[event.target]).id
        self._shot = ((event.target, host), told)
        story = next((s for s in self._charges if not s.is_over and s.has(event.unit)), None)
        if story is None:
            self._section.items.append(told)
        else:
            story.more.append(told)

    def _rides_on(self, event: UnitMoved, battle: Battle) -> None:
        """A shooter goes on after its shot."""
        told = self._about(event.unit) if self._shot is None else self._shot[1]
        text = f"rode on {inches(event.spent)}"
        told.say(name(battle, event.unit), text, rules=(event.cite,))

    def _lost(self, event: WoundsTaken, battle: Battle) -> None:
        left = battle.units[event.unit].models
        if not event.slain:
            text = f"took {counted(event.wounds, 'wound')}, and nobody fell"
        else:
            whom = f" ({of_each(event, battle)})" if event.fell else ""
            text = f"lost {counted(event.slain, 'man', 'men')}{whom}, with {left} left"
        if self._shot is not None and event.unit in self._shot[0]:
            rules = (event.cite,) if event.fell else ()
            self._shot[1].say(name(battle, event.unit), text, rules=rules)
            return
        self._about(event.unit).say(name(battle, event.unit), text, rules=(event.cite,))

    # ------------------------------------------------------------------------ close combat

    def _fought(self, event: Event, battle: Battle, rolled: Rolled | None) -> bool:
        if isinstance(event, CombatNamed):
            came_from = {story.charger: story.distance for story in self._charges}
            melee = Melee(event, battle, came_from)
            self._melee = melee
            self._section.items.append(melee)
            for unit in melee.units:
                self._open[unit] = melee.nerve
            return True
        if self._melee is None:
            return False
        if isinstance(event, CombatClosed):
            self._melee = None
            return True
        return self._melee.happened(event, battle, rolled)
