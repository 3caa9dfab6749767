"""The modes on the first screen: their keys, and the actions that open them.

What lives here: what the bar of modes, the form's digits and the palette need besides the rows.
What does not: the modes themselves (``game/modes/table.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.binding import Binding

from mazegame.game.modes.table import MODES

if TYPE_CHECKING:
    from mazegame.game.modes.mode import Mode

DIGITS: Final = 9
"""The number of modes that have a digit."""


def action_of(mode: Mode) -> str:
    """Return the form's action that opens a mode."""
    return mode.form_action or f"mode('{mode.title}')"


def words_on(mode: Mode) -> str:
    """Return the name of a mode, and what it is."""
    return f"{mode.title}: {mode.about}"


BY_TITLE: Final = {mode.title: mode for mode in MODES}
"""All modes, by title."""

MODE_KEYS: Final = tuple(
    Binding(
        str(number), action_of(mode), mode.title.lower(), show=False, id=f"new.{mode.name}",
        tooltip=words_on(mode),
    )
    for number, mode in enumerate(MODES[:DIGITS], start=1)
)  # fmt: skip
"""The digits of the form."""
