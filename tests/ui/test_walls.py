"""No screen draws a wall of a maze that can still be ranked before its walls are revealed.

Each screen of ``screens/factory.py`` is painted while a maze waits to be played, and its text is
searched for pieces of that maze in every drawing. What a screen is exempt from that stands in
``OVER``, with the reason.
"""

import datetime as dt
import inspect
from dataclasses import replace

import pytest
import time_machine

from mazegame.drawing import WALLS, Scene, zooms
from mazegame.engine import Level, Recipe
from mazegame.game.modes import daily as daily_rules
from mazegame.game.modes.free_play import free_play
from mazegame.game.modes.journey import JOURNEY
from mazegame.game.modes.marathon import MarathonSeries
from mazegame.game.racing.race_choice import RaceChoice
from mazegame.game.rules import Rules
from mazegame.game.setup.draft import another_of
from mazegame.lab.subject import CarvingOf
from mazegame.party.opening import Opening
from mazegame.screens import factory
from mazegame.screens.dialogs.questions import ConfirmScreen
from mazegame.screens.lab.lab import LabScreen
from mazegame.screens.playing.pause import PauseScreen
from mazegame.screens.series import daily as daily_screen
from mazegame.screens.series import journey
from mazegame.widgets.maze.maze_pane import MazePane
from tests.game.mazes import walked
from tests.store.conftest import finish_game, leave_behind
from tests.ui.conftest import (
    on_form,
    on_screen,
    playing,
    previewed,
    screen_text,
    shows,
    to_screen,
    until,
)

pytestmark = pytest.mark.core

GAME_ID = "wilson:20x9:kite-7"
WAITING = Recipe.parse(GAME_ID)
"""The maze that is still to be played."""

LEVEL = Level.of(WAITING)
NOON = dt.datetime(2028, 2, 29, 12, tzinfo=dt.UTC)

LEAST_GLYPHS = 3
"""Different glyphs of a piece of a line that is looked for: a straight wall is in any maze."""

LINES = 3
"""Lines of a drawing that must be found; the frame above and below is in each drawing."""


def lines_of(level, drawing):
    """Return the lines of a level as a drawing has them."""
    rows, cols = level.maze.rows, level.maze.cols
    glyphs = drawing.block(Scene.of(level), 0, 0, *drawing.size(cols, rows)).glyphs
    return ["".join(map(chr, line)) for line in glyphs.tolist()]


def pieces(line):
    """Return the pieces of a line by which it is known: shorter ones are found in any maze."""
    long = len(line) // 2
    every = (line[at : at + long] for at in range(len(line) - long + 1))
    return {piece for piece in every if len(set(piece)) >= LEAST_GLYPHS}


PIECES = [
    [found for line in lines_of(LEVEL, drawing)[1:-1] if (found := pieces(line))]
    for walls in WALLS
    for drawing in zooms(walls, colour=True)
]
"""The pieces of each line between the frame, by drawing."""


def shows_walls(app):
    """Return whether the screen shows walls of the maze that waits."""
    text = screen_text(app)
    return any(
        sum(any(piece in text for piece in line) for line in drawing) >= LINES for drawing in PIECES
    )


@pytest.fixture(autouse=True)
def the_maze_everywhere(monkeypatch):
    """Let the day, the week and the journey have the maze that waits, at noon of a leap day."""
    for module in (daily_screen, daily_rules):
        monkeypatch.setattr(module, "daily", lambda _: WAITING)
    monkeypatch.setattr(daily_screen, "marathon", lambda _: (WAITING, WAITING))
    first = replace(JOURNEY[0], game_id=GAME_ID)
    monkeypatch.setattr(journey, "JOURNEY", (first, *JOURNEY[1:]))
    with time_machine.travel(NOON, tick=False):
        yield


def waiting_match():
    return free_play(WAITING, Rules(reveal=True))


SCREENS = {
    "home": factory.home,
    "design": factory.design,
    "texture": lambda: factory.texture(WAITING),
    "race": lambda: factory.race(WAITING, RaceChoice(), {}),
    "party": lambda: factory.party(Opening(WAITING, port=0), name="Ada"),
    "journey": factory.journey,
    "daily_maze": factory.daily_maze,
    "profile": factory.profile,
    "statistics": factory.statistics,
    "friends": factory.friends,
    "gallery": factory.gallery,
    "quiz": lambda: factory.quiz("kite-7"),
    "choose": lambda: factory.choose("Carve by", [("wilson", "Wilson")]),
    "scores": factory.scores,
    "open_replay": factory.open_replay,
    "saves": factory.saves,
    "save_name": factory.save_name,
    "settings": factory.settings,
    "press_key": lambda: factory.press_key("hint"),
    "confirm": lambda: factory.confirm("Resume your last run?"),
    "resume_question": lambda: factory.resume_question(["wilson"], "^o"),
    "marathon": lambda: factory.marathon("2028-W09", {}),
    "command_palette": factory.command_palette,
    "too_small": lambda: factory.too_small(20, 5),
    "endless": lambda: factory.endless("kite-7"),
    "first_steps": factory.first_steps,
}
"""The screens that can be open while a maze waits."""

