"""HTTP as a page and as programs use it: begin, look up, have the record, watch it, prove it."""

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from kit.served import PATIENCE, Guest, Served, play_on, served
from maniple import BOTS, Pair, load_scenario, new_game, play_out
from maniple.play.record.lines import START, digest_of
from maniple.play.rulebook import rulebook
from maniple.server.store.store import Store, StoreError
from maniple.server.wire.messages import Welcome

WISH = {"scenario": "small-field", "seats": {"red": "person", "blue": "bot:steady"}}


@pytest.fixture
def client(server: Served) -> Iterator[httpx.Client]:
    """A client of that server."""
    with httpx.Client(base_url=server.address, timeout=30.0) as client:
        yield client


def begun(client: httpx.Client, **wished: object) -> dict[str, str]:
    """The links of a new battle, and its name."""
    answer = client.post("/api/battles", json={**WISH, **wished})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return {**made["links"], "battle": made["battle"]}


def bearer(token: str) -> dict[str, str]:
    """The header that shows a token."""
    return {"Authorization": f"Bearer {token}"}


def test_what_comes_with_the_program_is_told(client: httpx.Client) -> None:
    scenarios = client.get("/api/scenarios").json()
    assert {"small-field", "pitched-battle"} <= {one["name"] for one in scenarios}
    assert all(one["width"] > 0 and one["title"] for one in scenarios)
    assert client.get("/api/scenarios/small-field").json()["name"] == "small-field"
    assert all(one["points"] > 0 for one in client.get("/api/rosters").json())
    assert client.get("/api/bots").json() == ["random", "steady"]
    assert client.get("/api/health").json()["stored"] == 0


def test_the_book_is_searched_and_opened(client: httpx.Client) -> None:
    whole = client.get("/api/rules").json()
    assert sum(len(part["rules"]) for part in whole) == len(rulebook())
    found = client.get("/api/rules", params={"q": "charge flank"}).json()
    ids = {rule["id"] for part in found for rule in part["rules"]}
    assert "charge.facing" in ids
    assert len(ids) < len(rulebook())
    page = client.get("/api/rules/break.test").json()
    assert page["id"] == "break.test"
    assert page["examples"]
    missing = client.get("/api/rules/break.tset")
    assert missing.status_code == 404
    assert "break.test" in missing.json()["detail"]


def test_links_are_told_once_and_each_opens_its_own_seat(client: httpx.Client) -> None:
    links = begun(client)
    assert set(links) == {"red", "watch", "battle"}
    seat = client.post("/api/seat", headers=bearer(links["red"])).json()
    assert (seat["seat"], seat["battle"]) == ("red", links["battle"])
    again = client.get(f"/api/battles/{links['battle']}", headers=bearer(links["watch"]))
    assert again.json()["seat"] == "watch"
    for token in links.values():
        if token != links["battle"]:
            assert token not in again.text


def test_whoever_has_no_seat_is_told_nothing(client: httpx.Client) -> None:
    one, other = begun(client), begun(client)
    there = f"/api/battles/{one['battle']}"
    stranger = client.get(there, headers=bearer(other["red"]))
    nobody = client.get("/api/battles/aaaaaaaaaaaa", headers=bearer(other["red"]))
    assert (stranger.status_code, stranger.text) == (nobody.status_code, nobody.text)
    assert stranger.status_code == 401
    assert client.get(there).status_code == 401
    assert client.get(there, headers=bearer("x" * 5000)).status_code == 401


def test_a_wish_that_cannot_be_names_all_that_is_wrong(client: httpx.Client) -> None:
    wish = {**WISH, "scenario": "smal-field", "seats": {"red": "bot:stedy", "blue": "person"}}
    answer = client.post("/api/battles", json=wish)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert "small-field" in answer.json()["detail"]
    assert "bot:steady" in answer.json()["detail"]
    odd = client.post("/api/battles", json={**WISH, "turns": 99, "colour": "red"})
    assert odd.status_code == 422
    assert "turns" in odd.json()["detail"]
    assert "colour" in odd.json()["detail"]


def recorded(tmp_path: Path) -> bytes:
    """The record of a whole battle between bots."""
    path = tmp_path / "battle.jsonl"
    game = new_game(load_scenario("small-field"), record=path)
    play_out(game, Pair(BOTS["random"](1), BOTS["random"](2)))
    return path.read_bytes()


