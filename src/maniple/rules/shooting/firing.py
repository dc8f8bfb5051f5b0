"""A volley worked out before its dice: who shoots, how far off, and what each shot needs.

shooters      the models that shoot            [shoot.front-rank, shoot.massed, shoot.elevated]
volley_at     their shots in batches by range  [shoot.modifiers, shoot.to-hit, shoot.save]
hindrances    what makes them harder, and why  [shoot.modifiers]
"""

from collections.abc import Sequence

from msgspec import Struct

from maniple.battle.bodies import body, gap, outline, rank_count, where_stands
from maniple.battle.chance_requests import Attacks
from maniple.battle.seats import Place, is_filled, seats
from maniple.battle.sheet import Kind, Missile, Profile
from maniple.battle.state import Battle
from maniple.battle.terrain import Cover
from maniple.battle.unit import NOBODY, Formation, Unit, UnitId
from maniple.dice.stages import Stage
from maniple.geometry import Rect, distance, place, within
from maniple.rules.fighting.charts import missile_need, save_need, shot_stages, to_wound
from maniple.rules.fighting.mixed import alive, kind_at, kinds_of, profile_of, share_at
from maniple.rules.fighting.struck import sheet_as_shot
from maniple.rules.shooting.cover import cover_of
from maniple.rules.shooting.line_of_fire import has_moved, height
from maniple.rules.special.combined_formation import archers_charging, shoots_massed
from maniple.rules.special.crew import as_crew, as_shooter, dice_at_crew
from maniple.rules.special.engine import engine_stages, shots_at_engine
from maniple.rules.special.look_out import as_mark, looked_out
from maniple.rules.special.magic.mist import mist_over
from maniple.rules.special.magic.ward import warded
from maniple.rules.special.pavise import PAVISE, is_behind_pavises
from maniple.rules.special.phalanx import PHALANX, is_shot_in_front
from maniple.rules.special.war_wagon import behind_sides

STAND_AND_SHOOT = "charge.response.stand-and-shoot"
FIRE_AND_FLEE = "charge.response.fire-and-flee"
CHARGING = "shoot.composite-bow-charging"
RESPONSES = (STAND_AND_SHOOT, FIRE_AND_FLEE)
"""Shots at a charger: at -1, and never out of range."""

LARGE = (Kind.ELEPHANT, Kind.WAR_WAGON)
"""Large targets. [shoot.large-targets]"""
MAN_SIZED = (Kind.FOOT, Kind.CAVALRY, Kind.CAMELRY)
WIDEST_MAN = 30.0 / 25.4
"""Inches: who needs a wider base, a troll or a giant, is no man-sized model. [shoot.modifiers]"""


class Ranged(Struct, frozen=True):
    """The shots of one volley at one target."""

    attacks: tuple[Attacks, ...]
    inches: float
    """From the nearest of those who shoot to the target."""
    lost: int
    """Shots that fall short. [measure.when]"""


