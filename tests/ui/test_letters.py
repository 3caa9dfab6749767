"""One letter means one thing on all screens: every binding is compared with the table."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

from textual.binding import Binding
from textual.widget import Widget

import mazegame.screens
import mazegame.widgets
from mazegame.screens.letters import ANSWERS, LETTERS


def bound() -> list[tuple[str, str, str]]:
    """Class, key and action of every binding to a letter that our screens and widgets declare."""
    found = []
    for package in (mazegame.screens, mazegame.widgets):
        for module in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
            for cls in vars(importlib.import_module(module.name)).values():
                own = inspect.isclass(cls) and cls.__module__ == module.name
                if own and issubclass(cls, Widget) and "BINDINGS" in vars(cls):
                    found += [
                        (cls.__name__, binding.key, binding.action.removeprefix("app."))
                        for binding in Binding.make_bindings(cls.BINDINGS)
                        if len(binding.key) == 1 and binding.key.isalpha()
                    ]
    return found


def misused(bindings: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Return the bindings whose action is not what their letter means."""
    wrong = []
    for where, key, action in bindings:
        _, actions = LETTERS.get(key, ("", frozenset()))
        known = {action, action.partition("(")[0] if "dismiss" not in action else action}
        if not known & actions and ANSWERS.get(key) != action:
            wrong.append((where, key, action))
    return wrong


def test_every_letter_means_one_thing_on_all_screens():
    bindings = bound()
    assert len(bindings) > 60
    assert misused(bindings) == []


def test_a_letter_with_a_second_meaning_is_found():
    assert misused([("PlayScreen", "o", "show_path"), ("LabScreen", "s", "search")]) == [
        ("PlayScreen", "o", "show_path"),
        ("LabScreen", "s", "search"),
    ]


def test_every_letter_of_the_table_is_used():
    assert {key for _, key, _ in bound()} == set(LETTERS)
