"""Weights and zones: every algorithm keeps its own law, and that law follows the weights."""

import functools
import re
import time
from fractions import Fraction

import numpy as np
import pytest

from mazegame.engine import Recipe, generate
from mazegame.engine.carving import draws, zone_lookup
from mazegame.engine.carving.carving_grid import ANY_SIDE, STAY
from mazegame.engine.carving.rng import next_word
from mazegame.engine.carving.weights import draw_table, parse_weights, walk_table
from mazegame.engine.carving.zone_lookup import cell_tables, post_tables, reciprocals
from mazegame.engine.carving.zones import zone_map, zone_weights
from mazegame.engine.generation import generate_maze, task_of
from mazegame.engine.generators import aldous_broder
from mazegame.engine.kernels.jit import compiled
from mazegame.engine.recipes.request import custom_rules
from mazegame.engine.support.progress import run_with_progress
from tests import naive
from tests.engine.cases import WAYS, carve, count_mazes, few, made_both_ways, plain, prepare

IDS = [" ".join([name, *options.values()]) for name, options in WAYS]
every_way = pytest.mark.parametrize(("name", "options"), WAYS, ids=IDS)

REFERENCES = {
    "recursive-backtracker": naive.recursive_backtracker,
    "hunt-and-kill": naive.hunt_and_kill,
    "prim": naive.prim,
    "simple-prim": naive.simple_prim,
    "kruskal": naive.kruskal,
    "true-prim": naive.kruskal,
    "eller": naive.eller,
    "sidewinder": naive.sidewinder,
    "binary-tree": naive.binary_tree,
    "recursive-division": naive.recursive_division,
}
"""The algorithms whose draws can be enumerated."""


def test_weights_that_do_not_fit_are_refused_in_one_sentence():
    fits = "each from 1 to 100, and several joined by [+] for several zones,"
    with pytest.raises(ValueError, match=f"{fits} not 1000-1"):
        Recipe.parse("wilson:9x9:weights=1000-1:a")
    with pytest.raises(
        ValueError, match=re.escape("weights=(1, 2, 3): VERTICAL-") + f".*{fits} fit$"
    ):
        generate("wilson", 9, 9, 1, weights=(1, 2, 3))


LOPSIDED = ((5, 2, 1, 3), (1, 4, 6, 2))
"""Weights of two zones in which no two sides are equal."""

ZONES = np.array([[0, 1, 1], [1, 0, 0]], np.uint8)

STEPS = [*naive.STEPS.values()]


def weight_in(zones, weights):
    def weight(cell, other):
        return weights[zones[cell]][STEPS.index((other[0] - cell[0], other[1] - cell[1]))]

    return weight


def as_text(weights):
    return "+".join("N{}E{}S{}W{}".format(*one) for one in weights)


def count_trees(name, options, *, weights, zones=None, cols=3, rows=2):
    """Return how often each maze of a small grid comes up."""
    if zones is None:
        recipe = Recipe.make(name, cols, rows, "0", {**options, "weights": weights})
        rules = task_of(recipe).rules
    else:
        recipe = Recipe.make(name, cols, rows, "0", options)
        rules = custom_rules(recipe, weights, zones)
    grid = prepare(recipe, rules=rules)
    with compiled(), pytest.MonkeyPatch.context() as patch:
        # The lookups of a walk depend on the rules only, and take most of the time of a small maze.
        task = task_of(recipe, rules)
        classes = functools.cache(functools.partial(zone_lookup._classify, task, rules))
        patch.setattr(zone_lookup, "_classify", lambda _, __, *where: classes(*where))
        return count_mazes(grid, lambda grid: carve(recipe, grid, rules), few(20_000, 3_000))


def check_law(counts, law):
    assert set(counts) <= set(law)
    law = {tree: chance for tree, chance in law.items() if chance}
    assert naive.chi_square(counts, law.items()) < naive.chi_square_limit(len(law) - 1)


