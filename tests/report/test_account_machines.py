"""How the account tells of chariots and engines."""

from kit.accounts import told_of
from kit.fights import in_combat, met
from kit.tables import BLUE, Put, table
from kit.troops import BOLT, STONE, engine, scythed_chariot, warriors
from maniple.battle.asks import Aim, AskAnswer, Shot
from maniple.battle.sheet import Missile
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import UnitId


def test_impact_hits_are_told_with_the_blows() -> None:
    battle = table(
        Put(scythed_chariot(), x=20, y=20),
        Put(warriors(), x=20, y=20, facing=180, files=5, side=BLUE),
    )
    battle = in_combat(met(battle, 0, 1, charger=0))
    dice = [3, 1, 2, 2, 2, 2, 1, *[1] * 5]
    lines = told_of(battle, dice, until=lambda b: bool(b.combats) and b.combats[-1].is_done)
    assert lines[1] == (
        "Scythed chariot struck 1 blow needing 4+ to hit, 3+ to wound, no save and 5 impact hits "
        "needing 2+ to wound, no save: 5 hit, 4 wounded; 4 men fell; warriors struck 3 blows needing "
        "4+ to hit, 5+ to wound, save 5+: none hit  [troop.heavy-chariot]"
    )


def shot_by(weapon: Missile, *dice: int, models: int = 9) -> str:
    """What is told of a shot of an engine at warriors 20 inches away."""
    serving = engine("onager", weapon)
    battle = table(
        Put(serving, x=30, y=10),
        Put(warriors("band", models), 30, 30, 180, 3, BLUE),
        phase=Phase.SHOOTING,
        todo=(Task(Do.SHOOT),),
    )
    answers: list[AskAnswer] = [Shot(UnitId(0), UnitId(1), weapon.name)]
    if weapon.template:
        answers.append(Aim(0.0, 21.181))
    (line,) = told_of(battle, dice, answers, until=lambda b: not _is_shooting(b))
    return line


def _is_shooting(battle: Battle) -> bool:
    return (
        bool(battle.turn.todo)
        and battle.turn.todo[0].do is Do.SHOOT
        and not any(unit.doings.shot for unit in battle.units)
    )


def test_a_stone_is_told_with_its_fall_and_its_slain() -> None:
    assert shot_by(STONE, 1, 3, 1, 1, 1, 1, 1, 4, 1, 1, 1, 2) == (
        "Onager threw a stone 21.2 inches at band, which fell where it was aimed; 6 hit, 1 wounded; "
        "band lost 1 man, with 8 left  [engine.stone-thrower]"
    )
    assert shot_by(STONE, 3, 2, 3) == (
        "Onager threw a stone 21.2 inches at band, which fell 4 inches astray, towards 3 o'clock  "
        "[engine.stone-thrower]"
    )


def test_a_misfire_is_told() -> None:
    assert shot_by(STONE, 1, 6, 1) == (
        "Onager misfired with a 1 and was destroyed  [engine.stone-thrower]"
    )
    assert shot_by(STONE, 1, 6, 2) == (
        "Onager misfired with a 2, would not throw in its next turn either and lost 1 man, with 7 "
        "left  [engine.stone-thrower]"
    )


def test_a_bolt_is_told_with_the_men_it_went_through() -> None:
    assert shot_by(BOLT, 4, 2, 3, 3) == (
        "Onager shot a bolt at band from 20 inches, needing 4+: 2 models wounded; band lost 2 men, "
        "with 7 left  [engine.bolt-thrower, shoot.casualties]"
    )
    assert shot_by(BOLT, 1) == (
        "Onager shot a bolt at band from 20 inches, needing 4+: it missed  [engine.bolt-thrower]"
    )
