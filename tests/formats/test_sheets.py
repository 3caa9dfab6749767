"""Puzzle sheets: every maze is on a page, with its number, its game ID and its solution."""

import re
import zlib

import numpy as np
import pytest

from mazegame.engine import Level, Maze
from mazegame.formats import book
from mazegame.formats.pictures.page import Strokes, Trail, Words
from mazegame.formats.sheets import by_difficulty, make_pages

LEVELS = [Level.of(f"wilson:{9 + i}x7:sheet-{i}") for i in range(7)]


def pages_of(levels=LEVELS, **more):
    options = {"title": "", "per_page": 3, "solutions": "end", "paper": "a4", "theme": ""}
    return make_pages(levels, **(options | more))


def words(page):
    return [mark.text for mark in page.marks if isinstance(mark, Words)]


def trails(page):
    return sum(isinstance(mark, Trail) for mark in page.marks)


def captions(page):
    return [text for text in words(page) if "sheet-" in text]


def test_each_maze_is_once_among_the_mazes_and_once_among_the_solutions():
    pages = pages_of(title="Rainy day")
    assert [len(captions(page)) for page in pages] == [3, 3, 1, 7]
    numbered = [f"{i + 1}   {level.recipe}" for i, level in enumerate(LEVELS)]
    assert [text for page in pages[:3] for text in captions(page)] == numbered
    assert captions(pages[3]) == numbered
    assert [trails(page) for page in pages] == [0, 0, 0, 7]
    assert [words(page)[0] for page in pages] == ["Rainy day"] * 3 + ["Rainy day - Solutions"]
    assert [words(page)[-1] for page in pages] == ["1", "2", "3", "4"]


def test_solutions_on_the_back_lie_behind_their_mazes():
    pages = pages_of(solutions="back", per_page=4)
    assert [trails(page) for page in pages] == [0, 4, 0, 3]
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        places = [
            {
                mark.text: mark.x
                for mark in page.marks
                if isinstance(mark, Words) and "-" in mark.text
            }
            for page in (front, back)
        ]
        assert places[0].keys() == places[1].keys()
        for text, x in places[0].items():
            assert places[1][text] == pytest.approx(front.width - x)


def test_without_solutions_there_are_none():
    assert [trails(page) for page in pages_of(solutions="none")] == [0, 0, 0]