@functools.cache
def exact_laws(reference):
    """Return the exact laws of an algorithm on 3x2: with lopsided weights in zones, without."""
    weight = weight_in(ZONES, LOPSIDED)
    return (
        naive.exact_law(lambda draw: reference(3, 2, draw, weight)),
        naive.exact_law(functools.partial(reference, 3, 2)),
    )


@pytest.mark.variants
@pytest.mark.parametrize("name", REFERENCES)
def test_weights_and_zones_give_every_maze_its_exact_chance(name):
    """And not the chance that it has without weights."""
    weighted, even = exact_laws(REFERENCES[name])
    counts = count_trees(name, {}, weights=as_text(LOPSIDED), zones=ZONES)
    check_law(counts, weighted)
    with pytest.raises(AssertionError):
        check_law(counts, even)


@pytest.mark.variants
@pytest.mark.parametrize("removal", ["swap", "ordered"])
def test_a_growing_tree_by_the_newest_cell_keeps_the_backtrackers_weighted_law(removal):
    law, _ = exact_laws(naive.recursive_backtracker)
    options = {"pick": "newest", "removal": removal}
    counts = count_trees("growing-tree", options, weights=as_text(LOPSIDED), zones=ZONES)
    check_law(counts, law)


UNIFORM = [("wilson", {}), ("wilson", {"build": "walls"}), ("aldous-broder", {})]


@pytest.mark.variants
@pytest.mark.parametrize(("name", "options"), UNIFORM)
@pytest.mark.parametrize("weights", ["4-1", "1-3", "N3E2S5W4"])
def test_walks_by_weight_give_a_tree_the_product_of_its_edges_weights(name, options, weights):
    weight = weight_in(np.zeros((2, 3), int), parse_weights(weights))
    law = naive.product_law(3, 2, naive.spanning_trees(3, 2), weight)
    check_law(count_trees(name, options, weights=weights), law)


CROSSWISE = ((4, 1, 4, 1), (1, 3, 2, 2))
"""Weights of two zones with opposite preferences."""


MANY_ZONES = np.array([[0, 1, 2], [2, 0, 1]], np.uint8)

SEVERAL = ((4, 1, 4, 1), (1, 3, 2, 2), (9, 9, 9, 9))
"""Weights of three zones, one heavier than both others."""


@pytest.mark.variants
@pytest.mark.parametrize("turned", [False, True], ids=["3x2", "2x3"])
@pytest.mark.parametrize(
    ("zones", "weights"), [(ZONES, CROSSWISE), (MANY_ZONES, SEVERAL)], ids=["two", "three"]
)
@pytest.mark.parametrize(("name", "options"), UNIFORM)
def test_walks_in_zones_give_a_tree_the_product_of_its_edges_weights(
    name, options, zones, weights, turned
):
    """Also Wilson's walls: a wall weighs the reciprocal of its passage."""
    zones = zones.T.copy() if turned else zones
    rows, cols = zones.shape
    trees = naive.spanning_trees(cols, rows)
    law = naive.product_law(cols, rows, trees, weight_in(zones, weights))
    counts = count_trees(name, options, weights=as_text(weights), zones=zones, cols=cols, rows=rows)
    check_law(counts, law)


def edge_shares(zones, weights, posts):
    """Return the share of its draws that each end of an edge gives to it.

    An edge is named by its north or west end and its axis, 0 for vertical.
    """
    rows, cols = zones.shape
    rules = custom_rules(Recipe("wilson", cols, rows, "x"), as_text(weights), zones)
    grid = prepare(Recipe("wilson", cols, rows, "x"), rules=rules)
    ways, kinds, _, _, bits = (post_tables if posts else cell_tables)(grid, rules)
    numbers = kinds.reshape(rows + 2, cols + 2)[1 : rows + 1 - posts, 1 : cols + 1 - posts]
    ends = {}
    for (row, col), kind in np.ndenumerate(numbers):
        shares = drawn_ways(ways[int(kind) << bits : int(kind) + 1 << bits])[:4]
        for side, share in enumerate(shares):
            link = (row - (side == 0), col - (side == 3), side % 2)
            ends.setdefault(link, {})[row, col] = Fraction(share)
    return ends


