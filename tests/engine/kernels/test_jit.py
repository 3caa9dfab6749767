"""How kernels run: plain until it pays, cached by the engine's sources, never at import."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import mazegame
from mazegame.engine import RecipeError, ready
from mazegame.engine.kernels import jit, kernel_cache
from mazegame.engine.kernels.jit import MASK64, compiled, kernel, prefetch, trailing_zeros, u64
from tests.engine.cases import environment, needs_compiler, plain, run_program
from tests.programs import run_code, run_python
from tests.waiting import LONGEST

PACKAGE = Path(mazegame.__file__).parent


def test_a_small_maze_needs_no_numba_and_no_cache(tmp_path):
    home = tmp_path / "home"
    output = run_program(
        "import sys\nfrom mazegame.engine import generate\n"
        "generate('wilson', 40, 20, 'kite-7', braid=20)\nprint('numba' in sys.modules)",
        MAZEGAME_HOME=str(home),
    )
    assert output == "False"
    assert not home.exists()


def _add(buffer, amount, many):
    for i in range(many):
        buffer[i] = u64(buffer[i]) + amount
    return u64(buffer[0])


FIRST_PRICE = jit.IMPORT_PRICE + jit.SETUP_PRICE + jit.COMPILE_PRICE
"""What the first kernel of a process costs that has to be compiled."""

COMPILES_AT = int(jit.COMPILE_PRICE / jit.PLAIN_COST)
"""The work for which an unknown kernel is compiled at its first call, once numba is there."""


@needs_compiler
def test_a_small_call_runs_plain_and_a_large_one_compiled():
    add = kernel(_add)
    worth_it = int(FIRST_PRICE / jit.PLAIN_COST) + 1
    small, large = np.zeros(8, np.uint32), np.zeros(worth_it, np.uint32)
    assert add(small, 3, 8) == 3
    assert small.tolist() == [3] * 8
    assert not add.ready
    assert add(large, 4, large.size) == 4
    assert add.ready
    assert (large == 4).all()
    with plain():
        assert add(large, 1, 2) == 5
        with pytest.raises(ValueError, match="format 'I'"):  # a memoryview takes no more
            add(large, 1 << 32, 2)
    assert large[:3].tolist() == [5, 5, 4]


def _count_parts(work, _token):
    return u64(len(work))


@needs_compiler
def test_a_kernel_of_a_plugin_may_be_given_other_types():
    add, count, token = kernel(_add), kernel(_count_parts), np.zeros(3, np.uint64)
    with compiled():
        for buffer in token, np.zeros(3), np.zeros(6, np.uint64)[::2], np.zeros(3, np.uint8):
            add(buffer, 2, 3)
            assert buffer.tolist() == [2, 2, 2]
        add(buffer, MASK64, 3)  # an integer of 64 bits, without a sign
        assert buffer.tolist() == [1, 1, 1]
        assert [count((token,) * parts, token) for parts in (1, 2, 0)] == [1, 2, 0]


def test_a_little_work_on_a_large_buffer_never_waits_for_the_compiler():
    add = kernel(_add)
    large = np.zeros(COMPILES_AT + 1, np.uint32)
    assert add(large, 4, 2, work=2) == 4
    assert not add.ready
    assert large[:3].tolist() == [4, 4, 0]


@pytest.fixture
def lone(monkeypatch, tmp_path):
    """Numba is there, all kernels have cost much, and the cache is empty."""
    monkeypatch.setattr(jit, "_all_spent", [FIRST_PRICE])
    monkeypatch.setattr(jit, "cache_directory", lambda: tmp_path)
    monkeypatch.setattr(kernel_cache, "cache_directory", lambda: tmp_path)


def calls_until_ready(add, work, most=1000):
    """How many calls of so much work a kernel runs plain, before the one that is compiled."""
    buffer = np.zeros(1, np.uint8)
    for calls in range(most):
        add(buffer, 0, 1, work=work)
        if add.ready:
            return calls
    return None


@needs_compiler
@pytest.mark.parametrize("calls", [50, 5])
def test_small_calls_are_compiled_once_they_have_cost_what_compiling_does(lone, calls):
    costly = kernel(_add, cost=jit.PLAIN_COST * 50 / calls)
    assert calls - 1 <= calls_until_ready(costly, COMPILES_AT // 50) <= calls + 1


@needs_compiler
def test_what_the_cache_has_is_loaded_far_sooner(lone, tmp_path):
    with compiled():
        kernel(_add)(np.zeros(1, np.uint8), 0, 1)
    assert list(tmp_path.iterdir())
    work = int(jit.LOAD_PRICE / jit.PLAIN_COST / 10)
    assert 9 <= calls_until_ready(kernel(_add), work) <= 11


@needs_compiler
def test_numba_is_not_loaded_before_all_kernels_together_are_worth_it():
    output = run_program(
        "import sys\nimport numpy as np\nfrom mazegame.engine.kernels import jit\n"
        "jit.is_cached = lambda _: True\n"
        "def nothing(buffer):\n    return 0\n"
        "kernels = [jit.kernel(nothing) for _ in range(10)]\n"
        "buffer = np.zeros(1, np.uint8)\n"
        "for one in kernels * 2:\n"
        "    one(buffer, work=jit.IMPORT_PRICE / jit.PLAIN_COST / 14.5)\n"
        "    print('numba' in sys.modules, end=' ')\n"
    ).split()
    assert output == ["False"] * 14 + ["True"] * 6


def test_a_thread_that_may_not_wait_compiles_nothing():
    add = kernel(_add)
    large = np.zeros(COMPILES_AT + 1, np.uint32)
    ready = []

    def paint():
        jit.never_wait()
        add(large, 1, 2)
        with compiled():
            add(large, 1, 2)
        ready.append(add.ready)

    with ThreadPoolExecutor(1) as pool:
        pool.submit(paint).result()
    assert ready == [False]
    assert large[:3].tolist() == [2, 2, 0]


@needs_compiler
def test_what_a_thread_that_may_not_wait_has_spent_counts_for_the_next(lone):
    add = kernel(_add)
    small = np.zeros(8, np.uint32)

    def paint():
        jit.never_wait()
        add(small, 1, 8, work=COMPILES_AT)

    with ThreadPoolExecutor(1) as pool:
        pool.submit(paint).result()
    assert not add.ready
    add(small, 1, 8)
    assert add.ready


FORKS = """
import os, threading, time
import numpy as np
from mazegame.engine.kernels import jit
from mazegame.engine.kernels.jit import compiled, kernel, u64

