"""Challenges in a few words: who called whom out, and who met him, or retired."""

from maniple.battle.events import ChallengeMet, ChallengeRefused, DuelEnded
from maniple.battle.state import Battle
from maniple.battle.unit import UnitId
from maniple.report.account.sentence import Sentence
from maniple.report.account.words import name


def duels_of(units: tuple[UnitId, ...], battle: Battle) -> Sentence:
    """Who goes on with a challenge of an earlier turn."""
    told = Sentence(units)
    for unit in units:
        foe = battle.units[unit].duel
        if foe in units and unit < foe:
            both = f"{name(battle, unit)} and {name(battle, foe)}"
            told.say(both, "fought on man to man", rules=("challenge.fight",))
    return told


def challenge_told(
    event: ChallengeMet | ChallengeRefused | DuelEnded, battle: Battle, told: Sentence
) -> None:
    """A challenge in a few words."""
    match event:
        case ChallengeMet():
            met = f"challenged {name(battle, event.champion)}, who met him man to man"
            told.say(name(battle, event.challenger), met, rules=("challenge.issue", event.cite))
        case ChallengeRefused():
            told.say(name(battle, event.challenger), "made a challenge", rules=("challenge.issue",))
            man = battle.units[event.retires]
            back = f"retired from it to the back of {name(battle, man.host)}"
            told.say(man.sheet.name, back, rules=(event.cite,))
        case DuelEnded():
            both = f"{name(battle, event.unit)} and {name(battle, event.foe)}"
            told.say(both, "were driven apart", rules=(event.cite,))
