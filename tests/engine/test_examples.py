"""The examples of the engine's docstrings run, and every public function has one."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil

import pytest

import mazegame.engine

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(mazegame.engine.__path__, "mazegame.engine.")
    if not module.name.endswith(".warm")
)

FUNCTIONS = [
    name for name in mazegame.engine.__all__ if inspect.isfunction(getattr(mazegame.engine, name))
]


@pytest.mark.parametrize("name", MODULES)
def test_what_the_docstrings_show_is_what_happens(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_public_function_has_an_example_and_says_what_it_costs(name):
    text = inspect.getdoc(getattr(mazegame.engine, name))
    assert ">>>" in text
    if name not in {"compiled", "draw_seed", "ready"}:  # which do nothing that grows with anything
        assert "Complexity:" in text or "Time" in text
        assert "memory" in text.lower() or "bytes" in text
