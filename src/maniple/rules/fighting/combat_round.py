"""A round of close combat, up to its last blow. [combat.procedure, turn.combat-order]

    combat_tasks    what is due as the phase begins
    remove_caught   units caught in flight are destroyed          [charge.response.fleeing]
    name_combat     the next combat, while one is left
    open_round      what is fixed for the round
    choose_arms     weapons, and whom men strike who have a choice
    strike          the strike group whose turn it is

The order of the strike groups is `strike_order`; the result and what follows, `result`,
`break_test` and `close_combat`.
"""

from maniple.battle.asks import (
    AllotBlows,
    Allotment,
    AskAnswer,
    ChooseArms,
    ChooseStruck,
    NameCombat,
    Named,
)
from maniple.battle.bodies import body
from maniple.battle.chance_requests import Attacks, Blows, struck_by
from maniple.battle.events import (
    ArmsChosen,
    BlowsAllotted,
    BlowsStruck,
    CombatNamed,
    RoundOpened,
    UnitDestroyed,
)
from maniple.battle.request import Step, nothing_asked
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Allotted, Battle, RoundFigures, StrikeGroup
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import NOBODY, UnitId
from maniple.rules.fighting.arms import choices
from maniple.rules.fighting.blows import attacks_of
from maniple.rules.fighting.contacts import combats
from maniple.rules.fighting.mixed import RULE_OF
from maniple.rules.fighting.rank_bonus import ranks_for_result
from maniple.rules.fighting.strike_order import running
from maniple.rules.fighting.strikers import aims
from maniple.rules.fighting.strikers import choices as bands_with_a_choice
from maniple.rules.memo import Memo
from maniple.rules.nerve.casualties import take_losses
from maniple.rules.nerve.nerve import panic_from_destroyed
from maniple.rules.special.challenge import challenge_tasks, end_parted_duels
from maniple.rules.special.crew import inflict_on_crew, wounds_to_lose
from maniple.rules.special.fear import outnumbered
from maniple.rules.special.impact import impact_blows
from maniple.rules.special.scythed import spending_tasks
from maniple.rules.table.heights import ground_height


def combat_tasks(battle: Battle) -> tuple[Task, ...]:
    """What the phase begins and ends with.

    [turn.combat-order, charge.response.fleeing, troop.scythed-chariot]
    """
    caught = (Task(Do.REMOVE_CAUGHT),) if battle.caught else ()
    return (*caught, Task(Do.NAME_COMBAT), *spending_tasks(battle))


