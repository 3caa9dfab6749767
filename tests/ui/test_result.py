import pytest

from mazegame.app import MazeApp
from mazegame.engine import Level, Maze, Recipe
from mazegame.game.rules import Rules
from mazegame.game.run import Result
from mazegame.game.runner import PaceRunner
from mazegame.game.series import free_play
from mazegame.game.verdict import sentence
from mazegame.screens.new_game import NewGameScreen
from mazegame.screens.play import PlayScreen
from mazegame.screens.result import ResultScreen
from mazegame.screens.routes import Play
from mazegame.widgets.hud import clock_text
from mazegame.widgets.maze_view import MazeView
from mazegame.widgets.result_words import circumstances, rating
from tests.game.mazes import corridor, forked
from tests.ui.conftest import app_playing, playing, screen_text, until, walk_to_b


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
    assert sentence(case) == words


def test_stars_and_score():
    assert rating(result()).plain == "★★☆  score 881"
    assert rating(result(104, 104)).plain == "★★★  score 1000"
    assert rating(result(assisted=True)).plain == "not ranked: the path was shown"
    assert circumstances(result(1000, 1001, 1)).plain == "0:42   1 hint"


@pytest.mark.parametrize(
    ("seconds", "words"), [(0, "0:00"), (59.99, "0:59"), (61, "1:01"), (3600, "1:00:00")]
)
def test_time_in_words(seconds, words):
    assert clock_text(seconds) == words


async def finished(app, pilot):
    screen = await playing(app, pilot)
    await walk_to_b(screen, pilot)
    await until(lambda: isinstance(app.screen, ResultScreen), pilot)
    await pilot.pause()
    return screen


async def uncovered(app, pilot):
    """End the ending and take the card off the maze."""
    await until(lambda: app.screen.ready, pilot)
    await pilot.press("tab")
    if app.screen.has_class("-card"):
        await pilot.press("tab")


async def test_the_legend_names_only_visible_marks(roomy_cells):
    app = app_playing(corridor(6))
    async with app.run_test(size=(80, 24)) as pilot:
        await finished(app, pilot)
        await until(lambda: "◆ shared" in screen_text(app), pilot)
        assert "missed" not in screen_text(app)
        assert "backtracked" not in screen_text(app)


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_sentence_and_score_fit(size):
    app = app_playing(forked())
    async with app.run_test(size=size) as pilot:
        screen = await playing(app, pilot)
        await pilot.press("right", "left")
        await walk_to_b(screen, pilot)
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        await until(lambda: "10 steps, shortest path 8 (+2)" in screen_text(app), pilot)
        await until(lambda: "★★☆  score 800" in screen_text(app), pilot)


async def test_both_ways_lie_over_the_maze(roomy_cells):
    app = app_playing(forked())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        await pilot.press("right", "right", "left")
        await walk_to_b(screen, pilot)
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        await uncovered(app, pilot)
        text = screen_text(app)
        assert "│ A ━━1 · ·     │" in text
        assert "10 steps, shortest path 8 (+2)" in text
        await pilot.press("y")
        assert "│ A ◇ ◇         │" in screen_text(app)
        await pilot.press("y")
        assert "│ A ━━1 · ·     │" in screen_text(app)


async def test_the_dearest_wrong_turns_are_priced_on_the_map(roomy_cells):
    app = app_playing(forked())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        await pilot.press("right", "right", "right", "left", "left", "down", "up", "down")
        await walk_to_b(screen, pilot)
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        await uncovered(app, pilot)
        assert "costly turns 1 +4 2 +2" in screen_text(app)
        assert "│ A ━━1 · · · · │" in screen_text(app)
        assert "│ ◆━━━2 │" in screen_text(app)
        await pilot.press("y")
        assert "costly turns" not in screen_text(app)
        assert "│ A ◇ ◇         │" in screen_text(app)


@pytest.mark.parametrize("key", ["enter", "n"])
async def test_next_is_another_seed(key):
    app = app_playing(Recipe.parse("wilson:5x5:one"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await finished(app, pilot)
        await pilot.press(key)
        await until(lambda: screen.run is not None and not screen.run.finished, pilot)
        assert screen.run.level.recipe.seed != "one"


async def test_again_is_the_same_maze():
    app = app_playing(Recipe.parse("wilson:5x5:one"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await finished(app, pilot)
        level = screen.run.level
        await pilot.press("r")
        await until(lambda: not screen.run.finished, pilot)
        assert screen.run.level is level


@pytest.mark.parametrize("key", ["m", "escape"])
async def test_menu(key):
    app = app_playing(Recipe.parse("wilson:5x5:one"))
    async with app.run_test(size=(80, 24)) as pilot:
        await finished(app, pilot)
        await pilot.press(key)
        await until(lambda: isinstance(app.screen, NewGameScreen), pilot)


async def test_copy_puts_the_game_id_on_the_clipboard():
    app = app_playing(Recipe.parse("wilson:5x5:one"))
    async with app.run_test(size=(80, 24)) as pilot:
        await finished(app, pilot)
        await pilot.press("c")
        assert app.clipboard == "wilson:5x5:one"


async def test_a_loaded_maze_is_played_again_instead_of_a_next_one():
    app = app_playing(corridor())
    async with app.run_test(size=(80, 24)) as pilot:
        await finished(app, pilot)
        keys = screen_text(app).splitlines()[-1]
        assert "next" not in keys
        assert "again" in keys
        await pilot.press("r")
        await until(lambda: isinstance(app.screen, PlayScreen), pilot)


async def test_a_large_maze_can_be_looked_over():
    app = app_playing(corridor(200))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        screen.run.position = (0, 198)
        await pilot.press("right")
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        await pilot.pause()
        view = app.screen.query_one(MazeView)
        await until(lambda: view.sees((0, 199)), pilot)
        for _ in range(60):
            await pilot.press("left")
        assert view.sees((0, 0))


async def test_lines_without_room_leave_words_out_and_cut_no_number():
    recipe = Recipe.parse("recursive-backtracker:19x9:weights=30-10,braid=10:kite-7")
    match = free_play(recipe, Rules(fog=True, compass=True), (PaceRunner(32.0),))
    app = MazeApp(lambda: Play(match))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        for key in ("right", "left", "down", "up"):
            await pilot.press(key)
        await walk_to_b(screen, pilot)
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        await until(lambda: "First ranked run " in screen_text(app).splitlines()[2], pilot)
        head = screen_text(app).splitlines()[:3]
        assert not any("…" in line for line in head)
        assert "beat" in head[2]
        await pilot.resize_terminal(150, 24)
        design = "recursive-backtracker weights=30-10 braid=10"
        named = f"First ranked run on {design} 19x9, fog, compass"
        await until(lambda: named in screen_text(app), pilot)
        await pilot.resize_terminal(72, 24)
        await pilot.press("t")
        await until(lambda: "9 far" in screen_text(app).splitlines()[1], pilot)
        assert "…" not in screen_text(app).splitlines()[1].partition("9 far")[2]


async def test_a_costly_turn_at_a_is_marked_beside_a(roomy_cells):
    maze = Maze.from_walls([[0, 0, 1], [1, 1, 1]], [[0, 1, 1], [1, 1, 1]])
    app = app_playing(Level(maze, (0, 0), ((0, 2),), name="fork at A"))
    async with app.run_test(size=(80, 24)) as pilot:
        await playing(app, pilot)
        await pilot.press("down", "up", "right", "right")
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        await uncovered(app, pilot)
        text = screen_text(app)
        assert "costly turns 1 +2" in text
        assert "│ 1 │" in text
