"""Writes board/src/lib/account-lines.json: one line of each kind that battles by lot have told.

    PYTHONPATH=src:. python tools/account_lines.py

The board's tests hold that each of them is known in every language; a test here, that the file is what this
writes. Names in plain words are replaced,
so that no word of a language is mistaken for one of another.
"""

import json
import random
import re
from pathlib import Path
from typing import Any

import msgspec

from maniple import BOTS, Side, load_scenario, new_game, scenario_names
from maniple.armies import Roster, Scenario, with_options
from maniple.battle.sides import Pair
from maniple.battle.state import Battle
from maniple.play.seat import Seat
from maniple.play.told import Told
from maniple.report.feed.entries import DiceShown, Entry, OfUnit, Words
from maniple.report.feed.teller import Feed
from tools.worlds import world_of

PLACE = Path(__file__).parents[1] / "board" / "src" / "lib" / "account-lines.json"
BATTLES = 24
WORLDS = 36
OPTIONS = ((), ("magic",))
ARMY, UNIT, SPELL = "Rom", "Phalanx", "Zauber"

# Any: an entry's parts are JSON by now.
Line = list[dict[str, Any]]
Names = list[tuple[str, str]]


def main() -> None:
    """Play, and write what was told."""
    text = written()
    PLACE.write_text(text, encoding="utf-8")
    print(f"{len(json.loads(text))} kinds of lines")


def written() -> str:
    """The text of the file."""
    found: dict[str, Line] = {}
    for seed in range(BATTLES):
        scenario = load_scenario(random.Random(seed).choice(scenario_names()))
        options = OPTIONS[seed % len(OPTIONS)]
        play(seed, found, with_options(scenario, options))
    for seed in range(WORLDS):
        world = world_of(seed)
        play(seed, found, world.scenario, world.rosters)
    return json.dumps([found[kind] for kind in sorted(found)], ensure_ascii=False, indent=0) + "\n"


def play(
    seed: int, found: dict[str, Line], scenario: Scenario, rosters: Pair[Roster] | None = None
) -> None:
    """A battle by lot, every fourth between steady bots; what of its lines is of a new kind is added."""
    feed = Feed()

    def hear(heard: Told) -> None:
        known = names_in(heard.battle)
        for entry in feed.tell(heard):
            line = as_json(entry, known)
            _ = found.setdefault(kind_of(line), line)

    game = new_game(scenario, rosters, seed=seed, listeners=(hear,))
    below = random.Random(seed).randrange
    bots = {side: BOTS["steady"](seed) for side in Side}
    while game.pending is not None:
        steady = seed % 4 == 0
        bot = bots[game.pending.side]
        _ = game.answer(bot.answer(Seat(game)) if steady else game.sample(below))


def names_in(battle: Battle) -> Names:
    """The names in a battle, each with what is written for it, the longest first."""
    armies, units = battle.field.armies, [unit.sheet.name for unit in battle.units]
    found = {name[:1].upper() + name[1:]: UNIT for name in units}  # as it begins a line
    found |= dict.fromkeys(units, UNIT)
    found |= dict.fromkeys([spell.title for spell in battle.field.spells], SPELL)
    found |= dict.fromkeys((armies.red, armies.blue), ARMY)
    return sorted(found.items(), key=lambda pair: (-len(pair[0]), pair[0]))


def as_json(entry: Entry, names: Names) -> Line:
    """The parts of an entry, names in plain words replaced."""
    line: Line = []
    for part in entry.parts:
        match part:
            case Words():
                text = part.text
                for name, other in names:
                    text = text.replace(name, other)
                line.append({"type": "words", "text": text})
            case OfUnit():
                line.append({"type": "unit", "unit": 0, "text": UNIT, "side": "red"})
            case DiceShown():
                line.append(msgspec.to_builtins(part))
    return line


def kind_of(line: Line) -> str:
    """What lines have in common that differ in figures alone, and in how many dice fell."""
    text = "".join([part.get("text", "◻") for part in line])
    return re.sub("◻+", "◻", re.sub(r"\d+(\.\d+)?", "#", text))


if __name__ == "__main__":
    main()
