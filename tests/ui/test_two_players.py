"""Two players in one session: each has a pane, keys and numbers of their own."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
from textual.containers import Horizontal
from textual.screen import Screen

from mazegame.app import MazeApp
from mazegame.engine.layers import SIDES
from mazegame.game.commands import Resume
from mazegame.game.rules import Rules
from mazegame.game.seat import Seat
from mazegame.game.series.kinds import free_play
from mazegame.game.session import Session
from mazegame.widgets.keys.walk_keys import walk_keys
from mazegame.widgets.maze.session_pane import SessionPane, WalkActions
from mazegame.widgets.playing.hud import Hud
from tests.game.mazes import corridor
from tests.ui.conftest import on_form, until

if TYPE_CHECKING:
    from textual.app import App


class TwoPlayersScreen(Screen[None], WalkActions):
    """Two panes; the keys are those of one player."""

    BINDINGS = walk_keys("play")
    clock = staticmethod(time.monotonic)

    def __init__(self, session, player):
        super().__init__()
        self.two = [SessionPane(Hud()) for _ in session.players]
        self.seats = [Seat(session, number) for number in range(len(session.players))]
        self.seat = self.seats[player]
        self.at_b = 0

    def compose(self):
        yield Horizontal(*self.two)

    def on_mount(self):
        for pane, seat in zip(self.two, self.seats, strict=True):
            pane.show_seat(seat)
        self.do(Resume())

    @property
    def pane(self):
        return self.two[self.seat.number]

    def do(self, command):
        happened = super().do(command)
        self.two[1 - self.seat.number].show_events(happened)
        return happened

    def arrived(self):
        self.at_b += 1


def seen(pane):
    """The player's cell in a pane, and the cells that it shows as walked."""
    walked = [tuple(cell) for cell in np.argwhere(pane.scene.tracks & SIDES).tolist()]
    return [walker.cell for walker in pane.scene.walkers], walked


async def test_each_player_walks_in_a_pane_of_their_own():
    app: App[None] = MazeApp()
    level = corridor(4)
    session = Session(free_play(level, Rules(fog=True)), level, runs=2)
    async with on_form(app=app) as (_, pilot):
        screen = TwoPlayersScreen(session, 1)
        await app.push_screen(screen)
        first, second = screen.two
        await until(lambda: first.scene and second.scene, pilot)
        await pilot.press("right")
        assert [player.run.steps for player in session.players] == [0, 1]
        assert seen(first) == ([(0, 0)], [])
        assert seen(second) == ([(0, 1)], [(0, 0), (0, 1)])

        screen.seat = screen.seats[0]
        await pilot.press("i")
        assert first.scene.hint
        assert not second.scene.hint
        await pilot.press("right", "right", "right")
        assert (screen.at_b, session.finished) == (1, False)
        assert seen(first) == ([(0, 3)], [(0, 0), (0, 1), (0, 2), (0, 3)])
        assert seen(second) == ([(0, 1)], [(0, 0), (0, 1)])

        screen.seat = screen.seats[1]
        await pilot.press("right", "right")
        assert (screen.at_b, session.finished) == (2, True)
        assert seen(second) == seen(first)
