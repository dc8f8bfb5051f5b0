"""Events of movement: manoeuvres, characters, flight, rallying, leaving the table."""

from msgspec.structs import replace

from maniple.battle.events.base import (
    Event,
    out_of_battle,
    with_unit,
    without_contacts,
    without_duel,
)
from maniple.battle.events.magic import without_spells_of
from maniple.battle.state import Battle
from maniple.battle.unit import NOBODY, Formation, Moved, Status, UnitId
from maniple.geometry import Edge, Pose


class UnitMoved(Event, frozen=True, tag=True):
    """A unit ends a move here. `path`: the poses through which it went, the first where it stood."""

    unit: UnitId
    pose: Pose
    files: int
    how: Moved
    cite: str
    formation: Formation = Formation.FORMED
    places: tuple[Pose, ...] = ()
    path: tuple[Pose, ...] = ()
    spent: float = 0.0
    """Inches of its move, terrain counted."""

    def changed(self, battle: Battle) -> Battle:
        unit = battle.units[self.unit]
        keeps = self.formation is Formation.FORMED and self.how is not Moved.CHARGED
        moved = replace(
            unit,
            pose=self.pose,
            files=self.files,
            formation=self.formation,
            places=self.places,
            doings=replace(unit.doings, moved=self.how),
            testudo=unit.testudo and keeps,
        )
        return with_unit(battle, moved)


class TestudoStated(Event, frozen=True, tag=True):
    """A player has stated that a unit is in testudo until his next turn, or leaves it.

    [troop.testudo]
    """

    __test__ = False  # not a test class, whatever pytest makes of the name

    unit: UnitId
    formed: bool
    cite: str = "troop.testudo"

    def changed(self, battle: Battle) -> Battle:
        return with_unit(battle, replace(battle.units[self.unit], testudo=self.formed))


class UnitAligned(Event, frozen=True, tag=True):
    """A body is set flush with its enemy, or closes a gap, free of cost. [charge.align-how]"""

    unit: UnitId
    pose: Pose
    cite: str = "charge.align-how"
    places: tuple[Pose, ...] = ()

    def changed(self, battle: Battle) -> Battle:
        unit = replace(battle.units[self.unit], pose=self.pose, places=self.places)
        return with_unit(battle, unit)


class UnitHalted(Event, frozen=True, tag=True):
    """A unit may not move this turn, and why. [fear.charging]"""

    unit: UnitId
    how: Moved
    cite: str

    def changed(self, battle: Battle) -> Battle:
        unit = battle.units[self.unit]
        return with_unit(battle, replace(unit, doings=replace(unit.doings, moved=self.how)))


class MarchFailed(Event, frozen=True, tag=True):
    """Drilled troops near the enemy failed the test to march: no march this turn. [troop.drilled]"""

    unit: UnitId
    cite: str = "troop.drilled"

    def changed(self, battle: Battle) -> Battle:
        unit = battle.units[self.unit]
        doings = replace(unit.doings, march_failed=True)
        return with_unit(battle, replace(unit, doings=doings))


class CharacterJoined(Event, frozen=True, tag=True):
    """A character is with a unit from now on. [character.join]"""

    unit: UnitId
    host: UnitId
    places: int
    """Places of the ranks that the host's guests take now, this one included."""
    host_move_left: float = -1.0
    """Inches that the host may still move this turn; -1: as before."""
    edge: Edge = Edge.FRONT
    """The edge of an engaged host where he stands to fight."""
    cite: str = "character.join"

    def changed(self, battle: Battle) -> Battle:
        man, host = battle.units[self.unit], battle.units[self.host]
        doings = replace(man.doings, joined=True, moved=Moved.MOVED)
        joined = replace(
            man,
            status=Status.JOINED,
            host=self.host,
            doings=doings,
            formation=Formation.SINGLE,
            fought_away=self.edge,
            stepped=host.is_engaged,
        )
        host = replace(
            host,
            guests=tuple(sorted((*host.guests, self.unit))),
            guest_places=self.places,
            doings=replace(host.doings, move_left=self.host_move_left)
            if self.host_move_left >= 0
            else host.doings,
        )
        return with_unit(with_unit(battle, joined), host)


class CharacterLeft(Event, frozen=True, tag=True):
    """A character stands on his own again, beside the unit that he was with. [character.leave]"""

    unit: UnitId
    pose: Pose
    places: int
    """Places of the ranks that the host's remaining guests take."""
    fights_on: bool = False
    """His unit has fallen about him: he goes on with its fight, at the round where it stood."""
    cite: str = "character.leave"

    def changed(self, battle: Battle) -> Battle:
        if not self.fights_on:
            battle = without_duel(battle, self.unit)
        man = battle.units[self.unit]
        host = battle.units[man.host]
        left = replace(
            man,
            status=Status.TABLE,
            host=NOBODY,
            pose=self.pose,
            formation=Formation.SINGLE,
            doings=replace(man.doings, moved=Moved.MOVED),
            fight=host.fight if self.fights_on else None,
            retired=False,
        )
        guests = tuple(g for g in host.guests if g != self.unit)
        host = replace(host, guests=guests, guest_places=self.places)
        return with_unit(with_unit(battle, left), host)


