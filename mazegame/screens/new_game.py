"""New game: the form for design, size, seed, rules and rival. Enter starts the game.

What lives here: connecting the fields, and the keys. What does not: the game that they describe
(``game/draft.py``), the list of designs, the preview and the banner (``widgets/``).

The game ID always shows the other fields, and a pasted game ID fills them. The module is longer
than others since each of its many fields has its binding and its effect on the others.
"""

from __future__ import annotations

import asyncio
import contextlib
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical

from mazegame.config import DEFAULTS, Config, FormState
from mazegame.engine import Recipe, RecipeError
from mazegame.engine.level import LEVEL_BYTES_PER_CELL
from mazegame.engine.memory_figures import check_memory
from mazegame.game.draft import Draft
from mazegame.game.ghost import GhostWalk
from mazegame.game.moments import BEGINNER_RUNS
from mazegame.game.race_choice import GHOST
from mazegame.game.rival_choices import race_match
from mazegame.screens import routes
from mazegame.screens.design_editing import DESIGN_KEYS, DesignEditing
from mazegame.services import WARNING_SECONDS
from mazegame.store.errors import ScoreBookError
from mazegame.store.report import describe_saved
from mazegame.widgets import sizes
from mazegame.widgets.banner import Banner
from mazegame.widgets.choice import Choice
from mazegame.widgets.design_list import DesignList
from mazegame.widgets.design_panel import DesignPanel
from mazegame.widgets.field import Field
from mazegame.widgets.game_fields import GameFields
from mazegame.widgets.hud import LINES_BESIDE_MAZE
from mazegame.widgets.key_line import KeyLine, bindings_in_force
from mazegame.widgets.moment_keys import FORM_KEYS
from mazegame.widgets.poster_room import COLUMNS, FRAMED, LINES, poster_room, title_lines
from mazegame.widgets.preview_panel import PreviewPanel
from mazegame.widgets.race_fields import RaceSummary
from mazegame.widgets.zooms import has_unicode, roomy_capacity, zooms_for

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult

    from mazegame.game.race_choice import RaceChoice
    from mazegame.game.rules import Rules
    from mazegame.store.journal_lines import SavedRun

LONGEST_PASTE: Final = 1000
"""Most characters of a paste that the form reads; every game ID is shorter."""

WAITING_AFTER: Final = 0.4
"""Seconds from the first frame until saved runs and scores are counted."""


