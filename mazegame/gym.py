"""Mazes as Gymnasium environments: one at a time, or a whole batch at once.

It takes gymnasium: ``pip install 'mazegame[gym]'``. Importing this module registers
``mazegame/Maze-v0``.

Both environments take as ``mazes``

- a game ID or a ``Recipe``, a ``Level`` or a ``Maze``: that very maze in every episode;
- a ``Batch``, or a list of the above of one size: each episode has one of them;
- a design, which is a game ID without the seed, ``"prim:9x9"`` or ``"prim:9x9:braid=20"``: each
  episode has a fresh maze.

A ``Maze`` has no A and no B: they are its first cell and its last.

An observation is a dictionary:

- ``passages``: uint8 (rows, cols), the open sides of each cell, N=1, E=2, S=4, W=8;
- ``position``: int64 (2,), the agent's row and column;
- ``goals``: int8 (rows, cols), 1 at B.

An action is a side: 0 north, 1 east, 2 south, 3 west; a step into a wall stays where it is. Each
action costs 1, so that a return is minus the number of actions; an episode ends at B, and is cut
off after ``max_steps``. ``info`` has ``distance``, the length of a shortest path to B, and
``game_id``, empty for a maze in a custom mask; that of the vector environment is empty.
"""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import Any, Final, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from mazegame.engine import Batch, Level, Maze, Recipe, batch
from mazegame.engine.model.notebook import text_of
from mazegame.engine.support.validation import check_count, short_repr

Observation = dict[str, Any]

Given: TypeAlias = str | Recipe | Level | Maze
"""One maze."""

Mazes: TypeAlias = Given | list[Given] | Batch
"""The argument of an environment: see the head of this module."""

DESIGN: Final = "wilson:15x15"
"""The design of the mazes if none is given."""

STEPS: Final = np.array([(-1, 0), (0, 1), (1, 0), (0, -1)], np.int64)
"""int64 (4, 2): what each action adds to the row and the column."""

_PIXELS: Final = 8
"""Side of a square in the picture, in pixels; a cell and a wall are a square each."""


def _spaces(rows: int, cols: int) -> spaces.Dict:
    return spaces.Dict(
        {
            "passages": spaces.Box(0, 15, (rows, cols), np.uint8),
            "position": spaces.MultiDiscrete([rows, cols]),
            "goals": spaces.MultiBinary((rows, cols)),
        }
    )


def _design_of(mazes: object) -> Recipe | None:
    """Return a recipe, with some seed, of a design; None for anything else."""
    if not isinstance(mazes, str):
        return None
    parts = mazes.split(":")
    if len(parts) == 2 or (len(parts) == 3 and "=" in parts[2]):  # a seed has no =
        return Recipe.parse(f"{mazes}:0")
    return None


def _batch_of(mazes: object) -> Batch:
    """Return the mazes that were given as a batch."""
    if isinstance(mazes, Batch):
        if not len(mazes):
            raise ValueError("the batch has no maze")
        return mazes
    if isinstance(mazes, list | tuple):
        return Batch.from_levels(map(_level_of, mazes))
    return Batch.from_levels([_level_of(mazes)])


def _level_of(given: object) -> Level:
    if isinstance(given, Level):
        return given
    if isinstance(given, Maze):
        return Level(given, (0, 0), ((given.rows - 1, given.cols - 1),))
    if isinstance(given, str | Recipe):
        return Level.of(given)
    raise TypeError(
        "mazes is a game ID, a design such as 'prim:9x9', a Recipe, a Level, a Maze, a list of "
        f"these or a Batch, not {short_repr(given)}"
    )


def _check_options(options: dict[str, Any] | None, *known: str) -> dict[str, Any]:
    """Return the options of a reset; refuse those that mean nothing."""
    for name in (options or {}).keys() - set(known):
        takes = f"it takes {', '.join(known)}" if known else "it takes none"
        raise ValueError(f"reset has no option {short_repr(name)}: {takes}")
    return options or {}


def _observed(passages: NDArray[Any], position: NDArray[Any], goals: NDArray[Any]) -> Observation:
    layers = {"passages": passages, "position": position, "goals": goals}
    return {name: layer.copy() for name, layer in layers.items()}


