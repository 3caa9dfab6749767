"""Recipes and game IDs: one line of text is one maze, and every mistake has its own message."""

import dataclasses
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import ALGORITHMS, Level, Recipe, RecipeError, generate
from mazegame.engine.kernels.jit import compiled
from mazegame.engine.recipes.recipe import MAX_CELLS, parse_size
from mazegame.engine.support import memory
from mazegame.engine.support.plugins import nearest_names
from tests.engine.cases import CASES, IDS
from tests.peak import traced_peak

pytestmark = pytest.mark.core

SEEDS = st.text(
    st.characters(categories=["L", "M", "N", "P", "S"], exclude_characters=":,="),
    min_size=1,
    max_size=64,
).filter(lambda text: len(unicodedata.normalize("NFC", text)) <= 64)


@given(
    case=st.sampled_from(CASES),
    cols=st.integers(1, 10_000),
    rows=st.integers(1, 10_000),
    seed=SEEDS,
    braid=st.integers(0, 100),
    ends=st.sampled_from(["corners", "farthest", "random", "rim", "sides"]),
)
def test_a_recipe_survives_its_game_id(case, cols, rows, seed, braid, ends):
    name, options = case
    recipe = Recipe.make(name, cols, rows, seed, {**options, "braid": braid, "ends": ends})
    game_id = str(recipe)
    assert Recipe.parse(game_id) == recipe
    assert str(Recipe.parse(game_id)) == game_id
    assert (recipe.option("braid"), recipe.option("ends")) == (str(braid), ends)
    assert not any(character.isspace() for character in game_id)


@pytest.mark.parametrize(
    ("game_id", "normal"),
    [
        ("wilson:40x20:kite-7", "wilson:40x20:kite-7"),
        (" wilson:40x20:kite-7\n", "wilson:40x20:kite-7"),
        ("wilson:40X20:kite-7", "wilson:40x20:kite-7"),
        ("wilson:40×20:kite-7", "wilson:40x20:kite-7"),
        ("wilson:040x020:kite-7", "wilson:40x20:kite-7"),
        ("wilson:40x20:braid=0:a", "wilson:40x20:a"),
        ("wilson:40x20:ends=corners,braid=007:a", "wilson:40x20:braid=7:a"),
        ("prim:8x8:ends=farthest,braid=20:a", "prim:8x8:braid=20,ends=farthest:a"),
        ("wilson:9x9:braid=5,build=walls:a", "wilson:9x9:build=walls,braid=5:a"),
        ("growing-tree:9x9:pick=random.3+newest.7:a", "growing-tree:9x9:pick=newest.7+random.3:a"),
        ("growing-tree:9x9:pick=newest.5+random.5,removal=swap:a", "growing-tree:9x9:a"),
        ("wilson:9x9:weights=40-10:k", "wilson:9x9:weights=40-10:k"),
        ("wilson:9x9:weights=N40E10S40W10:k", "wilson:9x9:weights=40-10:k"),
        ("wilson:9x9:weights=S2N1W4E3:k", "wilson:9x9:weights=N1E3S2W4:k"),
        ("wilson:9x9:weights=1-1:k", "wilson:9x9:k"),
        ("prim:9x9:zones=rings.4,weights=04-1+1-3:k", "prim:9x9:weights=4-1+1-3,zones=rings:k"),
        ("wilson:40x20:mask=letters.hello:k", "wilson:40x20:mask=letters.HELLO:k"),
        ("wilson:9x9:mask=none:k", "wilson:9x9:k"),
        ("wilson:9x9:ends=r00c0-r08c8+r8c8:k", "wilson:9x9:ends=r0c0-r8c8:k"),
        ("wilson:9x9:ends=r0000000000c0-r8c0000000008:k", "wilson:9x9:ends=r0c0-r8c8:k"),
    ],
)
def test_every_spelling_has_one_normal_form(game_id, normal):
    recipe = Recipe.parse(game_id)
    assert str(recipe) == normal
    assert Recipe.parse(normal) == recipe


