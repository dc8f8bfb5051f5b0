"""Sheets for tests: the troops of the verified rosters, by hand, so that rules need no army data."""

from msgspec.structs import replace

from maniple.battle.sheet import (
    Armour,
    Crew,
    Engine,
    Kind,
    Melee,
    Missile,
    Mixture,
    Profile,
    Role,
    Share,
    Sheet,
    Traits,
    Warband,
)

MM = 1 / 25.4

HAND = Melee("hand weapon", cite="weapon.hand")
THRUSTING_SPEAR = Melee("thrusting spear", ranks=2, cite="weapon.thrusting-spear")
LONG_SPEAR = Melee(
    "long spear", ranks=2, ranks_charging=2, reach=1, cite="weapon.pike-and-long-spear"
)
PIKE = Melee(
    "pike",
    ranks=4,
    ranks_charging=2,
    reach=2,
    two_handed=True,
    cite="weapon.pike-and-long-spear",
)
CAVALRY_SPEAR = Melee(
    "thrusting spear", strength=1, strength_when="charging", cite="weapon.thrusting-spear"
)
THROWING_SPEAR = Melee(
    "throwing spear", second_rank_first_round=True, cite="weapon.missiles-in-hand"
)
PILUM = Melee(
    "heavy throwing spear",
    strength=1,
    strength_when="first round",
    second_rank_first_round=True,
    cite="weapon.heavy-throwing-spear",
)
DOUBLE_HANDED = Melee(
    "double-handed weapon",
    strength=2,
    strikes_last=True,
    two_handed=True,
    cite="weapon.double-handed",
)
KONTOS = Melee(
    "kontos", strength=1, strength_when="first round", two_handed=True, cite="weapon.kontos"
)
SHORT_BOW = Missile("short bow", 16, 3, is_bow=True, cite="shoot.bows")
BOW = Missile("bow", 24, 3, is_bow=True, shoots_charging=True, cite="shoot.bows")
JAVELIN = Missile("javelin", 8, 3, ignores_moving=True, ignores_range=True, cite="shoot.javelins")
SLING = Missile("sling", 18, 3)
CROSSBOW = Missile("crossbow", 30, 4, move_or_shoot=True, cite="shoot.move-or-shoot")


def foot(name: str, models: int = 16, **changes: object) -> Sheet:
    """Plain foot: WS3 BS3 S3 T3 W1 I3 A1 Ld7, move 4, hand weapon and shield, with full command."""
    sheet = Sheet(
        name=name,
        kind=Kind.FOOT,
        profile=Profile(4, 3, 3, 3, 3, 1, 3, 1, 7),
        models=models,
        base_width=20 * MM,
        base_depth=20 * MM,
        points=models * 10 + 15,
        move=4,
        melee=(HAND,),
        armour=Armour(shield=1),
        leader=True,
        standard=True,
        musician=True,
    )
    return replace(sheet, **changes)


def horse(name: str, models: int = 6, **changes: object) -> Sheet:
    """Plain cavalry: WS4 BS4 S3 T3 W1 I4 A1 Ld6, move 8, light armour and shield (4+)."""
    sheet = Sheet(
        name=name,
        kind=Kind.CAVALRY,
        profile=Profile(8, 4, 4, 3, 3, 1, 4, 1, 6),
        models=models,
        base_width=25 * MM,
        base_depth=50 * MM,
        points=models * 29 + 15,
        move=8,
        melee=(HAND,),
        armour=Armour(worn=1, shield=1, mount=1),
        leader=True,
        standard=True,
        musician=True,
    )
    return replace(sheet, **changes)


def legionaries(name: str = "legionaries", models: int = 18) -> Sheet:
    return foot(
        name,
        models,
        points=models * 16 + 20,
        melee=(PILUM, HAND),
        armour=Armour(worn=1, shield=2),
        traits=Traits(drilled=True, stubborn=True),
        leader_leadership=8,
    )


def under_shields(name: str = "under shields", models: int = 18, **changes: object) -> Sheet:
    """Legionaries who may form it; 3 points of armour."""
    return replace(legionaries(name, models), traits=Traits(testudo=True), **changes)


def auxilia(name: str = "auxilia", models: int = 18) -> Sheet:
    return foot(
        name,
        models,
        melee=(THROWING_SPEAR, HAND),
        armour=Armour(worn=1, shield=1),
        traits=Traits(light=True, may_skirmish=True),
    )


def spearmen(name: str = "spearmen", models: int = 16) -> Sheet:
    return foot(name, models, melee=(THRUSTING_SPEAR,), armour=Armour(worn=1, shield=1))


def phalanx(name: str = "phalanx", models: int = 24, weapon: Melee = PIKE) -> Sheet:
    return foot(
        name,
        models,
        melee=(weapon,),
        armour=Armour(worn=1, shield=1),
        traits=Traits(phalanx=True),
    )


