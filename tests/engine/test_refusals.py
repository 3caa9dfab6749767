"""What the engine refuses: values that do not fit, each in one sentence that says what does."""

import pickle
import re
import traceback
from functools import partial
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from mazegame.engine import (
    Direction,
    Level,
    Maze,
    Recipe,
    RecipeError,
    batch,
    braid,
    dist_min,
    distances,
    eller_rows,
    errors,
    generate,
    search,
    shortest_path,
    texture,
)

pytestmark = pytest.mark.core

API = Path(__file__).parents[2] / "docs" / "api.md"

MAZE = generate("wilson", 6, 5, "kite-7")
LEVEL = Level.of("wilson:6x5:kite-7")
WHOLE = "passages must be integers from 0 to 15"
CLOSED = "the boundary must be closed, but a cell on it is open to"
BORDERED = "bordered grid"

HUGE = 10**5000
"""Python refuses to write it."""

MAZES = [
    (partial(Maze, passages), said)
    for passages, said in (
        ([1, 2, 3], "passages must have the shape (rows, cols), not (3,)"),
        (np.zeros((0, 3), int), "not (0, 3)"),
        (np.zeros((2, 2, 2), int), "not (2, 2, 2)"),
        ([[16]], WHOLE),
        ([[-1]], WHOLE),
        ([[0.0]], WHOLE),
        *(([[side.value]], f"{CLOSED} {side.name}") for side in Direction),
        ([[2, 0]], "the two sides of the passage E of cell (0, 0) disagree"),
        ([[0, 8]], "the two sides of the passage E of cell (0, 0) disagree"),
        ([[0, 0], [0, 1]], "the two sides of the passage S of cell (0, 1) disagree"),
    )
] + [
    (
        lambda: Maze.from_walls(np.zeros((2, 2)), np.zeros((2, 3))),
        "one shape (rows, cols), not (2, 2) and (2, 3)",
    ),
    (lambda: Maze.from_walls([0, 0], [0, 0]), "not (2,) and (2,)"),
    (lambda: Maze.from_floor([1, 1]), "floor must have the shape"),
    *(
        (partial(Maze.from_grid, grid), said)
        for grid, said in (
            (np.full((5, 5), 15, np.uint8), BORDERED),
            (np.pad(np.full((3, 3), 15, np.uint8), 1), "the boundary must be closed"),
            (np.zeros((2, 2), np.uint8), BORDERED),
            (np.zeros((5, 5), np.int64), BORDERED),
            (np.zeros((5, 5, 5), np.uint8), BORDERED),
            (np.zeros((10, 10), np.uint8)[::2, ::2], BORDERED),
            ([[0, 0, 0], [0, 0, 0], [0, 0, 0]], BORDERED),
        )
    ),
]

EDGES = [
    (partial(Maze.from_edges, edges, rows=2, cols=3), said)
    for edges, said in (
        ([((0, 0), (1, 1))], "edge 0 joins (0, 0) and (1, 1), which are not side by side"),
        ([((0, 0), (0, 1)), ((0, 2), (1, 0))], "edge 1 joins (0, 2) and (1, 0)"),
        ([((0, 0), (0, 0))], "not side by side"),
        ([((0, 2), (0, 3))], "edge 0 has a cell outside the columns 0 to 2"),
        ([((1, 0), (2, 0))], "not side by side"),
        ([((-1, 0), (0, 0))], "not side by side"),
        ([(0, 1)], "pairs of cells"),
        ([((0.0, 0.0), (0.0, 1.0))], "integers"),
        (["ab"], "edges must"),
    )
] + [
    (partial(Maze.from_edges, [], rows=2, cols=side), "cols must be a whole number from 1 on")
    for side in (0, -1, 2.5, "3", True, None)
]

OTHER_GRIDS = [
    (partial(Maze.from_mazelib, grid), "(2 * rows + 1, 2 * cols + 1), not")
    for grid in (np.ones((4, 5)), np.ones(5), [[1, 1], [1, 1]], np.ones((1, 9)))
] + [
    (partial(Maze.from_connection_list, connections), said)
    for connections, said in (
        (np.zeros((3, 2, 2)), "(2, rows, cols), not (3, 2, 2)"),
        (np.zeros((2, 2)), "not (2, 2)"),
        ([[[True]], [[False]]], "leads out of the grid"),
        ([[[False]], [[True]]], "leads out of the grid"),
        ("text", "connection list must"),
    )
]

