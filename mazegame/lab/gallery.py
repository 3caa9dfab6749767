"""The gallery: all designs at one size and seed, with common sliders, sorted by a statistic."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from mazegame.drawing import Scene
from mazegame.engine import ALGORITHMS, Level, Recipe, texture
from mazegame.engine.carving.weights import format_weights
from mazegame.engine.carving.zones import NO_ZONES
from mazegame.game.setup.designs import NAMED, plain_designs
from mazegame.game.setup.draft import fitting_recipe
from mazegame.game.setup.tuning import weights_across_zones

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mazegame.engine import Texture
    from mazegame.engine.carving.weights import Weights
    from mazegame.engine.support.progress import Progress
    from mazegame.game.setup.designs import Design

OWN: Final = "as designed"
"""The value of a slider that does not change the designs."""

_SHARES: Final = ((1, 16), (1, 6), (1, 2), (1, 1), (2, 1), (6, 1), (16, 1))

GRAINS: Final[Mapping[str, Weights | None]] = {
    OWN: None,
    **{f"{one}:{other}": (one, other, one, other) for one, other in _SHARES},
}
"""Vertical against horizontal: the weights north, east, south and west."""

BRAIDS: Final = (OWN, "0", "10", "25", "50", "75", "100")
"""Values of the braid slider: percent of dead ends to open."""

ZONES: Final = (OWN, NO_ZONES, "halves", "quarters", "rings.2", "stripes", "checker")
"""Patterns of zones; in all but the first zone the weights are rotated by 90 degrees."""

_TURNED: Final[Weights] = (6, 1, 6, 1)
"""The weights of the other zones if the grain slider is at ``OWN``."""


def designs() -> tuple[Design, ...]:
    """Return all algorithms and presets, in the order of the lists."""
    plain = (design for design in plain_designs() if design.id not in ALGORITHMS.offered)
    return *plain, *NAMED


@dataclass(frozen=True)
class Sliders:
    """Changes for all designs. Each value is a name from the tables above."""

    grain: str = OWN
    braid: str = OWN
    zones: str = OWN

    def turn(self, name: str) -> Sliders:
        """Return the sliders with one of them at its next value."""
        values = {"grain": tuple(GRAINS), "braid": BRAIDS, "zones": ZONES}[name]
        at = (values.index(getattr(self, name)) + 1) % len(values)
        return replace(self, **{name: values[at]})

    def recipe(self, design: Design, cols: int, rows: int, seed: str) -> Recipe:
        """Return the recipe of a design, changed by the sliders.

        Options that do not fit the size, such as a mask with few cells, are left out.
        """
        options = dict(design.options)
        if self.braid != OWN:
            options["braid"] = self.braid
        weights = GRAINS[self.grain]
        if self.zones == NO_ZONES and "zones" in options:
            del options["zones"]
            options.pop("weights", None)
        elif self.zones not in {OWN, NO_ZONES}:
            options["zones"] = self.zones
            weights = weights or _TURNED
        if weights is not None:
            across = weights_across_zones(options.get("zones", NO_ZONES), weights)
            options["weights"] = format_weights(across)
        return fitting_recipe(design.algorithm, cols, rows, seed, tuple(options.items()))


@dataclass(frozen=True)
class Statistic:
    """A statistic by which designs can be sorted."""

    name: str
    """Its name in ``Texture``."""
    label: str
    """Its displayed name."""
    is_share: bool = True
    """Whether to show it in percent."""

    def value(self, measured: Texture) -> float:
        """Return its value in a texture."""
        return float(getattr(measured, self.name))

    def spell(self, value: float) -> str:
        """Return a value as it is displayed."""
        return f"{100 * value:.0f} %" if self.is_share else f"{value:.1f}"


STATISTICS: Final = (
    Statistic("dead_end_share", "dead ends"),
    Statistic("corridor_share", "corridors"),
    Statistic("straight_share", "straights"),
    Statistic("turn_share", "turns"),
    Statistic("junction_share", "junctions"),
    Statistic("crossing_share", "crossings"),
    Statistic("path_share", "path"),
    Statistic("diameter_share", "diameter"),
    Statistic("wrong_branch_share", "wrong branches"),
    Statistic("mean_straight_length", "straight length", is_share=False),
    Statistic("difficulty", "difficulty", is_share=False),
)
"""All statistics, in the order of the menu."""


@dataclass(frozen=True)
class Sample:
    """One maze of a design."""

    design: Design
    recipe: Recipe
    measured: Texture
    scene: Scene


def make_sample(design: Design, recipe: Recipe, progress: Progress | None = None) -> Sample:
    """Make and measure a maze of a design.

    Raises:
        CancelledError: If ``progress`` cancels it.
        ValueError: If the recipe is invalid.
    """
    level = Level.of(recipe, progress=progress)
    return Sample(design, recipe, measure(level, progress), Scene.of(level))


def measure(level: Level, progress: Progress | None = None) -> Texture:
    """Measure the maze of a level from A to B."""
    row, col = level.cells_of_path()[-1].tolist()
    return texture(level.maze, level.start, (row, col), progress=progress)


def ordered(samples: Mapping[str, Sample], statistic: Statistic | None) -> list[Design]:
    """Return all designs, the largest values of a statistic first; None keeps their order.

    ``samples`` are by the ids of their designs; designs without one come last.
    """

    def place(design: Design) -> float:
        sample = samples.get(design.id)
        if statistic is None:
            return 0.0
        return math.inf if sample is None else -statistic.value(sample.measured)

    return sorted(designs(), key=place)
