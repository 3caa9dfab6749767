"""A race of four that was killed with SIGKILL is the same race when it goes on."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from mazegame.game.record import walk_again
from mazegame.game.series import free_play
from mazegame.game.session import Session
from mazegame.screens.saves import match_of
from mazegame.store.places import Places
from mazegame.store.store import Store
from tests.game.mazes import Clock

KEYS = ("tremaux:8", "left-hand:16", "shortest:3.14159", "ghost")

CHILD = """
import sys, time
from itertools import pairwise
from pathlib import Path
from mazegame.engine import Direction, Level, Recipe
from mazegame.game.run import Run, step
from mazegame.store.places import Places
from mazegame.store.store import Store
from tests.game.mazes import Clock
from tests.store.test_race import KEYS, ghost_of
home = Path(sys.argv[1])
store = Store(print, Places(home, home / "s", home))
level, clock = Level.of(Recipe.parse("wilson:12x8:braid=30:kite-7")), Clock()
run = Run(level, clock)
store.begin(run, rivals=KEYS, ghost=ghost_of(level))
for here, there in list(pairwise(level.path_from(level.start)))[:5]:
    step(run, Direction.between(here, there))
    clock.now += 0.25
store.keep(exactly=True)
store.do(lambda: None).result(20)
print("kept", flush=True)
time.sleep(60)
"""


def ghost_of(level):
    """A walk to and fro, then to B."""
    from itertools import pairwise

    from mazegame.engine import Direction
    from mazegame.game.ghost import GhostWalk

    path = level.path_from(level.start)
    first = Direction.between(*path[:2])
    moves = [first, first.opposite] * 3 + [Direction.between(a, b) for a, b in pairwise(path)]
    return GhostWalk(bytes(moves), range(0, 130 * len(moves), 130))


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_race_of_four_after_a_kill_is_the_same_race(tmp_path):
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(tmp_path)],
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    assert child.stdout is not None
    assert child.stdout.readline() == b"kept\n"
    child.send_signal(signal.SIGKILL)
    child.communicate(timeout=60)

    store = Store(print, Places(tmp_path, tmp_path / "s", tmp_path))
    (saved,) = store.recover().result(60)
    store.close()
    assert saved.heading.rivals == KEYS
    from mazegame.engine import Level, Recipe
    from mazegame.game.rivals import parse_rivals

    level = Level.of(Recipe.parse(saved.heading.level))
    run = walk_again(level, saved.record, Clock())
    again = Session(match_of(saved, level), level, resume=run)
    assert (run.steps, run.stopwatch.seconds) == (5, 1.25)
    meant = (*parse_rivals(KEYS), ghost_of(level))
    before = Session(free_play(level, rivals=meant), level)
    assert len(again.rivals) == 4
    for seconds in (0.0, 0.5, 1.25, 3.0, 9.0, 60.0):
        assert [r.cell(seconds) for r in again.rivals] == [r.cell(seconds) for r in before.rivals]
    assert [r.arrival for r in again.rivals] == [r.arrival for r in before.rivals]
    assert again.rival_cells == [rival.cell(1.25) for rival in before.rivals]
