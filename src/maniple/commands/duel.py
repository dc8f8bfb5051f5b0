"""Two units put in touch on a table of their own, and fought by the rules that fight battles.

Fighter       a unit and how it stands: from a phrase, or from a roster
face_to_face  the two in touch, at the start of a close-combat phase
fight_rounds  so many rounds, one step of the rules after the other
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from maniple.armies import Phrase, load_roster, parse_phrase
from maniple.armies.problems import meant
from maniple.battle.asks import (
    Arms,
    Ask,
    AskAnswer,
    ChooseArms,
    Done,
    FormRallied,
    IssueChallenge,
    Named,
    No,
    Stand,
    Yes,
)
from maniple.battle.bodies import body_depth, frontage, guest_places
from maniple.battle.chance_requests import CHANCE
from maniple.battle.events import Event, UnitsMet
from maniple.battle.field import Field, Zone
from maniple.battle.judged import Judged
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle, Contact, Turn
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.terrain import Ground, Terrain
from maniple.battle.unit import NOBODY, Formation, Status, Unit, UnitId
from maniple.bots.steady.drawn_up import files_for
from maniple.commands.given_dice import thrown
from maniple.commands.refusals import Refusal
from maniple.dice.stages import Draw
from maniple.geometry import Edge, Pose, pose
from maniple.play.run import Run
from maniple.play.told import Fell, Happened, Told
from maniple.report.account.words import counted
from maniple.rules.legality import judge, options, sample

RED, BLUE = UnitId(0), UnitId(1)
WIDTH, HEIGHT = 72.0, 72.0
MIDDLE = 36.0
MOST_ROUNDS = 20
FACINGS = {"front": Edge.FRONT, "flank": Edge.LEFT, "rear": Edge.REAR}


class Fighter(Struct, frozen=True):
    """A unit, and how it stands in the fight."""

    phrase: Phrase
    name: str

    @property
    def struck(self) -> Edge:
        return FACINGS[self.phrase.struck]


def fighter(text: str) -> Fighter:
    """A unit from a phrase ("18 legionaries, 6 wide"), or from a roster ("rome-2000:First cohort").

    After a roster's unit may stand what a phrase says of formation and fight: "..., charging".
    PhraseError, RosterError or Refusal say what is wrong.
    """
    source, colon, rest = text.partition(":")
    if not colon:
        phrase = parse_phrase(text)
        name = phrase.sheet.name
        return Fighter(phrase, name[:1].upper() + name[1:])
    where = source.strip()
    roster = load_roster(Path(where) if Path(where).exists() else where)
    wanted, _, said = rest.partition(",")
    wanted = wanted.strip()
    found = next((u for u in roster.units if u.name.casefold() == wanted.casefold()), None)
    if found is None:
        known = meant(wanted, [unit.name for unit in roster.units])
        raise Refusal(f"{roster.name} has no unit {wanted!r}: {known}")
    stance = f", {said}" if said.strip() else ""
    phrase = parse_phrase(f"{found.models} {found.entry}{stance}")
    return Fighter(replace(phrase, sheet=found, text=text), found.name)


def face_to_face(ours: Fighter, theirs: Fighter) -> Battle:
    """The two in touch, edge against edge, as their phrases say. Refusal where they can't be."""
    if Edge.FRONT not in (ours.struck, theirs.struck):
        raise Refusal("one of the two must fight to its front: say of one only where it is struck")
    if ours.phrase.charging and theirs.phrase.charging:
        raise Refusal("both are said to charge; one charges, and the other may be counter-charging")
    names = Pair(ours.name, theirs.name)
    if names.red == names.blue:
        names = Pair(f"{names.red} (A)", f"{names.blue} (B)")
    units = (
        _unit(RED, Side.RED, ours, names.red, 2),
        _unit(BLUE, Side.BLUE, theirs, names.blue, 2 + len(ours.phrase.guests)),
    )
    units = (
        _placed(units[0], theirs=False, edge=ours.struck),
        _placed(units[1], theirs=True, edge=theirs.struck),
    )
    zones = (Zone(0.0, 0.0, WIDTH, 12.0, "bottom"), Zone(0.0, HEIGHT - 12.0, WIDTH, HEIGHT, "top"))
    field = Field(
        WIDTH,
        HEIGHT,
        zones,
        (*_ground(ours, below=True), *_ground(theirs, below=False)),
        30,
        armies=names,
        scenario="a melee",
    )
    side = Side.BLUE if theirs.phrase.charging else Side.RED
    turn = Turn(1, side, side, Phase.COMBAT, (Task(Do.NAME_COMBAT),))
    everybody = (*units, *_guests(units[0], ours, theirs), *_guests(units[1], theirs, ours))
    battle = Battle(field, everybody, turn, zones=Pair(0, 1), placed_first=Side.RED)
    return _meeting(ours, theirs).changed(battle)


def _unit(unit: UnitId, side: Side, who: Fighter, name: str, first_guest: int) -> Unit:
    """The unit with its guests, whose ids go on from the first. Refusal if there is no room for them."""
    sheet = replace(who.phrase.sheet, name=name)
    formation = Formation.SINGLE if sheet.is_character else Formation.FORMED
    guests = who.phrase.guests
    places = sum(guest_places(guest.base_width, sheet.base_width) for guest in guests)
    room = who.phrase.files - (1 if sheet.leader else 0)
    if guests and (places > room or sheet.body_width):
        has = counted(max(room, 0), "place")
        raise Refusal(
            f"{who.name}: beside its leader its front rank has {has}, and those with it take {places}"
        )
    return Unit(
        unit,
        side,
        sheet,
        sheet.models,
        files=who.phrase.files,
        formation=formation,
        status=Status.TABLE,
        testudo=who.phrase.testudo,
        guests=tuple([UnitId(first_guest + i) for i in range(len(guests))]),
        guest_places=places,
    )


