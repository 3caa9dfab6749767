"""The duel: two players at one keyboard, round after round, on one view or two."""

from __future__ import annotations

import contextlib
import threading
import time
from dataclasses import replace

import pytest

from mazegame.app import MazeApp
from mazegame.engine import Direction, Level, Recipe
from mazegame.game.modes.duel import duel_match
from mazegame.game.recording.record import level_key
from mazegame.screens import factory
from mazegame.screens.career.scores import ScoresScreen
from mazegame.screens.command_palette import PaletteScreen, commands_of
from mazegame.screens.dialogs.help import HelpScreen
from mazegame.screens.ended.replay import ReplayScreen
from mazegame.screens.home.home import HomeScreen
from mazegame.screens.playing.duel import DuelScreen
from mazegame.store.book.book import ScoreBook
from mazegame.store.places import places
from tests.game.mazes import Clock, ahead, corridor, forked
from tests.ui.conftest import (
    hides,
    notified,
    on_home,
    screen_text,
    shows,
    to_screen,
    until,
    write_settings_text,
)
from tests.waiting import LONGEST

RECIPE = Recipe.parse("wilson:4x3:first")

LEFT = {Direction.N: "W", Direction.E: "D", Direction.S: "S", Direction.W: "A"}
RIGHT = {side: f"shift+{name}" for side, name in zip(LEFT, ("up", "right", "down", "left"))}  # noqa: B905
HANDS = (LEFT, RIGHT)
"""The keys that walk a cell, for each player."""


@contextlib.asynccontextmanager
async def on_duel(source=RECIPE, *, fog=False, size=(80, 24), clock=time.monotonic, start=True):
    """Begin a duel over the form."""
    app = MazeApp()
    async with on_home(size, app=app) as (_, pilot):
        match = replace(duel_match(RECIPE, fog=fog), source=source)
        screen = factory.play(match)
        screen.clock = clock
        app.push_screen(screen)
        await until(lambda: screen.participant and screen.ready, pilot)
        if start:
            await pilot.press("enter")
        yield app, screen, pilot


async def win(screen, pilot, hand):
    """Walk the shortest path with the keys of a player."""
    await pilot.press(*(HANDS[hand][side] for side in ahead(screen.session.level)))
    await until(lambda: screen.series.won_by, pilot)


def positions(screen):
    return [run.position for run in screen.runs]


def walkers(pane):
    return [walker.cell for walker in pane.scene.walkers]


async def test_rounds_follow_until_one_has_won_three():
    async with on_duel() as (app, screen, pilot):
        first = str(screen.session.level.recipe)
        for hand, wins in ((0, (1, 0)), (1, (1, 1)), (1, (1, 2))):
            await win(screen, pilot, hand)
            assert screen.series.wins == wins
            await shows(pilot, "next round")
            await until(lambda: screen_text(app).count("⏎ next round") == 2, pilot)  # and below
            assert "Next round" in [command.title for command in commands_of(screen, ())]
            before = screen.session
            await pilot.press("enter")
            await until(
                lambda before=before: screen.participant and screen.session != before, pilot
            )
            await hides(pilot, "next round")
        assert str(screen.session.level.recipe) != first
        await win(screen, pilot, 1)
        await shows(pilot, "Right wins the duel, 3 : 1")
        assert "1 won" in screen_text(app)
        await to_screen(pilot, HomeScreen, "enter")


