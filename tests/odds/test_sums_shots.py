"""The sum of a volley, a bolt and a stone: who shoots, what it needs, what to expect."""

from fractions import Fraction

import pytest

from kit.sums import exact, part
from maniple.battle.asks import Aim, AimEngine, Ask, AskAnswer, NameShot, Shot
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase
from maniple.battle.terrain import Cover
from maniple.battle.unit import Moved
from maniple.odds.answers import Explained
from maniple.odds.policies import policy_of
from maniple.odds.situations import Situation, shooting
from maniple.odds.sums import sums_of
from maniple.play.odds import step_odds
from maniple.rules.legality import options, sample


def shoots(battle: Battle, ask: Ask) -> AskAnswer | None:
    """Whatever may be shot is shot, at the first target."""
    if isinstance(ask, NameShot):
        return next(iter(options(battle, ask) or ()))
    return sample(battle, ask, lambda _: 0) if isinstance(ask, AimEngine) else None


SHOOTING = policy_of([shoots])


def shot(situation: Situation) -> tuple[Explained, ...]:
    return sums_of(
        situation.battle, SHOOTING, until=lambda after: after.turn.phase is not Phase.SHOOTING
    )


def archers(inches: float = 14, cover: Cover = Cover.NONE, moved: Moved = Moved.STOOD) -> Situation:
    return shooting("16 archers, 8 wide", "10 warriors, 5 wide", inches, cover=cover, moved=moved)


@pytest.mark.rule("shoot.modifiers", "shoot.to-hit")
def test_everything_that_makes_a_shot_harder_is_told() -> None:
    near = part(shot(archers(6)), "Archers at Warriors")["to hit"]
    assert (near.figure, near.note) == ("3+", "Ballistic Skill 4")
    covered = part(shot(archers(cover=Cover.HARD)), "Archers at Warriors")["to hit"]
    assert covered.figure == "3+ +2 +1 = 6+"
    assert covered.note == "Ballistic Skill 4; +2 hard cover; +1 long range"
    assert covered.rules == ("shoot.to-hit", "shoot.modifiers")
    moved = part(shot(archers(cover=Cover.HARD, moved=Moved.MOVED)), "Archers at Warriors")
    assert moved["to hit"].figure == "3+ +2 +1 +1 = 6 then 4+"


@pytest.mark.rule("shoot.massed", "shoot.front-rank")
def test_it_is_told_who_of_the_ranks_shoots() -> None:
    still = part(shot(archers()), "Archers at Warriors")["shots"]
    assert (still.figure, still.note) == ("12", "half of the men behind shoot too")
    assert still.rules == ("shoot.front-rank", "shoot.massed")
    moved = part(shot(archers(moved=Moved.MOVED)), "Archers at Warriors")["shots"]
    assert (moved.figure, moved.note) == ("8", "the first rank alone")


@pytest.mark.rule("shoot.casualties")
def test_what_to_expect_of_a_volley_is_the_mean_of_the_odds() -> None:
    """Of ten men no more than ten: a little less than the product of the chances."""
    situation = archers()
    told = shot(situation)
    batch = part(told, "Archers at Warriors")
    assert exact(batch["hits"]) == 12 * Fraction(1, 2)
    assert exact(batch["unsaved"]) == 12 * Fraction(1, 2) * Fraction(1, 2) * Fraction(5, 6)
    after = step_odds(situation.battle, SHOOTING)
    mean = sum(chance * (10 - end.units[1].models) for end, chance in after.items())
    assert mean < exact(batch["unsaved"])
    rows = [row for one in told if one.heading == "Archers in all" for row in one.figures]
    assert [exact(row) for row in rows] == [mean] or batch["unsaved"].figure == f"{float(mean):.2f}"


@pytest.mark.rule("panic.shooting")
def test_it_is_told_how_many_must_fall_for_a_panic_test() -> None:
    """As the first outcome of the odds that leads to one says."""
    situation = archers()
    after = step_odds(situation.battle, SHOOTING)
    fallen = [
        10 - end.units[1].models
        for end in after
        if any(task.do is Do.PANIC_TEST for task in end.turn.todo)
    ]
    test = part(shot(situation), f"{min(fallen)} or more shot down: Warriors, not to panic")
    assert exact(test["chance"]) == Fraction(10, 36)
    assert test["who fails"].figure == "flees"


