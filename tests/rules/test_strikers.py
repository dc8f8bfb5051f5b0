"""Who is entitled to strike whom, in which order."""

import pytest
from msgspec.structs import replace

from kit.fights import LEFT, REAR, RIGHT, met, opened
from kit.tables import BLUE, Put, table
from kit.troops import (
    DOUBLE_HANDED,
    HAND,
    MM,
    THRUSTING_SPEAR,
    foot,
    general,
    horse,
    spearmen,
    warriors,
)
from maniple.battle.asks import AllotBlows, Allotment
from maniple.battle.events import CharacterJoined
from maniple.battle.sheet import Melee, Profile, Sheet
from maniple.battle.sides import Side
from maniple.battle.state import Battle, StrikeGroup
from maniple.battle.unit import Fight, UnitId
from maniple.geometry import Edge
from maniple.rules.fighting.strike_order import strike_key
from maniple.rules.fighting.strikers import bands

MEN, FOE, THIRD = UnitId(0), UnitId(1), UnitId(2)
W = 20 * MM
PIKE = Melee("pike", ranks=4, ranks_charging=2, reach=2, two_handed=True)
LONG_SPEAR = Melee("long spear", ranks=2, ranks_charging=2, reach=1)


def plain(name: str, models: int = 16, **changes: object) -> Sheet:
    """Foot without command."""
    return foot(name, models, leader=False, standard=False, musician=False, **changes)


def face_to_face(men: Sheet, foe: Sheet, *, files: int = 6, foe_files: int = 6) -> Battle:
    return table(
        Put(men, x=20, y=20, files=files),
        Put(foe, x=20, y=20, facing=180, files=foe_files, side=BLUE),
    )


def strength(battle: Battle, unit: UnitId) -> dict[bool, int]:
    """Models entitled to strike: troopers (False) and leader (True)."""
    found: dict[bool, int] = {}
    for band in bands(battle, unit):
        if band.unit == unit:
            found[band.leader] = found.get(band.leader, 0) + band.models
    return found


@pytest.mark.rule("combat.who-fights", "weapon.thrusting-spear", "command.leader")
def test_second_rank_of_spears_fights_behind_those_in_touch() -> None:
    """Case C2: round 1 after their own charge in one rank, round 2 in two."""
    battle = face_to_face(spearmen(), warriors(), files=5)
    assert strength(met(battle, 0, 1, charger=0), MEN) == {False: 4, True: 1}
    # 16 men in 5 files: the second rank is full
    assert strength(met(battle, 0, 1, charger=1), MEN) == {False: 9, True: 1}


@pytest.mark.rule("combat.who-fights")
def test_a_corner_is_enough_also_for_the_man_behind() -> None:
    battle = table(
        Put(plain("spears", melee=(THRUSTING_SPEAR,)), x=20, y=20, files=4),
        Put(plain("foe", melee=(HAND,)), x=20 + 4 * W, y=20, facing=180, files=4, side=BLUE),
    )
    assert strength(met(battle, 0, 1), MEN) == {False: 2}
    assert strength(met(battle, 0, 1), FOE) == {False: 1}


@pytest.mark.rule("combat.contacts")
def test_only_filled_places_support() -> None:
    # 13 men in four files: one man in the fourth rank, behind the third file
    battle = face_to_face(plain("pikes", 13, melee=(PIKE,)), warriors(), files=4)
    assert strength(met(battle, 0, 1), MEN) == {False: 13}
    assert strength(met(battle, 0, 1, charger=0), MEN) == {False: 8}


@pytest.mark.rule("combat.ranks-front-only")
def test_no_blows_from_behind_to_flank_or_rear() -> None:
    men = Put(plain("spears", melee=(THRUSTING_SPEAR,)), x=20, y=20, files=4)
    right = Put(warriors(), x=20 + 2 * W, y=20 - 2 * W, facing=270, files=4, side=BLUE)
    assert strength(met(table(men, right), 0, 1, red_edge=RIGHT), MEN) == {False: 4}
    rear = Put(warriors(), x=20, y=20 - 4 * W, files=4, side=BLUE)
    assert strength(met(table(men, rear), 0, 1, red_edge=REAR), MEN) == {False: 4}
    # but the attackers' own front has its second rank of thrown spears
    assert strength(met(table(men, right), 0, 1, red_edge=RIGHT), FOE) == {False: 7, True: 1}


@pytest.mark.rule("command.leader-moves", "command.leader")
def test_a_leader_in_front_does_not_fight_an_enemy_in_the_rear() -> None:
    """Case J13: he fights to the front; whoever is in the rear fights the troopers there."""
    battle = table(
        Put(spearmen(), x=20, y=20, files=4),
        Put(warriors(), x=20, y=20, facing=180, files=4, side=BLUE),
        Put(warriors("behind"), x=20, y=20 - 4 * W, files=4, side=BLUE),
    )
    both = met(met(battle, 0, 1), 0, 2, red_edge=REAR)
    leaders = [band for band in bands(both, MEN) if band.leader]
    assert [band.enemies for band in leaders] == [(FOE,)]
    assert sum(b.models for b in bands(both, MEN) if b.enemies == (THIRD,)) == 4
    # alone in the rear, he fights once he has stepped there
    rear = met(battle, 0, 2, red_edge=REAR)
    assert not any(band.leader for band in bands(rear, MEN))
    stepped = replace(rear.units[MEN], leader_at=Edge.REAR, stepped=True)
    assert strength(replace(rear, units=(stepped, *rear.units[1:])), MEN) == {False: 3, True: 1}


