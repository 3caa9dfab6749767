"""``Browsers``: the pages on which visitors join a party and play in their browsers.

Each page has a process of the game, with a home folder of its own. textual-serve implements the
packets between process and page, the downloads, and the terminal in the page.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import shlex
import shutil
import signal
import site
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path
from typing import Final
from urllib.parse import quote

import textual_serve
from aiohttp import WSCloseCode, WSMsgType, web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from mazegame.capabilities import TOUCH
from mazegame.engine.kernels.kernel_cache import cache_directory
from mazegame.engine.support import memory
from mazegame.party.listener import Connection, connection_of
from mazegame.party.opening import HERE, ProtocolError
from mazegame.party.player_names import clean_name
from mazegame.party.room import TICK_SECONDS, Room

MOST_VISITORS: Final = 40
"""Most visitors at once: each is a process."""

SPARE_MIB: Final = 256
"""Free memory, in MiB, that the machine needs to admit one more visitor."""

LEAST_MIB: Final = 128
"""Free memory, in MiB, below which visitors are ended one by one, the latest first."""

AWAY_SECONDS: Final = 30.0
"""Seconds without a page after which a visitor is ended."""

IDLE_SECONDS: Final = 900.0
"""Seconds without a key or a click after which a visitor is ended."""

MOST_WRONG: Final = 32
"""Most wrong room words, entered on the page, whose delayed answers are pending."""

LONGEST_MESSAGE: Final = 1 << 15
"""Most bytes of a message from a page; a paste has up to 4096 characters."""

MESSAGES_A_SECOND: Final = 400
"""Most messages read from a page in a second; a mouse sends some 100."""

HEARTBEAT_SECONDS: Final = 10.0
"""Seconds between two pings; a connection that is silent for half as long after one is lost."""

MEMORY_MIB: Final = 1536
"""Most address space of a visitor's process, in MiB; it starts with some 600."""

FILE_MIB: Final = 64
"""Largest file that a visitor's process may write, in MiB."""

PACKET_MIB: Final = 16
"""Longest packet from a visitor's process, in MiB."""

END_SECONDS: Final = 2.0
"""Longest wait, in seconds, for a process to end by itself, and for a page whose game has ended."""

COLUMNS: Final = 400
"""Width of the largest page, in characters."""

LINES: Final = 150
"""Height of the largest page, in lines."""

PAGE_CELLS: Final = COLUMNS * LINES
"""Most cells of a visitor's mazes, unless those of the party have more."""

_KEPT: Final = ("PATH", "TZ", "LD_LIBRARY_PATH", "VIRTUAL_ENV")
"""Environment variables that a visitor's process inherits."""

_KEPT_PREFIXES: Final = ("PYTHON", "NUMBA_")
"""Prefixes of further variables that it inherits."""

_SHELL: Final = f"""
ulimit -v {MEMORY_MIB * 1024}; ulimit -f {FILE_MIB * 2048}
nice -n 5 {shlex.quote(sys.executable)} -m mazegame "$@"
cd / && rm -rf "$MAZEGAME_HOME"
"""
"""Runs the game within limits, and removes its home folder even if the server was killed."""

_PAGES: Final = Path(__file__).with_name("pages")

