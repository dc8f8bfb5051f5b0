"""The fingerprint of a request: what of it a record keeps, to know it again.

It covers the kind, the side asked, the rule, the units, and the numbers that bear on legality or
odds, by an explicit list for each kind; never wording, never the list of options. A better
sentence must not break old records.
"""

from typing import Any

from maniple.battle import asks, chance_requests
from maniple.battle.chance_requests import Attacks, Struck, Turned
from maniple.battle.request import Request
from maniple.battle.sides import Side
from maniple.dice.pool import Pool
from maniple.dice.stages import Stage

FIELDS: dict[type, tuple[str, ...]] = {
    chance_requests.Roll: ("pool", "cite", "unit"),
    chance_requests.Test: ("pool", "at_most", "cite", "unit", "reroll"),
    chance_requests.RollOff: (
        "cite",
        "red_dice",
        "blue_dice",
        "red_plus",
        "blue_plus",
        "decided",
    ),
    chance_requests.Direction: ("cite", "unit"),
    chance_requests.Volley: ("shooter", "attacks", "targets"),
    chance_requests.Blows: ("striker", "attacks", "targets"),
    chance_requests.Pierce: (
        "shooter",
        "target",
        "hit",
        "ranks",
        "most",
        "damage",
        "wounds",
        "at_engine",
        "hurt",
    ),
    chance_requests.Scatter: ("unit", "cite"),
    asks.ChooseZone: ("side", "cite"),
    asks.PlaceUnit: ("side", "cite"),
    asks.PlaceCharacter: ("side", "cite", "unit"),
    asks.FormTestudo: ("side", "cite", "unit"),
    asks.DeclareCharge: ("side", "cite"),
    asks.AnswerCharge: ("side", "cite", "charger", "target"),
    asks.Redirect: ("side", "cite", "charger"),
    asks.FormRallied: ("side", "cite", "unit"),
    asks.NameDisengaging: ("side", "cite"),
    asks.DisengageMove: ("side", "cite", "unit"),
    asks.NameCharger: ("side", "cite"),
    asks.AlignOnSkirmishers: ("side", "cite", "charger", "target"),
    asks.DrawIn: ("side", "cite", "charger", "target"),
    asks.OrderUnit: ("side", "cite"),
    asks.NameShot: ("side", "cite"),
    asks.ParthianMove: ("side", "cite", "unit"),
    asks.AimEngine: ("side", "cite", "unit", "target"),
    asks.NameCombat: ("side", "cite"),
    asks.IssueChallenge: ("side", "cite", "challengers", "champions"),
    asks.AnswerChallenge: ("side", "cite", "challenger", "champions"),
    asks.ChooseArms: ("side", "cite", "unit"),
    asks.AllotBlows: ("side", "cite", "unit", "targets", "leader"),
    asks.ChooseStruck: ("side", "cite", "unit", "target", "kinds", "leader"),
    asks.ChooseFallen: ("side", "cite", "unit", "kinds"),
    asks.MayFallBack: ("side", "cite", "unit"),
    asks.HoldBack: ("side", "cite", "unit"),
    asks.ChoosePrey: ("side", "cite", "unit", "prey"),
    asks.MayOverrun: ("side", "cite", "unit"),
    asks.RedressRanks: ("side", "cite", "unit"),
    asks.CastSpell: ("side", "cite"),
    asks.MayDispel: ("side", "cite", "wizard", "spell", "target"),
    asks.KeepCard: ("side", "cite"),
}


# Any: what a request is answered with is no part of its fingerprint.
def fingerprint(request: Request[Any]) -> str:
    """The request in short: its kind, then each field of its list, in that order."""
    kind = type(request)
    parts = [kind.__name__]
    parts.extend(_written(getattr(request, name)) for name in FIELDS[kind])
    return " ".join(parts)


def _written(value: object) -> str:
    match value:
        case Side():
            return value.value
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case int() | str() | Pool():
            return str(value)
        case Attacks():
            stages = "/".join(_written(stage) for stage in value.stages)
            part = _part(value.at_crew, value.at_engine)
            turned = "" if value.turned is None else f"~{_written(value.turned)}"
            return f"{value.dice}x{stages}>{value.target}{part}{_damage(value)}{turned}"
        case Turned():
            stages = "/".join(_written(stage) for stage in value.stages)
            return f"{stages}>{value.target}/{value.most}"
        case Stage():
            again = "r" if value.reroll_misses else ""
            return f"{value.kind.replace(' ', '-')}:{value.need}{again}"
        case Struck():
            return f"{value.unit}{_part(value.crew, value.engine)}:{value.wounds}"
        case tuple():
            return "[" + ",".join(_written(part) for part in value) + "]"
        case _:
            raise TypeError(f"{value!r} has no place in a fingerprint")


def _part(crew: bool, engine: bool) -> str:
    return "c" if crew else "e" if engine else ""


def _damage(attacks: Attacks) -> str:
    return f"*D{attacks.damage}/{attacks.most}" if attacks.damage else ""
