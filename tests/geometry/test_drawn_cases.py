"""The twelve drawn cases: what the shapes do, before any rule speaks.

Each table is drawn as text (see `kit.drawing`); capitals are front ranks.
"""

import math

import pytest

from kit.drawing import read_drawing
from maniple.geometry import (
    FRONT,
    LEFT,
    RIGHT,
    Contact,
    Hit,
    Outline,
    Rect,
    advance,
    body_size,
    contact,
    distance,
    distance_to_point,
    edge_facing,
    edge_middle,
    eyes,
    first_on_advance,
    first_on_pivot,
    first_on_wheel,
    in_front_zone,
    in_touch,
    inches_to_edge_on_advance,
    mob_files,
    overlaps,
    pivot,
    pose_of,
    rank_count,
    shifted,
    touches,
    visible_degrees,
    wheel,
    wheel_cost,
    within,
    within_table,
    zone,
    zone_doubt,
)


def ahead(mover: Rect, inches: float, *bodies: Outline) -> Hit | None:
    """What a body meets straight ahead."""
    return first_on_advance(mover, mover.fx, mover.fy, inches, bodies)


def met(hit: Hit | None) -> Hit:
    """The hit, which must be one."""
    assert hit is not None
    return hit


def touching(a: Rect, b: Rect) -> Contact:
    """The contact of two bodies, which must be one."""
    found = contact(a, b)
    assert found is not None
    return found


def test_1_a_corner_charge() -> None:
    """A charger at an angle arrives with one corner, and pivots about it until it lies flush."""
    table = read_drawing("""
        1 inch a character

        ..............
        ....bbbbbb....
        ....BBBBBB....
        ..............
        .......A......
        ......AAa.....
        ....AAaaa.....
        ....aaaaaa....
        .....aaaa.....
        .....aa.......
        ..............

        A: base 1x1, 5 files, 15 models, facing 330, at 6, 5
        B: base 1x1, 6 files, 12 models, facing 180
    """)
    charger, enemy = table["A"], table["B"]
    assert zone(enemy, charger.x, charger.y) == FRONT
    # Its right front corner is the foremost: 2.5 sin 30 above the middle of the front.
    hit = met(ahead(charger, 8.0, enemy))
    assert hit.travel == pytest.approx((8 - 5 - 1.25) / math.cos(math.radians(30)))
    arrived = advance(charger, hit.travel)
    struck = touching(arrived, enemy)
    assert (struck.edge_a, struck.edge_b, struck.is_corner) == (FRONT, FRONT, True)
    assert struck.a_from == 5.0
    # The enemy's own left end is at x = 10.
    assert (arrived.frx, arrived.fry) == pytest.approx((10 - struck.b_from, 8.0))
    turn = edge_facing(enemy, FRONT) + 180 - arrived.facing
    flush = pivot(arrived, turn, arrived.frx, arrived.fry)
    line = touching(flush, enemy)
    assert (flush.facing, line.is_corner) == (0.0, False)
    # From the enemy's end at x = 4 to the charger's right corner.
    assert line.length == pytest.approx(arrived.frx - 4.0)
    assert not overlaps(flush, enemy)


@pytest.mark.rule("unit.zones")
def test_2_a_straddled_zone() -> None:
    """A charger whose front straddles the line is where the middle of its front is."""
    table = read_drawing("""
        1 inch a character

        ............
        ............
        ........BBBB
        ............
        .....CCCC...
        ..DDDcccc...
        ..ddd.......
        AAAA........
        aaaa........

        A: base 1x1, 4 files, 8 models, facing 0
        B: base 1x1, 4 files, 4 models, facing 0
        C: base 1x1, 4 files, 8 models, facing 0
        D: base 1x1, 3 files, 6 models, facing 0
    """)
    target, charger = table["A"], table["C"]
    # The line leaves (4, 2) up and to the right, through (7, 5).
    assert (charger.x, charger.y) == (7.0, 5.0)
    assert zone_doubt(target, charger.x, charger.y) == (FRONT, RIGHT)
    assert zone(target, charger.x - 0.1, charger.y) == FRONT
    assert zone(target, charger.x + 0.1, charger.y) == RIGHT
    assert zone_doubt(target, charger.x + 0.1, charger.y) is None
    assert zone(target, table["B"].x, table["B"].y) == RIGHT
    # Some part of each lies in the front zone, so each may be seen, and charged.
    assert all(in_front_zone(target, table[letter]) for letter in "BCD")
    assert not in_front_zone(charger, target)


