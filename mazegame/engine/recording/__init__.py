"""Recording: turns what the kernels do to their buffers into events.

What lives here: the recorder of each family of algorithms; ``recorder.py`` runs the kernels. What
does not: a second implementation of any algorithm.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from mazegame.engine.recording.braiding import BraidRecorder
from mazegame.engine.recording.depth_first import BacktrackingRecorder, HuntingRecorder
from mazegame.engine.recording.frontier import (
    GrowingTreeRecorder,
    ModifiedPrimRecorder,
    SimplePrimRecorder,
    TruePrimRecorder,
)
from mazegame.engine.recording.recorder import Recorder, TooManyEventsError
from mazegame.engine.recording.rooms import DivisionRecorder
from mazegame.engine.recording.rows import BinaryTreeRecorder, SidewinderRecorder
from mazegame.engine.recording.sets import EllerRecorder, KruskalRecorder
from mazegame.engine.recording.walks import AldousBroderRecorder, WilsonRecorder

if TYPE_CHECKING:
    from collections.abc import Mapping

RECORDERS: Final[Mapping[str, type[Recorder]]] = MappingProxyType(
    {
        "recursive-backtracker": BacktrackingRecorder,
        "hunt-and-kill": HuntingRecorder,
        "growing-tree": GrowingTreeRecorder,
        "prim": ModifiedPrimRecorder,
        "simple-prim": SimplePrimRecorder,
        "true-prim": TruePrimRecorder,
        "kruskal": KruskalRecorder,
        "wilson": WilsonRecorder,
        "aldous-broder": AldousBroderRecorder,
        "eller": EllerRecorder,
        "sidewinder": SidewinderRecorder,
        "binary-tree": BinaryTreeRecorder,
        "recursive-division": DivisionRecorder,
    }
)
"""The recorder of every algorithm, by name."""

__all__ = ["RECORDERS", "BraidRecorder", "Recorder", "TooManyEventsError"]
