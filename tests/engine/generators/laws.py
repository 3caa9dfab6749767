"""The laws of the generators: who must obey each law, and who must break it.

``test_laws.py`` checks both. This prints ``docs/internals/laws.md``::

    python -m tests.engine.generators.laws > docs/internals/laws.md

``measures.py`` has the measurements, ``wrong.py`` generators that must break a law.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from mazegame.engine import ALGORITHMS, eller_rows
from mazegame.engine.kernels.jit import compiled
from tests import naive
from tests.engine.cases import few
from tests.engine.generators import measures, wrong
from tests.engine.generators.measures import Chances, Drawn, Engine, Figure, Reference

PAGE = Path(__file__).parents[3] / "docs" / "internals" / "laws.md"

SOURCES = {
    "perfect": "a tree of N cells has N - 1 passages; Euler's formula",
    "the same bytes without compilation": "definition of a kernel",
    "both hands walk 2(N-1)": "together they walk around the tree, on both sides of each passage",
    "exact chances": "every choice of the definition, with its probability (tests/naive.py)",
    "the tree of kruskal": "Kruskal 1956, Prim 1957: one order of the edges, one minimum tree",
    "the law of recursive-backtracker": "every choice of that definition",
    "F(2 cols)^(rows-1) mazes": "divisions of a row into runs, one passage up in each: Fibonacci",
    "degrees, cells of a uniform tree": "Manna, Dhar and Majumdar 1992; Burton and Pemantle 1993",
    "cells exactly": "sums over all random bits that a cell depends on (tests/naive.py)",
    "fair, independent coins": "definition",
    "dead ends 5/8 - ln(2)/2": "sum over all runs that may hold a cell",
    "texture": "200 mazes of independent programs; Pullen, Think Labyrinth",
    "dead ends by policy": "200 mazes of an independent program",
    "corner path from 32 to 1024": "independent programs; for Wilson 5/4 (Kenyon 2000)",
    "exact facts of a binary tree": "definition",
    "exact facts of a sidewinder": "definition",
    "walls by the sides": "definition",
    "rows of the maze": "definition",
    "memory apart from the rows": "definition: memory proportional to the columns",
}
"""Sources of the expected values, by the name of the law."""

UNIFORM = {
    "aldous-broder": "Aldous 1990, Broder 1989: every tree has the same probability",
    "wilson": "Wilson 1996: every tree has the same probability",
}
"""Sources of the laws whose name begins with "uniform", by algorithm."""


@dataclass(frozen=True)
class Law:
    """One law, the maker that obeys it, and makers that break it."""

    name: str
    maker: object
    measure: Callable[[object], Iterable[Figure]]
    wrong: tuple[object, ...] = field(default=())
    long: bool = False

    @property
    def source(self) -> str:
        """Source of the expected values."""
        if self.name.startswith("uniform"):
            return UNIFORM[self.maker.algorithm.name]
        return SOURCES[self.name]

    def figures(self, maker: object | None = None) -> list[Figure]:
        """Return the figures of the law, for another maker if one is given; every kernel is
        compiled.
        """
        with compiled():
            return list(self.measure(self.maker if maker is None else maker))

    def __str__(self) -> str:
        return f"{self.maker.name}: {self.name}"


REMOVALS = {"ordered": "swap", "swap": "ordered"}
"""The other way in which a growing tree removes a cell from its list."""

UNIFORM_MAKERS = (Engine("aldous-broder"), Engine("wilson"), Engine("wilson", build="walls"))


def _laws_of_every_maze():
    """Yield the laws that hold for every single maze."""
    makers = [Engine(name) for name in ALGORITHMS]
    makers.append(UNIFORM_MAKERS[2])
    makers.append(Engine("growing-tree", pick="newest", removal="ordered"))
    bytes_for_sets = Drawn("names sets in a byte", wrong.eller_with_bytes)
    restless = Drawn("draws from a global state", wrong.global_state)
    small = partial(measures.perfect, sizes=measures.SMALL_SIZES)
    large = partial(measures.perfect, sizes=[few((1000, 1000), (60, 61))])
    for maker in makers:
        looped = Drawn("with loops", measures.braided_maker(maker))
        others = (looped, bytes_for_sets) if maker.name == "eller" else (looped,)
        yield Law("perfect", maker, small, others)
        yield Law("perfect", maker, large, (looped,), long=True)
        yield Law("both hands walk 2(N-1)", maker, measures.wall_follower, (looped,))
        same = "the same bytes without compilation"
        yield Law(same, maker, measures.same_bytes, (restless,))
    binary, sidewinder = Engine("binary-tree"), Engine("sidewinder")
    eller, wilson = Engine("eller"), Engine("wilson")
    facts = measures.binary_tree_facts
    yield Law("exact facts of a binary tree", binary, facts, (sidewinder, wilson))
    facts = measures.sidewinder_facts
    yield Law("exact facts of a sidewinder", sidewinder, facts, (eller, wilson))
    prim = Engine("true-prim")
    other = Drawn("weights of its own", lambda cols, rows, seed: prim(cols, rows, seed + 1000))
    yield Law("the tree of kruskal", prim, measures.same_tree, (other,))
    stream = Drawn("eller_rows", eller_rows)
    fresh = Drawn("fresh coins every 100 rows", wrong.rows_with_fresh_coins)
    kept = Drawn("keeps its rows", wrong.rows_kept)
    yield Law("rows of the maze", stream, measures.stream_is_the_maze, (fresh,))
    yield Law("memory apart from the rows", stream, measures.stream_memory, (kept,))


def _laws_of_small_grids():
    """Yield the laws on the probability of every maze of a small grid."""
    impatient = Reference("steps to unvisited cells only", wrong.impatient_walk, endless=True)
    lopsided = Reference("walks a fifth more N and S", wrong.lopsided_wilson, endless=True)
    onward = Reference("walks never step back", wrong.onward_wilson, endless=True)
    kruskal, wilson = Engine("kruskal"), Engine("wilson")
    for (cols, rows), others in (
        ((2, 2), (lopsided,)),
        ((3, 2), (impatient, lopsided, kruskal)),
        ((3, 3), (impatient, onward, kruskal)),
        ((4, 3), (kruskal,)),
        ((4, 4), (kruskal,)),
    ):
        law = measures.uniformity(cols, rows)
        for maker in UNIFORM_MAKERS:
            yield Law(f"uniform on {cols}x{rows}", maker, law, others, long=cols == 4)

    swapped = Reference("swaps with any edge", wrong.swapped_anywhere, endless=True)
    line = Reference("orders a i + b", wrong.orders_of_a_line)
    orders = measures.exact_chances(naive.kruskal, (3, 2))
    yield Law("exact chances", kruskal, orders, (swapped, line, wilson))
    simple = Engine("simple-prim")
    yield Law("exact chances", Engine("true-prim"), orders, (simple,), long=True)

    walk = measures.exact_chances(naive.recursive_backtracker, (3, 2), (3, 3))
    corner = Reference("begins in the corner", wrong.walk_from_the_corner)
    clockwise = Reference("takes the next free side", wrong.next_side_clockwise, endless=True)
    yield Law("exact chances", Engine("recursive-backtracker"), walk, (corner, clockwise))
    for removal in REMOVALS:
        newest = Engine("growing-tree", pick="newest", removal=removal)
        slow = removal == "swap"
        yield Law("the law of recursive-backtracker", newest, walk, (corner, clockwise), long=slow)

    doubles = Reference("lists cells more than once", wrong.prim_with_doubles)
    last_up = Reference("goes up at the run's end", wrong.last_cell_up)
    longer = Reference("cuts the longer side", wrong.walls_across_the_longer_side)
    random_row = Reference("hunts from a random row", wrong.hunt_from_a_random_row)
    first_left = Reference("hunts left of the first cell", wrong.hunt_left_of_the_first)
    keen = Reference("joins 55 in 100", wrong.keen_eller)
    generous = Reference("always opens a set's last", wrong.generous_eller)
    keen_runs = Reference("joins 55 in 100", wrong.keen_sidewinder)
    for name, reference, others in (
        ("hunt-and-kill", naive.hunt_and_kill, (random_row, first_left)),
        ("prim", naive.prim, (doubles, Engine("simple-prim"))),
        ("simple-prim", naive.simple_prim, (Engine("prim"), kruskal)),
        ("eller", naive.eller, (keen, generous)),
        ("sidewinder", naive.sidewinder, (keen_runs, last_up)),
        ("binary-tree", naive.binary_tree, (Reference("52 in 100 north", wrong.lopsided_tree),)),
        ("recursive-division", naive.recursive_division, (longer,)),
    ):
        sizes = ((3, 2),) if "prim" in name else ((3, 2), (3, 3))
        law = measures.exact_chances(reference, *sizes)
        slow = name not in ("eller", "prim")
        yield Law("exact chances", Engine(name), law, others, long=slow)
    fibonacci = measures.as_many_as_fibonacci
    yield Law("F(2 cols)^(rows-1) mazes", Engine("sidewinder"), fibonacci, (last_up,), long=True)
    sides = measures.division_by_the_sides
    division = Engine("recursive-division")
    yield Law("walls by the sides", division, sides, (longer,), long=True)
    towards = partial(measures.braid_law, towards_anything=True)
    anything = Chances("braids towards anything", towards)
    yield Law("exact chances", measures.Braid(), measures.braiding, (anything,), long=True)
    yield from _laws_of_growing_trees()


def _laws_of_growing_trees():
    """Yield the exact laws of the policies, each with its kind of removal."""
    for removal, other in REMOVALS.items():
        last3 = ("last3", removal, {"last3": 100})
        half = ("half newest", removal, {"newest": 50, "random": 50})
        for policy, size, shares, wrongs in (
            ("oldest", (3, 3), {"oldest": 100}, [("other removal", other, {"oldest": 100})]),
            ("middle", (3, 3), {"middle": 100}, [("other removal", other, {"middle": 100})]),
            ("last2", (3, 2), {"last2": 100}, [last3]),
            ("random", (3, 2), {"random": 100}, [last3, half]),
            (
                "newest.75+random.25",
                (3, 2),
                {"newest": 75, "random": 25},
                [half, ("other removal", other, {"newest": 75, "random": 25})],
            ),
        ):
            law = measures.grown(removal, **shares)
            measure = partial(measures.fits, cols=size[0], rows=size[1], law=law)
            makers = [Chances(name, measures.grown(how, **parts)) for name, how, parts in wrongs]
            maker = Engine("growing-tree", pick=policy, removal=removal)
            slow = policy != "oldest" or removal == "swap"
            yield Law("exact chances", maker, measure, tuple(makers), long=slow)


def _laws_of_large_grids():
    """Yield the laws on the texture of large mazes."""
    kruskal = Engine("kruskal")
    for maker in UNIFORM_MAKERS:
        name = "degrees, cells of a uniform tree"
        yield Law(name, maker, measures.uniform_cells, (kruskal,), long=True)
    lopsided = Drawn("505 in 1000 north", partial(wrong.large_binary_tree, north=0.505))
    keen = Drawn("joins 505 in 1000", partial(wrong.large_sidewinder, join=0.505))
    shared = Drawn("two rows share their coins", partial(wrong.large_binary_tree, once_in=2))
    binary, sidewinder = Engine("binary-tree"), Engine("sidewinder")
    for maker, kinds, other in (
        (binary, naive.binary_tree_cell_types, shared),
        (sidewinder, naive.sidewinder_cell_types, keen),
    ):
        cells = partial(measures.exact_cell_types, cell_types=kinds)
        yield Law("cells exactly", maker, cells, (other,))
    yield Law("fair, independent coins", binary, measures.coins, (lopsided, shared))
    ends = measures.sidewinder_dead_ends
    yield Law("dead ends 5/8 - ln(2)/2", sidewinder, ends, (keen, binary))

    published = measures.PUBLISHED
    names = list(published)
    for name in names:
        other = names[(names.index(name) + 1) % len(names)]
        if published[other] == published[name]:
            other = "eller"
        texture = partial(measures.texture, texture_of=name)
        yield Law("texture", Engine(name), texture, (Engine(other),), long=True)
    texture = partial(measures.texture, texture_of="wilson")
    yield Law("texture", UNIFORM_MAKERS[2], texture, (kruskal,), long=True)

    for pick, shares in measures.GROWN.items():
        makers = {how: Engine("growing-tree", pick=pick, removal=how) for how in REMOVALS}
        for (removal, maker), share in zip(makers.items(), shares, strict=True):
            if share is None:
                continue
            another = Engine("growing-tree", pick="newest.6+random.4", removal=removal)
            others = [Drawn("newest.6+random.4", another)]
            if shares[0] != shares[1] is not None:
                others.append(Drawn("other removal", makers[REMOVALS[removal]]))
            ends = partial(measures.dead_ends, expected=share)
            yield Law("dead ends by policy", maker, ends, tuple(others), long=True)

    for name, exponent, other in (
        ("wilson", 1.25, "recursive-backtracker"),
        ("kruskal", 1.23, "prim"),
        ("recursive-backtracker", 1.73, "hunt-and-kill"),
        ("prim", 1.01, "wilson"),
    ):
        law = partial(measures.corner_exponent, expected=exponent)
        name_of_law = "corner path from 32 to 1024"
        yield Law(name_of_law, Engine(name), law, (Engine(other),), long=True)


CHAPTERS = {
    "Every maze": tuple(_laws_of_every_maze()),
    "Every maze of a small grid": tuple(_laws_of_small_grids()),
    "Large mazes": tuple(_laws_of_large_grids()),
}
"""The laws in the order of the page."""

LAWS = tuple(law for laws in CHAPTERS.values() for law in laws)
"""Every law."""

HEAD = """\
# The laws of the generators, measured

