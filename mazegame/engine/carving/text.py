"""``Text``: the template of an algorithm's kernel, which makes, caches and calls its variants.

An algorithm is a function that takes the parts in which variants differ, and returns its kernel:
see ``generators/recursive_backtracker.py``. Numba compiles each variant separately at its first
use, and removes parts that do nothing. Every kernel takes the same arguments. ``jit.py`` describes
``grid``, ``log``, ``rng`` and ``token``; the others are:

* ``scratch``: the work arrays, a tuple from ``Text.scratch``. Their contents are undefined unless
  the algorithm says otherwise.
* ``rules``: ``steps`` and ``sides`` (``direction_tables``), columns and rows of cells, the number
  of cells to carve, the index of the cell in their middle, and the tables for draws by weight.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import InitVar, dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.carving.carving_grid import UNVISITED, CarvingGrid, direction_tables
from mazegame.engine.carving.carving_rules import CarvingTask
from mazegame.engine.carving.draws import Draw, Tables
from mazegame.engine.carving.emitting import NO_LOG, record, silent
from mazegame.engine.kernels.instructions import Span
from mazegame.engine.kernels.jit import CANCEL, DONE, PLAIN_COST, Kernel, device, u64
from mazegame.engine.steps.presentation import Presentation
from mazegame.engine.support.deprecation import warn_renamed
from mazegame.engine.support.progress import ProgressToken

Scratch: TypeAlias = tuple[Any, ...]
"""The work arrays and integers of a kernel."""

Rules: TypeAlias = tuple[Any, ...]
"""The argument ``rules`` of a kernel: see above."""

Log: TypeAlias = "NDArray[np.uint64]"

Carve: TypeAlias = "Callable[..., None]"
"""A kernel's function, with the arguments above."""

Call: TypeAlias = "Callable[[Text, CarvingGrid, CarvingTask, Log | None], None]"


