"""A connection from its first word to its last: who it is, what it asks, and that it does no harm.

What can't be read, comes too fast or is too long ends this connection and no other. A client's wishes
are done one after the other; only odds are computed beside them.
"""

import asyncio
import logging
from contextlib import suppress

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from maniple.play.record.reading import RecordError
from maniple.play.run import ReplayDiverged
from maniple.server.rooms.hub import Hub, NoSuchBattle, SeatInfo
from maniple.server.rooms.ledger import OtherRules
from maniple.server.rooms.member import Member
from maniple.server.rooms.room import Full, Room
from maniple.server.settings import Settings
from maniple.server.socket.origins import may_connect
from maniple.server.socket.pace import Pace
from maniple.server.store.store import StoreError
from maniple.server.wire.messages import (
    PROTOCOL,
    Answer,
    AskOdds,
    Chat,
    FromClient,
    Join,
    Look,
    Ping,
    Pong,
    Preview,
    Refused,
    Undo,
)
from maniple.server.wire.questions import Say

log = logging.getLogger("maniple.socket")
router = APIRouter()

CHAT_SHARE = 50
FORBIDDEN, GOING_AWAY = 1008, 1001
LONGEST_TOKEN = 200
LARGEST_ID = 2**53
"""What a browser can count to."""
LAST_WORDS = 2.0
"""Seconds that the last words may take."""

_DECODER: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


class _Closed(Exception):
    """This connection ends; the client is told why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@router.websocket("/api/socket")
async def socket(websocket: WebSocket) -> None:
    """Play, watch, talk: see `server.wire.messages`."""
    hub: Hub = websocket.app.state.hub
    headers = websocket.headers
    if not may_connect(headers.get("origin"), headers.get("host"), hub.settings.origins):
        await websocket.close(FORBIDDEN)
        return
    await websocket.accept()
    member = Member("watch")
    sending = asyncio.create_task(_send(websocket, member))
    try:
        with hub.connection(_address(websocket)) as may_stay:
            if not may_stay:
                raise _Closed("full")
            await _serve(websocket, hub, member)
    except _Closed as closed:
        member.close(closed.code, f"closing.{closed.code}")
    except WebSocketDisconnect:
        member.hang_up()
    except StoreError as error:
        log.error("the store fails: %s", error)
        member.close("away", "closing.away")
    except Exception:
        log.exception("a connection has failed")
        member.close("broken", "closing.broken")
    finally:
        member.hang_up_after_last_word()
        await _finished(sending)


def _address(websocket: WebSocket) -> str:
    return websocket.client.host if websocket.client else ""


async def _finished(sending: "asyncio.Task[None]") -> None:
    """Let the last words go out, but not for ever."""
    with suppress(TimeoutError, asyncio.CancelledError):
        await asyncio.wait_for(sending, LAST_WORDS)


async def _serve(websocket: WebSocket, hub: Hub, member: Member) -> None:
    settings = hub.settings
    if hub.is_closing:
        raise _Closed("away")
    try:
        first = await asyncio.wait_for(_read(websocket, settings), settings.join_seconds)
    except TimeoutError as error:
        raise _Closed("junk") from error
    if not isinstance(first, Join):
        raise _Closed("junk")
    if first.protocol != PROTOCOL:
        raise _Closed("protocol")
    seat = await _seat(hub, first.token)
    member.who, member.name = seat.seat, first.name
    room = await _room(hub, seat)
    try:
        await room.join(member, first.seen)
    except Full as error:
        raise _Closed("full") from error
    try:
        await _talk(websocket, settings, room, member)
    finally:
        room.leave(member)


async def _seat(hub: Hub, token: str) -> SeatInfo:
    try:
        seat = await hub.seat(token[:LONGEST_TOKEN])
    except StoreError as error:
        log.error("a seat can't be looked up: %s", error)
        raise _Closed("away") from error
    if seat is None:
        raise _Closed("token")
    return seat


async def _room(hub: Hub, seat: SeatInfo) -> Room:
    try:
        return await hub.room(seat.battle)
    except OtherRules as error:
        raise _Closed("rules") from error
    except NoSuchBattle as error:
        raise _Closed("token") from error
    except (ReplayDiverged, RecordError) as error:
        log.error("battle %s can't be brought back: %s", seat.battle, error)
        raise _Closed("rules") from error
    except StoreError as error:
        log.error("battle %s can't be loaded: %s", seat.battle, error)
        raise _Closed("away") from error


async def _talk(websocket: WebSocket, settings: Settings, room: Room, member: Member) -> None:
    pace = Pace(settings.messages_a_second, settings.messages_at_once)
    chat_pace = Pace(settings.messages_a_second / CHAT_SHARE, 5.0)
    while not member.is_closing:
        wish = await _read(websocket, settings)
        if not pace.allows():
            raise _Closed("flood")
        match wish:
            case Answer():
                await room.answer(member, wish)
            case Preview():
                await room.preview(member, wish)
            case Undo():
                await room.undo(member, wish)
            case AskOdds():
                await room.odds(member, wish)
            case Look():
                await room.look(member, wish)
            case Chat():
                if chat_pace.allows():
                    await room.chat(member, wish)
                else:
                    member.send(Refused(wish.id, "busy", Say("refuse.busy")))
            case Ping():
                member.send(Pong(wish.id))
            case Join():
                raise _Closed("junk")


async def _read(websocket: WebSocket, settings: Settings) -> FromClient:
    """The client's next word. What can't be read ends the connection."""
    try:
        message = await websocket.receive()
    except RuntimeError as error:  # so starlette says that the line is closed already
        raise WebSocketDisconnect(GOING_AWAY) from error
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", GOING_AWAY))
    text = message.get("text")
    if not isinstance(text, str) or len(text) > settings.most_bytes:
        raise _Closed("junk")
    try:
        wish = _DECODER.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise _Closed("junk") from error
    if not isinstance(wish, Join) and abs(wish.id) > LARGEST_ID:
        raise _Closed("junk")
    return wish


async def _send(websocket: WebSocket, member: Member) -> None:
    """Send what waits for this client until there is nothing more; then cut the line."""
    try:
        while (text := await member.next()) is not None:
            await websocket.send_text(text)
        await websocket.close()
    except (WebSocketDisconnect, RuntimeError, OSError):  # it is cut already
        member.hang_up()
