"""Paint the pictures of the documentation, from the real game: ``python docs/pictures.py``."""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import matplotlib
from PIL import Image, ImageDraw, ImageFont

from mazegame.app import MazeApp
from mazegame.engine import Direction, Level, Recipe
from mazegame.game.racing.rivals import parse_rivals
from mazegame.game.modes.free_play import free_play
from mazegame.screens import factory
from mazegame.screens.playing.play import PlayScreen
from mazegame.screens.splash import SplashScreen
from mazegame.screens.ended.result import ResultScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.style import Style

HERE = Path(__file__).parent
GAME_ID = "recursive-backtracker:19x9:kite-9"
RIVALS = ("shortest:4", "tremaux:12")
KEYS = {Direction.N: "up", Direction.E: "right", Direction.S: "down", Direction.W: "left"}
STEP_SECONDS = 0.2
"""Time between two keys of the walk."""

CHARACTER = 8, 15
"""Width and height of a character of a GIF, in pixels."""


def save(app: MazeApp, name: str) -> None:
    """Write what is on the screen; fonts are the reader's own, nothing is loaded from the web."""
    picture = re.sub(r"@font-face \{.*?\}\s*", "", app.export_screenshot(), flags=re.DOTALL)
    picture = picture.replace("Fira Code", "DejaVu Sans Mono, Menlo, Consolas")
    (HERE / name).write_text(picture + "\n", encoding="utf-8")


async def until(condition: Callable[[], object]) -> None:
    """Wait until something is true."""
    while not condition():
        await asyncio.sleep(0.05)


async def paint_form() -> None:
    """Paint the first screen and the form, with their previews carved."""
    for name, first in (("home.svg", factory.home), ("form.svg", factory.design)):
        app = MazeApp(first)
        async with app.run_test(size=(120, 35)):
            await until(lambda app=app: not isinstance(app.screen, SplashScreen))
            await asyncio.sleep(5)
            save(app, name)


async def paint_race() -> None:
    """Walk one level with two detours against two rivals, and paint every step and the end."""
    level = Level.of(Recipe.parse(GAME_ID))
    clock, film = Clock(), Film()
    app = MazeApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: not isinstance(app.screen, SplashScreen))
        match = free_play(level, rivals=parse_rivals(RIVALS))
        screen = PlayScreen(match, clock=clock)
        app.push_screen(screen)
        await until(lambda: app.screen is screen and screen.ready)
        run = screen.run
        await pilot.pause()
        film.take(app)

        async def walk(cells: list[tuple[int, int]]) -> None:
            for here, there in pairwise(cells):
                clock.now += STEP_SECONDS
                screen.tick()
                await pilot.press(KEYS[Direction.between(here, there)])
                if app.screen is screen:
                    film.take(app)

        path = level.path_from(level.start)

        def astray(cell: tuple[int, int], length: int) -> list[tuple[int, int]]:
            """The cells of a walk away from B, off the shortest path."""
            cells = [cell]
            while len(cells) <= length:
                ahead = [
                    c
                    for c in level.maze.neighbours(cells[-1])
                    if level.distance(c) > level.distance(cells[-1]) and c not in path
                ]
                if not ahead:
                    break
                cells.append(ahead[0])
            return cells

        turns = [at for at, cell in enumerate(path) if len(astray(cell, 6)) > 4][:2]
        await walk(path[: turns[0] + 1])
        await walk(astray(path[turns[0]], 6))
        await walk(level.path_from(run.position)[: 7 + turns[1] - turns[0]])
        await walk(astray(run.position, 2))
        await walk(level.path_from(run.position))
        await until(lambda: isinstance(app.screen, ResultScreen))
        await asyncio.sleep(3)
        film.take(app, 3000)
        film.write("race.gif")
        save(app, "result.svg")


class Clock:
    """A clock that only the walk moves, so that a busy machine changes nothing."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Film:
    """Screens as the pictures of a GIF."""

    def __init__(self) -> None:
        fonts = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
        self.fonts = [
            ImageFont.truetype(fonts / f"{name}.ttf", 13.29)
            for name in ("DejaVuSansMono", "DejaVuSansMono-Bold")
        ]
        self.pictures: list[Image.Image] = []
        self.times: list[int] = []

    def take(self, app: MazeApp, milliseconds: int = 110) -> None:
        """Add what the app shows."""
        wide, high = CHARACTER
        picture = Image.new("RGB", (app.size.width * wide, app.size.height * high))
        draw = ImageDraw.Draw(picture)
        strips = list(app.screen._compositor.render_strips())
        spots = [
            (sum(s.cell_length for s in strip[:at]), y, segment)
            for y, strip in enumerate(map(list, strips))
            for at, segment in enumerate(strip)
        ]
        for letters in (False, True):  # grounds first: lines reach a little beyond their cells
            for x, y, segment in spots:
                ink, ground = colours_of(segment.style)
                if not letters:
                    end = (x + segment.cell_length) * wide
                    draw.rectangle((x * wide, y * high, end - 1, (y + 1) * high - 1), ground)
                    continue
                font = self.fonts[bool(segment.style and segment.style.bold)]
                for at, character in enumerate(segment.text):
                    if character != " ":
                        draw.text(((x + at) * wide, y * high), character, ink, font)
        self.pictures.append(picture)
        self.times.append(milliseconds)

    def write(self, name: str) -> None:
        """Write the GIF, with the colours of its last picture and of one from the middle."""
        both = Image.new("RGB", (self.pictures[0].width, 2 * self.pictures[0].height))
        both.paste(self.pictures[len(self.pictures) // 2], (0, 0))
        both.paste(self.pictures[-1], (0, self.pictures[0].height))
        palette = both.quantize(96)
        none = Image.Dither.NONE
        first, *rest = [p.quantize(palette=palette, dither=none) for p in self.pictures]
        first.save(
            HERE / name, save_all=True, append_images=rest, duration=self.times, loop=0, disposal=1
        )


def colours_of(style: Style | None) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Return the ink and the ground of a style."""
    ink, ground = (224, 224, 224), (18, 18, 18)
    if style is not None:
        if style.color is not None:
            ink = tuple(style.color.get_truecolor())
        if style.bgcolor is not None:
            ground = tuple(style.bgcolor.get_truecolor(foreground=False))
        if style.dim:
            ink = tuple((3 * a + 2 * b) // 5 for a, b in zip(ink, ground, strict=True))
        if style.reverse:
            ink, ground = ground, ink
    return ink, ground


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        os.environ["MAZEGAME_HOME"] = home
        asyncio.run(paint_form())
        asyncio.run(paint_race())
