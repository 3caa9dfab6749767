"""The preview: a maze of the design, its description and its difficulty.

The maze is made in a thread; then its carving is shown for a second or two.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from mazegame.drawing import Drawing, Scene, best_fit, capacity
from mazegame.engine import Level, Recipe, RecipeError, Texture
from mazegame.game.setup.draft import another_of, estimated_difficulty, sample_of
from mazegame.game.setup.tuning import spell_options
from mazegame.lab.gallery import measure
from mazegame.widgets.input.background import BackgroundWork, is_wanted
from mazegame.widgets.keys.key_line import key_of
from mazegame.widgets.maze.maze_view import MazeView
from mazegame.widgets.maze.zooms import zooms_for
from mazegame.widgets.text.canvas import one_frame
from mazegame.widgets.text.characters import has_unicode, look_of
from mazegame.widgets.text.fitting_line import first_clauses
from mazegame.widgets.text.plot import difficulty_line

if TYPE_CHECKING:
    from textual.app import ComposeResult, RenderResult
    from textual.geometry import Size

    from mazegame.lab.carving import Carving

LEAST: Final = (8, 4)
"""The smallest preview, in columns and lines."""

CARVE_SECONDS: Final = 1.5
"""Seconds that the carving takes."""

FRAME_SECONDS: Final = 1 / 30
"""Seconds between two frames of the carving."""

MAX_CELLS: Final = 4000
"""Most cells of a maze whose carving is shown."""

MAX_EVENTS: Final = 200_000
"""Most events of a carving that is shown; recording them takes half a second at most."""


class MazePreview(MazeView):
    """A maze view that can show how its maze was carved before it shows the maze."""

    class Carved(Message):
        """Posted when the maze is carved."""

    class Resized(Message):
        """Posted when the room for the maze changes."""

    _carving: Carving | None = None
    _level: Level
    _began = 0.0

    def on_mount(self) -> None:
        self._timer = self.set_interval(FRAME_SECONDS, self._go_on, pause=True)

    def on_resize(self) -> None:
        super().on_resize()
        self.post_message(self.Resized())

    def show_level(
        self, level: Level, drawing: Drawing, carving: Carving | None, *, covered: bool = False
    ) -> None:
        self._level, self._carving = level, carving
        self._began = time.monotonic()
        scene = Scene.of(level)
        if carving is not None:
            carving.scene.face, scene = scene.face, carving.scene
        self.show(scene.cover(()) if covered else scene, drawing, None)
        if carving is not None:
            self._timer.resume()

    def _go_on(self) -> None:
        """Show the next part of the carving; after the last one, the maze with A and B."""
        carving = self._carving
        if carving is None:
            self._timer.pause()
            return
        speed = max(carving.length / CARVE_SECONDS, 1.0)
        position = int((time.monotonic() - self._began) * speed)
        if position >= carving.length:
            self._carving = None
            self.swap(Scene.of(self._level))
            self.post_message(self.Carved())
            return
        changed = carving.seek(position)
        with one_frame(self.app):
            if changed is None:
                self.repaint_regions([self.size.region])
            else:
                self.repaint(changed)


@dataclass(frozen=True)
class Measured:
    """A maze for the preview: the level of the wanted recipe or a sample of it, and its figures.

    The difficulty is that of the whole level, for a large one estimated from samples.
    """

    wanted: Recipe
    level: Level
    texture: Texture
    difficulty: float
    drawing: Drawing
    carving: Carving | None

    @property
    def covered(self) -> bool:
        """Whether this is the maze to be played, whose walls must not be shown."""
        return self.level.recipe == self.wanted


class Feel(Widget):
    """A description, cut at clauses if it has only one line."""

    ALLOW_SELECT = False

    _text = ""

    def show(self, text: str) -> None:
        if text != self._text:
            self._text = text
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        return Content(self._text).get_height({}, max(width, 1))

    def render(self) -> RenderResult:
        width, height = self.size
        return Content(first_clauses(self._text, width) if height == 1 else self._text)


class PreviewPanel(Vertical, BackgroundWork):
    """A frame around the preview of a level."""

    DEFAULT_CSS = """
    PreviewPanel {
        #feel { height: auto; max-height: 3; color: $text-muted; }
        #preview { height: 1fr; }
        #numbers { height: 2; margin-top: 1; }
    }
    """

    class Made(Message):
        """Posted when a maze is shown."""

    _title = ""
    _wanted: Recipe | None = None
    _covered = False
    _requested: tuple[Recipe, Recipe, Drawing] | None = None
    shown: Measured | None = None
    """The shown maze, or None."""

    def compose(self) -> ComposeResult:
        yield Feel(id="feel")
        yield MazePreview(id="preview")
        yield Static(id="numbers")

    def describe(self, title: str, feel: str) -> None:
        self._title = title
        self.border_title = Content(title).markup
        self.query_one(Feel).show(feel)

    def show(self, recipe: Recipe, *, covered: bool = False) -> None:
        """Show a maze like that of a recipe, but never its own walls: it is still to be played.

        It is another maze of its design, or the largest sample of one that fits; ``covered`` shows
        the figures of the maze itself, and its frame in place of the walls, if the whole fits.
        """
        self._wanted, self._covered = recipe, covered
        view = self.query_one("#preview", MazePreview)
        width, height = view.size
        if width < LEAST[0] or height < LEAST[1]:
            return
        zooms = zooms_for(self.app)
        drawing = best_fit(zooms, recipe.cols, recipe.rows, width, height)
        sample = recipe if covered else another_of(recipe)
        if drawing is None:
            drawing = zooms[-1]
            cols, rows = capacity(drawing, width, height)
            sample = sample_of(another_of(recipe), min(recipe.cols, cols), min(recipe.rows, rows))
        if (recipe, sample, drawing) != self._requested:
            self._requested = recipe, sample, drawing
            carve = look_of(self.app).animations and sample != recipe
            make = partial(_make, recipe, sample, drawing, carve=carve)
            self.run_in_thread(make, self._show_made)

    def complain(self, error: Exception) -> None:
        """Show nothing: the error appears when the maze is played."""

    def _show_made(self, made: Measured) -> None:
        self.shown = made
        self.query_one(MazePreview).show_level(
            made.level, made.drawing, made.carving, covered=made.covered
        )
        numbers = self.query_one("#numbers", Static)
        numbers.update(figures(made.texture, numbers.size.width))
        self.border_title = Content(self._titled(made)).markup
        if made.carving is None:
            self.on_maze_preview_carved()
        else:
            key = key_of(self.screen, "lab")
            words = f"being carved ({key}: slowly)"
            fits = key and cell_len(words) <= self.size.width - 4  # the frame
            self.border_subtitle = words if fits else "being carved"
        self.post_message(self.Made())

    def on_maze_preview_resized(self) -> None:
        """Make another sample if the room changed after the maze was requested."""
        if self._wanted is not None:
            self.show(self._wanted, covered=self._covered)

    def on_maze_preview_carved(self) -> None:
        """Show the difficulty, now that nothing moves."""
        if (shown := self.shown) is None:
            return
        wanted = shown.wanted
        size = "" if _is_whole(shown) else f"{wanted.cols}x{wanted.rows}, "
        self.border_subtitle = (size + difficulty_line(shown.difficulty)).markup

    def _titled(self, made: Measured) -> str:
        """Return the title with the options and a note on samples, if they fit."""
        whole, maze = _is_whole(made), made.level.maze
        sample = "an example" if whole else f"a sample of {maze.cols}x{maze.rows}"
        if made.covered:
            sample = "hidden until you play"
        options = spell_options(made.wanted)
        last = self._title if whole else sample
        for parts in ((self._title, sample, options), (self._title, sample), (last,)):
            text = ", ".join(filter(None, parts))
            if text and cell_len(text) <= self.size.width - 4:  # the frame
                return text
        return self._title


def _is_whole(made: Measured) -> bool:
    """Return whether the shown maze has the size of the wanted one."""
    maze, wanted = made.level.maze, made.wanted
    return (maze.cols, maze.rows) == (wanted.cols, wanted.rows)


def figures(measured: Texture, width: int) -> Content:
    """Return the statistics of a maze as two lines of small bars."""
    longest = min(max((width - 34) // 2, 2), 12)
    full, empty = ("━", "─") if has_unicode() else ("#", ".")

    def bar(label: str, share: float) -> Content:
        cells = min(round(share * longest), longest)
        return Content.assemble(
            (f"{label:<9} ", "$maze-dim"),
            (full * cells, "bold $maze-key"),
            (empty * (longest - cells), "$maze-dim"),
            f" {100 * share:3.0f} %",
        )

    junctions = measured.junction_share + measured.crossing_share
    return Content.assemble(
        bar("dead ends", measured.dead_end_share), "  ", bar("corridors", measured.corridor_share),
        "\n",
        bar("path", measured.path_share), "  ", bar("junctions", junctions),
    )  # fmt: skip


def _make(recipe: Recipe, sample: Recipe, drawing: Drawing, *, carve: bool) -> Measured:
    level = Level.of(sample, progress=is_wanted)
    measured = measure(level, is_wanted)
    difficulty = measured.difficulty
    if (recipe.cols, recipe.rows) != (sample.cols, sample.rows):
        half = sample_of(recipe, max(sample.cols // 2, 2), max(sample.rows // 2, 2))
        smaller = measure(Level.of(half, progress=is_wanted), is_wanted)
        difficulty = estimated_difficulty(recipe.cols * recipe.rows, measured, smaller)
    carving = _carving(sample) if carve else None
    return Measured(recipe, level, measured, difficulty, drawing, carving)


def _carving(recipe: Recipe) -> Carving | None:
    """Return the carving of a preview's maze; None if it is too long to show."""
    from mazegame.engine.tracing import trace_recipe
    from mazegame.lab.carving import Carving

    if recipe.cols * recipe.rows > MAX_CELLS:
        return None
    try:
        return Carving(trace_recipe(recipe, max_events=MAX_EVENTS, progress=is_wanted))
    except RecipeError:
        return None