def add(buffer, amount):
    buffer[0] = u64(buffer[0]) + amount

compiles = threading.Event()
made = jit.KernelCache.load_overload
def load(*args):
    compiles.set()
    return made(*args)
jit.KernelCache.load_overload = load

def work():
    with compiled():
        for _ in range(4):
            kernel(add)(np.zeros(1, np.uint8), 1)

thread = threading.Thread(target=work)
thread.start()
compiles.wait()
children = []
for _ in range(4):
    child = os.fork()
    if not child:
        with compiled():
            kernel(add)(np.zeros(1, np.uint16), 1)
        os._exit(0)
    children.append(child)
deadline = time.monotonic() + 90
left = set(children)
while left and time.monotonic() < deadline:
    left -= {child for child in left if os.waitpid(child, os.WNOHANG)[0]}
    time.sleep(0.02)
for child in left:
    os.kill(child, 9)
print(len(left), "children wait for ever")
thread.join()
"""


@pytest.mark.long
@needs_compiler
@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_children_forked_while_a_thread_compiles_compile_as_well(tmp_path):
    output = run_program(FORKS, MAZEGAME_HOME=str(tmp_path))
    assert output == "0 children wait for ever"


@pytest.mark.parametrize("error", ["ImportError('no such library')", "OSError('cut short')"])
def test_without_numba_a_large_maze_is_refused_in_one_sentence(tmp_path, error):
    (tmp_path / "numba").mkdir()
    (tmp_path / "numba" / "__init__.py").write_text(f"raise {error}\n", encoding="utf-8")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from mazegame.engine import NoCompilerError, generate\n"
        "print(generate('wilson', 40, 20, 'x').cols)\n"
        "for _ in range(2):\n"
        "    try:\n"
        "        generate('wilson', 1000, 1000, 'x')\n"
        "    except NoCompilerError as error:\n"
        "        print(error)\n"
    )
    output = run_program(code, MAZEGAME_HOME=str(tmp_path / "home")).splitlines()
    assert output[0] == "40"
    assert len(output) == 3
    for sentence in output[1:]:
        assert sentence.startswith("a maze of this size takes numba, which cannot be loaded here")
        assert error.split("'")[1] in sentence


def test_the_command_line_says_in_one_line_that_numba_is_not_there(tmp_path):
    (tmp_path / "numba.py").write_text("raise ImportError('not here')\n", encoding="utf-8")
    path = os.pathsep.join([str(tmp_path), str(PACKAGE.parent)])
    names = {"PYTHONPATH": path, "MAZEGAME_HOME": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    words = ("-m", "mazegame", "generate", "wilson:1000x1000:x")
    done = run_python(*words, env=os.environ | names)
    assert done.returncode == 2
    assert "numba, which cannot be loaded here (ImportError: not here)" in done.stderr
    assert "Traceback" not in done.stderr


@needs_compiler
def test_many_threads_compile_a_kernel_once(monkeypatch):
    add = kernel(_add)
    buffers = [np.zeros(COMPILES_AT + 1, np.uint32) for _ in range(6)]
    made, save = [], kernel_cache.KernelCache.load_overload

    def count(*args):
        made.append(args)
        return save(*args)

    monkeypatch.setattr(kernel_cache.KernelCache, "load_overload", count)
    with ThreadPoolExecutor(6) as pool:
        sums = list(pool.map(lambda buffer: add(buffer, 3, buffer.size), buffers))
    assert sums == [3] * 6
    assert len(made) == 1


def _lowest(words, found, many):
    for i in range(many):
        prefetch(words, i)
        found[i] = trailing_zeros(u64(words[i]))


@pytest.mark.parametrize("mode", [plain, compiled])
def test_trailing_zeros_and_prefetch_in_both_worlds(mode):
    words = np.array([1, 2, 3, 8, 1 << 63, MASK64, 0b1011 << 40], np.uint64)
    found = np.empty(words.size, np.uint8)
    with mode():
        kernel(_lowest)(words, found, words.size)
    assert found.tolist() == [0, 1, 0, 3, 63, 0, 40]


@pytest.mark.long
def test_warming_up_leaves_no_kernel_to_compile():
    output = run_code(  # compiles all of them, which takes minutes on a loaded machine
        "from mazegame.engine import warm\nfrom mazegame.engine.kernels import jit, kernel_cache\n"
        "warm.warm()\n"
        "print([k.plain.__qualname__ for k in jit.kernels() if not k.ready])\n"
        "print(kernel_cache.is_warm())",
        env=environment(MAZEGAME_HOME=os.environ["MAZEGAME_HOME"]),
        timeout=5 * LONGEST,
    )
    assert output == "[]\nTrue\n"


@needs_compiler
def test_ready_leaves_nothing_of_an_algorithm_to_compile():
    output = run_program(
        "from mazegame.engine import ready\nfrom mazegame.engine.kernels import jit\n"
        "ready('eller')\n"
        "ready = {k.plain.__module__ for k in jit.kernels() if k.ready}\n"
        "jit.Kernel._make_ready = None\n"
        "from mazegame.engine import Level, Recipe, batch, shortest_path, texture\n"
        "with jit.compiled():\n"
        "    level = Level.of(Recipe.parse('eller:9x9:braid=30,ends=farthest:a'))\n"
        "    texture(level.maze, (0, 0), (8, 8)), shortest_path(level.maze, (0, 0), (8, 8))\n"
        "    for braid in (0, 30):\n"
        "        batch('eller', 9, 9, 3, braid=braid, fields=True, paths=True, textures=True,\n"
        "              ends='farthest')\n"
        "print(sorted(name.split('.')[-1] for name in ready if 'generators' in name))",
        MAZEGAME_HOME=os.environ["MAZEGAME_HOME"],
    )
    assert "'eller'" in output
    assert "'kruskal'" not in output


@pytest.mark.long
@needs_compiler
def test_ready_leaves_nothing_of_cells_of_other_shapes_to_compile():
    output = run_program(
        "import numpy as np\n"
        "from mazegame.engine import ready\nfrom mazegame.engine.kernels import jit\n"
        "ready('true-prim')\n"
        "jit.Kernel._make_ready = None\n"
        "from mazegame.engine.graphs import *\n"
        "with jit.compiled():\n"
        "    for lattice in (Lattice.polar(4), Lattice.torus(3, 4), Lattice([[1], [0]])):\n"
        "        spanning_tree(lattice, 'true-prim', 'a', np.ones(lattice.neighbours.shape))\n"
        "        maze = braid(spanning_tree(lattice, 'true-prim', 'a'), 50, 'a')\n"
        "        statistics(maze), shortest_path(maze, 0, 1), distances(maze, 0)\n"
        "print('done')",
        MAZEGAME_HOME=os.environ["MAZEGAME_HOME"],
    )
    assert output == "done"


def test_ready_knows_presets_and_names_what_it_does_not_know():
    with pytest.raises(RecipeError, match="did you mean wilson"):
        ready("wilsn")
    with plain():
        ready("manor")


@pytest.mark.parametrize("on_a_terminal", [True, False])
def test_a_process_that_compiles_says_so_on_a_terminal(capsys, monkeypatch, on_a_terminal):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: on_a_terminal)
    jit._announce()
    assert ("compiles, once" in capsys.readouterr().err) is on_a_terminal
