"""Stories: an algorithm or a search in a few lines of pseudocode, and the events of each line.

What lives here: what becomes of the lines. What does not: the lines themselves
(``engine.text.Text.story``, ``engine.Method.story``), and sentences on single steps
(``sentences.py``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mazegame.engine.steps.telling import named_events
from mazegame.engine.tracing import text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mazegame.engine import Event, Recipe
    from mazegame.engine.carving.text import Text
    from mazegame.engine.steps.telling import Named


@dataclass(frozen=True)
class Story:
    """An algorithm in a few lines."""

    lines: tuple[str, ...]
    """The lines, none longer than 34 characters."""
    _marks: Mapping[Named, int]

    def line_of(self, event: Event) -> int | None:
        """Return the index of the line that causes an event; None for no line."""
        found = self._marks.get((event.kind, event.side))
        return self._marks.get((event.kind, None)) if found is None else found


def make_story(*lines: str | tuple[str, ...]) -> Story:
    """Return the story of lines: a text, or a text and its events: ``"carve"``, ``"carve E"``."""
    marks: dict[Named, int] = {}
    texts = []
    for index, line in enumerate(lines):
        text, *events = (line,) if isinstance(line, str) else line
        texts.append(text)
        for event in events:
            marks[named_events(event)] = index
    return Story(tuple(texts), marks)


_BRAID: Final = ("open some dead ends", "braid")

_UNTOLD: Final = (("one step of it after another", "carve", "wall"),)
"""The story of an algorithm that has none."""


def carving_story(recipe: Recipe, text: Text | None = None) -> Story:
    """Return the story of a text, with a line on braiding if the recipe braids.

    Args:
        recipe: The recipe.
        text: The text; the recipe's if None.
    """
    lines = (text or text_of(recipe)).story or _UNTOLD
    return make_story(*lines, *((_BRAID,) if recipe.option("braid") != "0" else ()))
