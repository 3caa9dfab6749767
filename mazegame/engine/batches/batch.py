"""``Batch``: many mazes of one size and design, in arrays. ``batch`` returns it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

from mazegame.engine.batches.batch_file import KINDS, read_file, write_file
from mazegame.engine.batches.part import TEXTURE, Part, Plan, Seeds
from mazegame.engine.level import Level
from mazegame.engine.measures.textures import COLUMNS
from mazegame.engine.model.maze import Maze
from mazegame.engine.recipes.recipe import Recipe
from mazegame.engine.support.validation import as_int_or_none, short_repr


class Batch:
    """Many mazes of one size. ``batch[i]`` is one of them, as a ``Level``.

    ``batch[2:5]`` is a batch of views; ``batch[[4, 0, 4]]``, ``batch[::2]`` and ``batch[mask]``,
    where ``mask`` is bool (n,), are batches of copies. ``np.asarray(batch)`` are the passages.
    Batches are equal if their mazes, ends, seeds and designs are.

    Attributes:
        algorithm: The algorithm's name; empty if the mazes do not have one design.
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

    @classmethod
    def from_levels(cls, levels: Iterable[Level]) -> Batch:
        """Put levels of one size into a batch, with their fields.

        Complexity: time in proportion to the cells, and five bytes for each.

        Args:
            levels: Levels with the same columns, rows and number of goals. They may be of different
                algorithms, or read from files.

        Raises:
            TypeError: If something is no level.
            ValueError: If there is none, or their sizes or numbers of goals differ.

        Examples:
            >>> from mazegame.engine import Batch, Level
            >>> mazes = Batch.from_levels([Level.of("prim:6x4:a"), Level.of("wilson:6x4:b")])
            >>> mazes, mazes.fields.shape, mazes.recipe(1)
            (<Batch of 2: 6x4>, (2, 4, 6), Recipe('wilson:6x4:b'))
        """
        given = list(levels)
        for index, level in enumerate(given):
            if not isinstance(level, Level):
                raise TypeError(f"levels[{index}] is {short_repr(level)}, not a Level")
        if not given:
            raise ValueError("a batch of levels takes one level at least")
        first = given[0]
        for index, level in enumerate(given):
            if level.maze.shape != first.maze.shape:
                raise ValueError(
                    f"levels[{index}] is {level.cols}x{level.rows}, and levels[0] is "
                    f"{first.cols}x{first.rows}: a batch has one size"
                )
            if len(level.goals) != len(first.goals):
                raise ValueError(
                    f"levels[{index}] has {len(level.goals)} goals, and levels[0] has "
                    f"{len(first.goals)}: the levels of a batch have the same number"
                )
        plan, seeds = _design_of(given)
        part = plan.empty_part(len(given))
        for index, level in enumerate(given):
            part.arrays["passages"][index] = level.maze.passages
            part.arrays["dist_min"][index] = level.field[level.start]
            part.arrays["starts"][index] = level.start
            part.arrays["goals"][index] = np.reshape(level.goals, (-1, 2))
            part.arrays["fields"][index] = level.field
        return cls(plan, seeds, part)

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
        """Return the seed text of a maze, "" without a recipe. Complexity: some microseconds.

        Examples:
            >>> from mazegame.engine import batch
            >>> batch("wilson", 6, 4, 3).seed(2)
            'batch.wilson.6x4.2'
        """
        seed = self._seeds[self._index(index)]
        return Recipe.parse(seed).seed if seed and not self.algorithm else seed

    def recipe(self, index: int) -> Recipe:
        """Return the recipe of a maze: ``generate`` makes its bytes. Complexity: some microseconds.

        Raises:
            ValueError: If no recipe makes it: the batch has a custom mask, or the level had none.

        Examples:
            >>> from mazegame.engine import batch
            >>> batch("wilson", 6, 4, ["kite-7"]).recipe(0)
            Recipe('wilson:6x4:kite-7')
        """
        if self._plan.mask:
            raise ValueError("the batch has a custom mask, which no recipe holds")
        return self._plan.recipe(self._seeds[self._index(index)])

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
    def __getitem__(self, index: slice | Sequence[int] | NDArray[Any]) -> Batch: ...
    def __getitem__(self, index: int | slice | Sequence[int] | NDArray[Any]) -> Level | Batch:
        if isinstance(index, slice):
            first, stop, step = index.indices(len(self))
            if step != 1:
                return self._picked(np.arange(first, stop, step))
            stop = max(stop, first)
            seeds = self._seeds.part(first, stop - first)
            return Batch(self._plan, seeds, self._part.cut(first, stop))
        if isinstance(index, list | tuple) or (isinstance(index, np.ndarray) and index.ndim):
            return self._picked(self._indices(index))
        at = self._index(index)
        maze = Maze(self.passages[at])
        (row, col), goals = self.starts[at].tolist(), self.goals[at].tolist()
        ends = (row, col), tuple((r, c) for r, c in goals)
        if not self._seeds[at]:
            return Level(maze, *ends)
        if self._plan.mask:
            return Level(maze, *ends, name=f"{self.algorithm} in a mask, {self.seed(at)}")
        return Level(maze, *ends, self.recipe(at))

    def __iter__(self) -> Iterator[Level]:
        return (self[i] for i in range(len(self)))

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        """Return the passages for ``np.asarray(batch)``: copied only on request."""
        return np.array(self.passages, dtype=dtype, copy=copy)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Batch):
            return NotImplemented
        mine, its = self._part.arrays, other._part.arrays
        return (
            self._plan == other._plan
            and list(self._seeds) == list(other._seeds)
            and all(np.array_equal(mine[name], its[name]) for name in mine)
        )

    __hash__ = None  # type: ignore[assignment]  # its arrays can be written to

    def __repr__(self) -> str:
        if not self.algorithm:
            return f"<Batch of {len(self)}: {self.cols}x{self.rows}>"
        design = str(self._plan.sample).rpartition(":")[0]  # all but the seed
        return f"<Batch of {len(self)}: {design}>"

    def _picked(self, indices: NDArray[np.intp]) -> Batch:
        return Batch(self._plan, self._seeds.picked(indices), self._part.picked(indices))

    def _indices(self, given: Sequence[int] | NDArray[Any]) -> NDArray[np.intp]:
        """Return the numbers of the mazes that an index array or a mask picks."""
        array = np.asarray(given)
        if array.dtype == np.bool_:
            if array.shape != (len(self),):
                raise IndexError(
                    f"a mask for the batch has the shape ({len(self)},), not {array.shape}"
                )
            return np.flatnonzero(array)
        if array.ndim != 1 or (array.size and array.dtype.kind not in "iu"):
            raise TypeError(f"mazes are picked by whole numbers or a mask, not {short_repr(given)}")
        return np.array([self._index(index) for index in array.tolist()], np.intp)

    def _index(self, given: object) -> int:
        index = as_int_or_none(given)
        if index is None:
            raise TypeError(f"a maze of a batch has a whole number, not {short_repr(given)}")
        if not -len(self) <= index < len(self):
            raise IndexError(f"the batch has {len(self)} mazes, none with the number {index}")
        return index % len(self)


def _design_of(levels: Sequence[Level]) -> tuple[Plan, Seeds]:
    """Return the plan of levels of one size, and their seeds: game IDs if their designs differ."""
    first, recipes = levels[0], [level.recipe for level in levels]
    size, goals = (first.cols, first.rows), len(first.goals)
    designs = {None if recipe is None else (recipe.algorithm, recipe.options) for recipe in recipes}
    (design, *others) = designs
    if others or design is None:
        ids = tuple("" if recipe is None else str(recipe) for recipe in recipes)
        return Plan("", *size, (), fields=True, goal_count=goals), Seeds("", ids)
    algorithm, options = design
    plan = Plan(algorithm, *size, options, fields=True)
    if plan.goals != goals:
        plan = replace(plan, goal_count=goals)
    seeds = tuple(recipe.seed for recipe in recipes if recipe is not None)
    return plan, Seeds("", seeds)
