"""Legal worlds by lot: tables, terrain, zones, options of the rules, and armies out of the lists.

    world_of(seed)      a world to fight in; the same seed makes the same world everywhere

Everything is written as a player would write it, and goes in through the same doors: a scenario
is read by `read_scenario`, a roster by `read_roster`. Some worlds are those that come with the
program, with options of the ruleset turned on.
"""

from msgspec import Struct
from msgspec.structs import replace

from maniple.armies import (
    Roster,
    RosterError,
    Scenario,
    ScenarioError,
    load_roster,
    load_scenario,
    read_roster,
    read_scenario,
    units_for_battle,
)
from maniple.armies.choice import Choice
from maniple.armies.entries import Entry, Option
from maniple.armies.lists import army_list, composition, list_names
from maniple.armies.resolve import points_of
from maniple.armies.scenarios import looks
from maniple.battle.field import SWITCHES, Ruleset, VictoryFigures
from maniple.battle.sheet import Kind
from maniple.battle.sides import Pair
from maniple.dice.seeded import Seeded

SMALL_ROSTERS = ("rome-500", "barbarians-500")
LARGE_ROSTERS = ("rome-2000", "barbarians-2000")
SMALL_FIELDS = ("small-field",)
LARGE_FIELDS = ("open-field", "pitched-battle")

LARGE_EVERY = 50
"""One world in so many is a field of 6 by 4 feet with 2,000 points a side."""
OPTION_EVERY = 6
"""Each option of the ruleset is on in one world of so many, and the figures of victory are others."""

LINES = ("hedge", "fence", "wall", "ditch")
"""Terrain that is drawn as a line."""
CLOSED = ("building", "water", *LINES)
"""Terrain on which nobody can be placed: kept out of the zones, so that an army finds room."""


class World(Struct, frozen=True):
    """A scenario, and the two armies that fight in it."""

    seed: int
    scenario: Scenario
    rosters: Pair[Roster]

    @property
    def told(self) -> str:
        """In a line, what kind of world this is."""
        field = self.scenario.field
        options = [name for name in SWITCHES if getattr(field.ruleset, name)]
        armies = f"{self.rosters.red.name} against {self.rosters.blue.name}"
        extra = f", {', '.join(options)}" if options else ""
        return f"{self.scenario.name} {field.width:g} x {field.height:g}: {armies}{extra}"


def world_of(seed: int) -> World:
    """The world of this seed."""
    lot = Seeded(seed)
    while True:
        try:
            return _world(seed, lot)
        except ScenarioError:
            # An army too large for its zone: another one is drawn.
            continue


def _world(seed: int, lot: Seeded) -> World:
    if lot.below(LARGE_EVERY) == 0:
        scenario = load_scenario(lot.choice(LARGE_FIELDS))
        rosters = _builtin(lot, LARGE_ROSTERS)
    elif lot.below(5) == 0:
        scenario = load_scenario(lot.choice(SMALL_FIELDS))
        rosters = _builtin(lot, SMALL_ROSTERS)
    else:
        points = 300 + 50 * lot.below(13)
        scenario = _scenario(lot, points)
        rosters = Pair(_roster(lot, points, "Red"), _roster(lot, points, "Blue"))
    switches = {name: lot.below(OPTION_EVERY) == 0 for name in SWITCHES}
    victory = VictoryFigures()
    if seed % OPTION_EVERY == 0:
        victory = VictoryFigures(lot.below(300), lot.below(200), lot.below(200), 1 + lot.below(9))
    ruleset = Ruleset(**switches, victory=victory)
    field = replace(scenario.field, ruleset=ruleset)
    assert units_for_battle(rosters, field)
    return World(seed, replace(scenario, field=field), rosters)


def _builtin(lot: Seeded, names: tuple[str, ...]) -> Pair[Roster]:
    return Pair(load_roster(lot.choice(names)), load_roster(lot.choice(names)))


# ------------------------------------------------------------------------------------- armies


def _roster(lot: Seeded, points: int, name: str) -> Roster:
    """An army of about so many points, by lot; another until the list allows it."""
    while True:
        key = lot.choice(list_names())
        entries = army_list(key).entry
        units = _units(lot, entries, points)
        data = {"name": f"{name} {key}", "list": key, "points": points, "units": units}
        try:
            return read_roster(data)
        except RosterError:
            # Too many characters or skirmishers, or no general: another one is drawn.
            continue


def _units(lot: Seeded, entries: tuple[Entry, ...], points: int) -> list[dict[str, object]]:
    units: list[dict[str, object]] = []
    left = points
    leads = [entry for entry in entries if _can_command(entry)]
    wanted = [lot.choice(leads)]
    wanted += [lot.choice(entries) for _ in range(24)]
    for entry in wanted:
        row, cost = _unit(lot, entry, left, general=not units)
        if cost <= left:
            units.append({**row, "name": f"{entry.name} {len(units) + 1}"})
            left -= cost
    return units


