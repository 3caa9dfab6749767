"""What thirty players cost who race in one room, and how late they see each other.

``python benchmarks/party.py [--players 30] [--rounds 10] [--pace 5] [--maze wilson:24x12:bench]``
``[--visitors 1]``

The room is in ``mazegame party`` and the screen for the wall in ``mazegame watch``, each a process
in a pseudo-terminal of its own. The players are the game's own clients in this process, without a
screen; each walks its own walk at the pace. Times are from the moment of a step to the moment at
which another player's client has it, for all pairs; and for the one who leads, to the moment at
which the wall has painted the number of its steps. Drops are connections that were lost or ended.
Visitors are pages of browsers, each a process on the host's machine; they press the keys of the
shortest path at the same pace.
The table has processor time as well, since others may use the machine meanwhile. It needs Linux.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import fcntl
import os
import pty
import re
import select
import struct
import sys
import tempfile
import termios
import threading
import time
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Final

import aiohttp

from mazegame.engine import Direction, Level, Recipe
from mazegame.game.run import Run, Stopwatch, step
from mazegame.party import protocol
from mazegame.party.client import Client
from mazegame.party.guest import PartyState
from mazegame.party.protocol import STEP_MS

ARROWS: Final = {
    Direction.N: "\x1b[A",
    Direction.S: "\x1b[B",
    Direction.E: "\x1b[C",
    Direction.W: "\x1b[D",
}
"""The keys of a page."""

LEADER: Final = "leader"
"""The name of the player whose steps are looked for on the wall."""


class Process:
    """A process, and what it takes.

    Args:
        pid: Its number.
    """

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def seconds(self) -> float:
        """Return the processor time so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self, what: str) -> float:
        """Return a value of its status, in MiB."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        (found,) = re.findall(rf"{what}:\s+(\d+) kB", status)
        return int(found) / 1024


class Screen(Process):
    """A program of the game in a pseudo-terminal, read by a thread.

    Args:
        words: Its arguments.
        home: Its folder.
        wanted: What is looked for in its output, and noted with the time.
    """

    def __init__(self, words: list[str], home: str, wanted: str) -> None:
        pid, self._terminal = pty.fork()
        super().__init__(pid)
        if pid == 0:
            os.environ.update(MAZEGAME_HOME=home, TERM="xterm-256color", LANG="C.UTF-8")
            os.execv(sys.executable, [sys.executable, "-m", "mazegame", *words])
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        self.text = ""
        self.seen: dict[str, float] = {}
        """What was found, and when first."""
        self._wanted = re.compile(wanted)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        import pyte

        screen = pyte.Screen(120, 40)
        stream = pyte.ByteStream(screen)
        with contextlib.suppress(OSError):
            while data := os.read(self._terminal, 1 << 16):
                now = time.monotonic()
                stream.feed(data.replace(b"\x1b[>4;1m", b"").replace(b"\x1b[>4;0m", b""))
                self.text = "\n".join(screen.display)
                if found := self._wanted.search(self.text):
                    self.seen.setdefault(" ".join(found[0].split()), now)

    async def until(self, words: str) -> str:
        """Wait for words; return what they matched."""
        async with asyncio.timeout(120):
            while not (found := re.search(words, self.text)):
                await asyncio.sleep(0.02)
        return found[0]

    def press(self, keys: bytes) -> None:
        """Press keys."""
        select.select([], [self._terminal], [])
        os.write(self._terminal, keys)

    def end(self) -> int:
        """Leave, and return the exit code."""
        self.press(b"\x11")
        _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status)


class Racer:
    """A scripted player."""

    def __init__(self, name: str, all_: Figures, seed: int) -> None:
        self.client = Client(PartyState(), name)
        self.client.heard = self._heard
        self._figures, self._random, self.name = all_, Random(seed), name
        self.walking: asyncio.Task[None] | None = None
        self._round = 0

    def _heard(self, message: protocol.Message) -> None:
        guest = self.client.guest
        now = time.monotonic()
        match message:
            case protocol.Notice(text):
                self._figures.told.append(f"{self.name}: {text}")
            case protocol.Prepare(number, maze) if number != self._round:
                self._round = number
                level = self._figures.level(maze)
                for rival in guest.rivals.values():
                    rival.on(level)
                guest.begin(Run(level, time.monotonic))
                self.client.ready(guest.prepare)
            case protocol.Start(number, at):
                self.walking = asyncio.create_task(self._walk(number, self.client.here(at)))
            case protocol.Field(number, walks):
                for player, first, moves, _ in walks:
                    for index in range(first, first + len(moves)):
                        made = self._figures.made.get((number, player, index))
                        if made is not None:
                            self._figures.late.append(now - made)

    async def _walk(self, number: int, start: float) -> None:
        """Walk to B: the leader on the shortest path, the others with detours."""
        figures, guest, pace = self._figures, self.client.guest, self._figures.pace
        run = guest.run
        if run is None:
            return
        await asyncio.sleep(start - time.monotonic())
        run.stopwatch = Stopwatch(time.monotonic, time.monotonic() - start)
        run.stopwatch.go()
        due = start + (0 if self.name == LEADER else self._random.random() / pace)
        while not run.finished:
            due += 1 / pace
            await asyncio.sleep(max(due - time.monotonic(), 0))
            here, there = run.level.path_from(run.position, 1)
            side = Direction.between(here, there)
            if self.name != LEADER and self._random.random() < 0.1:
                sides = [one for one in Direction if run.level.maze.is_open(here, one)]
                side = self._random.choice(sides)
            if run.steps:  # as in the game, a late player keeps the pace of a run
                await asyncio.sleep((run.times[-1] + STEP_MS) / 1000 - run.stopwatch.seconds)
            figures.made[number, guest.number, run.steps] = time.monotonic()
            step(run, side)
            figures.steps += 1
            self.client.send_steps()


class Figures:
    """What is measured."""

    def __init__(self, pace: float) -> None:
        self.pace = pace
        self.made: dict[tuple[int, int, int], float] = {}
        """When each step was made: by round, player and number."""
        self.late: list[float] = []
        self.told: list[str] = []
        self.painted: list[float] = []
        self.steps = 0
        self._levels: dict[str, Level] = {}

    def level(self, maze: str) -> Level:
        """Return a level, made once for all players."""
        if maze not in self._levels:
            self._levels[maze] = Level.of(Recipe.parse(maze))
        return self._levels[maze]


async def visit(address: str, word: str, name: str, leader: Racer, figures: Figures) -> None:
    """Join by the page of a browser, and walk on it until the party is over."""
    async with aiohttp.ClientSession(f"http://{address}") as session:
        answer = await session.post("/", data={"name": name, "room": word})
        async with session.ws_connect(f"/visit/{await answer.text()}", max_msg_size=0) as page:
            await page.send_json(["resize", {"width": 100, "height": 30}])
            keys = asyncio.create_task(press_keys(page, leader.client, figures))
            async for _ in page:
                pass
            keys.cancel()


async def press_keys(
    page: aiohttp.ClientWebSocketResponse, leader: Client, figures: Figures
) -> None:
    """Walk the shortest path of each round by a page's keys."""
    number, guest = 0, leader.guest
    while True:
        await asyncio.sleep(0.05)
        if guest.start is None or guest.prepare.round == number:
            continue
        number, level = guest.prepare.round, figures.level(guest.prepare.maze)
        await asyncio.sleep(max(leader.here(guest.start) - time.monotonic(), 0) + 0.5)
        for here, there in pairwise(level.path_from(level.start)):
            await page.send_json(["stdin", ARROWS[Direction.between(here, there)]])
            await asyncio.sleep(1 / figures.pace)


