"""What the steady bot casts, dispels and keeps."""

import pytest

from kit.bots import asked, steady_says
from kit.changes import after, changed
from kit.magic import magic, wizard
from kit.tables import BLUE, Put
from kit.troops import foot, horse, legionaries, skirmishers
from maniple.battle.asks import Cast, Done, MayDispel, Named, No, Unravel, Yes
from maniple.battle.events import SpellLaid
from maniple.battle.sheet import Armour, Sheet
from maniple.battle.spells import Effect
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import Formation, Laid, UnitId
from maniple.bots.steady import spells
from maniple.play.seat import Seat

MAGE, FRIEND, FOE = UnitId(0), UnitId(1), UnitId(2)


def field(
    *known: str, foe: Sheet | None = None, inches: float = 10.0, hands: tuple[int, int] = (6, 0)
) -> Battle:
    """A seer who knows these spells, his cohort beside him, an enemy so many inches before them."""
    return magic(
        Put(wizard(level=len(known), spells=known), x=30, y=10),
        Put(legionaries("friends"), x=36, y=10, files=6),
        Put(foe or horse("foes", 8), x=30, y=10 + inches, facing=180, files=8, side=BLUE),
        hands=hands,
    )


def cast_in(battle: Battle) -> object:
    return steady_says(asked(battle, Phase.MAGIC, Task(Do.CAST_SPELLS)))[0]


def seat_in(battle: Battle) -> Seat:
    return asked(battle, Phase.MAGIC, Task(Do.CAST_SPELLS))


def test_a_bolt_goes_to_an_enemy_in_range() -> None:
    assert cast_in(field("bolt")) == Cast(MAGE, "bolt", FOE)
    assert cast_in(field("bolt", inches=30.0)) == Done()


def test_it_is_wasted_on_nobody_who_is_worth_nothing() -> None:
    clad = foot("clad", 4, armour=Armour(worn=3, shield=2), points=8)
    assert cast_in(field("bolt", foe=clad)) == Done()


@pytest.mark.parametrize(("inches", "cast"), [(12.0, True), (22.0, False)])
def test_a_gale_stops_who_could_charge_us(inches: float, cast: bool) -> None:
    expected = Cast(MAGE, "gale", FOE) if cast else Done()
    assert cast_in(field("gale", inches=inches)) == expected


def test_friends_are_helped_where_they_will_fight() -> None:
    assert cast_in(field("ward")) == Cast(MAGE, "ward", FRIEND)
    assert cast_in(field("ward", foe=foot("foes"), inches=23.0)) == Done()


def test_a_mist_hides_those_who_are_shot_at() -> None:
    assert cast_in(field("mist", foe=skirmishers("youths", 8))) == Cast(MAGE, "mist", FRIEND)
    assert cast_in(field("mist", foe=foot("foes"))) == Done()


def test_the_fleeing_are_called_back() -> None:
    battle = changed(field("rally", "ward"), FRIEND, fleeing=True, formation=Formation.MOB)
    assert cast_in(battle) == Cast(MAGE, "rally", FRIEND)


def test_what_is_worth_most_for_its_cards_comes_first() -> None:
    answer = cast_in(field("bolt", "mist", "dread", "heart"))
    assert isinstance(answer, Cast)
    assert answer.spell in ("bolt", "dread")


@pytest.mark.parametrize(("inches", "answer"), [(6.0, Unravel(FRIEND, "gale")), (20.0, Done())])
def test_an_enemy_spell_that_costs_us_dear_is_dispelled(
    inches: float, answer: Unravel | Done
) -> None:
    """A gale upon a cohort that could charge; not upon one that could not anyway."""
    battle = field("bolt", foe=wizard("magus", 2), inches=inches, hands=(1, 0))
    gale = SpellLaid(FRIEND, Laid("gale", Effect.GALE, FOE), "magic.gale")
    seat = seat_in(after(battle, gale))
    assert Unravel(FRIEND, "gale") in (seat.options() or ())
    assert steady_says(seat)[0] == answer


def test_a_spell_is_dispelled_if_it_would_cost_us_more_than_a_card() -> None:
    battle = field("bolt", "ward", hands=(6, 6))
    seat = seat_in(battle)
    bolt = MayDispel(BLUE, MAGE, "bolt", FOE)
    assert spells.dispelled(seat, bolt)[0] == Yes()
    clad = field("bolt", foe=foot("clad", 4, armour=Armour(worn=3, shield=2), points=8))
    assert spells.dispelled(seat_in(clad), bolt)[0] == No()


def test_a_card_is_kept_with_whoever_can() -> None:
    seat = asked(field("bolt"), Phase.MAGIC, Task(Do.KEEP_CARDS))
    assert steady_says(seat)[0] == Named(MAGE)
