"""Pips: a difficulty as a word and five marks."""

from __future__ import annotations

import sys

from textual.content import Content

from mazegame.ascii import is_unicode
from mazegame.game.setup.difficulty import difficulty_word


def difficulty_line(difficulty: float) -> Content:
    """Return a difficulty as a word and five pips."""
    word, pips = difficulty_word(difficulty)
    full, empty = ("▮", "▯") if is_unicode(sys.__stderr__) else ("#", ".")
    return Content.assemble(
        f"difficulty: {word} ",
        (full * pips, "bold $maze-key"),
        (empty * (5 - pips), "$foreground 60%"),
    )