def remove_caught(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """Fleeing units that chargers reached are destroyed, with the characters in them, and friends
    test for panic. [charge.response.fleeing, panic.fleers-destroyed, character.in-unit]
    """
    yield from nothing_asked()
    caught = table.battle.caught
    tests = panic_from_destroyed(table.battle, caught)
    for unit in caught:
        if table.battle.units[unit].is_alive:
            table.record(UnitDestroyed(unit, NOBODY, "charge.response.fleeing"))
    return tests


def combats_left(battle: Battle) -> tuple[tuple[UnitId, ...], ...]:
    """Combats of this phase that have not been fought. [combat.contacts]"""
    fought = {unit for combat in battle.combats for unit in combat.units}
    return tuple([units for units in combats(battle) if fought.isdisjoint(units)])


def name_combat(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The player whose turn it is names the next combat; not asked where one is left.

    [turn.combat-order]
    """
    left = combats_left(table.battle)
    if not left:
        return (Task(Do.COMBAT_PANIC),) if table.battle.combats else ()
    chosen = left[0]
    if len(left) > 1:
        named = yield from NameCombat(table.battle.turn.side)
        chosen = next(units for units in left if named.unit in units)
    table.record(CombatNamed(chosen))
    end_parted_duels(table)
    return (*challenge_tasks(table.battle), Task(Do.OPEN_ROUND))


def name_combat_options(battle: Battle, ask: NameCombat) -> tuple[AskAnswer, ...]:
    """Each combat by the first unit of one's own in it."""
    own = [
        next(u for u in units if battle.units[u].side is ask.side) for units in combats_left(battle)
    ]
    return tuple([Named(unit) for unit in own])


def open_round(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """Rank bonuses, higher ground and who outnumbers whom for fear are fixed; then weapons and
    allotments, the side whose turn it is before the other. [combat.procedure (2), (3)]
    """
    yield from nothing_asked()
    battle = table.battle
    units = running(battle).units
    new = tuple([u for u in units if _rounds(battle, u) == 0])
    figures = Pair(_figures(battle, units, Side.RED), _figures(battle, units, Side.BLUE))
    table.record(RoundOpened(figures, new, outnumbered(battle, units)))
    asked = [u for u in units if _has_a_choice(battle, u)]
    asked.sort(key=lambda u: (battle.units[u].side is not battle.turn.side, u))
    return (*(Task(Do.CHOOSE_ARMS, u) for u in asked), Task(Do.ORDER_STRIKES))


def choose_arms(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """A unit's weapon for the round, then whom its men strike who touch several enemies, or several
    kinds of men of one.

    [combat.one-weapon, combat.choose-target, troop.combined-formation (5), combat.mixed-weapons]
    """
    unit = task.unit
    side = table.battle.units[unit].side
    if len(choices(table.battle, unit)) > 1:
        arms = yield from ChooseArms(side, unit)
        table.record(ArmsChosen(unit, arms.weapon))
    for band in bands_with_a_choice(table.battle, unit):
        said = yield from AllotBlows(side, unit, band.enemies, band.leader)
        table.record(BlowsAllotted(Allotted(unit, band.leader, band.enemies, said.target)))
    for aim in aims(table.battle, unit):
        cite = RULE_OF[table.battle.units[aim.target].sheet.mixture]
        man = yield from ChooseStruck(side, unit, aim.target, aim.kinds, aim.leader, cite)
        one = Allotted(unit, aim.leader, (aim.target,), aim.target, aim.kinds, man.kind)
        table.record(BlowsAllotted(one))
    return ()


def allot_options(battle: Battle, ask: AllotBlows) -> tuple[AskAnswer, ...]:
    """The answers to `AllotBlows`."""
    return tuple([Allotment(target) for target in ask.targets])


def strike(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The groups of one unit and one moment strike; what they slay falls at once.

    [combat.to-hit, combat.to-wound, combat.casualties, troop.heavy-chariot]
    """
    battle = table.battle
    together, attacks = _next_blows(battle)
    if not together:
        return (Task(Do.COUNT_RESULT),)
    striker = together[0].unit
    side = battle.units[striker].side
    if running(battle).impacts:
        attacks = (*attacks, *(yield from impact_blows(battle, striker, together)))
    targets = sorted({(attack.target, attack.at_crew) for attack in attacks})
    wounds: tuple[int, ...] = ()
    if attacks:
        each = tuple(
            [
                struck_by(
                    attacks, target, wounds_to_lose(battle.units[target], crew=crew), crew=crew
                )
                for target, crew in targets
            ]
        )
        wounds = yield from Blows(striker, attacks, each)
    fallen: list[tuple[UnitId, int]] = []
    for (target, crew), lost in zip(targets, wounds, strict=True):
        cite = "combat.casualties"
        if crew:
            _ = inflict_on_crew(table, target, lost, striker, cite)
            continue
        kind = together[0].struck
        slain = yield from take_losses(
            table, target, lost, striker, cite, shooting=False, struck=kind
        )
        if slain:
            fallen.append((target, slain))
    table.record(BlowsStruck(striker, side, len(together), sum(wounds), tuple(fallen)))
    more = Do.STRIKE if running(table.battle).groups else Do.COUNT_RESULT
    return (Task(more),)


def _blows_due(battle: Battle) -> tuple[tuple[StrikeGroup, ...], tuple[Attacks, ...]]:
    """Who strikes now, and what they throw."""
    together = striking_together(running(battle).groups)
    return together, tuple([a for group in together for a in attacks_of(battle, group)])


_next_blows = Memo(_blows_due)
"""The same, worked out once for all that may come of the blows."""


def striking_together(groups: tuple[StrikeGroup, ...]) -> tuple[StrikeGroup, ...]:
    """The groups at the front of the queue that are of one unit and one moment, and strike the same
    kind of men.
    """
    if not groups:
        return ()
    first = groups[0]
    count = 1
    while count < len(groups) and (
        groups[count].unit,
        groups[count].moment,
        groups[count].struck,
    ) == (first.unit, first.moment, first.struck):
        count += 1
    return groups[:count]


def _rounds(battle: Battle, unit_id: UnitId) -> int:
    unit = battle.units[unit_id]
    host = unit if unit.host == NOBODY else battle.units[unit.host]
    return host.fight.rounds if host.fight is not None else 0


def _has_a_choice(battle: Battle, unit_id: UnitId) -> bool:
    if len(choices(battle, unit_id)) > 1:
        return True
    return bool(bands_with_a_choice(battle, unit_id)) or bool(aims(battle, unit_id))


def _figures(battle: Battle, units: tuple[UnitId, ...], side: Side) -> RoundFigures:
    """The deepest unit's ranks, and whether one fights from higher ground.

    [result.ranks, result.high-ground]
    """
    ours = [u for u in units if battle.units[u].side is side]
    return RoundFigures(
        ranks=max([ranks_for_result(battle, u) for u in ours if battle.units[u].host == NOBODY]),
        high_ground=any(_stands_higher(battle, u) for u in ours),
    )


def _stands_higher(battle: Battle, unit_id: UnitId) -> bool:
    """Whether an enemy that the unit touches stands lower: middle against middle.

    [result.high-ground]
    """
    if not battle.field.terrain:
        return False
    high = _height(battle, unit_id)
    contacts = battle.contacts_of(unit_id)
    return any(_height(battle, touch.enemy_of(unit_id)) < high for touch in contacts)


def _height(battle: Battle, unit_id: UnitId) -> int:
    rect = body(battle.units[unit_id])
    return ground_height(battle.field.terrain, rect.cx, rect.cy)
