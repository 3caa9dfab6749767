"""The journey's map: a maze whose shortest path leads through a room for each level."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from textual.geometry import Size
from textual.message import Message

from mazegame.drawing import Scene
from mazegame.drawing.inks import MEDALS, Ink
from mazegame.drawing.lines import LinesDrawing
from mazegame.engine import Direction
from mazegame.widgets.maze.zooms import zooms_for
from mazegame.widgets.text.ink_canvas import InkCanvas, blank, lay, style_numbers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray
    from textual import events
    from textual.geometry import Region

    from mazegame.engine import Cell, Level
    from mazegame.widgets.text.canvas import Codes, Numbers

PITCHES: Final = ((20, 6), (16, 5), (14, 4), (10, 3), (8, 2), (6, 2), (5, 2), (4, 2))
"""Columns and lines from one room to the next, the largest first."""

MEDAL_SIGNS: Final[Mapping[str, str]] = {"author": "◆", "gold": "●", "silver": "◐", "bronze": "○"}
"""The character of each medal."""

MEDAL_INKS: Final[Mapping[str, Ink]] = dict(zip(MEDAL_SIGNS, MEDALS, strict=True))
"""The ink of each medal; the signs differ as well."""


@dataclass(frozen=True)
class LevelBox:
    """A level on the map."""

    title: str
    """Its name, shown in rooms with more than one line."""
    chapter: int
    """The index of its chapter."""
    is_open: bool
    """Whether the player may play it."""
    stars: int = 0
    """The most stars earned, 1 to 3; 0 for an unsolved level."""
    medal: str = ""
    """The best medal; empty for none."""


class JourneyMap(InkCanvas, can_focus=False):
    """The map, with one of its rooms chosen: the shortest path of the level has a cell for each."""

    @dataclass
    class Chosen(Message):
        """Posted when a room is clicked."""

        index: int
        again: bool
        """Whether it was chosen already."""

    def __init__(self, level: Level) -> None:
        super().__init__()
        self._maze = level.maze
        self._cells: list[Cell] = [(row, col) for row, col in level.cells_of_path().tolist()]
        self._index = {cell: index for index, cell in enumerate(self._cells)}
        self._owner = _owners(level, self._index)
        self._rooms: Sequence[LevelBox] = ()
        self.chosen = 0
        """The index of the chosen room."""
        self._codes, self._numbers = blank(Size())

    # Contents

    def show_rooms(self, rooms: Sequence[LevelBox], chosen: int) -> None:
        self._rooms, self.chosen = rooms, chosen
        self._draw()
        self.repaint_regions([self.size.region])

    def neighbour(self, direction: Direction) -> int | None:
        """Return the room next to the chosen one, if a passage of the path leads there."""
        cell = self._cells[self.chosen]
        there = self._index.get(direction.step(cell))
        return there if self._maze.exits(cell) & direction else None

    # Layout

    @property
    def pitch(self) -> tuple[int, int]:
        """Columns and lines per room: the largest that fit, else one that scrolls."""
        width, height = self.size
        rows, cols = self._maze.shape
        for wide, high in PITCHES:
            if cols * wide < width and (rows * high < height or high == PITCHES[-1][1]):
                return wide, high
        return PITCHES[-1]

    @property
    def _origin(self) -> tuple[int, int]:
        """The column and line of the map in this widget; the line may be negative."""
        (wide, high), (rows, cols) = self.pitch, self._maze.shape
        left = max((self.size.width - cols * wide - 1) // 2, 0)
        spare = self.size.height - rows * high - 1
        if spare >= 0:
            return left, spare // 2
        middle = self._cells[self.chosen][0] * high + high // 2
        return left, -min(max(middle - self.size.height // 2, 0), -spare)

    # Painting

    def block(self, region: Region) -> tuple[Codes, Numbers]:
        block = blank(region.size)
        lay((self._codes, self._numbers), *self._origin, block, region)
        return block

    def on_resize(self) -> None:
        self._draw()
        self.repaint_all()

    def _draw(self) -> None:
        if not self._rooms:
            return
        (wide, high), (rows, cols) = self.pitch, self._maze.shape
        walls = LinesDrawing("journey", zooms_for(self.app)[0].glyphs, wide, high)
        scene = Scene(self._maze.passages)
        self._codes, inks, _ = walls.block(scene, 0, 0, cols * wide + 1, rows * high + 1)
        inks[inks == Ink.WALL] = Ink.ROCK  # thin, unless a room beside it is open
        for cell, owner in self._owner.items():
            if self._rooms[owner].is_open:
                self._draw_walls_of(cell, inks)
        self._numbers = style_numbers(inks, np.zeros_like(inks))
        for index in range(len(self._rooms)):
            self._draw_room(index, wide, high)
        for index in range(len(self._rooms) - 1):
            self._draw_door(index, wide, high)

    def _draw_walls_of(self, cell: Cell, inks: NDArray[np.uint8]) -> None:
        """Draw the walls around a cell, in place."""
        wide, high = self.pitch
        top, left = cell[0] * high, cell[1] * wide
        around = inks[top : top + high + 1, left : left + wide + 1]
        walls = around[0], around[:, -1], around[-1], around[:, 0]
        for side, wall in zip(Direction, walls, strict=True):
            if not self._maze.exits(cell) & side:
                wall[:] = Ink.WALL

    def _put(self, line: int, column: int, text: str, ink: int, ground: int = Ink.FLOOR) -> None:
        if ground != Ink.FLOOR:
            ink = ground  # which is written in the colour of the floor, so that it can be read
        columns = slice(column, column + len(text))
        self._codes[line, columns] = [ord(character) for character in text]
        self._numbers[line, columns] = ink << 8 | ground

    def _draw_room(self, index: int, wide: int, high: int) -> None:
        room, (row, col) = self._rooms[index], self._cells[index]
        ground = Ink.PLAYER if index == self.chosen else Ink.FLOOR
        top, left, inside = row * high + 1, col * wide + 1, wide - 1
        for line in range(high - 1):
            self._put(top + line, left, " " * inside, Ink.FLOOR, ground)
        dim = Ink.FLOOR if room.is_open else Ink.WALL
        name = Ink.TRAIL if room.stars else dim
        number, stars = str(index + 1), "★" * room.stars + "☆" * (3 - room.stars)
        star_ink = Ink.PLAYER if room.stars else Ink.WALL
        medal, medal_ink = MEDAL_SIGNS.get(room.medal, " "), MEDAL_INKS.get(room.medal, dim)
        if not room.is_open:
            stars = "   "
        if high == 2:
            self._put(top, left, f"{number:>2}", name, ground)
            if inside >= 7:
                self._put(top, left + 2, medal, medal_ink, ground)
                self._put(top, left + 3, stars, star_ink, ground)
            elif inside >= 5:
                self._put(top, left + 2, stars, star_ink, ground)
            elif inside == 4 and room.stars:
                self._put(top, left + 2, f"{room.stars}★", star_ink, ground)
        else:
            lines = [number, room.title, stars] if high > 3 else [number, stars]
            top += (high - 1 - len(lines)) // 2
            for line, text in enumerate(lines):
                column = left + (inside - len(text) + 1) // 2
                ink = star_ink if text is stars else name
                self._put(top + line, column, text[:inside], ink, ground)
            if room.medal:
                self._put(top + len(lines) - 1, left + inside // 2 + 3, medal, medal_ink, ground)

    def _draw_door(self, index: int, wide: int, high: int) -> None:
        """Draw the passage from one level to the next: the walked path, or a lock."""
        here, there = self._rooms[index], self._rooms[index + 1]
        (row, col), (next_row, next_col) = self._cells[index], self._cells[index + 1]
        is_level = row == next_row
        if here.stars and there.is_open:
            text, ink = ("━" if is_level else "┃"), Ink.TRAIL
        elif here.chapter != there.chapter and not there.is_open:
            text, ink = ("▒" if is_level else "▒" * (wide - 1)), Ink.ROCK
        else:
            return
        door = max(col, next_col) * wide, max(row, next_row) * high
        if not is_level:
            self._put(door[1], col * wide + (1 if len(text) > 1 else wide // 2), text, ink)
        elif text == "▒":
            for line in range(row * high + 1, (row + 1) * high):
                self._put(line, door[0], text, ink)
        else:
            self._draw_way(min(row * high + 3, door[1] + high - 1), door[0], wide)

    def _draw_way(self, line: int, door: int, wide: int) -> None:
        """Draw the path through a door, up to the texts on both sides."""
        for step in (-1, 1):
            column = door
            while abs(column - door) < wide // 2 - 1 and (
                column == door or self._codes[line, column] == ord(" ")
            ):
                self._put(line, column, "━", Ink.TRAIL)
                column += step
        # A blank stays before and behind the texts.
        for column in range(door - wide // 2, door + wide // 2 + 1):
            beside = self._codes[line, [column - 1, column + 1]]
            is_way = self._codes[line, column] == ord("━")
            if column != door and is_way and not set(beside.tolist()) <= {ord("━"), ord(" ")}:
                self._put(line, column, " ", Ink.FLOOR)

    def on_click(self, event: events.Click) -> None:
        (wide, high), (left, top) = self.pitch, self._origin
        index = self._index.get(((event.y - top) // high, (event.x - left) // wide))
        if index is not None and self._rooms:
            self.post_message(self.Chosen(index, again=index == self.chosen))


def _owners(level: Level, index: Mapping[Cell, int]) -> dict[Cell, int]:
    """Return the room of each cell: the one that its dead end branches off from."""
    owner = dict(index)
    waiting = list(index)
    for cell in waiting:
        for direction in Direction:
            there = direction.step(cell)
            if level.maze.exits(cell) & direction and there not in owner:
                owner[there] = owner[cell]
                waiting.append(there)
    return owner
