"""Every mode is on the first screen, in the palette, on the command line and in all that lists.

A mode is a row of ``game/modes/table.py``, and what knows all modes reads the rows. So one file and
its line in the table add a mode, and deleting one touches little more: the last two tests do both
in a copy of the package, and run the others there.
"""

import io
import json
import os
import shutil
import sys

import pytest

from mazegame import cli
from mazegame.cli.parser import all_commands
from mazegame.engine import Recipe
from mazegame.game.career.achievements import ACHIEVEMENTS
from mazegame.game.modes.table import BY_NAME, COMMANDS, FREE_PLAY, MODES, mode_of
from mazegame.screens import factory
from mazegame.screens.command_palette import commands_of
from mazegame.screens.dialogs.help import first_sentence
from mazegame.screens.dialogs.questions import ChooseScreen
from mazegame.screens.doors import DOORS, action_of
from mazegame.store.book import statistics_report
from mazegame.store.book.report import describe_saved, rating
from mazegame.store.places import places
from mazegame.store.reopening import reopen
from mazegame.store.store import Store
from mazegame.widgets.text.menu_list import MenuList
from tests.game.mazes import Clock, walked
from tests.programs import ROOT, run_python
from tests.store.conftest import finish_game, leave_behind
from tests.ui.conftest import close_down_to, on_home, to_screen, until
from tests.waiting import LONGEST

KEPT = [mode for mode in MODES if mode.prefix]
RECIPE = Recipe.parse("wilson:5x4:kite-7")
RIVALS = ("shortest:4",)
KEYS = {"journey": "journey:1", "race": "best-of:3:0-0", "endless": "endless:kite-7"}
"""A key of the modes whose own screen chooses the first match."""


def first_match(mode):
    """Return the first match of a mode, with the options that its command has by default."""
    options = {"recipe": RECIPE, "fog": False, "id": False, "ids": False}
    for option in mode.command.options if mode.command else ():
        given = option.choices[0] if option.choices else None if option.metavar else False
        options.setdefault(option.name.strip("-"), given)
    return mode.first(options)


def key_of(mode):
    """Return the key of a series of a mode."""
    return KEYS.get(mode.name) or first_match(mode).series.key


def named(mode):
    return mode.name


def test_the_table_has_a_sentence_on_each_command_of_a_mode():
    assert list(COMMANDS) == [mode.name for mode in MODES if mode.command]


def test_rows_have_names_titles_and_prefixes_of_their_own():
    assert len(BY_NAME) == len({mode.title for mode in MODES}) == len(MODES)
    prefixes = [mode.prefix for mode in KEPT]
    assert all(prefix.endswith(":") for prefix in prefixes)
    assert not [one for one in prefixes for other in prefixes if one != other and one in other]
    assert mode_of("") is mode_of("no such mode:1") is FREE_PLAY


async def test_all_are_behind_doors_and_in_the_palette():
    async with on_home() as (app, _):
        home = app.screen
        offered = {
            one.title.partition(":")[0]: one
            for one in commands_of(home, app.get_system_commands(home))
        }
        for mode in MODES:
            assert mode.door in {door.name for door in DOORS}, mode.name
            command = offered[mode.title]
            assert command.key or command.about == mode.about, mode.name


@pytest.mark.parametrize("mode", [mode for mode in MODES if mode.door == "descent"], ids=named)
async def test_the_descent_asks_which_of_its_modes_is_meant(mode):
    async with on_home() as (app, pilot):
        home = app.screen
        dialog = await to_screen(pilot, ChooseScreen, "4")
        lines = dialog.query_one(MenuList)
        lines.highlighted = lines.get_option_index(mode.name)
        await until(lambda: app.screen not in {home, dialog}, pilot, "enter")


async def test_the_first_screen_opens_all():
    async with on_home() as (app, pilot):
        home = app.screen
        for mode in MODES:
            await home.run_action(action_of(mode))
            await until(lambda: app.screen is not home, pilot)
            await close_down_to(home, pilot)


