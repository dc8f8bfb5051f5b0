"""Contact: pivot and slide, gaps closed, and all that is touched drawn into the fight."""

import pytest

from kit.changes import changed
from kit.charges import HOLD, brought_home, declared, events, moved, order
from kit.fights import met
from kit.tables import BLUE, Put, table
from kit.troops import horse, legionaries, spearmen, warriors
from maniple.battle.bodies import body
from maniple.battle.events import UnitAligned, UnitsMet
from maniple.battle.unit import UnitId
from maniple.geometry import Edge, Rect, contact, distance, in_touch, overlaps, pose
from maniple.rules.charging.align import align
from maniple.rules.charging.charge_scene import scene

US, THEM = UnitId(0), UnitId(1)


def bodies(script, *units: int):
    return [body(script.battle.units[u]) for u in units]


@pytest.mark.rule("charge.align", "charge.align-how", "combat.contacts")
@pytest.mark.parametrize("turned", [150, 165, 180, 200, 215])
def test_the_charger_lies_flush_with_the_facing_that_it_struck(turned: float) -> None:
    battle = table(
        Put(legionaries(), x=20, y=24, files=6),
        Put(warriors(), x=20, y=30, facing=turned, files=6, side=BLUE),
    )
    script = brought_home(battle, 0, 1)
    ours, theirs = bodies(script, 0, 1)
    assert ours.facing == (turned + 180) % 360
    touch = contact(ours, theirs)
    assert touch is not None
    assert (touch.edge_a, touch.edge_b) == (Edge.FRONT, Edge.FRONT)
    assert not overlaps(ours, theirs)
    assert script.battle.units[1].pose == battle.units[1].pose
    assert [c.blue_edge for c in script.battle.contacts] == [Edge.FRONT]


@pytest.mark.rule("charge.align", "charge.facing")
def test_a_flank_charge_lies_flush_with_the_flank() -> None:
    battle = table(
        Put(horse("horse"), x=30, y=28, facing=270, files=6),
        Put(warriors(), x=20, y=30, facing=180, files=6, side=BLUE),
    )
    script = brought_home(battle, 0, 1)
    touch = contact(*bodies(script, 0, 1))
    assert touch is not None
    assert (touch.edge_a, touch.edge_b) == (Edge.FRONT, Edge.LEFT)
    assert script.battle.contacts[0].blue_edge is Edge.LEFT
    assert script.battle.contacts[0].red_edge is Edge.FRONT


@pytest.mark.rule("charge.align-how")
def test_it_slides_by_the_least_distance_that_brings_most_models_into_touch() -> None:
    """Struck 2 inches off centre, it slides until the men at both ends touch a corner: not on."""
    battle = table(
        Put(legionaries(models=12), x=21.8, y=24, files=4),
        Put(warriors(), x=20, y=30, facing=180, files=6, side=BLUE),
    )
    script = brought_home(battle, 0, 1)
    ours, theirs = bodies(script, 0, 1)
    touch = contact(ours, theirs)
    assert touch is not None
    assert touch.length == pytest.approx(ours.width, abs=0.01)
    # 4 files against 6: with a corner at either end all ten are in touch in one place only a file
    # in from the end; the nearest such place is a file from the target's right.
    assert ours.x == pytest.approx(20 + 2.362 - 1.575 - 0.787, abs=0.02)


@pytest.mark.rule("charge.align-how")
def test_it_slides_at_most_half_its_own_width() -> None:
    battle = table(
        Put(legionaries(models=12), x=24.6, y=24, files=6),
        Put(warriors(), x=20, y=30, facing=180, files=6, side=BLUE),
    )

    where = scene(battle, US, THEM, Edge.FRONT, 8.0)
    at = Rect(24.6, 30.0, 0.0, where.rect.width, where.rect.depth)
    done = align(where, at, where.bodies[0], Edge.FRONT)
    slid = 24.6 - done.charger.x
    assert 0.0 < slid <= at.width / 2 + 0.001


@pytest.mark.rule("charge.align-how", "charge.align")
def test_where_a_friend_stops_the_pivot_the_target_turns_to_close_the_gap() -> None:
    """The friend stands where the charger's right shoulder would swing to."""
    battle = hemmed_in()
    script = brought_home(battle, 0, 1, done=True)
    turned = [e.unit for e in events(script, UnitAligned)]
    assert turned[0] == 1
    ours, theirs, friend = bodies(script, 0, 1, 2)
    assert script.battle.units[1].pose != battle.units[1].pose
    assert (ours.facing - theirs.facing) % 360 == pytest.approx(180.0, abs=0.011)
    assert in_touch(ours, theirs)
    assert not overlaps(ours, friend)


