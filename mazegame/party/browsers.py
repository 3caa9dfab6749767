"""Browsers: the pages on which visitors join a party and play, for the server's application.

The processes behind the pages are in ``visitors.py``. The terminal in a page is textual-serve's.
"""

from __future__ import annotations

import asyncio
import contextlib
import html
import time
from http import HTTPStatus
from importlib.util import find_spec
from math import inf
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from aiohttp import WSMsgType, web

from mazegame.engine.support import memory
from mazegame.party.opening import HERE, LONGEST_NAME, ProtocolError, clean_name
from mazegame.party.visitors import PAGE_CELLS, Visitor, close, game_command, page_size

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping

    from mazegame.party.room import Room

MOST_VISITORS: Final = 40
"""Most visitors at once: each is a process."""

SPARE_MIB, LEAST_MIB = 256, 128
"""Memory that the machine has to have left for one more visitor. With less than the second one left
the visitors are ended one by one, those who came last first."""

MOST_WRONG: Final = 32
"""Most wrong room words of the form whose answers wait."""

LONGEST_MESSAGE, MESSAGES_A_SECOND = 1 << 15, 400
"""Most bytes of a message of a page, whose paste has 4096 characters, and most messages of it in a
second; a mouse sends some 100."""

HEARTBEAT_SECONDS, LOOK_SECONDS = 10.0, 1.0
"""Seconds between two signs of life, half of which later a silent connection counts as lost; and
between two looks at who is idle."""

_PAGES: Final = Path(__file__).with_name("pages")

_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "frame-ancestors 'none'; form-action 'self'; base-uri 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # without a referrer at all a form has no origin
    "Cache-Control": "no-store",
}