TAKE_A_CELL = {
    "distances": lambda cell: distances(MAZE, cell),
    "dist_min from": lambda cell: dist_min(MAZE, cell, (0, 0)),
    "dist_min to": lambda cell: dist_min(MAZE, (0, 0), cell),
    "shortest_path": lambda cell: shortest_path(MAZE, cell, (0, 0)),
    "texture from": lambda cell: texture(MAZE, cell, (0, 0)),
    "texture to": lambda cell: texture(MAZE, (0, 0), cell),
    "Level": lambda cell: Level(MAZE, (0, 0), (cell,)),
    "distance": LEVEL.distance,
    "path_from": LEVEL.path_from,
    "cells_of_path": LEVEL.cells_of_path,
    "exits": MAZE.exits,
    "neighbours": MAZE.neighbours,
    "is_open": lambda cell: MAZE.is_open(cell, Direction.N),
}
"""Everything public that takes a cell of a maze."""


@pytest.mark.parametrize("take", TAKE_A_CELL.values(), ids=TAKE_A_CELL)
def test_a_cell_outside_and_what_is_no_cell_are_refused(take):
    for cell in ((-1, 0), (5, 0), (0, 6), (0, -1), (10**9, 0)):
        said = rf"the cell \({cell[0]}, {cell[1]}\) lies outside the maze of 6x5"
        with pytest.raises(ValueError, match=said):
            take(cell)
    with pytest.raises(TypeError, match="pair of integers"):
        take((0.5, 1))


OTHERS = [
    (lambda: distances(MAZE, []), "at least one source"),
    (lambda: LEVEL.path_from((0, 0), -2), "steps must be at least 0, not -2"),
    *(
        (partial(Direction.between, (5, 5), apart), "are not side by side")
        for apart in ((5, 5), (6, 6), (5, 7))
    ),
    *((partial(braid, MAZE, fraction, "x"), "not in 0..1") for fraction in (-0.01, 1.01, np.nan)),
    (lambda: braid(MAZE, 20, 1), "not in 0..1: percent= takes"),
    (lambda: braid(MAZE, percent=120, seed=1), "not in 0..100"),
    *(
        (partial(eller_rows, **{"cols": 5, "seed": "x", name: wrong}), f"{name} must be a whole")
        for name, wrong in product(("cols", "rows", "block"), (0, -3, 2.5, "7", True))
    ),
    (
        lambda: eller_rows((1 << 31) + 1, "x"),
        "cols must be a whole number from 1 to 2,147,483,648",
    ),
    (lambda: eller_rows(HUGE, "a"), "2,147,483,648, not a number of about 5,000 digits"),
    (lambda: generate("wilson", 5, 4, HUGE), "the seed is a number of about 5,000 digits: at most"),
    (lambda: eller_rows(5, "a b"), "'a b' holds a space"),
    (lambda: Recipe.parse(None), "a game ID must be text, not NoneType"),
    *(
        (partial(search, MAZE, (0, 0), (2, 2), typed), f"there is no search '{typed}': {said}")
        for typed, said in (
            ("magic", "bfs, dfs, a-star"),
            ("astar", "did you mean a-star"),
            ("bsf", "did you mean bfs"),
            ("BFS", "did you mean bfs"),
        )
    ),
    (lambda: generate("wilson", 5, 5, mask="heart"), "heart takes a size of 7x7 or more, not 5x5"),
    (
        lambda: Level.of("wilson:9x9:mask=heart:k", mask=np.ones((9, 9))),
        "the recipe has mask=heart already: mask=none",
    ),
]

VALUES = [*MAZES, *EDGES, *OTHER_GRIDS, *OTHERS]


@pytest.mark.parametrize(("call", "said"), VALUES, ids=[said[:60] for _, said in VALUES])
def test_a_value_that_does_not_fit_is_refused(call, said):
    with pytest.raises(ValueError) as caught:  # noqa: PT011  the sentence is looked at below
        call()
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