@pytest.mark.parametrize(
    ("game_id", "part", "sentence"),
    [
        ("", "form", "the game ID '' has 1 part between colons: it takes ALGORITHM:COLSxROWS:SEED"),
        ("wilson:40x20", "form", "has 2 parts between colons: it takes ALGORITHM:COLSxROWS:SEED"),
        ("wilson:40x20:braid=1:a:b", "form", "has 5 parts between colons"),
        ("wilsn:40x20:a", "algorithm", "there is no algorithm 'wilsn': did you mean wilson?"),
        ("Wilson:40x20:a", "algorithm", "there is no algorithm 'Wilson': did you mean wilson?"),
        ("hunt:4x4:a", "algorithm", "'hunt': did you mean hunt-and-kill?"),
        ("binary_tree:4x4:a", "algorithm", "did you mean binary-tree?"),
        ("dfs:4x4:a", "algorithm", "no algorithm 'dfs': did you mean recursive-backtracker?"),
        ("zzz:4x4:a", "algorithm", "no algorithm 'zzz': there are recursive-backtracker, hunt-"),
        ("wilson:40:a", "size", "the size '40' is not COLSxROWS, for example 40x20"),
        ("wilson:4x4x4:a", "size", "the size '4x4x4' is not COLSxROWS"),
        ("wilson:0x20:a", "size", "the size '0x20' is empty: both sides are at least 1"),
        ("wilson:40x0:a", "size", "the size '40x0' is empty"),
        ("wilson:-4x4:a", "size", "the size '-4x4' is negative: both sides are at least 1"),
        ("wilson:4x-4:a", "size", "the size '4x-4' is negative"),
        ("wilson:4x:a", "size", "the size '4x' is not two whole numbers: type one such as 40x20"),
        ("wilson:fourx4:a", "size", "the size 'fourx4' is not two whole numbers"),
        ("wilson:4.5x4:a", "size", "the size '4.5x4' is not two whole numbers"),
        ("wilson:٤x4:a", "size", "is not two whole numbers"),
        ("wilson:9999999999999x1:a", "size", "is too large: at most 2,147,483,648 cells"),
        ("kruskal:99999x99999:a", "size", "99999x99999 is 9,999,800,001 cells and would take"),
        ("kruskal:99999x99999:a", "size", "GiB: at most 2,147,483,648 cells fit"),
        ("wilson:4x4:braid:a", "option", "the option 'braid' is not KEY=VALUE, for example braid="),
        ("wilson:4x4:braid=:a", "option", "the option 'braid=' is not KEY=VALUE"),
        ("wilson:4x4:=3:a", "option", "the option '=3' is not KEY=VALUE"),
        ("wilson:4x4:braid=3,:a", "option", "the option '' is not KEY=VALUE"),
        ("wilson:4x4:braid=101:a", "option", "braid must be 0 to 100, not 101"),
        ("wilson:4x4:braid=-1:a", "option", "braid must be 0 to 100, not -1"),
        ("wilson:4x4:braid=x:a", "option", "braid must be 0 to 100, not x"),
        (
            "wilson:4x4:ends=here:a",
            "option",
            "ends must be corners, farthest, random, rim, sides",
        ),
        ("wilson:4x4:ends=r0c0:a", "option", "r0c0-r9c9"),
        ("wilson:4x4:ends=r0c0-:a", "option", "r0c0-r9c9"),
        ("wilson:4x4:ends=c0r0-r1c1:a", "option", "r0c0-r9c9"),
        ("wilson:4x4:ends=r0c0-r0c0:a", "option", "ends must be two different cells"),
        ("wilson:12x9:ends=r0c0-r9c0:a", "option", "of 12x9, whose last cell is r8c11"),
        ("wilson:12x9:ends=r0c12-r1c1:a", "option", "r0c12 lies outside the maze"),
        ("wilson:4x4:ends=r9999999999c0-r1c1:a", "option", "r9999999999c0 lies outside the maze"),
        (f"wilson:4x4:ends=r0c{'9' * 5000}-r1c1:a", "option", "none with more than ten digits"),
        (f"prim:4x4:ends=r0c0-{'+'.join(['r1c1'] * 17)}:a", "option", "at most 16 goals"),
        ("wilson:4x4:build=mud:a", "option", "build must be carve or walls, not mud"),
        ("prim:4x4:build=walls:a", "option", "takes weights, zones, mask, braid, ends"),
        ("wilson:4x4:x=1:a", "option", "wilson has no option 'x': it takes build, weights, zones,"),
        ("wilson:4x4:braid=1,braid=2:a", "option", "the option braid is given twice"),
        ("growing-tree:4x4:pick=eldest:a", "option", "pick must be newest, oldest, middle,"),
        ("growing-tree:4x4:pick=newest.5:a", "option", "pick must be newest, oldest, middle,"),
        ("growing-tree:4x4:pick=newest.5+oldest.6:a", "option", "shares add up to 1"),
        ("growing-tree:4x4:pick=newest.755+oldest.245:a", "option", "each of one or two digits"),
        ("wilson:4x4:", "seed", "the seed is empty: give 1 to 64 characters, for example kite-7"),
        ("wilson:4x4:" + "a" * 65, "seed", "the seed has 65 characters: at most 64 fit"),
        ("wilson:4x4:a b", "seed", "the seed 'a b' holds a space: whitespace, control characters"),
        ("wilson:4x4:a\tb", "seed", r"holds '\t': whitespace"),
        ("wilson:4x4:a=b", "seed", "holds '=': whitespace"),
        ("wilson:4x4:a,b", "seed", "holds ',': whitespace"),
        ("wilson:4x4:a\x1bb", "seed", r"holds '\x1b'"),
    ],
)
def test_a_malformed_game_id_gets_one_sentence(game_id, part, sentence):
    with pytest.raises(RecipeError) as caught:
        Recipe.parse(game_id)
    assert caught.value.part == part
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_memory_is_written_for_people():
    sizes = (0, 1023, 1024, 3 << 19, 5 << 30, 1 << 60)
    said = "0 bytes, 1023 bytes, 1.0 KiB, 1.5 MiB, 5.0 GiB, 1,024.0 PiB"
    assert ", ".join(map(memory.format_size, sizes)) == said


