"""Measurements of mazes: makers of mazes, and figures for each of their laws.

A law takes a maker and returns figures: the value, the expected value, the standard error and the
tolerance. All samples use the seeds 0, 1, 2 and so on, in the number that the figure names.
"""

import functools
import itertools
import math
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from mazegame.engine import ALGORITHMS, Maze, Recipe, braid, distances, farthest_pair
from tests import naive
from tests.engine.cases import carve, count_mazes, few, plain, prepare
from tests.peak import traced_peak

NAIVE_SAMPLES = 8_000
"""Most mazes of a reference algorithm that cannot be enumerated."""


@dataclass(frozen=True)
class Figure:
    """One number of a law."""

    what: str
    value: float
    expected: float
    error: float = 0.0
    """Standard error, including that of a measured expected value; 0 if exact."""
    allowed: float = 3.0
    """Standard errors by which the value may differ."""
    slack: float = 0.0
    """Further allowed difference, if the expected value is rounded or the law is not exact."""

    def __post_init__(self) -> None:
        if self.error < 1e-12:  # rounding errors of a constant
            object.__setattr__(self, "error", 0.0)

    @property
    def deviation(self) -> float:
        """The difference in standard errors."""
        gap = abs(self.value - self.expected)
        return gap / self.error if self.error else math.inf if gap else 0.0

    @property
    def holds(self) -> bool:
        """Whether the difference is within the tolerance."""
        return abs(self.value - self.expected) <= self.slack + self.allowed * self.error


def three_errors(samples):
    """Return 3 standard errors; where compilation is off and samples are few, an equally rare
    number.
    """
    return few(3, student(3, samples))


def student(sigmas, samples):
    """Return the quantile of Student's distribution as rare as a number of standard deviations.

    A standard error from few mazes is uncertain itself (expansion by Cornish and Fisher).
    """
    z, nu = sigmas, samples - 1
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    return z + first / nu + second / nu**2


class Engine:
    """The engine's own generator as a maker of mazes."""

    def __init__(self, name: str, **options: str) -> None:
        self.name = " ".join([name, *(f"{key}={value}" for key, value in options.items())])
        self.algorithm = ALGORITHMS[name]
        self.options = options

    def __call__(self, cols: int, rows: int, seed: int) -> np.ndarray:
        """Return the passages: uint8 (rows, cols)."""
        # Like generate(), without the parts that are the same for every algorithm.
        recipe = Recipe.make(self.algorithm.name, cols, rows, str(seed), self.options)
        grid = prepare(recipe)
        carve(recipe, grid)
        return grid.cells

    def trees(self, cols: int, rows: int, samples: int) -> Counter[bytes]:
        """Return how often each maze of this size comes up."""
        recipe = Recipe.make(self.algorithm.name, cols, rows, "0", self.options)
        return count_mazes(prepare(recipe), functools.partial(carve, recipe), samples)


@dataclass(eq=False)
class Reference:
    """A reference algorithm (see ``tests/naive.py``) as a maker of mazes."""

    name: str
    reference: Callable[..., bytes]
    endless: bool = False
    """Whether its turns cannot be enumerated."""

    def __call__(self, cols: int, rows: int, seed: int) -> np.ndarray:
        """Return the passages: uint8 (rows, cols)."""
        passages = self.reference(cols, rows, naive.dice(random.Random(seed)))
        return np.frombuffer(passages, np.uint8).reshape(rows, cols)

    def trees(self, cols: int, rows: int, samples: int) -> Counter[bytes]:
        """Return how often each maze comes up, by exact probabilities if it can be enumerated."""
        if self.endless:
            draw = naive.dice(random.Random(1))
            return Counter(
                self.reference(cols, rows, draw) for _ in range(min(samples, NAIVE_SAMPLES))
            )
        return drawn(law_of(self.reference, cols, rows), samples)


@dataclass(eq=False)
class Chances:
    """A law itself, such as (cols, rows) -> {maze: probability}, as a maker of small mazes."""

    name: str
    law: Callable[..., dict[bytes, Fraction]]

    def trees(self, *given: int) -> Counter[bytes]:
        """Return how often each maze comes up; the number of samples comes last."""
        *arguments, samples = given
        return drawn(self.law(*arguments), samples)


def drawn(law, samples):
    """Return how often each outcome of a law comes up in a number of draws."""
    chances = np.array([float(chance) for chance in law.values()])
    counts = np.random.default_rng(1).multinomial(samples, chances / chances.sum())
    return Counter(dict(zip(law, counts.tolist(), strict=True)))