@pytest.mark.rule("charge.align-how")
def test_where_the_target_fights_already_they_stay_at_an_angle() -> None:
    battle = hemmed_in()
    script = declared(battle, order(0, 1), HOLD, done=True)
    busy = met(script.battle, 3, 1, red_edge=Edge.FRONT, blue_edge=Edge.REAR)
    after = moved(busy)
    ours, theirs = bodies(after, 0, 1)
    assert after.battle.units[1].pose == battle.units[1].pose
    assert (ours.facing - theirs.facing) % 360 != pytest.approx(180.0, abs=1.0)
    assert in_touch(ours, theirs)
    assert [e.contact.blue for e in events(after, UnitsMet)] == [1]


def hemmed_in():
    """A charger straight before a target that stands askew, with a friend close on its right."""
    return table(
        Put(legionaries(), x=20, y=24, files=6),
        Put(warriors(), x=20, y=29, facing=160, files=6, side=BLUE),
        Put(spearmen("friends"), x=24.3, y=28.5, files=4),
        Put(spearmen("behind"), x=20, y=40, facing=90, files=4),
    )


# ---------------------------------------------------------------------------- contact with several


@pytest.mark.rule("charge.contact-many", "charge.align")
def test_a_unit_that_charges_straight_ahead_meets_both_whom_it_touches() -> None:
    """Case J10."""
    battle = table(
        Put(legionaries(models=20), x=20, y=24, files=10),
        Put(warriors("left"), x=17.6, y=30, facing=180, files=6, side=BLUE),
        Put(warriors("right"), x=22.4, y=30, facing=180, files=6, side=BLUE),
    )
    script = brought_home(battle, 0, 1)
    assert [(e.contact.blue, e.contact.blue_edge) for e in events(script, UnitsMet)] == [
        (1, Edge.FRONT),
        (2, Edge.FRONT),
    ]
    assert events(script, UnitsMet)[1].cite == "charge.contact-many"
    ours, left, right = bodies(script, 0, 1, 2)
    assert in_touch(ours, left)
    assert in_touch(ours, right)
    assert script.battle.units[2].is_engaged


@pytest.mark.rule("charge.contact-many", "charge.align-how")
def test_the_free_wheel_of_cavalry_that_charges_one_touches_anothers_flank() -> None:
    """Case J9: both are in the fight, the second in its flank."""
    battle = table(
        Put(horse("horse"), x=20, y=20, files=6),
        Put(warriors("askew"), x=20, y=29, facing=200, files=6, side=BLUE),
        Put(warriors("beside"), x=14.2, y=31.96, facing=270, files=6, side=BLUE),
    )
    script = brought_home(battle, 0, 1)
    found = {(e.contact.blue, e.contact.blue_edge) for e in events(script, UnitsMet)}
    assert found == {(1, Edge.FRONT), (2, Edge.LEFT)}
    ours, _, beside = bodies(script, 0, 1, 2)
    assert in_touch(ours, beside)
    assert not overlaps(ours, beside)
    assert script.battle.units[2].pose == battle.units[2].pose


@pytest.mark.rule("charge.contact-many", "charge.align-how")
def test_sliding_never_loses_an_enemy_already_touched() -> None:
    battle = table(
        Put(legionaries(models=20), x=21.2, y=24, files=10),
        Put(warriors("left"), x=17.6, y=30, facing=180, files=6, side=BLUE),
        Put(warriors("right"), x=27.0, y=30, facing=180, files=6, side=BLUE),
    )
    where = scene(battle, US, THEM, Edge.FRONT, 8.0)
    at = Rect(21.2, 30.0, 0.0, where.rect.width, where.rect.depth)
    done = align(where, at, where.bodies[0], Edge.FRONT)
    ours = Rect(done.charger.x, done.charger.y, 0.0, at.width, at.depth)
    right = body(battle.units[2])
    assert done.charger.x < 21.2
    assert distance(ours, right) <= 0.01
    alone = scene(changed(battle, 2, pose=pose(50, 30, 180)), US, THEM, Edge.FRONT, 8.0)
    assert align(alone, at, alone.bodies[0], Edge.FRONT).charger.x < done.charger.x
