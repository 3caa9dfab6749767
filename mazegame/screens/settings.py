"""Settings: all settings and keys. A change takes effect at once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import getters, on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Label, OptionList, Static

from mazegame.config import BY_NAME, DRAWINGS, LABELS, RUN_SPEEDS, SETTINGS, WALL_CHOICES, Config
from mazegame.game.racing.race_choice import PACES, SERIES, YOURS_PACE, RaceChoice, RivalChoice
from mazegame.game.setup.rival_choices import describe_race, rival_choices, spell_series
from mazegame.screens import factory, keys
from mazegame.screens.base import GameScreen
from mazegame.widgets.input.fields import Choice
from mazegame.widgets.keys.key_line import KeyLine
from mazegame.widgets.maze.samples import SamplePane
from mazegame.widgets.text.fitting_line import first_clauses
from mazegame.widgets.text.menu_list import MenuList
from mazegame.widgets.text.segments import truncate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult
    from textual.widget import Widget

TABS: Final = {
    "look": tuple(s for s in SETTINGS if s.section == "look" and s.name != "faces"),
    "play": tuple(s for s in SETTINGS if s.section != "look"),
    "keys": (),
}
"""The tabs, and the settings on each; the last one has the list of keys. Faces are a choice of
walls."""

KEYBOARD_NAMES: Final = {
    "qwerty": "QWERTY", "azerty": "AZERTY", "dvorak": "Dvorak", "colemak": "Colemak",
}  # fmt: skip
"""The keyboards to choose from, with their labels."""

ABOUT_KEYBOARD: Final = "where w a s d lie; Cyrillic, Greek and Hebrew letters walk anyway"

_YES_NO: Final = ((True, "on"), (False, "off"))

WIDEST: Final = 110
"""Most columns of a tab."""

BESIDE_NAME: Final = 27
"""Columns beside the name of a key's action: the frame, the screen's name, the keys."""

SHORTEST_NAME: Final = 16
"""Fewest columns for the name of a key's action."""