def visitors_below(folder: str) -> list[Process]:
    """Return the games behind pages whose homes lie in a folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            home = f"HOME={folder}/mazegame-party-".encode() in (process / "environ").read_bytes()
            if home and b"python" in (process / "cmdline").read_bytes().split(b"\0")[0]:
                found.append(Process(int(process.name)))
    return found


def shares(values: list[float]) -> str:
    """Return median, p95 and the most, in milliseconds."""
    ordered = sorted(values)
    picked = (ordered[int(share * (len(ordered) - 1))] * 1000 for share in (0.5, 0.95, 1))
    return " | ".join(f"{one:.0f} ms" for one in picked)


async def race(arguments: argparse.Namespace) -> None:
    """Run the party, and print the figures."""
    figures = Figures(arguments.pace)
    with tempfile.TemporaryDirectory() as homes:
        os.environ["TMPDIR"] = homes
        words = ["party", arguments.maze, "--port", "0", "--rounds", str(arguments.rounds)]
        if arguments.visitors:
            words.append("--browsers")
        host = Screen([*words, "--name", "Host"], f"{homes}/host", "join .*")
        line = await host.until(r"join \S+ --room \S+")
        _, address, _, word = line.split()
        wall = Screen(["watch", address, "--room", word], f"{homes}/wall", LEADER + r" +\d+")
        names = [LEADER, *(f"P{at}" for at in range(2, arguments.players + 1))]
        racers = [Racer(name, figures, at) for at, name in enumerate(names)]
        tasks = [asyncio.create_task(one.client.run(address, word)) for one in racers]
        pages = [
            asyncio.create_task(visit(address, word, f"V{at}", racers[0], figures))
            for at in range(arguments.visitors)
        ]
        all_ = arguments.players + arguments.visitors + 1
        await host.until(f"{all_} players here")
        await wall.until(f"{all_} players here")
        visitors = [(one, one.seconds()) for one in visitors_below(homes)]
        begun, used, own = time.monotonic(), host.seconds(), time.process_time()
        walls = wall.seconds()
        for number in range(1, arguments.rounds + 1):
            wall.seen.clear()
            host.press(b"\r")
            async with asyncio.timeout(300):
                while not all(
                    one.walking is not None and one.walking.done() and one._round == number
                    for one in racers
                ):
                    await asyncio.sleep(0.05)
            for one in racers:
                await one.walking  # raises what went wrong
                one.walking = None
            leader = racers[0].client.guest
            for words_, at in list(wall.seen.items()):
                index = int(words_.split()[1]) - 1
                made = figures.made.get((number, leader.number, index))
                if made is not None:
                    figures.painted.append(at - made)
            await asyncio.sleep(1)
            host.press(b"\x0e")  # Ctrl+N: the host does not walk
            await host.until("End this round")
            host.press(b"y")
            await host.until(" total")  # a board with a podium may have no points
            arrived = sum(row[1] > 0 for row in leader.board.rows) if leader.board else 0
            print(f"round {number}: {arrived} of {all_ - 1} at B", flush=True)
        seconds = time.monotonic() - begun
        lost = [one for one in figures.told if "arrived" not in one]
        rows = [
            (
                "players, rounds, steps",
                f"{arguments.players}, {arguments.rounds}, {figures.steps:,}",
            ),
            ("drops, and what was told", f"{len(lost)} {lost[:3] if lost else ''}"),
            (
                f"to the others, {len(figures.late):,} times (median, p95, most)",
                shares(figures.late),
            ),
            (f"to the paint on the wall, {len(figures.painted)} times", shares(figures.painted)),
            ("seconds", f"{seconds:.0f}"),
            ("processor time of the host", f"{(host.seconds() - used) / seconds:.0%} of a core"),
            ("processor time of the wall", f"{(wall.seconds() - walls) / seconds:.0%} of a core"),
            ("of all players", f"{(time.process_time() - own) / seconds:.0%} of a core"),
            ("memory of the host, most", f"{host.megabytes('VmHWM'):.0f} MiB"),
            ("memory of the wall, most", f"{wall.megabytes('VmHWM'):.0f} MiB"),
            *(
                (
                    "a visitor: processor time, most memory",
                    f"{(one.seconds() - before) / seconds:.0%}, {one.megabytes('VmHWM'):.0f} MiB",
                )
                for one, before in visitors
            ),
            ("load of the machine", " ".join(f"{one:.1f}" for one in os.getloadavg())),
        ]
        for what, figure in rows:
            print(f"| {what} | {figure} |")
        for one in racers:
            await one.client.leave()
        await asyncio.gather(*tasks)
        print("exit codes", wall.end(), host.end())
        await asyncio.gather(*pages)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--pace", type=float, default=5.0, help="steps a second")
    parser.add_argument("--visitors", type=int, default=1, help="pages of browsers")
    parser.add_argument("--maze", default="wilson:24x12:bench")
    asyncio.run(race(parser.parse_args()))


if __name__ == "__main__":
    main()
