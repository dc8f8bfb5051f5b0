"""The sum of a round's result: what is fixed in it, and what each loser needs by the difference.

lost_told    both sides, with all blows struck
beaten_by    the battle with wounds such that a side has lost by so much
"""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from maniple.battle.chance import outcomes
from maniple.battle.chance_requests import Test
from maniple.battle.events import BreakTestIgnored, ResultCounted, UnitBroke, UnitWillFallBack
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle
from maniple.battle.tasks import Do
from maniple.battle.unit import UnitId
from maniple.odds.answers import Explained, Figure
from maniple.odds.sums_course import Stepped, always, calm, held, is_next, step, tested
from maniple.odds.sums_nerve import leadership_told
from maniple.odds.sums_words import name, percent
from maniple.play.figures import score_figures
from maniple.play.odds import Policy
from maniple.rules.fighting.break_test import outright_break

MOST = 10
"""A round lost by more is as one lost by so much: no Leadership is higher. [profile.cap]"""


class Verdict(Struct, frozen=True):
    """What becomes of a unit that is beaten by so much."""

    figure: str
    rules: tuple[str, ...]
    holds: Fraction | None = None
    failing: tuple[str, tuple[str, ...]] = ("", ())
    """What it does if it fails, and by which rules."""


def lost_told(battle: Battle, policy: Policy) -> tuple[Explained, ...]:
    """With all blows struck: what is fixed in the result, and what each loser needs by how much he
    has lost. [result.compute, break.test]
    """
    counted = _counted(step(battle, policy, calm))
    told: list[Explained] = []
    for side in Side:
        score = replace(counted.scores.of(side), wounds=0, musician=0)
        rows = [_as_fixed(row) for row in score_figures(score)]
        nothing = Figure("nothing", "0", ("result.compute",))
        army = battle.field.armies.of(side)
        told.append(Explained(f"{army}: in the result besides wounds", tuple(rows or [nothing])))
    told += _drawn(battle, policy)
    for side in Side:
        told += _losers(battle, policy, side)
    return tuple(told)


FIXED = ("result.ranks", "result.high-ground")


def _as_fixed(row: Figure) -> Figure:
    fixed = set(row.rules) <= set(FIXED)
    note = "fixed as the round begins" if fixed else "counted as it stands after the blows"
    return replace(row, note=note)


def _counted(stepped: Stepped) -> ResultCounted:
    return next(event for event in stepped.events if isinstance(event, ResultCounted))


def beaten_by(battle: Battle, policy: Policy, loser: Side, margin: int) -> Battle:
    """The battle with wounds such that the side has lost the round by so much; nobody more falls."""
    scores = _counted(step(battle, policy, calm)).scores
    ours, theirs = scores.of(loser), scores.of(loser.enemy)
    ahead = (theirs.total - theirs.wounds - theirs.musician) - (
        ours.total - ours.wounds - ours.musician
    )
    wounds = Pair(0, 0).with_side(loser.enemy, max(0, margin - ahead))
    wounds = wounds.with_side(loser, max(0, ahead - margin))
    *others, combat = battle.combats
    return replace(battle, combats=(*others, replace(combat, wounds=wounds)))


def _drawn(battle: Battle, policy: Policy) -> tuple[Explained, ...]:
    """Who wins a round that is drawn but for musicians. [result.draw-musician]"""
    stepped = step(beaten_by(battle, policy, Side.RED, 0), policy, calm)
    winner = _counted(stepped).winner
    rule = ("result.draw-musician",)
    if stepped.asked:
        return (Explained("If equal", (Figure("musicians", "the higher die wins", rule),)),)
    if winner is None:
        return ()
    army = battle.field.armies.of(winner)
    return (Explained("If equal", (Figure("musicians", f"{army} wins", rule),)),)


def _losers(battle: Battle, policy: Policy, side: Side) -> tuple[Explained, ...]:
    """Each unit of a side that would have to test, were the round lost."""
    verdicts: dict[UnitId, dict[int, Verdict]] = {}
    for margin in range(1, MOST + 1):
        lost = step(beaten_by(battle, policy, side, margin), policy, calm).battle
        for tester, before in break_tests(lost, policy):
            verdicts.setdefault(tester, {})[margin] = _verdict(before, policy)
    return tuple(
        [
            Explained(
                f"{name(battle, unit)}, if the round is lost",
                (*leadership_told(battle, unit), *_table(rows), *_worn_out(battle, policy, unit)),
            )
            for unit, rows in verdicts.items()
        ]
    )


