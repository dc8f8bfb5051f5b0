"""Events of close combat: a round opened, blows, the result, flight and pursuit, redress."""

from msgspec.structs import replace

from maniple.battle.events.base import Event, with_combat, with_unit
from maniple.battle.sides import Pair, Side
from maniple.battle.state import (
    Allotted,
    Battle,
    Combat,
    Impact,
    RoundFigures,
    Runner,
    Score,
    StrikeGroup,
)
from maniple.battle.unit import UnitId
from maniple.geometry import Pose

NO_FIGURES = Pair(RoundFigures(), RoundFigures())
NO_WOUNDS = Pair(0, 0)


def _running(battle: Battle) -> Combat:
    if not battle.combats:
        raise ValueError("no combat has been named in this phase")
    return battle.combats[-1]


class CombatNamed(Event, frozen=True, tag=True):
    """The next combat to fight. [turn.combat-order]"""

    units: tuple[UnitId, ...]
    cite: str = "turn.combat-order"

    def changed(self, battle: Battle) -> Battle:
        return replace(battle, combats=(*battle.combats, Combat(self.units)))


class RoundOpened(Event, frozen=True, tag=True):
    """What is fixed for this round. [combat.procedure (2)]"""

    figures: Pair[RoundFigures]
    first_round: tuple[UnitId, ...]
    outnumbered: tuple[UnitId, ...] = ()
    """Units that enemies whom they fear outnumber. [fear.defeat]"""
    cite: str = "combat.procedure"

    def changed(self, battle: Battle) -> Battle:
        combat = _running(battle)
        fights = [(i, battle.units[i].fight) for i in combat.units]
        charged = tuple(i for i, f in fights if f and (f.charging or f.counter_charging))
        combat = replace(
            combat,
            figures=self.figures,
            first_round=self.first_round,
            charged=charged,
            outnumbered=self.outnumbered,
            fought=True,
        )
        return with_combat(battle, combat)


class ArmsChosen(Event, frozen=True, tag=True):
    """A unit fights this round with this weapon. [combat.one-weapon]"""

    unit: UnitId
    weapon: str
    cite: str = "combat.one-weapon"

    def changed(self, battle: Battle) -> Battle:
        combat = _running(battle)
        return with_combat(battle, replace(combat, arms=(*combat.arms, (self.unit, self.weapon))))


class BlowsAllotted(Event, frozen=True, tag=True):
    """Whom men strike who touch several enemies. [combat.choose-target]"""

    allotted: Allotted
    cite: str = "combat.choose-target"

    def changed(self, battle: Battle) -> Battle:
        combat = _running(battle)
        return with_combat(battle, replace(combat, allotted=(*combat.allotted, self.allotted)))


class StrikesOrdered(Event, frozen=True, tag=True):
    """Who strikes whom, in which order. [combat.strike-order]"""

    groups: tuple[StrikeGroup, ...]
    first_on_tie: Side | None = None
    cite: str = "combat.strike-order"

    def changed(self, battle: Battle) -> Battle:
        combat = _running(battle)
        return with_combat(
            battle,
            replace(combat, groups=self.groups),
        )


class ImpactsCounted(Event, frozen=True, tag=True):
    """Chariots that have charged home, and whom they strike as their crew strikes.

    [troop.heavy-chariot]
    """

    impacts: tuple[Impact, ...]
    cite: str = "troop.heavy-chariot"

    def changed(self, battle: Battle) -> Battle:
        return with_combat(battle, replace(_running(battle), impacts=self.impacts))


class BlowsStruck(Event, frozen=True, tag=True):
    """The first strike groups have struck; the unsaved wounds count for the result.

    What the wounds slay is said by `WoundsTaken` events. [combat.procedure (4)]
    """

    striker: UnitId
    side: Side
    groups_done: int
    """How many groups from the front of the queue these blows were."""
    wounds: int
    fallen: tuple[tuple[UnitId, int], ...] = ()
    """Models slain by them, by unit."""
    cite: str = "combat.to-hit"

    def changed(self, battle: Battle) -> Battle:
        combat = _running(battle)
        wounds = combat.wounds.with_side(self.side, combat.wounds.of(self.side) + self.wounds)
        left = combat.groups[self.groups_done :]
        waits = any(group.crew and group.unit == self.striker for group in left)
        combat = replace(
            combat,
            groups=left,
            wounds=wounds,
            impacts=tuple([i for i in combat.impacts if i.unit != self.striker or waits]),
        )
        battle = with_combat(battle, combat)
        for i, models in self.fallen:
            unit = battle.units[i]
            if unit.fight is not None:
                fight = replace(unit.fight, fallen=unit.fight.fallen + models)
                battle = with_unit(battle, replace(unit, fight=fight))
        return battle


class ResultCounted(Event, frozen=True, tag=True):
    """The result of the round. `winner` None: a draw. [result.compute]

    Rounds are counted, and who won is kept for the next round; what the result was made of is wiped.
    """

    scores: Pair[Score]
    winner: Side | None
    margin: int
    cite: str = "result.compute"

    def changed(self, battle: Battle) -> Battle:
        combat = replace(
            _running(battle),
            figures=NO_FIGURES,
            groups=(),
            impacts=(),
            arms=(),
            allotted=(),
            wounds=NO_WOUNDS,
            winner=self.winner,
            margin=self.margin,
        )
        battle = with_combat(battle, combat)
        for i in combat.units:
            unit = battle.units[i]
            if unit.fight is None:
                continue
            won = unit.side is self.winner
            fight = replace(
                unit.fight,
                rounds=unit.fight.rounds + 1,
                won_last=won,
                hits_on_six=unit.fight.hits_on_six and not won,
                fallen=0,
            )
            battle = with_unit(battle, replace(unit, fight=fight))
        return battle


