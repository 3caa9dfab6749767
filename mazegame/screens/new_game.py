"""New game: the form for design, size, seed, rules and rival. Enter starts the game.

What lives here: connecting the fields, and the keys. What does not: the game that they describe
(``game/setup/draft.py``), the list of designs, the preview and the banner (``widgets/``).

The game ID always shows the other fields, and a pasted game ID fills them.
"""

from __future__ import annotations

import contextlib
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Final

from textual import getters, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical

from mazegame.config import FormState
from mazegame.engine import ALGORITHMS, Recipe, RecipeError
from mazegame.engine.level import LEVEL_BYTES_PER_CELL
from mazegame.engine.recipes.memory_figures import check_memory
from mazegame.engine.recipes.recipe import find_algorithm
from mazegame.game.modes.table import MODES
from mazegame.game.racing.race_choice import GHOST
from mazegame.game.seat import BEGINNER_RUNS
from mazegame.game.setup.draft import Draft, another_of
from mazegame.game.setup.rival_choices import race_match
from mazegame.screens import factory
from mazegame.screens.design_editing import DESIGN_KEYS, DesignEditing
from mazegame.screens.modes import (
    BY_TITLE,
    DIGITS,
    MODE_KEYS,
    action_of,
    words_on,
)
from mazegame.widgets.form.banner import Banner, ModeBar
from mazegame.widgets.form.design_list import DesignList
from mazegame.widgets.form.design_panel import DesignPanel
from mazegame.widgets.form.game_fields import CUSTOM, FIT, GameFields, RaceSummary
from mazegame.widgets.form.poster_room import COLUMNS, LINES, poster_room, title_lines
from mazegame.widgets.form.preview_panel import PreviewPanel
from mazegame.widgets.input.fields import Choice, InputField
from mazegame.widgets.keys.key_line import KeyLine, key_of
from mazegame.widgets.keys.play_keys import FORM_KEYS
from mazegame.widgets.maze.zooms import enough_capacity, zooms_for
from mazegame.widgets.playing.hud import COLUMNS_BESIDE_MAZE, LINES_BESIDE_MAZE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual import events
    from textual.app import ComposeResult

    from mazegame.config import Config
    from mazegame.engine import Algorithm
    from mazegame.game.modes.mode import Mode
    from mazegame.game.racing.race_choice import RaceChoice
    from mazegame.game.racing.racer import Walk
    from mazegame.game.rules import Rules
    from mazegame.store.journal.journal_lines import SavedRun

LONGEST_PASTE: Final = 1000
"""Most characters of a paste that the form reads; every game ID is shorter."""

WAITING_AFTER: Final = 0.4
"""Seconds from the first frame until saved runs and scores are counted."""