def test_a_record_is_put_up_watched_and_proved(client: httpx.Client, tmp_path: Path) -> None:
    record = recorded(tmp_path)
    made = client.post("/api/replays", content=record)
    assert made.status_code == 201, made.text
    name = made.json()["replay"]
    assert client.post("/api/replays", content=record).json()["replay"]
    told = client.get(f"/api/replays/{name}").json()
    assert [one["seq"] for one in told["steps"]] == list(range(1, len(told["steps"]) + 1))
    assert told["outcome"]["points"]
    assert told["turns"][0]["turn"] == 1
    assert client.get(f"/api/replays/{name}/record").content == record
    proof = client.get(f"/api/replays/{name}/proof").json()
    assert proof["verified"]
    assert any("nobody could know them beforehand" in line for line in proof["said"])


def test_a_record_that_was_changed_is_refused_at_its_line(
    client: httpx.Client, tmp_path: Path
) -> None:
    lines = recorded(tmp_path).splitlines(keepends=True)
    lines[7] = lines[7].replace(b'"n":7', b'"n":7 ', 1)
    answer = client.post("/api/replays", content=b"".join(lines))
    assert answer.status_code == 422
    assert "line 8" in answer.json()["detail"]
    assert client.post("/api/replays", content=b"").status_code == 422
    assert client.post("/api/replays", content=b"{}\n" * 9).status_code == 422
    assert client.get("/api/replays/aaaaaaaaaaaa").status_code == 404


def test_the_record_of_a_battle_keeps_its_secret_until_the_end(
    server: Served, client: httpx.Client
) -> None:
    links = begun(client)
    there = f"/api/battles/{links['battle']}"
    early = client.get(f"{there}/record", headers=bearer(links["red"]))
    assert early.status_code == 200
    assert b'"secret"' not in early.content
    assert client.post(f"{there}/share", headers=bearer(links["red"])).status_code == 409
    assert client.post(f"{there}/rematch", headers=bearer(links["red"])).status_code == 409
    assert server.some_answer(links["battle"], Random(1)) is not None


@pytest.mark.slow
def test_odds_are_worked_out_and_bad_phrases_explained(client: httpx.Client) -> None:
    asked = {"question": "break-test", "ours": "20 auxilia", "margin": 2}
    answer = client.post("/api/odds", json=asked)
    assert answer.status_code == 200, answer.text
    chances = [one["chance"]["float"] for one in answer.json()["outcomes"]]
    assert sum(chances) == pytest.approx(1.0)
    wrong = client.post("/api/odds", json={**asked, "ours": "20 auxila"})
    assert wrong.status_code == 422
    assert "auxilia" in wrong.json()["detail"]
    file = client.post("/api/odds", json={**asked, "ours": "/etc/passwd:root"})
    assert file.status_code == 422
    assert "roster" in file.json()["detail"]


