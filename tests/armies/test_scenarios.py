"""Scenarios: the built-in ones, the ways to draw terrain, and everything that can be wrong."""

import msgspec
import pytest

from maniple.armies import ScenarioError, load_scenario, scenario_names
from maniple.armies.scenarios import looks
from maniple.battle.field import AgreedPanic, Arrival, Field, Ruleset, VictoryFigures, Zone
from maniple.battle.sides import Pair, Side
from maniple.battle.terrain import Cover, Ground, Terrain
from maniple.geometry import is_convex

HEAD = 'name = "Test"\nwidth = 72\nheight = 48\n'
WOOD = '[[terrain]]\nname = "Wood"\nlook = "wood"\n'


def terrain(text: str) -> tuple[Terrain, ...]:
    return load_scenario(HEAD + text).field.terrain


def problems(text: str) -> list[tuple[int, str, str, str]]:
    """Line, field, rule and the message of each problem of a scenario."""
    with pytest.raises(ScenarioError) as caught:
        load_scenario(text)
    return [(p.line, p.field, p.rule, str(p)) for p in caught.value.problems]


def area(outline: tuple[tuple[float, float], ...]) -> float:
    """Square inches; above zero when the corners go counter-clockwise."""
    pairs = zip(outline, (*outline[1:], outline[0]), strict=True)
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs) / 2


@pytest.mark.rule("army.scenario", "terrain.agree")
def test_the_built_in_scenarios() -> None:
    assert {"ford", "open-field", "pitched-battle", "small-field"} <= set(scenario_names())
    for name in scenario_names():
        field = load_scenario(name).field
        assert len(field.zones) == 2
        for piece in field.terrain:
            assert is_convex(list(piece.outline))
            assert area(piece.outline) > 0
    pitched = load_scenario("pitched-battle")
    assert (pitched.field.width, pitched.field.height) == (72, 48)
    assert pitched.rosters == Pair("rome-2000", "barbarians-2000")
    grounds = [(piece.look, piece.ground) for piece in pitched.field.terrain]
    assert grounds == [
        ("wood", Ground.DIFFICULT),
        ("wood", Ground.DIFFICULT),
        ("hill", Ground.CLEAR),
        ("hedge", Ground.OBSTACLE),
    ]
    assert load_scenario("open-field").field.terrain == ()
    assert load_scenario("small-field").rosters == Pair("rome-500", "barbarians-500")


@pytest.mark.rule("deploy")
def test_the_usual_zones_are_twelve_inches_deep() -> None:
    field = load_scenario(HEAD).field
    assert field.zones == (Zone(0, 0, 72, 12, "bottom"), Zone(0, 36, 72, 48, "top"))
    assert field.turns == 6
    assert field.placed_sides is None


def test_zones_as_strips_and_rectangles() -> None:
    text = HEAD + 'first_zone = "blue"\n[[zones]]\nedge = "left"\ndepth = 10\n'
    text += '[[zones]]\nedge = "right"\nleft = 60\nright = 72\nbottom = 10\ntop = 40.5\n'
    field = load_scenario(text).field
    assert field.zones == (Zone(0, 0, 10, 48, "left"), Zone(60, 10, 72, 40.5, "right"))
    assert field.placed_sides is Side.BLUE


@pytest.mark.rule("terrain.agree")
def test_a_look_stands_for_what_it_usually_counts_as() -> None:
    text = WOOD + "rectangle = { x = 20, y = 20, width = 6, depth = 4 }\n"
    (wood,) = terrain(text)
    assert (wood.ground, wood.cover, wood.blocks_sight) == (Ground.DIFFICULT, Cover.SOFT, True)
    assert wood.outline == ((17, 18), (23, 18), (23, 22), (17, 22)) or area(wood.outline) == 24
    (odd,) = terrain(text + 'ground = "clear"\ncover = "none"\nblocks_sight = false\nheight = 2\n')
    assert (odd.ground, odd.cover, odd.blocks_sight) == (Ground.CLEAR, Cover.NONE, False)
    assert (odd.height, odd.look) == (2, "wood")
    (plain,) = terrain(text.replace('look = "wood"\n', ""))
    assert (plain.ground, plain.look) == (Ground.CLEAR, "")