@dataclass(eq=False)
class Drawn:
    """A function as a maker: of mazes, (cols, rows, seed), or of rows, (cols, seed)."""

    name: str
    make: Callable[..., object]

    def __call__(self, *given: int) -> object:
        """Return what the function makes."""
        return self.make(*given)


# Small grids: every maze, with its probability.


def chi_square(counts, chances, what):
    """Return a figure that compares counts with exact probabilities by Pearson's chi-square.

    The tolerance is the value exceeded once in a thousand; an outcome of probability 0 breaks it.
    """
    freedom = len(chances) - 1
    statistic = naive.chi_square(counts, chances.items()) if set(counts) <= set(chances) else np.inf
    error = math.sqrt(2 * freedom)
    limit = naive.chi_square_limit(freedom)
    return Figure(what, statistic, freedom, error, (limit - freedom) / error)


def sample_size(chances):
    """Return the sample size of a law: large enough that every outcome is expected to come up."""
    usual = few(max(40_000, 100 * len(chances)), max(2_000, 10 * len(chances)))
    return max(usual, math.ceil(15 / min(chances.values())))


def fits(maker, cols, rows, law):
    """Yield figures of a maker's mazes: how often each comes up, and how many there are."""
    chances = law(cols, rows)
    samples = sample_size(chances)
    counts = maker.trees(cols, rows, samples)
    yield chi_square(counts, chances, f"chi-square, {samples:,} of {cols}x{rows}")
    yield Figure(f"different mazes of {cols}x{rows}", len(+counts), len(chances))


@functools.cache
def uniform(cols, rows):
    """Return the law in which every spanning tree has the same probability."""
    every = naive.spanning_trees(cols, rows)
    return dict.fromkeys(every, Fraction(1, len(every)))


@functools.cache
def law_of(reference, cols, rows):
    """Return the exact law of a reference algorithm."""
    return naive.exact_law(functools.partial(reference, cols, rows))


def uniformity(cols, rows):
    """Return the measurement of uniformity on a grid."""
    if (cols, rows) == (4, 4):
        return _uniformity_of_four
    return lambda maker: fits(maker, cols, rows, uniform)


