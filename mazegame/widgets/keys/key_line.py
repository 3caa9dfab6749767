"""The keys that work on this screen: on one line, or one per line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from textual.binding import Binding
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from mazegame.capabilities import is_touched
from mazegame.widgets.text.characters import has_all_signs, has_unicode

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual import events
    from textual.app import RenderResult
    from textual.screen import Screen


GAP: Final = 2
"""Columns between two keys, and in a column between a key and what it does."""

ALWAYS: Final = ("next_tab", "dismiss")
"""The actions whose keys are always shown: to another tab, and back."""

MODIFIER_PREFIXES: Final = ("shift+", "ctrl+", "alt+", "^")
"""Prefixes of keys that are pressed together with another one."""

ARROWS: Final = "↑→↓←"
"""The displayed arrow keys, in the order of the bindings that walk."""

ARROW_NAMES: Final = dict(zip(ARROWS, ("up", "right", "down", "left"), strict=True))
"""Names of single arrow keys for ASCII terminals; ``>`` cannot stand for → because it is a key."""

ARROW_SIGNS: Final = {name: sign for sign, name in ARROW_NAMES.items()}
"""The signs of arrow keys by their names."""

LONE_ARROW: Final = re.compile(f"(?<![{ARROWS}])[{ARROWS}](?![{ARROWS}])")
"""An arrow that stands alone."""

TOUCHES: Final = {"move": "tap", "glide": "swipe"}
"""Names of touches, which replace those of keys on a touch screen."""

_WALKS: Final = frozenset({"move", "glide"})
"""Actions with a direction as their argument that walk there."""

_DIRECTED: Final = _WALKS | {"pan", "zoom"}
"""Actions whose bindings differ only in direction."""


class ActiveKeys(Widget, can_focus=False):
    """A widget with the screen's active bindings, some of which come first."""

    ALLOW_SELECT = False

    _first: tuple[str, ...] = ()
    renamed: Mapping[str, str] = {}
    """The present labels of actions that differ from those of their bindings."""

    def rename(self, action: str, what: str) -> None:
        """Change the label of an action's key."""
        if self.renamed.get(action) != what:
            self.renamed = {**self.renamed, action: what}
            self.refresh()

    def put_first(self, actions: tuple[str, ...]) -> None:
        """Show the keys of some actions before all others, even those that are otherwise hidden.

        The name of an action alone stands for all its arguments: one entry for all directions.
        """
        if actions != self._first:
            self._first = actions
            self.refresh()

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.refresh())


