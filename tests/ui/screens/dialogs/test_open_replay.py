"""Replay files, opened in the game."""

import contextlib
import os
import re
from threading import Event
from types import SimpleNamespace

import pytest
from textual.widgets import Input

from mazegame.drawing import Ink
from mazegame.engine import Level
from mazegame.formats.replay import load_replay, write_replay
from mazegame.game.scoring.finished_walk import FinishedWalk
from mazegame.screens import factory
from mazegame.screens.career.scores import ScoresScreen
from mazegame.screens.command_palette import PaletteScreen
from mazegame.screens.dialogs import file_dialogs
from mazegame.screens.dialogs.file_dialogs import OpenReplayScreen
from mazegame.screens.ended.replay import ReplayScreen
from mazegame.store.journal.mazes import keep_maze
from mazegame.store.places import places
from mazegame.widgets.input.fields import InputField, typed_path
from mazegame.widgets.maze.maze_view import MazeView
from mazegame.widgets.text import time_line
from tests.game.mazes import forked, walked
from tests.store.conftest import in_the_book, played
from tests.ui.conftest import (
    is_on,
    on_home,
    on_screen,
    playing,
    screen_text,
    shows,
    to_screen,
    until,
)
from tests.ui.screens.dialogs.test_export import complaint, enter_path
from tests.waiting import LONGEST

GAME_ID = "wilson:8x5:kite-7"


@pytest.fixture
def file(tmp_path):
    """A replay of a walk with detours."""
    path = tmp_path / "walk.replay"
    path.write_text(write_replay(played(walked(GAME_ID, detours=4)).record))
    return path


@contextlib.asynccontextmanager
async def asked():
    """Open the dialog from the form."""
    async with on_home((100, 30)) as (app, pilot):
        scores = await to_screen(pilot, ScoresScreen, "0")
        await until(lambda: scores.ready, pilot)
        await to_screen(pilot, OpenReplayScreen, "less_than_sign")
        yield app, pilot


async def test_a_maze_whose_replay_was_seen_is_practice_from_then_on():
    async with on_screen(lambda: factory.replay(FinishedWalk(walked(GAME_ID)))) as (
        app,
        screen,
        pilot,
    ):
        await until(lambda: screen.query_one(MazeView).scene is not None, pilot)
        assert "next wrong turn" not in screen_text(app), "it has none"
    assert in_the_book(walked(GAME_ID)) == [False]


async def test_a_long_jump_is_drawn_frame_by_frame(monkeypatch):
    monkeypatch.setattr("mazegame.screens.ended.replay.STEPS_AT_ONCE", 3)
    run = walked(GAME_ID, detours=4)
    async with on_screen(lambda: factory.replay(FinishedWalk(run))) as (_, screen, pilot):
        await until(lambda: screen.pane.scene is not None, pilot, "space", "end")
        assert not screen.playback.playing
        await until(lambda: screen.pane.scene.tracks.tobytes() == bytes(run.tracks), pilot)


async def test_a_replay_stands_still_below_the_palette_and_goes_on_from_there(monkeypatch):
    clock = SimpleNamespace(monotonic=lambda: clock.now, now=100.0)
    monkeypatch.setattr(time_line, "time", clock)
    run = walked(GAME_ID, pace=10.0)
    async with on_screen(lambda: factory.replay(FinishedWalk(run))) as (_, replay, pilot):
        await until(lambda: replay.pane.scene is not None, pilot)
        playback = replay.playback
        if not playback.playing:
            await until(lambda: playback.playing, pilot, "space")
        clock.now += 3.0
        await until(lambda: playback.at > 0.0, pilot)
        before = playback.at
        await to_screen(pilot, PaletteScreen, "ctrl+p")
        clock.now += 60.0
        replay._tick()
        assert playback.at == before
        await to_screen(pilot, replay, "escape")
        replay._tick()
        assert playback.at == before
        clock.now += 2.0
        replay._tick()
        assert playback.at == pytest.approx(before + 2.0)


async def test_a_file_is_played_and_raced(file):
    async with asked() as (app, pilot):
        await enter_path(app, pilot, file)
        replay = await to_screen(pilot, ReplayScreen)
        assert str(replay.playback.run.level.recipe) == GAME_ID
        assert bytes(replay.playback.run.moves) == load_replay(file).record.moves
        assert "wrong turns" in screen_text(app)
        assert "g race" in screen_text(app)
        screen = await playing(app, pilot, "g")
        assert str(screen.run.level.recipe) == GAME_ID
        await shows(pilot, "ghost")
        assert screen.query_one(MazeView).scene.walker(Ink.RUNNER).cell is not None
        await to_screen(pilot, replay, "p", "m")
        assert not replay.playback.playing
        await to_screen(pilot, ScoresScreen, "escape")


