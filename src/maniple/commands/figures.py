"""The figures behind a rule that a group of players may change, each with its mark."""

from maniple.armies.lists import composition
from maniple.armies.zones import DEPTH_MARK, USUAL_DEPTH
from maniple.battle.field import TURNS_MARK, USUAL_TURNS, VICTORY_MARK, VictoryFigures

LIMITS = {
    "army.characters": "characters",
    "army.allies": "allies",
    "army.skirmishers": "skirmishers",
}
"""The rules that limit an army, each with the per cent in composition.toml that it goes by."""


def figures_of(rule_id: str) -> dict[str, str]:
    """The usual figures of a rule by name, as "12 (B)"; none where the rule has none to change."""
    if rule_id == "victory.points":
        usual, names = VictoryFigures(), VictoryFigures.__struct_fields__
        return {name: f"{getattr(usual, name)} ({VICTORY_MARK})" for name in names}
    if rule_id == "victory.end":
        return {"turns": f"{USUAL_TURNS} ({TURNS_MARK})"}
    if rule_id == "deploy":
        return {"depth": f"{USUAL_DEPTH:g} inches ({DEPTH_MARK})"}
    if rule_id in LIMITS:
        name = LIMITS[rule_id]
        limit, mark = getattr(composition().limits, name), getattr(composition().marks, name)
        return {name: f"{limit} % ({mark})"}
    return {}
