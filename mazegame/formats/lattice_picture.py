"""``LatticePicture``, the input of writers of lattice mazes: maze, ends, layers, lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any, Final, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mazegame.engine.graphs import LatticeLevel, LatticeMaze, distances
from mazegame.engine.support.validation import as_numeric_array
from mazegame.formats.picture import HEAT_BANDS, check_title

Points = NDArray[np.float64]
"""Shape (..., 2): x and y, in units of cells."""

LONGEST: Final = 1000
"""Default length of the longer side of a picture, in pixels."""

CELL: Final = 28
"""Largest default distance of two neighbours, in pixels."""

_ROOM: Final = {"triangular": 0.2887}
"""Distance from a cell's middle to its nearest side, by kind, unless it is about half a cell."""

TAKES: Final = frozenset({"path", "heat", "title", "cell", "wall", "width", "theme"})
"""The layers and options that the writers of pictures support."""

WRITERS: Final = {
    "svg": (".pictures.lattice_svg", TAKES | {"tree"}),
    "png": (".pictures.lattice_png", TAKES),
    "unicode": (".text.lattice_text:BOXES", frozenset({"path", "heat", "title"})),
    "ascii": (".text.lattice_text:ASCII", frozenset({"path", "heat", "title"})),
}
"""For each format, its module or ``MODULE:OBJECT``, and the layers and options it supports."""


