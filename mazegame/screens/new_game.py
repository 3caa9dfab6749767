"""New game: a poster to start from. Pick a design, a size and a seed; Enter starts at once.

What lives here: the fields and what the keys do. What does not: the game that they describe
(``game/draft.py``), the list of designs, the preview and the banner (``widgets/``).

The form is a game ID in four parts. Whatever is changed, the game ID shows it; whatever is pasted
as a game ID, the other fields show it.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Label, Static

from mazegame.config import DEFAULTS, Config, FormState
from mazegame.engine import Recipe, RecipeError
from mazegame.engine.level import LEVEL_BYTES_PER_CELL
from mazegame.engine.memory_figures import check_memory
from mazegame.game.draft import Draft
from mazegame.game.pace import PACES, spell_pace
from mazegame.game.runner import PaceRunner
from mazegame.game.series import free_play
from mazegame.screens import routes, sizes
from mazegame.screens.base import GameScreen
from mazegame.services import WARNING_SECONDS
from mazegame.store.errors import ScoreBookError
from mazegame.store.report import describe_saved
from mazegame.widgets.banner import Banner
from mazegame.widgets.choice import Choice
from mazegame.widgets.design_list import DesignList
from mazegame.widgets.field import Field
from mazegame.widgets.hud import LINES_BESIDE_MAZE
from mazegame.widgets.key_line import KeyLine, bindings_in_force
from mazegame.widgets.preview_panel import PreviewPanel
from mazegame.widgets.zooms import has_unicode, roomy_capacity, zooms_for

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult
    from textual.geometry import Size

    from mazegame.game.rules import Rules
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

LONGEST_PASTE: Final = 1000
"""Most characters of a paste that are read; every game ID is shorter."""

NARROW: Final = 64
"""In fewer columns than this there is one column of panels."""

VAST: Final = 110
"""From this many columns on, the form stands in the middle and the pictures are large."""

FRAMED: Final = 20
"""From this many lines on, panels have frames."""

TALL: Final = 30
"""From this many lines on, figures stand below the preview."""

GRAND: Final = 42
"""From this many lines on, the title is large."""

SMALL_TITLE, LARGE_TITLE = 78, 90
"""Fewest columns for the small title beside what waits, and for the large title above it."""

LIST_WIDTHS: Final = (28, 37)
"""How wide the list of designs is with its frame, with small and with large pictures."""

BESIDE_PREVIEW: Final = 4
"""Columns of the preview's frame."""

COMFORTABLE: Final = 140
"""Columns of the form on a large terminal, if the maze does not need more."""

LINES_BESIDE_PREVIEW: Final = 7
"""What the preview's panel holds besides it: its frame, what the design is like, its figures."""

LINES_OF_FORM: Final = 14
"""What there is besides list and preview on a large terminal: the title, the fields, the keys."""

WAITING_AFTER: Final = 0.4
"""Time from the first frame, in seconds, until runs and scores are counted."""

SIZES: Final = (
    (150, "small"),
    (1_000, "medium"),
    (5_000, "large"),
    (100_000, "huge"),
    (1 << 62, "giant"),
)
"""Sizes in words: each below a number of cells."""


