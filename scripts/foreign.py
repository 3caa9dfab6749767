"""Read the mazes of other projects, and compare each with what a second reader finds in it.

    python scripts/foreign.py FOLDER [PROJECT ...]

FOLDER has a folder OWNER/NAME for each project, with its files as they are at the commit that
``foreign.csv`` names; docs/file-formats.md has a table of what came out. Takes SciPy and Pillow.

For texts and arrays ``foreign.csv`` says of each file how a person reads it: its kind, the
characters of walls, A and B, and the lines above it. A few lines here make passages of that,
without a line of mazegame; they have to be those that mazegame found, A and B too, and SciPy's
distance has to be its distMin. Of pictures SciPy walks on the light squares or the gaps between two
cells; nothing that mazegame found is used for that but the number of cells, A and B.

A file that names no A is read with A in the first cell that has a passage, and without B with B in
the last one; one whose A or B is not found counts as refused. Other files of the projects are no
mazes (``none``) and have to be refused.
"""

from __future__ import annotations

import csv
import hashlib
import re
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from PIL import Image
from scipy.sparse import coo_array
from scipy.sparse.csgraph import breadth_first_order

from mazegame.engine import Level
from mazegame.formats.files import parse_file
from mazegame.formats.source import Limits

if TYPE_CHECKING:
    from numpy.typing import NDArray

LIST = Path(__file__).with_name("foreign.csv")

Image.MAX_IMAGE_PIXELS = None


class Shown(NamedTuple):
    """What a file shows, by the second reader."""

    east: NDArray[np.bool_]
    """Which cells are joined to the one on their right: (rows, cols - 1)."""
    south: NDArray[np.bool_]
    """Which to the one below: (rows - 1, cols)."""
    starts: list[tuple[int, int]]
    goals: list[tuple[int, int]]


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


def of_squares(rows: list[str], wall: str, start: str, goal: str) -> list[Shown]:
    """Return what a grid of squares shows: as it is, and without its margin and its border."""
    wide = max(map(len, rows))
    grid = np.array([list(row.ljust(wide)) for row in rows])
    rock = np.isin(grid, list(wall))
    ys, xs = np.flatnonzero(rock.any(1)), np.flatnonzero(rock.any(0))
    whole = np.s_[0 : len(grid), 0:wide]
    box = np.s_[ys[0] : ys[-1] + 1, xs[0] : xs[-1] + 1] if rock.any() else whole
    outside = grid.copy()
    outside[box] = " "
    parts = [whole, box] if (outside == " ").all() else [whole]
    inner = rock[parts[-1]]
    if inner[0].all() and inner[-1].all() and inner[:, 0].all() and inner[:, -1].all():
        ys, xs = parts[-1]
        parts.append(np.s_[ys.start + 1 : ys.stop - 1, xs.start + 1 : xs.stop - 1])
    shown = []
    for part in parts[::-1]:
        here = ~rock[part]
        ends = [
            [(int(y), int(x)) for y, x in np.argwhere(np.isin(grid[part], list(letters)))]
            for letters in (start, goal)
        ]
        if not any(ends) and len(gaps := rim_of(here)) == 2:
            ends = [[gap] for gap in gaps]
        shown.append(Shown(here[:, :-1] & here[:, 1:], here[:-1] & here[1:], *ends))
    return shown


