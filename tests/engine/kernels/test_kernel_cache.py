"""The compile cache: whose it is, what is believed of it, and what it leaves alone."""

import os
import pickle
import shutil
import types
import zipfile
from pathlib import Path

import numpy as np
import pytest

import mazegame
from mazegame.engine.kernels import jit, kernel_cache
from mazegame.engine.kernels.jit import compiled, kernel, u64
from tests.conftest import use_compile_cache
from tests.engine.cases import needs_compiler, run_program
from tests.programs import ROOT, run_python

PACKAGE = Path(mazegame.__file__).parent

FLOOD = (
    "from mazegame.engine import Maze, distances\n"
    "from mazegame.engine.kernels import jit, kernel_cache\n"
    "import numpy as np\n"
    "with jit.compiled():\n"
    "    print(distances(Maze.from_floor(np.ones((1, 4))), (0, 0)).tolist())\n"
)
"""Compile one kernel, or load it."""

needs_owners = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners here")


@pytest.mark.long
@needs_compiler
def test_numba_caches_the_modules_of_others_where_it_always_does(tmp_path):
    (tmp_path / "other.py").write_text(
        "import numba\n@numba.njit(cache=True)\ndef twice(x):\n    return 2 * x\n", encoding="utf-8"
    )
    home = tmp_path / "home"
    output = run_program(
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n{FLOOD}"
        "import other\nprint(other.twice(4))\n"
        "import numba\nprint(repr(numba.config.CACHE_DIR))",
        MAZEGAME_HOME=str(home),
    )
    assert output.splitlines() == ["[[0, 1, 2, 3]]", "8", "''"]
    assert [path.name.split("-")[0] for path in tmp_path.glob("__pycache__/*.nbi")] == [
        "other.twice"
    ]
    assert not list(home.rglob("*.nbi"))
    assert len(list(home.rglob("measures.distance.flood_cells-*.kernel"))) == 1


def _add(buffer, amount):
    buffer[0] = u64(buffer[0]) + amount
    return u64(buffer[0])


@pytest.fixture
def add(tmp_path, monkeypatch):
    """Make a kernel anew, with a cache in a folder of its own; call it; say whether that hit."""
    monkeypatch.setattr(jit, "cache_directory", lambda: tmp_path)

    def call():
        one = kernel(_add)
        with compiled():
            assert one(np.full(1, 3, np.uint8), 4) == 7
        return sum(one.dispatcher()._cache_hits.values()) == 1

    return call


@needs_compiler
def test_what_is_compiled_is_loaded_from_then_on(add, tmp_path):
    assert not add()
    assert add()
    assert len(list(tmp_path.glob("*.kernel"))) == 1


@pytest.mark.long
@needs_compiler
def test_what_is_loaded_does_without_numba_s_registries(tmp_path):
    """And a kernel that is compiled afterwards finds them."""
    asked = "(name in sys.modules for name in ('numba.np.arraymath', 'scipy.linalg'))"
    code = f"{FLOOD}import sys\nprint(*{asked})\n"
    first = run_program(code, NUMBA_CACHE_DIR=str(tmp_path)).splitlines()
    second = run_program(
        f"{code}from mazegame.engine import generate\n"
        "with jit.compiled():\n    print(repr(generate('binary-tree', 5, 4, 'a')))\n",
        NUMBA_CACHE_DIR=str(tmp_path),
    ).splitlines()
    assert first[0] == second[0]
    assert first[1].startswith("True")
    assert second[1:] == ["False False", "<Maze 5x4, 19 passages>"]


def test_a_numba_that_nobody_looked_at_loads_its_registries(monkeypatch):
    refreshed = []
    context = types.SimpleNamespace(refresh=lambda: refreshed.append(True))
    monkeypatch.setattr(kernel_cache, "_NEWEST_CHECKED_NUMBA", (0, 1))
    kernel_cache._prepare_to_load(context)
    assert refreshed


def _flip(good):
    return good[:4000] + bytes([good[4000] ^ 1]) + good[4001:]


DAMAGES = {
    "cut short": lambda good: good[:-1],
    "a flipped bit": _flip,
    "empty": lambda _: b"",
    "another kernel's": lambda _: kernel_cache._MAGIC + kernel_cache._digest(b"key", b"x") + b"x",
    "another program's": lambda _: pickle.dumps("numba's own index begins with its version"),
}


@needs_compiler
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_kernel_is_never_unpickled_but_mended(damage, add, tmp_path, monkeypatch):
    add()
    (path,) = tmp_path.glob("*.kernel")
    path.write_bytes(DAMAGES[damage](path.read_bytes()))
    with monkeypatch.context() as patch:
        patch.setattr(kernel_cache, "unpickle", unpickled := [].append)
        assert not add()
        assert unpickled.__self__ == []
    assert add()


