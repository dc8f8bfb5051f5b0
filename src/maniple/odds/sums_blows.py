"""The sum of blows: how many, what each needs and by which rule, and what to expect.

blows_told    those that strike together, group by group
order_told    who strikes when, and why
attacks_told  other hits, as their stages say
in_all        what they cost each target on the average
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

from maniple.battle.chance import outcomes
from maniple.battle.chance_requests import SECOND, Attacks, Blows, Volley
from maniple.battle.events import StrikesOrdered
from maniple.battle.state import Battle, StrikeGroup
from maniple.battle.tasks import Do
from maniple.dice.stages import through
from maniple.odds.answers import Explained
from maniple.odds.sums_course import Asked, is_next, step, unlucky
from maniple.odds.sums_words import average, name
from maniple.play.explain import Blow, Modifier, blows_explained
from maniple.play.figures import (
    STAGE_RULES,
    Figure,
    blow_figures,
    by_kind,
    stage_figures,
)
from maniple.play.odds import Policy
from maniple.rules.fighting.blows import striking_of
from maniple.rules.fighting.strike_order import strike_key
from maniple.rules.fighting.strikers import bands
from maniple.rules.special.impact import IMPACT

Least: TypeAlias = Mapping[tuple[StrikeGroup, bool], int]
"""The blows left to a group, at its crew or not, when its unit has lost as many as can be."""

WHEELS = "impact"
"""Whose attacks those are that chariots strike with their wheels. [troop.heavy-chariot]"""


CAME = {
    "to hit": "hits",
    "look out": "of them on the man aimed at",
    "to wound": "wounds",
    "save": "unsaved",
}
"""What comes through a stage."""


def blows_told(asked: Asked, request: Blows, least: Least) -> tuple[Explained, ...]:
    """Each group's blows, those of wheels and hoofs, and all together."""
    battle, striker = asked.battle, name(asked.battle, request.striker)
    told: list[Explained] = []
    others = list(request.attacks)
    if is_next(battle, Do.STRIKE):
        told += [
            Explained(_heading(battle, group, blow), _figures(battle, group, blow, least))
            for group, blow in blows_explained(battle)
            if blow.dice
        ]
        others = [one for one in request.attacks if one.who == WHEELS]
    told += [attacks_told(battle, striker, one, request.cite) for one in others]
    return (*told, *in_all(battle, striker, request))


def order_told(battle: Battle, order: StrikesOrdered) -> Explained:
    """Who strikes when, and why. [combat.strike-order]"""
    rows: dict[int, dict[str, str]] = {}
    for group in order.groups:
        if not group.leader:
            who = f"{name(battle, group.unit)}, with the {group.weapon}"
            rows.setdefault(group.moment, {})[who] = _why_then(battle, group)
    numbered = enumerate([rows[moment] for moment in sorted(rows)], start=1)
    return Explained(
        "Who strikes when",
        tuple(
            [
                Figure(ORDINALS.get(i, f"{i}th"), " and ".join(who), RULE, "; ".join(who.values()))
                for i, who in numbered
            ]
        ),
    )


ORDINALS = {1: "first", 2: "then", 3: "third"}
RULE = ("combat.strike-order",)
TURNS = {0: "pikes to the front", 1: "long spears to the front", 3: "weapons that strike last"}


def _why_then(battle: Battle, group: StrikeGroup) -> str:
    turn, waits, initiative = strike_key(battle, group)
    why = [TURNS.get(turn, ""), "" if waits else "charging", f"Initiative {-initiative}"]
    return ", ".join(filter(None, why))


def _heading(battle: Battle, group: StrikeGroup, blow: Blow) -> str:
    who, at = name(battle, group.unit), name(battle, group.target)
    part = {"leader": group.leader, "crew": group.crew, "mounts": group.mount}
    whose = [word for word, is_so in part.items() if is_so]
    striker = f"The {' and '.join(whose)} of {who}" if whose else who
    target = f"the crew of {at}" if blow.at_crew else at
    return f"{striker} at {target}, with the {group.weapon}"


def _figures(battle: Battle, group: StrikeGroup, blow: Blow, least: Least) -> tuple[Figure, ...]:
    at = striking_of(battle, group, at_crew=blow.at_crew)
    kinds = by_kind(blow.modifiers)
    force = sum(one.figure for one in kinds["strength"])
    notes = {
        "strikers": _ranks(battle, group),
        "to hit": f"Weapon Skill {at.ours.weapon_skill} against {at.theirs.weapon_skill}",
        "to wound": f"Strength {force} against Toughness {at.theirs.toughness}",
    }
    rows: list[Figure] = []
    for row in blow_figures(blow):
        parts = [f"{p.figure:+d} by {p.rule}" for p in _parts(blow, row.what)[1:]]
        note = "; ".join(filter(None, [notes.get(row.what, ""), *parts]))
        rows.append(Figure(row.what, row.figure, row.rules, note))
    fewest = least.get((group, blow.at_crew), blow.dice)
    fewer = f"{fewest} at the least, if men fall first" if fewest < blow.dice else ""
    blows = Figure("blows", str(blow.dice), ("combat.casualties",) if fewer else (), fewer)
    return (*rows, blows, *expected(blow.attacks(group)))


