"""The public names: their examples run, their types can be asked for, none hides a module."""

import doctest
import importlib
import importlib.util
import inspect
import pkgutil
import typing
from types import FunctionType

import pytest

import mazegame.engine
import mazegame.engine.graphs
import mazegame.formats

PACKAGES = (mazegame.engine, mazegame.engine.graphs, mazegame.formats)
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
    "Lattice.from_csr": "scipy",
    "Lattice.from_networkx": "networkx",
    "plotting.plot": "matplotlib",
}
"""Libraries that examples take, by the end of what they belong to."""

CONSTANT = {
    "Algorithm.all_options", "Algorithm.text_for", "Algorithm.why_no_mask", "compiled", "draw_seed",
    "ready",
}  # fmt: skip
"""Functions whose cost grows with nothing that a caller gives."""


def public_names():
    """Every public function and class, and the methods and properties of each class."""
    for package in PACKAGES:
        for name in package.__all__:
            thing = getattr(package, name)
            if inspect.isclass(thing) or inspect.isfunction(thing):
                yield name, thing
            for part, held in vars(thing).items() if inspect.isclass(thing) else ():
                value = getattr(held, "__func__", held)
                is_public = part == "__init__" or not part.startswith("_")
                if is_public and isinstance(value, FunctionType | property):
                    yield f"{name}.{part}", value


NAMES = dict(public_names())
FUNCTIONS = {
    name: value
    for name, value in NAMES.items()
    if isinstance(value, FunctionType) and not name.endswith("__init__")
}


@pytest.mark.parametrize("name", MODULES)
def test_what_the_docstrings_show_is_what_happens(name):
    said: list[str] = []
    for test in doctest.DocTestFinder().find(importlib.import_module(name), name):
        needs = [library for end, library in NEEDS.items() if test.name.endswith(end)]
        if all(map(importlib.util.find_spec, needs)):
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


@pytest.mark.parametrize("name", NAMES)
def test_the_types_of_every_public_name_can_be_asked_for(name):
    typing.get_type_hints(getattr(NAMES[name], "fget", NAMES[name]))


def test_no_public_name_hides_a_module():
    for module in pkgutil.iter_modules(mazegame.engine.__path__):
        assert module.name not in mazegame.engine.__all__
        imported = importlib.import_module(f"mazegame.engine.{module.name}")
        assert getattr(mazegame.engine, module.name) is imported