class NewGameScreen(DesignEditing):
    """The form for the next level."""

    CSS_PATH = "new_game.tcss"
    AUTO_FOCUS = "#textures"
    takes_keys_in_turn = True
    settles_when_ready = False
    HORIZONTAL_BREAKPOINTS = [*COLUMNS]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [*LINES]  # noqa: RUF012

    menu = MappingProxyType(
        {
            "First steps": ("the small maze of the first start, once more", "first_steps"),
            **{mode.title: (mode.about, action_of(mode)) for mode in MODES[DIGITS:]},
        }
    )

    preview = getters.query_one(PreviewPanel)
    _fields = getters.query_one(GameFields)
    _presets = getters.query_one("#presets", Choice)

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "play", id="new.play", priority=True,
                tooltip=words_on(BY_TITLE["Play"])),
        Binding("escape", "back", "back", id="new.back"),
        *DESIGN_KEYS,
        Binding("tab", "app.focus_next", "next", id="new.next-field", tooltip="next field"),
        Binding("shift+tab", "app.focus_previous", "previous field", show=False,
                id="new.field-before"),
        Binding("n", "draw_seed", "new seed", id="new.seed", tooltip="draw another seed"),
        Binding("space", "lab", "carve it", id="new.lab", tooltip=words_on(BY_TITLE["Lab"])),
        Binding("ctrl+e", "texture", "edit", id="new.texture", tooltip="edit the design"),
        Binding("ctrl+o", "saves", "saved", id="new.saves", tooltip="go on with a saved run"),
        Binding("0", "scores", "scores", id="new.scores"),
        *MODE_KEYS,
        Binding("slash", "focus_game_id", "ID", id="new.game-id",
                tooltip="type or paste a game ID"),
        Binding("c", "copy", "copy the game ID", show=False, id="new.copy"),
        Binding("o", "settings", "settings", id="new.settings"),
        Binding("question_mark", "help", "help", id="new.help"),
        Binding("q", "app.quit", "quit", id="new.quit"),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]  # fmt: skip

    def __init__(self, recipe: Recipe | None) -> None:
        super().__init__()
        self._given = recipe
        self.config = self.services.settings.config
        form = self.config.form
        begun = recipe or form
        self.draft = Draft(form.designs, begun.algorithm, begun.options)
        if recipe is not None:
            self.draft.dimensions = (recipe.cols, recipe.rows)

    # Contents

    def compose(self) -> ComposeResult:
        with Vertical(id="middle"):
            yield Banner()
            yield ModeBar([(mode.title, action_of(mode)) for mode in MODES], id="modes")
            with Horizontal(id="upper"):
                yield DesignList(id="textures")
                yield DesignPanel(id="design")
                yield PreviewPanel(id="about")
            yield GameFields(id="form")
            yield KeyLine(of_focus=True)

    def on_mount(self) -> None:
        self.listen(self.services.settings.changed, self._config_changed)
        self.listen(self.services.autosave.recovered, self._take_recovered)
        self.query_one("#textures").border_title = "designs"
        self._show_designs()
        self.listen(self.services.waiting.changed, lambda _: self._show_banner())
        self.listen(self.services.plugins_found, lambda _: self._show_designs())
        self._show_rules()
        self._show_banner()
        if self._given is None:
            self._remember_size()
        else:
            self._presets.choose(CUSTOM)
        self.show_form()

    def _show_designs(self) -> None:
        self.designs.show_designs(self.draft.designs, self.draft.line.id)

    def _remember_size(self) -> None:
        with contextlib.suppress(RecipeError):
            if size := self.config.form.size:
                Recipe(self.draft.algorithm, *size, "x")
                self.draft.dimensions = size
                self._presets.choose(size if size in self._presets.values else CUSTOM)
        if self._presets.value == FIT:
            self.draft.dimensions = self._fitting

    def _config_changed(self, config: Config) -> None:
        before, self.config = self.config, config
        if (config.rules, config.race) == (before.rules, before.race):
            return
        self._show_rules()
        if self._presets.value == FIT:
            self.draft.dimensions = self._fitting
            self.show_form()

    def on_resize(self, event: events.Resize) -> None:
        middle = self.query_one("#middle")
        drawn = zooms_for(self.app)[-1].size(*self._fitting)
        room = poster_room(event.size, drawn, self.designs.lines_with_pictures)
        middle.styles.width, middle.styles.height = room
        self._show_banner()
        self.when_painted(self._show_banner)  # once the styles of this size are in force
        before = self.draft.dimensions
        if self._presets.value == FIT:
            self.draft.dimensions = self._fitting
            # Do not overwrite a field with an error while the player types.
            if self.draft.dimensions != before and self._fields.wrong is None:
                self.show_form()
        self.when_painted(self._preview)

    def _show_banner(self) -> None:
        banner, size = self.query_one(Banner), self.app.size
        banner.show_title(lines=title_lines(size))
        beginner = self.services.score_book.finished_runs < BEGINNER_RUNS
        self.query_one(KeyLine).put_first(FORM_KEYS[beginner])
        waiting = self.services.waiting
        beside = banner.layout.name == "horizontal"
        banner.show_waiting(waiting.short if beside else waiting.whole)

    @property
    def _fitting(self) -> tuple[int, int]:
        """Columns and rows of the largest maze that the play and result screens show roomily."""
        width, height = self.app.size
        return enough_capacity(self.app, width - COLUMNS_BESIDE_MAZE, height - LINES_BESIDE_MAZE)

    @property
    def race(self) -> RaceChoice:
        return self._fields.race.race

    @property
    def rules(self) -> Rules:
        return self._fields.rules(self.config.rules)

    def on_preview_panel_made(self) -> None:
        """Let the rest begin once there is a maze to look at."""
        self.when_painted(self.settle)

    # From the fields to the draft

    def on_design_list_chosen(self, message: DesignList.Chosen) -> None:
        """Apply the chosen design; import its package first, if one offers it."""
        if message.name in ALGORITHMS.offered:
            self.ask(partial(find_algorithm, message.name), self._loaded, group="plugin")
        elif message.name != self.draft.line.id:
            self.draft.choose(message.name)
            self.show_form()
            self.refresh_bindings()

    def _loaded(self, algorithm: Algorithm) -> None:
        """Show an algorithm of a package by its title, and choose it if it is still marked."""
        marked = self.designs.marked_design
        self._show_designs()
        if marked == algorithm.name:
            self.designs.mark(marked)
            self.on_design_list_chosen(DesignList.Chosen(marked))

    @on(Choice.Changed, "#presets")
    def _preset_chosen(self) -> None:
        size = self._presets.value
        if size == FIT:
            self.draft.dimensions = self._fitting
        elif size != CUSTOM:
            self.draft.dimensions = size
        self.show_form()

    @on(InputField.Edited, "#size, #seed")
    def _typed(self, event: InputField.Edited) -> None:
        is_size = event.field.id == "size"
        try:
            (self.draft.type_size if is_size else self.draft.type_seed)(event.text)
        except ValueError as error:  # such as a RecipeError
            self._fields.refuse(event.field, str(error))
            return
        if is_size:
            self._presets.choose(CUSTOM)
        self.show_form(leave=event.field)

    @on(InputField.Edited, "#game-id")
    def _game_id_typed(self, event: InputField.Edited) -> None:
        if event.text.strip():
            self._take_game_id(event.text, leave=event.field)
        else:
            event.field.complain("")

    @on(InputField.GameIdPasted)
    def _game_id_pasted(self, event: InputField.GameIdPasted) -> None:
        text = event.text[:LONGEST_PASTE]
        field = self._fields.field("game-id")
        field.fill(text)
        self._take_game_id(text, leave=field)
        self.set_focus(field.entry if field.wrong else self.designs)

    def on_paste(self, event: events.Paste) -> None:
        """Read a game ID that the player pastes while no field has the focus."""
        if event.text.strip():
            self._game_id_pasted(InputField.GameIdPasted(event.text.strip()))

    def _take_game_id(self, text: str, *, leave: InputField) -> None:
        try:
            self.draft.take(Recipe.parse(text))
        except RecipeError as error:
            leave.complain(str(error))
            return
        self._presets.choose(CUSTOM)
        self.show_form(leave=leave)

    # From the draft to the fields

    @property
    def recipe(self) -> Recipe:
        return self.draft.recipe

    def show_form(self, *, leave: InputField | None = None) -> None:
        """Fill all fields, except the one that the player types in."""
        line = self.draft.line
        self.designs.mark(line.id)
        self.preview.describe(line.title, line.feel)
        self._fields.show_words(self.draft.dimensions)
        try:
            recipe = self.recipe
        except RecipeError as error:  # a mask that does not fit the size, or ends outside it
            self._refuse_size(error)
            return
        self._fields.show_recipe(recipe, leave)
        self.when_painted(self._preview)

    def _refuse_size(self, error: RecipeError) -> None:
        self._fields.refuse(self._fields.field("size"), str(error))

    def _preview(self) -> None:
        with contextlib.suppress(RecipeError):
            self.preview.show(self.recipe, covered=self.draft.is_named)

    # Actions

    def action_play(self) -> None:
        """Play the level, or open the highlighted mode; if a field has an error, focus it."""
        modes, wrong = self.query_one(ModeBar), self._fields.wrong
        if modes.has_focus and modes.action != "play":
            modes.post_message(ModeBar.Opened(modes.action))
            return
        if wrong is not None:
            self.set_focus(wrong.entry)
            return
        try:
            check_memory(self.recipe, LEVEL_BYTES_PER_CELL)
        except RecipeError as error:
            self._refuse_size(error)
            self.set_focus(self._fields.field("size").entry)
            return
        draft, size = self.draft, self._presets.value
        size = draft.dimensions if size == CUSTOM else size
        state = FormState(draft.algorithm, self.recipe.options, size, self.config.form.designs)
        self.services.settings.save_form(state, self.rules, self.race)
        play, level = partial(self._play, self.recipe), str(self.recipe)
        if any(rival.name == GHOST for rival in self.race.possible.rivals):
            asked = self.services.store.ask(lambda book: book.best_walk(level))
            self.ask_book(asked, play, missing=lambda: play(None), group="ghost")
        else:
            play(None)

    def _play(self, recipe: Recipe, best: Walk | None) -> None:
        """Play a recipe, beside the player's best walk if the match has a ghost."""
        if self.app.screen is not self:
            return
        from mazegame.game.racing.repeaters import GhostWalk

        ghost = None if best is None else GhostWalk.for_race(best, reveal=self.rules.reveal)
        usual = self._fields.race.usual
        match, problems = race_match(recipe, self.rules, self.race, usual, ghost)
        for problem in problems:
            self.say(problem, "warning")
        self.open(factory.play(match), closed=self._after_game)

    @on(RaceSummary.Opened)
    def action_rivals(self) -> None:
        fields = self._fields.race
        with contextlib.suppress(RecipeError):
            dialog = factory.race(self.recipe, self.race, fields.records, fields.usual)
            self.open(dialog, self._race_chosen)

    def _race_chosen(self, race: RaceChoice) -> None:
        self._fields.race.choose(race)
        self.show_form()
        self._fields.race.focus_first()

    def _show_rules(self) -> None:
        self._fields.show_rules(self.config.rules, self.config.race)

    def _ask_about_rivals(self) -> None:
        """Ask the score book for the record against each rival and for the player's pace."""

        def known(found: tuple[Mapping[str, tuple[int, int]], float | None]) -> None:
            self._fields.race.know(*found)

        with contextlib.suppress(RecipeError):
            asked = self.services.score_book.about_rivals(self.recipe, self.rules.key)
            self.ask_book(asked, known, group="rivals")

    def _after_game(self) -> None:
        """Draw another seed, and update what waits; the digits work again."""
        self.set_focus(self.designs)
        self.action_draw_seed()
        self._ask_about_rivals()
        self.services.waiting.look()

    async def on_mode_bar_opened(self, message: ModeBar.Opened) -> None:
        if message.action == "play":
            self.set_focus(self.designs)
        await self.run_action(message.action)

    def action_mode(self, title: str) -> None:
        """Open a mode: its own screen, or its first match on the design of the form."""
        mode = BY_TITLE[title]
        if mode.screen:
            screen = factory.by_name(mode.screen, **mode.begins_with)
            self.open(screen, closed=self.services.waiting.look)
        elif mode.first is not None:
            with contextlib.suppress(RecipeError):
                options = {"recipe": self._sized_for(mode), "fog": self.rules.fog}
                self.open(
                    factory.play(self.new_match(mode.first(options))), closed=self._after_game
                )

    def _sized_for(self, mode: Mode) -> Recipe:
        """Return the recipe; where the size is to fit, in one that fits the views of a mode."""
        if mode.view_columns is None or self._presets.value != FIT:
            return self.recipe
        width, height = self.app.size
        view = mode.view_columns(width, fog=self.rules.fog), height - mode.lines_beside
        cols, rows = enough_capacity(self.app, *view)
        return replace(self.recipe, cols=cols, rows=rows)

    def action_first_steps(self) -> None:
        self.open(factory.first_steps())

    def action_turn_mode(self, by: int) -> None:
        modes = self.query_one(ModeBar)
        modes.focus()
        modes.action_turn(by)

    def action_back(self) -> None:
        """Leave a field and drop its error; or go one step back."""
        if self._fields.wrong is not None:
            self.show_form()
        if self.editing and self.panel not in (self.focused.ancestors if self.focused else ()):
            self.panel.focus_first()
            return
        self.remove_class("-editing")
        self.set_focus(self.designs)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "back":
            return self.focused is not self.designs
        return super().check_action(action, parameters)

    def on_descendant_focus(self) -> None:
        self.refresh_bindings()

    # Other screens

    def became_ready(self) -> None:
        """Ask about an interrupted run found before this screen was ready; make the pictures."""
        self._offer_to_go_on()
        self.when_painted(self.designs.draw_pictures)
        self.set_timer(WAITING_AFTER, self.services.waiting.look)
        self.set_timer(WAITING_AFTER, self._ask_about_rivals)

    def _take_recovered(self, runs: list[SavedRun]) -> None:
        if runs:
            self.services.waiting.look()
        self._offer_to_go_on()

    def _offer_to_go_on(self) -> None:
        if self.app.screen is not self or not self.ready:
            return
        saved = self.services.autosave.take_offer()
        if saved is None:
            return
        from mazegame.store.book.report import describe_saved

        self.open(
            factory.resume_question(describe_saved(saved), key_of(self, "saves")),
            lambda yes: self._go_on(saved) if yes else self.services.autosave.decline(saved),
        )

    def action_saves(self) -> None:
        self.open(factory.saves(), self._go_on)

    def _go_on(self, saved: SavedRun) -> None:
        self.go_on(saved, self._after_game)

    def action_scores(self) -> None:
        self.open(factory.profile("scores"))

    def action_settings(self) -> None:
        self.open(factory.settings())

    def action_draw_seed(self) -> None:
        self.draft.draw_seed()
        self.show_form()

    def action_focus_game_id(self) -> None:
        self.set_focus(self._fields.field("game-id").entry)

    def action_lab(self) -> None:
        """Watch the maze of the preview being carved, or the one that the player has named."""
        from mazegame.lab.subject import CarvingOf

        with contextlib.suppress(RecipeError):
            recipe, named = self.recipe, self.draft.is_named
            lab = partial(factory.lab, (CarvingOf(recipe if named else another_of(recipe)),))
            if named:
                self.confirm(
                    "Watch this maze being carved?",
                    lambda: self.open(lab()),
                    "Its runs are practice from then on.",
                )
            else:
                self.open(lab())

    @property
    def game_id(self) -> str:
        with contextlib.suppress(RecipeError):
            return str(self.recipe)
        return ""
