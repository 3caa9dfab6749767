"""Growing tree: keep a list of cells; the policy by which one is picked makes the texture.

Story. The list begins with a random cell. Pick one from it; carve into a random unvisited
neighbour of it and append that; if it has none, remove it. When the list is empty every cell has
been reached.

``pick`` is the policy: ``newest`` (that is the recursive backtracker), ``oldest``, ``middle``,
``random``, ``last10`` (at random among the last ten, or any other number), or a mix in which each
step draws its policy: ``newest.75+random.25``. The default is ``newest.5+random.5``, which looks
like no other algorithm here.

``removal`` is part of the definition. ``swap``, the default, puts the last cell of the list in the
place of the removed one, which is fast, and stirs the list. ``ordered`` keeps the list in the
order in which the cells came, so that oldest and middle mean what they say.

Texture. Dead ends by policy, ordered / swap: newest 10 / 10 %, oldest 2.6 / 49, middle 2.7 / 43,
half newest and half random 20 / 32, random 28 / 28.

Memory. The list, four bytes a cell of it: by default it never holds more than a hundredth of the
cells, with newest or a mix of it up to four tenths. With ordered removal it never shrinks: a bit
per place says who is still there, and a Fenwick tree over words of 64 bits finds the n-th of them
in O(log N).

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

_FITS: Final = (
    "newest, oldest, middle, random, last2 to last999999, or a mix of them whose shares add up to "
    "1, each of one or two digits, such as newest.75+random.25,"
)
_PART: Final = re.compile(r"(newest|oldest|middle|random|last[1-9][0-9]{0,5})(?:\.([0-9]{1,2}))?")

# How policies are told to a kernel: the lower half is from how many of the list's last cells to
# draw; the upper half, unless it is 0, are the bits that draw, counting from the last cell.
_ALL: Final = 0xFFFF_FFFF
_OLDEST: Final = 0xFFFF_FFFF << 32 | _ALL
_MIDDLE: Final = 0x7FFF_FFFF << 32 | _ALL


def carve(grid: CarvingGrid, pick: str = DEFAULT_PICK, removal: str = "swap") -> None:
    """Carve a perfect maze into an unvisited grid, in place.

    Args:
        grid: Where to carve.
        pick: The policy, in its canonical spelling.
        removal: ``swap`` or ``ordered``.
    """
    cells = np.empty(grid.cols * grid.rows, np.uint32)
    rules = policy_rules(pick)
    if removal == "swap":
        _carve_swapping(
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
    present, counts = places(cells.size)
    _carve_ordered(
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


def places(many: int) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
    """Lay out the places of a list that keeps its order (see ``_carve_ordered``).

    Args:
        many: For how many cells.

    Returns:
        ``present``, a bit for every place; ``counts``, the Fenwick tree of them.
    """
    words = many // 64 + 1
    present = np.full(words, MASK64, np.uint64)
    counts = np.arange(words + 1, dtype=np.uint32)
    counts = (counts & -counts) * np.uint32(64)  # each node counts as many words as its low bit
    return present, counts


def parse_policy(text: str) -> dict[str, int]:
    """Read a policy.

    Args:
        text: One policy, or several with shares, joined by ``+``.

    Returns:
        The share of each policy in percent, in normal order; they add up to 100.

    Raises:
        ValueError: Saying what fits.
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
    """uint64 (100,): a policy for each percent."""
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
    """How much it takes, measured: the list is short with the default, long with others."""
    if removal == "ordered":
        return 5.5
    return 1.1 if pick == DEFAULT_PICK else 3.0


@device
def draw_policy(state: State, rules: Buffer) -> tuple[int, int, int, State]:
    """Draw a policy and return its span, 32 bits for it, a digit in 0..11 and the next state.

    The lower half of one word draws the policy first, and what is left of it the digit; the upper
    half are the bits.
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
    """Pick from a list of so many cells, and return the index."""
    return many - u64(1) - (bits * min(span, many) >> u64(32))


@kernel
def _carve_swapping(
    grid: Buffer,
    cells: Buffer,
    rules: Buffer,
    steps: Buffer,
    sides: Buffer,
    rng: Buffer,
    pulse: Buffer,
    cols: int,
    rows: int,
) -> None:
    one = u64(1)
    stride = cols + u64(2)
    cell, state = random_cell(load_state(rng), cols, rows)
    grid[cell] = 0
    cells[0] = cell
    many, done = one, one
    span, bits, digit, state = draw_policy(state, rules)
    while many > u64(0):
        # A branch, so that the newest cell is at work before the policy is known (a sixth less
        # time at 4096x4096).
        index = many - one
        if span != one:
            index = pick_index(span, bits, many)
        cell = u64(cells[index])
        twelfth = digit
        # The next draw stands before the branches that depend on this one: where they are
        # mispredicted, it need not be made again (a twentieth less).
        span, bits, digit, state = draw_policy(state, rules)
        free = free_sides(grid, cell, stride)
        if free == u64(0):
            many -= one
            cells[index] = cells[many]
            if many & u64(255) == u64(0):
                pulse[DONE] = done
                if pulse[CANCEL] != 0:
                    return
            continue
        side = free + twelfth
        grid[cell] |= sides[side]
        cell += u64(steps[side])
        grid[cell] = sides[u64(256) + side]
        cells[many] = cell
        many += one
        done += one


@kernel
def _carve_ordered(
    grid: Buffer,
    cells: Buffer,
    present: Buffer,
    counts: Buffer,
    rules: Buffer,
    steps: Buffer,
    sides: Buffer,
    rng: Buffer,
    pulse: Buffer,
    cols: int,
    rows: int,
) -> None:
    """Carve with a list that keeps its order.

    Args:
        grid: uint8, the bordered grid; changed in place.
        cells: uint32, a place for every cell, filled from the front.
        present: uint64, a bit for every place, all set: those not filled yet come after all
            others, so that they count without being in the way, and filling one costs nothing.
        counts: uint32, a Fenwick tree of how many bits are set, by words of ``present``.
        rules: uint64 (100,), the policy of each percent.
        steps: See ``direction_tables``.
        sides: See ``direction_tables``.
        rng: uint64 (4,), the random stream.
        pulse: uint64 (2,), progress and cancelling.
        cols: Columns of cells.
        rows: Rows of cells.
    """
    one = u64(1)
    stride = cols + u64(2)
    cell, state = random_cell(load_state(rng), cols, rows)
    grid[cell] = 0
    cells[0] = cell
    many, done = one, one
    newest = u64(0)  # where the last cell of the list stands
    while True:
        span, bits, digit, state = draw_policy(state, rules)
        index = pick_index(span, bits, many)
        place = newest if index + one == many else find_place(present, counts, index)
        cell = u64(cells[place])
        free = free_sides(grid, cell, stride)
        if free == u64(0):
            remove_place(present, counts, place)
            many -= one
            pulse[DONE] = done
            if many == u64(0) or pulse[CANCEL] != 0:
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
    """Return the place of the bit that has so many set bits before it."""
    one = u64(1)
    size = u64(len(counts))
    step = one
    while step << one < size:
        step <<= one
    word = u64(0)
    while step > u64(0):  # down the Fenwick tree, to the last word that begins early enough
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
    """Clear the bit of a place, and count it no more."""
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
    feel="What the policy makes of it: from a river to a bush, and everything between.",
    reference="Walter Pullen, Think Labyrinth: Maze Algorithms",
    carve=carve,
    bytes_per_cell=1.1,
    takes=_bytes_per_cell,
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
