"""Measure and draw the textures: ``python docs/textures.py`` writes textures.md and presets.svg.

The figures are means over the mazes of the seeds 0, 1, 2 and so on, so they come out the same on
every machine.
"""

from __future__ import annotations

import statistics
from pathlib import Path

from mazegame.engine import ALGORITHMS, PRESETS, Direction, Level, Recipe, texture
from mazegame.engine.jit import compiled

HERE = Path(__file__).parent

SIZE, MAZES = 64, 24

KINDS = {
    "plain": (),
    "4:1": (("weights", "40-10"),),
    "zones": (("weights", "40-10+10-40"), ("zones", "halves")),
    "braid 50": (("braid", "50"),),
}
"""What is done to each algorithm."""

HEAD = """\
# Textures

What the options do to each algorithm, measured: means over {mazes} mazes of {size}x{size}, from corner
to corner. *4:1* is `weights=40-10`, *zones* is `weights=40-10+10-40,zones=halves` (the west upright,
the east level), *braid 50* is `braid=50`.

- **dead ends, straight, turn, T, cross**: percent of the cells.
- **bias**: vertical against horizontal straights, from -1 to 1; under *zones* that of the west and
  of the east half.
- **run**: how long the straight lines of passages are on average.
- **way, span**: distMin and the longest way (at least so long where there are loops), in percent of
  the cells.
- **exits**: wrong exits that the shortest path passes, for every 100 steps of it.
- **difficulty**: log2(passages x distMin). A walker who tosses for every step takes two to that many
  steps there, averaged with back again (at most so many, where there are loops); see
  `mazegame/engine/texture.py` for the derivation and its source. Behind ± stands by how much the
  mazes of one line differ (their standard deviation): half a unit at the most, while the plain
  algorithms lie nearly three apart.

`python docs/textures.py` writes this page anew.

| algorithm | | dead ends | straight | turn | T | cross | bias | run | way | span | exits | difficulty |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""

PRESETS_HEAD = """
## Weights, algorithm by algorithm

A draw among the possible links of a cell takes each with its weight over their sum. What that is to
each algorithm:

| algorithm | what is drawn by weight |
| --- | --- |
| recursive-backtracker, growing-tree | the link out of the cell at work |
| hunt-and-kill | the same; after a hunt the link into the cell that was found |
| prim | the link into the frontier cell, which is drawn evenly |
| simple-prim | the next of all links that lead out of the maze |
| kruskal, true-prim | the next of all links that are left: the order of keys -ln(u) / weight |
| wilson, aldous-broder | every step of the walk, both ways of an axis alike: a tree's chance is in proportion to the product of its links' weights |
| eller | east with E / (E + S), south with S / (E + S) |
| sidewinder | east with E / (E + N), else the run is closed |
| binary-tree | north with N / (N + W), else west |
| recursive-division | a level wall in the ratio of height x horizontal to width x vertical |

A cell draws by the weights of its own zone; a link of kruskal and true-prim weighs what both its
cells give it together; a room of recursive-division is of the zone of its middle. The walks of wilson
and aldous-broder must be as likely backwards as forwards, or zones that pull against each other could
keep them from ever ending: so there a link belongs to its northern or western cell and weighs what that
cell's zone gives to its axis, the same from both its ends. A cell draws north by the zone of the cell
to the north and west by that of the cell to the west, and a tree's chance is in proportion to the
product of its links' weights, whatever the zones. `build=walls` has that very law as well, as a wall
weighs the reciprocal of the passage that it stands across: exactly, but for weights of many zones
whose reciprocals would take large numbers; those are rounded.

Only ratios count: `40-10` and `4-1` draw the same maze, as do `40-10+10-40` and `4-1+1-4`. A game ID
keeps them as they were given all the same, because it says what was asked for, in the words of whoever
asked; so one maze may have several IDs (kruskal and true-prim share all of theirs), but one ID never
has two mazes. `1-1` is no weights at all and is left out. `2-2` is not: it draws by weight, evenly,
and so has another maze of the same law.

## Presets

