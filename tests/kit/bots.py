"""Questions put to a bot: a battle by hand, in the middle of a phase, and the seat of who is asked."""

from msgspec.structs import replace

from maniple.battle.asks import AskAnswer
from maniple.battle.state import Battle
from maniple.battle.tasks import Phase, Task
from maniple.bots import SteadyBot
from maniple.play.chance import SeededChance
from maniple.play.game import Game
from maniple.play.seat import Seat


def asked(battle: Battle, phase: Phase, *todo: Task) -> Seat:
    """The seat of the side to whom the first question of these tasks is put."""
    turn = replace(battle.turn, phase=phase, todo=todo)
    return Seat(Game.resume(replace(battle, turn=turn), (), SeededChance(1)))


def steady_says(seat: Seat) -> tuple[AskAnswer, str]:
    """What the steady bot answers, judged to be legal, and why."""
    bot = SteadyBot(1)
    answer = bot.answer(seat)
    judged = seat.judge(answer)
    assert getattr(judged, "why", None) is None, f"{answer} is refused: {judged}"
    assert bot.why(), f"no reason is given for {answer}"
    return answer, bot.why()
