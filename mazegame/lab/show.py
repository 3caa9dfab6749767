"""The base class of shows: a length, a position, a scene and texts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mazegame.drawing import Ink, Scene
    from mazegame.engine import Cell, Event
    from mazegame.engine.events import EventLog
    from mazegame.lab.stories import Story

Indices: TypeAlias = "NDArray[np.integer[Any]]"
"""Cells of the flat grid with its border."""

MANY_CELLS: Final = 64
"""Most changed cells that are reported one by one."""


@dataclass(frozen=True)
class Count:
    """A counter."""

    label: str
    """Its label."""
    value: int
    """Its value."""
    whole: int | None = None
    """Its value at the end, if known."""

    @property
    def text(self) -> str:
        """Return the displayed number."""
        whole = "" if self.whole is None else f" of {self.whole:,}"
        return f"{self.value:,}{whole}"


@dataclass(frozen=True)
class Waiting:
    """The cells of a queue or a stack, in the order in which they are taken."""

    name: str
    """``queue`` or ``stack``."""
    cells: Sequence[Cell]
    """The cells, the next one to be taken first."""
    notes: Sequence[str]
    """A note on each cell, for example its distance."""
    taken: Cell | None
    """The cell that was just taken out; None for none."""
    fresh: int
    """The number of cells that were just put in."""
    fresh_first: bool
    """Whether these are the first of the list, as in a stack, and not the last."""


class Layers:
    """The layers that a show draws over its maze, as flat arrays with a border of one cell.

    Attributes:
        paint: uint8: see ``Scene``.
        signs: uint8: see ``Scene``.
    """

    def __init__(self, stride: int, size: int) -> None:
        self._stride = stride
        self.paint = np.zeros(size, np.uint8)
        self.signs = np.zeros(size, np.uint8)
        self._spots: list[tuple[Indices, Ink]] = []

    def view(self, layer: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return a layer without its border: (rows, cols)."""
        return layer.reshape(-1, self._stride)[1:-1, 1:-1]

    @property
    def spotted(self) -> Indices:
        """The cells with spots."""
        cells = [cells for cells, _ in self._spots]
        return np.concatenate(cells) if cells else np.zeros(0, np.int64)

    def spot(self, spots: list[tuple[Indices, Ink]]) -> None:
        """Paint some cells over, the last ones on top."""
        self._spots = spots
        for cells, ink in spots:
            self.paint[cells] = ink
            self.signs[cells] = 0


class Show(ABC):
    """A recording at one of its steps.

    Attributes:
        title: Its displayed name.
        name: The name of the algorithm or the search.
        log: Its events.
        scene: The picture; ``seek`` changes it.
        story: The algorithm in a few lines.
    """

    title: str
    name: str
    log: EventLog
    scene: Scene
    story: Story

    @property
    def length(self) -> int:
        """The number of its steps."""
        return len(self.log)

    @property
    @abstractmethod
    def position(self) -> int:
        """The present step; 0 is the start."""

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
        """Go to a step.

        Returns:
            The cells that look different; None if they are too many to list. Of many cells in a
            row the list has only the first and the last.
        """

    @property
    @abstractmethod
    def sentence(self) -> str:
        """A sentence on the last step."""

    @property
    @abstractmethod
    def counts(self) -> list[Count]:
        """The counters, the most important first."""

    @property
    def waiting(self) -> Waiting | None:
        """The queue or the stack; None for none."""
        return None

    @property
    @abstractmethod
    def heading(self) -> Cell | None:
        """The active cell, which a camera may follow; None for none."""

    def _cell(self, index: int) -> Cell:
        return index // self.log.stride - 1, index % self.log.stride - 1

    def _cells_of(self, indices: Indices) -> list[Cell] | None:
        """Return the cells of indices, each once; of many only the first and last of each row."""
        rows, cols = self.scene.shape
        different = np.unique(indices)
        row, col = different // self.log.stride - 1, different % self.log.stride - 1
        inside = (row >= 0) & (row < rows) & (col >= 0) & (col < cols)
        row, col = row[inside], col[inside]
        if row.size > MANY_CELLS:
            first = np.flatnonzero(np.diff(row, prepend=-1))
            last = np.append(first[1:], row.size) - 1
            ends = np.unique(np.concatenate((first, last)))
            if ends.size > MANY_CELLS:
                return None
            row, col = row[ends], col[ends]
        return list(zip(row.tolist(), col.tolist(), strict=True))