def due_told(battle: Battle, policy: Policy) -> Explained:
    """The Break test that is next, after a round lost by so much as it was. [break.test]

    What a failure leads to is told where there are enemies to run from.
    """
    unit, verdict = battle.turn.todo[0].unit, _verdict(battle, policy)
    if not battle.contacts_of(unit):
        verdict = replace(verdict, failing=("", ()))
    margin = 0 if battle.combat is None else battle.combat.margin
    rows = _table({margin: verdict})
    return Explained(f"{name(battle, unit)}, to hold", (*leadership_told(battle, unit), *rows))


def break_tests(battle: Battle, policy: Policy) -> Iterator[tuple[UnitId, Battle]]:
    """Each Break test that is due, and the battle before it; those before it are passed."""
    while is_next(battle, Do.BREAK_TEST):
        yield battle.turn.todo[0].unit, battle
        battle = held(battle, policy, wanted=True).battle


def _verdict(battle: Battle, policy: Policy) -> Verdict:
    """What a beaten unit needs to hold, the test being next."""
    low, high = (step(battle, policy, always(roll)) for roll in (True, False))
    told = tested(low)
    passes_low = told is None or told.passed
    failing = _how_it_fails(high if passes_low else low)
    tests = [asked.request for asked in low.asked if isinstance(asked.request, Test)]
    if not tests:
        ignored = [event.cite for event in low.events if isinstance(event, BreakTestIgnored)]
        outright, rules = ("stands fast", tuple(ignored)) if ignored else failing
        return Verdict(f"{outright} without a test", rules)
    (test,) = tests
    need = f"{test.at_most} or less" if passes_low else f"{test.at_most + 1}+"
    again = "" if test.reroll is None else ", with a second try"
    rules = (test.cite,) if test.reroll is None else (test.cite, test.reroll)
    holds = outcomes(test).probability(passes_low)
    if not holds:
        return Verdict(f"no roll holds: {percent(holds)}", rules, holds, failing)
    return Verdict(f"{need} on {test.pool}{again}: {percent(holds)}", rules, holds, failing)


def _how_it_fails(stepped: Stepped) -> tuple[str, tuple[str, ...]]:
    for event in stepped.events:
        if isinstance(event, UnitBroke):
            return "breaks", (event.cite,)
        if isinstance(event, UnitWillFallBack):
            return "falls back in good order", (event.instead_of, event.cite)
    return "", ()


def _table(rows: dict[int, Verdict]) -> tuple[Figure, ...]:
    """A row for each difference; one for all that are alike from there on, if there are several."""
    margins = sorted(rows)
    told: list[Figure] = []
    for i, margin in enumerate(margins):
        verdict = rows[margin]
        if i and verdict == rows[margins[i - 1]]:
            continue
        is_last = len(rows) > 1 and all(rows[other] == verdict for other in margins[i:])
        which = f"lost by {margin}" + (" or more" if is_last else "")
        told.append(_row(which, verdict))
        if is_last:
            break
    failing = dict.fromkeys(row.failing for row in rows.values() if row.failing[0])
    told += [Figure("a failure", how, rules) for how, rules in failing]
    return tuple(told)


def _worn_out(battle: Battle, policy: Policy, unit_id: UnitId) -> tuple[Figure, ...]:
    """With how few men left it breaks outright though it would test now. [break.hopeless]"""
    unit = battle.units[unit_id]
    if outright_break(battle, unit) is not None:
        return ()
    for left in range(unit.models - 1, 0, -1):
        fewer = replace(unit, models=left)
        if outright_break(battle, fewer) is not None:
            units = (*battle.units[:unit_id], fewer, *battle.units[unit_id + 1 :])
            few = beaten_by(replace(battle, units=units), policy, unit.side, MOST)
            lost = step(few, policy, calm).battle
            return tuple(
                [
                    _row(f"with {left} left or fewer", _verdict(before, policy))
                    for tester, before in break_tests(lost, policy)
                    if tester == unit_id
                ]
            )
    return ()


def _row(what: str, verdict: Verdict) -> Figure:
    note = "" if verdict.holds is None else str(verdict.holds)
    return Figure(what, verdict.figure, verdict.rules, note, verdict.holds)
