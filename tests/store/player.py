"""Players in child processes that print their steps until they are killed.

``python -m tests.store.player`` loads all that a player needs, then reads lines ``FOLDER NAME SEED
LOG``, separated by tabs. For each it forks a player, and prints its process ID. A line ``end PID``
waits for a killed one, and prints the signal that ended it.

A player plays one run after the other as fast as possible. Into its log it prints ``ready``, then
``step LEVEL N TIME`` for every step of a run and ``done LEVEL`` for every finished one, at the time
at which the game would show its result. Every fourth run is long, so that a kill hits it.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from itertools import pairwise
from pathlib import Path
from random import Random

from mazegame.engine import Direction, Level, Recipe
from mazegame.game.run import Run, step
from mazegame.store.places import Places
from mazegame.store.store import KEEP_SECONDS, Store
from tests.waiting import LONGEST


def main(folder: str, name: str, seed: str) -> None:
    """Play for ever."""
    home = Path(folder)
    store = Store(lambda line: print("said", line, flush=True), Places(home, home / "s", home))
    store.recover().result()
    random = Random(seed)
    print("ready", flush=True)
    number = 0
    while True:
        number += 1
        level = Level.of(Recipe("recursive-backtracker", 8, 5, f"{name}-{number}"))
        run = Run(level, time.monotonic)
        store.begin(run)
        kept = time.monotonic()
        path = level.path_from(level.start)
        first = Direction.between(*path[:2])
        wander = [first, first.opposite] * (5000 if number % 4 == 0 else random.randrange(3))
        for direction in (*wander, *(Direction.between(a, b) for a, b in pairwise(path))):
            time.sleep(random.choice([0.0, 0.001, 0.003]))
            step(run, direction)
            # Replaces the screen's timer, which calls the store twice a second.
            if time.monotonic() - kept >= KEEP_SECONDS:
                store.keep()
                kept = time.monotonic()
            print("step", level.recipe, run.steps, time.monotonic(), flush=True)
        if store.finish(run).durable.wait(LONGEST):
            print("done", level.recipe, flush=True)


def serve() -> None:
    """Fork a player for each line of standard input. Only one thread may run in this process."""
    Level.of(Recipe("recursive-backtracker", 8, 5, "first"))  # loads the kernels
    assert threading.active_count() == 1
    for line in sys.stdin:
        words = line.rstrip("\n").split("\t")
        if words[0] == "end":
            _, status = os.waitpid(int(words[1]), 0)
            print(os.WTERMSIG(status), flush=True)
            continue
        folder, name, seed, log = words
        pid = os.fork()
        if pid == 0:
            descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(descriptor, sys.stdout.fileno())
            try:
                main(folder, name, seed)
            finally:
                os._exit(1)
        print(pid, flush=True)


if __name__ == "__main__":
    serve()
