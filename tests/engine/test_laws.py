"""The laws of single generators: their chances and what can never happen.

All seeds are fixed, so that each test always sees the same mazes. Limits of chi-square are those
exceeded once in a thousand; shares may be off by so many standard errors as is written there.
Every statistical test is shown to fail on a generator with another law.
"""

from __future__ import annotations

import functools
import itertools
import math
import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from mazegame.engine import ALGORITHMS
from mazegame.engine.jit import compiling
from mazegame.engine.site import Site
from tests import naive
from tests.engine.cases import make

SAMPLES = 40_000


@functools.cache
def trees(name, cols, rows, **options):
    """How often each maze of this size comes up."""
    algorithm = ALGORITHMS[name]
    counts = Counter()
    with compiling():
        for seed in range(SAMPLES):
            site = Site(cols, rows, str(seed), fill=algorithm.fill)
            algorithm.carve(site, **options)
            counts[site.cells.tobytes()] += 1
    return counts


@functools.cache
def uniform(cols, rows):
    """Every spanning tree with the same chance."""
    every = naive.spanning_trees(cols, rows)
    return tuple((tree, Fraction(1, len(every))) for tree in every)


@functools.cache
def kruskal_law():
    return tuple(naive.kruskal_law(3, 2).items())


def fits(counts, law):
    """Whether counts agree with a law by the chi-square test."""
    assert set(counts) <= {tree for tree, _ in law}
    return naive.chi_square(counts, law) < naive.chi_square_limit(len(law) - 1)


def test_the_small_grids_have_as_many_spanning_trees_as_theory_says():
    assert [len(uniform(*size)) for size in ((2, 2), (3, 2), (3, 3))] == [4, 15, 192]


UNIFORM = [("aldous-broder", {}), ("wilson", {}), ("wilson", {"build": "walls"})]


@pytest.mark.parametrize(("name", "options"), UNIFORM, ids=["aldous-broder", "wilson", "walls"])
@pytest.mark.parametrize(("cols", "rows"), [(2, 2), (3, 2), (3, 3)])
def test_aldous_broder_and_wilson_are_uniform(name, options, cols, rows):
    assert fits(trees(name, cols, rows, **options), uniform(cols, rows))


@pytest.mark.parametrize("name", ["kruskal", "true-prim", "prim", "eller", "recursive-backtracker"])
def test_others_fail_the_test_of_uniformity(name):
    assert not fits(trees(name, 3, 2), uniform(3, 2))


def test_an_aldous_broder_that_only_steps_to_unvisited_cells_fails_the_test_of_uniformity():
    rng = random.Random(7)
    counts = Counter(naive.impatient_walk(3, 2, rng) for _ in range(SAMPLES))
    assert not fits(counts, uniform(3, 2))


def test_kruskal_has_its_exact_law_on_three_by_two():
    law = kruskal_law()
    assert Counter(chance for _, chance in law) == {
        Fraction(300, 5040): 6,
        Fraction(360, 5040): 9,
    }
    assert fits(trees("kruskal", 3, 2), law)
    assert fits(trees("true-prim", 3, 2), law)
    assert not fits(trees("wilson", 3, 2), law)
    assert not fits(trees("simple-prim", 3, 2), law)


@pytest.mark.parametrize(("cols", "rows"), [(1, 1), (1, 9), (9, 1), (17, 31), (200, 120)])
def test_true_prim_gives_the_tree_of_kruskal(cols, rows):
    for seed in "abc":
        assert make("true-prim", cols, rows, seed) == make("kruskal", cols, rows, seed)


def test_the_newest_cell_first_is_the_recursive_backtracker():
    """88 of the 192 trees of 3x3 can come of it, whatever the removal, with the same chances."""
    walks = trees("recursive-backtracker", 3, 3)
    assert len(walks) == 88
    for removal in ("swap", "ordered"):
        grown = trees("growing-tree", 3, 3, pick="newest", removal=removal)
        assert set(grown) == set(walks)
        # Two samples of one size: the chi-square of their differences.
        assert same_law(walks, grown)
    oldest = trees("growing-tree", 3, 3, pick="random", removal="swap")
    assert not same_law(walks, oldest)


