"""Chromium without a screen, driven by its DevTools protocol: pages, keys, touch and pictures."""

import asyncio
import base64
import contextlib
import json
import re
import shutil
from itertools import count

import aiohttp
import pyte

from tests.waiting import LONGEST

NAMES = ("chromium", "chromium-browser", "chrome", "google-chrome")
PROGRAM = next(filter(None, map(shutil.which, NAMES)), None)
"""The browser; None where there is none."""

KEYS = {
    "up": ("ArrowUp", 38),
    "down": ("ArrowDown", 40),
    "left": ("ArrowLeft", 37),
    "right": ("ArrowRight", 39),
    "enter": ("Enter", 13),
    "escape": ("Escape", 27),
}


class Page:
    """A page, by its own connection."""

    def __init__(self, socket):
        self._socket, self._numbers, self._answers = socket, count(1), {}
        self.said = []
        """What it wrote to its console, and its errors."""
        self.screen = pyte.Screen(80, 24)
        """What the game has painted: the page itself holds a picture."""
        self._stream = pyte.ByteStream(self.screen)
        self._reader = asyncio.create_task(self._read())

    @property
    def text(self):
        return "\n".join(self.screen.display)

    async def _read(self):
        async for message in self._socket:
            told = json.loads(message.data)
            if "id" in told:
                self._answers.pop(told["id"]).set_result(told)
            elif told["method"] == "Network.webSocketCreated":
                self.screen.reset()  # the page is a new one
            elif told["method"] == "Network.webSocketFrameSent":
                match json.loads(told["params"]["response"]["payloadData"]):
                    case ["resize", {"width": width, "height": height}]:
                        self.screen.resize(height, width)
            elif told["method"] == "Network.webSocketFrameReceived":
                frame = told["params"]["response"]
                if frame["opcode"] == 2:
                    painted = base64.b64decode(frame["payloadData"])
                    self._stream.feed(painted.replace(b"\x1b[?2026$p", b""))
            elif told["method"] in {"Runtime.exceptionThrown", "Log.entryAdded"}:
                self.said.append(told["params"])

    async def call(self, method, **params):
        number = next(self._numbers)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": number, "method": method, "params": params})
        told = await asyncio.wait_for(answer, LONGEST)
        assert "error" not in told, told
        return told["result"]

    async def value(self, script):
        """Return what a script gives; None while the page changes."""
        try:
            result = await self.call("Runtime.evaluate", expression=script, returnByValue=True)
        except AssertionError:
            return None
        return result["result"].get("value")

    async def shows(self, words):
        """Wait until the game has painted some words."""
        await self.matches(re.escape(words))

    async def matches(self, pattern):
        """Wait until what the game has painted has a place that matches a pattern."""
        try:
            async with asyncio.timeout(LONGEST):
                while not re.search(pattern, self.text):
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise AssertionError(f"{pattern!r} is not on\n{self.text}") from None

    async def until(self, script):
        try:
            async with asyncio.timeout(LONGEST):
                while not await self.value(script):
                    await asyncio.sleep(0.05)
        except TimeoutError:
            page = await self.value("document.body.innerText + location.href")
            raise AssertionError(f"never {script}\n{self.text}\n{page}\n{self.said}") from None

    async def open(self, address):
        await self.call("Page.navigate", url=address)
        await self.until("document.readyState === 'complete'")

    async def resize(self, width, height, *, touch=False):
        await self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=touch,
        )
        await self.call("Emulation.setTouchEmulationEnabled", enabled=touch)

    async def press(self, key, shift=False):
        name, code = KEYS.get(key, (key, ord(key[0].upper())))
        more = {"key": name, "windowsVirtualKeyCode": code, "modifiers": 8 if shift else 0}
        if len(key) == 1 or key == "enter":
            more["text"] = "\r" if key == "enter" else key
        await self.call("Input.dispatchKeyEvent", type="keyDown", **more)
        await self.call("Input.dispatchKeyEvent", type="keyUp", **more)

    async def type(self, text):
        await self.call("Input.insertText", text=text)

    async def touch(self, *points):
        """Touch the first point, move over the others, and let go."""
        kinds = ["touchStart", *["touchMove"] * (len(points) - 1)]
        for kind, (x, y) in zip(kinds, points, strict=True):
            await self.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y}])
        await self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    async def picture(self, path):
        await self.call("Page.bringToFront")  # a page behind others paints late
        shot = await self.call("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(shot["data"]))


@contextlib.asynccontextmanager
async def chromium(folder):
    """Run the browser; yield a function that opens another page in a profile of its own."""
    process = await asyncio.create_subprocess_exec(
        *(PROGRAM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"),
        *("--remote-debugging-port=0", f"--user-data-dir={folder}", "about:blank"),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with aiohttp.ClientSession() as session:
            port = folder / "DevToolsActivePort"
            async with asyncio.timeout(LONGEST):
                while not (port.exists() and len(port.read_text().split()) == 2):
                    await asyncio.sleep(0.05)
            where = f"127.0.0.1:{port.read_text().split()[0]}"

            async def new_page(width=960, height=600, *, touch=False):
                async with session.put(f"http://{where}/json/new?about:blank") as answer:
                    about = await answer.json()
                page = Page(await session.ws_connect(about["webSocketDebuggerUrl"], max_msg_size=0))
                for part in ("Page", "Runtime", "Log", "Network"):
                    await page.call(f"{part}.enable")
                await page.call("Emulation.setFocusEmulationEnabled", enabled=True)
                await page.resize(width, height, touch=touch)
                return page

            yield new_page
    finally:
        process.terminate()
        await process.wait()
