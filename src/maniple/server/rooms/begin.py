"""A new battle from a wish: scenario, rosters, who plays; or all that is wrong with the wish."""

import secrets
import time

from msgspec import Struct

from maniple import __version__
from maniple.armies import load_roster, load_scenario, roster_names, scenario_names, with_options
from maniple.armies.problems import Problem, ScenarioError, meant
from maniple.battle.events import BattleBegan
from maniple.battle.sides import Pair
from maniple.bots import BOTS
from maniple.dice.stream import SECRET_BYTES, Stream, secret_from_seed
from maniple.play.game import Game
from maniple.play.record.journal import Journal
from maniple.play.record.lines import FORMAT, EventLine, Header
from maniple.play.record.reading import RecordError, parse
from maniple.play.setup import beginning, rosters_of
from maniple.rules.version import RULES_VERSION
from maniple.server.rooms.lots import new_name
from maniple.server.store.rows import BOT, PERSON, StoredBattle
from maniple.server.words import tidy

LONGEST_TITLE = 80
CITED = "army.scenario"


class NewBattle(Struct, frozen=True):
    """A battle that somebody wishes for. Scenario and rosters are those that come with the program."""

    scenario: str
    rosters: Pair[str] | None = None
    """None: those that the scenario names."""
    players: Pair[str] = Pair(PERSON, f"{BOT}steady")
    """"person", or "bot:NAME"."""
    one_screen: bool = False
    """Both sides, as far as persons play them, at one seat."""
    options: tuple[str, ...] = ()
    turns: int | None = None
    title: str = ""
    seed: int | None = None
    """The dice of this number: whoever knows it can know them."""
    guide: str = ""


def begin(new: NewBattle) -> tuple[StoredBattle, bytes]:
    """The battle at its first question, and the beginning of its record.

    Raises ScenarioError or RosterError with everything that is wrong.
    """
    _check(new)
    scenario = with_options(load_scenario(new.scenario), new.options)
    if new.rosters is None:
        armies = rosters_of(scenario)
    else:
        armies = Pair(load_roster(new.rosters.red), load_roster(new.rosters.blue))
    began: BattleBegan = beginning(scenario, armies, turns=new.turns)
    names = Pair(armies.red.name, armies.blue.name)
    told = (scenario.name, _title(new, began), new.guide)
    return _begun(began, names, new.players, told, new.seed)


def begin_again(stored: StoredBattle, record: bytes) -> tuple[StoredBattle, bytes]:
    """The same armies on the same field, with dice of their own. Raises RecordError."""
    before = parse(record)
    began = next(line.event for line in before.lines if isinstance(line, EventLine))
    if not isinstance(began, BattleBegan):
        raise RecordError(before.source, 2, "does not begin with the beginning of a battle")
    told = (stored.scenario, stored.title, stored.guide)
    return _begun(began, before.header.rosters, stored.players, told, None)


def _begun(
    began: BattleBegan,
    rosters: Pair[str],
    players: Pair[str],
    told: tuple[str, str, str],
    seed: int | None,
) -> tuple[StoredBattle, bytes]:
    """`told`: scenario, title and guide."""
    scenario, title, guide = told
    secret = secrets.token_bytes(SECRET_BYTES) if seed is None else secret_from_seed(seed)
    seeds = (secrets.token_hex(8),) if seed is None else ()
    header = Header(
        n=0,
        format=FORMAT,
        program=__version__,
        rules=RULES_VERSION,
        commitment=Stream(secret, seeds).commitment,
        seeds=seeds,
        seed=seed,
        scenario=scenario,
        rosters=rosters,
        players=players,
    )
    journal = Journal(header, secret)
    journal.open_new()
    game = Game(began, journal, recorder=journal)
    now = time.time()
    stored = StoredBattle(
        id=new_name(),
        title=title,
        scenario=scenario,
        armies=began.field.armies,
        players=players,
        guide=guide,
        secret=secret,
        bot_seed=secrets.token_bytes(SECRET_BYTES) if seed is None else secret,
        seeded=seed is not None,
        turn=game.battle.turn.number,
        is_over=game.battle.is_over,
        made_at=now,
        played_at=now,
    )
    return stored, b"".join(journal.written)


def _title(new: NewBattle, began: BattleBegan) -> str:
    armies = began.field.armies
    return tidy(new.title, LONGEST_TITLE) or f"{armies.red} against {armies.blue}"


def _check(new: NewBattle) -> None:
    """Names only of what comes with the program: nothing of this machine is opened by a wish."""
    problems: list[Problem] = []
    if new.scenario not in scenario_names():
        what = f"there is no scenario {new.scenario!r}"
        problems.append(Problem(what, CITED, meant(new.scenario, scenario_names())))
    if new.rosters is not None:
        for roster in (new.rosters.red, new.rosters.blue):
            if roster not in roster_names():
                what = f"there is no roster {roster!r}"
                problems.append(Problem(what, CITED, meant(roster, roster_names())))
    players = (PERSON, *[BOT + name for name in sorted(BOTS)])
    for player in (new.players.red, new.players.blue):
        if player not in players:
            problems.append(Problem(f"nobody is called {player!r}", CITED, meant(player, players)))
    if new.guide and not new.guide.replace("-", "").isalnum():
        problems.append(Problem("the guide's name", CITED, "letters, digits and hyphens"))
    if problems:
        raise ScenarioError(problems)
