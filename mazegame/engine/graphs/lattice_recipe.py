"""Game IDs of mazes on other cells than squares: ``wilson:20x12:cells=hexagonal:kite-7``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.errors import RecipeError, blaming
from mazegame.engine.generators.algorithm import whole_number
from mazegame.engine.graphs import shapes
from mazegame.engine.graphs.cell_lattice import Lattice, lattice_bytes
from mazegame.engine.graphs.growing import TEXTS
from mazegame.engine.graphs.lattice_maze import (
    BYTES_PER_SIDE,
    LOOPS_BYTES_PER_SIDE,
    LatticeMaze,
    braid,
    check_algorithm,
    distances,
    shortest_path,
    spanning_tree,
)
from mazegame.engine.recipes.cost import Cost
from mazegame.engine.recipes.recipe import find_algorithm, parse_size, shorten
from mazegame.engine.support.progress import Progress
from mazegame.engine.support.seed import clean_seed, seed_to_text
from mazegame.engine.support.validation import check_count

CELLS: Final = tuple(kind for kind in shapes.KINDS if kind != "square")
"""The shapes of cells in game IDs; ``storeys`` is followed by a number."""

_LEVELS: Final = 3
"""Default number of storeys."""

_FORM: Final = "wilson:20x12:cells=hexagonal:kite-7"


@dataclass(frozen=True, repr=False)
class LatticeRecipe:
    """All that determines a maze of cells other than squares. Equal recipes give equal mazes.

    Raises:
        RecipeError: From the constructor, if a part is invalid.
    """

    algorithm: str
    """Name of the algorithm."""
    cols: int
    """Columns of cells, of each storey; in rings the cells of the innermost one."""
    rows: int
    """Rows of cells, of each storey; rings."""
    cells: str
    """One of ``hexagonal``, ``triangular``, ``polar``, ``storeys.N``, ``torus``, ``cylinder``."""
    seed: str
    """The seed text."""
    braid: str = "0"
    """Percent of the dead ends that are opened."""
    ends: str = "corners"
    """Places of A and B: ``corners``, which the lattice chooses, or ``farthest``."""

    def __post_init__(self) -> None:
        find_algorithm(self.algorithm)
        check_algorithm(self.algorithm)
        with blaming("option"):
            cells = canonical_cells(self.cells)
            try:
                share = whole_number(0, 100)(str(self.braid))
            except ValueError as error:
                raise ValueError(
                    f"braid must be {error}, not {shorten(self.braid, quote=False)}"
                ) from None
            if self.ends not in {"corners", "farthest"}:
                given = shorten(self.ends, quote=False)
                raise ValueError(f"ends must be corners or farthest on {cells} cells, not {given}")
        with blaming("seed"):
            seed = clean_seed(seed_to_text(self.seed))
        with blaming("size"):
            for name in ("cols", "rows"):
                self.__dict__[name] = check_count(name, getattr(self, name))
            shapes.check_size(*self._shape(cells))
        self.__dict__.update(cells=cells, seed=seed, braid=share)

    def _shape(self, cells: str) -> tuple[str, int, int, int]:
        kind, _, levels = cells.partition(".")
        return kind, self.cols, self.rows, int(levels or 1)

    @classmethod
    def parse(cls, game_id: str) -> LatticeRecipe:
        """Return the recipe of a game ID. Complexity: some microseconds.

        Raises:
            RecipeError: With the part that is invalid and what fits.

        Examples:
            >>> LatticeRecipe.parse("wilson:20x12:cells=hexagonal:kite-7").rows
            12
        """
        parts = game_id.strip().split(":")
        if len(parts) != 4:
            raise RecipeError(
                "form", f"the game ID {shorten(game_id)} has no option cells: {_FORM} has"
            )
        find_algorithm(parts[0])
        cols, rows = parse_size(parts[1])
        given: dict[str, str] = {}
        with blaming("option"):
            for item in parts[2].split(","):
                key, _, value = item.partition("=")
                if key not in {"cells", "braid", "ends"}:
                    raise ValueError(
                        f"a maze on other cells than squares has no option {shorten(key)}: it "
                        "takes cells, braid, ends"
                    )
                if key in given:
                    raise ValueError(f"the option {key} is given twice")
                given[key] = value
            if "cells" not in given:
                raise ValueError(f"the option cells is missing: {_FORM} has it")
        return cls(parts[0], cols, rows, seed=parts[3], **given)

    @property
    def cost(self) -> Cost:
        """What making the level takes, as ``Recipe.cost`` says it: cells, bytes and steps.

        Examples:
            >>> LatticeRecipe.parse("wilson:20x12:cells=hexagonal:kite-7").cost.cells
            240
        """
        cells, sides = shapes.count_cells(*self._shape(self.cells))
        walk = TEXTS[self.algorithm].walk
        steps = cells * sides if walk is None else walk(cells, self._length())
        peak = lattice_bytes(cells, sides) + cells * sides * BYTES_PER_SIDE
        if self.braid != "0":
            peak = max(peak, cells * sides * LOOPS_BYTES_PER_SIDE)
        return Cost(cells, peak, round(steps))

    def _length(self) -> int:
        """Return an estimate of the largest distance of two cells without walls, in steps."""
        kind, cols, rows, levels = self._shape(self.cells)
        return 2 * rows if kind == "polar" else cols + rows + levels

    def lattice(self) -> Lattice:
        """Return its lattice.

        Time in proportion to the cells, and 26 bytes of memory for each side of one.

        Examples:
            >>> LatticeRecipe.parse("wilson:20x12:cells=storeys.2:kite-7").lattice()
            <Lattice storeys 20x12 of 2 levels, 480 cells>
        """
        with blaming("size"):
            return Lattice._of(*self._shape(self.cells))

    def __repr__(self) -> str:
        return f"LatticeRecipe({str(self)!r})"

    def __str__(self) -> str:
        """Return the game ID."""
        options = f"cells={self.cells}"
        options += f",braid={self.braid}" if self.braid != "0" else ""
        options += f",ends={self.ends}" if self.ends != "corners" else ""
        return f"{self.algorithm}:{self.cols}x{self.rows}:{options}:{self.seed}"


def canonical_cells(text: str) -> str:
    """Return the canonical spelling of a value of ``cells``; ValueError says what fits."""
    kind, dot, levels = text.partition(".")
    *most, last = (f"{name}.{_LEVELS}" if name == "storeys" else name for name in CELLS)
    fits = f"{', '.join(most)} or {last}"
    if kind == "square":
        raise ValueError("square cells are those of a game ID without cells=")
    if kind not in CELLS or (dot and kind != "storeys"):
        raise ValueError(f"cells must be {fits}, not {shorten(text, quote=False)}")
    if kind != "storeys":
        return kind
    if dot and not re.fullmatch("[1-9][0-9]{0,2}", levels):
        given = shorten(text, quote=False)
        raise ValueError(f"cells must be storeys.2 to storeys.999, not {given}")
    return f"storeys.{levels or _LEVELS}"


@dataclass(frozen=True, eq=False)
class LatticeLevel:
    """A maze on a lattice with its A and B."""

    maze: LatticeMaze
    start: int
    """A."""
    goal: int
    """B."""
    recipe: LatticeRecipe | None = None
    """Its recipe; None if it was not made from one."""

    @classmethod
    def of(cls, recipe: LatticeRecipe | str, *, progress: Progress | None = None) -> LatticeLevel:
        """Make the maze of a recipe or a game ID, and place A and B.

        Complexity: that of ``spanning_tree``, time and memory; ``progress`` as there.

        Raises:
            RecipeError: If a part of the recipe does not fit.

        Examples:
            >>> LatticeLevel.of("wilson:20x12:cells=hexagonal:kite-7").dist_min
            49
        """
        if isinstance(recipe, str):
            recipe = LatticeRecipe.parse(recipe)
        lattice = recipe.lattice()
        maze: LatticeMaze = spanning_tree(lattice, recipe.algorithm, recipe.seed, progress=progress)
        if recipe.braid != "0":
            maze = braid(maze, int(recipe.braid), recipe.seed)
        start, goal = lattice.start, lattice.goal
        if recipe.ends == "farthest":
            start = int(distances(maze, start).argmax())
            goal = int(distances(maze, start).argmax())
        return cls(maze, start, goal, recipe)

    @cached_property
    def path(self) -> NDArray[np.int32]:
        """int32 (dist_min + 1,): the cells of a shortest path from A to B."""
        return shortest_path(self.maze, self.start, self.goal)

    @cached_property
    def field(self) -> NDArray[np.int32]:
        """int32 (cells,): the distance of every cell to B."""
        return distances(self.maze, self.goal)

    @property
    def dist_min(self) -> int:
        """Passages of a shortest path."""
        return len(self.path) - 1
