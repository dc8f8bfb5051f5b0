"""Situations that questions are asked of: a battle about to go on, and who is concerned.

melee      two units in touch, at the start of a close-combat phase
apart      two units so many inches from each other, at the start of a phase
shooting   the same in our shooting phase
alone      a unit with nobody near, holding or fleeing, at the start of a phase

Each is made of words as `fighters.fighter` reads them, or of such fighters. The battle is played by
the rules that play every battle. A live one gives a `Situation` too.
"""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from maniple.battle.apply import apply
from maniple.battle.bodies import body_depth, frontage
from maniple.battle.events import UnitsMet
from maniple.battle.field import Field, Zone
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle, Contact, Turn
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.terrain import Cover, Ground, Terrain
from maniple.battle.unit import FRESH, NOBODY, Formation, Moved, Unit, UnitId
from maniple.geometry import Edge, Pose, pose
from maniple.odds.asking import QuestionError
from maniple.odds.fighters import Fighter, fighter, muster
from maniple.odds.policies import Habit, challenges, fights_with, policy_of
from maniple.play.odds import Policy
from maniple.rules.duel import in_line
from maniple.rules.fleeing.running import take_to_flight
from maniple.rules.moving.skirmish import middle_of, spread
from maniple.rules.phases import PHASE_TASKS

OURS, THEIRS = UnitId(0), UnitId(1)

FIGHT_TABLE = 72.0
"""Inches: the table of a melee."""
WIDE_TABLE = 144.0
"""Inches: that of units apart, with room for any charge, flight and pursuit."""
ENDLESS = 1_000_000
"""Turns: no battle of a question ends because its time is up."""
MOST_INCHES = 60.0
LOOSE_GAP = 0.5
"""Inches between the bases of skirmishers. [troop.skirmish.shape]"""
HEDGE = 0.3
"""Inches from front to rear of an obstacle that a unit stands behind."""

Said = str | Fighter
"""A unit in words, or read already."""


class Situation(Struct, frozen=True):
    """A battle about to go on, and who is concerned."""

    battle: Battle
    """At the start of a step."""
    ours: UnitId = OURS
    """The unit that the question is about: who fights, shoots, charges, tests."""
    theirs: UnitId = NOBODY
    """Its enemy; NOBODY: none is concerned."""
    answers: tuple[object, ...] = ()
    """What the running step has been answered already, as in `Game.snapshot`."""
    arms: tuple[tuple[UnitId, str], ...] = ()
    """The close-combat weapon that a unit was told to use, by name."""
    challenging: tuple[Side, ...] = ()
    """The sides that were told to make a challenge when they may."""
    habits: tuple[Habit, ...] = ()
    """How the players go about what else they are asked."""

    def playing(self, *habits: Habit) -> "Situation":
        """The same with players of these habits, before those that they have."""
        return replace(self, habits=(*habits, *self.habits))

    @property
    def policy(self) -> Policy:
        """How everything is answered that the players are asked."""
        told = [fights_with(unit, weapon) for unit, weapon in self.arms]
        return policy_of((*self.habits, *told, *[challenges(side) for side in self.challenging]))

    def name(self, unit: UnitId) -> str:
        """What a unit is called."""
        return self.battle.units[unit].sheet.name

    @property
    def our_name(self) -> str:
        return self.name(self.ours)

    @property
    def their_name(self) -> str:
        """QuestionError if no enemy is concerned."""
        if self.theirs == NOBODY:
            raise QuestionError(f"{self.our_name} has no enemy here: name a second unit")
        return self.name(self.theirs)


def melee(ours: Said, theirs: Said) -> Situation:
    """The two in touch, edge against edge, as their words say, at the start of a combat phase.

    PhraseError, RosterError or QuestionError where they can't be.
    """
    us, them = _read(ours), _read(theirs)
    return _situation(face_to_face(us, them), us, them)


def apart(
    ours: Said,
    theirs: Said,
    inches: float,
    *,
    phase: Phase = Phase.CHARGES,
    cover: Cover = Cover.NONE,
    moved: Moved = Moved.STOOD,
) -> Situation:
    """Two units on a wide table, our front looking at them, so many inches between the two.

    It is our turn, at the start of the phase. The facing at which they are "struck" is the one that
    looks at us. `cover`: what shelters them from missiles; `moved`: what we did with our movement.
    """
    us, them = _read(ours), _read(theirs)
    _check_facings(us, them)
    if not 0.0 < inches <= MOST_INCHES:
        raise QuestionError(
            f"{inches:g} inches apart: more than 0, and at most {MOST_INCHES:g} would be right"
        )
    red, blue, *guests = muster((us, them))
    middle = WIDE_TABLE / 2
    red = _loose_if_so(us, _placed(red, middle, middle - inches, theirs=False, edge=us.struck))
    red = replace(red, doings=replace(red.doings, moved=moved))
    blue = _loose_if_so(them, _placed(blue, middle, middle, theirs=True, edge=them.struck))
    terrain = (
        *_ground(us, WIDE_TABLE, (0.0, middle - inches), Cover.SOFT),
        *_ground(them, WIDE_TABLE, (middle, WIDE_TABLE), Cover.SOFT),
        *_hedge(us, (middle - inches, middle - inches + min(HEDGE, inches / 3))),
        *_hedge(them, (middle - min(HEDGE, inches / 3), middle)),
        *_shelter(cover, (middle, WIDE_TABLE)),
    )
    battle = _battle(
        (red, blue, *guests), WIDE_TABLE, terrain, Side.RED, Pair(us.name, them.name), "two units"
    )
    return _situation(_at_phase(battle, phase), us, them)


