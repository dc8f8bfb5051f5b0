"""A fight of several rounds, or to its end: who breaks, and who of the broken gets away.

    answer = fight(melee("18 legionaries, 6 wide", "24 warriors, 8 wide"), rounds=6)

A round is fought in each player's turn. Between two of them everything happens that the rules make
happen; players do as their habits are, see `policies`.
"""

from typing import NamedTuple

from msgspec.structs import replace

from maniple.battle.state import Battle
from maniple.battle.tasks import Phase
from maniple.battle.unit import UnitId
from maniple.odds.answers import Answer
from maniple.odds.asking import QuestionError, asked, count_of, outcomes_of
from maniple.odds.melee import check_in_touch
from maniple.odds.rounds import (
    BROKEN,
    CAUGHT,
    ESCAPED,
    FALLEN_BACK,
    FLED,
    OFF_TABLE,
    SHUT_IN,
    STANDING,
    WIPED_OUT,
    combat_of,
    fate,
    fates_told,
    flight_of,
    gone,
    is_fought,
    is_shaken,
)
from maniple.odds.situations import ENDLESS, Situation
from maniple.play.odds import Limits, View

MOST_ROUNDS = 60
"""A fight to the end goes on for no longer: two who can't hurt each other would fight for ever."""
AFTER_COMBAT = (Phase.MAGIC, Phase.END)
BEST_FIRST = (
    WIPED_OUT,
    CAUGHT,
    SHUT_IN,
    OFF_TABLE,
    ESCAPED,
    FLED,
    FALLEN_BACK,
    STANDING,
)
"""What may become of an enemy."""


class Ended(NamedTuple):
    """What is seen of a fight; of `ours` and of `theirs` each."""

    fates: tuple[str, str]
    models: tuple[int, int]
    """When the last blow was struck: those of the broken before they are ridden down."""
    rounds: int
    touching: bool


def fight(
    situation: Situation,
    *,
    rounds: int | None = None,
    by_round: bool = False,
    limits: Limits = Limits(),
    sample: int = 0,
    sums: bool = False,
) -> Answer:
    """So many rounds of close combat between our unit and theirs; None: until one of them leaves it.

    `by_round`: the outcomes say in which round. QuestionError if the two are not in touch, or for a
    number of rounds that is not from 1 to 60.
    """
    check_in_touch(situation)
    most = MOST_ROUNDS if rounds is None else rounds
    if not 1 <= most <= MOST_ROUNDS:
        raise QuestionError(f"a fight of {most} rounds: 1 to {MOST_ROUNDS} would be right")
    us, them = situation.our_name, situation.their_name
    start = _endless(situation.battle)
    seen = asked(
        start,
        fight_view(start, situation.ours, situation.theirs, most),
        situation.policy,
        answers=situation.answers,
        limits=limits,
        sample=sample,
        sums=sums,
    )
    ours, theirs = start.units[situation.ours], start.units[situation.theirs]
    after = f"after {most} round{'' if most == 1 else 's'}"

    def name(end: Ended) -> str:
        fallen = fates_told(((them, end.fates[1]), (us, end.fates[0])))
        if not fallen:
            return f"still fighting {after}" if end.touching else "no longer in touch"
        when = f" in round {end.rounds}" if by_round else ""
        return fallen + when

    order = [name(end) for end in sorted(seen.chances, key=_best_first)]
    told = "to the end" if rounds is None else f"{most} round{'' if most == 1 else 's'}"
    return Answer(
        question="fight",
        told=f"{us} against {them}: {told}",
        outcomes=outcomes_of(seen, name, order),
        counts=(
            count_of(seen, f"{them} lost", lambda end: theirs.models - end.models[1]),
            count_of(seen, f"{us} lost", lambda end: ours.models - end.models[0]),
            count_of(seen, "rounds fought", lambda end: end.rounds),
        ),
        certainty=seen.certainty,
        sums=seen.sums,
    )


def fight_view(start: Battle, ours: UnitId, theirs: UnitId, rounds: int) -> View[Ended]:
    """What is seen of a fight that has begun here: its end, or how it stands after so many rounds."""
    before = _rounds_over(start, ours)

    def seen(battle: Battle, fates: tuple[str, str], *, touching: bool = True) -> Ended:
        return Ended(
            fates,
            (battle.units[ours].models, battle.units[theirs].models),
            _rounds_over(battle, ours) - before,
            touching,
        )

    def view(battle: Battle) -> Ended | None:
        combat = combat_of(battle, ours)
        if combat is None:
            fates = gone(battle.units[ours]), gone(battle.units[theirs])
        elif battle.is_over or is_fought(battle, combat):
            fates = fate(battle, combat, ours), fate(battle, combat, theirs)
        else:
            return None
        if BROKEN in fates:
            ends = [
                flight_of(battle, unit) if what == BROKEN else what
                for unit, what in zip((ours, theirs), fates, strict=True)
            ]
            return None if None in ends else seen(battle, (ends[0] or "", ends[1] or ""))
        if STANDING in fates and is_shaken(battle):
            return None
        touching = any(touch.has(theirs) for touch in battle.contacts if touch.has(ours))
        if fates != (STANDING, STANDING) or not touching:
            return seen(battle, fates, touching=touching)
        is_last = combat is not None and _rounds_over(battle, ours) - before >= rounds
        return seen(battle, fates) if is_last or battle.is_over else None

    return view


def _rounds_over(battle: Battle, unit: UnitId) -> int:
    """The rounds that this battle has had so far: one in each player's turn, from the first."""
    turn = battle.turn
    earlier = 2 * (turn.number - 1) + (turn.side is not turn.first)
    combat = combat_of(battle, unit)
    if combat is None:
        return earlier + (turn.phase in AFTER_COMBAT)
    return earlier + (battle.is_over or is_fought(battle, combat))


def _endless(battle: Battle) -> Battle:
    """The same, but the time is never up."""
    return replace(battle, field=replace(battle.field, turns=ENDLESS))


def _best_first(end: Ended) -> tuple[int, int, int]:
    """From the best that may become of us to the worst, the quickest first."""
    ours, theirs = [BEST_FIRST.index(what) for what in end.fates]
    return theirs - ours, end.rounds, theirs
