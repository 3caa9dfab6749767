"""Paint the pictures of the documentation: ``python docs/pictures.py``."""

from __future__ import annotations

import asyncio
import re
from itertools import pairwise
from pathlib import Path

from mazegame.app import MazeApp
from mazegame.engine import Direction, Level, Recipe
from mazegame.screens.play import PlayScreen
from mazegame.screens.result import ResultScreen

HERE = Path(__file__).parent
GAME_ID = "recursive-backtracker:19x9:kite-9"
KEYS = {Direction.N: "up", Direction.E: "right", Direction.S: "down", Direction.W: "left"}


class Clock:
    """A clock that only the script moves."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def save(app: MazeApp, name: str) -> None:
    """Write what is on the screen; fonts are the reader's own, nothing is loaded from the web."""
    picture = re.sub(r"@font-face \{.*?\}\s*", "", app.export_screenshot(), flags=re.DOTALL)
    picture = picture.replace("Fira Code", "DejaVu Sans Mono, Menlo, Consolas")
    (HERE / name).write_text(picture + "\n", encoding="utf-8")


async def main() -> None:
    """Walk one level with a detour and paint it on the way and at the end."""
    clock = Clock()
    app = MazeApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await asyncio.sleep(1)
        level = Level.of(Recipe.parse(GAME_ID))
        await app.push_screen(PlayScreen(level, pace=4.0, clock=clock))
        await asyncio.sleep(0.5)
        screen = app.screen
        assert isinstance(screen, PlayScreen)

        async def walk(cells: list[tuple[int, int]]) -> None:
            for here, there in pairwise(cells):
                await pilot.press(KEYS[Direction.between(here, there)])
                clock.now += 0.12

        def astray(cell: tuple[int, int], length: int) -> list[tuple[int, int]]:
            """The cells of a walk away from B."""
            cells = [cell]
            while len(cells) <= length:
                ahead = [
                    c
                    for c in level.maze.neighbours(cells[-1])
                    if level.distance(c) > level.distance(cells[-1]) and c not in cells[-2:]
                ]
                ahead = [c for c in ahead if c not in path]
                if not ahead:
                    break
                cells.append(ahead[0])
            return cells

        path = level.path_from(level.start)
        turns = [at for at, cell in enumerate(path) if len(astray(cell, 6)) > 4][:2]
        await walk(path[: turns[0] + 1])
        await walk(astray(path[turns[0]], 6))
        await walk(level.path_from(screen.run.position)[: 7 + turns[1] - turns[0]])
        await walk(astray(screen.run.position, 2))
        await pilot.press("i")
        await asyncio.sleep(0.3)
        save(app, "play.svg")
        await walk(level.path_from(screen.run.position))
        while not isinstance(app.screen, ResultScreen):
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.5)
        save(app, "result.svg")


asyncio.run(main())
