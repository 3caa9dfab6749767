"""Tuning: the settings of a design as values to choose from, and the options that they make.

Each zone after the first swaps the axes of its weights: what the weights say of up and down holds
for left and right there, and the other way round. So zones need weights that are not all equal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.engine import ALGORITHMS, Recipe, RecipeError
from mazegame.engine.carving.masks import LETTERS_PREFIX, NO_MASK, SHAPES
from mazegame.engine.carving.weights import NO_WEIGHTS, Weights, format_weights, parse_weights
from mazegame.engine.carving.zones import NO_ZONES, PATTERNS
from mazegame.engine.recipes.ends import END_NAMES
from mazegame.engine.recipes.recipe import COMMON_OPTIONS

if TYPE_CHECKING:
    from random import Random

    from mazegame.game.setup.own_design import Options

WEIGHTS: Final = (1, 2, 3, 5, 7, 10, 15, 20, 30, 40, 60, 100)
"""The weights on offer."""

BRAIDS: Final = (0, 5, 10, 20, 30, 50, 75, 100)
"""The percents of dead ends that can be opened."""

TWISTS: Final = {
    "newest": "0%",
    "newest.9+random.1": "10%",
    "newest.75+random.25": "25%",
    "newest.5+random.5": "50%",
    "newest.25+random.75": "75%",
    "newest.1+random.9": "90%",
    "random": "100%",
}
"""Values of the growing tree's ``pick``, with the share of steps that continue from a random cell
instead of the newest."""

OWN: Final = {
    "pick": (*TWISTS, "last10", "middle", "oldest"),
    "removal": ("swap", "ordered"),
    "build": ("carve", "walls"),
}
"""The values of the settings of single algorithms."""

SIDE_NAMES = ("north", "east", "south", "west")
"""The names of the places of A and B, and of the four weights."""

NEUTRAL: Final = "10"
"""The value of all four weights of a design without weights."""

STEEP: Final = "20"
"""The weight north and south that a design gets with its first zones."""

FLAT: Final = "5"
"""The weight east and west that a design gets with its first zones."""


class Tuning:
    """The settings of a recipe's design."""

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.own = {o.name: o.default for o in ALGORITHMS[recipe.algorithm].options}
        """The settings of this algorithm alone, and their defaults."""
        self._defaults = {option.name: option.default for option in COMMON_OPTIONS} | self.own
        self._names = ("zones", "mask", "braid", "ends", *self.own)
        given = parse_weights(recipe.option("weights"))
        if recipe.option("weights") == NO_WEIGHTS:
            given = ((int(NEUTRAL),) * 4,)
        self._given = given
        shapes = SHAPES if ALGORITHMS[recipe.algorithm].masks else ()
        self.chosen = dict(zip(SIDE_NAMES, map(str, given[0]), strict=True)) | {
            name: recipe.option(name) for name in self._names
        }
        """The value of every setting."""
        offered = {side: [str(n) for n in WEIGHTS] for side in SIDE_NAMES} | {
            "zones": [NO_ZONES, *PATTERNS],
            "mask": [NO_MASK, *shapes],
            "braid": [str(n) for n in BRAIDS],
            "ends": [*END_NAMES],
        }
        for name, default in self.own.items():
            offered[name] = _with([*OWN[name]], default)
        self.values = {name: _with(found, self.chosen[name]) for name, found in offered.items()}
        """The values on offer for every setting, its present one among them."""

    def choose(self, name: str, value: str) -> None:
        """Change a setting. The first zones bring weights with which they can be seen."""
        if name == "zones" and value != NO_ZONES and self._is_even:
            self.chosen |= zip(SIDE_NAMES, (STEEP, FLAT) * 2, strict=True)
        self.chosen[name] = value

    def reset(self) -> None:
        """Take the plain algorithm."""
        plain = {name: self._defaults[name] for name in self._names}
        self.chosen = dict.fromkeys(SIDE_NAMES, NEUTRAL) | plain

    def surprise(self, random: Random) -> None:
        """Draw a design that fits the recipe's size."""
        for _ in range(20):
            self.reset()
            grains = (("40", "3"), ("3", "40"), ("20", "5"), ("5", "20"), ("10", "10"))
            self.chosen |= zip(SIDE_NAMES, random.choice(grains) * 2, strict=True)
            if random.random() < 0.3:
                self.chosen[random.choice(SIDE_NAMES)] = random.choice(self.values["north"])
            if random.random() < 0.5:
                self.choose("zones", random.choice(self.values["zones"]))
            if random.random() < 0.3:
                self.chosen["mask"] = random.choice(self.values["mask"])
            if random.random() < 0.5:
                self.chosen["braid"] = random.choice(self.values["braid"])
            for name in self.own:
                self.chosen[name] = random.choice(self.values[name])
            if not self.problem and self.options:
                return
        self.reset()

    @property
    def _is_even(self) -> bool:
        return len({self.chosen[side] for side in SIDE_NAMES}) == 1

    @property
    def options(self) -> Options:
        """The options of the settings, without defaults."""
        north, east, south, west = (int(self.chosen[side]) for side in SIDE_NAMES)
        given: Weights = (north, east, south, west)
        pattern = self.chosen["zones"]
        weights = weights_across_zones(pattern.split(".")[0], given)
        if given == self._given[0] and pattern == self.recipe.option("zones"):
            weights = self._given  # weights that four sliders cannot show stay as they are
        elif self._is_even:  # the same in all zones, and in all directions
            pattern = NO_ZONES
        plain = pattern == NO_ZONES and self._is_even
        pairs = {"weights": NO_WEIGHTS if plain else format_weights(weights), "zones": pattern}
        pairs |= {name: self.chosen[name] for name in self._names[1:]}
        return tuple((k, v) for k, v in pairs.items() if v != self._defaults[k])

    @property
    def problem(self) -> str:
        """A sentence on why the settings do not fit together; empty if they do."""
        recipe = self.recipe
        try:
            Recipe(recipe.algorithm, recipe.cols, recipe.rows, recipe.seed, self.options)
        except RecipeError as error:
            return str(error)
        return ""

    @property
    def hint(self) -> str:
        """A note on the present settings."""
        if self.chosen["zones"] == NO_ZONES:
            return "N E S W: how strongly corridors run that way."
        if self._is_even:
            return "Zones show with unequal N E S W."
        return "Every other zone is turned by 90°."


def _with(values: list[str], present: str) -> list[str]:
    """Return values with the present one among them, numbers in their order."""
    if present in values:
        return values
    return sorted([*values, present], key=int) if present.isdecimal() else [*values, present]


def spell_options(recipe: Recipe) -> str:
    """Return the options of a recipe in words; empty for none."""
    words = []
    for name, value in recipe.options:
        spelled = {
            "weights": "grain" if recipe.option("zones") == NO_ZONES else "",
            "zones": value.split(".")[0],
            "mask": value.removeprefix(LETTERS_PREFIX),
            "braid": f"{value}% loops",
            "ends": value if value in END_NAMES else "ends set",
        }
        words.append(spelled.get(name, value))
    return ", ".join(filter(None, words))


def weights_across_zones(pattern: str, first: Weights) -> tuple[Weights, ...]:
    """Return weights for all zones of a pattern, given those of the first.

    Zones beside the first have its weights turned by a quarter: what it gives to north they give to
    east, and so on.
    """
    if pattern == NO_ZONES:
        return (first,)
    north, east, south, west = first
    turned: Weights = (east, north, west, south)
    return (first, turned, turned, first) if pattern == "quarters" else (first, turned)
