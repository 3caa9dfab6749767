"""Growing tree: grows from a list of cells; the policy that picks the next cell sets the texture.

Method. The list begins with a random cell. Pick a cell from it. If it has unvisited neighbours,
carve into one at random and append that one to the list; if not, remove the picked cell. Stop when
the list is empty: every cell has been visited.

``pick`` is the policy, or a mix of which one is drawn for each step; ``newest`` is the recursive
backtracker. ``removal`` is part of the definition: ``swap`` moves the last cell of the list into
the place of the removed one, which is fast and mixes the list; ``ordered`` keeps the cells in the
order in which they came, so that oldest and middle mean what they say.

Texture. Dead ends by policy, ordered / swap: newest 10 / 10 %, oldest 2.6 / 49, middle 2.7 / 43,
half newest and half random 20 / 32, random 28 / 28.

Memory. The list, four bytes per cell in it. With the default it holds at most a hundredth of the
cells, with newest or a mix of it up to four tenths. With ordered removal the list never shrinks:
one bit per place marks the cells still in it, and a Fenwick tree over words of 64 bits finds the
n-th of them in O(log N).

Source. Walter Pullen, "Think Labyrinth: Maze Algorithms"; Peter Fenwick, "A new data structure
for cumulative frequency tables" (1994).
"""

from __future__ import annotations

import functools
import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.carving.carving_grid import carve_step, free_sides
from mazegame.engine.carving.carving_rules import CarvingTask
from mazegame.engine.carving.draws import Draw, Part, Tables, exit_tables, first_cell, side_by_word
from mazegame.engine.carving.emitting import CARVE, CONSIDER, POP, PUSH, VISIT
from mazegame.engine.carving.rng import State, load_state, next_word
from mazegame.engine.carving.text import Carve, Rules, Scratch, Text
from mazegame.engine.generators.algorithm import Algorithm, Option, choice
from mazegame.engine.kernels.jit import CANCEL, DONE, MASK64, Buffer, device, trailing_zeros, u64

Drawn = tuple[int, int, int, int, State]

DEFAULT_PICK: Final = "newest.5+random.5"
"""The default policy."""

_FITS: Final = (
    "newest, oldest, middle, random, last2 to last999999, or a mix of them whose shares add up to "
    "1, each of one or two digits, such as newest.75+random.25"
)
"""The form of a valid policy, for error messages."""
_PART: Final = re.compile(r"(newest|oldest|middle|random|last[1-9][0-9]{0,5})(?:\.([0-9]{1,2}))?")

# Policies as kernels read them: the lower half is the span, the number of cells at the end of the
# list to pick from. The upper half, if it is not 0, replaces the random bits that pick one of them.
_ALL: Final = 0xFFFF_FFFF
_POLICIES: Final = {
    "newest": 1,
    "oldest": 0xFFFF_FFFF << 32 | _ALL,
    "middle": 0x7FFF_FFFF << 32 | _ALL,
    "random": _ALL,
}


def parse_policy(text: str) -> dict[str, int]:
    """Return the share of each policy in percent, in canonical order; they add up to 100.

    A text has one policy, or several with shares, joined by ``+``; for any other a ValueError says
    what fits.
    """
    shares: dict[str, int] = {}
    parts = text.split("+")
    for part in parts:
        match = _PART.fullmatch(part)
        if match is None or (match[2] is None) != (len(parts) == 1):
            raise ValueError(_FITS)
        name = "newest" if match[1] == "last1" else match[1]
        share = 100 if match[2] is None else int(match[2].ljust(2, "0"))
        if share == 0:
            raise ValueError(_FITS)
        shares[name] = shares.get(name, 0) + share
    if sum(shares.values()) != 100:
        raise ValueError(_FITS)
    order = ("newest", "last", "middle", "oldest", "random")
    by_order = sorted(shares, key=lambda name: (order.index(name.rstrip("0123456789")), name))
    return {name: shares[name] for name in by_order}


def _canonical_policy(text: str) -> str:
    shares = parse_policy(text)
    if len(shares) == 1:
        return next(iter(shares))
    return "+".join(f"{name}.{share:02}".rstrip("0") for name, share in shares.items())


@functools.lru_cache(maxsize=16)
def policy_rules(pick: str) -> NDArray[np.uint64]:
    """Return uint64 (100,): one policy for each percent."""
    rules: list[int] = []
    for name, share in parse_policy(pick).items():
        rules += [_POLICIES.get(name) or int(name.removeprefix("last"))] * share
    table = np.array(rules, np.uint64)
    table.setflags(write=False)
    return table


