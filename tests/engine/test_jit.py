"""How kernels run: plain until it pays, cached by the engine's sources, never at import."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import mazegame
from mazegame.engine import jit
from mazegame.engine.jit import MASK64, compiling, kernel, prefetch, trailing_zeros, u64
from tests.engine.cases import needs_compiler, plain

PACKAGE = Path(mazegame.__file__).parent


def run(code, **environment):
    """Run a program in a fresh interpreter and return what it printed."""
    names = {"NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT", "MAZEGAME_HOME", "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={key: value for key, value in os.environ.items() if key not in names} | environment,
        cwd=PACKAGE.parent,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_importing_the_engine_imports_neither_numba_nor_the_game():
    foreign = run(
        "import sys, mazegame.engine\n"
        "print(sorted({m.split('.')[0] for m in sys.modules} & "
        "{'numba', 'llvmlite', 'scipy', 'textual', 'rich', 'sqlite3'}))\n"
        "print(sorted(m for m in sys.modules if m.startswith('mazegame.') "
        "and not m.startswith('mazegame.engine')))"
    )
    assert foreign == "[]\n[]"


def test_a_small_maze_needs_no_numba_and_no_cache(tmp_path):
    home = tmp_path / "home"
    told = run(
        "import sys\nfrom mazegame.engine import generate\n"
        "generate('wilson', 40, 20, 'kite-7', braid=20)\nprint('numba' in sys.modules)",
        MAZEGAME_HOME=str(home),
    )
    assert told == "False"
    assert not home.exists()


def test_the_cache_is_keyed_by_the_sources_of_the_engine(tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(PACKAGE, copy / "mazegame", ignore=shutil.ignore_patterns("__pycache__"))
    code = (
        "import mazegame, mazegame.engine.jit as jit\n"
        "print(mazegame.__file__)\nprint(jit.cache_directory())"
    )

    def directory():
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONPATH": str(copy), "MAZEGAME_HOME": str(tmp_path / "home")},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        file, name = done.stdout.split("\n")[:2]
        assert Path(file) == copy / "mazegame" / "__init__.py"
        return Path(name)

    before = directory()
    assert before == directory()
    assert before.is_dir()
    assert before.parent == tmp_path / "home" / "cache" / "kernels"
    room = copy / "mazegame" / "engine" / "generators" / "eller.py"
    room.write_text(room.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    assert directory() != before


def test_the_cache_lies_where_numba_is_told_to_put_it(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "chosen"))
    jit.cache_directory.cache_clear()
    try:
        directory = jit.cache_directory()
        assert directory is not None
        assert directory.parents[1] == tmp_path / "chosen"
        assert directory.name == jit.engine_fingerprint()
        assert jit.warm_marker() == directory / "complete"
        assert not jit.is_warm()
    finally:
        monkeypatch.undo()
        jit.cache_directory.cache_clear()


def test_without_a_writable_cache_kernels_compile_all_the_same(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("no folder", encoding="utf-8")
    told = run(
        "from mazegame.engine import jit, distances, Maze\n"
        "import numpy as np\n"
        "with jit.compiling():\n"
        "    print(distances(Maze.from_floor(np.ones((1, 4))), (0, 0)).tolist())\n"
        "print(jit.cache_directory(), jit.warm_marker(), jit.is_warm())",
        MAZEGAME_HOME=str(blocked),
    )
    assert told == "[[0, 1, 2, 3]]\nNone None False"
    assert blocked.read_text(encoding="utf-8") == "no folder"


def test_old_caches_are_pruned_but_for_the_last_few(tmp_path):
    for age in range(6):
        old = tmp_path / f"old-{age}"
        old.mkdir()
        (old / "kernel.nbi").write_bytes(b"x")
        os.utime(old, (10_000 - age, 10_000 - age))
    current = tmp_path / "current"
    current.mkdir()
    jit._prune(tmp_path, current)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["current", "old-0", "old-1"]


@pytest.mark.parametrize("name", ["python", "numba", "machine", "bounds"])
def test_the_cache_is_another_one_for_another(name, monkeypatch):
    before = jit.engine_fingerprint()
    if name == "python":
        monkeypatch.setattr(jit.sys.implementation, "cache_tag", "cpython-999")
    elif name == "numba":
        monkeypatch.setattr("importlib.metadata.version", lambda _: "999.0")
    elif name == "machine":
        monkeypatch.setattr(jit.platform, "machine", lambda: "vax")
    else:
        monkeypatch.setenv("NUMBA_BOUNDSCHECK", "yes")
    assert jit.engine_fingerprint() != before


def _add(buffer, amount, many):
    for i in range(many):
        buffer[i] = u64(buffer[i]) + amount
    return u64(buffer[0])


@needs_compiler
def test_a_small_call_runs_plain_and_a_large_one_compiled():
    add = kernel(_add)
    small, large = np.zeros(8, np.uint32), np.zeros(jit.PLAIN_CELLS + 1, np.uint32)
    assert add(small, 3, 8) == 3
    assert small.tolist() == [3] * 8
    assert not add.ready
    assert add(large, 4, large.size) == 4
    assert add.ready
    assert (large == 4).all()
    # From now on it is compiled for small ones too.
    assert not add._runs_plain((small, 1, 8))
    with plain():
        assert add._runs_plain((large, 1, 8))
        assert add(large, 1, 2) == 5
    assert large[:3].tolist() == [5, 5, 4]


def test_a_little_work_on_a_large_buffer_never_waits_for_the_compiler():
    add = kernel(_add)
    large = np.zeros(jit.PLAIN_CELLS + 1, np.uint32)
    assert add(large, 4, 2, work=2) == 4
    assert not add.ready
    assert large[:3].tolist() == [4, 4, 0]


@needs_compiler
def test_a_damaged_cache_is_made_anew(tmp_path):
    code = (
        "from mazegame.engine import generate, jit\n"
        "with jit.compiling():\n"
        "    print(hash(generate('wilson', 9, 9, 'cache').passages.tobytes()) is not None)\n"
    )
    environment = {**os.environ, "MAZEGAME_HOME": str(tmp_path)}

    def run():
        return subprocess.run(
            [sys.executable, "-c", code], env=environment, check=True, timeout=120
        )

    run()
    files = [path for path in tmp_path.rglob("*") if path.suffix in {".nbi", ".nbc"}]
    assert files
    for path in files:
        path.write_bytes(path.read_bytes()[:7] if path.suffix == ".nbc" else b"")
    run()


FLOOD = (
    "from mazegame.engine import jit, distances, Maze\n"
    "import numpy as np\n"
    "with jit.compiling():\n"
    "    print(distances(Maze.from_floor(np.ones((1, 4))), (0, 0)).tolist())\n"
)


@pytest.mark.skipif(sys.platform == "win32", reason="limits on files are of Unix")
def test_with_a_full_disk_kernels_compile_all_the_same(tmp_path):
    code = (
        "import resource\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))\n"  # a kernel takes 20,000
        f"{FLOOD}"
        "print(jit.cache_directory() is not None)"
    )
    for _ in range(2):  # the second finds what the first has left
        assert run(code, MAZEGAME_HOME=str(tmp_path)) == "[[0, 1, 2, 3]]\nTrue"


def test_a_cache_that_can_be_neither_read_nor_mended_is_done_without(tmp_path):
    code = (
        "from numba.core import caching\n"
        "def fail(*args):\n"
        "    raise KeyError('damaged')\n"
        "caching.IndexDataCacheFile.load = caching.IndexDataCacheFile.save = fail\n"
        "caching.IndexDataCacheFile.flush = fail\n"
    )
    flush = "caching.IndexDataCacheFile.flush = lambda self: None\n"
    assert run(code + flush + FLOOD, MAZEGAME_HOME=str(tmp_path)) == "[[0, 1, 2, 3]]"
    for error in ("OSError", "RuntimeError"):
        place = f"def no(*a): raise {error}('no place')\ncaching.FunctionCache.__init__ = no\n"
        told = run(code + place + FLOOD, MAZEGAME_HOME=str(tmp_path))
        assert told == "[[0, 1, 2, 3]]"


def test_a_damaged_kernel_leaves_the_cache_of_the_others_alone(tmp_path):
    code = (
        FLOOD
        + "from mazegame.engine import braid, generate\n"
        + ("with jit.compiling():\n    braid(generate('eller', 5, 5, 'x'), 1, 'x')\n")
    )
    run(code, MAZEGAME_HOME=str(tmp_path))
    index = {path: path.read_bytes() for path in tmp_path.rglob("*.nbi")}
    assert len(index) > 3
    (flood,) = [path for path in index if "_flood" in path.name]
    flood.write_bytes(b"")
    times = {path: path.stat().st_mtime_ns for path in index}
    run(FLOOD, MAZEGAME_HOME=str(tmp_path))
    assert [path for path in index if path.stat().st_mtime_ns != times[path]] == [flood]
    assert flood.stat().st_size > 0


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
        "        generate('wilson', 400, 400, 'x')\n"
        "    except NoCompilerError as error:\n"
        "        print(error)\n"
    )
    told = run(code, MAZEGAME_HOME=str(tmp_path / "home")).splitlines()
    assert told[0] == "40"
    assert len(told) == 3
    for sentence in told[1:]:
        assert sentence.startswith("a maze of this size takes numba, which cannot be loaded here")
        assert error.split("'")[1] in sentence


def test_the_command_line_says_in_one_line_that_numba_is_not_there(tmp_path):
    (tmp_path / "numba.py").write_text("raise ImportError('not here')\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mazegame", "generate", "wilson:400x400:x"],
        env=os.environ
        | {
            "PYTHONPATH": os.pathsep.join([str(tmp_path), str(PACKAGE.parent)]),
            "MAZEGAME_HOME": str(tmp_path),
            "NUMBA_DISABLE_JIT": "0",
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "numba, which cannot be loaded here (ImportError: not here)" in done.stderr
    assert "Traceback" not in done.stderr


@needs_compiler
def test_many_threads_compile_a_kernel_once(monkeypatch):
    add = kernel(_add)
    buffers = [np.zeros(jit.PLAIN_CELLS + 1, np.uint32) for _ in range(6)]
    made, through_cache = [], jit._through_cache

    def count(*args):
        made.append(args)
        return through_cache(*args)

    monkeypatch.setattr(jit, "_through_cache", count)
    with ThreadPoolExecutor(6) as pool:
        sums = list(pool.map(lambda buffer: add(buffer, 3, buffer.size), buffers))
    assert sums == [3] * 6
    assert len(made) == 1


@needs_compiler
def test_an_error_in_a_kernel_is_not_taken_for_a_damaged_cache():
    runs = []

    def fail(buffer, many):
        runs.append(many)
        raise IndexError(many)

    add = kernel(_add)
    add._compiled, add.ready = fail, True
    with pytest.raises(IndexError):
        add(np.zeros(4, np.uint8), 4)
    assert runs == [4]


def test_a_recording_buffer_makes_a_call_plain():
    class Recorder(list):
        pass

    add = kernel(_add)
    buffer = Recorder([1, 2])
    with compiling():
        assert add(buffer, 10, 2) == 11
    assert buffer == [11, 12]
    assert not add.ready


def test_plain_kernels_refuse_what_does_not_fit_an_element():
    with plain(), pytest.raises(ValueError, match="format 'B'"):
        kernel(_add)(np.zeros(1, np.uint8), 256, 1)


def _lowest(words, found, many):
    for i in range(many):
        prefetch(words, i)
        found[i] = trailing_zeros(u64(words[i]))


@pytest.mark.parametrize("mode", [plain, compiling])
def test_trailing_zeros_and_prefetch_in_both_worlds(mode):
    words = np.array([1, 2, 3, 8, 1 << 63, MASK64, 0b1011 << 40], np.uint64)
    found = np.empty(words.size, np.uint8)
    with mode():
        kernel(_lowest)(words, found, words.size)
    assert found.tolist() == [0, 1, 0, 3, 63, 0, 40]


def test_every_kernel_of_the_engine_is_known():
    names = {f"{k.plain.__module__}.{k.plain.__name__}" for k in jit.kernels()}
    assert "mazegame.engine.distance._flood" in names
    assert "mazegame.engine.generators.eller._carve_rows" in names
    assert all(k.plain.__doc__ is None or k.plain.__doc__.strip() for k in jit.kernels())


def test_warming_up_leaves_no_kernel_to_compile():
    told = run(
        "from mazegame.engine import jit, warm\n"
        "warm.warm()\n"
        "print([k.plain.__qualname__ for k in jit.kernels() if not k.ready], jit.is_warm())"
    )
    assert told == "[] True"
