"""Challenges, and shots at men in the ranks, in plain words."""

from msgspec.structs import replace

from kit.accounts import told_of
from kit.changes import joined
from kit.fights import in_combat, met
from kit.tables import BLUE, RED, Put, table
from kit.troops import SHORT_BOW, foot, general
from maniple.battle.asks import Done, Named, Shot, Withdraw
from maniple.battle.sheet import Profile, Sheet
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import UnitId

OURS, THEIRS, HERO, CHIEF = (UnitId(i) for i in range(4))


def hero(name: str) -> Sheet:
    sheet = replace(general(name, mounted=False), is_general=False)
    return replace(sheet, profile=Profile(4, 5, 4, 4, 3, 2, 5, 2, 8))


def plain(name: str) -> Sheet:
    return foot(name, 10, leader=False, standard=False, musician=False)


def two_units() -> Battle:
    battle = table(
        Put(plain("Cohort"), 36, 24, files=5),
        Put(plain("Band"), 36, 24, 180, 5, BLUE),
        Put(hero("Marcus"), 10, 10),
        Put(hero("Brennus"), 60, 40, 180, side=BLUE),
    )
    battle = joined(joined(battle, HERO, OURS), CHIEF, THEIRS)
    return in_combat(met(battle, OURS, THEIRS, charger=OURS))


def opened(battle: Battle) -> bool:
    return any(task.do is Do.OPEN_ROUND for task in battle.turn.todo[:1])


def test_a_challenge_that_is_met() -> None:
    lines = told_of(two_units(), (), (Named(HERO), Named(CHIEF)), opened)
    assert lines[1:] == [
        "Marcus challenged Brennus, who met him man to man  [challenge.issue, challenge.fight]"
    ]


def test_a_challenge_that_is_refused() -> None:
    lines = told_of(two_units(), (), (Named(HERO), Withdraw(CHIEF)), opened)
    (line,) = lines[1:]
    assert line == (
        "Marcus made a challenge; Brennus retired from it to the back of Band  "
        "[challenge.issue, challenge.refuse]"
    )


def test_nobody_challenges() -> None:
    assert told_of(two_units(), (), (Done(), Done()), opened)[1:] == []


def test_a_challenge_that_goes_on() -> None:
    battle = two_units()
    units = [
        replace(u, duel={HERO: CHIEF, CHIEF: HERO}.get(u.id, UnitId(-1))) for u in battle.units
    ]
    lines = told_of(replace(battle, units=tuple(units)), (), (), opened)
    assert lines[1:] == ["Marcus and Brennus fought on man to man  [challenge.fight]"]


def test_shots_at_a_man_in_the_ranks() -> None:
    archers = foot("Archers", 4, missiles=(SHORT_BOW,), leader=False, standard=False)
    battle = table(
        Put(archers, x=30, y=10, files=4),
        Put(plain("Band"), x=30, y=16, facing=180, files=10, side=BLUE),
        Put(hero("Brennus"), x=60, y=40, side=BLUE),
        phase=Phase.SHOOTING,
        todo=(Task(Do.SHOOT),),
        side=RED,
    )
    battle = joined(battle, 2, 1)
    shot = Shot(UnitId(0), UnitId(2), "short bow")
    dice = (5, 5, 6, 4, 1, 2, 6, 4, 5, 4, 4, 1, 1)
    told = told_of(battle, dice, (shot,), lambda b: b.units[0].doings.shot and not b.turn.todo[1:])
    (line,) = told
    assert line == (
        "Archers shot at Brennus in the ranks of Band with the short bow from 6 inches, 4 shots "
        "needing 5+ (at a single man): 3 hit, 2 taken by other men, 3 wounded; Brennus took 1 wound, "
        "and nobody fell; Band lost 2 men, with 8 left  "
        "[shoot.modifiers, character.target, character.look-out-sir]"
    )
