"""Look out: who is hit by a missile in the ranks of his unit is struck on a 1; else another man of the
unit takes the hit. [character.look-out-sir]

    looked_out     hits on a character, with what becomes of those that he is warned of
    everyone_hit   all whom a volley, or a stone, may wound
    as_mark        a character in the ranks as those see him who shoot at him
"""

from collections.abc import Iterable

from msgspec.structs import replace

from maniple.battle.bodies import where_stands
from maniple.battle.chance_requests import Attacks, Struck, Turned, struck_by
from maniple.battle.state import Battle
from maniple.battle.unit import NOBODY, Unit, UnitId
from maniple.dice.stages import Stage
from maniple.geometry import pose_of
from maniple.rules.fighting.standing import base_of
from maniple.rules.special.crew import wounds_to_lose
from maniple.rules.special.engine import engine_wounds_left

LOOK_OUT_RULE = "character.look-out-sir"

LOOK_OUT = Stage("look out", 2, kind="save")
"""A 1 strikes him."""


def looked_out(battle: Battle, attack: Attacks, others: tuple[Stage, ...]) -> Attacks:
    """Hits on a character with a unit. `others`: what they need to wound another man of it, who is not
    saved. [character.look-out-sir]
    """
    host = where_stands(battle, battle.units[attack.target])
    hit, *rest = attack.stages
    turned = Turned(host.id, others, host.sheet.profile.wounds)
    return replace(attack, stages=(hit, LOOK_OUT, *rest), turned=turned)


def everyone_hit(battle: Battle, attacks: Iterable[Attacks]) -> tuple[Struck, ...]:
    """All whom these may wound, each with the wounds that he has to lose. [shoot.casualties]"""
    attacks = tuple(attacks)
    aimed: dict[tuple[UnitId, bool, bool], None] = {}
    for attack in attacks:
        aimed[attack.target, attack.at_crew, attack.at_engine] = None
        if attack.turned is not None:
            aimed[attack.turned.target, False, False] = None
    return tuple(
        [
            struck_by(
                attacks,
                target,
                _to_lose(battle.units[target], crew, engine),
                crew=crew,
                engine=engine,
            )
            for target, crew, engine in aimed
        ]
    )


def as_mark(battle: Battle, target: Unit) -> Unit:
    """The target; a character in the ranks as a single man where he stands. [character.target]"""
    if target.host == NOBODY:
        return target
    return replace(target, pose=pose_of(base_of(battle, target)))


def _to_lose(unit: Unit, crew: bool, engine: bool) -> int:
    return engine_wounds_left(unit) if engine else wounds_to_lose(unit, crew=crew)
