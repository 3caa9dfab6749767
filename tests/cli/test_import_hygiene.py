"""What a command does not need, it does not import: start-up is paid on every call."""

from pathlib import Path

import pytest

from mazegame.cli.parser import all_commands
from tests.programs import run_code

pytestmark = pytest.mark.core

NINE = str(Path(__file__).parents[1] / "data" / "nine.txt")
GAME_ID = "recursive-backtracker:20x10:braid=20:hygiene"

WATCHED = ("numba", "numpy", "rich", "scipy", "shtab", "sqlite3", "textual", "tomlkit")


def imported(code: str) -> set[str]:
    """Run code in a fresh interpreter and return which of the watched packages it loaded."""
    said = run_code(f"{code}\nimport sys\nprint('loaded', *sys.modules)")
    return set(WATCHED) & set(said.rsplit("loaded", 1)[1].split())


def after_command(*words: str) -> set[str]:
    return imported(f"from mazegame.cli import main\nassert main({list(words)!r}) == 0")


def test_the_watch_sees_what_is_imported():
    assert imported("import numpy, rich") >= {"numpy", "rich"}


@pytest.mark.parametrize(
    "words",
    [("--help",), ("--version",), ("where",), *((name, "--help") for name in all_commands())],
)
def test_help_and_what_needs_no_maze_load_nothing_heavy(words):
    assert after_command(*words) == set()


def test_help_lists_the_modes_without_their_rules():
    code = """
import sys, mazegame.cli
assert mazegame.cli.main(["--help"]) == 0
rules = {name for name in sys.modules if name.startswith("mazegame.game.")}
assert rules == {"mazegame.game.modes", "mazegame.game.modes.table"}, rules
"""
    assert imported(code) == set()


@pytest.mark.parametrize(
    ("code", "needs"),
    [
        ("import mazegame, mazegame.cli, mazegame.__main__", set()),
        ("from mazegame.engine import *", {"numpy"}),
        ("from mazegame.formats import files; from mazegame.formats.text import plain", {"numpy"}),
        ("from mazegame.formats.text import block_grid", {"numpy"}),
    ],
)
def test_the_entry_points_load_what_they_need(code, needs):
    assert imported(code) == needs


def test_a_name_of_the_engine_is_loaded_when_it_is_first_used():
    code = """
import sys, mazegame.engine
assert "numpy" not in sys.modules
assert set(mazegame.engine.__all__) <= set(dir(mazegame.engine))
mazegame.engine.Level
assert not {"mazegame.engine.batches.batching", "mazegame.engine.tracing"} & set(sys.modules)
"""
    assert imported(code) == {"numpy"}


def test_the_first_frame_needs_neither_the_engine_nor_the_score_book():
    loaded = imported("from mazegame.app import MazeApp\nMazeApp().get_default_screen()")
    assert loaded == {"rich", "textual"}


def test_the_form_loads_nothing_that_only_a_game_or_the_score_book_needs():
    code = """
import sys, mazegame.screens.new_game
later = {"mazegame.game.events", "mazegame.game.session", "mazegame.store.records"}
assert not later & set(sys.modules)
"""
    assert {"numpy", "textual"} <= imported(code) <= {"numpy", "rich", "textual"}


def test_the_settings_are_read_before_the_first_frame_and_cost_nothing_heavy(tmp_path):
    settings = tmp_path / "settings.toml"
    settings.write_text('theme = "maze-light"\nfog = 7\n[keys]\n"play.hint" = "x"\n')
    home = f"import os\nos.environ['MAZEGAME_HOME'] = {str(tmp_path)!r}\n"
    code = f"{home}from mazegame.app import MazeApp\nassert MazeApp().theme == 'maze-light'"
    assert imported(code) == {"rich", "textual"}


@pytest.mark.variants
@pytest.mark.parametrize(
    "words",
    [
        ("algorithms",),
        ("generate",),
        ("generate", GAME_ID, "-f", "ascii"),
        ("generate", "-D", "ends=farthest", "-f", "grid"),
        ("solve", GAME_ID, "--path"),
        ("solve", NINE, "--path"),
    ],
)
def test_a_small_maze_needs_no_compiler_and_no_screen(words):
    assert after_command(*words) == {"numpy"}
