"""The manual: the rules of a walk in words, for help. A series has its own (``Series.manual``)."""

from __future__ import annotations

from typing import Final

from mazegame.game.score import RULE

LEAVE_STEPS: Final = 20
"""Fewest steps of a run that a single key leaves only after a question."""

LEAVE: Final = (
    f"Restart and next ask before they leave a run of {LEAVE_STEPS} steps or more; a shorter one "
    "they leave at once."
)
"""When a key asks first."""

WALK: Final = f"""\
Walk from A to B. Your score compares your walk with the shortest one. Every step counts, also \
steps back. The clock starts with your first step and stops while a menu is open.

{RULE}

• yours   · backtracked   → hint   ◇ shortest path

{LEAVE}

A rival has a letter of its own: R walks the shortest path at its pace, a ghost walks as it \
walked then, the others search. In fog you see only what is or was in sight."""
"""The rules where nothing else is said, a paragraph each."""
