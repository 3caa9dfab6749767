"""Values of wrong types: the engine refuses them with one sentence of its own."""

import pickle
import re
import traceback
from pathlib import Path

import numpy as np
import pytest

from mazegame.engine import (
    Direction,
    Level,
    Maze,
    Recipe,
    RecipeError,
    braid,
    dist_min,
    distances,
    eller_rows,
    errors,
    generate,
    shortest_path,
    texture,
)

pytestmark = pytest.mark.core

API = Path(__file__).parents[2] / "docs" / "api.md"

MAZE = generate("wilson", 5, 4, "a")


HUGE = 10**5000
"""Python refuses to write it."""

ROUND: list[object] = []
ROUND.append(ROUND)

NOTHING_THAT_FITS = {
    "ragged": [[1, 1], [1]], "a huge number": HUGE, "huge numbers": [[HUGE] * 5] * 4, "a set": {1},
    "records": np.zeros((4, 5), [("row", int), ("col", float)]), "nan": np.full((4, 5), np.nan),
    "objects": np.full((4, 5), None), "texts": np.full((4, 5), "x"), "itself": ROUND,
    "bytes": np.full((4, 5), b"x"), "complex": np.ones((4, 5), complex), "raw": b"NE",
    "dates": np.zeros((4, 5), "M8[s]"), "spans": np.zeros((4, 5), "m8[s]"),
    "three axes": np.full((4, 5, 2), 16), "mixed": [[1, "a", 2, 3, 4]] * 4,
}  # fmt: skip

RECIPE = Recipe("wilson", 5, 4, "a")

TAKERS = {
    "generate, mask": lambda x: generate("wilson", 5, 4, "a", mask=x),
    "generate, zones": lambda x: generate("wilson", 5, 4, "a", zones=x, weights="1-2+2-1"),
    "generate, weights": lambda x: generate("wilson", 5, 4, "a", weights=x),
    "generate, weights of a zone": lambda x: generate("wilson", 5, 4, "a", weights=[(1, 2), x]),
    "generate, a weight": lambda x: generate("wilson", 5, 4, "a", weights=(x, 2)),
    "generate, braid": lambda x: generate("wilson", 5, 4, "a", braid=x),
    "generate, ends": lambda x: generate("wilson", 5, 4, "a", ends=x),
    "generate, pick": lambda x: generate("growing-tree", 5, 4, "a", pick=x),
    "generate, cols": lambda x: generate("wilson", x, 4, "a"),
    "generate, seed": lambda x: generate("wilson", 5, 4, x),
    "Recipe, options": lambda x: Recipe("wilson", 5, 4, "a", x),
    "Level.of, mask": lambda x: Level.of(RECIPE, mask=x),
    "Level, start": lambda x: Level(MAZE, x, ((0, 0),)),
    "Level, goals": lambda x: Level(MAZE, (0, 0), x),
    "Level, a goal": lambda x: Level(MAZE, (0, 0), ((1, x),)),
    "Maze": Maze,
    "Maze.from_grid": Maze.from_grid,
    "Maze.from_floor": Maze.from_floor,
    "Maze.from_walls": lambda x: Maze.from_walls(x, np.ones((2, 2))),
    "Maze.check_cell": lambda x: MAZE.check_cell((x, 0)),
    "Direction.between": lambda x: Direction.between((0, 0), (0, x)),
    "distances": lambda x: distances(MAZE, x),
    "distances, a source": lambda x: distances(MAZE, [(0, 0), x]),
    "dist_min": lambda x: dist_min(MAZE, x, (0, 0)),
    "shortest_path": lambda x: shortest_path(MAZE, (0, 0), x),
    "texture": lambda x: texture(MAZE, (0, 0), x),
    "braid": lambda x: braid(MAZE, x, "k"),
    "eller_rows": lambda x: next(eller_rows(x, "a")),
    "eller_rows, seed": lambda x: next(eller_rows(5, x)),
}
"""Everything public that takes an array, or a number of any size."""


