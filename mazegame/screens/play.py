"""Play: walk from A to B.

The screen turns keys into moves of the rules and shows what they did. A level that is still to be
generated is made in a thread; a large one shows how far it is and can be given up.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

from textual import work
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import get_current_worker

from mazegame.drawing import Scene, best_fit
from mazegame.engine import Cancelled, Direction, Level, Recipe, draw_seed
from mazegame.game import run as rules
from mazegame.game.corridor import back_to_junction, onward
from mazegame.game.run import Arrived, Event, Run, Stepped
from mazegame.game.runner import Runner, outcome
from mazegame.widgets.hud import Hud, lines_beside_maze
from mazegame.widgets.key_line import KeyLine
from mazegame.widgets.maze_view import MazeView
from mazegame.widgets.zooms import overview_for, zooms_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from textual import events
    from textual.app import ComposeResult
    from textual.timer import Timer

    from mazegame.drawing import Drawing

GLIDE_SECONDS: Final = 1 / 40
"""How long each cell of a run takes: forty cells a second."""

HINT_SECONDS: Final = 4.0
"""How long a hint stays on the screen."""

LEAVE_STEPS: Final = 20
"""From so many steps on, leaving a run by a single key asks first."""

CLOCK_SECONDS: Final = 0.25
"""How often the time is shown anew."""

RACE_SECONDS: Final = 1 / 30
"""How often a runner is shown anew."""

SHOW_PROGRESS_AFTER: Final = 0.2
"""From so many seconds of generating on, the progress is shown."""

_MOVES: Final = (
    ("N", "up,w,k,8", "shift+up,W,K"),
    ("E", "right,d,l,6", "shift+right,D,L"),
    ("S", "down,s,j,2", "shift+down,S,J"),
    ("W", "left,a,h,4", "shift+left,A,H"),
)
_NAMES: Final = {"N": "up", "E": "right", "S": "down", "W": "left"}


class PlayScreen(Screen[None]):
    """One level after the other, until the player goes back to the menu.

    Args:
        first: The recipe of the first level, or a loaded level.
        pace: The pace of a runner to race, in cells a second; None for nobody.
        resume: A run of that level to go on with.
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
    ]

    class Made(Message):
        """The level is there."""

        def __init__(self, level: Level) -> None:
            super().__init__()
            self.level = level

    class Progressed(Message):
        """Generating got further."""

        def __init__(self, share: float) -> None:
            super().__init__()
            self.share = share

    class Failed(Message):
        """The level cannot be made."""

        def __init__(self, reason: str) -> None:
            super().__init__()
            self.reason = reason

    class Began(Message):
        """A run begins, or is gone on with."""

        def __init__(self, run: Run, pace: float | None, *, resumed: bool) -> None:
            super().__init__()
            self.run = run
            self.pace = pace
            self.resumed = resumed

    class Finished(Message):
        """The player is at B."""

        def __init__(self, run: Run, *, won: bool | None) -> None:
            super().__init__()
            self.run = run
            self.won = won

    class Left(Message):
        """The game goes back to the menu."""

    def __init__(
        self,
        first: Recipe | Level,
        *,
        pace: float | None = None,
        resume: Run | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self._first = first
        self._pace = pace
        self._resume = resume
        self._clock = clock
        self._pending: Recipe | None = None
        self._run: Run | None = None
        self._runner: Runner | None = None
        self._zoom = 0
        self._zoom_chosen = False
        self._map = False
        self._failure = ""
        self._glide: Iterator[Event] | None = None
        self._glide_action = ""
        self._glide_timer: Timer | None = None
        self._hint_timer: Timer | None = None

    @property
    def run(self) -> Run | None:
        """The run being played, None while its level is being made."""
        return self._run

    # Getting a level

    def compose(self) -> ComposeResult:
        """Numbers above, keys below, the maze between them."""
        yield Hud()
        yield MazeView()
        yield Static(id="making")
        yield KeyLine()

    def on_mount(self) -> None:
        """Begin with the first level."""
        self.set_interval(CLOCK_SECONDS if self._pace is None else RACE_SECONDS, self._tick)
        if isinstance(self._first, Level):
            self._begin(self._first)
        else:
            self._make(self._first)

    def _make(self, recipe: Recipe) -> None:
        self._pending = recipe
        self._run = None
        self.query_one(Hud).show(None)
        self.query_one("#making", Static).update("")
        self.add_class("-making")
        self.refresh_bindings()
        self._make_level(recipe)

    @work(thread=True, exclusive=True, group="make")
    def _make_level(self, recipe: Recipe) -> None:
        worker = get_current_worker()
        began = time.monotonic()

        def progress(share: float) -> bool:
            if time.monotonic() - began > SHOW_PROGRESS_AFTER:
                self.post_message(self.Progressed(share))
            return not worker.is_cancelled

        try:
            level = Level.of(recipe, progress=progress)
        except Cancelled:
            return
        except (ValueError, MemoryError) as error:
            self.post_message(self.Failed(str(error) or "there is not enough memory for this maze"))
            return
        if not worker.is_cancelled:
            self.post_message(self.Made(level))

    def on_play_screen_made(self, message: Made) -> None:
        """Play the level that was made."""
        if message.level.recipe == self._pending:
            self._begin(message.level)

    def on_play_screen_progressed(self, message: Progressed) -> None:
        """Show how far generating is."""
        if self._run is None and self._pending is not None:
            done = round(message.share * 30)
            bar = "━" * done + "─" * (30 - done)
            what = f"carving {self._pending.cols}x{self._pending.rows}"
            if message.share >= 1:
                what = "measuring distances"
            self.query_one("#making", Static).update(
                f"{what}\n\n{bar} {message.share:4.0%}\n\nesc gives up"
            )

    def on_play_screen_failed(self, message: Failed) -> None:
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
        self._pending = None
        self._end_glide()
        resumed, self._resume = self._resume, None
        self._run = resumed or Run(level, self._clock)
        self.post_message(self.Began(self._run, self._pace, resumed=resumed is not None))
        self._runner = None if self._pace is None else Runner(level, self._pace)
        self.remove_class("-making")
        self._zoom_to_fit()
        self._show_run()
        if self._run.finished:
            self._finish()

    def _zoom_to_fit(self) -> None:
        """Take the roomiest drawing in which the maze fits, unless the player chose one."""
        if self._run is None or self._zoom_chosen:
            return
        maze, size = self._run.level.maze, self.app.size
        zooms = zooms_for(self.app)
        height = size.height - lines_beside_maze(race=self._pace is not None)
        fit = best_fit(zooms, maze.cols, maze.rows, size.width, height)
        self._zoom = 0 if fit is None else zooms.index(fit)

    def _drawing(self) -> Drawing:
        """How the maze is drawn now."""
        if self._map and self._run is not None:
            maze = self._run.level.maze
            return overview_for(maze.cols, maze.rows, *self.query_one(MazeView).size)
        return zooms_for(self.app)[self._zoom]

    def _show_run(self) -> None:
        run = self._run
        if run is None:
            return
        scene = Scene(run.level, player=run.position)
        scene.show_tracks(run.tracks)
        if self._runner is not None:
            scene.runner = run.level.start
        self.query_one(MazeView).show(scene, self._drawing(), run.position)
        self.query_one(Hud).show(run, self._runner)
        self.refresh_bindings()

    # Walking

    def action_move(self, name: str) -> None:
        """Go one cell."""
        self._end_glide()
        if self._run is not None:
            self._show(rules.step(self._run, Direction[name]))

    def action_glide(self, name: str) -> None:
        """Run down a corridor; the same key again while running changes nothing."""
        action = f"glide('{name}')"
        if self._glide is not None and self._glide_action == action:
            return
        self._end_glide()
        if self._run is not None:
            self._start_glide(self._corridor(self._run, Direction[name]), action)

    def action_undo(self) -> None:
        """Walk back to the last junction; the same key again while walking changes nothing."""
        if self._glide is not None and self._glide_action == "undo":
            return
        self._end_glide()
        if self._run is not None:
            self._start_glide(self._way_back(self._run), "undo")

    def action_step_back(self) -> None:
        """Walk one cell back along the route."""
        self._end_glide()
        if self._run is not None:
            self._show(rules.undo(self._run))

    @staticmethod
    def _corridor(run: Run, direction: Direction) -> Iterator[Event]:
        heading: Direction | None = direction
        while heading is not None:
            here = run.position
            event = rules.step(run, heading)
            yield event
            if not isinstance(event, Stepped):
                return
            heading = onward(run.level, here, run.position)

    @staticmethod
    def _way_back(run: Run) -> Iterator[Event]:
        for _ in back_to_junction(run.level, run.route):
            yield rules.undo(run)

    def _start_glide(self, glide: Iterator[Event], action: str) -> None:
        """Take the first step of a run now, the others one by one."""
        self._glide, self._glide_action = glide, action
        self._advance_glide()
        if self._glide is not None:
            self._glide_timer = self.set_interval(GLIDE_SECONDS, self._advance_glide)

    def _advance_glide(self) -> None:
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

    def _show(self, event: Event) -> None:
        """Show what a move did, at once and nothing else."""
        run, view = self._run, self.query_one(MazeView)
        if run is None or view.scene is None or not event.cells:
            return
        view.scene.player = run.position
        cells = list(event.cells)
        if run.position in view.scene.hint:
            del view.scene.hint[run.position]
        view.follow(run.position)
        view.repaint(cells)
        self.query_one(Hud).show(run, self._runner)
        if isinstance(event, Arrived):
            self._finish()

    def _tick(self) -> None:
        """Show the time, and where the runner is by now."""
        run, view = self._run, self.query_one(MazeView)
        if run is None or not run.stopwatch.running:
            return
        self.query_one(Hud).refresh()
        if self._runner is not None and view.scene is not None:
            before, now = view.scene.runner, self._runner.cell(run.stopwatch.seconds)
            if before is not None and before != now:
                view.scene.runner = now
                view.repaint((before, now))

    def on_screen_suspend(self) -> None:
        """Stop the clock while another screen is in front."""
        self._end_glide()
        if self._run is not None:
            self._run.stopwatch.pause()

    def on_screen_resume(self) -> None:
        """Go on with the clock, if the run has begun."""
        if self._failure:
            self._leave()
        elif self._run is not None and self._run.steps and not self._run.finished:
            self._run.stopwatch.go()

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
        view.repaint(view.scene.show_hint(run.position, way))
        self.query_one(Hud).show(run, self._runner)
        if self._hint_timer is not None:
            self._hint_timer.stop()
        self._hint_timer = self.set_timer(HINT_SECONDS, self._hide_hint)

    def _hide_hint(self) -> None:
        view = self.query_one(MazeView)
        if view.scene is not None:
            view.repaint(view.scene.show_hint((0, 0), ()))

    def action_show_path(self) -> None:
        """Show the whole way to B, after asking: the run is not ranked then."""
        self._end_glide()
        if self._run is None:
            return
        if self._run.assisted:
            self._path_agreed(agreed=True)
            return
        from mazegame.screens.confirm import ConfirmScreen

        self.app.push_screen(
            ConfirmScreen(
                "Show the whole shortest path?",
                "The run can still be finished, but it will not be ranked.",
            ),
            lambda agreed: self._path_agreed(agreed=bool(agreed)),
        )

    def _path_agreed(self, *, agreed: bool) -> None:
        run, view = self._run, self.query_one(MazeView)
        if agreed and run is not None and view.scene is not None:
            view.scene.show_hint(run.position, ())
            view.scene.show_path(rules.show_path(run))
            view.refresh()
            self.query_one(Hud).show(run, self._runner)

    # Other levels, other screens

    def action_restart(self) -> None:
        """Walk the same level again, from A."""
        self._end_glide()
        self._leave_run("Begin this maze again?", self._restart)

    def _restart(self) -> None:
        if self._run is not None:
            self._begin(self._run.level)

    def action_next(self) -> None:
        """Make the next level: the same texture, another seed."""
        self._end_glide()
        self._leave_run("Go on to the next maze?", self._next)

    def _next(self) -> None:
        if self._run is not None and self._run.level.recipe is not None:
            self._make(replace(self._run.level.recipe, seed=draw_seed()))

    def _leave_run(self, question: str, go: Callable[[], None]) -> None:
        """Leave the run as it stands; ask first if much would be lost by a slip of a finger."""
        run = self._run
        if run is None or run.finished or run.steps < LEAVE_STEPS:
            go()
            return
        from mazegame.screens.confirm import ConfirmScreen

        self.app.push_screen(
            ConfirmScreen(question, f"The {run.steps:,} steps of this run are lost then."),
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
        self._map = not self._map
        self._redraw()

    def _redraw(self) -> None:
        view = self.query_one(MazeView)
        if view.scene is not None:
            view.show(view.scene, self._drawing(), view.scene.player)

    def action_copy(self) -> None:
        """Copy the game ID."""
        if self._run is not None and self._run.level.recipe is not None:
            game_id = str(self._run.level.recipe)
            self.app.copy_to_clipboard(game_id)
            self.notify(f"copied {game_id}", timeout=3, markup=False)

    def action_pause(self) -> None:
        """Open the menu."""
        from mazegame.screens.pause import PauseScreen

        if self._run is not None:
            self.app.push_screen(PauseScreen(self._run.level, self), self._paused)

    def action_give_up(self) -> None:
        """Go back to the menu instead of waiting for a level."""
        self.workers.cancel_group(self, "make")
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
        from mazegame.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(self))

    def _finish(self) -> None:
        from mazegame.screens.result import ResultScreen

        if self._run is not None:
            won = None if self._runner is None else outcome(self._run, self._runner).won
            self.post_message(self.Finished(self._run, won=won))
            self.app.push_screen(ResultScreen(self._run, self._runner), self._after_result)

    def _after_result(self, chosen: str | None) -> None:
        match chosen:
            case "next":
                self._next()
            case "again":
                self._restart()
            case _:
                self.dismiss()

    def on_unmount(self) -> None:
        """Tell that this is over."""
        self.app.post_message(self.Left())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Say which keys do something now."""
        del parameters
        if action in {"next", "copy"} and self._run is not None:
            return self._run.level.recipe is not None
        if self._run is None:
            return action in {"give_up", "help"}
        return action != "give_up"
