"""``Show``: the base class of recordings with a position, a scene and texts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mazegame.drawing import Ink, Scene
    from mazegame.engine import Cell, Event, EventKind
    from mazegame.engine.steps.event_log import EventLog
    from mazegame.lab.stories import Story

Indices: TypeAlias = "NDArray[np.integer[Any]]"
"""Cells of the flat grid with its border."""

MANY_CELLS: Final = 64
"""Most changed cells that are reported one by one."""


@dataclass(frozen=True)
class Count:
    """A counter."""

    label: str
    value: int
    whole: int | None = None
    """Its value at the end, if known."""

    @property
    def text(self) -> str:
        """The displayed number."""
        return f"{self.value:,}" if self.whole is None else f"{self.value:,} of {self.whole:,}"


@dataclass(frozen=True)
class PendingCells:
    """The cells of a queue or a stack, in the order in which they are taken."""

    name: str
    """``queue`` or ``stack``."""
    size: int
    """The number of cells."""
    cells: Sequence[Cell]
    """The cells in the order in which they are taken; of very many only both ends."""
    notes: Sequence[str]
    """A note on each cell, for example its distance."""
    taken: Cell | None
    """The cell that was just taken out; None for none."""
    fresh: int
    """The number of cells that were just put in."""
    fresh_first: bool
    """Whether these are the first of the list, as in a stack, and not the last."""


class Show(ABC):
    """A recording at one of its steps.

    Attributes:
        title: Its displayed name.
        log: Its events.
        scene: The picture; ``seek`` changes it.
        story: The algorithm in a few lines.
    """

    position = 0
    """The present step; 0 is the start."""
    facts: tuple[str, ...]
    """Sentences on how the algorithm works and what comes of it."""
    legend: Sequence[tuple[Ink, str]]
    """The inks that fill cells at some step, and what each means."""

    def __init__(self, log: EventLog, scene: Scene, title: str, story: Story) -> None:
        self.log = log
        self.scene = scene
        self.title = title
        self.story = story
        size = (scene.shape[0] + 2) * log.stride
        # What is drawn over the maze, see ``Scene``: uint8, with a border of one cell.
        self._paint_layer, self._signs = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
        scene.paint, scene.signs = self._inside(self._paint_layer), self._inside(self._signs)
        self._moves = np.array([0, -log.stride, 1, 0, log.stride, 0, 0, 0, -1])
        self._spots: list[tuple[Indices, Ink]] = []

    @property
    def length(self) -> int:
        """The number of its steps."""
        return len(self.log)

    @property
    def event(self) -> Event | None:
        """The event of the last step; None at the start."""
        return self.log[self.position - 1] if self.position else None

    @property
    def line(self) -> int | None:
        """The index of the story's active line; None for none."""
        event = self.event
        return None if event is None else self.story.line_of(event)

    @abstractmethod
    def seek(self, position: int) -> list[Cell] | None:
        """Go to a step; return the cells that look different, None for too many to list."""

    @property
    @abstractmethod
    def sentence(self) -> str:
        """A sentence on the last step."""

    @property
    @abstractmethod
    def counts(self) -> list[Count]:
        """The counters, the most important first."""

    @property
    def queue(self) -> PendingCells | None:
        """The queue or the stack; None for none."""
        return None

    @property
    def heading(self) -> Cell | None:
        """The active cell, which a camera may follow; None for none."""
        event = self.event
        return None if event is None else event.cell

    def so_far(self, kind: EventKind) -> int:
        """Return the number of events of a kind so far."""
        return self.log.count_of(kind, self.position)

    def _last(self, *kinds: EventKind) -> int | None:
        """Return the index of the last event so far of some kinds; None without one."""
        found = (self.log.last(kind, self.position) for kind in kinds)
        return max((at for at in found if at is not None), default=None)

    def _inside(self, layer: NDArray[Any]) -> NDArray[Any]:
        """Return a layer without its border: (rows, cols)."""
        return layer.reshape(-1, self.log.stride)[1:-1, 1:-1]

    def _spotted(self) -> Indices:
        return np.concatenate([np.zeros(0, np.int64), *(cells for cells, _ in self._spots)])

    def _spot(self, spots: list[tuple[Indices, Ink]]) -> None:
        """Paint marks over cells, the last ones on top."""
        self._spots = spots
        for cells, ink in spots:
            self._paint_layer[cells] = ink
            self._signs[cells] = 0

    def _cells_of(self, indices: Indices) -> list[Cell] | None:
        """Return the cells of indices, each once; None for many."""
        if len(indices) > 1 << 13:  # too many to sort
            return None
        rows, cols = self.scene.shape
        different = np.unique(indices)
        row, col = different // self.log.stride - 1, different % self.log.stride - 1
        inside = (row >= 0) & (row < rows) & (col >= 0) & (col < cols)
        if np.count_nonzero(inside) > MANY_CELLS:
            return None
        return list(zip(row[inside].tolist(), col[inside].tolist(), strict=True))
