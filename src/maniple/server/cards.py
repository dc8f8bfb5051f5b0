"""A unit's card: profile, arms and special rules, with the rule that each comes from and its mark."""

from maniple.battle.sheet import Melee, Missile, Sheet, Traits
from maniple.battle.state import Battle
from maniple.battle.unit import Unit
from maniple.report.scene.shapes import Arm, Card
from maniple.rules.fighting.charts import NO_SAVE, save_need

PLAIN_STRENGTH = 3
"""The highest Strength that leaves a save as it is. [shoot.save]"""

TRAIT_RULES: dict[str, str] = {
    "light": "troop.light",
    "may_skirmish": "troop.skirmish",
    "always_skirmish": "troop.skirmish",
    "drilled": "troop.drilled",
    "stubborn": "troop.stubborn",
    "levy": "troop.levy",
    "ferocious_charge": "break.ferocious-charge",
    "first_charge": "break.first-charge",
    "fire_and_flee": "charge.response.fire-and-flee",
    "phalanx": "troop.phalanx",
    "testudo": "troop.testudo",
    "shieldwall": "troop.shieldwall",
    "pavise": "troop.pavise",
    "shock_cavalry": "troop.shock-cavalry",
    "eastern_shock_cavalry": "troop.eastern-shock-cavalry",
    "feigned_flight": "troop.feigned-flight",
    "parthian_shot": "shoot.parthian-shot",
    "used_to_elephants": "troop.elephant",
    "used_to_camels": "troop.camel",
    "causes_fear": "fear.charged",
    "causes_terror": "terror.test",
    "stupid": "stupidity.test",
    "frenzied": "frenzy",
    "immune_to_psychology": "psychology.test",
}


def cards_of(battle: Battle) -> tuple[Card, ...]:
    """The card of every unit, by its id."""
    return tuple([card_of(unit) for unit in battle.units])


def card_of(unit: Unit) -> Card:
    """The card of one unit."""
    sheet = unit.sheet
    return Card(
        unit.id,
        sheet.name,
        sheet.points,
        figures(sheet),
        (*[_melee(arm) for arm in sheet.melee], *[_missile(arm) for arm in _missiles(sheet)]),
        traits(sheet.traits),
        tuple([word for word in ("leader", "standard", "musician") if getattr(sheet, word)]),
    )


def figures(sheet: Sheet) -> tuple[tuple[str, int | str], ...]:
    """The profile in the order of the book, the save last."""
    p = sheet.profile
    need = save_need(sheet, PLAIN_STRENGTH, close=False)
    return (
        ("M", sheet.move),
        ("WS", p.weapon_skill),
        ("BS", p.ballistic_skill),
        ("S", p.strength),
        ("T", p.toughness),
        ("W", p.wounds),
        ("I", p.initiative),
        ("A", p.attacks),
        ("Ld", p.leadership),
        ("Save", f"{need}+" if need < NO_SAVE else "-"),
    )


def traits(of: Traits) -> tuple[tuple[str, str], ...]:
    """Special rules by name, each with the id of its rule."""
    found = [
        (name.replace("_", " "), rule)
        for name, rule in TRAIT_RULES.items()
        if getattr(of, name) is True
    ]
    if of.warband is not None:
        found.append(("warband", "troop.warband"))
    if of.hates:
        found.append((f"hates {' and '.join(of.hates)}", "hatred"))
    if of.wizard:
        found.append((f"wizard of level {of.wizard}", "magic.phase"))
    return tuple(dict.fromkeys(found))


def _missiles(sheet: Sheet) -> tuple[Missile, ...]:
    crew = sheet.crew.missiles if sheet.crew is not None else ()
    engine = sheet.engine
    weapon = (engine.weapon,) if engine is not None and engine.weapon is not None else ()
    return (*sheet.missiles, *crew, *weapon)


def _melee(arm: Melee) -> Arm:
    words: list[str] = []
    if arm.strength:
        when = "" if arm.strength_when == "always" else f" {arm.strength_when}"
        words.append(f"strength {arm.strength:+d}{when}")
    if arm.ranks > 1:
        words.append(f"{arm.ranks} ranks fight")
    if arm.two_handed:
        words.append("two hands")
    if arm.strikes_last:
        words.append("strikes last")
    if arm.reach:
        words.append("strikes first to its front")
    if arm.extra_attacks:
        words.append(f"attacks {arm.extra_attacks:+d}")
    return Arm(arm.name, ", ".join(words), arm.cite, arm.mark)


def _missile(arm: Missile) -> Arm:
    words = [f"{arm.range:g} inches"]
    if arm.strength:
        words.append(f"strength {arm.strength}")
    if arm.move_or_shoot:
        words.append("moves or shoots")
    return Arm(arm.name, ", ".join(words), arm.cite, arm.mark)
