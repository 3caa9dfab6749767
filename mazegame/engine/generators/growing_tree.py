"""Growing tree: grows from a list of cells; the policy that picks the next cell sets the texture.

Method. The list begins with a random cell. Pick a cell from it. If it has unvisited neighbours,
carve into one at random and append that one to the list; if not, remove the picked cell. Stop when
the list is empty: every cell has been visited.

``pick`` is the policy: ``newest`` (the recursive backtracker), ``oldest``, ``middle``, ``random``,
``last10`` (at random among the last ten; any other number works too), or a mix that draws a policy
for each step: ``newest.75+random.25``. The default is ``newest.5+random.5``, a texture that no
other algorithm here has.

``removal`` is part of the definition. ``swap``, the default, moves the last cell of the list into
the place of the removed one: it is fast, and it mixes the list. ``ordered`` keeps the cells in the
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

import re
from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine.carving_grid import free_sides, random_cell
from mazegame.engine.generators.algorithm import Algorithm, Option, choice
from mazegame.engine.jit import MASK64, Buffer, device, kernel, trailing_zeros, u64
from mazegame.engine.progress import CANCEL, DONE
from mazegame.engine.rng import load_state, next_word

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.engine.carving_grid import CarvingGrid
    from mazegame.engine.rng import State

DEFAULT_PICK: Final = "newest.5+random.5"
"""The default policy."""

_FITS: Final = (
    "newest, oldest, middle, random, last2 to last999999, or a mix of them whose shares add up to "
    "1, each of one or two digits, such as newest.75+random.25,"
)
"""What an invalid policy should look like, for error messages."""
_PART: Final = re.compile(r"(newest|oldest|middle|random|last[1-9][0-9]{0,5})(?:\.([0-9]{1,2}))?")

# Policies as kernels read them: the lower half is the span, the number of cells at the end of the
# list to pick from. The upper half, if it is not 0, replaces the random bits that pick one of them.
_ALL: Final = 0xFFFF_FFFF
_OLDEST: Final = 0xFFFF_FFFF << 32 | _ALL
_MIDDLE: Final = 0x7FFF_FFFF << 32 | _ALL


def carve(grid: CarvingGrid, pick: str = DEFAULT_PICK, removal: str = "swap") -> None:
    """Carve a perfect maze into an unvisited grid, in place.

    Args:
        grid: The grid.
        pick: The policy, in its canonical spelling.
        removal: ``swap`` or ``ordered``.
    """
    cells = np.empty(grid.cols * grid.rows, np.uint32)
    rules = policy_rules(pick)
    if removal == "swap":
        carve_swapping(
            grid.buffer,
            cells,
            rules,
            grid.steps,
            grid.sides,
            grid.rng,
            grid.progress,
            grid.cols,
            grid.rows,
        )
        return
    present, counts = new_places(cells.size)
    carve_ordered(
        grid.buffer,
        cells,
        present,
        counts,
        rules,
        grid.steps,
        grid.sides,
        grid.rng,
        grid.progress,
        grid.cols,
        grid.rows,
    )


def new_places(capacity: int) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
    """Return the index of a list that keeps its order; see ``carve_ordered``.

    Args:
        capacity: Number of cells that the list can hold.

    Returns:
        ``present``: uint64, one bit per place, all set; ``counts``: uint32, a Fenwick tree of the
        number of set bits per word.
    """
    words = capacity // 64 + 1
    present = np.full(words, MASK64, np.uint64)
    counts = np.arange(words + 1, dtype=np.uint32)
    counts = (counts & -counts) * np.uint32(64)  # the lowest bit: the words that a node counts
    return present, counts


def parse_policy(text: str) -> dict[str, int]:
    """Parse a policy.

    Args:
        text: One policy, or several with shares, joined by ``+``.

    Returns:
        The share of each policy in percent, in canonical order; the shares add up to 100.

    Raises:
        ValueError: With the policies that fit.
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
    return dict(
        sorted(shares.items(), key=lambda item: (order.index(item[0].rstrip("0123456789")), item))
    )


def _canonical_policy(text: str) -> str:
    shares = parse_policy(text)
    if len(shares) == 1:
        return next(iter(shares))
    return "+".join(f"{name}.{share:02}".rstrip("0") for name, share in shares.items())


def policy_rules(pick: str) -> NDArray[np.uint64]:
    """Return uint64 (100,): one policy for each percent."""
    rules: list[int] = []
    for name, share in parse_policy(pick).items():
        match name:
            case "newest":
                rule = 1
            case "oldest":
                rule = _OLDEST
            case "middle":
                rule = _MIDDLE
            case "random":
                rule = _ALL
            case _:
                rule = int(name.removeprefix("last"))
        rules += [rule] * share
    return np.array(rules, np.uint64)


def _bytes_per_cell(pick: str, removal: str) -> float:
    """Return the measured peak memory in bytes per cell; only the default's list stays short."""
    if removal == "ordered":
        return 5.5
    return 1.1 if pick == DEFAULT_PICK else 3.0


@device
def draw_policy(state: State, rules: Buffer) -> tuple[int, int, int, State]:
    """Draw a policy; return its span, 32 bits to pick with, a digit in 0..11 and the next state.

    The lower half of one random word draws the policy, and its remainder the digit; the upper half
    becomes the 32 bits.
    """
    half, low = u64(32), u64(_ALL)
    word, state = next_word(state)
    draw = (word & low) * u64(100)
    rule = u64(rules[draw >> half])
    fixed = rule >> half
    bits = fixed or word >> half
    return rule & low, bits, (draw & low) * u64(12) >> half, state


