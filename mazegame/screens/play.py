"""Play: walk from A to B.

The screen turns keys into moves of the rules and shows what they did. A level that is still to be
generated is made in a thread; a large one shows how far it is and can be given up.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.message import Message

from mazegame.drawing import Ink, Minimap, Scene, Walker, best_fit
from mazegame.engine import Direction, Level
from mazegame.engine.layers import VISITED
from mazegame.game import run as rules
from mazegame.game.corridor import known_way, run_on, walk_back
from mazegame.game.events import Arrived, Event
from mazegame.game.ghost import GhostWalk
from mazegame.game.run import Run
from mazegame.game.runner import outcome
from mazegame.game.sight import Fog, sight
from mazegame.screens import routes
from mazegame.screens.base import GameScreen
from mazegame.widgets.canvas import one_frame
from mazegame.widgets.countdown import Countdown
from mazegame.widgets.hud import Hud, lines_beside_maze
from mazegame.widgets.key_line import KeyLine
from mazegame.widgets.making import Making
from mazegame.widgets.maze_view import MazeView
from mazegame.widgets.preferences import DRAWINGS, preferences_of
from mazegame.widgets.zooms import has_unicode, overview_for, zooms_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from textual import events
    from textual.app import ComposeResult
    from textual.timer import Timer

    from mazegame.drawing import Drawing
    from mazegame.engine import Cell, Recipe
    from mazegame.game.match import Match
    from mazegame.game.runner import Rival

FRAME_SECONDS: Final = 1 / 60
"""A run is shown at most so often; a faster one goes several cells at once."""

HURRY: Final = 4
"""At most so many cells a run catches up at once, when the machine was busy elsewhere."""

LONGEST_JUMP: Final = 4096
"""Where nothing moves that need not, a run goes at most so many cells at once."""

HINT_SECONDS: Final = 4.0
"""How long a hint stays on the screen."""

LEAVE_STEPS: Final = 20
"""From so many steps on, leaving a run by a single key asks first."""

CLOCK_SECONDS: Final = 0.25
"""How often the time is shown anew."""

RACE_SECONDS: Final = 1 / 30
"""How often a runner is shown anew."""

_MOVES: Final = (
    ("N", "up,w,k,8", "shift+up,W,K"),
    ("E", "right,d,l,6", "shift+right,D,L"),
    ("S", "down,s,j,2", "shift+down,S,J"),
    ("W", "left,a,h,4", "shift+left,A,H"),
)
_NAMES: Final = {"N": "up", "E": "right", "S": "down", "W": "left"}


class PlayScreen(GameScreen[None]):
    """One level after the other, until the player goes back to the menu.

    Args:
        match: The first match.
        resume: A run of its level to go on with.
        clock: Gives the time in seconds, never backwards.
    """

    CSS_PATH = "play.tcss"
    AUTO_FOCUS = ""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(
                keys, f"move('{name}')", f"walk {_NAMES[name]}", show=False, id=f"play.move-{name}"
            )
            for name, keys, _ in _MOVES
        ),
        *(
            Binding(
                keys, f"glide('{name}')", f"run {_NAMES[name]}", show=False, id=f"play.run-{name}"
            )
            for name, _, keys in _MOVES
        ),
        Binding("i", "hint", "hint", id="play.hint"),
        Binding("u", "undo", "back", id="play.undo", tooltip="walk back to the last junction"),
        Binding("backspace", "step_back", "walk back one cell", show=False, id="play.back"),
        Binding("escape", "give_up", "give up", id="play.give-up", key_display="esc"),
        Binding("escape,p", "pause", "pause", id="play.pause", key_display="esc"),
        Binding("question_mark", "help", "help", id="play.help", key_display="?"),
        Binding("r", "restart", "again", id="play.restart", tooltip="the same maze again"),
        Binding("n", "next", "next", id="play.next", tooltip="the next maze"),
        Binding("o", "show_path", "path", id="play.path", tooltip="show the whole shortest path"),
        Binding("tab", "overview", "map", id="play.map", tooltip="map of the whole maze"),
        Binding("plus,equals_sign", "zoom(-1)", "zoom in", show=False, id="play.zoom-in"),
        Binding(
            "minus", "zoom(1)", "zoom", id="play.zoom-out", key_display="+/-", tooltip="zoom out"
        ),
        Binding("c", "copy", "copy the game ID", show=False, id="play.copy"),
        Binding("v", "look", "look around", show=False, id="play.look"),
        Binding(
            "t", "heat", "heat", show=False, id="play.heat", tooltip="show how far each cell is"
        ),
        Binding("m", "minimap", "small map on or off", show=False, id="play.minimap"),
    ]

    @dataclass
    class RunStarted(Message):
        """A run begins, or goes on after it was resumed."""

        run: Run
        match: Match
        resumed: bool

    @dataclass
    class RunFinished(Message):
        """The player is at B."""

        run: Run
        won: bool | None
        """Whether the player was faster than the rival; None without one."""

    class PreferencesChanged(Message):
        """The preferences were changed on this screen."""

    class MenuRequested(Message):
        """The game goes back to the menu."""

    def __init__(
        self,
        match: Match,
        *,
        resume: Run | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self._match = match
        self._rules = match.rules
        self._resume = resume
        self._clock = clock
        self._run: Run | None = None
        self._rival: Rival | None = None
        self._player, self._runner = Walker(None), Walker(None, Ink.RUNNER)
        self._fog: Fog | None = None
        self._clock_ran = False
        self._unpainted: set[Cell] = set()
        self._looking = False
        self._zoom = 0
        self._zoom_chosen = False
        self._map = False
        self._failure = ""
        self._glide: Iterator[Event] | None = None
        self._glide_action = ""
        self._glide_timer: Timer | None = None
        self._glide_began = 0.0
        self._glide_cells = 0
        self._jumping = False
        self._hint_timer: Timer | None = None
        self._ticker: Timer | None = None

    @property
    def run(self) -> Run | None:
        """The run being played, None while its level is being made."""
        return self._run

    # Getting a level

    def compose(self) -> ComposeResult:
        """Numbers above, keys below, the maze between them."""
        yield Hud()
        yield MazeView()
        yield Making()
        yield KeyLine()

    def on_mount(self) -> None:
        """Begin with the first level."""
        self._countdown = Countdown(self.query_one(MazeView), self._go)
        self.watch(self.app, "app_focus", self._focus_changed, init=False)
        self._open_match(self._match)

    def _open_match(self, match: Match) -> None:
        """Play a match, once its level is made."""
        self._match = match
        if isinstance(match.source, Level):
            self._begin(match.source)
        else:
            self._make(match.source)

    def _make(self, recipe: Recipe) -> None:
        self._run = None
        self.query_one(Hud).show(None)
        self.add_class("-making")
        self.refresh_bindings()
        self.query_one(Making).make(recipe)

    def on_making_made(self, message: Making.Made) -> None:
        """Play the level that was made."""
        self._begin(message.level)

    def on_making_failed(self, message: Making.Failed) -> None:
        """Go back to the menu and say why, once no other screen is in front."""
        self._failure = message.reason
        if self.app.screen is self:
            self._leave()

    def _leave(self) -> None:
        """Go back to the menu; say what failed, if anything did."""
        reason, self._failure = self._failure, ""
        if reason:
            self.notify(reason, severity="error", timeout=10, markup=False)
        self.dismiss()

    def _begin(self, level: Level) -> None:
        self._end_glide()
        resumed, self._resume = self._resume, None
        self._run = resumed or Run(level, self._clock)
        self._rival = self._rival_on(level)
        self._tick_often(RACE_SECONDS if self._rival is not None else CLOCK_SECONDS)
        match = replace(self._match, rules=self._rules)
        self.post_message(self.RunStarted(self._run, match, resumed is not None))
        self._fog = Fog.during(self._run) if self._rules.fog else None
        self._looking = False
        self.remove_class("-making")
        self._zoom_to_fit()
        self._show_run()
        if self._run.finished:
            self._finish()
        elif self._rival is not None and self._rules.countdown and not self._run.steps:
            self._countdown.begin()

    def _rival_on(self, level: Level) -> Rival | None:
        """Whom this level is a race with."""
        return self._match.rivals[0].on(level) if self._match.rivals else None

    def _go(self) -> None:
        """Both may go: the race was counted in."""
        if self._run is not None:
            self._run.stopwatch.go()

    def _zoom_to_fit(self) -> None:
        """Take the roomiest drawing in which the maze fits, unless the player chose one."""
        if self._run is None or self._zoom_chosen:
            return
        maze, size = self._run.level.maze, self.app.size
        zooms = zooms_for(self.app)
        height = size.height - lines_beside_maze(race=self._rival is not None)
        wanted = preferences_of(self.app).drawing
        if wanted in DRAWINGS[1:4]:
            self._zoom = min(DRAWINGS.index(wanted) - 1, len(zooms) - 1)
            return
        fit = best_fit(zooms, maze.cols, maze.rows, size.width, height)
        self._zoom = 0 if fit is None else zooms.index(fit)

    def _drawing(self) -> Drawing:
        """How the maze is drawn now."""
        if self._map and self._run is not None:
            maze = self._run.level.maze
            return overview_for(maze.cols, maze.rows, *self.query_one(MazeView).size)
        zooms = zooms_for(self.app)
        return zooms[min(self._zoom, len(zooms) - 1)]

    def _show_run(self) -> None:
        run = self._run
        if run is None:
            return
        self._runner = Walker(None, Ink.RUNNER)
        self._player = Walker(run.position)
        scene = Scene.of(run.level, self._runner, self._player)
        scene.show_tracks(run.tracks)
        if self._rival is not None:
            self._runner.cell = self._rival.cell(run.stopwatch.seconds)
        if self._fog is not None:
            scene.light = self._fog.light
            self._fog.look(run.position)
        self._map = preferences_of(self.app).drawing == "overview"
        self._countdown.stop()
        view = self.query_one(MazeView)
        view.show_minimap(None)
        view.show(scene, self._drawing(), run.position)
        self._show_note()
        self._show_minimap()
        self._show_numbers()
        self.refresh_bindings()

    def _show_minimap(self) -> None:
        """Show the small map, if it is wanted, in a size that fits the window."""
        if not self.query(MazeView):
            return  # left before it was painted
        view = self.query_one(MazeView)
        minimap = None
        if preferences_of(self.app).minimap and not self._map and view.scene is not None:
            width, height = view.size
            minimap = Minimap(
                view.scene,
                max(min(width // 4, 28), 4),
                max(min(height // 3, 10), 4),
                braille=has_unicode(),
            )
        view.show_minimap(minimap)

    def on_maze_view_resized(self) -> None:
        """Give the small map the size that fits now."""
        self._show_minimap()

    def _show_note(self) -> None:
        """Say below the maze what is not as usual."""
        view, note = self.query_one(MazeView), ""
        if self._looking:
            note = "looking around: arrows move, esc or v back"
        elif view.scene is not None and view.scene.heat:
            bands = zooms_for(self.app)[0].glyphs.bands
            near, far = chr(int(bands[0])), chr(int(bands[-1]))
            note = f"how far from B: {near} near, {far} far; t hides it"
        view.show_note(note)

    def _show_numbers(self) -> None:
        self.query_one(Hud).show(self._run, self._rival, compass=self._rules.compass)

    # Walking

    @property
    def _ready(self) -> Run | None:
        """The run, if it may be walked on now: not while a race is counted in."""
        return None if self._countdown.on else self._run

    def action_move(self, name: str) -> None:
        """Go one cell; or move the window, while one looks around."""
        self._end_glide()
        direction = Direction[name]
        if self._looking:
            down, across = direction.step((0, 0))
            self.query_one(MazeView).pan(across, down)
        elif self._ready is not None:
            self._show(rules.step(self._ready, direction))

    def action_look(self) -> None:
        """Look around: the keys for walking move the window; again, or the next step, ends it."""
        self._end_glide()
        self._looking = not self._looking
        self._show_note()
        view = self.query_one(MazeView)
        if not self._looking and self._run is not None:
            view.show(view.scene, view.drawing, self._run.position)

    def on_mouse_scroll_down(self) -> None:
        """Look further down; the next step comes back."""
        self.query_one(MazeView).pan(0, 1)

    def on_mouse_scroll_up(self) -> None:
        """Look further up; the next step comes back."""
        self.query_one(MazeView).pan(0, -1)

    def on_maze_view_clicked(self, message: MazeView.Clicked) -> None:
        """Walk to a cell through cells that one knows: where one was, and what is in sight."""
        self._end_glide()
        run = self._ready
        if run is None or run.finished:
            return
        in_sight = sight(run.level.maze, run.position)
        tracks = self.query_one(MazeView).scene
        if tracks is None or tracks.tracks is None:
            return
        walked, fog = tracks.tracks, self._fog

        def known(cell: Cell) -> bool:
            if fog is not None:
                return bool(fog.light[cell])
            return bool(walked[cell] & VISITED) or cell in in_sight

        way = known_way(run.level, run.position, message.cell, known)
        if way:
            self._start_glide((rules.step(run, direction) for direction in way), "click")

    def action_glide(self, name: str) -> None:
        """Run down a corridor; the same key again while running changes nothing."""
        action = f"glide('{name}')"
        if self._glide is not None and self._glide_action == action:
            return
        self._end_glide()
        self._end_look()
        if self._ready is not None:
            self._start_glide(run_on(self._ready, Direction[name]), action)

    def action_undo(self) -> None:
        """Walk back to the last junction; the same key again while walking changes nothing."""
        if self._glide is not None and self._glide_action == "undo":
            return
        self._end_glide()
        self._end_look()
        if self._ready is not None:
            self._start_glide(walk_back(self._ready), "undo")

    def action_step_back(self) -> None:
        """Walk one cell back along the route."""
        self._end_glide()
        self._end_look()
        if self._ready is not None:
            self._show(rules.undo(self._ready))

    def _start_glide(self, glide: Iterator[Event], action: str) -> None:
        """Take the first step of a run now, the others as time goes by."""
        self._glide, self._glide_action = glide, action
        self._glide_began, self._glide_cells = time.monotonic(), 1
        if not preferences_of(self.app).animations:
            self._jump()
            return
        self._glide_on()
        if self._glide is not None:
            speed = preferences_of(self.app).run_speed
            self._glide_timer = self.set_interval(
                max(1 / speed, FRAME_SECONDS), self._advance_glide
            )

    def _jump(self) -> None:
        """Take all steps of a run at once and show where it ends."""
        self._jumping = True
        try:
            for _ in range(LONGEST_JUMP):
                if self._glide is None:
                    break
                self._glide_on()
        finally:
            self._jumping = False
        self._end_glide()
        self._paint()

    def _advance_glide(self) -> None:
        """Take the steps that are due at the speed of a run."""
        passed = time.monotonic() - self._glide_began
        due = int(passed * preferences_of(self.app).run_speed) + 1
        steps = min(due - self._glide_cells, HURRY)
        self._glide_cells = due
        for _ in range(steps):
            self._glide_on()

    def _glide_on(self) -> None:
        if self._glide is None:
            return
        event = next(self._glide, None)
        if event is None or not event.cells:
            self._end_glide()
        else:
            self._show(event)

    def _end_glide(self) -> None:
        self._glide = None
        if self._glide_timer is not None:
            self._glide_timer.stop()
            self._glide_timer = None

    def on_key(self, event: events.Key) -> None:
        """Any key ends a run, except the very one that began it: holding it changes nothing."""
        if self._glide is None:
            return
        active = self.active_bindings
        actions = {active[key].binding.action for key in event.aliases if key in active}
        if self._glide_action not in actions:
            self._end_glide()

    def _end_look(self) -> None:
        if self._looking:
            self.action_look()

    def _show(self, event: Event) -> None:
        """Show what a move did, at once and nothing else.

        While more keys wait than were painted, only the last of them is.
        """
        run, view = self._run, self.query_one(MazeView)
        if run is None or view.scene is None or not event.cells:
            return
        self._player.cell = run.position
        view.scene.hint.pop(run.position, None)
        self._unpainted.update(event.cells)
        if self._fog is not None:
            self._unpainted.update(self._fog.look(run.position))
        if isinstance(event, Arrived):
            self._paint()
            self._finish()
        elif self._jumping:
            pass
        elif self._keys_wait():
            self.call_later(self._paint)
        else:
            self._paint()

    def _keys_wait(self) -> bool:
        """Whether there are keys that came in already and were not yet looked at."""
        return self._message_queue.qsize() > 0 or self.app._message_queue.qsize() > 0

    def _paint(self) -> None:
        """Paint what the moves since the last time have changed."""
        if self._run is None or not self._unpainted:
            return
        cells, self._unpainted = self._unpainted, set()
        view = self.query_one(MazeView)
        with one_frame(self.app):
            view.follow(self._run.position)
            view.repaint(cells)
            self._show_numbers()

    def _tick_often(self, seconds: float) -> None:
        """Show the time anew so often; with a rival, where that is."""
        if self._ticker is not None:
            self._ticker.stop()
        self._ticker = self.set_interval(seconds, self._tick)

    def _tick(self) -> None:
        """Show the time, and where the runner is by now."""
        run, view = self._run, self.query_one(MazeView)
        if run is None or not run.stopwatch.running:
            return
        with one_frame(self.app):
            self._show_numbers()
            if self._rival is not None and view.scene is not None:
                before, now = self._runner.cell, self._rival.cell(run.stopwatch.seconds)
                if before is not None and before != now:
                    self._runner.cell = now
                    view.repaint((before, now))

    def _rest(self) -> None:
        """Stop the clock, and whatever moves."""
        self._end_glide()
        run = self._run
        if run is not None and run.stopwatch.running:
            self._clock_ran = True
            run.stopwatch.pause()
        if self._countdown.on:
            self._countdown.rest()

    def _go_on(self) -> None:
        """Go on with the clock, if it ran; count a race in anew, if that was broken off."""
        run = self._run
        if run is None or run.finished:
            return
        if self._countdown.on:
            self._countdown.begin()
        elif self._clock_ran or run.steps:
            run.stopwatch.go()
        self._clock_ran = False

    def on_screen_suspend(self) -> None:
        """Stop the clock while another screen is in front."""
        self._rest()

    def on_screen_resume(self) -> None:
        """Go on with the clock, if the run has begun."""
        if self._failure:
            self._leave()
        else:
            self._go_on()

    def _focus_changed(self, focused: bool) -> None:
        """Stop the clock while the terminal has not got the focus, where it tells that."""
        if self.app.screen is not self or self._run is None:
            return
        if focused:
            self.query_one(MazeView).show_banner("")
            self._go_on()
        elif self._run.stopwatch.running or self._countdown.on:
            self._rest()
            self.query_one(MazeView).show_banner("paused")

    def on_resize(self) -> None:
        """Zoom so that the whole maze stays in sight, where it can."""
        run, view = self._run, self.query_one(MazeView)
        if run is not None and view.scene is not None:
            self._zoom_to_fit()
            view.show(view.scene, self._drawing(), run.position)

    # Help on the way

    def action_hint(self) -> None:
        """Show the way to just beyond the next junction for a few seconds."""
        self._end_glide()
        run, view = self._run, self.query_one(MazeView)
        if run is None or view.scene is None:
            return
        way = rules.hint(run)
        told = [] if self._fog is None else self._fog.reveal(way)
        view.repaint([*told, *view.scene.show_hint(run.position, way)])
        self._show_numbers()
        if self._hint_timer is not None:
            self._hint_timer.stop()
        self._hint_timer = self.set_timer(HINT_SECONDS, self._hide_hint)

    def _hide_hint(self) -> None:
        view = self.query_one(MazeView)
        if view.scene is not None:
            view.repaint(view.scene.show_hint((0, 0), ()))

    def action_show_path(self) -> None:
        """Show the whole way to B, after asking: the run is not ranked then."""
        self._assist("Show the whole shortest path?", self._path_agreed)

    def action_heat(self) -> None:
        """Show how far every cell is from B, after asking as for the path; or hide it again."""
        scene = self.query_one(MazeView).scene
        if scene is not None and scene.heat:
            self._heat(shown=False)
        else:
            self._assist("Show how far every cell is from B?", self._heat_agreed)

    def _assist(self, question: str, agreed: Callable[[], None]) -> None:
        """Ask before something that makes a run unranked, unless it is so already."""
        self._end_glide()
        if self._run is None:
            return
        if self._run.assisted:
            agreed()
            return
        self.open(
            routes.Confirm(question, "The run can still be finished, but it will not be ranked."),
            lambda yes: agreed() if yes else None,
        )

    def _path_agreed(self) -> None:
        run, view = self._run, self.query_one(MazeView)
        if run is not None and view.scene is not None:
            view.scene.show_hint(run.position, ())
            path = rules.show_path(run)
            if self._fog is not None:
                self._fog.reveal((int(row), int(col)) for row, col in path)
            view.scene.show_path(path)
            view.repaint_all()
            self._show_numbers()

    def _heat_agreed(self) -> None:
        if self._run is not None and not self._run.finished:
            self._run.assisted = True
            self._heat(shown=True)

    def _heat(self, *, shown: bool) -> None:
        view = self.query_one(MazeView)
        if view.scene is not None:
            view.scene.heat = shown
            view.repaint_all()
            self._show_note()
            self._show_numbers()

    # Other levels, other screens

    def action_restart(self) -> None:
        """Walk the same level again, from A."""
        self._end_glide()
        self._leave_run("Begin this maze again?", self._restart)

    def _restart(self) -> None:
        if self._run is not None:
            self._begin(self._run.level)

    def action_minimap(self) -> None:
        """Show the small map in the corner, or hide it."""
        preferences = preferences_of(self.app)
        preferences.minimap = not preferences.minimap
        self._show_minimap()
        self.post_message(self.PreferencesChanged())

    def action_next(self) -> None:
        """Make the next level: the same texture, another seed."""
        self._end_glide()
        self._leave_run("Go on to the next maze?", self._next)

    def _next(self) -> None:
        run = self._run
        match = self._match.series.next(self._match, run if run and run.finished else None)
        if match is not None:
            self._open_match(match)

    def _leave_run(self, question: str, go: Callable[[], None]) -> None:
        """Leave the run as it stands; ask first if much would be lost by a slip of a finger."""
        run = self._run
        if run is None or run.finished or run.steps < LEAVE_STEPS:
            go()
            return
        self.open(
            routes.Confirm(question, f"The {run.steps:,} steps of this run are lost then."),
            lambda agreed: go() if agreed else None,
        )

    def action_zoom(self, by: int) -> None:
        """Draw the maze larger or smaller."""
        self._zoom = min(max(self._zoom + by, 0), len(zooms_for(self.app)) - 1)
        self._zoom_chosen = True
        self._map = False
        self._redraw()

    def action_overview(self) -> None:
        """Show the map of the whole maze, or the maze again."""
        self._end_look()
        self._map = not self._map
        self._redraw()

    def _redraw(self) -> None:
        view = self.query_one(MazeView)
        if view.scene is not None:
            view.show(view.scene, self._drawing(), self._player.cell)
            self._show_minimap()

    def action_copy(self) -> None:
        """Copy the game ID."""
        if self._run is not None and self._run.level.recipe is not None:
            game_id = str(self._run.level.recipe)
            self.app.copy_to_clipboard(game_id)
            self.notify(f"copied {game_id}", timeout=3, markup=False)

    def action_pause(self) -> None:
        """Open the menu; or come back from looking around."""
        if self._looking:
            self._end_look()
            return
        from mazegame.screens.live_settings import live_settings

        if self._run is not None:
            settings = live_settings(self, self._run, self._rules)
            self.open(routes.Pause(self._run.level, self, settings), self._paused)

    def adjust(self, *, compass: bool | None = None, fog: bool | None = None) -> None:
        """Change the rules of this game; None leaves one as it is."""
        if compass is not None:
            self._rules = replace(self._rules, compass=compass)
            self._show_numbers()
        if fog is not None:
            self._rules = replace(self._rules, fog=fog)
            self._cloud()

    def preferences_changed(self) -> None:
        """Draw the maze as it is preferred now."""
        self._zoom_chosen = False
        self._map = preferences_of(self.app).drawing == "overview"
        self._zoom_to_fit()
        self._redraw()

    def _cloud(self) -> None:
        """Let fog come up or go away; what was in sight on the way has been seen."""
        run, view = self._run, self.query_one(MazeView)
        if run is None or view.scene is None:
            return
        self._fog = Fog.during(run) if self._rules.fog else None
        view.scene.light = None if self._fog is None else self._fog.light
        view.repaint_all()
        self._show_minimap()

    def action_give_up(self) -> None:
        """Go back to the menu instead of waiting for a level."""
        self.query_one(Making).give_up()
        self.dismiss()

    def _paused(self, chosen: str | None) -> None:
        match chosen:
            case "restart":
                self._restart()
            case "next":
                self._next()
            case "menu":
                self.dismiss()
            case _:
                pass

    def action_help(self) -> None:
        """Show the keys and the rules."""
        self.open(routes.Help(self))

    def _finish(self) -> None:
        if self._run is not None:
            won = None if self._rival is None else outcome(self._run, self._rival).won
            self.post_message(self.RunFinished(self._run, won))
            self.router.open(routes.Result(self._run, self._rival), self._after_result)

    def _after_result(self, chosen: str | None) -> None:
        match chosen:
            case "next":
                self._next()
            case "again":
                self._restart()
            case "ghost" if self._run is not None:
                self._match = replace(self._match, rivals=(GhostWalk.of(self._run),))
                self._restart()
            case _:
                self.dismiss()

    def on_unmount(self) -> None:
        """Tell that this is over."""
        self.app.post_message(self.MenuRequested())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Say which keys do something now."""
        del parameters
        if action == "next" and self._run is not None:
            return self._match.series.has_next(self._match)
        if action == "copy" and self._run is not None:
            return self._run.level.recipe is not None
        if self._run is None:
            return action in {"give_up", "help"}
        return action != "give_up"
