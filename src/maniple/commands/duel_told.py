"""A melee step by step, as data: who strikes when, every figure with its rule, dice, result, nerve."""

from msgspec import Struct
from msgspec.structs import replace

from maniple.battle.chance import Shown
from maniple.battle.chance_requests import Attacks, Blows, Roll
from maniple.battle.events import (
    ArmsChosen,
    BlowsStruck,
    CombatNamed,
    Event,
    ResultCounted,
    RoundOpened,
    StrikesOrdered,
    Tested,
)
from maniple.battle.sides import Side
from maniple.battle.state import Battle, StrikeGroup
from maniple.battle.unit import UnitId
from maniple.play.explain import Blow, blows_explained
from maniple.play.figures import Figure, blow_figures, score_figures, stage_figures
from maniple.play.told import Fell, Happened, Told
from maniple.report.account.combats import Melee, result_line
from maniple.report.account.flights import Flights
from maniple.report.account.plainly import told_plainly
from maniple.report.account.sentence import Sentence
from maniple.report.account.words import counted, name

IMPACT = "troop.heavy-chariot"
WHEELS = "impact of the wheels"


class Thrown(Struct, frozen=True):
    """Dice of one stage, and how many came through."""

    stage: str
    need: int
    faces: tuple[int, ...]
    passed: int


class Strike(Struct, frozen=True):
    """A strike group's blows."""

    striker: str
    target: str
    weapon: str
    leader: bool
    blows: int
    figures: tuple[Figure, ...]
    dice: tuple[Thrown, ...]
    losses: str = ""


class Fought(Struct, frozen=True):
    """A round of the melee."""

    number: int
    opening: str
    order: tuple[str, ...]
    strikes: tuple[Strike, ...]
    score: tuple[tuple[str, tuple[Figure, ...]], ...]
    result: str
    nerve: str
    rules: tuple[str, ...]
    """The rules that spoke of its nerve."""
    challenge: str = ""
    """Who challenged whom."""
    challenge_rules: tuple[str, ...] = ()

    def all_rules(self) -> tuple[str, ...]:
        """Every rule that spoke in it, in the order of speaking."""
        figures = [figure for strike in self.strikes for figure in strike.figures]
        figures += [figure for _, side in self.score for figure in side]
        spoken = [rule for figure in figures for rule in figure.rules]
        ordered = ("combat.strike-order",) if len(self.order) > 1 else ()
        return tuple(dict.fromkeys((*self.challenge_rules, *ordered, *spoken, *self.rules)))


