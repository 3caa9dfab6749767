"""Visitors: each page in a browser has a process of the game behind it, in a home of its own."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import shutil
import signal
import site
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence

    from aiohttp import web

MEMORY_MIB, FILE_MIB = 1536, 64
"""Most address space of a visitor's process, which begins with some 600, and its largest file."""

AWAY_SECONDS, IDLE_SECONDS = 30.0, 900.0
"""Seconds without a page, and without a key or a click, after which a visitor is ended."""

END_SECONDS: Final = 2.0
"""Longest wait for a process to end by itself."""

COLUMNS, LINES = 400, 150
"""The largest page, in characters."""

PAGE_CELLS: Final = COLUMNS * LINES
"""Most cells of a visitor's mazes, unless those of the party have more."""

PACKET_BYTES: Final = 1 << 24
"""Longest packet of a process."""

CHUNK_BYTES, CHUNK_SECONDS = 1 << 16, 10.0
"""Bytes of a download that are asked for at a time, and the longest wait for them."""

_KEPT: Final = ("PATH", "TZ", "LD_LIBRARY_PATH", "VIRTUAL_ENV")
_KEPT_PREFIXES: Final = ("PYTHON", "NUMBA_")
"""The variables of the environment that a visitor's process gets as well."""

_SHELL: Final = """
home=$1; ulimit -v "$2"; ulimit -f "$3"; shift 3
nice -n 5 "$@"
cd / && rm -rf "$home"
"""
"""Runs a process within limits, and removes its home, also when the server was killed."""


