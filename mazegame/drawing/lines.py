"""Line drawings: walls as box-drawing lines, cells as the room between them.

A cell is ``pitch`` columns by ``height`` lines, its left and upper wall included; one more column
and line close the drawing. Posts and horizontal walls are in every ``height``-th line. What a
cell shows is in its middle, or left and above of that where it has none.

A request is drawn at once, as tiles, a block of (rows, height, cols, pitch): a tile has all
characters of a cell, from its upper left post on. So what NumPy costs for each call is paid for
once, not for each line.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mazegame.drawing.areas import Area, N, S, W, hints
from mazegame.drawing.drawing import Block, Drawing
from mazegame.drawing.glyphs import WALLS
from mazegame.drawing.inks import RIVALS, RIVALS_BACK, WALKERS, Ink
from mazegame.drawing.ribbon import Ribbons
from mazegame.drawing.shares import BRICK, FIRST_INK, WALL_INKS, second_weight, wall_shares
from mazegame.engine import Direction
from mazegame.layers import ROUTE_SHIFT, SIDES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.drawing.areas import Walls
    from mazegame.drawing.faces import Face
    from mazegame.drawing.glyphs import WallSet
    from mazegame.drawing.scene import Scene
    from mazegame.engine import Cell


_SPACE = ord(" ")
_IS_WALKER: Final = np.isin(np.arange(256), sorted(WALKERS))

_TWO_LINES: Final = 3
"""Height, in lines, of cells with two lines inside, with their upper wall."""

_WORDS: Final = {"A": "start", "B": "end"}
"""The words below the letters A and B in cells of two lines."""

_WALL: Final = slice(0, 1)
"""The line or column of a tile that is its wall."""

_INSIDE: Final = slice(1, None)
"""The lines or columns of a tile inside its wall."""


def _weights(walls: Walls, above: NDArray[np.bool_], left: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Return the weights of the arms of posts, as the index of ``WallSet.mixed``."""
    across, down = (
        walls.above * (1 + above.astype(np.intp)),
        walls.left * (1 + left.astype(np.intp)),
    )
    return down[:-1] + 3 * across[:, 1:] + 9 * down[1:] + 27 * across[:, :-1]


