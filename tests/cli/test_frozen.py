"""Programs that PyInstaller packs: its hooks name every module that is loaded by name."""

import pkgutil
import re
import runpy
import subprocess
import sys
import tomllib
import types
from importlib import import_module
from pathlib import Path

import pytest

import mazegame
from mazegame._pyinstaller import get_hook_dirs
from mazegame.engine import ALGORITHMS, METHODS
from mazegame.formats.registry import FORMATS
from tests.programs import ROOT, run_python

(HOOKS,) = map(ROOT.joinpath, get_hook_dirs())


def hook(name: str, monkeypatch) -> dict:
    """Run a hook, with what it takes of PyInstaller as that describes it."""

    def collect_submodules(package, wanted=lambda _: True):
        path = import_module(package).__path__
        found = pkgutil.walk_packages(path, f"{package}.", onerror=lambda _: None)
        return [each for each in (package, *(one.name for one in found)) if wanted(each)]

    hooks = types.ModuleType("PyInstaller.utils.hooks")
    hooks.collect_submodules = collect_submodules
    hooks.collect_data_files = hooks.copy_metadata = lambda package: [(package, package)]
    monkeypatch.setitem(sys.modules, "PyInstaller", types.ModuleType("PyInstaller"))
    monkeypatch.setitem(sys.modules, "PyInstaller.utils", types.ModuleType("PyInstaller.utils"))
    monkeypatch.setitem(sys.modules, "PyInstaller.utils.hooks", hooks)
    return runpy.run_path(str(HOOKS / f"hook-{name}.py"))


def frozen(program: str, folder: Path) -> Path:
    """Have PyInstaller pack a program in a folder; return the file to run."""
    pytest.importorskip("PyInstaller")
    (folder / "small.py").write_text(program, encoding="utf-8")
    built = run_python(
        *("-m", "PyInstaller", "--log-level", "ERROR", "--additional-hooks-dir", HOOKS, "small.py"),
        cwd=folder,
        timeout=900,
    )
    assert built.returncode == 0, built.stderr
    return folder / "dist" / "small" / "small"


def test_both_distributions_offer_the_hooks():
    for file in ("pyproject.toml", "packaging/engine/pyproject.toml"):
        project = tomllib.loads((ROOT / file).read_text(encoding="utf-8"))["project"]
        module, _, name = project["entry-points"]["pyinstaller40"]["hook-dirs"].partition(":")
        assert getattr(import_module(module), name)() == [str(HOOKS)]


def test_each_hook_belongs_to_a_package():
    for path in HOOKS.glob("*.py"):
        assert import_module(path.stem.removeprefix("hook-")).__path__


def test_the_engine_is_taken_whole_and_with_its_sources(monkeypatch):
    told = hook("mazegame.engine", monkeypatch)
    assert {f"mazegame.engine.generators.{name.replace('-', '_')}" for name in ALGORITHMS} <= set(
        told["hiddenimports"]
    )
    assert {method.run.__module__ for method in METHODS.values()} <= set(told["hiddenimports"])
    assert told["module_collection_mode"] == {"mazegame.engine": "pyz+py"}
    assert told["datas"] == [("numba", "numba"), ("llvmlite", "llvmlite")]


def test_all_formats_and_all_exporters_are_taken(monkeypatch):
    taken = set(hook("mazegame.formats", monkeypatch)["hiddenimports"])
    for entry in FORMATS.values():
        assert f"mazegame.formats{entry.module.partition(':')[0]}" in taken
    assert "mazegame.lab.exporting.gif" in hook("mazegame.lab", monkeypatch)["hiddenimports"]


@pytest.mark.parametrize("with_game", [True, False])
def test_all_commands_are_taken_and_the_game_where_it_can_run(with_game, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _: with_game or None)
    taken = set(hook("mazegame.cli", monkeypatch)["hiddenimports"])
    files = (ROOT / "mazegame" / "cli" / "commands").glob("[a-z]*.py")
    assert {f"mazegame.cli.commands.{file.stem}" for file in files} <= taken
    assert ("mazegame.screens.factory" in taken) == with_game
    assert not any("_pyinstaller" in name for name in taken)


def test_what_lies_beside_the_modules_is_taken(monkeypatch):
    assert hook("mazegame", monkeypatch)["datas"] == [("mazegame", "mazegame")]


PROGRAM = """
import sys
from mazegame.engine import ALGORITHMS, Level, Recipe, batch, compiled
from mazegame.engine.graphs import LatticeLevel
from mazegame.engine.kernels.kernel_cache import engine_fingerprint
from mazegame.formats import from_bytes, to_bytes
from mazegame.formats.registry import FORMATS

assert sys.frozen
for name in ALGORITHMS:
    print(name, Level.of(Recipe(name, 9, 7, "kite-7")).dist_min)
level = Level.of("wilson:16x16:kite-7")  # the only size of a MAZ file
for name, entry in FORMATS.items():
    if entry.writes:
        data = to_bytes(level, name)
        if entry.reads and entry.exact:
            assert from_bytes(data, name).maze == level.maze
print(len(to_bytes(LatticeLevel.of("prim:8x6:cells=hexagonal:a"), "png", title="Bees")) > 99)
with compiled():
    print(Level.of("kruskal:9x7:kite-7").dist_min, len(batch("eller", 8, 8, 5)))
print(engine_fingerprint())
"""


@pytest.mark.long
def test_a_frozen_program_makes_mazes_by_every_algorithm_in_every_format(tmp_path):
    program = frozen(PROGRAM, tmp_path)
    done = subprocess.run([program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == run_python("-c", PROGRAM.replace("assert sys.frozen", "")).stdout


GAME = """
import sys
from mazegame.__main__ import main
sys.exit(main())
"""


@pytest.mark.long
def test_a_frozen_game_runs_its_commands(tmp_path):
    game = frozen(GAME, tmp_path)
    home = {"MAZEGAME_HOME": str(tmp_path / "home"), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
    for words, typed, said in (
        (["--version"], "", f"mazegame {mazegame.__version__}"),
        (["generate", "wilson:4x2:a"], "", "│ A "),
        (["stats", "wilson:4x2:a"], "", "difficulty"),
        (["play", "wilson:4x3:a", "--words"], "q\n", "B is at row 3, column 4"),
        (["scores"], "", "runs"),
    ):
        done = subprocess.run(
            [game, *words], input=typed,
            capture_output=True, text=True, check=False, env=home,
        )  # fmt: skip
        assert re.search(said, done.stdout), (words, done)


def test_a_frozen_program_serves_no_browsers(run, monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert "a frozen program lacks" in run("party", "--browsers").refusal


def test_in_an_archive_the_game_says_what_it_lacks(run, monkeypatch, tmp_path):
    monkeypatch.setattr("mazegame.cli.terminal.require_terminal", lambda: None)
    monkeypatch.setattr(mazegame, "__file__", str(tmp_path / "mazegame.pyz" / "__init__.py"))
    assert "the game cannot read its style sheets in an archive" in run("gallery").refusal
