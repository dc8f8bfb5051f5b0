"""What a player is told before he shoots is what the volley then needs."""

import pytest
from msgspec.structs import replace

from kit.tables import BLUE, Put, table
from kit.troops import foot
from maniple import load_roster, load_scenario, roster_names
from maniple.armies.muster import units_for_battle
from maniple.battle.asks import Shot
from maniple.battle.sheet import Sheet
from maniple.battle.sides import Pair
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import UnitId
from maniple.play.chance import SeededChance
from maniple.play.game import Game
from maniple.rules.shooting.firing import need_at
from maniple.rules.special.crew import as_shooter
from maniple.server.questions.details import of_shot

US, THEM = UnitId(0), UnitId(1)


def shooters() -> dict[str, Sheet]:
    """Every unit of the rosters that shoots, once."""
    found: dict[str, Sheet] = {}
    field = load_scenario("open-field").field
    for name in roster_names():
        roster = load_roster(name)
        for sheet in [unit.sheet for unit in units_for_battle(Pair(roster, roster), field)]:
            if (sheet.missiles or sheet.crew or sheet.shares) and not sheet.is_character:
                found.setdefault(sheet.name, sheet)
    return found


@pytest.mark.rule("shoot.to-hit", "shoot.modifiers")
def test_the_need_that_is_told_is_the_one_that_counts() -> None:
    told = 0
    for sheet in shooters().values():
        ours = Put(sheet, x=30, y=10, files=min(5, sheet.models))
        battle = table(
            ours, Put(foot("foe"), x=30, y=18, facing=180, side=BLUE), phase=Phase.SHOOTING
        )
        battle = replace(battle, turn=replace(battle.turn, todo=(Task(Do.SHOOT),)))
        game = Game.resume(battle, (), SeededChance(1))
        unit, foe = battle.units[US], battle.units[THEM]
        for missile in unit.missiles:
            if missile.template:
                continue
            words = of_shot(game, Shot(US, THEM, missile.name))
            need = need_at(battle, as_shooter(unit), foe, missile, long=False, response=None)
            args = dict(next(one for one in words if one.key == "detail.need").args)
            expected = (
                f"{need}+" if need <= 6 else {7: "6 & 4+", 8: "6 & 5+", 9: "6 & 6"}.get(need, "–")
            )
            assert args["short"] == expected, sheet.name
            told += 1
    assert told > 20
