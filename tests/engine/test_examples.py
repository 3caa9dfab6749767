"""The examples of docstrings run, and every public function and method has one."""

import doctest
import importlib
import importlib.util
import inspect
import pkgutil
from types import FunctionType

import pytest

import mazegame.engine
import mazegame.formats

MODULES = sorted(
    module.name
    for package in (mazegame.engine, mazegame.formats)
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    if not module.name.endswith(".warm")
)
MODULES += ["mazegame.engine", "mazegame.formats"]

NEEDS = {
    "Maze.from_csr": "scipy",
    "Maze.to_csr": "scipy",
    "Maze.from_networkx": "networkx",
    "Maze.to_networkx": "networkx",
    "plotting.plot": "matplotlib",
}
"""Libraries that examples take, by the end of what they belong to."""

CONSTANT = {
    "Algorithm.all_options", "Algorithm.text_for", "Algorithm.why_no_mask", "compiled", "draw_seed",
    "ready",
}  # fmt: skip
"""Functions whose cost grows with nothing that a caller gives."""


def public_functions():
    """Every public function, and every public method of a public class, with its name."""
    for package in (mazegame.engine, mazegame.formats):
        for name in package.__all__:
            thing = getattr(package, name)
            if isinstance(thing, FunctionType):
                yield name, thing
            elif inspect.isclass(thing) and not issubclass(thing, BaseException):
                for method, held in vars(thing).items():
                    function = getattr(held, "__func__", held)
                    if isinstance(function, FunctionType) and not method.startswith("_"):
                        yield f"{name}.{method}", function


FUNCTIONS = dict(public_functions())


def is_missing(library: str) -> bool:
    return importlib.util.find_spec(library) is None


@pytest.mark.parametrize("name", MODULES)
def test_what_the_docstrings_show_is_what_happens(name):
    said: list[str] = []
    for test in doctest.DocTestFinder().find(importlib.import_module(name), name):
        needs = [library for end, library in NEEDS.items() if test.name.endswith(end)]
        if not any(map(is_missing, needs)):
            doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append)
    assert "".join(said) == ""


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_public_function_has_an_example_and_says_what_it_costs(name):
    text = inspect.getdoc(FUNCTIONS[name])
    assert ">>>" in text
    assert "+SKIP" not in text
    if name not in CONSTANT:
        assert "Complexity:" in text or "Time" in text
        assert any(word in text.lower() for word in ("memory", "bytes", "a byte", "microseconds"))


def test_the_functions_are_those_that_people_call():
    assert {"generate", "Maze.to_csr", "Level.of", "Batch.load", "to_bytes"} <= set(FUNCTIONS)
