"""What texts of other programs mean: who is wall and floor, and what stands around a maze."""

import codecs
import io

import numpy as np
import pytest

from mazegame.engine import Level, Maze, generate
from mazegame.formats import FormatError, from_bytes, load_maze, to_bytes
from mazegame.formats import source as source_module
from mazegame.formats.data.npy import file_of
from mazegame.formats.detection import detect
from mazegame.formats.files import load_mask
from mazegame.formats.text.conventions import USUAL
from tests import naive

SNAKE = ["#######", "#S    #", "##### #", "#E    #", "#######"]
"""Ten steps from S to E, and 11 cells."""

BORDERED = ["#######", "#      ", "### ###", "      #", "#######"]
"""Eight steps from the gap at the right to that at the left."""


def text(lines, *changes):
    """Return lines as a text, each of some characters replaced by another one."""
    table = str.maketrans("".join(one for one, _ in changes), "".join(two for _, two in changes))
    return "\n".join((*lines, "")).translate(table).encode()


def rows_of(maze):
    return maze.passages.tolist()


PLAIN = from_bytes(text(SNAKE))


class TestWalls:
    @pytest.mark.parametrize("wall", [*"*+&%=H?~", "█", "▓", "■", "░", "X", "1", "@"])
    def test_what_a_closed_border_is_made_of_is_wall(self, wall):
        level = from_bytes(text(SNAKE, "#" + wall))
        assert level == PLAIN
        assert (level.dist_min, np.count_nonzero(level.maze.passages)) == (10, 11)

    @pytest.mark.parametrize("wall", "*+&")
    def test_a_closed_border_is_wall_beside_other_walls_too(self, wall):
        level = from_bytes(text(["#####", "#SXE#", "#   #", "#####"], "#" + wall))
        assert (level.maze.shape, level.dist_min) == ((2, 3), 4)

    def test_a_path_along_an_open_edge_is_no_border(self):
        level = from_bytes(b"*****\n*###*\nS # E\n")
        assert (level.maze.shape, level.dist_min) == ((3, 5), 8)

    @pytest.mark.parametrize("wall", "*+&")
    @pytest.mark.parametrize("ends", ["  ", "S ", "SE"])
    def test_two_gaps_do_not_matter(self, wall, ends):
        lines = BORDERED.copy()
        lines[1] = lines[1][:-1] + ends[0]
        lines[3] = ends[1] + lines[3][1:]
        level = from_bytes(text(lines, "#" + wall), start=(1, 6), goals=(3, 0))
        assert level.dist_min == 8

    @pytest.mark.parametrize("path", "*+·•:")
    def test_marks_of_a_path_are_floor_beside_walls(self, path):
        assert from_bytes(text(SNAKE, " " + path)) == PLAIN

    @pytest.mark.parametrize(
        "lines", [["A.B"], ["S  ", "  E"], ["...", ".*.", "A.B"], ["0 0", "0 3"]]
    )
    def test_a_text_without_a_wall_is_refused(self, lines):
        with pytest.raises(FormatError, match="there is no wall in it"):
            from_bytes(text(lines))

    @pytest.mark.parametrize(
        "lines", [["}"], ["~~~~"], ["~~~~"] * 2, ["p p", " p "], [")))", ") )", ")))"]]
    )
    def test_what_is_left_of_other_texts_makes_no_wall(self, lines):
        with pytest.raises(FormatError, match=r"no wall|has no place"):
            from_bytes(text(lines), start=(0, 0))

    def test_an_open_border_makes_no_wall(self):
        with pytest.raises(FormatError, match=r"no wall in it, and no closed border of \*"):
            from_bytes(b"*****\nS   E\n* * *\n     \n*****\n")

    def test_a_single_line_has_no_border(self):
        with pytest.raises(FormatError, match="has no place"):
            from_bytes(b"%%#%")


