"""Shooting: who shoots whom in the shooting phase, and a volley from its naming to its casualties.

shooting_tasks   the phase begins                               [turn.procedure]
name_shot        the player names a shooter and its target      [shoot.who]
shot_options     every shot that may be named; range is measured afterwards [measure.when]
judge_shot       why a shot may not be named
shoot            a volley: also for charges that are shot at    [charge.response.stand-and-shoot]
shoot_charging   mounted bows at the foe before them            [shoot.composite-bow-charging]
"""

from maniple.battle.asks import Done, NameShot, Shot
from maniple.battle.bodies import gap, of_side
from maniple.battle.chance_requests import Attacks, Struck, Volley
from maniple.battle.events import UnitShot
from maniple.battle.judged import Judged, Refusal
from maniple.battle.request import Step
from maniple.battle.sheet import Missile
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import NOBODY, Unit, UnitId
from maniple.geometry import within
from maniple.rules.nerve.casualties import inflict
from maniple.rules.nerve.nerve import panic_from_shooting
from maniple.rules.shooting.firing import CHARGING, RESPONSES, need_at, strength_of, volley_at
from maniple.rules.shooting.line_of_fire import (
    has_a_shot,
    skirmishers_open_to_all,
    weapons_of,
    why_not_shoot,
    why_not_target,
    with_a_shot,
)
from maniple.rules.special.parthian_shot import moves_after_shooting

POLE_WEAPONS = ("weapon.thrusting-spear", "weapon.kontos", "weapon.lance")
"""Who carries one of these doesn't shoot while charging. [shoot.composite-bow-charging]"""


def shooting_tasks(battle: Battle) -> tuple[Task, ...]:
    """The player names shots, one after the other. [turn.procedure]"""
    return (Task(Do.SHOOT),)


