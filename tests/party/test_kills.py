"""Players, screens for the wall and hosts of parties killed at random moments: all is kept.

``MAZEGAME_PARTY_SEED=5 python -m pytest -n 0 -m soak tests/party/test_kills.py`` repeats a seed;
``MAZEGAME_PARTY_KILLS`` is the number of kills besides those of hosts.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random, SystemRandom

import pytest

from mazegame.engine import Direction
from mazegame.store.places import Places
from mazegame.store.store import Store
from tests.party.parties import address_in
from tests.waiting import LONGEST

if sys.platform == "win32":
    pytest.skip("needs a Unix terminal", allow_module_level=True)

from tests.terminals import ARROWS, Terminal

pytestmark = pytest.mark.skipif(not Path("/proc").exists(), reason="needs /proc")

PLAYERS = ("Ada", "Bo", "Cy", "Di")
"""The host is the first one. Their names stand on each board."""

LONG_ROUND = 8.0
"""Seconds from a round's begin within which kills come: countdown, walk and often the board."""


class Member:
    """One of a party, in a terminal with a home of its own."""

    def __init__(self, home: Path, name: str, *words: str) -> None:
        self.home, self.name = home, name
        self.seen = 0
        """The finished runs that were seen."""
        self.is_racing = self.may_be_unseen = False
        self.terminal: Terminal | None = None
        self.open(*words)

    def open(self, *words: str) -> None:
        self.terminal = Terminal(*words, MAZEGAME_HOME=str(self.home))
        self.has_moved_on = True

    def kill(self) -> None:
        os.kill(self.terminal.pid, signal.SIGKILL)
        assert self.terminal.end() == -signal.SIGKILL, self.terminal.text
        assert b"Traceback" not in self.terminal.output
        self.terminal.close()
        self.terminal = None

    def leave(self) -> None:
        self.terminal.leave()
        self.terminal.close()
        self.terminal = None

    def look(self) -> None:
        """Read what is painted, and note where the member is."""
        assert self.terminal.read(0.02), f"{self.name} has ended\n{self.terminal.text}"
        assert "left out" not in self.text, self.text
        self.has_moved_on |= not self.is_at_board
        self.is_racing |= self.steps > 0

    @property
    def text(self) -> str:
        return self.terminal.text

    @property
    def steps(self) -> int:
        """The steps that the screen of a race shows; 0 elsewhere."""
        if "shortest" not in self.text:
            return 0
        found = re.search(r" (\d+) steps? ", self.text.splitlines()[0])
        return int(found[1]) if found else 0

    @property
    def is_at_board(self) -> bool:
        return " total" in self.text

    @property
    def board(self) -> list[str]:
        """Who has arrived, in the order of the board of this round; empty before it."""
        if not (self.has_moved_on and self.is_at_board):
            return []
        return re.findall(rf"^[ ▸]*\d+ +({'|'.join(PLAYERS)}) ", self.text, re.MULTILINE)


def until(condition, members, walk=False):
    """Wait for something, and read all terminals meanwhile."""
    end, due = time.monotonic() + LONGEST, 0.0
    while not condition():
        there = [one for one in members if one.terminal is not None]
        assert time.monotonic() < end, "\n".join(f"{one.name}\n{one.text}" for one in there)
        for one in there:
            one.look()
        if walk and time.monotonic() > due:
            due = time.monotonic() + 0.4
            for one in there:
                if "shortest" in one.text:
                    one.terminal.send(ARROWS[Direction.E])


