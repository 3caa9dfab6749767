"""Steps in the common layouts: each canvas sends what changed, and leaves nothing to Textual.

Textual would send whole lines, some messages later: three times the bytes, and twice the time.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import replace

import pytest
from textual.app import App

from mazegame.app import MazeApp
from mazegame.engine import Level
from mazegame.game.modes.free_play import free_play
from mazegame.game.racing.rivals import parse_rival
from mazegame.screens.playing.play import PlayScreen
from mazegame.terminal.textual_internals import driver_of
from mazegame.widgets.playing.side_column import WIDE, SideColumn
from mazegame.widgets.text.canvas import Canvas
from tests.game.mazes import Clock
from tests.ui.conftest import keys_to_b, playing

SIZES = [(45, 14), (80, 24), (120, 35), (160, 45), (200, 60)]
SMALL, FITTING, LARGE = "wilson:12x6:kite-7", "wilson:48x27:kite-7", "wilson:150x150:kite-7"
RIVALS = tuple(map(parse_rival, ("tremaux:4", "right-hand:4", "left-hand:4", "greedy:4")))


@contextlib.contextmanager
def on_a_terminal(app: App) -> Iterator[tuple[list[str], list[Canvas]]]:
    """Let an app's canvases write to their terminal.

    Yields lists of what is written, and of the canvases in sight that leave it to Textual.
    """
    written, left = [], []
    place_of = Canvas._place

    def place(canvas):
        found = place_of(canvas)
        if found is None and canvas.region:
            left.append(canvas)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(App, "is_headless", False)
        patch.setattr(driver_of(app), "write", written.append)
        patch.setattr(Canvas, "_place", place)
        yield written, left


@pytest.mark.variants
@pytest.mark.parametrize("size", SIZES[::-1], ids=str)
@pytest.mark.parametrize(
    ("game_id", "rivals", "keys"),
    [(FITTING, RIVALS, ()), (SMALL, (), ()), (SMALL, RIVALS, ("tab",)), (LARGE, RIVALS, ())],
    ids=["race", "alone", "map", "large maze"],
)
async def test_no_step_of_a_common_layout_is_left_to_textual(game_id, rivals, keys, size):
    clock = Clock()
    match = replace(free_play(Level.of(game_id)), rivals=rivals)
    app = MazeApp(lambda: PlayScreen(match, clock=clock))
    async with app.run_test(size=size) as pilot:
        screen = await playing(app, pilot)
        await pilot.press(*keys)
        await pilot.pause()
        column = screen.query_one(SideColumn)
        assert bool(column.region) == (size[0] >= WIDE)
        with on_a_terminal(app) as (written, left):
            for key in keys_to_b(screen.run)[:6]:
                clock.now += 0.3
                written.clear()
                await pilot.press(key)
                assert written, "the step is painted"
            assert left == []