OVER = {
    "play": "its match is below, in the tests of the reveal",
    "pause": "lies over a match: below",
    "export": "writes what is walked: before B the run counts as assisted",
    "reopen": "shows one word while a run is opened, and then a match",
    "caught": "the run is over",
    "help_on": "words over another screen",
    "result": "the run is over",
    "marathon_end": "all its runs are over",
    "why": "the run is over",
    "replay": "the run is over",
    "solution": "notes that the path was shown",
    "lab": "notes that the maze was shown, so that it is practice",
    "versus": "shows mazes of the gallery, which plays others",
    "party_race": "a round: its walls appear at the server's start",
    "party_watch": "a round: its walls appear at the server's start",
    "study": "shows the lab, the gallery or the quiz",
    "by_name": "makes one of the others",
}
"""What is not among ``SCREENS``, and why."""


def test_every_screen_is_looked_at_or_has_a_reason():
    made = {
        name
        for name, made in inspect.getmembers(factory, inspect.isfunction)
        if "Screen" in str(inspect.signature(made).return_annotation) and name[0] != "_"
    } - {"with_changeable_keys"}
    assert made == SCREENS.keys() | OVER.keys()


@pytest.mark.parametrize("size", [(80, 24), pytest.param((200, 60), marks=pytest.mark.long)])
@pytest.mark.parametrize("name", SCREENS)
async def test_no_screen_shows_walls_of_a_maze_that_waits(name, size):
    leave_behind(walked(GAME_ID, short=6))
    async with on_screen(SCREENS[name], size=size) as (app, _, pilot):
        await until(lambda: app.screen.ready, pilot)
        await pilot.pause()
        assert not shows_walls(app)


@pytest.mark.parametrize("size", [(45, 14), (80, 24), (200, 60)])
async def test_walls_are_found_where_they_are_drawn(size):
    """The other tests would find nothing if this one did not."""
    solution = factory.solution(LEVEL, "yesterday")
    async with on_screen(lambda: solution, size=size) as (app, _, pilot):
        await until(lambda: shows_walls(app), pilot)
    async with on_screen(lambda: factory.play(free_play(WAITING)), size=size) as (app, _, pilot):
        await until(lambda: shows_walls(app), pilot)


@pytest.mark.parametrize("named", [False, True])
async def test_the_form_previews_another_maze_or_the_frame_of_a_named_one(named):
    async with on_form((120, 35)) as (app, pilot):
        form = app.screen
        if named:
            form.draft.take(WAITING)
        else:
            form.draft.algorithm, form.draft.options = WAITING.algorithm, ()
            form.draft.dimensions, form.draft.seed = (WAITING.cols, WAITING.rows), WAITING.seed
        form.show_draft()
        expected = WAITING if named else another_of(WAITING)
        await until(lambda: previewed(form) == expected, pilot)
        await until(lambda: "being carved" not in screen_text(app), pilot)
        assert GAME_ID in screen_text(app)
        await shows(pilot, "hidden until you play" if named else "an example")
        assert not shows_walls(app)
        if named:
            await to_screen(pilot, ConfirmScreen, "space")
            assert "practice from then on" in screen_text(app)
            assert not shows_walls(app)
            await to_screen(pilot, form, "n")
        else:
            lab = await to_screen(pilot, LabScreen, "space")
            await until(lambda: lab.shows, pilot, "end")
            assert lab.subjects == [CarvingOf(another_of(WAITING))]
            assert not shows_walls(app)
            await to_screen(pilot, form, "escape")
        play = await playing(app, pilot, "enter")
        assert play.run.level.recipe == WAITING


async def test_the_gallery_plays_another_maze_than_it_shows():
    async with on_screen(factory.gallery) as (app, gallery, pilot):
        await until(lambda: gallery.chosen in gallery.samples, pilot)
        shown = gallery.samples[gallery.chosen].recipe
        play = await playing(app, pilot, "enter")
        played = play.run.level.recipe
        assert (played.algorithm, played.cols) == (shown.algorithm, shown.cols)
        assert played.seed != shown.seed


@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
async def test_a_match_shows_no_wall_before_its_reveal_or_under_a_dialog(size):
    match = replace(waiting_match(), series=MarathonSeries("2028-W09", "a", (WAITING, WAITING)))
    async with on_screen(lambda: factory.play(match), size=size) as (app, screen, pilot):
        await until(lambda: screen.run is not None, pilot)
        await pilot.pause()
        assert not shows_walls(app)
        await to_screen(pilot, PauseScreen, "escape")
        assert not shows_walls(app)
        await to_screen(pilot, screen, "escape")
        assert not shows_walls(app)


async def test_the_daily_page_shows_the_maze_once_it_was_walked():
    async with on_screen(factory.daily_maze, size=(200, 60)) as (app, _, pilot):
        await until(lambda: app.screen.query_one(MazePane).scene is not None, pilot)
        await shows(pilot, "Play today's maze")
        assert not shows_walls(app)
    finish_game(walked(GAME_ID), series="daily:2028-02-29")
    async with on_screen(factory.daily_maze, size=(200, 60)) as (app, _, pilot):
        await until(lambda: shows_walls(app), pilot)