class DuelLog:
    """Listens to a melee and keeps what there is to tell of each round."""

    def __init__(self) -> None:
        self.rounds: list[Fought] = []
        self._melee: Melee | None = None
        self._nerve = Sentence()
        self._flights = Flights()
        self._test: Fell | None = None
        self._impact_dice: tuple[int, ...] = ()
        self._start()

    def __call__(self, told: Told) -> None:
        """Take in what happens."""
        if isinstance(told, Fell):
            self._fell(told)
        elif isinstance(told, Happened):
            self._happened(told.event, told.battle)

    def wants_dice(self, battle: Battle) -> None:
        """Blows are to be struck for which the dice are wanted: their figures."""
        for group, blow in blows_explained(battle):
            if blow.dice:
                self._strikes.append(_strike(battle, group, blow, ()))

    def close(self) -> None:
        """The round that is being fought is over, or broken off."""
        if self._opening:
            self.rounds.append(self._round())
        self._start()

    def _start(self) -> None:
        self._opening = ""
        self._order: tuple[str, ...] = ()
        self._strikes: list[Strike] = []
        self._score: tuple[tuple[str, tuple[Figure, ...]], ...] = ()
        self._result = ""
        self._nerve = Sentence()

    def _round(self) -> Fought:
        line = self._nerve.line()
        duel = Sentence().line() if self._melee is None else self._melee.duel.line()
        return Fought(
            len(self.rounds) + 1,
            self._opening,
            self._order,
            tuple(self._strikes),
            self._score,
            self._result,
            line.text,
            line.rules,
            duel.text,
            duel.rules,
        )

    def _fell(self, told: Fell) -> None:
        if isinstance(told.request, Blows):
            self._strike(told)
        if isinstance(told.request, Roll) and told.request.cite == IMPACT:
            self._impact_dice = told.rolled.shown[0].faces
        self._flights.fell(told)
        self._test = told

    def _strike(self, told: Fell) -> None:
        shown = list(told.rolled.shown)
        for group, blow in blows_explained(told.battle):
            if not blow.dice:
                continue
            dice: list[Thrown] = []
            left = blow.dice
            for stage in blow.stages:
                if left:
                    one = shown.pop(0)
                    dice.append(Thrown(stage.name, stage.need, one.faces, one.passed))
                    left = one.passed
            self._strikes.append(_strike(told.battle, group, blow, tuple(dice)))
        if isinstance(told.request, Blows):
            for attacks in told.request.attacks:
                if attacks.who == "impact":
                    self._strikes.append(self._impact(told.battle, told.request, attacks, shown))

    def _impact(
        self, battle: Battle, request: Blows, attacks: Attacks, shown: list[Shown]
    ) -> Strike:
        """The hits of chariots that have charged home, with the dice that said how many."""
        faces = "+".join(str(face) for face in self._impact_dice)
        hits = Figure("hits", f"{attacks.dice} (dice {faces})", (IMPACT,))
        dice: list[Thrown] = []
        left = attacks.dice
        for stage in attacks.stages:
            one = shown.pop(0) if left else Shown(stage.name, ())
            left = one.passed
            if one.faces:
                dice.append(Thrown(stage.name, stage.need, one.faces, one.passed))
        striker, target = name(battle, request.striker), name(battle, attacks.target)
        figures = (hits, *stage_figures(attacks))
        return Strike(striker, target, WHEELS, False, attacks.dice, figures, tuple(dice))

    def _happened(self, event: Event, battle: Battle) -> None:
        match event:
            case CombatNamed():
                self.close()
                self._melee = Melee(event, battle, {})
                self._nerve = self._melee.nerve
                self._opening = self._melee.lines()[0].text
            case StrikesOrdered():
                self._order = tuple(
                    dict.fromkeys(
                        f"{name(battle, group.unit)} with the {group.weapon}"
                        for group in event.groups
                    )
                )
            case BlowsStruck():
                self._fallen(event, battle)
            case ResultCounted():
                self._counted(event, battle)
            case ArmsChosen() | RoundOpened():
                return
            case _:
                self._nerves(event, battle)

    def _fallen(self, event: BlowsStruck, battle: Battle) -> None:
        losses = [
            f"{name(battle, unit)} lost {counted(fallen, 'man', 'men')}, "
            f"with {battle.units[unit].models} left"
            for unit, fallen in event.fallen
        ]
        if losses and self._strikes:
            self._strikes[-1] = replace(self._strikes[-1], losses="; ".join(losses))

    def _counted(self, event: ResultCounted, battle: Battle) -> None:
        self._score = tuple(
            (battle.field.armies.of(side), score_figures(event.scores.of(side))) for side in Side
        )
        self._result = result_line(event, battle, ()).text
        if self._melee is not None:
            _ = self._melee.happened(event, battle, None)

    def _nerves(self, event: Event, battle: Battle) -> None:
        rolled = self._test.rolled if isinstance(event, Tested) and self._test else None
        if self._melee is not None and self._melee.happened(event, battle, rolled):
            return
        if not self._flights.happened(event, battle, self._about):
            told_plainly(event, battle, self._about)

    def _about(self, unit: UnitId) -> Sentence:
        return self._nerve


def _strike(battle: Battle, group: StrikeGroup, blow: Blow, dice: tuple[Thrown, ...]) -> Strike:
    target = name(battle, group.target)
    return Strike(
        name(battle, group.unit),
        f"the crew of {target}" if blow.at_crew else target,
        group.weapon,
        group.leader,
        blow.dice,
        blow_figures(blow),
        dice,
    )