@pytest.mark.parametrize("posts", [False, True], ids=["cells", "posts"])
@pytest.mark.parametrize("many", [2, 7, 16])
def test_both_ends_of_an_edge_see_the_same_weight_in_any_zones(posts, many):
    """The shares that a cell draws by, put right by a common factor of each cell, agree."""
    chance = np.random.default_rng(many)
    zones = chance.integers(0, many, (20, 30)).astype(np.uint8)
    numbers = [(a, b, a, b) for a, b in chance.integers(1, 101, (many, 2)).tolist()]
    ends = edge_shares(zones, numbers, posts)
    scale = {(0, 0): Fraction(1)}
    known = [(0, 0)]
    while known:  # walk over all links, from factor to factor
        here = known.pop()
        row, col = here
        for link in ((row, col, 0), (row - 1, col, 0), (row, col, 1), (row, col - 1, 1)):
            sides = ends[link]
            for other in sides.keys() - {here}:
                factor = scale[here] * sides[here] / sides[other]
                if other not in scale:
                    scale[other] = factor
                    known.append(other)
                assert scale[other] == factor
    assert len(scale) == (20 - posts) * (30 - posts)
    weights = []
    for (row, col, axis), sides in ends.items():
        at = next(iter(sides))
        if posts:  # the wall crosses the other axis' link of the cell it begins beside
            owner = zones[row + (axis == 0), col + (axis == 1)]
            weights.append(sides[at] * scale[at] * numbers[owner][1 - axis])
        elif min(row, col) >= 0:
            weights.append(sides[at] * scale[at] / numbers[zones[row, col]][axis])
    least, most = min(weights), max(weights)
    assert most == least if not posts or many == 2 else most / least < 1.02


def test_walls_weigh_the_reciprocals_exactly_where_whole_numbers_allow_it():
    assert reciprocals([(1, 2, 3, 4), (5, 5, 10, 10)]) == [(12, 6, 4, 3), (2, 2, 1, 1)]
    primes = (89, 97, 83, 79)
    (rounded,) = reciprocals([primes])
    assert max(rounded) <= 1 << 12
    for wall, passage in zip(rounded, primes, strict=True):
        assert wall * passage == pytest.approx(79 << 12, rel=2e-4)


@pytest.mark.parametrize(("name", "options"), UNIFORM)
@pytest.mark.parametrize("zones", ["halves", "checker.1"])
def test_how_a_zone_class_is_read_changes_nothing_but_the_time(monkeypatch, name, options, zones):
    """Predicted where zone classes rarely change, or loaded where they change often."""
    recipe = Recipe.make(name, 21, 17, "k", {**options, "weights": "9-2+1-5", "zones": zones})
    made = []
    for share in (0, 2):
        monkeypatch.setattr(zone_lookup, "_FREQUENT_SHARE", share)
        made.append(generate(recipe))
    assert made[0] == made[1]
    assert naive.is_perfect(made[0].passages)


@pytest.mark.parametrize(("name", "options"), UNIFORM)
@pytest.mark.parametrize("zones", ["checker.1", "checker", "halves", "gradient"])
def test_the_heaviest_weights_do_not_keep_a_walk_for_long(name, options, zones):
    """Counts random words per cell, each good for four to eight steps."""
    size = 40
    more = {**options, "weights": "100-1+1-100", "zones": zones}
    words = 0

    def counted(state):
        nonlocal words
        words += 1
        return next_word(state)

    recipe = Recipe.make(name, size, size, "k", more)
    with pytest.MonkeyPatch.context() as patch, plain():
        patch.setattr(draws, "next_word", counted)
        patch.setattr(aldous_broder, "next_word", counted)
        generate(recipe)
    assert size * size / 8 < words < size * size * (100 if name == "aldous-broder" else 25)


