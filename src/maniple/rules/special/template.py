"""The round template of a stone: models wholly under it are struck, those partly under it on a 4 or more.

    under_template   the hits on everybody under it               [engine.stone-thrower]
    how_covered      how a base lies: wholly under it, partly, or clear of it

Models stand where their bases are: rank and file, each skirmisher, a mob in its rows. A crew stands
about its engine as it would without it, and the engine is a body of its own.
"""

from maniple.battle.bodies import body, guest_places, outline, places_in, rank_count
from maniple.battle.chance_requests import Attacks
from maniple.battle.seats import seats
from maniple.battle.sheet import Missile
from maniple.battle.state import Battle
from maniple.battle.unit import Formation, Status, Unit, UnitId
from maniple.dice.stages import Stage
from maniple.geometry import Rect, distance_to_point, place, point_distance, rank_places, within
from maniple.rules.fighting.charts import NO_SAVE, to_wound
from maniple.rules.fighting.standing import base_of
from maniple.rules.special.engine import engine_wounds_left, files_of_crew, toughness_of
from maniple.rules.special.look_out import looked_out
from maniple.rules.special.magic.ward import warded

PARTLY = 4
"""What a model needs to be struck that is partly under the template. [engine.stone-thrower]"""

WHOLLY, PART, CLEAR = "wholly under", "partly under", "clear"

HITS = {
    WHOLLY: Stage("to hit", 1, kind="automatic"),
    PART: Stage("to hit", PARTLY),
}
"""What a model under the template needs to be struck. [engine.stone-thrower]"""


def under_template(battle: Battle, missile: Missile, x: float, y: float) -> tuple[Attacks, ...]:
    """The hits of a stone that comes down at (x, y) inches, on friend and foe.

    Each needs to wound what it strikes; only magic saves. A character with a unit may be warned.
    [engine.stone-thrower, magic.ward, character.look-out-sir]
    """
    radius = missile.template / 2
    found: list[Attacks] = []
    for unit in battle.units:
        if unit.status is not Status.TABLE:
            continue
        if all(distance_to_point(rect, x, y) > radius for rect in outline(unit)):
            continue
        if unit.has_engine:
            how = how_covered(body(unit), x, y, radius)
            found += _hits(battle, missile, unit, [how], at_engine=True)
        counted: dict[UnitId, list[str]] = {}
        for model, rect in models_of(battle, unit):
            counted.setdefault(model, []).append(how_covered(rect, x, y, radius))
        for model, hows in counted.items():
            hits = _hits(battle, missile, battle.units[model], hows)
            if model != unit.id:
                others = wound_and_save(battle, missile, unit)
                hits = [looked_out(battle, attack, others) for attack in hits]
            found += hits
    return tuple(found)


def how_covered(rect: Rect, x: float, y: float, radius: float) -> str:
    """Whether a base lies wholly or partly under a round of this radius, or clear of it."""
    corners = rect.corners()
    if all(
        within(point_distance(corners[i], corners[i + 1], x, y), radius) for i in range(0, 8, 2)
    ):
        return WHOLLY
    return PART if distance_to_point(rect, x, y) < radius else CLEAR


def models_of(battle: Battle, unit: Unit) -> list[tuple[UnitId, Rect]]:
    """Each model of a unit, and of the characters in its ranks, with its base."""
    if unit.is_skirmishing or unit.formation is Formation.SINGLE:
        return [(unit.id, rect) for rect in outline(unit)]
    whole, files, ranks = body(unit), unit.files, rank_count(unit)
    if unit.body_width:
        files = files_of_crew(unit)
        ranks = -(-places_in(unit) // files)
        wide, deep = files * unit.sheet.base_width, ranks * unit.sheet.base_depth
        whole = Rect(whole.x, whole.y, whole.facing, wide, deep)
    seated = seats(battle, unit) if unit.is_formed and unit.guests else None
    found: list[tuple[UnitId, Rect]] = []
    struck: set[UnitId] = set()
    for rank in range(ranks):
        filled = range(files) if rank < ranks - 1 else rank_places(places_in(unit), files)
        for file in filled:
            guest = seated.guest_at(file) if seated is not None and rank == 0 else None
            if guest is None:
                found.append((unit.id, place(whole, files, ranks, file, rank)))
            elif guest not in struck:
                struck.add(guest)
                found.append((guest, place(whole, files, ranks, file, rank)))
    for guest in unit.guests:
        if guest not in struck and not battle.units[guest].retired:
            _set_among(battle, unit, battle.units[guest], found)
    return found


def _set_among(battle: Battle, unit: Unit, man: Unit, found: list[tuple[UnitId, Rect]]) -> None:
    """A character who has no seat, with a mob or where the fighting is, stands in the place of those
    of its men who are nearest to his base.
    """
    base = base_of(battle, man)
    for _ in range(guest_places(man.sheet.base_width, unit.sheet.base_width)):
        near = [
            (point_distance(rect.cx, rect.cy, base.cx, base.cy), i)
            for i, (model, rect) in enumerate(found)
            if model == unit.id
        ]
        if near:
            _ = found.pop(min(near)[1])
    found.append((man.id, base))


def _hits(
    battle: Battle, missile: Missile, unit: Unit, hows: list[str], *, at_engine: bool = False
) -> list[Attacks]:
    """The hits on one unit: those wholly under need no die."""
    most = engine_wounds_left(unit) if at_engine else unit.sheet.profile.wounds
    needs = wound_and_save(battle, missile, unit, at_engine=at_engine)
    return [
        Attacks(
            hows.count(how),
            (hit, *needs),
            unit.id,
            how,
            at_engine=at_engine,
            damage=missile.damage,
            most=most,
        )
        for how, hit in HITS.items()
        if how in hows
    ]


def wound_and_save(
    battle: Battle, missile: Missile, unit: Unit, *, at_engine: bool = False
) -> tuple[Stage, ...]:
    """What a hit needs to wound a model of the unit, or its engine, and what may save it."""
    toughness = toughness_of(unit) if at_engine else unit.sheet.profile.toughness
    save = warded(battle, unit, NO_SAVE)
    return (
        Stage("to wound", to_wound(missile.strength, toughness)),
        Stage("save", save, kind="save"),
    )
