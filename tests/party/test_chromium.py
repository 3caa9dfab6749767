"""A party in real browsers: pages of Chromium and a terminal in one round."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from pathlib import Path

import pytest

from mazegame.engine import Level, Recipe
from tests import chromium
from tests.game.mazes import ahead
from tests.ui.conftest import KEYS
from tests.ui.test_party import turning
from tests.ui.test_terminal import ARROWS, open_terminal  # noqa: F401  a fixture

pytest.importorskip("textual_serve", reason="pip install 'mazegame[party]' brings it")
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


def opened(open_terminal, home, game_id, *words):  # noqa: F811
    """Open a room in a terminal; return it, and the address with the room word."""
    host = open_terminal(
        *("party", game_id, "--port", "0", "--rounds", "1", "--name", "Ada", "--browsers", *words),
        MAZEGAME_HOME=str(home),
    )
    host.until("room word")
    address, word = re.search(r"browser (\S+)\s+room word (\S+)", host.text).groups()
    return host, f"{address}/?room={word}"


async def come_in(page, address, name):
    await page.open(address)
    await page.type(name)
    await page.press("enter")
    await page.shows("player")


async def first_step(screen, press):
    """Press until the countdown is over and a step was taken."""
    tries = 0
    while not re.search(" [1-9] steps? ", screen.text.partition("\n")[0]):
        assert tries < 300, screen.text
        tries += 1
        await press()
        await asyncio.sleep(0.1)


async def test_two_browsers_and_a_terminal_race_to_the_board(open_terminal, tmp_path):  # noqa: F811
    game_id, level = turning()
    sides = ahead(level)
    host, address = opened(open_terminal, tmp_path / "ada", game_id)
    async with chromium.chromium(tmp_path / "profile") as new_page:
        pages = {"Bo": await new_page(), "Cy": await new_page(390, 844, touch=True)}
        for name, page in pages.items():
            await come_in(page, address, name)
            await asyncio.to_thread(host.until, name)
        await pages["Bo"].shows("3 players here")
        for name, page in pages.items():
            await picture(page, f"lobby-{name}")
        host.send(b"\r")
        for page in pages.values():
            await page.shows("shortest")
        for name, page in pages.items():  # by keys: nobody has clicked a page
            await first_step(page, lambda page=page: page.press(KEYS[sides[0]]))
            await picture(page, f"race-{name}")
        for page in pages.values():
            for side in sides[1:]:
                await page.press(KEYS[side])
        await pages["Cy"].shows("at B")
        await asyncio.to_thread(host.until, "shortest")
        await picture(pages["Bo"], "watch-Bo")

        async def press():
            host.send(ARROWS[sides[0]])
            await asyncio.to_thread(host.drain, 0.1)

        await first_step(host, press)
        for side in sides[1:]:
            host.send(ARROWS[side])
            await asyncio.to_thread(host.read, 0.02)
        await asyncio.to_thread(host.until, "points   total")
        for name, page in pages.items():
            await page.shows("  total")
            await page.matches(r"(?s)\n[ ▸]+1  \w+ .*\n[ ▸]+2  \w+ .*\n[ ▸]+3  \w+ ")
            board = re.findall(r"^[ ▸]+\d  (\w+) ", page.text, re.MULTILINE)
            assert sorted(board) == ["Ada", "Bo", "Cy"]
            await picture(page, f"board-{name}")
        host.send(b"\x11")
        assert await asyncio.to_thread(host.end) == 0
        for page in pages.values():
            assert not [one for one in page.said if "exceptionDetails" in one]


async def test_a_tap_is_a_click_a_swipe_runs_and_a_reload_goes_on(open_terminal, tmp_path):  # noqa: F811
    game_id = "wilson:12x6:a"
    level = Level.of(Recipe.parse(game_id))
    host, address = opened(open_terminal, tmp_path / "ada", game_id)
    async with chromium.chromium(tmp_path / "profile") as new_page:
        page = await new_page(844, 600, touch=True)
        await come_in(page, address, "Bo")
        await asyncio.to_thread(host.until, "Bo")
        host.send(b"\r")
        await page.shows("shortest")
        assert await page.value("document.activeElement.inputMode") == "none"
        side = ahead(level)[0]
        ways = {"up": (0, -120), "down": (0, 120), "left": (-120, 0), "right": (120, 0)}
        x, y = ways[KEYS[side]]

        async def swipe():
            await page.touch((400, 300), (400 + x // 2, 300 + y // 2), (400 + x, 300 + y))

        await first_step(page, swipe)
        await picture(page, "touch")
        await asyncio.sleep(0.5)
        before = int(re.search(r"(\d+) steps?", page.text)[1])
        await page.call("Page.reload")
        await page.shows(f" {before} step")
        await page.until("document.activeElement.className === 'xterm-helper-textarea'")
        height = await page.value("document.querySelector('.xterm-screen').clientHeight")
        await page.touch((20, height - 8))  # the key line: a tap is a click
        await page.shows("Leave the party?")
    host.send(b"\x11")
    assert await asyncio.to_thread(host.end) == 0
    assert sys.platform == "win32" or not list(tmp_path.glob("mazegame-party-*"))