@device
def draw_policy(state: State, policy: Buffer) -> Drawn:
    """Draw a policy: a word, the span, 32 bits to pick with, a digit in 0..11, and the state.

    The lower half of the word draws policy and digit; the upper half becomes the 32 bits.
    """
    half, low = u64(32), u64(_ALL)
    word, state = next_word(state)
    draw = (word & low) * u64(100)
    rule = u64(policy[draw >> half])
    fixed = rule >> half
    bits = fixed or word >> half
    return word, rule & low, bits, (draw & low) * u64(12) >> half, state


@device
def pick_index(span: int, bits: int, many: int) -> int:
    """Pick one of the last ``span`` cells of a list of ``many`` cells, and return its index."""
    return many - u64(1) - (bits * min(span, many) >> u64(32))


@device
def even_side(
    weights: Tables, cell: int, free: int, digit: int, drawn: Drawn, policy: Buffer
) -> tuple[int, Drawn]:
    """Take one of the free sides by a digit that the policy's word has left."""
    return free + digit, drawn


@device
def weighted_side(
    weights: Tables, cell: int, free: int, digit: int, drawn: Drawn, policy: Buffer
) -> tuple[int, Drawn]:
    """Draw one by weight from the next policy's word, and that policy from the word after it."""
    word, _, _, _, state = drawn
    return side_by_word(weights, cell, free, word), draw_policy(state, policy)


def make(choose: Part, begin: Part, find: Part, remove: Part, place_of: Part, emit: Part) -> Carve:
    """Make the kernel.

    The scratch is the list (uint32, as many as cells); the policy of each percent
    (``policy_rules``); and what finds the cells of a list in order (``begin_places``).
    """

    def carve(
        grid: Buffer, scratch: Scratch, rules: Rules, log: Buffer, rng: Buffer, token: Buffer
    ) -> None:
        listed, policy, places = scratch
        steps, sides, cols, rows, _, _, weights = rules
        one = u64(1)
        stride = cols + u64(2)
        begin(places)
        cell, state = first_cell(grid, load_state(rng), cols, rows)
        grid[cell] = 0
        listed[0] = cell
        emit(log, VISIT, cell)
        emit(log, PUSH, cell)
        many, done = one, one
        newest = u64(0)  # the place of the list's last cell
        drawn = draw_policy(state, policy)
        while many > u64(0):
            _, span, bits, digit, state = drawn
            place = find(places, span, bits, many, newest)
            cell = u64(listed[place])
            emit(log, CONSIDER, cell)
            # The next policy is drawn before the branches that depend on this one: a misprediction
            # does not repeat it (a twentieth less time).
            drawn = draw_policy(state, policy)
            free = free_sides(grid, cell, stride)
            if free == u64(0):
                many -= one
                newest = remove(places, listed, place, newest, many)
                emit(log, POP, cell)
                if (done - many) & u64(255) == u64(0):  # every 256 removals
                    token[DONE] = done
                    if token[CANCEL] != 0:
                        return
                continue  # with an else the loop takes 4 % more time
            side, drawn = choose(weights, cell, free, digit, drawn, policy)
            emit(log, CARVE, cell, sides[side])
            cell = carve_step(grid, steps, sides, cell, side)
            place = place_of(many, done)
            listed[place] = cell
            newest = place
            emit(log, PUSH, cell)
            many += one
            done += one

    return carve


@device
def nothing_to_begin(places: Scratch) -> None:
    """Do nothing."""


@device
def pick_swapped(places: Scratch, span: int, bits: int, many: int, newest: int) -> int:
    """Pick one of the last ``span`` cells, and return its place."""
    # A branch: the processor loads the newest cell before it knows the policy (a sixth less time at
    # 4096x4096).
    index = many - u64(1)
    if span != u64(1):
        index = pick_index(span, bits, many)
    return index


@device
def swap_out(places: Scratch, listed: Buffer, place: int, newest: int, many: int) -> int:
    """Move the last cell into a place."""
    listed[place] = listed[many]
    return newest


@device
def first_argument(many: int, done: int) -> int:
    """Return where a list that swaps puts a new cell."""
    return many


@device
def second_argument(many: int, done: int) -> int:
    """Return where a list that keeps its order puts a new cell."""
    return done