def name_shot(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The next shooter and its target; nobody is asked when nobody has a shot.

    [shoot.who, shoot.parthian-shot]
    """
    ask = NameShot(table.battle.turn.side)
    if not has_any_shot(table.battle, ask):
        return ()
    answer = yield from ask
    if isinstance(answer, Done):
        return ()
    then = yield from shoot(
        table, answer.shooter, answer.target, answer.weapon, second=answer.second
    )
    return (*moves_after_shooting(table.battle, answer.shooter), *then, task)


def has_any_shot(battle: Battle, ask: NameShot) -> bool:
    """Whether any unit of the side may shoot at anybody."""
    return any(
        has_a_shot(battle, unit.id, foe.id)
        for unit in of_side(battle, ask.side)
        if why_not_shoot(unit) is None
        for foe in of_side(battle, unit.side.enemy)
    )


def shot_options(battle: Battle, ask: NameShot) -> tuple[Shot | Done, ...]:
    """Every shot that may be named, at whatever is seen, in range or not; and to be done.

    A second target is for models that have no line of fire to the first.
    [shoot.who, shoot.divide, measure.when]
    """
    found: list[Shot | Done] = []
    for unit in of_side(battle, ask.side):
        if why_not_shoot(unit) is not None:
            continue
        targets = _targets(battle, unit)
        pairs: list[tuple[UnitId, UnitId]] = []
        for first, seen in targets:
            pairs.append((first, NOBODY))
            pairs += [(first, other) for other, sees in targets if set(sees) - set(seen)]
        for missile in weapons_of(unit):
            found += [Shot(unit.id, first, missile.name, other) for first, other in pairs]
    return (*found, Done())


def judge_shot(battle: Battle, ask: NameShot, answer: Shot | Done) -> Judged | Refusal:
    """Whether this shot may be named; its range is nobody's business yet. [shoot.who]"""
    if isinstance(answer, Done):
        return Judged(answer)
    for unit_id in (answer.shooter, answer.target, answer.second):
        if not NOBODY <= unit_id < len(battle.units):
            last = len(battle.units) - 1
            return Refusal("shoot.who", f"there is no unit {unit_id}; units go from 0 to {last}")
    if NOBODY in (answer.shooter, answer.target):
        return Refusal("shoot.who", "a shot names a shooter and a target")
    unit = battle.units[answer.shooter]
    if unit.side is not ask.side:
        return Refusal("shoot.who", f"{unit.sheet.name} is the enemy's")
    refusal = why_not_shoot(unit)
    if refusal is not None:
        return refusal
    if answer.weapon not in [missile.name for missile in weapons_of(unit)]:
        has = ", ".join(missile.name for missile in weapons_of(unit))
        return Refusal(
            "shoot.who", f"{unit.sheet.name} can't shoot {answer.weapon!r} now, but {has}"
        )
    seen = with_a_shot(battle, unit.id, answer.target)
    screens = skirmishers_open_to_all(battle, unit.id)
    refusal = why_not_target(battle, unit.id, answer.target, seen, screens)
    if refusal is None and answer.second != NOBODY:
        refusal = _why_not_second(battle, unit, answer, seen, screens)
    return Judged(answer) if refusal is None else refusal


def shoot(
    table: Table,
    shooter: UnitId,
    target: UnitId,
    weapon: str = "",
    *,
    response: str | None = None,
    second: UnitId = NOBODY,
) -> Step[tuple[Task, ...]]:
    """A volley, its casualties, and the Panic tests that follow from it as tasks.

    `weapon`: its name; "" takes the one that hits most easily. `response`: the rule by which a unit
    shoots out of its turn (at its charger, or while charging); the volley is then resolved at once,
    and the unit may shoot in its own turn all the same. `second`: the target of models that have no
    line of fire to the first.
    [shoot.who, shoot.divide, shoot.to-wound, shoot.casualties, panic.shooting]
    """
    battle = table.battle
    unit = battle.units[shooter]
    missile = _missile(battle, unit, battle.units[target], weapon, response)
    seen = with_a_shot(battle, shooter, target)
    aims = [(target, seen)]
    if second != NOBODY:
        others = [i for i in with_a_shot(battle, shooter, second) if i not in seen]
        aims.append((second, tuple(others)))
    shots = [volley_at(battle, shooter, at, missile, eyes, response) for at, eyes in aims]
    attacks = tuple([attack for ranged in shots for attack in ranged.attacks])
    hit = [at for (at, _), ranged in zip(aims, shots, strict=True) if ranged.attacks]
    wounds = dict(
        zip(hit, (yield from _wounds(battle, shooter, attacks, hit, response)), strict=True)
    )
    then: list[Task] = []
    for (at, _), ranged in zip(aims, shots, strict=True):
        inflicted = wounds.get(at, 0)
        table.record(
            UnitShot(
                shooter,
                at,
                missile.name,
                round(ranged.inches, 3),
                out_of_range=not ranged.attacks,
                wounds=inflicted,
                cite=response or "shoot.who",
                as_response=response is not None,
            )
        )
        slain = inflict(table, at, inflicted, shooter, "shoot.casualties", shooting=True)
        at_once = slain if response is not None else None
        then += panic_from_shooting(table.battle, at, shooter, at_once)
    return tuple(then)


def shoot_charging(table: Table, charger: UnitId, target: UnitId) -> Step[tuple[Task, ...]]:
    """Mounted archers shoot at the foe before them as they charge or counter-charge.

    [shoot.composite-bow-charging]
    """
    if not can_shoot_charging(table.battle, charger, target):
        return ()
    return (yield from shoot(table, charger, target, response=CHARGING))


def can_shoot_charging(battle: Battle, charger: UnitId, target: UnitId) -> bool:
    """Mounted, with composite bows, and without thrusting spear, kontos or lance.

    [shoot.composite-bow-charging]
    """
    unit = battle.units[charger]
    return (
        unit.sheet.is_mounted
        and any(missile.shoots_charging for missile in unit.sheet.missiles)
        and not any(weapon.cite in POLE_WEAPONS for weapon in unit.sheet.melee)
        and has_a_shot(battle, charger, target)
    )


def can_answer_with_shots(battle: Battle, unit_id: UnitId, charger: UnitId) -> bool:
    """Whether any model of the unit could shoot at its charger: armed, free, and seeing it.

    [charge.response.stand-and-shoot, charge.response.fire-and-flee, shoot.into-combat]
    """
    unit = battle.units[unit_id]
    return (
        bool(unit.sheet.missiles)
        and not unit.fleeing
        and not unit.is_engaged
        and has_a_shot(battle, unit_id, charger)
    )


def _targets(battle: Battle, unit: Unit) -> list[tuple[UnitId, tuple[int, ...]]]:
    """Whom the unit may name, each with its models that have a line of fire."""
    found: list[tuple[UnitId, tuple[int, ...]]] = []
    screens = skirmishers_open_to_all(battle, unit.id)
    for foe in of_side(battle, unit.side.enemy):
        seen = with_a_shot(battle, unit.id, foe.id)
        if why_not_target(battle, unit.id, foe.id, seen, screens) is None:
            found.append((foe.id, seen))
    return found


def _why_not_second(
    battle: Battle, unit: Unit, answer: Shot, seen: tuple[int, ...], screens: tuple[Unit, ...]
) -> Refusal | None:
    """What forbids the second target. [shoot.divide]"""
    second = with_a_shot(battle, unit.id, answer.second)
    refusal = why_not_target(battle, unit.id, answer.second, second, screens)
    if refusal is not None:
        return refusal
    if not set(second) - set(seen):
        first, other = (
            battle.units[answer.target].sheet.name,
            battle.units[answer.second].sheet.name,
        )
        why = f"all of {unit.sheet.name} that could shoot at {other} can shoot at {first}"
        return Refusal("shoot.divide", why)
    return None


def _missile(
    battle: Battle, unit: Unit, target: Unit, weapon: str, response: str | None
) -> Missile:
    """The weapon of that name; without a name the one that hits most easily, then the strongest."""
    missiles = unit.sheet.missiles
    if weapon:
        return next(missile for missile in missiles if missile.name == weapon)
    if response == CHARGING:
        missiles = tuple([missile for missile in missiles if missile.shoots_charging])
    reach = gap(unit, target)

    def ease(missile: Missile) -> tuple[bool, int, int]:
        long = not within(reach, missile.range / 2)
        need = need_at(battle, unit, target, missile, long=long, response=response)
        in_range = response in RESPONSES or within(reach, missile.range)
        return not in_range, need, -strength_of(unit, missile)

    return min(missiles, key=ease)


def _wounds(
    battle: Battle,
    shooter: UnitId,
    attacks: tuple[Attacks, ...],
    hit: list[UnitId],
    response: str | None,
) -> Step[tuple[int, ...]]:
    """The unsaved wounds on each target; no dice where every shot is lost. [shoot.to-hit]"""
    if not attacks:
        return ()
    struck: list[Struck] = []
    for target in hit:
        unit = battle.units[target]
        struck.append(Struck(target, unit.models * unit.sheet.profile.wounds - unit.wounds))
    return (yield from Volley(shooter, attacks, tuple(struck), response or "shoot.to-hit"))