def with_general(battle: Battle, man: int, host: int, places: int = 1) -> Battle:
    led = replace(battle.units[host], guests=(UnitId(man),), guest_places=places)
    guest = replace(battle.units[man], host=UnitId(host))
    units = list(battle.units)
    units[host], units[man] = led, guest
    return replace(battle, units=tuple(units))


@pytest.mark.rule("combat.choose-target", "character.in-unit")
def test_men_who_touch_troopers_and_a_character_are_allotted_by_their_player() -> None:
    battle = table(
        Put(spearmen(), x=20, y=20, files=6),
        Put(warriors(), x=20, y=20, facing=180, files=6, side=BLUE),
        Put(general(mounted=False), x=20, y=20, side=BLUE),
    )
    battle = met(with_general(battle, 2, 1), 0, 1, charger=0)
    # he stands beside the standard, at the right end: before the first and second of the spears
    asks = opened(battle, [Allotment(FOE)], []).asked
    assert asks == [AllotBlows(Side.RED, MEN, (FOE, THIRD))]
    at_him = opened(battle, [Allotment(THIRD)], []).battle.combats[-1].groups
    struck = {g.target: g.models for g in at_him if g.unit == MEN and not g.leader}
    assert struck == {FOE: 3, THIRD: 2}
    assert [(g.unit, g.models) for g in at_him if g.unit == THIRD] == [(THIRD, 1)]


@pytest.mark.rule("combat.choose-target", "character.in-unit")
def test_the_first_unit_of_a_roster_is_struck_in_the_ranks_as_well() -> None:
    """A general whose number is 0 is no trooper."""
    battle = table(
        Put(general(mounted=False), x=50, y=40),
        Put(plain("men"), x=20, y=20, files=3),
        Put(plain("foe"), x=20, y=20, facing=180, files=3, side=BLUE),
    )
    battle = CharacterJoined(UnitId(0), UnitId(1), 1).changed(battle)
    touched = {enemy for band in bands(met(battle, 1, 2), UnitId(2)) for enemy in band.enemies}
    assert touched == {0, 1}


@pytest.mark.rule("character.moves-to-fight", "combat.choose-target")
def test_a_character_who_has_stepped_to_a_flank_fights_and_is_struck_there() -> None:
    battle = table(
        Put(spearmen(), x=20, y=20, files=4),
        Put(warriors(), x=20 + 2 * W, y=20 - 2 * W, facing=270, files=4, side=BLUE),
        Put(general(mounted=False), x=20, y=20),
    )
    battle = met(with_general(battle, 2, 0), 0, 1, red_edge=RIGHT)
    assert not any(band.unit == THIRD for band in bands(battle, MEN))
    stepped = replace(battle.units[THIRD], fought_away=Edge.RIGHT, stepped=True)
    battle = replace(battle, units=(*battle.units[:2], stepped))
    assert [b.targets for b in bands(battle, MEN) if b.unit == THIRD] == [((FOE, RIGHT),)]
    # he has taken a trooper's place there
    assert strength(battle, MEN) == {False: 3}
    assert any(THIRD in band.enemies for band in bands(battle, FOE))


@pytest.mark.rule("combat.who-fights", "unit.zones")
def test_a_lone_character_and_the_crew_of_an_engine_fight() -> None:
    engine = plain("engine", 8, body_width=3 * W, body_depth=3 * W, melee=(HAND,))
    battle = table(
        Put(general(mounted=False), x=20, y=20, facing=180),
        Put(engine, x=20, y=20, facing=0, files=1, side=BLUE),
        Put(spearmen(), x=20 + 1.5 * W, y=20 - 1.5 * W, facing=270, files=3),
    )
    battle = met(met(battle, 0, 1), 2, 1, blue_edge=RIGHT)
    assert [(b.unit, b.models, b.enemies) for b in bands(battle, MEN)] == [(MEN, 1, (FOE,))]
    # before the man all three who have room there; at the side three others of the crew of eight
    crew = {b.enemies: b.models for b in bands(battle, FOE)}
    assert crew == {(MEN,): 3, (THIRD,): 3}
    assert strength(battle, THIRD) == {False: 5, True: 1}
    few = replace(
        battle, units=(battle.units[MEN], replace(battle.units[FOE], models=2), *battle.units[2:])
    )
    assert sum(b.models for b in bands(few, FOE)) == 2


@pytest.mark.rule("combat.choose-target")
def test_nobody_is_asked_without_a_choice() -> None:
    assert opened(met(face_to_face(spearmen(), warriors()), 0, 1, charger=0)).asked == []


