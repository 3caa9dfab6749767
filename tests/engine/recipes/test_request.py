"""What callers ask for: recipes, game IDs, presets, algorithms; and what cannot be misused."""

import numpy as np
import pytest

from mazegame.engine import (
    ALGORITHMS,
    METHODS,
    PRESETS,
    Level,
    Maze,
    Recipe,
    RecipeError,
    braid,
    dist_min,
    distances,
    farthest_pair,
    generate,
    search,
    shortest_path,
    texture,
    trace,
)

MAZE = generate("wilson", 9, 7, "a")


def frame(steps):
    """The maze at the end of a trace."""
    return steps.maze_at(len(steps))


MAKERS = {"generate": generate, "Level.of": lambda *a, **o: Level.of(*a, **o).maze}
MAKERS["trace"] = lambda *a, **o: frame(trace(*a, **o))


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
class TestRequests:
    """The same maze, however it is asked for."""

    def test_a_game_id_is_a_recipe(self, make):
        game_id = "kruskal:9x7:braid=30:kite-7"
        recipe = Recipe.parse(game_id)
        wanted = generate(recipe)
        assert make(game_id) == wanted
        assert make(recipe) == wanted
        assert make("kruskal", 9, 7, "kite-7", braid=30) == wanted

    def test_a_preset_is_a_design(self, make):
        wanted = generate(PRESETS["grass"].recipe(9, 7, "kite-7"))
        assert make("grass", 9, 7, "kite-7") == wanted
        other = make("catacombs", 9, 7, "kite-7", braid=0)  # its own is 60
        assert other == generate("hunt-and-kill", 9, 7, "kite-7")

    def test_seeds_are_texts_or_integers(self, make):
        wanted = generate("prim", 9, 7, "7")
        for seed in (7, np.int64(7), np.uint8(7), "7"):
            assert make("prim", 9, 7, seed) == wanted

    @pytest.mark.parametrize("seed", [True, 1.5, str, b"7", ["7"]])
    def test_nothing_else_is_a_seed(self, make, seed):
        with pytest.raises(TypeError, match="the seed must be text or a whole number"):
            make("prim", 9, 7, seed)

    def test_a_recipe_or_a_game_id_stands_alone(self, make):
        for alone, kind in ((Recipe.parse("prim:9x7:a"), "recipe"), ("prim:9x7:a", "game ID")):
            for more in ({"cols": 9}, {"seed": "b"}, {"braid": 20}):
                with pytest.raises(TypeError, match=f"a {kind} holds everything: leave out size"):
                    make(alone, **more)

    def test_a_name_takes_a_size(self, make):
        for name in ("prim", "grass"):
            with pytest.raises(RecipeError, match=f"a size is needed besides '{name}'"):
                make(name)
            with pytest.raises(RecipeError, match="a size is needed"):
                make(name, 9)
        with pytest.raises(RecipeError, match="did you mean prim"):
            make("prm")

    def test_an_option_that_there_is_not_is_named(self, make):
        with pytest.raises(RecipeError, match="prim has no option 'brade'"):
            make("prim", 9, 7, "a", brade=20)


def test_ends_are_refused_where_they_would_be_ignored():
    with pytest.raises(RecipeError, match=r"ends= says where A and B lie.*Level\.of takes it"):
        generate("prim", 9, 7, "a", ends="farthest")
    level = Level.of("prim", 9, 7, "a", ends="farthest")
    assert level.dist_min == farthest_pair(level.maze)[2]
    # In a game ID they belong to the whole.
    assert generate("prim:9x7:ends=farthest:a") == level.maze


def test_a_level_of_own_weight_maps_has_a_name_instead_of_a_recipe():
    mask = np.ones((7, 9), bool)
    mask[0, 0] = False
    for level in (
        Level.of("prim", 9, 7, "a", mask=mask, name="mine"),
        Level.of("prim:9x7:a", mask=mask, name="mine"),
        Level.of(Recipe.parse("prim:9x7:a"), mask=mask, name="mine"),
    ):
        assert (level.recipe, level.name) == (None, "mine")
        assert level.maze == generate("prim", 9, 7, "a", mask=mask)
        assert level.start in {(0, 1), (1, 0)}
    named = Level.of("prim", 9, 7, "a", mask="circle")
    assert named.recipe == Recipe.parse("prim:9x7:mask=circle:a")


class TestBraid:
    """The share of dead ends, in percent or as a fraction, never mistaken for each other."""

    def test_percent_is_the_unit_of_the_option(self):
        wanted = generate("wilson", 9, 7, "a", braid=40)
        assert braid(MAZE, percent=40, seed="a") == wanted
        assert braid(MAZE, 0.4, "a") == wanted
        assert braid(MAZE, fraction=0.4, seed="a") == wanted

    @pytest.mark.parametrize("seed", [3, np.int32(3), "3"])
    def test_the_seed_may_be_an_integer(self, seed):
        assert braid(MAZE, 0.4, seed) == braid(MAZE, 0.4, "3")

    def test_an_error_on_a_fraction_is_in_percent(self):
        with pytest.raises(RecipeError, match=r"braid=0\.2: .* percent.*so braid=20"):
            generate("wilson", 9, 7, "a", braid=0.2)


@pytest.mark.parametrize("given", [MAZE.passages, None, "wilson:5x5:a", MAZE.passages.tolist()])
@pytest.mark.parametrize(
    "call",
    [
        lambda maze: distances(maze, (0, 0)),
        lambda maze: dist_min(maze, (0, 0), (1, 1)),
        lambda maze: shortest_path(maze, (0, 0), (1, 1)),
        farthest_pair,
        lambda maze: braid(maze, 1, "a"),
        lambda maze: texture(maze, (0, 0), (1, 1)),
        lambda maze: search(maze, (0, 0), (1, 1)),
        lambda maze: Level(maze, (0, 0), ((1, 1),)),
    ],
)
def test_an_invalid_maze_gets_a_sentence(call, given):
    with pytest.raises(TypeError, match=rf"^a Maze is needed, not {type(given).__name__}: Maze\("):
        call(given)


def test_every_value_has_a_short_repr():
    level = Level.of("wilson:9x7:kite-7")
    values = [
        level,
        Level(Maze([[2, 8]]), (0, 0), ((0, 1),), name="two"),
        Level(Maze([[2, 8]]), (0, 0), ((0, 1),)),
        level.maze,
        level.recipe,
        texture(level.maze, (0, 0), (6, 8)),
        trace(level.recipe),
        search(level.maze, (0, 0), (6, 8)),
        *ALGORITHMS.values(),
        *ALGORITHMS["growing-tree"].options,
        *PRESETS.values(),
        *METHODS.values(),
    ]
    for value in values:
        text = repr(value)
        assert len(text) <= 80, text
        assert "\n" not in text
    assert repr(level) == f"<Level wilson:9x7:kite-7, distMin {level.dist_min}>"
    assert repr(values[1]) == "<Level two 2x1, distMin 1>"
    assert repr(values[2]) == "<Level 2x1, distMin 1>"
    assert repr(level.recipe) == "Recipe('wilson:9x7:kite-7')"