@pytest.mark.rule("terrain.obstacle", "terrain.impassable", "terrain.very-difficult")
def test_the_looks_count_as_the_book_has_them() -> None:
    grounds = {look.name: look.ground for look in looks()}
    assert grounds["hedge"] is grounds["wall"] is Ground.OBSTACLE
    assert grounds["water"] is Ground.IMPASSABLE
    assert grounds["dense wood"] is Ground.VERY_DIFFICULT
    assert grounds["hill"] is grounds["ford"] is Ground.CLEAR


def test_shapes_are_drawn_where_they_are_said_to_be() -> None:
    (turned,) = terrain(
        WOOD + "rectangle = { x = 20, y = 20, width = 6, depth = 4, turned = 90 }\n"
    )
    assert sorted(turned.outline) == [(18, 17), (18, 23), (22, 17), (22, 23)]
    (round_one,) = terrain(
        WOOD + "ellipse = { x = 20, y = 20, width = 8, depth = 4, corners = 8 }\n"
    )
    assert len(round_one.outline) == 8
    assert (24.0, 20.0) in round_one.outline
    assert (20.0, 22.0) in round_one.outline
    (hedge,) = terrain(
        '[[terrain]]\nname = "H"\nlook = "hedge"\nline = { from = [10, 20], to = [20, 20] }\n'
    )
    assert sorted(hedge.outline) == [(10, 19.75), (10, 20.25), (20, 19.75), (20, 20.25)]


def test_a_hollow_outline_becomes_convex_pieces_of_one_name() -> None:
    corners = [[10, 10], [20, 10], [20, 20], [15, 13], [10, 20]]
    pieces = terrain(WOOD + f"outline = {corners}\n")
    assert len(pieces) > 1
    assert {piece.name for piece in pieces} == {"Wood"}
    assert all(is_convex(list(piece.outline)) for piece in pieces)
    assert sum(area(piece.outline) for piece in pieces) == pytest.approx(65)
    clockwise = terrain(WOOD + f"outline = {corners[::-1]}\n")
    assert sum(area(piece.outline) for piece in clockwise) == pytest.approx(65)


def test_options_of_the_rules() -> None:
    text = HEAD + "turns = 4\n[ruleset]\nfree_measuring = true\nrandom_length = true\n"
    field = load_scenario(text).field
    assert field.ruleset == Ruleset(free_measuring=True, random_length=True)
    assert field.turns == 4


@pytest.mark.rule("army.scenario")
def test_all_problems_are_told_at_once_each_with_its_line() -> None:
    text = (
        'name = "Test"\nwidth = 72\nheight = inf\n'  # 3
        'turns = "six"\n'  # 4
        "[ruleset]\nfree_mesuring = true\nmagic = 1\n"  # 6, 7
        "[[terrain]]\n"  # 8
        'name = "Wood"\nlook = "woud"\noutline = [[1, 1], [2, 2]]\n'  # 10, 11
        '[[terrain]]\nname = "Wood"\n'  # 12, 13
        "rectangle = { x = nan, y = 3, width = 3, depth = -1 }\n"  # 14
        'colour = "green"\n'  # 15
    )
    found = problems(text)
    assert [(line, field) for line, field, _, _ in found] == [
        (3, "height"),
        (4, "turns"),
        (6, "ruleset.free_mesuring"),
        (7, "ruleset.magic"),
        (10, "terrain[1].look"),
        (11, "terrain[1].outline"),
        (13, "terrain[2].name"),
        (14, "terrain[2].rectangle.x"),
        (14, "terrain[2].rectangle.depth"),
        (15, "terrain[2].colour"),
    ]
    assert 'did you mean "free_measuring"?' in found[2][3]
    assert 'did you mean "wood"' in found[4][3]


BOX = "rectangle = { x = 20, y = 20, width = 6, depth = 4 }\n"
STRIP = '[[zones]]\nedge = "bottom"\ndepth = 12\n'


