"""One step of the rules with dice of one's own, and players who answer by a policy."""

from collections.abc import Callable

from maniple.battle.asks import Ask, AskAnswer, No
from maniple.battle.chance import resolve
from maniple.battle.chance_requests import CHANCE
from maniple.battle.state import Battle
from maniple.play.odds import Policy
from maniple.play.run import Run
from maniple.rules.legality import options


def thrown(battle: Battle, policy: Policy, draw: Callable[[int], int]) -> Battle:
    """The battle after its step. `draw`: the face of a die of so many sides."""
    run = Run(battle)
    while run.request is not None:
        if isinstance(run.request, CHANCE):
            run.answer(resolve(run.request, draw).answer)
        else:
            assert isinstance(run.request, Ask)
            run.answer(policy(run.battle, run.request))
    return run.battle


def plainly(battle: Battle, ask: Ask) -> AskAnswer:
    """Nobody holds back; else the first answer."""
    listed = options(battle, ask)
    assert listed, f"{type(ask).__name__} has no list of answers"
    return next((answer for answer in listed if isinstance(answer, No)), listed[0])
