"""Tasks: what a text is to carve, all but the random stream.

What lives here: ``CarvingTask``. What does not: texts (``text.py``), and the rules of weights,
zones and masks (``carving_rules.py``).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mazegame.engine.carving.carving_rules import CarvingRules


@dataclass(eq=False, slots=True)  # frozen, making one would take thrice the time
class CarvingTask:
    """What is to be carved: everything but the random stream."""

    cols: int
    rows: int
    options: Mapping[str, str] = field(default_factory=dict)
    """The values of the options that only this algorithm has, defaults included."""
    rules: CarvingRules | None = None
    """The weights, the zones and the mask, if there are any."""
    batched: bool = False
    """Whether one grid after another is carved: then what lies in ``scratch`` must serve all."""

    @property
    def stride(self) -> int:
        """From a cell to the one below it."""
        return self.cols + 2

    @property
    def size(self) -> int:
        """Cells of the bordered grid."""
        return (self.rows + 2) * self.stride

    @property
    def cells(self) -> int:
        """Cells to carve."""
        return self.cols * self.rows if self.rules is None else self.rules.cells

    @property
    def root(self) -> int:
        """Index of the cell to carve that is nearest to the middle."""
        if self.rules is None:
            return (self.rows + 1 >> 1) * self.stride + (self.cols + 1 >> 1)
        row, col = self.rules.centre(self.cols, self.rows)
        return (row + 1) * self.stride + col + 1

    @property
    def masked(self) -> bool:
        """Whether some cells lie outside a mask."""
        return self.rules is not None and self.rules.mask is not None
