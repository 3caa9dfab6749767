"""Steps a second of the Gymnasium environments: one agent, Gymnasium's own vector of them, ours.

    python benchmarks/gymnasium_steps.py

Takes the extra ``gym``. Every agent walks at random in mazes of 15x15, for a second each.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import mazegame.gym  # noqa: F401  it registers the environment

Step = Callable[[Any], tuple[Any, ...]]

MAZE = "mazegame/Maze-v0"


def rate(step: Step, reset: Callable[[], Any], actions: NDArray[Any]) -> float:
    """Return how many steps a second an environment takes."""
    reset()
    steps, begun = 0, time.perf_counter()
    while (taken := time.perf_counter() - begun) < 1.0:
        done = step(actions[steps // actions[0].size % len(actions)])
        steps += actions[0].size
        if actions[0].size == 1 and (done[2] or done[3]):
            reset()
    return steps / taken


def main() -> None:
    """Print a table."""
    rng = np.random.default_rng(1)
    one = gymnasium.make(MAZE, disable_env_checker=True)
    print(f"{'one agent':34}{rate(one.step, one.reset, rng.integers(0, 4, 1000)):14,.0f}")
    for count in (16, 256, 4096):
        for mode in ("sync", "vector_entry_point"):
            if mode == "sync" and count > 256:
                continue
            many = gymnasium.make_vec(MAZE, num_envs=count, vectorization_mode=mode)
            steps = rate(many.step, many.reset, rng.integers(0, 4, (1000, count)))
            print(f"{f'{count} agents, {mode}':34}{steps:14,.0f}")


if __name__ == "__main__":
    main()
