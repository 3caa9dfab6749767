"""``Picture``, the input of writers: a maze, its ends, and the layers over it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Literal, TypedDict, Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mazegame.engine import Cell, Direction, Level, Maze, Recipe, distances
from mazegame.engine.model.notebook import runs_of
from mazegame.engine.recipes.ends import format_ends
from mazegame.engine.support.validation import as_int_or_none, short_repr

HEAT_BANDS: Final = 10
"""Number of bands of equal width in a heat map."""

BAND_CELLS: Final = 1 << 18
"""Number of cells that a writer draws at a time; they fit the processor's cache."""

_STROKES: Final = 1 << 14
"""Number of strokes that are drawn at a time."""

LONGEST_TITLE: Final = 200
"""Most characters of a title."""

VISITED: Final = 16
"""The bit in ``links_of`` of a cell on the path."""


class Layers(TypedDict, total=False):
    """The keyword arguments of ``Picture.of``: the layers that a picture shows over the walls."""

    path: bool | ArrayLike
    heat: bool
    walk: ArrayLike | None
    doors: bool | str
    title: bool | str
    cell: int | None
    wall: int | None
    width: int | None
    theme: str
    tree: bool
    paper: Literal["a4", "letter"]


@dataclass(frozen=True, eq=False)
class Rows:
    """A maze that arrives in bands of rows from the top down, for writers that stream."""

    cols: int
    rows: int
    bands: Iterator[NDArray[np.uint8]]
    """Arrays uint8 (k, cols): the open sides of the cells of some rows, N=1, E=2, S=4, W=8."""
    start: Cell | None = None
    goals: tuple[Cell, ...] = ()
    game_id: str = ""
    """The game ID; empty if the maze has none."""

    @property
    def ends(self) -> str:
        """The ends, spelled as the option ``ends``; empty if there are none."""
        return "" if self.start is None else format_ends(self.start, self.goals)

    def rock(self, sides: NDArray[np.uint8], top: int) -> NDArray[np.bool_]:
        """Return which cells of some rows are solid rock: bool (rows, cols).

        ``sides``, uint8 (rows, cols), are their open sides; ``top`` is the first row.
        """
        rock = sides == 0
        for row, col in () if self.start is None else (self.start, *self.goals):
            if top <= row < top + len(rock):
                rock[row - top, col] = False
        if self.rows * self.cols == 1:  # it has no passage, but it is not rock
            rock[:] = False
        return np.asarray(rock)


