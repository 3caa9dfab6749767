"""Killed with SIGKILL at random moments: nothing that was finished is lost, nothing is damaged."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from mazegame.game.recording.record import walk_again
from mazegame.store.book.book import ScoreBook
from mazegame.store.journal.journal import left_behind
from mazegame.store.places import Places
from mazegame.store.store import Store
from tests.programs import start_python
from tests.waiting import LONGEST

MAY_BE_LOST = 1.0
"""Seconds of the run in progress."""


class Players:
    """Players in processes of their own, forked from one that has loaded all they need."""

    def __init__(self) -> None:
        environment = os.environ | {"OPENBLAS_NUM_THREADS": "1"}  # NumPy starts no thread
        words = ("-m", "tests.store.player")
        self._server = start_python(*words, stdin=subprocess.PIPE, text=True, env=environment)

    def _ask(self, *words: object) -> int:
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        print(*words, sep="\t", file=self._server.stdin, flush=True)
        return int(self._server.stdout.readline())

    def start(self, folder: Path, log: Path, name: str, seed: int) -> int:
        """Start a player that writes to a log, a file: a full pipe would hold it up."""
        pid = self._ask(folder, name, seed, log)
        while not (log.exists() and log.read_bytes().startswith(b"ready\n")):
            os.kill(pid, 0)
            time.sleep(0.01)
        return pid

    def kill(self, pid: int) -> float:
        """Kill a player; return the time at which it was killed."""
        os.kill(pid, signal.SIGKILL)
        killed = time.monotonic()
        assert self._ask("end", pid) == signal.SIGKILL
        return killed

    def end(self) -> None:
        """End the process that they are forked from."""
        self._server.communicate(timeout=60)


@pytest.fixture
def players() -> Iterator[Players]:
    players = Players()
    yield players
    players.end()


def look_after(folder: Path, finished: set[str], walking: dict[str, int]) -> int:
    """Start again after a kill, as the game does; return how many runs were left on their way."""
    said: list[str] = []
    store = Store(said.append, Places(folder, folder / "s", folder))
    unfinished = store.recover().result(60)

    def ask(book: ScoreBook) -> tuple[bool, set[str]]:
        return book.is_whole(), {row.level for row in book.played()}

    whole, written = store.ask(ask).result(60)
    assert whole
    assert finished <= written, f"finished runs lost: {finished - written}"
    steps = {saved.heading.level: saved.steps for saved in unfinished}
    for saved in unfinished:
        walk_again(store.level(saved.heading.level), saved.record)
    for level, least in walking.items():
        assert level in written or steps.get(level, 0) >= least, f"{level}: {steps}, not {least}"
    for saved in unfinished:
        store.forget(saved).result(LONGEST)
    store.close()
    assert said == []
    assert left_behind(folder / "running") == ([], [])
    assert not list(folder.glob("*damaged*"))
    return len(unfinished)


def kill_often(players: Players, folder: Path, kills: int, seed: int) -> dict[str, int]:
    """Kill players, one or two at a time, and look after each kill."""
    random = Random(seed)
    finished: set[str] = set()
    counts = {"kills": 0, "finished": 0, "on their way": 0, "steps checked": 0}
    while counts["kills"] < kills:
        number = counts["kills"]
        names = [f"p{number}"] if random.random() < 0.7 else [f"p{number}", f"q{number}"]
        logs = [folder.with_name(f"{name}.log") for name in names]
        both = zip(logs, names, strict=True)
        children = [players.start(folder, log, name, number) for log, name in both]
        time.sleep(random.choice([random.uniform(0, 0.3), random.uniform(0, 2.5)]))
        walking: dict[str, int] = {}
        for child, log in zip(children, logs, strict=True):
            killed = players.kill(child)
            # The last line may have been cut off.
            for line in log.read_text().split("\n")[1:-1]:
                word, level, *rest = line.split()
                if word == "done":
                    finished.add(level)
                    walking.pop(level, None)
                elif word == "step" and float(rest[1]) < killed - MAY_BE_LOST:
                    walking[level] = int(rest[0])
                else:
                    assert word == "step", line
        counts["kills"] += len(children)
        counts["steps checked"] += sum(walking.values())
        counts["on their way"] += look_after(folder, finished, walking)
    counts["finished"] = len(finished)
    return counts


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
class TestKilled:
    def test_five_kills_lose_nothing(self, players, tmp_path):
        counts = kill_often(players, tmp_path / "home", 5, seed=1)
        assert counts["finished"] > 3
        assert counts["on their way"] > 0
        assert counts["steps checked"] > 0

    @pytest.mark.soak
    def test_four_hundred_kills_lose_nothing(self, players, tmp_path, capsys):
        counts = kill_often(players, tmp_path / "home", 400, seed=2)
        with capsys.disabled():
            print("\n", ", ".join(f"{count:,} {what}" for what, count in counts.items()))
        assert counts["kills"] >= 400
        assert counts["finished"] > 400
        assert counts["on their way"] > 100