@pytest.mark.variants
@pytest.mark.parametrize("hand", [0, 1])
async def test_a_finished_round_is_in_the_scores_and_ranked_nowhere(hand):
    async with on_duel(size=(120, 35)) as (app, screen, pilot):
        key, other, names = level_key(screen.session.level), 1 - hand, ("left", "right")
        await pilot.press(HANDS[other][ahead(screen.session.level)[0]])
        await win(screen, pilot, hand)
        walks = [bytes(run.moves) for run in screen.runs]
        await pilot.press("escape")
        await to_screen(pilot, HomeScreen)
        assert not app.services.autosave.left_behind
        scores = await to_screen(pilot, ScoresScreen, "0")
        (row,) = scores.overview.history
        series = ("duel:1-0:left", "duel:0-1:right")[hand]
        assert (row.series, row.ranked, row.level) == (series, False, key)
        await shows(pilot, f"{names[hand]} wins")
        await shows(pilot, "None yet")
        scores.action_watch()
        replay = await to_screen(pilot, ReplayScreen)
        assert (replay.walk.name, bytes(replay.walk.run.moves)) == (names[hand], walks[hand])
        assert [rival.name for rival in replay.walk.rivals] == [names[other]]
    with contextlib.closing(ScoreBook(places().scores)) as book:
        assert book.overview().streak.days == 1
        assert book.ghost(1).moves == walks[other]
        sql = "SELECT shown, best_score FROM mazes WHERE level = ?"
        assert book._base.execute(sql, (key,)).fetchall() == [(1, None)]


@pytest.mark.long
async def test_the_fewest_steps_may_win():
    async with on_duel(corridor(4), start=False) as (app, screen, pilot):
        assert "The first at B wins a round" in screen_text(app)
        assert "tab fewest steps" in screen_text(app)
        await shows(pilot, "The fewest steps win a round", "tab")
        assert "tab first at B" in screen_text(app)
        await shows(pilot, "round 1 of 5, fewest steps")
        await pilot.press("enter", "D", "A", "D", "D", "D")
        assert not screen.series.won_by
        await pilot.press(*["shift+right"] * 3)
        await shows(pilot, "Right wins the round")
        await hides(pilot, "win a round", "tab")  # not in the middle of a duel
        assert screen.series.fewest


async def test_the_keys_of_both_players_stand_on_the_card_and_below_the_mazes():
    write_settings_text('[keys]\n"duel.left-run-N" = "e"\n')
    async with on_duel(size=(45, 14), start=False) as (app, _, pilot):

        def words() -> str:
            return " ".join(screen_text(app).split())

        await until(lambda: "left right │ │ to next junction easd ↑←↓→" in words(), pilot)
        assert "one cell WASD shift+↑←↓→" in words()
        await hides(pilot, "one cell", "enter")
        await shows(pilot, "easd left  arrows right  esc pause")


@pytest.mark.long
async def test_the_card_holds_both_hands_and_the_clock():
    async with on_duel(corridor(30), clock=(clock := Clock()), start=False) as (app, screen, pilot):
        await pilot.press("d", "right")
        assert positions(screen) == [(0, 0), (0, 0)]
        await pilot.press("enter", "D")
        clock.now += 2
        await shows(pilot, "Paused: round 1 of 5", "escape")
        assert "to next junction  wasd" in screen_text(app)
        await until(lambda: screen_text(app).count("⏎ go on") == 2, pilot)  # on the card and below
        clock.now += 5
        await pilot.press("d", "right", "enter", "shift+right")
        assert [run.stopwatch.seconds for run in screen.runs] == [2, 2]
        assert positions(screen) == [(0, 1), (0, 1)]
        await to_screen(pilot, HelpScreen, "question_mark")
        await shows(pilot, "right run")
        await to_screen(pilot, screen, "escape")
        await shows(pilot, "Paused: round 1 of 5")
        await to_screen(pilot, HomeScreen, "escape")


async def test_the_replay_shows_both():
    async with on_duel(forked()) as (_, screen, pilot):
        await pilot.press("shift+right")
        await win(screen, pilot, 0)
        replay = await to_screen(pilot, ReplayScreen, "space")
        await shows(pilot, "left")
        replay.playback.seek(replay.playback.length)
        replay.show_time()
        assert (replay.playback.rival_cells, replay.playback.player) == ([(0, 1)], (1, 3))
        assert replay.playback.rivals[0].name == "right"
        await to_screen(pilot, screen, "escape")
        await shows(pilot, "Left wins the round")


@pytest.mark.long
async def test_the_keys_of_both_can_be_changed():
    write_settings_text('[keys]\n"duel.left-run-E" = "t"\n"duel.right-run-E" = "l"\n')
    async with on_duel(corridor(4)) as (_, screen, pilot):
        await pilot.press("d", "right")
        assert positions(screen) == [(0, 0), (0, 0)]
        await pilot.press("t")
        await until(lambda: screen.series.won_by, pilot)
        assert screen.series.wins == (1, 0)