class LinesDrawing(Drawing):
    """Walls as lines; a cell is at least 3 columns by 2 lines."""

    @cached_property
    def _ribbons(self) -> Ribbons:
        return Ribbons.of(self.glyphs, self.pitch, self.height, colour=self._colour)

    @cached_property
    def _ribbons_of_faces(self) -> tuple[Ribbons, Ribbons]:
        """Return the ribbons beside light and beside heavy walls of faces.

        With colour a walk is a heavy line everywhere.
        """

        def ribbons(style: str) -> Ribbons:
            return Ribbons.of(WALLS[style], self.pitch, self.height, colour=self._colour)

        light = ribbons("light")
        return light, light if self._colour else ribbons("heavy")

    def of_height(self, height: int) -> LinesDrawing:
        """Return this drawing with cells of another height in lines, the upper wall included."""
        return LinesDrawing(
            self.name, self.glyphs, self.pitch, height, colour=self._colour, faces=self._faces
        )

    def sample(self, ink: Ink) -> str:
        return self._ribbons.samples[ink]

    def block(self, scene: Scene, x: int, y: int, width: int, height: int) -> Block:
        pitch, high = self.pitch, self.height
        top, first = self.cell_at(x, y)
        bottom, last = self.cell_at(x + width - 1, y + height - 1)
        area = Area(top, first, bottom - top + 1, last - first + 1)
        tiles = Block.blank(area.rows, high, area.cols, pitch)
        face = self.face_of(scene)
        walls = self.glyphs.walls_of(face, fog=scene.light is not None and not scene.veiled)
        self._draw_walls(scene, area, tiles, face, walls)
        # All else lies in cells of the grid; the tiles below and right of it hold the boundary.
        inner = area.within(scene)
        if inner.rows and inner.cols:
            rows, cols = inner.slices(area.row, area.col)
            inside = tiles.part(rows, slice(None), cols)
            if scene.light is not None:
                dots = inside  # a veil, which a dot on the floor is not taken for
                if self._colour:
                    line, middle = self._text_line, self._middle
                    middles = slice(line, line + 1), slice(None), slice(middle, middle + 1)
                    dots = inside.part(slice(None), *middles)
                dark = inner.dark(scene)[:, np.newaxis, :, np.newaxis] & (dots.glyphs == _SPACE)
                dots.glyphs[dark], dots.ink[dark] = self.glyphs.dot(colour=self._colour), Ink.ROCK
            if scene.heat or scene.paint is not None:
                self._draw_ground(scene, inner, inside)
            if scene.numbers is not None:
                self._draw_numbers(scene.numbers[inner.slices(scene.row_offset)], inside)
            ribbons = self._ribbons
            if face is not None and self.glyphs.has_blocks:
                ribbons = self._ribbons_of_faces[walls.is_heavy]
            self._draw_ribbons(scene, inner, inside, ribbons)
            self._draw_tokens(scene, inner, inside, walls)
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
        self, scene: Scene, area: Area, tiles: Block, face: Face | None, look: WallSet
    ) -> None:
        """Draw walls and rock, in place."""
        (glyphs, ink, ground), walls = tiles, area.walls(scene)
        arms, above, left = walls.arms, walls.above[:, 1:], walls.left[1:]
        light = np.maximum(walls.light_above[:, 1:], walls.light_above[:, :-1])
        needs_shares = face is not None and (self._colour or look.mixed is not None)
        shares = wall_shares(face, scene, area, walls) if face and needs_shares else None
        if shares is None or not self._colour:
            posts_ink, inks_above = FIRST_INK[light], FIRST_INK[walls.light_above[:, 1:]]
            inks_left = FIRST_INK[walls.light_left[1:]]
        else:
            posts_ink = WALL_INKS[shares.posts, light]
            inks_above = WALL_INKS[shares.above, walls.light_above][:, 1:]
            inks_left = WALL_INKS[shares.left, walls.light_left][1:]
        posts: NDArray[np.uint32] = look.posts[arms]
        across: NDArray[np.uint32] | int = look.across
        down: NDArray[np.uint32] | int = look.down
        if face is not None and look.second is not None and look.mixed is not None:
            more_above, more_left = second_weight(face, scene, area, shares)
            posts = look.mixed[_weights(walls, more_above, more_left)]
            across = np.where(more_above[:, 1:], look.second[0], across)
            down = np.where(more_left[1:], look.second[1], down)
        glyphs[:, 0, :, 0] = posts
        ink[:, 0, :, 0] = np.where(arms > 0, posts_ink, Ink.FLOOR)
        glyphs[:, 0, :, 1:] = np.where(above, across, _SPACE)[..., np.newaxis]
        ink[:, 0, :, 1:] = np.where(above, inks_above, Ink.FLOOR)[..., np.newaxis]
        glyphs[:, 1:, :, 0] = np.where(left, down, _SPACE)[:, np.newaxis]
        ink[:, 1:, :, 0] = np.where(left, inks_left, Ink.FLOOR)[:, np.newaxis]
        if look.joint is not None and not self._colour:
            row, col = np.arange(area.row, area.row + area.rows), np.arange(area.cols) + area.col
            ends = (col + row[:, np.newaxis] % 2) % BRICK == BRICK - 1
            glyphs[:, 0, :, -1][above & ends] = look.joint
        if look.is_hedge and self._colour:
            ground[ink > 0] = Ink.WALL_6
        rock = walls.solid[1:, 1:]
        if scene.light is None and rock.any():
            up, beside = rock & walls.solid[:-1, 1:], rock & walls.solid[1:, :-1]
            for where, lines, columns in (
                (rock, _INSIDE, _INSIDE),
                (up & ~above, _WALL, _INSIDE),
                (beside & ~left, _INSIDE, _WALL),
                (up & (arms == 0), _WALL, _WALL),
            ):
                row, col = np.nonzero(where)
                glyphs[row, lines, col, columns] = self.glyphs.rock
                ink[row, lines, col, columns] = Ink.ROCK
                if face is not None:
                    ground[row, lines, col, columns] = Ink.OUTSIDE

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
        for side, lines, columns in ((W, _INSIDE, _WALL), (N, _WALL, _INSIDE)):
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

    def _draw_ribbons(self, scene: Scene, area: Area, tiles: Block, ribbons: Ribbons) -> None:
        """Draw the lines of rivals, walk and path, in place."""
        for number, layer in scene.lines:
            line = layer[area.slices(scene.row_offset)]
            if line.any():
                route, back = line >> ROUTE_SHIFT, line & SIDES & ~(line >> ROUTE_SHIFT)
                on_route, off_route = ribbons.lines[number]
                self._draw_ribbon(scene, area, tiles, off_route, RIVALS_BACK[number], back)
                self._draw_ribbon(scene, area, tiles, on_route, RIVALS[number], route)
        if scene.tracks is None and scene.path is None:
            return
        ink = tiles.ink
        walk, path = (
            np.zeros((area.rows, area.cols), np.uint8)
            if layer is None
            else layer[area.slices(scene.row_offset)]
            for layer in (scene.tracks, scene.path)
        )
        route, shared = walk >> ROUTE_SHIFT, path & walk
        back, missed = walk & SIDES & ~route, path & ~shared
        of_path, entered = path > 0, walk > 0
        self._draw_ribbon(scene, area, tiles, ribbons.back, Ink.BACKTRACK, back)
        self._draw_ribbon(scene, area, tiles, ribbons.route, Ink.TRAIL, route)
        if scene.path is not None:
            self._draw_ribbon(scene, area, tiles, ribbons.path, Ink.PATH, missed, of_path)
            both = shared | route
            where = of_path & entered
            self._draw_ribbon(scene, area, tiles, ribbons.shared, Ink.SHARED, both, where)
        for at in range(area.rows):
            for side, lines in ((SIDES, _INSIDE), (N, _WALL)):
                for head in scene.head_in(area.row + at, side):
                    if 0 <= head - area.col < area.cols:
                        own = ink[at, lines, head - area.col]
                        own[own == Ink.TRAIL] = Ink.HEAD

    @staticmethod
    def _draw_ribbon(
        scene: Scene,
        area: Area,
        tiles: Block,
        table: NDArray[np.uint32],
        role: Ink,
        sides: NDArray[Any],
        where: NDArray[np.bool_] | None = None,
    ) -> None:
        """Draw a table's glyphs by the sides of cells, in place; by default where there are any."""
        glyphs, ink, _ = tiles
        row, col = np.nonzero(sides if where is None else where)
        if len(row):
            drawn = table[:, sides[row, col]].transpose(1, 0, 2)
            shown = drawn > 0
            # The boundary stays whole where a stream has dropped the rows above.
            shown[area.row + row == scene.row_offset, 0] = False
            glyphs[row, :, col] = np.where(shown, drawn, glyphs[row, :, col])
            ink[row, :, col] = np.where(shown, role, ink[row, :, col])

    def _draw_tokens(self, scene: Scene, area: Area, tiles: Block, walls: WallSet) -> None:
        """Draw hint, labels, ends and walkers, each over what was there, in place."""
        glyphs, ink, ground = tiles
        # A block would melt into filled walls of the same colour.
        outlined = walls.is_filled and not self._colour

        def place(cell: Cell) -> tuple[int, int] | None:
            """Return where the tile of a cell is; None where it is not in the area."""
            row, col = cell[0] - area.row, cell[1] - area.col
            return (row, col) if 0 <= row < area.rows and 0 <= col < area.cols else None

        for cell, glyph in hints(scene, self.glyphs):
            if at := place(cell):
                self._write(tiles, at, glyph, scene)
        for ends in scene.ends.values():
            for end in ends:
                if (at := place(end.cell)) and scene.knows(end.cell):
                    row, col = at
                    glyphs[row, 1:, col, 1:] = _SPACE
                    glyphs[row, self._text_line, col, self._middle] = ord(end.letter)
                    word = _WORDS.get(end.letter, "") if self.height == _TWO_LINES else ""
                    if 0 < len(word) < self.pitch:
                        left = self._middle - len(word) // 2
                        glyphs[row, -1, col, left : left + len(word)] = list(map(ord, word))
                    ink[row, 1:, col, 1:] = end.ink
                    ground[row, 1:, col, 1:] = end.ink
        for walker in scene.walkers:
            here = walker.cell
            if here is not None and (at := place(here)) and scene.sees(here):
                row, col = at
                shapes = WALLS["ascii"] if outlined and walker.ink is Ink.PLAYER else self.glyphs
                codes, letter = shapes.walker(
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

    def _draw_bump(self, bump: tuple[Cell, Direction], area: Area, tiles: Block) -> None:
        cell, side = bump
        row = cell[0] + (side is Direction.S) - area.row
        col = cell[1] + (side is Direction.E) - area.col
        if 0 <= row < area.rows and 0 <= col < area.cols:
            wall = (row, 0, col, _INSIDE) if side & (N | S) else (row, _INSIDE, col, 0)
            tiles.glyphs[wall], tiles.ink[wall] = self.glyphs.flash, Ink.BUMP
