"""The lab: keys move the playhead, shows come and go, and what is watched can be played."""

import contextlib
from dataclasses import replace

import numpy as np
import pytest
from textual.geometry import Offset, Region

from mazegame.app import MazeApp
from mazegame.drawing import Ink
from mazegame.drawing.areas import S
from mazegame.drawing.density import DensityMap
from mazegame.drawing.half_blocks import HalfBlocks
from mazegame.drawing.lines import LinesDrawing
from mazegame.engine import ALGORITHMS, Level, Maze, Recipe, generate, trace
from mazegame.game.setup.draft import another_of
from mazegame.lab.heads import Lock
from mazegame.lab.subject import CarvingOf, SearchOf
from mazegame.screens import factory
from mazegame.screens.dialogs.questions import ChooseScreen, ConfirmScreen
from mazegame.screens.dialogs.texture import TextureScreen
from mazegame.screens.ended.result import ResultScreen
from mazegame.screens.lab.lab import LabScreen
from mazegame.widgets.form import preview_panel
from mazegame.widgets.form.preview_panel import MazePreview
from mazegame.widgets.lab.show_view import ShowPanel
from mazegame.widgets.lab.tree_pane import TreePane
from mazegame.widgets.maze.maze_pane import MazePane
from mazegame.widgets.maze.zooms import maps_for, zooms_for
from mazegame.widgets.text.canvas import Canvas
from mazegame.widgets.text.time_line import TimeLine
from tests.game.mazes import walked
from tests.store.conftest import in_the_book
from tests.ui.conftest import (
    is_on,
    on_form,
    on_level,
    on_screen,
    playing,
    previewed,
    screen_text,
    shows,
    to_screen,
    until,
    walk_to_b,
    write_settings_text,
)
from tests.ui.picture import painted
from tests.waiting import LONGEST

RECIPE = Recipe("recursive-backtracker", 9, 7, "kite-7")
LOOPED = Recipe.parse("kruskal:9x7:braid=40:kite-7")


@contextlib.asynccontextmanager
async def in_lab(*subjects, size=(80, 24)):
    """An app in the lab, with all shows loaded and none playing."""
    async with on_screen(lambda: factory.lab(subjects), size=size) as (_, screen, pilot):
        await until(lambda: screen.shows, pilot)
        await stopped(screen, pilot)
        yield screen, pilot


async def loaded(screen, pilot, *keys):
    await pilot.press(*keys)
    await until(lambda: len(screen.shows) == len(screen.subjects), pilot)


async def stopped(screen, pilot):
    if screen.heads.playing:
        await pilot.press("space")
    await pilot.press("home")
    assert not screen.heads.playing


def grid(screen, side=0):
    return screen.query(MazePane)[side].scene.grid


def fits(pane, cols, rows):
    """Whether all of a maze has room in a pane."""
    wide, high = pane.drawing.size(cols, rows)
    return wide <= pane.size.width and high <= pane.size.height


async def test_what_is_painted_at_once_has_no_border_and_the_maze_all_room():
    """Else changed lines would be painted over the border, one column too far left."""
    async with in_lab(CarvingOf(Recipe.parse("wilson:9x7:a"))) as (screen, pilot):
        panel = screen.query(ShowPanel)[0]
        assert [canvas for canvas in screen.query(Canvas) if sum(canvas.styles.gutter)] == []
        rule = screen.query_one("#first .rule")
        assert rule.region.right == panel.region.x, "the rule stands before the panel"
        assert rule.region.height == panel.region.height
        pane = screen.query(MazePane)[0]
        await pilot.resize_terminal(40, 12)
        await until(lambda: pane.size.width >= 36 and pane.size.height >= 7, pilot)
        await pilot.resize_terminal(200, 60)
        await until(lambda: pane.size.width >= 150 and panel.size.width >= 36, pilot)