def test_3_contact_with_two_units() -> None:
    """A wide charger strikes two units that stand in one line, both at the same inch."""
    table = read_drawing("""
        1 inch a character

        ..bbbb.cccc.
        ..BBBB.CCCC.
        ............
        ............
        ............
        ...AAAAAAA..
        ...aaaaaaa..

        A: base 1x1, 7 files, 14 models, facing 0
        B: base 1x1, 4 files, 8 models, facing 180
        C: base 1x1, 4 files, 8 models, facing 180
    """)
    charger, left, right = table["A"], table["B"], table["C"]
    hit = met(ahead(charger, 8.0, left, right))
    assert (hit.travel, hit.index) == (3.0, 0)
    arrived = advance(charger, hit.travel)
    with_left, with_right = touching(arrived, left), touching(arrived, right)
    # From its own left end: three inches against B, an inch of gap, three against C.
    assert (with_left.a_from, with_left.a_to) == (0.0, 3.0)
    assert (with_right.a_from, with_right.a_to) == (4.0, 7.0)
    # They look down the table, so their left is the picture's right.
    assert (with_left.b_from, with_left.b_to) == (0.0, 3.0)
    assert (with_right.b_from, with_right.b_to) == (1.0, 4.0)


def test_4_a_blocked_pivot() -> None:
    """A charger that arrived at an angle cannot lie flush: a friend's flank is in its way."""
    table = read_drawing("""
        1 inch a character

        .bbbbbb......
        .BBBBBB......
        ..A..........
        .aaA....FF...
        ..aaA...ff...
        ...aaA..ff...
        ....a...ff...
        .............
        .............

        A: base 1x1, 5 files, 10 models, facing 45, at 3.768, 5.232
        B: base 1x1, 6 files, 12 models, facing 180
        F: base 1x1, 2 files, 8 models, facing 0
    """)
    charger, enemy, friend = table["A"], table["B"], table["F"]
    assert touching(charger, enemy).is_corner
    x, y = charger.flx, charger.fly
    assert (x, y) == pytest.approx((2.0, 7.0), abs=0.001)
    # Its right corner swings up on a circle of 5 inches to (7, 7); the friend stands from 8 on.
    assert first_on_pivot(charger, -45.0, x, y, [enemy, friend]) is None
    assert not touching(pivot(charger, -45.0, x, y), enemy).is_corner
    # From 6.5 on, he is met when that corner is 4.5 inches to the right of the pivot.
    nearer = shifted(friend, -1.5, 0.0)
    hit = met(first_on_pivot(charger, -45.0, x, y, [enemy, nearer]))
    assert hit.index == 1
    assert hit.travel == pytest.approx(45 - math.degrees(math.acos(4.5 / 5.0)), abs=0.02)
    stopped = pivot(charger, -math.floor(hit.travel * 100) / 100, x, y)
    assert touches(distance(stopped, nearer))
    assert not overlaps(stopped, nearer)
    assert touching(stopped, enemy).is_corner


def test_5_a_charge_past_an_obstacle() -> None:
    """Straight ahead lie rocks; there is a wheel by which the charger's strip just misses them."""
    table = read_drawing("""
        1 inch a character

        ......bbbbbb..
        ......BBBBBB..
        ..............
        ..............
        ..............
        ...##.........
        ...##.........
        ..............
        ..............
        ..............
        ....AAAA......
        ....aaaa......

        A: base 1x1, 4 files, 8 models, facing 0
        B: base 1x1, 6 files, 12 models, facing 180
        #: ground
    """)
    charger, enemy, rocks = table["A"], table["B"], table.ground["#"]
    hit = met(ahead(charger, 10.0, enemy, rocks))
    assert (hit.travel, hit.index) == (3.0, 1)
    # The rocks' corner (5, 5) lies 3 left of and 3 above the right front corner, (8, 2). Wheeled
    # by w about it, the strip has it at its left edge when 3 cos w + 3 sin w = 4.
    just = math.degrees(math.asin(4 / math.sqrt(18))) - 45
    assert just == pytest.approx(25.53, abs=0.01)
    assert first_on_wheel(charger, 30.0, RIGHT, [rocks, enemy]) is None
    # Half a degree less, and the rocks are grazed deeper than contact.
    before, after = wheel(charger, 25.0, RIGHT), wheel(charger, 25.6, RIGHT)
    assert met(ahead(before, 10.0, enemy, rocks)).index == 1
    hit = met(ahead(after, 10.0, enemy, rocks))
    assert hit.index == 0
    assert within(wheel_cost(4.0, 25.6) + hit.travel, 10.0)
    struck = touching(advance(after, hit.travel), enemy)
    assert (struck.edge_b, struck.is_corner) == (FRONT, True)


