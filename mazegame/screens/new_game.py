"""New game: pick a texture, a size and a seed; Enter starts at once.

The form is a game ID in four fields. Whatever is changed, the game ID shows it; whatever is
pasted as a game ID, the other fields show it.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widgets import Label, OptionList, Static
from textual.worker import get_current_worker

from mazegame.ascii import is_unicode
from mazegame.config import DEFAULTS, Config, FormState
from mazegame.drawing import Drawing, best_fit
from mazegame.engine import (
    ALGORITHMS,
    PRESETS,
    CancelledError,
    Level,
    NoCompilerError,
    Recipe,
    RecipeError,
    Texture,
    draw_seed,
    texture,
)
from mazegame.engine.level import LEVEL_BYTES_PER_CELL
from mazegame.engine.memory_figures import check_memory
from mazegame.engine.recipe import COMMON_OPTIONS, parse_size
from mazegame.engine.seed import clean_seed, typed_seed
from mazegame.game.option_words import spell_options
from mazegame.game.pace import PACES, spell_pace
from mazegame.game.runner import PaceRunner
from mazegame.game.series import free_play
from mazegame.screens import routes, sizes
from mazegame.screens.base import GameScreen
from mazegame.services import WARNING_SECONDS
from mazegame.store.errors import ScoreBookError
from mazegame.store.report import describe_saved
from mazegame.widgets.choice import Choice
from mazegame.widgets.field import Field
from mazegame.widgets.hud import LINES_BESIDE_MAZE
from mazegame.widgets.key_line import KeyLine, bindings_in_force
from mazegame.widgets.look import look_of
from mazegame.widgets.maze_view import MazeView
from mazegame.widgets.menu_list import MenuList
from mazegame.widgets.preview import MAX_CELLS, MAX_EVENTS, MazePreview
from mazegame.widgets.side_column import maze_columns
from mazegame.widgets.zooms import roomy_capacity, zooms_for

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult

    from mazegame.engine.progress import Progress
    from mazegame.game.rules import Rules
    from mazegame.lab.carving import Carving
    from mazegame.store.journal_lines import SavedRun

RUNNERS: Final[tuple[tuple[float | None, str], ...]] = (
    (None, "no one"),
    *((pace, f"{name}, {pace:g} cells/s") for name, pace in PACES.items()),
)
"""The paces of the runners to race, in cells per second."""

VIEWS: Final = (
    ((False, False), "whole maze visible"),
    ((True, False), "fog"),
    ((False, True), "compass"),
    ((True, True), "fog, compass"),
)
"""Fog and compass: what is shown on the way."""

STARTS: Final = ((False, "start: first step"), (True, "start: 3-2-1"))
"""Whether a race starts after a countdown."""

LINES: Final = {a.name: a.title for a in ALGORITHMS.values()} | {
    preset.name: f"* {preset.title}" for preset in PRESETS.values()
}
"""The textures to choose from: the algorithms, then the presets."""

LONGEST_PASTE: Final = 1000
"""Most characters of a paste that are read; every game ID is shorter."""


ROOMY: Final = Size(100, 40)
"""From this size of the terminal on, the form is kept together in its middle."""

LIST_WIDTH: Final = 27
"""How wide the list of textures is."""

LINES_BESIDE_PREVIEW: Final = 5
"""What the preview's column holds besides it: what the texture is like, and its numbers."""

LINES_OF_FORM: Final = 11
"""What there is besides the list and the preview: title, fields and keys."""


