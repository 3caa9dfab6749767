"""Gallery: all algorithms and presets as small mazes of one size and one seed, or two side by side.

Sliders change all of them at once, and a statistic sorts them (``lab/gallery.py``). The small mazes
are drawn in ``widgets/lab/thumb_grid.py``.
"""

from __future__ import annotations

import contextlib
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from textual import events, getters, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content

from mazegame.engine import NoCompilerError, Recipe, draw_seed
from mazegame.game.modes.free_play import free_play
from mazegame.lab.gallery import (
    OWN,
    STATISTICS,
    Sample,
    Sliders,
    Statistic,
    designs,
    make_sample,
    ordered,
)
from mazegame.lab.subject import CarvingOf
from mazegame.screens import factory
from mazegame.screens.base import GameScreen, leave_keys
from mazegame.screens.tabbed import STUDY, TabbedScreen
from mazegame.widgets.door_tabs import tab_key
from mazegame.widgets.input.background import is_wanted
from mazegame.widgets.keys.key_line import KeyLine, key_of
from mazegame.widgets.lab.thumb_grid import Thumb, ThumbGrid
from mazegame.widgets.maze.maze_pane import MazePane, PaneActions, zoom_keys
from mazegame.widgets.text.characters import has_unicode
from mazegame.widgets.text.fitting_line import (
    FittingLine,
    detailed,
    fewer_and_fewer,
    first_clauses,
)
from mazegame.widgets.text.plot import NumberBars

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mazegame.game.setup.designs import Design

SMALL: Final = (11, 7)
"""Columns and rows of the mazes on a small terminal."""

LARGE: Final = (15, 9)
"""Columns and rows of the mazes on a large terminal."""


MANUAL: Final = """\
The gallery shows every algorithm and preset as a small maze of one size and one seed, with a \
number that tells them apart. Loops, grain and zones change all of them at once.

Enter plays another maze of the chosen design, so nobody has seen its walls."""
"""The text of the gallery's help."""