@pytest.mark.parametrize("per_page", [1, 2, 3, 4, 5, 7, 12, 30])
@pytest.mark.parametrize("size", ["30x8", "8x30", "12x12"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nothing_lies_outside_the_page_or_over_another_maze(per_page, size, paper):
    level = Level.of(f"wilson:{size}:a")
    (page,) = pages_of([level] * per_page, per_page=per_page, paper=paper, solutions="none")
    mazes = [mark.ends for mark in page.marks if isinstance(mark, Strokes)]
    boxes = []
    for across, down in zip(mazes[::2], mazes[1::2], strict=True):
        both = [*across.tolist(), *down.tolist()]
        xs, ys = (
            [x for a, _, b, _ in both for x in (a, b)],
            [y for _, a, _, b in both for y in (a, b)],
        )
        boxes.append((min(xs), min(ys), max(xs), max(ys)))
    assert len(boxes) == per_page
    for left, top, right, bottom in boxes:
        assert 40 < left < right < page.width - 40
        assert 40 < top < bottom < page.height - 40
    for number, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[number + 1 :]:
            apart = right < other[0] or other[2] < left or bottom < other[1] or other[3] < top
            assert apart


def test_a_book_is_a_pdf_of_as_many_pages(tmp_path):
    (file,) = book(LEVELS, tmp_path / "book.pdf", title="\u00dcbung", per_page=3)
    data = file.read_bytes()
    assert data.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type /Page\b", data)) == 4
    streams = re.findall(rb"stream\n(x(?s:.*?))\nendstream", data)
    assert "(\xdcbung) Tj" in zlib.decompress(streams[0]).decode("latin-1")
    book(LEVELS, tmp_path / "again.pdf", title="\u00dcbung", per_page=3)
    assert (tmp_path / "again.pdf").read_bytes() == data


def test_a_pdf_shows_all_characters_of_its_fonts(tmp_path):
    signs = "\u2013 \u20ac \u2018 \u201c\u2026\u201d \u0178"
    (file,) = book([Level.of("wilson:9x9:a\u2013b")], tmp_path / "b.pdf", title=signs)
    streams = re.findall(rb"stream\n(x(?s:.*?))\nendstream", file.read_bytes())
    page = zlib.decompress(streams[0])
    for text in (signs, "wilson:9x9:a\u2013b"):
        assert text.encode("cp1252") + b") Tj" in page


def test_a_game_id_that_cannot_be_printed_is_refused(tmp_path):
    levels = [*LEVELS, Level.of("wilson:9x9:\u65e5\u672c")]
    said = "the game ID 'wilson:9x9:\u65e5\u672c' has '\u65e5', which a PDF's own fonts lack: svg "
    with pytest.raises(ValueError, match=said):
        book(levels, tmp_path / "book.pdf")
    assert not list(tmp_path.iterdir())
    (page, *_) = book(levels[-1:], tmp_path / "b.svg")
    assert "\u65e5\u672c" in page.read_text("utf-8")


def test_doors_are_gaps_in_the_walls():
    def walls(**more):
        return sum(
            np.abs(mark.ends[:, 2:] - mark.ends[:, :2]).sum()
            for mark in pages_of(LEVELS[:1], solutions="none", **more)[0].marks
            if isinstance(mark, Strokes)
        )

    # 48 walls inside, 32 around it, and a little more at the end of each stroke.
    assert 2 / 100 < 1 - walls(doors=True) / walls() < 2 / 80
    assert walls(doors="W-E") == pytest.approx(walls(doors=True))
    with pytest.raises(ValueError, match="lies inside the maze and can have no door"):
        pages_of([Level.of("wilson:9x7:ends=r3c3-r6c8:a")], doors=True)


def test_a_title_that_cannot_be_printed_is_refused(tmp_path):
    with pytest.raises(ValueError, match="which a PDF's own fonts lack: svg shows"):
        book(LEVELS, tmp_path / "book.pdf", title="\u5c71")
    with pytest.raises(ValueError, match="one line of printable text"):
        book(LEVELS, tmp_path / "book.svg", title="a\x1b")
    assert not list(tmp_path.iterdir())
    assert "\u5c71" in book(LEVELS, tmp_path / "b.svg", title="\u5c71")[0].read_text("utf-8")


def test_svg_pages_are_files_of_their_own(tmp_path):
    files = book(LEVELS, tmp_path / "book.svg", per_page=4, title="<b>")
    assert [file.name for file in files] == ["book-01.svg", "book-02.svg", "book-03.svg"]
    text = files[0].read_text(encoding="utf-8")
    assert "&lt;b&gt;" in text
    assert str(LEVELS[0].recipe) in text


def test_the_easiest_comes_first():
    levels = [Level.of(f"recursive-backtracker:{side}x{side}:a") for side in (30, 5, 15)]
    assert by_difficulty(levels) == [levels[1], levels[2], levels[0]]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"levels": []}, "a book has 1 to 10,000 mazes, not 0"),
        ({"levels": [LEVELS[0].maze]}, r"levels\[0\] is <Maze 9x7, 62 passages>, not a Level"),
        ({"levels": [Level(Maze([[2, 8]]), (0, 0), ())]}, "there is no path"),
        ({"per_page": 31}, "per_page must be a whole number from 1 to 30, not 31"),
        ({"solutions": "front"}, "solutions are 'front': end, back, none fit"),
        ({"paper": "a3"}, "there is no paper 'a3': a4 or letter fits"),
        ({"theme": "loud"}, "there are no colours 'loud'"),
        ({"file": "book.txt"}, "a book's name ends with .pdf or .svg, not 'book.txt'"),
    ],
)
def test_what_cannot_be_printed_is_refused(arguments, said, tmp_path):
    given = {"levels": LEVELS, "file": "book.pdf"} | arguments
    with pytest.raises((TypeError, ValueError), match=said):
        book(given.pop("levels"), tmp_path / given.pop("file"), **given)
    assert not list(tmp_path.iterdir())
