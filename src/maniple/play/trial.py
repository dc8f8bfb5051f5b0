"""A fight tried out many times with quick dice: what a bot asks before it charges.

For exact odds see `maniple.play.odds`; a trial is for when a rough answer must come quickly.
"""

from msgspec import Struct

from maniple.battle.asks import Ask, AskAnswer
from maniple.battle.sides import Side
from maniple.battle.state import Battle
from maniple.battle.tasks import Do
from maniple.battle.unit import Unit
from maniple.geometry import Edge
from maniple.play.chance import SeededChance
from maniple.play.game import Game
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
    won = lost = enemy_broke = broke = enemy_slain = slain = 0
    for i in range(rounds):
        after = _fought(battle, seed * 1000 + i)
        combat = after.combats[-1]
        won += combat.winner is Side.RED
        lost += combat.winner is Side.BLUE
        gone = (*combat.broken, *combat.destroyed)
        broke += 0 in gone
        enemy_broke += 1 in gone
        slain += attacker.models - after.units[0].models
        enemy_slain += defender.models - after.units[1].models
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


def _plainly(battle: Battle, ask: Ask) -> AskAnswer:
    """The first answer there is: in a round of combat all asks have lists."""
    listed = options(battle, ask)
    if not listed:
        raise ValueError(f"{type(ask).__name__} has no list of answers")
    return listed[0]
