"""Battles full of elephants, by lot: whatever they do, the table stays as it may be, and is told."""

from kit.games import open_field, play_by_lot
from kit.troops import (
    BOW,
    HAND,
    archers,
    elephant,
    general,
    horse,
    legionaries,
    skirmishers,
    spearmen,
    warriors,
)
from maniple.battle.events import BeastRan, CrewWounded, StampedeBegan, Trampled
from maniple.battle.sheet import Crew, Kind, Profile, Traits
from maniple.battle.sides import Pair
from maniple.play.chance import SeededChance
from maniple.play.game import Game
from maniple.play.invariants import Watcher
from maniple.play.told import Happened, Told
from maniple.report.account.teller import Account
from maniple.rules.start.begin import start, units_of

NERVOUS = Crew(2, Profile(4, 3, 3, 3, 3, 1, 3, 1, 4), (HAND,), (BOW,))

ARMIES = Pair(
    [
        elephant("Surus"),
        elephant("Ajax", NERVOUS),
        elephant("Old tusker", None),
        legionaries("cohort"),
        horse("riders"),
        archers("archers"),
        general("legate"),
    ],
    [
        elephant("Raja", NERVOUS),
        elephant("Begum"),
        warriors("warband"),
        horse("camels", kind=Kind.CAMELRY),
        horse("light horse", traits=Traits(light=True)),
        skirmishers("youths"),
        spearmen("spearmen"),
        general("chief"),
    ],
)


def test_battles_full_of_elephants_break_nothing_and_are_told() -> None:
    seen: set[type] = set()
    said: list[str] = []
    for seed in range(4):
        watcher, account = Watcher(), Account()

        def listen(told: Told, account: Account = account) -> None:
            if isinstance(told, Happened):
                seen.add(type(told.event))
            said.extend(line.plain() for line in account.tell(told))

        began = start(open_field(8), units_of(ARMIES))
        game = Game(began, SeededChance(seed), listeners=(watcher, listen))
        _ = play_by_lot(game, seed)
        assert game.battle.is_over
        assert watcher.problems == []
    assert seen >= {BeastRan, CrewWounded, StampedeBegan, Trampled}
    account_of_all = "\n".join(said)
    for words in ("went wild", "stampeded", "was trampled by", "its crew", "to be kept in hand"):
        assert words in account_of_all
