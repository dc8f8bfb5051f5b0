"""Who is entitled to strike whom in a round of combat. [combat.who-fights, combat.choose-target]

    bands      the strikers of a unit, in bands of men who touch the same enemies
    choices    the bands whose player has to say whom they strike
    groups     strike groups, not yet in order

A band's men behind reach the front alone, over the man before them who fights
[combat.ranks-front-only]; leader and characters strike for themselves; men who lap round strike the
enemy round whom they lap, and he strikes back [redress.lap-round].
"""

from typing import TypeAlias

from msgspec import Struct

from maniple.battle.bodies import rank_count
from maniple.battle.seats import Place, is_filled, places_on, seats
from maniple.battle.sheet import Mixture
from maniple.battle.state import Battle, Contact, StrikeGroup
from maniple.battle.unit import NOBODY, Unit, UnitId
from maniple.geometry import TOUCH, Edge
from maniple.rules.fighting.arms import arms_aboard, arms_at, arms_of, fight_of, ranks_that_fight
from maniple.rules.fighting.contacts import flanked_by_lap, lapping_men, touching
from maniple.rules.fighting.mixed import ANY, alive, kind_at
from maniple.rules.special.crew import crew_at
from maniple.rules.special.mounts import mounts_at

Touched: TypeAlias = dict[UnitId, Edge]
"""Enemies whom a man touches, and the edge of his own unit at which he touches them."""


Kinds: TypeAlias = tuple[tuple[UnitId, tuple[int, ...]], ...]
"""Of the enemies of several kinds whom a man touches: which of their men. [combat.mixed-weapons]"""

Key: TypeAlias = tuple[UnitId, bool, tuple[tuple[UnitId, Edge], ...], str, int, Kinds]
"""Of a band: who, the leader or not, whom they touch; in a unit of several kinds the weapon and the
kind; which kinds they touch."""


class Band(Struct, frozen=True):
    """Men of a unit, its leader, or a character, who touch the same enemies."""

    unit: UnitId
    leader: bool
    targets: tuple[tuple[UnitId, Edge], ...]
    """Enemy units and characters, by id, with the unit's own edge towards each."""
    models: int
    weapon: str = ""
    """In a unit of mixed arms; empty: the unit's. [combat.mixed-weapons]"""
    share: int = ANY
    """Which kind of a unit of several they are."""
    kinds: Kinds = ()
    """Which kinds of men they touch, of enemies of several."""
    behind: int = 0
    """How many of them reach over a man before them."""

    def kinds_of(self, enemy: UnitId) -> tuple[int, ...]:
        """The kinds of this enemy's men that they touch, foremost first."""
        return dict(self.kinds).get(enemy, ())

    @property
    def enemies(self) -> tuple[UnitId, ...]:
        return tuple([target for target, _ in self.targets])


class Aim(Struct, frozen=True):
    """A choice between kinds of men of one enemy. [troop.combined-formation, combat.mixed-weapons]"""

    leader: bool
    target: UnitId
    kinds: tuple[int, ...]


class Standing(Struct, frozen=True):
    """Where in a unit those stand who strike, and are struck, for themselves."""

    leader: Place | None
    guests: tuple[tuple[Place, UnitId], ...]

    def guest_at(self, place: Place) -> UnitId | None:
        for where, guest in self.guests:
            if where == place:
                return guest
        return None

    def who_at(self, place: Place, unit: UnitId) -> UnitId:
        """The character who stands there, or the unit whose man does."""
        guest = self.guest_at(place)
        return unit if guest is None else guest


