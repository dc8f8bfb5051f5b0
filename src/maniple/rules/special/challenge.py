"""Challenge: a character calls an enemy's out of the ranks, and the two fight each other alone.

    challenge_tasks    whether one can be made in the combat that has just been named
    challenge          a player makes one; if he does not, the other may          [challenge.issue]
    answer_challenge   a champion meets it, or one of his side retires            [challenge.refuse]
    end_parted_duels   one of an earlier turn is over where the two have parted   [challenge.fight]

Whom the two strike is said in `fighting.strikers`; who has retired has no seat in `fighting.seats`.
"""

from maniple.battle.asks import AnswerChallenge, AskAnswer, Done, IssueChallenge, Named, Withdraw
from maniple.battle.bodies import where_stands
from maniple.battle.events import ChallengeMet, ChallengeRefused, DuelEnded
from maniple.battle.request import Step, nothing_asked
from maniple.battle.sides import Side
from maniple.battle.state import Battle, Combat
from maniple.battle.table import Table
from maniple.battle.tasks import Do, Task
from maniple.battle.unit import NOBODY, UnitId
from maniple.rules.fighting.strikers import bands
from maniple.rules.nerve.leadership import is_running


def challenge_tasks(battle: Battle) -> tuple[Task, ...]:
    """One, if the combat that is being fought has characters of both sides. [challenge.issue]"""
    sides = {
        battle.units[unit].side
        for combat in battle.combats[-1:]
        for unit in combat.units
        if battle.units[unit].sheet.is_character
    }
    return (Task(Do.CHALLENGE),) if len(sides) == 2 else ()


def end_parted_duels(table: Table) -> None:
    """A challenge of an earlier turn is over if the two stand in different combats now.

    [challenge.fight]
    """
    for combat in table.battle.combats[-1:]:
        for unit in combat.units:
            foe = table.battle.units[unit].duel
            if foe != NOBODY and foe not in combat.units:
                table.record(DuelEnded(unit, foe))


def challenge(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """The player whose turn it is may make a challenge; if he makes none, the other.

    None while an earlier one goes on. [challenge.issue]
    """
    for side in (table.battle.turn.side, table.battle.turn.side.enemy):
        calling = challengers(table.battle, side)
        called = champions(table.battle, side.enemy)
        if not calling or not called:
            continue
        said = yield from IssueChallenge(side, calling, called)
        if isinstance(said, Named):
            return (Task(Do.ANSWER_CHALLENGE, said.unit),)
    return ()


def answer_challenge(table: Table, task: Task) -> Step[tuple[Task, ...]]:
    """A champion meets the challenger, or one of the champion's side retires. Who fights alone, with no
    ranks behind him, cannot refuse. [challenge.refuse, challenge.fight]
    """
    challenger = table.battle.units[task.unit]
    called = champions(table.battle, challenger.side.enemy)
    ask = AnswerChallenge(challenger.side.enemy, challenger.id, called)
    listed = answer_options(table.battle, ask)
    said: AskAnswer
    if len(listed) == 1:
        yield from nothing_asked()
        said = listed[0]
    else:
        said = yield from ask
    if isinstance(said, Withdraw):
        table.record(ChallengeRefused(challenger.id, said.unit))
    elif isinstance(said, Named):
        table.record(ChallengeMet(challenger.id, said.unit))
    return ()


def challengers(battle: Battle, side: Side) -> tuple[UnitId, ...]:
    """The side's characters who have an enemy to strike in this combat; nobody while a challenge is
    being fought in it. [challenge.issue]
    """
    combat = _open_to_challenges(battle)
    if combat is None:
        return ()
    return tuple([man for man in _characters(battle, combat, side) if _strikes(battle, man)])


def champions(battle: Battle, side: Side) -> tuple[UnitId, ...]:
    """The side's characters who may meet a challenge: any who are in the combat. [challenge.issue]"""
    combat = _open_to_challenges(battle)
    return () if combat is None else _characters(battle, combat, side)


def issue_options(battle: Battle, ask: IssueChallenge) -> tuple[AskAnswer, ...]:
    """The answers to `IssueChallenge`."""
    return (*[Named(man) for man in ask.challengers], Done())


def answer_options(battle: Battle, ask: AnswerChallenge) -> tuple[AskAnswer, ...]:
    """The answers to `AnswerChallenge`: only who is with a unit can retire to its back.

    [challenge.refuse]
    """
    with_units = [man for man in ask.champions if battle.units[man].host != NOBODY]
    return (*[Named(man) for man in ask.champions], *[Withdraw(man) for man in with_units])


def _open_to_challenges(battle: Battle) -> Combat | None:
    """The combat that is being fought, unless a challenge goes on in it."""
    combat = battle.combat
    if combat is None or any(battle.units[unit].duel != NOBODY for unit in combat.units):
        return None
    return combat


def _characters(battle: Battle, combat: Combat, side: Side) -> tuple[UnitId, ...]:
    """The side's characters of the combat who stand in it, by id."""
    return tuple(
        [
            man.id
            for man in (battle.units[unit] for unit in combat.units)
            if man.side is side
            and man.sheet.is_character
            and man.models
            and where_stands(battle, man).fight is not None
            and not man.retired
            and not is_running(battle, man)
        ]
    )


def _strikes(battle: Battle, man: UnitId) -> bool:
    """Whether he has an enemy to strike. [combat.who-fights]"""
    unit = battle.units[man]
    return any(band.unit == man for band in bands(battle, where_stands(battle, unit).id))