def shooting(
    ours: Said,
    theirs: Said,
    inches: float,
    *,
    cover: Cover = Cover.NONE,
    moved: Moved = Moved.STOOD,
) -> Situation:
    """Two units apart in our shooting phase, as `apart` has them."""
    return apart(ours, theirs, inches, phase=Phase.SHOOTING, cover=cover, moved=moved)


def alone(
    unit: Said, *, fleeing: bool = False, lost: int = 0, phase: Phase = Phase.RALLY
) -> Situation:
    """A unit in the middle of a wide table with nobody near, at the start of a phase of its turn.

    `lost`: models that it has lost already; `fleeing`: it took to flight in an earlier turn.
    """
    who = _read(unit)
    first, *guests = muster((who,))
    if not 0 <= lost < first.models:
        right = f"0 to {first.models - 1}" if first.models > 1 else "0"
        raise QuestionError(f"{lost} lost of {first.models} {who.name}: {right} would be right")
    middle = WIDE_TABLE / 2
    stands = replace(first, pose=pose(middle, middle, 0.0), models=first.models - lost)
    stands = _loose_if_so(who, replace(stands, files=min(stands.files, stands.models)))
    ground = _ground(who, WIDE_TABLE, (0.0, WIDE_TABLE), Cover.SOFT)
    battle = _battle(
        (stands, *guests), WIDE_TABLE, ground, Side.RED, Pair(who.name, "nobody"), "one unit"
    )
    if fleeing:
        battle = _in_flight(battle)
    return _situation(_at_phase(battle, phase), who, None)


def _in_flight(battle: Battle) -> Battle:
    """Our unit fled in an earlier turn. [flee.mob]"""
    table = Table(battle)
    take_to_flight(table, OURS, (), "panic.flee")
    fled, *others = table.battle.units
    return replace(table.battle, units=(replace(fled, doings=FRESH), *others))


def face_to_face(ours: Fighter, theirs: Fighter) -> Battle:
    """The two in touch, edge against edge, as their words say. QuestionError where they can't be."""
    _check_facings(ours, theirs)
    if ours.phrase.charging and theirs.phrase.charging:
        raise QuestionError(
            "both are said to charge; one charges, and the other may be counter-charging"
        )
    red, blue, *guests = muster((ours, theirs))
    middle = FIGHT_TABLE / 2
    units = (
        _met(ours, _placed(red, middle, middle, theirs=False, edge=ours.struck), blue),
        _met(theirs, _placed(blue, middle, middle, theirs=True, edge=theirs.struck), red),
        *guests,
    )
    ground = (
        *_ground(ours, FIGHT_TABLE, (0.0, middle), Cover.NONE),
        *_ground(theirs, FIGHT_TABLE, (middle, FIGHT_TABLE), Cover.NONE),
    )
    side = Side.BLUE if theirs.phrase.charging else Side.RED
    names = Pair(units[0].sheet.name, units[1].sheet.name)
    battle = _battle(units, FIGHT_TABLE, ground, side, names, "a melee")
    turn = Turn(1, side, side, Phase.COMBAT, (Task(Do.NAME_COMBAT),))
    return apply(replace(battle, turn=turn), _meeting(ours, theirs))


def _read(said: Said) -> Fighter:
    return fighter(said) if isinstance(said, str) else said


def _situation(battle: Battle, us: Fighter, them: Fighter | None) -> Situation:
    told = [(OURS, us)] if them is None else [(OURS, us), (THEIRS, them)]
    return Situation(
        battle,
        theirs=NOBODY if them is None else THEIRS,
        arms=tuple([(unit, who.phrase.weapon) for unit, who in told if who.phrase.weapon]),
        challenging=tuple([battle.units[u].side for u, who in told if who.phrase.challenging]),
    )


