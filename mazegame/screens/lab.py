"""Lab: watch how mazes are carved and searched, step by step, one or two side by side.

Here: the keys, the clock, and the choice of shows. Not here: a show's state at a step (``lab/``),
and drawing it (``widgets/booth.py``).

The module is longer than others since each of the lab's many keys has its binding and its action.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Final

from textual import work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Static
from textual.worker import get_current_worker

from mazegame.engine import (
    ALGORITHMS,
    PRESETS,
    CancelledError,
    NoCompilerError,
    Recipe,
    draw_seed,
)
from mazegame.engine.tracing import largest_traceable
from mazegame.game.series import free_play
from mazegame.lab import bench
from mazegame.lab.playhead import Heads
from mazegame.lab.subject import CarvingOf, SearchOf, Subject, methods, name_of, source_of
from mazegame.screens import routes
from mazegame.screens.base import GameScreen
from mazegame.widgets.booth import Booth
from mazegame.widgets.canvas import one_frame
from mazegame.widgets.key_line import KeyLine
from mazegame.widgets.look import look_of
from mazegame.widgets.maze_pane import PaneActions, map_key, zoom_keys
from mazegame.widgets.step_line import StepLine
from mazegame.widgets.zooms import enough_capacity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events
    from textual.app import ComposeResult

    from mazegame.lab.show import Show

FRAME_SECONDS: Final = 1 / 60
"""Seconds between two moves of the playhead."""

TELL_SECONDS: Final = 1 / 15
"""Seconds between two updates of the texts beside the maze while it plays."""

FOLLOWED_SPEED: Final = 30.0
"""Highest speed, in steps per second, at which the window follows the active cell."""

LEAST: Final = (12, 8)
"""Fewest columns and rows of a maze that the lab sizes itself, if a drawing has room for them."""

TALL: Final = 44
"""Fewest lines of a terminal in which shows side by side have their stories as well."""

NOT_CARVED: Final = "This maze was loaded, not carved: it can be searched only."
"""The message if the player asks for the carving of a loaded maze."""


class LabScreen(GameScreen[None], PaneActions):
    """Shows one carving or search, or two of them.

    Args:
        subjects: One or two subjects to watch; none for a maze that fits the terminal.
        recipe: The recipe of that maze, except for its size.
    """

    CSS_PATH = "lab.tcss"
    AUTO_FOCUS = ""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "play", "play", id="lab.toggle", key_display="space"),
        Binding("right", "step(1)", "step", id="lab.step", key_display="→", tooltip="one step on"),
        Binding("left", "step(-1)", "one step back", show=False, id="lab.step-back"),
        Binding(
            "shift+right,right_square_bracket", "step(10)", "ten steps on", show=False,
            id="lab.ten",
        ),
        Binding(
            "shift+left,left_square_bracket", "step(-10)", "ten steps back", show=False,
            id="lab.ten-back",
        ),
        Binding("pagedown", "skip(0.1)", "a tenth on", show=False, id="lab.skip"),
        Binding("pageup", "skip(-0.1)", "a tenth back", show=False, id="lab.skip-back"),
        Binding("comma,less_than_sign", "speed(-1)", "slower", show=False, id="lab.slower"),
        Binding(
            "full_stop,greater_than_sign", "speed(1)", "speed", id="lab.faster",
            key_display="< >", tooltip="faster",
        ),
        Binding("home,0", "seek(0)", "to the start", show=False, id="lab.home"),
        Binding("end", "seek(1)", "to the end", show=False, id="lab.end"),
        Binding("f", "search", "search", id="lab.search", tooltip="search it, or carve it"),
        Binding(
            "slash", "choose", "algorithm", id="lab.choose", key_display="/",
            tooltip="another algorithm or search",
        ),
        Binding("y", "compare", "compare", id="lab.compare", tooltip="two side by side, or one"),
        Binding("enter", "take", "play it", id="lab.take", key_display="⏎"),
        Binding("n", "next", "seed", id="lab.next", tooltip="the next seed"),
        Binding("5", "options", "options", id="lab.options", tooltip="weights, zones, loops"),
        Binding("1", "side(0)", "left", show=False, id="lab.left", tooltip="choose the left show"),
        Binding(
            "2", "side(1)", "side", id="lab.right", key_display="1 2",
            tooltip="choose the right show",
        ),
        Binding("Y", "lock", "lock", id="lab.lock", tooltip="same step, same share, own speed"),
        Binding("3", "swap", "swap", id="lab.swap", tooltip="let the two change sides"),
        Binding("asterisk", "gallery", "gallery", show=False, id="lab.gallery"),
        map_key("lab"),
        *zoom_keys("lab"),
        Binding("escape,q", "dismiss", "back", id="lab.back", key_display="esc"),
        Binding("question_mark", "help", "help", id="lab.help", key_display="?"),
    ]  # fmt: skip

    @dataclass
    class Loaded(Message):
        """A show was made."""

        side: int
        subject: Subject
        show: Show

    @dataclass
    class Failed(Message):
        """A show cannot be made."""

        subject: Subject
        reason: str

    @dataclass
    class Progressed(Message):
        """A share (0 to 1) of a recording is done."""

        share: float

    def __init__(self, subjects: Sequence[Subject] = (), recipe: Recipe | None = None) -> None:
        super().__init__()
        self._subjects: list[Subject] = list(subjects)
        self._recipe = recipe
        self._shows: list[Show | None] = []
        self._heads = Heads([0])
        self._shown_at = self._updated_at = time.monotonic()
        self._autoplay = True

    def compose(self) -> ComposeResult:
        """Yield the step line, the shows, and a line on the last step."""
        yield StepLine()
        yield Static(id="note", markup=False)
        with Horizontal(id="stage"):
            yield Booth(id="first")
            yield Booth(id="second")
        yield Static(id="telling", markup=False)
        yield KeyLine()

    @property
    def subjects(self) -> list[Subject]:
        """The watched subjects."""
        return list(self._subjects)

    @property
    def heads(self) -> Heads:
        """The booths of the shows."""
        return self._heads

    @property
    def shows(self) -> list[Show]:
        """The present shows."""
        return [show for show in self._shows if show is not None]

    def on_mount(self) -> None:
        """Start as soon as the size of the pane is known."""
        self._make_room()
        self.set_interval(FRAME_SECONDS, self._tick)
        self.when_painted(self._begin)

    def on_resize(self, event: events.Resize) -> None:
        """Lay out for the size of the terminal."""
        del event
        self._make_room()

    def _make_room(self) -> None:
        width, height = self.app.size
        self.set_class(len(self._subjects) > 1, "-two")
        self.set_class(width < 72 and len(self._subjects) < 2, "-small")
        booths = list(self.query(Booth))
        for booth, other in zip(booths, reversed(booths), strict=True):
            booth.set_class(len(self._subjects) > 1, "-beside")
            booth.set_class(height >= TALL, "-tall")
            booth.pane.draw_like(other.pane if len(self._subjects) > 1 else None)

    def _begin(self) -> None:
        if not self.query(Booth):
            return  # closed before it was painted
        if not self._subjects:
            self._subjects = [CarvingOf(self._fitting(self._recipe))]
        self._load()

    def _fitting(self, recipe: Recipe | None) -> Recipe:
        """Return a recipe in a size that fits the pane."""
        pane = self.query_one("#first", Booth).pane
        cols, rows = enough_capacity(self.app, *pane.size, LEAST)
        if recipe is None:
            return Recipe("recursive-backtracker", cols, rows, draw_seed())
        return replace(recipe, cols=cols, rows=rows)

    # Shows

    def _load(self, sides: Sequence[int] | None = None, *, play: bool = True) -> None:
        """Make the shows of some sides again; None for all."""
        self._autoplay = play
        self._make_room()
        self._shows = [*self._shows, None, None][: len(self._subjects)]
        for side in range(len(self._subjects)) if sides is None else sides:
            self._shows[side] = None
            self._make(side, self._subjects[side])
        self.refresh_bindings()

    @work(thread=True, group="shows")
    def _make(self, side: int, subject: Subject) -> None:
        worker = get_current_worker()

        def progress(share: float) -> bool:
            if not worker.is_cancelled and share < 1:
                self.post_message(self.Progressed(share))
            return not worker.is_cancelled

        try:
            show = subject.make(progress)
        except CancelledError:
            return
        except (ValueError, MemoryError, NoCompilerError) as error:
            reason = str(error) or "there is not enough memory for this"
            self.post_message(self.Failed(subject, reason))
            return
        if not worker.is_cancelled:
            if not isinstance(subject, CarvingOf):  # a search shows the path
                self.services.score_book.note_shown(bench.key_of(subject))
            self.post_message(self.Loaded(side, subject, show))

    def on_lab_screen_progressed(self, message: Progressed) -> None:
        """Show the progress of a recording on an empty side."""
        if None in self._shows:
            self.query_one("#telling", Static).update(f"recording … {message.share:.0%}")

    def on_lab_screen_loaded(self, message: Loaded) -> None:
        """Show a recording, unless it is outdated; start to play when all are ready."""
        side = message.side
        if side >= len(self._subjects) or self._subjects[side] is not message.subject:
            return
        self.remove_class("-noted")
        self._shows[side] = message.show
        if None in self._shows:
            return
        lock = self._heads.lock
        self._heads = Heads([show.length for show in self.shows])
        self._heads.lock = lock
        for booth, show in zip(self._booths, self.shows, strict=False):
            booth.put(show)
        self._shown_at = time.monotonic()
        if self._autoplay and look_of(self.app).animations:
            self._heads.toggle()
        elif not self._autoplay:
            self._heads.seek(self._heads.leader.length)
        self._show(tell=True)
        self.refresh_bindings()

    def on_lab_screen_failed(self, message: Failed) -> None:
        """Show why a recording failed; offer to watch a smaller maze if this one is too large."""
        if not any(subject is message.subject for subject in self._subjects):
            return
        self.query_one("#note", Static).update(message.reason)
        self.add_class("-noted")
        recipe = bench.recipe_of(message.subject)
        if recipe is None:
            return
        cols, rows = largest_traceable(recipe)
        if (cols, rows) == (recipe.cols, recipe.rows):  # weights make it longer than usual
            cols, rows = max(cols // 2, 1), max(rows // 2, 1)
        smaller = replace(recipe, cols=cols, rows=rows)
        question = routes.Confirm(f"Watch it at {cols}x{rows} instead?", message.reason)
        self.open(question, lambda agreed: self._watch_smaller(smaller) if agreed else None)

    def _watch_smaller(self, recipe: Recipe) -> None:
        self._subjects = [bench.with_recipe(subject, recipe) for subject in self._subjects]
        self._load()

    @property
    def _booths(self) -> list[Booth]:
        return [self.query_one("#first", Booth), self.query_one("#second", Booth)]

    # Time

    def _tick(self) -> None:
        now = time.monotonic()
        passed, self._shown_at = now - self._shown_at, now
        if self.app.screen is self and self._heads.playing and self.shows:
            self._heads.advance(passed)
            self._show(tell=now - self._updated_at > TELL_SECONDS or not self._heads.playing)

    def _show(self, *, tell: bool) -> None:
        """Paint the changes since the last positions of the playheads."""
        if not self.shows or None in self._shows:
            return
        heads = self._heads
        with one_frame(self.app):
            for booth, head in zip(self._booths, heads.heads, strict=False):
                follow = not head.playing or head.speed <= FOLLOWED_SPEED
                booth.go_to(head.position, follow=follow)
            if tell:
                self._tell()

    def _tell(self) -> None:
        self._updated_at = time.monotonic()
        heads = self._heads
        several = len(heads.heads) > 1
        note = heads.lock.value if several else ""
        self.query_one(StepLine).show(heads.leader, note)
        for number, (booth, head) in enumerate(zip(self._booths, heads.heads, strict=False)):
            booth.tell(head, chosen=several and number == heads.chosen)
        if not several and self.shows:
            telling = Content.assemble(
                self.shows[0].sentence, "\n", (name_of(self._chosen), "$text-muted")
            )
            self.query_one("#telling", Static).update(telling)

    def on_step_line_sought(self, message: StepLine.Sought) -> None:
        """Move the playhead to the clicked place of the bar."""
        self._heads.leader.playing = False
        self._heads.seek(message.share * self._heads.leader.length)
        self._show(tell=True)

    def action_play(self) -> None:
        """Play or pause."""
        self._heads.toggle()
        self._shown_at = time.monotonic()
        self._show(tell=True)

    def action_step(self, by: int) -> None:
        """Go some steps forwards or back."""
        self._heads.step(by)
        self._show(tell=True)

    def action_skip(self, share: float) -> None:
        """Go a share of the length forwards or back."""
        self._heads.step(round(share * self._heads.leader.length))
        self._show(tell=True)

    def action_speed(self, by: int) -> None:
        """Play faster or slower."""
        self._heads.change_speed(by)
        self._show(tell=True)

    def action_seek(self, share: float) -> None:
        """Go to the start (0) or to the end (1)."""
        self._heads.leader.playing = False
        self._heads.seek(share * self._heads.leader.length)
        self._show(tell=True)

    # Subjects

    @property
    def _chosen(self) -> Subject:
        return self._subjects[min(self._heads.chosen, len(self._subjects) - 1)]

    def action_search(self) -> None:
        """Switch between the carving and a search of the maze."""
        subjects = bench.turned(self._subjects)
        if subjects is None:
            self.query_one("#telling", Static).update(NOT_CARVED)
            return
        self._subjects = subjects
        self._load()

    def action_choose(self) -> None:
        """Choose another algorithm, or another search."""
        subject = self._chosen
        if isinstance(subject, CarvingOf):
            lines = [(a.name, a.title) for a in ALGORITHMS.values()]
            lines += [(preset.name, f"* {preset.title}") for preset in PRESETS.values()]
            self.open(
                routes.Choose("Carve by", lines, subject.recipe.algorithm), self._take_algorithm
            )
        else:
            method = subject.method if isinstance(subject, SearchOf) else ""
            self.open(routes.Choose("Search by", methods(), method), self._take_method)

    def _take_algorithm(self, name: str | None) -> None:
        if name is not None:
            self._put(bench.by_design(self._chosen, name))

    def _take_method(self, name: str | None) -> None:
        if name is not None:
            self._put(SearchOf(source_of(self._chosen), name))

    def _put(self, subject: Subject) -> None:
        """Watch another subject on the chosen side."""
        side = min(self._heads.chosen, len(self._subjects) - 1)
        self._subjects[side] = subject
        self._load([side])

    def action_compare(self) -> None:
        """Add a second show, or remove the one that is not chosen."""
        if len(self._subjects) > 1:
            self._subjects = [self._chosen]
            self._heads.chosen = 0
            self._shows = []
        else:
            self._subjects.append(bench.companion(self._subjects[0]))
        self._load()

    def action_side(self, side: int) -> None:
        """Choose the show that gets the keys: 0 left, 1 right."""
        self._heads.chosen = side
        self._show(tell=True)

    def action_swap(self) -> None:
        """Exchange the two shows."""
        self._subjects.reverse()
        self._shows.reverse()
        self._heads.swap()
        for booth, show in zip(self._booths, self.shows, strict=False):
            booth.put(show)
        self._show(tell=True)

    def action_lock(self) -> None:
        """Change the coupling of the two shows."""
        self._heads.turn_lock()
        self._show(tell=True)

    def action_next(self) -> None:
        """Watch the next seed."""
        recipe = bench.recipe_of(self._chosen)
        if recipe is not None:
            self._take_recipe(recipe, replace(recipe, seed=draw_seed()))

    def action_options(self) -> None:
        """Open the options of the algorithm: weights, zones, braid and others."""
        recipe = bench.recipe_of(self._chosen)
        if recipe is not None:
            self.open(routes.Texture(recipe), self._options_set)

    def _options_set(self, options: tuple[tuple[str, str], ...] | None) -> None:
        recipe = bench.recipe_of(self._chosen)
        if options is not None and recipe is not None:
            self._take_recipe(recipe, replace(recipe, options=options))

    def _take_recipe(self, before: Recipe, recipe: Recipe) -> None:
        self._subjects = bench.all_with_recipe(self._subjects, before, recipe)
        self._load()

    def action_take(self) -> None:
        """Play the watched maze."""
        if self._heads.playing:
            self._heads.toggle()
        self.open(routes.Play(free_play(source_of(self._chosen))))

    def action_gallery(self) -> None:
        """Open the gallery."""
        recipe = bench.recipe_of(self._chosen)
        self.open(routes.Gallery("" if recipe is None else recipe.seed))

    def action_help(self) -> None:
        """Show the keys and the rules."""
        if self._heads.playing:
            self._heads.toggle()
        self.open(routes.Help(self))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something now."""
        del parameters
        if action in {"side", "swap", "lock"}:
            return len(self._subjects) > 1
        if action in {"next", "options"}:
            return bool(self._subjects) and bench.recipe_of(self._chosen) is not None
        return True