@device
def begin_places(places: Scratch) -> None:
    """Mark all places of a list that keeps its order.

    It has one bit for each place (uint64), set while its cell is in the list, and a Fenwick tree of
    the number of set bits in each word of them (uint32). Places that are not filled yet come after
    all others, so they do not change the n-th place, and filling one costs nothing.
    """
    present, counts = places
    for i in range(len(present)):
        present[i] = u64(MASK64)
    for i in range(len(counts)):  # a node counts as many words as its lowest bit says
        counts[i] = (u64(i) & (~u64(i) + u64(1))) << u64(6)


@device
def pick_ordered(places: Scratch, span: int, bits: int, many: int, newest: int) -> int:
    """Pick one of the last ``span`` cells, and return its place."""
    index = pick_index(span, bits, many)
    return newest if index + u64(1) == many else find_place(places, index)


@device
def find_place(places: Scratch, index: int) -> int:
    """Return the place of the set bit that has ``index`` set bits before it."""
    present, counts = places
    one = u64(1)
    size = u64(len(counts))
    step = one
    while step << one < size:
        step <<= one
    word = u64(0)
    while step > u64(0):  # down the Fenwick tree, to the word that holds the bit
        there = word + step
        if there < size and u64(counts[there]) <= index:
            index -= u64(counts[there])
            word = there
        step >>= one
    bits = u64(present[word])
    while index > u64(0):
        bits &= bits - one
        index -= one
    return word << u64(6) | trailing_zeros(bits)


@device
def remove_place(places: Scratch, listed: Buffer, place: int, newest: int, many: int) -> int:
    """Remove a place, and return that of the last cell."""
    present, counts = places
    one = u64(1)
    word = place >> u64(6)
    present[word] = u64(present[word]) ^ one << (place & u64(63))
    node = word + one
    while node < u64(len(counts)):
        counts[node] -= 1
        node += node & (~node + one)
    if place != newest or many == u64(0):
        return newest
    last: int = find_place(places, many - one)
    return last


def _scratch(task: CarvingTask) -> Scratch:
    places: Scratch = ()
    if task.options["removal"] == "ordered":
        words = task.cells // 64 + 1
        places = np.empty(words, np.uint64), np.empty(words + 1, np.uint32)
    return np.empty(task.cells, np.uint32), policy_rules(task.options["pick"]), places


_DRAW: Final = Draw((even_side,), (weighted_side,), exit_tables)
_STORY: Final = (
    ("list a random cell", "visit"),
    ("pick a cell by the policy", "consider"),
    "if cells beside it are unvisited:",
    ("  carve into one at random", "carve"),
    ("  and list that", "push"),
    ("else remove the cell", "pop"),
)

_SWAPPING: Final = Text(
    make, _DRAW.with_parts(nothing_to_begin, pick_swapped, swap_out, first_argument),
    _scratch, cost=2.9, story=_STORY,
)  # fmt: skip
_ORDERED: Final = Text(
    make, _DRAW.with_parts(begin_places, pick_ordered, remove_place, second_argument),
    _scratch, cost=5, story=_STORY,
)  # fmt: skip

ALGORITHM = Algorithm(
    name="growing-tree",
    title="growing tree",
    about=(
        "Keep a list of cells; pick one, carve from it into a random unvisited neighbour and "
        "list that; remove a cell that has none."
    ),
    feel="Anything from a river to a bush, by its pick rule.",
    reference="Walter Pullen, Think Labyrinth: Maze Algorithms",
    text=lambda task: _ORDERED if task.options["removal"] == "ordered" else _SWAPPING,
    no_masks="",
    bytes_per_cell=1.1,
    weighted_bytes_per_cell=5.5,  # weights can make the list hold every cell
    option_bytes_per_cell=lambda pick, removal: (  # only the default's list stays short
        5.5 if removal == "ordered" else 1.1 if pick == DEFAULT_PICK else 3.0
    ),
    options=(
        Option(
            name="pick",
            about="newest, oldest, middle, random, last10, or a mix such as newest.75+random.25",
            default=DEFAULT_PICK,
            canonical=_canonical_policy,
        ),
        Option(
            name="removal",
            about="swap the last cell into a removed one's place, or keep the list in order",
            default="swap",
            canonical=choice("swap", "ordered"),
        ),
    ),
    variants=((), (("removal", "ordered"),)),
)