def bands(battle: Battle, unit_id: UnitId) -> tuple[Band, ...]:
    """The unit's strikers and those of the characters with it, as the round begins.

    Who fights a challenge strikes his foe, whomever he touches, and nobody else. [challenge.fight]
    """
    unit = battle.units[unit_id]
    if unit.duel != NOBODY:
        return (Band(unit_id, False, ((unit.duel, Edge.FRONT),), 1),)
    ours = standing(battle, unit_id)
    men = _men_in_touch(battle, unit_id)
    touched_kinds = _kinds_in_touch(battle, unit_id)
    counted: dict[Key, int] = {}
    reaching: dict[Key, int] = {}
    characters: dict[UnitId, Touched] = {}
    their_kinds: dict[UnitId, Kinds] = {}
    mixed = bool(unit.sheet.shares)
    fight = fight_of(battle, unit_id)
    depth = 0 if mixed else ranks_that_fight(unit, fight, arms_of(battle, unit_id))
    for place, touched in men.items():
        guest = ours.guest_at(place)
        if guest is not None and battle.units[guest].duel != NOBODY:
            continue
        if guest is not None:
            characters.setdefault(guest, {}).update(touched)
            their_kinds[guest] = _both(their_kinds.get(guest, ()), touched_kinds.get(place, ()))
        else:
            weapon = arms_at(battle, unit, *place).name if mixed else ""
            share = kind_at(battle, unit, *place) if mixed else ANY
            kinds = touched_kinds.get(place, ())
            is_leader = place == ours.leader
            _count(counted, unit_id, touched, 1, weapon, share, kinds, leader=is_leader)
        if depth == 1 or place[1] > 0 or not unit.is_formed or unit.body_width:
            continue
        ahead = _before_them(touched)
        if ahead:
            kinds = tuple([pair for pair in touched_kinds.get(place, ()) if pair[0] in ahead])
            for weapon, share, models in _men_behind(battle, unit, place, depth):
                _count(counted, unit_id, ahead, models, weapon, share, kinds)
                _count(reaching, unit_id, ahead, models, weapon, share, kinds)
    for guest, touched in characters.items():
        _count(counted, guest, touched, 1, kinds=their_kinds[guest])
    for guest in unit.guests:
        foe = battle.units[guest].duel
        if foe != NOBODY:
            _count(counted, guest, {foe: Edge.FRONT}, 1)
    for touch in battle.contacts_of(unit_id):
        enemy, lapping = touch.enemy_of(unit_id), lapping_men(battle, touch, unit_id)
        if lapping:
            _count(counted, unit_id, {enemy: touch.edge_of(unit_id)}, lapping)
        for edge, more in _lapped_men(battle, touch, unit_id, men):
            _count(counted, unit_id, {enemy: edge}, more)
    return tuple([Band(*key[:3], n, *key[3:], reaching.get(key, 0)) for key, n in counted.items()])


def _before_them(touched: Touched) -> dict[UnitId, Edge]:
    """Of those whom the first rank touches, whom the ranks behind it reach.

    [combat.ranks-front-only]
    """
    return {enemy: edge for enemy, edge in touched.items() if edge is Edge.FRONT}


def _men_in_touch(battle: Battle, unit_id: UnitId) -> dict[Place, Touched]:
    """The places of the unit's men who touch enemies, and whom each touches of those whom he may
    strike: not who fights a challenge. [challenge.fight]
    """
    standings: dict[UnitId, Standing] = {}
    men: dict[Place, Touched] = {}
    for touch in battle.contacts_of(unit_id):
        enemy, edge = touch.enemy_of(unit_id), touch.edge_of(unit_id)
        if enemy not in standings:
            standings[enemy] = standing(battle, enemy)
        theirs = standings[enemy]
        for man in touching(battle, touch, unit_id):
            touched = men.setdefault(man.place, {})
            if not theirs.guests:
                if battle.units[enemy].duel == NOBODY:
                    touched[enemy] = edge
                continue
            for place in man.enemies:
                struck = theirs.who_at(place, enemy)
                if battle.units[struck].duel == NOBODY:
                    _ = touched.setdefault(struck, edge)
    return men


def _kinds_in_touch(battle: Battle, unit_id: UnitId) -> dict[Place, Kinds]:
    """Of the men who touch an enemy of several kinds: which of them each touches."""
    found: dict[Place, Kinds] = {}
    for touch in battle.contacts_of(unit_id):
        enemy = battle.units[touch.enemy_of(unit_id)]
        if not enemy.sheet.shares:
            continue
        theirs = standing(battle, enemy.id)
        for man in touching(battle, touch, unit_id):
            men = [place for place in man.enemies if theirs.guest_at(place) is None]
            kinds = sorted({kind_at(battle, enemy, *place) for place in men})
            if kinds:
                found[man.place] = _both(found.get(man.place, ()), ((enemy.id, tuple(kinds)),))
    return found


def _both(one: Kinds, other: Kinds) -> Kinds:
    """The kinds of the two together."""
    merged: dict[UnitId, set[int]] = {}
    for enemy, kinds in (*one, *other):
        merged.setdefault(enemy, set()).update(kinds)
    return tuple(sorted([(enemy, tuple(sorted(kinds))) for enemy, kinds in merged.items()]))


