"""How players answer while a question is worked out: habits, and the policy made of them.

A habit answers some asks, and leaves the others: `holds_back(Side.RED)`, `fights_with(unit, "spear")`.
`policy_of` makes of several a policy that answers every ask: the first habit that has an answer,
else what a sensible player does who is told nothing, `sensible`:

    he declares, moves, shoots and casts nothing that is not asked for; holds when charged; fights on,
    pursues whom he has broken, neither falls back nor widens his front; makes no challenge but meets
    one; fights with the weapon that stands first on his sheet.

Each reads as little of the battle as it can, and is a pure function of it.
"""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from maniple.battle.asks import (
    Aim,
    AimEngine,
    AlignOnSkirmishers,
    AllotBlows,
    Allotment,
    AnswerChallenge,
    AnswerCharge,
    Arms,
    Ask,
    AskAnswer,
    CastSpell,
    ChooseArms,
    ChooseFallen,
    ChoosePrey,
    ChooseStruck,
    DeclareCharge,
    Done,
    DrawIn,
    FormRallied,
    FormTestudo,
    HoldBack,
    IssueChallenge,
    KeepCard,
    MayDispel,
    MayFallBack,
    MayOverrun,
    Named,
    NameDisengaging,
    NameShot,
    No,
    OfKind,
    OrderUnit,
    ParthianMove,
    Redirect,
    RedressRanks,
    Reply,
    Shot,
    Stand,
    Widen,
    Withdraw,
    Yes,
)
from maniple.battle.bodies import body
from maniple.battle.judged import Judged
from maniple.battle.sides import Side
from maniple.battle.state import Battle, Response
from maniple.battle.unit import UnitId
from maniple.geometry import bearing, point_distance
from maniple.play.odds import Policy
from maniple.rules.legality import judge, options, sample
from maniple.rules.shooting.sight import HALF_ARC
from maniple.rules.special.stone_thrower import stone_of

Habit: TypeAlias = Callable[[Battle, Ask], AskAnswer | None]
"""How a player answers some asks; None: this habit has no answer to it. A pure function."""

NOTHING_MORE = (
    DeclareCharge,
    Redirect,
    NameDisengaging,
    OrderUnit,
    NameShot,
    ParthianMove,
    IssueChallenge,
    RedressRanks,
    CastSpell,
    KeepCard,
)
"""What a player who is told nothing does no more of."""
DECLINED = (
    FormTestudo,
    AlignOnSkirmishers,
    DrawIn,
    MayFallBack,
    HoldBack,
    MayOverrun,
    MayDispel,
)
"""What he does not do."""
USUAL_FILES = 6


def policy_of(habits: Iterable[Habit] = ()) -> Policy:
    """The policy of players with these habits: the first that has an answer, else `sensible`."""
    known = tuple(habits)

    def policy(battle: Battle, ask: Ask) -> AskAnswer:
        for habit in known:
            answer = habit(battle, ask)
            if answer is not None:
                return answer
        return sensible(battle, ask)

    return policy


def sensible(battle: Battle, ask: Ask) -> AskAnswer:
    """What a player does who is told nothing. ValueError for an ask that nobody can answer."""
    if isinstance(ask, NOTHING_MORE):
        return Done()
    if isinstance(ask, DECLINED):
        return No()
    match ask:
        case AnswerChallenge():
            return Named(ask.champions[0])
        case AllotBlows():
            return Allotment(ask.targets[0])
        case ChooseStruck() | ChooseFallen():
            return OfKind(ask.kinds[0])
        case ChoosePrey():
            return Named(ask.prey[0])
        case AimEngine():
            return _aim(battle, ask, 0.0)
        case FormRallied():
            return _as_it_stood(battle, ask)
        case _:
            return (options(battle, ask) or (sample(battle, ask, _first),))[0]


# ------------------------------------------------------------------------------ habits


def fights_with(unit: UnitId, weapon: str) -> Habit:
    """The unit uses the weapon of that name whenever it may choose it. [combat.one-weapon]"""

    def habit(battle: Battle, ask: Ask) -> AskAnswer | None:
        if not isinstance(ask, ChooseArms) or ask.unit != unit:
            return None
        arms = Arms(weapon)
        return arms if isinstance(judge(battle, ask, arms), Judged) else None

    return habit


def challenges(side: Side) -> Habit:
    """The side makes a challenge whenever it may. [challenge.issue]"""

    def habit(_: Battle, ask: Ask) -> AskAnswer | None:
        if isinstance(ask, IssueChallenge) and ask.side is side:
            return Named(ask.challengers[0])
        return None

    return habit


