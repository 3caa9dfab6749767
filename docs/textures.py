"""Measure and draw the textures: ``python docs/textures.py``.

It writes textures.md, presets.svg and a picture of each algorithm in textures/.

The figures are means over the mazes of the seeds 0, 1, 2 and so on, so they come out the same on
every machine.
"""

from __future__ import annotations

import statistics
from pathlib import Path

from mazegame.engine import ALGORITHMS, PRESETS, Direction, Level, Recipe, generate, texture
from mazegame.engine.kernels.jit import compiled
from mazegame.formats import to_bytes

HERE = Path(__file__).parent

SIZE, MAZES = 64, 24

VARIANTS = {
    "plain": (),
    "4:1": (("weights", "40-10"),),
    "zones": (("weights", "40-10+10-40"), ("zones", "halves")),
    "braid 50": (("braid", "50"),),
}
"""The options that each algorithm is measured with."""

PRESETS_HEAD = """\
---
hide: [toc]
---

# Textures, measured

`python docs/textures.py` measures, draws and writes this page.

## Presets

![Mazes of all presets](presets.svg)

| preset | how it is to walk | recipe |
| --- | --- | --- |
"""

HEAD = """
## Algorithms

Each line has the means over {mazes} mazes of
{size}x{size}, walked from corner to corner: what an algorithm's mazes are like, and what options change.
[Algorithms](algorithms.md) explains the algorithms and the options. *4:1* is `weights=40-10`; *zones*
is `weights=40-10+10-40,zones=halves`, which makes the west half vertical and the east half horizontal;
*braid 50* is `braid=50`. Dead ends, straights, turns, T-junctions and crossings are in percent of the
cells. *Bias* compares vertical with horizontal straights, from -1 to 1, with zones for the west and
the east half. *Line* is the mean length of straight lines of passages. *Path* and *diameter* are
distMin and the longest shortest path (with loops a lower bound), in percent of the cells. *Exits* are
wrong exits per 100 steps of the shortest path. *Difficulty* is log2(passages x distMin), with the
standard deviation between mazes: a random walk takes about 2 to this power steps.

| algorithm | | dead ends | straight | turn | T | crossing | bias | line | path | diameter | exits | difficulty |
| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |
"""


def measured(name: str, options: tuple[tuple[str, str], ...], size: int = SIZE, mazes: int = MAZES):
    """Return the means of the statistics, as the cells of a row of the table."""
    sums = [0.0] * 13
    difficulties = []
    for seed in range(mazes):
        level = Level.of(Recipe(name, size, size, str(seed), options))
        t = texture(level.maze, level.start, level.goals[0])
        west, east = (
            bias(level.maze.passages[:, half])
            for half in (slice(size // 2), slice(size // 2, None))
        )
        values = (
            t.dead_end_share,
            t.straight_share,
            t.turn_share,
            t.junction_share,
            t.crossing_share,
            t.bias,
            t.mean_straight_length,
            t.path_share,
            t.diameter_share,
            t.wrong_exits / t.dist_min,
            t.difficulty,
            west,
            east,
        )
        difficulties.append(t.difficulty)
        sums = [a + b for a, b in zip(sums, values)]
    d, s, u, j, x, b, line, path, diameter, exits, hard, west, east = (
        value / mazes for value in sums
    )
    straights = f"{west:+.2f} / {east:+.2f}" if dict(options).get("zones") else f"{b:+.2f}"
    shares = [f"{100 * share:.1f}" for share in (d, s, u, j, x)]
    return [
        *shares,
        straights,
        f"{line:.2f}",
        f"{100 * path:.1f}",
        f"{100 * diameter:.1f}",
        f"{100 * exits:.0f}",
        f"{hard:.1f} ± {statistics.stdev(difficulties):.1f}",
    ]


def bias(passages) -> float:
    """Return the bias of straights: 1 if all are vertical, -1 if all are horizontal."""
    vertical, horizontal = int((passages == 5).sum()), int((passages == 10).sum())
    return (vertical - horizontal) / max(vertical + horizontal, 1)


def row(name: str, variant: str) -> str:
    """Return one line of the table."""
    return f"| {f'`{name}`' if variant == 'plain' else ''} | {variant} | {' | '.join(measured(name, VARIANTS[variant]))} |\n"


def picture(cols: int = 30, rows: int = 18, cell: int = 9) -> str:
    """Return one SVG drawing of all presets, with the shortest paths."""
    per_line, gap, text = 3, 24, 26
    width, height = cols * cell, rows * cell
    lines = -(-len(PRESETS) // per_line)
    whole = (per_line * (width + gap) + gap, lines * (height + gap + text) + gap)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole[0]} {whole[1]}" '
        'font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-size="14">',
        f'<rect width="{whole[0]}" height="{whole[1]}" fill="#faf9f4"/>',
    ]
    for at, preset in enumerate(PRESETS.values()):
        left = gap + at % per_line * (width + gap)
        top = gap + at // per_line * (height + gap + text) + text
        level = Level.of(preset.recipe(cols, rows, "kite-7"))
        maze = level.maze
        walls = []
        for r in range(rows):
            for c in range(cols):
                exits = maze.exits((r, c))
                if not exits:
                    continue
                x, y = left + c * cell, top + r * cell
                for side, line in (
                    (Direction.N, f"M{x} {y}h{cell}"),
                    (Direction.W, f"M{x} {y}v{cell}"),
                    (Direction.S, f"M{x} {y + cell}h{cell}"),
                    (Direction.E, f"M{x + cell} {y}v{cell}"),
                ):
                    other = side.step((r, c))
                    drawn_there = (
                        side in (Direction.S, Direction.E) and other in maze and maze.exits(other)
                    )
                    if not exits & side and not drawn_there:
                        walls.append(line)
        path = " ".join(
            f"{left + c * cell + cell / 2:g},{top + r * cell + cell / 2:g}"
            for r, c in level.cells_of_path().tolist()
        )
        out.append(
            f'<text x="{left}" y="{top - 9}" fill="#2b2f3a" font-weight="bold">{preset.title}</text>'
        )
        out.append(f'<polyline points="{path}" fill="none" stroke="#e0703a" stroke-width="2.4"/>')
        out.append(
            f'<path d="{"".join(walls)}" stroke="#3b4252" stroke-width="1.6" stroke-linecap="square"/>'
        )
    return "\n".join([*out, "</svg>\n"])


def sample(name: str) -> bytes:
    """Return a small SVG drawing of an algorithm's maze."""
    return to_bytes(generate(f"{name}:18x9:kite-7"), "svg", cell=10, wall=2)


def main() -> None:
    """Write the page and the pictures."""
    (HERE / "textures").mkdir(exist_ok=True)
    for name in ALGORITHMS:
        (HERE / "textures" / f"{name}.svg").write_bytes(sample(name))
    page = PRESETS_HEAD
    for preset in PRESETS.values():
        options = ",".join(f"{key}={value}" for key, value in preset.options)
        page += f"| `{preset.name}` | {preset.feel} | `{preset.algorithm}{f':{options}' if options else ''}` |\n"
    page += HEAD.format(mazes=MAZES, size=SIZE)
    with compiled():
        for name in ALGORITHMS:
            page += "".join(row(name, variant) for variant in VARIANTS)
        (HERE / "presets.svg").write_text(picture(), encoding="utf-8")
    (HERE / "textures.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
