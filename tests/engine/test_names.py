"""The engine's public names: no function hides the module of its own name."""

import importlib
import inspect
import pkgutil
import typing

import pytest

import mazegame.engine
import mazegame.formats

MODULES = [module.name for module in pkgutil.iter_modules(mazegame.engine.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_no_public_name_hides_a_module(name):
    assert name not in mazegame.engine.__all__
    module = importlib.import_module(f"mazegame.engine.{name}")
    assert inspect.ismodule(getattr(mazegame.engine, name))
    assert getattr(mazegame.engine, name) is module


def _signatures():
    """Every public function, class and method of the engine and the formats."""
    for module, name in [
        *((mazegame.engine, name) for name in mazegame.engine.__all__),
        *((mazegame.formats, name) for name in mazegame.formats.__all__),
    ]:
        value = getattr(module, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            yield name, value
        if inspect.isclass(value):
            for method, found in vars(value).items():
                function = getattr(found, "fget", None) or getattr(found, "__func__", found)
                public = not method.startswith("_") or method == "__init__"
                if public and inspect.isfunction(function):
                    yield f"{name}.{method}", function


@pytest.mark.parametrize(
    ("name", "value"), list(_signatures()), ids=[name for name, _ in _signatures()]
)
def test_the_types_of_every_public_name_can_be_asked_for(name, value):
    typing.get_type_hints(value)
