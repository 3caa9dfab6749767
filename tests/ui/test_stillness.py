"""Reduced motion: without animations nothing moves by itself but what is played with."""

from textual import constants
from textual.screen import Screen

from mazegame.engine import Recipe
from mazegame.game.modes.free_play import free_play
from mazegame.game.racing.race_choice import NO_RACE, one_rival
from mazegame.game.rules import Rules
from mazegame.game.scoring.finished_walk import FinishedWalk
from mazegame.lab.gallery import designs, make_sample
from mazegame.screens import factory
from tests.game.mazes import walked
from tests.ui.conftest import on_home, screen_text, to_screen, until, write_settings_text
from tests.ui.picture import painted

RECIPE = Recipe.parse("wilson:12x8:kite-7")
FRAMES = 6
"""Frames in which every timer of an animation would have come."""


def animated() -> list[tuple[Screen, str]]:
    """Each screen with an animation, and a word on it."""
    run = walked(str(RECIPE), detours=2)
    sample = make_sample(designs()[0], RECIPE)
    return [
        (factory.race(RECIPE, one_rival(8.0, "tremaux"), {}), "Trémaux"),
        (factory.race(RECIPE, NO_RACE, {}), "Pursuit"),
        (factory.play(free_play(RECIPE, Rules(fog=True))), "shortest"),
        (factory.endless("kite-7"), "row 0"),
        (factory.result(run), "score"),
        (factory.replay(FinishedWalk(run)), "steps"),
        (factory.lab(recipe=RECIPE), "step"),
        (factory.gallery("kite-7"), "wilderness"),
        (factory.versus((sample, sample)), "dead ends"),
        (factory.quiz("kite-7"), "Which texture"),
        (factory.journey(), "Slopes"),
        (factory.daily_maze(), "Daily maze"),
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


async def moves(app, pilot) -> bool:
    """Whether a screen goes on changing; what only comes late changes it once."""
    return bool(await changes(app, pilot)) and bool(await changes(app, pilot))


async def test_without_animations_no_screen_moves_by_itself():
    write_settings_text("animations = false\n")
    moving = set()
    async with on_home((120, 40)) as (app, pilot):
        form = app.screen
        await until(lambda: form.preview.shown and app._services_open, pilot)
        assert app.animation_level == "none"
        if await moves(app, pilot):
            moving.add("HomeScreen")
        for screen, words in animated():
            form.open(screen)
            await to_screen(pilot, screen)
            await until(lambda words=words: words in screen_text(app), pilot)
            if await moves(app, pilot):
                moving.add(type(screen).__name__)
            screen.dismiss()
            await to_screen(pilot, form)
    assert not moving


async def test_with_animations_a_rival_walks_in_the_dialog():
    write_settings_text("animations = true\n")
    async with on_home((120, 40)) as (app, pilot):
        await until(lambda: app._services_open, pilot)
        assert app.animation_level == constants.TEXTUAL_ANIMATIONS
        screen, words = animated()[0]
        app.screen.open(screen)
        await to_screen(pilot, screen)
        await until(lambda: words in screen_text(app), pilot)
        before = painted(app)
        await until(lambda: painted(app) != before, pilot)
