"""Exports show what the lab shows: each is read back and compared with the scenes."""

import io
import json
import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PIL import Image

from mazegame.cli.commands.lab import json_lines
from mazegame.drawing import PALETTES, Ink
from mazegame.engine import Level, Recipe, generate, search, trace
from mazegame.lab.carving import Carving
from mazegame.lab.exporting import FORMATS, exporter_of, gif, svg
from mazegame.lab.exporting.film import HOLD_SECONDS, Film, ink_grid, side_by_side
from mazegame.lab.searching import Searching
from tests.formats.pictures.test_pictures import naive_pixels

DARK = PALETTES["maze-dark"]
RECIPE = Recipe("wilson", 6, 5, "kite-7")


def film(seconds=1.0):
    return Film([Carving(trace(RECIPE))], seconds, str(RECIPE))


def test_a_film_goes_from_the_first_step_to_the_last_and_stands_there():
    wilson = film()
    show = wilson.shows[0]
    positions = [show.position for _ in wilson.frames()]
    assert positions == sorted(set(positions))
    assert (positions[0], positions[-1]) == (0, show.length)
    assert len(wilson.starts) == len(wilson.durations) == len(positions) <= 21
    assert np.cumsum([0, *wilson.durations[:-1]]) == pytest.approx(wilson.starts)
    assert (wilson.starts[-1], wilson.durations[-1]) == (pytest.approx(1.0), HOLD_SECONDS)
    short = Film([Carving(trace(Recipe("eller", 2, 1, "x")))], 5.0)
    assert len(short.starts) == short.shows[0].length + 1
    with pytest.raises(ValueError, match="at most 600 seconds"):
        film(0)


def test_ink_grids_have_the_mazes_walls_and_the_posts_without_any():
    recipe = Recipe.parse("wilson:6x5:braid=100:kite-3")
    show = Carving(trace(recipe))
    assert set(np.unique(ink_grid(show.scene)[1:-1, 1:-1])) == {Ink.ROCK}
    show.seek(show.length)
    expected = np.where(naive_pixels(generate(recipe), 2, 1), Ink.WALL, Ink.FLOOR)
    expected[::2, ::2] = Ink.WALL
    assert np.array_equal(ink_grid(show.scene), expected)


def test_the_frames_of_a_gif_are_the_steps_above_a_caption():
    data = b"".join(gif.write(film(), DARK))
    picture = Image.open(io.BytesIO(data))
    assert picture.format == "GIF"
    assert picture.info["loop"] == 0
    wilson, seconds, number = film(), 0.0, 0
    thick, thin = gif.cell_size(6)
    for begins, (grid,) in zip(wilson.starts, wilson.frames(), strict=True):
        # Pillow joins frames that look alike: the one that stands at this moment is compared.
        while number + 1 < picture.n_frames:
            picture.seek(number)
            if seconds + picture.info["duration"] / 1000 > begins + 0.006:
                break
            seconds += picture.info["duration"] / 1000
            number += 1
        picture.seek(number)
        pixels = np.asarray(picture.convert("RGB"))
        for row, col in np.ndindex(5, 6):
            y, x = (4 + (at + 1) * thin + at * thick + thick // 2 for at in (row, col))
            expected = DARK.rgb(int(grid[2 * row + 1, 2 * col + 1]))
            assert tuple(pixels[y, x].tolist()) == expected, (begins, row, col)
    below = pixels[-gif.CAPTION + 2 :].reshape(-1, 3)
    assert len(np.unique(below, axis=0)) == 2, "the ground and the text"


def svg_at(root, share, shape):
    """The colours of an SVG at a share of its time, at the middle of each pixel: (rows, cols)."""
    ns = "{http://www.w3.org/2000/svg}"
    shown = []
    for path in root.iter(f"{ns}path"):
        animate = path.find(f"{ns}animate")
        if animate is not None:
            keys = [float(key) for key in animate.get("keyTimes").split(";")]
            values = animate.get("values").split(";")
            assert keys[0] == 0
            assert len(keys) == len(values)
            if values[sum(key <= share for key in keys) - 1] == "hidden":
                continue
        for x, y, wide, high in re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)", path.get("d")):
            shown.append((int(x), int(y), int(wide), int(high), path.get("fill")))
    pitch = svg.CELL + svg.WALL
    found = np.full(shape, "", object)
    for row, col in np.ndindex(shape):
        x, y = (
            6 + at // 2 * pitch + (svg.WALL + svg.CELL / 2 if at % 2 else svg.WALL / 2)
            for at in (col, row)
        )
        here = [c for (left, top, w, h, c) in shown if left < x < left + w and top < y < top + h]
        assert len(here) <= 1
        found[row, col] = here[0] if here else ""
    return found


def test_an_svg_shows_each_step_at_its_time():
    root = ET.fromstring(b"".join(svg.write(film(), DARK)))
    wilson = film()
    timed = zip(wilson.starts, wilson.durations, strict=True)
    for (begins, seconds), (grid,) in zip(timed, wilson.frames(), strict=True):
        seen = svg_at(root, (begins + seconds / 2) / wilson.whole_seconds, grid.shape)
        for at, ink in np.ndenumerate(grid):
            colour = "" if ink == Ink.FLOOR else "#{:02x}{:02x}{:02x}".format(*DARK.rgb(int(ink)))
            assert seen[at] == colour


def test_two_shows_stand_side_by_side():
    level = Level.of(Recipe.parse("prim:6x5:braid=40:kite-7"))
    shows = [Searching(search(level.maze, level.start, level.goals, m)) for m in ("bfs", "dfs")]
    left, right = next(Film(shows).frames())
    joined = side_by_side([left, right])
    assert joined.shape == (11, 13 + 2 + 13)
    assert np.array_equal(joined[:, :13], left)
    assert np.array_equal(joined[:, -13:], right)


def test_steps_are_lines_of_json():
    events = trace(RECIPE).log
    lines = [json.loads(line) for line in json_lines(events)]
    assert len(lines) == len(events)
    for line, event in zip(lines, events, strict=True):
        assert line["kind"] == event.kind.name.lower()
        assert line["cell"] == list(event.cell)
        assert line.get("side") == (event.side.name if event.side is not None else None)
    assert [line["step"] for line in lines[:3]] == [1, 2, 3]


def test_a_file_is_written_as_its_ending_says():
    for suffix in FORMATS:
        assert exporter_of(f"a{suffix}") is not None
    with pytest.raises(ValueError, match=r"ends in .gif, .svg, not in '.png'"):
        exporter_of("maze.png")
