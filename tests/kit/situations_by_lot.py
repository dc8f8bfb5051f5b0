"""A hundred situations drawn by lot, each fixed by its number for good: moments of battles in play over
all armies, and units of all lists that meet face to face.

situation    the situation of a number, with what is seen of it at its end
SITUATIONS   how many there are

The number alone draws the world, the moment and the answers. It draws anew only where nothing is left
to chance, or where the plain way can't work it out; whether play agrees is not looked at.
"""

from collections.abc import Callable, Hashable

from msgspec import Struct
from msgspec.structs import replace

from kit.plain_odds import TooMuch, plain_chances
from kit.situations import by_lot, moments_of, next_do, standing, until_task
from maniple.battle.bodies import guest_places
from maniple.battle.sheet import Sheet
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase
from maniple.battle.unit import Formation, Status, Unit, UnitId
from maniple.dice.seeded import Seeded
from maniple.geometry import Edge
from maniple.play.odds import Policy, View
from maniple.rules.duel import duel
from tools.armies_by_lot import army_by_lot

SITUATIONS = 100
WORLDS = 1_000_000
RUNS = 1500
"""Runs of steps that the plain way may make."""
POINTS = 700
"""Of the armies out of which units meet face to face."""
ENDLESS = 1000
"""Turns: nobody's time is up."""


class Situation(Struct, frozen=True):
    """A battle about to go on, who answers, and when and how its end is looked at."""

    number: int
    told: str
    battle: Battle
    policy: Policy
    view: View[Hashable]


class Kind(Struct, frozen=True):
    """Moments of battles in play: which task is next, and until when it goes on."""

    told: str
    starts: tuple[Do, ...]
    ends: tuple[Do | None, ...] = ()
    """The tasks at which it ends; the end of the phase is an end as well."""
    see: Callable[[Battle], Hashable] = standing


def placed(battle: Battle) -> Hashable:
    """Who is left of each unit, whether it runs, and where it stands."""
    where = tuple([(unit.pose.x, unit.pose.y, unit.pose.facing) for unit in battle.units])
    return standing(battle), where


def fought(battle: Battle) -> Hashable:
    """Who is left of each unit, and what has come of each combat."""
    came = [(c.wounds, c.winner, c.margin, c.broken, c.falling_back) for c in battle.combats]
    return standing(battle), tuple(came)


DREAD = (Do.PANIC_TEST, Do.PANIC_FLIGHT, Do.TERROR_TEST)
KINDS = (
    Kind("charges", (Do.ANSWER_CHARGE, Do.CHARGE_TESTS, Do.FEAR_TEST, Do.RESPOND), see=placed),
    Kind("volleys", (Do.SHOOT,)),
    Kind("rounds in play", (Do.OPEN_ROUND,), (Do.CLOSE_COMBAT,), fought),
    Kind("breaks", (Do.BREAK_TEST,), (Do.CLOSE_COMBAT,), fought),
    Kind("flights", (Do.HOLD_OR_PURSUE, Do.FLIGHT_DISTANCES), see=placed),
    Kind("panic", DREAD, tuple([do for do in Do if do not in DREAD]), placed),
    Kind("rallies", (Do.RALLY,)),
    Kind(
        "charms, beasts and madness",
        (
            *(
                Do.COMPELLED_CHARGE,
                Do.STUPIDITY_TEST,
                Do.WINDS_OF_MAGIC,
                Do.CAST_SPELLS,
                Do.FLEE_ON,
            ),
            *(Do.STAMPEDE, Do.RUSH, Do.TRAMPLE, Do.STAMPEDE_TEST, Do.DISENGAGE, Do.BLUNDER_ON),
            *(Do.REMOVE_CAUGHT, Do.CHALLENGE, Do.ANSWER_CHALLENGE),
        ),
        see=placed,
    ),
)
FACE_TO_FACE = ("a round face to face", "a fight face to face")