class BreakTestIgnored(Event, frozen=True, tag=True):
    """Stubborn troops hold: their first Break test of this combat is not taken. [troop.stubborn]"""

    unit: UnitId
    cite: str = "troop.stubborn"

    def changed(self, battle: Battle) -> Battle:
        unit = battle.units[self.unit]
        if unit.fight is None:
            return battle
        return with_unit(battle, replace(unit, fight=replace(unit.fight, ignored_break=True)))


class UnitBroke(Event, frozen=True, tag=True):
    """A beaten unit is broken; it flees when all combats have come so far. [break.test]"""

    unit: UnitId
    cite: str = "break.test"

    def changed(self, battle: Battle) -> Battle:
        combat = _running(battle)
        return with_combat(battle, replace(combat, broken=(*combat.broken, self.unit)))


class UnitWillFallBack(Event, frozen=True, tag=True):
    """A beaten unit will fall back in good order. [break.fall-back]"""

    unit: UnitId
    cite: str = "break.fall-back"
    instead_of: str = ""
    """The rule by which it would have broken; empty: it has held, and chooses to."""

    def changed(self, battle: Battle) -> Battle:
        combat = _running(battle)
        return with_combat(battle, replace(combat, falling_back=(*combat.falling_back, self.unit)))


class FirstChargeSpent(Event, frozen=True, tag=True):
    """The unit has brought home its first charge of the battle. [break.first-charge]"""

    unit: UnitId
    cite: str = "break.first-charge"

    def changed(self, battle: Battle) -> Battle:
        return with_unit(battle, replace(battle.units[self.unit], first_charge_spent=True))


class CombatClosed(Event, frozen=True, tag=True):
    """The running combat has come as far as its Break tests. Charges in it are spent, and so is the
    fright of those who were cowed. [turn.combat-order, fear.charged]
    """

    cite: str = "turn.combat-order"

    def changed(self, battle: Battle) -> Battle:
        combat = replace(_running(battle), is_done=True, margin=0, outnumbered=())
        battle = with_combat(battle, combat)
        for i in combat.units:
            unit = battle.units[i]
            if unit.cowed:
                unit = replace(unit, cowed=False)
            if unit.fight is not None and (unit.fight.charging or unit.fight.counter_charging):
                fight = replace(unit.fight, charging=False, counter_charging=False)
                unit = replace(unit, fight=fight)
            if unit is not battle.units[i]:
                battle = with_unit(battle, unit)
        return battle


class GroundGiven(Event, frozen=True, tag=True):
    """Beaten foot goes straight back before these riders, who follow. [troop.shock-cavalry]"""

    unit: UnitId
    pose: Pose
    riders: tuple[UnitId, ...]
    inches: float
    cite: str = "troop.shock-cavalry"

    def changed(self, battle: Battle) -> Battle:
        return with_unit(battle, replace(battle.units[self.unit], pose=self.pose))


class RunsRolled(Event, frozen=True, tag=True):
    """How far everybody runs, fleers and pursuers. [pursue.several]"""

    runners: tuple[Runner, ...]
    cite: str = "pursue.distance"

    def changed(self, battle: Battle) -> Battle:
        return replace(battle, runners=self.runners)


class RunsCompared(Event, frozen=True, tag=True):
    """All have rolled: who overtakes its prey, and whose total still counts. [pursue.several]"""

    runners: tuple[Runner, ...]
    cite: str = "pursue.several"

    def changed(self, battle: Battle) -> Battle:
        return replace(battle, runners=self.runners)


class HeldBack(Event, frozen=True, tag=True):
    """A winner stays where it is, by order or because it must. [pursue.restrain]"""

    unit: UnitId
    cite: str = "pursue.restrain"

    def changed(self, battle: Battle) -> Battle:
        return battle


class PursuitChosen(Event, frozen=True, tag=True):
    """A winner will pursue; the distances are rolled when all have chosen. [pursue.must]"""

    unit: UnitId
    prey: UnitId
    heading: float
    """From its own middle to that of its prey, in degrees."""
    cite: str = "pursue.must"

    def changed(self, battle: Battle) -> Battle:
        runner = Runner(self.unit, 0.0, self.prey, heading=self.heading)
        return replace(battle, runners=(*battle.runners, runner))


class RanksRedressed(Event, frozen=True, tag=True):
    """Files added, men lapping round or driven off. [redress.expand, redress.lap-round]"""

    unit: UnitId
    pose: Pose
    files: int
    lap_left: int = 0
    lap_right: int = 0
    cite: str = "redress.expand"

    def changed(self, battle: Battle) -> Battle:
        unit = replace(
            battle.units[self.unit],
            pose=self.pose,
            files=self.files,
            lap_left=self.lap_left,
            lap_right=self.lap_right,
        )
        return with_unit(battle, unit)