def _can_command(entry: Entry) -> bool:
    return entry.is_general or any(option.is_general for option in entry.option)


def _unit(lot: Seeded, entry: Entry, left: int, *, general: bool) -> tuple[dict[str, object], int]:
    """A unit as a roster names it, and its cost."""
    options: list[Option] = []
    for option in entry.option:
        taken = general if option.is_general else lot.below(3) == 0
        if taken and not any(option.name in other.excludes for other in options):
            options.append(option)
    leader, standard, musician = [
        not entry.is_character and not entry.no_command and lot.below(5) < 3 for _ in range(3)
    ]
    low, high = _sizes(entry)
    models = low + lot.below(max(1, min(high, 2 * low) - low + 1))
    choice = Choice(entry, models, tuple(options), leader, standard, musician)
    while choice.models > low and points_of(choice) > left:
        choice = replace(choice, models=choice.models - 1)
    row: dict[str, object] = {"entry": entry.name, "options": [option.name for option in options]}
    words = (("leader", leader), ("standard", standard), ("musician", musician))
    command = [word for word, has in words if has]
    if command:
        row["command"] = command
    if not entry.is_character:
        row["models"] = choice.models
    return row, points_of(choice)


def _sizes(entry: Entry) -> tuple[int, int]:
    if entry.sizes:
        return entry.sizes
    if entry.is_character or entry.kind not in (Kind.FOOT, Kind.CAVALRY, Kind.CAMELRY):
        return 1, 1
    limits = composition().limits
    return limits.least_models, limits.most_models


# ------------------------------------------------------------------------------------- fields


def _scenario(lot: Seeded, points: int) -> Scenario:
    """A table for armies of so many points, with terrain and zones by lot."""
    width = 28 + lot.below(21)
    height = 26 + lot.below(19)
    if points > 600:
        width += 12
    edges = lot.choice((("bottom", "top"), ("bottom", "top"), ("left", "right")))
    across = height if edges[0] == "bottom" else width
    depth = min(9 + lot.below(4), across // 2 - 3)
    data: dict[str, object] = {
        "name": "A field by lot",
        "width": width,
        "height": height,
        "turns": 4 + lot.below(3),
        "zones": [{"edge": edge, "depth": depth} for edge in lot.shuffled(edges)],
    }
    pieces = [_piece(lot, i, width, height, edges[0], depth) for i in range(lot.below(7))]
    data["terrain"] = [piece for piece in pieces if piece is not None]
    if lot.below(4) == 0:
        data["first_zone"] = lot.choice(("red", "blue"))
    return read_scenario(data)


def _piece(
    lot: Seeded, number: int, width: int, height: int, edge: str, depth: int
) -> dict[str, object] | None:
    """A piece of terrain by lot; None where its place is not fit for it."""
    look = lot.choice([look.name for look in looks()])
    length = 3 + lot.below(8)
    breadth = 2 + lot.below(5)
    radius = 0.5 * (length * length + breadth * breadth) ** 0.5 + 0.5
    x = round(lot.between(radius, width - radius), 1)
    y = round(lot.between(radius, height - radius), 1)
    along, across = (y, height) if edge == "bottom" else (x, width)
    if look in CLOSED and not depth + radius < along < across - depth - radius:
        return None
    piece: dict[str, object] = {"name": f"{look} {number + 1}", "look": look}
    turned = lot.below(180)
    if look in LINES:
        half = length / 2
        ends = lot.choice((([-half, 0.0], [half, 0.0]), ([-half, -1.0], [half, 1.0])))
        (x0, y0), (x1, y1) = ends
        piece["line"] = {"from": [x + x0, y + y0], "to": [x + x1, y + y1], "thick": 0.5}
        return piece
    form = lot.choice(("ellipse", "rectangle", "outline"))
    if form == "outline":
        piece["outline"] = _corners(lot, x, y, length / 2, breadth / 2)
    else:
        piece[form] = {"x": x, "y": y, "width": length, "depth": breadth, "turned": turned}
    return piece


def _corners(lot: Seeded, x: float, y: float, a: float, b: float) -> list[list[float]]:
    """An outline that may be hollow: corners round a middle, one in each direction."""
    shape = (
        (1.0, 0.0),
        (0.7, 0.7),
        (0.0, 1.0),
        (-0.7, 0.7),
        (-1.0, 0.0),
        (-0.6, -0.7),
        (0.1, -1.0),
    )
    far = [0.5 + lot.below(6) / 10 for _ in shape]
    return [
        [round(x + u * a * f, 2), round(y + v * b * f, 2)]
        for (u, v), f in zip(shape, far, strict=True)
    ]