def shooters(
    battle: Battle,
    unit: Unit,
    missile: Missile,
    seen: Sequence[int],
    at: Unit,
    response: str | None = None,
) -> list[Rect]:
    """The bases of the models that shoot, of those whose places in `sight.eyes_of` are `seen`.

    Loose or single models shoot for themselves; of a formed unit the front rank [shoot.front-rank],
    and half of the men behind those who see, rounded down, those nearest to the front, where a
    massed volley is allowed [shoot.massed, shoot.elevated]. In a unit of several kinds those alone
    who bear the weapon [combat.mixed-weapons, troop.combined-formation].
    """
    if unit.sheet.crew is not None:
        return [body(unit)] * unit.crew_left if seen else []
    charging, alike = response == CHARGING, not unit.sheet.shares
    if unit.is_skirmishing:
        loose = outline(unit)
        return [
            loose[i]
            for i in seen
            if alike or bears(battle, unit, missile, (i, 0), charging=charging)
        ]
    if unit.formation is not Formation.FORMED or unit.body_width:
        return [body(unit)] if seen else []
    whole, ranks = body(unit), rank_count(unit)
    seated = seats(battle, unit)
    front = [f for f in seen if is_filled(unit, (f, 0)) and seated.guest_at(f) is None]
    standing = [
        (f, 0) for f in front if alike or bears(battle, unit, missile, (f, 0), charging=charging)
    ]
    if is_massed(battle, unit, missile, at, charging=charging):
        behind = [
            (f, r)
            for r in range(1, ranks)
            for f in seen
            if is_filled(unit, (f, r))
            and (alike or bears(battle, unit, missile, (f, r), charging=charging))
        ]
        standing += behind[: len(behind) // 2]
    return [place(whole, unit.files, ranks, file, rank) for file, rank in standing]


def bears(battle: Battle, unit: Unit, missile: Missile, place: Place, *, charging: bool) -> bool:
    """Whether the man in this place shoots with it: in a unit of several kinds not all of them do.

    [combat.mixed-weapons, shoot.composite-bow-charging]
    """
    if charging and kind_at(battle, unit, *place) not in archers_charging(unit):
        return False
    return missile in share_at(battle, unit, *place).missiles


def is_massed(
    battle: Battle, unit: Unit, missile: Missile, at: Unit, *, charging: bool = False
) -> bool:
    """Whether men behind the front rank shoot: bows on foot that have not moved [shoot.massed], those
    of a combined formation also mounted [troop.combined-formation (2)], or any missiles from or at an
    elevated position [shoot.elevated].
    """
    if shoots_massed(unit, missile, moving=has_moved(unit), charging=charging):
        return True
    if missile.is_bow and not unit.sheet.is_mounted and not has_moved(unit):
        return True
    terrain = battle.field.terrain
    return bool(terrain) and (height(terrain, unit) > 0 or height(terrain, at) > 0)


def volley_at(
    battle: Battle,
    shooter: UnitId,
    target: UnitId,
    missile: Missile,
    seen: Sequence[int],
    response: str | None = None,
) -> Ranged:
    """The shots at one target: a batch within half range, one beyond, the rest lost.

    A charger out of range is shot at as if at the weapon's full range.
    Some of those at a beast with a crew, or at an engine, are for the one or for the other; a character
    picked out in the ranks may be warned. [shoot.modifiers, measure.when,
    charge.response.stand-and-shoot, troop.elephant, engine.shot-at, character.look-out-sir]
    """
    unit, other = as_shooter(battle.units[shooter]), as_mark(battle, battle.units[target])
    men = shooters(battle, unit, missile, seen, other, response)
    short, long, lost = _by_range(men, unit, other, missile.range, response in RESPONSES)
    inches = min([_inches(man, other) for man in men], default=gap(unit, other))
    if not short and not long:
        return Ranged((), inches, lost)
    harder = _harder(battle, unit, other, missile, response)
    further = 0 if missile.ignores_range else 1
    if not further:
        short, long = short + long, 0
    attacks: list[Attacks] = []
    for dice, more, who in ((short, 0, "short range"), (long, further, "long range")):
        at_engine = shots_at_engine(other, dice)
        high = dice_at_crew(other, dice) + at_engine
        if dice > high:
            stages = _stages(battle, unit, other, missile, harder + more)
            attacks.append(Attacks(dice - high, stages, target, who))
        if at_engine:
            need = missile_need(archer_of(unit, missile).ballistic_skill, harder + more)
            stages = engine_stages(battle, other, need, strength_of(unit, missile))
            attacks.append(Attacks(at_engine, stages, target, who, at_engine=True))
        elif high:
            sheltered = harder + more + behind_sides(battle, unit, other)
            stages = _stages(battle, unit, as_crew(other), missile, sheltered)
            attacks.append(Attacks(high, stages, target, who, at_crew=True))
    if other.host != NOBODY:
        _, *others = _stages(battle, unit, battle.units[other.host], missile, harder)
        attacks = [looked_out(battle, attack, tuple(others)) for attack in attacks]
    return Ranged(tuple(attacks), inches, lost)


def need_at(
    battle: Battle, unit: Unit, target: Unit, missile: Missile, *, long: bool, response: str | None
) -> int:
    """What a shot needs to hit; 7 to 9 are two dice, 10 or more can't hit. [shoot.to-hit]"""
    harder = _harder(battle, unit, target, missile, response)
    if long and not missile.ignores_range:
        harder += 1
    return missile_need(archer_of(unit, missile).ballistic_skill, harder)


def strength_of(unit: Unit, missile: Missile) -> int:
    """The Strength of its hit: the weapon's, or the thrower's. [shoot.javelins]"""
    return missile.strength or archer_of(unit, missile).strength


def archer_of(unit: Unit, missile: Missile) -> Profile:
    """The profile of those who shoot with it. [shoot.to-hit, combat.mixed-weapons]"""
    sheet = unit.sheet
    if not sheet.shares:
        return sheet.profile
    left = alive(unit)
    for kind, share in enumerate(kinds_of(sheet)):
        if left[kind] and missile in share.missiles:
            return profile_of(sheet, kind)
    return sheet.profile


class Hindrance(Struct, frozen=True):
    """Something that makes a shot harder by so much, or easier; and the rule by which."""

    what: str
    figure: int
    rule: str = "shoot.modifiers"


def hindrances(
    battle: Battle, unit: Unit, target: Unit, missile: Missile, response: str | None
) -> tuple[Hindrance, ...]:
    """What is added to the need, but for range, each by its rule. [shoot.modifiers]

    A man picked out in the ranks of a unit is a single man, and has the shelter that it has. One who
    shoots while charging has moved; one who stands and shoots is at the same -1 for that.
    [shoot.moving-crews, troop.light-chariot, troop.war-wagon, shoot.javelins, shoot.large-targets,
    shoot.composite-bow-charging, character.target]
    """
    found: list[Hindrance] = []
    about = where_stands(battle, target)
    cover = cover_of(battle, unit.id, about.id)
    if is_behind_pavises(about, cover):
        found.append(Hindrance("behind pavises", 2, PAVISE))
    elif cover is not Cover.NONE:
        found.append(Hindrance(f"{cover.value} cover", 1 if cover is Cover.SOFT else 2))
    if response in RESPONSES:
        found.append(Hindrance("at a charger", 1))
    elif (has_moved(unit) or response == CHARGING) and not missile.ignores_moving:
        found.append(Hindrance("on the move", 1))
    if about.is_skirmishing:
        found.append(Hindrance("at skirmishers", 1))
    if target.models + len(target.guests) == 1 and _is_man_sized(target):
        found.append(Hindrance("at a single man", 1))
    if target.sheet.kind in LARGE:
        found.append(Hindrance("at a large target", -1, "shoot.large-targets"))
    if mist := mist_over(battle, target):
        found.append(Hindrance("into a mist", mist, "magic.mist"))
    if is_shot_in_front(battle, unit, about):
        found.append(Hindrance("at the front of a phalanx", 1, PHALANX))
    return tuple(found)


def _is_man_sized(unit: Unit) -> bool:
    """Whether a model of it is a man or a rider, and no giant. [shoot.modifiers]"""
    return unit.kind in MAN_SIZED and unit.sheet.base_width <= WIDEST_MAN


def _harder(
    battle: Battle, unit: Unit, target: Unit, missile: Missile, response: str | None
) -> int:
    """What is added to the need, but for range. [shoot.modifiers]"""
    return sum([one.figure for one in hindrances(battle, unit, target, missile, response)])


def _stages(
    battle: Battle, unit: Unit, target: Unit, missile: Missile, harder: int
) -> tuple[Stage, ...]:
    strength = strength_of(unit, missile)
    struck = sheet_as_shot(target)
    save = save_need(struck, strength, close=False, modifier=missile.save_modifier)
    return shot_stages(
        missile_need(archer_of(unit, missile).ballistic_skill, harder),
        to_wound(strength, struck.profile.toughness),
        warded(battle, target, save),
    )


def _by_range(
    men: list[Rect], unit: Unit, target: Unit, reach: float, never_short: bool
) -> tuple[int, int, int]:
    """How many shoot within half range, beyond it, and too short."""
    near = gap(unit, target)
    if not within(near, reach):
        return (0, len(men), 0) if never_short else (0, 0, len(men))
    short = long = lost = 0
    for man in men:
        inches = _inches(man, target)
        if within(inches, reach / 2):
            short += 1
        elif never_short or within(inches, reach):
            long += 1
        else:
            lost += 1
    return short, long, lost


def _inches(man: Rect, target: Unit) -> float:
    """From a model to the nearest base of the target."""
    return min([distance(man, rect) for rect in outline(target)])
