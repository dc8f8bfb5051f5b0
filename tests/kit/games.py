"""Games for tests: small armies on an open field, and players that answer by lot."""

from collections.abc import Sequence

from kit.troops import auxilia, general, horse, legionaries, skirmishers, warriors
from maniple.battle.events import BattleBegan
from maniple.battle.field import Field, Ruleset, Zone
from maniple.battle.sheet import Sheet
from maniple.battle.sides import Pair
from maniple.dice.seeded import Seeded
from maniple.play.chance import SeededChance
from maniple.play.game import Game, Recorder
from maniple.play.told import Listener
from maniple.rules.start.begin import start, units_of


def open_field(turns: int = 6, ruleset: Ruleset = Ruleset()) -> Field:
    """Four feet by four, nothing on it."""
    zones = (Zone(0.0, 0.0, 48.0, 12.0, "bottom"), Zone(0.0, 36.0, 48.0, 48.0, "top"))
    return Field(48.0, 48.0, zones, (), turns, ruleset)


def small_armies() -> Pair[Sequence[Sheet]]:
    """Four units a side: foot, light foot or horse, skirmishers, a general."""
    return Pair(
        [legionaries("cohort"), auxilia("auxilia", 12), skirmishers("slingers"), general("legate")],
        [warriors("warband"), horse("riders"), skirmishers("youths"), general("chief")],
    )


def beginning(turns: int = 6) -> BattleBegan:
    return start(open_field(turns), units_of(small_armies()))


def game(
    seed: int = 1,
    *,
    turns: int = 6,
    recorder: Recorder | None = None,
    listeners: tuple[Listener, ...] = (),
) -> Game:
    """A battle of the small armies with quick dice."""
    return Game(beginning(turns), SeededChance(seed), recorder=recorder, listeners=listeners)


def play_by_lot(game: Game, seed: int, answers: int = 10_000) -> int:
    """Answer by lot until the battle is over or so many answers are given; how many there were."""
    lot = Seeded(seed)
    given = 0
    while game.pending is not None and given < answers:
        game.answer(game.sample(lot.below))
        given += 1
    return given