@device
def pick_index(span: int, bits: int, many: int) -> int:
    """Pick one of the last ``span`` cells of a list of ``many`` cells, and return its index."""
    return many - u64(1) - (bits * min(span, many) >> u64(32))


@kernel(cost=2.9)
def carve_swapping(
    grid: Buffer,
    cells: Buffer,
    rules: Buffer,
    steps: Buffer,
    sides: Buffer,
    rng: Buffer,
    token: Buffer,
    cols: int,
    rows: int,
) -> None:
    """Carve with a list in which the last cell takes the place of a removed one.

    Args:
        grid: uint8, the bordered unvisited grid, flat; changed in place.
        cells: uint32 (cols * rows,), the list; written.
        rules: uint64 (100,), the policy of each percent, from ``policy_rules``.
        steps: int64 (256,), see ``direction_tables``.
        sides: uint8 (512,), see there.
        rng: uint64 (4,), the random stream.
        token: uint64, the progress words.
        cols: Columns of cells.
        rows: Rows of cells.
    """
    one = u64(1)
    stride = cols + u64(2)
    cell, state = random_cell(load_state(rng), cols, rows)
    grid[cell] = 0
    cells[0] = cell
    many, done = one, one
    span, bits, digit, state = draw_policy(state, rules)
    while many > u64(0):
        # A branch: the processor loads the newest cell before it knows the policy (a sixth less
        # time at 4096x4096).
        index = many - one
        if span != one:
            index = pick_index(span, bits, many)
        cell = u64(cells[index])
        twelfth = digit
        # The next draw comes before the branches that depend on this one: a misprediction does
        # not repeat it (a twentieth less time).
        span, bits, digit, state = draw_policy(state, rules)
        free = free_sides(grid, cell, stride)
        if free == u64(0):
            many -= one
            cells[index] = cells[many]
            if many & u64(255) == u64(0):
                token[DONE] = done
                if token[CANCEL] != 0:
                    return
            continue
        side = free + twelfth
        grid[cell] |= sides[side]
        cell += u64(steps[side])
        grid[cell] = sides[u64(256) + side]
        cells[many] = cell
        many += one
        done += one


@kernel(cost=5)
def carve_ordered(
    grid: Buffer,
    cells: Buffer,
    present: Buffer,
    counts: Buffer,
    rules: Buffer,
    steps: Buffer,
    sides: Buffer,
    rng: Buffer,
    token: Buffer,
    cols: int,
    rows: int,
) -> None:
    """Carve with a list that keeps its order.

    Args:
        grid: uint8, the bordered grid; changed in place.
        cells: uint32, one place per cell; filled from the front.
        present: uint64, one bit per place, all set. Places that are not filled yet come after all
            others, so they do not change the n-th place, and filling one costs nothing.
        counts: uint32, a Fenwick tree of the number of set bits in each word of ``present``.
        rules: uint64 (100,), the policy of each percent.
        steps: See ``direction_tables``.
        sides: See ``direction_tables``.
        rng: uint64 (4,), the random stream.
        token: uint64, the progress words.
        cols: Columns of cells.
        rows: Rows of cells.
    """
    one = u64(1)
    stride = cols + u64(2)
    cell, state = random_cell(load_state(rng), cols, rows)
    grid[cell] = 0
    cells[0] = cell
    many, done = one, one
    newest = u64(0)  # the place of the list's last cell
    while True:
        span, bits, digit, state = draw_policy(state, rules)
        index = pick_index(span, bits, many)
        place = newest if index + one == many else find_place(present, counts, index)
        cell = u64(cells[place])
        free = free_sides(grid, cell, stride)
        if free == u64(0):
            remove_place(present, counts, place)
            many -= one
            token[DONE] = done
            if many == u64(0) or token[CANCEL] != 0:
                return
            if place == newest:
                newest = find_place(present, counts, many - one)
            continue
        side = free + digit
        grid[cell] |= sides[side]
        cell += u64(steps[side])
        grid[cell] = sides[u64(256) + side]
        newest = done
        cells[newest] = cell
        many += one
        done += one


@device
def find_place(present: Buffer, counts: Buffer, index: int) -> int:
    """Return the place of the set bit that has ``index`` set bits before it."""
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
def remove_place(present: Buffer, counts: Buffer, place: int) -> None:
    """Clear the bit of a place, and update the Fenwick tree."""
    one = u64(1)
    word = place >> u64(6)
    present[word] = u64(present[word]) ^ one << (place & u64(63))
    node = word + one
    while node < u64(len(counts)):
        counts[node] -= 1
        node += node & (~node + one)


ALGORITHM = Algorithm(
    name="growing-tree",
    title="growing tree",
    masks=True,
    about=(
        "Keep a list of cells; pick one, carve from it into a random unvisited neighbour and "
        "list that; remove a cell that has none."
    ),
    feel="Anything from a river to a bush, by its pick rule.",
    reference="Walter Pullen, Think Labyrinth: Maze Algorithms",
    carve=carve,
    bytes_per_cell=1.1,
    option_bytes_per_cell=_bytes_per_cell,
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