class NewGameScreen(GameScreen[None]):
    """The form that decides the next level.

    Args:
        recipe: What the form begins with; a default that fits the terminal if None.
        config: What it begins with else: what it was left with, the rules and the runner.
    """

    CSS_PATH = "new_game.tcss"
    AUTO_FOCUS = "#textures"
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-narrow"), (64, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-short"), (30, "-tall")]  # noqa: RUF012

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "play", id="new.play", key_display="⏎", priority=True),
        Binding(
            "shift+tab", "app.focus_previous", "field before", show=False, id="new.field-before"
        ),
        Binding("5", "texture", "edit", id="new.texture", tooltip="edit the design"),
        Binding("space", "lab", "carve it", id="new.lab", tooltip="watch it being carved"),
        Binding("n", "draw_seed", "new seed", id="new.seed", tooltip="draw another seed"),
        Binding(
            "slash",
            "focus_game_id",
            "ID",
            id="new.game-id",
            key_display="/",
            tooltip="type or paste a game ID",
        ),
        Binding("4", "scores", "scores", id="new.scores"),
        Binding("3", "saves", "saved", id="new.saves", tooltip="go on with a saved run"),
        Binding("o", "settings", "settings", id="new.settings"),
        Binding("question_mark", "help", "help", id="new.help", key_display="?"),
        Binding("q", "app.quit", "quit", id="new.quit"),
        Binding("tab", "app.focus_next", "next", id="new.next-field", key_display="tab"),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]

    @dataclass
    class Previewed(Message):
        """A level for the preview is there."""

        level: Level
        measured: Texture
        drawing: Drawing
        caption: str
        carving: Carving | None = None
        """How its maze was carved; None if that is not shown."""

    def __init__(self, recipe: Recipe | None = None, config: Config = DEFAULTS) -> None:
        super().__init__()
        self._given = recipe
        self._config = config
        self._algorithm = config.form.algorithm
        self._seed = draw_seed()
        self._options: tuple[tuple[str, str], ...] = ()
        self._dimensions = (1, 1)
        self._previewed: Recipe | None = None
        self._shown: Recipe | None = None

    # What the form is made of

    @property
    def previewed(self) -> Recipe | None:
        """The recipe of the maze in the preview: the wanted one, or a sample of it."""
        return self._shown

    def compose(self) -> ComposeResult:
        """Build the form."""
        with Vertical(id="middle"):
            yield Static("mazegame", id="title")
            with Horizontal(id="upper"):
                yield MenuList(LINES.items(), id="textures")
                with Vertical(id="about"):
                    yield Static(id="feel")
                    yield MazePreview(centred=False, id="preview")
                    yield Static(id="numbers")
                    yield Static(id="caption", markup=False)
            with Vertical(id="form"):
                yield Field("size", before=Choice(sizes.OPTIONS, id="presets"), id="size")
                yield Field("seed", placeholder="drawn for you", id="seed")
                with Horizontal(id="rules"):
                    yield Label("rules")
                    yield Choice(VIEWS, id="mode")
                    yield Choice(STARTS, id="start")
                with Horizontal(id="race"):
                    yield Label("rival")
                    yield Choice(RUNNERS, id="runner")
                    yield Static("it knows the path and keeps this pace", id="race-about")
                yield Field("game ID", placeholder="paste one to play that level", id="game-id")
        yield KeyLine()

    def on_mount(self) -> None:
        """Fill the form with a game that can be started at once."""
        self.services.settings.changed.subscribe(self, self._config_changed)
        self.services.autosave.recovered.subscribe(self, lambda _: self._offer_to_go_on())
        self._show_rules()
        if self._given is None:
            self._fit()
            self._remember()
            self._show_form()
        else:
            self._take(self._given)
            self._seed = draw_seed()
            self._show_form()

    def _remember(self) -> None:
        """Begin with the last design and size, as far as there is still such a thing."""
        last = self._config.form
        if last.algorithm not in ALGORITHMS:
            last = DEFAULTS.form
        self._algorithm = last.algorithm
        with contextlib.suppress(RecipeError):
            Recipe(last.algorithm, 3, 3, "x", last.options)
            self._options = last.options
        if last.size is not None:
            with contextlib.suppress(RecipeError):
                Recipe(self._algorithm, *last.size, "x")
                self._dimensions = last.size
                known = last.size in self._presets.values
                self._presets.choose(last.size if known else sizes.CUSTOM)
        if self._presets.value == sizes.FIT:
            self._fit()

    def _config_changed(self, config: Config) -> None:
        """Show the runner and the rules of the settings, if those were changed."""
        before, self._config = self._config, config
        if (config.rules, config.pace) == (before.rules, before.pace):
            return
        self._show_rules()
        if self._presets.value == sizes.FIT:
            self._fit()
            self._show_form()

    def _show_rules(self) -> None:
        rules, pace = self._config.rules, self._config.pace
        label = "" if pace is None else spell_pace(pace)
        self.query_one("#runner", Choice).choose(pace, label)
        self.query_one("#mode", Choice).choose((rules.fog, rules.compass))
        self.query_one("#start", Choice).choose(rules.countdown)

    @property
    def _state(self) -> FormState:
        """The design and the size that the form says now."""
        size = self._presets.value
        return FormState(
            self._algorithm, self.recipe.options, self._dimensions if size == sizes.CUSTOM else size
        )

    def on_resize(self, event: events.Resize) -> None:
        """Fit the maze to the terminal again, if that is what was chosen."""
        self._make_room(event.size)
        before = self._dimensions
        if self._presets.value == sizes.FIT:
            self._fit()
            # What is being typed, and is not right yet, is not typed over.
            if self._dimensions != before and not any(field.wrong for field in self.query(Field)):
                self._show_form()
        self.when_painted(self._preview)

    def _make_room(self, size: Size) -> None:
        """On a large terminal, keep the form together: as large as its list and preview need."""
        roomy = size.width >= ROOMY.width and size.height >= ROOMY.height
        self.set_class(roomy, "-roomy")
        width, height = zooms_for(self.app)[-1].size(*self._fitting)
        width = min(LIST_WIDTH + width + 3, size.width)
        height = min(max(height + LINES_BESIDE_PREVIEW, len(LINES)), size.height - LINES_OF_FORM)
        self.query_one("#middle").styles.width = width if roomy else None
        self.query_one("#upper").styles.height = height if roomy else None

    @property
    def _fitting(self) -> tuple[int, int]:
        """Columns and rows of the largest maze that is drawn roomily, in its result as well."""
        width, height = self.app.size
        return roomy_capacity(self.app, maze_columns(width), height - LINES_BESIDE_MAZE)

    def _fit(self) -> None:
        self._dimensions = self._fitting

    @property
    def _presets(self) -> Choice[tuple[int, int] | None]:
        return self.query_one("#presets", Choice)

    @property
    def pace(self) -> float | None:
        """The pace of the runner to race, in cells a second; None for nobody."""
        choice: Choice[float | None] = self.query_one("#runner", Choice)
        return choice.value

    @property
    def rules(self) -> Rules:
        """The rules to play under, the runner left out."""
        fog, compass = self.query_one("#mode", Choice).value
        countdown = self.query_one("#start", Choice).value
        return replace(self._config.rules, fog=fog, compass=compass, countdown=countdown)

    def _field(self, name: str) -> Field:
        return self.query_one(f"#{name}", Field)

    # From the fields to the form

    @on(OptionList.OptionHighlighted, "#textures")
    def _texture_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        late = event.option_index != event.option_list.highlighted
        if late or event.option.id is None or event.option.id == self._texture:
            return
        before = PRESETS.get(self._texture)
        if before is not None:  # its settings are its own, and go with it
            own = {name for name, _ in before.options}
            self._options = tuple(pair for pair in self._options if pair[0] not in own)
        preset = PRESETS.get(event.option.id)
        if preset is not None:
            self._algorithm, self._options = preset.algorithm, preset.options
        else:
            self._algorithm = event.option.id
            self._options = _kept_options(self._algorithm, self._options)
        self._show_form()

    @property
    def _texture(self) -> str:
        """The line of the list that the form amounts to: a preset if it is just that."""
        for preset in PRESETS.values():
            if (preset.algorithm, set(preset.options)) == (self._algorithm, set(self._options)):
                return preset.name if preset.options else self._algorithm
        return self._algorithm

    @on(Choice.Changed, "#presets")
    def _preset_chosen(self) -> None:
        size = self._presets.value
        if size == sizes.FIT:
            self._fit()
        elif size != sizes.CUSTOM:
            self._dimensions = size
        self._show_form()

    @on(Field.Edited, "#size")
    def _size_typed(self, event: Field.Edited) -> None:
        self._presets.choose(sizes.CUSTOM)
        try:
            dimensions = parse_size(event.text)
            Recipe(self._algorithm, *dimensions, "x")
        except RecipeError as error:
            self._refuse(event.field, str(error))
            return
        self._dimensions = dimensions
        self._show_form(leave=event.field)

    @on(Field.Edited, "#seed")
    def _seed_typed(self, event: Field.Edited) -> None:
        text = typed_seed(event.text)
        try:
            self._seed = clean_seed(text) if text else draw_seed()
        except ValueError as error:
            self._refuse(event.field, str(error))
            return
        self._show_form(leave=event.field)

    @on(Field.Edited, "#game-id")
    def _game_id_typed(self, event: Field.Edited) -> None:
        if event.text.strip():
            self._take_game_id(event.text, leave=event.field)
        else:
            event.field.complain("")

    @on(Field.GameIdPasted)
    def _game_id_pasted(self, event: Field.GameIdPasted) -> None:
        text = event.text[:LONGEST_PASTE]
        field = self._field("game-id")
        field.fill(text)
        self.set_focus(field.entry)
        self._take_game_id(text, leave=field)

    def on_paste(self, event: events.Paste) -> None:
        """Take a game ID that is pasted while no field has the focus."""
        if event.text.strip():
            self._game_id_pasted(Field.GameIdPasted(event.text.strip()))

    def _take_game_id(self, text: str, *, leave: Field) -> None:
        """Fill the form from a game ID, or say what is wrong with it."""
        try:
            recipe = Recipe.parse(text)
        except RecipeError as error:
            leave.complain(str(error))
            return
        self._take(recipe)
        self._show_form(leave=leave)

    def _take(self, recipe: Recipe) -> None:
        self._algorithm, self._seed, self._options = recipe.algorithm, recipe.seed, recipe.options
        self._dimensions = (recipe.cols, recipe.rows)
        self._presets.choose(sizes.CUSTOM)

    # From the form to the fields

    @property
    def recipe(self) -> Recipe:
        """The level that the form describes."""
        return Recipe(self._algorithm, *self._dimensions, self._seed, self._options)

    def _show_form(self, *, leave: Field | None = None) -> None:
        """Show the form in its fields, but for the one that is being typed in."""
        try:
            recipe = self.recipe
        except RecipeError as error:  # a shape, for which the size is too small, or cells beyond it
            self._show_texture()
            self._refuse(self._field("size"), str(error))
            return
        values = {
            "size": f"{recipe.cols}x{recipe.rows}",
            "seed": recipe.seed,
            "game-id": str(recipe),
        }
        for name, value in values.items():
            field = self._field(name)
            if field is leave:
                field.complain("")
            else:
                field.fill(value)
        self._show_texture()
        self.when_painted(self._preview)

    def _show_texture(self) -> None:
        """Show which texture it is, and what it is like."""
        textures = self.query_one("#textures", OptionList)
        with self.prevent(OptionList.OptionHighlighted):
            textures.highlighted = list(LINES).index(self._texture)
        preset = PRESETS.get(self._texture)
        feel = preset.feel if preset else ALGORITHMS[self._algorithm].feel
        self.query_one("#feel", Static).update(feel)

    def _refuse(self, field: Field, message: str) -> None:
        """Say what is wrong with a field; until it is mended there is no game ID."""
        self._field("game-id").fill("")
        field.complain(message)

    # The preview

    def _preview(self) -> None:
        """Show a maze of this texture and seed: the very level, or a sample of what has room."""
        view = self.query_one("#preview", MazeView)
        width, height = view.size
        if width < 8 or height < 4:
            return
        zooms = zooms_for(self.app)
        try:
            recipe = self.recipe
        except RecipeError:
            return
        caption = spell_options(recipe)
        drawing = best_fit(zooms, recipe.cols, recipe.rows, width, height)
        if drawing is None:
            drawing = zooms[-1]
            most_cols, most_rows = drawing.capacity(width, height)
            cols, rows = min(recipe.cols, most_cols), min(recipe.rows, most_rows)
            caption = ", ".join(filter(None, (f"a sample of {cols}x{rows}", caption)))
            recipe = _sample(recipe, cols, rows)
        if recipe != self._previewed:
            self._previewed = recipe
            self._make_preview(recipe, drawing, caption, carve=look_of(self.app).animations)

    @work(thread=True, exclusive=True, group="preview")
    def _make_preview(self, recipe: Recipe, drawing: Drawing, caption: str, *, carve: bool) -> None:
        worker = get_current_worker()

        def wanted(_: float) -> bool:
            return not worker.is_cancelled

        try:
            level = Level.of(recipe, progress=wanted)
            row, col = level.cells_of_path()[-1].tolist()
            measured = texture(level.maze, level.start, (row, col), progress=wanted)
            carving = _carving(recipe, wanted) if carve else None
        except (CancelledError, ValueError, MemoryError, NoCompilerError):
            return  # another one is wanted by now, or playing says what is wrong with this one
        if not worker.is_cancelled:
            self.post_message(self.Previewed(level, measured, drawing, caption, carving))

    def on_new_game_screen_previewed(self, message: Previewed) -> None:
        """Show the preview that was made, unless another one is wanted by now."""
        if message.level.recipe == self._previewed:
            view = self.query_one("#preview", MazePreview)
            view.show_level(message.level, message.drawing, message.carving)
            self._shown = message.level.recipe
            self.query_one("#caption", Static).update(message.caption)
            plain = not is_unicode(sys.__stderr__)
            numbers = self.query_one("#numbers", Static)
            numbers.update(_numbers(message.measured, numbers.size.width, plain=plain))

    # What the keys do

    def action_play(self) -> None:
        """Play the level, unless a field is wrong: then go to that field."""
        for field in self.query(Field):
            if field.wrong:
                self.set_focus(field.entry)
                return
        try:
            check_memory(self.recipe, LEVEL_BYTES_PER_CELL)
        except RecipeError as error:
            self._refuse(self._field("size"), str(error))
            self.set_focus(self._field("size").entry)
            return
        self.services.settings.save_form(self._state, self.rules, self.pace)
        rivals = () if self.pace is None else (PaceRunner(self.pace),)
        self.open(routes.Play(free_play(self.recipe, self.rules, rivals)), self._after_game)

    def _after_game(self, _: None) -> None:
        """Offer another seed."""
        self.action_draw_seed()

    # Other screens

    def became_ready(self) -> None:
        """Ask about a run that was found before this screen was there."""
        self._offer_to_go_on()

    def _offer_to_go_on(self) -> None:
        """Ask once whether to go on with the run that was left behind."""
        if self.app.screen is not self or not self.ready:
            return
        saved = self.services.autosave.take_offer()
        if saved is None:
            return
        keys = (binding.key for binding, _ in bindings_in_force(self) if binding.id == "new.saves")
        self.open(
            routes.Confirm(
                "Resume your last run?",
                f"No keeps it: {next(keys)} resumes it later",
                describe_saved(saved),
            ),
            lambda yes: self._go_on(saved) if yes else self.services.autosave.decline(saved),
        )

    def action_saves(self) -> None:
        """Show the runs that can be gone on with."""
        self.open(routes.Saves(), self._go_on)

    def _go_on(self, saved: SavedRun | None) -> None:
        """Go on with a run that was left or saved."""
        if saved is not None:
            self.open(routes.Reopen(saved), partial(self._reopened, saved))

    def _reopened(self, saved: SavedRun, reopened: routes.Reopened | None) -> None:
        if reopened is not None:
            self.services.autosave.resume(saved)
            self.open(routes.Play(reopened.match, reopened.run))

    @work(exclusive=True, group="scores")
    async def action_scores(self) -> None:
        """Show the score book, as soon as it has answered."""
        try:
            overview = await asyncio.wrap_future(self.services.score_book.overview())
        except ScoreBookError as error:
            self.notify(str(error), severity="warning", timeout=WARNING_SECONDS, markup=False)
        else:
            self.open(routes.Scores(overview))

    def action_settings(self) -> None:
        """Show all settings."""
        self.open(routes.Settings())

    def action_texture(self) -> None:
        """Set grain, zones, shape, loops and ends."""
        try:
            recipe = self.recipe
        except RecipeError:  # of another size they may fit
            recipe = Recipe(self._algorithm, *self._dimensions, self._seed)
        self.open(routes.Texture(recipe), self._texture_set)

    def _texture_set(self, options: tuple[tuple[str, str], ...] | None) -> None:
        if options is not None:
            self._options = options
            self._show_form()

    def action_draw_seed(self) -> None:
        """Draw another seed."""
        self._seed = draw_seed()
        self._show_form()

    def action_focus_game_id(self) -> None:
        """Go to the field for a game ID."""
        self.set_focus(self._field("game-id").entry)

    def action_lab(self) -> None:
        """Watch the maze being carved."""
        from mazegame.lab.subject import CarvingOf

        with contextlib.suppress(RecipeError):
            self.open(routes.Lab((CarvingOf(self.recipe),)))

    def action_help(self) -> None:
        """Show the keys and the rules."""
        self.open(routes.Help(self))


