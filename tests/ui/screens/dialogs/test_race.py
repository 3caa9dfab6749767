from dataclasses import replace

import pytest

from mazegame.config import DEFAULTS
from mazegame.drawing import Ink
from mazegame.drawing.inks import RIVALS
from mazegame.engine import Recipe
from mazegame.game.career.statistics import RivalResult
from mazegame.game.modes.best_of import BestOf
from mazegame.game.modes.free_play import free_play
from mazegame.game.racing.race import spell_start
from mazegame.game.racing.race_choice import RaceChoice, one_rival, parse_rival_choices
from mazegame.game.racing.rivals import PacedRival, parse_rival
from mazegame.game.setup.rival_choices import READY
from mazegame.screens import factory
from mazegame.screens.dialogs.help import HelpScreen
from mazegame.screens.dialogs.race import RaceScreen
from mazegame.screens.ended.result import ResultScreen
from mazegame.store.places import places
from mazegame.store.settings.settings import read_settings, write_settings
from mazegame.widgets.input.fields import Choice
from mazegame.widgets.maze.maze_view import MazeView
from tests.game.mazes import Clock, corridor, forked, walked
from tests.store.conftest import finish_game
from tests.ui.conftest import (
    finish,
    notified,
    on_form,
    on_home,
    on_match,
    playing,
    screen_text,
    shows,
    to_screen,
    until,
    write_settings_text,
)

KITE = "wilson:12x8:kite-7"


async def test_on_a_small_terminal_a_race_has_one_line_of_numbers_with_its_title_and_the_track():
    clock, rivals = Clock(), (PacedRival(4.0), PacedRival(2.0))
    match = replace(free_play(corridor(12), rivals=rivals), series=BestOf.begin(3, rivals))
    async with on_match(match, clock=clock, size=(45, 14)) as (app, screen, pilot):
        for step in ("0 steps", "1 step"):
            await shows(pilot, step)
            assert "best of 3, race 1" in screen_text(app).splitlines()[0]
            await pilot.press("right")
        clock.now += 6
        await shows(pilot, "▼ 3rd of 3")
        assert screen.query_one(MazeView).region.y == 2
        numbers, track = screen_text(app).splitlines()[:2]
        assert numbers.split()[-3:] == ["2", "steps", "0:06"]
        assert track.split()[0].startswith("A──")


@pytest.mark.variants
@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.5, "You beat the runner by 0.7 s"), (9.25, "The runner beat you by 8.0 s")],
)
async def test_a_race_is_won_or_lost(seconds, words):
    match = free_play(corridor(6), rivals=(PacedRival(4.0),))
    async with on_match(match, clock=(clock := Clock())) as (_, screen, pilot):
        for _ in range(4):
            await pilot.press("right")
        clock.now += seconds
        if seconds > 2:
            await shows(pilot, "at B after 1.2 s")
        await to_screen(pilot, ResultScreen, "right")
        await shows(pilot, words)
        # The next race is against the same runner.
        await to_screen(pilot, screen, "r")
        await shows(pilot, "runner")


async def test_a_rival_that_searches_is_chosen_on_the_form_with_a_pace_or_that_of_the_runs_before():
    async with on_form((100, 30)) as (app, pilot):
        form = app.screen
        form.query_one("#runner", Choice).focus()
        await shows(pilot, "knows the shortest path", "right")
        form.query_one("#rival", Choice).focus()
        await shows(pilot, "x the shortest path here", "right", "right", "right")
        assert "against Trémaux, stroll" in screen_text(app)
        screen = await playing(app, pilot, "enter")
        assert [rival.key for rival in screen.session.match.rivals] == ["tremaux:4"]
        assert app.services.settings.config.race == one_rival(4.0, "tremaux")
        await to_screen(pilot, form, "escape", "m")
        form.query_one("#rival", Choice).choose("shortest")
        form.query_one("#runner", Choice).focus()
        await shows(pilot, "against yours", "left", "left")
        form.usual = 2.5
        screen = await playing(app, pilot, "enter")
        assert [rival.pace for rival in screen.session.rivals] == [2.5]


