"""New game: pick a texture, a size and a seed; Enter starts at once.

The form is a game ID in four fields. Whatever is changed, the game ID shows it; whatever is
pasted as a game ID, the other fields show it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Input, Label, OptionList, Static
from textual.worker import get_current_worker

from mazegame.drawing import Scene, best_fit
from mazegame.engine import ALGORITHMS, Level, Recipe, RecipeError, draw_seed
from mazegame.engine.level import LEVEL_BYTES_PER_CELL
from mazegame.engine.recipe import COMMON_OPTIONS, parse_size, require_room
from mazegame.engine.seed import clean_seed, typed_seed
from mazegame.screens import sizes
from mazegame.widgets.choice import Choice
from mazegame.widgets.key_line import KeyLine
from mazegame.widgets.maze_view import MazeView
from mazegame.widgets.menu_list import MenuList
from mazegame.widgets.zooms import zooms_for

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult

    from mazegame.drawing import Drawing

HUD_LINES: Final = 3
"""Lines of the play screen that are not the maze: two of numbers, one of keys."""


class NewGameScreen(Screen[None]):
    """The form that decides the next level."""

    CSS_PATH = "new_game.tcss"
    AUTO_FOCUS = "#textures"
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-narrow"), (64, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-short"), (20, "-tall")]  # noqa: RUF012

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "play", id="new.play", key_display="⏎", priority=True),
        Binding("tab", "app.focus_next", "next field", id="new.next-field", key_display="tab"),
        Binding("shift+tab", "app.focus_previous", "field before", show=False),
        Binding("r", "draw_seed", "new seed", id="new.seed"),
        Binding("g", "focus_game_id", "game ID", id="new.game-id"),
        Binding("question_mark", "help", "help", id="new.help", key_display="?"),
        Binding("q", "app.quit", "quit", id="new.quit"),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._algorithm = "recursive-backtracker"
        self._seed = draw_seed()
        self._options: tuple[tuple[str, str], ...] = ()
        self._cells = (1, 1)
        self._previewed: tuple[object, ...] | None = None

    # What the form is made of

    def compose(self) -> ComposeResult:
        """Build the form."""
        yield Static("mazegame", id="title")
        with Horizontal(id="upper"):
            yield MenuList(((a.name, a.title) for a in ALGORITHMS.values()), id="textures")
            with Vertical(id="about"):
                yield Static(id="feel")
                yield MazeView(centred=False, id="preview")
        with Vertical(id="form"):
            with Horizontal(classes="field"):
                yield Label("size")
                yield Choice(sizes.LABELS, id="presets")
                yield Input(id="size", compact=True, select_on_focus=True)
            yield Static(id="size-error", classes="error")
            with Horizontal(classes="field"):
                yield Label("seed")
                yield Input(
                    id="seed", compact=True, placeholder="drawn for you", select_on_focus=True
                )
            yield Static(id="seed-error", classes="error")
            with Horizontal(classes="field"):
                yield Label("game ID")
                yield Input(
                    id="game-id",
                    compact=True,
                    placeholder="paste one to play that level",
                    select_on_focus=True,
                )
            yield Static(id="game-id-error", classes="error")
        yield KeyLine()

    def on_mount(self) -> None:
        """Fill the form with a game that can be started at once."""
        textures = self.query_one("#textures", OptionList)
        with self.prevent(OptionList.OptionHighlighted):
            textures.highlighted = list(ALGORITHMS).index(self._algorithm)
        self._fit()
        self._show_form()

    def on_resize(self, event: events.Resize) -> None:
        """Fit the maze to the terminal again, if that is what was chosen."""
        del event
        if self.query_one(Choice).index == sizes.FIT:
            self._fit()
            self._show_form()
        self.call_after_refresh(self._preview)

    def on_screen_resume(self) -> None:
        """Offer another seed after a game."""
        if self._previewed is not None:
            self.action_draw_seed()

    def _fit(self) -> None:
        roomy = zooms_for(self.app)[0]
        self._cells = roomy.capacity(self.app.size.width, self.app.size.height - HUD_LINES)

    # From the fields to the form

    @on(OptionList.OptionHighlighted, "#textures")
    def _texture_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option.id is not None and event.option.id != self._algorithm:
            self._algorithm = event.option.id
            self._options = _kept_options(self._algorithm, self._options)
            self._show_form()

    @on(OptionList.OptionSelected, "#textures")
    def _texture_selected(self) -> None:
        self.action_play()

    @on(Choice.Changed)
    def _preset_chosen(self, event: Choice.Changed) -> None:
        if event.choice.index == sizes.FIT:
            self._fit()
        elif event.choice.index != sizes.CUSTOM:
            self._cells = sizes.PRESETS[event.choice.index - 1][1]
        self._complain("size", "")
        self._show_form()

    @on(Input.Changed, "#size")
    def _size_typed(self, event: Input.Changed) -> None:
        self.query_one(Choice).choose(sizes.CUSTOM)
        try:
            size = parse_size(event.value)
            Recipe(self._algorithm, *size, "x")
        except RecipeError as error:
            self._complain("size", str(error))
            return
        self._complain("size", "")
        self._cells = size
        self._show_form(leave="size")

    @on(Input.Changed, "#seed")
    def _seed_typed(self, event: Input.Changed) -> None:
        if " " in event.value:
            event.input.value = event.value.replace(" ", "-")
            return
        text = typed_seed(event.value)
        try:
            self._seed = clean_seed(text) if text else draw_seed()
        except ValueError as error:
            self._complain("seed", str(error))
            return
        self._complain("seed", "")
        self._show_form(leave="seed")

    @on(Input.Changed, "#game-id")
    def _game_id_typed(self, event: Input.Changed) -> None:
        self._take_game_id(event.value, leave="game-id")

    def _take_game_id(self, text: str, *, leave: str = "") -> bool:
        """Fill the form from a game ID; return whether it was one."""
        try:
            recipe = Recipe.parse(text)
        except RecipeError as error:
            self._complain("game-id", str(error))
            return False
        self._complain("game-id", "")
        self._algorithm, self._seed, self._options = recipe.algorithm, recipe.seed, recipe.options
        self._cells = (recipe.cols, recipe.rows)
        self.query_one(Choice).choose(sizes.CUSTOM)
        textures = self.query_one("#textures", OptionList)
        with self.prevent(OptionList.OptionHighlighted):
            textures.highlighted = list(ALGORITHMS).index(recipe.algorithm)
        self._show_form(leave=leave)
        return True

    def on_paste(self, event: events.Paste) -> None:
        """Take a game ID that is pasted anywhere on the form."""
        if isinstance(self.focused, Input):
            return
        text = event.text.strip()
        field = self.query_one("#game-id", Input)
        with self.prevent(Input.Changed):
            field.value = text[:200]
        field.focus()
        self._take_game_id(text)

    # From the form to the fields

    @property
    def recipe(self) -> Recipe:
        """The level that the form describes."""
        return Recipe(self._algorithm, *self._cells, self._seed, self._options)

    def _show_form(self, *, leave: str = "") -> None:
        """Show the form in its fields, but for the one that is being typed in."""
        recipe = self.recipe
        values = {
            "size": f"{recipe.cols}x{recipe.rows}",
            "seed": recipe.seed,
            "game-id": str(recipe),
        }
        with self.prevent(Input.Changed):
            for name, value in values.items():
                if name != leave:
                    self.query_one(f"#{name}", Input).value = value
                    self._complain(name, "")
        algorithm = ALGORITHMS[recipe.algorithm]
        self.query_one("#feel", Static).update(algorithm.feel)
        self.call_after_refresh(self._preview)

    def _complain(self, field: str, message: str) -> None:
        """Say at a field what is wrong with it, or that nothing is."""
        self.query_one(f"#{field}", Input).set_class(bool(message), "-wrong")
        error = self.query_one(f"#{field}-error", Static)
        error.update(message)
        error.display = bool(message)

    # The preview

    def _preview(self) -> None:
        """Show a maze of this texture and seed, as much of it as the room allows."""
        view = self.query_one("#preview", MazeView)
        width, height = view.size
        if width < 8 or height < 4:
            return
        zooms = zooms_for(self.app)
        cols, rows = self._cells
        drawing = best_fit(zooms, cols, rows, width, height)
        if drawing is None:
            drawing = zooms[0]
            most_cols, most_rows = drawing.capacity(width, height)
            cols, rows = min(cols, most_cols), min(rows, most_rows)
        wanted = (self._algorithm, cols, rows, self._seed, self._options, drawing.name)
        if wanted == self._previewed:
            return
        self._previewed = wanted
        self._make_preview(Recipe(self._algorithm, cols, rows, self._seed, self._options), drawing)

    @work(thread=True, exclusive=True, group="preview")
    def _make_preview(self, recipe: Recipe, drawing: Drawing) -> None:
        worker = get_current_worker()
        level = Level.of(recipe)
        if not worker.is_cancelled:
            self.app.call_from_thread(self._show_preview, level, drawing)

    def _show_preview(self, level: Level, drawing: Drawing) -> None:
        self.query_one("#preview", MazeView).show(Scene(level), drawing, None)

    # What the keys do

    def action_play(self) -> None:
        """Play the level, unless a field is wrong: then go to that field."""
        for field in ("size", "seed", "game-id"):
            wrong = self.query_one(f"#{field}", Input)
            if wrong.has_class("-wrong"):
                wrong.focus()
                return
        try:
            require_room(self.recipe, LEVEL_BYTES_PER_CELL)
        except RecipeError as error:
            self._complain("size", str(error))
            self.query_one("#size", Input).focus()
            return
        from mazegame.screens.play import PlayScreen

        self.app.push_screen(PlayScreen(self.recipe))

    def action_draw_seed(self) -> None:
        """Draw another seed."""
        self._seed = draw_seed()
        self._show_form()

    def action_focus_game_id(self) -> None:
        """Go to the field for a game ID."""
        self.query_one("#game-id", Input).focus()

    def action_help(self) -> None:
        """Show the keys and the rules."""
        from mazegame.screens.help import HelpScreen

        self.app.push_screen(HelpScreen())


def _kept_options(
    algorithm: str, options: tuple[tuple[str, str], ...]
) -> tuple[tuple[str, str], ...]:
    """The options that another algorithm takes too."""
    known = {option.name for option in (*ALGORITHMS[algorithm].options, *COMMON_OPTIONS)}
    return tuple((key, value) for key, value in options if key in known)