![Mazes of all presets](presets.svg)

| preset | what it is like | recipe |
| --- | --- | --- |
"""


def measured(name: str, options: tuple[tuple[str, str], ...], size: int = SIZE, mazes: int = MAZES):
    """Means of the statistics, as the cells of a row of the table."""
    sums = [0.0] * 13
    difficulties = []
    for seed in range(mazes):
        level = Level.of(Recipe(name, size, size, str(seed), options))
        t = texture(level.maze, level.start, level.goals[0])
        west, east = (bias(level.maze.passages[:, half]) for half in (slice(size // 2), slice(size // 2, None)))
        values = (t.dead_end_share, t.straight_share, t.turn_share, t.junction_share,
                  t.crossing_share, t.bias, t.mean_straight_length, t.path_share,
                  t.diameter_share, t.wrong_exits / t.dist_min, t.difficulty, west, east)
        difficulties.append(t.difficulty)
        sums = [a + b for a, b in zip(sums, values)]
    d, s, u, j, x, b, run, way, span, exits, hard, west, east = (value / mazes for value in sums)
    grain = f"{west:+.2f} / {east:+.2f}" if dict(options).get("zones") else f"{b:+.2f}"
    shares = [f"{100 * share:.1f}" for share in (d, s, u, j, x)]
    return [*shares, grain, f"{run:.2f}", f"{100 * way:.1f}", f"{100 * span:.1f}", f"{100 * exits:.0f}",
            f"{hard:.1f} ± {statistics.stdev(difficulties):.1f}"]


def bias(passages) -> float:
    """Vertical against horizontal straights."""
    upright, level = int((passages == 5).sum()), int((passages == 10).sum())
    return (upright - level) / max(upright + level, 1)


def row(name: str, kind: str) -> str:
    """One line of the table."""
    return f"| {f'`{name}`' if kind == 'plain' else ''} | {kind} | {' | '.join(measured(name, KINDS[kind]))} |\n"


def picture(cols: int = 30, rows: int = 18, cell: int = 9) -> str:
    """All presets as one drawing: walls are lines, the shortest path is a coloured one."""
    across, gap, text = 3, 24, 26
    width, height = cols * cell, rows * cell
    lines = -(-len(PRESETS) // across)
    whole = (across * (width + gap) + gap, lines * (height + gap + text) + gap)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole[0]} {whole[1]}" '
        'font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-size="14">',
        f'<rect width="{whole[0]}" height="{whole[1]}" fill="#faf9f4"/>',
    ]
    for at, preset in enumerate(PRESETS.values()):
        left = gap + at % across * (width + gap)
        top = gap + at // across * (height + gap + text) + text
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
                    drawn_there = side in (Direction.S, Direction.E) and other in maze and maze.exits(other)
                    if not exits & side and not drawn_there:
                        walls.append(line)
        path = " ".join(
            f"{left + c * cell + cell / 2:g},{top + r * cell + cell / 2:g}" for r, c in level.cells_of_path().tolist()
        )
        out.append(f'<text x="{left}" y="{top - 9}" fill="#2b2f3a" font-weight="bold">{preset.title}</text>')
        out.append(f'<polyline points="{path}" fill="none" stroke="#e0703a" stroke-width="2.4"/>')
        out.append(f'<path d="{"".join(walls)}" stroke="#3b4252" stroke-width="1.6" stroke-linecap="square"/>')
    return "\n".join([*out, "</svg>\n"])


def main() -> None:
    """Write the page and the picture."""
    page = HEAD.format(mazes=MAZES, size=SIZE)
    with compiled():
        for name in ALGORITHMS:
            page += "".join(row(name, kind) for kind in KINDS)
        (HERE / "presets.svg").write_text(picture(), encoding="utf-8")
    page += PRESETS_HEAD
    for preset in PRESETS.values():
        options = ",".join(f"{key}={value}" for key, value in preset.options)
        page += f"| `{preset.name}` | {preset.feel} | `{preset.algorithm}{f':{options}' if options else ''}` |\n"
    (HERE / "textures.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
