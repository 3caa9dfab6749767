"""Masks: mazes inside a set of cells."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import (
    ALGORITHMS,
    Level,
    Maze,
    Recipe,
    RecipeError,
    batch,
    generate,
    trace,
)
from mazegame.engine.carving.masks import (
    MIN_SIDE,
    SHAPES,
    check_mask,
    image_mask,
    min_size,
    named_mask,
)
from tests import naive
from tests.engine.cases import made_both_ways

MASKED = [name for name, algorithm in ALGORITHMS.items() if algorithm.masks]

every_masked = pytest.mark.parametrize("name", MASKED)


def is_tree_of(maze, mask):
    """Whether a maze joins all cells of a mask without a loop, and nothing else."""
    start = tuple(np.argwhere(mask)[0].tolist())
    reached = naive.flood(maze.passages, [start]) >= 0
    return np.array_equal(reached, mask) and maze.passage_count == mask.sum() - 1


def test_nine_algorithms_take_masks():
    others = {"eller", "sidewinder", "binary-tree", "recursive-division"}
    assert set(MASKED) == set(ALGORITHMS) - others


@every_masked
@pytest.mark.parametrize("mask", [*SHAPES, "letters.HI"])
def test_a_maze_fills_its_mask_and_nothing_else(name, mask):
    for cols, rows in ((11, 8), (23, 21)):
        maze = generate(name, cols, rows, "kite-7", mask=mask)
        assert is_tree_of(maze, named_mask(mask, cols, rows))
        again = generate(name, cols, rows, "kite-7", mask=named_mask(mask, cols, rows))
        assert again == maze


@pytest.mark.variants
@every_masked
def test_masked_kernels_write_the_same_bytes_compiled_and_plain(name):
    maze = made_both_ways(name, 41, 31, mask="ring", weights="3-1")
    assert is_tree_of(maze, named_mask("ring", 41, 31))


@st.composite
def in_one_piece(draw):
    """Masks of two cells or more."""
    rows = draw(st.integers(1, 9))
    cols = draw(st.integers(1 if rows > 1 else 2, 9))
    cells = [(draw(st.integers(0, rows - 1)), draw(st.integers(0, cols - 1)))]
    for _ in range(draw(st.integers(1, 40))):  # a walk is always in one piece
        cells.append(draw(st.sampled_from(list(naive.around(cells[-1], cols, rows)))))
    mask = np.zeros((rows, cols), bool)
    mask[tuple(zip(*cells, strict=True))] = True
    return mask


@every_masked
@given(mask=in_one_piece())
def test_any_mask_of_one_piece_is_filled(name, mask):
    rows, cols = mask.shape
    assert is_tree_of(generate(name, cols, rows, "any", mask=mask), mask)


@pytest.mark.parametrize("name", [name for name in MASKED if name != "wilson"])
def test_a_mask_of_all_cells_does_not_change_the_weighted_maze(name):
    for cols, rows in ((2, 1), (1, 7), (12, 9), (31, 40)):
        for more in ({"weights": "3-1"}, {"weights": "N9E1S2W5+1-8", "zones": "checker.2"}):
            whole = generate(name, cols, rows, "kite-7", mask=np.ones((rows, cols)), **more)
            assert whole == generate(name, cols, rows, "kite-7", **more)


@pytest.mark.parametrize("name", sorted(set(ALGORITHMS) - set(MASKED)))
def test_an_algorithm_without_masks_refuses_one_and_names_those_with_masks(name):
    for mask in ("heart", np.ones((9, 9))):
        with pytest.raises(RecipeError, match=f"{name} goes .* by .* takes no mask.*wilson"):
            generate(name, 9, 9, "x", mask=mask)


@pytest.mark.parametrize("shape", SHAPES)
def test_a_shape_is_in_one_piece_at_every_size(shape):
    for cols in range(MIN_SIDE, 24):
        for rows in range(MIN_SIDE, 24):
            mask = named_mask(shape, cols, rows)
            assert np.array_equal(mask, check_mask(mask, cols, rows))
            assert np.array_equal(mask, mask[:, ::-1])
            assert mask.mean() > 0.25
            assert not mask[0, 0]


def test_every_letter_is_in_one_piece_and_none_is_like_another():
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    drawn = {named_mask(f"letters.{letter}", 5, 8).tobytes() for letter in letters}
    assert len(drawn) == len(letters)
    for letter in letters:
        check_mask(named_mask(f"letters.{letter}", 5, 8), 5, 8)
    word = named_mask("letters.HI", 24, 17)  # twice as large, in the middle
    assert min_size("letters.HI") == (11, 8)
    assert ["".join(".#"[int(c)] for c in row[1:23:2]) for row in word[:16:2]] == [
        "#...#..###.",
        "#...#...#..",
        "#...#...#..",
        "#####...#..",
        "#...#...#..",
        "#...#...#..",
        "#...#..###.",
        "###########",
    ]
    assert not word[:, 0].any()
    assert not word[16].any()


@given(mask=in_one_piece(), seed=st.sampled_from("abcdef"))
@pytest.mark.parametrize("ends", ["corners", "farthest", "random", "rim", "sides"])
def test_a_and_b_are_two_cells_of_any_mask(ends, mask, seed):
    rows, cols = mask.shape
    level = Level.of(Recipe("prim", cols, rows, seed, (("ends", ends),)), mask=mask)
    assert level.start not in level.goals
    assert all(mask[cell] for cell in (level.start, *level.goals))
    columns = np.flatnonzero(mask.any(axis=0)).tolist()
    if ends == "sides" and len(columns) > 1:
        assert (level.start[1], level.goals[0][1]) == (columns[0], columns[-1])


def test_every_end_of_a_mask_can_come_up():
    mask = named_mask("diamond", 7, 7)
    seen = set()
    for seed in range(400):
        recipe = Recipe("prim", 7, 7, f"{seed}", (("mask", "diamond"), ("ends", "random")))
        level = Level.of(recipe)
        assert level.start != level.goals[0]
        seen |= {level.start, *level.goals}
    assert seen == set(map(tuple, np.argwhere(mask).tolist()))


def test_a_maze_in_a_mask_is_braided_within_it():
    maze = generate("wilson", 21, 15, "x", mask="heart", braid=100)
    assert np.array_equal(maze.passages > 0, named_mask("heart", 21, 15))
    assert isinstance(maze, Maze)


def drawings():
    """Pictures of Pillow that say the same in other ways: an ellipse that is light inside."""
    from PIL import Image, ImageDraw

    grey = Image.new("L", (60, 40), 40)
    ImageDraw.Draw(grey).ellipse((5, 5, 55, 35), 200)
    palette = Image.new("P", (60, 40), 1)
    palette.putpalette([255, 255, 255, 0, 0, 0])
    ImageDraw.Draw(palette).ellipse((5, 5, 55, 35), 0)
    clear = Image.new("RGBA", (60, 40), (255, 255, 255, 0))
    ImageDraw.Draw(clear).ellipse((5, 5, 55, 35), (255, 255, 255, 255))
    deep = Image.fromarray(np.asarray(grey).astype(np.uint16) * 257)
    return {"L": grey, "1": grey.convert("1", dither=0), "P": palette, "RGBA": clear, "I;16": deep}


@pytest.mark.parametrize("kind", ["L", "1", "P", "RGBA", "I;16"])
def test_an_image_means_what_its_file_means_on_the_command_line(kind, tmp_path):
    from mazegame.formats.files import load_mask

    picture = drawings()[kind]
    picture.save(tmp_path / "mask.png")
    wanted = load_mask(tmp_path / "mask.png", (30, 20))
    assert wanted[10, 15]
    assert not wanted[0, 0]
    assert np.array_equal(generate("wilson", 30, 20, "k", mask=picture).passages > 0, wanted)
    (maze,) = batch("wilson", 30, 20, ["k"], mask=picture).passages
    assert np.array_equal(maze > 0, wanted)
    steps = trace("wilson", 30, 20, "k", mask=picture)
    assert np.array_equal(steps.maze_at(len(steps)).passages > 0, wanted)


def test_a_mask_stands_beside_a_game_id_wherever_one_is_carved():
    mask = np.tri(20, 30, 15)
    wanted = generate("wilson", 30, 20, "k", mask=mask)
    game_id = "wilson:30x20:k"
    assert generate(game_id, mask=mask) == generate(Recipe.parse(game_id), mask=mask) == wanted
    steps = trace(game_id, mask=mask)
    assert steps.maze_at(len(steps)) == Level.of(game_id, mask=mask).maze == wanted


def test_a_pixel_is_inside_from_the_middle_of_the_greys_on():
    from PIL import Image

    picture = Image.fromarray(np.array([[0, 127, 128, 255]], np.uint8))
    assert image_mask(picture).tolist() == [[False, False, True, True]]