@pytest.mark.parametrize("mode", [mode for mode in MODES if mode.command], ids=named)
def test_the_command_line_has_its_command_and_its_help(mode, capsys):
    assert cli.main(["--help"]) == 0
    listed = capsys.readouterr().out.split()
    assert listed.count(mode.name) >= 1
    assert cli.main(["help", mode.name]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert COMMANDS[mode.name][1:] in told
    for example in mode.command.examples:
        assert f"mazegame {mode.name} {example}".strip() in told
    assert all(option.name.strip("-") in told.lower() or option.metavar in told
               for option in mode.command.options)  # fmt: skip


@pytest.mark.parametrize(
    "mode", [mode for mode in MODES if mode.plays and mode.name in all_commands()], ids=named
)
def test_it_is_played_in_words_or_refused_in_a_sentence(mode, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("where\nquit\n"))
    code = cli.main([mode.name, "--words"])
    out, err = capsys.readouterr()
    if mode.not_in_words:
        assert (code, out, err) == (2, "", f"mazegame: {mode.not_in_words}\n")
    else:
        assert (code, err) == (0, "")
        assert out.startswith("The game in words.")
        assert "row 1" in out.lower().partition("\n")[2], "the answer to where"


@pytest.mark.parametrize("mode", [mode for mode in MODES if mode.first], ids=named)
def test_help_says_what_it_is_in_a_line_and_has_its_rules(mode):
    sentence, rules = first_sentence(first_match(mode).series.manual)
    assert len(sentence) <= 66, "a line of a small terminal"
    assert sentence.endswith(".")
    assert rules.count(".") > 1


@pytest.mark.parametrize("mode", KEPT, ids=named)
def test_book_and_statistics_have_its_runs(mode):
    key = key_of(mode)
    assert mode_of(key) is mode
    finish_game(walked("wilson:9x7:kite-7"), series=key)
    store = Store(print, places())
    (row,) = store.query(lambda book: book.played()).result(LONGEST)
    store.close()
    assert row.series == key
    assert rating(row).strip()
    assert row.ranked == mode.ranked or mode.name == "daily", "a daily maze has one try a day"
    counts = json.loads(statistics_report.as_json([row]))
    assert {*mode.counts([row])} <= {*counts}
    assert all(line in statistics_report.as_text([row]) for line in mode.lines([row]))
    assert {one.name for one in mode.achievements} <= {one.name for one in ACHIEVEMENTS}


@pytest.mark.parametrize("mode", [mode for mode in KEPT if mode.is_match], ids=named)
def test_an_interrupted_run_goes_on_in_its_series(mode):
    key = key_of(mode)
    maze = mode.maze_of(key) or Recipe.parse("wilson:9x7:kite-7")
    leave_behind(walked(str(maze), short=3), series=key, rivals=RIVALS)
    store = Store(print, places())
    (saved,) = store.recover().result(LONGEST)
    match, runs = reopen(store, saved, Clock())
    store.close()
    assert match.series.key == key
    assert len(runs) == mode.players
    assert f"{maze.cols}x{maze.rows}" in describe_saved(saved)[0]
    assert factory.play(match, *runs)


@pytest.mark.parametrize("mode", KEPT, ids=named)
def test_in_words_a_run_of_one_player_goes_on_whatever_its_mode(mode, capsys, monkeypatch):
    key = key_of(mode)
    maze = mode.maze_of(key) or Recipe.parse("wilson:9x7:kite-7")
    leave_behind(walked(str(maze), short=3), series=key, rivals=RIVALS)
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    assert cli.main(["play", "--words"]) == 0
    told = capsys.readouterr().out
    assert ("You go on with an interrupted run." in told) == (mode.players == 1 and mode.is_match)
    assert "cannot be resumed" not in told


# A mode more, and a mode less

SELF = "tests/ui/test_modes.py"
TABLE = "mazegame/game/modes/table.py"
DUEL = (
    "mazegame/game/modes/duel.py",
    "mazegame/screens/playing/duel.py",
    "mazegame/screens/playing/duel.tcss",
    "mazegame/widgets/playing/duel.py",
)
"""The files of the duel, besides its lines in the table."""


@pytest.fixture
def copy(tmp_path):
    """A copy of the package and of the tests."""
    parts = ["mazegame", "tests"]
    for part in parts:
        hidden = shutil.ignore_patterns("__pycache__", "__snapshots__")
        shutil.copytree(ROOT / part, tmp_path / part, ignore=hidden)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def passed_in(copy):
    """Run the tests above in a copy, where none may fail; return the names of the cases."""
    words = ("-m", "pytest", "-n", "0", "-rA", "-k", "not in_a_copy", SELF)
    done = run_python(*words, cwd=copy, env={**os.environ, "PYTHONPATH": str(copy)})
    assert done.returncode == 0, done.stdout[-3000:]
    return [line for line in done.stdout.splitlines() if line.startswith("PASSED")]


def line_of(name):
    """Return the line of the table with the sentence on a command."""
    return f'    "{name}": "{COMMANDS[name]}",\n'


def change_table(copy, *changes):
    table = copy / TABLE
    text = table.read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    table.write_text(text, "utf-8")


@pytest.mark.long
def test_a_module_and_its_line_add_a_mode_in_a_copy(copy):
    shutil.copy(ROOT / "tests/game/modes/sprint.py", copy / "mazegame/game/modes")
    change_table(
        copy, ("        marathon,\n    )", "        marathon,\n        sprint,\n    )"),
        ("        doors.PARTY,\n", "        doors.PARTY,\n        sprint.MODE,\n"),
        (line_of("chase"), line_of("chase") + '    "sprint": "walk five small mazes",\n'),
    )  # fmt: skip
    passed = passed_in(copy)
    assert sum("[sprint]" in line for line in passed) == 6
    assert sum("[chase]" in line for line in passed) == 7


@pytest.mark.long
def test_four_files_take_a_mode_away_in_a_copy(copy):
    for name in DUEL:
        (copy / name).unlink()
    change_table(
        copy, ("        duel,\n", ""), ("        duel.MODE,\n", ""),
        (line_of("duel"), ""),
    )  # fmt: skip
    passed = passed_in(copy)
    assert not [line for line in passed if "[duel]" in line]
    assert sum("[chase]" in line for line in passed) == 7
