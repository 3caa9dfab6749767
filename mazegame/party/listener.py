"""``Listener``: accepts the connections of a room, and limits them before reading any byte.

A connection that has sent the room word is *known* and stays. All others are strangers. They have
some seconds; if there are too many, the oldest one from the address with most strangers is closed
for the next one. So silent connections cannot keep out anybody who sends the word at once, and no
address is blocked, since a class or a proxy may share one.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable
from math import inf
from typing import Any, Final, cast

from aiohttp import web

from mazegame.party.rate_limit import RateLimit

MOST_OPEN: Final = 600
"""Most connections at once, including those of players in the room."""

MOST_STRANGERS: Final = 400
"""Most connections at once that have not sent the room word."""

WANTED_FILES: Final = 4096
"""File descriptors that the process requests from the system."""

RESERVED_FILES: Final = 400
"""File descriptors not used for connections: the game's own, and pipes to browsers' games."""

BACKLOG: Final = 1024
"""Most connections in the system's queue before they are accepted."""

CROWDED_A_SECOND: Final = 400
"""Most connections accepted in a second while half of ``MOST_STRANGERS`` are open: the game needs
the rest of the processor."""

AT_ONCE: Final = 8
"""Most connections accepted before other tasks get their turn."""

FULL_SECONDS: Final = 0.5
"""Pause, in seconds, after the system had no file descriptor for a new connection."""


class Connection(asyncio.Protocol):
    """A connection that passes its bytes to a protocol of the web server."""

    def __init__(self, listener: Listener, handler: asyncio.Protocol, source: str) -> None:
        self.source = source
        """The remote address."""
        self.due = inf
        """The time, on the event loop's clock, at which it is closed if it is still a stranger."""
        self._listener, self._handler = listener, handler
        self._transport: asyncio.Transport | None = None
        self._ended = False

    def vouch(self) -> None:
        """Mark it as known, since it has sent the room word."""
        self._listener.strangers_from(self.source).pop(self, None)

    def forget(self, seconds: float) -> None:
        """Mark it as a stranger that is closed after ``seconds``."""
        self.due = asyncio.get_running_loop().time() + seconds
        if not self._ended:
            self._listener.strangers_from(self.source)[self] = None

    def end(self) -> None:
        """Cut it off."""
        self._ended = True
        self._listener.drop(self)
        if self._transport is not None:
            self._transport.abort()

    # Called by asyncio

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101  it is a stream
        self._transport = transport
        self._handler.connection_made(transport)
        if self._ended:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        self._handler.data_received(data)

    def eof_received(self) -> bool | None:
        return self._handler.eof_received()

    def pause_writing(self) -> None:
        self._handler.pause_writing()

    def resume_writing(self) -> None:
        self._handler.resume_writing()

    def connection_lost(self, error: Exception | None) -> None:
        self._ended = True
        self._listener.drop(self)
        self._handler.connection_lost(error)