def _guests(host: Unit, who: Fighter, other: Fighter) -> tuple[Unit, ...]:
    """The characters in the unit's ranks, each called by a name of his own. [character.in-unit]"""
    called = Counter(guest.name for guest in (*who.phrase.guests, *other.phrase.guests))
    return tuple(
        [
            Unit(
                unit,
                host.side,
                replace(sheet, name=_name(sheet.name, host, called)),
                1,
                formation=Formation.SINGLE,
                status=Status.JOINED,
                host=host.id,
            )
            for unit, sheet in zip(host.guests, who.phrase.guests, strict=True)
        ]
    )


def _name(name: str, host: Unit, called: Mapping[str, int]) -> str:
    title = name[:1].upper() + name[1:]
    return title if called[name] == 1 else f"{title} of {host.sheet.name}"


def _placed(unit: Unit, *, theirs: bool, edge: Edge) -> Unit:
    """The unit with this edge on the line between the two; `theirs`: above it."""
    wide, deep = frontage(unit), body_depth(unit)
    places: Mapping[Edge, Pose] = {
        Edge.FRONT: pose(MIDDLE, MIDDLE, 180.0),
        Edge.LEFT: pose(MIDDLE - deep / 2, MIDDLE + wide / 2, 270.0),
        Edge.REAR: pose(MIDDLE, MIDDLE + deep, 0.0),
    }
    at = places[edge]
    if not theirs:  # turned about the middle of the line
        at = pose(2 * MIDDLE - at.x, 2 * MIDDLE - at.y, (at.facing + 180.0) % 360.0)
    return replace(unit, pose=at)


def _ground(who: Fighter, *, below: bool) -> tuple[Terrain, ...]:
    """What is under the unit, as its phrase says."""
    low, high = (0.0, MIDDLE) if below else (MIDDLE, HEIGHT)
    corners = ((0.0, low), (WIDTH, low), (WIDTH, high), (0.0, high))
    pieces: list[Terrain] = []
    if who.phrase.on_hill:
        pieces.append(Terrain(f"the hill of {who.name}", corners, height=1, look="hill"))
    if who.phrase.in_wood:
        wood = Terrain(f"the wood of {who.name}", corners, Ground.DIFFICULT, look="wood")
        pieces.append(wood)
    return tuple(pieces)


def _meeting(ours: Fighter, theirs: Fighter) -> UnitsMet:
    contact = Contact(RED, BLUE, red_edge=ours.struck, blue_edge=theirs.struck)
    charger = NOBODY
    defender: Fighter | None = None
    if ours.phrase.charging:
        charger, defender = RED, theirs
    elif theirs.phrase.charging:
        charger, defender = BLUE, ours
    behind = [who for who in (ours, theirs) if who.phrase.behind_obstacle]
    return UnitsMet(
        contact,
        charger,
        across_obstacle=bool(behind),
        defended=defender is not None and defender.phrase.behind_obstacle,
        counter_charge=defender is not None and defender.phrase.counter_charging,
    )


def fight_rounds(
    battle: Battle,
    rounds: int,
    draw: Draw,
    arms: Mapping[UnitId, str],
    told: Callable[[Told], None],
    challenging: Collection[Side] = (),
) -> Battle:
    """Fight so many rounds, or until the two are no longer in touch.

    `arms`: the weapon of each that was told to use one. `challenging`: the sides that make a
    challenge when they may; challenges are met. The beaten stand if they hold, winners
    pursue, and nobody widens his front.
    """
    fought = 0
    while not battle.is_over and fought < rounds:
        run = Run(battle)
        seen = 0
        while True:
            for event, after in zip(run.events[seen:], run.table.after[seen:], strict=True):
                told(Happened(event, after))
            seen = len(run.events)
            request = run.request
            if request is None:
                break
            if isinstance(request, CHANCE):
                rolled = thrown(request, run.battle, draw)
                told(Fell(request, rolled, run.battle))
                run.answer(rolled.answer)
            elif isinstance(request, Ask):
                run.answer(_answer(run.battle, request, arms, challenging))
            else:
                raise TypeError(f"{request} is neither a roll nor an ask")
        battle = run.battle
        if any(_ends_phase(event) for event in run.events):
            fought += 1
            if not battle.contacts:
                break
    return battle


def _lowest(_: int) -> int:
    return 0


def _ends_phase(event: Event) -> bool:
    return getattr(event, "phase", None) is Phase.END


def _answer(
    battle: Battle, ask: Ask, arms: Mapping[UnitId, str], challenging: Collection[Side]
) -> AskAnswer:
    """Done and No where that is possible, else the first option; arms as told. Who forms anew keeps
    the frontage and the facing that it has, if there is room; where else to stand, which is judged
    and not listed, is the first place that a sample comes to.
    """
    if isinstance(ask, ChooseArms) and ask.unit in arms:
        return Arms(arms[ask.unit])
    if isinstance(ask, IssueChallenge) and ask.side in challenging:
        return Named(ask.challengers[0])
    plain: list[AskAnswer] = [Done(), No()]
    if isinstance(ask, FormRallied):
        unit = battle.units[ask.unit]
        plain += [Stand(files, unit.pose.facing) for files in (unit.files, files_for(unit))]
    for answer in plain:
        if isinstance(judge(battle, ask, answer), Judged):
            return answer
    possible = options(battle, ask) or (sample(battle, ask, _lowest),)
    return next((answer for answer in possible if not isinstance(answer, Yes)), possible[0])