def _uniformity_of_four(maker):
    """Yield the figures of all 100,352 trees of 4x4, four mazes per tree; needs no list of the
    trees.
    """
    trees = naive.count_spanning_trees(4, 4)
    samples = few(4 * trees, trees // 50)
    counts = maker.trees(4, 4, samples)
    mean = samples / trees
    statistic = sum((count - mean) ** 2 for count in counts.values()) / mean
    statistic += (trees - len(counts)) * mean
    error = math.sqrt(2 * (trees - 1) * (1 - 1 / samples))
    yield Figure(f"chi-square, {samples:,} of 4x4", statistic, trees - 1, error)
    # The number of different mazes, like occupied boxes among random balls.
    missed = (1 - 1 / trees) ** samples
    both = (1 - 2 / trees) ** samples
    variance = trees * missed + trees * (trees - 1) * both - (trees * missed) ** 2
    seen = trees * (1 - missed)
    yield Figure("different mazes of 4x4", len(counts), seen, math.sqrt(variance))


def exact_chances(reference, *sizes):
    """Return the measurement that a generator has the exact probabilities of its reference."""
    return lambda maker: itertools.chain.from_iterable(
        fits(maker, cols, rows, functools.partial(law_of, reference)) for cols, rows in sizes
    )


def as_many_as_fibonacci(maker):
    """Yield the numbers of different sidewinder mazes: F(2 cols)^(rows-1), with Fibonacci numbers
    F.
    """
    for cols, rows in ((1, 4), (2, 4), (3, 3), (4, 3)):
        fibonacci = [0, 1]
        while len(fibonacci) <= 2 * cols:
            fibonacci.append(sum(fibonacci[-2:]))
        samples = sample_size(law_of(naive.sidewinder, cols, rows))
        seen = len(+maker.trees(cols, rows, samples))
        what = f"different mazes of {cols}x{rows}"
        yield Figure(what, seen, fibonacci[2 * cols] ** (rows - 1))


def grown(removal, **shares):
    """Return the exact law of a growing tree with a policy: shares in percent."""
    parts = {name: Fraction(share, 100) for name, share in shares.items()}
    return functools.partial(naive.growing_tree_law, shares=parts, removal=removal)


def same_tree(maker):
    """Yield how many mazes of Kruskal's and Prim's algorithms are the same for the same seeds."""
    other = Engine("kruskal")
    # Large mazes of Kruskal are made by Borůvka's rounds.
    sizes = ((1, 1), (1, 9), (9, 1), (17, 31), (131, 130), few((700, 500), (70, 65)))
    for cols, rows in sizes:
        same = sum(np.array_equal(maker(cols, rows, i), other(cols, rows, i)) for i in range(5))
        yield Figure(f"of 5 mazes of {cols}x{rows} the same", same, 5)


# Large grids: shares of the cell types.


def cell_type_shares(passages):
    """Return the shares of dead ends, straights, turns, T-junctions and crossings: float64 (5,)."""
    return np.bincount(naive.CELL_TYPES[passages].ravel(), minlength=5)[:5] / passages.size


def mean_and_error(samples):
    """Return the mean of independent samples along the first axis, and its standard error."""
    samples = np.asarray(samples, float)
    return samples.mean(0), samples.std(0, ddof=1) / math.sqrt(len(samples))


CELL_TYPE_NAMES = ("dead ends", "straights", "turns", "T-junctions", "crossings")


def exact_cell_types(maker, *, cell_types):
    """Yield the cell types of an algorithm for which their law is known exactly.

    Args:
        maker: Makes mazes.
        cell_types: (cols, rows) -> the chances of every cell, float64 (5, rows, cols).
    """
    side, mazes = few((1000, 40), (40, 25))
    samples = [cell_type_shares(maker(side, side, seed)) for seed in range(mazes)]
    expected = cell_types(side, side).mean((1, 2))
    yield from compare_cell_types(samples, expected, f"{mazes} of {side}x{side}")


def percent(what, value, expected, error, *tolerance, slack=0.0):
    """Return a figure of shares, in percent."""
    return Figure(f"% {what}", 100 * value, 100 * expected, 100 * error, *tolerance, slack=slack)


def compare_cell_types(samples, expected, where):
    """Yield figures: shares in percent against exact ones, within three standard errors."""
    mean, error = mean_and_error(samples)
    for name, value, exact, sigma in zip(CELL_TYPE_NAMES, mean, expected, error, strict=True):
        if exact > 1e-12 or value:
            allowed = three_errors(len(samples))
            # The slack is for a share that does not vary: it has no standard error.
            yield percent(f"{name}, {where}", value, exact, sigma, allowed, slack=1e-9)


@functools.cache
def _uniform_shares(side):
    return naive.uniform_cell_types(side, side).mean((1, 2))


def uniform_cells(maker):
    """Yield the cell types of a uniform tree, against the laws of this size and the infinite grid.

    For the latter only cells 50 or more from the boundary count: so far inside, the chances are
    within 0.0007 points of their limits. (With all cells, the boundary takes 0.014 points off the
    dead ends.)
    """
    side, mazes, margin = few((1000, 40, 50), (60, 25, 10))
    every, degrees = [], []
    for seed in range(mazes):
        passages = maker(side, side, seed)
        every.append(cell_type_shares(passages))
        inner = np.bitwise_count(passages[margin:-margin, margin:-margin]).ravel()
        degrees.append(np.bincount(inner, minlength=5)[1:5] / inner.size)
    where = f"{mazes} of {side}x{side}"
    yield from compare_cell_types(every, _uniform_shares(side), where)
    mean, error = mean_and_error(degrees)
    for degree, row in enumerate(zip(mean, naive.INFINITE_UNIFORM, error, strict=True), 1):
        what = f"degree {degree}, {where}, inside"
        yield percent(what, *row, three_errors(mazes), slack=few(0.0007, 0.05))


def sidewinder_dead_ends(maker):
    """Yield the dead ends against 5/8 - ln(2)/2, without the first and last row and 40 columns."""
    side, mazes = few((1000, 40), (120, 12))
    mazes_inside = (maker(side, side, seed)[1:-1, 40:-40] for seed in range(mazes))
    samples = [(np.bitwise_count(inside) == 1).mean() for inside in mazes_inside]
    what = f"dead ends, {mazes} of {side}x{side}, inside"
    mean, error = mean_and_error(samples)
    yield percent(what, mean, 5 / 8 - math.log(2) / 2, error, three_errors(mazes))


PUBLISHED = {
    # Dead ends, straights, turns, T, crossings in % of the cells; corner path and diameter in % of
    # their number: 200 mazes of 100x100 of independent programs, rounded to a tenth.
    "recursive-backtracker": (10.0, 30.6, 49.6, 9.7, 0.2, 18.9, 37.7),
    "hunt-and-kill": (9.4, 29.7, 51.7, 9.0, 0.2, 5.0, 9.3),
    "kruskal": (30.6, 16.1, 26.8, 22.5, 4.0, 4.1, 6.0),
    "true-prim": (30.6, 16.1, 26.8, 22.5, 4.0, 4.1, 6.0),
    "simple-prim": (32.4, 18.1, 21.9, 22.9, 4.7, 2.3, 3.1),
    "prim": (35.6, 15.6, 19.3, 23.4, 6.1, 2.3, 3.1),
    "aldous-broder": (29.3, 17.0, 27.9, 22.3, 3.5, 4.6, 7.1),
    "wilson": (29.3, 17.0, 27.9, 22.3, 3.5, 4.6, 7.1),
    "eller": (29.4, 20.3, 24.6, 22.0, 3.7, 4.0, 6.5),
    "binary-tree": (25.0, 25.5, 24.6, 25.0, 0.0, 2.0, None),
    "sidewinder": (27.7, 22.6, 24.7, 22.2, 2.8, 2.6, 4.5),
    "recursive-division": (23.3, 35.4, 19.9, 19.5, 1.9, 7.4, 10.4),
}


def published(what, value, expected, error, mazes):
    """Return a figure of 100x100 against what others measured, within four standard errors.

    The published means come from 200 mazes, so their error is that of 200 of ours; and they are
    rounded, by 0.05 at most.
    """
    error *= 100 * math.sqrt(1 + mazes / 200)
    what = f"% {what}, {mazes} of 100x100"
    return Figure(what, 100 * value, expected, error, student(4, mazes), slack=0.05 + 1e-9)


def texture(maker, *, texture_of):
    """Yield cell types, corner path and diameter of mazes of 100x100 against the published ones."""
    mazes = few(200, 5)
    samples = []
    for seed in range(mazes):
        passages = maker(100, 100, seed)
        maze = Maze(passages)
        path = distances(maze, (0, 0))[99, 99]
        lengths = path, farthest_pair(maze)[2]
        samples.append([*cell_type_shares(passages), *(length / 10_000 for length in lengths)])
    mean, error = mean_and_error(samples)
    names = (*CELL_TYPE_NAMES, "corner path", "diameter")
    for what, value, expected, sigma in zip(names, mean, PUBLISHED[texture_of], error, strict=True):
        if expected is not None:
            yield published(what, value, expected, sigma, mazes)


GROWN = {
    # Dead ends in % of the cells, removal in order and by swapping with the last.
    "oldest": (2.6, 49.4),
    "middle": (2.7, 43.3),
    "newest.5+random.5": (20.1, 32.3),
    "newest.75+random.25": (14.2, 25.9),
    "newest.9+random.1": (11.7, 17.2),
    "random": (27.6, 27.6),
    "newest": (10.0, 10.0),
    "last10": (30.1, None),
}


def dead_ends(maker, *, expected):
    """Yield the dead ends at 100x100 against the published share."""
    mazes = few(200, 5)
    samples = [cell_type_shares(maker(100, 100, seed))[0] for seed in range(mazes)]
    mean, error = mean_and_error(samples)
    yield published("dead ends", mean, expected, error, mazes)


SIDES = (32, 64, 128, 256, 512, 1024)


def corner_exponent(maker, *, expected):
    """Yield the power of the side that the corner path grows like, within 0.05.

    The exponent is the slope of a straight line through the logarithms of the mean path for sides
    from 32 to 1024; its standard error follows from those of the means.
    """
    sides, mazes = few((SIDES, 100), (SIDES[:2], 4))
    means, errors = [], []
    for side in sides:
        paths = [
            int(distances(Maze.from_grid(np.pad(maker(side, side, seed), 1)), (0, 0))[-1, -1])
            for seed in range(mazes)
        ]
        mean, error = mean_and_error(paths)
        means.append(math.log(mean))
        errors.append(error / mean)
    x = np.log(sides) - np.log(sides).mean()
    slope = (x @ means) / (x @ x)
    error = math.sqrt((x**2) @ np.square(errors)) / (x @ x)
    what = f"exponent, {mazes} each of {sides[0]} to {sides[-1]}"
    yield Figure(what, slope, expected, error, few(0, 4), slack=0.05)


# Laws for every single maze.


SMALL_SIZES = ((1, 1), (1, 9), (9, 1), (2, 2), (3, 2), (7, 13), (64, 64), (65, 3), (300, 5))


def perfect(maker, *, sizes):
    """Yield figures: a spanning tree with the right numbers of walls and dead ends."""
    trees = walls = ends = 0
    for cols, rows in sizes:
        passages = maker(cols, rows, 0)
        maze = Maze(passages)  # it checks the boundary and both sides of every passage
        reached = (distances(maze, (0, 0)) >= 0).all()
        trees += bool(maze.passage_count == cols * rows - 1 and reached)
        kept = maze.east_walls[:, :-1].sum() + maze.south_walls[:-1].sum()
        walls += int(kept == (cols - 1) * (rows - 1))
        count = np.bincount(np.bitwise_count(passages).ravel(), minlength=5)
        ends += int(count[1] == count[3] + 2 * count[4] + 2 or cols * rows == 1)
    largest = f"{sizes[-1][0]}x{sizes[-1][1]}"
    where = f"{len(sizes)} sizes to {largest}" if len(sizes) > 1 else largest
    yield Figure(f"trees, {where}", trees, len(sizes))
    yield Figure(f"with (cols-1)(rows-1) walls, {where}", walls, len(sizes))
    yield Figure(f"with dead ends = T + 2 crossings + 2, {where}", ends, len(sizes))


def same_bytes(maker):
    """Yield whether compiled kernels and plain Python write the same bytes."""
    same = 0
    sizes = (*SMALL_SIZES, (131, 130))
    for cols, rows in sizes:
        compiled = maker(cols, rows, 0)
        with plain():
            same += np.array_equal(compiled, maker(cols, rows, 0))
    yield Figure(f"same, {len(sizes)} sizes to {sizes[-1][0]}x{sizes[-1][1]}", same, len(sizes))


def wall_follower(maker):
    """Yield left-hand plus right-hand steps between two dead ends against 2 (N - 1)."""
    sums = pairs = 0
    for seed, (cols, rows) in enumerate([(2, 2), (9, 4), (17, 12), (20, 20)] * 2):
        passages = maker(cols, rows, seed)
        ends = [tuple(cell) for cell in np.argwhere(np.bitwise_count(passages) == 1).tolist()]
        for a, b in itertools.islice(itertools.combinations(ends, 2), 40):
            hands = [naive.follow_wall(passages, a, b, left=left) for left in (True, False)]
            sums += int(None not in hands and sum(hands) == 2 * (cols * rows - 1))
            pairs += 1
    yield Figure("pairs of dead ends where it holds", sums, pairs)


def braided_maker(maker):
    """Return a maker that adds a loop to each maze of another."""

    def make(cols, rows, seed):
        maze = Maze(maker(cols, rows, seed))
        return braid(maze, 0.3, str(seed)).passages

    return make


def binary_tree_facts(maker):
    """Yield figures: one opening north or west per cell; no crossing; no end open S or E only."""
    cols, rows = few((1500, 1500), (70, 50))
    passages = maker(cols, rows, 0)
    openings = (passages & 1) + (passages >> 3 & 1)
    yield Figure("cells that open one of N, W", int((openings == 1).sum()), cols * rows - 1)
    yield Figure("openings of the root", int(openings[0, 0]), 0)
    yield Figure("crossings, and dead ends to S or E", int(np.isin(passages, (2, 4, 15)).sum()), 0)
    for size in ((1, 5), (5, 1), (40, 23), (64, 64)):
        path = naive.flood(maker(*size, 0), [(0, 0)])[-1, -1]
        yield Figure(f"cells of the corner path, {size[0]}x{size[1]}", int(path) + 1, sum(size) - 1)


def coins(maker):
    """Yield figures: the random bits of a binary tree are fair, and independent of all bits nearby.

    A random word serves 64 of them, so a fault would show as a pattern. Of 162 pairs of places, the
    worst may differ by 4.5 standard errors (once in 900 by chance).
    """
    cols, rows = few((1500, 1500), (80, 80))
    tossed = maker(cols, rows, 0)[1:, 1:] & 1
    yield Figure("share of coins north", tossed.mean(), 0.5, 0.5 / math.sqrt(tossed.size))
    worst = (0.0, 1.0)
    for down, right in itertools.product(range(9), range(-9, 10)):
        if (down, right) > (0, 0):
            one = tossed[down:, max(right, 0) : tossed.shape[1] + min(right, 0)]
            other = tossed[: len(tossed) - down, max(-right, 0) : tossed.shape[1] - max(right, 0)]
            off, error = (one == other).mean() - 0.5, 0.5 / math.sqrt(one.size)
            worst = max(worst, (off, error), key=lambda pair: abs(pair[0]) / pair[1])
    yield Figure("worst share of equal coins", 0.5 + worst[0], 0.5, worst[1], 4.5)


def sidewinder_facts(maker):
    """Yield figures: a corridor on top, one passage up per run, no dead end to S, never down going
    up.
    """
    cols, rows = few((1500, 1500), (70, 50))
    passages = maker(cols, rows, 0)
    yield Figure("closed sides in the top corridor", int((passages[0, :-1] & 2 == 0).sum()), 0)
    below = passages[1:]
    run_of = np.cumsum(np.pad(below.ravel() & 2 == 0, (1, 0))[:-1])
    ups = np.bincount(run_of, below.ravel() & 1)
    yield Figure("runs with one way up", int((ups == 1).sum()), ups.size)
    yield Figure("dead ends to S below the first row", int((below == 4).sum()), 0)
    cols, rows = 60, 40
    passages = maker(cols, rows, 0)
    home = naive.flood(passages, [(0, col) for col in range(cols)])
    down = passages[:-1] & 4 != 0
    wrong_way = (home[1:][down] <= home[:-1][down]).sum()
    yield Figure("steps down on a shortest way to the top", int(wrong_way), 0)


def division_by_the_sides(maker):
    """Yield figures: the first wall cuts the width of 12x4 with probability 12/16."""
    cols, rows, mazes = 12, 4, few(8000, 800)
    vertical = 0
    for seed in range(mazes):
        passages = maker(cols, rows, seed)
        in_columns = ((passages[:, :-1] & 2 != 0).sum(0) == 1).any()
        in_rows = ((passages[:-1] & 4 != 0).sum(1) == 1).any()
        vertical += int(in_columns and not in_rows)
    error = math.sqrt(0.75 * 0.25 / mazes)
    yield Figure(f"first walls vertical, {mazes:,} of 12x4", vertical / mazes, 0.75, error)


def stream_is_the_maze(stream):
    """Yield whether streamed rows equal the maze's byte for byte, except for its last row."""
    maker = Engine("eller")
    for cols, rows in ((1, 40), (7, few(30_000, 700)), (few(2000, 90), 60)):
        maze = maker(cols, rows, 0)
        streamed = np.array(list(itertools.islice(stream(cols, "0"), rows)))
        differ = int((streamed[:-1] != maze[:-1]).sum())
        differ += int((streamed[-1] & 1 != maze[-1] & 1).sum())
        yield Figure(f"bytes that differ, {cols}x{rows}", differ, 0)


def stream_memory(stream):
    """Yield the ratio of peak memory (tracemalloc) for more and fewer rows, within a fifth of 1."""

    def peak(rows):
        return traced_peak(lambda: itertools.islice(stream(cols, "0"), rows))

    cols, few_rows, many_rows = few((50, 10_000, 100_000), (4000, 34, 68))
    next(iter(stream(cols, "0")))
    # What other threads and the collector do meanwhile only adds to a peak.
    many, few_of_them = (min(peak(rows) for _ in range(3)) for rows in (many_rows, few_rows))
    ratio = round(many / few_of_them, 1)
    yield Figure(f"peak for {many_rows:,} rows / {few_rows:,}", ratio, 1, 0, slack=0.2)


BRAIDED, BRAIDED_ENDS = np.array([[6, 14, 12], [1, 5, 1], [2, 11, 8]], np.uint8), 4
"""The passages of a maze with neighbouring dead ends, and how many it has."""


def braid_law(want, **how):
    """Return the chance of every maze that has a number of the dead ends opened."""
    return naive.exact_law(functools.partial(naive.braid_maze, BRAIDED, want, **how))


def braiding(maker):
    """Yield figures: how often each braided maze comes up, and how many there are."""
    for want in (1, 2, BRAIDED_ENDS):
        law = braid_law(want)
        samples = sample_size(law)
        counts = maker.trees(want, samples)
        if len(law) > 1:
            what = f"chi-square, {samples:,} times {want} of {BRAIDED_ENDS} ends"
            yield chi_square(counts, law, what)
        yield Figure(f"different mazes, {want} of {BRAIDED_ENDS} ends", len(+counts), len(law))


class Braid:
    """The engine's braiding."""

    name = "braid"

    def trees(self, want, samples):
        """Return how often each braided maze comes up."""
        maze = Maze(BRAIDED)
        made = (braid(maze, want / BRAIDED_ENDS, str(seed)) for seed in range(samples))
        return Counter(one.passages.tobytes() for one in made)