class Party:
    """A party that is played, killed and at last without its host."""

    def __init__(self, random: Random, folder: Path, counts: Counter) -> None:
        self.random, self.counts, self.folder = random, counts, folder
        # One row: whoever comes back at any step goes on by the same key.
        self.maze = f"wilson:{random.randrange(8, 20)}x1:{random.randrange(10**9)}"
        words = ("party", self.maze, "--port", "0", "--rounds", "1", "--name", PLAYERS[0])
        self.host = Member(folder / "host", PLAYERS[0], *words)
        self.address, word = address_in(self.host.terminal)
        room = (self.address, "--room", word)
        self.players = [
            Member(folder / name, name, "join", *room, "--name", name) for name in PLAYERS[1:]
        ]
        self.wall = Member(folder / "wall", "wall", "watch", *room)
        self.everybody = [self.host, *self.players, self.wall]
        self.again = dict.fromkeys(self.players, ("join", self.address))
        self.again[self.wall] = ("watch", *room)
        until(lambda: all("4 players here" in one.text for one in self.everybody), self.everybody)

    def kill_and_restart(self, one: Member) -> None:
        one.kill()
        self.counts["kills of the wall" if one is self.wall else "kills of players"] += 1
        pause = time.monotonic() + self.random.choice((0.0, 0.5, 3.0))
        others = [other for other in self.everybody if other is not one]
        until(lambda: time.monotonic() > pause, others, walk=True)
        one.open(*self.again[one])

    def is_in(self, one: Member) -> bool:
        """Whether a restarted member has its place again."""
        return "4 players here" in one.text or " total" in one.text or "at B" in one.text

    def round(self, kills: int) -> None:
        """Play a round to its board, with some kills before and in it."""
        everybody = self.everybody
        moments = sorted(self.random.uniform(-1, LONG_ROUND) for _ in range(kills))
        for _ in [moment for moment in moments if moment < 0]:
            one = self.random.choice([*self.players, self.wall])
            self.kill_and_restart(one)
            until(lambda one=one: self.is_in(one), everybody)
        for one in everybody:
            one.has_moved_on = False
        self.host.terminal.send(b"\r")
        until(lambda: self.host.has_moved_on, everybody)
        begun = time.monotonic()
        for moment in [moment for moment in moments if moment >= 0]:
            until(lambda moment=moment: time.monotonic() > begun + moment, everybody, walk=True)
            self.kill_and_restart(self.random.choice([*self.players, self.wall]))
        # A frame may be read in parts, so all have to show the same four.
        until(
            lambda: (
                sorted(self.host.board) == sorted(PLAYERS)
                and all(one.board == self.host.board for one in everybody)
            ),
            everybody,
            walk=True,
        )
        for one in (self.host, *self.players):
            one.seen += 1
            one.is_racing = False
        self.counts["rounds"] += 1
        self.counts["finished runs"] += 4

    def end(self) -> None:
        """Begin a round, kill the host at a random moment, and let some of the others walk on."""
        others = [*self.players, self.wall]
        moment = self.random.uniform(-1, LONG_ROUND)
        for one in self.everybody:
            one.has_moved_on = False
        if moment >= 0:
            self.host.terminal.send(b"\r")
            until(lambda: self.host.has_moved_on, self.everybody)
            begun = time.monotonic()
            until(lambda: time.monotonic() > begun + moment, self.everybody, walk=True)
        if self.host.is_racing and not self.host.steps:
            self.host.seen += 1
            self.counts["finished runs"] += 1
        else:  # the last step may have been taken, and not have been painted
            self.host.may_be_unseen = True
        self.host.kill()
        self.counts["kills of hosts"] += 1
        for one in self.players:
            one.look()
            walks_on = one.is_racing and self.random.random() < 0.7
            if walks_on:
                until(lambda one=one: one.is_racing and not one.steps, others, walk=True)
                one.seen += 1
                self.counts["finished runs"] += 1
            elif one.is_racing and not one.steps:
                one.seen += 1
                self.counts["finished runs"] += 1
            else:
                one.may_be_unseen = True
        for one in others:
            one.leave()

    def check(self) -> None:
        """Look at what is left: books, processes and key files."""
        end = time.monotonic() + LONGEST
        while left := left_processes(self.folder):
            assert time.monotonic() < end, left
            time.sleep(0.1)
        assert not list(self.folder.glob("**/parties/*"))
        for one in (self.host, *self.players):
            rows = finished(one.home).count(self.maze)
            assert one.seen <= rows <= one.seen + one.may_be_unseen, (one.name, one.seen, rows)


def finished(home: Path) -> list[str]:
    """Return the mazes of the finished runs in the book of a home."""
    said: list[str] = []
    store = Store(said.append, Places(home, home / "settings.toml", home / "cache"))
    store.recover().result(LONGEST)
    overview = store.query(lambda book: book.overview(history=100)).result(LONGEST)
    store.close()
    assert said == []
    return [row.level for row in overview.history]


def left_processes(folder: Path) -> list[str]:
    """Return the processes whose home lies in a folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if str(folder).encode() in (process / "environ").read_bytes():
                found.append(process.name)
    return found


def play(random: Random, folder: Path, rounds: int, kills: int) -> Counter:
    """Play a party of some rounds with some kills each, then kill its host."""
    counts = Counter()
    party = Party(random, folder, counts)
    try:
        for _ in range(rounds):
            party.round(kills)
        party.end()
    finally:
        for one in party.everybody:
            if one.terminal is not None:
                one.terminal.close()
    party.check()
    return counts


@pytest.mark.long
def test_a_party_with_kills_keeps_every_finished_run(tmp_path):
    counts = play(Random(1), tmp_path, 2, 1)
    assert counts["rounds"] == 2
    assert counts["kills of hosts"] == 1


@pytest.mark.soak
def test_parties_with_many_kills_keep_every_finished_run(tmp_path, capsys):
    seed = int(os.environ.get("MAZEGAME_PARTY_SEED") or SystemRandom().randrange(10**6))
    kills = int(os.environ.get("MAZEGAME_PARTY_KILLS") or 45)
    counts: Counter = Counter()
    while counts["kills of players"] + counts["kills of the wall"] < kills:
        number = counts["kills of hosts"]
        counts += play(Random(f"{seed}/{number}"), tmp_path / str(number), 3, 3)
        with capsys.disabled():
            print(f"seed {seed}:", ", ".join(f"{n} {what}" for what, n in counts.items()))
