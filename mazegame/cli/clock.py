"""The start of a match's clock: the option on the command line, and the setting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

WALK_FIRST: Final = {
    "--walk-first": "start the clock with the first step, not when the walls appear (a class of "
    "its own)",
}
"""The flag for a maze that is visible before the clock starts."""


def starts_with_reveal(options: Mapping[str, Any] | None = None) -> bool:
    """Return whether the clock starts with the reveal, by the options or else by the settings.

    A game in words walks first.
    """
    options = options or {}
    if options.get("walk_first") or options.get("words"):
        return False
    from mazegame.config import DEFAULTS
    from mazegame.store.places import NoHomeError, places
    from mazegame.store.settings.settings import read_settings

    try:
        where = places()
    except NoHomeError:
        return DEFAULTS.rules.reveal
    return read_settings(where.settings)[0].rules.reveal
