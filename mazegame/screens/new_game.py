"""New game: the form for design, size, seed, rules and rival. Enter starts the game.

The game ID always matches the other fields, and a pasted game ID fills them.
"""

from __future__ import annotations

import contextlib
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical

from mazegame.engine import ALGORITHMS, Recipe, RecipeError
from mazegame.engine.recipes.recipe import find_algorithm
from mazegame.game.participant import BEGINNER_RUNS
from mazegame.screens.design_editing import DESIGN_KEYS, DesignEditing
from mazegame.screens.game_setup import LONGEST_PASTE
from mazegame.widgets.form.design_list import DesignList
from mazegame.widgets.form.design_panel import DesignPanel
from mazegame.widgets.form.game_fields import CUSTOM, FIT, GameFields
from mazegame.widgets.form.poster_room import COLUMNS, LINES, poster_room
from mazegame.widgets.form.preview_panel import PreviewPanel
from mazegame.widgets.input.fields import Choice, InputField
from mazegame.widgets.keys.key_line import KeyLine
from mazegame.widgets.keys.play_keys import FORM_KEYS
from mazegame.widgets.maze.zooms import zooms_for

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult

    from mazegame.config import Config
    from mazegame.engine import Algorithm
    from mazegame.game.racing.race_choice import RaceChoice
    from mazegame.game.rules import Rules
    from mazegame.game.setup.draft import Draft