def warriors(name: str = "warriors", models: int = 24) -> Sheet:
    return foot(
        name,
        models,
        profile=Profile(4, 3, 3, 3, 3, 1, 3, 1, 5),
        points=models * 6 + 15,
        melee=(THROWING_SPEAR, HAND),
        traits=Traits(warband=Warband()),
    )


def spears_and_bows(spears: int = 12, bows: int = 12, **changes: object) -> Sheet:
    """A combined formation: spearmen with 2 points of armour before archers with none, BS4 WS2."""
    sheet = foot(
        "spears and bows",
        spears + bows,
        melee=(THRUSTING_SPEAR,),
        armour=Armour(worn=1, shield=1),
        missiles=(SHORT_BOW,),
        shares=(
            Share(spears, (THRUSTING_SPEAR,), Armour(worn=1, shield=1), "spearmen"),
            Share(bows, (HAND,), Armour(), "archers", ARCHER, (SHORT_BOW,)),
        ),
        mixture=Mixture.FORMATION,
        traits=Traits(light=True, may_skirmish=True),
        leader=False,
    )
    return replace(sheet, **changes)


ARCHER = Profile(4, 2, 4, 3, 3, 1, 4, 1, 7)


def veterans_and_levies(veterans: int = 8, levies: int = 8, **changes: object) -> Sheet:
    """A combined unit: veterans WS4 Ld9 with 3 points of armour before levies WS2 Ld5 with 1."""
    sheet = foot(
        "veterans and levies",
        veterans + levies,
        profile=VETERAN,
        shares=(
            Share(veterans, (HAND,), Armour(worn=2, shield=1), "veterans", VETERAN),
            Share(levies, (HAND,), Armour(shield=1), "levies", LEVY),
        ),
        armour=Armour(worn=2, shield=1),
        mixture=Mixture.UNIT,
        leader=False,
    )
    return replace(sheet, **changes)


VETERAN = Profile(4, 4, 3, 3, 3, 1, 3, 1, 9)
LEVY = Profile(4, 2, 3, 3, 3, 1, 2, 1, 5)


def armoured_in_front(armoured: int = 8, bare: int = 8, **changes: object) -> Sheet:
    """Mixed armour: those in front have 3 points of armour, those behind one."""
    sheet = foot(
        "armoured in front",
        armoured + bare,
        armour=Armour(worn=2, shield=1),
        shares=(
            Share(armoured, (HAND,), Armour(worn=2, shield=1), "armoured men"),
            Share(bare, (HAND,), Armour(shield=1), "bare men"),
        ),
        mixture=Mixture.ARMOUR,
        leader=False,
    )
    return replace(sheet, **changes)


def riders_and_bows(riders: int = 5, bows: int = 5, **changes: object) -> Sheet:
    """A combined formation on horseback: kontos in front, composite bows behind."""
    sheet = horse(
        "riders and bows",
        riders + bows,
        melee=(KONTOS,),
        missiles=(BOW,),
        shares=(
            Share(riders, (KONTOS,), Armour(worn=2, mount=1), "kontos bearers"),
            Share(bows, (HAND,), Armour(worn=1, mount=1), "horse archers", None, (BOW,)),
        ),
        mixture=Mixture.FORMATION,
        leader=False,
    )
    return replace(sheet, **changes)


def with_traits(name: str, models: int = 16, **traits: object) -> Sheet:
    """Plain foot with these traits, as in `with_traits("brutes", causes_fear=True)`."""
    return foot(name, models, traits=replace(Traits(), **traits))


def archers(name: str = "archers", models: int = 8) -> Sheet:
    return foot(
        name,
        models,
        profile=Profile(4, 2, 3, 3, 3, 1, 3, 1, 5),
        points=models * 9,
        missiles=(BOW,),
        armour=Armour(worn=1),
        traits=Traits(light=True, may_skirmish=True),
        leader=False,
        standard=False,
        musician=False,
    )


def skirmishers(name: str = "skirmishers", models: int = 8) -> Sheet:
    return foot(
        name,
        models,
        profile=Profile(4, 2, 3, 3, 3, 1, 3, 1, 5),
        points=models * 5,
        missiles=(JAVELIN,),
        traits=Traits(light=True, may_skirmish=True, always_skirmish=True),
        leader=False,
        standard=False,
        musician=False,
    )


def general(name: str = "general", mounted: bool = True) -> Sheet:
    return Sheet(
        name=name,
        kind=Kind.CAVALRY if mounted else Kind.FOOT,
        profile=Profile(4, 5, 5, 3, 3, 3, 6, 2, 9),
        models=1,
        base_width=(25 if mounted else 20) * MM,
        base_depth=(50 if mounted else 20) * MM,
        points=141,
        move=8 if mounted else 4,
        melee=(HAND,),
        armour=Armour(worn=1, mount=1 if mounted else 0),
        role=Role.CHARACTER,
        is_general=True,
    )


