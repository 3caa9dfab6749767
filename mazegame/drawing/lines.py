"""Line drawings: walls as box-drawing lines, cells as the room between them.

A cell is ``pitch`` columns by ``height`` lines, its left and upper wall included; one more column
and line close the drawing. Posts and horizontal walls stand in every ``height``-th line. What a
cell says stands in its middle, or left and above of that where it has none.

A request is drawn at once, as tiles, a block of (rows, height, cols, pitch): a tile has all
characters of a cell, from its upper left post on. So what NumPy costs for each call is paid for
once, not for each line.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from mazegame.drawing.areas import WALL_INKS, Area, E, N, S, W
from mazegame.drawing.drawing import Block, Drawing
from mazegame.drawing.inks import RIVALS, WALKERS, Ink
from mazegame.drawing.ribbon import Ribbons
from mazegame.engine import Direction
from mazegame.layers import ROUTE_SHIFT, SIDES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.drawing.scene import Scene
    from mazegame.engine import Cell


_SPACE = ord(" ")
_IS_WALKER: Final = np.isin(np.arange(256), sorted(WALKERS))


class _Around(NamedTuple):
    """The cells of an area, the row above it and the column on its left: (rows + 1, cols + 1)."""

    open_sides: NDArray[np.uint8]
    solid: NDArray[np.bool_]
    light: NDArray[np.uint8] | None
    """None where there is no fog."""
    frame: tuple[NDArray[np.bool_], NDArray[np.bool_]]
    """As ``Area.frame``; it counts in fog only."""


class LinesDrawing(Drawing):
    """Walls as lines; a cell is at least 3 columns by 2 lines."""

    @cached_property
    def _ribbons(self) -> Ribbons:
        return Ribbons(self.glyphs, self.pitch, self.height, colour=self._colour)

    def sample(self, ink: Ink) -> str:
        return self._ribbons.samples[ink]

    def block(self, scene: Scene, x: int, y: int, width: int, height: int) -> Block:
        pitch, high = self.pitch, self.height
        top, first = self.cell_at(x, y)
        bottom, last = self.cell_at(x + width - 1, y + height - 1)
        area = Area(top, first, bottom - top + 1, last - first + 1)
        tiles = Block.blank(area.rows, high, area.cols, pitch)
        posts = area.rows > 1 or y % high == 0
        sides = area.rows > 1 or (y + height - 1) % high > 0
        self._draw_walls(scene, area, tiles, posts=posts, sides=sides)
        # All else lies in cells of the grid; the tiles below and right of it hold the boundary.
        inner = area.within(scene)
        if inner.rows and inner.cols:
            rows, cols = inner.slices(area.row, area.col)
            inside = tiles.part(rows, slice(None), cols)
            if scene.light is not None:
                dark = inner.dark(scene)[:, np.newaxis, :, np.newaxis]
                if self._colour:
                    middle = slice(self._text_line, self._text_line + 1)
                    there = np.zeros(inside.ink.shape, np.bool_)
                    there[:, middle, :, self._middle] = dark[..., 0]
                else:  # a veil, which a dot on the floor is not taken for
                    there = dark & (inside.glyphs == _SPACE)
                inside.glyphs[there] = self.glyphs.dot(colour=self._colour)
                inside.ink[there] = Ink.ROCK
            if scene.heat or scene.paint is not None:
                self._draw_ground(scene, inner, inside)
            if scene.numbers is not None:
                self._draw_numbers(scene.numbers[inner.slices(scene.row_offset)], inside)
            self._draw_ribbons(scene, inner, inside)
            self._draw_tokens(scene, inner, inside)
        if scene.bump is not None:
            self._draw_bump(scene.bump, area, tiles)
        if top < scene.row_offset:  # dropped rows
            gone = tiles.part(slice(scene.row_offset - top))
            gone.glyphs[:], gone.ink[:], gone.ground[:] = _SPACE, Ink.FLOOR, Ink.FLOOR
        lines = slice(y - top * high, y - top * high + height)
        columns = slice(x - first * pitch, x - first * pitch + width)
        size = area.rows * high, area.cols * pitch
        return Block(
            tiles.glyphs.reshape(size), tiles.ink.reshape(size), tiles.ground.reshape(size)
        ).part(lines, columns)

    def _draw_walls(
        self, scene: Scene, area: Area, tiles: Block, *, posts: bool, sides: bool
    ) -> None:
        """Draw walls and rock, in place: the lines of posts, and those below them, if wanted."""
        # With the row above and the column on the left: both sides of each wall.
        wider = Area(area.row - 1, area.col - 1, area.rows + 1, area.cols + 1)
        light = None if scene.light is None else wider.light(scene)
        around = _Around(*wider.sides(scene), light, wider.frame(scene))
        if sides:
            self._draw_sides(scene, area, tiles, around)
        if posts:
            self._draw_posts(scene, area, tiles, around)

    def _draw_sides(self, scene: Scene, area: Area, tiles: Block, around: _Around) -> None:
        """Draw the walls left of cells, and the rock in them."""
        open_sides, solid, light = around.open_sides[1:], around.solid[1:], around.light
        glyphs, ink = tiles.glyphs, tiles.ink
        wall = (open_sides[:, 1:] & W) == 0
        vertical = self.glyphs.posts[N | S]
        inks: NDArray[np.uint8] | np.uint8 = np.uint8(Ink.WALL)
        if light is None:
            inside = slice(scene.shape[1] - area.col)
            rock = solid[:, 1:][:, inside]
            if rock.any():
                _fill_rock(tiles, rock, self.glyphs.rock, slice(1, None), slice(1, None))
            wall[:, inside] &= ~(rock & solid[:, :-1][:, inside])
            _fill_rock(tiles, ~wall & solid[:, 1:], self.glyphs.rock, slice(1, None), slice(0, 1))
            if area.col == 0:
                wall[:, 0] = True
        else:
            known = np.maximum(light[1:, 1:], light[1:, :-1])
            wall &= (known > 0) | around.frame[1][1:, 1:]
            inks = WALL_INKS[known]
        glyphs[:, 1:, :, 0] = np.where(wall, vertical, glyphs[:, 1, :, 0])[:, np.newaxis]
        ink[:, 1:, :, 0] = np.where(wall, inks, ink[:, 1, :, 0])[:, np.newaxis]

    def _draw_posts(self, scene: Scene, area: Area, tiles: Block, around: _Around) -> None:
        """Draw the lines of posts above rows of cells (below the last one)."""
        open_sides, solid, light, frame = around
        glyphs, ink = tiles.glyphs[:, 0], tiles.ink[:, 0]
        above, below = open_sides[:-1], open_sides[1:]
        top, (last, cols) = scene.row_offset, scene.shape
        # The wall above each cell, and left and right of each post; none within rock.
        rock = solid[:-1] & solid[1:]
        beside_rock = solid[:, 1:] & solid[:, :-1]
        flat = ((below & N) == 0) & ~rock
        vertical = ((open_sides[:, 1:] & W) == 0) & ~beside_rock
        up, down = vertical[:-1].copy(), vertical[1:].copy()
        rows = np.arange(area.row, area.row + area.rows)
        columns = np.arange(area.col, area.col + area.cols)
        boundary = (rows == top) | (rows == last)
        if boundary.any():  # closed, except where a cell is open to a row that is gone or to come
            closed = ((above[boundary] & S) | (below[boundary] & N)) == 0
            flat[boundary, 1:] = (columns < cols) & closed[:, 1:]
            flat[boundary, 0] = (area.col > 0) & closed[:, 0]
            rock[boundary] = False
        edge = (columns == 0) | (columns == cols)
        if edge.any():
            up |= edge & (rows > top)[:, np.newaxis]
            down |= edge & (rows < last)[:, np.newaxis]
        inks = flat_inks = np.full((area.rows, area.cols), Ink.WALL, np.uint8)
        if light is not None:
            # In fog a wall is known if a cell beside it was seen.
            known = np.maximum(light[:-1], light[1:])
            beside = (np.maximum(light[:, 1:], light[:, :-1]) > 0) | frame[1][:, 1:]
            flat &= (known > 0) | frame[0][1:]
            up &= beside[:-1]
            down &= beside[1:]
            inks = WALL_INKS[np.maximum(known[:, 1:], known[:, :-1])]
            flat_inks = WALL_INKS[known[:, 1:]]
        right, left = flat[:, 1:], flat[:, :-1]
        arms = up * np.uint8(N) | right * np.uint8(E) | down * np.uint8(S) | left * np.uint8(W)
        glyphs[:, :, 0] = self.glyphs.posts[arms]
        ink[:, :, 0] = np.where(arms > 0, inks, np.uint8(Ink.FLOOR))
        glyphs[:, :, 1:] = np.where(right, self.glyphs.posts[E | W], _SPACE)[..., np.newaxis]
        ink[:, :, 1:] = np.where(right, flat_inks, np.uint8(Ink.FLOOR))[..., np.newaxis]
        if light is None and rock.any():
            inside = slice(cols - area.col)
            rock, bare = rock[:, 1:][:, inside], arms[:, inside] == 0
            _fill_rock(tiles, rock, self.glyphs.rock, slice(0, 1), slice(1, None))
            _fill_rock(tiles, rock & bare, self.glyphs.rock, slice(0, 1), slice(0, 1))

    def _draw_ground(self, scene: Scene, area: Area, tiles: Block) -> None:
        """Draw paint and heat as grounds, and their signs, in place."""
        glyphs, ink, ground = tiles
        filling = area.ground(scene)
        row, col = np.nonzero(filling)
        inks = filling[row, col]
        glyphs[row, 1:, col, 1:] = _SPACE
        ground[row, 1:, col, 1:] = inks[:, np.newaxis, np.newaxis]
        ink[row, self._text_line, col, self._middle] = inks
        signs = area.signs(scene, filling, self.glyphs)
        glyphs[row, self._text_line, col, self._middle] = signs[row, col]
        inside, wall = slice(1, None), slice(0, 1)
        for side, lines, columns in ((W, inside, wall), (N, wall, inside)):
            between = area.ground_between(scene, side)
            row, col = np.nonzero(between)
            inks = between[row, col]
            ground[row, lines, col, columns] = inks[:, np.newaxis, np.newaxis]
            before = glyphs[row, lines, col, columns]
            before[before == self.glyphs.rock] = _SPACE
            glyphs[row, lines, col, columns] = before

    def _draw_numbers(self, numbers: NDArray[np.int32], tiles: Block) -> None:
        """Write numbers into cells wherever they fit, in place."""
        glyphs, ink, ground = (array[:, self._text_line] for array in tiles)
        room = self.pitch - 1
        fits = (numbers >= 0) & (numbers < 10**room)
        glyphs[fits, 1:] = _SPACE
        short = fits & (numbers < 10)
        glyphs[short, self._middle] = numbers[short] + ord("0")
        for place in range(room):
            long = fits & (numbers >= max(10**place, 10))
            glyphs[long, room - place] = numbers[long] // 10**place % 10 + ord("0")
        filled = fits & (ground[..., self._middle] > 0)
        ink[filled, 1:] = ground[filled, 1:]

    def _draw_ribbons(self, scene: Scene, area: Area, tiles: Block) -> None:
        """Draw walk and path, in place."""
        if scene.tracks is None and scene.path is None:
            return
        ink = tiles.ink
        walk = np.zeros((area.rows, area.cols), np.uint8)
        if scene.tracks is not None:
            walk = scene.tracks[area.slices(scene.row_offset)]
        row, col = np.nonzero(walk)
        if len(row):
            index = walk[row, col].astype(np.intp)
            drawn = self._ribbons.walk[:, index]
            self._put(scene, area, tiles, row, col, drawn, self._ribbons.walk_inks[:, index])
            for at in range(area.rows):
                for side, lines in ((SIDES, slice(1, None)), (N, slice(0, 1))):
                    for head in scene.head_in(area.row + at, side):
                        if 0 <= head - area.col < area.cols:
                            own = ink[at, lines, head - area.col]
                            own[own == Ink.TRAIL] = Ink.HEAD
        if scene.path is not None:
            layer = scene.path[area.slices(scene.row_offset)]
            row, col = np.nonzero(layer)
            path, walked = layer[row, col].astype(np.intp), walk[row, col]
            shared = path & walked
            entered = walked > 0
            missed = (path != shared) | ~entered
            for table, role, there, through in (
                (self._ribbons.path, Ink.PATH, missed, path & ~shared),
                (self._ribbons.shared, Ink.SHARED, entered, shared | walked >> ROUTE_SHIFT),
            ):
                drawn = table[:, through[there]]
                self._put(scene, area, tiles, row[there], col[there], drawn, role)

    @staticmethod
    def _put(
        scene: Scene,
        area: Area,
        tiles: Block,
        row: NDArray[np.intp],
        col: NDArray[np.intp],
        drawn: NDArray[np.uint32],
        inks: NDArray[np.uint8] | Ink,
    ) -> None:
        """Put the tiles of a table, (height, cells, pitch), over cells; 0 changes nothing."""
        drawn = drawn.transpose(1, 0, 2)
        if isinstance(inks, np.ndarray):
            inks = inks.transpose(1, 0, 2)
        shown = drawn > 0
        # The boundary stays whole where a stream has dropped the rows above.
        shown[area.row + row == scene.row_offset, 0] = False
        tiles.glyphs[row, :, col] = np.where(shown, drawn, tiles.glyphs[row, :, col])
        tiles.ink[row, :, col] = np.where(shown, inks, tiles.ink[row, :, col])

    def _draw_tokens(self, scene: Scene, area: Area, tiles: Block) -> None:
        """Draw trails, hint, labels, ends and walkers, each over what was there, in place."""
        glyphs, ink, ground = tiles

        def place(cell: Cell) -> tuple[int, int] | None:
            """Return where the tile of a cell is; None where it is not in the area."""
            row, col = cell[0] - area.row, cell[1] - area.col
            return (row, col) if 0 <= row < area.rows and 0 <= col < area.cols else None

        for cell, (rival, mark) in scene.trails.items():
            if at := place(cell):
                middle = at[0], self._text_line, at[1], self._middle
                if glyphs[middle] == _SPACE:
                    glyphs[middle], ink[middle] = self.glyphs.trail(mark), RIVALS[rival]
        for cell, direction in scene.hint.items():
            if at := place(cell):
                self._write(tiles, at, self.glyphs.arrows[direction], scene)
        for cell, label in scene.labels.items():
            if at := place(cell):
                self._write(tiles, at, ord(label), scene)
        for ends in scene.ends.values():
            for end in ends:
                if (at := place(end.cell)) and scene.knows(end.cell):
                    row, col = at
                    glyphs[row, 1:, col, 1:] = _SPACE
                    glyphs[row, self._text_line, col, self._middle] = ord(end.letter)
                    ink[row, 1:, col, 1:] = end.ink
                    ground[row, 1:, col, 1:] = end.ink
        for walker in scene.walkers:
            here = walker.cell
            if here is not None and (at := place(here)) and scene.sees(here):
                row, col = at
                codes, letter = self.glyphs.walker(
                    walker.ink, walker.letter, self.pitch - 1, self.height - 1
                )
                glyphs[row, 1:, col, 1:] = codes
                ink[row, 1:, col, 1:] = walker.ink
                behind = ground[row, 1:, col, 1:]
                behind[_IS_WALKER[behind]] = Ink.FLOOR
                if letter is not None:
                    ground[row, 1 + letter[0], col, 1 + letter[1]] = walker.ink

    def _write(self, tiles: Block, at: tuple[int, int], glyph: int, scene: Scene) -> None:
        """Write an arrow or a label into a cell, in place; inverted on heat and in wide cells."""
        row, col = at
        glyphs, ink, ground = (array[row, self._text_line, col] for array in tiles)
        middle = self._middle
        glyphs[middle] = glyph
        ink[middle] = Ink.HINT
        if self.pitch > 5:
            glyphs[[middle - 1, middle + 1]] = _SPACE
            ink[middle - 1 : middle + 2] = Ink.HINT
            ground[middle - 1 : middle + 2] = Ink.HINT
        elif scene.heat:
            ground[middle] = Ink.HINT

    @staticmethod
    def _draw_bump(bump: tuple[Cell, Direction], area: Area, tiles: Block) -> None:
        cell, side = bump
        row = cell[0] + (side is Direction.S) - area.row
        col = cell[1] + (side is Direction.E) - area.col
        if 0 <= row < area.rows and 0 <= col < area.cols:
            if side & (N | S):
                tiles.ink[row, 0, col, 1:] = Ink.BUMP
            else:
                tiles.ink[row, 1:, col, 0] = Ink.BUMP


def _fill_rock(
    tiles: Block, where: NDArray[np.bool_], glyph: int, lines: slice, columns: slice
) -> None:
    row, col = np.nonzero(where)
    tiles.glyphs[row, lines, col, columns] = glyph
    tiles.ink[row, lines, col, columns] = Ink.ROCK