class GalleryScreen(TabbedScreen):
    """Shows all designs side by side."""

    CSS_PATH = "gallery.tcss"
    GROUP = STUDY
    tab = "gallery"
    manual = MANUAL

    grid = getters.query_one(ThumbGrid)

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "play", id="gallery.take"),
        Binding("space", "lab", "carve it", id="gallery.lab", tooltip="watch it in the lab"),
        Binding("y", "compare", "compare", id="gallery.compare",
                tooltip="mark one, then another: two side by side"),
        Binding("1", "slide('grain')", "grain", id="gallery.grain",
                tooltip="vertical against horizontal, of all"),
        Binding("2", "slide('braid')", "loops", id="gallery.braid",
                tooltip="dead ends that are opened, of all"),
        Binding("3", "slide('zones')", "zones", id="gallery.zones", tooltip="zones, of all"),
        Binding("4", "sort", "sort", id="gallery.sort", tooltip="sort by the next number"),
        Binding("n", "next", "seed", id="gallery.next", tooltip="the next seed"),
        Binding("5", "quiz", "quiz", id="gallery.quiz", tooltip="which algorithm carved it?"),
        Binding("up,k", "move(0, -1)", "up", show=False, id="gallery.up"),
        Binding("down,j", "move(0, 1)", "down", show=False, id="gallery.down"),
        Binding("left,h", "move(-1, 0)", "left", show=False, id="gallery.left"),
        Binding("right,l", "move(1, 0)", "right", show=False, id="gallery.right"),
        Binding("home", "jump(0)", "first", show=False, id="gallery.home"),
        Binding("end", "jump(-1)", "last", show=False, id="gallery.end"),
        tab_key("gallery"),
        *leave_keys("gallery"),
    ]  # fmt: skip

    def __init__(self, seed: str) -> None:
        super().__init__()
        self._seed = seed or draw_seed()
        self.sliders = Sliders()
        self._statistic: Statistic | None = None
        self.samples: dict[str, Sample] = {}
        """The finished samples by the ids of their designs."""
        self._wanted: dict[str, Recipe] = {}
        self._marked = ""

    def compose(self) -> ComposeResult:
        yield self.tabs()
        yield FittingLine(id="sliders")
        yield ThumbGrid(SMALL)
        yield FittingLine(id="feel")
        yield KeyLine()

    @property
    def chosen(self) -> str:
        """The id of the chosen design."""
        return self.grid.chosen

    @on(events.Mount)
    @on(events.Resize)
    def _fit(self) -> None:
        """Make the mazes, and again if the terminal changes between small and large."""
        width, height = self.app.size
        cells = self.grid.widened(LARGE if width >= 130 and height >= 40 else SMALL, width)
        if cells != self.grid.cells or not self._wanted:
            self.grid.set_cells(cells)
            self._make_all()

    # Mazes

    def _make_all(self) -> None:
        """Make all mazes again, the visible ones first."""
        recipe = self.sliders.recipe
        self._wanted = {d.id: recipe(d, *self.grid.cells, self._seed) for d in designs()}
        self.samples = {n: s for n, s in self.samples.items() if s.recipe == self._wanted[n]}
        self._show_all()
        order = ordered(self.samples, self._statistic)
        missing = [design for design in order if design.id not in self.samples]
        self.run_in_thread(partial(self._make, missing, self._wanted), lambda _: None)

    def _make(self, designs: list[Design], recipes: dict[str, Recipe]) -> None:
        for design in designs:
            with contextlib.suppress(ValueError, MemoryError, NoCompilerError):
                sample = make_sample(design, recipes[design.id], is_wanted)
                self.call_if_open(self._show, sample)

    def _show(self, sample: Sample) -> None:
        if self._wanted.get(sample.design.id) != sample.recipe:
            return
        self.samples[sample.design.id] = sample
        if self._statistic is not None and len(self.samples) == len(designs()):
            self._show_all()
        else:
            self.grid.put(sample.design.id, sample.scene, self._note(sample))
            self._show_texts()

    @property
    def _shown(self) -> Statistic:
        """The statistic below the mazes."""
        return self._statistic or STATISTICS[0]

    def _note(self, sample: Sample) -> str:
        return self._shown.spell(self._shown.value(sample.measured))

    def _thumb(self, design: Design) -> Thumb:
        sample = self.samples.get(design.id)
        title = design.plain_name if design.is_algorithm else f"* {design.title}"
        made = () if sample is None else (self._note(sample), sample.scene)
        return Thumb(design.id, title, *made)

    def _show_all(self, message: str = "") -> None:
        thumbs = [self._thumb(design) for design in ordered(self.samples, self._statistic)]
        self.grid.show(thumbs, self.chosen, self._marked)
        self._show_texts(message)

    def _show_texts(self, message: str = "") -> None:
        """Show the sliders, and a message or the figures of the chosen design."""
        sliders = self.sliders
        statistic = self._statistic.label if self._statistic is not None else "as listed"
        braid = sliders.braid if sliders.braid == OWN else f"{sliders.braid} %"
        pairs = (
            ("slide('grain')", "grain", sliders.grain),
            ("slide('braid')", "loops", braid),
            ("slide('zones')", "zones", sliders.zones),
            ("sort", "order", statistic),
            ("next", "seed", self._seed),
        )
        untouched = sliders == Sliders()
        line, short = [], []
        for action, label, value in pairs:
            key = Content.assemble((key_of(self, action), "bold $maze-key"), f" {label}")
            # unchanged sliders share one value, behind the last of them
            shown = value != OWN or (untouched and label == "zones")
            line.append(key + Content.styled(f" {value}" if shown else "", "bold $foreground"))
            short.append(key if value in {OWN, "as listed", self._seed} else line[-1])
        texts = [Content("   ").join(line), *fewer_and_fewer(short, "  ")]
        self.query_one("#sliders", FittingLine).show(texts)
        design = next(design for design in designs() if design.id == self.chosen)
        arrows = "↑↓" if has_unicode() else "^v"
        hidden = zip(self.grid.more, arrows, strict=True)
        more = "".join(f"{count} more {arrow}   " for count, arrow in hidden if count)
        sample = self.samples.get(design.id)
        number = f"{self._shown.label} {self._note(sample)}   " if sample else ""
        facts = Content.assemble((more, "$maze-dim"), (number, "bold"))
        widths = range(len(design.feel), 0, -1)
        feels = dict.fromkeys(first_clauses(design.feel, width) for width in widths)
        carved_by = Content.styled(f"{design.carved_by}   " * bool(design.carved_by), "$maze-dim")
        texts = [carved_by + facts + design.feel, *(facts + feel for feel in feels), facts]
        if message:
            texts = [Content.styled(message, "bold")]
        self.query_one("#feel", FittingLine).show(texts)

    # Actions

    def action_move(self, right: int, down: int) -> None:
        self.grid.move(right, down)
        self._show_texts()

    def action_jump(self, number: int) -> None:
        self.grid.jump(number)
        self._show_texts()

    def action_slide(self, name: str) -> None:
        self.sliders = self.sliders.turn(name)
        self._make_all()

    def action_sort(self) -> None:
        orders: list[Statistic | None] = [None, *STATISTICS]
        self._statistic = orders[(orders.index(self._statistic) + 1) % len(orders)]
        self._show_all()

    def action_next(self) -> None:
        self._seed = draw_seed()
        self._make_all()

    def on_thumb_grid_chosen(self, message: ThumbGrid.Chosen) -> None:
        self._show_texts()
        if message.again:
            self.action_lab()

    def action_take(self) -> None:
        """Play a maze of the chosen design with a fresh seed, whose walls nobody has seen."""
        recipe = replace(self._wanted[self.chosen], seed=draw_seed())
        self.open(factory.play(self.new_match(free_play(recipe))))

    def action_lab(self) -> None:
        self.open(factory.lab((CarvingOf(self._wanted[self.chosen]),)))

    def action_compare(self) -> None:
        """Mark the chosen maze; if another one is marked, show the two side by side."""
        chosen, marked = self.chosen, self._marked
        if not marked:
            self._marked = chosen
            self._show_all(f"marked: {key_of(self, 'compare')} on another compares the two")
            return
        self._marked = ""
        self._show_all("unmarked" if marked == chosen else "")
        if marked != chosen and {chosen, marked} <= set(self.samples):
            self.open(factory.versus((self.samples[marked], self.samples[chosen])))

    def action_quiz(self) -> None:
        self.show_tab(factory.quiz())