@pytest.mark.parametrize("given", NOTHING_THAT_FITS.values(), ids=NOTHING_THAT_FITS)
@pytest.mark.parametrize("take", TAKERS.values(), ids=TAKERS)
def test_what_cannot_fit_is_refused_in_a_sentence_of_our_own(take, given):
    with pytest.raises((TypeError, ValueError)) as caught:
        take(given)
    said = str(caught.value)
    assert 20 < len(said) < 300
    assert "\n" not in said
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert "mazegame" in last.filename
    assert (last.line or "").startswith("raise ")  # not NumPy's words, nor Python's


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ([[1, 1], [1]], "the mask must be rows of numbers, all equally long, not [[1, 1], [1]]"),
        (np.full((4, 5), np.nan), "the mask must hold numbers, not NaN"),
        (np.full((4, 5), "x"), "the mask must hold numbers, not texts"),
        (np.full((4, 5), None), "the mask must hold numbers, not objects"),
        (np.zeros((4, 5), [("a", int)]), "the mask must hold numbers, not records"),
    ],
)
def test_a_mask_that_is_no_grid_of_numbers_is_named_with_what_fits(given, says):
    for make in (TAKERS["generate, mask"], TAKERS["Level.of, mask"]):
        with pytest.raises(RecipeError) as caught:
            make(given)
        assert str(caught.value) == says
        assert caught.value.part == "option"


def test_a_number_of_thousands_of_digits_is_shown_by_its_length():
    for options in ({"braid": HUGE}, {"weights": HUGE}):
        with pytest.raises(RecipeError, match=r"=a number of about 5,000 digits: .* fits"):
            generate("wilson", 5, 4, "a", **options)
    with pytest.raises(ValueError, match="the seed is a number of about 5,000 digits: at most 64"):
        generate("wilson", 5, 4, HUGE)
    with pytest.raises(
        ValueError, match=r"cols must be .* to [0-9,]+, not a number of about 5,000"
    ):
        eller_rows(HUGE, "a")


def test_any_numeric_array_is_a_mask_or_a_map():
    whole = generate("wilson", 5, 4, "a", mask=np.ones((4, 5), bool))
    for mask in (np.ones((4, 5), np.float16), [[2] * 5] * 4, np.full((4, 5), -3, np.int8)):
        assert generate("wilson", 5, 4, "a", mask=mask) == whole
    zoned = generate("wilson", 5, 4, "a", zones=[[0, 1, 0, 1, 0]] * 4, weights="1-2+2-1")
    weights = [np.array([1, 2]), [np.int8(2), 1]]
    for kind in (bool, np.uint16):
        zones = np.array([[0, 1, 0, 1, 0]] * 4, kind)
        assert generate("wilson", 5, 4, "a", zones=zones, weights=weights) == zoned


@pytest.mark.parametrize(
    "grid",
    [
        np.full((5, 5), 15, np.uint8),
        np.pad(np.full((3, 3), 15, np.uint8), 1),
        np.zeros((2, 2), np.uint8),
        np.zeros((5, 5), np.int64),
        np.zeros((5, 5, 5), np.uint8),
        np.zeros((10, 10), np.uint8)[::2, ::2],
        [[0, 0, 0], [0, 0, 0], [0, 0, 0]],
    ],
)
def test_a_grid_that_would_lead_out_of_its_memory_is_refused(grid):
    with pytest.raises(ValueError, match=r"bordered grid|the boundary must be closed"):
        Maze.from_grid(grid)


def test_a_damaged_pickle_is_refused():
    whole = pickle.dumps(MAZE)
    grid = MAZE.grid.tobytes()
    at = whole.index(grid)
    damaged = whole[:at] + b"\x0f" + whole[at + 1 :]
    with pytest.raises(ValueError, match="border"):
        pickle.loads(damaged)


def test_the_errors_are_of_the_classes_that_the_docs_promise():
    kinds = {name: vars(errors)[name] for name in dir(errors) if name.endswith("Error")}
    of_values = {name for name, kind in kinds.items() if issubclass(kind, ValueError)}
    text = " ".join(API.read_text(encoding="utf-8").split())
    sentence = text[text.index("Errors are exceptions of one sentence") :]
    sentence = sentence[: sentence.index("are such)")]
    promised = set(re.findall(r"`(\w+Error)`", sentence)) - {"ValueError"}
    assert of_values == promised
    for name in set(kinds) - of_values:
        assert f"`{name}`" in text
