"""A party in real browsers: pages of Chromium and a terminal in one round."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
from pathlib import Path

import pytest

from mazegame.engine import Level, Recipe
from mazegame.game.commands import Glide, Resume
from mazegame.game.modes.free_play import free_play
from mazegame.game.session import Session
from tests import chromium
from tests.game.mazes import ahead
from tests.party.parties import address_in, until
from tests.terminals import ARROWS, RUNS
from tests.ui.conftest import KEYS

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(chromium.PROGRAM is None, reason="there is no Chromium here"),
]

PICTURES = os.environ.get("MAZEGAME_PICTURES")
"""A folder for pictures of the pages, to look at; none are taken without it."""


async def picture(page, name):
    if PICTURES:
        await asyncio.sleep(0.5)
        await page.picture(Path(PICTURES) / f"{name}.png")


def opened(open_terminal, folder, game_id):
    """Open a room in a terminal; return it, and the address with the room word."""
    host = open_terminal(
        *("party", game_id, "--port", "0", "--rounds", "1", "--name", "Ada", "--browsers"),
        MAZEGAME_HOME=str(folder / "ada"),
        TMPDIR=str(folder),
    )
    address, word = address_in(host)
    return host, f"http://{address}/?room={word}"


@contextlib.asynccontextmanager
async def reading(host):
    """Read a terminal all the time, as a full one stops its game."""
    loop = asyncio.get_running_loop()

    def read():
        if not host.read(0):
            loop.remove_reader(host._master)

    loop.add_reader(host._master, read)
    yield
    loop.remove_reader(host._master)


async def matches(host, pattern):
    await until(lambda: re.search(pattern, host.text))


async def come_in(page, address, name):
    await page.open(address)
    await page.until("document.activeElement.name === 'name'")
    await page.type(name)
    await page.press("enter")
    await page.shows("player")
    await page.until("document.activeElement.className === 'xterm-helper-textarea'")


async def is_told(page, why):
    """Wait until a page says something in place of the game."""
    await page.until(
        "document.querySelector('#over').checkVisibility()"
        f" && document.querySelector('#over p').textContent === {why!r}"
    )


async def test_two_browsers_and_a_terminal_race_to_the_board(open_terminal, tmp_path):
    game_id = "wilson:12x6:a"
    sides = ahead(Level.of(Recipe.parse(game_id)))
    host, address = opened(open_terminal, tmp_path, game_id)
    async with reading(host), chromium.chromium(tmp_path / "profile") as new_page:
        pages = {"Bo": await new_page(), "Cy": await new_page(390, 844, touch=True)}
        await pages["Bo"].open(f"{address}x")
        await pages["Bo"].type("Bo")
        await pages["Bo"].press("enter")
        await pages["Bo"].until("document.body.innerText.includes('that is not the room word')")
        for name, page in pages.items():
            await come_in(page, address, name)
            await matches(host, name)
        for name, page in pages.items():
            await page.shows("3 players here")
            await picture(page, f"lobby-{name}")
        host.send(b"\r")
        for page in pages.values():  # by keys: nobody has clicked a page
            await page.matches(RUNS)
            for side in sides[:8]:
                await page.press(KEYS[side])
        await pages["Cy"].matches("Bo 8 steps")
        for name, page in pages.items():
            await picture(page, f"race-{name}")
            for side in sides[8:]:
                await page.press(KEYS[side])
        await pages["Cy"].shows("at B")
        await picture(pages["Bo"], "watch-Bo")
        await matches(host, RUNS)
        for side in sides:
            host.send(ARROWS[side])
        await matches(host, "points   total")
        for name, page in pages.items():
            await page.matches(r"(?s)\n[ ▸]+1  \w+ .*\n[ ▸]+2  \w+ .*\n[ ▸]+3  \w+ ")
            board = re.findall(r"^[ ▸]+\d  (\w+) ", page.text, re.MULTILINE)
            assert sorted(board) == ["Ada", "Bo", "Cy"]
            won = "You win the party!" if board[0] == name else f"{board[0]} wins the party"
            assert won in page.text
            assert re.search(r"(?s)█ 1 █.*█ 2 █.*█ 3 █", page.text)
            assert re.search(r"8 points +10 points +6 points", page.text)
            await picture(page, f"board-{name}")
        host.send(b"\x11")
        assert host.end() == 0
        assert not list(tmp_path.glob("mazegame-party-*"))
        for name, page in pages.items():
            await is_told(page, "the party is over")
            await picture(page, f"over-{name}")
            assert not [one for one in page.said if "exceptionDetails" in one]


async def test_a_tap_walks_there_a_swipe_runs_and_a_reload_goes_on(open_terminal, tmp_path):
    game_id = "wilson:12x6:a"
    level = Level.of(Recipe.parse(game_id))
    side = ahead(level)[0]
    alone = Session(free_play(level), level, animations=False)
    alone.command(0, Resume(), 0.0)
    alone.command(0, Glide(side), 0.0)
    run, path = alone.players[0].run.steps, level.path_from(level.start)
    assert tuple(path[run]) == alone.players[0].run.position
    host, address = opened(open_terminal, tmp_path, game_id)
    async with reading(host), chromium.chromium(tmp_path / "profile") as new_page:
        page = await new_page(844, 600, touch=True)
        await come_in(page, address, "Bo")
        await page.until("document.activeElement.inputMode === 'none'")
        await matches(host, "Bo")
        host.send(b"\r")
        await page.matches(RUNS)
        ways = {"up": (0, -120), "down": (0, 120), "left": (-120, 0), "right": (120, 0)}
        x, y = ways[KEYS[side]]
        await page.touch((400, 300), (400 + x // 2, 300 + y // 2), (400 + x, 300 + y))
        await page.matches(rf"\A[^\n]* {run} steps? ")
        row, col = path[run + 5]
        await page.touch(await place_of(page, level, row, col))
        await page.matches(rf"\A[^\n]* {run + 5} steps ")
        await picture(page, "touch")
        await page.call("Page.reload")
        await page.matches(rf"\A[^\n]* {run + 5} steps ")
        await page.until("document.activeElement.className === 'xterm-helper-textarea'")
        height = await page.value("document.querySelector('.xterm-screen').clientHeight")
        await page.touch((20, height - 8))  # the key line: a tap is a click
        await page.shows("Leave the party?")
        os.kill(host.pid, signal.SIGKILL)  # without a word to its pages
        assert host.end() == -signal.SIGKILL
        await is_told(page, "the connection is lost: trying to come back")
        await picture(page, "lost")
        await is_told(page, "the connection is lost, and nobody answers")


async def place_of(page, level, row, col):
    """Return where the middle of a cell is on a page that shows the whole maze, in pixels."""
    lines = page.text.splitlines()
    top = next(at for at, line in enumerate(lines) if "╭" in line)
    left, right = lines[top].index("╭"), lines[top].rindex("╮")
    bottom = max(at for at, line in enumerate(lines) if line[left] == "╰")
    rows, cols = level.maze.shape
    x = left + (col + 0.5) * (right - left) / cols + 0.5
    y = top + (row + 0.5) * (bottom - top) / rows + 0.5
    shown = "document.querySelector('.xterm-screen').client"
    width, height = [await page.value(shown + side) for side in ("Width", "Height")]
    return int(x * width / page.screen.columns), int(y * height / page.screen.lines)
