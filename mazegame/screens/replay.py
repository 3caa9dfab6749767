"""Replay: a finished walk and its rivals on a time line, with wrong turns on the map.

The screen turns keys into moves of the playhead (``game/playback.py``) and shows its time.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, ClassVar, Final

from textual import work
from textual.binding import Binding, BindingType
from textual.widgets import Static

from mazegame.drawing import Scene, Walker
from mazegame.drawing.inks import RIVALS
from mazegame.game.playback import Playback, Retrace
from mazegame.game.race import letters
from mazegame.game.record import level_key
from mazegame.game.trails import Trails
from mazegame.screens import routes
from mazegame.screens.base import GameScreen
from mazegame.widgets.canvas import one_frame
from mazegame.widgets.heat_legend import heat_legend
from mazegame.widgets.key_line import KeyLine
from mazegame.widgets.look import look_of
from mazegame.widgets.maze_pane import MazePane, PaneActions, heat_key, map_key, zoom_keys
from mazegame.widgets.time_line import TimeLine
from mazegame.widgets.zooms import zooms_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

    from mazegame.engine import Cell, Level
    from mazegame.game.run import Run
    from mazegame.game.runner import Rival
    from mazegame.game.wrong_turns import WrongTurn

STEPS_AT_ONCE: Final = 2000
"""Most steps traced in one frame, 8 microseconds each; a longer jump takes several frames."""

FRAME_SECONDS: Final = 1 / 30
"""Seconds between two moves of the playhead."""


class ReplayScreen(GameScreen[None], PaneActions):
    """Plays a finished walk.

    Args:
        run: The walk.
        rivals: The rivals of the race; empty for none.
        turns: The wrong turns to number on the map, the costliest first.
        race: Whether to offer a race against the walk.
    """

    CSS_PATH = "replay.tcss"
    AUTO_FOCUS = ""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "play", "play / pause", id="replay.toggle", key_display="space"),
        Binding("right,l,d,6", "step(1)", "step", id="replay.step", key_display="→"),
        Binding("left,h,a,4", "step(-1)", "step back", show=False, id="replay.step-back"),
        Binding("comma,less_than_sign", "speed(-1)", "slower", show=False, id="replay.slower"),
        Binding(
            "full_stop,greater_than_sign", "speed(1)", "speed", id="replay.faster",
            key_display="< >", tooltip="faster",
        ),
        Binding("home,0", "seek(0)", "to the start", show=False, id="replay.home"),
        Binding("end", "seek(1)", "to the end", show=False, id="replay.end"),
        Binding(
            "pagedown", "turn", "next costly turn", id="replay.turn", key_display="PgDn"
        ),
        Binding("g", "race", "race", id="replay.race", tooltip="race this walk as a ghost"),
        heat_key("replay"),
        map_key("replay"),
        *zoom_keys("replay"),
        Binding("escape,q,enter", "dismiss", "back", id="replay.back", key_display="esc"),
        Binding("question_mark", "help", "help", id="replay.help", key_display="?"),
    ]  # fmt: skip

    def __init__(
        self,
        run: Run,
        rivals: Sequence[Rival] = (),
        turns: list[WrongTurn] | None = None,
        *,
        race: bool = False,
    ) -> None:
        super().__init__()
        self._playback = Playback(run, rivals)
        self._retrace = Retrace(run)
        self._turns = turns or []
        self._race = race
        self._player = Walker(None)
        marks = letters([rival.name for rival in rivals])
        self._rivals = [
            Walker(None, ink, letter) for ink, letter in zip(RIVALS, marks, strict=False)
        ]
        self._trails = Trails(marks)
        self._shown_at = time.monotonic()

    @property
    def playback(self) -> Playback:
        """The playhead."""
        return self._playback

    def compose(self) -> ComposeResult:
        """Yield the time line and the maze."""
        yield TimeLine(self._playback, self._turns)
        yield Static(heat_legend(zooms_for(self.app)[0].glyphs), id="legend")
        yield MazePane(minimap=False, notes=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the start and play."""
        self.set_interval(FRAME_SECONDS, self._tick)
        self.when_painted(self._begin)

    def _begin(self) -> None:
        if not self.query(MazePane):
            return  # closed before it was painted
        playback = self._playback
        self._place()
        scene = Scene.of(playback.run.level, *self._rivals, self._player)
        scene.show_tracks(self._retrace.tracks)
        scene.labels = {turn.cell: str(rank) for rank, turn in enumerate(self._turns, start=1)}
        self.query_one(MazePane).show_scene(scene, playback.player)
        self._note_shown()
        self._shown_at = time.monotonic()
        if look_of(self.app).animations:
            playback.toggle()
        self._show()

    def _note_shown(self) -> None:
        """Record that the path was shown."""
        level = self._playback.run.level
        if level.recipe is None:
            self._note_loaded_shown(level)
        else:
            self.services.score_book.note_shown(level_key(level))

    @work(thread=True)
    def _note_loaded_shown(self, level: Level) -> None:
        """Record it of a loaded maze; the key of a huge one takes a moment."""
        self.services.score_book.note_shown(level_key(level))

    def _tick(self) -> None:
        now = time.monotonic()
        passed, self._shown_at = now - self._shown_at, now
        if self.app.screen is not self:
            return
        if self._playback.playing or self._retrace.steps != self._playback.steps:
            self._playback.advance(passed)
            self._show()

    def _show(self) -> None:
        """Paint the changes since the last position of the playhead."""
        view, playback = self.query_one(MazePane), self._playback
        if view.scene is None:
            return
        changed = self._retrace.go_to(playback.steps, STEPS_AT_ONCE)
        changed |= view.scene.show_head(self._retrace.route)
        changed |= self._place()
        changed |= self._trails.follow(playback.rivals, playback.seconds)
        view.scene.trails = self._trails.marks
        with one_frame(self.app):
            view.follow(playback.player)
            view.repaint(changed)
            self.query_one(TimeLine).show()

    def _place(self) -> set[Cell]:
        """Move all walkers to the playhead's time; return the changed cells."""
        changed: set[Cell] = set()
        playback = self._playback
        walkers = (*self._rivals, self._player)
        for walker, now in zip(walkers, (*playback.rival_cells, playback.player), strict=True):
            if walker.cell != now:
                changed |= {cell for cell in (walker.cell, now) if cell is not None}
                walker.cell = now
        return changed

    def on_time_line_sought(self, message: TimeLine.Sought) -> None:
        """Move the playhead to the clicked time."""
        self._playback.seek(message.seconds)
        self._show()

    def action_play(self) -> None:
        """Play or pause."""
        self._playback.toggle()
        self._show()

    def action_step(self, by: int) -> None:
        """Go a step forwards or back."""
        self._playback.step(by)
        self._show()

    def action_speed(self, by: int) -> None:
        """Play faster or slower."""
        self._playback.faster(by)
        self._show()

    def action_seek(self, share: float) -> None:
        """Go to the start (0) or to the end (1)."""
        self._playback.playing = False
        self._playback.seek(share * self._playback.length)
        self._show()

    def action_turn(self) -> None:
        """Go to the time of the next costly turn; after the last one, to the first."""
        moments = sorted(self._playback.moments([turn.cell for turn in self._turns]).values())
        if moments:
            after = [moment for moment in moments if moment > self._playback.seconds + 1e-6]
            self._playback.playing = False
            self._playback.seek(min(after, default=moments[0]))
            self._show()

    def action_heat(self) -> None:
        """Show or hide the distances to B."""
        super().action_heat()
        self.set_class(self.query_one(MazePane).heat, "-heat")

    def action_race(self) -> None:
        """Race the walk."""
        from mazegame.game.ghost import GhostWalk
        from mazegame.game.series import free_play

        self._playback.playing = False
        run = self._playback.run
        self.open(routes.Play(free_play(run.level, rivals=(GhostWalk.of(run),))))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something; some walks cannot be raced here."""
        del parameters
        return action != "race" or self._race

    def action_help(self) -> None:
        """Show the keys and the rules."""
        self._playback.playing = False
        self.open(routes.Help(self))
