"""Shooting: who shoots whom in the shooting phase, and a volley from its naming to its casualties.

shooting_tasks   the phase begins                               [turn.procedure]
name_shot        the player names a shooter and its target      [shoot.who]
shot_options     every shot that may be named; range is measured afterwards [measure.when]
judge_shot       why a shot may not be named
shoot            a volley: also for charges that are shot at    [charge.response.stand-and-shoot]
shoot_charging   mounted bows at the foe before them            [shoot.composite-bow-charging]
"""

from maniple.battle.asks import Done, NameShot, Shot
from maniple.battle.bodies import gap, of_side, where_stands
from maniple.battle.chance_requests import Volley
from maniple.battle.events import UnitShot
from maniple.battle.judged import Judged, Refusal
from maniple.battle.request import Step
from maniple.battle.sheet import Kind, Missile
from maniple.battle.state import Battle
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import NOBODY, Unit, UnitId
from maniple.geometry import within
from maniple.rules.fighting.mixed import missiles_of
from maniple.rules.fighting.mixed import weapons_of as weapons_in
from maniple.rules.nerve.casualties import take_losses
from maniple.rules.nerve.nerve import panic_from_shooting
from maniple.rules.shooting.firing import CHARGING, RESPONSES, need_at, strength_of, volley_at
from maniple.rules.shooting.line_of_fire import (
    has_a_shot,
    skirmishers_open_to_all,
    weapons_of,
    why_not_pick_out,
    why_not_shoot,
    why_not_target,
    with_a_shot,
)
from maniple.rules.special.bolt_thrower import shoot_bolt
from maniple.rules.special.combined_formation import (
    POLE_WEAPONS,
    archers_charging,
    is_combined_formation,
)
from maniple.rules.special.crew import as_shooter, inflict_on_crew
from maniple.rules.special.engine import inflict_on_engine
from maniple.rules.special.look_out import LOOK_OUT_RULE, as_mark, everyone_hit
from maniple.rules.special.parthian_shot import moves_after_shooting
from maniple.rules.special.stone_thrower import throw_stone

ARCHERS_CHARIOTS = (Kind.LIGHT_CHARIOT, Kind.HEAVY_CHARIOT)
"""Chariots from which archers shoot as they charge. [shoot.composite-bow-charging]"""


def shooting_tasks(battle: Battle) -> tuple[Task, ...]:
    """The player names shots, one after the other. [turn.procedure]"""
    return (Task(Do.SHOOT),)