@pytest.mark.variants
@pytest.mark.parametrize(
    ("game_id", "fog", "views"),
    [
        ("wilson:19x10:kite-7", False, 1),
        ("wilson:9x10:kite-7", False, 2),
        ("wilson:19x10:kite-7", True, 2),
    ],
)
async def test_there_are_two_views_where_both_fit(game_id, fog, views):
    async with on_duel(Recipe.parse(game_id), fog=fog) as (app, screen, _):
        assert "0 won" in screen_text(app).splitlines()[1].rstrip()[-5:]
        assert len(screen._views) == views
        shown = [pane for pane in screen.panes if pane.display and pane.size]
        assert len(shown) == views
        if views == 2:
            assert len({pane.drawing for pane in shown}) == 1
            assert all(pane.size == pane.outer_size for pane in shown), "a canvas has no border"


@pytest.mark.long
async def test_a_resized_terminal_changes_the_views_and_keeps_the_walks():
    async with on_duel(Recipe.parse("wilson:15x8:kite-7")) as (app, screen, pilot):
        assert len(screen._views) == 1
        await pilot.press(LEFT[ahead(screen.session.level)[0]])
        await pilot.resize_terminal(140, 24)
        await until(lambda: len(screen._views) == 2 and screen.panes[1].size.width > 60, pilot)
        assert walkers(screen.panes[1]) == positions(screen)
        assert screen_text(app).count("B │") == 2
        await pilot.resize_terminal(80, 24)
        await until(lambda: screen_text(app).count("B │") == 1, pilot)
        assert walkers(screen.panes[0]) == positions(screen)[::-1]


async def test_while_a_maze_is_made_one_may_leave_and_no_other_key_changes_the_round(monkeypatch):
    ready, make = threading.Event(), Level.of
    async with on_home(app=MazeApp()) as (app, pilot):
        monkeypatch.setattr(Level, "of", lambda *a, **k: ready.wait(LONGEST) and make(*a, **k))
        for _ in range(2):
            await pilot.press("escape")
            await to_screen(pilot, HomeScreen)
            screen = factory.play(duel_match(RECIPE))
            app.push_screen(screen)
            screen.focus_changed(focused=False)  # before it is on the screen
            await until(lambda screen=screen: screen.ready, pilot)
        screen.focus_changed(focused=False)
        await pilot.press("tab", "enter", "d", "space")
        ready.set()
        await shows(pilot, "The first at B wins a round")
        assert screen.resting


async def test_a_maze_that_cannot_be_made_leads_back(monkeypatch):
    def fail(*_, **__):
        raise ValueError("no room for it")

    monkeypatch.setattr(Level, "of", fail)
    app = MazeApp()
    async with on_home(app=app) as (_, pilot):
        app.push_screen(factory.play(duel_match(RECIPE)))
        await until(lambda: notified(app, "no room for it"), pilot)
        await to_screen(pilot, HomeScreen)


@pytest.mark.variants
@pytest.mark.parametrize(("size", "columns"), [((120, 35), 14), ((80, 24), 19)])
async def test_the_first_screen_plays_for_two_in_a_maze_that_fits(size, columns):
    write_settings_text("fog = true\n" if size[0] > 100 else "")
    async with on_home(size) as (app, pilot):
        design = app.screen.recipe
        await app.screen.run_action("mode('duel')")
        screen = await to_screen(pilot, DuelScreen)
        await until(lambda: screen.participant, pilot)
        recipe = screen.session.level.recipe
        assert (recipe.algorithm, recipe.seed) == (design.algorithm, design.seed)
        assert recipe.cols == columns
        assert screen.match.rules.fog == (size[0] > 100)
        await to_screen(pilot, HomeScreen, "escape")
        await to_screen(pilot, PaletteScreen, "ctrl+p")
        await shows(pilot, "two at one keyboard", *"duel")
        await to_screen(pilot, DuelScreen, "enter")