@pytest.mark.parametrize(
    ("text", "rule", "told"),
    [
        (WOOD + BOX.replace("x = 20", "x = 70"), "army.scenario", "off the table, to (73, 1"),
        (WOOD + BOX.replace("y = 20", "y = -20"), "army.scenario", "off the table"),
        (
            WOOD + "outline = [[10, 10], [20, 20], [20, 10], [10, 20]]\n",
            "army.scenario",
            "crosses",
        ),
        (WOOD + "outline = [[10, 10], [20, 20], [15, 15]]\n", "army.scenario", "encloses nothing"),
        (WOOD + "outline = [[10, 10], [20, 20]]\n", "army.scenario", "3 to 64 corners"),
        (WOOD + f"outline = {[[1, 1]] * 65}\n", "army.scenario", "3 to 64 corners"),
        (WOOD + 'outline = "round"\n', "army.scenario", "corners as [x, y]"),
        (WOOD + "outline = [[1, 1], [2, nan], [3, 1]]\n", "army.scenario", "corner 2"),
        (WOOD, "army.scenario", "no outline"),
        (WOOD + BOX + "line = { from = [1, 1], to = [2, 2] }\n", "army.scenario", "both"),
        (WOOD + "line = { from = [1, 1] }\n", "army.scenario", "to is missing"),
        (WOOD + "line = { from = [1, 1], to = [1, 1] }\n", "army.scenario", "0 inches long"),
        (WOOD + BOX + "height = 9\n", "army.scenario", "0 to 3"),
        (WOOD + BOX + 'blocks_sight = "yes"\n', "army.scenario", "true or false"),
        (WOOD + BOX + 'ground = "boggy"\n', "army.scenario", "no ground"),
        (WOOD + BOX + "cover = 1\n", "army.scenario", "cover is 1"),
        (
            WOOD + 'ground = "obstacle"\noutline = [[9, 9], [20, 9], [20, 20], [15, 10]]\n',
            "terrain.obstacle",
            "several straight pieces",
        ),
        (STRIP, "deploy", "two zones"),
        ("zones = []\n", "deploy", "two zones"),
        (STRIP + STRIP.replace("bottom", "left"), "deploy", "overlap"),
        (STRIP + STRIP.replace("bottom", "upper"), "deploy", "table edge"),
        (STRIP + STRIP.replace("bottom", "top").replace("12", "99"), "deploy", "depth is 99"),
        (STRIP + STRIP.replace("bottom", "top").replace("12", "1"), "deploy", "depth is 1"),
        (
            STRIP + '[[zones]]\nedge = "top"\nleft = 10\nright = 90\nbottom = 20\ntop = 40\n',
            "deploy",
            "right is 90",
        ),
        (
            STRIP + '[[zones]]\nedge = "top"\nleft = 10\nright = 12\nbottom = 20\ntop = 40\n',
            "deploy",
            "2 inches wide",
        ),
        (3 * STRIP, "army.scenario", "at most 2"),
        ('rosters = "rome-2000"\n', "army.scenario", "a table of red and blue"),
        ('rosters = { red = "rome-2000" }\n', "army.scenario", "blue is missing"),
        ("turns = 0\n", "victory.end", "1 to 30"),
        ('first_zone = "green"\n', "army.scenario", "no side"),
        ("ruleset = 3\n", "army.scenario", "a table of options"),
        ("terrain = { }\n", "army.scenario", "[[terrain]]"),
        ("tarrain = 3\n", "army.scenario", 'did you mean "terrain"'),
    ],
)
def test_a_problem_names_its_rule_and_what_would_be_right(text: str, rule: str, told: str) -> None:
    found = problems(HEAD + text)
    assert len({message for *_, message in found}) == len(found)
    if "zones = []" not in text and text.count("[[zones]]") != 3:
        assert len(found) == 1, found
    assert (found[0][2], told in found[0][3]) == (rule, True), found


def test_a_low_table_needs_zones_of_its_own() -> None:
    (found,) = problems('name = "Low"\nwidth = 40\nheight = 20\n')
    assert found[2] == "deploy"
    assert "[[zones]]" in found[3]