class NewGameScreen(DesignEditing):
    """The form for the next level.

    Args:
        recipe: The initial recipe; None for a default that fits the terminal.
        config: The other initial values: the last form, the rules and the runner.
    """

    CSS_PATH = "new_game.tcss"
    AUTO_FOCUS = "#textures"
    settles_when_ready = False
    HORIZONTAL_BREAKPOINTS = [*COLUMNS]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [*LINES]  # noqa: RUF012

    menu = MappingProxyType(
        {
            "Daily maze": ("the maze of the day, and the calendar", routes.DailyMaze),
            "Journey": ("forty levels, each harder than the one before", routes.Journey),
            "First steps": ("the small maze of the first start, once more", routes.FirstSteps),
            "Statistics": ("what your runs say, and your achievements", routes.Statistics),
        }
    )

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "play", id="new.play", key_display="⏎", priority=True),
        Binding("escape", "back", "back", id="new.back", key_display="esc"),
        *DESIGN_KEYS,
        Binding("tab", "app.focus_next", "next", id="new.next-field", key_display="tab"),
        Binding(
            "shift+tab", "app.focus_previous", "previous field", show=False, id="new.field-before"
        ),
        Binding("n", "draw_seed", "new seed", id="new.seed", tooltip="draw another seed"),
        Binding("space", "lab", "carve it", id="new.lab", tooltip="watch it being carved"),
        Binding("1", "daily", "daily", id="new.daily", tooltip="the maze of the day"),
        Binding("2", "journey", "journey", id="new.journey", tooltip="forty levels in a row"),
        Binding("3", "saves", "saved", id="new.saves", tooltip="go on with a saved run"),
        Binding("4", "scores", "scores", id="new.scores"),
        Binding("5", "texture", "edit", id="new.texture", tooltip="edit the design"),
        Binding(
            "6",
            "statistics",
            "statistics",
            id="new.statistics",
            tooltip="what your runs say about you, and your achievements",
        ),
        Binding(
            "7",
            "rivals",
            "race",
            show=False,  # the field says it
            id="new.race",
            tooltip="several rivals, your ghost, best of three",
        ),
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
        self.config = config
        if recipe is None:
            self.draft = Draft(config.form.designs, config.form.algorithm, config.form.options)
        else:
            self.draft = Draft(config.form.designs, recipe.algorithm, recipe.options)
            self.draft.dimensions = (recipe.cols, recipe.rows)

    # Contents

    @property
    def previewed(self) -> Recipe | None:
        """The recipe of the previewed maze: the form's, or a sample of it."""
        shown = self.query_one(PreviewPanel).shown
        return None if shown is None else shown.level.recipe

    def compose(self) -> ComposeResult:
        """Yield the form."""
        with Vertical(id="middle"):
            yield Banner()
            with Horizontal(id="upper"):
                yield DesignList(id="textures")
                yield DesignPanel(id="design")
                yield PreviewPanel(id="about")
            yield GameFields(id="form")
            yield KeyLine(of_focus=True)

    def on_mount(self) -> None:
        """Fill the form with a valid game."""
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
        self.show_form()

    def _remember_size(self) -> None:
        """Set the last size, if it fits."""
        size = self.config.form.size
        if size is not None:
            with contextlib.suppress(RecipeError):
                Recipe(self.draft.algorithm, *size, "x")
                self.draft.dimensions = size
                self._presets.choose(size if size in self._presets.values else sizes.CUSTOM)
        if self._presets.value == sizes.FIT:
            self._fit()

    def _config_changed(self, config: Config) -> None:
        """Show the race and the rules of changed settings."""
        before, self.config = self.config, config
        if (config.rules, config.race) == (before.rules, before.race):
            return
        self._show_rules()
        if self._presets.value == sizes.FIT:
            self._fit()
            self.show_form()

    @property
    def _state(self) -> FormState:
        """Return the design and the size in the form."""
        size = self._presets.value
        return FormState(
            self.draft.algorithm,
            self.recipe.options,
            self.draft.dimensions if size == sizes.CUSTOM else size,
            self.config.form.designs,
        )

    def on_resize(self, event: events.Resize) -> None:
        """Fit the maze to the new size, if the size choice is to fit."""
        middle, designs = self.query_one("#middle"), self.query_one(DesignList)
        drawn = zooms_for(self.app)[-1].size(*self._fitting)
        room = poster_room(event.size, drawn, designs.lines_with_pictures)
        middle.styles.width, middle.styles.height = room
        self._show_banner()
        self.when_painted(self._show_banner)  # once the styles of this size are in force
        before = self.draft.dimensions
        if self._presets.value == sizes.FIT:
            self._fit()
            # Do not overwrite a field with an error while the player types.
            if self.draft.dimensions != before and self._fields.wrong is None:
                self.show_form()
        self.when_painted(self._preview)

    def _show_banner(self) -> None:
        """Show the title as large as it fits, and the daily maze and journey beside it."""
        banner, size = self.query_one(Banner), self.app.size
        banner.show_title(lines=title_lines(size))
        enter = "⏎ Enter: play" if has_unicode() else "Enter: play"
        self._name_keys()
        waiting = self.services.waiting
        lines_of_it = waiting.text if banner.layout.name == "horizontal" else waiting.whole
        banner.show_waiting(lines_of_it if size.height >= FRAMED else enter)

    def _name_keys(self) -> None:
        """Name the keys first that a beginner needs, or those of a player."""
        beginner = self.services.score_book.finished_runs < BEGINNER_RUNS
        self.query_one(KeyLine).put_first(FORM_KEYS[beginner])

    @property
    def _fitting(self) -> tuple[int, int]:
        """Columns and rows of the largest maze that the play and result screens show roomily."""
        width, height = self.app.size
        return roomy_capacity(self.app, width, height - LINES_BESIDE_MAZE)

    def _fit(self) -> None:
        self.draft.dimensions = self._fitting

    @property
    def _fields(self) -> GameFields:
        return self.query_one(GameFields)

    @property
    def _presets(self) -> Choice[tuple[int, int] | None]:
        return self._fields.size_choice

    @property
    def race(self) -> RaceChoice:
        """The rivals and the series of the match."""
        return self._fields.race.race

    @property
    def rules(self) -> Rules:
        """The rules of the match."""
        return self._fields.rules(self.config.rules)

    def on_preview_panel_made(self) -> None:
        """Let the rest begin once there is a maze to look at."""
        self.when_painted(self.settle)

    # From the fields to the draft

    def on_design_list_chosen(self, message: DesignList.Chosen) -> None:
        """Apply the chosen design."""
        if message.name != self.draft.line.id:
            self.draft.choose(message.name)
            self.show_form()
            self.refresh_bindings()

    @on(Choice.Changed, "#presets")
    def _preset_chosen(self) -> None:
        size = self._presets.value
        if size == sizes.FIT:
            self._fit()
        elif size != sizes.CUSTOM:
            self.draft.dimensions = size
        self.show_form()

    @on(Field.Edited, "#size")
    def _size_typed(self, event: Field.Edited) -> None:
        self._presets.choose(sizes.CUSTOM)
        try:
            self.draft.type_size(event.text)
        except RecipeError as error:
            self._fields.refuse(event.field, str(error))
        else:
            self.show_form(leave=event.field)

    @on(Field.Edited, "#seed")
    def _seed_typed(self, event: Field.Edited) -> None:
        try:
            self.draft.type_seed(event.text)
        except ValueError as error:
            self._fields.refuse(event.field, str(error))
        else:
            self.show_form(leave=event.field)

    @on(Field.Edited, "#game-id")
    def _game_id_typed(self, event: Field.Edited) -> None:
        if event.text.strip():
            self._take_game_id(event.text, leave=event.field)
        else:
            event.field.complain("")

    @on(Field.GameIdPasted)
    def _game_id_pasted(self, event: Field.GameIdPasted) -> None:
        text = event.text[:LONGEST_PASTE]
        field = self._fields.field("game-id")
        field.fill(text)
        self.set_focus(field.entry)
        self._take_game_id(text, leave=field)

    def on_paste(self, event: events.Paste) -> None:
        """Read a game ID that the player pastes while no field has the focus."""
        if event.text.strip():
            self._game_id_pasted(Field.GameIdPasted(event.text.strip()))

    def _take_game_id(self, text: str, *, leave: Field) -> None:
        """Fill the form from a game ID, or show its error."""
        try:
            self.draft.take(Recipe.parse(text))
        except RecipeError as error:
            leave.complain(str(error))
            return
        self._presets.choose(sizes.CUSTOM)
        self.show_form(leave=leave)

    # From the draft to the fields

    @property
    def recipe(self) -> Recipe:
        """The recipe in the form."""
        return self.draft.recipe

    def show_form(self, *, leave: Field | None = None) -> None:
        """Fill all fields, except the one that the player types in."""
        line = self.draft.line
        self.query_one(DesignList).mark(line.id)
        self.query_one(PreviewPanel).describe(line.title, line.feel)
        self._fields.show_words(self.draft.dimensions, self.config.rules)
        try:
            recipe = self.recipe
        except RecipeError as error:  # a mask that does not fit the size, or ends outside it
            self._fields.refuse(self._fields.field("size"), str(error))
            return
        self._fields.show_recipe(recipe, leave)
        self.when_painted(self._preview)

    def _preview(self) -> None:
        """Preview this design and seed: the level itself, or a sample that fits."""
        with contextlib.suppress(RecipeError):
            self.query_one(PreviewPanel).show(self.recipe)

    # Actions

    def action_play(self) -> None:
        """Play the level; if a field has an error, focus it instead."""
        wrong = self._fields.wrong
        if wrong is not None:
            self.set_focus(wrong.entry)
            return
        try:
            check_memory(self.recipe, LEVEL_BYTES_PER_CELL)
        except RecipeError as error:
            self._fields.refuse(self._fields.field("size"), str(error))
            self.set_focus(self._fields.field("size").entry)
            return
        self.services.settings.save_form(self._state, self.rules, self.race)
        if any(rival.name == GHOST for rival in self.race.possible.rivals):
            self._play_beside_ghost(self.recipe)
        else:
            self._play(self.recipe, None)

    @work(exclusive=True, group="ghost")
    async def _play_beside_ghost(self, recipe: Recipe) -> None:
        """Play as soon as the score book has answered whether there is a ghost."""
        ghost = None
        with contextlib.suppress(ScoreBookError):
            walk = await asyncio.wrap_future(self.services.score_book.best_walk(str(recipe)))
            ghost = None if walk is None else GhostWalk.of(walk)
        if self.app.screen is self:
            self._play(recipe, ghost)

    def _play(self, recipe: Recipe, ghost: GhostWalk | None) -> None:
        usual = self._fields.race.usual
        match, problems = race_match(recipe, self.rules, self.race, usual, ghost)
        for problem in problems:
            self.notify(problem, severity="warning", markup=False)
        self.open(routes.Play(match), self._after_game)

    @on(RaceSummary.Opened)
    def action_rivals(self) -> None:
        """Choose several rivals, a ghost, or a series."""
        fields = self._fields.race
        with contextlib.suppress(RecipeError):
            route = routes.Race(self.recipe, self.race, fields.records, fields.usual)
            self.open(route, self._race_chosen)

    def _race_chosen(self, race: RaceChoice | None) -> None:
        if race is not None:
            self._fields.race.choose(race)
            self.show_form()
            self._fields.race.focus_first()

    def _show_rules(self) -> None:
        config = self.config
        self._fields.show_rules(config.rules, config.race)

    @work(exclusive=True, group="rivals")
    async def _ask_about_rivals(self) -> None:
        """Ask the score book for the record against each rival and for the player's pace."""
        with contextlib.suppress(ScoreBookError, RecipeError):
            asked = self.services.score_book.about_rivals(self.recipe, self.rules.key)
            race = self._fields.race
            race.know(*await asyncio.wrap_future(asked))
            race.describe()

    def _after_game(self, _: None) -> None:
        """Draw another seed, and update the daily maze and the journey."""
        self.action_draw_seed()
        self._ask_about_rivals()
        self.services.waiting.look()

    def action_daily(self) -> None:
        """Open the daily maze."""
        self.open(routes.DailyMaze(), self._look_again)

    def action_journey(self) -> None:
        """Open the journey."""
        self.open(routes.Journey(), self._look_again)

    def action_statistics(self) -> None:
        """Open the statistics."""
        self.open(routes.Statistics())

    def _look_again(self, _: None) -> None:
        self.services.waiting.look()

    def action_back(self) -> None:
        """Leave a field and drop its error; or go one step back."""
        if self._fields.wrong is not None:
            self.show_form()
        panel = self.query_one(DesignPanel)
        if not self.editing:
            self.set_focus(self.query_one(DesignList))
        elif self.focused is not None and panel in self.focused.ancestors:
            self.remove_class("-editing")
            self.set_focus(self.query_one(DesignList))
        else:
            panel.focus_first()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something now."""
        if action == "back":
            return self.focused is not self.query_one(DesignList)
        return super().check_action(action, parameters)

    def on_descendant_focus(self) -> None:
        """Show the active keys."""
        self.refresh_bindings()

    # Other screens

    def became_ready(self) -> None:
        """Ask about an interrupted run found before this screen was ready; make the pictures."""
        self._offer_to_go_on()
        self.when_painted(self.query_one(DesignList).draw_pictures)
        self.set_timer(WAITING_AFTER, self.services.waiting.look)
        self.set_timer(WAITING_AFTER, self._ask_about_rivals)

    def _offer_to_go_on(self) -> None:
        """Ask once whether to resume the interrupted run."""
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
            lambda yes: self.go_on(saved) if yes else self.services.autosave.decline(saved),
        )

    def action_saves(self) -> None:
        """Open the list of runs to resume."""
        self.open(routes.Saves(), self._chosen_save)

    def _chosen_save(self, saved: SavedRun | None) -> None:
        if saved is not None:
            self.go_on(saved)

    @work(exclusive=True, group="scores")
    async def action_scores(self) -> None:
        """Open the score book as soon as it is read."""
        try:
            overview = await asyncio.wrap_future(self.services.score_book.overview())
        except ScoreBookError as error:
            self.notify(str(error), severity="warning", timeout=WARNING_SECONDS, markup=False)
        else:
            self.open(routes.Scores(overview))

    def action_settings(self) -> None:
        """Open the settings."""
        self.open(routes.Settings())

    def action_draw_seed(self) -> None:
        """Draw another seed."""
        self.draft.draw_seed()
        self.show_form()

    def action_focus_game_id(self) -> None:
        """Focus the field for a game ID."""
        self.set_focus(self._fields.field("game-id").entry)

    def action_lab(self) -> None:
        """Watch how the maze is carved."""
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
