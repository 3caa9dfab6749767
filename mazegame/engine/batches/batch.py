"""Batch: many mazes of one size and design, in arrays.

What lives here: what ``batch`` returns. What does not: making it (``part_making.py``).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.batches.batch_file import KINDS, read_file, write_file
from mazegame.engine.batches.part import TEXTURE, Part, Plan, Seeds
from mazegame.engine.level import Level
from mazegame.engine.measures.textures import COLUMNS
from mazegame.engine.model.maze import Maze
from mazegame.engine.recipes.recipe import Recipe
from mazegame.engine.support.validation import as_int_or_none, short_repr


class Batch:
    """Many mazes of one size and design. ``batch[i]`` is one of them, as a ``Level``.

    Attributes:
        algorithm: The algorithm's name.
        cols: Columns of cells.
        rows: Rows of cells.
        options: The options that differ from their defaults, as in game IDs.
        passages: uint8 (n, rows, cols): the open sides of each cell, N=1, E=2, S=4, W=8.
        starts: int32 (n, 2): A of each, as (row, col).
        goals: int32 (n, g, 2): the goals of each; g is 1 unless ``ends`` names several.
        dist_min: int32 (n,): the passages on a shortest path from A to the nearest goal.

    Examples:
        >>> from mazegame.engine import batch
        >>> mazes = batch("wilson", 15, 15, 100)
        >>> mazes.passages.shape, int(mazes.dist_min.min()) >= 28
        ((100, 15, 15), True)
        >>> str(mazes.recipe(7))
        'wilson:15x15:batch.wilson.15x15.7'
    """

    def __init__(self, plan: Plan, seeds: Seeds, part: Part) -> None:
        """Put a result together; ``batch`` does so."""
        self._plan = plan
        self._seeds = seeds
        self._part = part
        self._path_ends = part.path_ends()
        self.algorithm = plan.algorithm
        self.cols = plan.cols
        self.rows = plan.rows
        self.options = dict(plan.options)
        self.passages: NDArray[np.uint8] = part.arrays["passages"]
        self.starts: NDArray[np.int32] = part.arrays["starts"]
        self.goals: NDArray[np.int32] = part.arrays["goals"]
        self.dist_min: NDArray[np.int32] = part.arrays["dist_min"]

    @property
    def fields(self) -> NDArray[np.int32]:
        """int32 (n, rows, cols): the distance of every cell to the nearest goal.

        Without ``fields=True``: ValueError.
        """
        if not self._plan.fields:
            raise ValueError("the batch has no fields: fields=True asks for them")
        return self._part.arrays["fields"]

    @property
    def textures(self) -> dict[str, NDArray[Any]]:
        """The numbers of ``Texture`` by their names, each an array (n,).

        ``expected_steps`` is -1 in a maze with loops. Without ``textures=True``: ValueError.
        """
        if not self._plan.textures:
            raise ValueError("the batch has no textures: textures=True asks for them")
        return {name: self._part.arrays[TEXTURE + name] for name in COLUMNS}

    def path(self, index: int) -> NDArray[np.int32]:
        """Return a shortest path, int32 (dist_min + 1, 2): (row, col) from A to the goal.

        Complexity: constant time and memory: it is a view.

        Args:
            index: Which maze.

        Raises:
            ValueError: If the batch was made without ``paths=True``.
            IndexError: If there is no such maze.

        Examples:
            >>> from mazegame.engine import batch
            >>> mazes = batch("wilson", 6, 4, 3, paths=True)
            >>> len(mazes.path(2)) - 1 == int(mazes.dist_min[2])
            True
        """
        index = self._index(index)
        cells, ends = self._part.path_cells, self._path_ends
        if cells is None:
            raise ValueError("the batch has no paths: paths=True asks for them")
        return cells[ends[index - 1] if index else 0 : ends[index]]

    def seed(self, index: int) -> str:
        """Return the seed text of a maze. Complexity: constant time and memory.

        Examples:
            >>> from mazegame.engine import batch
            >>> batch("wilson", 6, 4, 3).seed(2)
            'batch.wilson.6x4.2'
        """
        return self._seeds[self._index(index)]

    def recipe(self, index: int) -> Recipe:
        """Return the recipe of a maze: ``generate`` makes its bytes. Complexity: some microseconds.

        Raises:
            ValueError: If the batch has a custom mask, which no recipe holds.

        Examples:
            >>> from mazegame.engine import batch
            >>> batch("wilson", 6, 4, ["kite-7"]).recipe(0)
            Recipe('wilson:6x4:kite-7')
        """
        if self._plan.mask:
            raise ValueError("the batch has a custom mask, which no recipe holds")
        return self._plan.recipe(self.seed(index))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write everything into a file, whole or not at all; ``load`` reads it.

        Complexity: time in proportion to the mazes' cells; memory for one array at a time.

        Args:
            path: Its name ends with ``.npz`` (NumPy's, without pickles), or with ``.parquet``, for
                which pyarrow is needed.

        Raises:
            ValueError: If it ends with something else.
            OSError: If it cannot be written.
            MissingLibraryError: If pyarrow is needed and not there.

        Examples:
            >>> import tempfile
            >>> from mazegame.engine import batch
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     batch("wilson", 6, 4, 3).save(f"{folder}/mazes.npz")
            ...     Batch.load(f"{folder}/mazes.npz")
            <Batch of 3: wilson:6x4>
        """
        file = Path(path)
        if file.suffix[1:] not in KINDS:
            kinds = " or ".join(f".{kind}" for kind in KINDS)
            raise ValueError(
                f"the name of a batch's file ends with {kinds}, not {short_repr(file.name)}"
            )
        write_file(file, self._plan, self._seeds, self._part)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Batch:
        """Read a file that ``save``, ``batch(..., out=folder)`` or ``mazegame batch`` has written.

        Complexity: time and memory in proportion to the mazes' cells.

        Args:
            path: Its name, which ends with ``.npz`` or ``.parquet``.

        Raises:
            OSError: If it cannot be read.
            DamagedBatchError: If it is no such file, or not a whole one.
            MissingLibraryError: If pyarrow is needed and not there.

        Examples:
            >>> import tempfile
            >>> from mazegame.engine import batch
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     shards = batch("wilson", 6, 4, 3, out=folder)
            ...     Batch.load(shards.files[0])
            <Batch of 3: wilson:6x4>
        """
        return cls(*read_file(path))

    def __len__(self) -> int:
        return len(self._part)

    @overload
    def __getitem__(self, index: int) -> Level: ...
    @overload
    def __getitem__(self, index: slice) -> Batch: ...
    def __getitem__(self, index: int | slice) -> Level | Batch:
        if isinstance(index, slice):
            first, stop, step = index.indices(len(self))
            if step != 1:
                raise ValueError("a batch can be cut only into mazes that follow each other")
            stop = max(stop, first)
            seeds = self._seeds.part(first, stop - first)
            return Batch(self._plan, seeds, self._part.cut(first, stop))
        at = self._index(index)
        maze = Maze(self.passages[at])
        (row, col), goals = self.starts[at].tolist(), self.goals[at].tolist()
        ends = (row, col), tuple((r, c) for r, c in goals)
        if self._plan.mask:
            return Level(maze, *ends, name=f"{self.algorithm} in a mask, {self.seed(at)}")
        return Level(maze, *ends, self.recipe(at))

    def __iter__(self) -> Iterator[Level]:
        return (self[i] for i in range(len(self)))

    def __repr__(self) -> str:
        design = str(self._plan.sample).rpartition(":")[0]  # all but the seed
        return f"<Batch of {len(self)}: {design}>"

    def _index(self, given: int) -> int:
        index = as_int_or_none(given)
        if index is None:
            raise TypeError(f"a maze of a batch has a whole number, not {short_repr(given)}")
        if not -len(self) <= index < len(self):
            raise IndexError(f"the batch has {len(self)} mazes, none with the number {index}")
        return index % len(self)
