"""Looking at a level that is being played: path, heat, lab, export, game ID, what to beat, keys.

What lives here: the actions of the play screen that show or copy something of the present level,
the questions before those that make a run unranked, the look that is followed, and the keys that
are named first. What does not: which level is played, pauses and the next match (``play.py``).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from textual import getters

from mazegame.game.commands import Command, OpenLab, ShowHeat, ShowPath
from mazegame.screens import routes
from mazegame.screens.base import GameScreen
from mazegame.widgets.maze.session_pane import SessionPane, WalkActions
from mazegame.widgets.maze.zooms import look_of
from mazegame.widgets.playing.hud import Hud
from mazegame.widgets.playing.side_column import SideColumn

if TYPE_CHECKING:
    from collections.abc import Callable

    from mazegame.config import Config, Look
    from mazegame.engine import Level
    from mazegame.game.match import Match
    from mazegame.game.run import Run
    from mazegame.store.values import ToBeat
    from mazegame.widgets.keys.play_keys import MomentKeys


class LevelScreen(GameScreen[None], WalkActions):
    """A screen with a session, and the actions that look at its level."""

    pane = getters.query_one(SessionPane)
    moment_keys: MomentKeys
    _match: Match
    _practised: tuple[Match, Run] | None = None
    """The match and the run before practice; None outside practice."""
    _look: Look | None = None

    @property
    def run(self) -> Run | None:
        """The present run; None while its level is being made."""
        return None if self.seat is None else self.seat.run

    # What makes a run unranked

    def action_show_path(self) -> None:
        self.assist("Show the whole shortest path?", ShowPath())

    def action_heat(self) -> None:
        if self.pane.heat:
            self.do(ShowHeat(shown=False))
        else:
            self.assist("Show how far every cell is from B?", ShowHeat(shown=True))

    def assist(
        self, question: str, command: Command, then: Callable[[], None] = lambda: None
    ) -> None:
        """Give a command that makes the run unranked; ask first if it is ranked now."""
        if self.run is None:
            return

        def agreed() -> None:
            self.do(command)
            then()

        if self.run.assisted:
            agreed()
        else:
            after = "The run can still be finished, but it will not be ranked."
            self.confirm(question, agreed, after)

    def open_lab(self) -> None:
        """Watch how the maze is carved, or how a loaded one is searched."""
        from mazegame.lab.subject import CarvingOf, SearchOf

        if self.run is not None:
            level = self.run.level
            searched = SearchOf(level, "bfs")
            self.open(routes.Lab((CarvingOf(level.recipe) if level.recipe else searched,)))

    # What does not

    def action_minimap(self) -> None:
        look = look_of(self.app)
        self.services.settings.save_look(replace(look, minimap=not look.minimap))

    @property
    def game_id(self) -> str:
        """The game ID; empty for a loaded maze."""
        return "" if self.run is None else str(self.run.level.recipe or "")

    def action_export(self) -> None:
        if self.seat is None or self.seat.player.in_fog:
            self.assist("Export the maze? The file shows all of it.", OpenLab(), self._export)
        else:
            self._export()

    def _export(self) -> None:
        run, scene = self.run, self.pane.scene
        if run is not None and scene is not None:
            self.open(routes.Export(run.level, scene, bytes(run.moves)))

    def ask_what_to_beat(self, level: Level) -> None:
        """Read the player's best run of this maze, and show it beside the medals."""

        def show(found: ToBeat) -> None:
            if self.run is not None and self.run.level is level:
                best = found.maze_best
                self.query_one(Hud).show_medals(found.times, None if best is None else best.ms)
                self.query_one(SideColumn).to_beat.show(found)
                # Whether the player is a beginner is known by now.
                self.moment_keys.note_runs(self.services.score_book.finished_runs)

        asked = self.services.score_book.to_beat(level, self._match.rules.key)
        self.ask_book(asked, show, group="to beat")

    # Keys of the moment

    def tick(self) -> None:
        """Advance the session, and name the keys of the moment first."""
        super().tick()
        self.name_keys(self.moment_keys.tick)

    def name_keys(self, name: Callable[..., None]) -> None:
        """Call a method of ``moment_keys`` with the state of the present session."""
        if self.seat is not None:
            runs = self.services.score_book.finished_runs
            name(self.seat, practice=self._practised is not None, finished_runs=runs)

    def config_changed(self, config: Config) -> None:
        if config.look != self._look:
            self._look = config.look
            self.take_look()
            self.pane.apply_look()
