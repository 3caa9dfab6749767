"""Client: carries the bytes of a guest, measures the clock, and comes back after a loss."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Final

import aiohttp

from mazegame import __version__
from mazegame.party import protocol
from mazegame.party.guest import best_offset
from mazegame.party.opening import ProtocolError, url_of
from mazegame.party.room import LOST_SECONDS, MOST_SLACK

if TYPE_CHECKING:
    from collections.abc import Callable

    from mazegame.party.guest import PartyState

AGAIN_SECONDS, OPEN_SECONDS = 0.5, 10.0
"""Seconds between two tries to come back, and the longest time to open a connection."""

BATCH_SECONDS: Final = 0.05
"""Shortest time between two messages of own steps: 20 a second leave room for all others."""


class Client:
    """A guest's connection to an address, as for ``url_of``. The host has its key already."""

    def __init__(
        self, guest: PartyState, address: str, word: str, name: str, *, watch: bool = False
    ) -> None:
        self.guest = guest
        self.offset = 0.0
        """The server's clock minus this one, in seconds."""
        self.over = ""
        """Why the party is over; empty while it goes on."""
        self.listeners: list[Callable[[protocol.Message], object]] = []
        """Called with each message, after the guest has taken it."""
        self._url, self._word, self._name, self._watch = url_of(address), word, name, watch
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._trips: list[tuple[float, float, float]] = []
        self._slack = MOST_SLACK
        self._ready = 0
        self._sending: asyncio.TimerHandle | None = None

    async def run(self) -> None:
        """Take messages until the party is over; after a loss, try to come back for a while."""
        lost = 0.0
        async with aiohttp.ClientSession() as session:
            while not self.over:
                try:
                    async with asyncio.timeout(OPEN_SECONDS):
                        opened = await session.ws_connect(
                            self._url, max_msg_size=1 << 16, heartbeat=10
                        )
                except (aiohttp.ClientError, OSError, ValueError) as error:
                    why = f"the room cannot be reached: {str(error) or 'nobody answers there'}"
                else:
                    await self._talk(opened)
                    lost, why = time.monotonic(), "the connection is lost"
                if not self.guest.number or time.monotonic() - lost > LOST_SECONDS:
                    self.over = self.over or why
                elif not self.over:
                    if why == "the connection is lost":  # said once, not at each try
                        self._tell(protocol.Told(f"{why}: trying to come back"))
                    await asyncio.sleep(AGAIN_SECONDS)
        self._tell(protocol.Told(self.over, over=True))

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

    def ready(self, number: int) -> None:
        """Report that the maze of a round is made."""
        self._ready = number
        self.send(protocol.Ready(number, self._slack))

    def send_steps(self) -> None:
        """Send the own new steps, if there are any: at once, and then in batches."""
        if self._sending is not None or self._socket is None:
            return
        # Not before the first answer: by then it is known which steps the server has.
        if self._trips and (parts := self.guest.steps_to_send()):
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

    async def _talk(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """Say hello, and take messages until the connection ends."""
        mazes = await asyncio.to_thread(protocol.fingerprint)
        who = self._word, self._name, self.guest.key, self._watch
        self._socket, self._waiting, self._trips = socket, asyncio.Queue(), []
        self.send(protocol.Hello(protocol.VERSION, __version__, mazes, *who))
        writer = asyncio.create_task(self._write(socket))
        try:
            async for message in socket:
                if message.type is not aiohttp.WSMsgType.TEXT:
                    break
                with contextlib.suppress(ProtocolError):
                    self._take(protocol.parse(message.data))
        finally:
            self._socket = None
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
                self._trips.append((sent, there, time.monotonic()))
                self.offset, self._slack = best_offset(self._trips)
                if len(self._trips) < 5:  # questions for the time of the server
                    self.send(protocol.Ping(time.monotonic()))
                self.send_steps()
            case protocol.Prepare() if self.guest.refused:
                self.over = self.guest.refused
                self.send(protocol.Leave())  # the server ends the connection
                return
            case protocol.Prepare() if self.guest.prepare is message:
                self._ready = 0
            case protocol.Prepare(number) if number == self._ready:  # after a lost connection
                self.ready(number)
            case protocol.Told(text, over=True):
                self.over = self.over or text
                return
        self._tell(message)

    def _tell(self, message: protocol.Message) -> None:
        for listener in list(self.listeners):
            listener(message)