@dataclass(frozen=True, eq=False)
class LatticePicture:
    """A maze on a lattice with layers and drawing options. Create one with ``of``."""

    maze: LatticeMaze
    start: int | None = None
    goal: int | None = None
    name: str = ""
    """The game ID; empty if it has none."""
    path: NDArray[np.int32] | None = None
    heat: bool = False
    title: bool | str = False
    cell: float = CELL
    """Pixels between two neighbours."""
    wall: float = 3
    """Pixels across a wall."""
    width: int | None = None
    """Most pixels across the picture."""
    theme: str = ""
    tree: bool = False
    """Whether to draw the tree beside the maze."""

    @classmethod
    def of(cls, level: LatticeLevel | LatticeMaze, **layers: Any) -> LatticePicture:
        """Return a picture of a level, or of a maze alone, which has no ends.

        Args:
            level: The level or the maze.
            layers: ``path``, True or cells; ``heat``, ``title``, ``cell``, ``wall``, ``width``,
                ``theme`` and ``tree`` as for mazes of square cells.

        Raises:
            ValueError: If a path does not follow passages, or a layer needs a level.
        """
        maze = level if isinstance(level, LatticeMaze) else level.maze
        facts = {
            name: value
            for name, value in layers.items()
            if value is not None and value is not False
        }
        check_title(facts.get("title", False))
        path, width = facts.pop("path", None), facts.get("width")
        if isinstance(level, LatticeLevel):
            facts |= {"start": level.start, "goal": level.goal, "name": str(level.recipe or "")}
        elif path is True or facts.get("heat"):
            raise ValueError("a path and heat need A and B: a LatticeLevel has them")
        if path is not None:
            facts["path"] = level.path if path is True else _checked_path(maze, path)  # type: ignore[union-attr]
        wide, high = _extent(maze)
        if width is not None:
            facts["cell"] = width / (wide + 1)
        elif "cell" not in facts:
            usual = CELL * (1.6 if maze.lattice.kind == "triangular" else 1)
            facts["cell"] = max(min(usual, LONGEST / (max(wide, high) + 1)), 4)
        facts.setdefault("wall", max(min(round(facts["cell"] / 9), 3), 1))
        return cls(maze, **facts)

    @property
    def caption(self) -> str:
        """The given title, or else the game ID."""
        return self.title if isinstance(self.title, str) else self.name

    @property
    def extent(self) -> tuple[float, float]:
        """Width and height of all cells, in cells."""
        return _extent(self.maze)

    @cached_property
    def origin(self) -> Points:
        """The top left corner of all cells."""
        lattice = self.maze.lattice
        if lattice.polygons is None:
            return cast("Points", lattice.positions.min(axis=0) - 0.5)
        return cast("Points", lattice.polygons.min(axis=(0, 1)))

    @cached_property
    def bands(self) -> NDArray[np.int64]:
        """int64 (cells,): the band of each cell's distance to B, -1 where no path leads to B."""
        assert self.goal is not None  # noqa: S101  ``of`` refuses heat without it
        field = distances(self.maze, self.goal).astype(np.int64)
        return np.where(field < 0, -1, field * HEAT_BANDS // (int(field.max()) + 1))

    def walls(self) -> Iterator[Points]:
        """Yield all walls once, as arrays (walls, points, 2), grouped by their number of points."""
        lattice = self.maze.lattice
        polygons, places = lattice.polygons, lattice.geometry.sides
        if polygons is None or places is None:
            return
        places = np.broadcast_to(places, (*lattice.neighbours.shape, 2))
        cell, side = np.nonzero(~self.maze.passages & (places[..., 0] >= 0))
        first, last = places[cell, side].T.astype(np.int64)
        ends = np.round(polygons[cell[:, None], np.stack((first, last), axis=1)], 6)
        turned = (ends[:, 0, 0] > ends[:, 1, 0]) | (
            (ends[:, 0, 0] == ends[:, 1, 0]) & (ends[:, 0, 1] > ends[:, 1, 1])
        )
        ends[turned] = ends[turned, ::-1]
        _, once = np.unique(ends.reshape(-1, 4), axis=0, return_index=True)
        for length in np.unique(last[once] - first[once]).tolist():
            those = once[last[once] - first[once] == length]
            corners = first[those, None] + np.arange(length + 1)
            yield polygons[cell[those, None], corners]

    def corridors(self) -> Points:
        """Return the passages of a graph as lines between its cells: (passages, 2, 2)."""
        return self.maze.lattice.positions[self.maze.edges]

    def lines_of(self, cells: NDArray[np.int32]) -> list[Points]:
        """Return a path as lines through the middles of cells and of the sides between them.

        It is cut in two where it leaves the picture on one side and returns on the other, and at
        stairs.
        """
        positions = self.maze.lattice.positions
        pieces: list[list[Points]] = [[positions[cells[0]]]]
        for one, other in zip(cells[:-1].tolist(), cells[1:].tolist(), strict=True):
            out, back = self.middle_of(one, other), self.middle_of(other, one)
            if out is not None:
                pieces[-1].append(out)
            if out is None or back is None or not np.allclose(out, back):
                pieces.append([] if back is None else [back])
            pieces[-1].append(positions[other])
        return [np.array(piece) for piece in pieces]

    def middle_of(self, cell: int, there: int) -> Points | None:
        """Return the middle of the side of ``cell`` towards ``there``; None for stairs."""
        lattice = self.maze.lattice
        places = lattice.geometry.sides
        if lattice.polygons is None or places is None:
            return cast("Points", lattice.positions[[cell, there]].mean(axis=0))
        side = int(np.flatnonzero(lattice.neighbours[cell] == there)[0])
        first, last = places[cell if len(places) > 1 else 0, side].tolist()
        if first < 0:
            return None
        corners = lattice.polygons[cell]
        whole = (last - first) % 2 == 0
        middle = corners[(first + last) // 2] if whole else corners[[first, last]].mean(axis=0)
        return cast("Points", middle)

    def stairs(self) -> Iterator[tuple[int, bool]]:
        """Yield (cell, whether they lead up) for all open stairs."""
        if self.maze.lattice.kind == "storeys":
            for up, side in ((True, 4), (False, 5)):
                for cell in np.flatnonzero(self.maze.passages[:, side]).tolist():
                    yield cell, up

    def room_in(self, cell: int) -> float:
        """Return the distance from the middle of a cell to its nearest side, in cells."""
        return _ROOM.get(self.maze.lattice.kind, 0.45) if cell or not self._is_round else 0.9

    @property
    def _is_round(self) -> bool:
        return self.maze.lattice.kind == "polar"

    def letters(self) -> list[tuple[int, str]]:
        """Return the marked cells with their letters."""
        marked = [(self.start, "A"), (self.goal, "B")]
        return [(cell, letter) for cell, letter in marked if cell is not None]


def _extent(maze: LatticeMaze) -> tuple[float, float]:
    lattice = maze.lattice
    points, more = lattice.polygons, 0
    if points is None:
        points, more = lattice.positions[:, None], 1
    wide, high = (points.max(axis=(0, 1)) - points.min(axis=(0, 1)) + more).tolist()
    return wide, high


def _checked_path(maze: LatticeMaze, path: ArrayLike) -> NDArray[np.int32]:
    cells = as_numeric_array(path, "path").astype(np.int32)
    pairs = {tuple(edge) for edge in maze.edges.tolist()}
    for one, other in zip(cells[:-1].tolist(), cells[1:].tolist(), strict=True):
        if (min(one, other), max(one, other)) not in pairs:
            raise ValueError(f"no passage leads from cell {one} to cell {other} of the path")
    return cells


def check_layers(form: str, layers: Mapping[str, Any]) -> None:
    """Raise ValueError if a format cannot draw lattices, or not with these layers and options."""
    if form not in WRITERS:
        raise ValueError(
            f"mazes of other cells than squares are written as {', '.join(WRITERS)}, not as {form}"
        )
    for name, value in sorted(layers.items()):
        if value is not None and value is not False and name not in WRITERS[form][1]:
            others = [other for other, (_, takes) in WRITERS.items() if name in takes]
            raise ValueError(
                f"the format {form} takes no {name} on other cells than squares: "
                f"{', '.join(others) or 'none does'}"
            )


def write(picture: LatticePicture, form: str) -> Iterator[bytes]:
    """Yield the bytes of a picture in one of ``WRITERS``."""
    module, _, name = WRITERS[form][0].partition(":")
    found = import_module(module, __package__)
    writer = getattr(found, name) if name else found
    return cast("Iterator[bytes]", writer.write(picture))