WEIGHTS = [
    ({"weights": "40"}, "weights must be VERTICAL-HORIZONTAL such as 40-10"),
    ({"weights": "0-10"}, "each from 1 to 100"),
    ({"weights": "101-10"}, "each from 1 to 100"),
    ({"weights": "N4E1S4X1"}, "a weight for each of N, E, S and W"),
    ({"weights": "N4E1S4S1"}, "a weight for each of N, E, S and W"),
    ({"weights": "N4E1S4"}, "a weight for each of N, E, S and W"),
    ({"weights": "+".join(["1-2"] * 17), "zones": "stripes"}, "at most 16 zones"),
    ({"weights": "1-2+2-1"}, "there are weights for 2 zones, but zones=one"),
    ({"weights": "1-2", "zones": "rings"}, "zones=rings needs weights for each zone"),
    ({"zones": "rings"}, "zones=rings needs weights for each zone"),
    ({"zones": "rims"}, "one, halves, quarters, rings, stripes, checker or gradient"),
    ({"zones": "halves.3"}, "zones must be halves without a size"),
    ({"zones": "rings.0"}, "rings.1 to rings.9999"),
    ({"zones": "rings." + "9" * 5000}, "rings.1 to rings.9999"),
    ({"weights": "1-2+2-1+3-3", "zones": "halves"}, "zones=halves has 2 zones, not 3"),
    ({"weights": 3}, "weights=3: VERTICAL-HORIZONTAL"),
    ({"weights": HUGE}, "weights=a number of about 5,000 digits: VERTICAL-HORIZONTAL"),
    ({"weights": (1, 2, 3)}, "weights=(1, 2, 3)"),
    ({"weights": (1.5, 2)}, "weights=(1.5, 2)"),
    ({"weights": "1-2+2-1", "zones": np.zeros((3, 3), int)}, "must have the shape"),
    ({"weights": "1-2+2-1", "zones": np.full((10, 20), 2)}, "the zone map holds 2"),
    ({"weights": "1-2+2-1", "zones": np.zeros((10, 20))}, "must hold integers"),
    ({"weights": "1-2", "zones": np.zeros((10, 20), int)}, "weights of two zones or more"),
    ({"zones": np.zeros((10, 20), int)}, "weights of two zones or more"),
]

MASKS = [
    ({"mask": np.zeros((10, 20))}, "0 cells inside: there is no room for A and B"),
    ({"mask": np.arange(200).reshape(10, 20) == 7}, "1 cell inside: there is no room"),
    ({"mask": np.eye(10, 20)}, "no way within it leads from its first cell to row 2, column 2"),
    ({"mask": np.ones((9, 20))}, "shape (rows, cols) = (10, 20), not (9, 20)"),
    ({"mask": "star"}, "mask must be none, circle, diamond, ring, heart or letters.WORD"),
    ({"mask": "a.png"}, "or an array (rows, cols); or an image"),
    ({"mask": "a.png"}, "; not a.png"),
    ({"mask": "letters."}, "letters.WORD"),
    ({"mask": "letters.ÄH"}, "letters.WORD"),
    ({"mask": "letters.HELLO"}, "mask=letters.HELLO takes a size of 29x8 or more, not 20x10"),
    ({"mask": "heart", "build": "walls"}, "build=carve takes a mask"),
    (
        {"mask": [[1, 1], [1]]},
        "the mask must be rows of numbers, all equally long, not [[1, 1], [1]]",
    ),
    ({"mask": np.full((4, 5), np.nan)}, "the mask must hold numbers, not NaN"),
    ({"mask": np.full((4, 5), "x")}, "the mask must hold numbers, not texts"),
    ({"mask": np.full((4, 5), None)}, "the mask must hold numbers, not objects"),
    ({"mask": np.zeros((4, 5), [("a", int)])}, "the mask must hold numbers, not records"),
]

OPTIONS = [
    *WEIGHTS,
    *MASKS,
    ({"braid": HUGE}, "not a number of about 5,000 digits"),
]


@pytest.mark.parametrize(("options", "said"), OPTIONS, ids=[said[:60] for _, said in OPTIONS])
def test_an_option_that_does_not_fit_is_refused(options, said):
    with pytest.raises(RecipeError) as caught:
        generate("wilson", 20, 10, "kite-7", **options)
    assert said in str(caught.value)
    assert caught.value.part == "option"
    assert "\n" not in str(caught.value)


