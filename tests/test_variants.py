"""The mark ``variants``: each test and each value that it names has a quick case."""

from itertools import product
from types import SimpleNamespace

import pytest

from tests.conftest import mark_variants, pytest_pycollect_makeitem


class Case:
    """A collected case: its test's name, marks and parameters."""

    def __init__(self, test, *marks, **params):
        self.nodeid = f"test_file.py::{test}[{params}]"
        self.marks = [mark.mark for mark in marks]
        if params:
            self.callspec = SimpleNamespace(params=params)

    def get_closest_marker(self, name):
        return next((mark for mark in self.marks if mark.name == name), None)

    def add_marker(self, mark):
        self.marks.append(mark.mark)

    @property
    def is_long(self):
        return self.get_closest_marker("long") is not None


def quick(cases):
    """The cases that are not long, once the mark is taken into account."""
    mark_variants(cases)
    return [case for case in cases if not case.is_long]


def grid(*marks):
    """A case for each combination of two and three values."""
    return [Case("test_grid", *marks, a=a, b=b) for a, b in product("xy", [1, 2, 3])]


def test_without_names_the_first_case_of_each_test_is_quick():
    cases = [Case(test, pytest.mark.variants, a=a) for test in ("test_a", "test_b") for a in "xyz"]
    assert quick(cases) == [cases[0], cases[3]]


def test_a_test_without_the_mark_keeps_all_its_cases():
    cases = grid()
    assert quick(cases) == cases


def test_with_names_each_value_has_a_quick_case():
    cases = grid(pytest.mark.variants("a", "b"))
    found = [case.callspec.params for case in quick(cases)]
    assert found == [{"a": "x", "b": b} for b in (1, 2, 3)] + [{"a": "y", "b": 1}]
    assert len(quick(grid(pytest.mark.variants("a")))) == 2
    assert len(quick(grid(pytest.mark.variants("b")))) == 3


@pytest.mark.parametrize("left_out", [pytest.mark.long, pytest.mark.soak])
@pytest.mark.parametrize("names", [(), ("a",), ("b",)])
def test_a_case_that_is_left_out_by_itself_is_no_quick_one_of_its_test_or_value(names, left_out):
    first, *others = grid(pytest.mark.variants(*names))
    first.add_marker(left_out)
    shown = quick([first, *others])
    assert others[0] in shown
    for name in names:
        values = {case.callspec.params[name] for case in shown if case is not first}
        assert values == {case.callspec.params[name] for case in others}


@pytest.mark.parametrize(
    ("cases", "words"),
    [
        (grid(pytest.mark.variants("a", "c")), "test_grid names c; its parameters are: a, b"),
        (
            [Case("test_one", pytest.mark.variants("a"))],
            "test_one names a; its parameters are: none",
        ),
    ],
)
def test_a_misspelt_parameter_is_named_with_its_test(cases, words):
    with pytest.raises(pytest.Collector.CollectError, match=words):
        mark_variants(cases)


def test_a_misspelt_parameter_is_found_when_the_cases_are_made():
    """So it is an error of its file; later each worker would end without its words."""
    for made in (None, object(), grid(), grid(pytest.mark.variants("a"))):
        collecting = pytest_pycollect_makeitem()
        next(collecting)
        with pytest.raises(StopIteration) as ended:
            collecting.send(made)
        assert ended.value.value is made
    collecting = pytest_pycollect_makeitem()
    next(collecting)
    with pytest.raises(pytest.Collector.CollectError, match="test_grid names c"):
        collecting.send(grid(pytest.mark.variants("c")))