class SteppedToFight(Event, frozen=True, tag=True):
    """A leader or character of an engaged unit now stands at this edge of it.

    [command.leader-moves, character.moves-to-fight]
    """

    unit: UnitId
    edge: Edge
    cite: str

    def changed(self, battle: Battle) -> Battle:
        unit = battle.units[self.unit]
        if unit.sheet.is_character:
            return with_unit(battle, replace(unit, fought_away=self.edge, stepped=True))
        return with_unit(battle, replace(unit, leader_at=self.edge, stepped=True))


class UnitFled(Event, frozen=True, tag=True):
    """A unit takes to flight: from now on it is a mob, out of any fight. [flee.mob, panic.flee]

    It has not moved yet: `UnitRan` says where it ends.
    """

    unit: UnitId
    cite: str
    pose: Pose
    """Of the mob, about the place where the unit stood, facing its flight."""
    files: int
    at_start_of_turn: bool = False
    """By a Panic test at the start of its turn: it may not rally in it. [rally.panicked]"""

    def changed(self, battle: Battle) -> Battle:
        battle = without_contacts(battle, self.unit)
        unit = battle.units[self.unit]
        doings = replace(unit.doings, panicked_at_start=self.at_start_of_turn, moved=Moved.FLED)
        single = unit.sheet.is_character
        fled = replace(
            unit,
            fleeing=True,
            fled_loose=unit.fled_loose or unit.is_skirmishing,
            formation=Formation.SINGLE if single else Formation.MOB,
            pose=self.pose,
            files=self.files,
            places=(),
            lap_left=0,
            lap_right=0,
            leader_at=Edge.FRONT,
            stepped=False,
            cowed=False,
            half_idle=False,
            doings=doings,
            testudo=False,
        )
        panicked = tuple(p for p in battle.panicked if p.unit != self.unit)
        return replace(with_unit(battle, fled), panicked=panicked)


class UnitRan(Event, frozen=True, tag=True):
    """A fleeing, falling back, pursuing or overrunning unit ends its run here. Inches."""

    unit: UnitId
    pose: Pose
    distance: float
    """Covered, terrain taken off."""
    cite: str
    path: tuple[Pose, ...] = ()
    places: tuple[Pose, ...] = ()
    """Where its models end, if it skirmishes."""

    def changed(self, battle: Battle) -> Battle:
        unit = battle.units[self.unit]
        moved = Moved.FLED if unit.fleeing else unit.doings.moved
        doings = replace(unit.doings, moved=moved, ran=True)
        ran = replace(unit, pose=self.pose, places=self.places, doings=doings, testudo=False)
        return with_unit(battle, ran)


class UnitRallied(Event, frozen=True, tag=True):
    """A unit that fled, or fell back, stands in formation again. [rally.test]"""

    unit: UnitId
    pose: Pose
    files: int
    how: Moved = Moved.RALLIED
    formation: Formation = Formation.FORMED
    places: tuple[Pose, ...] = ()
    fell_back: bool = False
    cite: str = "rally.test"

    def changed(self, battle: Battle) -> Battle:
        unit = battle.units[self.unit]
        rallied = replace(
            unit,
            fleeing=False,
            fled_loose=False,
            pose=self.pose,
            files=self.files,
            formation=self.formation,
            places=self.places,
            fell_back=unit.fell_back or self.fell_back,
            doings=replace(unit.doings, moved=self.how),
        )
        return with_unit(battle, rallied)


class UnitFellBack(Event, frozen=True, tag=True):
    """A unit leaves its combat to fall back in good order; it has not moved yet.

    [break.fall-back, break.fall-back.move]
    """

    unit: UnitId
    pose: Pose
    """Turned to face the way that it goes, unless it keeps its facing."""
    cite: str = "break.fall-back"

    def changed(self, battle: Battle) -> Battle:
        battle = without_contacts(battle, self.unit)
        unit = battle.units[self.unit]
        away = replace(
            unit,
            pose=self.pose,
            fell_back=True,
            lap_left=0,
            lap_right=0,
            leader_at=Edge.FRONT,
            stepped=False,
            doings=replace(unit.doings, fell_back=True),
        )
        return with_unit(battle, away)


class UnitLeftTable(Event, frozen=True, tag=True):
    """A unit is off the table: for good, or due back where it left, if it pursued.

    The spells of a wizard who is gone for good end. [flee.off-table, pursue.off-table, magic.lasting]
    """

    unit: UnitId
    at: Pose
    returns: bool
    cite: str

    def changed(self, battle: Battle) -> Battle:
        battle = without_contacts(battle, self.unit)
        unit = battle.units[self.unit]
        if self.returns:
            away = replace(
                unit, status=Status.RETURNING, pose=self.at, leaves_at=self.at, testudo=False
            )
            return with_unit(battle, away)
        battle = without_spells_of(battle, (self.unit, *unit.guests))
        for gone in (self.unit, *unit.guests):
            battle = with_unit(battle, out_of_battle(battle.units[gone], Status.LEFT))
        return battle


class UnitReturned(Event, frozen=True, tag=True):
    """Pursuers come back onto the table, or late troops come onto it. [pursue.off-table, deploy.late]"""

    unit: UnitId
    pose: Pose
    files: int
    places: tuple[Pose, ...] = ()
    cite: str = "pursue.off-table"

    def changed(self, battle: Battle) -> Battle:
        unit = battle.units[self.unit]
        back = replace(
            unit,
            status=Status.TABLE,
            pose=self.pose,
            files=self.files,
            places=self.places,
            leaves_at=None,
            late=0,
            doings=replace(unit.doings, moved=Moved.RETURNED),
        )
        return with_unit(battle, back)