_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "frame-ancestors 'none'; form-action 'self'; base-uri 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Visitor(AppService):
    """A process of the game, its home folder, and the page that shows it."""

    process: asyncio.subprocess.Process
    """The shell that runs the game; it exists after ``begin``."""
    over: asyncio.Task[None]
    """Ends with the process; it exists after ``begin``."""

    def __init__(self, now: float) -> None:
        files = self.files = DownloadManager()
        """The files that it offers for download."""
        send, close = self._send, self._close_page
        super().__init__("", write_bytes=send, write_str=send, close=close, download_manager=files)
        self.secret = secrets.token_urlsafe(16)
        """The last part of the URL of its page."""
        self.home = Path(tempfile.mkdtemp(prefix="mazegame-party-"))
        self.page: web.WebSocketResponse | None = None
        """The page's WebSocket; None while there is no page."""
        self._connection: Connection | None = None
        """The page's connection."""
        self.last_input_at = now
        """The time of the latest key."""
        self.page_lost_at = now
        """The time at which the page has gone."""
        self.why = ""
        """The reason for ending the process; empty while it runs."""

    async def begin(self, *words: str, **own: str) -> None:
        """Start the game with arguments and more environment variables; OSError if that fails."""
        self.process = await asyncio.create_subprocess_exec(
            *("/bin/sh", "-c", _SHELL, "mazegame", *words),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            cwd=self.home,
            env={**_environment(self.home), **own},
            start_new_session=True,
        )
        self._stdin = self.process.stdin
        self.over = asyncio.create_task(self.run())

    async def run(self) -> None:
        """Forward packets of the process to the page until it ends or a packet is too long."""
        packets = self.process.stdout
        assert packets is not None  # noqa: S101  it is a pipe
        carry = {b"D": self.on_data, b"M": self.on_meta, b"P": self.on_packed}
        with contextlib.suppress(Exception):  # its output is invalid or has ended
            await packets.readline()  # the greeting of Textual's web driver
            while True:
                kind, size = await packets.readexactly(1), await packets.readexactly(4)
                if (length := int.from_bytes(size, "big")) > PACKET_MIB << 20:
                    break
                await carry[kind](await packets.readexactly(length))
        self.end("the game has ended")
        while await packets.read(1 << 16):  # its end is noticed only once everything is read
            pass
        await self.process.wait()
        await self._close_page()

    def end(self, why: str) -> None:
        """End the process, if it was started; its page shows the first reason."""
        if self._stdin is not None and not self.why:
            self.why = why
            self._stdin.close()  # the game ends when its input does
            asyncio.get_running_loop().call_later(END_SECONDS, self._kill)

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            if self.process.returncode is None:
                os.killpg(self.process.pid, signal.SIGKILL)

    # Its page

    async def _send(self, data: str | bytes) -> None:
        if self.page is not None:
            with contextlib.suppress(ConnectionError):
                if isinstance(data, str):
                    await self.page.send_str(data)
                else:
                    await self.page.send_bytes(data)

    async def _close_page(self) -> None:
        await self.show_on(None, self.why or "the game has ended")

    async def show_on(
        self,
        page: web.WebSocketResponse | None,
        why: str,
        connection: Connection | None = None,
    ) -> None:
        """Show the game on another page, or on none, and close the old page with a reason.

        It only sends the close frame: the old page's handler still reads, for some seconds at most,
        until the page has answered. ``close`` would cut it off, since another task reads from it.
        """
        before, self.page = self.page, page
        old, self._connection = self._connection, connection
        if before is not None:
            if old is not None:
                old.forget(END_SECONDS)
            with contextlib.suppress(ConnectionError):
                close = WSCloseCode.OK.to_bytes(2, "big") + why.encode()
                await before.send_frame(close, WSMsgType.CLOSE)

    async def take(self, text: str, now: float) -> None:
        """Process a message of the page; drop it if it is invalid."""
        with contextlib.suppress(ValueError, RecursionError):
            match json.loads(text):
                case ["stdin", str(keys)]:
                    self.last_input_at = now
                    await self.send_bytes(keys.encode("utf-8", "replace"))
                case ["resize", {"width": int(width), "height": int(height)}]:
                    size = min(max(width, 1), COLUMNS), min(max(height, 1), LINES)
                    await self.set_terminal_size(*size)
                case ["focus" | "blur" as kind]:
                    await self.send_meta({"type": kind})


