"""``Algorithm``, all facts about one algorithm, with its ``Option`` values."""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.carving.carving_rules import CarvingRules, CarvingTask
from mazegame.engine.carving.text import Text
from mazegame.engine.steps.presentation import named_events
from mazegame.engine.support.plugins import NAME

COMMON: Final = frozenset({"braid", "ends", "weights", "zones", "mask"})
"""Names of the options that every recipe has (``recipe.py``)."""

_SOME_RULES: Final = CarvingRules(((2, 1, 2, 1),), np.zeros(1, np.uint8), None, 25)
"""The rules of some maze with weights."""

STORY_COLUMNS: Final = 34
"""Most characters of a line of a story."""

_SAMPLE_SIDE: Final = 64
"""Columns and rows of the maze whose scratch memory stands for that of all."""

_MAZE_BYTES: Final = 1.1
"""The maze itself, with its border, in bytes per cell."""


@dataclass(frozen=True, repr=False)
class Option:
    """One option of a recipe, written ``NAME=VALUE`` in a game ID."""

    name: str
    """The key in the game ID."""
    about: str
    """Description for users, one line."""
    default: str
    """The value of a recipe that does not set the option; game IDs leave it out."""
    canonical: Callable[[str], str]
    """Returns the canonical spelling of a value; raises ValueError with the values that fit."""

    def __repr__(self) -> str:
        return f"<Option {self.name}={self.default}>"