class SettingsScreen(GameScreen[None]):
    """The settings in tabs: look, play, keys."""

    CSS_PATH = "settings.tcss"
    AUTO_FOCUS = "Choice"

    bindings_list = getters.query_one("#bindings", MenuList)
    sample = getters.query_one(SamplePane)

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "go(1)", "next", id="settings.next"),
        Binding("down", "go(1)", show=False),
        Binding("up,shift+tab", "go(-1)", show=False),
        Binding("1", "tab('look')", "look", id="settings.look"),
        Binding("2", "tab('play')", "play", id="settings.play"),
        Binding("3", "tab('keys')", "keys", id="settings.keys"),
        Binding("plus", "rebind(True)", "one more key", id="settings.add"),
        Binding("backspace,delete", "built_in", "reset", id="settings.built-in"),
        Binding("escape,q", "dismiss", "back", id="settings.back", key_display="esc"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._config = self.services.settings.config
        self._bindings_by_id = keys.changeable()

    def compose(self) -> ComposeResult:
        options = self._options()
        self.add_class("-look")
        self._lay_out()
        yield Static(id="title")
        with Horizontal(id="body"):
            with Vertical(id="left"):
                for tab, settings in TABS.items():
                    with VerticalScroll(id=f"tab-{tab}", classes="tab", can_focus=False):
                        for setting in settings:
                            with Horizontal(classes="row"):
                                yield Label(LABELS.get(setting.name, setting.name), markup=False)
                                yield Choice(options.get(setting.name, _YES_NO), id=setting.name)
                        if not settings:
                            with Horizontal(classes="row"):
                                yield Label("keyboard")
                                yield Choice(KEYBOARD_NAMES.items(), id="keyboard")
                            yield _KeyList(self._lines(), id="bindings", classes="pane")
                yield Static(id="about", markup=False)
            with Vertical(id="sample"):  # which has the frame
                yield SamplePane()
        yield KeyLine(of_focus=True)

    def _options(self) -> dict[str, Sequence[tuple[Any, str]]]:
        """Return the values of each setting that is not just on or off, with labels."""
        themes = self.app.available_themes
        ours_first = sorted(themes, key=lambda name: (not name.startswith("maze-"), name))
        runners = (((RivalChoice(pace=pace),), f"runner, {name}") for name, pace in PACES.items())
        choices = rival_choices()
        yours = (((RivalChoice(name, YOURS_PACE),), f"{title}, yours") for name, title in choices)
        return {
            "theme": [(name, name) for name in ours_first],
            "walls": WALL_CHOICES,
            "drawing": [(name, name) for name in DRAWINGS],
            "run_speed": [(speed, f"{speed:g} cells/s") for speed in RUN_SPEEDS],
            "rivals": [((), "none"), *runners, *yours],
            "best_of": [(most, spell_series(most)) for most in SERIES],
            "countdown": [(False, "first step"), (True, "3-2-1")],
        }

    def on_mount(self) -> None:
        self.show_tab("look")
        for setting in (*TABS["look"], *TABS["play"]):
            # The settings file may have a value that is not offered here.
            value, label = setting.value(self._config), str(setting.plain(self._config))
            if setting.name == "walls":
                value = self._config.look.wall_choice
            if setting.name == "rivals":
                label = describe_race(RaceChoice(value))
            self.query_one(f"#{setting.name}", Choice).choose(value, label)

        self._show_keyboard()

    def _show_keyboard(self) -> None:
        keyboard = keys.keyboard_of(self._bindings_by_id, self._config.keys)
        self.query_one("#keyboard", Choice).choose(keyboard)

    def on_resize(self) -> None:
        """Fit the column of descriptions to the terminal."""
        self._lay_out()
        self.bindings_list.show_lines(self._lines())

    def _lay_out(self) -> None:
        """Set the classes for the terminal's size, before the first layout."""
        width, height = self.app.size
        self.set_class(height >= 20, "-framed").set_class(width >= 120, "-wide")

    # Tabs

    @property
    def tab(self) -> str:
        return next(tab for tab in TABS if self.has_class(f"-{tab}"))

    def show_tab(self, tab: str) -> None:
        for other in TABS:
            self.set_class(other == tab, f"-{other}")
        parts: list[Any] = [("Settings  ", "bold $maze-key")]
        for number, name in enumerate(TABS, start=1):
            style = "bold reverse" if name == tab else "$maze-dim"
            parts += [(f" {number} {name} ", style), " "]
        self.query_one("#title", Static).update(Content.assemble(*parts))

    def action_tab(self, tab: str) -> None:
        self.show_tab(tab)
        self.set_focus(next(w for w in self._stops if self._tab_of(w) == tab))

    def action_go(self, by: int) -> None:
        stops = self._stops
        at = stops.index(self.focused) if self.focused in stops else 0
        self.set_focus(stops[(at + by) % len(stops)])

    def set_focus(
        self, widget: Widget | None, scroll_visible: bool = True, from_app_focus: bool = False
    ) -> None:
        """Focus a widget, and show the tab that contains it."""
        tab = self._tab_of(widget)
        if tab and tab != self.tab:
            self.show_tab(tab)
        super().set_focus(widget, scroll_visible, from_app_focus)

    @property
    def _stops(self) -> list[Widget]:
        """The focusable widgets, in the order of the tabs."""
        return [*self.query("Choice, MenuList")]

    @staticmethod
    def _tab_of(widget: Widget | None) -> str:
        around = () if widget is None else widget.ancestors_with_self
        return next((w.id[4:] for w in around if w.id and w.id.startswith("tab-")), "")

    def on_descendant_focus(self) -> None:
        if self.focused is not None:
            self.focused.scroll_visible(animate=False)
        self._show_description()
        self.refresh_bindings()

    @on(OptionList.OptionHighlighted, "#bindings")
    def _show_description(self) -> None:
        thing, focused = self._thing, self.focused
        about = next((s.about for s in SETTINGS if focused and focused.id == s.name), "")
        also = ""
        if focused and focused.id == "keyboard":
            about = ABOUT_KEYBOARD
        if thing is not None:
            clash = keys.clashes(self._bindings_by_id, self._config.keys).get(thing.id)
            about, also = thing.about, f". Its key is also for: {', '.join(clash)}" if clash else ""
        self.query_one("#about", Static).update(Content.assemble(about, (also, "bold $warning")))

    @on(Choice.Changed)
    def _changed(self, event: Choice.Changed) -> None:
        if event.choice.id == "keyboard":
            things, before = self._bindings_by_id, self._config.keys
            self._take_keys(keys.for_keyboard(things, before, event.choice.value))
            return
        if event.choice.id == "walls":
            look = self._config.look.with_walls(event.choice.value)
            self._take(replace(self._config, look=look))
            return
        setting = BY_NAME[event.choice.id or ""]
        self._take(setting.put(self._config, event.choice.value))

    def _take(self, config: Config) -> None:
        self._config = config
        self.services.settings.save(config)
        self.sample.apply_look()

    # Keys

    def _lines(self) -> list[tuple[str, str]]:
        clashes = keys.clashes(self._bindings_by_id, self._config.keys)
        room = max(min(self.app.size.width, WIDEST) - BESIDE_NAME, SHORTEST_NAME)
        wide = min(max(len(thing.about) for thing in self._bindings_by_id.values()), room)
        lines = []
        for thing in self._bindings_by_id.values():
            bound = (Binding(key, "", "") for key in keys.keys_of(thing, self._config.keys))
            own = " ".join(map(self.app.get_key_display, bound))
            changed = "*" if thing.id in self._config.keys else " "
            about = truncate(first_clauses(thing.about, wide), wide)
            clash = "  !" if thing.id in clashes else ""
            lines.append((thing.id, f"{thing.room:7}{about:{wide}} {changed}{own}{clash}"))
        return lines

    @property
    def _thing(self) -> keys.NamedBinding | None:
        """The highlighted binding if the list of keys has the focus; else None."""
        menu = self.bindings_list
        at = menu.highlighted if self.focused is menu else None
        return None if at is None else list(self._bindings_by_id.values())[at]

    @on(OptionList.OptionSelected, "#bindings")
    def _selected(self) -> None:
        self.action_rebind(add=False)

    def action_rebind(self, add: bool) -> None:
        thing = self._thing
        if thing is not None:
            self.open(
                factory.press_key(thing.about), lambda key: self._rebound(thing, key, add=add)
            )

    def _rebound(self, thing: keys.NamedBinding, key: str, *, add: bool) -> None:
        before = keys.keys_of(thing, self._config.keys) if add else ()
        own = [*(other for other in before if other != key), key]
        changed = {**self._config.keys, thing.id: ",".join(own)}
        if set(own) == set(thing.keys):
            del changed[thing.id]
        self._take_keys(changed)

    def action_built_in(self) -> None:
        thing = self._thing
        if thing is not None:
            changed = {name: k for name, k in self._config.keys.items() if name != thing.id}
            self._take_keys(changed)

    def _take_keys(self, changed: dict[str, str]) -> None:
        self._take(replace(self._config, keys=changed))
        self.bindings_list.show_lines(self._lines())
        self._show_keyboard()
        self._show_description()

    def check_action(self, action: str, _: tuple[object, ...]) -> bool | None:
        """Return whether a key does something; bindings are changed only in their list."""
        return action not in {"rebind", "built_in"} or self._thing is not None


class _KeyList(MenuList):
    """The list of keys; Enter asks for a new one."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "rebind")]
