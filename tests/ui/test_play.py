import threading
from itertools import pairwise

import pytest

from mazegame.app import MazeApp
from mazegame.drawing import ZOOMS
from mazegame.engine import Direction, Level, Maze, Recipe
from mazegame.game.record import level_key
from mazegame.game.rules import Rules
from mazegame.game.series import free_play
from mazegame.game.session import HINT_SECONDS
from mazegame.screens.base import LEAVE_STEPS
from mazegame.screens.confirm import ConfirmScreen
from mazegame.screens.help import HelpScreen
from mazegame.screens.new_game import NewGameScreen
from mazegame.screens.pause import PauseScreen
from mazegame.screens.play import PlayScreen
from mazegame.screens.result import ResultScreen
from mazegame.store.mazes import keep_maze, level_of
from mazegame.widgets.maze_view import MazeView
from tests.game.mazes import Clock, corridor, forked, room
from tests.ui.conftest import KEYS, app_playing, playing, screen_text, until, walk_to_b


async def test_a_level_is_walked_to_the_end():
    app = app_playing(Recipe.parse("wilson:19x10:kite-7"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        run = screen.run
        await walk_to_b(screen, pilot)
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        assert run.finished
        assert run.steps == run.level.dist_min
        assert "as on the shortest path" in screen_text(app)
        assert "★★★" in screen_text(app)
        assert "score 1000" in screen_text(app)


async def test_a_maze_in_an_own_mask_is_walked_to_the_end(tmp_path):
    mask = [[1, 1, 1, 1, 1], [1, 0, 0, 0, 1], [1, 1, 1, 1, 1]]
    level = Level.of(Recipe.parse("wilson:5x3:kite-7"), mask=mask, name="wilson in [b]ring.txt")
    keep_maze(tmp_path, level)
    again = level_of(tmp_path, level_key(level))
    assert (again.maze, again.start, again.goals) == (level.maze, level.start, level.goals)
    app = app_playing(level)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        assert "wilson in [b]ring.txt" in screen_text(app)
        run = screen.run
        await walk_to_b(screen, pilot)
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        assert run.steps == level.dist_min
        assert "as on the shortest path" in screen_text(app)


@pytest.mark.parametrize("keys", ["right", "d", "l", "6"])
async def test_every_way_to_say_east(keys):
    app = app_playing(corridor())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        await pilot.press(keys)
        assert screen.run.position == (0, 1)


@pytest.mark.variants
@pytest.mark.parametrize(
    ("keys", "there"),
    [("up w k 8", (1, 2)), ("down s j 2", (3, 2)), ("left a h 4", (2, 1)), ("right d l 6", (2, 3))],
)
async def test_every_direction_has_four_keys(keys, there):
    level = Level(Maze.from_floor([[1] * 5] * 5), (2, 2), ((4, 4),))
    for key in keys.split():
        app = app_playing(level)
        async with app.run_test(size=(80, 24)) as pilot:
            screen = await playing(app, pilot)
            await pilot.press(key)
            assert screen.run.position == there


@pytest.mark.parametrize("key", ["shift+right", "D", "L"])
async def test_a_run_follows_the_corridor_to_its_end(key):
    app = app_playing(corridor(12))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        run = screen.run
        await pilot.press(key)
        await until(lambda: run.finished, pilot)
        assert run.steps == 11


@pytest.mark.variants
@pytest.mark.parametrize("key", ["z", "plus", "c", "m", "escape", "left"])
async def test_any_key_stops_a_run(key):
    clock = Clock()
    app = MazeApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(PlayScreen(free_play(corridor(5_000)), clock=clock))
        screen = await playing(app, pilot)
        await pilot.press("D")
        clock.now += 0.05
        await until(lambda: screen.run.steps == 3, pilot)
        await pilot.press(key)
        assert not screen.session.players[0].gliding


@pytest.mark.variants
@pytest.mark.parametrize("keys", [("D", "D"), ("D", "shift+right"), ("u", "u")])
async def test_holding_a_run_key_neither_stops_nor_hurries_it(keys):
    app = MazeApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(PlayScreen(free_play(corridor(20_000)), clock=Clock()))
        screen = await playing(app, pilot)
        await pilot.press("right", "right", "right", keys[0])
        walk = screen.session.players[0].walk
        assert walk is not None
        await pilot.press(*keys[1:] * 5)
        assert screen.session.players[0].walk is walk
        assert screen.run.steps == 4


async def test_the_numbers_of_the_head_up_display():
    app = app_playing(forked())
    async with app.run_test(size=(80, 24)) as pilot:
        await playing(app, pilot)
        await pilot.press("right", "right", "right")
        text = screen_text(app)
        for words in ("forked", "3 steps", "8 shortest", "0 hints", "0:00"):
            assert words in text
        for words in ("to go", "detour", "warmer", "colder"):
            assert words not in text
        await pilot.press("i")
        assert "1 hint" in screen_text(app)
        assert "9 to go" in screen_text(app)
        await pilot.press("left")
        assert "to go" not in screen_text(app)


async def test_the_compass_shows_distance_and_detour():
    app = app_playing(forked(), rules=Rules(compass=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await playing(app, pilot)
        await pilot.press("right", "right", "right")
        for words in ("9 to go", "8 shortest", "4 detour"):
            assert words in screen_text(app)


async def test_the_game_id_is_on_the_screen():
    app = app_playing(Recipe.parse("eller:12x8:braid=10:on-screen"))
    async with app.run_test(size=(80, 24)) as pilot:
        await playing(app, pilot)
        assert "eller:12x8:braid=10:on-screen" in screen_text(app)


async def test_undo_walks_back_to_the_last_junction_and_backspace_one_cell():
    app = app_playing(forked())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        await pilot.press("right", "right", "right", "backspace")
        assert (screen.run.position, screen.run.steps) == ((0, 2), 4)
        await pilot.press("right", "u")
        await until(lambda: not screen.session.players[0].gliding, pilot)
        assert (screen.run.position, screen.run.steps) == ((0, 1), 7)


async def test_a_hint_is_shown_for_a_while_and_counted():
    clock = Clock()
    app = MazeApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(PlayScreen(free_play(corridor(12)), clock=clock))
        screen = await playing(app, pilot)
        await pilot.press("i")
        await pilot.pause()
        assert "→" in screen_text(app)
        assert screen.run.hints == 1
        clock.now += HINT_SECONDS
        screen.tick()
        await until(lambda: "→" not in screen_text(app), pilot)


async def test_showing_the_path_asks_first(roomy_cells):
    app = app_playing(forked())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        await pilot.press("b")
        await until(lambda: isinstance(app.screen, ConfirmScreen), pilot)
        await pilot.press("n")
        await until(lambda: app.screen is screen, pilot)
        assert not screen.run.assisted
        assert "◇" not in screen_text(app)
        await pilot.press("b")
        await until(lambda: isinstance(app.screen, ConfirmScreen), pilot)
        await pilot.press("y")
        await until(lambda: app.screen is screen and screen.run.assisted, pilot)
        await pilot.pause()
        assert "◇" in screen_text(app)
        assert "not ranked" in screen_text(app)
        await walk_to_b(screen, pilot)
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        assert "not ranked" in screen_text(app)
        assert "★" not in screen_text(app)


async def test_restart_is_the_same_maze_and_next_another():
    app = app_playing(Recipe.parse("wilson:9x9:first"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        level = screen.run.level
        await pilot.press("right", "down", "left", "up", "r")
        assert screen.run.level is level
        assert screen.run.steps == 0
        await pilot.press("n")
        await until(lambda: screen.run is not None and screen.run.level is not level, pilot)
        assert screen.run.level.recipe.seed != "first"
        assert (screen.run.level.recipe.algorithm, screen.run.level.recipe.cols) == ("wilson", 9)


async def test_menus_stop_the_clock():
    clock = Clock()
    app = MazeApp()
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(PlayScreen(free_play(corridor(9)), clock=clock))
        screen = await playing(app, pilot)
        await pilot.press("right")
        clock.now += 3
        for key, kind in (("escape", PauseScreen), ("question_mark", HelpScreen)):
            await pilot.press(key)
            await until(lambda kind=kind: isinstance(app.screen, kind), pilot)
            clock.now += 100
            await pilot.press("escape")
            await until(lambda: app.screen is screen, pilot)
            await until(lambda: screen.run.stopwatch.running, pilot)
        assert screen.run.stopwatch.seconds == 3


async def test_a_menu_before_the_first_step_does_not_start_the_clock():
    app = app_playing(corridor())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, PauseScreen), pilot)
        await pilot.press("escape")
        await until(lambda: app.screen is screen, pilot)
        assert not screen.run.stopwatch.running


@pytest.mark.variants
@pytest.mark.parametrize(("key", "does"), [("r", "restart"), ("m", "menu"), ("n", "next")])
async def test_the_pause_menu(key, does):
    app = app_playing(Recipe.parse("wilson:9x9:first"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        first = screen.run
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, PauseScreen), pilot)
        await pilot.press(key)
        if does == "menu":
            await until(lambda: isinstance(app.screen, NewGameScreen), pilot)
        else:
            await until(lambda: screen.run is not None and screen.run is not first, pilot)
            same = screen.run.level is first.level
            assert same == (does == "restart")


async def test_a_loaded_maze_has_no_next():
    app = app_playing(corridor())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        first = screen.run
        await pilot.press("n", "c")
        assert screen.run is first
        assert "next" not in screen_text(app).splitlines()[-1]


async def test_the_camera_follows_on_a_maze_larger_than_the_screen():
    app = app_playing(corridor(300))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        view = screen.query_one(MazeView)
        for _ in range(120):
            await pilot.press("right")
            assert view.sees(screen.run.position)
        assert view.camera[0] > 300
        await pilot.pause()
        assert "▐█▌" in screen_text(app)


async def test_zoom_goes_through_the_drawings_and_stops_at_the_ends():
    app = app_playing(Recipe.parse("wilson:9x9:zoom"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        view = screen.query_one(MazeView)
        assert view.drawing is ZOOMS[2]
        await pilot.press("plus", "plus", "plus")
        assert view.drawing is ZOOMS[0]
        await pilot.press(*["minus"] * 5)
        assert view.drawing is ZOOMS[4]
        assert "@" in screen_text(app)
        await pilot.press("equals_sign")
        assert view.drawing is ZOOMS[3]


async def test_tab_shows_the_map_of_the_whole_maze_and_the_maze_again():
    app = app_playing(corridor(300))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        view = screen.query_one(MazeView)
        await pilot.press("right", "right", "tab")
        assert view.drawing.name == "map"
        assert all(view.sees(cell) for cell in ((0, 0), (0, 299)))
        await pilot.press("right")
        assert screen.run.position == (0, 3)
        await pilot.resize_terminal(40, 12)
        await pilot.pause()
        assert all(view.sees(cell) for cell in ((0, 0), (0, 299)))
        await pilot.press("tab")
        assert view.drawing is ZOOMS[2]
        await pilot.press("tab", "plus")
        assert view.drawing is ZOOMS[1]


async def test_an_arrow_at_the_edge_points_to_b_out_of_sight():
    app = app_playing(corridor(300))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        await until(lambda: "→B" in screen_text(app), pilot)
        screen.run.position = (0, 296)
        await pilot.press("right")
        await until(lambda: "→B" not in screen_text(app), pilot)
        assert " B " in screen_text(app)


async def test_the_compass_says_warmer_and_colder():
    app = app_playing(forked(), rules=Rules(compass=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await playing(app, pilot)
        assert "warmer" not in screen_text(app)
        await pilot.press("right")
        assert "warmer" in screen_text(app)
        await pilot.press("right")
        assert "colder" in screen_text(app)
        assert "warmer" not in screen_text(app)


async def test_resizing_keeps_the_player_in_sight():
    app = app_playing(Recipe.parse("wilson:60x40:resize"))
    async with app.run_test(size=(120, 50)) as pilot:
        screen = await playing(app, pilot)
        view = screen.query_one(MazeView)
        for width, height in ((60, 20), (41, 13), (200, 70), (80, 24), (40, 12)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            assert view.sees(screen.run.position)


async def test_a_terminal_too_small_gets_a_message_until_it_grows():
    app = app_playing(corridor())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        await pilot.press("right")
        await pilot.resize_terminal(39, 12)
        await until(lambda: app.screen is not screen, pilot)
        await pilot.pause()
        assert "40x12 needed" in screen_text(app)
        assert "39x12" in screen_text(app)
        assert not screen.run.stopwatch.running
        await pilot.press("right")
        assert screen.run.steps == 1
        await pilot.resize_terminal(10, 5)
        await pilot.pause()
        await pilot.resize_terminal(40, 12)
        await until(lambda: app.screen is screen, pilot)
        await pilot.press("right")
        assert screen.run.steps == 2


async def test_a_large_level_shows_its_progress_and_can_be_given_up(monkeypatch):
    monkeypatch.setattr("mazegame.widgets.making.SHOW_AFTER", 0.0)
    hold = threading.Event()
    real = Level.of.__func__

    def slow(cls, recipe, *, progress=None):
        if recipe.cols < 90:  # the preview
            return real(cls, recipe)
        progress(0.42)
        hold.wait(20)
        progress(0.9)
        return real(cls, recipe, progress=progress)

    monkeypatch.setattr(Level, "of", classmethod(slow))
    app = app_playing(Recipe.parse("wilson:90x90:slow"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: "42%" in screen_text(app), pilot)
        assert "carving 90x90" in screen_text(app)
        assert "esc gives up" in screen_text(app)
        await pilot.press("right", "i", "n", "r")
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, NewGameScreen), pilot)
        hold.set()


async def test_a_level_that_cannot_be_made_says_why(monkeypatch):
    real = Level.of.__func__

    def refuse(cls, recipe, *, progress=None):
        if recipe.seed != "x":  # the preview
            return real(cls, recipe)
        raise MemoryError

    monkeypatch.setattr(Level, "of", classmethod(refuse))
    app = MazeApp()
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        app.push_screen(PlayScreen(free_play(Recipe.parse("wilson:9x9:x"))))
        await until(lambda: isinstance(app.screen, NewGameScreen), pilot)
        await until(lambda: "not enough memory" in screen_text(app), pilot)


async def test_a_level_where_a_is_b_ends_at_once():
    app = app_playing(Recipe.parse("wilson:1x1:dot"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        await pilot.pause()
        assert "A is B" in screen_text(app)


async def test_a_seed_that_looks_like_markup_is_only_text():
    game_id = "wilson:5x5:[b]x[@click"
    app = app_playing(Recipe.parse(game_id))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await playing(app, pilot)
        assert game_id in screen_text(app)
        await pilot.press("c")
        await until(lambda: f"copied {game_id}" in screen_text(app), pilot)
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, PauseScreen), pilot)
        await until(lambda: screen_text(app).count(game_id) >= 2, pilot)


async def test_a_room_can_be_walked_and_its_rim_holds():
    app = app_playing(room(6, 4))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        await pilot.press("up", "left", "right", "down", "down", "left")
        assert screen.run.position == (2, 0)
        assert screen.run.steps == 4


async def test_the_keys_shown_do_something_when_clicked():
    app = app_playing(corridor())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        column = screen_text(app).splitlines()[-1].index("hint")
        await pilot.click(offset=(column, 23))
        await until(lambda: screen.run.hints == 1, pilot)


@pytest.mark.parametrize("loaded", [True, False])
@pytest.mark.parametrize("by_way_of_pause", [True, False])
async def test_help_lists_the_active_keys(loaded, by_way_of_pause):
    app = app_playing(corridor() if loaded else Recipe.parse("wilson:5x5:help"))
    async with app.run_test(size=(80, 60)) as pilot:
        await playing(app, pilot)
        if by_way_of_pause:
            await pilot.press("escape")
            await until(lambda: isinstance(app.screen, PauseScreen), pilot)
        await pilot.press("question_mark")
        await until(lambda: isinstance(app.screen, HelpScreen), pilot)
        await until(lambda: "1000 x shortest" in screen_text(app), pilot)
        text = screen_text(app)
        for words in ("walk up", "run left", "walk back to the last junction", "zoom out"):
            assert words in text
        told = " ".join(text.replace("│", " ").split())
        assert f"ask before they leave a run of {LEAVE_STEPS} steps or more" in told
        assert "R walks the shortest path" in told
        assert ("the next maze" in text) == (not loaded)
        assert ("copy the game ID" in text) == (not loaded)


async def test_asking_again_at_the_same_place_is_free():
    app = app_playing(corridor(12))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        await pilot.press("i", "i", "i")
        assert screen.run.hints == 1
        await pilot.press("right", "i")
        assert screen.run.hints == 2


@pytest.mark.parametrize("key", ["r", "n"])
async def test_a_long_run_is_not_lost_by_a_slip_of_a_finger(key):
    app = app_playing(Recipe.parse("recursive-backtracker:30x15:long"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        run = screen.run
        path = run.level.path_from(run.position)
        for here, there in pairwise(path[: LEAVE_STEPS + 1]):
            await pilot.press(KEYS[Direction.between(here, there)])
        await pilot.press(key)
        await until(lambda: isinstance(app.screen, ConfirmScreen), pilot)
        await pilot.pause()
        assert f"{LEAVE_STEPS} steps" in screen_text(app)
        await pilot.press("n")
        await until(lambda: app.screen is screen, pilot)
        assert screen.run is run
        await pilot.press(key)
        await until(lambda: isinstance(app.screen, ConfirmScreen), pilot)
        await pilot.press("y")
        await until(lambda: screen.run is not None and screen.run is not run, pilot)


@pytest.mark.parametrize("size", [(40, 12), (50, 20), (80, 24)])
async def test_no_game_id_is_so_long_that_it_hides_the_numbers(size):
    game_id = "recursive-division:60x30:braid=20,ends=farthest:" + "long-seed-" * 6
    app = app_playing(Recipe.parse(game_id))
    async with app.run_test(size=size) as pilot:
        await playing(app, pilot)
        await until(lambda: "shortest" in screen_text(app), pilot)
        first, second = screen_text(app).splitlines()[:2]
        assert "…" in first
        assert "0:00" in first
        assert "0 steps" in first
        assert "160 shortest" in second


async def test_a_chosen_zoom_is_kept():
    app = app_playing(Recipe.parse("wilson:9x9:zoom"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        view = screen.query_one(MazeView)
        await pilot.press("minus", "minus", "r")
        assert view.drawing is ZOOMS[4]
        await pilot.resize_terminal(100, 40)
        await pilot.pause()
        assert view.drawing is ZOOMS[4]
        await walk_to_b(screen, pilot)
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        result = app.screen.query_one(MazeView)
        await until(lambda: result.drawing is ZOOMS[4], pilot)
        await pilot.press("r")
        await until(lambda: app.screen is screen, pilot)
        assert view.drawing is ZOOMS[4]


async def test_a_failure_behind_another_screen_is_reported_when_it_closes(monkeypatch):
    hold = threading.Event()
    real = Level.of.__func__

    def refuse(cls, recipe, *, progress=None):
        if recipe.seed != "x":
            return real(cls, recipe)
        hold.wait(20)
        raise MemoryError

    monkeypatch.setattr(Level, "of", classmethod(refuse))
    app = app_playing(Recipe.parse("wilson:9x9:x"))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(lambda: isinstance(app.screen, PlayScreen), pilot)
        await pilot.press("question_mark")
        await until(lambda: isinstance(app.screen, HelpScreen), pilot)
        hold.set()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, NewGameScreen), pilot)
        await until(lambda: "not enough memory" in screen_text(app), pilot)
