"""The preview's panel: a maze of the design, its description, and its difficulty.

What lives here: choosing the maze, making it in a thread, and its figures. What does not: the
timing of the carving (``preview.py``), the scale of difficulty (``game/difficulty.py``).
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from textual import work
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static
from textual.worker import get_current_worker

from mazegame.ascii import is_unicode
from mazegame.drawing import Drawing, best_fit
from mazegame.engine import (
    CancelledError,
    Level,
    NoCompilerError,
    Recipe,
    RecipeError,
    Texture,
    texture,
)
from mazegame.game.difficulty import difficulty_word, estimated_difficulty
from mazegame.game.draft import sample_of
from mazegame.game.option_words import spell_options
from mazegame.widgets.look import look_of
from mazegame.widgets.preview import MAX_CELLS, MAX_EVENTS, MazePreview
from mazegame.widgets.zooms import zooms_for

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mazegame.engine.progress import Progress
    from mazegame.lab.carving import Carving

LEAST: Final = (8, 4)
"""The smallest preview, in columns and lines."""

BESIDE_TITLE: Final = 4
"""Columns of the frame beside its title."""

LONGEST_BAR: Final = 12
"""Most columns of a bar."""


@dataclass(frozen=True)
class Measured:
    """A maze for the preview, and its figures."""

    wanted: Recipe
    """The recipe in the form."""
    level: Level
    """The level, or a sample of it."""
    texture: Texture
    difficulty: float
    """The difficulty of the form's level; estimated from samples for a large one."""
    drawing: Drawing
    carving: Carving | None
    """The carving to show first; None for none."""


