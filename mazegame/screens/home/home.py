"""Home: the first screen, with its doors, the three choices of the next game and a live preview.

Texture, size and rival are chosen here, everything else on the design form (``new_game.py``).
``game_setup.py`` starts the game.
"""

from __future__ import annotations

import contextlib
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Final

from textual import getters
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical

from mazegame.engine import ALGORITHMS, Level, Recipe, RecipeError
from mazegame.game.modes.table import BY_NAME, MODES
from mazegame.game.recording.ghost_code import is_ghost_code, parse_ghost_code
from mazegame.game.setup.rival_choices import describe_race
from mazegame.screens import factory
from mazegame.screens.doors import DOOR_KEYS, DOORS, action_of
from mazegame.screens.game_setup import LONGEST_CODES, LONGEST_PASTE, GameSetup
from mazegame.widgets.form.poster_room import LINES, VAST
from mazegame.widgets.form.preview_panel import PreviewPanel
from mazegame.widgets.home.choices import Choices
from mazegame.widgets.home.door_list import DoorList
from mazegame.widgets.home.title import Title
from mazegame.widgets.keys.key_line import KeyLine, key_of
from mazegame.widgets.maze.zooms import enough_capacity

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult
    from textual.widgets import OptionList

    from mazegame.config import Config
    from mazegame.game.match import Match
    from mazegame.game.modes.mode import Mode
    from mazegame.game.racing.race_choice import RaceChoice

WIDE: Final = 76
"""Fewest columns of a screen with the preview beside the doors."""

WIDE_KEYS: Final = ("open", "turn_texture(1)", "back", "design", "settings", "help")
"""The actions whose keys come first in the line of keys."""

NARROW_KEYS: Final = ("open", "back", "design", "help", "settings")
"""The actions whose keys come first in a narrow terminal."""