@pytest.mark.long
async def test_the_result_shows_the_way_of_each_rival_beside_yours():
    match = free_play(forked(), rivals=(parse_rival("tremaux:4"), parse_rival("left-hand:4")))
    async with on_match(match, clock=Clock(), size=(80, 30)) as (app, screen, pilot):

        def inks() -> set[int]:
            _, numbers = app.screen.pane.block(app.screen.pane.size.region)
            return set((numbers >> 8).ravel().tolist())

        await finish(screen, pilot)
        await until(lambda: "Trémaux" in screen_text(app).splitlines()[1], pilot, "y", "y", "y")
        assert inks() & {Ink.PATH, *RIVALS} == {Ink.RUNNER}
        await until(lambda: "left hand" in screen_text(app).splitlines()[1], pilot, "y")
        assert inks() & {Ink.PATH, *RIVALS} == {Ink.RIVAL_2}
        await until(lambda: "left hand" not in screen_text(app).splitlines()[1], pilot, "y")


async def in_dialog(app, pilot):
    """Open the dialog for races over the form, on a maze of Wilson's algorithm."""
    form = app.screen
    form.draft.take(Recipe.parse(KITE))
    form.show_draft()
    dialog = await to_screen(pilot, RaceScreen, "r")
    await until(lambda: dialog.ready and dialog.focused is not None, pilot)
    return form, dialog


async def test_several_rivals_a_ghost_and_a_series_are_chosen_in_a_dialog():
    """The dialog at two sizes, the line of the form, the settings, the race, and its end."""
    write_settings_text("reveal = false\n")
    finish_game(walked(KITE))
    async with on_form() as (app, pilot):
        form, dialog = await in_dialog(app, pilot)
        await pilot.press("right", "right", "right", "right")  # Trémaux
        await shows(pilot, "6.0 x the shortest path")
        await pilot.press("plus", "plus", "plus", "plus")
        dialog.query_one("#rival-1", Choice).focus()
        await shows(pilot, "our best run of this maze", "left")
        dialog.query_one("#rival-2", Choice).focus()
        await pilot.press("right", "right")
        dialog.query_one("#rival-3", Choice).focus()
        await shows(pilot, "random mouse", "left", "left")
        await pilot.press("delete")
        field = parse_rival_choices("tremaux:12, ghost, left-hand:jog")
        assert dialog.race == RaceChoice(field)
        dialog.query_one("#series", Choice).focus()
        await shows(pilot, "A ghost knows one maze only", "right")
        await pilot.press("left")
        screen = await playing(app, pilot, "enter")
        rivals = screen.session.rivals
        assert [rival.name for rival in rivals] == ["Trémaux", "ghost", "left hand"]
        assert rivals[1].arrival == 0.1 * (screen.session.level.dist_min - 1)
        await to_screen(pilot, form, "escape", "m")
        await shows(pilot, "Trémaux 12, your ghost, left hand 8")
    assert read_settings(places().settings)[0].race == RaceChoice(field)


@pytest.mark.long
async def test_the_form_says_why_a_ghost_does_not_race_and_plays_a_series():
    race = RaceChoice(parse_rival_choices("tremaux:12, ghost"))
    write_settings(places().settings, replace(DEFAULTS, race=race))
    async with on_form((45, 14)) as (app, pilot):
        form = app.screen
        await shows(pilot, "Trémaux 12, your ghost")
        form.query_one("#several").focus()
        await to_screen(pilot, RaceScreen, "right")
        await until(lambda: app.screen.ready, pilot)
        app.screen.query_one("#rival-1", Choice).focus()
        await shows(pilot, "here is no ghost yet")
        dialog = app.screen
        dialog.query_one("#series", Choice).choose(3)
        await pilot.press("enter")
        await until(lambda: notified(app, "does not race in a series"), pilot)
        assert app.screen is dialog, "an impossible race stays"
        await to_screen(pilot, form, "escape")
        screen = await playing(app, pilot, "enter")
        assert [rival.name for rival in screen.session.rivals] == ["Trémaux"]
        await until(lambda: notified(app, "there is no ghost yet"), pilot)
        await to_screen(pilot, form, "escape", "m")
        race = RaceChoice(parse_rival_choices("tremaux:12"), 3)
        app.services.settings.save(replace(DEFAULTS, race=race))
        await shows(pilot, "Trémaux 12 · best of three")
        screen = await playing(app, pilot, "enter")
        await shows(pilot, "best of 3, race 1")


