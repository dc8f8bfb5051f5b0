"""Fights tried out with quick dice, and charges tried out: what a bot asks before it charges.

try_fight     two units alone, put in touch by hand
try_charge    the table as it will be when a charge has come home, if it does
try_combat    the next round of a combat, where it stands on the table

For exact odds see `maniple.play.odds`; a trial is for when a rough answer must come quickly.
"""

from msgspec import Struct
from msgspec.structs import replace

from maniple.battle.apply import apply
from maniple.battle.asks import Ask, AskAnswer, Done, IssueChallenge
from maniple.battle.events import PhaseBegan
from maniple.battle.sides import Side
from maniple.battle.state import Battle, Charge, ChargeStage, Contact
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import Unit, UnitId
from maniple.geometry import Edge
from maniple.play.chance import SeededChance
from maniple.play.game import Game
from maniple.rules.charging.facing import zone_seen
from maniple.rules.duel import duel
from maniple.rules.legality import options

AFTER_THE_ROUND = (Do.NAME_COMBAT, Do.COMBAT_PANIC, Do.HOLD_OR_PURSUE)


class Trial(Struct, frozen=True):
    """Of so many rounds fought: how often each came, from the attacker's side; models lost."""

    rounds: int
    won: int
    lost: int
    enemy_broke: int
    broke: int
    enemy_slain: int
    slain: int

    @property
    def value(self) -> float:
        """From -1 (we break for certain) to 1 (they do), a won round counting a little."""
        broke = (self.enemy_broke - self.broke) / self.rounds
        won = (self.won - self.lost) / self.rounds
        return 0.75 * broke + 0.25 * won


def try_fight(
    attacker: Unit,
    defender: Unit,
    edge: Edge,
    *,
    charging: bool,
    attacker_guests: tuple[Unit, ...] = (),
    defender_guests: tuple[Unit, ...] = (),
    rounds: int = 12,
    seed: int = 1,
) -> Trial:
    """Fight one round so many times: the attacker's front on this edge of the defender."""
    battle = duel(
        attacker,
        defender,
        charger=Side.RED if charging else None,
        blue_edge=edge,
        red_guests=attacker_guests,
        blue_guests=defender_guests,
    )
    return _tried(battle, UnitId(0), UnitId(1), rounds, seed)


def try_charge(
    battle: Battle, charger: UnitId, target: UnitId, declared_on: Battle | None = None
) -> Battle | None:
    """The battle as it will be if the unit charges the target and that stands; None if it fails.

    A charge that is declared already goes on as declared. Nothing else moves. `declared_on`: the
    battle as it is when the charge is declared, if others are to move before it: the facing struck
    is the one seen there. [charge.facing]
    """
    if battle.charge_of(charger) is None:
        facing = zone_seen(declared_on or battle, charger, target)
        charge = Charge(charger, target, facing, stage=ChargeStage.ANSWERED, in_reach=True)
        battle = replace(battle, charges=(*battle.charges, charge))
    todo = (Task(Do.MOVE_CHARGER, charger), Task(Do.NAME_CHARGER))
    turn = replace(battle.turn, phase=Phase.CHARGERS, todo=todo)
    game = Game.resume(replace(battle, turn=turn), (), SeededChance(1), until=_is_home)
    while game.pending is not None:
        _ = game.answer(_plainly(game.battle, game.pending))
    after = game.battle
    if not after.units[charger].is_engaged and target not in after.caught:
        return None
    return replace(after, turn=battle.turn)


def try_combat(battle: Battle, ours: UnitId, theirs: UnitId, rounds: int = 8) -> Trial:
    """Fight the next round of the combat in which the two stand, with all the others in it.

    Models lost are those of the two alone.
    """
    mine = _combat_of(battle.contacts, ours)
    alone = replace(battle, contacts=mine, charges=(), combats=(), runners=(), panicked=())
    begun = apply(alone, PhaseBegan(Phase.COMBAT, (Task(Do.NAME_COMBAT),)))
    return _tried(begun, ours, theirs, rounds, 1)


def _combat_of(contacts: tuple[Contact, ...], unit: UnitId) -> tuple[Contact, ...]:
    """The contacts that hang together with those of the unit."""
    known = {unit}
    while True:
        mine = [c for c in contacts if c.red in known or c.blue in known]
        found = known.union([c.red for c in mine], [c.blue for c in mine])
        if found == known:
            return tuple(mine)
        known = found


def _tried(battle: Battle, ours: UnitId, theirs: UnitId, rounds: int, seed: int) -> Trial:
    side = battle.units[ours].side
    won = lost = enemy_broke = broke = enemy_slain = slain = 0
    for i in range(rounds):
        after = _fought(battle, seed * 1000 + i)
        combat = after.combats[-1]
        won += combat.winner is side
        lost += combat.winner is side.enemy
        gone = (*combat.broken, *combat.destroyed)
        broke += ours in gone
        enemy_broke += theirs in gone
        slain += battle.units[ours].models - after.units[ours].models
        enemy_slain += battle.units[theirs].models - after.units[theirs].models
    return Trial(rounds, won, lost, enemy_broke, broke, enemy_slain, slain)


def _fought(battle: Battle, seed: int) -> Battle:
    """The battle after one round, its Break tests taken."""
    game = Game.resume(battle, (), SeededChance(seed), until=_is_fought)
    while game.pending is not None:
        _ = game.answer(_plainly(game.battle, game.pending))
    return game.battle


def _is_fought(battle: Battle) -> bool:
    todo = battle.turn.todo
    return bool(battle.combats) and (not todo or todo[0].do in AFTER_THE_ROUND)


def _is_home(battle: Battle) -> bool:
    todo = battle.turn.todo
    return not todo or todo[0].do is Do.NAME_CHARGER


def _plainly(battle: Battle, ask: Ask) -> AskAnswer:
    """The first answer there is: as charges and rounds of combat go, all asks have lists. Nobody makes
    a challenge.
    """
    if isinstance(ask, IssueChallenge):
        return Done()
    listed = options(battle, ask)
    if not listed:
        raise ValueError(f"{type(ask).__name__} has no list of answers")
    return listed[0]
