"""``Client``: the connection of a guest to a room; it measures the clock and reconnects."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from http import HTTPStatus
from math import inf
from typing import TYPE_CHECKING, Final

import aiohttp

from mazegame import __version__
from mazegame.party import protocol
from mazegame.party.opening import ProtocolError, page_of
from mazegame.party.rate_limit import RateLimit
from mazegame.party.room import LOST_SECONDS, MOST_SLACK

if TYPE_CHECKING:
    from mazegame.party.guest import PartyState

AGAIN_SECONDS: Final = 0.5
"""Seconds between two attempts to connect or reconnect."""

OPEN_SECONDS: Final = 10.0
"""Longest time, in seconds, to open a connection, and to enter a room that is crowded."""

MESSAGES_A_SECOND: Final = 200
"""Most messages read in a second; a party of 64 sends some 60."""

MOST_AT_ONCE: Final = 400
"""Most messages read at once after a quiet time; a party of 64 sends some hundred on entry."""

LEAVE_SECONDS: Final = 1.0
"""Longest wait, in seconds, for the server to take the message that this player leaves."""

BATCH_SECONDS: Final = 0.05
"""Shortest time between two messages with steps, in seconds: the server limits all messages."""

TRIPS: Final = 5
"""Number of round trips for measuring the server's clock."""


class Client:
    """A guest's connection to a room. The guest of the host has its key from the start."""

    def __init__(self, guest: PartyState, name: str, *, watch: bool = False) -> None:
        self.guest = guest
        self.offset = 0.0
        """The server's clock minus this one, in seconds."""
        self.over = ""
        """The reason why the party is over; empty while it goes on."""
        self.heard: Callable[[protocol.Message], object] = lambda _: None
        """Called with each message after ``guest`` has processed it."""
        self._name, self._watch = name, watch
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._trips, self._slack = 0, inf
        self._ready = protocol.NO_ROUND
        self._sending: asyncio.TimerHandle | None = None
        self._pace = RateLimit(MESSAGES_A_SECOND, MOST_AT_ONCE)

    async def run(self, address: str, word: str) -> None:
        """Process messages until the party is over; reconnect for a while after a lost connection.

        ``address`` is as in ``page_of``, ``word`` the room word.
        """
        url = f"{page_of(address)}/party"
        mazes = await asyncio.to_thread(protocol.fingerprint)  # a hello is due at once
        lost = began = time.monotonic()
        async with aiohttp.ClientSession() as session:
            while not self.over:
                why, cut_off = "the connection is lost", True
                try:
                    async with asyncio.timeout(OPEN_SECONDS):
                        opened = await session.ws_connect(url, max_msg_size=1 << 16, heartbeat=10)
                except (aiohttp.ClientError, OSError, ValueError) as error:
                    why = f"the room cannot be reached: {_reason(error)}"
                    cut_off = _is_cut_off(error)
                else:
                    await self._talk(opened, mazes, word)
                    lost = time.monotonic()
                now = time.monotonic()
                if self.guest.number:
                    goes_on = now - lost <= LOST_SECONDS
                else:  # cut off before the welcome: the room is crowded
                    goes_on = cut_off and now - began <= OPEN_SECONDS
                if not goes_on:
                    self.over = self.over or why
                elif not self.over:
                    if self.guest.number and why == "the connection is lost":  # report it once
                        self.heard(protocol.Notice(f"{why}: trying to come back"))
                    await asyncio.sleep(AGAIN_SECONDS)
        self.heard(protocol.Notice(self.over, over=True))

    async def leave(self) -> None:
        """Leave the party, and send that to the server if there is a connection.

        Cancel ``run`` as well: it may be opening a connection, and would wait for its end.
        """
        self.over = self.over or "you have left"
        if self._socket is not None:
            with contextlib.suppress(ConnectionError, aiohttp.ClientError, TimeoutError):
                async with asyncio.timeout(LEAVE_SECONDS):
                    await self._socket.send_str(protocol.spell(protocol.Leave()))
                    await self._socket.close()

    def send(self, message: protocol.Message) -> None:
        """Send a message as soon as possible; without a connection it is lost."""
        if self._socket is not None:
            self._waiting.put_nowait(protocol.spell(message))

    def ready(self, prepared: protocol.Prepare) -> None:
        """Report to the server that the maze of a round is generated."""
        self._ready = prepared
        self.send(protocol.Ready(prepared.round, min(self._slack, MOST_SLACK)))

    def send_steps(self) -> None:
        """Send new steps of the player: the first at once, those that follow in batches."""
        # Only after the first answer; by then it is known which steps the server has.
        if self._sending is None and self._trips and (parts := self.guest.steps_to_send()):
            for steps in parts:
                self.send(steps)
            loop = asyncio.get_running_loop()
            self._sending = loop.call_later(BATCH_SECONDS, self._next_batch)

    def _next_batch(self) -> None:
        self._sending = None
        self.send_steps()

    def here(self, there: float) -> float:
        """Convert a time of the server's clock to this one's."""
        return there - self.offset

    async def _talk(self, socket: aiohttp.ClientWebSocketResponse, mazes: str, word: str) -> None:
        """Send a hello, and process messages until the connection ends."""
        who = word, self._name, self.guest.key, self._watch
        self._socket, self._waiting, self._slack = socket, asyncio.Queue(), inf
        self.send(protocol.Hello(protocol.VERSION, __version__, mazes, *who))
        writer = asyncio.create_task(self._write(socket))
        try:
            async for message in socket:
                if message.type is not aiohttp.WSMsgType.TEXT:
                    break
                with contextlib.suppress(ProtocolError):
                    self._take(protocol.parse(message.data))
                if wait := self._pace.take(time.monotonic()):
                    await asyncio.sleep(wait)  # the network buffers the others
        finally:
            self._socket, self._trips = None, 0
            writer.cancel()
            await socket.close()

    async def _write(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        with contextlib.suppress(ConnectionError, aiohttp.ClientError):
            while True:
                await socket.send_str(await self._waiting.get())

    def _take(self, message: protocol.Message) -> None:
        self.guest.take(message)
        match message:
            case protocol.Welcome():
                self.send(protocol.Ping(time.monotonic()))
            case protocol.Ping(sent, there):
                now = time.monotonic()
                if (now - sent) / 2 < self._slack:  # the fastest round trip is the most exact
                    self._slack, self.offset = (now - sent) / 2, there - (sent + now) / 2
                self._trips += 1
                if self._trips < TRIPS:
                    self.send(protocol.Ping(now))
                self.send_steps()
            case protocol.Prepare() if self.guest.refused:
                self.over = self.guest.refused
                self.send(protocol.Leave())  # the server closes the connection
                return
            case protocol.Prepare() if self.guest.prepare is self._ready:  # as before a loss
                self.ready(self._ready)
            case protocol.Notice(text, over=True):
                self.over = self.over or text
                return
        self.heard(message)


def _is_cut_off(error: Exception) -> bool:
    """Return whether the other side closed the connection without an answer."""
    refused = isinstance(error, aiohttp.ClientConnectorError)
    return isinstance(error, aiohttp.ClientConnectionError | ConnectionError) and not refused


def _reason(error: Exception) -> str:
    """Return why no connection was opened, in words."""
    if isinstance(error, aiohttp.WSServerHandshakeError) and error.status == HTTPStatus.FORBIDDEN:
        return "it does not know that name; behind a proxy, its host opens it with --public NAME"
    return str(error) or "nobody answers there"