def drawn_ways(ways):
    """Return how many values of a walk's table draw north, east, south and west, and staying."""
    counts = np.bincount(ways, minlength=ANY_SIDE + 4).tolist()
    return [*counts[ANY_SIDE:], counts[STAY]]


def test_weights_of_many_zones_make_no_large_table():
    chance = np.random.default_rng(5)
    weights = tuple(map(tuple, chance.integers(1, 201, (4096, 4)).tolist()))
    ways, bits = walk_table(weights)
    assert len(ways) == 4096 << bits <= 1 << 22
    for kind in (0, 17, 4095):
        counts = drawn_ways(ways[kind << bits : kind + 1 << bits])
        for side, weight in enumerate(weights[kind]):
            assert counts[side] * sum(weights[kind]) == weight * sum(counts[:4])
            assert counts[side]


@pytest.mark.parametrize("name", ["wilson", "aldous-broder"])
@pytest.mark.parametrize("weights", ["100-1+1-100", "1-100+100-1"])
def test_a_walk_ends_where_every_zone_pulls_it_back(name, weights):
    """A staircase one cell wide: 100 to the power of 20 steps if each cell drew by its own zone
    alone.
    """
    late = time.monotonic() + 60
    step = np.arange(20)
    stairs = np.zeros((20, 21), bool)
    stairs[step, step] = stairs[step, step + 1] = True
    recipe = Recipe.make(name, 21, 20, "k", {"weights": weights, "zones": "checker.1"})
    rules = custom_rules(recipe, mask=stairs)

    def note(_):
        return time.monotonic() < late

    maze = run_with_progress(lambda token: generate_maze(recipe, token, rules), note, 1 << 20)
    assert maze.passage_count == 39


@pytest.mark.parametrize("removal", ["swap", "ordered"])
def test_a_growing_tree_keeps_its_law_under_equal_weights(removal):
    half = Fraction(1, 2)
    law = naive.growing_tree_law(3, 2, shares={"newest": half, "random": half}, removal=removal)
    law = {tree: float(chance) for tree, chance in law.items()}
    check_law(count_trees("growing-tree", {"removal": removal}, weights="7-7"), law)


@every_way
def test_only_the_ratios_of_weights_count(name, options):
    for large, small, zones in (
        ("40-10", "4-1", "one"),
        ("N2E4S6W8", "N1E2S3W4", "one"),
        ("2-2", "3-3", "one"),
        ("40-10+8-2", "20-5+4-1", "rings.2"),
        ("60-4+4-60", "15-1+1-15", "gradient"),
    ):
        recipes = [
            Recipe.make(name, 15, 11, "k", {**options, "weights": weights, "zones": zones})
            for weights in (large, small)
        ]
        assert generate(recipes[0]) == generate(recipes[1])
        assert [recipe.option("weights") for recipe in recipes] == [large, small]


@pytest.mark.variants
@every_way
def test_compiled_and_plain_weighted_kernels_write_the_same_bytes(name, options):
    for more in (
        {"weights": "40-10"},
        {"weights": "N1E2S3W4"},
        {"weights": "40-10+10-40+7-8", "zones": "rings.2"},
        {"weights": "30-1+1-30", "zones": "gradient"},
        {"weights": "9-2+1-5+3-3", "zones": "checker.1"},
    ):
        for cols, rows in ((1, 1), (1, 9), (9, 1), (2, 2), (7, 13), (65, 33)):
            maze = made_both_ways(name, cols, rows, f"seed-{cols}", **options, **more)
            assert naive.is_perfect(maze.passages), (more, cols, rows)


def test_true_prim_and_kruskal_weigh_alike():
    options = {"weights": "40-10+5-30", "zones": "checker"}
    prim, kruskal = (generate(n, 50, 40, "kite-7", **options) for n in ("true-prim", "kruskal"))
    assert prim == kruskal


