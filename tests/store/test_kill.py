"""Killed with SIGKILL at random moments: nothing that was finished is lost, nothing is damaged."""

import sys
import time
from pathlib import Path
from random import Random

import pytest

from mazegame.game.recording.record import walk_again
from mazegame.store.book.book import ScoreBook
from mazegame.store.journal.journal import read_abandoned
from mazegame.store.places import Places
from mazegame.store.store import Store
from tests.store.players import Players
from tests.waiting import LONGEST

MAY_BE_LOST = 1.0
"""Seconds of the run in progress."""


def look_after(folder: Path, finished: set[str], walking: dict[str, int]) -> int:
    """Start again after a kill, as the game does; return how many runs were left on their way."""
    said: list[str] = []
    store = Store(said.append, Places(folder, folder / "s", folder))
    unfinished = store.recover().result(60)

    def ask(book: ScoreBook) -> tuple[bool, set[str]]:
        return book.is_whole(), {row.level for row in book.played()}

    whole, written = store.query(ask).result(60)
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
    assert read_abandoned(folder / "running") == ([], [])
    assert not list(folder.glob("*damaged*"))
    return len(unfinished)


def kill_often(players: Players, folder: Path, kills: int, seed: int) -> dict[str, int]:
    """Kill players, one or two at a time, and look after each kill.

    On a slow machine more are killed, until all has happened that is to be looked at.
    """
    random, end = Random(seed), time.monotonic() + LONGEST
    finished: set[str] = set()
    counts = {"kills": 0, "finished": 0, "on their way": 0, "steps checked": 0}
    while counts["kills"] < kills or (min(counts.values()) == 0 and time.monotonic() < end):
        number = counts["kills"]
        names = [f"p{number}"] if random.random() < 0.7 else [f"p{number}", f"q{number}"]
        seconds = random.choice([random.uniform(0, 0.3), random.uniform(0, 2.5)])
        logs = players.play("runs", folder, names, number, seconds)
        walking: dict[str, int] = {}
        for killed, lines in logs:
            for word, level, *rest in lines:
                if word == "done":
                    finished.add(level)
                    walking.pop(level, None)
                else:
                    assert word == "step", (word, level, *rest)
                    if float(rest[1]) < killed - MAY_BE_LOST:
                        walking[level] = int(rest[0])
        counts["kills"] += len(names)
        counts["steps checked"] += sum(walking.values())
        counts["on their way"] += look_after(folder, finished, walking)
        counts["finished"] = len(finished)
    return counts


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
class TestKilled:
    def test_five_kills_lose_nothing(self, players, tmp_path):
        counts = kill_often(players, tmp_path / "home", 5, seed=1)
        assert all(counts.values()), counts

    @pytest.mark.soak
    def test_four_hundred_kills_lose_nothing(self, players, tmp_path, capsys):
        counts = kill_often(players, tmp_path / "home", 400, seed=2)
        with capsys.disabled():
            print("\n", ", ".join(f"{count:,} {what}" for what, count in counts.items()))
        assert counts["kills"] >= 400
        assert counts["finished"] > 400
        assert counts["on their way"] > 100