async def test_the_map_of_a_carving_shows_what_is_done_in_ascii_too():
    write_settings_text('walls = "ascii"\n')
    async with in_lab(CarvingOf(Recipe.parse("wilson:9x7:a"))) as (screen, _):
        drawing = maps_for(screen.app, 30, 15, 38, 16, painted=True)[0]
        show = screen.shows[0]
        show.seek(show.length // 2)
        block = drawing.block(show.scene, 0, 0, 9, 4)
        assert Ink.CURRENT in {*block.ink.flat, *block.ground.flat}


async def test_keys_and_a_click_move_the_playhead_and_each_step_is_told():
    async with in_lab(CarvingOf(RECIPE)) as (screen, pilot):
        (show,) = screen.shows
        assert not grid(screen).any()
        for keys, position in ("right right right", 3), ("]", 13), ("left [ [", 0), ("right", 1):
            await pilot.press(*keys.split())
            assert show.position == position
        await shows(pilot, show.sentence)
        told = (f"1 of {len(trace(RECIPE))}", f"▸ {show.story.lines[show.line]}", str(RECIPE))
        for words in (*told, "carved"):
            assert words in screen_text(screen.app)
        await pilot.press("end")
        assert np.array_equal(grid(screen), generate(RECIPE).passages)
        await pilot.press("pageup")
        assert show.position == round(show.length * 0.9)
        await pilot.click(TimeLine, offset=(40, 0))
        assert 0.2 < screen.heads.leader.share < 0.8
        await shows(pilot, "space pause", "space")
        await shows(pilot, "space play", "space")
        played = await playing(screen.app, pilot, "enter")
        assert played.run.level.recipe == RECIPE


async def test_a_search_an_algorithm_a_seed_or_a_texture_takes_the_place_of_what_is_watched():
    async with in_lab(CarvingOf(RECIPE)) as (screen, pilot):
        await loaded(screen, pilot, "f")
        assert screen.subjects == [SearchOf(RECIPE, "bfs")]
        await stopped(screen, pilot)
        await shows(pilot, "steps away on this path", "end")
        await loaded(screen, pilot, "f")
        assert screen.subjects == [CarvingOf(RECIPE)]
        await to_screen(pilot, ChooseScreen, "slash")
        await to_screen(pilot, screen, "down", "enter")
        await loaded(screen, pilot)
        assert screen.subjects == [CarvingOf(replace(RECIPE, algorithm="hunt-and-kill"))]
        await loaded(screen, pilot, "n")
        assert screen.subjects[0].recipe.seed != RECIPE.seed
        await to_screen(pilot, TextureScreen, "5")
        await shows(pilot, "⏎ keep  esc discard  ! surprise ")
        shown = [line for line in screen_text(screen.app).splitlines() if {"‹", "›"} & set(line)]
        assert len(shown) > 3
        assert all(line.count("‹") == line.count("›") == 1 for line in shown), "a value is wrapped"
        await to_screen(pilot, screen, "escape")


async def test_a_maze_that_was_searched_or_carved_is_practice():
    carved = Recipe.parse("wilson:9x7:kite-7")
    for subject in (SearchOf(RECIPE, "bfs"), SearchOf(Level.of(LOOPED), "dfs"), CarvingOf(carved)):
        async with in_lab(subject):
            pass
    ranked = in_the_book(*(walked(str(recipe)) for recipe in (RECIPE, LOOPED, carved)))
    assert ranked == [False, False, False]


async def test_two_searches_go_side_by_side_in_step():
    async with in_lab(SearchOf(RECIPE, "bfs"), SearchOf(RECIPE, "dfs")) as (screen, pilot):
        for _ in range(5):
            await pilot.press("right")
        assert [show.position for show in screen.shows] == [5, 5]
        panes = screen.query(MazePane)
        assert panes[0].drawing is panes[1].drawing
        await pilot.press("Y")
        assert screen.heads.lock is Lock.SHARE
        await pilot.press("end")
        assert all(show.position == show.length for show in screen.shows)
        first, second = screen.shows
        await pilot.press("3")
        assert screen.shows == [second, first]
        assert screen.query(MazePane)[0].scene is second.scene
        await loaded(screen, pilot, "y")
        screen.action_compare()
        screen.action_swap()  # nothing, while one is being made
        screen.action_side(1)
        await loaded(screen, pilot)
        assert screen.heads.chosen == 1, "chosen while it was made"


async def test_compare_puts_one_beside_and_takes_it_away():
    async with in_lab(CarvingOf(RECIPE)) as (screen, pilot):
        await loaded(screen, pilot, "y")
        assert len(screen.subjects) == 2
        assert screen.subjects[1].recipe.seed == RECIPE.seed
        assert "Kruskal" in screen_text(screen.app)
        await stopped(screen, pilot)
        await to_screen(pilot, ChooseScreen, "2", "slash")
        await to_screen(pilot, screen, "up", "enter")
        await loaded(screen, pilot)
        await loaded(screen, pilot, "y")
        assert [subject.recipe.algorithm for subject in screen.subjects] == ["true-prim"]


async def test_a_game_id_without_room_ends_in_an_ellipsis():
    recipe = replace(RECIPE, seed="a-seed-with-a-long-name")
    async with in_lab(CarvingOf(recipe), size=(45, 14)) as (screen, pilot):
        await shows(pilot, " recursive-backtracker:9x7:a-seed-with-a-lo…")
        lines = [[part for part in line if part.text.strip()] for line in painted(screen.app)]
        sentence, game_id = (sum(part.style.color.triplet) for (part,) in lines[-3:-1])
        assert game_id < sentence, "the sentence comes first"


async def test_what_is_too_large_is_offered_smaller():
    app = MazeApp(lambda: factory.lab((CarvingOf(Recipe("eller", 2000, 600, "kite-7")),)))
    async with app.run_test(size=(80, 24)) as pilot:
        await to_screen(pilot, ConfirmScreen)
        await shows(pilot, "Watch it at")
        assert "at most 1,048,576 cells" in screen_text(app)


async def test_a_loaded_maze_is_not_carved_and_without_b_not_played():
    level = Level(Maze([[2, 10, 8]]), (0, 0), (), name="row")
    async with in_lab(SearchOf(level, "a-star")) as (screen, pilot):
        await shows(pilot, "There is no B to find.", "end")
        await pilot.press("enter")
        assert "play it" not in screen_text(screen.app)
        await shows(pilot, "loaded, not carved", "f")
        assert screen.subjects == [SearchOf(level, "a-star")]


async def test_a_maze_of_more_cells_than_pixels_begins_with_the_map_and_zooms_in():
    recipe = Recipe("sidewinder", 300, 300, "kite-7")
    async with in_lab(CarvingOf(recipe)) as (screen, pilot):
        pane = screen.query_one("#first MazePane", MazePane)
        assert pane.shows_map
        assert set("".join(screen_text(screen.app).splitlines()[2:15])) >= {"█"}  # nothing carved
        await pilot.press("end")
        assert np.array_equal(grid(screen), generate(recipe).passages)
        assert "▒" in screen_text(screen.app)
        await pilot.press("tab")
        assert not pane.shows_map


async def test_the_form_carves_its_preview_and_opens_the_lab(monkeypatch):
    monkeypatch.setattr(preview_panel, "CARVE_SECONDS", 100 * LONGEST)
    async with on_form() as (app, pilot):
        form = app.screen
        view = form.query_one("#preview", MazePreview)
        await until(lambda: "being carved" in screen_text(app), pilot)
        assert previewed(form) == another_of(form.recipe)
        monkeypatch.setattr(preview_panel, "CARVE_SECONDS", 0.1)
        await pilot.press("n")
        await until(
            lambda: (
                previewed(form) == another_of(form.recipe)
                and "being carved" not in screen_text(app)
            ),
            pilot,
        )
        assert np.array_equal(view.scene.grid, generate(another_of(form.recipe)).passages)
        await until(lambda: is_on(app, LabScreen) and app.screen.shows, pilot, "space")
        assert app.screen.subjects == [CarvingOf(another_of(form.recipe))]


async def test_a_walk_just_done_is_watched_beside_a_search():
    async with on_level(RECIPE) as (app, played, pilot):
        await walk_to_b(played, pilot)
        ended = await to_screen(pilot, ResultScreen)
        assert ended.active_bindings["f"].binding.description == "how a search finds B"
        await to_screen(pilot, LabScreen, "f")
        await loaded(app.screen, pilot)
        walk, flood = app.screen.subjects
        assert walk.cells == [tuple(cell) for cell in Level.of(RECIPE).cells_of_path().tolist()]
        assert flood == SearchOf(walk.source, "bfs")
        await shows(pilot, "your walk", "end")
        assert app.screen.shows[0].walker.cell == walk.source.goals[0]


async def test_the_lab_is_opened_from_a_pause_at_the_price_of_the_ranking():
    async with on_level(RECIPE) as (app, played, pilot):
        await to_screen(pilot, ConfirmScreen, "p", "space")
        assert not played.run.assisted
        await to_screen(pilot, LabScreen, "y")
        assert played.run.assisted
        assert app.screen.subjects == [CarvingOf(RECIPE)]


@pytest.mark.long
async def test_two_mazes_that_do_not_fit_side_by_side_stand_one_below_the_other():
    recipes = [Recipe.parse(f"{name}:30x15:kite-7") for name in ("wilson", "kruskal")]
    async with on_screen(lambda: factory.lab(tuple(map(CarvingOf, recipes))), size=(120, 40)) as (
        _,
        screen,
        pilot,
    ):
        await loaded(screen, pilot)
        panes = list(screen.query(MazePane))

        def whole():
            return all(pane.sees(cell) for pane in panes for cell in ((0, 0), (14, 29)))

        await until(whole, pilot)
        assert panes[0].region.x == panes[1].region.x
        await shows(pilot, "Kruskal")
        await pilot.resize_terminal(200, 60)
        await until(lambda: panes[0].region.y == panes[1].region.y and whole(), pilot)


async def test_the_maze_fits_before_code_and_what_colours_mean_are_shown():
    subject = CarvingOf(Recipe.parse("wilson:30x15:kite-7"))
    async with on_screen(lambda: factory.lab((subject,))) as (_, screen, pilot):
        await loaded(screen, pilot)
        pane, panel = screen.query_one(MazePane), screen.query_one(ShowPanel)
        await until(lambda: all(pane.sees(cell) for cell in ((0, 0), (14, 29))), pilot)
        assert not panel.display
        assert screen.heads.playing
        await until(lambda: screen.shows[0].position > 0, pilot)
        await pilot.resize_terminal(120, 35)
        await shows(pilot, "■ active now")
        assert ALGORITHMS["wilson"].feel.split()[0] in screen_text(screen.app)
        assert all(pane.sees(cell) for cell in ((0, 0), (14, 29)))


async def test_a_narrow_pane_leaves_out_whole_words_and_numbers():
    two = (CarvingOf(Recipe("wilson", 9, 7, "a")), CarvingOf(Recipe("kruskal", 9, 7, "a")))
    async with in_lab(*two, size=(45, 14)) as (screen, pilot):
        await until(lambda: "Kruskal" in screen_text(screen.app), pilot, "right", "right")
        title = screen_text(screen.app).splitlines()[2]
        steps = [show.length for show in screen.shows]
        assert all(f"2 of {length}" in title for length in steps) or title.split().count("2") == 2
        for show in screen.shows:
            below = " ".join(screen_text(screen.app).split())
            assert f" ▸ {show.sentence}" in below, "the marked one's, across the screen"
            await pilot.press("2")
        await pilot.resize_terminal(80, 24)
        await shows(pilot, "same step")


@pytest.mark.variants
@pytest.mark.parametrize("colour", [True, False])
@pytest.mark.parametrize(
    "size", [(45, 14), (80, 24), pytest.param((200, 60), marks=pytest.mark.long)]
)
async def test_mazes_that_the_lab_sizes_fit_whole_in_lines_side_by_side(size, colour, monkeypatch):
    if not colour:  # lines alone tell walls from what is not carved
        monkeypatch.setenv("NO_COLOR", "1")
    async with in_lab(size=size) as (screen, pilot):
        alone = screen.subjects[0].recipe
        await loaded(screen, pilot, "y")
        (one, other), panes = screen.subjects, screen.query(MazePane)
        cols, rows = one.recipe.cols, one.recipe.rows
        assert (cols, rows) == (other.recipe.cols, other.recipe.rows)
        assert all(pane.drawing in zooms_for(screen.app, marked=True) for pane in panes)
        assert size[0] < 80 or isinstance(panes[0].drawing, LinesDrawing)
        assert all(fits(pane, cols, rows) for pane in panes)
        assert panes[0].drawing.size(cols, rows)[0] > panes[0].size.width * 3 // 4
        await stopped(screen, pilot)
        await loaded(screen, pilot, "y")
        assert screen.subjects[0].recipe == alone


@pytest.mark.parametrize(("b", "kept"), [("r8c11", True), ("r29c59", False)])
async def test_an_option_that_does_not_fit_the_size_of_the_lab_is_left_out(b, kept):
    design = Recipe.parse(f"wilson:60x30:ends=r0c0-{b}:k")
    async with on_screen(lambda: factory.lab((), design)) as (_, screen, pilot):
        await until(lambda: screen.shows, pilot)
        assert screen.subjects[0].recipe.options == (design.options if kept else ())
        await loaded(screen, pilot, "y")
        assert [one.recipe.options for one in screen.subjects] == [(), ()]


async def test_a_small_screen_shows_the_part_of_a_carving_where_the_active_cell_is():
    recipe = Recipe("recursive-backtracker", 30, 15, "kite-7")
    async with in_lab(CarvingOf(recipe), size=(45, 14)) as (screen, pilot):
        await stopped(screen, pilot)
        (pane, _), seen = screen.query(MazePane), set()
        for _ in range(10):
            await pilot.press("pagedown")
            assert isinstance(pane.drawing, HalfBlocks), "a cell is no mere shade"
            assert pane.sees(screen.shows[0].heading)
            seen.add(pane.camera)
        assert len(seen) > 2


@pytest.mark.parametrize(("size", "drawing"), [("30x15", HalfBlocks), ("90x50", DensityMap)])
async def test_two_shows_have_a_part_of_their_mazes_or_the_map_of_large_ones(size, drawing):
    subject = CarvingOf(Recipe.parse(f"wilson:{size}:a"))
    async with in_lab(subject, size=(45, 14)) as (screen, pilot):
        await loaded(screen, pilot, "y")
        for terminal in ((45, 14), (80, 24)):
            await pilot.resize_terminal(*terminal)
            assert [type(pane.drawing) for pane in screen.query(MazePane)] == [drawing] * 2


@pytest.mark.parametrize("walls", ["rounded", "ascii"])
async def test_without_colours_all_walls_of_painted_cells_are_seen(walls, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    write_settings_text(f'walls = "{walls}"\n')
    recipe = Recipe("recursive-backtracker", 30, 15, "kite-7")
    async with in_lab(CarvingOf(recipe), size=(80, 24)) as (screen, pilot):
        await stopped(screen, pilot)
        await pilot.press("pagedown", "pagedown", "pagedown", "pagedown")
        pane, show = screen.query(MazePane)[0], screen.shows[0]
        signs = pane.drawing.glyphs.signs
        for row, col in np.argwhere(show.scene.paint == Ink.STACK).tolist():
            at = Offset(*pane.drawing.centre((row, col))) - pane.camera
            codes, numbers = pane.block(Region(*at, 1, 1))
            assert codes[0, 0] == signs[Ink.STACK]
            assert pane.look(int(numbers[0, 0])).underline != bool(show.scene.grid[row, col] & S)


async def test_the_maze_of_a_search_is_shown_as_its_tree_and_the_walk_goes_on_both():
    async with in_lab(SearchOf(RECIPE, "bfs"), size=(100, 30)) as (screen, pilot):
        pane = screen.query_one(TreePane)
        assert not pane.display
        await loaded(screen, pilot, "T")
        await stopped(screen, pilot)
        assert pane.display
        assert abs(pane.size.width - screen.query_one(MazePane).size.width) <= 2
        codes, before = (part.copy() for part in pane.block(pane.size.region))
        drawn = "".join(map(chr, codes.ravel().tolist()))
        assert drawn.count("A") == drawn.count("B") == 1
        await pilot.press("end")
        codes, after = pane.block(pane.size.region)
        inks = set((after >> 8).ravel().tolist())
        assert int(Ink.PATH) in inks
        assert int(Ink.PATH) not in set((before >> 8).ravel().tolist())
        assert any(Ink.BAND <= ink < Ink.BAND + 10 for ink in inks)
        assert "┃" in "".join(map(chr, codes.ravel().tolist()))
        await pilot.press("home")
        assert (pane.block(pane.size.region)[1] == before).all()
        await loaded(screen, pilot, "T")
        assert not pane.display


async def test_a_walker_is_marked_in_the_tree_where_it_stands():
    async with in_lab(SearchOf(RECIPE, "tremaux"), size=(100, 30)) as (screen, pilot):
        await loaded(screen, pilot, "T")
        await stopped(screen, pilot)
        pane, show = screen.query_one(TreePane), screen.shows[0]
        await pilot.press(*["right"] * 9)
        row, col = show.walker.cell
        line, column = pane._pixels.at[row * RECIPE.cols + col]
        codes, numbers = pane.block(pane.size.region)
        assert not pane._dotted
        assert chr(codes[line, column + 1]) == "●"
        assert numbers[line, column + 1] >> 8 == Ink.PLAYER


async def test_a_maze_with_loops_says_that_it_is_no_tree():
    async with in_lab(SearchOf(LOOPED, "bfs"), size=(120, 30)) as (screen, pilot):
        await loaded(screen, pilot, "T")
        await stopped(screen, pilot)
        assert "The maze has loops: only a perfect one is a tree." in screen_text(screen.app)


async def test_a_large_tree_is_drawn_in_dots_and_carvings_and_two_shows_have_none():
    large = Recipe("wilson", 40, 30, "a")
    async with in_lab(SearchOf(large, "bfs")) as (screen, pilot):
        await loaded(screen, pilot, "T")
        await stopped(screen, pilot)
        codes, _ = screen.query_one(TreePane).block(screen.query_one(TreePane).size.region)
        assert (codes >= 0x2800).any()
        await loaded(screen, pilot, "y")
        assert not screen.query_one(TreePane).display
        assert not screen.check_action("tree", ())
    async with in_lab(CarvingOf(RECIPE)) as (screen, pilot):
        assert not screen.check_action("tree", ())
        await loaded(screen, pilot, "f")
        assert screen.check_action("tree", ())


async def test_the_help_begins_with_the_keys_of_the_lab_and_says_nothing_of_scores():
    async with in_lab(CarvingOf(RECIPE)) as (screen, pilot):
        await shows(pilot, "two side by side, or one", "question_mark")
        text = screen_text(screen.app)
        assert "Your score" not in text
        assert "stars" not in text
        first = next(line for line in text.splitlines() if "play" in line)
        assert "space" in first


async def test_a_maze_that_the_lab_sizes_sticks_to_no_edge():
    async with in_lab() as (screen, _):
        pane = screen.query(MazePane)[0]
        wide, _ = pane.drawing.size(*screen.subjects[0].size)
        assert 2 <= pane.size.width - wide <= 6