@pytest.mark.rule("engine.bolt-thrower")
def test_a_bolt_is_told_rank_by_rank() -> None:
    situation = shooting("bolt thrower", "20 warriors, 5 wide", 20)
    told = part(shot(situation), "Bolt thrower at Warriors: a bolt")
    assert told["to hit"].figure == "4+"
    assert [told[f"rank {n}"].figure for n in (1, 2)] == ["2+ to wound", "3+ to wound"]
    after = step_odds(situation.battle, SHOOTING)
    mean = sum(chance * (20 - end.units[1].models) for end, chance in after.items())
    assert exact(told["wounds"]) == mean


@pytest.mark.rule("engine.stone-thrower")
def test_a_stone_may_come_down_elsewhere() -> None:
    told = part(shot(shooting("onager", "20 warriors, 5 wide", 20)), "Onager: where the stone")
    assert exact(told["where it was aimed"]) == Fraction(2, 6) * Fraction(5, 6)
    assert exact(told["a misfire"]) == Fraction(1, 6)
    assert sum(exact(row) for row in told.values()) == 1


@pytest.mark.rule("troop.elephant")
def test_shots_at_a_beast_and_at_its_crew_are_told_apart() -> None:
    told = shot(shooting("16 archers, 8 wide", "an elephant", 6))
    beast, crew = (part(told, f"Archers at {who}") for who in ("Elephant", "the crew of Elephant"))
    assert beast["to hit"].note == "Ballistic Skill 4; -1 at a large target"
    assert beast["to hit"].rules == ("shoot.to-hit", "shoot.large-targets")
    assert int(beast["shots"].figure) + int(crew["shots"].figure) == 12


@pytest.mark.rule("engine.stone-thrower")
def test_where_the_stone_strikes_its_hits_are_told() -> None:
    def straight_on(_: Battle, ask: Ask) -> AskAnswer | None:
        return Aim(0.0, 21.0) if isinstance(ask, AimEngine) else None

    battle = shooting("onager", "20 warriors, 5 wide", 20).battle
    told = sums_of(
        battle,
        policy_of([straight_on, shoots]),
        until=lambda after: after.turn.phase is not Phase.SHOOTING,
    )
    wholly, partly = (
        part(told, f"Onager at Warriors: {how} under") for how in ("wholly", "partly")
    )
    assert wholly["hits"].rules == ("engine.stone-thrower",)
    assert exact(wholly["wounds"]) == int(wholly["hits"].figure) * Fraction(5, 6)
    assert partly["to hit"].figure == "4+"
    assert partly["to hit"].rules == ("engine.stone-thrower",)
    assert partly["to wound"].rules == ("shoot.to-wound",)


@pytest.mark.rule("character.look-out-sir")
def test_shots_at_a_man_in_the_ranks_mostly_strike_others() -> None:
    def at_him(battle: Battle, ask: Ask) -> AskAnswer | None:
        picked = [o for o in options(battle, ask) or () if isinstance(o, Shot) and o.target == 2]
        return picked[0] if picked else None

    battle = shooting("16 archers, 8 wide", "20 warriors, 5 wide, with a general", 6).battle
    told = sums_of(
        battle,
        policy_of([at_him]),
        until=lambda after: after.turn.phase is not Phase.SHOOTING,
    )
    batch = part(told, "Archers at Chieftain, with the composite bow")
    assert exact(batch["of them on the man aimed at"]) == exact(batch["hits"]) / 6
    assert batch["unsaved on other men"].rules == ("character.look-out-sir",)
    assert exact(batch["unsaved on other men"]) == exact(batch["hits"]) * Fraction(5, 6) * Fraction(
        1, 2
    ) * Fraction(5, 6)
    assert "at a single man" in batch["to hit"].note
    assert {"wounds on Chieftain", "wounds on Warriors"} == set(part(told, "Archers in all"))


@pytest.mark.rule("engine.shot-at")
def test_shots_at_an_engine_and_its_crew_are_told_apart() -> None:
    told = shot(shooting("16 archers, 8 wide", "onager", 6))
    engine = part(told, "Archers at the engine of Onager")
    assert engine["to hit"].figure == "3+"
    assert {row.what for one in told for row in one.figures} >= {"wounds on the engine of Onager"}
