"""Designs to choose from: the player's own, presets and algorithms, in the order of the list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mazegame.engine import ALGORITHMS, PRESETS
from mazegame.game.texture_names import PLAIN_NAMES, title_of

if TYPE_CHECKING:
    from mazegame.engine import Recipe
    from mazegame.game.setup.own_design import Options, OwnDesign

LAST: Final = "last"
"""The id of the design that the form had last."""

OWN_PREFIX: Final = "own:"
"""Prefix of the ids of the player's own designs; no algorithm or preset has it."""


@dataclass(frozen=True)
class Design:
    """A line of the list."""

    id: str
    title: str
    """Its name for players."""
    feel: str
    """The character of its mazes, in one or two lines."""
    algorithm: str
    options: Options = ()
    is_algorithm: bool = False
    """Whether it is an algorithm; choosing one keeps the present options."""

    @property
    def plain_name(self) -> str:
        """A name that needs no knowledge of algorithms."""
        return PLAIN_NAMES.get(self.algorithm, self.title) if self.is_algorithm else self.title

    @property
    def carved_by(self) -> str:
        """The title of its algorithm; empty if that is its name."""
        title = title_of(self.algorithm)
        return "" if title == self.plain_name else title

    def matches(self, algorithm: str, options: Options) -> bool:
        """Return whether an algorithm with options is this design."""
        return algorithm == self.algorithm and set(options) == set(self.options)


NAMED: Final = tuple(
    Design(p.name, p.title, p.feel, p.algorithm, p.options) for p in PRESETS.values()
)
"""The presets."""


def plain_designs() -> tuple[Design, ...]:
    """Return the algorithms, those last that packages offer and that are not loaded yet."""
    loaded = (
        Design(a.name, a.title, a.feel, a.name, is_algorithm=True) for a in ALGORITHMS.values()
    )
    offered = (
        Design(name, name, f"Of the package {package}.", name, is_algorithm=True)
        for name, package in ALGORITHMS.offered.items()
    )
    return *loaded, *offered


def own_designs(own: Iterable[OwnDesign]) -> tuple[Design, ...]:
    """Return the player's own designs as lines of the list, without invalid ones."""
    return tuple(
        Design(
            OWN_PREFIX + one.name,
            one.name,
            "Your own. " + ALGORITHMS[one.algorithm].feel,
            one.algorithm,
            one.options,
        )
        for one in own
        if one.algorithm in ALGORITHMS
    )


def design_of(
    algorithm: str, options: Options, own: Sequence[Design] = (), *, preferred: str = ""
) -> Design:
    """Return the design of an algorithm with options; the plain algorithm if none fits.

    Where several fit it is the one with the id ``preferred``: ``manor`` is plain recursive
    division.
    """
    plain = next(design for design in plain_designs() if design.id == algorithm)
    fitting = [one for one in (*own, plain, *NAMED) if one.matches(algorithm, options)]
    return next((one for one in fitting if one.id == preferred), [*fitting, plain][0])


def named_design(recipe: Recipe | None, own: Sequence[OwnDesign] = ()) -> str:
    """Return the name of a recipe's design; nothing if it has none of its own."""
    if recipe is None or not recipe.options:
        return ""
    design = design_of(recipe.algorithm, recipe.options, own_designs(own))
    return "" if design.is_algorithm else design.title
