"""Skirmishers in combat: those who fight nobody move up and fight. [troop.engaged-skirmishers]

After the first round, in their own movement phase, each idle model, the nearest first, goes the
shortest free way to the nearest free place on the facing that its unit fights, if it stands before
it, and if the links hold. Who charged stands upon an obstacle if the alignment puts him there; who
moves up does not. None leaves, and the unit stays loose. [terrain.cost]
"""

from maniple.battle.bodies import outline
from maniple.battle.judged import Refusal
from maniple.battle.state import Battle
from maniple.battle.unit import Moved, Unit
from maniple.geometry import Edge, Pose, Rect, distance, pose_of, zone
from maniple.rules.charging.charge_scene import Scene, scene
from maniple.rules.charging.loose_charge import arrives
from maniple.rules.fighting.contacts import touching
from maniple.rules.moving.rate import move_of
from maniple.rules.moving.skirmish import are_linked, has_lost_links

RULE = "troop.engaged-skirmishers"


def move_up(battle: Battle, unit: Unit) -> tuple[Pose, ...] | Refusal:
    """Where the models stand when those that fight nobody have moved up, or why none may."""
    name = unit.sheet.name
    if unit.fight is None or not unit.is_skirmishing:
        return Refusal(RULE, f"{name} does not skirmish in close combat")
    if unit.fight.rounds == 0:
        return Refusal(RULE, f"{name} has not yet fought a round of its combat")
    if unit.doings.moved is not Moved.STOOD:
        return Refusal(RULE, f"{name} has moved up already this turn")
    scenes = [
        (scene(battle, unit.id, touch.enemy_of(unit.id), edge, move_of(battle, unit)), edge)
        for touch in battle.contacts_of(unit.id)
        for edge in (touch.edge_of(touch.enemy_of(unit.id)),)
    ]
    models = list(outline(unit))
    is_torn = has_lost_links(unit)
    idle = _idle(battle, unit, models, scenes)
    waiting = list(idle)
    # One on whom the links of others hang may follow once those have gone before.
    while (ready := _next_up(unit, models, scenes, waiting, is_torn)) is not None:
        i, place = ready
        models[i] = place
        waiting.remove(i)
    if waiting == idle:
        return Refusal(RULE, f"no model of {name} finds room to fight")
    return tuple([pose_of(model) for model in models])


def _next_up(
    unit: Unit,
    models: list[Rect],
    scenes: list[tuple[Scene, Edge]],
    waiting: list[int],
    is_torn: bool,
) -> tuple[int, Rect] | None:
    """The first of the waiting who can move up without breaking the links, and where to."""
    for i in waiting:
        others = models[:i] + models[i + 1 :]
        for one, edge in scenes:
            goals = [(body, edge) for body in _faced(one, models[i], edge)]
            found = arrives(one, models[i], goals, others, may_straddle=False)
            if found is not None and (is_torn or _are_linked(unit, [*others, found[0]])):
                return i, found[0]
    return None


def _are_linked(unit: Unit, models: list[Rect]) -> bool:
    sheet = unit.sheet
    return are_linked([pose_of(model) for model in models], sheet.base_width, sheet.base_depth)


def may_move_up(battle: Battle, unit: Unit) -> bool:
    """Whether an order to move up would be legal."""
    if unit.fight is None or not unit.is_skirmishing or unit.doings.moved is not Moved.STOOD:
        return False
    return unit.fight.rounds > 0 and not isinstance(move_up(battle, unit), Refusal)


def _idle(
    battle: Battle, unit: Unit, models: list[Rect], scenes: list[tuple[Scene, Edge]]
) -> list[int]:
    """The models that fight nobody, nearest to an enemy first."""
    busy = {
        man.place[0]
        for touch in battle.contacts_of(unit.id)
        for man in touching(battle, touch, unit.id)
    }
    far = {
        i: min([distance(model, body) for one, _ in scenes for body in one.bodies])
        for i, model in enumerate(models)
        if i not in busy
    }
    return sorted(far, key=lambda i: (far[i], i))


def _faced(one: Scene, model: Rect, edge: Edge) -> list[Rect]:
    """The enemy's bodies before whose facing the model stands; loose men have no facings."""
    if one.any_edge:
        return list(one.bodies)
    return [body for body in one.bodies if zone(body, model.x, model.y) is edge]