@dataclass(frozen=True, repr=False)
class Algorithm:
    """One algorithm that generates perfect mazes: everything that is known about it.

    Raises:
        ValueError: If a fact is missing or contradicts another; the message names it.
    """

    name: str
    """Name in game IDs, for example ``recursive-backtracker``."""
    title: str
    """Name for users."""
    about: str
    """How it works, in one or two sentences for users."""
    feel: str
    """The texture of its mazes for a player, in one line."""
    reference: str
    """Source of the method."""
    text: Text | Callable[[CarvingTask], Text]
    """Its text; or ``text(task)``, which returns the text that carves a task. It takes weights if
    its text has draws by weight."""
    no_masks: str | Callable[[Mapping[str, str]], str]
    """Why it takes no mask, as the rest of a sentence that begins with its name; "" if it can carve
    inside any connected set of cells. A function of its options if these decide."""
    also_called: tuple[str, ...] = ()
    """Other names that people know it by, for the suggestion when one of them is given."""
    looks_like: str = ""
    """The first of the algorithms whose mazes look like its own, for the quiz; "" if it is that."""
    same_law_as: str = ""
    """An algorithm that makes every maze with the same probability; "" if there is none, or that
    one says so."""
    bytes_per_cell: float = 0
    """Peak memory with default options, in bytes per cell, the maze included; 0 if all that
    ``Text.scratch`` lays out is written."""
    option_bytes_per_cell: Callable[..., float] | None = None
    """``option_bytes_per_cell(**options)``: peak memory with these options, in bytes per cell; None
    if no option changes it."""
    weighted_bytes_per_cell: float = 0
    """Peak memory with weights, without zones and mask, if it is more than without."""
    zoned_bytes_per_cell: float = 0
    """What it takes besides if there are zones, in bytes per cell, the zone map not included."""
    options: tuple[Option, ...] = ()
    """The options that only this algorithm has."""
    variants: tuple[tuple[tuple[str, str], ...], ...] = ((),)
    """Sets of options that together run every text, for compiling ahead (``warm.py``)."""
    sizes: tuple[tuple[int, int], ...] = ((5, 5),)
    """Sizes (cols, rows) that together run every kernel."""
    index_bits: int = 32
    """Bits available for the index of a cell in the bordered grid: limits the size of a maze."""
    events_per_cell: float | Callable[[int], float] = 8
    """Most events of a trace for each cell, about; or ``events_per_cell(cells)``."""
    bands: Callable[[int, str, int | None, int], Iterator[NDArray[np.uint8]]] | None = None
    """``bands(cols, seed, rows, height)``: its mazes without options from the top down, at most
    ``height`` rows at a time and without end if ``rows`` is None, in memory that does not grow with
    their height; None if it cannot."""

    def __post_init__(self) -> None:
        for problem in self._problems():
            raise ValueError(f"the algorithm {self.name!r}: {problem}")
        if not self.bytes_per_cell:
            laid = (self.text_for(task).scratch(task) for task in self._tasks())
            most = max(sum(getattr(part, "nbytes", 0) for part in scratch) for scratch in laid)
            object.__setattr__(self, "bytes_per_cell", _MAZE_BYTES + most / _SAMPLE_SIDE**2)

    def __repr__(self) -> str:
        return f"<Algorithm {self.name}>"

    def __reduce__(self) -> tuple[Callable[..., Algorithm], tuple[str, str]]:
        """Pickle the algorithm by its name, and by its module if no process knows the name."""
        from mazegame.engine.generators import ALGORITHMS

        if ALGORITHMS.get(self.name) is not self:
            raise pickle.PicklingError(
                f"the algorithm {self.name} is not registered: register(algorithm) comes first"
            )
        return _known_algorithm, (self.name, ALGORITHMS.import_path(self.name))

    def _problems(self) -> Iterator[str]:
        """Yield what is missing or wrong; what comes later may rely on what came before."""
        given: Any = self
        for fact in ("name", "title", "about", "feel", "reference"):
            value = getattr(self, fact)
            if not (isinstance(value, str) and value):
                yield f"{fact} must be a text"
        if not NAME.fullmatch(self.name):
            yield "name must be lower-case words joined by hyphens"
        for fact in ("about", "feel"):
            if not getattr(self, fact).endswith("."):
                yield f"{fact} must be a sentence that ends with a full stop"
        if not (isinstance(given.text, Text) or callable(given.text)):
            yield "text must be a Text, or a function that returns one"
        if not (isinstance(given.no_masks, str) or callable(given.no_masks)):
            yield 'no_masks must say why it takes no mask, or be ""'
        names = {option.name for option in self.options}
        if len(names) < len(self.options):
            yield "options must have different names"
        for option in self.options:
            if option.name in COMMON:
                yield f"the option {option.name} is one that all recipes have"
            if _result(option.canonical, option.default) != option.default:
                yield f"the option {option.name} must have a canonical default"
        for options in self.variants:
            if unknown := {key for key, _ in options} - names:
                yield f"variants must set its own options, not {unknown}"
        for task in self._tasks():
            text = given.text_for(task)
            if not isinstance(text, Text):
                yield "text must return a Text for every task"
            for entry in text.story:
                line, *events = (entry,) if isinstance(entry, str) else entry
                if len(line) > STORY_COLUMNS:
                    yield f"the story's line {line!r} is too long"
                for event in events:
                    if _result(named_events, event) is None:
                        yield f"the story has no event {event!r}"

    def _tasks(self) -> Iterator[CarvingTask]:
        """Yield a task for every text."""
        for options, batched in itertools.product(self.variants, (False, True)):
            own = self.all_options(**dict(options))
            yield CarvingTask(_SAMPLE_SIDE, _SAMPLE_SIDE, own, batched=batched)

    @property
    def masks(self) -> bool:
        """Whether it can carve inside any connected set of cells, not only a rectangle."""
        return not self.why_no_mask(self.all_options())

    def why_no_mask(self, options: Mapping[str, str]) -> str:
        """Return why it takes no mask with some options: see ``no_masks``.

        Examples:
            >>> from mazegame.engine import ALGORITHMS
            >>> ALGORITHMS["eller"].why_no_mask({})
            'goes row by row'
        """
        return self.no_masks if isinstance(self.no_masks, str) else self.no_masks(options)

    @property
    def takes_weights(self) -> bool:
        """Whether it can draw by weight."""
        return self.text_for(CarvingTask(5, 5, self.all_options(), _SOME_RULES)).takes_weights

    def all_options(self, **options: str) -> dict[str, str]:
        """Return the values of all its own options, given those that are set.

        Examples:
            >>> from mazegame.engine import ALGORITHMS
            >>> ALGORITHMS["wilson"].all_options()
            {'build': 'carve'}
        """
        return {o.name: o.default for o in self.options} | options

    def text_for(self, task: CarvingTask) -> Text:
        """Return the text that carves a task.

        Examples:
            >>> from mazegame.engine import ALGORITHMS
            >>> from mazegame.engine.carving.carving_rules import CarvingTask
            >>> ALGORITHMS["wilson"].text_for(CarvingTask(9, 9, {"build": "walls"})).builds_walls
            True
        """
        return self.text if isinstance(self.text, Text) else self.text(task)


def _known_algorithm(name: str, path: str) -> Algorithm:
    """Return the algorithm of a name, registered from its import path if it has one."""
    from mazegame.engine.generators import ALGORITHMS

    if path and name not in ALGORITHMS:
        ALGORITHMS.provide(path)
    return ALGORITHMS[name]


def _result(parse: Callable[[str], object], text: str) -> object:
    """Return the result of a function for a text; None for a ValueError."""
    try:
        return parse(text)
    except ValueError:
        return None


def choice(*values: str) -> Callable[[str], str]:
    """Return the ``canonical`` function of an option that takes one of a few words."""

    def canonical(text: str) -> str:
        if text not in values:
            raise ValueError(f"{', '.join(values[:-1])} or {values[-1]}")
        return text

    return canonical


def whole_number(low: int, high: int) -> Callable[[str], str]:
    """Return the ``canonical`` function of an option that takes an integer from low to high."""

    def canonical(text: str) -> str:
        if not (text.isascii() and text.isdigit() and len(text) <= 9 and low <= int(text) <= high):
            raise ValueError(f"{low} to {high}")
        return str(int(text))

    return canonical