class TestBlanks:
    def test_missing_ones_at_the_ends_of_lines_are_floor(self):
        stripped = [line.rstrip() for line in BORDERED]
        assert stripped != BORDERED
        level = from_bytes(text(stripped))
        assert level == from_bytes(text(BORDERED))
        assert level.dist_min == 8

    def test_an_open_grid_may_lack_them_too(self):
        lines = ["S #  ", "# #  ", "    #", "### E"]
        assert from_bytes(text([line.rstrip() for line in lines])) == from_bytes(text(lines))

    @pytest.mark.parametrize("row", range(5))
    def test_surplus_ones_count_for_nothing(self, row):
        lines = [line + "   " * (number == row) for number, line in enumerate(SNAKE)]
        assert from_bytes(text(lines)) == PLAIN

    def test_surplus_ones_behind_points_count_for_nothing(self):
        first, *others = SNAKE
        dotted = text([first + "   ", *(line.replace(" ", ".") for line in others)])
        assert from_bytes(dotted) == PLAIN
        assert from_bytes(b"XXXXX\nXA.BX  \nXXXXX\n").dist_min == 2

    @pytest.mark.parametrize(
        "lines",
        [
            [*SNAKE[:4], "###"],  # cut off
            [*SNAKE[:4], "######"],
            ["####", *SNAKE[1:]],
            [*SNAKE[:3], "", *SNAKE[3:]],
            ["#######", "#S", "##", "#E", "#######", "#######"],
            ["S #", "# #  ", "    #", "E"],
            [*SNAKE[:1], "#S", *SNAKE[2:]],  # no gap is missing
        ],
    )
    def test_lines_that_end_within_walls_are_refused(self, lines):
        with pytest.raises(FormatError, match=r"line \d has length \d, line \d has length \d"):
            from_bytes(text(lines))

    def test_lines_of_points_are_equally_long(self):
        with pytest.raises(FormatError, match="line 2 has length 2, line 1 has length 3"):
            from_bytes(b"A..\nX.\n..B\n")

    @pytest.mark.parametrize("lines", [SNAKE, BORDERED])
    def test_a_margin_of_blanks_is_none_of_the_maze(self, lines):
        margin = ["", "   ", *("   " + line for line in lines), " " * 12]
        assert from_bytes(text(margin)) == from_bytes(text(lines))

    def test_errors_count_lines_behind_a_margin(self):
        with pytest.raises(FormatError, match="two starts, at line 4, column 2"):
            from_bytes(text(["", "", *SNAKE[:3], "#S   S#", SNAKE[-1]]))

    def test_blanks_around_an_open_grid_are_floor(self):
        level = from_bytes(b"     \n # # \nA# #B\n # # \n     \n")
        assert (level.maze.shape, level.dist_min) == ((5, 5), 8)


