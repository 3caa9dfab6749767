"""Every law holds for the engine, and no law holds for a generator that breaks it.

The laws, the samples and the tolerances are in ``laws.py``, the wrong generators in ``wrong.py``.
Some laws are marked: ``pytest -m long`` runs these.
"""

import functools

import numpy as np
import pytest

from mazegame.engine.kernels.jit import jit_disabled
from tests import naive
from tests.engine.generators.laws import CHAPTERS, ELSEWHERE, HEAD, LAWS, PAGE, contents, row
from tests.engine.generators.measures import Figure, chi_square, student


def params(pairs):
    """Return parameters with readable names; the long ones are marked.

    One generator for each kind of law runs by default, right or wrong; the others are long.
    """
    marked, kinds = [], set()
    for law, maker in pairs:
        right = maker is law.maker
        name = str(law) if right else f"{law} - not by {maker.name}"
        long = law.long or law.name in kinds
        kinds.add(law.name)
        marked.append(pytest.param(law, maker, id=name, marks=[pytest.mark.long] if long else []))
    return marked


@functools.cache
def page_lines():
    """Return the lines of docs/internals/laws.md."""
    return frozenset(PAGE.read_text(encoding="utf-8").splitlines())


def wrong_makers():
    """Return each law with each of its wrong generators, without repetitions."""
    pairs = {(law.name, law.measure, maker): law for law in LAWS for maker in law.wrong}
    return [(law, maker) for (_, _, maker), law in pairs.items()]


@pytest.mark.parametrize(("law", "maker"), params((law, law.maker) for law in LAWS))
def test_the_law_holds_and_the_page_has_its_figures(law, maker):
    figures = law.figures(maker)
    assert [figure for figure in figures if not figure.holds] == []
    if not jit_disabled():  # then the samples are smaller
        lines = [row(law, figure) for figure in figures]
        missing = [line for line in lines if line not in page_lines()]
        assert missing == [], f"print {PAGE.name} anew: its first lines say how"


@pytest.mark.skipif(jit_disabled(), reason="without compilation the samples are too small to tell")
@pytest.mark.parametrize(("law", "maker"), params(wrong_makers()))
def test_a_wrong_generator_breaks_the_law(law, maker):
    assert any(not figure.holds for figure in law.figures(maker))


def test_every_law_has_a_wrong_generator_a_source_and_a_name_of_its_own():
    assert all(law.wrong and law.source for law in LAWS)
    names = [(str(law), law.measure) for law in LAWS]
    assert len(set(names)) == len(names)


def test_the_page_lists_every_law_and_nothing_that_is_broken():
    for laws in CHAPTERS.values():
        assert page_lines() >= set(contents(laws))
    assert page_lines() >= {*HEAD.splitlines(), *ELSEWHERE.splitlines()}
    assert not any("**broken**" in line for line in page_lines())


def test_a_broken_figure_is_called_so():
    assert row(LAWS[0], Figure("x", 2, 1)).endswith("| **broken** |")
    assert row(LAWS[0], Figure("x", 1, 1)).endswith("| holds |")


# The oracles themselves, against each other.


@pytest.mark.parametrize(
    ("cols", "rows", "trees"),
    [(1, 1, 1), (1, 4, 1), (2, 2, 4), (3, 2, 15), (3, 3, 192), (4, 3, 2415)],
)
def test_the_spanning_trees_are_as_many_as_kirchhoff_counts_and_is_known(cols, rows, trees):
    assert len(naive.spanning_trees(cols, rows)) == naive.count_spanning_trees(cols, rows) == trees
    assert naive.count_spanning_trees(4, 4) == 100_352


def count_cell_types(cols, rows, law):
    """Return the probabilities of the cell types, from the probabilities of all mazes."""
    kinds = np.zeros((6, rows, cols))
    for tree, chance in law.items():
        passages = np.frombuffer(tree, np.uint8).reshape(rows, cols)
        for cell in np.ndindex(rows, cols):
            kinds[naive.CELL_TYPES[passages[cell]], *cell] += float(chance)
    return kinds[:5]


@pytest.mark.parametrize(("cols", "rows"), [(1, 2), (2, 2), (3, 2), (2, 3), (3, 3), (4, 3)])
def test_the_calculated_cells_are_those_of_all_mazes(cols, rows):
    every = naive.spanning_trees(cols, rows)
    uniform = count_cell_types(cols, rows, dict.fromkeys(every, 1 / len(every)))
    assert np.allclose(naive.uniform_cell_types(cols, rows), uniform)
    for reference, kinds in (
        (naive.binary_tree, naive.binary_tree_cell_types),
        (naive.sidewinder, naive.sidewinder_cell_types),
    ):
        law = naive.exact_law(functools.partial(reference, cols, rows))
        assert np.allclose(kinds(cols, rows), count_cell_types(cols, rows, law))


def test_the_middle_of_a_large_uniform_maze_is_that_of_the_infinite_grid():
    dead, straight, turn, three, four = naive.uniform_cell_types(300, 300)[:, 150, 150]
    degrees = [dead, straight + turn, three, four]
    assert np.allclose(degrees, naive.INFINITE_UNIFORM, rtol=0, atol=2e-5)
    assert np.allclose(sum(naive.INFINITE_UNIFORM), 1)
    published = (0.294545, 0.44699, 0.22238, 0.03608)
    assert np.allclose(naive.INFINITE_UNIFORM, published, rtol=0, atol=1e-5)


def test_kruskal_on_three_by_two_has_the_chances_of_all_orders():
    chances = sorted(naive.exact_law(functools.partial(naive.kruskal, 3, 2)).values())
    assert [chance * 5040 for chance in chances] == [300] * 6 + [360] * 9


def test_the_stories_have_as_many_mazes_as_is_known():
    references = (naive.recursive_backtracker, naive.sidewinder, naive.binary_tree)
    many = [len(naive.exact_law(functools.partial(reference, 3, 3))) for reference in references]
    assert many == [88, 64, 16]


def test_an_exact_law_follows_every_turn():
    def reference(draw):
        first = draw("abc")
        return first if first == "a" else first + draw("xyz", [1, 0, 3])

    law = {key: str(chance) for key, chance in naive.exact_law(reference).items()}
    assert law == {"a": "1/3", "bx": "1/12", "bz": "1/4", "cx": "1/12", "cz": "1/4"}


def test_the_limit_of_chi_square_and_student_are_those_of_the_tables():
    limits = [naive.chi_square_limit(freedom) for freedom in (3, 14, 191, 2414)]
    assert limits == pytest.approx([16.27, 36.12, 257.1, 2634.6], rel=0.02)
    # As rare as three standard deviations on both sides, of 6, 20 and 40 mazes.
    assert [student(3, n) for n in (6, 20, 40)] == pytest.approx([5.51, 3.45, 3.20], rel=0.06)


def test_an_outcome_without_a_chance_breaks_a_law():
    law = {"a": 0.5, "b": 0.5}
    assert chi_square({"a": 500, "b": 500}, law, "").holds
    assert not chi_square({"a": 500, "b": 499, "c": 1}, law, "").holds