class Browsers:
    """The pages of a party in the server's application."""

    clock = staticmethod(time.monotonic)

    def __init__(self, app: web.Application, room: Room) -> None:
        self.visitors: dict[str, Visitor] = {}
        """All visitors by ``Visitor.secret``."""
        self._room = room
        self._wrong = asyncio.Semaphore(MOST_WRONG)
        """Held by each wrong word until its delayed answer."""
        app.add_routes(
            [
                web.get("/", self._door),
                web.post("/", self._enter),
                web.get("/visit/{secret}", self._socket),
                web.get("/visit/{secret}/{key}", self._download),
                web.static("/pages", _PAGES),
                web.static("/static", Path(textual_serve.__file__).with_name("static")),
            ]
        )
        app.on_response_prepare.append(_add_headers)
        app.on_shutdown.append(self.end_all)

    # Who is here

    def end_overdue(self) -> None:
        """End visitors that are idle or without a page, and the latest one if memory is short."""
        now = self.clock()
        for visitor in self.visitors.values():
            if visitor.page is None and now - visitor.page_lost_at >= AWAY_SECONDS:
                visitor.end("the page was gone")
            if now - visitor.last_input_at >= IDLE_SECONDS:
                visitor.end(f"nothing was pressed for {IDLE_SECONDS / 60:.0f} minutes")
        if self.visitors and _is_short_of(LEAST_MIB):
            self.visitors[next(reversed(self.visitors))].end(
                "the host's machine has no memory left"
            )

    async def end_all(self, _: object = None) -> None:
        """End all visitors, and wait until their processes have ended."""
        while self.visitors:
            for visitor in self.visitors.values():
                visitor.end("the party is over")
            await asyncio.sleep(TICK_SECONDS)

    def _forget(self, visitor: Visitor) -> None:
        del self.visitors[visitor.secret]
        shutil.rmtree(visitor.home, ignore_errors=True)  # if the shell has not done that

    # The form

    async def _door(self, _: web.Request) -> web.FileResponse:
        return web.FileResponse(_PAGES / "door.html")

    async def _enter(self, request: web.Request) -> web.Response:
        """Check name and room word of the form; start a game, and answer with its secret."""
        if request.content_type != "application/x-www-form-urlencoded":
            raise web.HTTPUnsupportedMediaType
        sent = await request.post()
        if self._wrong.locked():  # check no word: this limits parallel guesses
            raise web.HTTPServiceUnavailable(text="too many wrong words at once: try again soon")
        if wait := self._room.wait_after(str(sent.get("room", ""))):
            async with self._wrong:
                await asyncio.sleep(wait)
            raise web.HTTPForbidden(text="that is not the room word")
        try:
            name = clean_name(str(sent.get("name", "")))
        except ProtocolError as error:
            raise web.HTTPBadRequest(text=str(error)) from None
        if len(self.visitors) < MOST_VISITORS and not _is_short_of(SPARE_MIB):
            address = f"{HERE}:{request.get_extra_info('sockname')[1]}"
            recipe = self._room.plan.recipe
            cells = str(max(recipe.cols * recipe.rows, PAGE_CELLS))
            own = {"MAZEGAME_ROOM": self._room.word, "MAZEGAME_MAX_CELLS": cells}
            if sent.get("touch") == "1":
                own[TOUCH] = "1"
            visitor = Visitor(self.clock())
            self.visitors[visitor.secret] = visitor
            with contextlib.suppress(OSError, RuntimeError):  # no process, or no thread for it
                await visitor.begin("join", address, f"--name={name}", **own)
                visitor.over.add_done_callback(lambda _: self._forget(visitor))
                return web.Response(text=visitor.secret)
            self._forget(visitor)
        raise web.HTTPServiceUnavailable(text="there is no place left for one more browser")

    # The game

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        heartbeat = HEARTBEAT_SECONDS
        page = web.WebSocketResponse(max_msg_size=LONGEST_MESSAGE, heartbeat=heartbeat, timeout=1.0)
        await page.prepare(request)
        visitor = self.visitors.get(request.match_info["secret"])
        if visitor is None or visitor.over.done():
            await page.close(message=b"that game has ended")
            return page
        connection = connection_of(request.transport)
        if connection is not None:
            connection.vouch()
        await visitor.show_on(page, "the game is shown on another page", connection)
        await visitor.send_meta({"type": "repaint"})  # the page sends its size by itself
        try:
            async for message in page:
                if message.type is not WSMsgType.TEXT:
                    break
                await visitor.take(message.data, self.clock())
                await asyncio.sleep(1 / MESSAGES_A_SECOND)
        finally:
            if visitor.page is page:  # it may come back for a while
                visitor.page, visitor.page_lost_at = None, self.clock()
        return page

    async def _download(self, request: web.Request) -> web.Response:
        """Send a file that a visitor's process offers; it can be downloaded once."""
        key = request.match_info["key"]
        try:
            files = self.visitors[request.match_info["secret"]].files
            name = (await files.get_download_metadata(key)).file_name
        except KeyError:
            raise web.HTTPNotFound from None
        headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}"}
        return web.Response(body=files.download(key), headers=headers)


async def _add_headers(_: web.Request, response: web.StreamResponse) -> None:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)


def _is_short_of(mib: int) -> bool:
    left = memory.available_bytes()
    return left is not None and left < mib << 20


def _environment(home: Path) -> dict[str, str]:
    """Return the environment of a visitor's process, without secrets of the server's user."""
    names = (one for one in os.environ if one in _KEPT or one.startswith(_KEPT_PREFIXES))
    kept = {name: os.environ[name] for name in names}
    cache = cache_directory()
    if cache is not None:  # a shared cache, so that each kernel is compiled once
        kept["NUMBA_CACHE_DIR"] = str(cache.parent.parent)
    return {
        **kept,
        "HOME": str(home),
        "TMPDIR": str(home),
        "MAZEGAME_HOME": str(home),
        "PYTHONUSERBASE": site.getuserbase(),
        "PYTHONUTF8": "1",
        "LANG": "C.UTF-8",
        "MALLOC_ARENA_MAX": "2",
        "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
    }
