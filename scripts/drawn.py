"""Draw mazes as other programs might, read the pictures, and count what came out.

    python scripts/drawn.py [--count 3000] [--seed drawn] [--out FOLDER]

Every picture follows from the seed and its number: the maze, which pixels are its walls, how thick
they are, colours, margin, doors, a path, coloured ends, a title, and then what happens to pictures:
scaled, blurred, noisy, lit from one side, saved as JPEG, GIF or WebP, turned by a tag. One of ten
shows no maze, or several.

A picture is *right* if its maze was found, and A and B if it shows them, *misread* if anything else
was read, and else *refused*. Development uses one seed; a count that is reported needs another.
"""

from __future__ import annotations

import argparse
import io
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.random import Generator, default_rng
from PIL import Image, ImageDraw, ImageFilter

from mazegame.engine import Level, Maze, generate
from mazegame.formats.files import read
from mazegame.formats.source import Source

INKS: Final = {
    "black on white": ("#000000", "#ffffff"),
    "white on black": ("#ffffff", "#000000"),
    "grey on white": ("#606060", "#ffffff"),
    "pale on dark": ("#cccccc", "#303030"),
    "navy on white": ("#000080", "#ffffff"),
    "maroon on cream": ("#800000", "#fff8e0"),
    "red on white": ("#ff0000", "#ffffff"),
    "blue on pale": ("#3050ff", "#f0f0f0"),
    "green on white": ("#008000", "#ffffff"),
    "cyan on dark": ("#00e0e0", "#101828"),
    "yellow on blue": ("#ffe000", "#102080"),
    "orange on black": ("#ff9020", "#000000"),
}
"""The colours of walls and ground."""

GENERATORS: Final = ("recursive-backtracker", "wilson", "prim", "kruskal", "recursive-division")


@dataclass
class Drawn:
    """A picture, and what it shows."""

    data: bytes
    kind: str
    maze: Maze | None = None
    ends: set[tuple[int, int]] = field(default_factory=set)
    facts: dict[str, Any] = field(default_factory=dict)


def draw(seed: str, number: int) -> Drawn:
    """Return a picture; equal arguments give equal pictures."""
    dice = default_rng([*seed.encode(), number])
    return _no_maze(dice) if dice.random() < 0.1 else _maze(dice, number)


def _maze(dice: Generator, number: int) -> Drawn:
    cols = int(dice.choice([2, 3, 4, 5, 6, 8, 10, 14, 20, 30]))
    rows = cols if dice.random() < 0.5 else int(dice.integers(2, 25))
    maze = generate(str(dice.choice(GENERATORS)), cols, rows, f"drawn{number}")
    thick = int(dice.choice([1, 1, 2, 2, 3, 4, 6, 10]))
    room = int(dice.choice([1, 2, 3, 5, 8, 12, 17, 24]))
    name = str(dice.choice(list(INKS)))
    wall, ground = INKS[name]
    pixels = _lattice(maze)
    ends: set[tuple[int, int]] = set()
    if dice.random() < 0.6:
        ends = _open_doors(pixels, dice)
    high, wide = ([room if at % 2 else thick for at in range(n)] for n in pixels.shape)
    large = pixels.repeat(high, axis=0).repeat(wide, axis=1)
    picture = Image.new("RGB", (large.shape[1], large.shape[0]), ground)
    picture.paste(wall, (0, 0), Image.fromarray((large * 255).astype(np.uint8)))
    facts: dict[str, Any] = {"size": (cols, rows), "wall": thick, "room": room, "inks": name}
    kinds = []
    pitch = thick + room
    if room >= 5 and dice.random() < 0.15:
        _draw_path(picture, maze, pitch, thick, room, dice)
        kinds.append("path")
    if room >= 3 and not ends and dice.random() < 0.4:
        ends = _colour_ends(picture, maze, pitch, thick, room, dice)
        kinds.append("marks")
    margin = int(dice.choice([0, 0, 5, 7, 12, thick + room]))
    paper = ground if dice.random() < 0.85 else "#ffffff"
    framed = Image.new("RGB", (picture.width + 2 * margin, picture.height + 2 * margin), paper)
    framed.paste(picture, (margin, margin))
    if margin and dice.random() < 0.12:
        framed = _titled(framed, wall if paper == ground else "#000000", paper)
        kinds.append("title")
    facts |= {"margin": margin, "paper": paper, "doors": len(ends)}
    data, more, turned = _saved(_worn(framed, kinds, dice), kinds, dice)
    if turned:
        maze, ends = _turned(maze, ends)
    return Drawn(data, "+".join(sorted(kinds)) or "plain", maze, ends, facts | more)


