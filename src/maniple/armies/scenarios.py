"""Scenarios: from a file to the field of a battle, or all that is wrong with it.

    load_scenario     from a path, a built-in name or a text
    read_scenario     from data that was read already
    scenario_names    what comes with the program
    with_options      one with options of the rules turned on

The format is told in docs/howto/scenarios.md.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from maniple.armies.agreed import read_panics
from maniple.armies.arrivals import read_arrivals
from maniple.armies.datafiles import read_data
from maniple.armies.fields import Fields, Notes
from maniple.armies.problems import Problem, ProblemsFound, ScenarioError, meant, shown
from maniple.armies.shapes import Outline, outline_of
from maniple.armies.sources import Source, builtin_names, find
from maniple.armies.zones import read_zones
from maniple.battle.field import SWITCHES, USUAL_TURNS, Field, Ruleset, VictoryFigures
from maniple.battle.sheet import Mark
from maniple.battle.sides import Pair, Side
from maniple.battle.terrain import (
    Cover,
    Ground,
    Terrain,
    can_be_outline,
    convex_pieces,
    is_convex_outline,
)

FORMAT = "army.scenario"
LEAST_SIDE, MOST_SIDE = 12.0, 240.0
MOST_PIECES = 100
MOST_TURNS = 30
MOST_BY_LOT = 6
"""Turns, where a die gives the length. [victory.random-length]"""
MOST_AWARD = 10_000
MOST_HOLDERS = 100


class Scenario(Struct, frozen=True):
    """Where and how long two armies fight."""

    name: str
    field: Field
    rosters: Pair[str] | None = None
    """The names of the rosters that it is played with if no others are named."""
    summary: str = ""


class Look(Struct, frozen=True, forbid_unknown_fields=True):
    """What a sort of terrain counts as where the scenario does not say otherwise."""

    name: str
    mark: Mark
    ground: Ground = Ground.CLEAR
    cover: Cover = Cover.NONE
    blocks_sight: bool = False
    height: int = 0


class _Looks(Struct, frozen=True, forbid_unknown_fields=True):
    look: tuple[Look, ...]


@cache
def looks() -> tuple[Look, ...]:
    """The sorts of terrain that are known by a word. [terrain.agree]"""
    return read_data("terrain.toml", _Looks).look


def scenario_names() -> tuple[str, ...]:
    """The names of the scenarios that come with the program."""
    return builtin_names("scenarios")


def load_scenario(source: str | Path) -> Scenario:
    """A scenario from a path, a built-in name, or a text (anything with a newline in it).

    Raises ScenarioError, which carries every problem found.
    """
    try:
        found = find(source, "scenarios", FORMAT)
    except ProblemsFound as error:
        raise ScenarioError(error.problems) from None
    return _read(found)


def read_scenario(data: Mapping[str, object], file: str = "") -> Scenario:
    """A scenario from the data of a file. Raises ScenarioError with every problem."""
    return _read(Source(file, "", data))


def _read(source: Source) -> Scenario:
    notes = Notes(source, FORMAT)
    top = Fields(source.data, (), notes)
    name = top.name("name", "the scenario a name")
    summary = top.text("summary", "")
    width = top.number("width", LEAST_SIDE, MOST_SIDE, "inches from left to right")
    height = top.number("height", LEAST_SIDE, MOST_SIDE, "inches from bottom to top")
    turns = top.whole(
        "turns", 1, MOST_TURNS, "turns for each side", default=USUAL_TURNS, rule="victory.end"
    )
    first = (
        top.word("first_zone", ["red", "blue"], "side", default="") if top.has("first_zone") else ""
    )
    rosters = _rosters(top)
    ruleset = _ruleset(top)
    zones = read_zones(top, width, height)
    terrain = _all_terrain(top, width, height)
    longest = _longest(turns or MOST_TURNS, ruleset)
    panics = read_panics(top, width, height, longest)
    arrivals = read_arrivals(top, width, height, longest)
    top.done()
    if notes.problems or name is None or width is None or height is None or turns is None:
        raise ScenarioError(sorted(notes.problems, key=lambda problem: problem.line))
    field = Field(
        width=width,
        height=height,
        zones=zones,
        terrain=terrain,
        turns=turns,
        ruleset=ruleset,
        scenario=name,
        placed_sides=Side(first) if first else None,
        agreed_panics=panics,
        arrivals=arrivals,
    )
    return Scenario(name, field, rosters, summary)


def _longest(turns: int, ruleset: Ruleset) -> int:
    """The last turn that each side may come to. [victory.end, victory.random-length, victory.longest]"""
    last = MOST_BY_LOT if ruleset.random_length else turns
    return 2 * last if ruleset.army_break_point else last


def with_options(scenario: Scenario, names: Iterable[str]) -> Scenario:
    """The scenario with these options of the rules turned on too. [army.scenario]

    Raises ScenarioError where there is no such option.
    """
    chosen = [name.strip().lower().replace("-", "_") for name in names]
    unknown = [name for name in chosen if name not in SWITCHES]
    if unknown:
        what = f"the rules have no option {shown(unknown[0])}"
        raise ScenarioError([Problem(what, "army.scenario", meant(unknown[0], SWITCHES))])
    ruleset = replace(scenario.field.ruleset, **dict.fromkeys(chosen, True))
    return replace(scenario, field=replace(scenario.field, ruleset=ruleset))


def _rosters(top: Fields) -> Pair[str] | None:
    table = top.table_at("rosters", "red and blue")
    if table is None:
        return None
    red = table.name("red", "a roster")
    blue = table.name("blue", "a roster")
    table.done()
    return Pair(red, blue) if red and blue else None


def _ruleset(top: Fields) -> Ruleset:
    table = top.table_at("ruleset", "options of the rules")
    if table is None:
        return Ruleset()
    flags = {name: table.flag(name, default=False) for name in SWITCHES}
    victory = _victory(table)
    table.done()
    return Ruleset(**flags, victory=victory)


def _victory(ruleset: Fields) -> VictoryFigures:
    """What victory is counted by. [victory.points]"""
    usual = VictoryFigures()
    table = ruleset.table_at("victory", "figures of victory")
    if table is None:
        return usual

    def figure(name: str, most: int, what: str) -> int:
        default: int = getattr(usual, name)
        found = table.whole(name, 0, most, what, default=default, rule="victory.points")
        return default if found is None else found

    figures = VictoryFigures(
        general=figure("general", MOST_AWARD, "points for a general"),
        standard=figure("standard", MOST_AWARD, "points for a standard"),
        quarter=figure("quarter", MOST_AWARD, "points for a quarter of the table"),
        holders=figure("holders", MOST_HOLDERS, "models that hold a quarter"),
        draw=figure("draw", 100, "hundredths of an army's points"),
        decisive=figure("decisive", 100, "hundredths of an army's points"),
    )
    if figures.draw > figures.decisive:
        what = f"draw is {figures.draw}, above decisive, {figures.decisive}"
        table.bad("draw", what, "at most as much as decisive", rule="victory.points")
    table.done()
    return figures


def _all_terrain(top: Fields, width: float | None, height: float | None) -> tuple[Terrain, ...]:
    pieces: list[Terrain] = []
    taken: set[str] = set()
    for row in top.tables("terrain", "terrain", MOST_PIECES):
        name = row.name("name", "the piece a name of its own")
        row.unit = name or ""
        if name and name in taken:
            row.bad("name", f"two pieces are called {shown(name)}", "give each a name of its own")
        taken.add(name or "")
        whole = _piece(row, name or "", width, height)
        if whole:
            pieces += convex_pieces(whole)
    return tuple(pieces)


def _piece(row: Fields, name: str, width: float | None, height: float | None) -> Terrain | None:
    """A piece as it is drawn, convex or not; None after noting what is wrong with it."""
    word = row.word("look", [look.name for look in looks()], "sort of terrain", default="")
    look = next((look for look in looks() if look.name == word), None) or Look("", "C")
    ground = row.member("ground", Ground, "ground", look.ground)
    cover = row.member("cover", Cover, "cover", look.cover)
    blocks = row.flag("blocks_sight", default=look.blocks_sight)
    level = row.whole("height", 0, 3, "levels (a hill is 1)", default=look.height)
    outline = outline_of(row)
    row.done()
    if outline is None or level is None or not _is_sound(row, outline, ground, width, height):
        return None
    return Terrain(name, outline, ground, cover, blocks, level, look.name)


def _is_sound(
    row: Fields, outline: Outline, ground: Ground, width: float | None, height: float | None
) -> bool:
    """Whether an outline can stand on this table as it is; notes why not."""
    before = len(row.notes.problems)
    if width and height:
        outside = [(x, y) for x, y in outline if not (0 <= x <= width and 0 <= y <= height)]
        if outside:
            x, y = outside[0]
            what = f"it reaches off the table, to ({x:g}, {y:g})"
            row.bad("", what, f"keep it within 0 to {width:g} across and 0 to {height:g} up")
    if not can_be_outline(outline):
        what = "its outline crosses or touches itself, or encloses nothing"
        row.bad("", what, "give the corners in order round the piece, each once")
    elif ground is Ground.OBSTACLE and not is_convex_outline(outline):
        what = "an obstacle whose outline is not convex"
        row.bad(
            "", what, "draw it as several straight pieces, each a line", rule="terrain.obstacle"
        )
    return len(row.notes.problems) == before
