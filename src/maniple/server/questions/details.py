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
from maniple.rules.shooting.firing import hindrances, need_at
from maniple.rules.special.crew import as_shooter
from maniple.server.wire.questions import Say

FACINGS = {Edge.FRONT: "front", Edge.RIGHT: "right", Edge.REAR: "rear", Edge.LEFT: "left"}
TWO_DICE = {7: "6 & 4+", 8: "6 & 5+", 9: "6 & 6"}
"""Needs that one die can't show: a six, and then a second die. [shoot.to-hit]"""


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
    archers = as_shooter(unit)
    near, further = [
        _in_words(need_at(battle, archers, target, missile, long=long, response=None))
        for long in (False, True)
    ]
    same = "yes" if near == further else "no"
    found = [Say("detail.need", (("same", same), ("short", near), ("long", further)))]
    found += [Say("detail.because", (("why", one.what),)) for one in hindered]
    return (*found, *distance(game, shot.shooter, shot.target))


def _in_words(need: int) -> str:
    return f"{need}+" if need <= 6 else TWO_DICE.get(need, "–")


def distance(game: Game, a: UnitId, b: UnitId) -> tuple[Say, ...]:
    """How far two units are from each other, where that may be measured now."""
    inches = game.measure(a, b)
    if isinstance(inches, Refusal):
        return ()
    return (Say("detail.inches", (("inches", round(inches, 1)),)),)


def of_strength(battle: Battle, unit: UnitId) -> tuple[Say, ...]:
    """How many stand in a unit."""
    return (Say("detail.models", (("models", battle.units[unit].models),)),)