class TestAround:
    def test_a_size_that_does_not_fit_is_refused(self):
        for lines, said, follow in (
            (SNAKE[:4], "7 5", "4 rows of 7"), (SNAKE, "9 9", "5 rows of 7"),
            (SNAKE[:1], "7 7", "1 row"),
        ):  # fmt: skip
            with pytest.raises(FormatError, match=f"its first line says {said}, and {follow}"):
                from_bytes(text([said, *lines]), start=(0, 0))

    @pytest.mark.parametrize("said", ["7 5", "5 7", "5x3", "3, 2"])
    def test_a_size_that_fits_is_none_of_the_grid(self, said):
        assert from_bytes(text([said, *SNAKE])) == PLAIN

    @pytest.mark.parametrize("form", ["ascii", "unicode", "micromouse", "compact"])
    def test_a_drawing_of_another_size_is_refused(self, form):
        data = to_bytes(generate("wilson", 4, 3, "a"), form)
        for said in ("4 3", "9 7"):
            assert load_maze(io.BytesIO(f"{said}\n".encode() + data)).shape == (3, 4)
        for said in ("3 3", "9 8"):
            with pytest.raises(FormatError, match=f"its first line says {said}"):
                from_bytes(f"{said}\n".encode() + data, start=(0, 0))

    @pytest.mark.parametrize("above", ["\n", "\r\n\r\n", "\ufeff\n\n"])
    @pytest.mark.parametrize("below", ["", "\n\n", "\r\n"])
    def test_empty_lines_around_do_not_matter(self, above, below):
        for form in ("grid", "ascii", "unicode", "micromouse", "compact"):
            level = Level.of("wilson:4x3:a")
            data = to_bytes(level, form)
            found = from_bytes(above.encode() + data + below.encode())
            assert (found.maze, found.goals) == (from_bytes(data).maze, from_bytes(data).goals)

    def test_lines_of_blanks_above_a_drawing_do_not_matter(self):
        data = b"   \n" + to_bytes(Level.of("wilson:4x3:a"), "ascii")
        assert from_bytes(data).maze == generate("wilson:4x3:a")

    @pytest.mark.parametrize("coding", ["utf-16-le", "utf-16-be"])
    @pytest.mark.parametrize("form", ["ascii", "unicode", "grid", "json", "num"])
    @pytest.mark.parametrize("block", [3, 1 << 20])
    def test_utf_16_with_a_mark_is_read(self, coding, form, block, monkeypatch):
        level = Level.of("wilson:4x3:a")
        data = to_bytes(level, form)
        mark = codecs.BOM_UTF16_LE if coding.endswith("le") else codecs.BOM_UTF16_BE
        monkeypatch.setattr(source_module, "BLOCK_BYTES", block)
        found = from_bytes(mark + data.decode().replace("\n", "\r\n").encode(coding))
        assert found.maze == from_bytes(data).maze

    def test_a_mask_in_utf_16_is_read(self, tmp_path):
        (tmp_path / "mask.txt").write_bytes("..X\n...\n".encode("utf-16"))
        assert load_mask(tmp_path / "mask.txt").tolist() == [[1, 1, 0], [1, 1, 1]]

    @pytest.mark.parametrize("form", ["ascii", "unicode", "grid", "compact"])
    def test_a_maze_is_read_within_other_text(self, form):
        data = to_bytes(Level.of("wilson:4x3:a"), form)
        around = (
            b"Try this one:\n\n```text\n" + data + b"```\nLength of the path: 7\n\nGood luck!\n"
        )
        for given in (around, b"Try this:\n" + data, data + b"\nIs it hard?\n"):
            assert detect(given) == form
            assert from_bytes(given) == from_bytes(data)

    def test_text_alone_is_no_maze(self):
        with pytest.raises(FormatError, match="'H' has no place"):
            from_bytes(b"Hello there,\nhow do you do?\n")


