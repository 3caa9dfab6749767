"""The private names of Textual that the game uses are there, and stand in one module."""

import ast
import importlib
import os
import re
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from rich.console import Console
from textual._compositor import Compositor
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget

import mazegame
from mazegame.terminal.textual_internals import USED

PACKAGE = Path(mazegame.__file__).parent

NAMES = [(owner, name) for owner, names in USED.items() for name in names]


@pytest.fixture
async def owners():
    """An object of each class that has private names, or the module."""
    app = App()
    async with app.run_test():
        driver = LinuxDriver(app)
        objects = [Console(), Compositor(), StylesCache(), app, driver, Screen()]
        objects += [XTermParser(), Timer(app, 1.0)]
        found = {f"{type(o).__module__}.{type(o).__qualname__}": o for o in (*objects, Widget())}
        yield found | {
            name: importlib.import_module(name)
            for name in USED
            if name.rpartition(".")[2].islower()
        }


@pytest.mark.parametrize(("owner", "name"), NAMES)
async def test_a_private_name_of_textual_exists(owners, owner, name):
    assert hasattr(owners[owner], name), f"{owner} has no {name} any more"


def names_in(tree):
    """The private names that a module defines, and those that it uses, each with its line."""
    defined, used = set(), []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            defined.add(node.name)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            defined.add(node.attr)
        elif isinstance(node, ast.Attribute):
            used.append((node.attr, node.lineno))
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            defined.add(node.id)
        elif isinstance(node, ast.alias):
            used.append((node.name, node.lineno))
    return defined, [(n, line) for n, line in used if re.fullmatch(r"_[a-z]\w*", n)]


def test_no_other_module_uses_a_private_name_that_is_not_its_own():
    """The engine and the command line are left out: they never import Textual."""
    found = {
        path: names_in(ast.parse(path.read_text(encoding="utf-8")))
        for path in PACKAGE.rglob("*.py")
        if path.name != "textual_internals.py"
        and not any(path.is_relative_to(PACKAGE / part) for part in ("engine", "cli"))
    }
    ours = set().union(*(defined for defined, _ in found.values()))
    strangers = [
        f"{path.relative_to(PACKAGE)}:{line}: {name}"
        for path, (_, used) in found.items()
        for name, line in used
        if name not in ours
        and not hasattr(os, name)
        and name not in sys.builtin_module_names
        and name not in dir(NamedTuple("Empty", []))  # its public methods have an underscore
    ]
    assert strangers == []