@pytest.mark.long
async def test_a_preset_is_played_at_one_key():
    run = walked(KITE, pace=0.4, reading=0.0)
    usual = run.level.dist_min / run.result.seconds
    finish_game(run, RivalResult("tremaux@2", 8.0, 9000, won=True), rules="reveal")
    async with on_form() as (app, pilot):
        await until(lambda: app.screen.usual, pilot)
        form, _ = await in_dialog(app, pilot)
        assert all(title in screen_text(app) for title, _, _ in READY)
        screen = await playing(app, pilot, "2")
        assert form.race == READY[1][2]
        (rival,) = screen.session.rivals
        assert rival.arrival == pytest.approx(screen.session.level.dist_min / round(usual, 2))
        await shows(pilot, f"T Trémaux {spell_start(rival)}")
        await to_screen(pilot, form, "escape", "m")
        await to_screen(pilot, RaceScreen, "r")
        await shows(pilot, "won 1, lost 0")
        await shows(pilot, "start of 1")  # about ten seconds for ten cells


async def test_a_race_chosen_at_home_starts_with_its_rivals():
    async with on_home() as (app, pilot):
        dialog = await to_screen(pilot, RaceScreen, "r")
        await until(lambda: dialog.ready and dialog.focused is not None, pilot)
        screen = await playing(app, pilot, "3")
        assert len(screen.session.rivals) == len(READY[2][2].rivals) == 4
        assert app.config.race == READY[2][2]


async def test_help_names_the_keys_of_the_dialog():
    async with on_form() as (app, pilot):
        _, dialog = await in_dialog(app, pilot)
        await to_screen(pilot, HelpScreen, "question_mark")
        await shows(pilot, "play: field of four")
        await to_screen(pilot, dialog, "escape")


@pytest.mark.variants
@pytest.mark.parametrize("size", [(45, 14), (45, 30), (79, 24), (80, 35)])
async def test_the_dialog_shows_its_border_and_its_way_out(size):
    async with on_form(size) as (app, pilot):
        form = app.screen
        dialog = factory.race(Recipe.parse(KITE), READY[2][2], {}, None)
        app.screen.open(dialog)
        await shows(pilot, "esc discard")
        text = screen_text(app)
        for shown in (
            "╭─ Race ─",
            "╰───",
            "⏎ play",
            "Best of three",
            "greedy one",
            "no start",
        ):
            assert shown in text
        if size[1] >= 30 and size[0] >= 80:
            assert all(about in text for _, about, _ in READY)
        for where in ("#way-0", "#walk"):  # where there is no room, the text has the rest
            assert dialog.query_one(where).display is (size[0] >= 80)
        await to_screen(pilot, form, "escape")
        assert form.race == RaceChoice(), "what was changed is discarded"


async def test_of_the_sentences_on_a_rival_those_are_shown_that_have_room():
    async with on_form() as (app, pilot):
        _, dialog = await in_dialog(app, pilot)
        about = dialog.query_one("#about")
        width, height = about.content_size
        full = "x" * (width - 1)  # a line, with its full stop

        def said(*parts):
            dialog._show_about(parts)
            return str(about.visual).split()

        sentence = f"X{full[1:]}."
        assert said(*[full] * height) == [sentence] * height
        assert said(*[full] * (height + 1)) == [sentence] * height
        assert said(full * (height + 1))[0].startswith("Xx"), "the first one, even cut"


@pytest.mark.long
async def test_no_record_is_cut():
    for races, shown in (((20, 41), "won 20, lost 21 │"), ((1234, 2469), "50% of 2,469")):
        async with on_form() as (app, pilot):
            one = RaceChoice(parse_rival_choices("tremaux:jog"))
            app.screen.open(factory.race(Recipe.parse(KITE), one, {"tremaux": races}))
            await shows(pilot, shown)
