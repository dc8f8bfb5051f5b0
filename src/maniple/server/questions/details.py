"""What a player may know about a choice before he makes it: the facing struck, cover, what is needed.

Distances are told only where measuring is free. [measure.when, measure.free]
"""

from maniple.battle.asks import ChargeOrder, Shot
from maniple.battle.judged import Refusal
from maniple.battle.state import Battle
from maniple.battle.unit import UnitId
from maniple.geometry import Edge
from maniple.play.game import Game
from maniple.rules.charging.facing import has_facings, zones_possible
from maniple.rules.fighting.charts import missile_need
from maniple.rules.shooting.firing import hindrances
from maniple.server.wire.questions import Say

FACINGS = {Edge.FRONT: "front", Edge.RIGHT: "right", Edge.REAR: "rear", Edge.LEFT: "left"}
LONGER = 1
"""What long range adds to the need. [shoot.modifiers]"""


def of_charge(game: Game, order: ChargeOrder) -> tuple[Say, ...]:
    """The facing that will be struck, and how far it is where that may be measured. [charge.facing]"""
    found: list[Say] = []
    target = game.battle.units[order.target]
    if has_facings(target):
        for edge in zones_possible(game.battle, order.charger, order.target):
            found.append(Say(f"detail.facing.{FACINGS[edge]}"))
    if target.fleeing:
        found.append(Say("detail.fleeing"))
    return (*found, *distance(game, order.charger, order.target))


def of_shot(game: Game, shot: Shot) -> tuple[Say, ...]:
    """What each shot needs at short range, and why; range is not measured before. [shoot.modifiers]"""
    battle = game.battle
    unit, target = battle.units[shot.shooter], battle.units[shot.target]
    missile = next((one for one in unit.missiles if one.name == shot.weapon), None)
    if missile is None or missile.template:
        return distance(game, shot.shooter, shot.target)
    hindered = hindrances(battle, unit, target, missile, None)
    harder = sum(one.figure for one in hindered)
    skill = unit.sheet.profile.ballistic_skill
    near = missile_need(skill, harder)
    further = near if missile.ignores_range else missile_need(skill, harder + LONGER)
    same = "yes" if near == further else "no"
    found = [Say("detail.need", (("same", same), ("short", near), ("long", further)))]
    found += [Say("detail.because", (("why", one.what),)) for one in hindered]
    return (*found, *distance(game, shot.shooter, shot.target))


def distance(game: Game, a: UnitId, b: UnitId) -> tuple[Say, ...]:
    """How far two units are from each other, where that may be measured now."""
    inches = game.measure(a, b)
    if isinstance(inches, Refusal):
        return ()
    return (Say("detail.inches", (("inches", round(inches, 1)),)),)


def of_strength(battle: Battle, unit: UnitId) -> tuple[Say, ...]:
    """How many stand in a unit."""
    return (Say("detail.models", (("models", battle.units[unit].models),)),)
