import contextlib

import pytest

from mazegame.drawing import ZOOMS, Ink
from mazegame.engine import Level, Maze, Recipe
from mazegame.game.modes.free_play import free_play
from mazegame.game.racing.rivals import PacedRival
from mazegame.game.recording.ghost_code import parse_ghost_code, walk_of
from mazegame.game.rules import Rules
from mazegame.game.run import Result
from mazegame.game.scoring.verdict import steps_sentence
from mazegame.game.scoring.wrong_turns import WrongTurn
from mazegame.screens.ended.result import ResultScreen
from mazegame.screens.home.home import HomeScreen
from mazegame.screens.playing.play import PlayScreen
from mazegame.widgets.ended.result_lines import (
    circumstances,
    costliest,
    heat_legend,
    legend,
    rating,
)
from tests.game.mazes import Clock, corridor, forked
from tests.ui.conftest import finish, on_level, on_match, screen_text, shows, to_screen, until


def result(dist_min=104, steps=118, hints=0, *, assisted=False, seconds=42.0):
    return Result(dist_min, steps, hints, assisted, seconds)


@pytest.mark.parametrize(
    ("case", "words"),
    [
        (result(), "118 steps, shortest path 104 (+14)"),
        (result(104, 104), "104 steps, as on the shortest path"),
        (result(104, 104, 1), "104 steps, as on the shortest path"),
        (result(1, 1204), "1,204 steps, shortest path 1 (+1,203)"),
        (result(0, 0), "A is B: you were there before you began"),
    ],
)
def test_the_run_in_a_sentence(case, words):
    assert steps_sentence(case) == words


def test_stars_and_score():
    assert rating(result()).plain == "★★☆  score 881"
    assert rating(result(104, 104)).plain == "★★★  score 1000"
    assert rating(result(assisted=True)).plain == "not ranked: the path was shown"
    assert circumstances(result(1000, 1001, 1)).plain == "0:42   1 hint"
    assert costliest([WrongTurn((0, 0), 6)], 6).plain == "wrong turns: 6 extra steps"


def test_the_legend_has_the_colours_of_the_maze_and_that_of_the_shown_path():
    drawing = ZOOMS[-1]
    found = legend({Ink.PATH, Ink.TRAIL, Ink.WALL}, drawing, "the ghost's", Ink.RIVAL_2)
    assert [part.plain[len(drawing.sample(Ink.PATH)) :] for part in found] == [
        " the ghost's",
        " yours",
    ]
    styles = [str(part.spans[0].style) for part in found]
    assert styles == ["bold $maze-rival_2", "bold $maze-trail"]
    assert legend({Ink.PATH}, None, "missed") == []
    near, far = (chr(int(drawing.glyphs.bands[band])) for band in (0, -1))
    assert heat_legend(drawing.glyphs).plain == f"{near} near B … {far} far"


@contextlib.asynccontextmanager
async def finished(source):
    """Walk a level to its end."""
    async with on_level(source) as (app, screen, pilot):
        await finish(screen, pilot)
        yield app, screen, pilot


async def uncovered(app, pilot):
    """End the ending and take the card off the maze."""
    await until(lambda: app.screen.ready, pilot)
    await pilot.press("tab")
    if app.screen.has_class("-card"):
        await pilot.press("tab")


async def test_the_costliest_wrong_turns_are_priced_on_the_map(roomy_cells):
    async with on_level(forked()) as (app, screen, pilot):
        await pilot.press("right", "right", "right", "left", "left", "down", "up", "down")
        await finish(screen, pilot)
        await uncovered(app, pilot)
        assert "wrong turns: 4 and 2 extra steps" in screen_text(app)
        assert "│ A ━━1 · · · · │" in screen_text(app)
        assert "│ ◆━━━2 │" in screen_text(app)
        await shows(pilot, "│ A ╌╌◇         │", "y")
        assert "wrong turns" not in screen_text(app)
        await shows(pilot, "│ A ━━1 · · · · │", "y")


async def test_keys_lead_from_a_result_to_another_seed_or_the_form():
    async with finished(Recipe.parse("wilson:5x5:one")) as (app, screen, pilot):
        await pilot.press("c")
        assert app.clipboard == "wilson:5x5:one"
        await pilot.press("C")
        code = parse_ghost_code(app.clipboard)
        assert walk_of(code, Level.of(code.recipe)).moves == app.screen.run.moves
        for key in ("enter", "n"):
            before = screen.run
            await until(lambda before=before: screen.run and screen.run is not before, pilot, key)
            assert screen.run.level.recipe.seed != before.level.recipe.seed
            await finish(screen, pilot)
        await to_screen(pilot, HomeScreen, "escape")


async def test_a_loaded_maze_is_played_again_instead_of_a_next_one():
    async with finished(corridor()) as (app, _, pilot):
        keys = screen_text(app).splitlines()[-1]
        assert "next" not in keys
        assert "again" in keys
        await to_screen(pilot, PlayScreen, "r")


@pytest.mark.long
async def test_lines_without_room_leave_words_out_and_cut_no_number():
    recipe = Recipe.parse("recursive-backtracker:19x9:weights=30-10,braid=10:kite-7")
    match = free_play(recipe, Rules(fog=True), (PacedRival(32.0),))
    async with on_match(match, clock=Clock()) as (app, screen, pilot):
        for key in ("right", "left", "down", "up"):
            await pilot.press(key)
        await finish(screen, pilot)
        await until(lambda: "First ranked run " in screen_text(app).splitlines()[2], pilot)
        head = screen_text(app).splitlines()[:3]
        assert not any("…" in line for line in head)
        assert "beat" not in head[2], "the card says it"
        await pilot.resize_terminal(150, 24)
        design = "river weights=30-10 braid=10"
        named = f"First ranked run on {design} 19x9, fog, walk first"
        await shows(pilot, named)
        await pilot.resize_terminal(72, 24)
        await until(lambda: "9 far" in screen_text(app).splitlines()[1], pilot, "t")
        assert "…" not in screen_text(app).splitlines()[1].partition("9 far")[2]


async def test_a_wrong_turn_at_a_is_marked_beside_a(roomy_cells):
    maze = Maze.from_walls([[0, 0, 1], [1, 1, 1]], [[0, 1, 1], [1, 1, 1]])
    async with on_level(Level(maze, (0, 0), ((0, 2),), name="fork at A")) as (app, _, pilot):
        await to_screen(pilot, ResultScreen, "down", "up", "right", "right")
        await uncovered(app, pilot)
        text = screen_text(app)
        assert "wrong turns: 2 extra steps" in text
        assert "│ 1 │" in text