def name_shot(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The next shooter and its target; nobody is asked when nobody has a shot.

    [shoot.who, shoot.parthian-shot, engine.bolt-thrower, engine.stone-thrower]
    """
    ask = NameShot(table.battle.turn.side)
    if not has_any_shot(table.battle, ask):
        return ()
    answer = yield from ask
    if isinstance(answer, Done):
        return ()
    missile = _missile_named(table.battle.units[answer.shooter], answer.weapon)
    if missile.template:
        then = yield from throw_stone(table, answer.shooter, answer.target, missile)
    elif missile.pierces:
        then = yield from shoot_bolt(table, answer.shooter, answer.target, missile)
    else:
        then = yield from shoot(
            table, answer.shooter, answer.target, answer.weapon, second=answer.second
        )
    return (*moves_after_shooting(table.battle, answer.shooter), *then, task)


def has_any_shot(battle: Battle, ask: NameShot) -> bool:
    """Whether any unit of the side may shoot at anybody."""
    return any(
        has_a_shot(battle, unit.id, foe.id)
        for unit in of_side(battle, ask.side)
        if why_not_shoot(battle, unit) is None
        for foe in of_side(battle, unit.side.enemy)
    )


def shot_options(battle: Battle, ask: NameShot) -> tuple[Shot | Done, ...]:
    """Every shot that may be named, at whatever is seen, in range or not; and to be done.

    A second target is for models that have no line of fire to the first.
    [shoot.who, shoot.divide, measure.when]
    """
    found: list[Shot | Done] = []
    for unit in of_side(battle, ask.side):
        if why_not_shoot(battle, unit) is not None:
            continue
        targets = _targets(battle, unit)
        pairs: list[tuple[UnitId, UnitId]] = []
        for first, seen in targets:
            pairs.append((first, NOBODY))
            pairs += [(first, other) for other, sees in targets if set(sees) - set(seen)]
        for missile in weapons_of(unit):
            found += [
                Shot(unit.id, first, missile.name, other)
                for first, other in pairs
                if not is_engines(missile) or battle.units[first].host == NOBODY
            ]
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
    refusal = why_not_shoot(battle, unit)
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
    if refusal is None and battle.units[answer.target].host != NOBODY:
        refusal = _why_not_by_engine(battle, unit, answer)
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
    line of fire to the first. A target may be a character picked out in the ranks of his unit, whose
    other men take hits for him. [shoot.who, shoot.divide, shoot.to-wound, shoot.casualties,
    panic.shooting, character.target, character.look-out-sir]
    """
    battle = table.battle
    unit = as_shooter(battle.units[shooter])
    missile = _missile(battle, unit, as_mark(battle, battle.units[target]), weapon, response)
    seen = with_a_shot(battle, shooter, target)
    aims = [(target, seen)]
    if second != NOBODY:
        others = [i for i in with_a_shot(battle, shooter, second) if i not in seen]
        aims.append((second, tuple(others)))
    shots = [volley_at(battle, shooter, at, missile, eyes, response) for at, eyes in aims]
    attacks = tuple([attack for ranged in shots for attack in ranged.attacks])
    wounds: dict[tuple[UnitId, bool, bool], int] = {}
    if attacks:
        hit = everyone_hit(battle, attacks)
        lost = yield from Volley(shooter, attacks, hit, response or "shoot.to-hit")
        wounds = {(s.unit, s.crew, s.engine): n for s, n in zip(hit, lost, strict=True)}
    then: list[Task] = []
    for (at, _), ranged in zip(aims, shots, strict=True):
        unit_at = where_stands(battle, battle.units[at]).id
        inflicted, on_crew = wounds.get((at, False, False), 0), wounds.get((at, True, False), 0)
        on_engine = wounds.get((at, False, True), 0)
        on_others = wounds.pop((unit_at, False, False), 0) if unit_at != at else 0
        table.record(
            UnitShot(
                shooter,
                at,
                missile.name,
                round(ranged.inches, 3),
                out_of_range=ranged.lost > 0 and not ranged.attacks,
                wounds=inflicted + on_crew + on_engine + on_others,
                cite=response or "shoot.who",
                as_response=response is not None,
            )
        )
        slain = yield from take_losses(
            table, at, inflicted, shooter, "shoot.casualties", shooting=True
        )
        _ = inflict_on_crew(table, at, on_crew, shooter, "shoot.casualties")
        inflict_on_engine(table, at, on_engine, shooter, "shoot.casualties")
        slain += yield from take_losses(
            table, unit_at, on_others, shooter, LOOK_OUT_RULE, shooting=True
        )
        at_once = slain if response is not None else None
        then += panic_from_shooting(table.battle, unit_at, shooter, at_once)
    return tuple(then)


def shoot_charging(table: Table, charger: UnitId, target: UnitId) -> Step[tuple[Task, ...]]:
    """Mounted archers shoot at the foe before them as they charge or counter-charge.

    [shoot.composite-bow-charging]
    """
    if not can_shoot_charging(table.battle, charger, target):
        return ()
    return (yield from shoot(table, charger, target, response=CHARGING))


def can_shoot_charging(battle: Battle, charger: UnitId, target: UnitId) -> bool:
    """Mounted or in a chariot, with composite bows, and without thrusting spear, kontos or lance;
    archers behind those who carry them in a combined formation may. Nobody may in close combat, such
    as one whom another enemy has met before he could counter-charge.

    [shoot.composite-bow-charging, troop.combined-formation, shoot.into-combat]
    """
    unit = battle.units[charger]
    if unit.is_engaged:
        return False
    is_borne = unit.sheet.is_mounted or unit.sheet.kind in ARCHERS_CHARIOTS
    if not is_borne or not any(m.shoots_charging for m in missiles_of(unit)):
        return False
    if is_combined_formation(unit):
        return bool(archers_charging(unit)) and has_a_shot(battle, charger, target)
    crew = as_shooter(unit).sheet
    has_pole = any(weapon.cite in POLE_WEAPONS for weapon in weapons_in(crew))
    return not has_pole and has_a_shot(battle, charger, target)


def can_answer_with_shots(battle: Battle, unit_id: UnitId, charger: UnitId) -> bool:
    """Whether any model of the unit could shoot at its charger: armed, free, and seeing it.

    [charge.response.stand-and-shoot, charge.response.fire-and-flee, shoot.into-combat]
    """
    unit = battle.units[unit_id]
    return (
        bool(ready_missiles(unit))
        and not unit.fleeing
        and not unit.stampeding
        and not unit.is_engaged
        and has_a_shot(battle, unit_id, charger)
    )


def _targets(battle: Battle, unit: Unit) -> list[tuple[UnitId, tuple[int, ...]]]:
    """Whom the unit may name, each with its models that have a line of fire; characters in the ranks of
    units among them. [character.target]
    """
    found: list[tuple[UnitId, tuple[int, ...]]] = []
    screens = skirmishers_open_to_all(battle, unit.id)
    for foe in of_side(battle, unit.side.enemy):
        seen = with_a_shot(battle, unit.id, foe.id)
        if why_not_target(battle, unit.id, foe.id, seen, screens) is None:
            found.append((foe.id, seen))
            found += [
                (guest, seen)
                for guest in foe.guests
                if why_not_pick_out(battle, unit.id, guest) is None
            ]
    return found


def is_engines(missile: Missile) -> bool:
    """Whether an engine shoots it: that picks no man out of a unit. [character.target]"""
    return missile.pierces or missile.template > 0


def _why_not_by_engine(battle: Battle, unit: Unit, answer: Shot) -> Refusal | None:
    """An engine aims at a unit, not at a man in it. [character.target]"""
    if not is_engines(_missile_named(unit, answer.weapon)):
        return None
    man = battle.units[answer.target]
    host = battle.units[man.host].sheet.name
    why = f"{unit.sheet.name} is aimed at {host}, not at {man.sheet.name} in its ranks"
    return Refusal("character.target", why)


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
    if weapon:
        return _missile_named(unit, weapon)
    missiles = ready_missiles(unit)
    if response == CHARGING:
        missiles = tuple([missile for missile in missiles if missile.shoots_charging])
    reach = gap(unit, target)

    def ease(missile: Missile) -> tuple[bool, int, int]:
        long = not within(reach, missile.range / 2)
        need = need_at(battle, unit, target, missile, long=long, response=response)
        in_range = response in RESPONSES or within(reach, missile.range)
        return not in_range, need, -strength_of(unit, missile)

    return min(missiles, key=ease)


def ready_missiles(unit: Unit) -> tuple[Missile, ...]:
    """What the unit can answer a charge with: no engine is aimed so fast. [engine.shot-at]"""
    return tuple([m for m in missiles_of(unit) if not (m.pierces or m.template)])


def _missile_named(unit: Unit, weapon: str) -> Missile:
    return next(missile for missile in missiles_of(unit) if missile.name == weapon)
