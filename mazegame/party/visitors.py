"""Visitors: each page in a browser has a process of the game behind it, in a home of its own.

textual-serve carries the packets between the two, and the downloads.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import secrets
import signal
import site
import sys
import tempfile
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import TYPE_CHECKING, Final

from aiohttp import WSCloseCode, WSMsgType
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from mazegame.engine.kernels.kernel_cache import cache_directory

if TYPE_CHECKING:
    from collections.abc import Mapping

    from aiohttp import web

MEMORY_MIB, FILE_MIB = 1536, 64
"""Most address space of a visitor's process, which begins with some 600, and its largest file."""

END_SECONDS: Final = 2.0
"""Longest wait for a process to end by itself."""

COLUMNS, LINES = 400, 150
"""The largest page, in characters."""

PAGE_CELLS: Final = COLUMNS * LINES
"""Most cells of a visitor's mazes, unless those of the party have more."""

GAME = sys.executable, "-m", "mazegame"
"""The command that runs this game."""

_KEPT: Final = ("PATH", "TZ", "LD_LIBRARY_PATH", "VIRTUAL_ENV")
_KEPT_PREFIXES: Final = ("PYTHON", "NUMBA_")
"""The variables of the environment that a visitor's process gets as well."""

_SHELL: Final = f"""
ulimit -v {MEMORY_MIB * 1024}; ulimit -f {FILE_MIB * 2048}
nice -n 5 "$@" 2>/dev/null
cd / && rm -rf "$MAZEGAME_HOME"
"""
"""Runs a process within limits, and removes its home, also when the server was killed."""

logging.getLogger("textual-serve").addHandler(logging.NullHandler())  # not on the host's screen


class Visitor(AppService):
    """A process of the game, its home, and the page that shows it.

    ``words`` are those of its command line, ``own`` the variables of its environment alone.
    """

    process: asyncio.subprocess.Process
    """A shell around the game."""
    over: asyncio.Task[None]
    """Ends with the process."""

    def __init__(self, words: tuple[str, ...], own: Mapping[str, str], now: float) -> None:
        files = self.files = DownloadManager()
        """What it offers to download."""
        send, over = self._send, self._say_why
        super().__init__("", write_bytes=send, write_str=send, close=over, download_manager=files)
        self.secret = secrets.token_urlsafe(16)
        """The end of the address of its page."""
        self.home = Path(tempfile.mkdtemp(prefix="mazegame-party-"))
        self._words, self._environment = (*GAME, *words), {**_environment(self.home), **own}
        self.page: web.WebSocketResponse | None = None
        """None while no page is there."""
        self.heard = self.left = now
        """When the latest key came, and when the page has left."""
        self.why = ""
        """Why it is ended; empty before."""

    async def start(self, width: int = 80, height: int = 24) -> None:
        """Start the process for a page of a size; raises OSError where that is impossible."""
        self.process = self._process = await asyncio.create_subprocess_exec(
            *("/bin/sh", "-c", _SHELL, "mazegame", *self._words),
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            cwd=self.home,
            env={**self._environment, "COLUMNS": str(width), "ROWS": str(height)},
            start_new_session=True,
        )
        self._stdin = self.process.stdin
        self.over = asyncio.create_task(self.run())

    async def run(self) -> None:
        """Carry what the process sends to the page, until it has ended."""
        with contextlib.suppress(Exception):  # it sends nonsense
            await super().run()
        self.end("the game has ended")
        await self.process.communicate()  # with anything left in a pipe its end is never noticed
        await self._say_why()

    def end(self, why: str) -> None:
        """End the process, once it has started, and show its page the first reason why."""
        if self._stdin is not None and not self.why:
            self.why = why
            self._stdin.close()  # which is the end of the game
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

    async def _say_why(self) -> None:
        await self.show_on(None, self.why or "the game has ended")

    async def show_on(self, page: web.WebSocketResponse | None, why: str) -> None:
        """Show the game on another page, or on none any more; tell the one before it why.

        The handler of that one reads on until it has answered. ``close`` would cut it off at once,
        since another task reads from it.
        """
        before, self.page = self.page, page
        if before is not None:
            with contextlib.suppress(ConnectionError):
                close = WSCloseCode.OK.to_bytes(2, "big") + why.encode()
                await before.send_frame(close, WSMsgType.CLOSE)

    async def take(self, text: str, now: float) -> None:
        """Take a message of the page; what is none is dropped."""
        with contextlib.suppress(ValueError, RecursionError):
            match json.loads(text):
                case ["stdin", str(keys)]:
                    self.heard = now
                    await self.send_bytes(keys.encode("utf-8", "replace"))
                case ["resize", {"width": int(width), "height": int(height)}]:
                    await self.set_terminal_size(width, height)
                case ["focus" | "blur" as kind]:
                    await self.send_meta({"type": kind})

    async def set_terminal_size(self, width: int, height: int) -> None:
        """Tell the process the size of its page, within reason."""
        await super().set_terminal_size(min(max(width, 1), COLUMNS), min(max(height, 1), LINES))


def _environment(home: Path) -> dict[str, str]:
    """Return the environment of a visitor's process: nothing of the user who runs the server."""
    names = (one for one in os.environ if one in _KEPT or one.startswith(_KEPT_PREFIXES))
    kept = {name: os.environ[name] for name in names}
    cache = cache_directory()
    if cache is not None:  # one for all: nobody compiles what another one has compiled
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
