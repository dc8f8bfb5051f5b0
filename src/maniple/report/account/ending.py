"""How the battle ended. [victory.end, victory.points]"""

from maniple.battle.events import BattleEnded
from maniple.battle.field import EndReason
from maniple.battle.state import Battle
from maniple.report.account.lines import Line

REASONS = {
    EndReason.TURNS: "The last turn was over",
    EndReason.NOBODY_LEFT: "One side had nobody left",
    EndReason.ARMY_BROKE: "An army broke",
}


def ended(event: BattleEnded, battle: Battle) -> list[Line]:
    """Why it ended, the points of both, and who has won."""
    outcome, armies = event.outcome, battle.field.armies
    points = outcome.points
    score = f"{armies.red} had {points.red} victory points, {armies.blue} {points.blue}"
    if outcome.winner is None:
        verdict = "a draw"
    else:
        how = "a decisive victory" if outcome.decisive else "a victory"
        verdict = f"{how} for {armies.of(outcome.winner)}"
    return [
        Line("The end", "turn"),
        Line(f"{REASONS[outcome.reason]}", rules=(event.cite,)),
        Line(f"{score}: {verdict}", rules=("victory.points",)),
    ]
