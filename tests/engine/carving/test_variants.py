"""Every variant of a text has machine code of its own, in the compile cache as well."""

from dataclasses import replace

import numpy as np
import pytest

from mazegame.engine import ALGORITHMS, Recipe
from mazegame.engine.carving.draws import EXIT
from mazegame.engine.carving.text import Text
from mazegame.engine.generation import task_of
from mazegame.engine.generators import recursive_backtracker
from mazegame.engine.kernels import jit, kernel_cache
from mazegame.engine.kernels.jit import compiled, device, kernel, u64
from mazegame.engine.kernels.kernel_cache import code_digest, file_stem
from tests.engine.cases import needs_compiler, run_program

CARVE = """
import hashlib, sys
from pathlib import Path
import numpy as np
from mazegame.engine import ALGORITHMS, Recipe, generate, trace
from mazegame.engine.kernels import jit, kernel_cache
from mazegame.engine.batches.batching import batch

def files():
    return sorted(path.name for path in kernel_cache.cache_directory().iterdir())

before = files()
with jit.compiled():
    for name in {names}:
        shapes = [{{}}, {{"weights": "3-1"}}, {{"weights": "3-1+1-3", "zones": "checker"}}]
        if not ALGORITHMS[name].why_no_mask(ALGORITHMS[name].all_options(**{options})):
            shapes.append({{"mask": "heart"}})
        for extra in shapes:
            recipe = Recipe.make(name, 12, 11, "x", {{**extra, **{options}}})
            log = trace(recipe).log
            parts = generate(recipe).passages, log.kinds, log.cells, log.sides
            print(hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest())
        print(hashlib.sha256(batch(name, 6, 5, 3, **{options}).passages.tobytes()).hexdigest())
ready = [kernel for kernel in jit.kernels() if kernel.ready]
asked = [kernel.plain for kernel in jit.kernels() if kernel_cache.is_cached(kernel.plain)]
assert {{kernel.plain for kernel in ready}} <= set(asked), "a variant is said not to be cached"
print("missed", sum(sum(kernel.dispatcher()._cache_misses.values()) for kernel in ready))
print("new", len(set(files()) - set(before)), "of", len(ready))
"""


@pytest.mark.long
@needs_compiler
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("binary-tree", {}),  # what compiles soonest
        *((name, {}) for name in ALGORITHMS if name != "binary-tree"),
        ("wilson", {"build": "walls"}),
        ("growing-tree", {"removal": "ordered"}),
    ],
)
def test_a_second_process_finds_every_variant_and_compiles_nothing(name, options, tmp_path):
    code = CARVE.format(names=[name], options=options)
    first = run_program(code, NUMBA_CACHE_DIR=str(tmp_path)).splitlines()
    second = run_program(code, NUMBA_CACHE_DIR=str(tmp_path)).splitlines()
    plain = run_program(code.replace("jit.compiled()", "open('/dev/null')"), NUMBA_DISABLE_JIT="1")
    made = first[:-2]  # uniform, weighted, in zones, in a mask if it takes one, and a batch
    assert second[:-2] == made == plain.splitlines()[:-2]
    assert len(set(made)) == len(made) >= 4
    assert int(first[-1].split()[1]) > 4
    assert second[-2:] == ["missed 0", first[-1].replace(first[-1].split()[1], "0", 1)]


def two(buffer):
    return u64(buffer[0])


def make_inner(value):
    @device
    def inner(buffer):
        buffer[0] = u64(value)

    return inner


def make_outer(inner):
    def outer(buffer):
        inner(buffer)
        return two(buffer)

    return outer


@needs_compiler
def test_what_a_kernel_encloses_is_followed_all_the_way(tmp_path, monkeypatch):
    """Two kernels that differ in a number two closures deep are two, whatever they are called."""
    monkeypatch.setattr(jit, "cache_directory", lambda: tmp_path)
    monkeypatch.setattr(kernel_cache, "cache_directory", lambda: tmp_path)
    device(two)
    made = [make_outer(make_inner(value)) for value in (3, 4)]
    assert len({code_digest(one) for one in made}) == 2
    assert not kernel_cache.is_cached(made[0])
    with compiled():
        assert kernel(made[0])(np.zeros(1, np.uint8)) == 3
        assert kernel_cache.is_cached(made[0])
        assert not kernel_cache.is_cached(made[1])
        assert kernel(made[1])(np.zeros(1, np.uint8)) == 4
    assert len(list(tmp_path.iterdir())) == 2


def test_a_function_from_outside_is_hashed_with_what_it_calls(monkeypatch):
    """The engine's own sources name the folder of the cache; those of others do not."""
    outer = make_outer(make_inner(3))
    before = code_digest(outer)
    monkeypatch.setitem(globals(), "two", lambda buffer: u64(buffer[0]) + u64(1))
    assert code_digest(outer) != before


def test_a_variant_is_made_once_and_named_by_its_parts():
    text = ALGORITHMS["recursive-backtracker"].text
    kernels = [
        text.variant(weighted=weighted, recorded=recorded)
        for weighted in (False, True)
        for recorded in (False, True)
    ]
    assert len(set(kernels)) == len({file_stem(one.plain) for one in kernels}) == 4
    assert text.variant(weighted=True) is kernels[2]
    name = kernels[1].plain.__qualname__
    assert name == "make.even_exit.record"
    assert file_stem(kernels[1].plain).startswith(f"generators.recursive_backtracker.{name}-")
    assert Text(recursive_backtracker.make, EXIT).variant() is not kernels[0]


def test_a_text_carves_by_the_variant_that_it_returns():
    text = replace(ALGORITHMS["recursive-backtracker"].text)
    task = task_of(Recipe.parse("eller:3x3:a"))
    text.carve(text.lay_out(task, "a"), task)
    made = jit.kernels()
    assert text.variant() in made
