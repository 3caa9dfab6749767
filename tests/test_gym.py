"""The Gymnasium environments: their checker, the rules, many at once."""

from itertools import count

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from mazegame.engine import Batch, Level, Recipe, RecipeError, batch, generate
from mazegame.gym import STEPS, MazeEnv, MazeVectorEnv

BRAIDED = "wilson:6x5:braid=40:gym"
DESIGN = "wilson:6x5:braid=40"


def actions_of(level: Level) -> list[int]:
    """The actions of a shortest path."""
    deltas = np.diff(level.cells_of_path(), axis=0)
    return [int(np.flatnonzero((delta == STEPS).all(axis=1))[0]) for delta in deltas]


@pytest.mark.parametrize(
    "mazes", [BRAIDED, DESIGN, batch("prim", 4, 3, 5)], ids=["game ID", "design", "batch"]
)
@pytest.mark.parametrize("render_mode", [None, "ansi", "rgb_array"])
def test_gymnasium_s_checker_accepts_it(mazes, render_mode):
    env = gymnasium.make("mazegame/Maze-v0", mazes=mazes, render_mode=render_mode)
    check_env(env.unwrapped, skip_render_check=render_mode is None)


def test_many_at_once_are_registered():
    many = gymnasium.make_vec("mazegame/Maze-v0", num_envs=3, mazes=BRAIDED)
    assert isinstance(many.unwrapped, MazeVectorEnv)
    observation, _ = many.reset(seed=1)
    assert observation in many.observation_space


def test_the_shortest_path_costs_its_length():
    env = MazeEnv(BRAIDED)
    observation, info = env.reset(seed=1)
    level = Level.of(BRAIDED)
    assert np.array_equal(observation["passages"], level.maze.passages)
    assert tuple(observation["position"]) == level.start
    assert (info["distance"], info["game_id"]) == (level.dist_min, BRAIDED)
    total = 0.0
    for action in actions_of(level):
        observation, reward, terminated, truncated, info = env.step(np.int64(action))
        total += reward
    assert (total, terminated, truncated) == (-level.dist_min, True, False)
    assert info["distance"] == 0
    assert observation["goals"][tuple(observation["position"])] == 1


def test_a_step_into_a_wall_costs_the_same_and_stays():
    env = MazeEnv("binary-tree:2x2:a", max_steps=2)
    before, _ = env.reset()
    exits = env.level.maze.exits(env.level.start)
    closed = next(at for at in range(4) if not exits.value >> at & 1)
    after, reward, terminated, truncated, _ = env.step(np.int64(closed))
    assert np.array_equal(before["position"], after["position"])
    assert (reward, terminated, truncated) == (-1.0, False, False)
    assert env.step(np.int64(closed))[2:4] == (False, True)


def test_each_episode_of_a_design_has_a_fresh_maze_and_a_seed_repeats_them():
    env = MazeEnv(DESIGN)
    first = [env.reset(seed=7)[1]["game_id"], env.reset()[1]["game_id"]]
    again = [env.reset(seed=7)[1]["game_id"], env.reset()[1]["game_id"]]
    assert first == again
    assert len(set(first)) == 2


def test_a_maze_can_be_asked_for():
    env = MazeEnv(BRAIDED)
    assert env.reset(options={"maze": "prim:6x5:a"})[1]["game_id"] == "prim:6x5:a"
    with pytest.raises(ValueError, match=r"'prim:5x6:a' is 5x6, the environment 6x5"):
        env.reset(options={"maze": "prim:5x6:a"})
    mazes = batch("prim", 4, 3, 5)
    assert MazeEnv(mazes).reset(options={"maze": 3})[1]["game_id"] == str(mazes.recipe(3))
    with pytest.raises(RecipeError):
        MazeEnv("wilsen:5x5:a")


LEVEL = Level.of(BRAIDED)


@pytest.mark.parametrize(
    "mazes", [BRAIDED, Recipe.parse(BRAIDED), LEVEL, [LEVEL], Batch.from_levels([LEVEL])]
)
def test_a_maze_that_is_given_is_that_very_maze_in_every_episode(mazes):
    env, many = MazeEnv(mazes), MazeVectorEnv(3, mazes)
    for _ in range(3):
        observation, info = env.reset()
        assert np.array_equal(observation["passages"], LEVEL.maze.passages)
        assert info == {"distance": LEVEL.dist_min, "game_id": BRAIDED}
        assert all(np.array_equal(one, LEVEL.maze.passages) for one in many.reset()[0]["passages"])


