"""The key column: the keys that work on this screen, one per line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.content import Content

from mazegame.widgets.keys.key_line import ActiveKeys, bindings_in_force, joined_keys

if TYPE_CHECKING:
    from textual.app import RenderResult
    from textual.binding import Binding

GAP: Final = 2
"""Columns between a key and what it does."""

MOST_KEY_COLUMNS: Final = 12
"""Columns for a key's name, at most."""

_WALKS: Final = frozenset({"move", "glide", "go_on"})
"""Actions that walk in the direction that they are given."""

_DIRECTED: Final = _WALKS | {"pan", "zoom"}
"""Actions whose bindings differ in their direction only."""


class KeyColumn(ActiveKeys):
    """Shows the screen's active bindings, those of the key line first, as many as fit.

    Bindings that differ only in their direction share a line. Those of the moment are brighter; no
    line changes its place.
    """

    DEFAULT_CSS = """
    KeyColumn { width: 100%; height: 1fr; padding: 0 1; color: $text-muted; }
    """

    def render(self) -> RenderResult:
        """Draw the lines."""
        lines = self._lines()
        width = max((len(keys) for keys, _, _ in lines), default=0)
        return Content("\n").join(
            Content.assemble(
                (keys.rjust(width), "bold $maze-key"),
                " " * GAP,
                (what, "$foreground") if bright else what,
            )
            for keys, what, bright in lines
        )

    def _lines(self) -> list[tuple[str, str, bool]]:
        """Return keys, effects, and whether a line is bright.

        Those for walking come before those of the key line, and those before the others.
        """
        groups: dict[str, list[Binding]] = {}
        for binding, enabled in bindings_in_force(self.screen):
            name, _, argument = binding.action.partition("(")
            if enabled:
                merged = bool(argument) and name in _DIRECTED
                group = f"{name}()" if merged else binding.action
                groups.setdefault(group, []).append(binding)
        walks = {f"{name}()" for name in _WALKS}
        order = sorted(groups, key=lambda name: (name not in walks, not groups[name][0].show))
        return [
            (*self._line(groups[name]), name.removesuffix("()") in self._first)
            for name in order[: self.size.height]
        ]

    def _line(self, bindings: list[Binding]) -> tuple[str, str]:
        """Return one line for a binding, or for several that differ in their direction."""
        first: dict[str, str] = {}
        for binding in bindings:
            first.setdefault(binding.action, self.app.get_key_display(binding))
        keys = list(first.values())
        if len(keys) == 1:
            return keys[0], bindings[0].description
        text = joined_keys(keys)
        if any("/" in key for key in keys):  # one of them names them all
            text = next(key for key in keys if "/" in key)
        what = bindings[0].description.partition(" ")[0]
        return (text if len(text) <= MOST_KEY_COLUMNS else f"{keys[0]} …"), what
