"""Legal worlds by lot: tables, terrain, zones, options of the rules, and armies out of the lists.

    world_of(seed)      a world to fight in; the same seed makes the same world everywhere

Everything is written as a player would write it, and goes in through the same doors: a scenario
is read by `read_scenario`, a roster by `read_roster`. Some worlds are those that come with the
program, with options of the ruleset turned on.
"""

from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from maniple.armies import (
    Roster,
    Scenario,
    ScenarioError,
    field_for_battle,
    load_roster,
    load_scenario,
    read_scenario,
    roster_names,
    scenario_names,
    units_for_battle,
)
from maniple.armies.scenarios import looks
from maniple.battle.field import SWITCHES, Ruleset, VictoryFigures
from maniple.battle.sides import Pair
from maniple.dice.seeded import Seeded
from tools.armies_by_lot import army_by_lot

LARGE = 1500
"""Points from which on an army needs a field of 6 by 4 feet."""
SMALL_FIELDS = ("small-field",)
LARGE_FIELDS = ("open-field", "pitched-battle")

LARGE_EVERY = 50
"""One world in so many is a field of 6 by 4 feet with 2,000 points a side."""
SCENARIO_EVERY = 6
"""One world in so many is a scenario that comes with the program, with its own rosters."""
OPTION_EVERY = 6
"""Each option of the ruleset is on in one world of so many, and the figures of victory are others."""
PLAIN_EVERY = 4
"""Where an army has a wizard there is magic, but in one world of so many."""
LATE_EVERY = 5
"""Some units come late, and some event shakes units, in one world by lot of so many."""

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
    def has_spells(self) -> bool:
        """Whether there is a wizard, and magic for him."""
        return self.scenario.field.ruleset.magic and _has_wizard(self.rosters)

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


LESSONS = "first-"
"""How the scenario and the rosters of the guided battle begin: worlds drawn by lot stay what they were."""


@cache
def _rosters(*, large: bool) -> tuple[Roster, ...]:
    """The rosters that come with the program and are of that size."""
    names = [name for name in roster_names() if not name.startswith(LESSONS)]
    every = [load_roster(name) for name in names]
    return tuple([roster for roster in every if (roster.points >= LARGE) is large])


@cache
def _told_scenarios() -> tuple[str, ...]:
    """The scenarios with small armies of their own."""
    small = {roster.name for roster in _rosters(large=False)}
    found: list[str] = []
    for name in [one for one in scenario_names() if not one.startswith(LESSONS)]:
        rosters = load_scenario(name).rosters
        if rosters and load_roster(rosters.red).name in small:
            found.append(name)
    return tuple(found)


def _world(seed: int, lot: Seeded) -> World:
    if lot.below(LARGE_EVERY) == 0:
        scenario = load_scenario(lot.choice(LARGE_FIELDS))
        rosters = _two(lot, _rosters(large=True))
    elif lot.below(SCENARIO_EVERY) == 0:
        scenario = load_scenario(lot.choice(_told_scenarios()))
        assert scenario.rosters is not None
        rosters = Pair(load_roster(scenario.rosters.red), load_roster(scenario.rosters.blue))
    elif lot.below(5) == 0:
        scenario = load_scenario(lot.choice(SMALL_FIELDS))
        rosters = _two(lot, _rosters(large=False))
    else:
        points = 300 + 50 * lot.below(13)
        rosters = Pair(army_by_lot(lot, points, "Red"), army_by_lot(lot, points, "Blue"))
        scenario = _scenario(lot, points, rosters)
    switches = {name: lot.below(OPTION_EVERY) == 0 for name in SWITCHES}
    switches["magic"] |= _has_wizard(rosters) and seed % PLAIN_EVERY != 0
    switches["army_break_point"] |= scenario.field.ruleset.army_break_point
    victory = VictoryFigures()
    if seed % OPTION_EVERY == 0:
        victory = VictoryFigures(lot.below(300), lot.below(200), lot.below(200), 1 + lot.below(9))
    ruleset = Ruleset(**switches, victory=victory)
    field = replace(scenario.field, ruleset=ruleset)
    assert units_for_battle(rosters, field_for_battle(rosters, field))
    return World(seed, replace(scenario, field=field), rosters)


def _has_wizard(rosters: Pair[Roster]) -> bool:
    return any(u.traits.wizard for u in (*rosters.red.units, *rosters.blue.units))


def _two(lot: Seeded, rosters: tuple[Roster, ...]) -> Pair[Roster]:
    return Pair(lot.choice(rosters), lot.choice(rosters))


# ------------------------------------------------------------------------------------- fields


def _scenario(lot: Seeded, points: int, rosters: Pair[Roster]) -> Scenario:
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
    if lot.below(LATE_EVERY) == 0:
        data["arrival"] = _late(lot, rosters)
    if lot.below(LATE_EVERY) == 0:
        side = lot.choice(("red", "blue"))
        data["panic"] = [{"name": "A shout", "side": side, "turn": 1 + lot.below(3)}]
    if lot.below(4) == 0:
        data["first_zone"] = lot.choice(("red", "blue"))
    return read_scenario(data)


def _late(lot: Seeded, rosters: Pair[Roster]) -> list[dict[str, object]]:
    """A few units that come later, over any edge; some of each side begin on the table."""
    late: list[dict[str, object]] = []
    for side, army in (("red", rosters.red), ("blue", rosters.blue)):
        troops = [unit.name for unit in army.units if not unit.is_character]
        names = lot.shuffled(troops)[: lot.below(min(3, len(troops)))]
        for name in names:
            edge = lot.choice(("bottom", "top", "left", "right"))
            at, files = lot.below(25), 1 + lot.below(8)
            turn = 1 + lot.below(3)
            row = {"side": side, "unit": name, "turn": turn, "edge": edge, "at": at}
            late.append({**row, "files": files})
    return late


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
