"""The Gymnasium environments: their checker, the rules, many at once."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from mazegame.engine import Batch, Level, RecipeError, batch
from mazegame.gym import STEPS, MazeEnv, MazeVectorEnv

BRAIDED = "wilson:6x5:braid=40:gym"


def actions_of(level: Level) -> list[int]:
    """The actions of a shortest path."""
    deltas = np.diff(level.cells_of_path(), axis=0)
    return [int(np.flatnonzero((delta == STEPS).all(axis=1))[0]) for delta in deltas]


@pytest.mark.parametrize("mazes", [BRAIDED, batch("prim", 4, 3, 5)], ids=["recipe", "batch"])
@pytest.mark.parametrize("render_mode", [None, "ansi", "rgb_array"])
def test_gymnasium_s_checker_accepts_it(mazes, render_mode):
    env = gymnasium.make("mazegame/Maze-v0", mazes=mazes, render_mode=render_mode)
    check_env(env.unwrapped, skip_render_check=render_mode is None)


def test_it_is_registered_alone_and_many_at_once():
    env = gymnasium.make("mazegame/Maze-v0", mazes=BRAIDED)
    assert isinstance(env.unwrapped, MazeEnv)
    many = gymnasium.make_vec("mazegame/Maze-v0", num_envs=3, mazes=BRAIDED)
    assert isinstance(many.unwrapped, MazeVectorEnv)
    observation, _ = many.reset(seed=1)
    assert observation in many.observation_space


def test_the_shortest_path_costs_its_length():
    env = MazeEnv(BRAIDED, fixed=True)
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
    env = MazeEnv("binary-tree:2x2:a", fixed=True, max_steps=2)
    before, _ = env.reset()
    exits = env.level.maze.exits(env.level.start)
    closed = next(at for at in range(4) if not exits.value >> at & 1)
    after, reward, terminated, truncated, _ = env.step(np.int64(closed))
    assert np.array_equal(before["position"], after["position"])
    assert (reward, terminated, truncated) == (-1.0, False, False)
    assert env.step(np.int64(closed))[2:4] == (False, True)


def test_each_episode_has_a_fresh_maze_and_a_seed_repeats_them():
    env = MazeEnv(BRAIDED)
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


def test_a_maze_in_a_custom_mask_has_no_game_id():
    mazes = batch("wilson", 6, 5, 2, mask=np.arange(30).reshape(5, 6) > 0)
    env = MazeEnv(mazes)
    _, info = env.reset(options={"maze": 1})
    assert info == {"distance": mazes[1].dist_min, "game_id": ""}


def alone(mazes: Batch, actions: np.ndarray, max_steps: int) -> list[list[tuple[object, ...]]]:
    """What each agent of a vector sees if it plays alone, its next mazes being the same."""
    told = []
    for agent in range(actions.shape[1]):
        env = MazeEnv(mazes, max_steps=max_steps)
        env.reset(options={"maze": agent})
        told.append([])
        for action in actions[:, agent]:
            observation, reward, terminated, truncated, _ = env.step(action)
            told[-1].append((*observation["position"].tolist(), reward, terminated, truncated))
            if terminated or truncated:
                break
    return told


def test_many_at_once_walk_as_each_would_alone():
    mazes = batch("prim", 4, 3, 40)
    many = MazeVectorEnv(20, mazes, max_steps=25)
    first, _ = many.reset()
    kept = first["position"].copy()
    actions = np.random.default_rng(1).integers(0, 4, (30, 20))
    seen = []
    for row in actions:
        observation, *rest = many.step(row)
        seen.append((observation["position"], *rest[:3]))
    assert np.array_equal(first["position"], kept), "a step changed an earlier observation"
    ends = set()
    for agent, story in enumerate(alone(mazes, actions, 25)):
        for step, wanted in enumerate(story):
            position, rewards, terminated, truncated = seen[step]
            rest = (part[agent] for part in (rewards, terminated, truncated))
            assert (*position[agent].tolist(), *rest) == wanted
        ends.add(wanted[3:])
        _, *rest = seen[len(story)]
        assert [part[agent] for part in rest] == [0.0, False, False]
    assert ends == {(True, False), (False, True)}, "no agent reached B, or none was cut off"


def test_who_has_ended_begins_in_the_next_maze_of_the_batch():
    mazes = batch("prim", 4, 3, 3)
    many = MazeVectorEnv(2, mazes)
    many.reset()
    path = actions_of(mazes[0])
    for action in path:
        _, _, terminated, _, _ = many.step(np.array([action, 0]))
    assert terminated.tolist()[0]
    observation, _, _, _, _ = many.step(np.array([0, 0]))
    assert np.array_equal(observation["passages"][0], mazes.passages[2])
    assert observation["position"][0].tolist() == mazes.starts[2].tolist()
    assert observation in many.observation_space


def test_what_does_not_fit_is_refused_in_words():
    for make in (MazeEnv, lambda **words: MazeVectorEnv(2, **words)):
        with pytest.raises(TypeError, match="mazes is a game ID, a Recipe or a Batch, not 5"):
            make(mazes=5)
        with pytest.raises(ValueError, match="max_steps must be a whole number from 1 on, not 0"):
            make(max_steps=0)
    env = MazeEnv("wilson:4x4:a")
    env.reset(seed=1)
    for action in (4, -1):
        with pytest.raises(ValueError, match="an action is 0, 1, 2 or 3"):
            env.step(action)
