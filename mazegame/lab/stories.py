"""An algorithm or a search in pseudocode, ``Story``, and a sentence on each step, ``Sentences``.

The lines (``Text.story``, ``Method.story``) and the sentences that only one has
(``Presentation.sentences``) are in the engine.

Cells are named as in game IDs, by row and column from 0: r3c5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from mazegame.engine import Direction
from mazegame.engine.recipes.ends import format_cell
from mazegame.engine.steps.presentation import named_events

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mazegame.engine import Event, Recipe
    from mazegame.engine.carving.text import Text
    from mazegame.engine.steps.presentation import Named, Presentation

Entry = TypeVar("Entry")


def _of_event(table: Mapping[Named, Entry], event: Event) -> Entry | None:
    """Return the entry of a table for kind and side of an event, or else for its kind."""
    return table.get((event.kind, event.side), table.get((event.kind, None)))


# Stories


class Story:
    """An algorithm in a few lines.

    Args:
        lines: Each is a text, or a text and its events: ``"carve"``, ``"carve E"``.
    """

    def __init__(self, *lines: str | tuple[str, ...]) -> None:
        entries = [(line,) if isinstance(line, str) else line for line in lines]
        self.lines = [text for text, *_ in entries]
        """The lines, none longer than 34 characters."""
        self._marks = {
            named_events(name): at for at, (_, *names) in enumerate(entries) for name in names
        }

    def line_of(self, event: Event) -> int | None:
        """Return the index of the line that causes an event; None for no line."""
        return _of_event(self._marks, event)


_BRAID: Final = ("open some dead ends", "braid")

_UNTOLD: Final = (("one step of it after another", "carve", "wall"),)
"""The story of an algorithm without one of its own."""


def carving_story(recipe: Recipe, text: Text) -> Story:
    """Return the story of a recipe's text, with a line on braiding if it braids."""
    return Story(*(text.story or _UNTOLD), *((_BRAID,) if recipe.option("braid") != "0" else ()))


# Sentences

_SIDES: Final = dict(zip(Direction, ("north", "east", "south", "west"), strict=True))

CARVING: Final = {
    "visit": "Begin in {cell}.",
    "carve": "Carve from {cell} {side} into {there}.",
    "wall": "Build a wall on the {side} of {cell}, towards {there}.",
    "walk": "Walk {side} from {cell} to {there}.",
    "erase": "A loop is closed: forget that the walk left {cell}.",
    "backtrack": "Nothing unvisited is left there: go back to {cell}.",
    "push": "Put {cell} on the {where}, which holds {pending}.",
    "pop": "Take {cell} off the {where}, which holds {pending}.",
    "consider": "Pick {cell}.",
    "reject": "{cell} and {there} are joined already: the wall stays.",
    "join": "The sets of {cell} and {other} become one.",
    "leave": "{cell} opens nothing south: it leaves its set.",
    "hunt": "Stuck. The hunt finds {cell}, the first unvisited cell beside the maze.",
    "new_row": "Row {row} begins.",
    "split": "Split the room of {cols}x{rows} at {cell} by a wall {across}.",
    "braid": "{cell} is a dead end: open it {side} to {there}, which closes a loop.",
}
"""The sentences on the steps of a carving."""

SEARCHING: Final = {
    "push": "{cell} was not seen before: {away} steps away, to the end of the {where}.",
    "pop": "Take {cell} out of the {where}, {away} steps away.",
    "reject": "{cell} was taken before, by a shorter path: leave it.",
    "walk": "Step {side} from {cell} to {there}.",
    "backtrack": "Step back {side} from {cell} to {there}.",
    "visit": "Look at {cell}.",
    "fill": "{cell} is a dead end: fill it. It opened {side}.",
    "arrive": "{cell} is B.",
    "path": "Back towards A: from {cell} {side} to {there}.",
}
"""The sentences on the steps of a search."""

_OTHER: Final = "{cell}."
"""The sentence on an event without one of its own."""


class Sentences:
    """The sentences of one algorithm or search by events: its own, and else the common ones."""

    def __init__(self, common: Mapping[str, str], presentation: Presentation) -> None:
        self._where = presentation.pending
        sentences = {**common, **presentation.sentences}
        self._by_event = {named_events(name): text for name, text in sentences.items()}

    def on(self, event: Event, *, number: int = 0, pending: int = 0, away: int = -1) -> str:
        """Return the sentence on an event.

        ``number`` counts the events of its kind, this one included, ``pending`` the entries that
        wait now, and ``away`` is the distance of its cell from A, in a search.
        """
        sentence = _of_event(self._by_event, event) or _OTHER
        cell, side = event.cell, event.side
        far = cell if event.other is None else event.other
        return sentence.format(
            cell=format_cell(cell),
            side="" if side is None else _SIDES[side],
            there=format_cell(cell if side is None else side.step(cell)),
            other=format_cell(far),
            row=cell[0],
            cols=far[1] - cell[1] + 1,
            rows=far[0] - cell[0] + 1,
            across="across" if side is Direction.S else "from top to bottom",
            number=f"{number:,}",
            pending=f"{pending:,}",
            others=f"{pending - 1:,}",
            before=f"{pending + 1:,}",
            away=away,
            where=self._where,
        )
