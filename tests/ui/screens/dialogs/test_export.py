"""Exports: what is seen goes into a file, by the ending of its name."""

import numpy as np
import pytest
from textual import events
from textual.widgets import Input

from mazegame.drawing import Scene
from mazegame.engine import Level
from mazegame.formats import load
from mazegame.game.rules import Rules
from mazegame.game.run import Run, show_path, step
from mazegame.screens.dialogs.file_dialogs import ExportScreen, proposed_name, seen_layers
from mazegame.screens.dialogs.questions import ConfirmScreen
from mazegame.screens.playing.play import PlayScreen
from mazegame.widgets.maze.maze_pane import MazePane
from tests.game.mazes import forked
from tests.ui.conftest import finish, on_level, screen_text, shows, to_screen, until

LEVEL = Level.of("wilson:8x5:kite-7")


async def enter_path(app, pilot, path):
    """Type a path and press Enter."""
    app.screen.query_one(Input).value = str(path)
    await pilot.press("enter")


async def test_keys_that_come_at_once_edit_the_name_in_their_order():
    async with on_level(LEVEL) as (app, _, pilot):
        await to_screen(pilot, ExportScreen, "e")
        entry = app.screen.query_one(Input)
        entry.value, entry.cursor_position = "maze", 4
        for key in (*["backspace"] * 4, *"way"):
            app.post_message(events.Key(key, key if len(key) == 1 else None))
        await until(lambda: entry.value == "way", pilot)


def complaint(app):
    return str(app.screen.query_one(".error").content)


def test_only_what_is_seen_is_written():
    run = Run(LEVEL, lambda: 0.0)
    scene = Scene.of(LEVEL)
    assert seen_layers(LEVEL, scene) == {}
    scene.show_tracks(run.tracks)
    assert seen_layers(LEVEL, scene, bytes(run.moves)) == {}
    for _ in range(3):
        step(run, next(iter(LEVEL.maze.exits(run.position))))
    walk = seen_layers(LEVEL, scene, bytes(run.moves))["walk"]
    assert np.array_equal(walk, [*run.cells()])
    scene.heat = True
    scene.show_path(path := show_path(run))
    layers = seen_layers(LEVEL, scene, bytes(run.moves))
    assert (set(layers), layers["heat"]) == ({"walk", "heat", "path"}, True)
    assert np.array_equal(layers["path"], path)


@pytest.mark.parametrize(
    ("level", "name"),
    [
        (LEVEL, "wilson-8x5-kite-7"),
        (Level.of("wilson", 3, 3, "../a\N{SNOWMAN}b*"), "wilson-3x3-..-a-b"),
        (Level(LEVEL.maze, (0, 0), ((1, 1),), name="my maze.txt"), "my-maze"),
        (Level(LEVEL.maze, (0, 0), ((1, 1),)), "maze"),
    ],
)
def test_the_name_that_is_proposed_fits_every_file_system(level, name):
    assert proposed_name(level) == name


async def test_a_result_is_written_with_both_ways_once_and_replaced_when_asked_twice(tmp_path):
    async with on_level(forked()) as (app, screen, pilot):
        await pilot.press("right", "left")
        result = await finish(screen, pilot)
        await to_screen(pilot, ExportScreen, "e")
        assert "with the shortest path and your walk" in screen_text(app)
        await pilot.press("down")
        assert app.screen.query_one(Input).value.endswith(".png")
        await pilot.press("down")
        assert app.screen.query_one(Input).value.endswith(".pbm")
        await shows(pilot, "the maze alone; pbm leaves out the shortest path")
        file = tmp_path / "run.svg"
        await enter_path(app, pilot, file)
        await to_screen(pilot, result)
        text = file.read_text()
        assert load(file).maze == result.run.level.maze
        await pilot.press("y", "y")  # the player's way alone
        await to_screen(pilot, ExportScreen, "e")
        assert "with your walk" in screen_text(app)
        await enter_path(app, pilot, file)
        await until(lambda: "once more replaces it" in complaint(app), pilot)
        assert file.read_text() == text
        await to_screen(pilot, result, "enter")
        assert file.read_text() != text


async def test_names_that_no_file_can_have_are_refused_at_the_field(tmp_path):
    (tmp_path / "loop.svg").symlink_to("loop.svg")
    async with on_level(forked(), size=(45, 14)) as (app, screen, pilot):
        await to_screen(pilot, ExportScreen, "e")
        assert "the maze alone" in screen_text(app)
        assert "esc back" in screen_text(app), "in the smallest terminal"
        for name, reason in (
            ("maze.doc", ".svg, .png"),
            ("nowhere/maze.svg", "No such file or directory"),
            ("x" * 300 + ".svg", "File name too long"),
            ("x/" * 3000 + ".svg", "File name too long"),
            ("loop.svg", "Too many levels of symbolic links"),
            ("loop.svg/x.svg", "Too many levels of symbolic links"),
            ("a\0b.svg", "its name holds what no name of a file can"),
            ("\ud800.svg", "its name holds what no name of a file can"),
        ):
            await enter_path(app, pilot, tmp_path / name)
            await until(lambda reason=reason: reason in complaint(app), pilot)
        await enter_path(app, pilot, "~\0/x.svg")
        await until(lambda: "its name holds" in complaint(app), pilot)
        await to_screen(pilot, screen, "escape")
        assert [file.name for file in tmp_path.glob("*.svg")] == ["loop.svg"]
        assert not screen.run.assisted


async def test_in_fog_the_file_would_show_the_maze_so_it_asks_first():
    async with on_level(forked(), Rules(fog=True)) as (_, screen, pilot):
        await to_screen(pilot, ConfirmScreen, "e")
        await to_screen(pilot, PlayScreen, "n")
        assert not screen.run.assisted
        await to_screen(pilot, ConfirmScreen, "e")
        await to_screen(pilot, ExportScreen, "y")
        assert screen.run.assisted
        assert screen.query_one(MazePane).scene.light is not None
