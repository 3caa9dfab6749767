import pytest

from mazegame.app import MazeApp
from mazegame.drawing import ZOOMS, Ink
from mazegame.game.rivals import parse_rival
from mazegame.game.rules import DEFAULT_RULES, Rules
from mazegame.game.runner import PaceRunner
from mazegame.game.series import free_play
from mazegame.screens.play import PlayScreen
from mazegame.screens.result import ResultScreen
from mazegame.widgets.choice import Choice
from mazegame.widgets.maze_view import MazeView
from tests.game.mazes import Clock, corridor, forked
from tests.ui.conftest import on_form, playing, screen_text, until, walk_to_b


async def race_of(app, pilot, level, clock, pace=4.0, rules=DEFAULT_RULES):
    app.push_screen(PlayScreen(free_play(level, rules, (PaceRunner(pace),)), clock=clock))
    return await playing(app, pilot)


async def test_the_runner_starts_with_the_first_step_and_is_seen_to_walk():
    clock = Clock()
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        screen = await race_of(app, pilot, corridor(12), clock)
        view = screen.query_one(MazeView)
        clock.now += 60
        assert view.scene.walker(Ink.RUNNER).cell == (0, 0)
        await pilot.press("right")
        clock.now += 1.0
        await until(lambda: view.scene.walker(Ink.RUNNER).cell == (0, 4), pilot)
        await until(lambda: "▗█R█▖" in screen_text(app), pilot)
        text = screen_text(app)
        assert "ahead" not in text
        assert text.splitlines()[1].split()[-4:] == ["11", "shortest", "0", "hints"]
        assert "runner" in text.splitlines()[2]
        assert "7 to go" in text.splitlines()[2]


async def test_with_the_compass_the_numbers_say_who_leads():
    clock = Clock()
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        await race_of(app, pilot, corridor(12), clock, rules=Rules(compass=True))
        await pilot.press("right")
        clock.now += 1.0
        await until(lambda: "3 steps, 0.8 s ahead" in screen_text(app), pilot)


async def test_the_runner_is_drawn_only_where_the_player_was_or_can_see():
    clock = Clock()
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        screen = await race_of(app, pilot, forked(), clock, pace=1.0)
        await pilot.press("right")
        for seconds, seen in ((1, False), (2, True), (3, False), (5, False)):
            clock.now = 100.0 + seconds
            screen.tick()
            await pilot.pause()
            assert ("█R█" in screen_text(app)) is seen, seconds
        assert "3 to go" in screen_text(app).splitlines()[2]


async def test_with_the_compass_the_player_is_on_the_track():
    clock = Clock()
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        await race_of(app, pilot, corridor(19), clock, rules=Rules(compass=True))
        await pilot.press("right", "right")
        line = screen_text(app).splitlines()[2]
        track = line.split()[0]
        assert (track[0], track[-1], track.index("R") < track.index("@")) == ("A", "B", True)
        assert "2 steps, 0.5 s behind" in line


@pytest.mark.variants
@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.5, "You beat the runner by 0.8 s"), (9.25, "The runner beat you by 8.0 s")],
)
async def test_a_race_is_won_or_lost(seconds, words):
    clock = Clock()
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        screen = await race_of(app, pilot, corridor(6), clock)
        for _ in range(4):
            await pilot.press("right")
        clock.now += seconds
        if seconds > 2:
            await until(lambda: "at B after 1.2 s" in screen_text(app), pilot)
        await pilot.press("right")
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        await until(lambda: words in screen_text(app), pilot)
        # The next race is against the same runner.
        await pilot.press("r")
        await until(lambda: app.screen is screen, pilot)
        await until(lambda: "runner" in screen_text(app), pilot)


async def test_the_runner_stands_still_in_menus():
    clock = Clock()
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        screen = await race_of(app, pilot, corridor(12), clock)
        await pilot.press("right", "escape")
        await until(lambda: app.screen is not screen, pilot)
        clock.now += 30
        await pilot.press("escape")
        await until(lambda: app.screen is screen, pilot)
        assert screen.query_one(MazeView).scene.walker(Ink.RUNNER).cell == (0, 0)


async def test_the_runner_is_chosen_on_the_form_and_its_line_is_reckoned_with():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        app.screen.query_one("#runner", Choice).focus()
        await pilot.press("right", "right")
        assert app.screen.pace == 8.0
        assert (app.screen.recipe.cols, app.screen.recipe.rows) == (19, 9)
        await pilot.press("enter")
        screen = await playing(app, pilot)
        assert screen.query_one(MazeView).drawing is ZOOMS[2]
        await until(lambda: "runner" in screen_text(app), pilot)


async def test_a_rival_that_searches_is_chosen_on_the_form():
    app = MazeApp()
    async with on_form(app, (100, 30)) as pilot:
        form = app.screen
        form.query_one("#runner", Choice).focus()
        await pilot.press("right")
        await until(lambda: "knows the shortest path" in screen_text(app), pilot)
        form.query_one("#rival", Choice).focus()
        await pilot.press("right", "right", "right")
        await until(lambda: "x the shortest path here" in screen_text(app), pilot)
        assert "against Trémaux, stroll" in screen_text(app)
        await pilot.press("enter")
        screen = await playing(app, pilot)
        assert [rival.key for rival in screen.session.rivals] == ["tremaux:4"]
        assert app.services.settings.config.rival == "tremaux"


async def test_the_pace_yours_is_that_of_the_runs_before():
    app = MazeApp()
    async with on_form(app, (100, 30)) as pilot:
        form = app.screen
        form.query_one("#runner", Choice).focus()
        await pilot.press("left")
        form.query_one("#race").know({}, 2.5)
        assert "against yours" in screen_text(app)
        await pilot.press("enter")
        screen = await playing(app, pilot)
        assert [rival.pace for rival in screen.session.rivals] == [2.5]


async def test_the_result_shows_the_way_of_each_rival_beside_yours():
    clock, app = Clock(), MazeApp()
    async with on_form(app, (80, 30)) as pilot:
        rivals = (parse_rival("tremaux:4"), parse_rival("left-hand:4"))
        app.push_screen(PlayScreen(free_play(forked(), rivals=rivals), clock=clock))
        screen = await playing(app, pilot)
        await walk_to_b(screen, pilot)
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        await pilot.press("y", "y", "y")
        await until(lambda: "Trémaux" in screen_text(app).splitlines()[1], pilot)
        await pilot.press("y")
        await until(lambda: "left hand" in screen_text(app).splitlines()[1], pilot)
        await pilot.press("y")
        await until(lambda: "left hand" not in screen_text(app).splitlines()[1], pilot)
