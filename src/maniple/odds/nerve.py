"""Questions about nerve: whether a unit passes a test, holds after a lost round, rallies.

leadership_test   a test on its Leadership, with a modifier          [psychology.test]
break_test        after a round lost by so much                      [break.test]
rally             a fleeing unit tries to rally                      [rally.test]

Each runs the very step of the rules that asks for the dice.
"""

from msgspec.structs import replace

from maniple.battle.chance import outcomes
from maniple.battle.chance_requests import Test
from maniple.battle.state import Battle, Combat
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Phase, Task
from maniple.odds.answers import Answer, Explained, Outcome
from maniple.odds.asking import QuestionError, asked, outcomes_of
from maniple.odds.moments import bound
from maniple.odds.situations import Situation
from maniple.odds.sums_nerve import needs_told
from maniple.play.odds import Limits
from maniple.rules.fleeing.rally import what_bars
from maniple.rules.nerve.nerve import may_panic, test_nerve
from maniple.rules.special.fear import outnumbered

FREE = "psychology.test"
"""The rule of a test of no particular kind."""
MOST_MARGIN = 40
"""Points by which a round may be said to be lost."""


def leadership_test(
    situation: Situation, *, modifier: int = 0, kind: str = FREE, sums: bool = False
) -> Answer:
    """Whether our unit passes a test on its Leadership, which the modifier is added to.

    `kind`: the rule by which it is taken, as in "panic.general"; one that is immune to psychology
    takes no Panic test: QuestionError. [psychology.test, profile.cap]
    """
    battle, name = situation.battle, situation.our_name
    if kind.startswith("panic.") and not may_panic(battle, battle.units[situation.ours]):
        raise QuestionError(f"{name} takes no Panic tests as it is: ask another kind of test")
    step = test_nerve(Table(battle), situation.ours, kind, kind, modifier)
    request = next(step)
    if not isinstance(request, Test):
        raise TypeError(f"{request} is no test")
    passed = outcomes(request).probability(True)
    told = f"{name}: a test on Leadership{_by(modifier)}"
    found = (Outcome("passed", passed), Outcome("failed", 1 - passed))
    why = Explained(f"{name}, tested on {request.pool}", needs_told(battle, request))
    return Answer("leadership_test", told, found, sums=(why,) if sums else ())


def break_test(
    situation: Situation,
    margin: int,
    *,
    limits: Limits = Limits(),
    sample: int = 0,
    sums: bool = False,
) -> Answer:
    """Whether our unit holds after a round that it has lost by so many points.

    Where an enemy is in touch with it, what he is counts as in any fight: a ferocious charge, dread,
    odds so great that the unit falls back instead. Without one it is the bare test.
    QuestionError for a margin below 1. [break.test]
    """
    if not 1 <= margin <= MOST_MARGIN:
        raise QuestionError(f"a round lost by {margin}: 1 to {MOST_MARGIN} points would be right")
    name = situation.our_name
    unit = situation.ours
    is_faced = bool(situation.battle.contacts_of(unit))

    def view(battle: Battle) -> str | None:
        todo = battle.turn.todo
        if todo and todo[0].do is Do.BREAK_TEST:
            return None
        combat = battle.combats[-1]
        if unit in combat.falling_back and is_faced:
            return "fallen back"
        return "broken" if unit in (*combat.broken, *combat.falling_back) else "holding"

    seen = asked(
        _beaten(situation, margin), view, situation.policy, limits=limits, sample=sample, sums=sums
    )
    found = outcomes_of(seen, lambda fate: f"{name} {fate}", (f"{name} holding", f"{name} broken"))
    points = f"{margin} point{'' if margin == 1 else 's'}"
    told = f"{name}: the Break test after a round lost by {points}"
    return Answer("break_test", told, found, certainty=seen.certainty, sums=seen.sums)


def rally(
    situation: Situation, *, limits: Limits = Limits(), sample: int = 0, sums: bool = False
) -> Answer:
    """Whether our fleeing unit rallies in the rally phase that begins.

    QuestionError for one that does not flee, or may not try. [rally.test, rally.too-few]
    """
    battle, ours, name = situation.battle, situation.ours, situation.our_name
    if not battle.units[ours].fleeing:
        raise QuestionError(f"{name} does not flee: ask it of a unit in flight")
    barred = what_bars(battle.units[ours])
    if barred is not None:
        raise QuestionError(f"{name} may not try to rally [{barred}]: ask how far it flees")

    def view(battle: Battle) -> bool | None:
        todo = battle.turn.todo
        if any(task.do is Do.RALLY and task.unit == ours for task in todo):
            return None
        return not battle.units[ours].fleeing

    seen = asked(
        battle,
        view,
        situation.policy,
        answers=situation.answers,
        limits=limits,
        sample=sample,
        sums=sums,
    )
    names = {True: f"{name} rallied", False: f"{name} still fleeing"}
    found = outcomes_of(seen, lambda has_rallied: names[has_rallied], names.values())
    return Answer(
        "rally",
        f"{name}: a fleeing unit tries to rally",
        found,
        certainty=seen.certainty,
        sums=seen.sums,
    )


def _beaten(situation: Situation, margin: int) -> Battle:
    """The battle in which our unit's round was just lost, its Break test due: the round that is being
    fought, with what was fixed as it began, or else one that would begin as they stand.
    """
    battle, ours = situation.battle, situation.ours
    side = battle.units[ours].side
    combat = battle.combat
    if combat is None or ours not in combat.units:
        units = tuple(sorted(bound(battle, (ours,))))
        combat = Combat(units, outnumbered=outnumbered(battle, units))
    others = tuple([one for one in battle.combats if not set(one.units) & set(combat.units)])
    lost = replace(combat, winner=side.enemy, margin=margin, fought=True)
    turn = replace(battle.turn, phase=Phase.COMBAT, todo=(Task(Do.BREAK_TEST, ours),))
    return replace(battle, turn=turn, combats=(*others, lost))


def _by(modifier: int) -> str:
    return f" at {modifier:+d}" if modifier else ""