@pytest.mark.rule("combat.choose-target", "combat.contacts")
def test_a_man_in_two_contacts_strikes_once() -> None:
    battle = table(
        Put(plain("men", 4, melee=(HAND,)), x=20, y=20, files=4),
        Put(plain("a", 2, melee=(HAND,)), x=20 - W, y=20, facing=180, files=2, side=BLUE),
        Put(plain("b", 2, melee=(HAND,)), x=20 + W, y=20, facing=180, files=2, side=BLUE),
    )
    battle = met(met(battle, 0, 1), 0, 2)
    assert sum(band.models for band in bands(battle, MEN)) == 4
    script = opened(battle, [Allotment(THIRD)], [1, 6])
    struck = {g.target: g.models for g in script.battle.combats[-1].groups if g.unit == MEN}
    assert struck == {FOE: 1, THIRD: 3}


@pytest.mark.rule("redress.lap-round")
def test_men_lapping_round_strike_and_are_struck() -> None:
    battle = face_to_face(
        plain("men", 12, melee=(HAND,)), plain("foe", melee=(HAND,)), files=4, foe_files=4
    )
    battle = replace(battle, units=(replace(battle.units[0], lap_left=2), battle.units[1]))
    wide = met(battle, 0, 1)
    # four in front and two round the corner
    assert strength(wide, MEN) == {False: 4 + 2}
    # corners count; at the flank the second and third man of the outer file stand against them
    flank = [band for band in bands(wide, FOE) if band.targets == ((MEN, RIGHT),)]
    assert sum(band.models for band in flank) == 2
    assert LEFT not in {edge for band in bands(wide, FOE) for _, edge in band.targets}


def fast(name: str, initiative: int, weapon: Melee) -> Sheet:
    return plain(name, profile=Profile(4, 3, 3, 3, 3, 1, initiative, 1, 7), melee=(weapon,))


def order(men: Sheet, foe: Sheet, *, charger: int = -1, dice: tuple[int, ...] = ()) -> list[UnitId]:
    """Units in the order in which they strike."""
    battle = met(face_to_face(men, foe), 0, 1, charger=charger)
    return [group.unit for group in opened(battle, dice=dice).battle.combats[-1].groups]


@pytest.mark.rule("combat.strike-order")
def test_chargers_first_then_initiative() -> None:
    slow, quick = fast("slow", 2, HAND), fast("quick", 4, HAND)
    assert order(slow, quick, charger=0) == [MEN, FOE]
    assert order(slow, quick) == [FOE, MEN]


@pytest.mark.rule("charge.response.counter-charge", "combat.strike-order")
def test_a_counter_charge_gains_nothing_in_the_order() -> None:
    battle = table(
        Put(horse("slow"), x=20, y=20, files=6),
        Put(
            replace(horse("quick"), profile=Profile(8, 4, 4, 3, 3, 1, 6, 1, 6)),
            20,
            20,
            180,
            6,
            BLUE,
        ),
    )
    script = opened(met(battle, 0, 1, charger=0, counter_charge=True))
    assert script.battle.combats[-1].groups[0].unit == MEN


@pytest.mark.rule("combat.strike-order", "weapon.double-handed")
def test_double_handed_last_even_when_charging() -> None:
    """Cases C5, C6."""
    axes, plain_men = fast("axes", 5, DOUBLE_HANDED), fast("men", 2, HAND)
    assert order(axes, plain_men, charger=0) == [FOE, MEN]
    assert order(axes, fast("more axes", 6, DOUBLE_HANDED), charger=0) == [MEN, FOE]
    assert order(axes, fast("more axes", 6, DOUBLE_HANDED)) == [FOE, MEN]


@pytest.mark.rule("combat.strike-order", "weapon.pike-and-long-spear")
def test_pikes_before_long_spears_before_chargers() -> None:
    pikes, spears, men = fast("p", 2, PIKE), fast("s", 3, LONG_SPEAR), fast("m", 6, HAND)
    assert order(pikes, spears) == [MEN, FOE]
    assert order(men, spears, charger=0) == [FOE, MEN]
    group = StrikeGroup(MEN, "pike", FOE, Edge.RIGHT, 4)
    in_flank = met(face_to_face(pikes, men), 0, 1)
    assert strike_key(in_flank, group)[0] == strike_key(in_flank, replace(group, unit=FOE))[0]


@pytest.mark.rule("combat.strike-order")
def test_a_tie_goes_to_the_winner_of_the_last_round_else_to_a_die() -> None:
    a, b = fast("a", 3, HAND), fast("b", 3, HAND)
    assert order(a, b, dice=(2, 5)) == [FOE, MEN]
    assert order(a, b, dice=(4, 4, 5, 2)) == [MEN, FOE]  # equal dice are thrown again
    battle = met(face_to_face(a, b), 0, 1)
    won = replace(battle.units[FOE], fight=Fight(rounds=1, won_last=True))
    again = opened(replace(battle, units=(battle.units[MEN], won)))
    assert [g.unit for g in again.battle.combats[-1].groups] == [FOE, MEN]
