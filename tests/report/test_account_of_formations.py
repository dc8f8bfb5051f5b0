"""What the account says of testudo, of the front of a phalanx, and of who fell in units of several kinds."""

from msgspec.structs import replace

from kit.fights import met, run_to
from kit.tables import BLUE, RED, Put, table
from kit.troops import archers, foot, phalanx, spears_and_bows, under_shields
from maniple.battle.asks import Shot
from maniple.battle.chance_requests import Blows, Volley
from maniple.battle.events import FirstTurnRolled, TestudoStated, TurnBegan
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import UnitId
from maniple.play.script import Script
from maniple.play.told import Fell, Happened
from maniple.report.account.teller import Account
from maniple.rules.fighting.combat_round import strike
from maniple.rules.shooting.volley import name_shot


def account_of(battle: Battle, *scripts: Script) -> str:
    """The account of what the scripts have seen one after the other, from this battle on."""
    account = Account()
    for event in (FirstTurnRolled(RED), TurnBegan(1, RED)):
        _ = account.tell(Happened(event, event.changed(battle)))
    rolled = iter([pair for script in scripts for pair in script.rolled])
    events = [event for script in scripts for event in script.table.events]
    afters = [after for script in scripts for after in script.table.after]
    for event, after in zip(events, afters, strict=True):
        if type(event).__name__ in ("UnitShot", "WoundsTaken"):
            request, dice = next(rolled, (None, None))
            if isinstance(request, Volley | Blows) and dice is not None:
                _ = account.tell(Fell(request, dice, battle))
        _ = account.tell(Happened(event, after))
    return "\n".join(line.plain() for line in account.rest(scripts[-1].battle))


def test_a_volley_tells_of_the_phalanx_and_of_who_fell() -> None:
    battle = table(
        Put(archers(), 20, 20, files=8),
        Put(phalanx(), 20, 30, 180, files=6, side=BLUE),
        phase=Phase.SHOOTING,
        todo=(Task(Do.SHOOT),),
    )
    dice = [6, 6, 6, 6, 1, 1, 1, 1, 6, 6, 6, 6, 1, 1, 1, 1]
    script = Script(battle, dice, [Shot(UnitId(0), UnitId(1), "bow")])
    _ = script.run(name_shot(script.table, Task(Do.SHOOT)))
    told = account_of(battle, script)
    assert "at the front of a phalanx" in told
    assert "troop.phalanx" in told.rpartition("[")[2]


def test_testudo_is_told() -> None:
    battle = table(Put(under_shields(), 20, 20, files=6))
    script = Script(battle)
    script.table.record(TestudoStated(UnitId(0), True))
    assert "Under shields stood in testudo  [troop.testudo]" in account_of(battle, script)


def test_who_fell_is_told_by_kinds() -> None:
    foes = foot("foes", 24, leader=False)
    foes = replace(foes, profile=replace(foes.profile, initiative=5))
    battle = met(
        table(Put(foes, 20, 20, files=6), Put(spears_and_bows(), 20, 20, 180, files=6, side=BLUE)),
        0,
        1,
    )
    # six blows: four hit, three wound, one is saved
    dice = [4, 4, 4, 4, 1, 1, 4, 4, 4, 1, 5, 1, 1]
    opened = run_to(battle, Do.STRIKE)
    struck = Script(opened.battle, dice)
    _ = struck.run(strike(struck.table, Task(Do.STRIKE)))
    told = account_of(battle, opened, struck)
    assert "2 men fell (2 of the spearmen)" in told
    assert "troop.combined-formation" in told
