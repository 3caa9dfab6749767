"""The session pane: a maze pane that shows a session to one of its players."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from mazegame.drawing import Scene, Walker
from mazegame.engine import Direction
from mazegame.game import events
from mazegame.game.racing.race import arrival_news, near_news, place_news
from mazegame.game.racing.racer import PHOTO_SECONDS
from mazegame.game.walking.travel import exits_that_lead_on
from mazegame.game.walking.wall_cover import SWEEP_SECONDS
from mazegame.layers import IN_SIGHT, SEEN
from mazegame.widgets.maze.maze_pane import FOG_ZOOMS, MazePane
from mazegame.widgets.maze.maze_view import show_lines, walkers_of
from mazegame.widgets.maze.overlays import Inset
from mazegame.widgets.text.canvas import one_frame
from mazegame.widgets.text.characters import look_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from textual.geometry import Size
    from textual.timer import Timer

    from mazegame.drawing import Drawing
    from mazegame.engine import Cell
    from mazegame.game.participant import Participant
    from mazegame.game.walking.player import Player

_PASSIVE_EVENTS: Final = (
    events.TimePassed, events.Resumed, events.Paused, events.CountdownShown, events.RivalMoved,
    events.RivalArrived, events.PlaceChanged, events.RivalNear,
)  # fmt: skip
"""Events that leave a message on the screen, since the player did nothing."""

NEWS_SECONDS: Final = 4.0
"""Seconds for which news of a race are shown."""

GLOW_SECONDS: Final = 0.3
"""Seconds for which the walls of a newly seen cell glow."""

WAITING: Final = "Press a key: the walls appear\nand the clock starts"
"""The text on the cover of a maze that waits for its reveal."""

SWEEP_FRAME_SECONDS: Final = 1 / 30
"""Seconds between two frames of the sweep in which the walls appear."""

SWEEP_FRONT: Final = 0.15
"""Share of the sweep in which the newest walls are brighter."""

CURSOR: Final = "+"
"""The sign of the cursor."""

MARK: Final = "*"
"""The sign of marked cells."""

LEAST_COLUMNS: Final = 78
"""Fewest columns of the numbers above a maze, if the terminal has them."""


class MatchNumbers(Protocol):
    """A widget with numbers of a session, which repaints changes without a new layout."""

    def show_participant(self, participant: Participant | None, message: str = "", /) -> None:
        """Show the numbers of a player of a session, and a message; None shows nothing."""

    def limit(self, columns: int, /) -> None:
        """Use the width of the maze, above or beside it."""


class SessionPane(MazePane):
    """Shows a session to one of its players, and its numbers in the same frame as the maze."""

    of_play = True
    beside = 0
    """Columns beside this pane that the numbers span as well."""
    cursor: Cell | None = None
    """The cell that the player looks at; None unless looking around."""
    _participant: Participant | None = None
    _message = _news = ""
    _news_from = _news_until = 0.0
    _wide = 0
    """Columns of the widest drawing so far in this window."""
    _wide_for: tuple[int, int, Size] | None = None
    """The rows, columns and window for which ``_wide`` holds."""
    _walls: Scene | None = None
    """The scene with the walls; ``scene`` is this one or its cover."""
    _sweep: Timer | None = None
    """The animation that reveals the walls from A on; None if there is none."""
    _sweep_began = 0.0

    def __init__(self, *boards: MatchNumbers, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._boards = boards
        self._clock = clock
        self._player = Walker(None)
        self._rivals: list[Walker] = []
        self._unpainted: set[Cell] = set()

    def show_participant(self, participant: Participant | None, message: str = "") -> None:
        """Show the present state of a session, and a message until the next event.

        None shows no numbers.
        """
        self._message, self._participant = message, participant
        self._end_sweep()
        if participant is not None:
            self._announce("", -NEWS_SECONDS)
            self.cursor = None
            self._walls = scene = self._scene_of(participant)
            self.show_banner(WAITING if participant.session.waits else "")
            self.show_scene(
                self._cover_of(scene) if self._hides_walls(participant) else scene,
                participant.run.position,
            )
        self._show_numbers()

    def _scene_of(self, participant: Participant) -> Scene:
        """Return the scene that a player sees, with the walls."""
        session, player = participant.session, participant.player
        self._player = Walker(player.run.position)
        self._rivals = walkers_of(session.rivals)
        for rival, cell in zip(self._rivals, session.rivals_seen, strict=True):
            rival.cell = cell
        scene = Scene.of(session.level, *self._rivals, self._player)
        scene.show_tracks(player.run.tracks)
        scene.show_head(player.run.route)
        show_lines(scene, session.rivals, session.lines)
        scene.labels = dict.fromkeys(player.run.marks, MARK)
        self._show_light(scene, player)
        return scene

    def show_events(self, happened: Iterable[events.GameEvent]) -> None:
        """Paint the changes of some events at once.

        While further keys wait, only the last change is painted.
        """
        participant, scene = self._participant, self._walls
        if participant is None or scene is None:
            return
        event = None
        for event in filter(self.shows, happened):
            if not isinstance(event, _PASSIVE_EVENTS):
                self._message = ""
                if isinstance(event, events.Refused):
                    ways = len(exits_that_lead_on(participant.player, participant.run.position))
                    self._message = event.reason.value.format(ways=ways)
            self._unpainted.update(event.cells)
            self._change_scene(event, participant, scene)
        if event is None:
            return
        self._show_or_cover(participant, scene)
        waiting = self.screen.message_queue_size or self.app.message_queue_size
        if self._unpainted and not participant.session.finished and waiting:
            self.call_later(self._paint_changes)
        else:
            self._paint_changes()

    def shows(self, event: events.GameEvent) -> bool:
        """Return whether an event may change the picture."""
        return self._participant is not None and self._participant.concerns(event)

    def _change_scene(
        self, event: events.GameEvent, participant: Participant, scene: Scene
    ) -> None:
        session, player = participant.session, participant.player
        here = player.run.position
        match event:
            case events.Stepped() | events.Arrived():
                if self._sweep is not None:  # its last frame is late
                    self._end_sweep()
                    self.repaint_all()
                self._player.cell, self._moved = here, True
                self._light_up(scene, event.cells)
                scene.hint.pop(here, None)
                self._unpainted.update(scene.show_head(player.run.route))
                if isinstance(event, events.Arrived):
                    self._ring()
            case events.Bumped(side=side) if side is not None:
                self.show_bump(here, side)
                self._ring()
            case events.RivalMoved():
                self._rivals[event.rival].cell = session.rivals_seen[event.rival]
            case events.RivalArrived():
                # Not before a photo finish is decided: the player may be at B as well.
                decided = session.rivals[event.rival].arrival + PHOTO_SECONDS
                news = arrival_news(session.rivals, event.rival)
                self._announce(news, max(decided, session.seconds))
            case events.PlaceChanged():  # a rival at B is announced by its arrival
                if news := place_news(event, session.rivals):
                    self._announce(f"{'▲' if event.gained else '▼'} {news}", event.seconds)
                    self._ring()
            case events.Caught():
                self._announce("", session.seconds)  # that it is near is no news any more
                self._ring()
            case events.RivalNear() if session.seconds >= self._news_until:
                self._announce(near_news(session.rivals[event.rival]), session.seconds)
            case events.HintShown():
                self._unpainted.update(scene.show_hint(here, event.path))
            case events.HintHidden():
                self._unpainted.update(scene.show_hint(here, ()))
            case events.PathShown():
                scene.show_hint(here, ())
                scene.show_path(event.path)
                self.repaint_all()
            case events.HeatShown():
                scene.heat = event.shown
                self.show_heat(on=event.shown)
            case events.FogChanged():
                self._end_sweep()
                self._show_light(scene, player)
                if self.is_covered:
                    self.scene = self._cover_of(scene)
                self._redraw()
            case events.Revealed():
                self._show_or_cover(participant, scene)
                if not event.at_once and not player.in_fog:
                    self._begin_sweep()
            case events.MarkChanged() | events.Refused():
                self._show_sign(here)
            case events.CountdownShown():
                self.show_banner(str(event.left or ""))
            case events.Resumed():
                self.show_banner("")

    # The cover over the walls, and the sweep that takes it away

    @property
    def is_covered(self) -> bool:
        """Whether a cover is shown in place of the walls."""
        return self.scene is not self._walls

    def _hides_walls(self, participant: Participant) -> bool:
        """Return whether the walls are covered now."""
        return participant.session.covered

    def _cover_of(self, walls: Scene) -> Scene:
        """Return the scene that covers the walls: frame, A, B, and the players."""
        return walls.cover([one for one in walls.walkers if one not in self._rivals])

    def _show_or_cover(self, participant: Participant, walls: Scene) -> None:
        """Show or cover the walls, as the session demands; the camera stays where it is."""
        if participant.session.waits or self._banner == WAITING:
            self.show_banner(WAITING if participant.session.waits else "")
        if self._hides_walls(participant) == self.is_covered:
            return
        self._end_sweep()
        self.scene = walls if self.is_covered else self._cover_of(walls)
        self.inset = Inset(self._make_minimap())
        self.repaint_all()

    def _begin_sweep(self) -> None:
        """Reveal the walls from A on; all at once without animations, and on the map."""
        walls = self._walls
        if walls is None or self.shows_map or not look_of(self.app).animations:
            return
        walls.light, walls.veiled = np.zeros(walls.grid.shape, np.uint8), True
        self._sweep_began = self._clock()
        self._sweep = self.set_interval(SWEEP_FRAME_SECONDS, self._sweep_on)
        self._sweep_on()

    def _sweep_on(self) -> None:
        """Show the walls that the sweep has reached by now, in the window only."""
        walls, window = self._walls, self._window
        seconds = self._clock() - self._sweep_began
        if walls is None or walls.light is None or window is None or seconds >= SWEEP_SECONDS:
            self._end_sweep()
            self.repaint_all()
            return
        (top, left), (bottom, right) = window.cells
        rows, cols = np.ogrid[max(top, 0) : bottom + 1, max(left, 0) : right + 1]
        start, drawing = self._player.cell or (0, 0), window.drawing
        # A character is about twice as high as wide.
        down, across = (rows - start[0]) * 2 * drawing.height, (cols - start[1]) * drawing.pitch
        away = np.hypot(down, across)
        front = seconds / SWEEP_SECONDS * (1 + SWEEP_FRONT) * float(away.max())
        part = walls.light[max(top, 0) : bottom + 1, max(left, 0) : right + 1]
        part[away <= front] = IN_SIGHT
        part[away <= front - SWEEP_FRONT * float(away.max())] = SEEN
        self.repaint_all()

    def _end_sweep(self) -> None:
        """Show all walls, or in fog the visible ones."""
        if self._sweep is not None:
            self._sweep.stop()
            self._sweep = None
        if self._walls is not None and self._participant is not None and self._walls.veiled:
            self._walls.veiled = False
            self._walls.light = self._participant.player.light

    def _offered(self, scene: Scene) -> tuple[Drawing, ...]:
        """Return the drawings to choose from: the same for the walls and for their cover."""
        del scene
        in_fog = self._participant is not None and self._participant.player.in_fog
        return self._zooms[FOG_ZOOMS] if in_fog else self._zooms

    def _announce(self, news: str, seconds: float) -> None:
        self._news, self._news_from, self._news_until = news, seconds, seconds + NEWS_SECONDS

    def _show_light(self, scene: Scene, player: Player) -> None:
        scene.light, scene.glow = player.light, None
        if scene.light is not None:
            self._known, scene.glow = scene.light > 0, np.zeros_like(scene.light)

    def _light_up(self, scene: Scene, cells: Sequence[Cell]) -> None:
        """Make newly seen cells glow for a moment, unless animations are off."""
        if scene.light is None or not look_of(self.app).animations:
            return
        fresh = [cell for cell in cells if scene.light[cell] and not self._known[cell]]
        if fresh and scene.glow is not None:
            at = tuple(np.array(fresh).T)
            self._known[at], scene.glow[at] = True, 1
            self.set_timer(GLOW_SECONDS, partial(self._dim, scene, fresh))

    def _dim(self, scene: Scene, cells: Sequence[Cell]) -> None:
        if scene.glow is not None:
            scene.glow[tuple(np.array(cells).T)] = 0
            if scene is self.scene:
                self.repaint(cells)

    def _ring(self) -> None:
        if look_of(self.app).bell:
            self.app.bell()

    def _lay_out(self) -> None:
        """End the numbers above the maze where the maze ends, if they have room there.

        On the map, and when the maze is drawn smaller again, they stay where they are: moving them
        costs a layout and a frame of the whole screen.
        """
        super()._lay_out()
        if self.scene is None or self.drawing is None:
            return
        rows, cols = self.scene.shape
        if self._wide_for != (rows, cols, self.size):
            self._wide, self._wide_for = LEAST_COLUMNS, (rows, cols, self.size)
        shown = (drawing.size(cols, rows)[0] for drawing in (self.drawing, self._zoomed()))
        self._wide = max(self._wide, self.beside + max(shown))
        for board in self._boards:
            board.limit(self._wide)

    # Looking around

    def look_around(self, *, on: bool) -> None:
        """Start or end moving a cursor over the maze."""
        if on == self.looking or self._participant is None:
            return
        self.looking, here = on, self._participant.run.position
        before, self.cursor = self.cursor, here if on else None
        self.follow(here)
        for cell in {here, before or here}:
            self._show_sign(cell)
        self._update_note()
        if not on:
            self._lay_out()
        self.repaint_all()

    def move_cursor(self, direction: Direction, cells: int = 1) -> None:
        """Move the cursor by some cells, within the maze."""
        before = self.cursor
        if before is None or self.scene is None:
            return
        down, across = direction.step((0, 0))
        rows, cols = self.scene.shape
        self.cursor = (
            min(max(before[0] + down * cells, 0), rows - 1),
            min(max(before[1] + across * cells, 0), cols - 1),
        )
        for cell in (before, self.cursor):
            self._show_sign(cell)
        self.follow(self.cursor)
        self.repaint((before, self.cursor))

    def _show_sign(self, cell: Cell) -> None:
        if self._walls is None or self._participant is None:
            return
        self._walls.labels.pop(cell, None)
        if cell == self.cursor or cell in self._participant.run.marks:
            self._walls.labels[cell] = CURSOR if cell == self.cursor else MARK

    def _paint_changes(self) -> None:
        if self._participant is None:
            return
        cells, self._unpainted = self._unpainted, set()
        moved, self._moved = self._moved, False
        with one_frame(self.app):
            if moved:
                self.follow(self._participant.run.position)
            if cells:
                self.repaint(cells)
            self._show_numbers()

    def _show_numbers(self) -> None:
        participant = self._participant
        now = 0.0 if participant is None else participant.session.seconds
        fresh = self._news_from <= now < self._news_until
        message = self._message or (self._news if fresh else "")
        for board in self._boards:
            board.show_participant(participant, message)