class KeyLine(ActiveKeys):
    """Shows the screen's active bindings, as many as fit; a click acts like the key.

    The keys of some actions are always among them.

    Args:
        always: These actions; by default those which close the screen or show its next tab.
        of_focus: Whether to show the bindings of the focused widget before the screen's.
        keys_unless: With this class on the screen, the keys are shown elsewhere, and the line
            shows notes only. Empty for none.
    """

    DEFAULT_CSS = """
    KeyLine {
        dock: bottom;
        height: 1;
        padding: 0 1;
        color: $text-muted;
        &:nocolor { text-style: none; }
    }
    """

    def __init__(
        self, *, of_focus: bool = False, keys_unless: str = "", always: Sequence[str] = ALWAYS
    ) -> None:
        super().__init__()
        self._always, self._keys_unless, self._of_focus = always, keys_unless, of_focus
        self._spans: list[tuple[int, int, Binding]] = []
        self._note, self._alone = "", False

    def show_note(self, text: str, *, alone: bool = False) -> None:
        """Show a note before the keys, or instead of them; an empty text removes it."""
        self._note, self._alone = text, alone
        self.refresh()

    def render(self) -> RenderResult:
        room = self.content_size.width
        line = Content.styled(self._note, "bold $foreground")
        self._spans = []
        if self._alone or (self._keys_unless and self.screen.has_class(self._keys_unless)):
            return line
        for binding, entry in self._fitting(room - (line.cell_length + GAP if self._note else 0)):
            start = line.cell_length + (GAP if line else 0)
            if binding is not None:
                self._spans.append((start, start + entry.cell_length, binding))
            line = Content.assemble(line, " " * (start - line.cell_length), entry)
        return line

    def _fitting(self, room: int) -> list[tuple[Binding | None, Content]]:
        """Return the first entries that fit, and those that are always shown.

        Each has its text, and its binding unless it stands for several.
        """
        entries = self._entries()
        kept = [entry for entry in entries if entry[0] and entry[0].action in self._always]
        left = room + GAP - sum(text.cell_length + GAP for _, text in kept)
        fitting = []
        for entry in entries:
            if entry not in kept:
                left -= entry[1].cell_length + GAP
            if left < 0:
                break
            fitting.append(entry)
        return [*fitting, *(entry for entry in kept if entry not in fitting)]

    def _entries(self) -> list[tuple[Binding | None, Content]]:
        """Return the entries: of the focused widget, then those that come first, then the rest.

        The rest are the screen's shown and active bindings, in the order of declaration.
        """
        entries: dict[str, tuple[Binding | None, Content]] = {}
        for node, binding, enabled, _ in self.screen.active_bindings.values():
            if self._of_focus and node is self.screen.focused and binding.show and enabled:
                entries.setdefault(binding.action, self._entry(binding))
        active = bindings_by_action(self.screen)
        touched = is_touched() and bool(_group(active, "glide"))  # only where one walks
        for action in (*TOUCHES, *self._first) if touched else self._first:
            if action in entries:
                continue
            if action in active:
                entries[action] = self._entry(active[action][0])
            elif group := _group(active, action):
                keys = joined_keys([self.app.get_key_display(one) for one in group])
                what = group[0].description.partition(" ")[0]
                keys = TOUCHES.get(action, keys) if touched else keys
                entries[action] = None, _text(keys.replace(ARROWS, "arrows"), what)
        for action, bindings in active.items():
            if shown := next((binding for binding in bindings if binding.show), None):
                entries.setdefault(action, self._entry(shown))
        return list(entries.values())

    def _entry(self, binding: Binding) -> tuple[Binding, Content]:
        what = self.renamed.get(binding.action, binding.description)
        return binding, _text(self.app.get_key_display(binding), what)

    def on_click(self, event: events.Click) -> None:
        x = event.x - 1  # the padding
        for start, end, binding in self._spans:
            if start <= x < end:
                self.app.simulate_key(binding.key)


class KeyColumn(ActiveKeys):
    """Shows the screen's active bindings, those of the key line first, as many as fit.

    Bindings that differ only in their direction share a line. Those of the moment are brighter; no
    line changes its place.
    """

    DEFAULT_CSS = "KeyColumn { width: 100%; height: 1fr; padding: 0 1; color: $text-muted; }"

    def render(self) -> RenderResult:
        lines = self._lines()
        width = max((len(keys) for keys, _, _ in lines), default=0)
        return Content("\n").join(
            Content.assemble(
                (keys.rjust(width), "bold $maze-key"),
                " " * GAP,
                (what, "$foreground" if bright else ""),
            )
            for keys, what, bright in lines
        )

    def _lines(self) -> list[tuple[str, str, bool]]:
        """Return keys, effects, and whether a line is bright.

        First the keys for walking, then those of the key line, then the others.
        """
        groups: dict[str, list[Binding]] = {}
        for action, bindings in bindings_by_action(self.screen).items():
            name, _, argument = action.partition("(")
            if not bindings[0].description:  # it only says what another key does
                continue
            group = f"{name}()" if argument and name in _DIRECTED else action
            groups.setdefault(group, []).append(bindings[0])
        walks = {f"{name}()" for name in _WALKS}
        order = sorted(groups, key=lambda name: (name not in walks, not groups[name][0].show))
        return [
            (*self._line(groups[name]), name.removesuffix("()") in self._first)
            for name in order[: self.size.height]
        ]

    def _line(self, bindings: list[Binding]) -> tuple[str, str]:
        """Return one line for a binding, or for several that differ only in direction."""
        keys = [self.app.get_key_display(binding) for binding in bindings]
        if len(keys) == 1:
            return keys[0], self.renamed.get(bindings[0].action, bindings[0].description)
        text = next((key for key in keys if "/" in key), joined_keys(keys))  # it names them all
        what = bindings[0].description.partition(" ")[0]
        return (text if len(text) <= 12 else f"{keys[0]} …"), what


