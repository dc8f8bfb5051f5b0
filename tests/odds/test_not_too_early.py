"""An outcome is told when nothing can change it any more: no edge, no enemy in the way, no friends."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from kit.fights import met
from kit.tables import BLUE, Put, table
from kit.troops import spearmen, warriors
from maniple.battle.sides import Side
from maniple.battle.state import Battle, Combat
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import UnitId
from maniple.odds.asking import asked
from maniple.odds.charge_outcomes import HELD, what_came
from maniple.odds.fight import fight, fight_view
from maniple.odds.flight import AWAY, CAUGHT, FALLS_BACK, FALLS_OFF, SHUT_IN, fate, flee_and_pursue
from maniple.odds.moments import set_at
from maniple.odds.policies import policy_of
from maniple.odds.rounds import OFF_TABLE, STANDING
from maniple.odds.situations import Situation

US, FOE, THIRD = UnitId(0), UnitId(1), UnitId(2)
SENSIBLE = policy_of()
PAIRS = Fraction(575, 1296)


def fighting(y: float) -> Battle:
    """Spearmen (0) before warriors (1), who look down the table, in touch at this height."""
    battle = table(
        Put(spearmen(models=10), x=36, y=y, files=5),
        Put(warriors(models=10), x=36, y=y, facing=180, files=5, side=BLUE),
    )
    return met(battle, 0, 1)


@pytest.mark.rule("flee.blocked", "flee.mob")
@pytest.mark.parametrize("inches", [0.5, 1.5, 2.0])
def test_an_enemy_not_far_behind_shuts_in_the_mob_that_a_line_becomes(inches: float) -> None:
    """Twenty in two ranks reach back no further than two bases; as a mob they take twice as much."""
    back = 2 * 20 / 25.4
    battle = table(
        Put(spearmen(models=10), x=36, y=24, files=5),
        Put(spearmen("behind", models=30), 36, 24 + back + inches, facing=180, files=30),
        Put(warriors(models=20), x=36, y=24, facing=180, files=10, side=BLUE),
    )
    answer = flee_and_pursue(Situation(met(battle, 0, 2), THIRD))
    assert answer.chance_of(CAUGHT) == PAIRS
    assert answer.chance_of(SHUT_IN) == 1 - PAIRS
    assert answer.chance_of(AWAY) == 0


@pytest.mark.rule("break.fall-back.move", "flee.off-table")
def test_near_the_edge_one_who_falls_back_may_leave_the_table() -> None:
    """Four inches and a half behind it: lost with a total of 5 or more, 30 times in 36."""

    def fell(y: float) -> dict[str | None, Fraction]:
        combat = Combat(
            (US, FOE), winner=Side.RED, margin=1, falling_back=(FOE,), fought=True, is_done=True
        )
        battle = replace(fighting(y), combats=(combat,))
        begin = set_at(battle, Phase.COMBAT, Task(Do.HOLD_OR_PURSUE))
        return dict(asked(begin, lambda now: fate(now, FOE), SENSIBLE).chances)

    assert fell(42.0)[FALLS_OFF] == Fraction(30, 36)
    assert FALLS_OFF not in fell(24.0)
    assert fell(24.0)[FALLS_BACK] == 1 - PAIRS


@pytest.mark.rule("flee.off-table")
def test_who_breaks_at_the_edge_has_not_escaped() -> None:
    near, far = (fight(Situation(fighting(y), US, FOE), rounds=1) for y in (42.0, 24.0))
    assert near.chance_of(f"warriors {OFF_TABLE}") > 0
    assert all(OFF_TABLE not in outcome.name for outcome in far.outcomes)
    assert sum(outcome.chance for outcome in near.outcomes) == 1
    assert near.chance_of("warriors broken and caught") == far.chance_of(
        "warriors broken and caught"
    )


def friend_broken() -> tuple[Battle, Battle]:
    """Spearmen (0) and their friends (1) beaten by warriors (2): the friends have broken, the spearmen
    have held. As the fight began, and as it stands.
    """
    battle = table(
        Put(spearmen(models=10), x=34, y=24, files=5),
        Put(spearmen("friends", models=10), x=38, y=24, files=5),
        Put(warriors(models=20), x=36, y=24, facing=180, files=10, side=BLUE),
    )
    battle = met(met(battle, 0, 2), 1, 2)
    combat = Combat((US, FOE, THIRD), winner=Side.BLUE, margin=2, broken=(FOE,), fought=True)
    beaten = replace(battle, combats=(combat,))
    return battle, set_at(beaten, Phase.COMBAT, Task(Do.CLOSE_COMBAT))


@pytest.mark.rule("panic.broken-friends", "break.panic-order")
def test_who_holds_may_yet_run_with_friends_who_broke() -> None:
    """Leadership 7: 21 of 36 stand."""
    start, begin = friend_broken()
    seen = asked(begin, fight_view(start, US, THIRD, 1), SENSIBLE)
    stand = [chance for end, chance in seen.chances.items() if end.fates[0] == STANDING]
    assert sum(stand) == Fraction(21, 36)
    came = asked(begin, lambda battle: what_came(battle, THIRD, US), SENSIBLE)
    assert came.chances[HELD] == Fraction(21, 36)
