"""A melee fought by the rules that fight battles, so many rounds, one step after the other."""

from collections.abc import Callable

from maniple.battle.asks import Ask
from maniple.battle.chance_requests import CHANCE
from maniple.battle.events import Event
from maniple.battle.state import Battle
from maniple.battle.tasks import Phase
from maniple.commands.given_dice import thrown
from maniple.dice.stages import Draw
from maniple.play.odds import Policy
from maniple.play.run import Run
from maniple.play.told import Fell, Happened, Told
from maniple.rules.legality import judge
from maniple.rules.table.referee import legal

MOST_ROUNDS = 20


def fight_rounds(
    battle: Battle,
    rounds: int,
    draw: Draw,
    policy: Policy,
    told: Callable[[Told], None],
) -> Battle:
    """Fight so many rounds, or until the two are no longer in touch.

    `policy`: how the two sides answer what they are asked.
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
                run.answer(legal(judge(run.battle, request, policy(run.battle, request))).answer)
            else:
                raise TypeError(f"{request} is neither a roll nor an ask")
        battle = run.battle
        if any(_ends_phase(event) for event in run.events):
            fought += 1
            if not battle.contacts:
                break
    return battle


def _ends_phase(event: Event) -> bool:
    return getattr(event, "phase", None) is Phase.END
