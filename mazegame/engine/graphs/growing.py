"""Nine algorithms on any graph: the textbook's loops over a table of neighbours.

Each algorithm is a function that makes its kernel from how it draws, evenly or by weight (compare
``carving/text.py``). The definitions are those of the grid's algorithms of the same names, whose
files in ``generators/`` tell them; here they are short, and tests compare the two.

All kernels take the same arguments:

* ``ways``: uint32, a row of ``1 << shift`` numbers for each cell: how many neighbours it has, then
  these. A *slot* is the index of a neighbour in ``ways``, which names a cell and a side.
* ``weights``: uint32, the weight of each slot; one element if all are alike.
* ``parents``: uint32 (cells,): from ``UNSEEN`` to the parent of each cell; the root is its own.
* ``scratch``: work arrays, as ``scratch_of`` lays them out.
* ``rng``, ``token``: see ``kernels/jit.py``.

A random word serves eight draws among at most sixteen sides: multiplied by their number, its top
bits are the draw and the rest serves the next one. The bias is at most 2**-28.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.carving.rng import Dice, State, load_state, new_dice, next_word, pick_below
from mazegame.engine.generators.bit_set import empty_set, pop, push
from mazegame.engine.kernels.jit import CANCEL, DONE, Buffer, Kernel, device, kernel, prefetch, u64

UNSEEN: Final = 0xFFFF_FFFF
"""The parent of a cell that is not in the tree."""

FRONTIER: Final = 0xFFFF_FFFE
"""The parent of a cell that is beside the tree (Prim's algorithm)."""

MAX_WEIGHT: Final = 100
"""Largest weight of a passage, as on the grid."""

_AHEAD: Final = 12
"""Edges between the one that Kruskal's algorithm looks at and the one whose cells it prefetches."""

_MASK60: Final = (1 << 60) - 1

Part = Callable[..., Any]


# Draws


@device
def digit(dice: Dice, bound: int) -> tuple[int, Dice]:
    """Draw an integer in 0..bound-1; return it and the next dice."""
    word, left, state = dice
    if bound > u64(16):
        value, state = pick_below(state, bound)
        return value, (word, left, state)
    if left == u64(0):
        word, state = next_word(state)
        word >>= u64(4)
        left = u64(8)
    word *= bound
    return word >> u64(60), (word & u64(_MASK60), left - u64(1), state)


@device
def even_of(weights: Buffer, slots: Buffer, many: int, dice: Dice) -> tuple[int, Dice]:
    """Draw one of some listed slots, all alike."""
    place, dice = digit(dice, many)
    return u64(slots[place]), dice


@device
def weighted_of(weights: Buffer, slots: Buffer, many: int, dice: Dice) -> tuple[int, Dice]:
    """Draw one of some listed slots by weight."""
    word, left, state = dice
    total = u64(0)
    for i in range(many):
        total += u64(weights[u64(slots[i])])
    share, state = pick_below(state, total)
    place = u64(0)
    slot = u64(slots[place])
    while share >= u64(weights[slot]):
        share -= u64(weights[slot])
        place += u64(1)
        slot = u64(slots[place])
    return slot, (word, left, state)


@device
def even_from(weights: Buffer, first: int, many: int, dice: Dice) -> tuple[int, Dice]:
    """Draw one of some slots in a row, all alike."""
    place, dice = digit(dice, many)
    return first + place, dice


@device
def weighted_from(weights: Buffer, first: int, many: int, dice: Dice) -> tuple[int, Dice]:
    """Draw one of some slots in a row by weight."""
    word, left, state = dice
    total = u64(0)
    for i in range(many):
        total += u64(weights[first + u64(i)])
    share, state = pick_below(state, total)
    slot = first
    while share >= u64(weights[slot]):
        share -= u64(weights[slot])
        slot += u64(1)
    return slot, (word, left, state)


@device
def even_place(weights: Buffer, slots: Buffer, first: int, end: int, state: State) -> Any:
    """Draw a place of a list, all alike; return it and the next state."""
    place, state = pick_below(state, end - first)
    return first + place, state


@device
def weighted_place(weights: Buffer, slots: Buffer, first: int, end: int, state: State) -> Any:
    """Draw a place of a list by weight: draw evenly until the weight accepts."""
    place, state = pick_below(state, end - first)
    chance, state = pick_below(state, u64(MAX_WEIGHT))
    while chance >= u64(weights[u64(slots[first + place]) & u64(UNSEEN)]):
        place, state = pick_below(state, end - first)
        chance, state = pick_below(state, u64(MAX_WEIGHT))
    return first + place, state


@device
def list_slots(
    ways: Buffer, parents: Buffer, slots: Buffer, cell: int, shift: int, low: int, high: int
) -> int:
    """List the slots of a cell whose neighbours have parents in low..high; return how many."""
    one = u64(1)
    slot = cell << shift
    end = slot + u64(ways[slot])
    many = u64(0)
    while slot < end:
        slot += one
        parent = u64(parents[u64(ways[slot])])
        slots[many] = slot  # always, and kept only if it counts: no branch
        many += u64((parent >= low) & (parent <= high))
    return many


# Algorithms


def make_backtracker(choose: Part) -> Part:
    """Make the recursive backtracker: walk into unvisited cells, step back when stuck."""

    def carve(
        ways: Buffer, weights: Buffer, parents: Buffer, scratch: Any, rng: Buffer, token: Buffer,
        cells: int, shift: int, root: int,
    ) -> None:  # fmt: skip
        stack, slots = scratch
        one, unseen = u64(1), u64(UNSEEN)
        cell, state = pick_below(load_state(rng), cells)
        dice = new_dice(state)
        parents[cell] = cell
        depth, done = u64(0), one
        while True:
            many = list_slots(ways, parents, slots, cell, shift, unseen, unseen)
            if many == u64(0):
                token[DONE] = done
                if depth == u64(0) or token[CANCEL] != 0:
                    return
                depth -= one
                cell = u64(stack[depth])
                continue
            stack[depth] = cell
            depth += u64(many > one)
            slot, dice = choose(weights, slots, many, dice)
            there = u64(ways[slot])
            parents[there] = cell
            cell = there
            done += one

    return carve


def make_hunt_and_kill(choose: Part) -> Part:
    """Make hunt and kill: walk until stuck, then go on from the first cell beside the tree."""

    def carve(
        ways: Buffer, weights: Buffer, parents: Buffer, scratch: Any, rng: Buffer, token: Buffer,
        cells: int, shift: int, root: int,
    ) -> None:  # fmt: skip
        queue, levels, slots = scratch
        one, unseen = u64(1), u64(UNSEEN)
        cell, state = pick_below(load_state(rng), cells)
        dice = new_dice(state)
        parents[cell] = cell
        done = one
        while True:
            many = list_slots(ways, parents, slots, cell, shift, unseen, unseen)
            for i in range(many):
                push(queue, levels, u64(ways[u64(slots[i])]))
            if done == cells:
                return
            if many == u64(0):
                token[DONE] = done
                if token[CANCEL] != 0:
                    return
                while u64(parents[cell]) != unseen:
                    cell = pop(queue, levels)
                many = list_slots(ways, parents, slots, cell, shift, u64(0), unseen - one)
                slot, dice = choose(weights, slots, many, dice)
                parents[cell] = ways[slot]
            else:
                slot, dice = choose(weights, slots, many, dice)
                there = u64(ways[slot])
                parents[there] = cell
                cell = there
            done += one

    return carve


def make_growing_tree(choose: Part) -> Part:
    """Make the growing tree: half of the time the newest cell grows, else a random one."""

    def carve(
        ways: Buffer, weights: Buffer, parents: Buffer, scratch: Any, rng: Buffer, token: Buffer,
        cells: int, shift: int, root: int,
    ) -> None:  # fmt: skip
        listed, slots = scratch
        one, unseen = u64(1), u64(UNSEEN)
        cell, state = pick_below(load_state(rng), cells)
        dice = new_dice(state)
        parents[cell] = cell
        listed[0] = cell
        length, done = one, one
        while length > u64(0):
            newest, dice = digit(dice, u64(2))
            place = length - one
            if newest == u64(0):
                word, left, state = dice
                place, state = pick_below(state, length)
                dice = word, left, state
            cell = u64(listed[place])
            many = list_slots(ways, parents, slots, cell, shift, unseen, unseen)
            if many == u64(0):
                length -= one
                listed[place] = listed[length]
                token[DONE] = done
                if token[CANCEL] != 0:
                    return
                continue
            slot, dice = choose(weights, slots, many, dice)
            there = u64(ways[slot])
            parents[there] = cell
            listed[length] = there
            length += one
            done += one

    return carve


def make_prim(choose: Part) -> Part:
    """Make modified Prim: add a random cell beside the tree."""

    def carve(
        ways: Buffer, weights: Buffer, parents: Buffer, scratch: Any, rng: Buffer, token: Buffer,
        cells: int, shift: int, root: int,
    ) -> None:  # fmt: skip
        listed, slots = scratch
        one, unseen, beside = u64(1), u64(UNSEEN), u64(FRONTIER)
        cell, state = pick_below(load_state(rng), cells)
        dice = new_dice(state)
        parents[cell] = cell
        length, done = u64(0), one
        while True:
            many = list_slots(ways, parents, slots, cell, shift, unseen, unseen)
            for i in range(many):
                there = u64(ways[u64(slots[i])])
                parents[there] = beside
                listed[length] = there
                length += one
            token[DONE] = done
            if length == u64(0) or token[CANCEL] != 0:
                return
            word, left, state = dice
            place, state = pick_below(state, length)
            dice = word, left, state
            cell = u64(listed[place])
            length -= one
            listed[place] = listed[length]
            many = list_slots(ways, parents, slots, cell, shift, u64(0), beside - one)
            slot, dice = choose(weights, slots, many, dice)
            parents[cell] = ways[slot]
            done += one

    return carve


def make_simple_prim(draw: Part) -> Part:
    """Make simple Prim: open a random side between the tree and the other cells."""

    def carve(
        ways: Buffer, weights: Buffer, parents: Buffer, scratch: Any, rng: Buffer, token: Buffer,
        cells: int, shift: int, root: int,
    ) -> None:  # fmt: skip
        listed, slots = scratch
        one, unseen = u64(1), u64(UNSEEN)
        cell, state = pick_below(load_state(rng), cells)
        parents[cell] = cell
        length, done = u64(0), one
        while True:
            many = list_slots(ways, parents, slots, cell, shift, unseen, unseen)
            for i in range(many):
                listed[length] = slots[i]
                length += one
            token[DONE] = done
            if done == cells or token[CANCEL] != 0:
                return
            while u64(parents[cell]) != unseen:  # the tree may have reached the far cell meanwhile
                place, state = draw(weights, listed, u64(0), length, state)
                slot = u64(listed[place])
                length -= one
                listed[place] = listed[length]
                cell = u64(ways[slot])
            parents[cell] = slot >> shift
            done += one

    return carve


def make_aldous_broder(choose: Part) -> Part:
    """Make Aldous-Broder: a random walk that keeps the passage of each first visit."""

    def carve(
        ways: Buffer, weights: Buffer, parents: Buffer, scratch: Any, rng: Buffer, token: Buffer,
        cells: int, shift: int, root: int,
    ) -> None:  # fmt: skip
        one, unseen = u64(1), u64(UNSEEN)
        cell, state = pick_below(load_state(rng), cells)
        dice = new_dice(state)
        parents[cell] = cell
        done = one
        while done < cells:
            first = cell << shift
            slot, dice = choose(weights, first + one, u64(ways[first]), dice)
            there = u64(ways[slot])
            if u64(parents[there]) == unseen:
                parents[there] = cell
                done += one
                token[DONE] = done
                if token[CANCEL] != 0:
                    return
            cell = there

    return carve


def make_wilson(choose: Part) -> Part:
    """Make Wilson: random walks to the tree, without their loops."""

    def carve(
        ways: Buffer, weights: Buffer, parents: Buffer, scratch: Any, rng: Buffer, token: Buffer,
        cells: int, shift: int, root: int,
    ) -> None:  # fmt: skip
        (inside,) = scratch  # bytes: they stay in the cache where the parents do not
        one = u64(1)
        dice = new_dice(load_state(rng))
        parents[root] = root
        inside[root] = 1
        for start in range(cells):
            cell = u64(start)
            while inside[cell] == 0:
                first = cell << shift
                slot, dice = choose(weights, first + one, u64(ways[first]), dice)
                there = u64(ways[slot])
                parents[cell] = there  # the last one that is written is the way without loops
                cell = there
            cell = u64(start)
            while inside[cell] == 0:
                inside[cell] = 1
                cell = u64(parents[cell])
            token[DONE] = u64(start)
            if token[CANCEL] != 0:
                return

    return carve


def make_order(draw: Part) -> Part:
    """Make what brings edges into random order: by weight, each after those drawn before it."""

    def carve(edges: Buffer, weights: Buffer, rng: Buffer, token: Buffer, count: int) -> None:
        """Order ``edges``, uint64: a cell, and its slot of the edge in the lower half."""
        state = load_state(rng)
        for i in range(count):
            if u64(i) & u64(4095) == u64(0) and token[CANCEL] != 0:
                return
            place, state = draw(weights, edges, u64(i), count, state)
            edge = u64(edges[place])
            edges[place] = edges[u64(i)]
            edges[u64(i)] = edge

    return carve


@kernel
def list_edges(ways: Buffer, edges: Buffer, cells: int, shift: int) -> int:
    """List every edge once, at its lower cell: ``cell << 32 | slot``; return how many."""
    one = u64(1)
    count = u64(0)
    for i in range(cells):
        slot = u64(i) << shift
        end = slot + u64(ways[slot])
        while slot < end:
            slot += one
            edges[count] = u64(i) << u64(32) | slot
            count += u64(u64(ways[slot]) > u64(i))
    return count


@kernel
def name_cells(ways: Buffer, edges: Buffer, count: int) -> None:
    """Replace the slot of each edge by the cell at its other end, in place."""
    low = u64(UNSEEN)
    for i in range(count):
        edge = u64(edges[i])
        edges[i] = edge & ~low | u64(ways[edge & low])


@device
def set_of(sets: Buffer, cell: int) -> int:
    """Return the root of a cell's set, and halve the way there for later."""
    above = u64(sets[cell])
    while above != cell:
        further = u64(sets[above])
        sets[cell] = further
        cell = further
        above = u64(sets[cell])
    return cell


@kernel
def join_sets(edges: Buffer, sets: Buffer, token: Buffer, count: int, cells: int) -> int:
    """Keep the edges that join two trees, in their order at the front; return how many (Kruskal).

    ``edges`` are pairs of cells; ``sets`` (uint32 (cells,)) are union-find sets, each cell its own.
    """
    one, low = u64(1), u64(UNSEEN)
    kept = u64(0)
    for i in range(count):
        ahead = u64(edges[min(u64(i) + u64(_AHEAD), count - one)])
        prefetch(sets, ahead >> u64(32))
        prefetch(sets, ahead & low)
        edge = u64(edges[i])
        first, second = set_of(sets, edge >> u64(32)), set_of(sets, edge & low)
        if first != second:
            sets[max(first, second)] = min(first, second)
            edges[kept] = edge
            kept += one
            if kept + one == cells or token[CANCEL] != 0:
                return kept
    return kept


@kernel
def grow_by_rank(
    ways: Buffer, edges: Buffer, ranks: Buffer, parents: Buffer, scratch: Any, token: Buffer,
    shift: int, root: int,
) -> None:  # fmt: skip
    """Grow a tree from the root by the cheapest edge that leads out of it (true Prim).

    ``edges`` are pairs of cells, the cheapest first; ``ranks`` (uint32, as ``ways``) gets the place
    of the edge of every slot.
    """
    queue, levels = scratch
    one, low, unseen, done = u64(1), u64(UNSEEN), u64(UNSEEN), u64(1)
    for i in range(len(edges)):
        first, second = u64(edges[i]) >> u64(32), u64(edges[i]) & low
        for pair in ((first, second), (second, first)):
            slot = (pair[0] << shift) + one
            while u64(ways[slot]) != pair[1]:
                slot += one
            ranks[slot] = i
    cell = root
    parents[root] = root
    while True:
        slot = cell << shift
        end = slot + u64(ways[slot])
        while slot < end:
            slot += one
            if u64(parents[u64(ways[slot])]) == unseen:
                push(queue, levels, u64(ranks[slot]))
        token[DONE] = done
        if done == len(parents) or token[CANCEL] != 0:
            return
        while u64(parents[cell]) != unseen:
            edge = u64(edges[pop(queue, levels)])
            first, second = edge >> u64(32), edge & low
            cell = second if u64(parents[first]) != unseen else first
        parents[cell] = first if cell == second else second
        done += one


class GraphText(NamedTuple):
    """The template of an algorithm's kernel for lattices."""

    make: Part
    """Returns its kernel; with edges in random order, the kernel that orders them."""
    draws: tuple[Part, Part]
    """The functions that draw, without and with weights."""
    walk: Callable[[int, int], float] | None = None
    """For a random walk, an estimate of its expected steps from the number of cells and the
    largest distance of two cells. None for an algorithm that visits every side once."""


def _wilson_steps(cells: int, length: int) -> float:
    # The terms of cells are those of squares; the factors of the length are those of triangles in
    # two columns, in which a walk spreads slowest.
    return cells * (1 + math.log(cells) / 3) + 2 * length**2


def _aldous_broder_steps(cells: int, length: int) -> float:
    return 0.42 * cells * math.log(cells) ** 2 + 6 * length**2


_OF_SOME: Final = (even_of, weighted_of)
"""Draws among the free neighbours of a cell, without and with weights."""

_OF_ALL: Final = (even_from, weighted_from)
"""Draws among all neighbours of a cell, without and with weights."""

_OF_A_LIST: Final = (even_place, weighted_place)
"""Draws of a place in a list, without and with weights."""

TEXTS: Final = {
    "recursive-backtracker": GraphText(make_backtracker, _OF_SOME),
    "hunt-and-kill": GraphText(make_hunt_and_kill, _OF_SOME),
    "growing-tree": GraphText(make_growing_tree, _OF_SOME),
    "prim": GraphText(make_prim, _OF_SOME),
    "simple-prim": GraphText(make_simple_prim, _OF_A_LIST),
    "true-prim": GraphText(make_order, _OF_A_LIST),
    "kruskal": GraphText(make_order, _OF_A_LIST),
    "wilson": GraphText(make_wilson, _OF_ALL, _wilson_steps),
    "aldous-broder": GraphText(make_aldous_broder, _OF_ALL, _aldous_broder_steps),
}
"""The algorithms by name."""

GRAPH_ALGORITHMS: Final = tuple(TEXTS)
"""The names of the algorithms that work on every lattice."""


@functools.cache
def kernel_of(algorithm: str, *, weighted: bool) -> Kernel:
    """Return the kernel of an algorithm: see ``GraphText.make``."""
    text = TEXTS[algorithm]
    return _variant(text.make, text.draws[weighted])


@functools.cache
def _variant(make: Part, draw: Part) -> Kernel:
    carve = make(draw)
    carve.__qualname__ = f"{make.__name__}.{draw.__name__}"  # the compile cache knows it by that
    return Kernel(carve)


def scratch_of(algorithm: str, cells: int, slots: int, sides: int) -> tuple[NDArray[Any], ...]:
    """Return the work arrays of an algorithm, as its kernel unpacks them.

    ``slots`` is the length of ``ways``, ``sides`` the most neighbours of a cell.
    """
    free = np.empty(sides + 1, np.uint32)
    if algorithm == "wilson":
        return (np.zeros(cells, np.uint8),)
    if algorithm == "hunt-and-kill":
        return *empty_set(cells), free
    listed = np.empty(slots if algorithm == "simple-prim" else cells, np.uint32)
    return listed, free
