"""Browsers: the pages on which visitors join a party and play, for the server's application.

The processes behind the pages are in ``visitors.py``. The terminal in a page is textual-serve's.
"""

from __future__ import annotations

import asyncio
import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

import textual_serve
from aiohttp import WSMsgType, web

from mazegame.engine.support import memory
from mazegame.party.opening import HERE, ProtocolError, clean_name
from mazegame.party.room import TICK_SECONDS
from mazegame.party.visitors import PAGE_CELLS, Visitor

if TYPE_CHECKING:
    from mazegame.party.room import Room

MOST_VISITORS: Final = 40
"""Most visitors at once: each is a process."""

SPARE_MIB, LEAST_MIB = 256, 128
"""Memory that the machine has to have left for one more visitor. With less than the second one left
the visitors are ended one by one, those who came last first."""

AWAY_SECONDS, IDLE_SECONDS = 30.0, 900.0
"""Seconds without a page, and without a key or a click, after which a visitor is ended."""

MOST_WRONG: Final = 32
"""Most wrong room words of the form whose answers wait."""

LONGEST_MESSAGE, MESSAGES_A_SECOND = 1 << 15, 400
"""Most bytes of a message of a page, whose paste has 4096 characters, and most messages of it that
are read in a second; a mouse sends some 100."""

HEARTBEAT_SECONDS: Final = 10.0
"""Seconds between two signs of life, half of which later a silent connection counts as lost."""

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
    """The pages of a party in the server's application."""

    clock = staticmethod(time.monotonic)

    def __init__(self, app: web.Application, room: Room) -> None:
        self.here: dict[str, Visitor] = {}
        """Everybody who plays in a browser, by the secret of the page's address."""
        self._room = room
        self._wrong = asyncio.Semaphore(MOST_WRONG)
        """Held by each wrong word whose answer waits."""
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
        """End those who are idle, those whose page has not come back, and one for its memory."""
        now = self.clock()
        for visitor in self.here.values():
            if visitor.page is None and now - visitor.left >= AWAY_SECONDS:
                visitor.end("the page was gone")
            if now - visitor.heard >= IDLE_SECONDS:
                visitor.end(f"nothing was pressed for {IDLE_SECONDS / 60:.0f} minutes")
        if self.here and _is_short_of(LEAST_MIB):
            self.here[next(reversed(self.here))].end("the host's machine has no memory left")

    async def end_all(self, _: object = None) -> None:
        """End everybody, and wait until they are gone."""
        while self.here:
            for visitor in self.here.values():
                visitor.end("the party is over")
            await asyncio.sleep(TICK_SECONDS)

    def _forget(self, visitor: Visitor) -> None:
        del self.here[visitor.secret]
        shutil.rmtree(visitor.home, ignore_errors=True)  # unless the process has done that

    # The form

    async def _door(self, _: web.Request) -> web.FileResponse:
        return web.FileResponse(_PAGES / "door.html")

    async def _enter(self, request: web.Request) -> web.Response:
        """Check name and word; start a game, and answer with the secret of its page."""
        if request.content_type != "application/x-www-form-urlencoded":
            raise web.HTTPUnsupportedMediaType
        sent = await request.post()
        if self._wrong.locked():  # no word is looked at: guesses cannot be many at once
            raise web.HTTPServiceUnavailable(text="too many wrong words at once: try again soon")
        if wait := self._room.wait_after(str(sent.get("room", ""))):
            async with self._wrong:
                await asyncio.sleep(wait)
            raise web.HTTPForbidden(text="that is not the room word")
        try:
            name = clean_name(str(sent.get("name", "")))
        except ProtocolError as error:
            raise web.HTTPBadRequest(text=str(error)) from None
        if len(self.here) < MOST_VISITORS and not _is_short_of(SPARE_MIB):
            address = f"{HERE}:{request.get_extra_info('sockname')[1]}"
            recipe = self._room.plan.recipe
            cells = str(max(recipe.cols * recipe.rows, PAGE_CELLS))
            own = {"MAZEGAME_ROOM": self._room.word, "MAZEGAME_MAX_CELLS": cells}
            visitor = Visitor(("join", address, f"--name={name}"), own, self.clock())
            self.here[visitor.secret] = visitor
            try:
                await visitor.start()
            except OSError:
                self._forget(visitor)
            else:
                visitor.over.add_done_callback(lambda _: self._forget(visitor))
                return web.Response(text=visitor.secret)
        raise web.HTTPServiceUnavailable(text="there is no place left for one more browser")

    # The game

    async def _socket(self, request: web.Request) -> web.WebSocketResponse:
        heartbeat = HEARTBEAT_SECONDS
        page = web.WebSocketResponse(max_msg_size=LONGEST_MESSAGE, heartbeat=heartbeat, timeout=1.0)
        await page.prepare(request)
        visitor = self.here.get(request.match_info["secret"])
        if visitor is None:
            await page.close(message=b"that game has ended")
            return page
        await visitor.show_on(page, "the game is shown on another page")
        await visitor.send_meta({"type": "repaint"})  # the page tells its size by itself
        try:
            async for message in page:
                if message.type is not WSMsgType.TEXT:
                    break
                await visitor.take(message.data, self.clock())
                await asyncio.sleep(1 / MESSAGES_A_SECOND)
        finally:
            if visitor.page is page:  # it may come back for a while
                visitor.page, visitor.left = None, self.clock()
        return page

    async def _download(self, request: web.Request) -> web.Response:
        """Send a file that a visitor's process offers, once."""
        key = request.match_info["key"]
        try:
            files = self.here[request.match_info["secret"]].files
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