class HomeScreen(GameSetup):
    """The first screen."""

    CSS_PATH = "home.tcss"
    AUTO_FOCUS = "#doors"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide"), (VAST, "-vast")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [*LINES]  # noqa: RUF012

    menu = MappingProxyType(
        {
            "First steps": ("the small maze of the first start, once more", "first_steps"),
            "Achievements": ("what there is to have done", "profile('achievements')"),
            **{mode.title: (mode.about, action_of(mode)) for mode in MODES},
        }
    )

    preview = getters.query_one(PreviewPanel)
    doors = getters.query_one(DoorList)
    choices = getters.query_one(Choices)

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "play", id="home.open", priority=True, tooltip="open the door"),
        Binding("left", "turn_texture(-1)", "texture before", show=False,
                id="home.texture-before"),
        Binding("right", "turn_texture(1)", "texture", id="home.texture", key_display="← →",
                tooltip="another texture"),
        Binding("tab", "app.focus_next", "size, rival", id="home.next",
                tooltip="to texture, size and rival"),
        Binding("shift+tab", "app.focus_previous", "to the one before", show=False,
                id="home.before"),
        Binding("escape", "back", "back", id="home.back"),
        Binding("d", "design", "design", id="home.design",
                tooltip="design the maze: weights, fog, seed and more"),
        Binding("o", "settings", "settings", id="home.settings"),
        Binding("question_mark", "help", "help", id="home.help"),
        Binding("q", "app.quit", "quit", id="home.quit"),
        Binding("ctrl+o", "saves", "saved", show=False, id="home.saves",
                tooltip="go on with a saved run"),
        *DOOR_KEYS,
        Binding("r", "rivals", "rival", show=False, id="home.rivals",
                tooltip="choose the rivals of a race"),
        Binding("n", "draw_seed", "another maze", show=False, id="home.seed",
                tooltip="show another maze of this texture"),
        Binding("space,8", "lab", "carve it", show=False, id="home.lab",
                tooltip="watch the maze being carved"),
        Binding("9", "profile('statistics')", "statistics", show=False, id="home.statistics"),
        Binding("0", "profile('scores')", "scores", show=False, id="home.scores"),
        Binding("slash", "design('game-id')", "game ID", show=False, id="home.game-id",
                tooltip="type or paste a game ID"),
        Binding("ctrl+e", "design('design')", "edit the design", show=False, id="home.edit"),
        Binding("c", "copy", "copy the game ID", show=False, id="home.copy"),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
    ]  # fmt: skip

    # Contents

    def compose(self) -> ComposeResult:
        # Textual sets these classes after the first frame, which would be laid out as a small one.
        size = self.app.size
        for steps, cells in (
            (self.HORIZONTAL_BREAKPOINTS, size.width),
            (self.VERTICAL_BREAKPOINTS, size.height),
        ):
            self.add_class(next(name for least, name in reversed(steps) if cells >= least))
        with Vertical(id="page"):
            yield Title()
            with Horizontal(id="upper"):
                yield DoorList(DOORS, id="doors")
                with Vertical(id="right"):
                    yield PreviewPanel(id="about")
                    yield Choices()
            yield KeyLine(always=("app.quit",))

    def on_mount(self) -> None:
        self.listen(self.services.settings.changed, self._config_changed)
        self.listen(self.services.autosave.recovered, self.take_recovered)
        self.listen(self.services.home_status.changed, lambda _: self._show_status())
        self.listen(self.services.plugins_found, lambda _: self.show_draft())
        self.fit()
        self.show_draft()
        self._show_status()

    def _show_status(self) -> None:
        words = self.services.home_status.words
        self.doors.show_states(words)
        saved = words.get("saves", ())
        keys = self.query_one(KeyLine)
        keys.rename("saves", saved[0] if saved else "")
        first = NARROW_KEYS if self.has_class("-narrow") else WIDE_KEYS
        keys.put_first((*first, *(("saves",) if saved else ())))

    def _config_changed(self, config: Config) -> None:
        before, self.config = self.config, config
        if (config.rules, config.race) != (before.rules, before.race):
            self.fit()
            self.show_draft()

    def on_resize(self) -> None:
        """Fit the maze to the terminal, and the preview to its panel."""
        if self.fit():
            self.show_draft()
        self.when_painted(self._preview)
        self.when_painted(self._show_status)  # once the styles of this size are in force

    def on_preview_panel_made(self) -> None:
        """Settle once a maze is shown."""
        self.when_painted(self.settle)

    def became_ready(self) -> None:
        super().became_ready()
        if not self.preview.display:  # a small terminal has no preview to wait for
            self.settle()

    # The choices

    @property
    def race(self) -> RaceChoice:
        return self.services.settings.config.race  # of now: news of changes come a moment later

    def show_draft(self) -> None:
        draft, line = self.draft, self.draft.line
        designs = [one for one in draft.designs if one.id not in ALGORITHMS.offered]
        self.choices.show_texture(designs, line.id)
        self.choices.show_size(draft.dimensions, fits=draft.fits)
        self.choices.rival.show(describe_race(self.race))
        self.preview.describe(line.plain_name, line.feel)
        self.when_painted(self._preview)

    def _preview(self) -> None:
        with contextlib.suppress(RecipeError):
            self.preview.show(self.recipe, covered=self.draft.is_named)

    def on_choices_texture_chosen(self, message: Choices.TextureChosen) -> None:
        self.draft.choose(message.name, alone=True)
        self.show_draft()

    def on_choices_size_chosen(self, message: Choices.SizeChosen) -> None:
        if message.size is None:
            self.draft.fits = True
            self.fit()
        else:
            self.draft.resize(message.size)
        self.show_draft()

    def action_turn_texture(self, by: int) -> None:
        """Show the next texture, or the one before."""
        self.choices.texture.action_turn(by)

    def race_chosen(self, race: RaceChoice) -> None:
        self.services.settings.save_form(self.config.form, self.config.rules, race)

    def refuse(self, error: RecipeError) -> None:
        """Show why the maze cannot be made; the design form shows all options."""
        self.show_notice(str(error), "warning")

    def on_paste(self, event: events.Paste) -> None:
        """Take a pasted game ID, or race the ghost codes of a paste, such as share lines."""
        codes = [word for word in event.text[:LONGEST_CODES].split() if is_ghost_code(word)]
        text = event.text[:LONGEST_PASTE].strip()
        if codes:
            self._race_ghosts(codes)
            return
        if not text:
            return
        try:
            self.draft.take(Recipe.parse(text))
        except RecipeError as error:
            self.show_notice(str(error), "warning")
            return
        self.doors.choose("play")
        self.set_focus(self.doors)
        self.show_draft()
        self.show_notice(f"{self.recipe}: {key_of(self, 'open')} plays it")

    def _race_ghosts(self, codes: list[str]) -> None:
        """Race the walks of ghost codes, or show why that cannot be."""

        def race() -> Match:
            from mazegame.game.setup.ghost_race import check_own_try, ghost_race, recipe_of_codes

            parsed = [parse_ghost_code(code) for code in codes]
            recipe = recipe_of_codes(parsed)
            check_own_try(recipe, lambda: self.read(lambda book: book.calendar()))
            return ghost_race(Level.of(recipe), parsed)

        def play(match: Match) -> None:
            if self.app.screen is self:
                self.open(factory.play(match), closed=self.after_game)

        def refuse(error: Exception) -> None:
            self.show_notice(str(error), "warning")

        self.run_in_thread(race, play, on_error=refuse, group="ghosts")

    # Doors

    def action_open(self) -> None:
        """Open the highlighted door; on a choice, play; on the rival, choose rivals."""
        if self.focused is self.choices.rival:
            self.action_rivals()
        elif self.focused is self.doors:
            self.action_door(self.doors.chosen)
        else:
            self.play()

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Open a door that is clicked on."""
        self.action_door(str(message.option.id))

    def on_option_list_option_highlighted(self) -> None:
        """Describe what Enter does for the highlighted line."""
        self._name_enter()

    def on_descendant_focus(self) -> None:
        self._name_enter()
        self.refresh_bindings()

    def _name_enter(self) -> None:
        plays = self.focused is not self.doors or self.doors.chosen == "play"
        what = "play" if plays else "open"
        if self.focused is self.choices.rival:
            what = "choose rivals"
        self.query_one(KeyLine).rename("open", what)

    def action_play(self) -> None:
        self.action_door("play")

    def action_door(self, name: str) -> None:
        """Open a door."""
        self.doors.choose(name)
        closed = self.services.home_status.refresh
        match name:
            case "play":
                self.play()
            case "daily":
                self.open(factory.daily_maze(), closed=closed)
            case "journey":
                self.open(factory.journey(), closed=closed)
            case "descent":
                self._choose_descent()
            case "friends":
                self.open(factory.friends(), closed=closed)
            case "study":
                self.open(factory.study(), closed=closed)
            case "profile":
                self.action_profile("scores")

    def _choose_descent(self) -> None:
        """Ask which of the door's modes to open."""
        modes = [mode for mode in MODES if mode.door == "descent"]
        lines = [(mode.name, f"{mode.title}: {mode.about}") for mode in modes]
        self.open(factory.choose("Descent", lines), self.action_mode)

    def action_profile(self, tab: str) -> None:
        self.open(factory.profile(tab), closed=self.services.home_status.refresh)  # type: ignore[arg-type]

    def action_mode(self, name: str) -> None:
        """Open a mode: its own screen, or its first match on the design of the draft."""
        mode = BY_NAME[name]
        self.doors.choose(mode.door)
        if mode.screen:
            screen = factory.by_name(mode.screen, **mode.begins_with)
            self.open(screen, closed=self.services.home_status.refresh)
        elif mode.first is not None:
            with contextlib.suppress(RecipeError):
                options = {"recipe": self._sized_for(mode), "fog": self.rules.fog}
                self.open(factory.play(self.new_match(mode.first(options))), closed=self.after_game)

    def _sized_for(self, mode: Mode) -> Recipe:
        """Return the recipe, fitted to the views of a mode if its size is "fit"."""
        if mode.view_columns is None or not self.draft.fits:
            return self.recipe
        width, height = self.app.size
        view = mode.view_columns(width, fog=self.rules.fog), height - mode.lines_beside
        cols, rows = enough_capacity(self.app, *view)
        return replace(self.recipe, cols=cols, rows=rows)

    def action_design(self, focus: str = "") -> None:
        """Open the form, which edits the same draft."""
        self.open(factory.design(self.draft, focus), closed=self._form_closed)

    def _form_closed(self) -> None:
        """Take over what was chosen and played there."""
        self.show_draft()
        self.load_rival_records()

    def action_first_steps(self) -> None:
        self.open(factory.first_steps())

    def action_back(self) -> None:
        """Return from the choices to the doors."""
        self.set_focus(self.doors)

    def after_game(self) -> None:
        """Return the focus to the doors, ready for the next game."""
        self.set_focus(self.doors)
        super().after_game()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        del parameters
        if action == "turn_texture":
            return self.focused is self.doors
        return action != "back" or self.focused is not self.doors