`python -m tests.engine.generators.laws > docs/internals/laws.md` measures and writes this page,
and the tests compare every line with a new measurement. [Algorithms](../algorithms.md) explains
the laws. Each line has one figure of one law: what the engine's mazes of the seeds 0, 1, 2 and
so on gave, what is expected, the standard error (SE), how many SE the two differ, and how many
are allowed.
A figure without an SE is exact. The others may differ by three SE if the expected value is
exact, and by four if others measured it (their error is included), plus the rounding given
after the `+`; a little more where the SE comes from few mazes (Student). A chi-square may reach
the value that chance exceeds once in a thousand; its SE is that of the chi-square distribution.
The tests also give each law to the wrong generators beside it
(`tests/engine/generators/wrong.py`, or another algorithm), and each must break it. The
quick tests take one algorithm for each law that is not marked *long*, `.ci/run` takes all, as does
`python -m pytest -m 'long or not long' tests/engine/generators/test_laws.py`.
"""

ELSEWHERE = """\
## Laws of every size and seed

Hypothesis draws sizes and seeds, and the slow oracles in `tests/naive.py` check the mazes:

| law | tested in |
| --- | --- |
| every maze is perfect, every passage open from both sides, the boundary closed | \
`test_generators.py` |
| each step of carving is one that the definition allows (growing tree by policy and removal, \
recursive backtracker, hunt and kill) | `test_laws_of_steps.py` |
| recursive division is made of walls with one gap, every set of a row of Eller continues in the \
next row | `test_laws_of_steps.py` |
| Eller's streamed rows are those of the maze | `test_eller.py` |
| distances are those of a textbook breadth-first search, shortest paths are shortest, the \
farthest pair of a perfect maze is the farthest | `test_distance.py` |
| braiding only opens dead ends, as many as asked for; 100 % leaves none | `test_braid.py` |
| the mean number of steps of a random walk solves the linear equations | `test_texture.py` |
| the bytes of pinned game IDs never change, compiled or not | `test_golden.py` |
"""


def page() -> Iterator[str]:
    """Yield the lines of ``docs/internals/laws.md`` while measuring."""
    yield from HEAD.splitlines()
    for chapter, laws in CHAPTERS.items():
        yield f"\n## {chapter}\n"
        yield from contents(laws)
        yield ""
        yield "| law | algorithm | figure | value | expected | SE | off | allowed | verdict |"
        yield "| --- | --- | --- | --: | --: | --: | --: | --: | --- |"
        for law in laws:
            for figure in law.figures():
                yield row(law, figure)
    yield ""
    yield from ELSEWHERE.splitlines()


def contents(laws: Iterable[Law]) -> Iterator[str]:
    """Yield a table of the laws: source, algorithms that obey, generators that break it."""
    yield "| law | source | algorithms | broken by |"
    yield "| --- | --- | --- | --- |"
    groups: dict[tuple[str, str, str], list[str]] = {}
    for law in laws:
        name = f"{law.name} (*long*)" if law.long else law.name
        others = ", ".join(maker.name for maker in law.wrong)
        groups.setdefault((name, law.source, others), []).append(law.maker.name)
    for (name, source, others), makers in groups.items():
        obeyed = "every one" if len(makers) > 12 else ", ".join(dict.fromkeys(makers))
        yield f"| {name} | {source} | {obeyed} | {others} |"


def row(law: Law, figure: Figure) -> str:
    """Return one line of a table of figures."""
    verdict = "holds" if figure.holds else "**broken**"
    if figure.error:
        digits = 2 if figure.error > 0.5 else 4
        rounding = f" + {figure.slack:.2g}" if figure.slack > 1e-6 else ""
        numbers = [
            f"{figure.value:,.{digits}f}",
            f"{figure.expected:,.{digits}f}",
            f"{figure.error:.{digits}f}",
            f"{figure.deviation:.2f}",
            f"{figure.allowed:.2f}{rounding}" if figure.allowed else f"{figure.slack:.2g} in all",
        ]
    else:
        tolerance = f"{figure.slack:g}" if figure.slack > 1e-6 else "none"
        numbers = [f"{figure.value:,.6g}", f"{figure.expected:,.6g}", "exact", "", tolerance]
    return f"| {' | '.join([law.name, law.maker.name, figure.what, *numbers, verdict])} |"


def main() -> int:
    """Print the page; return 1 if a law is broken."""
    broken = 0
    for line in page():
        print(line, flush=True)
        broken += "**broken**" in line
    if broken:
        print(f"{broken} figures are out of tolerance", file=sys.stderr)
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main())
