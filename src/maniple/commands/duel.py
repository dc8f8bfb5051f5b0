"""A melee fought by the rules that fight battles, so many rounds, one step after the other."""

from collections.abc import Callable, Collection, Mapping

from maniple.battle.asks import (
    Arms,
    Ask,
    AskAnswer,
    ChooseArms,
    Done,
    FormRallied,
    IssueChallenge,
    Named,
    No,
    Stand,
    Yes,
)
from maniple.battle.chance_requests import CHANCE
from maniple.battle.events import Event
from maniple.battle.judged import Judged
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.tasks import Phase
from maniple.battle.unit import UnitId
from maniple.bots.steady.drawn_up import files_for
from maniple.commands.given_dice import thrown
from maniple.dice.stages import Draw
from maniple.play.run import Run
from maniple.play.told import Fell, Happened, Told
from maniple.rules.legality import judge, options, sample

MOST_ROUNDS = 20


def fight_rounds(
    battle: Battle,
    rounds: int,
    draw: Draw,
    arms: Mapping[UnitId, str],
    told: Callable[[Told], None],
    challenging: Collection[Side] = (),
) -> Battle:
    """Fight so many rounds, or until the two are no longer in touch.

    `arms`: the weapon of each that was told to use one. `challenging`: the sides that make a
    challenge when they may; challenges are met. The beaten stand if they hold, winners
    pursue, and nobody widens his front.
    """
    fought = 0
    while not battle.is_over and fought < rounds:
        run = Run(battle)
        seen = 0
        while True:
            for event, after in zip(run.events[seen:], run.table.after[seen:], strict=True):
                told(Happened(event, after))
            seen = len(run.events)
            request = run.request
            if request is None:
                break
            if isinstance(request, CHANCE):
                rolled = thrown(request, run.battle, draw)
                told(Fell(request, rolled, run.battle))
                run.answer(rolled.answer)
            elif isinstance(request, Ask):
                run.answer(_answer(run.battle, request, arms, challenging))
            else:
                raise TypeError(f"{request} is neither a roll nor an ask")
        battle = run.battle
        if any(_ends_phase(event) for event in run.events):
            fought += 1
            if not battle.contacts:
                break
    return battle


def _lowest(_: int) -> int:
    return 0


def _ends_phase(event: Event) -> bool:
    return getattr(event, "phase", None) is Phase.END


def _answer(
    battle: Battle, ask: Ask, arms: Mapping[UnitId, str], challenging: Collection[Side]
) -> AskAnswer:
    """Done and No where that is possible, else the first option; arms as told. Who forms anew keeps
    the frontage and the facing that it has, if there is room; where else to stand, which is judged
    and not listed, is the first place that a sample comes to.
    """
    if isinstance(ask, ChooseArms) and ask.unit in arms:
        return Arms(arms[ask.unit])
    if isinstance(ask, IssueChallenge) and ask.side in challenging:
        return Named(ask.challengers[0])
    plain: list[AskAnswer] = [Done(), No()]
    if isinstance(ask, FormRallied):
        unit = battle.units[ask.unit]
        plain += [Stand(files, unit.pose.facing) for files in (unit.files, files_for(unit))]
    for answer in plain:
        if isinstance(judge(battle, ask, answer), Judged):
            return answer
    possible = options(battle, ask) or (sample(battle, ask, _lowest),)
    return next((answer for answer in possible if not isinstance(answer, Yes)), possible[0])
