"""The session pane: a maze pane that shows a session to one of its players.

The effects of commands do not live here (``game/session.py``), nor what keys do
(``screens/playing_screen.py``).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from mazegame.drawing import Scene, Walker
from mazegame.engine import Direction
from mazegame.game import events
from mazegame.game.racing.race import arrival_news, near_news, place_news
from mazegame.game.racing.racer import PHOTO_SECONDS
from mazegame.game.racing.signs import Trails
from mazegame.game.walking.travel import exits_that_lead_on
from mazegame.widgets.maze.maze_pane import MazePane
from mazegame.widgets.maze.maze_view import walkers_of
from mazegame.widgets.text.canvas import one_frame
from mazegame.widgets.text.characters import look_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.geometry import Size

    from mazegame.engine import Cell
    from mazegame.game.seat import Seat
    from mazegame.game.walking.player import Player

_BY_ITSELF: Final = (
    events.TimePassed, events.Resumed, events.Paused, events.CountdownShown, events.RivalMoved,
    events.RivalArrived, events.PlaceChanged, events.RivalNear,
)  # fmt: skip
"""Events that do not take away a message: the player did nothing."""

NEWS_SECONDS, GLOW_SECONDS = 4.0, 0.3
"""Seconds for which news of a race is shown, and the walls glow of a cell that comes to light."""

CURSOR, MARK = "+", "*"
"""The signs of the cursor and of marked cells."""

LEAST_COLUMNS: Final = 78
"""Columns that the numbers above a maze take at least, if the terminal has them."""


class MatchNumbers(Protocol):
    """A widget with numbers of a session. It repaints its changes without a new layout."""

    def show_seat(self, seat: Seat | None, message: str = "", /) -> None:
        """Show the numbers of a player of a session, and a message; None shows nothing."""

    def limit(self, columns: int, /) -> None:
        """Stand above or beside a maze of that width, in the middle of its window."""


class SessionPane(MazePane):
    """Shows a session to one of its players, and its numbers in the same frame as the maze."""

    of_play = True
    beside = 0
    """The columns beside this pane over which the numbers stand as well."""
    cursor: Cell | None = None
    """The cell that the player looks at; None while they do not look around."""
    _seat: Seat | None = None
    _message = _news = ""
    _news_from = _news_until = 0.0
    _wide = 0
    """Columns of the widest drawing so far in this window."""
    _wide_for: tuple[int, int, Size] | None = None
    """Rows, columns and window of that."""

    def __init__(self, *boards: MatchNumbers) -> None:
        super().__init__()
        self._boards = boards
        self._player = Walker(None)
        self._rivals: list[Walker] = []
        self._unpainted: set[Cell] = set()
        self._trails = Trails(())

    def show_seat(self, seat: Seat | None, message: str = "") -> None:
        """Show the present state of a session, and a message until the next event.

        None shows no numbers.
        """
        self._message, self._seat = message, seat
        if seat is not None:
            session, player = seat.session, seat.player
            self._player = Walker(player.run.position)
            self._rivals, self._trails = walkers_of(session.rivals)
            for rival, cell in zip(self._rivals, session.rivals_seen, strict=True):
                rival.cell = cell
            self._announce("", -NEWS_SECONDS)
            scene = Scene.of(session.level, *self._rivals, self._player)
            scene.show_tracks(player.run.tracks)
            scene.show_head(player.run.route)
            scene.labels = dict.fromkeys(player.run.marks, MARK)
            self.cursor = None
            self._show_light(scene, player)
            self.show_banner("")
            self.show_scene(scene, player.run.position)
        self._show_numbers()

    def show_events(self, happened: Iterable[events.GameEvent]) -> None:
        """Paint the changes of some events at once.

        While further keys wait, only the last change is painted.
        """
        seat, scene = self._seat, self.scene
        if seat is None or scene is None:
            return
        event = None
        for event in filter(self.shows, happened):
            if not isinstance(event, _BY_ITSELF):
                self._message = ""
                if isinstance(event, events.Refused):
                    ways = len(exits_that_lead_on(seat.player, seat.run.position))
                    self._message = event.reason.value.format(ways=ways)
            self._unpainted.update(event.cells)
            self._change_scene(event, seat, scene)
        if event is None:
            return
        waiting = self.screen.message_queue_size or self.app.message_queue_size
        if self._unpainted and not seat.session.finished and waiting:
            self.call_later(self._paint_changes)
        else:
            self._paint_changes()

    def shows(self, event: events.GameEvent) -> bool:
        """Return whether an event may change the picture."""
        return self._seat is not None and self._seat.concerns(event)

    def _change_scene(self, event: events.GameEvent, seat: Seat, scene: Scene) -> None:
        session, player = seat.session, seat.player
        here = player.run.position
        match event:
            case events.Stepped() | events.Arrived():
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
                rival = self._rivals[event.rival]
                for cell in event.left:
                    self._unpainted.update(self._trails.leave(event.rival, cell))
                rival.cell = session.rivals_seen[event.rival]
            case events.RivalArrived():
                self._unpainted.update(self._trails.clear(event.rival))
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
                self.show_heat(on=event.shown)
            case events.FogChanged():
                self._show_light(scene, player)
                self._redraw()
            case events.MarkChanged() | events.Refused():
                self._show_sign(here)
            case events.CountdownShown():
                self.show_banner(str(event.left or ""))
            case events.Resumed():
                self.show_banner("")

    def _announce(self, news: str, seconds: float) -> None:
        self._news, self._news_from, self._news_until = news, seconds, seconds + NEWS_SECONDS

    def _show_light(self, scene: Scene, player: Player) -> None:
        scene.light, scene.glow = player.light, None
        if scene.light is not None:
            self._known, scene.glow = scene.light > 0, np.zeros_like(scene.light)

    def _light_up(self, scene: Scene, cells: Sequence[Cell]) -> None:
        """Let the cells glow that come to light, for a moment and unless animations are off."""
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
        """Let the numbers above the maze end where the maze does, if they have room there.

        On the map, and when the maze is drawn smaller again, they stay where they are: to move them
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
        """Let the player move a cursor over the maze, or return to the player's cell."""
        if on == self.looking or self._seat is None:
            return
        self.looking, here = on, self._seat.run.position
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
        if self.scene is None or self._seat is None:
            return
        self.scene.labels.pop(cell, None)
        if cell == self.cursor or cell in self._seat.run.marks:
            self.scene.labels[cell] = CURSOR if cell == self.cursor else MARK

    def _paint_changes(self) -> None:
        if self._seat is None:
            return
        cells, self._unpainted = self._unpainted, set()
        if self.scene is not None and self._rivals:
            self.scene.trails = self._trails.marks
        moved, self._moved = self._moved, False
        with one_frame(self.app):
            if moved:
                self.follow(self._seat.run.position)
            if cells:
                self.repaint(cells)
            self._show_numbers()

    def _show_numbers(self) -> None:
        seat = self._seat
        now = 0.0 if seat is None else seat.session.seconds
        fresh = self._news_from <= now < self._news_until
        message = self._message or (self._news if fresh else "")
        for board in self._boards:
            board.show_seat(seat, message)
