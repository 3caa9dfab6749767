"""Measure writing and reading of formats, and the start of ``mazegame generate``, in one command.

    python benchmarks/formats.py
    python benchmarks/formats.py --cells 1024 --runs 3 --only pictures

- *pictures*: PNG and PBM of a maze, against Pillow writing the ready bitmap of the same picture.
- *grids*: block grids printed and parsed, in MB of text a second.
- *reading*: a maze of ``--cells`` by ``--cells`` read from each format, without the distances.
- *start*: ``mazegame generate -s 40x20`` as a whole process, against ``python -c "import numba"``.

Times are the least of several runs, taken in turns: processor time for pictures and grids, and
processor time of the child for the start.
"""

from __future__ import annotations

import argparse
import io
import os
import resource
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from mazegame.engine import Level
from mazegame.formats import from_bytes, to_bytes
from mazegame.formats.files import read
from mazegame.formats.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def seconds(call: Callable[[], object]) -> float:
    """The processor time of a call."""
    begin = time.process_time()
    call()
    return time.process_time() - begin


def in_turns(calls: Sequence[Callable[[], object]], runs: int) -> list[float]:
    """The least time of each of several calls that take turns; the first turn does not count."""
    times = [[seconds(call) for call in calls] for _ in range(runs + 1)][1:]
    return [min(column) for column in zip(*times, strict=True)]


def pictures(level: Level, runs: int) -> None:
    """Print how long PNG and PBM take, and Pillow for the same pixels."""
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None
    print("| format | size | ours | Pillow | ratio |\n| --- | --- | --- | --- | --- |")
    for form in ("png", "pbm"):
        data = to_bytes(level, form)
        with Image.open(io.BytesIO(data)) as opened:
            picture = opened.copy()

        def pillow(picture: Image.Image = picture, form: str = form) -> None:
            picture.save(io.BytesIO(), format={"png": "PNG", "pbm": "PPM"}[form])

        ours, theirs = in_turns([lambda form=form: to_bytes(level, form), pillow], runs)
        size = f"{picture.width}x{picture.height} {picture.mode}, {len(data) / 1e6:.1f} MB"
        print(f"| {form} | {size} | {ours:.2f} s | {theirs:.2f} s | {ours / theirs:.2f} |")


def grids(level: Level, runs: int) -> None:
    """Print how fast block grids are printed and parsed."""
    text = to_bytes(level, "grid")
    assert from_bytes(text).dist_min == 2 * level.dist_min  # each cell is two of the grid
    printed, parsed = in_turns(
        [lambda: to_bytes(level, "grid"), lambda: from_bytes(text, "grid")], runs
    )
    print("| block grid | MB | MB/s |\n| --- | --- | --- |")
    for what, taken in (("printed", printed), ("parsed, with the distances", parsed)):
        print(f"| {what} | {len(text) / 1e6:.1f} | {len(text) / 1e6 / taken:.0f} |")


def reading(level: Level, runs: int) -> None:
    """Print how fast mazes are read."""
    files = {
        "PNG, 2 pixels a cell": to_bytes(level.maze, "png", cell=2),
        "PNG, 6 pixels a cell": to_bytes(level.maze, "png", cell=6),
        "PNG, path and colours": to_bytes(level, "png", cell=6, path=True, theme="maze-dark"),
        **{form.upper(): to_bytes(level, form) for form in ("pbm", "svg", "npz", "json")},
    }
    times = in_turns([lambda data=data: read(Source.of(data)) for data in files.values()], runs)
    print("| read | MB | s |\n| --- | --- | --- |")
    for (what, data), taken in zip(files.items(), times, strict=True):
        print(f"| {what} | {len(data) / 1e6:.1f} | {taken:.2f} |")


def child(*command: str) -> float:
    """The processor time of a whole process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        command,
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONHASHSEED": "0"},
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def start(runs: int) -> None:
    """Print how long the command takes, as a ratio."""
    commands = {
        "python -c 'import numba'": (sys.executable, "-c", "import numba"),
        "mazegame generate -s 40x20": (sys.executable, "-m", "mazegame", "generate", "-s", "40x20"),
    }
    times = [[child(*command) for command in commands.values()] for _ in range(runs + 2)][1:]
    least = [min(column) for column in zip(*times, strict=True)]
    print("| process | ms | ratio |\n| --- | --- | --- |")
    for name, taken in zip(commands, least, strict=True):
        print(f"| {name} | {taken * 1e3:.0f} | {taken / least[0]:.2f} |")


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cells", type=int, default=4096)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default="pictures,grids,reading,start")
    given = parser.parse_args(arguments)
    parts = given.only.split(",")
    if set(parts) & {"pictures", "grids", "reading"}:
        level = Level.of("recursive-backtracker", given.cells, given.cells, "kite-7")
        for name, part in (("pictures", pictures), ("grids", grids), ("reading", reading)):
            if name in parts:
                part(level, given.runs)
                print(flush=True)
    if "start" in parts:
        start(given.runs)


if __name__ == "__main__":
    main()
