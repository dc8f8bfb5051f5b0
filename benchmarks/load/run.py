"""Measures the server under load, and prints the rows of its table.

200 battles of two persons, 400 sockets over loopback: each answers by lot from what a page is told, after
having thought for a second and a half on average; orders and placements are previewed first, as a hand
does. Then the server is started again over 1,000 stored battles. Ends with 1 where an aim is missed.
"""

import argparse
import asyncio
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from msgspec.structs import replace

from benchmarks.load.crowd import Measured, crowd
from maniple.battle.sides import Pair
from maniple.server.rooms.begin import NewBattle
from maniple.server.rooms.hub import Hub
from maniple.server.rooms.lots import new_name, new_token
from maniple.server.settings import Settings
from maniple.server.store.store import token_hash

MIB = 1024 * 1024
WARMING = 10.0
"""Seconds in which everybody sits down, and which are not measured."""


class Server:
    """`maniple serve` in a process of its own."""

    def __init__(self, data: Path) -> None:
        began = time.perf_counter()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "maniple", "serve", "--port", "0", "--data", str(data)],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        found = re.search(r":(\d+)/", self._process.stdout.readline())
        assert found is not None
        self.port = int(found.group(1))
        self.started = time.perf_counter() - began

    @property
    def memory(self) -> int:
        """Bytes that it holds in memory."""
        status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii")
        found = re.search(r"VmRSS:\s+(\d+)", status)
        assert found is not None
        return int(found.group(1)) * 1024

    @property
    def cpu(self) -> float:
        """Seconds of a processor that it has used."""
        parts = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii").split()
        return (int(parts[13]) + int(parts[14])) / 100

    def stop(self) -> None:
        self._process.terminate()
        _ = self._process.wait(30)


async def battles(data: Path, scenario: str, count: int) -> list[str]:
    """New battles of two persons; the tokens of their seats."""
    hub = Hub(Settings(data=data))
    tokens: list[str] = []
    for _ in range(count):
        made = await hub.create(NewBattle(scenario, players=Pair("person", "person")))
        tokens += [token for token in (made.links.red, made.links.blue) if token is not None]
    await hub.close()
    return tokens


async def copies(data: Path, token: str, count: int) -> str:
    """So many battles more, each as far as that one was played; a seat of the last."""
    hub = Hub(Settings(data=data))
    seat = await hub.seat(token)
    assert seat is not None
    stored = await hub.store.battle(seat.battle)
    assert stored is not None
    record = await hub.store.record(seat.battle)
    new = token
    for _ in range(count):
        new = new_token()
        copy = replace(stored, id=new_name())
        await hub.store.add_battle(copy, record, {"red": token_hash(new)})
    await hub.close()
    return new


def share(times: list[float], part: float) -> float:
    """The time within which this part of them lies, in milliseconds."""
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


class Table:
    """The rows as they are measured, and what of them misses its aim."""

    def __init__(self) -> None:
        self.missed: list[str] = []

    def row(self, what: str, unit: str, value: float, aim: float = 0.0) -> None:
        """Print a row; `aim`: what the value should stay below, 0: none."""
        print(f"| {what} | {unit} | {value:.2f} | {f'below {aim:g}' if aim else ''} |")
        if aim and value >= aim:
            self.missed.append(f"{what}: {value:.2f} {unit}, not below {aim:g}")


def report(table: Table, measured: Measured, seconds: float, server: Server, each: float) -> None:
    rate = len(measured.answers) / seconds
    print(f"answers: {len(measured.answers)}, {rate:.0f} a second; refused {measured.refused}")
    print(f"messages: {measured.messages}, {measured.bytes / MIB:.1f} MiB")
    print(f"closed by the server: {measured.closings[:5]}")
    ours = time.process_time() / (seconds + WARMING)
    theirs = server.cpu / (seconds + WARMING)
    print(f"processor: server {theirs:.0%} of a core, the crowd {ours:.0%}")
    answers, previews = measured.answers, measured.previews
    table.row("an answer stored and acknowledged, half of them within", "ms", share(answers, 0.5))
    table.row("99 of 100 within", "ms", share(answers, 0.99), 100)
    table.row("a preview, half of them within", "ms", share(previews, 0.5))
    table.row("99 of 100 within", "ms", share(previews, 0.99), 50)
    table.row("sitting down, 99 of 100 within", "ms", share(measured.welcomes, 0.99))
    table.row("memory, a battle with its two sockets", "MiB", each, 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    _ = parser.add_argument("--battles", type=int, default=200)
    _ = parser.add_argument("--seconds", type=float, default=60.0)
    _ = parser.add_argument(
        "--think", type=float, default=1.5, help="seconds that a player thinks, on average"
    )
    _ = parser.add_argument("--scenario", default="small-field")
    _ = parser.add_argument("--stored", type=int, default=1000)
    chosen = parser.parse_args()
    table = Table()
    with tempfile.TemporaryDirectory(prefix="maniple-load-") as place:
        data = Path(place)
        tokens = asyncio.run(battles(data, chosen.scenario, chosen.battles))
        server = Server(data)
        empty = server.memory
        measured = asyncio.run(crowd(server.port, tokens, chosen.seconds, chosen.think, WARMING))
        each = (server.memory - empty) / chosen.battles / MIB
        report(table, measured, chosen.seconds, server, each)
        server.stop()
        last = asyncio.run(copies(data, tokens[0], max(0, chosen.stored - chosen.battles)))
        again = Server(data)
        welcomed = asyncio.run(crowd(again.port, [last], 0.0, 1.0, 0.0))
        table.row(f"start again over {chosen.stored} battles", "s", again.started, 5)
        table.row("the first battle is there after", "ms", share(welcomed.welcomes, 1))
        again.stop()
    failures = [f"a socket failed: {one!r}" for one in measured.failures[:3]]
    if table.missed or failures:
        sys.exit("\n".join([*failures, *table.missed]))


if __name__ == "__main__":
    main()
