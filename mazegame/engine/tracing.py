"""Traces: the steps of a generator, event by event, to watch it at work.

What lives here: ``trace``, and the ``Trace`` that it returns. What does not: the events
(``events.py``), how they are recorded (``recording/``), and the state after the first k events
(``frame.py``).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, Unpack, overload

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.braiding import BRAID_PASSES, open_dead_ends
from mazegame.engine.errors import RecipeError
from mazegame.engine.events import Event, EventLog
from mazegame.engine.frame import Frame, WalkMarks
from mazegame.engine.generation import carve, prepare, rules_of
from mazegame.engine.maze import Maze
from mazegame.engine.progress import Progress, ProgressToken, run_with_progress
from mazegame.engine.recipe import Recipe
from mazegame.engine.recording import RECORDERS, BraidRecorder, TooManyEventsError
from mazegame.engine.request import LevelOptions, read_request

MAX_TRACE_CELLS: Final = 1 << 18
"""Largest maze that can be traced, in cells: a trace runs the kernel in plain Python."""

MAX_TRACE_EVENTS: Final = 1 << 23
"""Longest trace, in events of 10 bytes; random walks in smaller mazes may need that many."""

_SAFE_EVENTS_PER_CELL: Final = 8
"""Upper bound of the events per cell, for all algorithms but a random walk over the whole grid."""


class Trace(Sequence[Event]):
    """How a maze is generated: a sequence of events.

    Attributes:
        recipe: The recipe of the maze.
        log: The events as arrays.
        first: uint8 (rows, cols): the open sides before the first event: none, or all if the
            algorithm builds walls.
    """

    __slots__ = ("_frame", "first", "log", "recipe")

    def __init__(self, recipe: Recipe, log: EventLog, first: NDArray[np.uint8]) -> None:
        """Make a trace from what was recorded.

        Args:
            recipe: The recipe of the maze.
            log: The events.
            first: uint8, flat, with border: the open sides before the first event.
        """
        self.recipe = recipe
        self.log = log
        self._frame = Frame(log, first, marks_of(recipe))
        self.first = self._frame.passages.copy()

    def __repr__(self) -> str:
        return f"<Trace {self.recipe}, {len(self)} events>"

    def __len__(self) -> int:
        return len(self.log)

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        return self.log[index]

    def __iter__(self) -> Iterator[Event]:
        return iter(self.log)

    def frame(self) -> Frame:
        """Return a new frame at position 0, which can move to any position in the trace.

        Complexity: time and memory in proportion to the cells.

        Examples:
            >>> frame = trace("wilson:5x4:kite-7").frame()
            >>> changed = frame.seek(10)
            >>> frame.position
            10
        """
        return self._frame.fork()

    def maze_at(self, position: int) -> Maze:
        """Return the maze after the first events.

        Cells that have not been visited have no passage.

        Complexity: the time of replaying from the nearest key frame, of which there is one every
        few thousand events; memory in proportion to the cells.

        Args:
            position: Number of events, 0 to the length of the trace.

        Raises:
            IndexError: If the trace has fewer events.

        Examples:
            >>> steps = trace("wilson:5x4:kite-7")
            >>> steps.maze_at(0), steps.maze_at(len(steps))
            (<Maze 5x4, 0 passages>, <Maze 5x4, 19 passages>)
        """
        self._frame.seek(position)
        return Maze.from_grid(self._frame.bordered.copy())


def marks_of(recipe: Recipe) -> WalkMarks:
    """Return which events of a recipe's trace remove the marks of walks."""
    if recipe.algorithm != "wilson":
        return WalkMarks.NONE
    return WalkMarks.POSTS if recipe.option("build") == "walls" else WalkMarks.CELLS


