"""``trace``: the steps of a generator, event by event, to watch it at work."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Final, Unpack, overload

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.carving.braiding import BRAID_PASSES, open_dead_ends
from mazegame.engine.carving.carving_grid import UNVISITED
from mazegame.engine.carving.carving_rules import CarvingRules
from mazegame.engine.carving.emitting import events_of, new_log
from mazegame.engine.carving.text import Text
from mazegame.engine.errors import RecipeError
from mazegame.engine.generation import task_of
from mazegame.engine.generators import ALGORITHMS, Algorithm
from mazegame.engine.model.maze import Maze
from mazegame.engine.recipes.memory_figures import check_memory
from mazegame.engine.recipes.recipe import Recipe
from mazegame.engine.recipes.request import LevelOptions, read_request
from mazegame.engine.steps.event_log import Event, EventLog
from mazegame.engine.steps.frame import Frame
from mazegame.engine.support.progress import Progress, ProgressToken, run_with_progress

MAX_TRACE_CELLS: Final = 1 << 22
"""Largest maze that can be traced, in cells: 2048x2048."""

MAX_TRACE_EVENTS: Final = 1 << 25
"""Longest trace, in events. While it is recorded an event takes 18 bytes, then 10."""

_SPARE_EVENTS: Final = 1000
"""Number of events, beyond the expected ones, for which a log has room."""


class Trace(Sequence[Event]):
    """How a maze is generated: a sequence of events.

    Attributes:
        recipe: The recipe of the maze, without the maps that no recipe holds.
        text: The text of the algorithm that was recorded.
        log: The events as arrays.
        first: uint8 (rows, cols): the open sides before the first event: none, or all if the
            algorithm builds walls.
    """

    __slots__ = ("_frame", "_rules", "first", "log", "recipe", "text")

    def __init__(
        self,
        recipe: Recipe,
        log: EventLog,
        first: NDArray[np.uint8],
        rules: CarvingRules | None = None,
    ) -> None:
        """Make a trace from what was recorded.

        Args:
            recipe: The recipe of the maze.
            log: The events.
            first: uint8, flat, with a border: the open sides before the first event.
            rules: The maps that no recipe holds; None without them.
        """
        self.recipe = recipe
        self.log = log
        self._rules = rules
        self.text = text = ALGORITHMS[recipe.algorithm].text_for(task_of(recipe, rules))
        self._frame = Frame(log, first, walks_leave_marks=text.walks_leave_marks)
        self.first = self._frame.passages.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what was recorded; the text comes with the algorithm."""
        first = np.pad(self.first, 1).reshape(-1)
        algorithm = ALGORITHMS[self.recipe.algorithm]
        return _unpickled, (algorithm, self.recipe, self.log, first, self._rules)

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


def _unpickled(_: Algorithm, *recorded: Any) -> Trace:
    """Return a trace, whose algorithm this process knows once it is unpickled."""
    return Trace(*recorded)


