"""``Server``: connects a ``Room`` to WebSockets, calls its ticks, and generates its mazes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from itertools import count
from math import inf
from typing import Final, TypeAlias

from aiohttp import WSMsgType, web

from mazegame.engine import Level
from mazegame.party.browsers import HEARTBEAT_SECONDS, Browsers
from mazegame.party.hosts import HostNames
from mazegame.party.listener import Connection, ListenerSite, connection_of
from mazegame.party.protocol import LONGEST_MESSAGE, Notice, Welcome, spell
from mazegame.party.room import SILENT_SECONDS, TICK_SECONDS, Out, Room

MOST_WAITING: Final = 2000
"""Most messages queued for a slow connection before it is closed."""

END_SECONDS: Final = 5.0
"""Seconds after which a connection is closed if it has not taken what was sent to it."""

ANSWER_SECONDS: Final = 60.0
"""Longest time, in seconds, from a request to the end of its answer."""

IDLE_SECONDS: Final = 10.0
"""Longest time, in seconds, between two requests on a connection."""

_LOG: Final = logging.getLogger("textual-serve")
"""Swallows the log of textual-serve (downloads) and aiohttp (bytes that are not HTTP), which would
otherwise appear on the host's screen."""
_LOG.addHandler(logging.NullHandler())
_LOG.propagate = False


Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]
"""A request handler."""


class Server:
    """A room on the network; with ``browsers`` it also serves the game as web pages."""

    def __init__(self, room: Room, *, browsers: bool = False) -> None:
        self.room = room
        self.port = 0
        """The port; 0 before ``start``."""
        self._numbers = count(1)
        self._waiting: dict[int, tuple[asyncio.Queue[str | None], Connection]] = {}
        """For each connection's number, its messages to send and the connection."""
        self._names = HostNames(room.plan.public)
        app = web.Application(client_max_size=LONGEST_MESSAGE, middlewares=[self._check])
        app.router.add_get("/party", self._socket)
        self.browsers = Browsers(app, room) if browsers else None
        if self.browsers is None:
            app.router.add_get("/", self._page)
        self._runner = web.AppRunner(
            app,
            access_log=None,
            logger=_LOG,
            shutdown_timeout=1.0,
            keepalive_timeout=IDLE_SECONDS,
        )
        self._site: ListenerSite | None = None
        self._ticking = asyncio.create_task(self._tick())

    async def start(self, host: str, port: int) -> None:
        """Listen; raises OSError if the port is taken."""
        await self._runner.setup()
        self._site = ListenerSite(self._runner, host, port, SILENT_SECONDS)
        await self._site.start()
        self.port = self._runner.addresses[0][1]
        self._names.look_up()

    async def stop(self) -> None:
        """Close all connections and stop listening."""
        self._ticking.cancel()
        await self._runner.cleanup()

    @web.middleware
    async def _check(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse requests from pages of other sites, and limit the time of an answer."""
        if not self._names.fits(request.headers.get("Host", "")):
            raise web.HTTPForbidden(
                text="the room does not know that name: behind a proxy, open it with --public NAME"
            )
        origin = request.headers.get("Origin")
        if origin is not None and origin.partition("://")[2] != request.host:
            raise web.HTTPForbidden(text="another site's page")
        if (connection := connection_of(request.transport)) is not None:
            connection.forget(ANSWER_SECONDS)
        return await handler(request)

    async def _page(self, _: web.Request) -> web.Response:
        return web.Response(text="A mazegame party. In a terminal: mazegame join ADDRESS\n")

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        """Handle the WebSocket of one connection."""
        socket = web.WebSocketResponse(
            max_msg_size=LONGEST_MESSAGE + 1, heartbeat=HEARTBEAT_SECONDS, compress=False
        )
        try:
            await socket.prepare(request)
        except ConnectionError:  # it has gone already
            return web.Response()
        connection = connection_of(request.transport)
        if connection is None:
            return socket
        connection.due = inf  # from now on the room closes it, with a reason
        link = next(self._numbers)
        waiting: asyncio.Queue[str | None] = asyncio.Queue()
        self._waiting[link] = waiting, connection
        writer = asyncio.create_task(_write(socket, waiting))
        try:
            self._deliver(self.room.connected(link, time.monotonic()))
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    break
                self._deliver(self.room.received(link, message.data, time.monotonic()))
        finally:
            self._deliver(self.room.lost(link, time.monotonic()))
            waiting.put_nowait(None)
            await asyncio.wait([writer], timeout=1.0)
            writer.cancel()
            del self._waiting[link]
        return socket

    def _deliver(self, outs: Iterable[Out]) -> None:
        for link, message in outs:
            if link not in self._waiting:
                continue
            waiting, connection = self._waiting[link]
            if waiting.qsize() >= MOST_WAITING:
                connection.end()
                continue
            waiting.put_nowait(spell(message))
            if isinstance(message, Welcome):
                connection.vouch()
            if isinstance(message, Notice) and message.over:
                waiting.put_nowait(None)
                connection.forget(END_SECONDS)

    async def _tick(self) -> None:
        for tick in count():
            if self.room.wanted is not None:
                self.room.level_made(await asyncio.to_thread(Level.of, self.room.wanted))
            self._deliver(self.room.tick(time.monotonic()))
            if self._site is not None:
                self._site.listener.end_overdue()
            if self.browsers is not None and tick % 10 == 0:  # once a second: it reads files
                self.browsers.end_overdue()
            await asyncio.sleep(TICK_SECONDS)


async def _write(socket: web.WebSocketResponse, waiting: asyncio.Queue[str | None]) -> None:
    try:
        while (text := await waiting.get()) is not None:
            await socket.send_str(text)
    except ConnectionError:
        return
    await socket.close()
