"""Players in child processes that print what they do, until they are killed.

``python -m tests.store.players`` loads all that a player needs, then reads lines ``KIND FOLDER NAME
SEED LOG``, separated by tabs. For each it forks a player, and prints its process ID. A line ``end
PID`` waits for a killed one, and prints the signal that ended it.
"""

from __future__ import annotations

import datetime as dt
import os
import signal
import subprocess
import sys
import threading
import time
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final

import time_machine

from mazegame.engine import Direction, Level, Recipe
from mazegame.game.modes import daily as daily_rules
from mazegame.game.run import Run, step
from mazegame.store import verification
from mazegame.store.places import Places
from mazegame.store.store import KEEP_SECONDS, Store
from tests.programs import start_python
from tests.store.conftest import match_named
from tests.waiting import LONGEST

FIRST = dt.datetime(2028, 2, 20, 9, tzinfo=dt.UTC)
"""The first day of those who play daily mazes."""

ANY_DAY: Final = 1 << 60
"""The slack of the clock, in milliseconds, with which a run of any day to come counts."""


def maze_of_day(day: dt.date) -> Recipe:
    """Return the small maze that they play on a day, in place of the real one."""
    return Recipe("recursive-backtracker", 8, 5, day.isoformat())


def tell(*words: object) -> None:
    """Print a line of the log."""
    print(*words, flush=True)


def play_runs(store: Store, name: str, seed: str) -> None:
    """Play one run after the other as fast as possible, for ever. Every fourth run is long.

    Prints ``step LEVEL N TIME`` for every step, and ``done LEVEL`` for every finished run, at the
    time at which the game would show its result.
    """
    random = Random(seed)
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
            tell("step", level.recipe, run.steps, time.monotonic())
        if store.finish(run).durable.wait(LONGEST):
            tell("done", level.recipe)


def play_dailies(store: Store, _: str, seed: str) -> None:
    """Play one day after the other for ever, each twice, with a simulated clock.

    Leaves every fourth try unfinished. Prints ``try DAY`` once the try is on the disk, and ``done
    DAY`` for every finished run. Two of one seed play the same days.
    """
    random = Random(seed)
    for number in range(20 * int(seed), 1 << 20):
        now = FIRST + dt.timedelta(days=number)
        day = now.date().isoformat()
        level = Level.of(maze_of_day(now.date()))
        path = level.path_from(level.start)
        for turn in range(2):
            run = Run(level, time.monotonic)
            with time_machine.travel(now, tick=False):
                store.begin(run, match_named(level, series=f"daily:{day}"))
                for count, (here, there) in enumerate(pairwise(path)):
                    step(run, Direction.between(here, there))
                    if count == 1:
                        store.keep()
                        store.query_after_writes(lambda book: book.count())
                        tell("try", day)
                    if count == 3 and turn == 0 and number % 4 == 3:
                        break
                if run.finished:
                    store.finish(run).durable.wait(LONGEST)
                    tell("done", day)
                else:
                    store.leave(discard=True)
            time.sleep(random.choice([0.0, 0.001]))


def play_reveals(store: Store, _: str, seed: str) -> None:
    """Reveal the maze of one day after the other for ever, with a simulated clock.

    Prints ``seen DAY`` when the first wall of a maze could be drawn; takes no step in most.
    """
    for number in range(20 * int(seed), 1 << 20):
        now = FIRST + dt.timedelta(days=number)
        day = now.date().isoformat()
        level = Level.of(maze_of_day(now.date()))
        run = Run(level, time.monotonic)
        run.reveal = True
        with time_machine.travel(now, tick=False):
            store.begin(run, match_named(level, rules="reveal", series=f"daily:{day}"))
            store.see().wait(LONGEST)
            tell("seen", day)
            run.stopwatch.go()
            if number % 4 == 3:
                step(run, Direction.between(*level.path_from(level.start)[:2]))
                store.keep()
        time.sleep(0.002)


KINDS = {"runs": play_runs, "dailies": play_dailies, "reveals": play_reveals}


def serve() -> None:
    """Fork a player for each line of standard input. Only one thread may run in this process."""
    daily_rules.daily = maze_of_day
    verification.CLOCK_SLACK_MS = ANY_DAY
    Level.of(maze_of_day(FIRST.date()))  # loads the kernels
    assert threading.active_count() == 1
    for line in sys.stdin:
        kind, *words = line.rstrip("\n").split("\t")
        if kind == "end":
            _, status = os.waitpid(int(words[0]), 0)
            tell(os.WTERMSIG(status))
            continue
        folder, name, seed, log = words
        pid = os.fork()
        if pid == 0:
            descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(descriptor, sys.stdout.fileno())
            try:
                home = Path(folder)
                store = Store(lambda line: tell("said", line), Places(home, home / "s", home))
                store.recover().result()
                tell("ready")
                KINDS[kind](store, name, seed)
            finally:
                os._exit(1)
        tell(pid)


class Players:
    """Players in processes of their own, forked from one that has loaded all they need."""

    def __init__(self) -> None:
        environment = os.environ | {"OPENBLAS_NUM_THREADS": "1"}  # NumPy starts no thread
        words = ("-m", "tests.store.players")
        self._server: subprocess.Popen[str] = start_python(
            *words, stdin=subprocess.PIPE, text=True, env=environment
        )

    def _ask(self, *words: object) -> int:
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        print(*words, sep="\t", file=self._server.stdin, flush=True)
        return int(self._server.stdout.readline())

    def play(
        self, kind: str, folder: Path, names: list[str], seed: int, seconds: float
    ) -> list[tuple[float, list[list[Any]]]]:
        """Let players of these names play at once for some seconds, then kill them.

        Return for each when it was killed, and the words of the lines that it had printed.
        """
        # Each writes to a file: a full pipe would hold it up.
        logs = [folder.with_name(f"{name}.log") for name in names]
        pids = [
            self._ask(kind, folder, name, seed, log) for name, log in zip(names, logs, strict=True)
        ]
        for pid, log in zip(pids, logs, strict=True):
            while not (log.exists() and log.read_bytes().startswith(b"ready\n")):
                os.kill(pid, 0)
                time.sleep(0.01)
        time.sleep(seconds)
        found = []
        for pid, log in zip(pids, logs, strict=True):
            os.kill(pid, signal.SIGKILL)
            killed = time.monotonic()
            assert self._ask("end", pid) == signal.SIGKILL
            lines = log.read_text().split("\n")[1:-1]  # the last one may have been cut off
            found.append((killed, [line.split() for line in lines]))
        return found

    def end(self) -> None:
        """End the process that they are forked from."""
        self._server.communicate(timeout=60)


if __name__ == "__main__":
    serve()