@overload
def trace(recipe: Recipe, /, *, progress: Progress | None = None) -> Trace: ...
@overload
def trace(
    recipe: str,
    cols: int | None = None,
    rows: int | None = None,
    seed: str | int | None = None,
    *,
    progress: Progress | None = None,
    **options: Unpack[LevelOptions],
) -> Trace: ...
def trace(
    recipe: Recipe | str,
    cols: int | None = None,
    rows: int | None = None,
    seed: str | int | None = None,
    *,
    progress: Progress | None = None,
    **options: Unpack[LevelOptions],
) -> Trace:
    """Return the steps by which a recipe's maze is carved, and braided if it is.

    The kernels themselves run, in plain Python over recording buffers, so the trace shows what
    really happens. After the last event the maze is that of ``generate``, byte for byte.

    Complexity: some microseconds and 10 bytes for each event, of which most algorithms have about
    two for each cell.

    Args:
        recipe: A ``Recipe`` or a game ID; or the name of an algorithm or a preset with the
            arguments that follow, as for ``generate``.
        cols: Columns of cells.
        rows: Rows of cells.
        seed: The seed, text or an integer; drawn at random if None.
        progress: See ``generate``.
        options: As for ``generate``, but for maps of your own, which a recipe cannot hold.

    Returns:
        The events. An algorithm that carves has exactly cells - 1 events ``EventKind.CARVE``; one
        that builds walls has exactly (cols - 1)(rows - 1) events ``EventKind.WALL``. Braiding adds
        events ``EventKind.BRAID``.

    Raises:
        RecipeError: If the maze has more than 262,144 cells, or takes more than 8,388,608 events,
            or something of it is invalid.
        CancelledError: If ``progress`` cancels it.

    Examples:
        >>> from mazegame.engine import EventKind, trace
        >>> steps = trace("wilson", 5, 4, "kite-7")
        >>> sum(event.kind == EventKind.CARVE for event in steps)
        19
    """
    recipe, rules = read_request(recipe, cols, rows, seed, dict(options))
    if rules is not None:
        raise RecipeError("option", "a trace holds its recipe: zones and mask must be names")
    return trace_recipe(recipe, progress=progress)


def trace_recipe(
    recipe: Recipe, *, max_events: int = MAX_TRACE_EVENTS, progress: Progress | None = None
) -> Trace:
    """Return the steps by which a recipe's maze is carved: see ``trace``.

    Args:
        recipe: The recipe.
        max_events: The most events that are recorded.
        progress: See ``generate``.

    Raises:
        RecipeError: If the maze has more than 262,144 cells, or takes more than ``max_events``.
        CancelledError: If ``progress`` cancels it.
    """
    cells = recipe.cols * recipe.rows
    if cells > MAX_TRACE_CELLS:
        raise _too_large(recipe, f"at most {MAX_TRACE_CELLS:,} cells", max_events)
    stages = 1 + (BRAID_PASSES if recipe.option("braid") != "0" else 0)
    return run_with_progress(
        lambda token: _record(recipe, token, max_events), progress, cells, stages
    )


def largest_traceable(recipe: Recipe, max_events: int = MAX_TRACE_EVENTS) -> tuple[int, int]:
    """Return the largest (cols, rows) with a recipe's proportions that can be traced."""
    cols, rows = recipe.cols, recipe.rows
    while cols * rows > MAX_TRACE_CELLS or _expected_events(recipe, cols * rows) > max_events:
        share = min(0.95, math.sqrt(MAX_TRACE_CELLS / (cols * rows)))
        cols, rows = max(int(cols * share), 1), max(int(rows * share), 1)
    return cols, rows


def _expected_events(recipe: Recipe, cells: int) -> float:
    """Return an estimate of the number of events of a trace, rather too high than too low."""
    if recipe.algorithm == "aldous-broder":  # the cover time of a square grid, and a third more
        return 1.7 * cells * math.log(max(cells, 2)) ** 2
    return _SAFE_EVENTS_PER_CELL * cells


def _too_large(recipe: Recipe, limit: str, max_events: int) -> RecipeError:
    cols, rows = largest_traceable(recipe, max_events)
    fits = f"; {cols}x{rows} fits" if (cols, rows) != (recipe.cols, recipe.rows) else ""
    return RecipeError("size", f"{recipe.cols}x{recipe.rows} is too large to trace: {limit}{fits}")


def _record(recipe: Recipe, token: ProgressToken, max_events: int) -> Trace:
    token.stage(recipe.cols * recipe.rows)
    rules = rules_of(recipe)
    grid = prepare(recipe, token, rules=rules)
    recorder = RECORDERS[recipe.algorithm](grid.flat, grid.stride, max_events)
    grid.buffer = recorder
    try:
        carve(recipe, grid, rules)
    except TooManyEventsError:
        raise _too_large(recipe, f"at most {max_events:,} events", max_events) from None
    token.check()
    recorder.finish()
    share = int(recipe.option("braid"))
    if share:
        braiding = BraidRecorder(grid.flat, grid.stride, MAX_TRACE_EVENTS)
        open_dead_ends(grid.flat, braiding, grid.stride, share / 100, recipe.seed, token)
        recorder.events += braiding.events
    return Trace(recipe, EventLog(recorder.events, recipe.cols), recorder.first)
