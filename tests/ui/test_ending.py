"""The ending on the result screen: what is seen when, and which keys count."""

import contextlib
from itertools import product

import pytest

from mazegame.drawing import Ink
from mazegame.engine import Recipe
from mazegame.game.run import Run
from mazegame.game.scoring.finale import DRAW_SECONDS, Finale
from mazegame.game.scoring.verdict import VerdictLine, verdict_of
from mazegame.screens.ended import result
from mazegame.screens.ended.replay import ReplayScreen
from mazegame.screens.ended.result import CALM_SECONDS, ResultScreen
from mazegame.widgets.ended.ending_card import EndingCard, _line, compose_card
from mazegame.widgets.text.segments import length
from tests.game.mazes import Clock, forked, walked
from tests.ui.conftest import (
    keys_to_b,
    on_home,
    on_level,
    press_at_once,
    shows,
    to_screen,
    until,
    write_settings_text,
)
from tests.ui.widgets.alone import texts


@pytest.fixture
def calm(keys_at_once, monkeypatch):
    """Keys wait as they do in the game."""
    monkeypatch.setattr(result, "CALM_SECONDS", CALM_SECONDS)


def walk(*, detour: bool = True) -> Run:
    return walked(forked(), detours=int(detour), pace=0)


@contextlib.asynccontextmanager
async def ending(run):
    """Run an app with a result over its form; yield the result, its clock, pilot and answers."""
    async with on_home() as (app, pilot):
        clock, answers = Clock(), []
        screen = ResultScreen(run, clock=clock)
        app.push_screen(screen, answers.append)
        await until(lambda: screen.ready, pilot)
        yield screen, clock, pilot, answers


def goal_ink(screen: ResultScreen) -> Ink:
    ends = screen.pane.scene.ends
    return next(end.ink for row in ends.values() for end in row if end.letter == "B")


async def test_the_walk_is_drawn_then_the_card_comes():
    async with ending(walk()) as (screen, clock, pilot, _):
        screen.show_finale()
        assert goal_ink(screen) is Ink.BUMP
        assert screen.pane.scene.path is not None
        assert not screen.pane.scene.tracks.any()
        assert not screen.has_class("-card")
        clock.now += DRAW_SECONDS - 0.05
        screen.show_finale()
        assert goal_ink(screen) is Ink.GOAL
        assert int((screen.pane.scene.tracks > 0).sum()) > 5
        assert not screen.has_class("-card")
        clock.now += 0.1
        screen.show_finale()
        assert screen.has_class("-card")
        assert not screen.ended
        clock.now += 2
        screen.show_finale()
        assert screen.ended, "a hidden card has no width, and all of its words a line each"
        assert screen.pane.scene.labels
        await shows(pilot, "Well walked")


async def test_a_frame_that_comes_after_the_end_changes_nothing(calm):
    async with ending(walk()) as (screen, clock, pilot, _):
        clock.now += CALM_SECONDS
        await pilot.press("space")
        assert screen.ended
        before = screen.pane.scene.tracks.copy()
        screen.show_finale()
        assert screen.ended
        assert screen.pane.scene.tracks.tolist() == before.tolist()


@pytest.mark.variants
@pytest.mark.parametrize("animations", [True, False])
async def test_a_key_typed_ahead_does_nothing(own_home, calm, animations):
    write_settings_text(f"animations = {str(animations).lower()}\n")
    async with ending(walk()) as (screen, clock, pilot, answers):
        clock.now += CALM_SECONDS - 0.01
        await pilot.press("space", "n", "r", "enter", "right", "tab")
        assert screen.is_current
        assert answers == []
        assert screen.ended is screen.has_class("-card") is not animations
        await until(lambda: answers == ["menu"], pilot, "escape")


async def test_space_ends_the_ending_and_then_opens_the_replay(calm):
    async with ending(walk()) as (screen, clock, pilot, _):
        clock.now += CALM_SECONDS
        await pilot.press("space")
        assert screen.ended
        assert screen.has_class("-card")
        assert screen.is_current
        await to_screen(pilot, ReplayScreen, "space")


async def test_any_other_key_ends_it_and_does_what_it_does(calm):
    async with ending(walk()) as (screen, clock, pilot, answers):
        clock.now += CALM_SECONDS
        await pilot.press("z")
        assert screen.ended
        assert answers == []
        await until(lambda: answers == ["again"], pilot, "r")


async def test_another_view_of_the_palette_ends_it_too():
    async with ending(walk()) as (screen, _, _, _):
        screen.action_turn_layers()
        assert screen.ended
        assert not screen.has_class("-card"), "it would cover the maze"
        assert screen.pane.scene.tracks is None, "the shortest path alone"


async def test_a_key_behind_the_last_step_starts_no_other_maze(calm):
    async with on_level(Recipe.parse("wilson:5x4:kite-7")) as (_, screen, pilot):
        await until(lambda: screen.ready, pilot)
        level = screen.run.level
        await press_at_once(pilot, *keys_to_b(screen.run), "n", "r")
        assert (await to_screen(pilot, ResultScreen)).run is screen.run
        assert screen.run.finished
        assert screen.run.level is level


@pytest.mark.parametrize("blocks", [True, False])
def test_a_card_never_leaves_its_room(blocks):
    verdict, moment = verdict_of(walk()), Finale(10, 1, 800, 20).end
    for width, height in product((20, 31, 32, 40, 60), (3, 5, 9, 14, 20, 40)):
        room, notes = (width, height), ["New best: 800 (was 727)"]
        lines = compose_card(verdict, notes, moment, room, blocks=blocks)
        assert len(lines) <= height
        assert max(map(length, lines)) <= max(width, 31)
        text = "\n".join(texts(lines))
        assert "Well walked" in text
        assert height == 3 or "★" in text or "█" in text or "*--" in text


@pytest.mark.parametrize(
    ("width", "shown"),
    [(16, ["A rival   12.5 s"]), (15, ["A rival  12.5 s"]), (14, ["A rival", "        12.5 s"]),
     (5, ["A rival", "12.5…"])],
)  # fmt: skip
def test_a_line_of_the_card_takes_two_where_it_is_too_long(width, shown):
    assert texts(_line(VerdictLine("A rival", "12.5 s"), width)) == shown


def test_perfect_and_lost_have_frames_of_their_own():
    assert EndingCard(verdict_of(walk(detour=False))).has_class("-perfect")
    assert not EndingCard(verdict_of(walk())).has_class("-perfect")