def test_every_answer_carries_the_guards(client: httpx.Client) -> None:
    for path in ("/", "/api/health", "/api/nothing", "/nothing"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_a_page_of_another_site_changes_nothing(client: httpx.Client) -> None:
    strange = {"Origin": "https://elsewhere.example"}
    assert client.post("/api/battles", json=WISH, headers=strange).status_code == 403
    assert client.get("/api/scenarios", headers=strange).status_code == 200
    own = {"Origin": str(client.base_url).rstrip("/")}
    assert client.post("/api/battles", json=WISH, headers=own).status_code == 201


def test_what_is_too_long_or_too_often_is_sent_away(tmp_path: Path) -> None:
    with (
        served(tmp_path, requests_a_second=1.0, requests_at_once=8) as running,
        httpx.Client(base_url=running.address) as client,
    ):
        long = client.post("/api/battles", content=b"x" * 100_000)
        assert long.status_code == 413
        codes = [client.get("/api/health").status_code for _ in range(20)]
        assert codes[0] == 200
        assert codes[-1] == 429
        assert int(client.get("/api/health").headers["retry-after"]) >= 1


@pytest.mark.parametrize(
    "path",
    [
        "/../settings.py",
        "/assets/../../settings.py",
        "/%2e%2e/settings.py",
        "/..%2fsettings.py",
        "/assets/%2e%2e%2f%2e%2e%2fapp.py",
        "//etc/passwd",
    ],
)
def test_no_other_file_is_served(server: Served, path: str) -> None:
    with httpx.Client(base_url=server.address) as client:
        answer = client.get(httpx.URL(f"{server.address}{path}"))
    assert answer.status_code == 404
    assert "class Settings" not in answer.text
    assert "root:" not in answer.text


def test_the_description_tells_every_route(client: httpx.Client) -> None:
    told = client.get("/api/openapi.json").json()
    assert json.dumps(told)
    assert {
        "/api/health",
        "/api/battles",
        "/api/battles/{battle}",
        "/api/battles/{battle}/record",
        "/api/battles/{battle}/share",
        "/api/battles/{battle}/rematch",
        "/api/seat",
        "/api/scenarios",
        "/api/scenarios/{name}",
        "/api/rosters",
        "/api/rosters/{name}",
        "/api/bots",
        "/api/rules",
        "/api/rules/{rule_id}",
        "/api/replays",
        "/api/replays/{replay}",
        "/api/replays/{replay}/record",
        "/api/replays/{replay}/proof",
        "/api/odds",
    } == set(told["paths"])


@pytest.mark.parametrize("path", ["/%00", "/assets/%00", "/" + "a/" * 3000, "/~root", "/a%ff"])
def test_what_no_file_can_be_called_is_not_there(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("path", ["/api/replays/%00", "/api/replays/a%00b/proof"])
def test_signs_that_no_database_keeps_open_nothing(
    tmp_path: Path, database_url: str, path: str
) -> None:
    with served(tmp_path, database_url=database_url) as server:
        assert httpx.get(server.address + path).status_code == 404
        wish = {**WISH, "title": "A\u0000 fine\u202e title"}
        made = httpx.post(f"{server.address}/api/battles", json=wish, timeout=30.0)
        assert made.status_code == 201
        token = made.json()["links"]["red"]
        seat = httpx.post(f"{server.address}/api/seat", headers=bearer(token))
        assert seat.json()["title"] == "A fine title"


def test_a_store_that_fails_is_told_as_such(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def replay(_store: Store, _name: str) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(Store, "replay", replay)
    answer = client.get("/api/replays/abc")
    assert answer.status_code == 503
    assert answer.headers["retry-after"]
    assert "nothing has changed" in answer.json()["detail"]
    assert "disk" not in answer.text


def test_a_defect_of_the_odds_is_not_told_as_the_askers(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def asked(_words: list[str]) -> tuple[bytes, bytes, int]:
        return b"", b"KeyError: 7", 3

    monkeypatch.setattr("maniple.server.http.odds._asked", asked)
    wish = {"question": "round", "ours": "10 legionaries", "theirs": "10 warriors"}
    answer = client.post("/api/odds", json=wish)
    assert answer.status_code == 500
    assert "KeyError" not in answer.text


def test_more_questions_than_can_wait_are_sent_away(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("maniple.server.http.odds.MOST_WAITING", 0)
    wish = {"question": "round", "ours": "10 legionaries", "theirs": "10 warriors"}
    assert client.post("/api/odds", json=wish).status_code == 503


def test_a_battle_against_a_bot_is_fought_again(client: httpx.Client, server: Served) -> None:
    links = begun(client, seats={"red": "bot:random", "blue": "person"}, turns=1)
    rng = Random(4)
    with Guest(server.port, links["blue"]) as blue:
        _ = play_on(server, links["battle"], {"blue": blue}, rng, 10_000)
    again = client.post(
        f"/api/battles/{links['battle']}/rematch", headers=bearer(links["blue"])
    ).json()
    assert again["battle"] != links["battle"]
    with Guest(server.port, again["token"]) as blue:
        welcome = blue.until(Welcome)
    assert (welcome.battle, welcome.seat) == (again["battle"], "blue")


def altered(written: bytes, change: Callable[[dict[str, Any]], None]) -> bytes:
    """The record as another release would have written it, its beginning changed, its lines chained anew."""
    lines = [json.loads(line) for line in written.splitlines()]
    lines[0]["rules"] = "1"
    change(lines[1]["event"])
    digest, found = START, b""
    for line in lines:
        _ = line.pop("hash")
        body = json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode()
        digest = digest_of(digest, body)
        found += body[:-1] + b',"hash":"' + digest.hex().encode() + b'"}\n'
    return found


def of_first_unit(**figures: object) -> Callable[[dict[str, Any]], None]:
    return lambda began: began["units"][0].update(figures)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (of_first_unit(models=2_000_001), "2000001 models"),
        (of_first_unit(models=-5), "-5 models"),
        (of_first_unit(id=999), "unit 999"),
        (of_first_unit(files=10**15), "files"),
        (of_first_unit(pose={"x": 1e308, "y": 0.0, "facing": 0.0}), "1e+308"),
        (lambda began: began["field"].update(width=1e308), "240 inches"),
        (lambda began: began["units"][0]["sheet"].update(base_width=0.0), "base"),
    ],
)
def test_a_record_that_nobody_could_draw_is_refused(
    client: httpx.Client, tmp_path: Path, change: Callable[[dict[str, Any]], None], told: str
) -> None:
    record = recorded(tmp_path)
    sound = altered(record, dict.copy)
    assert client.post("/api/replays", content=sound).status_code == 201
    answer = client.post("/api/replays", content=altered(record, change))
    assert answer.status_code == 422
    assert told in answer.json()["detail"]


def test_what_is_torn_off_behind_a_record_is_not_kept(client: httpx.Client, tmp_path: Path) -> None:
    record = recorded(tmp_path)
    first = client.post("/api/replays", content=record).json()["replay"]
    assert client.post("/api/replays", content=record + b"\0" * 9999).json()["replay"] == first
    assert client.get(f"/api/replays/{first}/record").content == record


def test_an_archive_that_is_full_says_so(tmp_path: Path) -> None:
    record = recorded(tmp_path)
    with served(tmp_path, most_archive_bytes=len(record) - 1) as server:
        answer = httpx.post(f"{server.address}/api/replays", content=record, timeout=30.0)
        assert answer.status_code == 507
        assert "no more replays" in answer.json()["detail"]


def test_a_record_that_takes_too_long_is_given_up(
    client: httpx.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("maniple.server.rooms.hub.LONGEST_READING", 0.001)
    record = recorded(tmp_path)
    answer = client.post("/api/replays", content=record)
    assert answer.status_code == 422
    assert "too long" in answer.json()["detail"]
    monkeypatch.undo()
    assert client.post("/api/replays", content=record).status_code == 201


def test_an_address_asks_one_question_at_a_time(
    client: httpx.Client, server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def asked(_words: list[str]) -> tuple[bytes, bytes, int]:
        await asyncio.sleep(60.0)
        return b"{}", b"", 0

    monkeypatch.setattr("maniple.server.http.odds._asked", asked)
    wish = {"question": "round", "ours": "10 legionaries", "theirs": "10 warriors"}
    with pytest.raises(httpx.ReadTimeout):
        _ = httpx.post(f"{server.address}/api/odds", json=wish, timeout=0.3)
    answer = client.post("/api/odds", json=wish, timeout=5.0)
    assert answer.status_code == 429
    monkeypatch.undo()
    until = time.monotonic() + PATIENCE
    while (answer := client.post("/api/odds", json=wish)).status_code == 429:
        assert time.monotonic() < until, "the asker has gone, and his question is still worked out"
        time.sleep(0.1)
    assert answer.status_code == 200


def test_what_a_question_lacks_is_named_as_the_page_names_it(client: httpx.Client) -> None:
    wish = {"question": "charge", "ours": "10 legionaries", "theirs": "10 warriors"}
    answer = client.post("/api/odds", json=wish)
    assert answer.status_code == 422
    assert answer.json()["detail"] == "this question needs to be told: inches"


def test_what_cannot_be_read_is_no_phrase_and_no_origin(client: httpx.Client) -> None:
    wish = {"question": "round", "ours": "\u0000", "theirs": "10 warriors"}
    assert client.post("/api/odds", json=wish).status_code == 422
    answer = client.post("/api/battles", json=WISH, headers={"Origin": "http://["})
    assert answer.status_code == 403


def test_a_failure_carries_the_guards_and_is_noted_once(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def replay(_store: Store, _name: str) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Store, "replay", replay)
    answer = client.get("/api/replays/abc")
    assert answer.status_code == 500
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert len([one for one in caplog.records if one.exc_info]) == 1