def _count(
    counted: dict[Key, int],
    who: UnitId,
    touched: Touched,
    models: int,
    weapon: str = "",
    share: int = ANY,
    kinds: Kinds = (),
    *,
    leader: bool = False,
) -> None:
    """So many more men who touch these enemies, in the band of their like."""
    if not touched:
        return
    key = (who, leader, tuple(sorted(touched.items())), weapon, share, kinds)
    counted[key] = counted.get(key, 0) + models


def choices(battle: Battle, unit_id: UnitId) -> tuple[Band, ...]:
    """Bands of this unit, or this character, that touch several enemies. [combat.choose-target]"""
    host = battle.units[unit_id].host
    fighting = unit_id if host == NOBODY else host
    enemies = [touch.enemy_of(fighting) for touch in battle.contacts_of(fighting)]
    if len(enemies) + sum([len(battle.units[enemy].guests) for enemy in enemies]) < 2:
        return ()
    several = [b for b in bands(battle, fighting) if b.unit == unit_id and len(b.targets) > 1]
    return tuple({(band.leader, band.targets): band for band in reversed(several)}.values())[::-1]


def aims(battle: Battle, unit_id: UnitId) -> tuple[Aim, ...]:
    """The choices that are left to this unit, or this character, between kinds of men of an enemy.

    Those who touch several say which they strike [troop.combined-formation (5)]; in a unit of mixed
    weapons the owner says who falls, unless they strike a kind that they touch
    [combat.mixed-weapons].
    """
    host = battle.units[unit_id].host
    fighting = unit_id if host == NOBODY else host
    foes = [battle.units[touch.enemy_of(fighting)] for touch in battle.contacts_of(fighting)]
    if not any(foe.sheet.shares for foe in foes):
        return ()
    found: dict[Aim, None] = {}
    for band in bands(battle, fighting):
        if band.unit == unit_id:
            target, _ = _target_of(battle, band)
            kinds = _kinds_to_choose(battle.units[target], band.kinds_of(target))
            if len(kinds) > 1:
                found[Aim(band.leader, target, kinds)] = None
    return tuple(found)


def _kinds_to_choose(target: Unit, touched: tuple[int, ...]) -> tuple[int, ...]:
    """The kinds between which men who touch these may choose.

    Who touches a better man of a combined unit must strike him. [troop.combined-unit]
    """
    if target.sheet.mixture is Mixture.UNIT:
        return touched[:1]
    if not touched or target.sheet.mixture is not Mixture.WEAPONS:
        return touched
    return (ANY, *touched) if len([n for n in alive(target) if n]) > 1 else ()


def _kind_struck(battle: Battle, band: Band, target: UnitId) -> int:
    """The kind of men that the band strikes: as its player has said, or the only one it touches."""
    touched = band.kinds_of(target)
    if not touched:
        return ANY
    kinds = _kinds_to_choose(battle.units[target], touched)
    if len(kinds) > 1 and battle.combat is not None:
        for said in battle.combat.allotted:
            if (said.unit, said.leader, said.target, said.kinds) == (
                band.unit,
                band.leader,
                target,
                kinds,
            ):
                return said.kind
    return kinds[0] if kinds else ANY


def groups(battle: Battle, unit_id: UnitId) -> tuple[StrikeGroup, ...]:
    """The strike groups of the unit and its characters, each band at the enemy allotted to it.

    Bands that come to strike the same enemy at the same edge are one group. In a challenge no crew
    fights, but mounts do. [challenge.fight]
    """
    merged: dict[tuple[UnitId, bool, UnitId, Edge, str, int, int], int] = {}
    reaching: dict[tuple[UnitId, bool, UnitId, Edge, str, int, int], int] = {}
    for band in bands(battle, unit_id):
        target, edge = _target_of(battle, band)
        struck = _kind_struck(battle, band, target) if band.kinds else ANY
        key = (band.unit, band.leader, target, edge, band.weapon, band.share, struck)
        merged[key] = merged.get(key, 0) + band.models
        reaching[key] = reaching.get(key, 0) + band.behind
    found = [
        StrikeGroup(
            who,
            arms or arms_of(battle, who).name,
            target,
            edge,
            models,
            leader,
            share=share,
            struck=struck,
        )
        for (who, leader, target, edge, arms, share, struck), models in merged.items()
    ]
    riders = [(g, g.models - n) for g, n in zip(found, reaching.values(), strict=True)]
    mounts = mounts_at(battle, riders)
    for rider in (unit_id, *battle.units[unit_id].guests):
        unit = battle.units[rider]
        if unit.crew_left and unit.duel == NOBODY:
            arms = arms_aboard(battle, unit).name
            found += [
                StrikeGroup(
                    rider, arms, group.target, group.edge, models, struck=group.struck, crew=True
                )
                for group, models in crew_at(unit, [g for g in found if g.unit == rider])
            ]
    return (*found, *mounts)