class TestTable:
    def test_gaps_in_the_border_are_a_and_b(self):
        level = from_bytes(text(BORDERED))
        assert (level.start, level.goals, level.dist_min) == ((1, 6), ((3, 0),), 8)
        alone = load_maze(io.BytesIO(text(BORDERED)))
        assert alone == level.maze

    @pytest.mark.parametrize("lines", [["#  ##", "#   #", "#####"], ["# # #", "#    ", "#####"]])
    def test_other_gaps_are_not(self, lines):
        with pytest.raises(FormatError, match="it has no A"):
            from_bytes(text(lines))

    def test_a_layout_of_berkeley(self):
        data = b"%%%%%%%\n%    P%\n% %%%%%\n%.   G%\n%%%%%%% \n"
        level = from_bytes(data)
        assert (level.start, level.goals, level.dist_min) == ((0, 4), ((2, 0),), 6)
        with pytest.raises(FormatError, match="it has no A: name cells"):
            from_bytes(data.replace(b"P", b" "))

    @pytest.mark.parametrize("head", ["height 3\nwidth 5", "width 5\nheight 3"])
    @pytest.mark.parametrize("newline", ["\n", "\r\n"])
    def test_a_map_of_moving_ai(self, head, newline):
        data = f"type octile\n{head}\nmap\n@@@@@\n@G.T@\nOSWWW\n".replace("\n", newline).encode()
        level = from_bytes(data, start=(1, 1), goals=(2, 1))
        assert (level.maze.shape, level.dist_min) == ((3, 5), 1)
        assert rows_of(level.maze) == [[0] * 5, [0, 6, 8, 0, 0], [0, 1, 0, 0, 0]]
        with pytest.raises(
            FormatError, match=r"its first line says (4 5|5 4), and 3 rows of 5 follow"
        ):
            from_bytes(data.replace(b"height 3", b"height 4"), start=(1, 1))
        with pytest.raises(FormatError, match="it has no A: name cells with start and goals"):
            from_bytes(data)
        untyped = data.partition(b"\n")[2]
        assert from_bytes(untyped, start=(1, 1), goals=(2, 1)) == level
        empty = b"type octile\nheight 1\nwidth 3\nmap\n...\n"
        assert from_bytes(empty, start=(0, 0), goals=(0, 2)).dist_min == 2

    @pytest.mark.parametrize("wall", ["##", "██", "**"])
    @pytest.mark.parametrize("path", ["  ", "::"])
    def test_a_cell_may_take_two_characters(self, wall, path):
        single = ["######", "S    #", "#### #", "##   G", "######"]
        pairs = {"#": wall, " ": path, "S": "S" + path[0], "G": path[0] + "G"}
        doubled = ["  " + "".join(pairs[c] for c in line) for line in single]
        assert [len(line) for line in doubled] == [14] * 5
        level = from_bytes(text(["", *(line.rstrip() for line in doubled)]))
        assert level == from_bytes(text(single))
        assert level.dist_min == 7

    @pytest.mark.parametrize("lines", [SNAKE, ["XXXXXX", "XXXXXX", "XXA.XX", "XX.BXX", "XXXXXX"]])
    def test_walls_two_characters_thick_alone_do_not_make_it(self, lines):
        floor = np.array([list(line) for line in lines])
        dots = np.isin(floor, list(" .ABSE"))
        assert rows_of(from_bytes(text(lines)).maze) == naive.opened(
            dots & np.roll(dots, -1, 1), dots & np.roll(dots, -1, 0)
        )[1:-1, 1:-1].tolist()  # fmt: skip

    def test_underscores(self):
        level = from_bytes(b" _ _ _\n|_  |_|\n|  _|_|\n|_ _ _|\n", start=(0, 0), goals=(2, 2))
        assert rows_of(level.maze) == [[2, 12, 0], [6, 9, 0], [3, 10, 8]]
        assert level.dist_min == 6
        with pytest.raises(FormatError, match=r"line 2, column 2: \| has no place there"):
            from_bytes(b" ___\n||_|\n|_|_|\n")
        with pytest.raises(FormatError, match="line 2, column 3: a letter has no place there"):
            from_bytes(b" ___\n|_A_|\n|_|_|\n")

    def test_a_table_of_pyamaze(self):
        rows = ['"(1, 1)",1,0,0,0', '"(1, 2)",0,1,0,1', '"(2, 1)",1,0,0,0', '"(2, 2)",0,1,1,0']
        data = text(["  cell  ,E,W,N,S", *rows])
        assert detect(data) == "pyamaze"
        level = from_bytes(data)
        assert rows_of(level.maze) == [[2, 12], [2, 9]]
        assert (level.start, level.goals, level.dist_min) == ((1, 1), ((0, 0),), 2)
        turned = text(["cell,N,E,S,W", "(1, 2),0,0,0,1", "(1, 1),0,1,0,0"])
        assert rows_of(from_bytes(turned).maze) == [[2, 8]]
        for lines, said in (
            (rows[:3], "it has 3 cells, which are not all of 2 by 2"),
            ([*rows, rows[0]], "it has 5 cells"),
            ([*rows, "9"], "line 6 is no cell"),
            ([rows[0], rows[1].replace("0,1,0,1", "0,0,0,1")], "its ways are no maze"),
            ([], "there is none in it"),
        ):
            with pytest.raises(FormatError, match=said):
                from_bytes(text(["cell,E,W,N,S", *lines]))

    @pytest.mark.parametrize(
        ("data", "passages"),
        [
            (b"0 0 1 1 1 1\n", [[0]]),
            (b"0 0 0 1 1 1\n0 1 1 1 0 1\n", [[4], [1]]),
            (b"0 0 0 1 1 1\n0 1 1 0 0 1\n1 0 0 1 1 1\n1 1 1 1 0 0\n", [[6, 12], [1, 1]]),
            (b"0 0 1 0 1 1\n1 0 1 0 1 0\n2 0 1 1 1 0\n", [[2, 10, 8]]),
        ],
    )
    def test_a_list_of_walls_is_no_matrix(self, data, passages):
        assert detect(data) == "num"
        level = from_bytes(data)
        assert rows_of(level.maze) == passages
        assert level.start == (len(passages) - 1, 0)

    def test_six_columns_of_0_and_1_are_a_matrix_where_they_name_no_cells(self):
        for data in (b"0 0 1 1 1 1\n0 0 0 0 0 1\n", b"1 0 1 1 1 1\n0 0 0 0 0 1\n1 1 1 1 1 1\n"):
            assert detect(data) == "numbers"

    def test_an_array_of_0_and_1_is_a_grid(self):
        grid = np.array([[c == "#" for c in line] for line in SNAKE])
        for array in (grid.astype(np.int8), grid, grid.astype(np.int64)):
            level = from_bytes(file_of(array))
            assert level.maze == PLAIN.maze
            assert (level.start, level.goals) == ((0, 0), ((2, 4),))
            assert from_bytes(file_of(~array if array is grid else 1 - array), floor="1") == level
        bordered = np.array([[c == "#" for c in line] for line in BORDERED])
        assert from_bytes(file_of(bordered.astype(np.int8))) == from_bytes(text(BORDERED))
        with pytest.raises(FormatError, match="it has no A: name cells"):
            from_bytes(file_of(np.array([[1, 1, 1, 1], [1, 1, 0, 1], [1, 0, 0, 1], [1, 1, 1, 1]])))

    def test_an_array_of_passages_stays_one(self):
        maze = generate("wilson", 5, 4, "a")
        assert from_bytes(to_bytes(maze, "npy")).maze == maze

    def test_a_single_player_beside_walls_is_a(self):
        lines = ["#######", "#@   .#", "##### #", "#E    #", "#######"]
        assert from_bytes(text(lines)) == PLAIN
        with pytest.raises(FormatError, match="two starts, at line 2, column 2 and at line 4"):
            from_bytes(text([*lines[:3], "#  S E#", lines[4]]))
        for wall in "@X":  # several are walls, and so is one without others
            rocks = from_bytes(text(SNAKE, "#@")[:-8] + b"@@@@@@" + wall.encode() + b"\n")
            assert rocks == PLAIN
        assert rows_of(from_bytes(b"A@B\n...\n").maze) == [[4, 0, 4], [3, 10, 9]]

    def test_small_letters_are_ends_too(self):
        assert from_bytes(text(SNAKE, "Ss", "Ee")) == PLAIN

    def test_characters_may_stand_apart(self):
        apart = text([" ".join(line) for line in text(SNAKE, " -").decode().split()])
        assert detect(apart) == "numbers"
        assert from_bytes(apart) == PLAIN

    def test_the_table_says_which_characters_are_read(self):
        assert USUAL.words() == (
            "a block grid has rock (X # 1 @ or full blocks), floor (. 0 or a space), A (A S) and "
            "B (B G E)"
        )