def _lattice(maze: Maze) -> np.ndarray:
    """Return walls on posts and cells: bool (2 rows + 1, 2 cols + 1)."""
    rows, cols = maze.shape
    walls = np.ones((2 * rows + 1, 2 * cols + 1), np.bool_)
    walls[1::2, 1::2] = False
    walls[1::2, 2::2] = maze.passages & 2 == 0
    walls[2::2, 1::2] = maze.passages & 4 == 0
    posts = np.pad(walls, 1)
    around = posts[:-2, 1:-1] | posts[2:, 1:-1] | posts[1:-1, :-2] | posts[1:-1, 2:]
    walls[::2, ::2] = around[::2, ::2]
    return walls


def _open_doors(walls: np.ndarray, dice: Generator) -> set[tuple[int, int]]:
    rows, cols = walls.shape[0] // 2, walls.shape[1] // 2
    if dice.random() < 0.5:
        first, last = int(dice.integers(cols)), int(dice.integers(cols))
        walls[0, 2 * first + 1] = walls[-1, 2 * last + 1] = False
        return {(0, first), (rows - 1, last)}
    first, last = int(dice.integers(rows)), int(dice.integers(rows))
    walls[2 * first + 1, 0] = walls[2 * last + 1, -1] = False
    return {(first, 0), (last, cols - 1)}


