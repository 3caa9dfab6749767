"""``Text``: the template of an algorithm's kernel, which makes, caches and calls its variants.

An algorithm is a function that makes its kernel from what differs between variants: see
``generators/recursive_backtracker.py``. Numba compiles each variant on its own, when it is used
first; what does nothing costs nothing. Every kernel takes the same arguments, of which ``jit.py``
describes ``grid``, ``log``, ``rng`` and ``token``; besides them:

* ``scratch``: what the text works on, a tuple that ``Text.scratch`` lays out. A kernel expects
  nothing of its contents, unless it says so.
* ``rules``: ``steps`` and ``sides`` (``direction_tables``), columns and rows of cells, how many of
  them to carve, the index of the cell in their middle, and what the draws by weight read.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.carving.carving_grid import UNVISITED, CarvingGrid, direction_tables
from mazegame.engine.carving.carving_rules import CarvingTask
from mazegame.engine.carving.draws import Draw, Tables
from mazegame.engine.carving.emitting import NO_LOG, record, silent
from mazegame.engine.kernels.instructions import Span
from mazegame.engine.kernels.jit import CANCEL, DONE, PLAIN_COST, Kernel, device, u64
from mazegame.engine.steps.telling import Telling
from mazegame.engine.support.progress import ProgressToken

Scratch: TypeAlias = tuple[Any, ...]
"""What a text works on: arrays and integers."""

Rules: TypeAlias = tuple[Any, ...]
"""What a text carves by: see above."""

Log: TypeAlias = "NDArray[np.uint64]"

Carve: TypeAlias = "Callable[..., None]"
"""A kernel's function, with the arguments above."""

Call: TypeAlias = "Callable[[Text, CarvingGrid, CarvingTask, Log | None], None]"


@dataclass(frozen=True, eq=False)
class Text:
    """One text of an algorithm."""

    make: Callable[..., Carve]
    """``make(*draws, emit)``: makes the kernel's function."""
    draw: Draw
    """What it draws with."""
    scratch: Callable[[CarvingTask], Scratch] = lambda _: ()
    """``scratch(task)``: lays out what it works on, of the same types for all tasks. Memory that is
    not written costs nothing."""
    work: Callable[[CarvingTask], float] = lambda task: task.cols * task.rows
    """``work(task)``: how many elements it touches, about: of a walk its expected steps."""
    cost: float = PLAIN_COST
    """What an element takes in plain Python, in microseconds."""
    fill: int = UNVISITED
    """Initial byte of every cell."""
    writes_all: bool = False
    """Whether it writes every cell, and the border left and right, before it reads it; then the
    grid needs no initial values."""
    call: Call | None = None
    """``call(text, grid, task, log)``: carves one grid by ``Text.run``, called as it needs; None if
    one call does."""
    complete: Callable[[Log, CarvingTask], Log] | None = None
    """``complete(log, task)``: adds to a log what the kernel does not know."""
    walks_leave_marks: bool = False
    """Whether its walks store the side by which they leave a cell: see ``Frame``."""
    story: tuple[str | tuple[str, ...], ...] = ()
    """Its story for the lab: some lines, and with a line the events that it tells of, for example
    ``("open north", "carve N")``."""
    telling: Telling = Telling()  # noqa: RUF009  it is frozen
    """What else the lab tells of it."""

    @property
    def builds_walls(self) -> bool:
        """Whether it builds walls in an open floor."""
        return bool(self.fill & 15)

    @property
    def takes_weights(self) -> bool:
        """Whether it draws by weight if there are weights."""
        return self.draw.tables is not None

    def variant(
        self, *, weighted: bool = False, recorded: bool = False, looped: bool = False
    ) -> Kernel:
        """Return the kernel of a variant, the same one every time.

        It draws by weight, records what it does, and carves one grid after another (``_looped``).
        """
        return _variant(self, weighted, recorded, looped)

    def rules(self, task: CarvingTask, rows: int | None = None) -> Rules:
        """Return the argument ``rules`` of the kernel, for fewer rows than the task's if given."""
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
        """Return the grid to carve; not ``blank``, it gets no bytes that the text writes anyway."""
        blank = blank or not self.writes_all
        token = token or ProgressToken()
        grid = CarvingGrid(task.cols, task.rows, seed, self.fill, token, blank=blank)
        if task.rules is not None and task.rules.mask is not None:
            grid.cells[~task.rules.mask] = 0
        return grid

    def carve(self, grid: CarvingGrid, task: CarvingTask, log: Log | None = None) -> None:
        """Carve a grid, in place, and record the events if there is a log."""
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
        """Call the kernel, with other scratch, random numbers or fewer rows if these are given."""
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