def _kept_options(
    algorithm: str, options: tuple[tuple[str, str], ...]
) -> tuple[tuple[str, str], ...]:
    """The options that another algorithm takes too."""
    known = {option.name for option in (*ALGORITHMS[algorithm].options, *COMMON_OPTIONS)}
    if not ALGORITHMS[algorithm].masks:
        known.remove("mask")
    return tuple((key, value) for key, value in options if key in known)


def _sample(recipe: Recipe, cols: int, rows: int) -> Recipe:
    """The recipe for a smaller size, without what does not fit that."""
    for left_out in ((), ("ends",), ("ends", "mask")):
        options = tuple(pair for pair in recipe.options if pair[0] not in left_out)
        with contextlib.suppress(RecipeError):
            return Recipe(recipe.algorithm, cols, rows, recipe.seed, options)
    return Recipe(recipe.algorithm, cols, rows, recipe.seed)


def _carving(recipe: Recipe, progress: Progress) -> Carving | None:
    """How the maze of a preview was carved; None if that would take too long to show."""
    from mazegame.engine.tracing import trace_recipe
    from mazegame.lab.carving import Carving

    if recipe.cols * recipe.rows > MAX_CELLS:
        return None
    try:
        return Carving(trace_recipe(recipe, max_events=MAX_EVENTS, progress=progress))
    except RecipeError:
        return None


def _numbers(measured: Texture, width: int, *, plain: bool) -> Content:
    """What a maze is like, as two lines of small bars, so wide if they can be."""
    longest = min(max((width - 34) // 2, 2), 6)
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
        ("  difficulty ", "$foreground 60%"),
        f"{measured.difficulty:.1f}",
    )