def test_6_lapping() -> None:
    """Men who lap round stand along the enemy's flank, from its front corner back."""
    table = read_drawing("""
        1 inch a character

        ..bbbbb.FF
        ..bbbbbLff
        ..BBBBBLff
        ..AAAAA...
        ..aaaaa...

        A: base 1x1, 5 files, 10 models, facing 0
        B: base 1x1, 5 files, 15 models, facing 180
        F: base 1x1, 2 files, 6 models, facing 0
        L: base 1x1, 2 files, 2 models, facing 270
    """)
    enemy, lapping, friend = table["B"], table["L"], table["F"]
    line = touching(lapping, enemy)
    # The enemy looks down the table: the picture's right is his left, and the men stand at the two
    # inches next to his front, of the three that his flank is long from his rear corner.
    assert (line.edge_a, line.edge_b) == (FRONT, LEFT)
    assert (line.b_from, line.b_to, line.length) == (1.0, 3.0, 2.0)
    assert in_touch(lapping, table["A"])
    assert not any(overlaps(lapping, table[letter]) for letter in "ABF")
    # With the friend half an inch nearer there is no room.
    assert overlaps(lapping, shifted(friend, -0.5, 0.0))


@pytest.mark.rule("move.geometry")
def test_7_a_quarter_turn_of_cavalry() -> None:
    """Horses are longer than wide: five files of two become two files of five, and a column."""
    before = read_drawing("""
        1 inch a character

        ............
        ............
        .AAAAA......
        .aaaaa......
        .aaaaa......
        .aaaaa......
        ............

        A: base 1x2, 5 files, 10 models, facing 0
    """)
    after = read_drawing("""
        1 inch a character

        ............
        ............
        ............
        .Aaaaaaaaaa.
        .Aaaaaaaaaa.
        ............
        ............

        A: base 1x2, 2 files, 10 models, facing 270
    """)
    unit, riders = before["A"], before.bodies["A"]
    files = riders.ranks
    assert (files, rank_count(riders.models, files)) == (2, 5)
    width, depth = body_size(riders.models, files, riders.base_width, riders.base_depth)
    x, y = edge_middle(unit, LEFT)
    turned = Rect(x, y, edge_facing(unit, LEFT), width, depth)
    assert turned == after["A"]
    assert (turned.width, turned.depth) == (2.0, 10.0)


@pytest.mark.rule("move.wheel")
def test_8_a_wheel_past_a_friend() -> None:
    """The outer corner's circle passes one friend and is cut by another."""
    table = read_drawing("""
        1 inch a character

        ......FFF.
        ......fff.
        ..........
        ..........
        ..........
        ..........
        ..AAAAA...
        ..aaaaa...

        A: base 1x1, 5 files, 10 models, facing 0
        F: base 1x1, 3 files, 6 models, facing 0
    """)
    unit, friend = table["A"], table["F"]
    # The friend's corner, (6, 6), is 5.66 inches from the pivot at (2, 2).
    assert first_on_wheel(unit, 90.0, LEFT, [friend]) is None
    # An inch nearer and lower, its front edge is met by the outer corner as that comes up to
    # (6, 5), four to the right of the pivot and three above it.
    nearer = shifted(friend, -1.0, -1.0)
    hit = met(first_on_wheel(unit, 90.0, LEFT, [nearer]))
    assert hit.angle == pytest.approx(math.degrees(math.asin(3 / 5)))
    assert hit.stops(37.0)
    assert not hit.stops(36.87)
    there = wheel(unit, 36.87, LEFT)
    assert in_touch(there, nearer)
    assert not overlaps(there, nearer)
    assert wheel_cost(unit.width, hit.angle) == pytest.approx(5 * math.asin(3 / 5))


