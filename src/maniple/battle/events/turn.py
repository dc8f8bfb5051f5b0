"""Events of the frame: the start, deployment, the turn sequence, the end."""

from msgspec.structs import replace

from maniple.battle.events.base import Event, with_unit, with_units
from maniple.battle.field import Field
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle, Outcome, Turn
from maniple.battle.tasks import Phase, Task
from maniple.battle.unit import FRESH, Formation, Status, Unit, UnitId
from maniple.geometry import Pose

NO_CARDS = Pair(0, 0)
BARRED = replace(FRESH, march_barred=True)
AFTER_COMBAT = (Phase.MAGIC, Phase.END)


class BattleBegan(Event, frozen=True, tag=True):
    """The first event: the whole resolved start, so that a record outlives changed army data."""

    field: Field
    units: tuple[Unit, ...]
    todo: tuple[Task, ...]
    cite: str = "deploy"

    def changed(self, battle: Battle) -> Battle:
        return Battle(self.field, self.units, Turn(todo=self.todo))


class ZonesDealt(Event, frozen=True, tag=True):
    """Which zone is whose, and who places the first unit. [deploy]"""

    zones: Pair[int]
    places_first: Side
    cite: str = "deploy"

    def changed(self, battle: Battle) -> Battle:
        return replace(battle, zones=self.zones, placed_first=self.places_first)


class UnitPlaced(Event, frozen=True, tag=True):
    """A unit stands on the table. [deploy]"""

    unit: UnitId
    pose: Pose
    files: int
    formation: Formation = Formation.FORMED
    places: tuple[Pose, ...] = ()
    cite: str = "deploy"

    def changed(self, battle: Battle) -> Battle:
        unit = replace(
            battle.units[self.unit],
            pose=self.pose,
            files=self.files,
            formation=self.formation,
            places=self.places,
            status=Status.TABLE,
        )
        return with_unit(battle, unit)


class FirstTurnRolled(Event, frozen=True, tag=True):
    """Who has the first turn. [deploy]"""

    side: Side
    cite: str = "deploy"

    def changed(self, battle: Battle) -> Battle:
        return replace(battle, turn=replace(battle.turn, first=self.side))


class LengthRolled(Event, frozen=True, tag=True):
    """How many turns each the battle lasts. [victory.random-length]"""

    turns: int
    cite: str = "victory.random-length"

    def changed(self, battle: Battle) -> Battle:
        return replace(battle, field=replace(battle.field, turns=self.turns))


class TurnBegan(Event, frozen=True, tag=True):
    """A player's turn begins; what was done in the last one is wiped. [turn.sequence]"""

    number: int
    side: Side
    march_barred: tuple[UnitId, ...] = ()
    """The side's units with an enemy that does not flee within 8 inches. [move.march]"""
    cite: str = "turn.sequence"

    def changed(self, battle: Battle) -> Battle:
        barred = self.march_barred

        def wiped(unit: Unit) -> Unit:
            fresh = BARRED if unit.id in barred else FRESH
            if unit.half_idle and unit.side is self.side:
                unit = replace(unit, half_idle=False)
            if unit.sheet.traits.shieldwall or unit.sheet.traits.pavise:
                has_moved = unit.side is not self.side and not unit.doings.has_stood
                unit = replace(unit, moved_in_own_turn=has_moved)
            return unit if unit.doings is fresh else replace(unit, doings=fresh)

        turn = replace(battle.turn, number=self.number, side=self.side)
        return replace(with_units(battle, wiped), turn=turn, charges=())


class PhaseBegan(Event, frozen=True, tag=True):
    """A part of the turn begins, with what is to be done in it. [turn.movement-order]"""

    phase: Phase
    todo: tuple[Task, ...]
    cite: str = "turn.sequence"

    def changed(self, battle: Battle) -> Battle:
        def wiped(unit: Unit) -> Unit:
            if not unit.doings.fallen and not unit.doings.shooting_panic_tested:
                return unit
            doings = replace(unit.doings, fallen=0, shooting_panic_tested=False)
            return replace(unit, doings=doings)

        turn = replace(battle.turn, phase=self.phase, todo=self.todo)
        began = replace(with_units(battle, wiped), turn=turn)
        # The combats are over: who panics by magic runs at once, not with those who broke in them.
        return replace(began, combats=(), runners=()) if self.phase in AFTER_COMBAT else began


class StepEnded(Event, frozen=True, tag=True):
    """The task at the front of the queue is done; `then` comes in its place. [turn.procedure]"""

    then: tuple[Task, ...] = ()
    cite: str = "turn.procedure"

    def changed(self, battle: Battle) -> Battle:
        turn = battle.turn
        return replace(battle, turn=replace(turn, todo=(*self.then, *turn.todo[1:])))


class TurnEnded(Event, frozen=True, tag=True):
    """A player's turn is over. A unit that fell back may charge again from its next one on, and who
    has pursued into a fresh enemy fights him from now on. Power cards left over are lost.
    Characters who retired from a challenge are themselves again.
    [pursue.into-fresh-enemy, magic.winds, challenge.refuse]
    """

    may_charge_again: tuple[UnitId, ...] = ()
    cite: str = "turn.sequence"

    def changed(self, battle: Battle) -> Battle:
        for unit in self.may_charge_again:
            battle = with_unit(battle, replace(battle.units[unit], fell_back=False))
        for calm in [u for u in battle.units if u.cowed and u.fight is None]:
            battle = with_unit(battle, replace(calm, cowed=False))
        for man in [u for u in battle.units if u.retired]:
            battle = with_unit(battle, replace(man, retired=False))
        contacts = tuple([replace(c, is_late=False) if c.is_late else c for c in battle.contacts])
        battle = replace(battle, contacts=contacts, combats=(), runners=(), charges=(), panicked=())
        return battle if battle.hands == NO_CARDS else replace(battle, hands=NO_CARDS)


class BattleEnded(Event, frozen=True, tag=True):
    """The battle is over, and how. [victory.end, victory.points]"""

    outcome: Outcome
    cite: str = "victory.end"

    def changed(self, battle: Battle) -> Battle:
        turn = replace(battle.turn, phase=Phase.OVER, todo=())
        return replace(battle, outcome=self.outcome, turn=turn)