def same_law(one, other):
    """Whether two samples of one size may be of one law (chi-square of their differences)."""
    keys = set(one) | set(other)
    statistic = sum((one[key] - other[key]) ** 2 / (one[key] + other[key]) for key in keys)
    return statistic < naive.chi_square_limit(len(keys) - 1)


# Dead ends, straights, turns, T-junctions and crossings in percent of the cells, of 100x100.
SHARES = {
    "recursive-backtracker": (10.0, 30.6, 49.6, 9.7, 0.2),
    "hunt-and-kill": (9.4, 29.7, 51.7, 9.0, 0.2),
    "kruskal": (30.6, 16.1, 26.8, 22.5, 4.0),
    "simple-prim": (32.4, 18.1, 21.9, 22.9, 4.7),
    "prim": (35.6, 15.6, 19.3, 23.4, 6.1),
    "wilson": (29.3, 17.0, 27.9, 22.3, 3.5),
    "aldous-broder": (29.3, 17.0, 27.9, 22.3, 3.5),
    "eller": (29.4, 20.3, 24.6, 22.0, 3.7),
    "binary-tree": (25.0, 25.5, 24.6, 25.0, 0.0),
    "sidewinder": (27.7, 22.6, 24.7, 22.2, 2.8),
    "recursive-division": (23.3, 35.4, 19.9, 19.5, 1.9),
}
KIND = np.array([9, 0, 0, 2, 0, 1, 2, 3, 0, 2, 1, 3, 2, 3, 3, 4])
"""Which of the five a cell is, by its passage bits."""
MAZES = 100


@functools.cache
def measured(name, **options):
    """Mean of the five shares of 100 mazes of 100x100, in percent, and its standard error."""
    shares = np.array(
        [
            np.bincount(
                KIND[make(name, 100, 100, str(seed), **options).passages].ravel(), minlength=5
            )
            for seed in range(MAZES)
        ]
    )
    return shares.mean(0) / 100, shares.std(0, ddof=1) / 100 / math.sqrt(MAZES)


def agrees(name, law, **options):
    """Whether all shares are within 4 standard errors of figures that are themselves rounded.

    The figures were measured on 200 mazes: their own error is 0.7 times ours. The rounding is
    0.05 at most.
    """
    mean, error = measured(name, **options)
    return bool((np.abs(mean - law) <= 4 * error * math.sqrt(1.5) + 0.05).all())


@pytest.mark.parametrize("name", SHARES)
def test_the_texture_of_each_algorithm_is_its_own(name):
    assert agrees(name, SHARES[name])


def test_wilson_on_walls_has_the_texture_of_wilson():
    assert agrees("wilson", SHARES["wilson"], build="walls")


def test_a_wrong_generator_would_fail_the_test_of_texture():
    for name, other in itertools.pairwise([*SHARES, "recursive-backtracker"]):
        assert agrees(name, SHARES[other]) == (SHARES[name] == SHARES[other]), name


# Dead ends in percent of the cells: removal in order, and by swapping with the last.
GROWN = {
    "oldest": (2.6, 49.4),
    "middle": (2.7, 43.3),
    "newest.5+random.5": (20.1, 32.3),
    "newest.75+random.25": (14.2, 25.9),
    "newest.9+random.1": (11.7, 17.2),
    "random": (27.6, 27.6),
    "last10": (30.1, None),
}