@pytest.mark.rule("flee.mob")
def test_9_a_mob_between_friends() -> None:
    """A mob of nine is three wide: it slips through a gap of three inches, not through less."""
    table = read_drawing("""
        1 inch a character

        ...........
        FFFF...GGGG
        ffff...gggg
        ...........
        ....MMM....
        ....mmm....
        ....mmm....

        F: base 1x1, 4 files, 8 models, facing 0
        G: base 1x1, 4 files, 8 models, facing 0
        M: base 1x1, 3 files, 9 models, facing 0
    """)
    mob, left, right = table["M"], table["F"], table["G"]
    assert mob_files(9, 1.0, 1.0) == table.bodies["M"].files
    assert ahead(mob, 10.0, left, right) is None
    between = advance(mob, 3.0)
    assert in_touch(between, left)
    assert in_touch(between, right)
    assert not overlaps(between, left)
    hit = met(ahead(mob, 10.0, left, shifted(right, -0.5, 0.0)))
    assert (hit.travel, hit.index) == (1.0, 1)


def test_10_a_reform_near_the_edge() -> None:
    """A reform about the middle of the body: what stays on the table, and how far a corner goes."""
    table = read_drawing("""
        1 inch a character

        ............
        ............
        .AAAAAA.....
        .aaaaaa.....
        ............

        A: base 1x1, 6 files, 12 models, facing 0
    """)
    unit = table["A"]
    reformed = {}
    for files in (6, 4, 3, 2):
        width, depth = body_size(12, files, 1.0, 1.0)
        reformed[files] = Rect(unit.cx, unit.cy + depth / 2, 0.0, width, depth)
    assert pose_of(reformed[6]) == pose_of(unit)
    on_table = [files for files, body in reformed.items() if within_table(body, 12.0, 5.0)]
    # Four ranks just reach the edge; six would stand over it.
    assert on_table == [6, 4, 3]
    assert inches_to_edge_on_advance(reformed[3], 0.0, -1.0, 12.0, 5.0) == 0
    column = reformed[3]
    corners = [
        (column.flx, column.fly),
        (column.frx, column.fry),
        (column.rrx, column.rry),
        (column.rlx, column.rly),
    ]
    assert [distance_to_point(unit, x, y) for x, y in corners] == [1.0] * 4


def test_11_skirmishers_charged_and_charging() -> None:
    """A formed charger stops at the first model; skirmishers come each by his own way."""
    table = read_drawing("""
        1 inch a character

        ..S...S..
        ....S....
        .........
        .........
        ..AAAAA..
        ..aaaaa..

        A: base 1x1, 5 files, 10 models, facing 0
        S: base 0.8x0.8, each, facing 180
    """)
    unit, models = table["A"], table.models["S"]
    assert [round(model.cx, 6) for model in models] == [2.5, 4.5, 6.5]
    assert [round(model.cy, 6) for model in models] == [5.5, 4.5, 5.5]
    hit = met(ahead(unit, 8.0, *models))
    assert hit.index == 1
    assert hit.travel == pytest.approx(2.1)
    arrived = advance(unit, hit.travel)
    assert [within(distance(arrived, model), 0.5) for model in models] == [False, True, False]
    # Charging, each goes straight down and touches the front with the whole of his base.
    ways = [met(ahead(model, 8.0, unit)).travel for model in models]
    assert ways == pytest.approx([3.1, 2.1, 3.1])
    for model, way in zip(models, ways, strict=True):
        line = touching(advance(model, way), unit)
        assert (line.edge_a, line.edge_b) == (FRONT, FRONT)
        assert line.length == pytest.approx(0.8)


@pytest.mark.rule("sight.blocked")
def test_12_a_character_alone_behind_a_skirmisher() -> None:
    """From straight before them the skirmisher hides him; from the side he is seen."""
    table = read_drawing("""
        1 inch a character

        ....C...D
        ....S....
        .........
        .........
        AAAAAAAAA

        A: base 1x1, 9 files, 9 models, facing 0
        C: base 0.8x0.8, each, facing 180
        D: base 0.8x0.8, each, facing 180
        S: base 0.8x0.8, each, facing 180
    """)
    unit = table["A"]
    (hidden,), (open_to_all,), screen = (table.models[letter] for letter in "CDS")
    seen = [visible_degrees(x, y, 0.0, 45.0, hidden, screen) for x, y in eyes(unit, 9)]
    assert seen[4] == 0
    assert all(seen[file] > 0.1 for file in (0, 1, 2, 6, 7, 8))
    assert seen == pytest.approx(seen[::-1])
    beside = [visible_degrees(x, y, 0.0, 45.0, open_to_all, screen) for x, y in eyes(unit, 9)]
    assert all(degrees > 0.1 for degrees in beside[4:])
    # Nobody in the way, he is seen whole.
    assert visible_degrees(4.5, 1.0, 0.0, 45.0, hidden, []) == pytest.approx(
        2 * math.degrees(math.atan(0.4 / 3.1))
    )
