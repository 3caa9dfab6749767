"""Plain forms: the same function without casts, and the function itself where that cannot be."""

from __future__ import annotations

import ast
import gc
import linecache
import types

import pytest

from mazegame.engine import ALGORITHMS
from mazegame.engine.kernels import jit
from mazegame.engine.kernels.jit import u64
from mazegame.engine.kernels.plain_python import PlainForms


def device(value):
    return u64(value) + u64(1)


def function(
    buffer,
    count: int,
) -> int:
    """Add up."""
    total = u64(0)

    for i in range(count):
        total += device(u64(buffer[i])) << u64(i == 1)

    return total


def make_closure(inner):
    def closure(value):
        return inner(value) * u64(2)

    return closure


def casts(made):
    return "u64" in made.__code__.co_names


def test_the_casts_are_removed_from_the_function_and_its_devices():
    forms = PlainForms({device})
    made = forms.of(function)
    assert made is not function
    assert forms.of(function) is made
    assert made([1, 2, 3], 3) == function([1, 2, 3], 3) == 2 + 6 + 4
    assert not casts(made)
    assert not casts(made.__globals__["device"])
    assert made.__code__.co_firstlineno == function.__code__.co_firstlineno
    assert casts(PlainForms(()).of(function).__globals__["device"])


def test_a_closure_keeps_what_it_encloses():
    made = PlainForms({device}).of(make_closure(device))
    assert made(4) == 10
    assert not casts(made)
    assert not casts(made.__globals__["inner"])


def nothing(log, value):
    """Do nothing."""


def second(log, value):
    return value


def make_text(tell, same):
    def text(log, values):
        total = u64(0)
        for value in values:
            if value > u64(2):
                tell(log, value)
            elif value > 1:
                total += same(log, value)
            for _ in range(value):
                tell(log, value)
            total = same(log, total)
        tell(log, total)
        return total

    return text


def test_what_does_nothing_is_taken_out_and_what_returns_an_argument_becomes_it():
    text = make_text(nothing, second)
    made = PlainForms({nothing, second}).of(text)
    assert made(None, [1, 2, 3]) == text(None, [1, 2, 3]) == 2
    assert not {"tell", "same", "u64", "range"} & set(made.__code__.co_names)


def test_what_a_closure_does_is_kept():
    def tell(log, value):
        log.append(value)

    told, plainly = [], []
    text = make_text(tell, second)
    made = PlainForms({tell, second}).of(text)
    assert made(plainly, [1, 2, 3]) == text(told, [1, 2, 3])
    assert plainly == told == [1, 2, 2, 3, 3, 3, 3, 2]


@pytest.mark.parametrize("collects", [True, False])
def test_no_garbage_is_collected_while_a_source_is_parsed(monkeypatch, collects):
    seen = []
    parse = ast.parse
    monkeypatch.setattr(ast, "parse", lambda text: seen.append(gc.isenabled()) or parse(text))
    before = gc.isenabled()
    (gc.enable if collects else gc.disable)()
    try:
        PlainForms({device}).of(function)
        assert seen
        assert not any(seen)
        assert gc.isenabled() is collects
    finally:
        (gc.enable if before else gc.disable)()


def test_a_function_without_source_runs_unchanged():
    names = {"u64": u64}
    exec("def bare(value):\n    return u64(value)\n", names)
    assert PlainForms(()).of(names["bare"]) is names["bare"]
    assert PlainForms(()).of(len) is len


@pytest.mark.parametrize("change", ["u64(0)", "return total"])
def test_a_file_changed_since_loading_is_ignored(monkeypatch, change):
    lines = linecache.getlines(__file__)
    monkeypatch.setattr(
        linecache, "getlines", lambda _: [line.replace(change, "7 + 7") for line in lines]
    )
    assert PlainForms({device}).of(function) is function


def test_every_kernel_has_a_plain_form():
    assert all(ALGORITHMS.values())
    forms = PlainForms(jit._all_devices)
    for kernel in jit.kernels():
        if str(kernel.plain.__module__).startswith("mazegame"):
            made = forms.of(kernel.plain)
            assert isinstance(made, types.FunctionType)
            assert made is not kernel.plain, kernel.plain.__qualname__
            assert not casts(made)
