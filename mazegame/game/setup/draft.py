"""A draft: the design, size and seed on a form, their dependencies, and the difficulty."""

from __future__ import annotations

import contextlib
import hashlib
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from mazegame.engine import ALGORITHMS, Recipe, RecipeError, draw_seed
from mazegame.engine.recipes.recipe import COMMON_OPTIONS, find_algorithm, parse_size
from mazegame.engine.support.seed import clean_seed, typed_seed
from mazegame.game.setup.designs import LAST, NAMED, Design, design_of, plain_designs
from mazegame.game.setup.designs import own_designs as as_designs

if TYPE_CHECKING:
    from mazegame.engine import Texture
    from mazegame.game.setup.own_design import Options, OwnDesign

WORDS: Final = ("very easy", "easy", "moderate", "hard", "very hard")
"""The words of the scale, one for each number of pips."""

LIMITS: Final = (11.0, 14.0, 17.0, 21.0)
"""The least difficulty of every word after the first. A 12x8 maze is easy, one that fills a
terminal of 80x24 is easy to moderate, one that fills 200x60 is hard."""

SLOPES: Final = (0.5, 1.3)
"""The range of the exponent with which distMin grows with the cells: straight across, and beyond
what any design of ours does."""


class Draft:
    """The game being edited.

    It begins with the first algorithm of all for an unknown name, and without options that do
    not fit.
    """

    def __init__(
        self,
        own: Sequence[OwnDesign] = (),
        algorithm: str = "recursive-backtracker",
        options: Options = (),
    ) -> None:
        try:
            find_algorithm(algorithm)
        except RecipeError:
            algorithm, options = next(iter(ALGORITHMS)), ()
        try:
            Recipe(algorithm, 3, 3, "x", options)
        except RecipeError:
            if not any(name in {"mask", "ends"} for name, _ in options):  # those take more room
                options = ()
        self.algorithm = algorithm
        self.options = options
        self.dimensions = (1, 1)
        """Columns and rows."""
        self.fits = True
        """Whether the size is that which fits the terminal."""
        self.seed = draw_seed()
        self.own = as_designs(own)
        self.last = last = design_of(algorithm, options, self.own)
        """The initial design, which is the first of the list."""
        if not last.matches(algorithm, options):
            title = f"{last.plain_name}, changed"
            self.last = Design(LAST, title, last.feel, algorithm, options)
        self._chosen = self.last.id
        self._named: Recipe | None = None

    @property
    def is_named(self) -> bool:
        """Whether the level is one that the player has named by its game ID."""
        return self._named is not None and self._named == self.recipe

    @property
    def designs(self) -> tuple[Design, ...]:
        """All designs to choose from, in the order of the list."""
        others = (*self.own, *NAMED, *plain_designs())
        return (self.last, *(one for one in others if one.id != self.last.id))

    @property
    def recipe(self) -> Recipe:
        """The level; RecipeError if its parts do not fit together, such as a shape and its size."""
        return Recipe(self.algorithm, *self.dimensions, self.seed, self.options)

    @property
    def line(self) -> Design:
        """The line of the list for the present options: the chosen one as long as it fits."""
        if self._chosen == LAST and self.last.matches(self.algorithm, self.options):
            return self.last
        return design_of(self.algorithm, self.options, self.own, preferred=self._chosen)

    def keep(self, own: Sequence[OwnDesign], chosen: str) -> None:
        """Replace the own designs; call the design by this name, if it has it."""
        self.own, self._chosen = as_designs(own), chosen

    def choose(self, name: str, *, alone: bool = False) -> None:
        """Choose a design of the list. An algorithm keeps present options, unless it is alone."""
        design = next(design for design in self.designs if design.id == name)
        before = design_of(self.algorithm, self.options, self.own)
        self._chosen = name
        if alone or not design.is_algorithm:
            self.algorithm, self.options = design.algorithm, design.options
            return
        named = {key for key, _ in before.options}  # these belong to the design before
        kept = tuple(pair for pair in self.options if pair[0] not in named)
        self.algorithm, self.options = design.id, kept_options(design.id, kept)

    def take(self, recipe: Recipe) -> None:
        """Replace the draft by a recipe that the player names."""
        self._named = recipe
        self.algorithm, self.options, self.seed = recipe.algorithm, recipe.options, recipe.seed
        self.resize((recipe.cols, recipe.rows))

    def resize(self, dimensions: tuple[int, int]) -> None:
        """Set a size of its own, in columns and rows."""
        self.dimensions, self.fits = dimensions, False

    def type_size(self, text: str) -> None:
        """Set a typed size; RecipeError if it is none."""
        dimensions = parse_size(text)
        Recipe(self.algorithm, *dimensions, "x")
        self.resize(dimensions)

    def type_seed(self, text: str) -> None:
        """Set a typed seed, or draw one if the text is empty; ValueError if it is not a seed."""
        typed = typed_seed(text)
        self.seed = clean_seed(typed) if typed else draw_seed()

    def draw_seed(self) -> None:
        """Draw another seed."""
        self.seed = draw_seed()


def kept_options(algorithm: str, options: Options) -> Options:
    """Return the options that another algorithm has as well."""
    known = {option.name for option in (*ALGORITHMS[algorithm].options, *COMMON_OPTIONS)}
    if not ALGORITHMS[algorithm].masks:
        known.remove("mask")
    return tuple((key, value) for key, value in options if key in known)


def another_of(recipe: Recipe) -> Recipe:
    """Return another maze of the same design and size, always the same one.

    It can be shown where the maze itself is still to be played. Nobody draws or types its seed.
    """
    seed = hashlib.sha256(f"another {recipe.seed}".encode()).hexdigest()[:16]
    return replace(recipe, seed=seed)


def sample_of(recipe: Recipe, cols: int, rows: int) -> Recipe:
    """Return the recipe in a smaller size, without options that do not fit it."""
    return fitting_recipe(recipe.algorithm, cols, rows, recipe.seed, recipe.options)


def fitting_recipe(algorithm: str, cols: int, rows: int, seed: str, options: Options) -> Recipe:
    """Return a recipe without those of its options that do not fit its size."""
    for left_out in ((), ("ends",), ("ends", "mask")):
        kept = tuple(pair for pair in options if pair[0] not in left_out)
        with contextlib.suppress(RecipeError):
            return Recipe(algorithm, cols, rows, seed, kept)
    return Recipe(algorithm, cols, rows, seed)


def difficulty_word(difficulty: float) -> tuple[str, int]:
    """Return a word for a difficulty, and its pips from 1 to 5."""
    pips = sum(difficulty >= limit for limit in LIMITS) + 1
    return WORDS[pips - 1], pips


def estimated_difficulty(cells: int, large: Texture, small: Texture) -> float:
    """Return the difficulty of a maze, from a large and a small sample of its design.

    distMin grows as a power of the number of cells; the samples give the exponent.
    """
    slope = 1.0
    if large.cells > small.cells and large.dist_min > 0 and small.dist_min > 0:
        slope = math.log(large.dist_min / small.dist_min) / math.log(large.cells / small.cells)
    slope = min(max(slope, SLOPES[0]), SLOPES[1])
    dist_min = large.dist_min * (cells / large.cells) ** slope
    return math.log2(max(large.passages / large.cells * cells * dist_min, 1.0))