class Browsers:
    """The pages of a party in the server's application; ``port`` returns its port."""

    clock = staticmethod(time.monotonic)

    def __init__(self, app: web.Application, room: Room, port: Callable[[], int]) -> None:
        self.here: dict[str, Visitor] = {}
        """Everybody who plays in a browser, by the secret of the page's address."""
        self._room, self._port = room, port
        self._wrong = asyncio.Semaphore(MOST_WRONG)
        """Held by each wrong word whose answer waits."""
        self._shows: set[asyncio.Task[None]] = set()
        """Those that run, also of visitors who are ending."""
        spec = find_spec("textual_serve")
        terminal = Path(next(iter((spec and spec.submodule_search_locations) or ()))) / "static"
        app.add_routes(
            [
                web.get("/", self._door),
                web.post("/", self._enter),
                web.get("/visit/{secret}", self._visit),
                web.get("/visit/{secret}/socket", self._socket),
                web.get("/download/{key}", self._download),
                web.static("/pages", _PAGES),
                web.static("/static", terminal),
            ]
        )
        app.on_response_prepare.append(_add_headers)
        app.cleanup_ctx.append(self._look_after)
        app.on_shutdown.append(lambda _: self.end_all())

    async def _look_after(self, _: web.Application) -> AsyncIterator[None]:
        async def look() -> None:
            while True:
                await asyncio.sleep(LOOK_SECONDS)
                await self.end_overdue()

        task = asyncio.create_task(look())
        yield
        task.cancel()

    # Who is here

    async def _show(self, visitor: Visitor, size: tuple[int, int]) -> None:
        try:
            with contextlib.suppress(OSError):  # no process can be started
                await visitor.run(size)
        finally:
            self.here.pop(visitor.secret, None)
            await asyncio.gather(visitor.end(), visitor.drain())

    async def end_overdue(self) -> None:
        """End those who are idle, those whose page has not come back, and one for its memory."""
        last = next(reversed(self.here), "") if _memory_left() < LEAST_MIB << 20 else ""
        why = {secret: visitor.overdue(self.clock()) for secret, visitor in self.here.items()}
        if last:
            why[last] = why[last] or "the host's machine has no memory left"
        await self._end(why)

    async def _end(self, why: Mapping[str, str]) -> None:
        """End visitors by their secrets, unless there is no word why."""
        ended = [(self.here.pop(secret), text) for secret, text in why.items() if text]
        await asyncio.gather(*(visitor.end(text) for visitor, text in ended))

    async def end_all(self) -> None:
        """End everybody, and wait for those who are ending."""
        await self._end(dict.fromkeys(self.here, "the party is over"))
        await asyncio.gather(*self._shows, return_exceptions=True)

    # The form

    async def _door(self, request: web.Request) -> web.Response:
        return _form("", request.query.get("room", ""))

    async def _enter(self, request: web.Request) -> web.Response:
        """Check name and word; lead to the visitor's own page."""
        refuse_other_sites(request)
        if request.content_type != "application/x-www-form-urlencoded":
            raise web.HTTPUnsupportedMediaType
        sent = await request.post()
        name, word = str(sent.get("name", "")), str(sent.get("room", ""))
        if self._wrong.locked():  # no word is looked at: guesses cannot be many at once
            return _form(name, word, "too many wrong words at once: try again soon", 503)
        if wait := self._room.wait_after(word):
            async with self._wrong:
                await asyncio.sleep(wait)
            return _form(name, "", "that is not the room word", 403)
        try:
            name = clean_name(name)
        except ProtocolError as error:
            return _form(name, word, str(error), 400)
        if len(self.here) >= MOST_VISITORS or _memory_left() < SPARE_MIB << 20:
            return _form(name, word, "there is no place left for one more browser", 503)
        recipe = self._room.plan.recipe
        command = game_command("join", f"{HERE}:{self._port()}", f"--name={name}")
        cells = str(max(recipe.cols * recipe.rows, PAGE_CELLS))
        own = {"MAZEGAME_ROOM": self._room.word, "MAZEGAME_MAX_CELLS": cells}
        visitor = Visitor(command, own, self.clock())  # its process starts with its page
        self.here[visitor.secret] = visitor
        raise web.HTTPSeeOther(f"/visit/{visitor.secret}")

    async def _visit(self, request: web.Request) -> web.Response:
        if request.match_info["secret"] not in self.here:
            return _form("", "", "that game has ended: join again", 404)
        text = (_PAGES / "visit.html").read_text(encoding="utf-8")
        return web.Response(text=text, content_type="text/html")

    # The game

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        refuse_other_sites(request)
        if request.match_info["secret"] not in self.here:
            raise web.HTTPNotFound
        heartbeat = HEARTBEAT_SECONDS
        page = web.WebSocketResponse(max_msg_size=LONGEST_MESSAGE, heartbeat=heartbeat, timeout=1.0)
        await page.prepare(request)
        visitor = self.here.get(request.match_info["secret"])
        if visitor is None:
            await page.close()
            return page
        width, height = (_number(request.query.get(side, "")) for side in ("width", "height"))
        before, visitor.page = visitor.page, page
        if before is not None:
            await close(before, "the game is shown on another page")
        if visitor.show is None:
            visitor.show = asyncio.create_task(self._show(visitor, page_size(width, height)))
            self._shows.add(visitor.show)
            visitor.show.add_done_callback(self._shows.discard)
        else:
            await visitor.resize(width, height)
            await visitor.tell(type="repaint")
        free, heard = float(MESSAGES_A_SECOND), 0.0
        try:
            async for message in page:
                now = self.clock()
                free = min(free + (now - heard) * MESSAGES_A_SECOND, MESSAGES_A_SECOND) - 1
                heard = now
                if message.type is not WSMsgType.TEXT or free < 0:
                    break
                with contextlib.suppress(ValueError, RecursionError):
                    await visitor.take(message.data, now)
        finally:
            if visitor.page is page:  # it may come back for a while
                visitor.page, visitor.left = None, self.clock()
        return page

    async def _download(self, request: web.Request) -> web.StreamResponse:
        """Send a file that a visitor's process offers, once."""
        key = request.match_info["key"]
        visitor = next((one for one in self.here.values() if key in one.files), None)
        if visitor is None:
            raise web.HTTPNotFound
        name = quote(visitor.files.pop(key), safe="")
        headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{name}"}
        response = web.StreamResponse(headers=headers)  # of application/octet-stream
        await response.prepare(request)
        async for part in visitor.chunks(key):
            await response.write(part)
        await response.write_eof()
        return response


def refuse_other_sites(request: web.Request) -> None:
    """Refuse a request that a page of another site makes."""
    origin = request.headers.get("Origin")
    if origin is not None and origin.partition("://")[2] != request.host:
        raise web.HTTPForbidden(text="another site's page")


async def _add_headers(_: web.Request, response: web.StreamResponse) -> None:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)


def _form(name: str, word: str, problem: str = "", status: int = 200) -> web.Response:
    door = Template((_PAGES / "door.html").read_text(encoding="utf-8"))
    values = {"name": name, "word": word, "problem": problem, "longest": str(LONGEST_NAME)}
    text = door.substitute({key: html.escape(value[:99]) for key, value in values.items()})
    page = web.Response(text=text, content_type="text/html", status=status)
    if status != HTTPStatus.OK:
        page.force_close()
    return page


def _memory_left() -> float:
    left = memory.available_bytes()
    return inf if left is None else left


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 80
