"""Client: carries the bytes of a guest, measures the clock, and comes back after a loss."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Final

import aiohttp

from mazegame import __version__
from mazegame.party import protocol
from mazegame.party.opening import ProtocolError, page_of
from mazegame.party.room import LOST_SECONDS, MOST_SLACK

if TYPE_CHECKING:
    from mazegame.party.guest import PartyState

AGAIN_SECONDS, OPEN_SECONDS = 0.5, 10.0
"""Seconds between two tries to come back, and the longest time to open a connection."""

BATCH_SECONDS: Final = 0.05
"""Shortest time between two messages of own steps: 20 a second leave room for all others."""

TRIPS: Final = 5
"""Questions for the time of the server, one after the other."""


class Client:
    """A guest's connection to a room. The host has its key already."""

    def __init__(self, guest: PartyState, name: str, *, watch: bool = False) -> None:
        self.guest = guest
        self.offset = 0.0
        """The server's clock minus this one, in seconds."""
        self.over = ""
        """Why the party is over; empty while it goes on."""
        self.heard: Callable[[protocol.Message], object] = lambda _: None
        """Called with each message, after the guest has taken it."""
        self._name, self._watch = name, watch
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._trips, self._slack = 0, inf
        self._ready = protocol.NO_ROUND
        self._sending: asyncio.TimerHandle | None = None

    async def run(self, address: str, word: str) -> None:
        """Take messages until the party is over; after a loss, try to come back for a while.

        The address is as for ``page_of``.
        """
        lost, url = 0.0, f"{page_of(address)}/party"
        async with aiohttp.ClientSession() as session:
            while not self.over:
                try:
                    async with asyncio.timeout(OPEN_SECONDS):
                        opened = await session.ws_connect(url, max_msg_size=1 << 16, heartbeat=10)
                except (aiohttp.ClientError, OSError, ValueError) as error:
                    why = f"the room cannot be reached: {str(error) or 'nobody answers there'}"
                else:
                    await self._talk(opened, word)
                    lost, why = time.monotonic(), "the connection is lost"
                if not self.guest.number or time.monotonic() - lost > LOST_SECONDS:
                    self.over = self.over or why
                elif not self.over:
                    if why == "the connection is lost":  # said once, not at each try
                        self.heard(protocol.Told(f"{why}: trying to come back"))
                    await asyncio.sleep(AGAIN_SECONDS)
        self.heard(protocol.Told(self.over, over=True))

    async def leave(self) -> None:
        """Leave the party."""
        self.over = self.over or "you have left"
        if self._socket is not None:
            with contextlib.suppress(ConnectionError, aiohttp.ClientError):
                await self._socket.send_str(protocol.spell(protocol.Leave()))
                await self._socket.close()

    def send(self, message: protocol.Message) -> None:
        """Send a message as soon as possible; without a connection it is lost."""
        if self._socket is not None:
            self._waiting.put_nowait(protocol.spell(message))

    def ready(self, prepared: protocol.Prepare) -> None:
        """Report that the maze of a round is made."""
        self._ready = prepared
        self.send(protocol.Ready(prepared.round, min(self._slack, MOST_SLACK)))

    def send_steps(self) -> None:
        """Send the own new steps, if there are any: at once, and then in batches."""
        # Not before the first answer: by then it is known which steps the server has.
        if self._sending is None and self._trips and (parts := self.guest.steps_to_send()):
            for steps in parts:
                self.send(steps)
            loop = asyncio.get_running_loop()
            self._sending = loop.call_later(BATCH_SECONDS, self._next_batch)

    def _next_batch(self) -> None:
        self._sending = None
        self.send_steps()

    def here(self, there: float) -> float:
        """Return the own time of a time of the server."""
        return there - self.offset

    async def _talk(self, socket: aiohttp.ClientWebSocketResponse, word: str) -> None:
        """Say hello, and take messages until the connection ends."""
        mazes = await asyncio.to_thread(protocol.fingerprint)
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
                if (now - sent) / 2 < self._slack:  # the quickest one says the clock
                    self._slack, self.offset = (now - sent) / 2, there - (sent + now) / 2
                self._trips += 1
                if self._trips < TRIPS:
                    self.send(protocol.Ping(now))
                self.send_steps()
            case protocol.Prepare() if self.guest.refused:
                self.over = self.guest.refused
                self.send(protocol.Leave())  # the server ends the connection
                return
            case protocol.Prepare() if self.guest.prepare is self._ready:  # as before a loss
                self.ready(self._ready)
            case protocol.Told(text, over=True):
                self.over = self.over or text
                return
        self.heard(message)
