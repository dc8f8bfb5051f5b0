"""What the bot makes of challenges: it makes one that it should win, and meets one that it may.

called      whom to send out, if anybody
met         who meets a challenger, or who retires from him
"""

from maniple.battle.asks import AnswerChallenge, AskAnswer, Done, IssueChallenge, Named, Withdraw
from maniple.battle.bodies import where_stands
from maniple.battle.state import Battle
from maniple.battle.unit import Unit, UnitId
from maniple.play.seat import Seat

CALLS = 1.2
"""A champion goes out where he should slay so many times faster than he is slain."""
CALLS_LEADING = 1.6
"""The same for a general or the bearer of the battle standard, whom the army needs."""
MEETS = 0.6
"""He meets a challenger where he is not much the worse man."""
MEETS_LEADING = 0.9


def called(seat: Seat, ask: IssueChallenge) -> tuple[AskAnswer, str]:
    """The man who stands best against the best that the enemy can send."""
    battle = seat.battle
    best = max(ask.challengers, key=lambda man: _at_worst(battle, man, ask.champions))
    man = battle.units[best]
    if _at_worst(battle, best, ask.champions) < (CALLS_LEADING if _leads(man) else CALLS):
        return Done(), "nobody whom we could well send out"
    return Named(best), f"{man.sheet.name} is the better man"


def met(seat: Seat, ask: AnswerChallenge) -> tuple[AskAnswer, str]:
    """The best man, if he is not much the worse; else the one retires whom we need least."""
    battle = seat.battle
    best = max(ask.champions, key=lambda man: _edge(battle, man, ask.challenger))
    man = battle.units[best]
    challenger = battle.units[ask.challenger].sheet.name
    if _edge(battle, best, ask.challenger) >= (MEETS_LEADING if _leads(man) else MEETS):
        return Named(best), f"{man.sheet.name} is a match for {challenger}"
    retiring = [option.unit for option in seat.options() or () if isinstance(option, Withdraw)]
    if not retiring:
        return Named(best), f"{man.sheet.name} has no ranks to retire to"
    last = min(retiring, key=lambda unit: _loss(battle.units[unit]))
    return Withdraw(last), f"{challenger} would slay him"


def _at_worst(battle: Battle, man: UnitId, champions: tuple[UnitId, ...]) -> float:
    return min([_edge(battle, man, champion) for champion in champions])


def _edge(battle: Battle, ours: UnitId, theirs: UnitId) -> float:
    """How many times faster ours should slay theirs than theirs ours."""
    one, other = battle.units[ours], battle.units[theirs]
    slays = _wounds(battle, one, other) / (other.sheet.profile.wounds - other.wounds)
    falls = _wounds(battle, other, one) / (one.sheet.profile.wounds - one.wounds)
    return slays / max(falls, 0.01)


def _wounds(battle: Battle, striker: Unit, target: Unit) -> float:
    """Wounds in a round, roughly, with the best weapon of each."""
    sheet, foe = striker.sheet, target.sheet
    fight = where_stands(battle, striker).fight
    added = max([m.strength for m in sheet.melee if _helps(m.strength_when, fight)], default=0)
    attacks = sheet.profile.attacks + max([m.extra_attacks for m in sheet.melee], default=0)
    strength = sheet.profile.strength + added
    wounds = attacks * _through(sheet.profile.weapon_skill, strength, target)
    if sheet.mount is not None:
        mount = sheet.mount
        wounds += mount.attacks * _through(mount.weapon_skill, mount.strength, target)
    quicker = sheet.profile.initiative > foe.profile.initiative
    return wounds * (1.15 if quicker else 1.0)


def _helps(when: str, fight: object) -> bool:
    charging = bool(getattr(fight, "charging", False) or getattr(fight, "counter_charging", False))
    first = getattr(fight, "rounds", 0) == 0
    return when == "always" or (when == "charging" and charging) or (when != "charging" and first)


def _through(skill: int, strength: int, target: Unit) -> float:
    """The chance that a blow hits, wounds and is not saved, roughly."""
    theirs = target.sheet.profile
    hit = 4 if skill > theirs.weapon_skill else 3 if 2 * skill >= theirs.weapon_skill else 2
    wound = max(0, min(5, 3 + strength - theirs.toughness))
    armour = target.sheet.armour
    save = 7 - armour.worn - armour.shield - armour.mount + max(0, strength - 3)
    return hit / 6 * wound / 6 * min(1.0, max(1, save - 1) / 6)


def _leads(man: Unit) -> bool:
    return man.sheet.is_general or man.sheet.is_battle_standard


def _loss(man: Unit) -> tuple[bool, bool, int, UnitId]:
    """What it costs to do without him for a turn."""
    sheet = man.sheet
    return (sheet.is_general, sheet.is_battle_standard, sheet.profile.attacks, man.id)
