"""The sum of what comes after the blows: Break tests by the difference, flight, pursuit, panic."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from kit.fights import counted, met
from kit.sums import exact, part, sum_of
from kit.tables import BLUE, Put, table
from kit.troops import battle_standard, foot, general, horse, legionaries, spearmen, warriors
from maniple.battle.asks import Ask, AskAnswer, DeclareCharge
from maniple.battle.sheet import Sheet, Traits
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.tasks import Do
from maniple.battle.unit import UnitId
from maniple.dice.pool import D6
from maniple.odds.answers import Figure
from maniple.odds.policies import holds_back, policy_of, sensible
from maniple.odds.situations import apart
from maniple.odds.sums import sums_of
from maniple.odds.sums_course import is_next
from maniple.odds.sums_result import beaten_by
from maniple.play.odds import chances
from maniple.rules.legality import options

FOE = UnitId(1)
OF_36 = {2: 1, 3: 3, 4: 6, 5: 10, 6: 15, 7: 21, 8: 26, 9: 30}
"""2D6 at most so much: in so many of 36 throws."""
AGAIN = {4: "30.56 %", 5: "47.84 %", 6: "65.97 %"}
"""The same with one re-roll, as published tables have it (4: 1 - (30/36) squared)."""


def struck(loser: Sheet, *more: Put, charger: int = -1, winner: Sheet | None = None) -> Battle:
    """A round of which all blows are struck: red's winner and blue's loser, four files each."""
    battle = table(
        Put(winner or spearmen("winners"), x=36, y=20, files=4),
        Put(loser, x=36, y=20, facing=180, files=4, side=BLUE),
        *more,
    )
    return counted(met(battle, 0, 1, charger=charger))


def lost(battle: Battle) -> dict[str, Figure]:
    return part(sums_of(battle, sensible), f"{battle.units[FOE].sheet.name}, if the round is lost")


@pytest.mark.rule("break.test")
def test_what_a_loser_needs_falls_with_the_difference() -> None:
    """Leadership 7: the published chances of 2D6, as fractions."""
    told = lost(struck(spearmen()))
    assert (told["Leadership"].figure, told["Leadership"].note) == ("7", "of the men")
    for margin in range(1, 6):
        need = 7 - margin
        row = told[f"lost by {margin}"]
        assert row.figure.startswith(f"{need} or less on 2D6: ")
        assert exact(row) == Fraction(OF_36[need], 36)
        assert row.rules == ("break.test",)
    assert told["lost by 6 or more"].figure == "no roll holds: 0 %"
    assert told["a failure"].figure == "breaks"


@pytest.mark.rule("break.test")
@pytest.mark.parametrize("margin", [1, 3, 5])
def test_the_table_says_what_the_odds_say(margin: int) -> None:
    battle = struck(warriors())
    row = lost(battle)[f"lost by {margin}"]
    beaten = beaten_by(battle, sensible, Side.BLUE, margin)

    def holds(after: Battle) -> bool | None:
        ran = [combat for combat in after.combats if combat.margin]
        if not ran or is_next(after, Do.BREAK_TEST):
            return None
        assert ran[0].margin == margin
        return FOE not in ran[0].broken

    assert chances(beaten, holds, sensible).chances[True] == exact(row)


@pytest.mark.rule("battle-standard.reroll")
def test_near_the_battle_standard_a_failure_is_rolled_again() -> None:
    told = lost(struck(spearmen(), Put(battle_standard(), x=36, y=30, side=BLUE)))
    for need, chance in AGAIN.items():
        row = told[f"lost by {7 - need}"]
        assert row.figure == f"{need} or less on 2D6, with a second try: {chance}"
        assert row.rules == ("break.test", "battle-standard.reroll")


@pytest.mark.rule("general.leadership")
def test_it_is_told_whose_leadership_it_is() -> None:
    near = lost(struck(spearmen(), Put(general(), x=36, y=30, side=BLUE)))
    assert near["Leadership"].figure == str(general().profile.leadership)
    assert near["Leadership"].rules == ("general.leadership",)
    assert near["Leadership"].note == "of general, near by"
    far = lost(struck(spearmen(), Put(general(), x=36, y=40, side=BLUE)))
    assert far["Leadership"].rules == ("psychology.test",)


@pytest.mark.rule("troop.warband")
def test_a_warbands_ranks_are_added() -> None:
    told = part(sum_of("18 legionaries", "24 warriors, 8 wide"), "Warriors, if the round")
    assert told["ranks"].figure == "+2 = 7"
    assert told["ranks"].rules == ("troop.warband",)
    assert told["lost by 1"].figure.startswith("6 or less")


@pytest.mark.rule("troop.stubborn", "break.hopeless")
def test_the_stubborn_stand_once_and_roll_where_others_break() -> None:
    stubborn = replace(spearmen(), traits=Traits(stubborn=True))
    told = lost(struck(stubborn))
    assert told["lost by 1 or more"].figure == "stands fast without a test"
    assert told["lost by 1 or more"].rules == ("troop.stubborn",)
    worn = told["with 4 left or fewer"]
    assert worn.figure == "4+ on D6: 50.00 %"
    assert exact(worn) == Fraction(1, 2)
    assert lost(struck(spearmen()))["with 4 left or fewer"].figure == "breaks without a test"


@pytest.mark.rule("break.ferocious-charge")
def test_a_ferocious_charge_leaves_no_test() -> None:
    fierce = foot("fierce", traits=Traits(ferocious_charge=True))
    told = lost(struck(spearmen(), winner=fierce, charger=0))
    assert told["lost by 1 or more"].figure == "breaks without a test"
    assert told["lost by 1 or more"].rules == ("break.ferocious-charge",)
    assert not [what for what in told if "left" in what]


@pytest.mark.rule("break.fall-back")
def test_overwhelming_numbers_fall_back_instead() -> None:
    told = lost(struck(spearmen(models=16), winner=legionaries(models=6)))
    assert told["a failure"].figure == "falls back in good order"
    assert told["a failure"].rules == ("break.test", "break.fall-back")


@pytest.mark.rule("result.draw-musician")
def test_it_is_told_who_wins_if_the_round_is_equal() -> None:
    silent = replace(spearmen("silent"), musician=False)
    both = part(sums_of(struck(spearmen()), sensible), "If equal")
    assert both["musicians"].figure == "the higher die wins"
    one = struck(spearmen(), winner=silent)
    army = one.field.armies.of(BLUE)
    assert part(sums_of(one, sensible), "If equal")["musicians"].figure == f"{army} wins"
    none = sums_of(struck(replace(spearmen(), musician=False), winner=silent), sensible)
    assert "If equal" not in [told.heading for told in none]


@pytest.mark.rule("pursue.distance", "flee.distance")
def test_the_dice_of_flight_and_pursuit_and_who_is_ridden_down() -> None:
    """Pursuers must roll more: 2D6 after 2D6 in 575 of 1,296."""
    told = part(sums_of(struck(spearmen("losers")), sensible), "If losers must leave")
    assert told["flight of losers"].figure == "2D6 inches"
    assert told["pursuit of winners"].rules == ("pursue.distance",)
    assert exact(told["losers ridden down"]) == Fraction(575, 1296)
    assert told["losers ridden down"].figure == "44.37 %"
    riders = struck(spearmen("losers"), winner=horse("riders", models=10))
    after = part(sums_of(riders, sensible), "If losers must leave")
    assert after["pursuit of riders"].figure == "3D6 inches"
    assert exact(after["losers ridden down"]) == sum(
        (3 * D6).distribution().probability(far) * (2 * D6).distribution().at_most(far - 1)
        for far in range(3, 19)
    )


@pytest.mark.rule("pursue.restrain")
def test_who_would_hold_back_has_his_test_told() -> None:
    battle = struck(spearmen("losers"))
    told = sums_of(battle, policy_of([holds_back(Side.RED)]))
    test = part(told, "winners, to be held back")
    assert test["needed"].figure == "7 or less on 2D6"
    assert test["who fails"].figure == "pursues"
    assert "If losers must leave the fight" in [one.heading for one in told]
    assert not [one for one in sums_of(battle, sensible) if "held back" in one.heading]


@pytest.mark.rule("panic.broken-friends")
def test_friends_who_would_see_them_break_have_their_test_told() -> None:
    friends = Put(spearmen("friends"), x=46, y=28, facing=180, files=4, side=BLUE)
    told = sums_of(struck(spearmen(), friends), sensible)
    row = part(told, "If spearmen must leave the fight: friends who see it")["friends"]
    assert exact(row) == Fraction(21, 36)
    assert row.figure == "7 or less on 2D6: 58.33 %"
    assert row.rules == ("panic.broken-friends", "psychology.test")


@pytest.mark.rule("fear.charged", "troop.elephant")
def test_a_test_before_a_charge_says_what_a_failure_does() -> None:
    def charges(battle: Battle, ask: Ask) -> AskAnswer | None:
        return next(iter(options(battle, ask) or ())) if isinstance(ask, DeclareCharge) else None

    told = sums_of(apart("an elephant", "16 archers, 8 wide", 5.0).battle, policy_of([charges]))
    test = part(told, "Archers, to face the charge of Elephant")
    assert test["who fails"].figure == "hits on a 6 alone in its next round"
    assert test["who fails"].rules == ("fear.charged",)
    headings = [one.heading for one in told]
    assert headings.index("Who strikes when") == 1