class Listener:
    """Accepts connections on an address.

    Args:
        make_handler: Returns the protocol that handles a connection.
        seconds: The time after which a stranger is closed.
    """

    def __init__(self, make_handler: Callable[[], asyncio.Protocol], seconds: float) -> None:
        self.sockets: tuple[socket.socket, ...] = ()
        self._make_handler, self._seconds = make_handler, seconds
        self._open: set[Connection] = set()
        self._strangers: dict[str, dict[Connection, None]] = {}
        """The strangers of each address, oldest first."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._most = self._most_strangers = 0

    def start(self, host: str, port: int) -> None:
        """Listen; raises OSError if the port is taken."""
        self._most = min(MOST_OPEN, most_connections())
        self._most_strangers = min(MOST_STRANGERS, self._most * 2 // 3)
        opened = socket.create_server((host, port), backlog=BACKLOG)
        opened.settimeout(0)
        self.sockets = (opened,)
        self._do(self._accept(opened))

    def close(self) -> None:
        """Stop listening; open connections stay."""
        for task in self._tasks:
            task.cancel()

    async def wait_closed(self) -> None:
        """Wait until the port is free."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def end_overdue(self) -> None:
        """Close all strangers whose time is over."""
        now = asyncio.get_running_loop().time()
        for crowd in list(self._strangers.values()):
            for connection in [one for one in crowd if one.due <= now]:
                connection.end()

    def strangers_from(self, source: str) -> dict[Connection, None]:
        """Return the mutable set of strangers of an address."""
        return self._strangers.setdefault(source, {})

    def drop(self, connection: Connection) -> None:
        """Remove a connection that has ended."""
        self._open.discard(connection)
        crowd = self.strangers_from(connection.source)
        crowd.pop(connection, None)
        if not crowd:
            del self._strangers[connection.source]

    def _do(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _accept(self, listening: socket.socket) -> None:
        """Accept connections one after the other, with pauses for other tasks."""
        loop = asyncio.get_running_loop()
        pace = RateLimit(CROWDED_A_SECOND, AT_ONCE)
        with listening:
            while True:
                try:
                    opened, address = await loop.sock_accept(listening)
                except ConnectionError:  # it has gone already
                    await asyncio.sleep(0)
                    continue
                except OSError:  # no descriptor, or no memory
                    self._make_room(self._most_strangers // 4)
                    await asyncio.sleep(FULL_SECONDS)
                    continue
                self._take(opened, str(address[0]))
                if wait := pace.take(loop.time()):
                    crowded = self._count_strangers() > self._most_strangers // 2
                    await asyncio.sleep(wait if crowded else 0)

    def _take(self, opened: socket.socket, source: str) -> None:
        """Add a new connection; if there are too many, close a stranger for it."""
        if self._count_strangers() >= self._most_strangers or len(self._open) >= self._most:
            self._make_room(1)
        if len(self._open) >= self._most:  # all are known
            opened.close()
            return
        connection = Connection(self, self._make_handler(), source)
        self._open.add(connection)
        connection.forget(self._seconds)
        self._do(self._carry(connection, opened))

    async def _carry(self, connection: Connection, opened: socket.socket) -> None:
        """Attach a connection to its socket."""
        try:
            loop = asyncio.get_running_loop()
            await loop.connect_accepted_socket(lambda: connection, opened)
        except (OSError, asyncio.CancelledError):
            opened.close()
            connection.end()

    def _count_strangers(self) -> int:
        return sum(map(len, self._strangers.values()))

    def _make_room(self, places: int) -> None:
        """Close strangers, each time the oldest from the address with most of them."""
        for _ in range(places):
            crowd = max(self._strangers.values(), key=len, default=None)
            if not crowd:
                break
            next(iter(crowd)).end()


class ListenerSite(web.BaseSite):
    """A site of an aiohttp application that uses a ``Listener``."""

    def __init__(self, runner: web.AppRunner, host: str, port: int, seconds: float) -> None:
        super().__init__(runner)
        self._at = host, port
        assert runner.server is not None  # noqa: S101  the runner is set up
        self.listener = Listener(runner.server, seconds)

    @property
    def name(self) -> str:
        """The URL."""
        host, port = self._at
        return f"http://{host}:{port}"

    async def start(self) -> None:
        """Listen; raises OSError if the port is taken."""
        await super().start()
        self.listener.start(*self._at)
        self._server = cast("asyncio.AbstractServer", self.listener)  # has all that a runner uses

    async def stop(self) -> None:
        """Stop listening."""
        await super().stop()
        await self.listener.wait_closed()


def connection_of(transport: asyncio.BaseTransport | None) -> Connection | None:
    """Return the connection of a request's transport; None if it has gone."""
    protocol = transport.get_protocol() if isinstance(transport, asyncio.Transport) else None
    return protocol if isinstance(protocol, Connection) else None


def most_connections() -> int:
    """Return the number of connections that leave enough file descriptors for the game.

    It first raises the process's limit of descriptors, if the system allows that.
    """
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return MOST_OPEN
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if resource.RLIM_INFINITY in {soft, hard}:
        hard = WANTED_FILES if hard == resource.RLIM_INFINITY else hard
        soft = WANTED_FILES if soft == resource.RLIM_INFINITY else soft
    if soft < min(hard, WANTED_FILES):
        with contextlib.suppress(OSError, ValueError):  # then it stays as it is
            resource.setrlimit(
                resource.RLIMIT_NOFILE,
                (min(hard, WANTED_FILES), resource.getrlimit(resource.RLIMIT_NOFILE)[1]),
            )
            soft = min(hard, WANTED_FILES)
    return max(soft - RESERVED_FILES, soft // 2)