@pytest.mark.rule("panic.agreed", "army.scenario")
def test_events_that_shake_units() -> None:
    event = '[[panic]]\nname = "Ambush"\nside = "blue"\nturn = 2\n'
    field = load_scenario(HEAD + event + "left = 40\ntop = 20.5\n").field
    assert field.agreed_panics == (AgreedPanic("Ambush", Side.BLUE, 2, 40, 0, 72, 20.5),)
    assert msgspec.json.decode(msgspec.json.encode(field), type=Field) == field
    without = load_scenario(HEAD).field
    assert without.agreed_panics == ()
    assert b"agreed_panics" not in msgspec.json.encode(without)
    wrong = HEAD + '[[panic]]\nname = "Ambush"\nside = "green"\nturn = 0\nleft = 80\n'
    assert [(line, field, rule) for line, field, rule, _ in problems(wrong)] == [
        (6, "panic[1].side", "panic.agreed"),
        (7, "panic[1].turn", "panic.agreed"),
        (8, "panic[1].left", "panic.agreed"),
    ]
    ((line, _, rule, told),) = problems(HEAD + event + "left = 40\nright = 40\n")
    assert (line, rule) == (4, "panic.agreed")
    assert "holds nobody" in told


@pytest.mark.rule("deploy.late", "army.scenario")
def test_units_that_come_later() -> None:
    event = '[[arrival]]\nside = "blue"\nunit = "Riders"\nturn = 2\nedge = "left"\n'
    field = load_scenario(HEAD + event + "at = 30.5\nfiles = 4\n").field
    assert field.arrivals == (Arrival(Side.BLUE, "Riders", 2, "left", 30.5, 4),)
    assert msgspec.json.decode(msgspec.json.encode(field), type=Field) == field
    middle = load_scenario(HEAD + event).field.arrivals[0]
    assert (middle.at, middle.files) == (24.0, 6)
    assert b"arrivals" not in msgspec.json.encode(load_scenario(HEAD).field)
    wrong = HEAD + '[[arrival]]\nside = "green"\nturn = 31\nedge = "east"\nfiles = 0\nwhen = 2\n'
    assert [(line, field, rule) for line, field, rule, _ in problems(wrong)] == [
        (4, "arrival[1].unit", "army.scenario"),
        (5, "arrival[1].side", "deploy.late"),
        (6, "arrival[1].turn", "deploy.late"),
        (7, "arrival[1].edge", "deploy.late"),
        (8, "arrival[1].files", "deploy.late"),
        (9, "arrival[1].when", "army.scenario"),
    ]
    ((line, _, rule, told),) = problems(HEAD + event + "at = 48.5\n")
    assert (line, rule) == (9, "deploy.late")
    assert "0 to 48" in told
    ((line, _, _, told),) = problems(HEAD + event + event)
    assert line == 11
    assert '"Riders" comes twice' in told


@pytest.mark.rule("victory.points")
def test_a_scenario_may_have_figures_of_victory_of_its_own() -> None:
    own = load_scenario(HEAD + "[ruleset]\nvictory = { standard = 50, quarter = 0 }\n")
    assert own.field.ruleset.victory == VictoryFigures(standard=50, quarter=0)
    same = load_scenario(HEAD + "[ruleset.victory]\nstandard = 100\n")
    assert same.field.ruleset == Ruleset()
    wrong = HEAD + "[ruleset.victory]\ngeneral = -1\ndraw = 60\nstandards = 3\n"
    assert [(line, field) for line, field, _, _ in problems(wrong)] == [
        (line, f"ruleset.victory.{field}")
        for line, field in ((5, "general"), (6, "draw"), (7, "standards"))
    ]


@pytest.mark.rule("deploy.late", "panic.agreed", "victory.random-length", "victory.longest")
@pytest.mark.parametrize(
    ("options", "last"),
    [
        ("", 4),
        ("random_length = true\n", 6),
        ("army_break_point = true\n", 8),
        ("random_length = true\narmy_break_point = true\n", 12),
    ],
)
def test_nothing_is_to_come_after_the_last_turn(options: str, last: int) -> None:
    head = f"{HEAD}turns = 4\n[ruleset]\n{options}"
    arrival = '[[arrival]]\nside = "blue"\nunit = "Riders"\nedge = "left"\nturn = '
    panic = '[[panic]]\nname = "Ambush"\nside = "blue"\nturn = '
    for late, rule in ((arrival, "deploy.late"), (panic, "panic.agreed")):
        _ = load_scenario(f"{head}{late}{last}\n")
        ((_, _, found, told),) = problems(f"{head}{late}{last + 1}\n")
        assert found == rule
        assert f"a whole number from 1 to {last}" in told