class TestFloor:
    @pytest.mark.parametrize("wall", ["\u2028", "\xa0", "\x1d"])
    def test_messages_show_what_can_be_printed(self, wall):
        with pytest.raises(FormatError) as caught:
            from_bytes(text(SNAKE, "#" + wall))
        assert str(caught.value).isprintable()
        with pytest.raises(FormatError, match=r"'\?' has no place") as caught:
            from_bytes(text([*SNAKE, "?"]), floor=wall + "\n")
        assert str(caught.value).isprintable()

    def test_one_may_be_open(self):
        data = b"1 0 0 0\n1 1 0 1\n0 1 0 0\n1 1 1 1\n"
        level = from_bytes(data, floor="1", start=(0, 0), goals=(3, 3))
        assert level.dist_min == 6
        assert np.count_nonzero(level.maze.passages) == 8
        other = from_bytes(data, start=(0, 1), goals=(2, 3))
        assert other.maze != level.maze
        assert from_bytes(data.replace(b" ", b""), floor="1", start=(0, 0), goals=(3, 3)) == level

    def test_any_characters_may_be_floor(self):
        data = text(SNAKE, "# ", " #").replace(b"S", b"A").replace(b"E", b"B")
        assert from_bytes(data, floor="#") == PLAIN
        assert from_bytes(text(SNAKE, " ~"), floor="~") == PLAIN

    def test_a_border_of_0_may_be_wall_or_floor(self):
        either = b"00000\n01110\n00010\n01110\n00000\n"
        with pytest.raises(FormatError, match="floor 0 or floor 1 says which"):
            from_bytes(either, start=(0, 0))
        assert from_bytes(either, floor="1", start=(0, 0), goals=(2, 0)).dist_min == 6
        assert from_bytes(either, floor="0", start=(0, 0), goals=(2, 2)).dist_min == 4
        ends = b"00000\n01110\n01000\n02130\n00000\n"
        with pytest.raises(FormatError, match="floor 0 or floor 1 says which"):
            from_bytes(ends)
        level = from_bytes(ends, floor="1", start="r2c0", goals="r2c2")
        assert (level.maze.shape, level.dist_min) == ((3, 3), 2)
        hall = b"0000000\n0111110\n01S1E10\n0111110\n0000000\n"  # 0 joins no S and E
        assert rows_of(from_bytes(hall).maze) == [
            [6, *[14] * 3, 12],
            [7, *[15] * 3, 13],
            [3, *[11] * 3, 9],
        ]
        assert from_bytes(b"000\n010\n0S0\nE00\n").maze.shape == (4, 3)
        apart = b"0000000\n0100010\n0000000\n"  # 1 is no maze
        assert from_bytes(apart, start=(0, 0), goals=(0, 6)).dist_min == 6

    def test_it_is_for_characters_and_numbers(self):
        with pytest.raises(
            FormatError, match="it is ascii: floor is for grid, thick, numbers, npy"
        ):
            from_bytes(to_bytes(Level.of("wilson:4x3:a"), "ascii"), floor="1")