@needs_owners
@needs_compiler
@pytest.mark.parametrize("who", ["everybody's", "the group's", "another's"])
def test_a_kernel_that_another_may_have_written_is_never_unpickled(who, add, tmp_path, monkeypatch):
    if who == "another's" and os.geteuid() != 0:
        pytest.skip("only root gives files away")
    add()
    (path,) = tmp_path.glob("*.kernel")
    if who == "another's":
        os.chown(path, 12345, -1)
    else:
        path.chmod(0o602 if who == "everybody's" else 0o620)
    with monkeypatch.context() as patch:
        patch.setattr(kernel_cache, "unpickle", unpickled := [].append)
        assert not add()
        assert unpickled.__self__ == []
    assert add()  # it was replaced by one of ours


@needs_compiler
@pytest.mark.parametrize("lack", ["_rebuild", "_reduce"])
def test_a_numba_that_keeps_its_results_otherwise_does_without_the_cache(lack, add, monkeypatch):
    from numba.core.compiler import CompileResult

    if lack == "_rebuild":
        add()
    monkeypatch.setattr(CompileResult, lack, None)
    assert not add()
    assert not add()


@needs_compiler
def test_a_full_disk_leaves_no_halves_behind(add, tmp_path, monkeypatch):
    def full(*_):
        raise OSError("no space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(kernel_cache.Path, "replace", full)
        assert not add()
    assert not list(tmp_path.iterdir())
    assert not add()


@pytest.fixture
def shared(tmp_path, monkeypatch):
    """Choose a folder for all caches, and find the place of ours in it."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "shared"))
    kernel_cache.cache_directory.cache_clear()
    yield tmp_path / "shared"
    monkeypatch.undo()
    kernel_cache.cache_directory.cache_clear()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_in_the_place_of_a_kernel_is_no_kernel_and_nobody_waits_for_it(tmp_path):
    os.mkfifo(tmp_path / "one.kernel", 0o600)
    assert kernel_cache.read_checked(tmp_path / "one.kernel", b"key") is None


@needs_owners
def test_files_and_folders_of_the_cache_are_closed_to_others(shared):
    before = os.umask(0)
    try:
        directory = kernel_cache.cache_directory()
        kernel_cache.write_checked(directory / "one.kernel", b"key", b"payload")
    finally:
        os.umask(before)
    for path in (directory.parent, directory, directory / "one.kernel"):
        assert not path.stat().st_mode & 0o077, path


@needs_owners
def test_a_folder_that_others_can_write_to_is_not_used(shared):
    for name in ("kernels", f"kernels-{os.getuid()}"):
        folder = shared / name / kernel_cache.engine_fingerprint()
        folder.mkdir(parents=True)
        folder.chmod(0o777)
    assert kernel_cache.cache_directory() is None


@needs_owners
def test_each_user_has_a_cache_in_a_shared_folder(shared):
    taken = shared / "kernels"
    taken.mkdir(parents=True)
    taken.chmod(0o777)  # as another user's would be: not to be trusted
    directory = kernel_cache.cache_directory()
    assert directory is not None
    assert directory.parent == shared / f"kernels-{os.getuid()}"
    assert not list(taken.iterdir())


def test_the_cache_is_keyed_by_the_sources_of_the_engine(tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(PACKAGE, copy / "mazegame", ignore=shutil.ignore_patterns("__pycache__"))
    code = (
        "import mazegame, mazegame.engine.kernels.kernel_cache as kernel_cache\n"
        "print(mazegame.__file__)\nprint(kernel_cache.cache_directory())"
    )

    def directory():
        names = {"PYTHONPATH": str(copy), "MAZEGAME_HOME": str(tmp_path / "home")}
        done = run_python("-c", code, env=os.environ | names, cwd=tmp_path, check=True)
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


def test_the_cache_is_in_the_folder_set_for_numba(shared):
    directory = kernel_cache.cache_directory()
    assert directory is not None
    assert directory.parents[1] == shared
    assert directory.name == kernel_cache.engine_fingerprint()
    assert kernel_cache.warm_marker() == directory / "complete"
    assert not kernel_cache.is_warm()


@pytest.mark.long
def test_kernels_compile_without_a_writable_cache(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("no folder", encoding="utf-8")
    output = run_program(
        FLOOD + "print(kernel_cache.cache_directory(), kernel_cache.warm_marker(), "
        "kernel_cache.is_warm())",
        MAZEGAME_HOME=str(blocked),
    )
    assert output == "[[0, 1, 2, 3]]\nNone None False"
    assert blocked.read_text(encoding="utf-8") == "no folder"


def test_old_caches_are_pruned_but_for_the_last_few(tmp_path):
    for age in range(6):
        old = tmp_path / f"old-{age}"
        old.mkdir()
        (old / "one.kernel").write_bytes(b"x")
        os.utime(old, (10_000 - age, 10_000 - age))
    current = tmp_path / "current"
    current.mkdir()
    kernel_cache._prune(tmp_path, current)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["current", "old-0", "old-1"]


@pytest.mark.parametrize("name", ["python", "numba", "machine", "bounds"])
def test_the_cache_is_another_one_for_another(name, monkeypatch):
    before = kernel_cache.engine_fingerprint()
    if name == "python":
        monkeypatch.setattr(kernel_cache.sys.implementation, "cache_tag", "cpython-999")
    elif name == "numba":
        monkeypatch.setattr("importlib.metadata.version", lambda _: "999.0")
    elif name == "machine":
        monkeypatch.setattr(kernel_cache.platform, "machine", lambda: "vax")
    else:
        monkeypatch.setenv("NUMBA_BOUNDSCHECK", "yes")
    assert kernel_cache.engine_fingerprint() != before


def test_an_archive_has_the_cache_of_its_sources(tmp_path):
    """As ``zipapp`` makes one: other sources, another cache."""
    folders = []
    for line in ("", "# other\n"):
        archive = tmp_path / f"{len(line)}.pyz"
        with zipfile.ZipFile(archive, "w") as packed:
            for path in sorted((ROOT / "mazegame").rglob("*.py")):
                packed.write(path, path.relative_to(ROOT))
            packed.writestr("mazegame/engine/other.py", line)
        code = (
            f"import sys; sys.path.insert(0, {str(archive)!r})\n"
            "import mazegame\n"
            "from mazegame.engine.kernels.kernel_cache import engine_fingerprint\n"
            "print(mazegame.__file__, engine_fingerprint())"
        )
        place, name = run_python("-P", "-c", code).stdout.split()
        assert place.startswith(str(archive))
        folders.append(name)
    assert len(set(folders)) == 2


def test_without_sources_there_is_no_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert kernel_cache.cache_directory.__wrapped__() is not None
    monkeypatch.setattr(kernel_cache, "__file__", str(tmp_path / "engine" / "kernels" / "x.pyc"))
    monkeypatch.setattr("importlib.resources.files", lambda _: tmp_path / "missing")
    assert kernel_cache.engine_fingerprint() == ""
    assert kernel_cache.cache_directory.__wrapped__() is None


READS = """\
import os
import numpy as np
from mazegame.engine.kernels.jit import compiled, kernel, u64
from mazegame.engine.kernels.kernel_cache import cache_directory

@kernel
def read(buffer, index):
    return u64(buffer[index])

with compiled():
    print(read(np.full(4, 7, np.uint8), 3))
    for index in (4, (1 << 64) - 1):
        try:
            read(np.full(4, 7, np.uint8), index)
            print("allowed")
        except IndexError:
            print("refused")
        if os.environ["NUMBA_BOUNDSCHECK"] == "0":
            break  # the second index may end the process
print(cache_directory())
"""
"""Read inside a buffer and outside of it."""


@pytest.mark.long
@needs_compiler
def test_bounds_checks_find_an_index_outside_a_buffer_in_kernels_of_their_own(tmp_path):
    first, second = (
        run_program(READS, MAZEGAME_HOME=str(tmp_path), NUMBA_BOUNDSCHECK=bounds).split()
        for bounds in "10"
    )
    assert first[:-1] == ["7", "refused", "refused"]
    # Without checks the read succeeds: the two kernels must not share a compile cache.
    assert second[:-1] == ["7", "allowed"]
    assert first[-1] != second[-1]


def test_the_tests_take_their_cache_from_a_folder_that_lasts(tmp_path, monkeypatch):
    """One for each engine; a cache that lies in the test's home is left alone."""
    home, kept = tmp_path / "home", tmp_path / "kept"
    monkeypatch.setenv("MAZEGAME_HOME", str(home))
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    for name in ("first", "second"):
        monkeypatch.setattr(kernel_cache, "engine_fingerprint", lambda name=name: name)
        use_compile_cache(kept)
        kernel_cache.cache_directory.cache_clear()
        directory = kernel_cache.cache_directory()
        assert directory.resolve() == kept / name / "kernels" / name
    kernel_cache.cache_directory.cache_clear()
    (home / "cache").unlink()
    (home / "cache").mkdir()
    use_compile_cache(kept)
    assert not (home / "cache").is_symlink()