def text_of(recipe: Recipe) -> Text:
    """Return the text that carves a recipe's maze."""
    return ALGORITHMS[recipe.algorithm].text_for(task_of(recipe))


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

    The text of the algorithm itself runs, made so that it records what it does, so the trace shows
    what really happens. After the last event the maze is that of ``generate``, byte for byte.

    Complexity: some nanoseconds and 10 bytes for each event once compiled, microseconds before; two
    to five events for each cell with most algorithms. Arguments are those of ``generate``.

    Returns:
        The events. An algorithm that carves has exactly cells - 1 events ``EventKind.CARVE``; one
        that builds walls has exactly (cols - 1)(rows - 1) events ``EventKind.WALL``. Braiding adds
        events ``EventKind.BRAID``.

    Raises:
        RecipeError: If the maze has more than 4,194,304 cells, or takes more than 33,554,432
            events, or something of it is invalid.
        CancelledError: If ``progress`` cancels it.

    Examples:
        >>> from mazegame.engine import EventKind, trace
        >>> steps = trace("wilson", 5, 4, "kite-7")
        >>> sum(event.kind == EventKind.CARVE for event in steps)
        19
    """
    asked, rules = read_request(recipe, cols, rows, seed, dict(options))
    return trace_recipe(asked, rules=rules, progress=progress)


def trace_recipe(
    recipe: Recipe,
    *,
    rules: CarvingRules | None = None,
    max_cells: int = MAX_TRACE_CELLS,
    max_events: int = MAX_TRACE_EVENTS,
    progress: Progress | None = None,
) -> Trace:
    """Return a trace, as ``trace`` does, within other limits; ``rules`` may have custom maps."""
    cells = recipe.cols * recipe.rows
    if cells > max_cells:
        raise _too_large(recipe, f"{max_cells:,} cells", max_cells, max_events)
    if _expected_events(recipe, cells) > 4 * max_events:  # hopeless
        raise _too_large(recipe, f"{max_events:,} events", max_cells, max_events)
    stages = 1 + (BRAID_PASSES if recipe.option("braid") != "0" else 0)
    return run_with_progress(
        lambda token: _record(recipe, rules, token, max_events), progress, cells, stages
    )


def largest_traceable(
    recipe: Recipe, max_cells: int = MAX_TRACE_CELLS, max_events: int = MAX_TRACE_EVENTS
) -> tuple[int, int]:
    """Return the largest (cols, rows) with a recipe's proportions that can be traced."""
    cols, rows = recipe.cols, recipe.rows
    while cols * rows > max_cells or _expected_events(recipe, cols * rows) > max_events:
        share = min(0.95, math.sqrt(max_cells / (cols * rows)))
        cols, rows = max(int(cols * share), 1), max(int(rows * share), 1)
    return cols, rows


def _expected_events(recipe: Recipe, cells: int) -> float:
    """Return an estimate of the number of events of a trace, rounded up generously."""
    each = ALGORITHMS[recipe.algorithm].events_per_cell
    return cells * (each(cells) if callable(each) else each)


def _too_large(recipe: Recipe, most: str, max_cells: int, max_events: int) -> RecipeError:
    size = f"{recipe.cols}x{recipe.rows}"
    largest = "{}x{}".format(*largest_traceable(recipe, max_cells, max_events))
    fits = f"; {largest} fits" if largest != size else ""
    return RecipeError("size", f"{size} is too large to trace: at most {most}{fits}")


def _record(
    recipe: Recipe, rules: CarvingRules | None, token: ProgressToken, max_events: int
) -> Trace:
    task = task_of(recipe, rules)
    text = ALGORITHMS[recipe.algorithm].text_for(task)
    likely = min(_expected_events(recipe, task.cells), max_events)
    check_memory(recipe, besides=18 * likely / (recipe.cols * recipe.rows))
    token.stage(recipe.cols * recipe.rows)
    room = min(max_events, int(2 * likely) + _SPARE_EVENTS)
    while True:
        grid = text.lay_out(task, recipe.seed, token)
        first = np.where(grid.flat & UNVISITED, 0, grid.flat & 15).astype(np.uint8)
        log = new_log(room)
        text.carve(grid, task, log)
        token.check()
        if log[0] <= room or log[0] > max_events:
            break
        room = int(log[0])  # a walk was longer than expected: again, with room for all of it
    if log[0] <= room and text.complete is not None:
        log = text.complete(log, task)
    if log[0] > max_events:
        raise _too_large(recipe, f"{max_events:,} events", MAX_TRACE_CELLS, max_events)
    events = events_of(log)
    if share := int(recipe.option("braid")):
        braids = new_log(grid.flat.size)
        open_dead_ends(grid.flat, grid.stride, share / 100, recipe.seed, token, braids)
        events = np.concatenate((events, events_of(braids)))
    return Trace(recipe, EventLog(events, recipe.cols), first, rules)
