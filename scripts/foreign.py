"""Read the mazes of other projects, and compare each distMin with SciPy's.

    python scripts/foreign.py FOLDER [OPTION=VALUE ...]

FOLDER has a folder for each project, with its pictures and texts; docs/file-formats.md has a table
of what came out. Takes SciPy and Pillow. For each file SciPy walks on what the file shows: the
light squares or the gaps between two cells in a picture, the characters in a text. Nothing that
mazegame found in the file is used for that but the number of cells, A and B.

A file that names no A is read with A in the first corner that has a passage, and without B with B
in the last one.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image
from scipy.sparse import coo_array
from scipy.sparse.csgraph import breadth_first_order

from mazegame.engine import Level
from mazegame.formats.files import load_found
from mazegame.formats.source import Limits

if TYPE_CHECKING:
    from numpy.typing import NDArray

FLOOR = " .0ABSGEPabsgeo*+,"
"""Characters of floor, start, goal and path in texts of blocks; all others are rock."""

PICTURES = {".bmp", ".gif", ".jpeg", ".jpg", ".png", ".webp"}

Image.MAX_IMAGE_PIXELS = None


def steps(east: NDArray[np.bool_], south: NDArray[np.bool_], level: Level) -> int | None:
    """Return SciPy's distance from A to the nearest B; None without a way.

    ``east`` and ``south`` say which neighbours are joined: (rows, cols - 1) and (rows - 1, cols).
    """
    rows, cols = level.maze.shape
    cells = np.arange(rows * cols).reshape(rows, cols)
    pairs = np.concatenate(
        [
            np.stack([cells[:, :-1][east], cells[:, 1:][east]], 1),
            np.stack([cells[:-1][south], cells[1:][south]], 1),
        ]
    )
    graph = coo_array((np.ones(len(pairs), np.int8), pairs.T), shape=(rows * cols,) * 2).tocsr()
    start = int(cells[level.start])
    order, before = breadth_first_order(graph, start, directed=False)
    far = np.full(rows * cols, -1)
    far[start] = 0
    for cell in order[1:].tolist():
        far[cell] = far[before[cell]] + 1
    ways = [int(far[cells[goal]]) for goal in level.goals if far[cells[goal]] >= 0]
    return min(ways, default=None)


def blocks(light: NDArray[np.bool_], level: Level) -> int | None:
    """SciPy's distance where each square is floor or rock."""
    return steps(light[:, :-1] & light[:, 1:], light[:-1] & light[1:], level)


def on_text(text: str, level: Level) -> Any:
    """SciPy's distance on the characters of a text; ``...`` if they are of another kind."""
    rows, cols = level.maze.shape
    lines = text.splitlines()
    for form, down, across in (
        ("blocks", 1, 1),
        ("framed", 1, 1),
        ("posts", 2, 4),
        ("thick", 2, 2),
    ):
        more = {"blocks": 0, "framed": 2}.get(form, 1)
        high, wide = down * rows + more, across * cols + more
        for skip in range(len(lines)):
            some = [line.ljust(wide) for line in lines[skip : skip + high]]
            if len(some) < high or max(map(len, some)) > wide + 1:
                continue
            table = np.array([list(line[:wide]) for line in some])
            if across == 1:
                floor = np.isin(table, list(FLOOR))
                return blocks(floor[1:-1, 1:-1] if form == "framed" else floor, level)
            if (table[::down, ::across] != table[0, 0]).any():
                continue
            middle = table[1::down, across // 2 :: across], table[down::down, across // 2 :: across]
            return steps(table[1::down, across:-1:across] == " ", middle[1][:-1] == " ", level)
    return ...


def on_pixels(file: Path, level: Level) -> Any:
    """SciPy's distance on the pixels of a picture; ``...`` if it is of another kind."""
    rows, cols = level.maze.shape
    grey = np.asarray(Image.open(file).convert("L"))
    for light in (grey > 127, grey < 128):
        dark = ~light
        down, across = np.flatnonzero(dark.any(1)), np.flatnonzero(dark.any(0))
        if not down.size:
            continue
        inside = light[down[0] : down[-1] + 1, across[0] : across[-1] + 1]
        high, wide = inside.shape
        for frame in (0, 2):
            if high % (rows + frame) == 0 and high // (rows + frame) == wide / (cols + frame):
                size = high // (rows + frame)
                squares = inside[size // 2 :: size, size // 2 :: size]
                return blocks(squares[1:-1, 1:-1] if frame else squares, level)
        leading = inside.argmax(0)
        wall = int(leading[leading > 0].min())
        ys = wall / 2 + (np.arange(2 * rows) + 1) * (high - wall) / rows / 2
        xs = wall / 2 + (np.arange(2 * cols) + 1) * (wide - wall) / cols / 2
        ys, xs = ys.astype(int), xs.astype(int)
        if inside[np.ix_(ys[::2], xs[::2])].mean() > 0.9:
            between = np.ix_(ys[::2], xs[1:-1:2]), np.ix_(ys[1:-1:2], xs[::2])
            return steps(inside[between[0]], inside[between[1]], level)
    return ...


def look(file: Path, limits: Limits | None = None) -> str:
    """Say in a word what came of a file, with a reason behind it if it was not read."""
    try:
        found = load_found(file, limits=limits)
        cells = np.argwhere(found.maze.passages).tolist() or [[0, 0]]
        level = found.level(
            start=found.start or tuple(cells[0]), goals=found.goals or tuple(cells[-1])
        )
    except ValueError as error:
        if limits is None and file.suffix in PICTURES:
            return f"with options, {look(file, Limits(cell=1, wall=0))} ({error})"
        return f"refused: {error}"
    if file.suffix == ".maz":
        walls = np.fromfile(file, np.uint8).reshape(16, 16).T[::-1]
        scipy: Any = steps(walls[:, :-1] & 2 == 0, walls[:-1] & 4 == 0, level)
    elif file.suffix in PICTURES:
        scipy = on_pixels(file, level)
    else:
        scipy = on_text(file.read_text(encoding="utf-8"), level)
    if scipy is ...:
        return f"not compared: {level!r}"
    ours = level.dist_min if level.has_path else None
    return "equal" if scipy == ours else f"DIFFERENT: {ours} steps, {scipy} by SciPy"


def main(folder: str) -> None:
    """Print what came of each file, then a table of counts."""
    table: dict[str, Counter[str]] = {}
    for file in sorted(path for path in Path(folder).rglob("*") if path.is_file()):
        project = file.relative_to(folder).parts[0]
        said = look(file)
        table.setdefault(project, Counter())[said.partition(":")[0].partition(" (")[0]] += 1
        if said.partition(":")[0] != "equal":
            print(f"{file.relative_to(folder)}: {said}", flush=True)
    kinds = ["equal", "with options, equal", "DIFFERENT", "not compared", "refused"]
    print(f"| project | files | {' | '.join(kinds)} |")
    for project, counts in table.items():
        print(f"| {project} | {counts.total()} | {' | '.join(str(counts[k]) for k in kinds)} |")


if __name__ == "__main__":
    main(sys.argv[1])
