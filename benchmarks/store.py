"""What keeping everything costs: finishing a run, and opening the scores with a full history.

``python benchmarks/store.py [--runs 100000]``

Fills a score book with that many runs in a folder of its own, then measures how long a finished
run holds up the screen's thread, how long the scores screen's questions take, and what adding one
more run costs the thread that does it. With ``--start`` it measures the start of the game with this
history and with none, in turn.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from array import array
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from mazegame.engine import ALGORITHMS, Direction, Level, Recipe
from mazegame.game.recording.record import Record
from mazegame.game.run import Run, step
from mazegame.store.book.book import ScoreBook
from mazegame.store.places import Places
from mazegame.store.records import Category, FinishedRun, Heading, new_uid, today
from mazegame.store.store import DURABLE_SECONDS, Store

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.screen import Screen

SIZES = ((19, 10), (12, 8), (30, 15), (60, 30), (49, 28))
RULES = ("open", "fog", "compass")


def fill(path: Path, runs: int) -> None:
    """Write many runs, of all algorithms, some sizes and three rules, over a thousand days."""
    from mazegame.store.book.compact import pack_moves, pack_times
    from mazegame.store.book.entries import category_id

    random = Random(1)
    book = ScoreBook(path)
    moves = bytes(random.choice([1, 2, 4, 8]) for _ in range(120))
    times = array("I", range(0, 120 * 140, 140))
    packed = pack_moves(moves), pack_times(times)
    first = today() - 1000
    rows = []
    base = book._base
    base.execute("BEGIN")
    for number in range(runs):
        algorithm = random.choice(list(ALGORITHMS))
        cols, height = random.choice(SIZES)
        category = Category(algorithm, algorithm, cols, height, random.choice(RULES))
        dist_min = random.randint(30, 119)
        shown = random.random() < 0.02
        rows.append(
            {
                "uid": new_uid(),
                "category": category_id(base, category),
                "level": f"{algorithm}:{cols}x{height}:s{number}",
                "maze": "",
                "ranked": not shown,
                "shown": shown,
                "steps": 120,
                "dist_min": dist_min,
                "ms": random.randint(5000, 90000),
                "hints": 0,
                "score": round(1000 * dist_min / 120),
                "stars": 1,
                "medal": random.choice(["", "", "bronze", "silver"]),
                "series": "",
                "done": 1_700_000_000_000 + number * 1000,
                "day": first + 1000 * number // runs,
            }
        )
    base.executemany("INSERT INTO mazes VALUES (:level, '', 0, 0, 0, NULL, NULL)", rows)
    names = list(rows[0])
    base.executemany(
        f"INSERT INTO runs ({', '.join(names)}) VALUES ({', '.join(f':{n}' for n in names)})", rows
    )
    base.execute("INSERT INTO walks SELECT id, ?, ? FROM runs", packed)
    base.execute(
        "INSERT INTO rivals SELECT id, 0, 'shortest', 4.0 * (1 + id % 3), 9000, id % 2 FROM runs"
        " WHERE id % 5 < 3"
    )
    base.execute("COMMIT")
    book.close()


def finished(number: int) -> Run:
    """A run of about a thousand steps."""
    level = Level.of(Recipe("recursive-backtracker", 30, 15, f"b{number}"))
    run = Run(level, time.monotonic)
    path = level.path_from(level.start)
    first = Direction.between(*path[:2])
    for direction in [first, first.opposite] * 400:
        step(run, direction)
    for here, there in pairwise(path):
        step(run, Direction.between(here, there))
    return run


def spell(name: str, seconds: list[float]) -> None:
    """Print the median and the worst of some times."""
    worst = max(seconds) * 1000
    print(f"{name:48} {statistics.median(seconds) * 1000:8.2f} ms   worst {worst:8.2f} ms")


def measure(where: Places, rounds: int) -> None:
    """Measure in a filled place."""
    store = Store(print, where)
    runs = [finished(number) for number in range(rounds)]
    holds, whole = [], []
    for run in runs:
        store.begin(run)
        began = time.perf_counter()
        finish = store.finish(run)
        finish.durable.wait(DURABLE_SECONDS)
        holds.append(time.perf_counter() - began)
        finish.ranking.result()
        whole.append(time.perf_counter() - began)
    spell("finishing a run holds up the screen for", holds)
    spell("it is in the book, and compared, after", whole)
    opens, cold = [], []
    for _ in range(rounds):
        began = time.perf_counter()
        book = ScoreBook(where.scores)
        book.overview()
        cold.append(time.perf_counter() - began)
        began = time.perf_counter()
        book.overview()
        opens.append(time.perf_counter() - began)
        book.close()
    spell("the scores: opening the file and all questions", cold)
    spell("the scores: all questions", opens)
    book = ScoreBook(where.scores)
    row = Record("x", b"", array("I"), hints=0, assisted=False, seconds=0.0)
    adds = []
    for _ in range(rounds):
        heading = Heading(new_uid(), "x", Category("wilson", "wilson", 19, 10), 30)
        finished_run = FinishedRun(heading, row, day=today())
        began = time.perf_counter()
        book.add(finished_run)
        adds.append(time.perf_counter() - began)
    book.close()
    spell("adding one run, synced to the disk", adds)
    store.close()


async def open_screens(
    home: Path, rounds: int, size: tuple[int, int]
) -> dict[str, tuple[list[float], list[float]]]:
    """Open the Scores screen and the Help screen in turn, the way a key does.

    Returns:
        For each the seconds until the first frame that shows all of it, and until it takes keys.
    """
    os.environ["MAZEGAME_HOME"] = str(home)
    from mazegame.app import WARM_UP_AFTER, MazeApp
    from mazegame.screens import factory
    from mazegame.screens.career.scores import ScoresScreen
    from mazegame.screens.dialogs.help import HelpScreen
    from mazegame.screens.home.home import HomeScreen

    frames: list[tuple[float, str]] = []

    def watched(screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Note when a frame went to the terminal, and what stood on it."""
        display(screen, renderable)
        if isinstance(screen, ScoresScreen | HelpScreen):
            now = time.perf_counter()
            strips = screen._compositor.render_strips()
            frames.append((now, "\n".join(strip.text for strip in strips)))

    times: dict[str, tuple[list[float], list[float]]] = {"Scores": ([], []), "Help": ([], [])}
    app = MazeApp()
    display, app._display = app._display, watched
    async with app.run_test(size=size) as pilot:
        while not isinstance(app.screen, HomeScreen):
            await asyncio.sleep(0.05)
        await asyncio.sleep(WARM_UP_AFTER + 0.5)
        form = app.screen
        for number in range(rounds + 1):
            for name, kind in (("Scores", ScoresScreen), ("Help", HelpScreen)):
                frames.clear()
                began = time.perf_counter()
                if name == "Scores":
                    form.action_scores()
                else:
                    app.push_screen(factory.help_on(form))
                while not (isinstance(app.screen, kind) and app.screen.ready):
                    await asyncio.sleep(0.001)
                ready = time.perf_counter()
                await asyncio.sleep(0.1)
                whole = next(at for at, text in frames if text == frames[-1][1])
                if number:  # the first one imports
                    times[name][0].append(whole - began)
                    times[name][1].append(ready - began)
                await pilot.press("escape")
                await pilot.pause()
    return times


