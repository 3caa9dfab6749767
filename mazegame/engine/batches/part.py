"""What a batch makes, and some of its mazes: ``Plan`` and ``Part``.

What lives here: the two, and putting parts together. What does not: making a part (``making.py``),
what callers see of it (``result.py``).
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mazegame.engine.batches.measures import TEXTURE_COLUMNS
from mazegame.engine.ends import parse_ends
from mazegame.engine.recipe import Recipe

if TYPE_CHECKING:
    from numpy.typing import NDArray

SMALL_CELLS: Final = 1 << 16
"""Mazes of more cells are made one by one: calling a kernel for each costs nothing there."""

CHUNK_CELLS: Final = 1 << 17
"""Most cells of the small mazes made together: their grids fit the second-level cache."""


@dataclass(frozen=True)
class Plan:
    """Everything that decides a batch but its seeds."""

    algorithm: str
    cols: int
    rows: int
    options: tuple[tuple[str, str], ...]
    """The recipe's, the ends included."""
    fields: bool = False
    """Whether the distances of all cells are wanted."""
    paths: bool = False
    """Whether a shortest path is wanted."""
    textures: bool = False
    """Whether the statistics are wanted."""

    def recipe(self, seed: str) -> Recipe:
        """Return the recipe of the maze with a seed."""
        return Recipe(self.algorithm, self.cols, self.rows, seed, self.options)

    @functools.cached_property
    def sample(self) -> Recipe:
        """The recipe of some maze, to ask for options."""
        return self.recipe("0")

    @property
    def cells(self) -> int:
        """The cells of one maze."""
        return self.cols * self.rows

    @property
    def looped(self) -> bool:
        """Whether the loops can make it: small mazes without weights, zones and mask."""
        return self.sample.plain and self.cells <= SMALL_CELLS

    @functools.cached_property
    def goals(self) -> int:
        """Number of goals of each maze."""
        given = parse_ends(self.sample.option("ends"))
        return 1 if given is None else len(given[1])

    @property
    def chunk(self) -> int:
        """Number of mazes made together."""
        return max(CHUNK_CELLS // self.cells, 1) if self.looped else 1

    @property
    def bytes_per_maze(self) -> int:
        """Bytes of the result for each maze."""
        size = self.cells + 4 * (3 + 2 * self.goals)
        size += 4 * self.cells if self.fields else 0
        # A shortest path is seldom longer than a third of the cells.
        size += 8 * (self.cells // 3 + 2) if self.paths else 0
        return size + (8 * len(TEXTURE_COLUMNS) if self.textures else 0)


@dataclass
class Part:
    """Some mazes of a batch that follow each other; the arrays are those of ``Batch``."""

    passages: NDArray[np.uint8]
    starts: NDArray[np.int32]
    goals: NDArray[np.int32]
    dist_min: NDArray[np.int32]
    fields: NDArray[np.int32] | None = None
    path_cells: NDArray[np.int32] | None = None
    path_ends: NDArray[np.int64] | None = None
    textures: dict[str, NDArray[Any]] | None = None

    def __len__(self) -> int:
        return len(self.dist_min)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel with two bits for each cell in place of eight."""
        rest = (self.starts, self.goals, self.dist_min, self.fields)
        more = (self.path_cells, self.path_ends, self.textures)
        return _unpacked, (_packed(self.passages), self.passages.shape, *rest, *more)


def _packed(passages: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Pack the east and the south sides into bits: the others are the neighbours'."""
    return np.packbits(np.stack((passages & 2, passages & 4)) != 0)


def _unpacked(packed: NDArray[np.uint8], shape: tuple[int, int, int], *rest: Any) -> Part:
    count = int(np.prod(shape))
    east, south = np.unpackbits(packed, count=2 * count).reshape(2, *shape)
    passages = (east << 1 | south << 2).astype(np.uint8)
    passages[:, :, 1:] |= east[:, :, :-1] << 3
    passages[:, 1:] |= south[:, :-1]
    return Part(passages, *rest)


def empty_part(plan: Plan, count: int) -> Part:
    """Lay out the arrays of mazes, without the paths, whose lengths are not known yet."""
    shape = (count, plan.rows, plan.cols)
    return Part(
        passages=np.empty(shape, np.uint8),
        starts=np.empty((count, 2), np.int32),
        goals=np.empty((count, plan.goals, 2), np.int32),
        dist_min=np.empty(count, np.int32),
        fields=np.empty(shape, np.int32) if plan.fields else None,
        path_cells=np.empty((0, 2), np.int32) if plan.paths else None,
        path_ends=np.empty(0, np.int64) if plan.paths else None,
        textures=(
            {name: np.empty(count, dtype) for name, dtype in TEXTURE_COLUMNS.items()}
            if plan.textures
            else None
        ),
    )


def view_of(part: Part, first: int, count: int) -> Part:
    """Return some mazes of a part as views of its memory; they have no paths yet."""
    places = slice(first, first + count)
    return Part(
        passages=part.passages[places],
        starts=part.starts[places],
        goals=part.goals[places],
        dist_min=part.dist_min[places],
        fields=None if part.fields is None else part.fields[places],
        path_cells=None if part.path_cells is None else np.empty((0, 2), np.int32),
        path_ends=None if part.path_ends is None else np.empty(0, np.int64),
        textures=(
            None
            if part.textures is None
            else {name: column[places] for name, column in part.textures.items()}
        ),
    )


def put_part(
    part: Part,
    first: int,
    made: Part,
    paths: list[tuple[NDArray[np.int32], NDArray[np.int64]]],
) -> None:
    """Copy a part into a larger one; its paths are appended to a list, see ``join_paths``."""
    places = slice(first, first + len(made))
    part.passages[places] = made.passages
    part.starts[places] = made.starts
    part.goals[places] = made.goals
    part.dist_min[places] = made.dist_min
    if part.fields is not None and made.fields is not None:
        part.fields[places] = made.fields
    if part.textures is not None and made.textures is not None:
        for name, column in part.textures.items():
            column[places] = made.textures[name]
    if made.path_cells is not None and made.path_ends is not None:
        paths.append((made.path_cells, made.path_ends))


def join_paths(part: Part, paths: list[tuple[NDArray[np.int32], NDArray[np.int64]]]) -> None:
    """Put the paths of all parts, in their order, behind each other."""
    if part.path_cells is None or not paths:
        return
    part.path_cells = np.concatenate([cells for cells, _ in paths])
    before = np.cumsum([0, *(len(cells) for cells, _ in paths)])
    part.path_ends = np.concatenate(
        [ends + begin for (_, ends), begin in zip(paths, before[:-1], strict=True)]
    )