def test_a_list_has_levels_mazes_and_game_ids_and_a_maze_ends_in_its_corners():
    mazes = [LEVEL, generate("prim:6x5:a"), "kruskal:6x5:b"]
    env = MazeEnv(mazes)
    assert {env.reset()[1]["game_id"] for _ in range(50)} == {BRAIDED, "", "kruskal:6x5:b"}
    observation, info = env.reset(options={"maze": 1})
    assert (tuple(observation["position"]), int(observation["goals"][4, 5])) == ((0, 0), 1)
    assert info["distance"] == Level.of("prim:6x5:a").dist_min
    with pytest.raises(ValueError, match=r"levels\[1\] is 5x5, and levels\[0\] is 6x5"):
        MazeEnv([LEVEL, "prim:5x5:a"])


def test_fixed_is_deprecated_and_means_what_it_meant():
    with pytest.warns(DeprecationWarning, match="fixed is deprecated"):
        env = MazeEnv(BRAIDED, fixed=False)
    assert len({env.reset()[1]["game_id"] for _ in range(3)}) == 3
    with pytest.warns(DeprecationWarning, match="fixed is deprecated"):
        env = MazeEnv(BRAIDED, fixed=True)
    assert env.reset()[1]["game_id"] == BRAIDED


@pytest.mark.parametrize("env", [MazeEnv(BRAIDED), MazeVectorEnv(2, BRAIDED)])
def test_an_unknown_option_of_a_reset_is_refused(env):
    with pytest.raises(ValueError, match="reset has no option 'mase'"):
        env.reset(options={"mase": "prim:6x5:a"})


def test_a_maze_in_a_custom_mask_has_no_game_id():
    mazes = batch("wilson", 6, 5, 2, mask=np.arange(30).reshape(5, 6) > 0)
    env = MazeEnv(mazes)
    _, info = env.reset(options={"maze": 1})
    assert info == {"distance": mazes[1].dist_min, "game_id": ""}


def test_many_at_once_walk_as_each_would_alone():
    """Who has ended begins in the next maze of the batch, and from the first on again."""
    mazes = batch("prim", 4, 3, 40, ends="random")
    many = MazeVectorEnv(20, mazes, max_steps=25)
    first, _ = many.reset()
    kept = first["position"].copy()
    alone = [MazeEnv(mazes, max_steps=25) for _ in range(20)]
    for agent, env in enumerate(alone):
        env.reset(options={"maze": agent})
    following, over, ends = count(20), [False] * 20, set()
    for actions in np.random.default_rng(1).integers(0, 4, (90, 20)):
        seen, *answers, _ = many.step(actions)
        assert seen in many.observation_space
        for agent, env in enumerate(alone):
            if over[agent]:
                theirs, _ = env.reset(options={"maze": next(following) % 40})
                wanted = [0.0, False, False]
            else:
                theirs, *wanted, _ = env.step(actions[agent])
            assert [part[agent] for part in answers] == wanted
            assert all(np.array_equal(seen[name][agent], part) for name, part in theirs.items())
            over[agent] = True in wanted[1:]
            ends.add(tuple(wanted[1:]))
    assert np.array_equal(first["position"], kept), "a step changed an earlier observation"
    assert next(following) > 60, "the batch was not used up"
    assert ends == {(False, False), (True, False), (False, True)}


def test_what_does_not_fit_is_refused_in_words():
    for make in (MazeEnv, lambda **words: MazeVectorEnv(2, **words)):
        with pytest.raises(TypeError, match="mazes is a game ID, a design"):
            make(mazes=5)
        with pytest.raises(ValueError, match="the batch has no maze"):
            make(mazes=batch("prim", 4, 3, 0))
        with pytest.raises(ValueError, match="max_steps must be a whole number from 1 on, not 0"):
            make(max_steps=0)
    env = MazeEnv("wilson:4x4:a")
    env.reset(seed=1)
    for action in (4, -1):
        with pytest.raises(ValueError, match="an action is 0, 1, 2 or 3"):
            env.step(action)