def refuses_challenges(side: Side) -> Habit:
    """The side's character retires from a challenge, if he can. [challenge.refuse]"""

    def habit(battle: Battle, ask: Ask) -> AskAnswer | None:
        if not isinstance(ask, AnswerChallenge) or ask.side is not side:
            return None
        listed = options(battle, ask) or ()
        return next((answer for answer in listed if isinstance(answer, Withdraw)), None)

    return habit


def holds_back(side: Side) -> Habit:
    """The side tries to hold its units back from pursuit. [pursue.restrain]"""
    return _says_yes(HoldBack, side)


def overruns(side: Side) -> Habit:
    """The side's units overrun when they may. [pursue.overrun]"""
    return _says_yes(MayOverrun, side)


def falls_back(side: Side) -> Habit:
    """The side's units fall back in good order when they may. [break.fall-back]"""
    return _says_yes(MayFallBack, side)


def forms_testudo(side: Side) -> Habit:
    """The side's units are in testudo when they may. [troop.testudo]"""
    return _says_yes(FormTestudo, side)


def widens(side: Side) -> Habit:
    """The side's units add as many files as they may after a won round, men who lap round among
    them; as many at each end as they can. [redress.expand, redress.lap-round]
    """

    def habit(battle: Battle, ask: Ask) -> AskAnswer | None:
        if not isinstance(ask, RedressRanks) or ask.side is not side:
            return None
        ways = [way for way in options(battle, ask) or () if isinstance(way, Widen)]
        return max(ways, key=lambda way: (way.left + way.right, way.left), default=None)

    return habit


def answers_charges(side: Side, response: Response) -> Habit:
    """The side's units answer a charge so where they may. [charge.response.stand-and-shoot]"""

    def habit(battle: Battle, ask: Ask) -> AskAnswer | None:
        if not isinstance(ask, AnswerCharge) or ask.side is not side:
            return None
        reply = Reply(response)
        return reply if reply in (options(battle, ask) or ()) else None

    return habit


def shoots(shooter: UnitId, target: UnitId, weapon: str) -> Habit:
    """The unit shoots once a turn at the target, with the weapon of that name. [shoot.who]"""

    def habit(battle: Battle, ask: Ask) -> AskAnswer | None:
        if not isinstance(ask, NameShot) or battle.units[shooter].doings.shot:
            return None
        return Shot(shooter, target, weapon) if ask.side is battle.units[shooter].side else None

    return habit


def misjudges(unit: UnitId, inches: float) -> Habit:
    """The unit's engine is aimed so many inches beyond the middle of its target, below 0 short of it.

    Who is told nothing guesses right. [engine.stone-thrower]
    """

    def habit(battle: Battle, ask: Ask) -> AskAnswer | None:
        if isinstance(ask, AimEngine) and ask.unit == unit:
            return _aim(battle, ask, inches)
        return None

    return habit


def _aim(battle: Battle, ask: AimEngine, off: float) -> Aim:
    """At the middle of the target, as far as the engine throws and turns."""
    unit = battle.units[ask.unit]
    target = body(battle.units[ask.target])
    missile = stone_of(unit)
    dx, dy = target.cx - unit.pose.x, target.cy - unit.pose.y
    aside = (bearing(dx, dy) - unit.pose.facing + 180.0) % 360.0 - 180.0
    facing = unit.pose.facing + max(-HALF_ARC, min(HALF_ARC, aside))
    inches = point_distance(0.0, 0.0, dx, dy) + off
    return Aim(facing % 360.0, max(missile.least_range, min(missile.range, inches)))


def _says_yes(kind: type[Ask], side: Side) -> Habit:
    def habit(_: Battle, ask: Ask) -> AskAnswer | None:
        return Yes() if isinstance(ask, kind) and ask.side is side else None

    return habit


def _as_it_stood(battle: Battle, ask: FormRallied) -> AskAnswer:
    """In its usual files, facing as it does, if there is room; else as a sample finds room."""
    unit = battle.units[ask.unit]
    loose = unit.sheet.traits.always_skirmish
    for files in (min(USUAL_FILES, unit.models), unit.files):
        stand = Stand(files, unit.pose.facing, loose)
        if isinstance(judge(battle, ask, stand), Judged):
            return stand
    return sample(battle, ask, _first)


def _first(_: int) -> int:
    return 0