def rim_of(floor: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return the floor in a grid's border, from the upper left on."""
    inner = np.zeros_like(floor)
    inner[1:-1, 1:-1] = True
    return [(int(y), int(x)) for y, x in np.argwhere(floor & ~inner)]


def of_posts(lines: list[str], step: int) -> list[Shown]:
    """Return what a drawing shows whose posts stand every two lines and some columns."""
    wide = max(map(len, lines))
    table = np.array([list(line.ljust(wide)) for line in lines])
    rows, cols = len(table) // 2, wide // step
    east = table[1::2, step : step * cols : step] == " "
    south = table[2 : 2 * rows : 2, step // 2 :: step] == " "
    letters = table[1::2, step // 2 :: step]
    starts, goals = ([(int(y), int(x)) for y, x in np.argwhere(np.isin(letters, list(some)))]
                     for some in ("SA", "GBE"))  # fmt: skip
    return [Shown(east[:rows], south[:, :cols], starts, goals)]


def of_sides(sides: NDArray[np.int_], mouse: bool) -> list[Shown]:
    """Return what open sides show, N=1, E=2, S=4, W=8, with the ends of a contest or of pyamaze."""
    rows, cols = sides.shape
    middle = [(y, x) for y in {(rows - 1) // 2, rows // 2} for x in {(cols - 1) // 2, cols // 2}]
    ends = ([(rows - 1, 0)], middle) if mouse else ([(rows - 1, cols - 1)], [(0, 0)])
    return [Shown(sides[:, :-1] & 2 > 0, sides[:-1] & 4 > 0, *ends)]


def second_reading(file: Path, kind: str) -> list[Shown]:
    """Return what a file shows, read as its kind says; several for one with a border."""
    name, *words = kind.split()
    said = dict(word.split("=", 1) for word in words)
    wall, start, goal = (said.get(key, "") for key in ("wall", "start", "goal"))
    if name == "maz":
        walls = np.fromfile(file, np.uint8).reshape(16, 16).T[::-1]
        return of_sides(15 - walls.astype(int), mouse=True)
    if name == "npy":
        cells = [["#" if cell else "." for cell in row] for row in np.load(file).tolist()]
        return [
            one._replace(starts=[], goals=[])
            for one in of_squares(["".join(r) for r in cells], "#", "", "")
        ]
    text = file.read_text(encoding="utf-8")
    lines = text.split("\n")[int(said.get("skip", 0)) :]
    lines = [line.rstrip("\r") for line in lines]
    while lines and not lines[-1].strip():
        lines.pop()
    while lines and not lines[0].strip():
        lines.pop(0)
    if name == "posts":
        return of_posts(lines, int(said.get("step", 4)))
    if name in {"num", "pyamaze"}:
        numbers = [list(map(int, re.findall(r"\d+", line))) for line in lines]
        high, wide = (max(row[k] for row in numbers) + 1 for k in (0, 1))
        sides = np.zeros((high, wide), int)
        for one, other, *bits in numbers:
            if name == "num":
                sides[one, other] = sum((1 - bit) << k for k, bit in enumerate(bits))
            else:  # the columns are E, W, N and S
                sides[one, other] = bits[2] | bits[0] << 1 | bits[3] << 2 | bits[1] << 3
        return of_sides(sides.T[::-1] if name == "num" else sides[1:, 1:], mouse=name == "num")
    if name == "doubled":
        indent = min(len(line) - len(line.lstrip()) for line in lines)
        lines = [
            "".join(
                max(pair)
                for pair in zip(line[indent::2], line[indent + 1 :: 2] + " ", strict=False)
            )
            for line in lines
        ]
    elif name == "apart":
        lines = [re.sub(r"[ ,\t]", "", line) for line in lines]
    return of_squares(lines, wall, start, goal)


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


def look(file: Path, kind: str, limits: Limits | None = None) -> str:
    """Say in a word what came of a file, with a reason behind it if it was not read."""
    try:
        found = parse_file(file, limits=limits)
        cells = np.argwhere(found.maze.passages).tolist() or [[0, 0]]
        level = Level(
            found.maze, found.start or tuple(cells[0]), found.goals or (tuple(cells[-1]),)
        )
    except ValueError as error:
        if kind == "picture" and limits is None:
            said = look(file, kind, Limits(cell=1, wall=0))
            return f"right: with options ({error})" if said == "right" else f"refused: {error}"
        return f"refused: {error}"
    ours = level.dist_min if level.has_path else None
    if kind == "none":
        return f"misread: {level!r}, and it is no maze"
    if kind == "picture":
        scipy = on_pixels(file, level)
        if scipy is ...:
            return f"not compared: {level!r}"
        return "right" if scipy == ours else f"misread: {ours} steps, {scipy} by SciPy"
    passages = found.maze.passages
    rows, cols = passages.shape
    for shown in second_reading(file, kind):
        if (shown.east.shape, shown.south.shape) != ((rows, cols - 1), (rows - 1, cols)):
            continue
        if not np.array_equal(passages[:, :-1] & 2 > 0, shown.east):
            return "misread: other passages from west to east"
        if not np.array_equal(passages[:-1] & 4 > 0, shown.south):
            return "misread: other passages from north to south"
        for name, those, found_ends in (
            ("A", shown.starts[:1], [found.start] if found.start else []),
            ("B", sorted(shown.goals), sorted(found.goals)),
        ):
            if those and not found_ends:
                return f"refused: no {name} is found"
            if those and those != found_ends:
                return f"misread: {name} at {found_ends[:3]}, not at {those[:3]}"
        scipy = steps(shown.east, shown.south, level)
        return "right" if scipy == ours else f"misread: {ours} steps, {scipy} by SciPy"
    return f"misread: {cols}x{rows} cells"


def main(folder: str, projects: list[str]) -> None:
    """Print what came of each file that was not read right, then a table of counts."""
    table: dict[str, Counter[str]] = {}
    with LIST.open(encoding="utf-8", newline="") as stream:
        listed = list(csv.DictReader(stream))
    for row in listed:
        project, file = row["project"], Path(folder, row["project"], row["path"])
        if projects and project not in projects:
            continue
        if not file.exists():
            said = "missing"
        elif hashlib.sha256(file.read_bytes()).hexdigest()[:16] != row["sha256"]:
            said = "missing: it has another content"
        else:
            said = look(file, row["kind"])
        no_maze = row["kind"] == "none"
        word = "no maze" if no_maze and said.startswith("refused") else said.partition(":")[0]
        table.setdefault(project, Counter())[word] += 1
        if said != "right" and word != "no maze":
            print(f"{project}/{row['path']}: {said}", flush=True)
    kinds = ["right", "refused", "misread", "no maze", "not compared", "missing"]
    print(f"| project | files | {' | '.join(kinds)} |")
    table["all"] = sum(table.values(), Counter())
    for project, counts in table.items():
        print(f"| {project} | {counts.total()} | {' | '.join(str(counts[k]) for k in kinds)} |")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
