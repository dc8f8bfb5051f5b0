"""Impact: heavy and scythed chariots that charge strike with wheels and scythes besides their crew.

    impacts_of     the chariots of a unit that have driven home, and the models they touch
    shared_out     so many hits dealt out one by one over those models   [troop.heavy-chariot]
    impact_blows   the hits of a unit whose turn it is to strike, wounded for with its crew's

The number of hits is a figure of the sheet added to a D6 for each chariot. They need no throw to hit.
"""

from collections.abc import Sequence

from maniple.battle.chance_requests import Attacks, Roll
from maniple.battle.request import Step
from maniple.battle.seats import Place
from maniple.battle.sheet import Melee
from maniple.battle.state import Battle, Combat, Impact, StrikeGroup
from maniple.battle.unit import NOBODY, UnitId
from maniple.dice.pool import D6
from maniple.geometry import Edge
from maniple.rules.fighting.arms import fight_of
from maniple.rules.fighting.blows import is_fighting, save_against, striking
from maniple.rules.fighting.charts import stages, to_wound
from maniple.rules.fighting.contacts import touching
from maniple.rules.fighting.strikers import standing

IMPACT = "troop.heavy-chariot"

WHEELS = Melee("wheels", cite=IMPACT)


def impacts_of(
    battle: Battle, unit_id: UnitId, groups: Sequence[StrikeGroup]
) -> tuple[Impact, ...]:
    """The impacts of the unit, and of characters in chariots with it, as the round begins.

    Only chariots that charged, and touch the enemy with the front: not when they are charged, nor in
    a later round, nor over a defended obstacle. `groups`: whom the crew strikes is struck first.
    [troop.heavy-chariot, combat.choose-target]
    """
    members = (unit_id, *battle.units[unit_id].guests)
    if not any(battle.units[m].sheet.impact_strength for m in members):
        return ()
    if not fight_of(battle, unit_id).charging:
        return ()
    ours = standing(battle, unit_id)
    chariots: dict[UnitId, set[Place]] = {}
    struck: dict[UnitId, set[tuple[UnitId, Place, UnitId]]] = {}
    for touch in battle.contacts_of(unit_id):
        if touch.edge_of(unit_id) is not Edge.FRONT:
            continue
        enemy = touch.enemy_of(unit_id)
        theirs = standing(battle, enemy)
        for man in touching(battle, touch, unit_id):
            who = ours.who_at(man.place, unit_id)
            if battle.units[who].sheet.impact_strength:
                chariots.setdefault(who, set()).add(man.place)
                met = [
                    (enemy, place, theirs.who_at(place, enemy))
                    for place in man.enemies
                    if battle.units[enemy].duel == NOBODY
                ]
                struck.setdefault(who, set()).update(_outside_duels(battle, met))
    return tuple(
        [
            Impact(who, _models(battle, who, places), _foes(battle, who, struck[who], groups))
            for who, places in sorted(chariots.items())
        ]
    )


def _outside_duels(
    battle: Battle, met: Sequence[tuple[UnitId, Place, UnitId]]
) -> list[tuple[UnitId, Place, UnitId]]:
    """The same, where the unit takes what would fall on one of it who fights a challenge: the hits are
    no part of that. [challenge.fight]
    """
    return [
        (enemy, place, enemy if battle.units[foe].duel != NOBODY else foe)
        for enemy, place, foe in met
    ]


def shared_out(hits: int, foes: Sequence[tuple[UnitId, int]]) -> tuple[tuple[UnitId, int], ...]:
    """The hits dealt out one by one over the models touched, round and round, in the order given.

    A deal of 6 over a unit of 3 models touched and a character: 5 and 1. [troop.heavy-chariot]
    """
    models = sum([number for _, number in foes])
    if not models:
        return ()
    rounds, rest = divmod(hits, models)
    dealt: list[tuple[UnitId, int]] = []
    for foe, number in foes:
        more = min(rest, number)
        rest -= more
        dealt.append((foe, rounds * number + more))
    return tuple([(foe, number) for foe, number in dealt if number])


def impact_blows(
    battle: Battle, striker: UnitId, together: Sequence[StrikeGroup]
) -> Step[tuple[Attacks, ...]]:
    """How many hits the striker's chariots inflict, and what each needs to wound and to save.

    `together`: the groups of it that strike now; a crew that strikes later brings the hits later.
    Chariots that fell before their turn do not strike. [troop.heavy-chariot, combat.casualties]
    """
    combat, unit = battle.combat, battle.units[striker]
    if combat is None or not is_fighting(battle, unit) or _comes_later(combat, striker, together):
        return ()
    impact = next((i for i in combat.impacts if i.unit == striker), None)
    if impact is None:
        return ()
    # The losses of his unit are not those of a character with it.
    fallen = 0 if unit.sheet.is_character else fight_of(battle, striker).fallen
    left = max(0, impact.chariots - fallen)
    foes = [(foe, n) for foe, n in impact.struck if is_fighting(battle, battle.units[foe])]
    if not left or not foes:
        return ()
    pool = (D6 + unit.sheet.impact_hits) * left
    hits = yield from Roll(pool, IMPACT, striker, "impact hits")
    return tuple(
        [
            _attacks(battle, striker, foe, number, unit.sheet.impact_strength)
            for foe, number in shared_out(hits, foes)
        ]
    )


def _attacks(battle: Battle, striker: UnitId, target: UnitId, hits: int, strength: int) -> Attacks:
    unit, foe = battle.units[striker], battle.units[target]
    group = StrikeGroup(striker, WHEELS.name, target, Edge.FRONT, hits)
    at = striking(battle, group, unit, foe, WHEELS)
    wound = to_wound(strength, at.theirs.toughness)
    return Attacks(hits, stages(1, wound, save_against(at, strength)), target, "impact")


def _comes_later(combat: Combat, striker: UnitId, together: Sequence[StrikeGroup]) -> bool:
    """Whether its crew has yet to strike."""
    has_crew = any(group.crew for group in combat.groups if group.unit == striker)
    return has_crew and not any(group.crew for group in together)


def _models(battle: Battle, who: UnitId, places: set[Place]) -> int:
    """A character's chariot may take several places of a rank, and is one."""
    return 1 if battle.units[who].sheet.is_character else len(places)


def _foes(
    battle: Battle,
    who: UnitId,
    struck: set[tuple[UnitId, Place, UnitId]],
    groups: Sequence[StrikeGroup],
) -> tuple[tuple[UnitId, int], ...]:
    """The models touched of each enemy, those first whom the crew strikes."""
    counted: dict[UnitId, int] = {}
    for _, _, foe in struck:
        counted[foe] = 1 if battle.units[foe].sheet.is_character else counted.get(foe, 0) + 1
    chosen = [group.target for group in groups if group.unit == who]
    return tuple(sorted(counted.items(), key=lambda pair: (pair[0] not in chosen, pair[0])))
