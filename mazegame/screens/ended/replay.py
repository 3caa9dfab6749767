"""Replay: a finished walk and its rivals on a time line, with wrong turns on the map.

The playhead is in ``game/recording/playback.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual import getters
from textual.binding import Binding, BindingType
from textual.widgets import Static

from mazegame.drawing import Scene, Walker
from mazegame.game.recording.playback import Playback, Retrace, moves_of
from mazegame.game.recording.record import level_key
from mazegame.screens.base import GameScreen, leave_keys
from mazegame.widgets.ended.result_lines import ReplayLine, heat_legend
from mazegame.widgets.keys.key_line import KeyLine
from mazegame.widgets.maze.maze_pane import MazePane, PaneActions, heat_key, map_key, zoom_keys
from mazegame.widgets.maze.maze_view import show_lines, walkers_of
from mazegame.widgets.maze.zooms import zooms_for
from mazegame.widgets.text.canvas import one_frame
from mazegame.widgets.text.characters import look_of
from mazegame.widgets.text.time_line import TimeActions, time_keys

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mazegame.engine import Cell
    from mazegame.game.scoring.finished_walk import FinishedWalk

FRAME_SECONDS: Final = 1 / 30
"""Seconds between two moves of the playhead."""

STEPS_AT_ONCE: Final = 2000
"""Most steps traced in one move; each takes 8 microseconds."""


class ReplayScreen(GameScreen[None], PaneActions, TimeActions):
    """Plays a finished walk."""

    CSS_PATH = "replay.tcss"

    pane = getters.query_one(MazePane)

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "play", "play / pause", id="replay.toggle"),
        Binding("right,l,d,6", "step(1)", "step", id="replay.step", key_display="→"),
        Binding("left,h,a,4", "step(-1)", "step back", show=False, id="replay.step-back"),
        *time_keys("replay"),
        Binding("pagedown", "turn", "next wrong turn", id="replay.turn", key_display="PgDn"),
        Binding("g", "race", "race", id="replay.race", tooltip="race this walk as a ghost"),
        heat_key("replay"),
        map_key("replay"),
        *zoom_keys("replay"),
        *leave_keys("replay", "escape,q,enter"),
    ]  # fmt: skip

    def __init__(self, walk: FinishedWalk, *, race: bool) -> None:
        super().__init__()
        self.walk = walk
        self._offers_race = race
        self.playback = Playback(walk.run, walk.rivals)
        self._retrace = Retrace(walk.run.level, walk.run.moves)
        end = self.playback.length + self.playback.reading
        self._lines = [Retrace(walk.run.level, moves_of(rival, end)) for rival in walk.rivals]
        self._player = Walker(None)
        self._rivals = walkers_of(walk.rivals)

    @property
    def time_player(self) -> Playback:
        return self.playback

    def compose(self) -> ComposeResult:
        yield ReplayLine(self.playback, self.walk.turns, self.walk.name, self.walk.party)
        yield Static(heat_legend(zooms_for(self.app)[0].glyphs), id="legend")
        yield MazePane()
        yield KeyLine()

    def became_ready(self) -> None:
        self.set_interval(FRAME_SECONDS, self._tick)
        playback = self.playback
        self._place()
        scene = Scene.of(playback.run.level, *self._rivals, self._player)
        scene.show_tracks(self._retrace.tracks)
        show_lines(scene, self.walk.rivals, self._lines)
        scene.labels = {turn.cell: str(rank) for rank, turn in enumerate(self.walk.turns, start=1)}
        self.pane.show_scene(scene, playback.player)
        self._note_shown()
        self.take_elapsed()
        if look_of(self.app).animations:
            playback.toggle()
        self.show_time()

    def _note_shown(self) -> None:
        level, store = self.playback.run.level, self.services.store
        if level.recipe is not None:
            store.note_shown(level_key(level))
        else:  # the key of a huge loaded maze takes a moment
            self.run_worker(lambda: store.note_shown(level_key(level)), thread=True)

    def _tick(self) -> None:
        elapsed = self.take_elapsed()  # also behind another screen, whose time does not count
        if self.app.screen is not self:
            return
        if self.playback.playing or self._retrace.steps != self.playback.steps:
            self.playback.advance(elapsed)
            self.show_time()

    def show_time(self) -> None:
        """Paint the changes since the last position of the playhead."""
        view, playback = self.pane, self.playback
        if view.scene is None:
            return
        changed = self._retrace.go_to(playback.steps, STEPS_AT_ONCE)
        changed |= view.scene.show_head(self._retrace.route)
        changed |= self._place()
        for line, rival in zip(self._lines, playback.rivals, strict=True):
            changed |= line.go_to(rival.taken(playback.seconds), STEPS_AT_ONCE)
        with one_frame(self.app):
            view.follow(playback.player)
            view.repaint(changed)
            self.query_one(ReplayLine).show(playback)

    def _place(self) -> set[Cell]:
        """Move all walkers to the playhead's time; return the changed cells."""
        changed: set[Cell | None] = set()
        cells = (*self.playback.rival_cells, self.playback.player)
        for walker, now in zip((*self._rivals, self._player), cells, strict=True):
            if walker.cell != now:
                changed |= {walker.cell, now}
                walker.cell = now
        return {cell for cell in changed if cell is not None}

    def action_turn(self) -> None:
        """Go to the time of the next wrong turn; after the last one, to the first."""
        moments = sorted(self.playback.moments([turn.cell for turn in self.walk.turns]).values())
        if moments:
            after = [moment for moment in moments if moment > self.playback.at + 1e-6]
            self.playback.pause()
            self.playback.seek(min(after, default=moments[0]))
            self.show_time()

    def action_heat(self) -> None:
        super().action_heat()
        self.set_class(self.pane.heat, "-heat")

    def action_race(self) -> None:
        self.playback.pause()
        self.race_walk(self.walk.run)

    def check_action(self, action: str, _: tuple[object, ...]) -> bool | None:
        """Return whether a key does something here."""
        return {"race": self._offers_race, "turn": bool(self.walk.turns)}.get(action, True)

    def action_help(self) -> None:
        self.playback.pause()
        super().action_help()
