"""``Plan``, ``Seeds`` and ``Part``: what a batch generates, and the arrays of some of its mazes."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.carving.rng import hash_streams
from mazegame.engine.measures.textures import COLUMNS
from mazegame.engine.recipes.ends import parse_ends
from mazegame.engine.recipes.recipe import Recipe
from mazegame.engine.support.seed import MAX_LENGTH, clean_seed, seed_to_text
from mazegame.engine.support.validation import as_int_or_none, short_repr

MAX_MAZES: Final = 1 << 40
"""Most mazes of a batch."""

SMALL_CELLS: Final = 1 << 16
"""Most cells of a maze that is made by the loops; for larger ones kernel calls cost nothing."""

CHUNK_CELLS: Final = 1 << 17
"""Most cells of the small mazes made together: their grids fit the second-level cache."""

TEXTURE: Final = "texture_"
"""Prefix of the names of arrays with texture statistics."""


@dataclass(frozen=True)
class Plan:
    """All that determines a batch, except its seeds; see the arguments of ``batch``."""

    algorithm: str
    """Empty for levels of different designs; then each seed is a game ID, or empty."""
    cols: int
    rows: int
    options: tuple[tuple[str, str], ...]
    """The options of the recipe, including ``ends``."""
    fields: bool = False
    paths: bool = False
    textures: bool = False
    mask: str = ""
    """A custom mask as hexadecimal digits: its cells by rows, one bit each. Empty for none."""
    goal_count: int = 0
    """Number of goals of each maze; 0 if it follows from the option ``ends``."""

    @functools.cached_property
    def inside(self) -> NDArray[np.bool_] | None:
        """The custom mask, bool (rows, cols): the cells inside; None without one."""
        if not self.mask:
            return None
        bits = np.unpackbits(np.frombuffer(bytes.fromhex(self.mask), np.uint8), count=self.cells)
        return bits.view(np.bool_).reshape(self.rows, self.cols)

    def recipe(self, seed: str) -> Recipe:
        """Return the recipe of the maze with a seed; ValueError if it has none."""
        if not self.algorithm:
            if not seed:
                raise ValueError("the maze has no recipe")
            return Recipe.parse(seed)
        return Recipe(self.algorithm, self.cols, self.rows, seed, self.options)

    @functools.cached_property
    def sample(self) -> Recipe:
        """The recipe with an arbitrary seed, from which options are read."""
        return self.recipe("0")

    @functools.cached_property
    def goals(self) -> int:
        """Number of goals of each maze."""
        if self.goal_count or not self.algorithm:
            return self.goal_count
        given = parse_ends(self.sample.option("ends"))
        return 1 if given is None else len(given[1])

    @property
    def cells(self) -> int:
        """Number of cells of one maze."""
        return self.cols * self.rows

    @property
    def looped(self) -> bool:
        """Whether the loops can make it: small mazes without weights, zones, mask and ``rim``."""
        plain = self.sample.plain and self.sample.option("ends") != "rim"
        return plain and not self.mask and self.cells <= SMALL_CELLS

    @property
    def chunk(self) -> int:
        """Number of mazes made together."""
        return max(CHUNK_CELLS // self.cells, 1) if self.looped else 1

    @property
    def layout(self) -> dict[str, tuple[tuple[int, ...], type]]:
        """The arrays without paths: for each name the shape for one maze, and the dtype."""
        grid = (self.rows, self.cols)
        layout: dict[str, tuple[tuple[int, ...], type]] = {
            "passages": (grid, np.uint8),
            "dist_min": ((), np.int32),
            "starts": ((2,), np.int32),
            "goals": ((self.goals, 2), np.int32),
        }
        if self.fields:
            layout["fields"] = grid, np.int32
        if self.textures:
            layout |= {TEXTURE + name: ((), dtype) for name, dtype in COLUMNS.items()}
        return layout

    def empty_part(self, count: int) -> Part:
        """Return a part with uninitialized arrays, without paths, whose lengths are unknown."""
        layout = self.layout.items()
        return Part({name: np.empty((count, *shape), dtype) for name, (shape, dtype) in layout})

    @property
    def bytes_per_maze(self) -> int:
        """Bytes of the result for each maze."""
        shapes = self.layout.values()
        size = sum(math.prod(shape) * np.dtype(dtype).itemsize for shape, dtype in shapes)
        # A shortest path is seldom longer than a third of the cells.
        return size + (8 * (self.cells // 3 + 2) if self.paths else 0)


@dataclass(frozen=True)
class Seeds:
    """Seed texts in order, in a form that is small to send to another process."""

    prefix: str
    """The text before each number; empty if the caller chose the texts."""
    items: range | tuple[str, ...]
    """The numbers, or the texts."""

    def __len__(self) -> int:
        return len(self.items)

    def __getitem__(self, index: int, /) -> str:
        return f"{self.prefix}{self.items[index]}"

    def __iter__(self) -> Iterator[str]:
        return (f"{self.prefix}{item}" for item in self.items)

    def streams(self, purpose: str) -> NDArray[np.uint64]:
        """Return the state of the random stream of each seed: see ``hash_streams``."""
        return hash_streams(self.prefix, self.items, purpose)

    def part(self, first: int, count: int) -> Seeds:
        """Return ``count`` consecutive seeds."""
        return Seeds(self.prefix, self.items[first : first + count])

    def picked(self, indices: Iterable[int]) -> Seeds:
        """Return the seeds at some indices."""
        return Seeds("", tuple(self[index] for index in indices))


def read_seeds(given: object, name: object, algorithm: str, cols: int, rows: int) -> Seeds:
    """Read the ``seeds`` of a batch: a number, or texts and integers in any iterable but text.

    Given a number, that many are derived: they begin with the name, the algorithm and the size, so
    that sets that differ in any of them have no seed in common.
    """
    count = None if isinstance(given, bool) else as_int_or_none(given)
    if count is not None:
        if not 0 <= count <= MAX_MAZES:
            raise ValueError(f"seeds must be 0 to {MAX_MAZES:,} mazes, not {short_repr(count)}")
        return Seeds(_prefix(name, algorithm, cols, rows, count), range(count))
    if isinstance(given, (str, bytes)) or not hasattr(given, "__iter__"):
        raise TypeError(
            f"seeds must be a number of mazes or a list of seeds, not {short_repr(given)}: "
            "a single seed is a list of one"
        )
    texts = []
    for index, seed in enumerate(given):
        try:
            texts.append(clean_seed(seed_to_text(seed)))
        except (TypeError, ValueError) as error:
            raise type(error)(f"seeds[{index}]: {error}") from None
    return Seeds("", tuple(texts))


def _prefix(name: object, algorithm: str, cols: int, rows: int, count: int) -> str:
    try:
        words = clean_seed(name)  # type: ignore[arg-type]
    except (TypeError, ValueError) as error:
        raise type(error)(str(error).replace("the seed", "the name of the batch")) from None
    prefix = f"{words}.{algorithm}.{cols}x{rows}."
    room = MAX_LENGTH - len(prefix) - len(str(max(count - 1, 0)))
    if room < 0:
        raise ValueError(
            f"the name of the batch {short_repr(words)} is too long: with the algorithm, the size "
            f"and a number behind it at most {len(words) + room} characters fit"
        )
    return prefix


@dataclass
class Part:
    """Some consecutive mazes of a batch."""

    arrays: dict[str, NDArray[Any]]
    """The arrays of ``Plan.layout``, with a row for each maze."""
    path_cells: NDArray[np.int32] | None = None
    """int32 (m, 2): the shortest paths of all mazes, one after the other; None without paths."""

    def __len__(self) -> int:
        return len(self.arrays["dist_min"])

    def path_ends(self) -> NDArray[np.int64]:
        """Return the index after the last cell of each path: int64 (n,)."""
        return np.cumsum(self.arrays["dist_min"] + 1, dtype=np.int64)

    def cut(self, first: int, stop: int) -> Part:
        """Return views of some consecutive mazes."""
        cells = self.path_cells
        if cells is not None:
            ends = np.append(self.path_ends(), 0)  # so that -1 is the beginning
            cells = cells[ends[first - 1] : ends[stop - 1]]
        return Part({name: of[first:stop] for name, of in self.arrays.items()}, cells)

    def picked(self, indices: NDArray[np.intp]) -> Part:
        """Return copies of the mazes at some indices."""
        cells = self.path_cells
        if cells is not None:
            ends = self.path_ends()
            begins = ends - self.arrays["dist_min"] - 1
            paths = [cells[begins[i] : ends[i]] for i in indices]
            cells = np.concatenate([cells[:0], *paths])
        return Part({name: of[indices] for name, of in self.arrays.items()}, cells)
