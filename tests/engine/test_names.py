"""The engine's public names: no function hides the module of its own name."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

import pytest

import mazegame.engine

MODULES = [module.name for module in pkgutil.iter_modules(mazegame.engine.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_no_public_name_hides_a_module(name):
    assert name not in mazegame.engine.__all__
    module = importlib.import_module(f"mazegame.engine.{name}")
    assert inspect.ismodule(getattr(mazegame.engine, name))
    assert getattr(mazegame.engine, name) is module
