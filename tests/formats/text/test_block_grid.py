"""Block grids: what is read, what is refused, and that writing is the inverse."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazegame.engine import Level, NotEnoughMemoryError, Recipe
from mazegame.engine.support import memory as engine_memory
from mazegame.formats import from_bytes
from mazegame.formats.errors import FormatError
from mazegame.formats.source import Source
from mazegame.formats.text import block_grid
from tests import naive
from tests.formats.text.texts import read_grid, write_grid
from tests.strategies import grids

NINE = Path(__file__).parents[2] / "data" / "nine.txt"


def steps_through(squares: np.ndarray) -> int | None:
    """Count the steps from A to the nearest B, character by character; None if none leads there."""
    floor = squares != "X"
    passages = naive.opened(floor & np.roll(floor, -1, axis=1), floor & np.roll(floor, -1, axis=0))
    field = naive.flood(passages, map(tuple, np.argwhere(squares == "A").tolist()))
    steps = field[(squares == "B") & (field >= 0)]
    return int(steps.min()) if steps.size else None


def joined(grid: list[list[str]]) -> str:
    return "".join("".join(line) + "\n" for line in grid)


class TestReading:
    def test_floor_joins_floor_and_nothing_else(self):
        level = read_grid("A.X\nX..\n.XB\n")
        assert level.maze.passages.tolist() == [[2, 12, 0], [0, 3, 12], [0, 0, 1]]

    @pytest.mark.parametrize(
        "change",
        [
            lambda text: text.replace("\n", "\r\n"),
            lambda text: text.rstrip("\n"),
            lambda text: text.rstrip("\n").replace("\n", "\r\n"),
            lambda text: text + "\n\r\n\n",
            lambda text: "\ufeff" + text,
            lambda text: text.encode(),
            lambda text: b"\xef\xbb\xbf" + text.encode(),
            lambda text: text.replace("\n", "\r\n", 4),
            lambda text: text.replace(".", " "),
        ],
    )
    def test_line_ends_a_byte_order_mark_and_spaces_for_floor_do_not_matter(self, change):
        plain = NINE.read_text()
        level = read_grid(change(plain))
        assert level.maze == read_grid(plain).maze
        assert level.start == (3, 2)

    def test_a_full_boundary_of_rock_is_removed_once(self):
        bare = "A.B\n..X\n"
        framed = "XXXXX\nXA.BX\nX..XX\nXXXXX\n"
        assert read_grid(framed).maze == read_grid(bare).maze
        twice = "XXXXXXX\nXXXXXXX\nXXA.BXX\nXX...XX\nXXXXXXX\nXXXXXXX\n"
        assert read_grid(twice).maze.passages.shape == (4, 5)

    @pytest.mark.parametrize("hole", [(0, 2), (3, 2), (1, 0), (1, 4)])
    def test_a_boundary_with_a_gap_stays(self, hole):
        lines = [list(line) for line in ("XXXXX", "XA.BX", "X...X", "XXXXX")]
        lines[hole[0]][hole[1]] = "."
        level = read_grid(joined(lines))
        assert level.maze.passages.shape == (4, 5)
        assert (level.start, level.goals) == ((1, 1), ((1, 3),))

    def test_ends_in_rock_are_refused_with_what_is_counted(self):
        text = b"#.#####\n#...#.#\n###.#.#\n#.....#\n#######\n"
        assert from_bytes(text, start=(0, 1), goals=(1, 5)).dist_min == 9
        said = "r0c0 is rock, or walled in: rows and columns are counted from 0 at its first char"
        with pytest.raises(FormatError, match=f"start {said}"):
            from_bytes(text, start=(0, 0), goals=(1, 5))
        with pytest.raises(FormatError, match=f"goals {said}"):
            from_bytes(text, start=(0, 1), goals=(0, 0))
        framed = text.replace(b"#.#", b"###", 1)
        assert from_bytes(framed, start=(0, 0), goals=(0, 4)).dist_min == 8
        with pytest.raises(FormatError, match=r"start r0c3 is rock.* from 0 within its border"):
            from_bytes(framed, start=(0, 3), goals=(0, 4))

    def test_the_nearest_of_several_goals_counts(self):
        level = read_grid("B...A..BX\n")
        assert level.goals == ((0, 0), (0, 7))
        assert level.dist_min == 3


class TestRefusing:
    def test_bytes_broken_across_a_piece_are_still_text(self):
        line = b"." * ((1 << 16) - 1)
        with pytest.raises(FormatError, match=r"line 1, column 65536: 'é'"):
            read_grid(line + "é".encode() + b"\n")
        with pytest.raises(FormatError, match="not text"):
            read_grid(line + "é".encode()[:1])

    def test_a_grid_of_goals_is_refused(self):
        line = "B" * 300 + "\n"
        with pytest.raises(FormatError, match="more than 65,536 Bs"):
            read_grid("A" + line[1:] + line * 300 + "X" * 300)
        assert len(read_grid("A" + line[1:] + line * 200 + "X" * 300).goals) == 201 * 300 - 1

    def test_a_grid_too_large_for_memory_is_refused_before_reading(self, monkeypatch):
        monkeypatch.setattr(engine_memory, "available_bytes", lambda: 1 << 20)
        source = Source(None, 64 << 20)
        source.head = lambda: b"A.B"
        with pytest.raises(
            NotEnoughMemoryError, match=r"a block grid of 64\.0 MiB would take 96\.0 MiB"
        ):
            block_grid.read(source)


class TestWriting:
    def test_a_block_maze_is_written_as_it_was_read(self):
        text = NINE.read_text()
        assert write_grid(read_grid(text)) == text

    def test_a_grid_without_a_boundary_gets_one(self):
        assert write_grid(read_grid("A.B\nX..\n")) == "XXXXX\nXA.BX\nXX..X\nXXXXX\n"

    @pytest.mark.parametrize("size", [(1, 2), (2, 1), (1, 7), (6, 1), (5, 4), (13, 17)])
    def test_a_generated_maze_comes_back_twice_as_fine(self, size):
        cols, rows = size
        level = Level.of(Recipe("wilson", cols, rows, "round-trip"))
        text = write_grid(level)
        lines = text.splitlines()
        assert len(lines) == 2 * rows + 1
        assert {len(line) for line in lines} == {2 * cols + 1}
        back = read_grid(text)
        assert back.dist_min == 2 * level.dist_min
        assert back.start == (2 * level.start[0], 2 * level.start[1])
        assert np.array_equal(back.field[::2, ::2], 2 * level.field)
        assert write_grid(back) == text

    def test_two_ends_in_one_cell_cannot_be_written(self):
        with pytest.raises(ValueError, match="the same cell"):
            write_grid(Level.of(Recipe("recursive-backtracker", 1, 1, "dot")))

    @given(st.data())
    @settings(deadline=None, max_examples=150)
    def test_reading_what_was_written_gives_the_same_level(self, data):
        floor = data.draw(grids(st.integers(1, 8), st.integers(2, 8)))
        grid = np.where(floor, ".", "X")
        places = data.draw(st.permutations([*np.ndindex(grid.shape)]))
        for place, letter in zip(places, data.draw(st.sampled_from(["AB", "ABBB"])), strict=False):
            grid[place] = letter
        grid = np.pad(grid, 1, constant_values="X")  # a grid needs a wall
        expected = steps_through(grid)
        level = read_grid(joined(grid))
        assert (level.dist_min if level.has_path else None) == expected
        assert read_grid(write_grid(level)) == level


def test_a_cell_of_rock_between_thick_walls_has_no_way_out_on_any_side():
    """The gaps in the walls beside it lead into rock."""
    lines = ["X" * 7, "XA....X", "X.X.X.X", "X..X..X", "X.X.X.X", "X....BX", "X" * 7]
    level = from_bytes(("\n".join(lines) + "\n").encode(), "thick")
    assert level.maze.passages.shape == (3, 3)
    assert level.maze.passages[1, 1] == 0
    assert (np.delete(level.maze.passages.ravel(), 4) > 0).all()


def test_as_many_goals_as_fit_are_read_and_one_more_is_not(monkeypatch):
    monkeypatch.setattr(block_grid, "MAX_GOALS", 3)
    assert len(read_grid("ABBBX\n").goals) == 3
    with pytest.raises(FormatError, match="more than 3 Bs"):
        read_grid("ABBBBX\n")
