"""The magic phase in words: the winds, each spell with its dispel and what it did, cards kept."""

from collections.abc import Callable

from maniple.battle.chance import Rolled
from maniple.battle.chance_requests import Roll, Test, Volley
from maniple.battle.events import (
    CardKept,
    DispelTried,
    Event,
    SpellCast,
    SpellEnded,
    SpellLaid,
    WindsBlew,
)
from maniple.battle.sides import Side
from maniple.battle.spells import Effect
from maniple.battle.state import Battle
from maniple.battle.unit import UnitId
from maniple.play.told import Fell
from maniple.report.account.lines import Line
from maniple.report.account.sentence import Sentence
from maniple.report.account.volleys import chain
from maniple.report.account.words import counted, faces, inches, listed, name

LIES = {
    Effect.GALE: "it must walk against the wind at half its pace",
    Effect.WARD: "an unseen shield is before it",
    Effect.STRENGTH: "it strikes the harder",
    Effect.MIST: "a mist hides it",
    Effect.HEART: "it takes heart",
}


class MagicStory:
    """Tells the events of a magic phase; keeps the dice that fell for them."""

    def __init__(self) -> None:
        self._winds: Rolled | None = None
        self._die: Rolled | None = None
        self._bolt: Sentence | None = None
        self._kept: Sentence | None = None

    def fell(self, told: Fell) -> bool:
        """Take in dice, if they are of magic."""
        match told.request:
            case Roll(cite="magic.winds"):
                self._winds = told.rolled
            case Roll(cite="magic.bolt"):
                pass
            case Test(cite="magic.dispel" | "magic.dispel-lasting"):
                self._die = told.rolled
            case Volley(cite="magic.bolt") if self._bolt is not None:
                self._bolt.say("", chain(told.request, told.rolled), rules=("magic.bolt",))
            case _:
                return False
        return True

    def happened(
        self,
        event: Event,
        battle: Battle,
        about: Callable[[UnitId], Sentence],
        tell: Callable[[Sentence | Line, UnitId | None], None],
    ) -> bool:
        """Tell an event, if it is one of magic. `tell` begins a line, which goes on about a unit."""
        match event:
            case WindsBlew():
                self._kept = None
                tell(self._winds_told(event, battle), None)
            case SpellCast():
                told = _cast_told(event, battle)
                self._bolt = told
                tell(told, event.target)
            case DispelTried():
                lasts = event.cite == "magic.dispel-lasting"
                told = Sentence((event.wizard, event.unit)) if lasts else about(event.unit)
                if lasts:
                    tell(told, None)
                self._tried(event, battle, told, lasts=lasts)
            case SpellLaid():
                about(event.unit).say("", LIES[event.laid.effect], rules=(event.cite,))
            case SpellEnded(cite="magic.lasting"):
                told = Sentence((event.unit,))
                title = _title(battle, event.spell)
                told.say(
                    title, f"no longer lay upon {name(battle, event.unit)}", rules=(event.cite,)
                )
                tell(told, None)
            case SpellEnded():
                pass
            case CardKept():
                if self._kept is None:
                    self._kept = Sentence()
                    tell(self._kept, None)
                self._kept.say("Kept a power card:", name(battle, event.unit), rules=(event.cite,))
                self._kept.about(event.unit)
            case _:
                return False
        return True

    def _winds_told(self, event: WindsBlew, battle: Battle) -> Line:
        rolled = "" if self._winds is None else f" ({faces(self._winds)})"
        armies = battle.field.armies
        hands = listed(
            [f"{counted(event.hands.of(s), 'power card')} to {armies.of(s)}" for s in Side]
        )
        return Line(f"The winds of magic blew{rolled}: {hands}", rules=(event.cite,))

    def _tried(self, event: DispelTried, battle: Battle, told: Sentence, *, lasts: bool) -> None:
        die, self._die = self._die, None
        what = "it"
        if lasts:
            what = f"{_title(battle, event.spell)} upon {name(battle, event.unit)}"
        who = name(battle, event.wizard)
        if die is None:
            told.say(who, f"dispelled {what}", rules=(event.cite,))
            return
        came = "did" if event.dispelled else "failed"
        needed = f"needed {event.need}+ to dispel {what}"
        told.say(who, needed, f"rolled {faces(die)}", came, rules=(event.cite,))


def _cast_told(event: SpellCast, battle: Battle) -> Sentence:
    told = Sentence((event.wizard, event.target))
    cards = counted(event.cost, "power card")
    title = _title(battle, event.spell)
    cast = f"cast {title} for {cards}"
    if event.target != event.wizard:
        cast += f" at {name(battle, event.target)} from {inches(event.range)}"
    if event.out_of_range:
        cast += ", out of range"
    told.say(name(battle, event.wizard), cast, rules=(event.cite,))
    return told


def _title(battle: Battle, spell: str) -> str:
    """What people call a spell."""
    for known in battle.field.spells:
        if known.name == spell:
            return known.title
    return spell