def test_the_table_draws_each_side_by_its_weight_over_the_sum_of_the_possible():
    weights = (40, 3, 7, 11)
    table = [int(word) for word in draw_table((weights,))]
    for inward, sides in ((0, weights), (64, (7, 11, 40, 3))):
        for mask in range(1, 16):
            chances = [0.0] * 4
            for slot in range(4):
                entry = table[inward + 4 * mask + slot]
                own = (entry >> 2) / 2**62 if entry & 3 != slot else 1.0
                chances[slot] += own / 4
                chances[entry & 3] += (1 - own) / 4
            possible = [w if mask & 8 >> d else 0 for d, w in enumerate(sides)]
            wanted = [w / sum(possible) for w in possible]
            assert chances == pytest.approx(wanted, abs=1e-15)


@pytest.mark.parametrize(
    "weights", [(40, 10, 40, 10), (1, 1, 1, 1), (7, 100, 7, 100), (1, 2, 3, 4), (900, 77, 900, 77)]
)
def test_a_walk_draws_each_side_in_exact_proportion_and_hardly_ever_stays(weights):
    ways, bits = walk_table((weights, (1, 1, 1, 1)))
    assert len(ways) == 2 << bits
    counts = drawn_ways(ways[: 1 << bits])
    for side, weight in enumerate(weights):
        assert counts[side] * sum(weights) == weight * sum(counts[:4])
    assert counts[4] <= len(ways) / 16


def test_zone_patterns_are_what_they_are_called():
    def drawn(text, cols, rows, many=2):
        return ["".join(map(str, row)) for row in zone_map(text, cols, rows, many)]

    assert drawn("halves", 4, 1) == ["0011"]
    assert drawn("quarters", 4, 2, 4) == ["0011", "2233"]
    assert drawn("quarters", 4, 2) == ["0011", "0011"]
    assert drawn("rings.1", 5, 5) == ["00000", "01110", "01010", "01110", "00000"]
    assert drawn("rings.1", 5, 5, 3) == ["00000", "01110", "01210", "01110", "00000"]
    assert drawn("stripes.2", 7, 1) == ["0011001"]
    assert drawn("checker.1", 4, 2) == ["0101", "1010"]
    assert drawn("gradient", 4, 1) == ["04812"]
    mixed = zone_weights("gradient", ((30, 0, 30, 0), (0, 15, 0, 15)))
    assert mixed[0] == (450, 0, 450, 0)
    assert mixed[5] == (300, 75, 300, 75)
    assert mixed[15] == (0, 225, 0, 225)
    three = zone_weights("gradient", ((3, 3, 3, 3), (6, 6, 6, 6), (9, 9, 9, 9)))
    assert [w[0] / 15 for w in three] == pytest.approx([3 + 6 * i / 15 for i in range(16)])


def test_a_large_map_of_zones_is_drawn_in_bands_like_a_small_one():
    large = zone_map("rings.3", 700, 300, 3)
    row, col = np.ogrid[:300, :700]
    depth = np.minimum(np.minimum(row, 299 - row), np.minimum(col, 699 - col))
    assert np.array_equal(large, depth // 3 % 3)
    quarters = zone_map("quarters", 400, 400, 4)
    row, col = np.ogrid[:400, :400]
    assert np.array_equal(quarters, row // 200 * 2 + col // 200)


def test_weights_and_zones_may_be_python_values():
    text = generate("wilson", 30, 20, "kite-7", weights="40-10")
    assert text == generate("wilson", 30, 20, "kite-7", weights=(40, 10))
    assert text == generate("wilson", 30, 20, "kite-7", weights=[40, 10, 40, 10])
    assert text != generate("wilson", 30, 20, "kite-7")
    zones = zone_map("checker", 30, 20, 2)
    two = generate("prim", 30, 20, "kite-7", weights="40-10+10-40", zones="checker")
    assert two == generate("prim", 30, 20, "kite-7", weights=[(40, 10), (10, 40)], zones=zones)
    assert two == generate(
        "prim", 30, 20, "kite-7", weights=np.array([[40, 10], [10, 40]]), zones=zones.tolist()
    )