def standing(battle: Battle, unit_id: UnitId) -> Standing:
    """Leader and characters in their seats, or where they have stepped to fight.

    [unit.ranks, command.leader-moves, character.moves-to-fight]
    """
    unit = battle.units[unit_id]
    if not unit.sheet.leader and not unit.guests:
        return Standing(None, ())
    seated = seats(battle, unit)
    leader = None if seated.leader is None else (seated.leader, 0)
    guests = [((file, 0), guest) for guest, files in seated.guests for file in files]
    taken = {place for place, _ in guests} | ({leader} if leader else set())
    for guest in unit.guests:
        man = battle.units[guest]
        if man.retired:
            continue
        if man.stepped or not unit.is_formed:
            place = _middle_fighting(battle, unit, man.fought_away, taken)
            if place is not None:
                guests = [*(g for g in guests if g[1] != guest), (place, guest)]
                taken.add(place)
    if unit.has_leader and (unit.stepped or not unit.is_formed):
        leader = _middle_fighting(battle, unit, unit.leader_at, taken)
    return Standing(leader, tuple(guests))


def _middle_fighting(battle: Battle, unit: Unit, edge: Edge, taken: set[Place]) -> Place | None:
    """The place in the middle of those that fight at this edge, without the ones taken."""
    fighting = [
        man.place
        for touch in battle.contacts_of(unit.id)
        if touch.edge_of(unit.id) is edge
        for man in touching(battle, touch, unit.id)
        if man.place not in taken
    ]
    return fighting[len(fighting) // 2] if fighting else None


def _men_behind(battle: Battle, unit: Unit, place: Place, depth: int) -> list[tuple[str, int, int]]:
    """How many fight from behind a man of the front rank, with which weapon ("": the unit's), and of
    which kind they are: weapon, kind, men.

    Filled places, `depth` ranks, or 0: as many as each man's own weapon reaches.
    [combat.contacts, combat.mixed-weapons]
    """
    last = rank_count(unit) - 1
    if depth:
        behind = min(depth - 1, last)
        if behind and behind == last and not is_filled(unit, (place[0], last)):
            behind -= 1
        return [("", ANY, behind)] if behind else []
    fight = fight_of(battle, unit.id)
    found: list[tuple[str, int, int]] = []
    for rank in range(1, last + 1):
        if is_filled(unit, (place[0], rank)):
            weapon = arms_at(battle, unit, place[0], rank)
            if ranks_that_fight(unit, fight, weapon) > rank:
                found.append((weapon.name, kind_at(battle, unit, place[0], rank), 1))
    return found


def _lapped_men(
    battle: Battle, touch: Contact, unit_id: UnitId, fighting: dict[Place, Touched]
) -> list[tuple[Edge, int]]:
    """Men at a flank, behind the front rank, who stand against enemies that lap round it."""
    enemy = battle.units[touch.enemy_of(unit_id)]
    if not enemy.lap_left and not enemy.lap_right:
        return []
    unit = battle.units[unit_id]
    found: list[tuple[Edge, int]] = []
    for edge in flanked_by_lap(battle, touch, unit_id):
        lapping = enemy.lap_left if edge is Edge.RIGHT else enemy.lap_right
        covered = lapping * enemy.sheet.base_width + TOUCH
        deep = unit.sheet.base_depth
        along = [man.place for man in places_on(unit, edge) if man.place[1] * deep <= covered]
        more = len([place for place in along if place not in fighting])
        if more:
            found.append((edge, more))
    return found


def _target_of(battle: Battle, band: Band) -> tuple[UnitId, Edge]:
    """Whom the band strikes: as its player has said, or the only enemy it touches."""
    if len(band.targets) > 1 and battle.combat is not None:
        for said in battle.combat.allotted:
            if said.kinds:
                continue
            if (said.unit, said.leader, said.targets) == (band.unit, band.leader, band.enemies):
                return next(pair for pair in band.targets if pair[0] == said.target)
    return next(iter(band.targets))