def _most_steps(asked: int | None, cells: int) -> int:
    return 4 * cells if asked is None else check_count("max_steps", asked)


class MazeEnv(gymnasium.Env[Observation, np.int64]):
    """One agent in one maze.

    Args:
        mazes: See the head of this module; of several, each episode draws one.
        fixed: Deprecated: a game ID is that very maze, a design has fresh ones. False with a game
            ID means a fresh maze of its design, as before.
        max_steps: Actions before an episode is cut off; four for each cell if None.
        render_mode: ``"ansi"`` for text, ``"rgb_array"`` for a picture.

    Raises:
        RecipeError: If there is no such recipe.
        TypeError: If ``mazes`` is something else.
        ValueError: If ``max_steps`` is less than 1, or a batch or list is empty or of many sizes.

    ``reset(options={"maze": game_id})`` chooses a maze of the same size, and of a batch or a list
    ``{"maze": 3}`` the one with that number.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 10}  # noqa: RUF012

    def __init__(
        self,
        mazes: Mazes = DESIGN,
        *,
        fixed: bool | None = None,
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if fixed is not None:
            warnings.warn(
                "fixed is deprecated: a game ID is that very maze, and a design without a seed, "
                "such as 'prim:9x9', has fresh ones",
                DeprecationWarning,
                stacklevel=2,
            )
        self._design = _design_of(mazes)
        if fixed is False and isinstance(mazes, str | Recipe):
            self._design = self._design or Recipe.parse(str(mazes))
        self._batch = None if self._design is not None else _batch_of(mazes)
        given: Any = self._design or self._batch
        rows, cols = self._size = given.rows, given.cols
        self._max_steps = _most_steps(max_steps, rows * cols)
        self.render_mode = render_mode
        self.observation_space: spaces.Space[Observation] = _spaces(rows, cols)
        self.action_space = spaces.Discrete(4)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode at A.

        Raises:
            ValueError: If there is no such option, or the maze has another size.
            IndexError: If the batch has no maze of that number.
        """
        super().reset(seed=seed)
        self.level = level = self._level(_check_options(options, "maze").get("maze"))
        self._position = np.array(level.start, np.int64)
        self._steps = 0
        self._goals = np.zeros(level.maze.shape, np.int8)
        self._goals[tuple(zip(*level.goals, strict=True))] = 1
        return self._observe(), self._inform()

    def _level(self, chosen: str | int | None) -> Level:
        """Return the maze of the next episode: the chosen one, or the one that is drawn."""
        if isinstance(chosen, str):
            recipe = Recipe.parse(chosen)
            rows, cols = self._size
            if (recipe.rows, recipe.cols) != self._size:
                raise ValueError(
                    f"{chosen!r} is {recipe.cols}x{recipe.rows}, the environment {cols}x{rows}"
                )
            return Level.of(recipe)
        if self._design is not None:
            if chosen is not None:
                raise ValueError(
                    f"the maze {short_repr(chosen)} is no game ID: a number takes a batch or a list"
                )
            return Level.of(replace(self._design, seed=str(self.np_random.integers(1 << 62))))
        mazes = self._batch
        assert mazes is not None  # noqa: S101  there is a design or a batch
        return mazes[int(self.np_random.integers(len(mazes))) if chosen is None else chosen]

    def _observe(self) -> Observation:
        return _observed(self.level.maze.passages, self._position, self._goals)

    def _inform(self) -> dict[str, Any]:
        row, col = self._position.tolist()
        game_id = "" if self.level.recipe is None else str(self.level.recipe)
        return {"distance": self.level.distance((row, col)), "game_id": game_id}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take a step, or bump into a wall.

        Raises:
            ValueError: If there is no such action.
        """
        if not self.action_space.contains(action):
            raise ValueError(f"an action is 0, 1, 2 or 3, not {short_repr(action)}")
        here = tuple(self._position)
        if self.level.maze.passages[here] >> int(action) & 1:
            self._position += STEPS[int(action)]
        self._steps += 1
        at_goal = bool(self._goals[tuple(self._position)])
        cut_off = self._steps >= self._max_steps
        return self._observe(), -1.0, at_goal, cut_off and not at_goal, self._inform()

    def render(self) -> Any:
        """Return a drawing of characters or a picture, uint8 (height, width, 3)."""
        row, col = self._position.tolist()
        passages = self.level.maze.passages
        if self.render_mode == "ansi":
            ends = [(goal, "B") for goal in self.level.goals]
            return text_of(passages, [*ends, ((row, col), "@")])
        if self.render_mode == "rgb_array":
            picture = np.zeros((*(2 * side + 1 for side in passages.shape), 3), np.uint8)
            picture[1::2, 1::2][passages > 0] = 255
            picture[1::2, 2::2][passages & 2 > 0] = 255
            picture[2::2, 1::2][passages & 4 > 0] = 255
            for goal_row, goal_col in self.level.goals:
                picture[2 * goal_row + 1, 2 * goal_col + 1] = 40, 160, 80
            picture[2 * row + 1, 2 * col + 1] = 200, 60, 40
            return picture.repeat(_PIXELS, axis=0).repeat(_PIXELS, axis=1)
        return None


class MazeVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many agents, each in a maze of a batch. A step is a few operations on whole arrays.

    An agent whose episode has ended begins another with its next step, in the next maze of the
    batch that nobody has had (and from the first on again).

    Args:
        num_envs: The number of agents.
        mazes: See the head of this module; of a design, as many mazes are made as there are agents.
        max_steps: As of ``MazeEnv``.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        mazes: Mazes = DESIGN,
        *,
        max_steps: int | None = None,
    ) -> None:
        design = _design_of(mazes)
        if design is None:
            given = _batch_of(mazes)
        else:
            options: dict[str, Any] = dict(design.options)
            size = design.cols, design.rows
            given = batch(design.algorithm, *size, num_envs, name="gym", **options)
        self._batch = given
        self.num_envs = num_envs
        rows, cols, goals = given.rows, given.cols, given.goals
        self._max_steps = _most_steps(max_steps, rows * cols)
        self._goals = np.zeros((len(given), rows, cols), np.int8)
        self._goals[np.arange(len(given))[:, None], goals[..., 0], goals[..., 1]] = 1
        self.single_observation_space = _spaces(rows, cols)
        self.single_action_space = spaces.Discrete(4)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all episodes, from the first maze of the batch on; a seed changes nothing."""
        _check_options(options)
        super().reset(seed=seed, options=options)
        self._mazes = np.arange(self.num_envs) % len(self._batch)
        self._next = self.num_envs
        self._positions = self._batch.starts[self._mazes].astype(np.int64)
        self._steps = np.zeros(self.num_envs, np.int64)
        self._ended = np.zeros(self.num_envs, np.bool_)
        self._passages = self._batch.passages[self._mazes]
        self._goals_there = self._goals[self._mazes]
        return self._observe(), {}

    def _observe(self) -> Observation:
        return _observed(self._passages, self._positions, self._goals_there)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Take a step in every maze; those that ended begin anew instead, without a reward."""
        every, begins = np.arange(self.num_envs), self._ended
        rows, cols = self._positions.T
        is_open = (self._passages[every, rows, cols] >> actions & 1).astype(np.bool_)
        self._positions += STEPS[actions] * is_open[:, None]
        self._steps += 1
        if count := int(begins.sum()):
            self._mazes[begins] = (self._next + np.arange(count)) % len(self._batch)
            self._next += count
            self._positions[begins] = self._batch.starts[self._mazes[begins]]
            self._passages[begins] = self._batch.passages[self._mazes[begins]]
            self._goals_there[begins] = self._goals[self._mazes[begins]]
            self._steps[begins] = 0
        rows, cols = self._positions.T
        at_goal = self._goals_there[every, rows, cols].astype(np.bool_) & ~begins
        cut_off = (self._steps >= self._max_steps) & ~at_goal & ~begins
        self._ended = at_goal | cut_off
        rewards = np.where(begins, 0.0, -1.0)
        return self._observe(), rewards, at_goal, cut_off, {}


gymnasium.register(
    "mazegame/Maze-v0",
    entry_point="mazegame.gym:MazeEnv",
    vector_entry_point="mazegame.gym:MazeVectorEnv",
)
