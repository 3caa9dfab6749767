"""The game in a browser: a process that talks in packets rather than with a terminal."""

import asyncio
import json
import os
import sys

import pyte
import pytest

from mazegame.app import MazeApp
from mazegame.engine import Level, Recipe
from mazegame.screens.career.scores import ScoresScreen
from mazegame.screens.home.home import HomeScreen
from mazegame.screens.party.friends import HostScreen, JoinScreen
from mazegame.terminal.web_driver import NAME, MazeWebDriver
from tests.game.mazes import ahead
from tests.terminals import ARROWS
from tests.ui.conftest import notices, on_home, shows, to_screen, until
from tests.waiting import LONGEST

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps Textual's driver")

GAME_ID = "wilson:9x9:kite-7"


class Packets:
    """A game whose standard streams carry packets."""

    def __init__(self, process):
        self.process, self.painted, self.told = process, b"", []
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)

    @property
    def text(self):
        return "\n".join(self.screen.display)

    def send(self, kind, content):
        self.process.stdin.write(kind + len(content).to_bytes(4, "big") + content)

    def tell(self, **meta):
        self.send(b"M", json.dumps(meta).encode())

    async def until(self, condition):
        """Read packets until a condition holds, or until the end."""
        read = self.process.stdout.readexactly
        async with asyncio.timeout(LONGEST):
            while not condition():
                kind = await read(1)
                content = await read(int.from_bytes(await read(4), "big"))
                if kind == b"D":
                    self.painted += content
                    self._stream.feed(content.replace(b"\x1b[?2026$p", b""))
                elif kind == b"M":
                    self.told.append(json.loads(content))

    async def leave(self):
        self.send(b"D", b"\x11")
        await self.until(lambda: {"type": "exit"} in self.told)
        assert await self.process.wait() == 0
        assert await self.process.stderr.read() == b""


async def game(tmp_path, *words, **environment):
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "mazegame", *words),
        env={**os.environ, "MAZEGAME_HOME": str(tmp_path), "TEXTUAL_DRIVER": NAME, **environment},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    return Packets(process)


async def test_a_page_in_a_browser_is_a_terminal(tmp_path):
    packets = await game(tmp_path, "play", GAME_ID, "--walk-first")
    assert await packets.process.stdout.readline() == b"__GANGLION__\n"
    await packets.until(lambda: " 0 steps" in packets.text)
    (side, *_) = ahead(Level.of(Recipe.parse(GAME_ID)))
    packets.send(b"D", b"\xff" + ARROWS[side])  # a byte that is no UTF-8 ends nothing
    await packets.until(lambda: " 1 step " in packets.text)
    packets.screen.reset()
    packets.painted = b""
    packets.tell(type="repaint")
    await packets.until(lambda: " 1 step " in packets.text and "┼" in packets.text)
    await packets.until(lambda: b"\x1b[?1003h" in packets.painted)
    await packets.leave()


async def test_a_size_that_comes_before_the_game_is_there_is_not_lost(tmp_path):
    packets = await game(tmp_path, "play", GAME_ID, "--walk-first")
    packets.tell(type="resize", width=60, height=20)
    assert await packets.process.stdout.readline() == b"__GANGLION__\n"
    await packets.until(lambda: " 0 steps" in packets.text)
    packets.painted = b""
    packets.tell(type="repaint")
    await packets.until(lambda: b"arrows" in packets.painted)
    assert b"\x1b[20;" in packets.painted
    assert b"\x1b[21;" not in packets.painted
    await packets.leave()


async def test_a_page_that_comes_while_the_game_ends_paints_nothing(monkeypatch):
    painted = []
    monkeypatch.setattr(MazeApp, "refresh", lambda *_, **__: painted.append("all"))
    async with on_home() as (app, _):
        driver = MazeWebDriver.__new__(MazeWebDriver)
        driver.game, driver.write = app, painted.append
        painted.clear()
        app.exit()
        driver._repaint()
        assert painted == []


@pytest.mark.parametrize("driver", ["nope", "textual.driver:Nope", ":"])
async def test_a_driver_that_is_none_is_refused_without_a_terminal(tmp_path, driver):
    packets = await game(tmp_path, "play", GAME_ID, "--walk-first", TEXTUAL_DRIVER=driver)
    _, said = await packets.process.communicate()
    assert said.decode() == f"mazegame: TEXTUAL_DRIVER is '{driver}', which is no driver\n"
    assert packets.process.returncode == 2


async def test_a_browser_opens_no_files_and_reaches_no_other_room(monkeypatch):
    monkeypatch.setattr(MazeApp, "is_web", True)
    monkeypatch.setenv("HOME", "/home/of/nobody")
    async with on_home() as (app, pilot):
        app.screen.show_notice("/home/of/nobody/x cannot be read")
        await until(lambda: "~/x cannot be read" in notices(app), pilot)
        scores = await to_screen(pilot, ScoresScreen, "0")
        await until(lambda: scores.ready, pilot)
        assert not scores.check_action("open_replay", ())
        await pilot.press("less_than_sign")
        assert app.screen is scores
        await to_screen(pilot, HomeScreen, "escape")
        await app.screen.run_action("mode('party')")
        await to_screen(pilot, HostScreen)
        await shows(pilot, "the party's own page leads to it", "enter")
        await to_screen(pilot, JoinScreen, "ctrl+t")
        await shows(pilot, "the party's own page leads to it", *"host", "enter")


async def test_what_a_browser_exports_is_delivered_and_not_written(monkeypatch, tmp_path):
    given = []
    monkeypatch.setattr(MazeApp, "is_web", True)
    monkeypatch.setattr(
        MazeApp,
        "deliver_binary",
        lambda _, file, save_filename, **__: given.append((save_filename, file.read())),
    )
    async with on_home() as (app, pilot):
        screen = app.screen
        assert screen.give(tmp_path / "walk.replay", "a walk") == "downloaded: walk.replay"
        await until(lambda: given, pilot)
    assert given == [("walk.replay", b"a walk")]
    assert not list(tmp_path.rglob("walk.replay"))
