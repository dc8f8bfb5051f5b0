"""The sum of a volley: who shoots, what each shot needs and by which rule, and what to expect."""

from maniple.battle.bodies import rank_count
from maniple.battle.chance_requests import Attacks, Volley
from maniple.battle.events import UnitShot
from maniple.battle.sheet import Missile
from maniple.battle.state import Battle
from maniple.battle.unit import Unit
from maniple.odds.answers import Explained, Figure
from maniple.odds.sums_blows import attacks_told, expected, in_all, target_of
from maniple.odds.sums_course import Asked
from maniple.odds.sums_words import name
from maniple.play.explain import shot_explained
from maniple.play.figures import needed, shown_figure
from maniple.rules.fighting.charts import missile_need, strength_on_save
from maniple.rules.fighting.mixed import missiles_of
from maniple.rules.shooting.firing import CHARGING, archer_of, is_massed, strength_of
from maniple.rules.special.crew import as_shooter
from maniple.rules.special.look_out import as_mark


def volley_told(asked: Asked, request: Volley) -> tuple[Explained, ...]:
    """The shots of each batch with what they need; then all together."""
    battle, shooter = asked.battle, name(asked.battle, request.shooter)
    shot = next((event for event in asked.then if isinstance(event, UnitShot)), None)
    told: list[Explained] = []
    for attacks in request.attacks:
        missile = None if shot is None else _missile(battle, shot)
        if shot is None or missile is None or missile.template or attacks.at_engine:
            told.append(attacks_told(battle, shooter, attacks, request.cite))
            continue
        about = f"{target_of(battle, attacks)}, with the {shot.weapon} at {attacks.who}"
        figures = (
            _shots(battle, shot, missile, attacks),
            *_shot_figures(battle, shot, missile, attacks),
            *expected(attacks),
        )
        told.append(Explained(f"{shooter} at {about}", figures))
    return (*told, *in_all(battle, shooter, request))


def _missile(battle: Battle, shot: UnitShot) -> Missile | None:
    every = missiles_of(as_shooter(battle.units[shot.unit]))
    return next((missile for missile in every if missile.name == shot.weapon), None)


def _shots(battle: Battle, shot: UnitShot, missile: Missile, attacks: Attacks) -> Figure:
    """How many shoot: the front rank, and men behind it where they may."""
    unit, at = as_shooter(battle.units[shot.unit]), as_mark(battle, battle.units[shot.target])
    rules: tuple[str, ...] = ("shoot.front-rank",)
    note = ""
    if unit.is_formed and rank_count(unit) > 1:
        charging = shot.cite == CHARGING
        if is_massed(battle, unit, missile, at, charging=charging):
            rules, note = ("shoot.front-rank", "shoot.massed"), "half of the men behind shoot too"
        else:
            note = "the first rank alone"
    return Figure("shots", str(attacks.dice), rules, note)


def _shot_figures(
    battle: Battle, shot: UnitShot, missile: Missile, attacks: Attacks
) -> tuple[Figure, ...]:
    unit = as_shooter(battle.units[shot.unit])
    *_, wound, save = attacks.stages
    return (
        _to_hit(battle, shot, unit, missile, attacks),
        Figure("strength", str(strength_of(unit, missile)), (missile.cite,)),
        Figure("to wound", shown_figure("to wound", wound.need), ("shoot.to-wound",)),
        _shot_save(strength_of(unit, missile), missile, save.need),
    )


def _to_hit(
    battle: Battle, shot: UnitShot, unit: Unit, missile: Missile, attacks: Attacks
) -> Figure:
    skill = archer_of(unit, missile).ballistic_skill
    base = missile_need(skill)
    harder = [(h.figure, h.what, h.rule) for h in shot_explained(battle, shot)]
    if attacks.who == "long range" and not missile.ignores_range:
        harder.append((1, "long range", "shoot.modifiers"))
    need = attacks.stages[0].need
    rest = need - base - sum(figure for figure, _, _ in harder)
    if rest:
        harder.append((rest, "behind the sides of their wagon", "troop.war-wagon"))
    shown = needed(base)
    if harder:
        shown = f"{shown} {' '.join(f'{figure:+d}' for figure, _, _ in harder)} = {needed(need)}"
    said = [f"{figure:+d} {what}" for figure, what, _ in harder]
    note = "; ".join([f"Ballistic Skill {skill}", *said])
    rules = tuple(dict.fromkeys(["shoot.to-hit", *(rule for _, _, rule in harder)]))
    return Figure("to hit", shown, rules, note)


def _shot_save(strength: int, missile: Missile, need: int) -> Figure:
    """The save, and what Strength and weapon take from it."""
    parts = [
        (strength_on_save(strength), "weapon.strength-save"),
        (-missile.save_modifier, missile.cite),
    ]
    added = [(figure, rule) for figure, rule in parts if figure]
    shown = shown_figure("save", need)
    if added:
        base = shown_figure("save", need - sum(figure for figure, _ in added))
        shown = f"{base} {' '.join(f'{figure:+d}' for figure, _ in added)} = {shown}"
    return Figure("save", shown, ("shoot.save", *(rule for _, rule in added)))
