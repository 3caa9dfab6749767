"""Reduced motion: without animations nothing moves by itself but what is played with."""

from __future__ import annotations

import pytest
from textual import constants

from mazegame.engine import Recipe
from mazegame.game.racing.race_choice import NO_RACE, one_rival
from mazegame.game.rules import Rules
from mazegame.game.series.kinds import free_play
from mazegame.lab.gallery import designs, make_sample
from mazegame.screens import routes
from tests.game.mazes import walked
from tests.ui.conftest import on_form, screen_text, to_screen, until, write_settings_text
from tests.ui.picture import painted

RECIPE = Recipe.parse("wilson:12x8:kite-7")
FRAMES = 6
"""Frames in which every timer of an animation would have come."""


def animated() -> list[tuple[routes.Route, str]]:
    """What opens each screen with an animation, and a word on it."""
    run = walked(str(RECIPE), detours=2)
    sample = make_sample(designs()[0], RECIPE)
    return [
        (routes.Race(RECIPE, one_rival(8.0, "tremaux"), {}), "Trémaux"),
        (routes.Race(RECIPE, NO_RACE, {}), "Pursuit"),
        (routes.Play(free_play(RECIPE, Rules(fog=True))), "shortest"),
        (routes.Endless("kite-7"), "0 deep"),
        (routes.Result(run), "score"),
        (routes.Replay(run), "steps"),
        (routes.Lab(recipe=RECIPE), "step"),
        (routes.Gallery("kite-7"), "Wilson"),
        (routes.Versus(sample, sample), "dead ends"),
        (routes.Quiz("kite-7"), "Which algorithm"),
        (routes.Journey(), "Slopes"),
        (routes.DailyMaze(), "Daily maze"),
    ]


async def changes(app, pilot) -> list[str]:
    """The different pictures of a screen in some frames, after it is finished."""
    await app.workers.wait_for_complete()
    shown: list[str] = []
    frames: list[None] = []
    timer = app.set_interval(1 / 30, lambda: frames.append(None))
    before = None
    while len(frames) < FRAMES:
        seen = len(frames)
        await until(lambda seen=seen: len(frames) > seen, pilot)
        now = painted(app)
        if now != before and before is not None:
            shown.append(screen_text(app))
        before = now
    timer.stop()
    return shown


@pytest.mark.parametrize("on", [False, pytest.param(True, marks=pytest.mark.long)])
async def test_without_animations_no_screen_moves_by_itself(on):
    write_settings_text(f"animations = {str(on).lower()}\n")
    moving = set()
    async with on_form((120, 40)) as (app, pilot):
        form = app.screen
        await until(lambda: form.preview.shown and app._services_open, pilot)
        assert app.animation_level == (constants.TEXTUAL_ANIMATIONS if on else "none")
        if await changes(app, pilot):
            moving.add("NewGame")
        for route, words in animated():
            form.open(route)
            screen = await to_screen(pilot, type(route))
            await until(lambda words=words: words in screen_text(app), pilot)
            if await changes(app, pilot):
                moving.add(type(route).__name__)
            screen.dismiss()
            await to_screen(pilot, form)
    assert moving >= {"Race", "Result", "Replay"} if on else not moving
