"""Writes board/src/lib/account-lines.json: one line of each kind that battles by lot have told.

    PYTHONPATH=src python tools/account_lines.py

The board's tests hold that each of them is known in every language. Names in plain words are replaced,
so that no word of a language is mistaken for one of another.
"""

import json
import random
import re
from pathlib import Path
from typing import Any

import msgspec

from maniple import BOTS, Side, load_scenario, new_game, scenario_names
from maniple.armies import with_options
from maniple.play.seat import Seat
from maniple.play.told import Told
from maniple.report.feed.entries import DiceShown, Entry, OfUnit, Words
from maniple.report.feed.teller import Feed

PLACE = Path(__file__).parents[1] / "board" / "src" / "lib" / "account-lines.json"
BATTLES = 48
OPTIONS = ((), ("magic",))
ARMY, UNIT = "Rom", "Phalanx"

# Any: an entry's parts are JSON by now.
Line = list[dict[str, Any]]


def main() -> None:
    """Play, and write what was told."""
    found: dict[str, Line] = {}
    for seed in range(BATTLES):
        play(seed, found)
    lines = [found[kind] for kind in sorted(found)]
    PLACE.write_text(json.dumps(lines, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")
    print(f"{len(lines)} kinds of lines")


def play(seed: int, found: dict[str, Line]) -> None:
    """A battle by lot, every fourth between steady bots; what of its lines is of a new kind is added."""
    scenario = random.Random(seed).choice(scenario_names())
    feed = Feed()

    def hear(heard: Told) -> None:
        armies = heard.battle.field.armies
        units = {unit.sheet.name for unit in heard.battle.units}
        for entry in feed.tell(heard):
            line = as_json(entry, {armies.red, armies.blue}, units)
            _ = found.setdefault(kind_of(line), line)

    options = OPTIONS[seed % len(OPTIONS)]
    game = new_game(with_options(load_scenario(scenario), options), seed=seed, listeners=(hear,))
    below = random.Random(seed).randrange
    bots = {side: BOTS["steady"](seed) for side in Side}
    while game.pending is not None:
        steady = seed % 4 == 0
        bot = bots[game.pending.side]
        _ = game.answer(bot.answer(Seat(game)) if steady else game.sample(below))


def as_json(entry: Entry, armies: set[str], units: set[str]) -> Line:
    """The parts of an entry, names in plain words replaced."""
    line: Line = []
    for part in entry.parts:
        match part:
            case Words():
                text = part.text
                for names, name in ((armies, ARMY), (units, UNIT)):
                    for one in sorted(names, key=len, reverse=True):
                        text = text.replace(one, name)
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
