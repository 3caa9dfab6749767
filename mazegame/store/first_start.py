"""First start: whether the game is started for the first time, noted by an empty file.

The note is made before the first steps are shown. So they come once, even if the game is killed
meanwhile or started twice at once, and never where nothing can be written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.store.places import NoHomeError, make_folder, places

if TYPE_CHECKING:
    from mazegame.store.places import Places


def claim_first_start() -> bool:
    """Return whether nobody has played here; note that somebody does now.

    It takes a millisecond at the first start, and some microseconds later.
    """
    try:
        where = places()
        if where.first_start.exists() or _played(where):
            return False
        make_folder(where.data)
        where.first_start.touch(exist_ok=False)
    except (NoHomeError, OSError):
        return False
    return True


def _played(where: Places) -> bool:
    """Return whether anything else is there that a player leaves behind."""
    left = (where.settings, where.choices, where.scores, where.running, where.saves, where.quiz)
    return any(path.exists() for path in left)
