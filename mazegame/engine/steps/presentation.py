"""``Presentation``: how a story or a sentence names the events of an algorithm or a search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from string import Formatter
from typing import Final, TypeAlias

from mazegame.engine.model.maze import Direction
from mazegame.engine.steps.event_log import EventKind

Named: TypeAlias = tuple[EventKind, Direction | None]
"""The events of a kind, on one side or on any."""

VALUES: Final = frozenset(
    "cell side there other row cols rows across number pending others before away where".split()
)
"""The values that a sentence may contain: see ``Presentation.sentences``."""


def named_events(name: str) -> Named:
    """Return the events that a story or a sentence names; raise ValueError if there are none.

    Examples:
        >>> named_events("carve E")
        (<EventKind.CARVE: 2>, <Direction.E: 2>)
    """
    kind, _, side = name.partition(" ")
    if kind.upper() not in EventKind.__members__ or (side and side not in Direction.__members__):
        raise ValueError(f"there is no event {name!r}")
    return EventKind[kind.upper()], Direction[side] if side else None


@dataclass(frozen=True)
class Presentation:
    """The texts and options with which the lab shows an algorithm or a search.

    Raises:
        ValueError: If a sentence names no event, or holds an unknown value.
    """

    pending: str = "list"
    """The name of the collection of PUSH and POP, for its counter. A "stack" is last in, first
    out; a "frontier" has the unvisited cells beside the maze."""
    sets: bool = False
    """Whether joined cells are shown as coloured sets; of an algorithm that works row by row only
    those of two rows."""
    runs: bool = False
    """Whether it joins cells eastward in runs, each of which ends by a passage north."""
    sentences: Mapping[str, str] = field(default_factory=dict)
    """Its own sentences on single steps, by the events that they tell of, ``"carve"`` or
    ``"carve E"``. They hold values in braces: ``cell``; ``side``, its name, and ``there``, the cell
    across; ``other``, the other cell; ``row``, the number of the cell's row; ``number``, of the
    events of the kind so far; ``pending``, how many entries wait, ``others``, one fewer, and
    ``before``, one more; ``cols``, ``rows`` and ``across`` of a room that is split; ``away``, the
    distance at which a search saw the cell; ``where``, the word of ``pending`` itself."""

    def __post_init__(self) -> None:
        for name, sentence in self.sentences.items():
            named_events(name)
            for _, value, _, _ in Formatter().parse(sentence):
                if value is not None and value not in VALUES:
                    raise ValueError(f"the sentence on {name!r} has an unknown value {value!r}")
