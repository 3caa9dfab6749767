import pytest

from mazegame.drawing import Ink, Minimap, Overview, Scene, Walker
from mazegame.engine import Direction, Level, Maze, Recipe
from mazegame.game.run import step
from tests.drawing.pictures import lines, text, walked
from tests.game.mazes import corridor


@pytest.mark.parametrize(
    ("braille", "cols", "rows", "steps", "drawn"),
    [
        (True, 8, 8, "N" * 7 + "E" * 5, ["╭────╮", "│⡏⠉⠉ │", "│A  B│", "╰────╯"]),
        (False, 6, 4, "NNN" + "EEE", ["+------+", "|oooo  |", "|A    B|", "+------+"]),
    ],
)
def test_a_dot_is_a_visited_cell(braille, cols, rows, steps, drawn):
    """Without Braille a character is one dot."""
    level = Level(Maze.from_floor([[1] * cols] * rows), (rows - 1, 0), ((rows - 1, cols - 1),))
    _, scene = walked(level, steps)
    assert text(Overview(1, braille=braille), scene) == drawn


@pytest.mark.parametrize(("braille", "shades"), [(True, "·░▒"), (False, " ,;")])
@pytest.mark.parametrize("scale", [1, 2, 4])
@pytest.mark.parametrize(
    ("recipe", "shade"),
    [
        ("recursive-backtracker:150x80:kite-7", 1),
        ("wilson:150x80:a", 2),
        ("wilson:150x80:braid=100:a", 0),
    ],
)
def test_a_maze_that_is_alike_everywhere_has_one_shade(recipe, shade, scale, braille, shades):
    drawing = Overview(scale, braille=braille, density=True)
    scene = Scene.of(Level.of(Recipe.parse(recipe)))
    drawn = "".join(line[1:-1] for line in text(drawing, scene)[1:-1])
    assert drawn.count(shades[shade]) >= 0.97 * len(drawn), "calm, so that ways stand out"


@pytest.mark.parametrize("colour", [True, False])
def test_in_ascii_no_shade_is_a_mark_or_the_dark(colour):
    level = Level.of(Recipe.parse("wilson:60x40:a"))
    drawing = Overview(1, braille=False, density=True, colour=colour)
    shaded = set("".join(line[1:-1] for line in text(drawing, Scene.of(level))[1:-1])) - {*"AB"}
    assert not shaded & {
        chr(drawing.glyphs.dot(colour=colour)),
        *drawing.glyphs.walk_marks.values(),
    }


def test_a_dot_covers_a_square_of_cells():
    level = corridor(40)
    run, scene = walked(level, "E" * 20)
    drawing = Overview(5)
    assert drawing.size(40, 1) == (6, 3)
    scene.walkers = [Walker(run.position)]
    assert text(drawing, scene)[1] == "│A⠉@B│"


def test_the_route_outshines_the_path_and_that_the_detours():
    level = Level(Maze.from_floor([[1] * 8] * 4), (0, 0), ((3, 7),))
    _, scene = walked(level, "EEEEWWWW" + "SSSEE")
    scene.show_path(level.path_from((3, 2)))
    inks = lines(Overview(1), scene)[1].ink.tolist()[1:5]
    assert inks == [Ink.START, Ink.TRAIL, Ink.PATH, Ink.GOAL]
    scene.path = None
    assert lines(Overview(1), scene)[1].ink.tolist()[3] == Ink.BACKTRACK


@pytest.mark.parametrize(("width", "height"), [(80, 21), (200, 57), (40, 9), (3, 3)])
@pytest.mark.parametrize(("cols", "rows"), [(1, 1), (19, 10), (300, 7), (4096, 4096)])
@pytest.mark.parametrize("braille", [True, False])
def test_the_fitting_map_fits_and_is_the_largest_that_does(cols, rows, width, height, braille):
    drawing = Overview.fitting(cols, rows, width, height, braille=braille)
    wide, high = drawing.size(cols, rows)
    assert wide <= width
    assert high <= height
    if drawing.scale > 1:
        larger = Overview(drawing.scale - 1, braille=braille).size(cols, rows)
        assert larger[0] > width or larger[1] > height


def test_every_cell_lies_in_the_map():
    level = Level.of(Recipe.parse("binary-tree:37x23:map"))
    drawing = Overview.fitting(37, 23, 20, 10)
    wide, high = drawing.size(37, 23)
    for cell in ((0, 0), (22, 36), (11, 18)):
        x, y = drawing.centre(cell)
        assert 0 < x < wide - 1
        assert 0 < y < high - 1
        scene = Scene.of(level, Walker(cell))
        assert text(drawing, scene)[y][x] == "@"


def test_the_trails_of_rivals_are_on_the_map_and_the_minimap_where_nobody_walked():
    level = corridor(40)
    _, scene = walked(level, "E" * 9)
    scene.trails = {(0, 3): (0, "t"), (0, 21): (1, "l"), (0, 30): (3, "g")}
    line = lines(Overview(1), scene)[1]
    assert [(chr(line.glyphs[at]), line.ink[at]) for at in (2, 11, 16)] == [
        (chr(0x2809), Ink.TRAIL),
        ("l", Ink.RIVAL_2),
        ("g", Ink.RIVAL_4),
    ]
    glyphs, ink, _ = Minimap(scene, 22, 3).draw((0, 0), (0, 39))
    signs = [(chr(glyphs[1, at]), ink[1, at]) for at in (11, 16)]
    assert signs == [("l", Ink.RIVAL_2), ("g", Ink.RIVAL_4)]
    assert ink[1, 2] == Ink.TRAIL


def test_the_minimap_is_drawn_anew_only_after_a_change():
    run, scene = walked(corridor(400), "E")
    scene.walkers = [walker := Walker(run.position)]
    minimap = Minimap(scene, 22, 3)
    window = (0, 0), (0, 39)
    first = minimap.draw(*window)
    walker.cell = (0, 2)
    minimap.note([(0, 2)])
    assert minimap.draw(*window) is first  # within the same character
    walker.cell = (0, 90)
    moved = minimap.draw(*window)
    assert moved is not first
    scene.trails = {(0, 300): (1, "l")}
    assert minimap.draw(*window) is not moved
    before = minimap.draw(*window)
    for _ in range(60):
        step(run, Direction.E)
    minimap.note([run.position])
    assert minimap.draw(*window) is not before
    assert minimap.draw((0, 50), (0, 89))[1].tolist() != before[1].tolist()


def test_in_ascii_the_path_is_a_line():
    """Where it fills an area, its turns are still to be seen; a character is two rows."""
    maze = Maze([[2, 12, 0, 0, 0], *[[0, 5, 0, 0, 0]] * 4, [0, 3, 10, 10, 8]])
    level = Level(maze, (0, 0), ((5, 4),))
    scene = Scene.of(level)
    scene.show_path(level.path_from(level.start))
    drawn = [line[1:-1] for line in text(Overview(1, braille=False), scene)[1:-1]]
    assert drawn == ["A+   ", " |   ", " +--B"]
