"""The account of a magic phase: the winds, each spell with its dispel and what it did, cards kept."""

import re

import pytest

from kit.changes import after
from kit.magic import magic, wizard, wizards_war
from kit.tables import BLUE, Put
from kit.troops import foot, legionaries
from maniple.armies.spells import spell_book
from maniple.battle.asks import AskAnswer, Cast, Done, Named, No, Unravel, Yes
from maniple.battle.events import FirstTurnRolled, SpellLaid
from maniple.battle.sides import Pair, Side
from maniple.battle.spells import Effect
from maniple.battle.state import Battle
from maniple.battle.tasks import Do
from maniple.battle.unit import Laid, UnitId
from maniple.bots import BOTS
from maniple.play.chance import SeededChance
from maniple.play.game import Game
from maniple.play.rulebook import rulebook
from maniple.play.seat import play_out
from maniple.play.told import Happened, Told
from maniple.report.account.lines import Line
from maniple.report.account.teller import Account

MAGE, FRIEND, FOE, RIVAL = (UnitId(i) for i in range(4))


def battle(*do: Do, side: Side = Side.RED, inches: float = 10.0) -> Battle:
    """A seer with a cohort against a cohort with a magus of his level; three cards each."""
    return magic(
        Put(wizard("Seer", 2, ("bolt", "mist")), x=30, y=10),
        Put(legionaries("Friends"), x=36, y=10, files=6),
        Put(foot("Foes", 16), x=30, y=10 + inches, facing=180, files=8, side=BLUE),
        Put(wizard("Magus", 2, ("gale", "ward")), x=50, y=40, side=BLUE),
        hands=(3, 3),
        side=side,
        todo=do or (Do.CAST_SPELLS,),
    )


def told(start: Battle, *answers: AskAnswer, seed: int = 1) -> list[Line]:
    """What is told of the phase from here on, once these answers are given."""
    account = Account()
    _ = account.tell(Happened(FirstTurnRolled(Side.RED), start))  # deployment is over
    heard: list[Line] = []
    game = Game.resume(
        start,
        (),
        SeededChance(seed),
        listeners=(lambda told: heard.extend(account.tell(told)),),
        until=lambda now: not now.turn.todo,
    )
    for answer in answers:
        game.answer(answer)
    assert game.pending is None
    return [*heard, *account.rest(game.battle)]


def test_the_winds_are_told_with_the_hands() -> None:
    (line,) = told(battle(Do.WINDS_OF_MAGIC))
    found = re.fullmatch(
        r"The winds of magic blew \((\d)\+(\d) = (\d+)\): (\d) power cards? to red "
        r"and (\d) power cards? to blue",
        line.text,
    )
    assert found is not None
    one, other, total, red, blue = map(int, found.groups())
    assert one + other == total == red + blue
    assert line.rules == ("magic.winds",)


def test_a_bolt_is_told_in_one_line() -> None:
    (line,) = told(battle(), Cast(MAGE, "bolt", FOE), No(), Done())
    assert re.match(
        r"Seer cast Thrown Embers for 2 power cards at Foes from 10 inches; "
        r"(none hit|\d hit, (none|\d) wounded)",
        line.text,
    )
    assert line.rules[:2] == ("magic.cast", "magic.bolt")


@pytest.mark.parametrize("seed", range(4))
def test_the_die_against_it_is_told(seed: int) -> None:
    (line,) = told(battle(), Cast(MAGE, "bolt", FOE), Yes(), Done(), seed=seed)
    found = re.search(r"; Magus needed 4\+ to dispel it, rolled (\d) and (did|failed)", line.text)
    assert found is not None
    assert (int(found[1]) >= 4) is (found[2] == "did")
    assert ("hit" in line.text) is (found[2] == "failed")


def test_a_spell_out_of_range_is_told_so() -> None:
    (line,) = told(battle(inches=30.0), Cast(MAGE, "bolt", FOE), Done())
    assert line.text == (
        "Seer cast Thrown Embers for 2 power cards at Foes from 30 inches, out of range"
    )
    assert line.rules == ("magic.range",)


def test_what_lasts_is_told_with_its_end() -> None:
    mist = SpellLaid(FRIEND, Laid("mist", Effect.MIST, MAGE, 1), "magic.mist")
    (ended, winds) = told(after(battle(Do.WINDS_OF_MAGIC), mist))
    assert ended.text == "River Mist no longer lay upon Friends"
    assert winds.text.startswith("The winds")
    start = after(battle(side=BLUE), mist)
    (tried,) = told(start, Unravel(FRIEND, "mist"), Done())
    assert re.fullmatch(
        r"Magus needed 4\+ to dispel River Mist upon Friends, rolled (\d) and (did|failed)",
        tried.text,
    )


def test_kept_cards_are_told_together() -> None:
    (line,) = told(battle(Do.KEEP_CARDS), Named(MAGE), Named(RIVAL))
    assert line.text == "Kept a power card: Seer and Magus"


@pytest.fixture(scope="module")
def lines() -> list[Line]:
    """Whole battles with magic."""
    heard: list[Line] = []
    for seed, bot in ((1, "steady"), (4, "random")):
        account = Account()

        def listen(told: Told, account: Account = account) -> None:
            heard.extend(account.tell(told))

        game = Game(wizards_war(seed), SeededChance(seed), listeners=(listen,))
        play_out(game, Pair(BOTS[bot](seed), BOTS[bot](seed + 1)))
    return heard


def test_lines_of_battles_with_magic_are_sentences(lines: list[Line]) -> None:
    ids = {entry.id for entry in rulebook()}
    assert {rule for line in lines for rule in line.rules} <= ids
    assert any("magic.cast" in line.rules for line in lines)
    for line in [line for line in lines if "magic" in str(line.rules)]:
        assert line.text[:1].isupper() or line.text[:1].isdigit(), line.text
        assert "  " not in line.text
        assert not re.search(r"\b(\w{3,}) \1\b", line.text), line.text
        assert line.text == line.text.strip(" ;,")


def test_every_spell_that_is_cast_is_told_by_its_title(lines: list[Line]) -> None:
    titles = {spell.title for spell in spell_book()}
    cast = [line.text for line in lines if "magic.cast" in line.rules]
    assert all(any(f"cast {title}" in text for title in titles) for text in cast)
