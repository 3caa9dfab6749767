"""What Hypothesis draws in more than one file: recipes that the engine takes, and grids."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from mazegame.engine import ALGORITHMS, Recipe
from mazegame.engine.carving.masks import SHAPES, min_size
from mazegame.engine.carving.zones import PATTERNS
from tests.engine.cases import CASES

BRAIDS = (0, 0, 1, 30, 50, 100)
ENDS = ("corners", "farthest", "random", "sides", "cells")
MASKS = ("none", *SHAPES, "letters.Z", "letters.SO")


def grids(*sides: st.SearchStrategy[int], values: Sequence[object] = (False, True)):
    """Arrays of truth values, each drawn by itself."""
    elements = st.sampled_from(values)
    return arrays(np.bool_, st.tuples(*sides), elements=elements, fill=st.nothing())


@st.composite
def recipes(
    draw: st.DrawFn,
    most: tuple[int, int],
    *,
    cases: Iterable[tuple[str, Mapping[str, str]]] = CASES,
    masks: Iterable[str] = MASKS,
) -> Recipe:
    """Recipes with weights, extreme ones among them, zones, masks, loops and all kinds of ends.

    Args:
        draw: Given by Hypothesis.
        most: The most columns and rows; more where a mask needs them.
        cases: Algorithms with options of their own.
        masks: Masks, for the algorithms that take one.
    """
    name, own = draw(st.sampled_from(list(cases)))
    cols, rows = (draw(st.integers(1, side)) for side in most)
    options = dict(own)
    options |= draw(st.just({}) | _weights())
    mask = "none"
    if ALGORITHMS[name].masks and own.get("build") != "walls":
        mask = draw(st.sampled_from(list(masks)))
    if mask != "none":
        options["mask"] = mask
        least = min_size(mask)
        cols, rows = max(cols, least[0]), max(rows, least[1])
    options["braid"] = str(draw(st.sampled_from(BRAIDS)))
    options["ends"] = draw(st.sampled_from(ENDS))
    if options["ends"] == "cells":  # in a mask they may be rock
        several = f"r0c{cols - 1}-r{rows - 1}c0+r{rows - 1}c{cols - 1}"
        options["ends"] = several if mask == "none" and min(cols, rows) > 1 else "corners"
    return Recipe.make(name, cols, rows, draw(st.text("abz", min_size=1, max_size=3)), options)


@st.composite
def _weights(draw: st.DrawFn) -> dict[str, str]:
    weight = st.sampled_from([1, 2, 7, 99, 100])
    one = st.one_of(
        st.tuples(weight, weight).map(lambda w: "{}-{}".format(*w)),
        st.tuples(weight, weight, weight, weight).map(lambda w: "N{}E{}S{}W{}".format(*w)),
    )
    pattern = draw(st.sampled_from(["one", *PATTERNS]))
    if pattern == "one":
        return {"weights": draw(one), "zones": "one"}
    zones = PATTERNS[pattern].zones or 16
    measure = f".{draw(st.integers(1, 3))}" if PATTERNS[pattern].size else ""
    weights = draw(st.lists(one, min_size=min(zones, 2), max_size=zones))
    return {"weights": "+".join(weights), "zones": pattern + measure}
