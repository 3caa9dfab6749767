"""``KINDS``: the rivals that search; each is a search of the engine with a name and a character.

To add a rival, add a search to the engine and an entry here; ``searchers.py`` makes it walk. The
settings, which name rivals, are read before the first frame, so nothing here imports NumPy.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mazegame.engine.support.plugins import Registry

if TYPE_CHECKING:
    from mazegame.engine.searching.space import SearchSpace


@dataclass(frozen=True)
class RivalKind:
    """A kind of rival that searches for B."""

    name: str
    """Its name on the command line and in files, for example ``left-hand``."""
    title: str
    about: str
    """Its character, in one line."""
    search: str
    """The name of its search in ``METHODS``, which must be one that walks."""
    limit: int | None = None
    """Most passages of a maze that it can walk; None for no limit."""
    why_limit: str = ""
    """The reason for the limit, as the end of a sentence."""

    def walk(self, space: SearchSpace) -> Iterator[int]:
        """Yield the cell after each step, as numbers of the space.

        The search reads only the sides of its own cell.
        """
        from mazegame.engine.searching import METHODS
        from mazegame.engine.steps.event_log import CELL_SHIFT, KIND_MASK, SIDE_SHIFT, EventKind

        steps, moves = {int(EventKind.WALK), int(EventKind.BACKTRACK)}, space.moves
        for word in METHODS[self.search].run(space):
            if word & KIND_MASK in steps:
                yield (word >> CELL_SHIFT) + moves[word >> SIDE_SHIFT & KIND_MASK]


SHORTEST: Final = "shortest"
"""The name of the runner on the shortest path."""

KINDS: Final = Registry(
    "rival",
    "mazegame.rivals",
    (
        RivalKind("left-hand", "left hand",
            "Keeps its left hand on the wall. Among loops it may circle for ever.", "left-hand"),
        RivalKind("right-hand", "right hand",
            "Keeps its right hand on the wall. Among loops it may circle for ever.", "right-hand"),
        RivalKind("tremaux", "Trémaux",
            "Marks every passage, and never walks one more than twice.", "tremaux"),
        RivalKind("depth-first", "depth-first",
            "Goes as deep as it leads, up and right first, and steps back from dead ends.", "dfs"),
        RivalKind("greedy", "greedy one",
            "Always goes where B seems nearer, and remembers dead ends.", "greedy"),
        RivalKind("random-mouse", "random mouse",
            "Turns at random. Slow on average, lucky at times; for small mazes only.",
            "random-mouse", 600,
            "a walk at random takes about twice the passages for each step of the path"),
    ),
)  # fmt: skip
"""Every rival that searches, by name."""


def rival_name(name: str) -> str:
    """Return what a rival is called on every screen: ``runner`` for ``shortest``, ``Trémaux``."""
    if name == SHORTEST:
        return "runner"
    return next((kind.title for kind in KINDS.values() if kind.name == name), name)


def kind_of(name: str) -> RivalKind | None:
    """Return the kind of a rival; None for the runner on the shortest path, which does not search.

    ValueError if there is no such rival, or its plugin or its search cannot be used.
    """
    if name == SHORTEST:
        return None
    kind = KINDS.get(name)
    if kind is None:
        raise ValueError(f"there is no rival {name}")
    if name not in KINDS.built_in:
        from mazegame.engine.searching import METHODS

        if METHODS.get(kind.search) is None:
            raise ValueError(f"the rival {name} walks by a search that is not there: {kind.search}")
    return kind