@pytest.mark.parametrize("pick", GROWN)
def test_the_dead_ends_of_a_growing_tree_are_those_of_its_policy_and_removal(pick):
    for removal, share in zip(("ordered", "swap"), GROWN[pick], strict=True):
        if share is not None:
            mean, error = measured("growing-tree", pick=pick, removal=removal)
            assert abs(mean[0] - share) <= 4 * error[0] * math.sqrt(1.5) + 0.05, removal
    if GROWN[pick][0] != GROWN[pick][1] is not None:
        ordered = GROWN[pick][0]
        mean, error = measured("growing-tree", pick=pick, removal="swap")
        assert abs(mean[0] - ordered) > 4 * error[0] * math.sqrt(1.5) + 0.05


def degree_shares(maze, margin):
    """Shares of the degrees 1 to 4 of the cells that are so far from the rim."""
    inner = maze.passages[margin:-margin, margin:-margin]
    return np.bincount(np.bitwise_count(inner).ravel(), minlength=5)[1:5] / inner.size


def test_uniform_mazes_have_the_degrees_of_the_infinite_grid():
    """Dead ends 8/pi^2 (1 - 2/pi); within 0.1 points, 7 standard errors of a million cells."""
    exact = (8 / math.pi**2 * (1 - 2 / math.pi), 0.44699, 0.22238, 0.03608)
    shares = degree_shares(make("wilson", 1000, 1000, "walls", build="walls"), 10)
    assert np.abs(shares - exact).max() < 0.001
    assert np.abs(degree_shares(make("kruskal", 1000, 1000, "x"), 10) - exact).max() > 0.005


def test_binary_tree_opens_north_or_west_and_never_both():
    maze = make("binary-tree", 150, 90, "exact").passages
    openings = (maze & 1) + (maze >> 3 & 1)
    assert openings[0, 0] == 0
    assert openings.sum() == openings.size - 1 == np.count_nonzero(openings)
    assert (maze[0, 1:] & 8).all()
    assert (maze[1:, 0] & 1).all()
    assert not np.isin(maze, (2, 4, 15)).any()
    # A fair coin: within 4 standard errors.
    coins = maze[1:, 1:] & 1
    assert abs(coins.mean() - 0.5) < 4 * 0.5 / math.sqrt(coins.size)
    # And independent of all coins around it, although a word of chance serves 64 of them.
    for down, right in itertools.product(range(9), range(-9, 10)):
        if (down, right) > (0, 0):
            one = coins[down:, max(right, 0) : coins.shape[1] + min(right, 0)]
            other = coins[: len(coins) - down, max(-right, 0) : coins.shape[1] - max(right, 0)]
            same = (one == other).mean()
            assert abs(same - 0.5) < 5 * 0.5 / math.sqrt(one.size), (down, right)


@pytest.mark.parametrize(("cols", "rows"), [(1, 5), (5, 1), (40, 23), (64, 64)])
def test_binary_tree_has_the_shortest_way_from_corner_to_corner(cols, rows):
    maze = make("binary-tree", cols, rows, "corner").passages
    assert naive.flood(maze, [(0, 0)])[-1, -1] == cols + rows - 2
    wilson = make("wilson", 40, 23, "corner").passages
    assert naive.flood(wilson, [(0, 0)])[-1, -1] > 40 + 23 - 2


def test_all_mazes_of_a_binary_tree_are_equally_likely():
    law = [(tree, Fraction(1, 16)) for tree in trees("binary-tree", 3, 3)]
    assert len(law) == 2**4
    assert fits(trees("binary-tree", 3, 3), law)


def test_sidewinder_has_one_way_up_per_run():
    maze = make("sidewinder", 150, 90, "exact").passages
    assert (maze[0, :-1] & 2).all()
    for row in maze[1:]:
        run_ends = np.flatnonzero(row & 2 == 0)
        ups = [int((run & 1).sum()) for run in np.split(row, run_ends + 1)[:-1]]
        assert ups == [1] * len(run_ends)
    assert not (maze[1:] == 4).any()
    # A shortest path to the top never goes down: a cell above another is never farther from it.
    field = naive.flood(maze, [(0, col) for col in range(150)])
    down = maze[:-1] & 4 != 0
    assert (field[1:][down] == field[:-1][down] + 1).all()