@pytest.mark.parametrize(
    ("cols", "rows"), [(1, 1 << 31), (1 << 31, 1), (1, (1 << 31) // 3 - 1), (46341, 46340)]
)
@pytest.mark.parametrize("algorithm", ["kruskal", "true-prim", "simple-prim"])
def test_twice_an_index_fits_into_32_bits_in_a_maze_of_any_shape(algorithm, cols, rows):
    assert (cols + 2) * (rows + 2) > MAX_CELLS == 1 << 31
    fits = f"and for {algorithm} at most 2,147,483,648 fit"
    with pytest.raises(RecipeError, match=fits):
        Recipe(algorithm, cols, rows, "a")
    assert Recipe(algorithm, min(cols, 46338), min(rows, 46338), "a").cols


def test_two_to_the_31_cells_are_allowed_and_an_index_fits_into_32_bits():
    assert Recipe("wilson", 1 << 16, 1 << 15, "a").cols == 1 << 16
    assert Recipe("wilson", 46341, 46340, "a").cols == 46341
    with pytest.raises(RecipeError, match="at most 2,147,483,648 cells fit"):
        Recipe("wilson", 46341, 46341, "a")
    fits = "makes 6,442,450,950, and for wilson at most 4,294,967,296 fit"
    with pytest.raises(RecipeError, match=fits):
        Recipe("wilson", 1, 1 << 31, "a")


def test_composed_and_decomposed_seeds_are_one():
    composed, decomposed = "\u00e9t\u00e9", "e\u0301te\u0301"
    assert composed != decomposed
    one, other = (Recipe("wilson", 9, 9, seed) for seed in (composed, decomposed))
    assert one == other
    assert one.seed == composed
    assert generate(one) == generate("wilson", 9, 9, decomposed)


def test_a_seed_may_be_a_number_and_is_drawn_if_there_is_none():
    assert generate("wilson", 9, 9, 7) == generate("wilson", 9, 9, "7")
    drawn = {generate("wilson", 9, 9).passages.tobytes() for _ in range(8)}
    assert len(drawn) > 1


def test_a_recipe_cannot_be_changed_and_may_be_a_key():
    recipe = Recipe.parse("wilson:4x4:braid=3:a")
    with pytest.raises(dataclasses.FrozenInstanceError):
        recipe.cols = 5
    assert {recipe: 1}[Recipe("wilson", 4, 4, "a", (("braid", "3"),))] == 1


def test_the_nearest_names():
    names = tuple(ALGORITHMS)
    assert nearest_names("recursive", names) == ["recursive-backtracker", "recursive-division"]
    assert nearest_names("PRIM", names)[0] == "prim"
    assert nearest_names("true prim", names) == ["true-prim"]
    assert "eller" in nearest_names("ellers", names)
    assert nearest_names("division", names) == ["recursive-division"]
    assert nearest_names("", names) == []
    for name in ALGORITHMS:
        assert nearest_names(name, names) == [name]


@pytest.mark.parametrize(("name", "options"), CASES, ids=IDS)
def test_options_are_the_same_by_keyword_and_in_a_game_id(name, options):
    middle = ",".join(f"{key}={value}" for key, value in options.items())
    game_id = ":".join(part for part in (name, "12x9", middle, "a") if part)
    assert generate(Recipe.parse(game_id)) == generate(name, 12, 9, "a", **options)


def test_sizes_are_read_as_people_write_them():
    assert parse_size(" 40 x 20 ") == (40, 20)
    assert parse_size("7X9") == (7, 9)


@pytest.mark.parametrize(
    "game_id",
    ["wilson:300x200:a", "prim:300x200:weights=40-10:a", "eller:300x200:braid=50,ends=farthest:a"],
)
def test_the_cost_of_a_recipe_is_what_its_level_takes(game_id):
    recipe = Recipe.parse(game_id)
    cost = recipe.cost
    assert cost.cells == 60_000
    with compiled():  # plain Python takes ten times as long while memory is traced
        Level.of(recipe)
        # Another thread may allocate meanwhile, which only adds to a peak.
        peak = min(traced_peak(lambda: [Level.of(recipe)]) for _ in range(3))
    assert 0.5 * cost.bytes < peak < 1.1 * cost.bytes


def test_walks_cost_as_much_as_the_largest_weight_is_over_the_smallest():
    even = Recipe.parse("aldous-broder:3000x2:a").cost
    steep = Recipe.parse("aldous-broder:3000x2:weights=100-1:a").cost
    zoned = Recipe.parse("aldous-broder:3000x2:weights=20-10+3-4,zones=checker:a").cost
    assert even.steps < steep.steps
    assert steep.steps == pytest.approx(100 * even.steps)
    assert zoned.steps == pytest.approx(20 / 3 * even.steps)
    # One step in 101 leads along the corridor: no walk of so few steps comes to both its ends.
    assert steep.steps > 50 * 3000**2
    assert Recipe.parse("prim:30x20:weights=100-1:a").cost.steps < 100 * 600


def test_the_cost_of_a_huge_recipe_is_said_at_once():
    cost = Recipe.parse("aldous-broder:8000x4000:a").cost
    assert cost.cells == 32_000_000
    assert cost.bytes > cost.cells
    assert cost.steps > 10 * cost.cells
