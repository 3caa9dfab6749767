"""Paint the pictures of the documentation: ``python docs/pictures.py``.

They are taken from a real game, so their times differ a little from one run to the next.
"""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from mazegame.app import MazeApp
from mazegame.engine import Direction, Level, Recipe
from mazegame.game.racing.rivals import parse_rivals
from mazegame.game.series.kinds import free_play
from mazegame.screens.new_game import NewGameScreen
from mazegame.screens.playing.play import PlayScreen
from mazegame.screens.ended.result import ResultScreen
from mazegame.screens.routes import Play

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).parent
GAME_ID = "recursive-backtracker:19x9:kite-9"
RIVALS = ("shortest:4", "tremaux:12")
KEYS = {Direction.N: "up", Direction.E: "right", Direction.S: "down", Direction.W: "left"}
STEP_SECONDS = 0.1
"""Time between two keys of the walk."""


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
    """Paint the form, with its preview carved and its designs drawn."""
    app = MazeApp()
    async with app.run_test(size=(120, 35)):
        await until(lambda: isinstance(app.screen, NewGameScreen))
        await asyncio.sleep(5)
        save(app, "form.svg")


async def paint_race() -> None:
    """Walk one level with two detours, and paint it on the way and at the end."""
    level = Level.of(Recipe.parse(GAME_ID))
    app = MazeApp(lambda: Play(free_play(level, rivals=parse_rivals(RIVALS))))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, PlayScreen) and app.screen.run is not None)
        screen = app.screen
        assert isinstance(screen, PlayScreen)
        run = screen.run
        assert run is not None

        async def walk(cells: list[tuple[int, int]]) -> None:
            for here, there in pairwise(cells):
                await pilot.press(KEYS[Direction.between(here, there)])
                await asyncio.sleep(STEP_SECONDS)

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
        await asyncio.sleep(0.3)
        save(app, "play.svg")
        await walk(level.path_from(run.position))
        await until(lambda: isinstance(app.screen, ResultScreen))
        await asyncio.sleep(3)
        save(app, "result.svg")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as home:
        os.environ["MAZEGAME_HOME"] = home
        asyncio.run(paint_form())
        asyncio.run(paint_race())