class Visitor:
    """A process of the game, its home, and the page that shows it."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], now: float) -> None:
        self.secret = secrets.token_urlsafe(16)
        """The end of the address of its page."""
        self.home = Path(tempfile.mkdtemp(prefix="mazegame-party-"))
        self._command, self._environment = command, {**_environment(self.home), **environment}
        self.page: web.WebSocketResponse | None = None
        """None while no page is there."""
        self.heard = self.left = now
        """When the latest key came, and when the page has left."""
        self.files: dict[str, str] = {}
        """The names of the files that it offers, by key."""
        self.show: asyncio.Task[None] | None = None
        """Runs its process; None before the first page."""
        self._chunks: dict[str, asyncio.Queue[bytes]] = {}
        self._process: asyncio.subprocess.Process | None = None
        self._over = False

    def overdue(self, now: float) -> str:
        """Return why it is to be ended; empty if it is not."""
        if self.page is None and now - self.left >= AWAY_SECONDS:
            return "the page was gone"
        if now - self.heard >= IDLE_SECONDS:
            return f"nothing was pressed for {IDLE_SECONDS / 60:.0f} minutes"
        return ""

    async def run(self, size: tuple[int, int]) -> None:
        """Run the process for a page of a size, and carry what it sends to the page."""
        limits = str(MEMORY_MIB * 1024), str(FILE_MIB * 2048)
        columns, rows = map(str, size)
        process = self._process = await asyncio.create_subprocess_exec(
            *("/bin/sh", "-c", _SHELL, "mazegame", str(self.home), *limits, *self._command),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            cwd=self.home,
            env={**self._environment, "COLUMNS": columns, "ROWS": rows},
            start_new_session=True,
        )
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError, ValueError):
            if process.stdout is not None and not self._over:  # else it was ended at its start
                await self._carry(process.stdout)

    async def _carry(self, packets: asyncio.StreamReader) -> None:
        from textual_serve._binary_encode import load

        read = packets.readexactly
        await packets.readline()  # the word by which a driver says that it is one
        while True:
            kind, length = await read(1), int.from_bytes(await read(4), "big")
            if length > PACKET_BYTES:
                return
            content = await read(length)
            if kind == b"D" and self.page is not None:
                with contextlib.suppress(ConnectionError):
                    await self.page.send_bytes(content)
            match json.loads(content) if kind == b"M" else load(content) if kind == b"P" else None:
                case {"type": "deliver_file_start", "key": str(key), "path": str(path)}:
                    self.files[key] = os.path.basename(path)  # noqa: PTH119
                    await self._tell_page("deliver_file_start", key)
                case ("deliver_chunk", str(key), bytes(chunk)) if key in self._chunks:
                    self._chunks[key].put_nowait(chunk)

    async def _tell_page(self, *words: str) -> None:
        with contextlib.suppress(ConnectionError):
            if self.page is not None:
                await self.page.send_json(words)

    async def chunks(self, key: str) -> AsyncIterator[bytes]:
        """Yield a file that the process offers, in parts."""
        came = self._chunks[key] = asyncio.Queue()
        try:
            part = b"?"
            while part:
                await self.tell(type="deliver_chunk_request", key=key, size=CHUNK_BYTES)
                part = await asyncio.wait_for(came.get(), CHUNK_SECONDS)
                yield part
        except TimeoutError:
            return
        finally:
            del self._chunks[key]

    # From the page

    async def take(self, text: str, now: float) -> None:
        """Take a message of the page; raises ValueError if it is none."""
        match json.loads(text):
            case ["stdin", str(keys)]:
                self.heard = now
                await self._write(b"D", keys.encode("utf-8", "replace"))
            case ["resize", {"width": int(width), "height": int(height)}]:
                await self.resize(width, height)
            case ["focus" | "blur" as kind]:
                await self.tell(type=kind)
            case ["ping", str(sent)]:
                await self._tell_page("pong", sent[:20])
            case _:
                raise ValueError("no message of a page")

    async def resize(self, width: int, height: int) -> None:
        """Tell the process the size of its page."""
        width, height = page_size(width, height)
        await self.tell(type="resize", width=width, height=height)

    async def tell(self, **meta: object) -> None:
        """Tell the process something that is no key."""
        await self._write(b"M", json.dumps(meta).encode())

    async def _write(self, kind: bytes, content: bytes) -> None:
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(ConnectionError, RuntimeError):
                self._process.stdin.write(kind + len(content).to_bytes(4, "big") + content)
                await self._process.stdin.drain()

    async def drain(self) -> None:
        """Read what the process still sends: with anything left its end is never noticed."""
        if self._process is not None and self._process.stdout is not None:
            while await self._process.stdout.read(CHUNK_BYTES):
                pass

    async def end(self, why: str = "the game has ended") -> None:
        """Tell the page why, and end the process."""
        page, self.page, self._over = self.page, None, True
        await asyncio.gather(self._stop(), *([close(page, why)] if page else []))

    async def _stop(self) -> None:
        """Ask the process to end, then kill it; remove its home."""
        process = self._process
        if process is not None and process.returncode is None:
            if process.stdin is not None:  # its end is the end of the game
                process.stdin.close()
            try:
                await asyncio.wait_for(process.wait(), END_SECONDS)
            except TimeoutError:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                await process.wait()
        await asyncio.to_thread(shutil.rmtree, self.home, ignore_errors=True)


async def close(page: web.WebSocketResponse, why: str) -> None:
    """Tell a page why it is closed; its handler reads on until it has answered.

    ``page.close`` would cut it off at once, since another task reads from it.
    """
    from aiohttp import WSCloseCode, WSMsgType

    with contextlib.suppress(ConnectionError):
        await page.send_frame(WSCloseCode.OK.to_bytes(2, "big") + why.encode(), WSMsgType.CLOSE)


def page_size(width: int, height: int) -> tuple[int, int]:
    """Return the size of a page in characters, within reason."""
    return min(max(width, 1), COLUMNS), min(max(height, 1), LINES)


def _environment(home: Path) -> dict[str, str]:
    """Return the environment of a visitor's process: nothing of the user who runs the server."""
    from mazegame.engine.kernels.kernel_cache import cache_directory

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


def game_command(*words: str) -> tuple[str, ...]:
    """Return the command that runs this game."""
    return sys.executable, "-m", "mazegame", *words