def _check_facings(ours: Fighter, theirs: Fighter) -> None:
    if Edge.FRONT not in (ours.struck, theirs.struck):
        raise QuestionError(
            "one of the two must fight to its front: say of one only where it is struck"
        )
    for who in (ours, theirs):
        if who.phrase.skirmishing and who.struck is not Edge.FRONT:
            raise QuestionError(f"{who.name} skirmish and have no flank or rear: leave it out")


def _battle(
    units: tuple[Unit, ...],
    size: float,
    terrain: tuple[Terrain, ...],
    side: Side,
    names: Pair[str],
    scenario: str,
) -> Battle:
    zones = (Zone(0.0, 0.0, size, 12.0, "bottom"), Zone(0.0, size - 12.0, size, size, "top"))
    field = Field(size, size, zones, terrain, ENDLESS, armies=names, scenario=scenario)
    return Battle(field, units, Turn(1, side, side), zones=Pair(0, 1), placed_first=Side.RED)


def _at_phase(battle: Battle, phase: Phase) -> Battle:
    turn = replace(battle.turn, phase=phase)
    return replace(battle, turn=replace(turn, todo=PHASE_TASKS[phase](replace(battle, turn=turn))))


def _placed(unit: Unit, x: float, y: float, *, theirs: bool, edge: Edge) -> Unit:
    """The unit with the middle of this edge at (x, y), in inches, and its body above it if it is
    theirs, else below.
    """
    wide, deep = frontage(unit), body_depth(unit)
    places: Mapping[Edge, Pose] = {
        Edge.FRONT: pose(x, y, 180.0),
        Edge.LEFT: pose(x - deep / 2, y + wide / 2, 270.0),
        Edge.REAR: pose(x, y + deep, 0.0),
    }
    at = places[edge]
    if not theirs:  # turned about the middle of the edge
        at = pose(2 * x - at.x, 2 * y - at.y, (at.facing + 180.0) % 360.0)
    return replace(unit, pose=at)


def _met(who: Fighter, unit: Unit, enemy: Unit) -> Unit:
    """Skirmishers meet an enemy with a row as wide as he is, the others behind. [charge.at-skirmishers]"""
    if not who.phrase.skirmishing:
        return unit
    at = unit.pose
    loose = replace(unit, formation=Formation.SKIRMISH)
    return in_line(loose, frontage(enemy), at.x, at.y, at.facing)


def _loose_if_so(who: Fighter, unit: Unit) -> Unit:
    """Skirmishers stand in loose rows, the first where their front was. [troop.skirmish]"""
    if not who.phrase.skirmishing:
        return unit
    sheet = unit.sheet
    w, d = sheet.base_width, sheet.base_depth
    places = spread(unit.pose, unit.files, LOOSE_GAP, unit.models, w, d)
    return replace(unit, formation=Formation.SKIRMISH, places=places, pose=middle_of(places))


def _ground(
    who: Fighter, size: float, rows: tuple[float, float], wood: Cover
) -> tuple[Terrain, ...]:
    """What is under the unit, as its words say, across the table from one height to the other."""
    corners = _strip(size, rows)
    pieces: list[Terrain] = []
    if who.phrase.on_hill:
        pieces.append(Terrain(f"the hill of {who.name}", corners, height=1, look="hill"))
    if who.phrase.in_wood:
        name = f"the wood of {who.name}"
        pieces.append(Terrain(name, corners, Ground.DIFFICULT, wood, look="wood"))
    return tuple(pieces)


def _hedge(who: Fighter, rows: tuple[float, float]) -> tuple[Terrain, ...]:
    if not who.phrase.behind_obstacle:
        return ()
    corners = _strip(WIDE_TABLE, rows)
    name = f"the hedge of {who.name}"
    return (Terrain(name, corners, Ground.OBSTACLE, Cover.SOFT, look="hedge"),)


def _shelter(cover: Cover, rows: tuple[float, float]) -> tuple[Terrain, ...]:
    if cover is Cover.NONE:
        return ()
    return (Terrain("the shelter", _strip(WIDE_TABLE, rows), Ground.CLEAR, cover),)


def _strip(size: float, rows: tuple[float, float]) -> tuple[tuple[float, float], ...]:
    low, high = rows
    return ((0.0, low), (size, low), (size, high), (0.0, high))


def _meeting(ours: Fighter, theirs: Fighter) -> UnitsMet:
    contact = Contact(OURS, THEIRS, red_edge=ours.struck, blue_edge=theirs.struck)
    charger = NOBODY
    defender: Fighter | None = None
    if ours.phrase.charging:
        charger, defender = OURS, theirs
    elif theirs.phrase.charging:
        charger, defender = THEIRS, ours
    behind = [who for who in (ours, theirs) if who.phrase.behind_obstacle]
    return UnitsMet(
        contact,
        charger,
        across_obstacle=bool(behind),
        defended=defender is not None and defender.phrase.behind_obstacle,
        counter_charge=defender is not None and defender.phrase.counter_charging,
    )
