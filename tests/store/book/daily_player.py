"""A player of daily mazes in a child process, until it is killed.

``python -m tests.store.book.daily_player FOLDER SEED``: plays one day after the other, each
twice, with a simulated clock; it leaves every fourth try unfinished. Prints ``try DAY`` once the
try is on the disk, and ``done DAY`` for every finished run. Two of them at once play the same days.
"""

from __future__ import annotations

import datetime as dt
import sys
import time
from itertools import pairwise
from pathlib import Path
from random import Random

import time_machine

from mazegame.engine import Direction, Level, Recipe
from mazegame.game.run import Run, step
from mazegame.store.places import Places
from mazegame.store.store import Store
from tests.store.conftest import match_named
from tests.waiting import LONGEST

FIRST = dt.datetime(2028, 2, 20, 9, tzinfo=dt.UTC)


def main(folder: str, seed: str) -> None:
    """Play for ever."""
    home = Path(folder)
    store = Store(lambda line: print("said", line, flush=True), Places(home, home / "s", home))
    store.recover().result()
    random = Random(seed)
    print("ready", flush=True)
    for number in range(20 * int(seed), 1 << 20):
        now = FIRST + dt.timedelta(days=number)
        day = now.date().isoformat()
        level = Level.of(Recipe("recursive-backtracker", 8, 5, day))
        path = level.path_from(level.start)
        for turn in range(2):
            run = Run(level, time.monotonic)
            with time_machine.travel(now, tick=False):
                store.begin(run, match_named(level, series=f"daily:{day}"))
                for count, (here, there) in enumerate(pairwise(path)):
                    step(run, Direction.between(here, there))
                    if count == 1:
                        store.keep()
                        store.do(lambda: None).result()
                        store.ask(lambda book: book.count()).result()
                        print("try", day, flush=True)
                    if count == 3 and turn == 0 and number % 4 == 3:
                        break
                if run.finished:
                    store.finish(run).durable.wait(LONGEST)
                    print("done", day, flush=True)
                else:
                    store.leave(discard=True)
            time.sleep(random.choice([0.0, 0.001]))


if __name__ == "__main__":
    main(*sys.argv[1:])
