"""Laws of battles with magic: they are watched, recorded and proved, taken back and copied, as others are."""

import pytest

from kit.games import play_by_lot
from kit.magic import wizards_war
from maniple.battle.asks import Cast, CastSpell
from maniple.battle.events import CardKept, PhaseBegan, SpellCast, TurnEnded, WindsBlew
from maniple.battle.judged import Judged
from maniple.battle.sides import Pair, Side
from maniple.bots import BOTS
from maniple.dice.seeded import Seeded
from maniple.play.chance import SeededChance
from maniple.play.game import Game
from maniple.play.invariants import Watcher
from maniple.play.record.journal import new_journal
from maniple.play.record.reading import parse
from maniple.play.record.replay import verify
from maniple.play.seat import play_out
from maniple.play.told import Happened, Told


class Cards:
    """Counts the cards of each side through a battle; notes where they do not come out even."""

    def __init__(self) -> None:
        self.odd: list[str] = []
        self.phases = 0
        self.cast = 0

    def __call__(self, told: Told) -> None:
        if not isinstance(told, Happened):
            return
        battle = told.battle
        for side in Side:
            if battle.hands.of(side) < 0:
                self.odd.append(f"{side.value} has {battle.hands.of(side)} cards")
        match told.event:
            case WindsBlew(winds=winds):
                self.phases += 1
                if not winds <= battle.hands.red + battle.hands.blue <= winds + 4:
                    self.odd.append(f"winds of {winds} gave {battle.hands}")
            case SpellCast():
                self.cast += 1
            case CardKept(unit=unit) if not battle.units[unit].sheet.traits.wizard:
                self.odd.append(f"{unit} keeps a card and is no wizard")
            case TurnEnded() if battle.hands != Pair(0, 0):
                self.odd.append("cards outlive the turn")
            case PhaseBegan():
                for unit in battle.units:
                    if any(not battle.units[laid.by].is_alive for laid in unit.spells):
                        self.odd.append(f"a spell upon {unit.id} outlives its caster")
            case _:
                pass


@pytest.mark.parametrize(("bot", "seed"), [("random", 1), ("random", 2), ("steady", 3)])
def test_a_battle_with_magic_is_watched_and_proved(bot: str, seed: int) -> None:
    watcher, cards = Watcher(), Cards()
    journal = new_journal(None, seed=seed)
    game = Game(wizards_war(seed), journal, recorder=journal, listeners=(watcher, cards))
    play_out(game, Pair(BOTS[bot](seed), BOTS[bot](seed + 1)))
    journal.close()
    assert watcher.problems == []
    assert cards.odd == []
    assert cards.phases > 4
    assert cards.cast > 4
    proof = verify(parse(b"".join(journal.written)))
    assert proof.rules_rerun
    assert proof.finished


def test_every_spell_on_offer_is_accepted_and_none_is_taken_back() -> None:
    """A distance is revealed: there is no way back behind a spell at an enemy."""
    game = Game(wizards_war(5), SeededChance(5))
    lot = Seeded(5)
    seen = 0
    while game.pending is not None and seen < 12:
        answer = game.sample(lot.below)
        if isinstance(game.pending, CastSpell):
            assert all(isinstance(game.judge(option), Judged) for option in game.options() or ())
            if isinstance(answer, Cast):
                seen += 1
                _ = game.answer(answer)
                assert not game.can_undo
                continue
        _ = game.answer(answer)
    assert seen == 12


def test_a_copy_goes_its_own_way() -> None:
    game = Game(wizards_war(6), SeededChance(6))
    lot = Seeded(6)
    while not isinstance(game.pending, CastSpell):
        _ = game.answer(game.sample(lot.below))
    before = (game.battle, game.pending)
    copy = game.fork(SeededChance(9))
    assert play_by_lot(copy, 7) > 10
    assert (game.battle, game.pending) == before
    assert copy.battle.is_over
