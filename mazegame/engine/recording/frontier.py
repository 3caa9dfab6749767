"""Recording of growing tree and the three Prims: lists and frontiers.

An entry of the frontier is recorded at the cell outside, with the side that leads to the maze if
the algorithm lists edges.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mazegame.engine.carving_grid import UNVISITED
from mazegame.engine.events import CELL_SHIFT, SIDE_SHIFT, EventKind
from mazegame.engine.generators.prim import IN_MAZE
from mazegame.engine.recording.recorder import (
    CARVE,
    EAST,
    NORTH,
    OPPOSITE,
    SOUTH,
    VISIT,
    WEST,
    Emit,
    Recorder,
    TreeGrid,
    Words,
    get_word,
    moves_by_side,
    set_byte,
    set_word,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mazegame.engine.jit import Buffer

_PUSH: Final = int(EventKind.PUSH)
_POP: Final = int(EventKind.POP)
_CONSIDER: Final = int(EventKind.CONSIDER)
_REJECT: Final = int(EventKind.REJECT)


class GrowingTreeRecorder(Recorder):
    """Records growing tree with either removal."""

    def buffers(self, views: Mapping[str, Any]) -> dict[str, Buffer]:
        """See ``Recorder``."""
        emit = self.events.append
        grid = TreeGrid(views["grid"], self.stride, emit)
        if "present" not in views:
            return {"grid": grid, "cells": _SwappingList(views["cells"], emit)}
        cells = _OrderedList(views["cells"], emit)
        return {
            "grid": grid,
            "cells": cells,
            "present": _Present(views["present"], cells, emit),
        }


class _SwappingList(Words):
    """The list: a read picks a cell; a second read and a write over the cell remove it."""

    def __init__(self, _view: memoryview[int], emit: Emit) -> None:
        self._emit = emit
        self._picked = self._removed = 0

    def __getitem__(self, index: int) -> int:  # type: ignore[override]
        cell = get_word(self, index)
        if self._picked:
            self._removed = self._picked
        else:
            self._emit(_CONSIDER | cell << CELL_SHIFT)
            self._picked = cell
        return cell

    def __setitem__(self, index: int, cell: int) -> None:  # type: ignore[override]
        if self._removed:
            self._emit(_POP | self._removed << CELL_SHIFT)
        else:
            self._emit(_PUSH | cell << CELL_SHIFT)
        self._picked = self._removed = 0
        set_word(self, index, cell)


class _OrderedList(Words):
    """The list in the order of the cells: a read picks, a write appends."""

    def __init__(self, _view: memoryview[int], emit: Emit) -> None:
        self._emit = emit

    def __getitem__(self, place: int) -> int:  # type: ignore[override]
        cell = get_word(self, place)
        self._emit(_CONSIDER | cell << CELL_SHIFT)
        return cell

    def __setitem__(self, place: int, cell: int) -> None:  # type: ignore[override]
        self._emit(_PUSH | cell << CELL_SHIFT)
        set_word(self, place, cell)


class _Present(Words):
    """The bits of the places still in the list: clearing a bit removes a cell."""

    def __init__(self, _view: memoryview[int], cells: _OrderedList, emit: Emit) -> None:
        self._cells = cells
        self._emit = emit

    def __setitem__(self, word: int, bits: int) -> None:  # type: ignore[override]
        cleared = get_word(self, word) & ~bits
        place = word * 64 + cleared.bit_length() - 1
        self._emit(_POP | get_word(self._cells, place) << CELL_SHIFT)
        set_word(self, word, bits)


class ModifiedPrimRecorder(Recorder):
    """Records modified Prim, whose grid marks the cells of the frontier."""

    def buffers(self, views: Mapping[str, Any]) -> dict[str, Buffer]:
        """See ``Recorder``."""
        return {"grid": _PrimGrid(views["grid"], self.stride, self.events.append)}


class _PrimGrid(bytearray):
    """The grid of modified Prim: a frontier cell is 0, a maze cell has the bit ``IN_MAZE``."""

    def __init__(self, view: memoryview[int], stride: int, emit: Emit) -> None:
        super().__init__(view)
        self._emit = emit
        self._moves = moves_by_side(stride)

    def __setitem__(self, cell: int, value: int) -> None:  # type: ignore[override]
        before = self[cell]
        if before == UNVISITED:
            self._emit((VISIT if value & IN_MAZE else _PUSH) | cell << CELL_SHIFT)
        elif before == 0 and value & IN_MAZE:
            back = value & 15
            self._emit(_POP | cell << CELL_SHIFT)
            self._emit(
                CARVE | OPPOSITE[back] << SIDE_SHIFT | cell + self._moves[back] << CELL_SHIFT
            )
        set_byte(self, cell, value)


class _EdgeTree(TreeGrid):
    """A grid whose tree grows through edges taken from a frontier.

    Attributes:
        taken: The last edge taken, as a packed event without its kind, until it is opened.
    """

    def __init__(self, view: memoryview[int], stride: int, emit: Emit) -> None:
        super().__init__(view, stride, emit)
        self.taken = 0

    def carved(self, cell: int, side: int, reached: int) -> None:
        """See ``TreeGrid``."""
        self.taken = 0
        super().carved(cell, side, reached)

    def list_edge(self, cell: int, side: int) -> int:
        """Record that an edge is listed; return it as a packed event without its kind."""
        edge = side << SIDE_SHIFT | cell << CELL_SHIFT
        self._emit(_PUSH | edge)
        return edge

    def take_edge(self, edge: int) -> None:
        """Record that an edge is taken, and whether the one before it was rejected."""
        if self.taken:
            self._emit(_REJECT | self.taken)
        self._emit(_POP | edge)
        self.taken = edge


class SimplePrimRecorder(Recorder):
    """Records simple Prim, with weights or without."""

    def buffers(self, views: Mapping[str, Any]) -> dict[str, Buffer]:
        """See ``Recorder``."""
        grid = _EdgeTree(views["grid"], self.stride, self.events.append)
        if "links" not in views:
            return {"grid": grid, "edges": _EdgeList(views["edges"], grid, self.stride)}
        links = _WeightedEdgeList(views["links"], grid, self.stride)
        return {"grid": grid, "links": links, "many": _Lengths(views["many"], links)}


class _EdgeList(Words):
    """The list of edges, each four times the cell inside plus 0 to 3 for N, E, S, W.

    A read takes an edge; a second read and a write remove it. Every other write lists an edge if it
    leads out of the maze.
    """

    def __init__(self, _view: memoryview[int], grid: _EdgeTree, stride: int) -> None:
        self._grid = grid
        self._moves = (-stride, 1, stride, -1)
        self._taking = False

    def _outside(self, edge: int) -> int:
        return (edge >> 2) + self._moves[edge & 3]

    def __getitem__(self, index: int) -> int:  # type: ignore[override]
        edge = get_word(self, index)
        if not self._taking:
            back = OPPOSITE[1 << (edge & 3)]
            self._grid.take_edge(back << SIDE_SHIFT | self._outside(edge) << CELL_SHIFT)
            self._taking = True
        return edge

    def __setitem__(self, index: int, edge: int) -> None:  # type: ignore[override]
        if self._taking:
            self._taking = False
        else:
            outside = self._outside(edge)
            if self._grid[outside] >= UNVISITED:
                self._grid.list_edge(outside, OPPOSITE[1 << (edge & 3)])
        set_word(self, index, edge)


class _Ends:
    """Edges coded as twice the north or west cell, plus 1 if they lead south.

    The end outside the maze is known when an edge is listed, and stored until the edge is taken.
    """

    def __init__(self, grid: _EdgeTree, stride: int) -> None:
        self._grid = grid
        self._stride = stride
        self._listed: dict[int, int] = {}

    def push(self, edge: int) -> None:
        """Record that an edge is listed."""
        cell, south = edge >> 1, edge & 1
        if self._grid[cell] >= UNVISITED:
            self._listed[edge] = self._grid.list_edge(cell, SOUTH if south else EAST)
        else:
            beyond = cell + (self._stride if south else 1)
            self._listed[edge] = self._grid.list_edge(beyond, NORTH if south else WEST)

    def pop(self, edge: int) -> None:
        """Record that an edge is taken."""
        self._grid.take_edge(self._listed.pop(edge))


class _WeightedEdgeList(Words):
    """The lists of edges by weight, one after another; ``_Lengths`` says how many of each count."""

    def __init__(self, _view: memoryview[int], grid: _EdgeTree, stride: int) -> None:
        self._ends = _Ends(grid, stride)
        self._taking = False
        self._written = 0

    def __getitem__(self, index: int) -> int:  # type: ignore[override]
        edge = get_word(self, index)
        if not self._taking:
            self._ends.pop(edge)
            self._taking = True
        return edge

    def __setitem__(self, index: int, edge: int) -> None:  # type: ignore[override]
        self._taking = False
        self._written = edge
        set_word(self, index, edge)

    def keep(self) -> None:
        """Record that the edge written last is listed."""
        self._ends.push(self._written)


class _Lengths(Words):
    """Number of edges of each list: when it grows, the edge written last leads out of the maze."""

    def __init__(self, _view: memoryview[int], links: _WeightedEdgeList) -> None:
        self._links = links

    def __setitem__(self, which: int, length: int) -> None:  # type: ignore[override]
        if length > get_word(self, which):
            self._links.keep()
        set_word(self, which, length)


class TruePrimRecorder(Recorder):
    """Records true Prim."""

    def buffers(self, views: Mapping[str, Any]) -> dict[str, Buffer]:
        """See ``Recorder``."""
        grid = _EdgeTree(views["grid"], self.stride, self.events.append)
        ends = _Ends(grid, self.stride)
        queue = _BitQueue(views["queue"], views["edges"], int(views["levels"][-1]), ends)
        return {"grid": grid, "queue": queue}


class _BitQueue(Words):
    """The queue: a set of bits; its lowest level has one bit per rank of an edge."""

    def __init__(
        self, _view: memoryview[int], edges: memoryview[int], lowest: int, ends: _Ends
    ) -> None:
        self._edges = edges
        self._lowest = lowest
        self._ends = ends

    def __setitem__(self, word: int, bits: int) -> None:  # type: ignore[override]
        if word >= self._lowest:
            changed = get_word(self, word) ^ bits
            edge = self._edges[(word - self._lowest) * 64 + changed.bit_length() - 1]
            if changed & bits:
                self._ends.push(edge)
            else:
                self._ends.pop(edge)
        set_word(self, word, bits)