class PreviewPanel(Vertical):
    """A frame around the preview of a level."""

    DEFAULT_CSS = """
    PreviewPanel {
        #feel { height: auto; max-height: 3; color: $text-muted; }
        #preview { height: 1fr; }
        #numbers { height: 2; margin-top: 1; }
    }
    """

    @dataclass
    class Made(Message):
        """A maze for the preview was made."""

        measured: Measured

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  Textual's name for it
        super().__init__(id=id)
        self._title = ""
        self._wanted: Recipe | None = None
        self._key: tuple[Recipe, int, int] | None = None
        self._drawn: Drawing | None = None
        self.shown: Measured | None = None
        """The shown maze; None for none."""

    def compose(self) -> ComposeResult:
        """Yield the description, the maze, and its figures."""
        yield Static(id="feel", markup=False)
        yield MazePreview(id="preview")
        yield Static(id="numbers")

    def describe(self, title: str, feel: str) -> None:
        """Show the name and the description of a design."""
        self._title = title
        self.border_title = Content(title).markup
        self.query_one("#feel", Static).update(feel)

    def show(self, recipe: Recipe) -> None:
        """Show the maze of a recipe, or the largest sample that fits."""
        view = self.query_one("#preview", MazePreview)
        width, height = view.size
        if width < LEAST[0] or height < LEAST[1]:
            return
        zooms = zooms_for(self.app)
        drawing = best_fit(zooms, recipe.cols, recipe.rows, width, height)
        sample = recipe
        if drawing is None:
            drawing = zooms[-1]
            cols, rows = drawing.capacity(width, height)
            sample = sample_of(recipe, min(recipe.cols, cols), min(recipe.rows, rows))
        self._wanted = recipe
        if (sample, recipe.cols, recipe.rows) != self._key or self._drawn is not drawing:
            self._key, self._drawn = (sample, recipe.cols, recipe.rows), drawing
            self._make(recipe, sample, drawing, carve=look_of(self.app).animations)

    @work(thread=True, exclusive=True, group="preview")
    def _make(self, recipe: Recipe, sample: Recipe, drawing: Drawing, *, carve: bool) -> None:
        worker = get_current_worker()

        def wanted(_: float) -> bool:
            return not worker.is_cancelled

        try:
            level = Level.of(sample, progress=wanted)
            measured = _measured(level, wanted)
            difficulty = measured.difficulty
            if (recipe.cols, recipe.rows) != (sample.cols, sample.rows):
                half = sample_of(recipe, max(sample.cols // 2, 2), max(sample.rows // 2, 2))
                smaller = _measured(Level.of(half, progress=wanted), wanted)
                difficulty = estimated_difficulty(recipe.cols * recipe.rows, measured, smaller)
            carving = _carving(sample, wanted) if carve else None
        except (CancelledError, ValueError, MemoryError, NoCompilerError):
            return  # outdated, or playing will show the error
        if not worker.is_cancelled:
            self.post_message(
                self.Made(Measured(recipe, level, measured, difficulty, drawing, carving))
            )

    def on_preview_panel_made(self, message: Made) -> None:
        """Show a finished preview, unless it is outdated."""
        made = message.measured
        if self._wanted is None or made.wanted != self._wanted:
            return
        self.shown = made
        self.query_one(MazePreview).show_level(made.level, made.drawing, made.carving)
        plain = not is_unicode(sys.__stderr__)
        numbers = self.query_one("#numbers", Static)
        numbers.update(figures(made.texture, numbers.size.width, plain=plain))
        self.border_title = Content(self._titled(made)).markup
        self.border_subtitle = difficulty_line(made.difficulty, plain=plain).markup

    def _titled(self, made: Measured) -> str:
        """Return the title: the design, its options and a note on samples, as far as they fit."""
        cols, rows = made.level.maze.cols, made.level.maze.rows
        whole = (cols, rows) == (made.wanted.cols, made.wanted.rows)
        sample = "" if whole else f"a sample of {cols}x{rows}"
        options = spell_options(made.wanted)
        room = self.size.width - BESIDE_TITLE
        for parts in ((self._title, sample, options), (self._title, sample), (sample,)):
            text = ", ".join(filter(None, parts))
            if text and cell_len(text) <= room:
                return text
        return self._title


def difficulty_line(difficulty: float, *, plain: bool) -> Content:
    """Return a difficulty as a word and five pips."""
    word, pips = difficulty_word(difficulty)
    full, empty = ("#", ".") if plain else ("▮", "▯")
    return Content.assemble(
        f"difficulty: {word} ",
        (full * pips, "bold $maze-key"),
        (empty * (5 - pips), "$foreground 60%"),
    )


def figures(measured: Texture, width: int, *, plain: bool) -> Content:
    """Return the statistics of a maze as two lines of small bars."""
    longest = min(max((width - 34) // 2, 2), LONGEST_BAR)
    full, empty = ("#", ".") if plain else ("━", "─")

    def bar(label: str, share: float) -> Content:
        cells = min(round(share * longest), longest)
        return Content.assemble(
            (f"{label:<9} ", "$foreground 60%"),
            (full * cells, "bold $maze-key"),
            (empty * (longest - cells), "$foreground 60%"),
            f" {100 * share:3.0f} %",
        )

    return Content.assemble(
        bar("dead ends", measured.dead_end_share),
        "  ",
        bar("corridors", measured.corridor_share),
        "\n",
        bar("path", measured.path_share),
        "  ",
        bar("junctions", measured.junction_share + measured.crossing_share),
    )


def _measured(level: Level, progress: Progress) -> Texture:
    row, col = level.cells_of_path()[-1].tolist()
    return texture(level.maze, level.start, (row, col), progress=progress)


def _carving(recipe: Recipe, progress: Progress) -> Carving | None:
    """Return the carving of a preview's maze; None if it is too long to show."""
    from mazegame.engine.tracing import trace_recipe
    from mazegame.lab.carving import Carving

    if recipe.cols * recipe.rows > MAX_CELLS:
        return None
    try:
        return Carving(trace_recipe(recipe, max_events=MAX_EVENTS, progress=progress))
    except RecipeError:
        return None
