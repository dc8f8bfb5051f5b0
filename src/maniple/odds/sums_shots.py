"""The sum of a volley: who shoots, what each shot needs and by which rule, and what to expect.

volley_told   the shots, batch by batch
panic_told    with how many shot down a target tests for panic
"""

from collections.abc import Callable
from fractions import Fraction

from maniple.battle.bodies import rank_count
from maniple.battle.chance import outcomes
from maniple.battle.chance_requests import Attacks, Chance, Pierce, Scatter, Test, Volley
from maniple.battle.events import UnitShot
from maniple.battle.sheet import Missile
from maniple.battle.state import Battle
from maniple.battle.tasks import Do
from maniple.battle.unit import UnitId
from maniple.geometry import within
from maniple.odds.answers import Explained, Figure
from maniple.odds.sums_blows import attacks_told, expected, in_all, target_of
from maniple.odds.sums_course import Asked, Stepped, calm, failing, step
from maniple.odds.sums_nerve import test_told
from maniple.odds.sums_words import average, chance, name
from maniple.play.explain import shot_explained
from maniple.play.figures import NEVER, needed, shown_figure
from maniple.play.odds import Policy
from maniple.rules.fighting.charts import missile_need, strength_on_save
from maniple.rules.fighting.mixed import missiles_of
from maniple.rules.shooting.firing import CHARGING, archer_of, is_massed, strength_of
from maniple.rules.special.crew import as_shooter
from maniple.rules.special.look_out import as_mark


def volley_told(asked: Asked, request: Volley) -> tuple[Explained, ...]:
    """The shots of each batch with what they need; then all together."""
    battle, shooter = asked.battle, name(asked.battle, request.shooter)
    shot = shot_of(asked)
    told: list[Explained] = []
    for attacks in request.attacks:
        missile = None if shot is None else _missile(battle, shot)
        if shot is None or missile is None or missile.template or attacks.at_engine:
            told.append(attacks_told(battle, shooter, attacks, request.cite, is_shot=True))
            continue
        about = f"{target_of(battle, attacks)}, with the {shot.weapon} at {attacks.who}"
        figures = (
            _shots(battle, shot, missile, attacks),
            *_shot_figures(battle, shot, missile, attacks),
            *expected(attacks),
        )
        told.append(Explained(f"{shooter} at {about}", figures))
    return (*told, *in_all(battle, shooter, request))


def bolt_told(asked: Asked, request: Pierce) -> Explained:
    """A bolt, rank after rank while each model dies. [engine.bolt-thrower]"""
    battle, rule = asked.battle, (request.cite,)
    shot = shot_of(asked)
    missile = None if shot is None else _missile(battle, shot)
    rows = [Figure("to hit", needed(request.hit.need), rule)]
    if shot is not None and missile is not None:
        far = not within(shot.range, missile.range / 2)
        rows = [_to_hit(battle, shot, missile, request.hit.need, far=far)]
    for rank, (wound, save) in enumerate(request.ranks, start=1):
        needs = f"{needed(wound.need)} to wound"
        needs += "" if save.need >= NEVER else f", save {needed(save.need)}"
        rows.append(Figure(f"rank {rank}", needs, rule))
    lost = [(n, weight) for n, weight in outcomes(request).items if isinstance(n, int)]
    mean = Fraction(sum(n * weight for n, weight in lost), sum(weight for _, weight in lost))
    rows.append(average("wounds", mean, rule, f"{request.wounds} at the most"))
    who, at = name(battle, request.shooter), name(battle, request.target)
    return Explained(f"{who} at {at}: a bolt", tuple(rows))


def stone_told(asked: Asked, request: Scatter) -> Explained:
    """Where a stone comes down. [engine.stone-thrower]"""
    spread, rule = outcomes(request), (request.cite,)
    there, misfire = spread.probability((0, 0)), spread.probability(None)
    rows = (
        chance("where it was aimed", there, rule),
        chance("off by 2 to 10 inches", 1 - there - misfire, rule),
        chance("a misfire", misfire, rule),
    )
    return Explained(f"{name(asked.battle, request.unit)}: where the stone comes down", rows)


def shot_of(asked: Asked) -> UnitShot | None:
    """What was recorded of a volley or a bolt."""
    return next((event for event in asked.then if isinstance(event, UnitShot)), None)


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
    hit, *_, wound, save = attacks.stages
    return (
        _to_hit(battle, shot, missile, hit.need, far=attacks.who == "long range"),
        Figure("strength", str(strength_of(unit, missile)), (missile.cite,)),
        Figure("to wound", shown_figure("to wound", wound.need), ("shoot.to-wound",)),
        _shot_save(strength_of(unit, missile), missile, save.need),
    )


def _to_hit(battle: Battle, shot: UnitShot, missile: Missile, need: int, *, far: bool) -> Figure:
    """What a shot needs, and all that makes it harder or easier. [shoot.modifiers]"""
    skill = archer_of(as_shooter(battle.units[shot.unit]), missile).ballistic_skill
    base = missile_need(skill)
    harder = [(h.figure, h.what, h.rule) for h in shot_explained(battle, shot)]
    if far and not missile.ignores_range:
        harder.append((1, "long range", "shoot.modifiers"))
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


def panic_told(
    battle: Battle, policy: Policy, answers: tuple[object, ...], stepped: Stepped, i: int
) -> tuple[Explained, ...]:
    """With how many men shot down a target tests for panic, and on what. [panic.shooting]"""
    volley = stepped.asked[i].request
    if not isinstance(volley, Volley):
        return ()
    told: list[Explained] = []
    for place, target in enumerate(volley.targets):

        def after(wounds: int, place: int = place) -> Battle:
            def luck(request: Chance) -> object:
                if request != volley:
                    return calm(request)
                return tuple([wounds if n == place else 0 for n in range(len(volley.targets))])

            return step(battle, policy, luck, answers).battle

        fewest = _fewest(after, target.unit, target.wounds)
        if fewest:
            tested = after(fewest)
            while tested.turn.todo and not _tests(tested, target.unit, first=True):
                tested = step(tested, policy, calm).battle
            for asked in step(tested, policy, calm).asked:
                if isinstance(asked.request, Test):
                    failed = step(tested, policy, failing(asked.request))
                    test = test_told(asked, asked.request, failed)
                    told.append(
                        Explained(f"{fewest} or more shot down: {test.heading}", test.figures)
                    )
    return tuple(told)


def _fewest(after: Callable[[int], Battle], unit: UnitId, most: int) -> int:
    """The least wounds that make the unit test for panic; 0: none do."""
    for wounds in range(1, most + 1):
        if _tests(after(wounds), unit):
            return wounds
    return 0


def _tests(battle: Battle, unit: UnitId, *, first: bool = False) -> bool:
    todo = battle.turn.todo[:1] if first else battle.turn.todo
    return any(task.do is Do.PANIC_TEST and task.unit == unit for task in todo)
