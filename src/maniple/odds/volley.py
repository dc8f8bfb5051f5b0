"""A volley of one unit at another: wounds, models slain, and whether those who are left panic.

answer = volley(shooting("12 roman archers", "24 warriors", 14))
"""

from typing import NamedTuple

from maniple.battle.asks import NameShot, Shot
from maniple.battle.bodies import gap
from maniple.battle.judged import Refusal
from maniple.battle.sheet import Missile
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase
from maniple.geometry import within
from maniple.odds.answers import Answer
from maniple.odds.asking import QuestionError, asked, count_of, outcomes_of
from maniple.odds.policies import shoots
from maniple.odds.rounds import harm, wounds_on
from maniple.odds.situations import Situation
from maniple.play.odds import Limits
from maniple.rules.fighting.mixed import missiles_of
from maniple.rules.legality import judge


class Volleyed(NamedTuple):
    """What is seen of the target."""

    harm: tuple[int, int]
    """Models alive, and wounds of the wounded."""
    guests: int
    """Characters alive in its ranks."""
    tested: bool
    panicked: bool


def volley(
    situation: Situation,
    *,
    weapon: str = "",
    limits: Limits = Limits(),
    sample: int = 0,
    sums: bool = False,
) -> Answer:
    """Our unit shoots once at theirs in the shooting phase, and theirs tests if a quarter falls.

    `weapon`: its name, where our unit has several to shoot with; "": the first of them. Wounds beyond
    those that the last man had are not counted. QuestionError, with the reason, for a
    shot that may not be taken. [shoot.who, shoot.modifiers, panic.shooting]
    """
    us, them = situation.our_name, situation.their_name
    ours, theirs = situation.ours, situation.theirs
    start = situation.battle
    missile = _missile(situation, weapon)
    if not situation.answers:
        _check(start, Shot(ours, theirs, missile.name))
    target = start.units[theirs]

    def view(battle: Battle) -> Volleyed | None:
        if not (battle.units[ours].doings.shot or battle.is_over):
            return None
        if any(task.do is Do.PANIC_TEST and task.unit == theirs for task in battle.turn.todo):
            return None
        hit = battle.units[theirs]
        return Volleyed(
            harm(hit),
            sum(battle.units[guest].is_alive for guest in target.guests),
            hit.doings.shooting_panic_tested,
            any(each.unit == theirs for each in battle.panicked),
        )

    def name(end: Volleyed) -> str:
        if end.panicked:
            return f"{them} panicked"
        if not end.harm[0]:
            return f"{them} wiped out"
        return f"{them} tested, and steady" if end.tested else f"{them} untested"

    seen = asked(
        start,
        view,
        situation.playing(shoots(ours, theirs, missile.name)).policy,
        answers=situation.answers,
        limits=limits,
        sample=sample,
        sums=sums,
    )
    counts = [
        count_of(seen, f"{them} lost", lambda end: target.models - end.harm[0]),
        count_of(seen, f"wounds on {them}", lambda end: wounds_on(target, end.harm)),
    ]
    if target.guests:
        men = len(target.guests)
        counts.append(count_of(seen, f"characters of {them} lost", lambda end: men - end.guests))
    inches = gap(start.units[ours], target)
    far = "" if within(inches, missile.range) else ", out of range"
    return Answer(
        question="volley",
        told=f"{us} at {them}, {inches:.4g} inches off, with {missile.name}{far}",
        outcomes=outcomes_of(
            seen, name, (f"{them} untested", f"{them} tested, and steady", f"{them} panicked")
        ),
        counts=tuple(counts),
        certainty=seen.certainty,
        sums=seen.sums,
    )


def _missile(situation: Situation, weapon: str) -> Missile:
    """What our unit shoots with. QuestionError if it has nothing of that name."""
    unit, us = situation.battle.units[situation.ours], situation.our_name
    has = missiles_of(unit)
    if not has:
        raise QuestionError(f"{us} has no missile weapon: name one that has, or say with what")
    found = has[0] if not weapon else next((m for m in has if m.name == weapon), None)
    if found is None:
        known = ", ".join(missile.name for missile in has)
        raise QuestionError(f"{us} has no {weapon!r} to shoot with, but {known}")
    return found


def _check(battle: Battle, shot: Shot) -> None:
    """QuestionError if the rules refuse the shot, or it is not yet time to shoot."""
    side = battle.units[shot.shooter].side
    if battle.turn.phase is not Phase.SHOOTING or battle.turn.side is not side:
        raise QuestionError(
            "a volley is shot in the shooting phase of one's own turn: ask it of two units apart in "
            "that phase"
        )
    judged = judge(battle, NameShot(side), shot)
    if isinstance(judged, Refusal):
        raise QuestionError(f"this shot may not be taken: {judged.why} [{judged.rule}]")