def battle_standard(name: str = "battle standard") -> Sheet:
    return replace(
        general(name, mounted=False),
        profile=Profile(4, 4, 4, 4, 3, 1, 4, 2, 8),
        points=71,
        is_general=False,
        is_battle_standard=True,
    )


def light_chariots(name: str = "light chariots", models: int = 3, **changes: object) -> Sheet:
    """Two on each: WS3 BS3 S3 T4 W2 I3 A2 Ld7, move 8, 5+; javelins."""
    sheet = Sheet(
        name=name,
        kind=Kind.LIGHT_CHARIOT,
        profile=Profile(8, 3, 3, 3, 4, 2, 3, 2, 7),
        models=models,
        base_width=40 * MM,
        base_depth=60 * MM,
        points=models * 45,
        move=8,
        melee=(HAND,),
        missiles=(JAVELIN,),
        armour=Armour(worn=2),
    )
    return replace(sheet, **changes)


def heavy_chariots(name: str = "heavy chariots", models: int = 3, **changes: object) -> Sheet:
    """WS4 BS3 S4 T5 W3 I4 A3 Ld8, move 7, 4+; D6 impact hits at Strength 5."""
    sheet = Sheet(
        name=name,
        kind=Kind.HEAVY_CHARIOT,
        profile=Profile(7, 4, 3, 4, 5, 3, 4, 3, 8),
        models=models,
        base_width=50 * MM,
        base_depth=100 * MM,
        points=models * 85,
        move=7,
        melee=(HAND,),
        armour=Armour(worn=3),
        impact_strength=5,
    )
    return replace(sheet, **changes)


def scythed_chariot(name: str = "scythed chariot", models: int = 1, **changes: object) -> Sheet:
    """WS3 S4 T4 W2 I3 A1 Ld7, move 8, 5+; D6+2 impact hits at Strength 7."""
    sheet = Sheet(
        name=name,
        kind=Kind.SCYTHED_CHARIOT,
        profile=Profile(8, 3, 0, 4, 4, 2, 3, 1, 7),
        models=models,
        base_width=50 * MM,
        base_depth=100 * MM,
        points=models * 60,
        move=8,
        melee=(HAND,),
        armour=Armour(worn=2),
        impact_hits=2,
        impact_strength=7,
    )
    return replace(sheet, **changes)


JAVELIN_CREW = Crew(3, Profile(4, 3, 3, 3, 3, 1, 3, 1, 7), (HAND,), (JAVELIN,))
"""Three men with javelins."""


def elephant(name: str = "elephant", crew: Crew | None = JAVELIN_CREW, **changes: object) -> Sheet:
    """WS4 S7 T6 W6 I4 A4 Ld5, move 6, save 5+, with three javelinmen on it."""
    sheet = Sheet(
        name=name,
        kind=Kind.ELEPHANT,
        profile=Profile(6, 4, 0, 7, 6, 6, 4, 4, 5),
        models=1,
        base_width=50 * MM,
        base_depth=80 * MM,
        points=125 + 8 * (0 if crew is None else crew.models),
        move=6,
        melee=(Melee("tusks", cite="troop.elephant"),),
        armour=Armour(worn=2),
        crew=crew,
    )
    return replace(sheet, **changes)


ARCHER_CREW = Crew(4, Profile(4, 3, 3, 3, 3, 1, 3, 1, 7), (HAND,), (BOW,))
"""Four men with bows."""


def war_wagon(name: str = "war wagon", crew: Crew | None = ARCHER_CREW, **changes: object) -> Sheet:
    """WS3 S3 T7 W4, no Attacks but those of its crew, move 4, no save; four archers on it."""
    sheet = Sheet(
        name=name,
        kind=Kind.WAR_WAGON,
        profile=Profile(4, 3, 3, 3, 7, 4, 3, 0, 7),
        models=1,
        base_width=60 * MM,
        base_depth=120 * MM,
        points=120,
        move=4,
        melee=(HAND,),
        crew=crew,
    )
    return replace(sheet, **changes)


BOLT = Missile(
    "bolt thrower",
    48,
    5,
    move_or_shoot=True,
    pierces=True,
    damage=4,
    cite="engine.bolt-thrower",
)
STONE = Missile(
    "stone thrower",
    60,
    7,
    move_or_shoot=True,
    template=3.0,
    least_range=12,
    damage=4,
    cite="engine.stone-thrower",
)


def engine(name: str = "onager", weapon: Missile = STONE, models: int = 8) -> Sheet:
    """T7 W3 on 60 by 60 mm, served by eight stubborn men in light armour, BS3 Ld7."""
    return foot(
        name,
        models,
        kind=Kind.ENGINE,
        points=130,
        armour=Armour(worn=1),
        traits=Traits(stubborn=True),
        leader=False,
        standard=False,
        musician=False,
        engine=Engine(name, 7, 3, weapon=weapon),
        body_width=60 * MM,
        body_depth=60 * MM,
    )