class NewGameScreen(DesignEditing):
    """The design form. When it is closed, the first screen takes over what was chosen."""

    CSS_PATH = "new_game.tcss"
    AUTO_FOCUS = "#textures"
    HORIZONTAL_BREAKPOINTS = [*COLUMNS]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [*LINES]  # noqa: RUF012

    preview = getters.query_one(PreviewPanel)
    _fields = getters.query_one(GameFields)
    _presets = getters.query_one("#presets", Choice)

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "play", id="new.play", priority=True,
                tooltip="play the maze of the form"),
        Binding("escape,q", "back", "back", id="new.back", key_display="esc"),
        *DESIGN_KEYS,
        Binding("tab", "app.focus_next", "next", id="new.next-field", tooltip="next field"),
        Binding("shift+tab", "app.focus_previous", "previous field", show=False,
                id="new.field-before"),
        Binding("n", "draw_seed", "new seed", id="new.seed", tooltip="draw another seed"),
        Binding("r", "rivals", "rivals", id="new.race", tooltip="choose the rivals of a race"),
        Binding("space", "lab", "carve it", id="new.lab", tooltip="watch it being carved"),
        Binding("ctrl+e", "texture", "edit", id="new.texture", tooltip="edit the design"),
        Binding("ctrl+o", "saves", "saved", id="new.saves", tooltip="go on with a saved run"),
        Binding("slash", "focus_game_id", "ID", id="new.game-id",
                tooltip="type or paste a game ID"),
        Binding("c", "copy", "copy the game ID", show=False, id="new.copy"),
        Binding("o", "settings", "settings", id="new.settings"),
        Binding("question_mark", "help", "help", id="new.help"),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]  # fmt: skip

    def __init__(self, begun: Draft | Recipe | None, focus: str = "") -> None:
        super().__init__(begun)
        self._focus = focus
        """Initial focus: ``game-id``, ``design`` for its settings, or empty for the list."""

    # Contents

    def compose(self) -> ComposeResult:
        with Vertical(id="middle"):
            with Horizontal(id="upper"):
                yield DesignList(id="textures")
                yield DesignPanel(id="design")
                yield PreviewPanel(id="about")
            yield GameFields(id="form")
            yield KeyLine(of_focus=True, always=("back",))

    def on_mount(self) -> None:
        self.listen(self.services.settings.changed, self._config_changed)
        self.listen(self.services.autosave.recovered, self.take_recovered)
        self.query_one("#textures").border_title = "designs"
        self._show_designs()
        self.listen(self.services.home_status.changed, lambda _: self._name_keys())
        self.listen(self.services.plugins_found, lambda _: self._show_designs())
        self._show_rules()
        self._name_keys()
        size = self.draft.dimensions
        known = FIT if self.draft.fits else size if size in self._presets.values else CUSTOM
        self._presets.choose(CUSTOM if self.draft.is_named else known)
        self.fit()
        self.show_draft()

    def _show_designs(self) -> None:
        self.designs.show_designs(self.draft.designs, self.draft.line.id)

    def _config_changed(self, config: Config) -> None:
        before, self.config = self.config, config
        if (config.rules, config.race) == (before.rules, before.race):
            return
        self._show_rules()
        if self.fit():
            self.show_draft()

    def on_resize(self, event: events.Resize) -> None:
        middle = self.query_one("#middle")
        drawn = zooms_for(self.app)[-1].size(*self.fitting)
        room = poster_room(event.size, drawn, self.designs.option_count)
        middle.styles.width, middle.styles.height = room
        # Do not overwrite a field with an error while the player types.
        if self.fit() and self._fields.wrong is None:
            self.show_draft()
        self.when_painted(self._preview)

    def _name_keys(self) -> None:
        beginner = self.services.score_book.finished_runs < BEGINNER_RUNS
        self.query_one(KeyLine).put_first(FORM_KEYS[beginner])

    @property
    def race(self) -> RaceChoice:
        return self._fields.race.race

    @property
    def rules(self) -> Rules:
        return self._fields.rules(self.config.rules)

    def on_preview_panel_made(self) -> None:
        """Settle once a maze is shown."""
        self.when_painted(self.settle)

    # From the fields to the draft

    def on_design_list_chosen(self, message: DesignList.Chosen) -> None:
        """Apply the chosen design; import its package first, if one offers it."""
        if message.name in ALGORITHMS.offered:
            self.run_in_thread(partial(find_algorithm, message.name), self._loaded, group="plugin")
        elif message.name != self.draft.line.id:
            self.draft.choose(message.name)
            self.show_draft()
            self.refresh_bindings()

    def _loaded(self, algorithm: Algorithm) -> None:
        """Show the title of a package's algorithm, and choose it if it is still marked."""
        marked = self.designs.marked_design
        self._show_designs()
        if marked == algorithm.name:
            self.designs.mark(marked)
            self.on_design_list_chosen(DesignList.Chosen(marked))

    @on(Choice.Changed, "#presets")
    def _preset_chosen(self) -> None:
        size = self._presets.value
        if size == FIT:
            self.draft.fits = True
            self.fit()
        else:
            self.draft.resize(self.draft.dimensions if size == CUSTOM else size)
        self.show_draft()

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
        self.show_draft(leave=event.field)

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
        self.show_draft(leave=leave)

    # From the draft to the fields

    def show_draft(self, *, leave: InputField | None = None) -> None:
        """Fill all fields, except the one that the player types in."""
        line = self.draft.line
        self.designs.mark(line.id)
        self.preview.describe(line.plain_name, line.feel)
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

    def refuse(self, error: RecipeError) -> None:
        self._refuse_size(error)
        self.set_focus(self._fields.field("size").entry)

    def _preview(self) -> None:
        with contextlib.suppress(RecipeError):
            self.preview.show(self.recipe, covered=self.draft.is_named)

    # Actions

    def action_play(self) -> None:
        """Play the level; if a field has an error, focus it."""
        wrong = self._fields.wrong
        if wrong is None:
            self.play()
        else:
            self.set_focus(wrong.entry)

    def race_chosen(self, race: RaceChoice) -> None:
        self._fields.race.choose(race)
        self.show_draft()
        self._fields.race.focus_first()

    def show_rivals(self) -> None:
        self._fields.race.know(self.records)

    def _show_rules(self) -> None:
        self._fields.show_rules(self.config.rules, self.config.race)

    def after_game(self) -> None:
        """Remove the focus from the fields, so that letters are keys again."""
        self.set_focus(self.designs)
        super().after_game()

    def action_back(self) -> None:
        """Leave a field and drop its error; else go one step back, or leave the form."""
        at_rest = self.focused is self.designs and not self.editing
        if self._fields.wrong is not None:
            self.show_draft()
        elif at_rest:
            self.save()
            self.dismiss()
            return
        if self.editing and self.panel not in (self.focused.ancestors if self.focused else ()):
            self.panel.focus_first()
            return
        self.remove_class("-editing")
        self.set_focus(self.designs)

    def on_descendant_focus(self) -> None:
        self.refresh_bindings()

    def became_ready(self) -> None:
        super().became_ready()
        if self._focus == "game-id":
            self.action_focus_game_id()
        elif self._focus == "design":
            self.call_later(self.action_texture)

    def action_focus_game_id(self) -> None:
        self.set_focus(self._fields.field("game-id").entry)
