"""One round of close combat: what it costs both, who wins it by how much, who breaks.

answer = melee_round(melee("18 legionaries, 6 wide, charging", "24 warriors, 8 wide"))
"""

from typing import NamedTuple

from maniple.battle.state import Battle
from maniple.odds.answers import Answer
from maniple.odds.asking import QuestionError, asked, count_of, outcomes_of
from maniple.odds.rounds import combat_of, fate, fates_told, harm, is_fought, margin, wounds_on
from maniple.odds.situations import Situation
from maniple.play.odds import Limits


class Round(NamedTuple):
    """What is seen of a round; of `ours` and of `theirs` each."""

    fates: tuple[str, str]
    harm: tuple[tuple[int, int], tuple[int, int]]
    """Models alive, and wounds of the wounded."""
    ahead: int | None
    """By how much we are ahead, below 0 if we lost; None: no result was counted."""


def melee_round(
    situation: Situation, *, limits: Limits = Limits(), sample: int = 0, sums: bool = False
) -> Answer:
    """The next round of close combat between our unit and theirs, up to the Break tests.

    QuestionError if the two are not in touch.
    """
    check_in_touch(situation)
    ours, theirs = situation.ours, situation.theirs
    us, them = situation.our_name, situation.their_name
    side = situation.battle.units[ours].side

    def view(battle: Battle) -> Round | None:
        combat = combat_of(battle, ours)
        if combat is None or not (battle.is_over or is_fought(battle, combat)):
            return None
        return Round(
            (fate(battle, combat, ours), fate(battle, combat, theirs)),
            (harm(battle.units[ours]), harm(battle.units[theirs])),
            margin(battle, combat, side),
        )

    seen = asked(
        situation.battle,
        view,
        situation.policy,
        answers=situation.answers,
        limits=limits,
        sample=sample,
        sums=sums,
    )
    before = situation.battle.units[ours], situation.battle.units[theirs]

    def name(end: Round) -> str:
        fallen = fates_told(((them, end.fates[1]), (us, end.fates[0])))
        if not fallen and end.ahead:
            return f"{them if end.ahead > 0 else us} beaten, but holding"
        return fallen or "drawn"

    always = [
        f"{them} broken",
        f"{them} beaten, but holding",
        "drawn",
        f"{us} beaten, but holding",
        f"{us} broken",
    ]
    rare = {name(end) for end in seen.chances}.difference(always)
    order = [f"{them} wiped out", f"{them} fallen back", *always, f"{us} fallen back"]
    order = [called for called in order if called in always or called in rare]
    return Answer(
        question="melee_round",
        told=f"{us} against {them}: one round",
        outcomes=outcomes_of(seen, name, order),
        counts=(
            count_of(seen, f"{them} lost", lambda end: before[1].models - end.harm[1][0]),
            count_of(seen, f"{us} lost", lambda end: before[0].models - end.harm[0][0]),
            count_of(seen, f"wounds on {them}", lambda end: wounds_on(before[1], end.harm[1])),
            count_of(seen, f"wounds on {us}", lambda end: wounds_on(before[0], end.harm[0])),
            count_of(seen, f"{us} ahead by", lambda end: end.ahead),
        ),
        certainty=seen.certainty,
        sums=seen.sums,
    )


def check_in_touch(situation: Situation) -> None:
    """QuestionError if our unit and theirs do not fight each other."""
    us, them = situation.our_name, situation.their_name
    contacts = situation.battle.contacts_of(situation.ours)
    if not any(touch.has(situation.theirs) for touch in contacts):
        raise QuestionError(f"{us} and {them} are not in touch: ask it of two who fight each other")