RECIPES = [
    (("wilson", 0, 5, "a"), "size", "cols must be at least 1, not 0"),
    (("wilson", 5, -1, "a"), "size", "rows must be at least 1, not -1"),
    (("wilson", 2.5, 5, "a"), "size", "cols must be a whole number, not 2.5"),
    (("wilson", 5, "5", "a"), "size", "rows must be a whole number, not '5'"),
    (("wilson", True, 5, "a"), "size", "cols must be a whole number, not True"),
    (("wilson", 1 << 16, 1 << 16, "a"), "size", "65536x65536 is 4,294,967,296 cells and would"),
    (("wilson", 10**400, 1, "x"), "size", "cols must be at most 2,147,483,648, not a number"),
    (("wilson", 1, -(10**400), "x"), "size", "rows must be at least 1, not a number of about"),
    (("wilson", 1 << 31, 1 << 31, "x"), "size", "at most 2,147,483,648 cells fit"),
    (("wilson", 4, 4, None), "seed", "the seed must be text or a whole number, not NoneType"),
    (("wilson", 4, 4, "x", (("braid", 5),)), "option", "options must be pairs of texts"),
    (("wilson", 4, 4, "x", "braid=5"), "option", "options must be pairs of texts"),
    (("wilson", 4, 4, "x", (("braid",),)), "option", "options must be pairs of texts"),
    (("wilson", 4, 4, "x", 7), "option", "options must be pairs of texts"),
    ((["wilson"], 4, 4, "x"), "algorithm", "the algorithm must be text, not list"),
]


@pytest.mark.parametrize(("parts", "part", "said"), RECIPES)
def test_a_recipe_that_cannot_be_is_refused(parts, part, said):
    with pytest.raises(RecipeError) as caught:
        Recipe(*parts)
    assert said in str(caught.value)
    assert caught.value.part == part
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: braid(MAZE, percent="x", seed=1), "is a number in 0..100"),
        (lambda: braid(MAZE, seed=1), "give one of them"),
        (lambda: braid(MAZE, percent=1, fraction=1, seed=1), "give one of them"),
        (lambda: generate("wilson", 5, 4, "a", brade=20), "wilson has no option 'brade'"),
        (lambda: batch("wilson", 5, 4, 2, brade=20), "it takes build, weights"),
        (lambda: braid(MAZE, percent=1, seed=1.5), "the seed must be text or a whole number"),
        (lambda: distances(MAZE, 3), "a source is a cell (row, col), not 3"),
        (lambda: shortest_path(MAZE, (0, 0), 3), "not 3"),
        (lambda: Level(MAZE, (0, 0), 3), "goals are cells (row, col), not 3"),
        (lambda: Level(MAZE, (0, 0), np.array([1, 1])), "a cell is a pair of integers"),
        (lambda: braid(MAZE, None, "k"), "the fraction to braid is a number"),
        (lambda: braid(MAZE, "x", "k"), "the fraction to braid is a number"),
        (lambda: braid(MAZE, np.timedelta64(1, "s"), "k"), "the fraction to braid is a number"),
        (lambda: Direction.between((0, 0), (3,)), "cells are pairs of integers"),
        (lambda: eller_rows(3, None), "the seed must be text or a whole number"),
        (lambda: Maze.from_edges([]), "keyword"),
        (lambda: Maze.from_edges([], 2, 2), "positional"),
    ],
)
def test_a_wrong_type_is_refused(call, said):
    with pytest.raises(TypeError) as caught:
        call()
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


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
    "Level.of, mask": lambda x: Level.of("wilson:5x4:a", mask=x),
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


def test_any_numeric_array_is_a_mask_or_a_map():
    whole = generate("wilson", 5, 4, "a", mask=np.ones((4, 5), bool))
    for mask in (np.ones((4, 5), np.float16), [[2] * 5] * 4, np.full((4, 5), -3, np.int8)):
        assert generate("wilson", 5, 4, "a", mask=mask) == whole
    zoned = generate("wilson", 5, 4, "a", zones=[[0, 1, 0, 1, 0]] * 4, weights="1-2+2-1")
    weights = [np.array([1, 2]), [np.int8(2), 1]]
    for kind in (bool, np.uint16):
        zones = np.array([[0, 1, 0, 1, 0]] * 4, kind)
        assert generate("wilson", 5, 4, "a", zones=zones, weights=weights) == zoned


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