class TestWriting:
    @pytest.mark.parametrize("size", [(1, 1), (2, 1), (3, 5), (16, 16)])
    def test_a_list_of_walls_comes_back(self, size):
        maze = generate("wilson", *size, "mouse")
        level = from_bytes(to_bytes(maze, "num"))
        assert level.maze == maze
        assert level.start == (size[1] - 1, 0)

    def test_the_first_cell_is_at_the_lower_left(self):
        data = to_bytes(Maze([[2, 12], [2, 9]]), "num")
        assert data == b"0 0 1 0 1 1\n0 1 1 0 1 1\n1 0 0 1 1 0\n1 1 1 1 0 0\n"

    def test_a_binary_micromouse_maze_comes_back(self):
        maze = generate("wilson", 16, 16, "mouse")
        data = to_bytes(maze, "maz")
        assert (len(data), data[0]) == (256, 15 - maze.passages[15, 0])
        assert data[1] == 15 - maze.passages[14, 0]
        assert from_bytes(data).maze == maze
        with pytest.raises(ValueError, match="a MAZ file has 16x16 cells: this maze has 4x3"):
            to_bytes(generate("wilson", 4, 3, "a"), "maz")

    def test_endings_name_them(self, tmp_path):
        from mazegame.formats import save

        maze = generate("wilson", 16, 16, "mouse")
        for ending, form in (("maz", "maz"), ("num", "num"), ("map", "ascii")):
            save(maze, tmp_path / f"maze.{ending}")
            assert (tmp_path / f"maze.{ending}").read_bytes() == to_bytes(maze, form)