@dataclass(frozen=True, eq=False)
class Picture:
    """A maze with layers and drawing options. Create one with ``of``, which explains them."""

    maze: Maze
    start: Cell | None = None
    goals: tuple[Cell, ...] = ()
    recipe: Recipe | None = None
    name: str = ""
    """The name of a loaded maze."""
    dist_min: int | None = None
    path: NDArray[np.integer[Any]] | None = None
    """(n, 2): the cells of a shortest path, in order."""
    walk: NDArray[np.integer[Any]] | None = None
    """(n, 2): the cells of a run, in order."""
    heat: bool = False
    field: NDArray[np.int32] | None = None
    """int32 (rows, cols): the distance of every cell to B, -1 where no path leads to B."""
    level: Level | None = None
    """The level; None for a maze alone."""
    doors: bool | str = False
    title: bool | str = False
    cell: int | None = None
    wall: int | None = None
    width: int | None = None
    theme: str = ""
    tree: bool = False
    paper: Literal["a4", "letter"] = "a4"

    @classmethod
    def of(cls, level: Level | Maze, **layers: Unpack[Layers]) -> Picture:
        """Return a picture.

        Args:
            level: A level, or a maze alone.
            path: Whether to draw the level's shortest path; or a path of neighbouring cells
                (row, col), of shape (n, 2).
            heat: Whether colours show the distance of every cell to B.
            walk: The cells of a run in order, neighbouring ones, of shape (n, 2).
            doors: Whether the boundary is open at A and at every goal, which must lie on it. For
                cells in corners, the sides that are open at A and at B, such as ``"W-E"``.
            title: Whether to show the game ID above the maze; ``svg``, ``png`` and ``pdf`` take a
                text to show instead, of at most 200 characters.
            cell: Pixels from a cell to the next, in pixel formats; None for a default by size.
            wall: Thickness of walls in pixels; None for a default by cell.
            width: Most pixels across the picture, in place of ``cell``.
            theme: The name of the colours; empty for the format's default.
            tree: Whether to draw the maze as a tree, with A at its top, beside it.
            paper: The size of a page.

        Raises:
            TypeError: If the title is neither True nor False nor text.
            ValueError: If a path or a walk does not follow passages, if a layer needs a level and
                only a maze is given, if no picture fits the width, if a title has control
                characters or is too long, or if A or B lies inside the maze or not at the side
                where its door should be.
        """
        given: object = level
        if not isinstance(given, Level | Maze):
            hint = ": Level.of(game_id) makes a level" if isinstance(given, str) else ""
            raise TypeError(f"a level or a maze is wanted, not {short_repr(given)}{hint}")
        maze = level if isinstance(level, Maze) else level.maze
        facts: dict[str, Any] = {**layers}
        for name in ("cell", "wall", "width"):
            pixels = facts.get(name)
            if pixels is not None and as_int_or_none(pixels) is None:
                raise TypeError(f"{name} is a whole number of pixels, not {short_repr(pixels)}")
        path, walk = (facts.pop(name, None) for name in ("path", "walk"))
        width = facts.get("width")
        if width is not None:
            if facts.get("cell") is not None:
                raise ValueError("cell and width both say how large the picture is: name one")
            facts["cell"] = cell_of_width(width, maze.cols, facts.get("wall"))
        check_title(facts.get("title", False))
        if not isinstance(level, Maze):
            facts |= {
                "start": level.start, "goals": level.goals, "recipe": level.recipe,
                "name": level.name, "dist_min": level.dist_min if level.has_path else None,
                "field": level.field, "level": level,
            }  # fmt: skip
            if path is True:
                facts["path"] = level.cells_of_path()
        else:
            ends = {"path": path is True, "heat": facts.get("heat"), "doors": facts.get("doors")}
            for what in (name for name, asked in ends.items() if asked):
                raise ValueError(f"{what} needs a level: a maze alone has no A and no B")
        if not isinstance(path, bool | None):
            facts["path"] = path_cells(path, maze)
        if walk is not None:
            facts["walk"] = path_cells(walk, maze)
        picture = cls(maze, **facts)
        picture.openings()  # raises ValueError for impossible doors
        return picture

    @property
    def game_id(self) -> str:
        """The game ID; empty if the maze has none."""
        return "" if self.recipe is None else str(self.recipe)

    @property
    def caption(self) -> str:
        """The given title, or else the game ID or the name."""
        if isinstance(self.title, str):
            return self.title
        return self.game_id or self.name

    @property
    def ends(self) -> str:
        """The ends, spelled as the option ``ends``; empty if there are none."""
        return "" if self.start is None else format_ends(self.start, self.goals)

    def letters(self, a: str = "A", b: str = "B") -> list[tuple[Cell, str]]:
        """Return the ends with their letters, A first."""
        if self.start is None:
            return []
        return [(self.start, a), *((goal, b) for goal in self.goals)]

    def openings(self) -> list[tuple[Cell, Direction]]:
        """Return the doors: cells on the boundary, each with the side that is open.

        Raises:
            ValueError: If A or a goal lies inside the maze, or not at the side that was chosen.
        """
        if not self.doors:
            return []
        rows, cols = self.maze.rows, self.maze.cols
        chosen = _sides_of_doors(self.doors) if isinstance(self.doors, str) else {}
        found = []
        for (row, col), letter in self.letters():
            edges = {Direction.N: row == 0, Direction.S: row == rows - 1}
            edges |= {Direction.W: col == 0, Direction.E: col == cols - 1}
            sides = [side for side, there in edges.items() if there]
            place = f"{letter} at row {row + 1}, column {col + 1}"
            if not sides:
                raise ValueError(
                    f"{place} lies inside the maze and can have no door: {self._where_doors_are()}"
                )
            side = chosen.get(letter, sides[0])
            if side not in sides:
                fits = " or ".join(str(side.name) for side in sides)
                raise ValueError(f"{place} has no door at its side {side.name}: {fits} fits")
            found.append(((row, col), side))
        return found

    def _where_doors_are(self) -> str:
        """Return where A and B must be for doors, in words."""
        there = self.maze.passages != 0
        if there.all():
            return "ends=corners, rim or sides place A and B on the boundary"
        there[1:-1, 1:-1] = False
        cells = np.argwhere(there).tolist()
        if not cells:
            return "no cell of its shape lies on the edge of its rectangle, as doors need"
        (row, col), *_ = cells
        return (
            "in a shape with doors A and B lie on the edge of its rectangle, where "
            f"{len(cells):,} of its cells are, such as r{row}c{col}"
        )

    def pockets(self, rows: slice) -> NDArray[np.bool_]:
        """Return cells to mark as no rock: at least one in each part without a path to A or B.

        Drawings leave rock blank; the marks distinguish such parts from it. bool (rows, cols).
        """
        sides = self.maze.passages[rows]
        if self.level is None:
            return np.zeros(sides.shape, np.bool_)
        # The first cell of a part has no passage north, and none west.
        first = (sides != 0) & (sides & (Direction.N | Direction.W) == 0)
        return np.asarray(first & ~self._joined[rows])

    @cached_property
    def _joined(self) -> NDArray[np.bool_]:
        """Which cells have a path to A or B: bool (rows, cols)."""
        assert self.level is not None  # noqa: S101  it has the field
        there = self.level.field >= 0
        if not self.level.has_path:
            there |= distances(self.maze, self.level.start) >= 0
        return there

    def rock(self, top: int, end: int) -> NDArray[np.bool_]:
        """Return the cells of some rows that are solid rock: bool (end - top, cols)."""
        return self.as_rows().rock(self.maze.passages[top:end], top)

    def walls(
        self, top: int, end: int, *, in_rock: bool = False
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Return the walls around some rows of cells, with gaps at doors.

        Args:
            top: The first row; -1, above the maze, has no walls on its sides.
            end: The row after the last; ``rows + 1`` includes the lower boundary.
            in_rock: Whether there are walls between two cells of rock.

        Returns:
            bool (end - top, cols), the walls above each cell; and bool (end - top, cols + 1), those
            left of each cell, with a last column for the walls right of the last one.
        """
        first, last = max(top - 1, 0), min(end, self.maze.rows)
        # With the row above and a cell on both sides; beyond the boundary all is rock.
        frame = (first - top + 1, end - last), (1, 1)
        sides = np.pad(self.maze.passages[first:last], frame)
        rock = np.ones(sides.shape, np.bool_)
        inside = rock[first - top + 1 : last - top + 1, 1:-1]
        inside[:] = False if in_rock else self.rock(first, last)
        across = sides[:-1, 1:-1] & Direction.S.value == 0
        across &= ~(rock[:-1, 1:-1] & rock[1:, 1:-1])
        left = sides[1:, :-1] & Direction.E.value == 0
        left &= ~(rock[1:, :-1] & rock[1:, 1:])
        for (row, col), side in self.openings():
            y = row - top + (side == Direction.S)
            if not 0 <= y < end - top:
                continue
            if side in {Direction.N, Direction.S}:
                across[y, col] = False
            else:
                left[y, col + (side == Direction.E)] = False
        return across, left

    def strokes(self) -> Iterator[NDArray[np.int32]]:
        """Yield the walls as strokes, each as long as possible: first horizontal, then vertical.

        Each array has some thousand strokes, int32 (n, 4): x and y of both ends, in cells from the
        upper left corner of the boundary. Solid rock has walls where it meets a cell, none inside.
        """
        across, left = self.walls(0, self.maze.rows + 1)
        for walls, order in ((across, [1, 0, 2, 0]), (left[:-1].T, [0, 1, 0, 2])):
            strokes = runs_of(walls)[:, order]
            yield from (strokes[at : at + _STROKES] for at in range(0, len(strokes), _STROKES))

    @cached_property
    def farthest(self) -> int:
        """The longest distance to B, at least 1."""
        return 1 if self.field is None else max(int(self.field.max()), 1)

    def heat_bands(self, rows: slice) -> NDArray[np.uint8]:
        """Return the heat bands of some rows: 0 nearest to B, ``HEAT_BANDS`` without a path."""
        if self.field is None:
            return np.full(self.maze.passages[rows].shape, HEAT_BANDS, np.uint8)
        bands = self.field[rows].astype(np.int64) * HEAT_BANDS // (self.farthest + 1)
        return np.where(bands < 0, HEAT_BANDS, bands).astype(np.uint8)

    @cached_property
    def _links(self) -> list[tuple[int, NDArray[np.uint8]]]:
        """``links_of`` the path, with the number 1, and of the walk, with 2, if there are any."""
        layers = enumerate((self.path, self.walk), 1)
        shape = self.maze.shape
        return [(kind, links_of(cells, *shape)) for kind, cells in layers if cells is not None]

    def lay_links(self, target: NDArray[Any], top: int, bit: int, marks: Sequence[int]) -> None:
        """Mark in ``target`` which cells path and walk visit, or leave by one side.

        Args:
            target: One element a cell, modified in place; it may have a row below the maze.
            top: The first row.
            bit: A side, a value of ``Direction``; or ``VISITED`` for the cells themselves.
            marks: The values for the path alone, the walk alone, and both.
        """
        rows = slice(top, top + len(target))
        there = {kind: links[rows] & bit > 0 for kind, links in self._links}
        if len(there) == 2:
            there[3] = there[1] & there[2]
        for kind, cells in there.items():
            target[: len(cells)][cells] = marks[kind - 1]

    def as_rows(self) -> Rows:
        """Return the maze as bands of rows, from the top down."""
        rows, cols = self.maze.rows, self.maze.cols
        parts = (self.maze.passages[top:end] for top, end in bands(rows, cols))
        return Rows(cols, rows, parts, self.start, self.goals, self.game_id)


def check_title(title: object) -> None:
    """Raise TypeError or ValueError unless a title is True, False or one short line of text."""
    if not isinstance(title, bool | np.bool_ | str):
        raise TypeError("title is True or False, for the game ID, or the text to show")
    if isinstance(title, str):
        if len(title) > LONGEST_TITLE:
            raise ValueError(
                f"a title of {len(title):,} characters is too long: {LONGEST_TITLE} fit"
            )
        for char in title:
            if not char.isprintable():
                raise ValueError(f"a title is one line of printable text, without {char!r}")


def bands(rows: int, cols: int) -> Iterator[tuple[int, int]]:
    """Yield (first row, end) of bands of about ``BAND_CELLS`` cells, of one row at least."""
    high = max(1, BAND_CELLS // max(cols, 1))
    return ((top, min(top + high, rows)) for top in range(0, rows, high))


def usual_wall(cell: int) -> int:
    """Return the default thickness of walls for cells of a size, both in pixels."""
    return max(1, cell // 8)


def cell_of_width(width: int, cols: int, wall: int | None = None) -> int:
    """Return the largest size of a cell, in pixels, so that a picture is at most ``width`` wide."""
    cell = width // cols
    while cell > 1 and cols * cell + (wall or usual_wall(cell)) > width:
        cell -= 1
    least = (wall or 1) + 1
    if cell < least:
        raise ValueError(
            f"a picture of {cols} columns is {cols * least + least - 1:,} pixels wide at least"
        )
    return cell


def path_cells(path: ArrayLike | bool, maze: Maze) -> NDArray[np.integer[Any]]:
    """Return a path as an array of integers (n, 2); ValueError if it leaves the maze or jumps."""
    try:
        cells = np.asarray(path)
    except (ValueError, OverflowError):
        cells = np.empty(0, object)
    if cells.size == 0 and cells.dtype != object:
        return np.empty((0, 2), np.intp)
    if cells.ndim != 2 or cells.shape[1] != 2 or cells.dtype.kind not in "iu":
        raise ValueError("a path is an array of integers (n, 2), the (row, col) of its cells")
    for axis, long in enumerate((maze.rows, maze.cols)):
        outside = (cells[:, axis] < 0) | (cells[:, axis] >= long)
        if outside.any():
            row, col = cells[int(outside.argmax())].tolist()
            raise ValueError(
                f"the path's cell ({row}, {col}) lies outside the maze of {maze.cols}x{maze.rows}"
            )
    far = np.abs(np.diff(cells.astype(np.int64), axis=0)).sum(axis=1) != 1
    if far.any():
        first = int(far.argmax())
        one, other = map(tuple, cells[first : first + 2].tolist())
        raise ValueError(f"the path's cells {one} and {other} are not side by side")
    return cells


def corners_of(cells: NDArray[np.integer[Any]]) -> NDArray[np.integer[Any]]:
    """Return the first cell, the turns and the last cell of a path: (n, 2) of (row, col)."""
    if len(cells) < 3:
        return cells
    steps = np.diff(cells, axis=0)
    turns = (steps[1:] != steps[:-1]).any(axis=1)
    kept: NDArray[np.integer[Any]] = cells[np.concatenate([[True], turns, [True]])]
    return kept


def links_of(cells: NDArray[np.integer[Any]], rows: int, cols: int) -> NDArray[np.uint8]:
    """Return the sides that a path crosses in each cell, plus ``VISITED``: uint8 (rows, cols)."""
    links = np.zeros((rows, cols), np.uint8)
    for first in range(0, len(cells), BAND_CELLS):
        part = cells[first : first + BAND_CELLS + 1]
        links[part[:, 0], part[:, 1]] |= VISITED
        here, there = part[:-1], part[1:]
        down, right = (there.astype(np.int64) - here).T
        for direction in Direction:
            goes = (down == direction.delta[0]) & (right == direction.delta[1])
            links[here[goes, 0], here[goes, 1]] |= direction.value
            links[there[goes, 0], there[goes, 1]] |= direction.opposite.value
    return links


def _sides_of_doors(text: str) -> dict[str, Direction]:
    """Return the side of A's door and of B's: ``W-E`` is west and east."""
    start, dash, goal = text.upper().partition("-")
    names = Direction.__members__
    if not dash or start not in names or goal not in names:
        raise ValueError(
            f"doors={text[:40]!r}: the sides of A and of B, each N, E, S or W, such as W-E fit"
        )
    return {"A": names[start], "B": names[goal]}