async def test_a_forged_file_is_refused_at_its_step_and_another_one_is_taken(file, tmp_path):
    forged = tmp_path / "forged.replay"
    text = file.read_text()
    forged.write_text(text.replace("S100", "N100", 1))
    assert forged.read_text() != text
    async with asked() as (app, pilot):
        await enter_path(app, pilot, forged)
        await until(lambda: complaint(app).startswith("step 11 goes north from"), pilot)
        assert is_on(app, OpenReplayScreen)
        assert "there is a wall" in re.sub(r"\s+", " ", screen_text(app))
        assert "⏎ open   esc back" in screen_text(app)
        app.screen.query_one(Input).value = str(file)
        await until(lambda: complaint(app) == "", pilot)
        await to_screen(pilot, ReplayScreen, "enter")


async def test_what_is_no_replay_is_refused_with_the_reason(tmp_path, file):
    pipe, large = tmp_path / "pipe", tmp_path / "large.replay"
    os.mkfifo(pipe)
    large.write_text(file.read_text().replace("8x5", "4000000x4000000"))
    async with asked() as (app, pilot):
        for path, reason in (
            ("", "type the path of a replay file"),
            (tmp_path, "directory"),
            (pipe, "it is a pipe that nobody writes to"),
            ("-", "./-"),
            (large, "4000000x4000000 is"),
        ):
            await enter_path(app, pilot, path)
            await until(lambda reason=reason: reason in complaint(app), pilot)
        path = file.rename(tmp_path / "a:b:c.replay")
        app.screen.query_one(InputField).post_message(InputField.GameIdPasted(str(path)))
        await until(lambda: app.screen.query_one(Input).value == str(path), pilot)
        await to_screen(pilot, ReplayScreen, "enter")


def test_a_path_is_read_as_people_write_it(monkeypatch):
    monkeypatch.setenv("HOME", "/home/ada")
    typed = [" ~/a b.replay\t", "'~/a b.replay'", '"x"', "'", "'x", "-", "  "]
    home = "/home/ada/a b.replay"
    assert [typed_path(text) for text in typed] == [home, home, "x", "'", "'x", "./-", ""]


async def test_a_replay_of_a_loaded_maze_asks_for_the_maze(tmp_path):
    run = walked(forked())
    path = tmp_path / "loaded.replay"
    path.write_text(write_replay(played(run).record))
    async with asked() as (app, pilot):
        await enter_path(app, pilot, path)
        await until(
            lambda: "is not kept here: mazegame replay FILE --maze" in complaint(app), pilot
        )
        keep_maze(places().mazes, run.level)
        await to_screen(pilot, ReplayScreen, "enter")


class Held:
    """A work that stands at a share of its way until a test lets it go on."""

    def __init__(self, share):
        self.share, self.begun, self.gate, self.answers = share, Event(), Event(), []

    def __call__(self, progress):
        self.begun.set()
        assert progress(self.share)
        assert self.gate.wait(LONGEST)
        self.answers.append(progress(0.75))


@pytest.mark.long
async def test_what_is_being_read_says_how_far_it_is_and_is_given_up(monkeypatch, file):
    """The work is done in a thread; what a person has left, or typed over, comes to nothing."""
    carving, walking = Held(0.5), Held(0.25)
    of, prove = Level.of, file_dialogs.prove

    def slow_level(recipe, progress=None):
        if (recipe.cols, recipe.rows) == (8, 5):  # not the form's preview
            carving(progress)
        return of(recipe, progress=progress)

    def slow_proof(level, replay, *, progress):
        walking(progress)
        return prove(level, replay, progress=progress)

    monkeypatch.setattr(file_dialogs.Level, "of", slow_level)
    monkeypatch.setattr("mazegame.widgets.input.background.SHOW_AFTER", 0.0)
    async with asked() as (app, pilot):
        await enter_path(app, pilot, file)
        await until(carving.begun.is_set, pilot)
        await shows(pilot, "carving 8x5  50% …   esc gives up")
        scores = await to_screen(pilot, ScoresScreen, "escape")
        carving.gate.set()
        await until(lambda: carving.answers == [False], pilot)
        assert is_on(app, scores)
        monkeypatch.setattr(file_dialogs.Level, "of", of)
        monkeypatch.setattr(file_dialogs, "prove", slow_proof)
        dialog = await to_screen(pilot, OpenReplayScreen, "less_than_sign")
        await enter_path(app, pilot, file)
        await until(walking.begun.is_set, pilot)
        await shows(pilot, "walking 21 steps  25% …   esc gives up")
        await shows(pilot, "⏎ open   esc back", "x")
        walking.gate.set()
        await until(lambda: walking.answers == [False], pilot)
        assert is_on(app, dialog)