class VersusScreen(GameScreen[None], PaneActions):
    """Shows two samples with their statistics as bars."""

    CSS_PATH = "gallery.tcss"
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-short"), (18, "-high")]  # noqa: RUF012

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "lab", "carve both", id="versus.lab", tooltip="watch both in the lab"),
        *zoom_keys("versus"),
        *leave_keys("versus"),
    ]  # fmt: skip

    def __init__(self, samples: tuple[Sample, Sample]) -> None:
        super().__init__()
        self._samples = samples

    def compose(self) -> ComposeResult:
        with Horizontal(id="mazes"):
            for name, sample in zip(("left", "right"), self._samples, strict=True):
                with Vertical(id=name, classes="side"):
                    one = sample.design
                    yield FittingLine(detailed(one.plain_name, one.carved_by))
                    yield MazePane()
        yield NumberBars()
        yield KeyLine()

    def on_mount(self) -> None:
        panes = list(self.query(MazePane))
        for pane, other, sample in zip(panes, reversed(panes), self._samples, strict=True):
            pane.match_zoom(other)
            pane.show_scene(sample.scene)
        rows = []
        for one in STATISTICS:
            values = (one.value(sample.measured) for sample in self._samples)
            left, right = ((value, one.spell(value)) for value in values)
            rows.append((one.label, left, right))
        self.query_one(NumberBars).show(rows)

    def action_lab(self) -> None:
        self.open(factory.lab(tuple(CarvingOf(sample.recipe) for sample in self._samples)))