def _parts(blow: Blow, what: str) -> list[Modifier]:
    return [one for one in blow.modifiers if one.what == what]


def _ranks(battle: Battle, group: StrikeGroup) -> str:
    """How many of a group reach over the men before them."""
    unit = battle.units[group.unit]
    fighting = group.unit if unit.host < 0 else unit.host
    ours = [
        band
        for band in bands(battle, fighting)
        if (band.unit, band.leader, band.share) == (group.unit, group.leader, group.share)
        and group.target in band.enemies
    ]
    behind = sum(band.behind for band in ours)
    if not behind or sum(band.models for band in ours) != group.models or group.crew:
        return ""
    return f"{group.models - behind} in touch, {behind} behind them"


def expected(attacks: Attacks) -> tuple[Figure, ...]:
    """What comes through each stage on the average: hits, wounds, and those not saved."""
    rows: list[Figure] = []
    before = Fraction(attacks.dice)
    for stage in attacks.stages:
        word = CAME.get(stage.name, stage.name)
        passes = stage.chance().fraction
        came = before * passes
        if stage.kind != "automatic":
            rows.append(average(word, came, note=f"{before} × {passes}"))
        before = came
    if attacks.turned is not None:
        reach = through(attacks.stages[:SECOND]) * attacks.stages[SECOND].chance().opposite()
        others = attacks.dice * (reach * through(attacks.turned.stages)).fraction
        rule = ("character.look-out-sir",)
        rows.append(average("unsaved on other men", others, rule))
    if attacks.damage and attacks.most > 1:
        each = f"D{attacks.damage} for each, {attacks.most} at the most"
        rows.append(Figure("wounds that a model loses", each))
    return tuple(rows)


def least_blows(battle: Battle, policy: Policy) -> dict[tuple[StrikeGroup, bool], int]:
    """The blows left to each group when its own unit has lost as many as can be before it strikes,
    and nobody else any; to which it then strikes not at all, none. [combat.casualties]
    """
    if battle.combat is None:
        return {}
    fewest: dict[tuple[StrikeGroup, bool], int] = {}
    for unit in battle.combat.units:
        mine = [group for group in battle.combat.groups if group.unit == unit]
        left = dict.fromkeys([(group, crew) for group in mine for crew in (False, True)], 0)
        at = battle
        while is_next(at, Do.STRIKE):
            for group, blow in blows_explained(at):
                if group.unit == unit:
                    left[group, blow.at_crew] = blow.dice
            at = step(at, policy, unlucky(unit)).battle
        fewest.update(left)
    return fewest


def attacks_told(
    battle: Battle, striker: str, attacks: Attacks, cite: str, *, is_shot: bool = False
) -> Explained:
    """Hits that are no blows nor shots of a weapon, as their stages say."""
    what, rule, note = attacks.who or "hits", cite, ""
    if attacks.who == WHEELS:
        what, rule, note = "wheels and hoofs", IMPACT, "as many as are rolled; here the median"
    hits = Figure("hits", str(attacks.dice), (rule,), note)
    rules = {**STAGE_RULES, "to hit": rule, **({"to wound": "shoot.to-wound"} if is_shot else {})}
    figures = (hits, *stage_figures(attacks, rules), *expected(attacks))
    return Explained(f"{striker} at {target_of(battle, attacks)}: {what}", figures)


def target_of(battle: Battle, attacks: Attacks) -> str:
    at = name(battle, attacks.target)
    if attacks.at_engine:
        return f"the engine of {at}"
    return f"the crew of {at}" if attacks.at_crew else at


def in_all(battle: Battle, striker: str, request: Blows | Volley) -> tuple[Explained, ...]:
    """What they cost each target on the average: no more than it has. [combat.casualties]

    Nothing, where a single batch has said so already.
    """
    spread = outcomes(request)
    rule = "shoot.casualties" if isinstance(request, Volley) else "combat.casualties"
    rows: list[Figure] = []
    for i, target in enumerate(request.targets):
        lost = [(n[i], weight) for n, weight in spread.items if isinstance(n, tuple)]
        mean = Fraction(sum(n * weight for n, weight in lost), spread.total)
        whose = name(battle, target.unit)
        if target.crew or target.engine:
            whose = f"the {'crew' if target.crew else 'engine'} of {whose}"
        rows.append(average(f"wounds on {whose}", mean, (rule,), f"{target.wounds} at the most"))
    if len(request.attacks) == 1 and len(rows) == 1:
        (alone,) = request.attacks
        if rows[0].figure == average("", alone.dice * through(alone.stages).fraction).figure:
            return ()
    return (Explained(f"{striker} in all", tuple(rows)),)
