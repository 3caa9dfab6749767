"""A screen that was left is not kept, whichever mode it was."""

import gc
import weakref

import pytest

from mazegame.game.modes.table import MODES
from mazegame.screens.doors import action_of
from tests.ui.conftest import on_home, until

ACTIONS = {mode.title: action_of(mode) for mode in MODES}


@pytest.mark.long
@pytest.mark.parametrize("action", ACTIONS.values(), ids=ACTIONS)
async def test_a_screen_that_was_left_is_not_kept(action):
    gc.freeze()  # collect what this test makes, and not all that was ever loaded
    async with on_home() as (app, pilot):
        home, left = app.screen, []
        for _ in range(6):
            await home.run_action(action)
            await until(lambda: app.screen is not home, pilot)
            await until(lambda: getattr(app.screen, "ready", True), pilot)
            left.append(weakref.ref(app.screen))
            while app.screen is not home:
                app.screen.dismiss()
                await pilot.pause()
            gc.collect()
        # The latest worker, and the one before it, may still hold theirs.
        assert sum(one() is not None for one in left) <= 2
