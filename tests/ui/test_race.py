from dataclasses import replace

import pytest

from mazegame.app import MazeApp
from mazegame.config import DEFAULTS
from mazegame.drawing import ZOOMS, Ink
from mazegame.engine import Direction, Level, Recipe
from mazegame.game.race_choice import RaceChoice, one_rival, parse_rival_choices
from mazegame.game.rivals import parse_rival
from mazegame.game.rules import DEFAULT_RULES, Rules
from mazegame.game.run import Run, step
from mazegame.game.runner import PaceRunner
from mazegame.game.series import free_play
from mazegame.screens.play import PlayScreen
from mazegame.screens.race import RaceScreen
from mazegame.screens.result import ResultScreen
from mazegame.store.places import places
from mazegame.store.settings import read_config, write_settings
from mazegame.store.store import Store
from mazegame.widgets.choice import Choice
from mazegame.widgets.maze_view import MazeView
from tests.game.mazes import Clock, corridor, forked
from tests.ui.conftest import notices, on_form, playing, screen_text, until, walk_to_b

KITE = "wilson:12x8:kite-7"


def walk_of_the_player(game_id):
    """Write a finished run of a maze, ten steps a second, into the score book."""
    clock, store = Clock(), Store(print)
    run = Run(Level.of(Recipe.parse(game_id)), clock)
    while not run.finished:
        here, there = run.level.path_from(run.position, 1)
        step(run, Direction.between(here, there))
        clock.now += 0.1
    store.begin(run)
    store.finish(run).ranking.result(20)
    store.close()


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
        assert app.screen.race == one_rival(8.0)
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
        assert app.services.settings.config.race == one_rival(4.0, "tremaux")


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


async def test_several_rivals_a_ghost_and_a_series_are_chosen_in_a_dialog():
    """The dialog at two sizes, the line of the form, the settings, the race, and its end."""
    walk_of_the_player(KITE)
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        form = app.screen
        form.draft.take(Recipe.parse(KITE))
        form.show_form()
        await until(lambda: "7 for more rivals" in screen_text(app), pilot)
        await pilot.press("7")
        await until(lambda: isinstance(app.screen, RaceScreen), pilot)
        dialog = app.screen
        await until(lambda: dialog.ready and dialog.focused is not None, pilot)
        await pilot.press("right", "right", "right", "right")  # Trémaux
        await until(lambda: "6.0 x shortest" in screen_text(app), pilot)
        await pilot.press("plus", "plus", "plus", "plus")
        dialog.query_one("#rival-1", Choice).focus()
        await pilot.press("left")
        await until(lambda: "our best run of this maze" in screen_text(app), pilot)
        dialog.query_one("#rival-2", Choice).focus()
        await pilot.press("right", "right")
        dialog.query_one("#rival-3", Choice).focus()
        await pilot.press("left", "left")
        await until(lambda: "random mouse" in screen_text(app), pilot)
        await pilot.press("delete")
        field = parse_rival_choices("tremaux:12, ghost, left-hand:jog")
        assert dialog.race == RaceChoice(field)
        dialog.query_one("#series", Choice).focus()
        await pilot.press("right")
        await until(lambda: "it does not race in a series" in screen_text(app), pilot)
        await pilot.press("left", "enter")
        await until(lambda: app.screen is form, pilot)
        await until(lambda: "Trémaux 12, your ghost, left hand 8" in screen_text(app), pilot)
        assert "against 3 rivals" in screen_text(app)
        await pilot.press("enter")
        screen = await playing(app, pilot)
        rivals = screen.session.rivals
        assert [rival.name for rival in rivals] == ["Trémaux", "ghost", "left hand"]
        assert rivals[1].arrival == 0.1 * (screen.session.level.dist_min - 1)
    assert read_config(places().settings, places().choices)[0].race == RaceChoice(field)


async def test_the_form_says_why_a_ghost_does_not_race_and_plays_a_series():
    race = RaceChoice(parse_rival_choices("tremaux:12, ghost"))
    write_settings(places().settings, replace(DEFAULTS, race=race))
    app = MazeApp()
    async with on_form(app, (45, 14)) as pilot:
        form = app.screen
        await until(lambda: "Trémaux 12, your ghost" in screen_text(app), pilot)
        form.query_one("#several").focus()
        await pilot.press("right")
        await until(lambda: isinstance(app.screen, RaceScreen), pilot)
        await until(lambda: app.screen.ready, pilot)
        app.screen.query_one("#rival-1", Choice).focus()
        await until(lambda: "here is no ghost yet" in screen_text(app), pilot)
        await pilot.press("escape")
        await until(lambda: app.screen is form, pilot)
        await pilot.press("enter")
        screen = await playing(app, pilot)
        assert [rival.name for rival in screen.session.rivals] == ["Trémaux"]
        await until(lambda: any("there is no ghost yet" in said for said in notices(app)), pilot)
        await pilot.press("escape", "m")
        await until(lambda: app.screen is form, pilot)
        app.services.settings.save(
            replace(DEFAULTS, race=RaceChoice(parse_rival_choices("tremaux:12"), 3))
        )
        await until(lambda: "Trémaux 12 · best of three" in screen_text(app), pilot)
        await pilot.press("enter")
        screen = await playing(app, pilot)
        await until(lambda: "best of 3, race 1" in screen_text(app), pilot)