def situation(number: int) -> Situation:
    """The situation of this number, 0 to 99: each kind comes up in turn."""
    lot = Seeded(number)
    kind = number % (len(KINDS) + len(FACE_TO_FACE))
    if kind >= len(KINDS):
        return _face_to_face(number, lot, rounds=1 if kind == len(KINDS) else 2)
    while True:
        found = _in_play(number, KINDS[kind], lot)
        if found is not None:
            return found


def _in_play(number: int, kind: Kind, lot: Seeded) -> Situation | None:
    """A moment of this kind in a battle of some world; None: there is none in that battle."""
    world = lot.below(WORLDS)
    moments = [battle for battle in moments_of(world) if next_do(battle) in kind.starts]
    if not moments:
        return None
    battle = lot.choice(moments)
    policy = by_lot(lot.below(1000))
    others = tuple([do for do in (*Do, None) if do is not next_do(battle)])
    for ends in (kind.ends, others):
        view = until_task([battle], ends, kind.see)
        try:
            outcomes = plain_chances(battle, view, policy, runs=RUNS)
        except TooMuch:
            continue
        if len(outcomes) < 2:
            return None
        told = (
            f"{kind.told}: world {world}, turn {battle.turn.number}, {battle.turn.todo[0].do.value}"
        )
        return Situation(number, told, battle, policy, view)
    return None


# -------------------------------------------------------------------------------- face to face


def _face_to_face(number: int, lot: Seeded, *, rounds: int) -> Situation:
    """Two units by lot, each of some army, in touch; they fight so many rounds."""
    red, blue = _unit(lot, Side.RED), _unit(lot, Side.BLUE)
    edge = lot.choice((Edge.FRONT, Edge.FRONT, Edge.LEFT, Edge.RIGHT, Edge.REAR))
    charger = lot.choice((Side.RED, Side.RED, Side.BLUE, None))
    guests = _guests(lot, red)
    battle = duel(red, blue, charger=charger, blue_edge=edge, red_guests=guests)
    battle = replace(battle, field=replace(battle.field, turns=ENDLESS))
    attacker = "nobody" if charger is None else charger.value
    told = (
        f"{red.models} {red.sheet.name} against {blue.models} {blue.sheet.name}, "
        f"struck {edge.value}, {attacker} charging, {rounds} rounds"
    )
    return Situation(number, told, battle, by_lot(lot.below(1000)), rounds_over(battle, rounds))


def _unit(lot: Seeded, side: Side) -> Unit:
    """Troops out of an army by lot, so many files wide."""
    while True:
        roster = army_by_lot(lot, POINTS, side.value)
        troops = [sheet for sheet in roster.units if _fights_in_ranks(sheet)]
        if troops:
            sheet = lot.choice(troops)
            files = min(sheet.models, 3 + lot.below(5))
            return Unit(UnitId(0), side, sheet, sheet.models, files=files)


def _fights_in_ranks(sheet: Sheet) -> bool:
    return not (sheet.is_character or sheet.traits.always_skirmish or sheet.engine)


def _guests(lot: Seeded, host: Unit) -> tuple[Unit, ...]:
    """Now and then a character of the same sort of army stands in its front rank."""
    if lot.below(3) or host.body_width:
        return ()
    roster = army_by_lot(lot, POINTS, "guests")
    leads = [sheet for sheet in roster.units if sheet.is_character]
    sheet = lot.choice(leads)
    if guest_places(sheet.base_width, host.sheet.base_width) + 1 > host.files:
        return ()
    guest = Unit(UnitId(0), host.side, sheet, 1, formation=Formation.SINGLE, status=Status.JOINED)
    return (guest,)


def rounds_over(begin: Battle, rounds: int) -> View[Hashable]:
    """Looks when so many combat phases are over, or the fight is, flights and pursuits and all."""
    first = _half_turns(begin)

    def view(battle: Battle) -> Hashable | None:
        if not battle.is_over:
            if battle.turn.phase is not Phase.END:
                return None
            if battle.contacts and _half_turns(battle) - first + 1 < rounds:
                return None
        return standing(battle)

    return view


def _half_turns(battle: Battle) -> int:
    """Players' turns since the first."""
    return 2 * battle.turn.number + int(battle.turn.side is not battle.turn.first)