def _draw_path(
    picture: Image.Image, maze: Maze, pitch: int, thick: int, room: int, dice: Generator
) -> None:
    """Draw a coloured line from corner to corner through the middles of rooms."""
    level = Level(maze, (0, 0), ((maze.rows - 1, maze.cols - 1),))
    middle = thick + room / 2
    line = [(col * pitch + middle, row * pitch + middle) for row, col in level.path_from((0, 0))]
    colour = str(dice.choice(["#e02020", "#20a040", "#2060e0", "#e0a030"]))
    ImageDraw.Draw(picture).line(line, colour, width=max(1, room // 3))


def _colour_ends(
    picture: Image.Image, maze: Maze, pitch: int, thick: int, room: int, dice: Generator
) -> set[tuple[int, int]]:
    """Fill two rooms: green and red, or two other colours."""
    cells = dice.choice(maze.rows * maze.cols, 2, replace=False).tolist()
    ends = [divmod(cell, maze.cols) for cell in cells]
    pairs = [("#20c040", "#e02020"), ("#00ff00", "#ff0000"), ("#2060ff", "#ff9000")]
    inset = int(dice.integers(0, max(1, room // 4)))
    for (row, col), colour in zip(ends, pairs[int(dice.integers(3))], strict=True):
        x, y = col * pitch + thick + inset, row * pitch + thick + inset
        side = room - 2 * inset - 1
        ImageDraw.Draw(picture).rectangle((x, y, x + side, y + side), fill=colour)
    return set(ends)


def _titled(picture: Image.Image, ink: str, paper: str) -> Image.Image:
    large = Image.new("RGB", (max(picture.width, 90), picture.height + 24), paper)
    large.paste(picture, (0, 0))
    ImageDraw.Draw(large).text((6, picture.height + 6), "a maze no. 7", fill=ink)
    return large


def _worn(picture: Image.Image, kinds: list[str], dice: Generator) -> Image.Image:
    """Return a picture scaled, blurred, lit from a side, or noisy."""
    if dice.random() < 0.2:
        times = float(dice.uniform(0.6, 2.5))
        size = max(round(picture.width * times), 8), max(round(picture.height * times), 8)
        how = [Image.Resampling.NEAREST, Image.Resampling.BILINEAR, Image.Resampling.BICUBIC]
        picture = picture.resize(size, how[int(dice.integers(3))])
        kinds.append("scaled")
    if dice.random() < 0.1:
        picture = picture.filter(ImageFilter.GaussianBlur(float(dice.uniform(0.4, 1.4))))
        kinds.append("blurred")
    if dice.random() < 0.05:
        light = np.linspace(1.0, float(dice.uniform(0.4, 0.8)), picture.width)[:, np.newaxis]
        picture = Image.fromarray((np.asarray(picture) * light).astype(np.uint8))
        kinds.append("lit")
    if dice.random() < 0.1:
        noise = dice.normal(0, float(dice.uniform(2, 14)), (picture.height, picture.width, 1))
        picture = Image.fromarray(np.clip(np.asarray(picture) + noise, 0, 255).astype(np.uint8))
        kinds.append("noisy")
    return picture


def _saved(
    picture: Image.Image, kinds: list[str], dice: Generator
) -> tuple[bytes, dict[str, Any], bool]:
    """Return a file, facts about it, and whether viewers turn it clockwise."""
    form = str(dice.choice(["PNG", "PNG", "PNG", "GIF", "JPEG", "JPEG", "WEBP", "BMP"]))
    options: dict[str, Any] = {}
    if form == "JPEG":
        options = {"quality": int(dice.integers(55, 97))}
        kinds.append("jpeg")
    elif form == "WEBP":
        options = {"lossless": True}
    is_turned = form in {"PNG", "JPEG", "WEBP"} and dice.random() < 0.08
    if is_turned:
        tags = Image.Exif()
        tags[0x0112] = 6
        options["exif"] = tags
        kinds.append("turned")
    stream = io.BytesIO()
    picture.save(stream, form, **options)
    facts = {"form": form, "pixels": picture.size, "quality": options.get("quality")}
    return stream.getvalue(), facts, is_turned


def _turned(maze: Maze, ends: set[tuple[int, int]]) -> tuple[Maze, set[tuple[int, int]]]:
    """Return a maze and its ends turned clockwise by a quarter."""
    passages = np.rot90(maze.passages, -1)
    turned = (passages << 1 | passages >> 3) & 15
    return Maze(turned.astype(np.uint8)), {(col, maze.rows - 1 - row) for row, col in ends}


def _no_maze(dice: Generator) -> Drawn:
    kind = str(dice.choice(["several", "noise", "shapes", "text", "squares", "clouds", "rings"]))
    side = int(dice.integers(40, 260))
    picture = Image.new("RGB", (side, side), "#ffffff")
    pen = ImageDraw.Draw(picture)
    if kind == "several":
        picture = _several(dice)
    elif kind == "noise":
        small = dice.integers(0, 2, (side // 4, side // 4), np.uint8) * np.uint8(255)
        scale = int(dice.integers(1, 5))
        picture = Image.fromarray(small.repeat(scale, 0).repeat(scale, 1)).convert("RGB")
    elif kind == "shapes":
        for _ in range(int(dice.integers(1, 9))):
            x, y, wide, high = dice.integers(2, side // 2, 4).tolist()
            shape = pen.ellipse if dice.random() < 0.5 else pen.rectangle
            shape((x, y, x + wide, y + high), outline="#000000", width=int(dice.integers(1, 5)))
    elif kind == "text":
        for y in range(4, side - 12, 14):
            pen.text((4, y), "lorem ipsum dolor sit amet"[: side // 7], fill="#000000")
    elif kind == "squares":
        step = int(dice.integers(4, 20))
        for at in range(0, side, step):
            pen.line((at, 0, at, side), fill="#000000")
            pen.line((0, at, side, at), fill="#000000")
    elif kind == "clouds":
        noise = Image.fromarray(dice.integers(0, 256, (12, 12), np.uint8))
        picture = noise.resize((side, side), Image.Resampling.BICUBIC).convert("RGB")
    else:
        for radius in range(6, side // 2, int(dice.integers(5, 14))):
            at = int(dice.integers(0, 360))
            box = (side // 2 - radius, side // 2 - radius, side // 2 + radius, side // 2 + radius)
            pen.arc(box, at, at + 330, fill="#000000", width=2)
    stream = io.BytesIO()
    picture.save(stream, "PNG")
    return Drawn(stream.getvalue(), f"no maze: {kind}")


def _several(dice: Generator) -> Image.Image:
    """Return mazes of one size beside each other."""
    cols, rows = int(dice.integers(2, 9)), int(dice.integers(2, 9))
    thick, room, gap = (
        int(dice.integers(1, 5)),
        int(dice.integers(2, 14)),
        int(dice.integers(1, 30)),
    )
    across, down = [(2, 1), (2, 2), (3, 2), (1, 2)][int(dice.integers(4))]
    wide, high = (n * (thick + room) + thick for n in (cols, rows))
    picture = Image.new("RGB", (across * (wide + gap) - gap, down * (high + gap) - gap), "#ffffff")
    for number in range(across * down):
        walls = _lattice(generate("wilson", cols, rows, f"several{number}"))
        sizes = ([room if at % 2 else thick for at in range(n)] for n in walls.shape)
        tall, broad = sizes
        mask = Image.fromarray((walls.repeat(tall, 0).repeat(broad, 1) * 255).astype(np.uint8))
        left, top = number % across * (wide + gap), number // across * (high + gap)
        picture.paste("#000000", (left, top), mask)
    return picture


def outcome(drawn: Drawn) -> tuple[str, str]:
    """Return right, refused or misread, and why."""
    try:
        found = read(Source.of(drawn.data))
    except ValueError as error:
        return "refused", str(error)
    if drawn.maze is None:
        return "misread", f"read as {found.maze.cols}x{found.maze.rows} cells"
    if found.maze != drawn.maze:
        links = np.count_nonzero(found.maze.passages & 6)
        return "misread", f"another maze: {found.maze.cols}x{found.maze.rows}, {links} passages"
    ends = {found.start, *found.goals} - {None}
    if ends != drawn.ends and (ends or not drawn.facts.get("quality")):
        return ("misread" if ends else "right"), f"ends {ends}, not {drawn.ends}"
    return "right", ""


def main() -> None:
    """Print what is wrong, and a table of counts by what happened to the pictures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--seed", default="drawn")
    parser.add_argument("--only", type=int, help="draw one picture, and say what it is")
    parser.add_argument("--out", type=Path, help="a folder for the pictures that are misread")
    asked = parser.parse_args()
    table: dict[str, Counter[str]] = {"all": Counter(), "no maze, or several": Counter()}
    numbers = range(asked.count) if asked.only is None else [asked.only]
    for number in numbers:
        drawn = draw(asked.seed, number)
        what, why = outcome(drawn)
        all_of = "all" if drawn.maze else "no maze, or several"
        for kind in {all_of, *(drawn.kind.split("+") if drawn.maze else [drawn.kind])}:
            table.setdefault(kind, Counter())[what] += 1
        if what == "misread" or asked.only is not None:
            print(f"{number}: {what}: {drawn.kind} {drawn.facts}: {why}", flush=True)
            if asked.out:
                (asked.out / f"{number}.picture").write_bytes(drawn.data)
    print("| pictures | right | refused | misread |\n| --- | ---: | ---: | ---: |")
    for kind, counts in table.items():
        print(f"| {kind} | {counts['right']} | {counts['refused']} | {counts['misread']} |")


if __name__ == "__main__":
    main()