def key_of(screen: Screen[Any], action: str) -> str:
    """Return the displayed key of an action; empty if it has none now."""
    for _, binding, enabled, _ in screen.active_bindings.values():
        if binding.action == action and enabled:
            return screen.app.get_key_display(binding)
    return ""


def shown_key(key: str) -> str:
    """Return a key as the terminal can show it; in ASCII a single arrow has a name."""
    if has_all_signs():
        return key
    named = key.replace("⏎", "Enter")
    return named if has_unicode() else LONE_ARROW.sub(lambda one: ARROW_NAMES[one[0]], named)


def _text(key: str, what: str) -> Content:
    return Content.assemble((shown_key(key), "bold $maze-key"), " ", what)


def named_keys(*pairs: tuple[str, str], gap: int = 3) -> Content:
    """Return a line of keys with their effects, some columns apart."""
    return Content(" " * gap).join(_text(key, what) for key, what in pairs)


def key_hints(*pairs: tuple[str, str], gap: int = 3) -> Static:
    """Return the key line of a dialog: ``named_keys`` in a widget."""
    return Static(named_keys(*pairs, gap=gap), classes="keys")


def bindings_by_action(screen: Screen[Any]) -> dict[str, list[Binding]]:
    """Return the active bindings that a screen declares, by action."""
    found: dict[str, list[Binding]] = {}
    for binding, enabled in bindings_in_force(screen):
        if enabled:
            found.setdefault(binding.action, []).append(binding)
    return found


def _group(active: dict[str, list[Binding]], name: str) -> list[Binding]:
    """Return the bindings of an action that is bound once for each direction.

    ``name`` may have the first of its arguments behind it, as ``walk(0, 'run'`` in a duel.
    """
    start = name if "(" in name else f"{name}("
    return [found[0] for action, found in active.items() if action.startswith(start)]


def keys_of_group(screen: Screen[Any], name: str) -> str:
    """Return the keys of such an action as one text, ``shift+↑→↓←``; empty if it has none."""
    group = _group(bindings_by_action(screen), name)
    return joined_keys([screen.app.get_key_display(binding) for binding in group])


def joined_keys(keys: list[str]) -> str:
    """Return the names of some keys as one text, a shared prefix once; arrows as signs."""
    shared = next(
        (held for held in MODIFIER_PREFIXES if all(key.startswith(held) for key in keys)), ""
    )
    rest = [key.removeprefix(shared) for key in keys]
    if len(rest) > 1:  # one alone keeps the name that ``shown_key`` gave it
        rest = [ARROW_SIGNS.get(key, key) for key in rest]
    return shared + "".join(rest) if keys else ""


def bindings_in_force(screen: Screen[Any]) -> list[tuple[Binding, bool]]:
    """Return each binding that a screen declares, once for every key, and whether it is active."""
    there: dict[str, list[tuple[Binding, bool]]] = {}
    for _, binding, enabled, _ in screen.active_bindings.values():
        there.setdefault(binding.id or binding.action, []).append((binding, enabled))
    found: list[tuple[Binding, bool]] = []
    for declared in Binding.make_bindings(screen.BINDINGS):
        found += there.pop(declared.id or declared.action, [])
    return found