def start(full: Path, rounds: int) -> None:
    """Measure the start with a full history and with none, in turn."""
    from startup import CASES, arrivals

    command, marks = CASES["mazegame"]
    times: dict[tuple[str, str], list[float]] = {}
    with tempfile.TemporaryDirectory() as empty:
        Path(empty, "started-before").touch()  # so that the form comes, and no first steps
        for number in range(rounds + 1):
            for name, home in (("none", empty), ("full", str(full))):
                environment = {
                    **os.environ,
                    "TERM": "xterm-256color",
                    "LANG": "C.UTF-8",
                    "MAZEGAME_HOME": home,
                    "NUMBA_CACHE_DIR": empty,
                }
                for mark, seconds in arrivals(command, marks, environment).items():
                    if number:
                        times.setdefault((mark, name), []).append(seconds)
    for mark in marks:
        none, full_ = (statistics.median(times[mark, name]) for name in ("none", "full"))
        ratio = statistics.median(
            a / b for a, b in zip(times[mark, "full"], times[mark, "none"], strict=True)
        )
        print(
            f"start, {mark:12} no history {none * 1000:6.0f} ms   full {full_ * 1000:6.0f} ms"
            f"   {ratio:5.2f} x"
        )


def main() -> None:
    """Fill, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=100_000, help="runs in the book")
    parser.add_argument("--rounds", type=int, default=21, help="rounds of every measurement")
    parser.add_argument("--start", action="store_true", help="measure the start as well")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        where = Places(home, home / "settings.toml", home / "cache")
        fill(where.scores, options.runs)
        size = where.scores.stat().st_size
        print(f"{options.runs:,} runs, {size / (1 << 20):.1f} MiB")
        measure(where, options.rounds)
        for size in ((80, 24), (200, 60)):
            opened = asyncio.run(open_screens(home, options.rounds, size))
            for name, (whole, ready) in opened.items():
                what = f"{name} screen, {size[0]}x{size[1]}"
                spell(f"{what}: all of it is painted after", whole)
                spell(f"{what}: it takes keys after", ready)
        if options.start:
            start(home, options.rounds)


if __name__ == "__main__":
    main()