class NewGameScreen(GameScreen[None]):
    """The form that decides the next level.

    Args:
        recipe: What the form begins with; a default that fits the terminal if None.
        config: What it begins with else: what it was left with, the rules and the runner.
    """

    CSS_PATH = "new_game.tcss"
    AUTO_FOCUS = "#textures"
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [  # noqa: RUF012
        (0, "-narrow"),
        (NARROW, "-wide"),
        (VAST, "-vast"),
    ]
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [  # noqa: RUF012
        (0, "-low"),
        (FRAMED, "-framed"),
        (TALL, "-tall"),
        (GRAND, "-grand"),
    ]

    menu = MappingProxyType(
        {
            "Daily maze": ("the maze of the day, and the calendar", routes.DailyMaze),
            "Journey": ("forty levels, each harder than the one before", routes.Journey),
            "Statistics": ("what your runs say, and your achievements", routes.Statistics),
        }
    )

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "play", id="new.play", key_display="⏎", priority=True),
        Binding("escape", "back", "back to the list", id="new.back", key_display="esc"),
        Binding("tab", "app.focus_next", "next", id="new.next-field", key_display="tab"),
        Binding(
            "shift+tab", "app.focus_previous", "field before", show=False, id="new.field-before"
        ),
        Binding("n", "draw_seed", "new seed", id="new.seed", tooltip="draw another seed"),
        Binding("space", "lab", "carve it", id="new.lab", tooltip="watch it being carved"),
        Binding("1", "daily", "daily", id="new.daily", tooltip="the maze of the day"),
        Binding("2", "journey", "journey", id="new.journey", tooltip="forty levels in a row"),
        Binding("3", "saves", "saved", id="new.saves", tooltip="go on with a saved run"),
        Binding("4", "scores", "scores", id="new.scores"),
        Binding(
            "6",
            "statistics",
            "statistics",
            id="new.statistics",
            tooltip="what your runs say about you, and your achievements",
        ),
        Binding("5", "texture", "edit", id="new.texture", tooltip="edit the design"),
        Binding(
            "slash",
            "focus_game_id",
            "ID",
            id="new.game-id",
            key_display="/",
            tooltip="type or paste a game ID",
        ),
        Binding("c", "copy", "copy the game ID", show=False, id="new.copy"),
        Binding("o", "settings", "settings", id="new.settings"),
        Binding("question_mark", "help", "help", id="new.help", key_display="?"),
        Binding("q", "app.quit", "quit", id="new.quit"),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]

    def __init__(self, recipe: Recipe | None = None, config: Config = DEFAULTS) -> None:
        super().__init__()
        self._given = recipe
        self._config = config
        if recipe is None:
            self.draft = Draft((), config.form.algorithm, config.form.options)
        else:
            self.draft = Draft((), recipe.algorithm, recipe.options)
            self.draft.dimensions = (recipe.cols, recipe.rows)

    # What the form is made of

    @property
    def previewed(self) -> Recipe | None:
        """The recipe of the maze in the preview: the wanted one, or a sample of it."""
        shown = self.query_one(PreviewPanel).shown
        return None if shown is None else shown.level.recipe

    def compose(self) -> ComposeResult:
        """Build the form."""
        with Vertical(id="middle"):
            yield Banner()
            with Horizontal(id="upper"):
                yield DesignList(id="textures")
                yield PreviewPanel(id="about")
            with Vertical(id="form"):
                with Horizontal(id="first"):
                    yield Field("size", before=Choice(sizes.OPTIONS, id="presets"), id="size")
                    yield Field("seed", placeholder="drawn for you", id="seed")
                with Horizontal(id="rules"):
                    yield Label("rules")
                    yield Choice(VIEWS, id="mode")
                    yield Choice(STARTS, id="start")
                with Horizontal(id="race"):
                    yield Label("rival")
                    yield Choice(RUNNERS, id="runner")
                    yield Static(id="race-about")
                yield Field("game ID", placeholder="paste one to play that level", id="game-id")
            yield KeyLine(of_focus=True)

    def on_mount(self) -> None:
        """Fill the form with a game that can be started at once."""
        self.services.settings.changed.subscribe(self, self._config_changed)
        self.services.autosave.recovered.subscribe(self, lambda _: self._offer_to_go_on())
        self.query_one("#textures").border_title = "designs"
        self.query_one(DesignList).show_designs(self.draft.designs, self.draft.line.id)
        self.services.waiting.changed.subscribe(self, lambda _: self._show_banner())
        self._show_rules()
        self._show_banner()
        if self._given is None:
            self._remember_size()
        else:
            self._presets.choose(sizes.CUSTOM)
        self._show_form()

    def _remember_size(self) -> None:
        """Begin with the last size, as far as it fits."""
        size = self._config.form.size
        if size is not None:
            with contextlib.suppress(RecipeError):
                Recipe(self.draft.algorithm, *size, "x")
                self.draft.dimensions = size
                self._presets.choose(size if size in self._presets.values else sizes.CUSTOM)
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
            self.draft.algorithm,
            self.recipe.options,
            self.draft.dimensions if size == sizes.CUSTOM else size,
        )

    def on_resize(self, event: events.Resize) -> None:
        """Fit the maze to the terminal again, if that is what was chosen."""
        self._make_room(event.size)
        self._show_banner()
        before = self.draft.dimensions
        if self._presets.value == sizes.FIT:
            self._fit()
            # What is being typed, and is not right yet, is not typed over.
            if self.draft.dimensions != before and not any(f.wrong for f in self.query(Field)):
                self._show_form()
        self.when_painted(self._preview)

    def _make_room(self, size: Size) -> None:
        """On a large terminal, keep the form together: as large as its list and preview need."""
        vast, grand = size.width >= VAST, size.height >= GRAND
        width, height = zooms_for(self.app)[-1].size(*self._fitting)
        beside = LIST_WIDTHS[vast] + BESIDE_PREVIEW
        middle = self.query_one("#middle")
        middle.styles.width = min(max(width + beside, COMFORTABLE), size.width) if vast else None
        designs = self.query_one(DesignList)
        upper = max(height + LINES_BESIDE_PREVIEW, designs.lines_with_pictures + 2)
        middle.styles.height = min(upper + LINES_OF_FORM, size.height) if grand else None

    def _show_banner(self) -> None:
        """Show the title as large as there is room for it, and what waits beside it."""
        banner, size = self.query_one(Banner), self.app.size
        lines = 1
        if size.width >= SMALL_TITLE and size.height >= FRAMED:
            lines = 6 if size.height >= GRAND and size.width >= LARGE_TITLE else 3
        banner.show_title(lines=lines)
        enter = "⏎ Enter: play" if has_unicode() else "Enter: play"
        waiting = self.services.waiting
        lines_of_it = waiting.text if banner.layout.name == "horizontal" else waiting.line
        banner.show_waiting(lines_of_it if size.height >= FRAMED else enter)

    @property
    def _fitting(self) -> tuple[int, int]:
        """Columns and rows of the largest maze that is drawn roomily, in its result as well."""
        width, height = self.app.size
        return roomy_capacity(self.app, width, height - LINES_BESIDE_MAZE)

    def _fit(self) -> None:
        self.draft.dimensions = self._fitting

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

    def on_design_list_chosen(self, message: DesignList.Chosen) -> None:
        """Take the design that was chosen."""
        if message.name != self.draft.line.id:
            self.draft.choose(message.name)
            self._show_form()

    @on(Choice.Changed, "#presets")
    def _preset_chosen(self) -> None:
        size = self._presets.value
        if size == sizes.FIT:
            self._fit()
        elif size != sizes.CUSTOM:
            self.draft.dimensions = size
        self._show_form()

    @on(Choice.Changed)
    def _choice_changed(self) -> None:
        self._show_words()

    @on(Field.Edited, "#size")
    def _size_typed(self, event: Field.Edited) -> None:
        self._presets.choose(sizes.CUSTOM)
        try:
            self.draft.type_size(event.text)
        except RecipeError as error:
            self._refuse(event.field, str(error))
        else:
            self._show_form(leave=event.field)

    @on(Field.Edited, "#seed")
    def _seed_typed(self, event: Field.Edited) -> None:
        try:
            self.draft.type_seed(event.text)
        except ValueError as error:
            self._refuse(event.field, str(error))
        else:
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
            self.draft.take(Recipe.parse(text))
        except RecipeError as error:
            leave.complain(str(error))
            return
        self._presets.choose(sizes.CUSTOM)
        self._show_form(leave=leave)

    # From the form to the fields

    @property
    def recipe(self) -> Recipe:
        """The level that the form describes."""
        return self.draft.recipe

    def _show_form(self, *, leave: Field | None = None) -> None:
        """Show the form in its fields, but for the one that is being typed in."""
        line = self.draft.line
        self.query_one(DesignList).mark(line.id)
        self.query_one(PreviewPanel).describe(line.title, line.feel)
        self._show_words()
        try:
            recipe = self.recipe
        except RecipeError as error:  # a shape, for which the size is too small, or cells beyond it
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
        self.when_painted(self._preview)

    def _show_words(self) -> None:
        """Say in words what Enter starts, on the frame around the fields."""
        form = self.query_one("#form")
        words = words_of(self.draft.dimensions, self.rules, self.pace)
        form.border_title = Content(words).markup
        about = "it knows the shortest path" if self.pace else "take your time"
        self.query_one("#race-about", Static).update(about)
        enter = "⏎ Enter: play" if has_unicode() else "Enter: play"
        form.border_subtitle = f"[@click=screen.play]{enter}[/]"

    def _refuse(self, field: Field, message: str) -> None:
        """Say what is wrong with a field; until it is mended there is no game ID."""
        self._field("game-id").fill("")
        field.complain(message)

    def _preview(self) -> None:
        """Show a maze of this design and seed: the very level, or a sample of what has room."""
        with contextlib.suppress(RecipeError):
            self.query_one(PreviewPanel).show(self.recipe)

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
        """Offer another seed, and say what waits now."""
        self.action_draw_seed()
        self.services.waiting.look()

    def action_daily(self) -> None:
        """Show the maze of the day and the calendar."""
        self.open(routes.DailyMaze(), self._look_again)

    def action_journey(self) -> None:
        """Show the map of the journey."""
        self.open(routes.Journey(), self._look_again)

    def action_statistics(self) -> None:
        """Show what the runs say about the player."""
        self.open(routes.Statistics())

    def _look_again(self, _: None) -> None:
        self.services.waiting.look()

    def action_back(self) -> None:
        """Go back to the list; what is wrong in a field is forgotten."""
        if any(field.wrong for field in self.query(Field)):
            self._show_form()
        self.set_focus(self.query_one(DesignList))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Say which keys do something: there is a way back from every field."""
        del parameters
        return action != "back" or self.focused is not self.query_one(DesignList)

    def on_descendant_focus(self) -> None:
        """Show the keys that do something now."""
        self.refresh_bindings()

    # Other screens

    def became_ready(self) -> None:
        """Ask about a run that was found before this screen was there; make the pictures."""
        self._offer_to_go_on()
        self.when_painted(self.query_one(DesignList).draw_pictures)
        self.set_timer(WAITING_AFTER, self.services.waiting.look)

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
            recipe = Recipe(self.draft.algorithm, *self.draft.dimensions, self.draft.seed)
        self.open(routes.Texture(recipe), self._texture_set)

    def _texture_set(self, options: tuple[tuple[str, str], ...] | None) -> None:
        if options is not None:
            self.draft.options = options
            self._show_form()

    def action_draw_seed(self) -> None:
        """Draw another seed."""
        self.draft.draw_seed()
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

    def action_copy(self) -> None:
        """Copy the game ID."""
        with contextlib.suppress(RecipeError):
            self.app.copy_to_clipboard(str(self.recipe))
            self.notify(f"copied {self.recipe}", timeout=3, markup=False)


def words_of(dimensions: tuple[int, int], rules: Rules, pace: float | None) -> str:
    """Return in words what a game is: its size, what is seen, who races."""
    cols, rows = dimensions
    size = next(word for cells, word in SIZES if cols * rows < cells)
    sight = "in fog" if rules.fog else "all in sight"
    if rules.compass:
        sight += " with a compass"
    names = {value: name for name, value in PACES.items()}
    race = "no rival"
    if pace is not None:
        race = f"against {names.get(pace, f'{pace:g} cells/s')}"
        race += " after 3-2-1" if rules.countdown else ""
    return f"{size}, {cols}x{rows}: {sight}, {race}"