@dataclass(frozen=True, eq=False)
class Text:
    """The template of a kernel. An algorithm has one, or chooses one for each task."""

    make: Callable[..., Carve]
    """``make(*draws, emit)`` returns the kernel's function."""
    draw: Draw
    """The functions with which it chooses among sides."""
    scratch: Callable[[CarvingTask], Scratch] = lambda _: ()
    """``scratch(task)`` returns the work arrays, with the same types for all tasks. Memory that is
    never written costs nothing."""
    work: Callable[[CarvingTask], float] = lambda task: task.cols * task.rows
    """``work(task)`` estimates the number of elements it touches; for a walk its expected steps."""
    cost: float = PLAIN_COST
    """Time for an element in plain Python, in microseconds."""
    fill: int = UNVISITED
    """Initial byte of every cell."""
    writes_all: bool = False
    """Whether it writes every cell, and the left and right border, before it reads them; then the
    grid needs no initial values."""
    call: Call | None = None
    """``call(text, grid, task, log)`` carves one grid by several calls of ``Text.run``; None if one
    call is enough."""
    complete: Callable[[Log, CarvingTask], Log] | None = None
    """``complete(log, task)`` returns the log with events that the kernel cannot record."""
    walks_leave_marks: bool = False
    """Whether its walks store, in each cell, the side by which they left it: see ``Frame``."""
    story: tuple[str | tuple[str, ...], ...] = ()
    """The algorithm as a few lines for the lab. A line may name the events that highlight it, for
    example ``("open north", "carve N")``."""
    presentation: Presentation = Presentation()  # noqa: RUF009  it is frozen
    """The texts and options with which the lab shows its events."""

    telling: InitVar[Presentation | None] = None
    """Deprecated: the old name of ``presentation``."""

    def __post_init__(self, telling: Presentation | None) -> None:
        if telling is not None:
            warn_renamed("telling", "presentation", stacklevel=4)
            object.__setattr__(self, "presentation", telling)

    @property
    def builds_walls(self) -> bool:
        """Whether it builds walls on an open floor, and does not carve."""
        return bool(self.fill & 15)

    @property
    def takes_weights(self) -> bool:
        """Whether it has a variant that draws by weight."""
        return self.draw.tables is not None

    def variant(
        self, *, weighted: bool = False, recorded: bool = False, looped: bool = False
    ) -> Kernel:
        """Return the kernel of a variant; equal arguments return the same object.

        Args:
            weighted: Whether it draws by weight.
            recorded: Whether it records its events.
            looped: Whether it carves one grid after another (``_looped``).
        """
        return _variant(self, weighted, recorded, looped)

    def rules(self, task: CarvingTask, rows: int | None = None) -> Rules:
        """Return the kernel's argument ``rules``; ``rows`` may be fewer than the task's."""
        weights: Tables = ()
        if task.rules is not None and self.draw.tables is not None:
            weights = self.draw.tables(task, task.rules)
        rows = task.rows if rows is None else rows
        return *direction_tables(task.stride), task.cols, rows, task.cells, task.root, weights

    def lay_out(
        self,
        task: CarvingTask,
        seed: str,
        token: ProgressToken | None = None,
        *,
        blank: bool = True,
    ) -> CarvingGrid:
        """Return the grid to carve; unless ``blank``, bytes that the kernel sets are undefined."""
        blank = blank or not self.writes_all
        token = token or ProgressToken()
        grid = CarvingGrid(task.cols, task.rows, seed, self.fill, token, blank=blank)
        if task.rules is not None and task.rules.mask is not None:
            grid.cells[~task.rules.mask] = 0
        return grid

    def carve(self, grid: CarvingGrid, task: CarvingTask, log: Log | None = None) -> None:
        """Carve a grid in place, and record the events if there is a log."""
        (self.call or Text.run)(self, grid, task, log)

    def run(
        self,
        grid: CarvingGrid,
        task: CarvingTask,
        log: Log | None,
        scratch: Scratch | None = None,
        rng: NDArray[np.uint64] | None = None,
        rows: int | None = None,
    ) -> None:
        """Call the kernel once; ``scratch``, ``rng``, ``rows`` replace those of task and grid."""
        weighted = task.rules is not None and self.takes_weights
        self.variant(weighted=weighted, recorded=log is not None)(
            grid.flat, self.scratch(task) if scratch is None else scratch, self.rules(task, rows),
            NO_LOG if log is None else log, grid.rng if rng is None else rng,
            grid.progress, work=self.work(task) if rows is None else grid.cols * rows,
        )  # fmt: skip


@functools.cache
def _variant(text: Text, weighted: bool, recorded: bool, looped: bool) -> Kernel:
    """Make a variant; the compile cache knows it by the names of its parts."""
    draws = text.draw.by_weight if weighted else text.draw.even
    parts = (*draws, record if recorded else silent)
    carve = text.make(*parts)
    carve.__qualname__ = ".".join([text.make.__name__, *(part.__name__ for part in parts)])
    return Kernel(_looped(device(carve)) if looped else carve, text.cost)


def _looped(carve: Carve) -> Carve:
    def carve_grids(
        grids: Span,
        blank: Span,
        scratch: Scratch,
        rules: Rules,
        log: Span,
        rngs: Span,
        token: Span,
        idle: Span,
    ) -> None:
        """Carve grid after grid.

        ``grids`` (uint8 (n * size,)) are the bordered grids, one after the other; ``blank`` (uint8
        (size,)) is how each begins, ``rngs`` (uint64 (4 * n,)) has the random stream of each. The
        token counts the cells of all; ``idle`` are unused progress words.
        """
        size, cells, four = u64(len(blank)), rules[4], u64(4)
        for i in range(len(rngs) // 4):
            first, stream = u64(i) * size, u64(i) * four
            grid = grids[first : first + size]
            for j in range(len(blank)):
                grid[j] = blank[j]
            rng = rngs[stream : stream + four]
            carve(grid, scratch, rules, log, rng, idle)
            token[DONE] += cells
            if token[CANCEL] != 0:
                return

    carve_grids.__module__ = carve.__module__
    carve_grids.__qualname__ = f"{carve.__qualname__}.loop"
    return carve_grids
