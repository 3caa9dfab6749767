"""Line drawings: walls as box-drawing lines, cells as the room between them.

A cell is ``pitch`` columns by ``height`` lines, its left and upper wall included; one more column
and line close the drawing. Posts and horizontal walls stand in every ``height``-th line. What a
cell says stands in its middle, or left and above of that where it has none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazegame.drawing.drawing import Line
from mazegame.drawing.inks import Ink
from mazegame.drawing.ribbon import WALKED
from mazegame.drawing.rows import (
    E,
    N,
    S,
    W,
    row_ground,
    row_ground_between,
    row_light,
    row_sides,
    row_signs,
    row_walk,
    wall_ink,
)
from mazegame.engine import Direction
from mazegame.engine.layers import VISITED

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.drawing.glyphs import Glyphs
    from mazegame.drawing.scene import Scene
    from mazegame.engine import Cell


_SPACE = ord(" ")


class LinesDrawing:
    """Walls as lines.

    Args:
        name: Its name for people.
        pitch: Columns a cell, its left wall included: at least 3.
        height: Lines a cell, its upper wall included: at least 2.
        glyphs: The characters to draw with.
        colour: Whether something may be told by colour alone.
    """

    def __init__(
        self, name: str, pitch: int, height: int, glyphs: Glyphs, *, colour: bool = True
    ) -> None:
        self.name = name
        self.pitch = pitch
        self.height = height
        self.glyphs = glyphs
        self._ribbons = glyphs.ribbons(pitch, height, colour=colour)
        self._middle, self._text_line = pitch // 2, height // 2

    def size(self, cols: int, rows: int) -> tuple[int, int]:
        """Return the characters that a maze takes: (width, height)."""
        return cols * self.pitch + 1, rows * self.height + 1

    def capacity(self, width: int, height: int) -> tuple[int, int]:
        """Return the cells that fit into a window: (cols, rows), each at least 1."""
        return max(1, (width - 1) // self.pitch), max(1, (height - 1) // self.height)

    def centre(self, cell: Cell) -> tuple[int, int]:
        """Return the character (x, y) in the middle of a cell."""
        return cell[1] * self.pitch + self._middle, cell[0] * self.height + self._text_line

    def extent(self, cell: Cell) -> tuple[int, int, int, int]:
        """Return the characters that may change with a cell: (x, y, width, height)."""
        return cell[1] * self.pitch, cell[0] * self.height, self.pitch + 1, self.height + 1

    def cell_at(self, x: int, y: int) -> Cell:
        """Return the cell to which a character belongs (it may lie outside the maze)."""
        return y // self.height, x // self.pitch

    def sample(self, ink: Ink) -> str:
        """Return a character that shows what a walk or a path of an ink looks like."""
        return self._ribbons.samples[ink]

    def line(self, scene: Scene, y: int, x: int, width: int) -> Line:
        """Draw the characters x to x + width of line y, all within the drawing's size."""
        first = x // self.pitch
        count = (x + width - 1) // self.pitch - first + 1
        canvas = Line(
            np.full((count, self.pitch), ord(" "), np.uint32),
            np.zeros((count, self.pitch), np.uint8),
            np.zeros((count, self.pitch), np.uint8),
        )
        row, line = divmod(y, self.height)
        if row < scene.row_offset:
            pass  # it is gone
        elif line:
            self._draw_cells(scene, row, line, first, canvas)
        else:
            self._draw_posts(scene, row, first, canvas)
        cut = slice(x - first * self.pitch, x - first * self.pitch + width)
        return Line(
            canvas.glyphs.reshape(-1)[cut],
            canvas.ink.reshape(-1)[cut],
            canvas.ground.reshape(-1)[cut],
        )

    def _draw_cells(self, scene: Scene, row: int, line: int, first: int, canvas: Line) -> None:
        """Draw a line through a row of cells, in place."""
        glyphs, ink = canvas.glyphs, canvas.ink
        count = len(glyphs)
        sides, solid = row_sides(scene, row, first - 1, count + 1)
        rock, rock_left = solid[1:], solid[:-1]
        light = row_light(scene, row, first - 1, count + 1)
        light = np.maximum(light[1:], light[:-1])
        wall = ((sides[1:] & W) == 0) & (light > 0)
        glyphs[wall, 0] = self.glyphs.posts[N | S]
        ink[wall, 0] = wall_ink(light[wall])
        # The column behind the last cell holds nothing but the boundary.
        inside = min(count, scene.shape[1] - first)
        if scene.light is None:
            _fill_rock(canvas, rock[:inside], self.glyphs.rock, slice(1, None))
            _fill_rock(canvas, (rock & rock_left)[:inside], self.glyphs.rock, slice(0, 1))
        if first == 0 and light[0]:
            glyphs[0, 0] = self.glyphs.posts[N | S]
            ink[0, 0] = wall_ink(light[:1])[0]
        if scene.heat or scene.paint is not None:
            self._draw_ground(scene, row, line, first, inside, canvas)
        if scene.numbers is not None and line == self._text_line:
            self._draw_numbers(scene, row, first, inside, canvas)
        self._draw_ribbons(scene, row, line, first, inside, canvas)
        self._draw_tokens(scene, row, line, first, inside, canvas)
        if scene.bump is not None:
            cell, side = scene.bump
            at = cell[1] + (side is Direction.E) - first
            if cell[0] == row and side & (E | W) and 0 <= at < count:
                ink[at, 0] = Ink.BUMP

    def _draw_posts(self, scene: Scene, row: int, first: int, canvas: Line) -> None:
        """Draw the line of posts above a row of cells (below the last one), in place."""
        glyphs, ink = canvas.glyphs, canvas.ink
        count = len(glyphs)
        above, rock_above = row_sides(scene, row - 1, first - 1, count + 1)
        below, rock_below = row_sides(scene, row, first - 1, count + 1)
        (top, rows), cols = (scene.row_offset, scene.shape[0]), scene.shape[1]
        boundary = row in (top, rows)
        # The wall above each cell, and left and right of each post; none within rock.
        flat = ((below & N) == 0) & ~(rock_above & rock_below)
        up = ((above[1:] & W) == 0) & ~(rock_above[1:] & rock_above[:-1])
        down = ((below[1:] & W) == 0) & ~(rock_below[1:] & rock_below[:-1])
        columns = np.arange(first, first + count)
        if boundary:  # closed, except where a cell is open to a row that is gone or to come
            closed = ((above & S) | (below & N)) == 0
            flat[1:] = (columns < cols) & closed[1:]
            flat[0] = first > 0 and closed[0]
        edge = (columns == 0) | (columns == cols)
        up |= edge & (row > top)
        down |= edge & (row < rows)
        # In fog a wall is known if a cell beside it was seen.
        light_above = row_light(scene, row - 1, first - 1, count + 1)
        light_below = row_light(scene, row, first - 1, count + 1)
        light = np.maximum(light_above, light_below)
        flat &= light > 0
        up &= np.maximum(light_above[1:], light_above[:-1]) > 0
        down &= np.maximum(light_below[1:], light_below[:-1]) > 0
        arms = up * N + flat[1:] * E + down * S + flat[:-1] * W
        glyphs[:, 0] = self.glyphs.posts[arms]
        ink[:, 0] = np.where(arms > 0, wall_ink(np.maximum(light[1:], light[:-1])), Ink.FLOOR)
        glyphs[flat[1:], 1:] = self.glyphs.posts[E | W]
        ink[flat[1:], 1:] = wall_ink(light[1:][flat[1:]])[:, np.newaxis]
        if not boundary:
            inside = min(count, cols - first)
            rock = (rock_above & rock_below)[1:]
            if scene.light is None:
                _fill_rock(canvas, rock[:inside], self.glyphs.rock, slice(1, None))
                _fill_rock(canvas, (rock & (arms == 0))[:inside], self.glyphs.rock, slice(0, 1))
            if scene.heat or scene.paint is not None:
                between = row_ground_between(scene, row, first, inside, N)
                joined = np.flatnonzero(between)
                canvas.ground[joined, 1:] = between[joined, np.newaxis]
                walked = joined[glyphs[joined, 1] == self.glyphs.rock]
                glyphs[walked, 1:] = ord(" ")
            self._draw_ribbons(scene, row, 0, first, inside, canvas)
        if scene.bump is not None:
            cell, side = scene.bump
            at = cell[1] - first
            if cell[0] + (side is Direction.S) == row and side & (N | S) and 0 <= at < count:
                ink[at, 1:] = Ink.BUMP

    def _draw_ground(
        self, scene: Scene, row: int, line: int, first: int, inside: int, canvas: Line
    ) -> None:
        """Draw paint and heat on a line of cells as grounds, and their signs, in place."""
        ground = row_ground(scene, row, first, inside)
        there = np.flatnonzero(ground)
        canvas.glyphs[there, 1:] = ord(" ")
        canvas.ground[there, 1:] = ground[there, np.newaxis]
        if line == self._text_line:
            canvas.ink[there, self._middle] = ground[there]
            signs = row_signs(scene, row, first, ground, self.glyphs)
            canvas.glyphs[there, self._middle] = signs[there]
        between = row_ground_between(scene, row, first, inside, W)
        joined = np.flatnonzero(between)
        canvas.ground[joined, 0] = between[joined]
        walked = joined[canvas.glyphs[joined, 0] == self.glyphs.rock]
        canvas.glyphs[walked, 0] = ord(" ")

    def _draw_numbers(self, scene: Scene, row: int, first: int, inside: int, canvas: Line) -> None:
        """Write numbers into a row of cells wherever they fit, in place."""
        if scene.numbers is None:
            return
        numbers = scene.numbers[row - scene.row_offset, first : first + inside]
        room = self.pitch - 1
        fits = np.flatnonzero((numbers >= 0) & (numbers < 10**room))
        canvas.glyphs[fits, 1:] = ord(" ")
        short = fits[numbers[fits] < 10]
        canvas.glyphs[short, self._middle] = numbers[short] + ord("0")
        for place in range(room):
            long = fits[numbers[fits] >= max(10**place, 10)]
            canvas.glyphs[long, room - place] = numbers[long] // 10**place % 10 + ord("0")
        filled = fits[canvas.ground[fits, self._middle] > 0]
        canvas.ink[filled, 1:] = canvas.ground[filled, 1:]

    def _draw_ribbons(
        self, scene: Scene, row: int, line: int, first: int, inside: int, canvas: Line
    ) -> None:
        """Draw walk and path into a line of cells, in place; line 0 is that of the posts."""
        if (scene.tracks is None and scene.path is None) or inside <= 0:
            return
        glyphs, ink = canvas.glyphs[:inside], canvas.ink[:inside]
        walk = row_walk(scene, row, first, inside)
        if walk.any():
            drawn = self._ribbons.walk[line][walk]
            there = drawn > 0
            np.copyto(glyphs, drawn, where=there)
            np.copyto(ink, self._ribbons.walk_inks[line][walk], where=there)
            for col in scene.head_in(row, VISITED if line else N):
                if 0 <= col - first < inside:
                    own = ink[col - first]
                    own[own == Ink.TRAIL] = Ink.HEAD
        if scene.path is not None:
            path = scene.path[row - scene.row_offset, first : first + inside].astype(np.intp)
            sides, walked = path & (N | E | S | W), walk & WALKED
            shared = sides & (walk | walk >> 4)
            missed = (path > 0) & ((sides != shared) | (walked == 0))
            for table, role, there, through in (
                (self._ribbons.path, Ink.PATH, missed, sides & ~shared),
                (self._ribbons.shared, Ink.SHARED, (path > 0) & (walked > 0), shared | walk & 15),
            ):
                drawn = np.where(there[:, np.newaxis], table[line][through], 0)
                np.copyto(glyphs, drawn, where=drawn > 0)
                ink[drawn > 0] = role

    def _draw_tokens(
        self, scene: Scene, row: int, line: int, first: int, inside: int, canvas: Line
    ) -> None:
        """Draw trails, hint, labels, ends and walkers, each over what was there, in place."""
        glyphs, ink, ground = canvas.glyphs, canvas.ink, canvas.ground
        says = line == self._text_line
        if says:
            for cell, mark in scene.trails.items():
                at = cell[1] - first
                if cell[0] == row and 0 <= at < inside and glyphs[at, self._middle] == _SPACE:
                    glyphs[at, self._middle] = self.glyphs.trail(mark)
                    ink[at, self._middle] = Ink.RUNNER
            for cell, direction in scene.hint.items():
                if cell[0] == row and 0 <= cell[1] - first < inside:
                    self._write(canvas, cell[1] - first, self.glyphs.arrows[direction], scene)
            for cell, label in scene.labels.items():
                if cell[0] == row and 0 <= cell[1] - first < inside:
                    self._write(canvas, cell[1] - first, ord(label), scene)
        for end in scene.ends.get(row, ()):
            at = end.cell[1] - first
            if 0 <= at < inside and scene.knows(end.cell):
                glyphs[at, 1:] = ord(" ")
                if says:
                    glyphs[at, self._middle] = ord(end.letter)
                ink[at, 1:] = end.ink
                ground[at, 1:] = end.ink
        for walker in scene.walkers:
            here = walker.cell
            if here is None or here[0] != row or not scene.sees(here):
                continue
            at = here[1] - first
            if 0 <= at < inside:
                codes, letter = self.glyphs.walker(
                    walker.ink, walker.letter, self.pitch - 1, self.height - 1
                )
                glyphs[at, 1:] = codes[line - 1]
                ink[at, 1:] = walker.ink
                if letter is not None and letter[0] == line - 1:
                    ground[at, 1 + letter[1]] = walker.ink

    def _write(self, canvas: Line, at: int, glyph: int, scene: Scene) -> None:
        """Write an arrow or a label into a cell, in place.

        On the colours of heat, and where there is room, it is inverted.
        """
        middle = self._middle
        canvas.glyphs[at, middle] = glyph
        canvas.ink[at, middle] = Ink.HINT
        if self.pitch > 5:
            canvas.glyphs[at, [middle - 1, middle + 1]] = ord(" ")
            canvas.ink[at, middle - 1 : middle + 2] = Ink.HINT
            canvas.ground[at, middle - 1 : middle + 2] = Ink.HINT
        elif scene.heat:
            canvas.ground[at, middle] = Ink.HINT


def _fill_rock(canvas: Line, where: NDArray[np.bool_], glyph: int, columns: slice) -> None:
    there = np.flatnonzero(where)
    canvas.glyphs[there, columns] = glyph
    canvas.ink[there, columns] = Ink.ROCK