def test_sidewinder_has_all_its_mazes_with_their_chances():
    """F(2 cols)^(rows-1) mazes; a run of n cells, closed by a coin, opens each with 1/n."""
    seen = trees("sidewinder", 3, 3)
    rows = {}
    for closes in range(4):  # the coins of the first two columns; the third always closes
        runs, length = [], 1
        for col in range(2):
            if closes >> col & 1:
                runs.append(length)
                length = 1
            else:
                length += 1
        runs.append(length)
        rows[closes] = Fraction(1, 4) / math.prod(runs), math.prod(runs)
    chances = [chance for chance, many in rows.values() for _ in range(many)]
    assert len(chances) == 8
    assert sum(chances) == 1
    assert len(seen) == 64
    assert_row_chances(seen, rows)


def assert_row_chances(seen, rows):
    def chance(tree):
        cells = np.frombuffer(tree, np.uint8).reshape(3, 3)
        parts = [
            rows[sum((int(row[col]) & 2 == 0) << col for col in range(2))][0] for row in cells[1:]
        ]
        return math.prod(parts)

    law = [(tree, chance(tree)) for tree in seen]
    assert sum(part for _, part in law) == 1
    assert fits(seen, law)
    shifted = Counter(dict(zip(seen, list(seen.values())[::-1], strict=True)))
    assert not fits(shifted, law)


def test_sidewinder_has_its_exact_share_of_dead_ends():
    """5/8 - ln(2)/2 far from the sides, within 5 standard errors (by the spread of the rows)."""
    maze = make("sidewinder", 1000, 1000, "exact").passages[2:-1, 40:-40]
    rows = (np.bitwise_count(maze) == 1).mean(1)
    error = rows.std(ddof=1) / math.sqrt(len(rows))
    exact = 5 / 8 - math.log(2) / 2
    assert abs(rows.mean() - exact) < 5 * error
    assert 5 * error < 0.004
    binary = (np.bitwise_count(make("binary-tree", 1000, 1000, "x").passages) == 1).mean()
    assert abs(binary - 0.25) < 0.004 < abs(binary - exact)


def test_eller_joins_by_fair_coins():
    """In the first row every pair is of two sets: half are joined; later rows open half south."""
    maze = np.array([make("eller", 200, 2, str(seed)).passages for seed in range(200)])
    joined = maze[:, 0, :-1] & 2 != 0
    assert abs(joined.mean() - 0.5) < 4 * 0.5 / math.sqrt(joined.size)
    # A cell alone in its set must open south; any other does by a coin, but the last may have to.
    alone = (maze[:, 0] & (2 | 8)) == 0
    assert (maze[:, 0][alone] & 4).all()
    opened = maze[:, 0] & 4 != 0
    for row, open_south in zip(maze[:, 0], opened, strict=True):
        for run in np.split(open_south, np.flatnonzero(row[:-1] & 2 == 0) + 1):
            assert run.any()


def test_recursive_division_cuts_the_sides_with_chances_in_their_ratio():
    """The first wall alone crosses the whole maze with one gap, and tells how it ran."""
    cols, rows, upright = 12, 4, 0
    for seed in range(2000):
        maze = make("recursive-division", cols, rows, str(seed)).passages
        in_columns = ((maze[:, :-1] & 2 != 0).sum(0) == 1).any()
        in_rows = ((maze[:-1] & 4 != 0).sum(1) == 1).any()
        assert in_columns != in_rows
        upright += int(in_columns)
    error = math.sqrt(0.75 * 0.25 / 2000)
    assert abs(upright / 2000 - 0.75) < 4 * error < 1 - 0.75


@pytest.mark.parametrize("name", sorted(set(ALGORITHMS) - {"binary-tree", "sidewinder"}))
def test_every_tree_of_two_by_two_can_come(name):
    assert len(trees(name, 2, 2)) == 4
