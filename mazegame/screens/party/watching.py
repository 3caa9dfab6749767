"""Party watch: a round as those see it who do not walk in it, or no more."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np
from textual import getters
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from mazegame.drawing import Scene
from mazegame.engine import Level, Recipe
from mazegame.game.words import spell_time
from mazegame.party.protocol import HIDDEN, Begin
from mazegame.screens.base import GameScreen
from mazegame.widgets.keys.key_line import KeyLine
from mazegame.widgets.maze.maze_pane import MazePane, PaneActions, map_key, zoom_keys
from mazegame.widgets.maze.maze_view import walkers_of
from mazegame.widgets.text.canvas import one_frame

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mazegame.screens import routes

MOST_LINES: Final = 8
"""Most lines that say who is where."""

FRAME_SECONDS: Final = 0.1
"""Seconds between two frames: positions come as often."""


class PartyWatchScreen(GameScreen[None], PaneActions):
    """Shows all walks of a round until it ends.

    Args:
        route: The connection to the party.
    """

    CSS_PATH = "party.tcss"
    pane = getters.query_one(MazePane)

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+n", "end_round", "end the round",
                tooltip="end the round for everybody"),
        map_key("play"),
        *zoom_keys("play"),
        Binding("escape", "leave_party", "leave", key_display="esc"),
        Binding("question_mark", "help", "help"),
    ]  # fmt: skip

    def __init__(self, route: routes.PartyWatch) -> None:
        super().__init__(route)
        self.client = route.client
        guest = self._guest = route.client.guest
        self._prepared = guest.prepare
        self._rivals = tuple(guest.rivals.values())
        self._walkers, self._trails = walkers_of(self._rivals)

    def compose(self) -> ComposeResult:
        """Yield who is where, the maze, and the keys."""
        yield Static(id="walkers", markup=False)
        yield MazePane(minimap=False, notes=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Make the maze, unless it is there."""
        run = self._guest.run
        maze = "" if self._prepared is None else self._prepared.maze
        self.ask(lambda: Level.of(Recipe.parse(maze)) if run is None else run.level, self._made)
        self.set_interval(FRAME_SECONDS, self.show_walks)

    def _made(self, level: Level) -> None:
        run = self._guest.run
        if run is None:
            for rival in self._rivals:
                rival.on(level)
        scene = Scene.of(level, *self._walkers)
        if run is not None:
            scene.show_tracks(run.tracks)
        elif self._guest.rules.fog:  # those who still walk may see this screen
            scene.light = np.zeros_like(scene.grid)
        self.pane.show_scene(scene, level.start)
        self.show_walks()

    def show_walks(self) -> None:
        """Show everybody's present place; close after the end of the round."""
        guest, scene = self._guest, self.pane.scene
        if guest.board is not None or guest.prepare is not self._prepared or self.client.over:
            self.dismiss()
        elif scene is not None:
            now = time.monotonic()
            begin = now if guest.start is None else self.client.here(guest.start)
            seconds = max(now - begin, 0.0)
            changed = self._trails.follow(self._rivals, seconds)
            for walker, rival in zip(self._walkers, self._rivals, strict=True):
                cell = rival.cell(seconds)
                changed |= {one for one in (walker.cell, cell) if one not in {None, HIDDEN}}
                walker.cell = None if cell == HIDDEN else cell
            scene.trails = {c: mark for c, mark in self._trails.marks.items() if c != HIDDEN}
            with one_frame(self.app):
                self.pane.repaint(changed - {HIDDEN})
                self.query_one("#walkers", Static).update(Content("\n").join(self._lines(seconds)))

    def _lines(self, seconds: float) -> list[Content]:
        """Return the state of the race in lines, a third of the height at most."""
        (first, *words), (width, height) = self._words(seconds), self.app.size
        lines = [first]
        for at, part in enumerate(words):
            longer = Content("   ").join([lines[-1], part])
            if longer.cell_length <= width - 2:
                lines[-1] = longer
            elif len(lines) < min(MOST_LINES, height // 3):
                lines.append(part)
            else:
                lines.append(Content(f"and {len(words) - at} more"))
                break
        return lines

    def _words(self, seconds: float) -> list[Content]:
        """Return the state of the race in parts, who has arrived first."""
        order = sorted(
            zip(self._rivals, self._walkers, strict=True),
            key=lambda one: (one[0].arrival, -one[0].taken(seconds)),
        )
        return [
            Content(spell_time(round(seconds * 1000))),
            *(
                Content.assemble(
                    (walker.letter, f"bold $maze-{walker.ink.name.lower()}"),
                    f" {rival.name} at B {spell_time(round(rival.arrival * 1000))}"
                    if rival.arrival <= seconds
                    else f" {rival.name} {rival.taken(seconds)}",
                )
                for rival, walker in order
            ),
        ]

    def action_leave_party(self) -> None:
        """Ask, then leave the party."""
        if not self.pane.leave_map():
            self.confirm("Leave the party?", self._leave_party)

    def _leave_party(self) -> None:
        self.client.over = "you have left"

    def action_end_round(self) -> None:
        """Ask, then end the round for everybody."""
        self.confirm("End this round?", lambda: self.client.send(Begin()), "The board comes next.")

    def check_action(self, action: str, _: tuple[object, ...]) -> bool | None:
        """Return whether a key does something; only the host ends a round."""
        return action != "end_round" or self._guest.host
