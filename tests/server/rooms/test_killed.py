"""The server is killed in the middle of everything, and nothing that was acknowledged or told is lost."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from kit.hand import answers
from kit.served import Guest
from kit.served_apart import Apart
from maniple.battle.sides import Pair, Side
from maniple.play.chance import SeededChance
from maniple.play.record.lines import AnswerLine
from maniple.play.record.reading import Record, parse
from maniple.play.record.replay import verify, watch
from maniple.report.scene.shapes import Scene
from maniple.server.rooms.begin import NewBattle
from maniple.server.rooms.hub import Hub, Made
from maniple.server.settings import Settings
from maniple.server.wire.messages import Accepted, Answer, Asked, Closing, Told, Welcome
from maniple.server.wire.questions import Question


def made(settings: Settings, new: NewBattle) -> Made:
    """A battle put into the store beside the server."""

    async def work() -> Made:
        hub = Hub(settings)
        try:
            return await hub.create(new)
        finally:
            await hub.close()

    return asyncio.run(work())


def stored(settings: Settings, battle: str) -> Record:
    async def work() -> bytes:
        hub = Hub(settings)
        try:
            return await hub.store.record(battle)
        finally:
            await hub.close()

    return parse(asyncio.run(work()))


class Player:
    """Plays one seat by what the page knows, across connections. `told` is what he was ever told."""

    def __init__(self, token: str, seed: int) -> None:
        self.token = token
        self.rng = Random(seed)
        self.told: dict[int, Told] = {}
        self.accepted: list[Answer] = []
        self.scene: Scene | None = None

    def live(self, guest: Guest, most: int) -> None:
        """Sit down, and answer so many questions, or until the battle is over."""
        self.scene = guest.until(Welcome).scene
        self.play(guest, most)
        self.keep(guest)

    def keep(self, guest: Guest) -> None:
        self.told.update({m.seq: m for m in guest.heard if isinstance(m, Told)})

    def play(self, guest: Guest, most: int) -> None:
        assert self.scene is not None
        for _ in range(most):
            while not isinstance(guest.asked, Question):
                if guest.asked is None:
                    return
                _ = guest.next()
            for answer in answers(guest.asked, self.scene, self.rng):
                wish = Answer(guest.new_id(), guest.asked.n, answer)
                guest.say(wish)
                if isinstance(guest.reply(wish.id), Accepted):
                    self.accepted.append(wish)
                    _ = guest.until(Asked)
                    break
            else:
                pytest.fail(f"no answer to {guest.asked}")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_battle_outlives_a_server_that_is_killed_again_and_again(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = "" if kind == "sqlite" else request.getfixturevalue("postgres").new_database()
    settings = Settings(data=tmp_path, database_url=url)
    environment = {"MANIPLE_DATABASE_URL": url}
    new = made(settings, NewBattle("small-field", players=Pair("person", "bot:steady"), seed=3))
    assert new.links.red is not None
    player = Player(new.links.red, 5)
    for life in range(4):
        with Apart(tmp_path, environment=environment) as server:
            with Guest(server.port, player.token) as guest:
                player.live(guest, 3)
                question = guest.question()
                assert player.scene is not None
                answer = answers(question, player.scene, player.rng)[-1]
                guest.say(Answer(guest.new_id(), question.n, answer))
                if life % 2:  # half of the time it dies with the answer under way
                    _ = guest.until(Accepted)
                server.kill()
                guest.listens_to_the_end()
                player.keep(guest)
            record = stored(settings, new.battle)
            answered = {line.n for line in record.lines if isinstance(line, AnswerLine)}
            assert set(player.told) <= {line.n for line in record.lines}
            assert {wish.n + 1 for wish in player.accepted} <= answered
    with Apart(tmp_path, environment=environment) as server:
        with Guest(server.port, player.token) as guest:
            player.live(guest, 1000)
            assert guest.asked is None
        assert server.stop() == 0
    record = stored(settings, new.battle)
    assert verify(record).finished
    assert player.token not in server.output


def test_a_bot_whose_turn_it_was_goes_on(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    for _ in range(40):
        new = made(settings, NewBattle("small-field", players=Pair("person", "bot:steady")))
        game = watch(stored(settings, new.battle), SeededChance(1))
        if game.pending is not None and game.pending.side is Side.BLUE:
            break
    else:
        pytest.fail("the bot is never asked first")
    assert new.links.red is not None
    with Apart(tmp_path) as server, Guest(server.port, new.links.red) as guest:
        assert not isinstance(guest.until(Welcome).asked, Question)
        assert guest.question().side is Side.RED


def test_a_server_that_stops_says_so(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    new = made(settings, NewBattle("small-field"))
    assert new.links.red is not None
    with Apart(tmp_path) as server, Guest(server.port, new.links.red) as guest:
        _ = guest.until(Welcome)
        assert server.stop() == 0
        closing = guest.is_sent_away()
        assert isinstance(closing, Closing)
        assert closing.code == "away"
