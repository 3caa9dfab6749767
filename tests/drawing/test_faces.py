"""Faces: which texture has which, what their colours keep apart, and how their walls are drawn."""

import unicodedata
from itertools import combinations
from math import dist

import numpy as np
import pytest
from rich.color import Color, ColorSystem
from textual.theme import BUILTIN_THEMES

from mazegame.drawing import PALETTES, Ink, Scene, Walker, zooms
from mazegame.drawing.contrast import contrast
from mazegame.drawing.faces import FACES, MIXED_SETS, WALL_SETS, colours, face_of
from mazegame.drawing.inks import LIT_SHARES, RIVALS, SHARES, WALL_SHARES
from mazegame.drawing.palette import parse_rgb, with_cast, xterm
from mazegame.drawing.shares import RULES
from mazegame.engine import ALGORITHMS, PRESETS, Level, Recipe
from mazegame.themes import ON_SCREEN, palette_of, themes_in
from tests.drawing.pictures import text as written
from tests.drawing.pictures import walked
from tests.drawing.test_colours import SIGHTS, seen
from tests.game.mazes import ahead, corridor

PLACES = [FACES[name] for name in PRESETS]
ROOMY, HALF = 2, 4
LINES = zooms("rounded", colour=True, faces=True)
PLAIN = zooms("rounded", colour=False, marked=True, faces=True)
IN_ASCII = zooms("ascii", colour=True, faces=True)


# Which face a texture has


def test_every_texture_has_a_face_and_every_face_a_texture():
    assert set(FACES) == {*PRESETS, *ALGORITHMS.built_in}
    assert [*FACES][: len(PRESETS)] == [*PRESETS]
    for face in FACES.values():
        assert face.walls in WALL_SETS or face.walls in MIXED_SETS
        assert face.second in RULES or face.second in {"way", "none"}
        two_inks = face.second != "none" or face.walls == "hedge"
        for inks in (face.dark, face.light):
            assert (inks.wall2 is not None) == two_inks
            assert 0 <= inks.first_rival < len(RIVALS)
            assert 0 <= inks.first_rival_256 < len(RIVALS)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_keeps_its_face_with_other_ends_and_loops(name):
    recipe = PRESETS[name].recipe(24, 16, "a")
    assert face_of(recipe) is FACES[name]
    options = dict(recipe.options) | {"braid": "7", "ends": "random"}
    other = Recipe.make(recipe.algorithm, 24, 16, "a", options)
    assert face_of(other) is FACES[name]


@pytest.mark.parametrize(
    ("game_id", "name"),
    [
        ("wilson:9x9:a", "wilson"),
        ("wilson:9x9:braid=30:a", "wilson"),
        ("sidewinder:9x9:weights=1-5:a", "sidewinder"),
        ("recursive-division:9x9:a", "manor"),
        ("recursive-backtracker:9x9:mask=circle:a", "recursive-backtracker"),
    ],
)
def test_other_mazes_have_the_face_of_their_algorithm(game_id, name):
    assert face_of(Recipe.parse(game_id)) is FACES[name]
    assert Scene.of(Level.of(game_id)).face is FACES[name]


def test_a_maze_that_was_read_has_no_face():
    assert face_of(None) is None
    assert Scene.of(corridor(3)).face is None


# What colours keep apart


def oklab(colour):
    """A colour in OKLab (Ottosson 2020), in which 0.02 is just seen."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour)
    )
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def distance(one, other):
    """The least difference for normal eyes and for the three kinds of colour blindness."""
    eyes = [lambda colour: colour, *(lambda c, s=sight: seen(c, s) for sight in SIGHTS.values())]
    return min(dist(oklab(eye(one)), oklab(eye(other))) for eye in eyes)


def test_the_distance_is_that_of_the_worst_eye():
    assert distance((0, 0, 0), (255, 255, 255)) == pytest.approx(1, abs=0.01)
    red, green = (200, 80, 60), (110, 125, 60)
    assert distance(red, green) < 0.6 * dist(oklab(red), oklab(green))


class Look:
    """A face on a ground: all colours that are seen together."""

    def __init__(self, face, palette, *, few):
        ground = parse_rgb(palette.background)
        cast = with_cast(PALETTES[palette.name], few=few)
        inks, own = face.inks(palette), {}
        for filled in (False, True):
            own[filled] = colours(face, palette, ground=ground, filled=filled, fog=False, few=few)
        self.floor = parse_rgb(own[False].get(Ink.FLOOR, cast.background))
        hedge = face.walls == "hedge"
        of_hedge = [Ink.WALL, Ink.WALL_6] if hedge else WALL_SHARES
        self.lines = [parse_rgb(own[False][ink]) for ink in of_hedge]
        if hedge:  # half of each is seen
            one, two = self.lines
            self.lines = [tuple((a + b) // 2 for a, b in zip(one, two, strict=True))]
        self.fills = [parse_rgb(own[True][ink]) for ink in WALL_SHARES]
        self.walls_are_filled = face.walls in {"slab", "bricks", "hedge"}
        self.walls = [*self.lines, *([] if few else self.fills)]
        self.trail = parse_rgb(own[False][Ink.TRAIL])
        self.cast = {ink: cast.rgb(ink) for ink in (Ink.PLAYER, Ink.START, Ink.GOAL, Ink.HINT)}
        self.rivals = [cast.rgb(ink) for ink in RIVALS]
        self.first = self.rivals[inks.first_rival_256 if few else inks.first_rival]
        self.on_end = parse_rgb(cast.on_end)


@pytest.fixture(params=["maze-dark", "maze-light"])
def ours(request):
    return ON_SCREEN[request.param]


@pytest.fixture(params=[False, True], ids=["true colour", "256"])
def few(request):
    return request.param


@pytest.fixture(params=FACES.values(), ids=FACES)
def face(request):
    return request.param


def test_what_a_face_shows_can_be_read(face, ours, few):
    look = Look(face, ours, few=few)
    lines, fills = (4.2, 2.9) if few else (4.5, 3.0)
    for wall in look.lines:
        assert contrast(wall, look.floor) >= (fills if look.walls_are_filled else lines)
    assert min(contrast(fill, look.floor) for fill in look.fills) >= fills
    for ink in (look.trail, *look.rivals, look.cast[Ink.HINT], look.cast[Ink.PLAYER]):
        assert contrast(ink, look.floor) >= 4.5
    for end in (look.cast[Ink.START], look.cast[Ink.GOAL]):
        assert contrast(end, look.floor) >= (4.0 if few else 4.5)
        assert contrast(look.on_end, end) >= (4.3 if few else 4.5)


def test_what_a_face_shows_is_told_apart_by_every_eye(face, ours, few):
    look = Look(face, ours, few=few)
    player, hint = look.cast[Ink.PLAYER], look.cast[Ink.HINT]
    ends = look.cast[Ink.START], look.cast[Ink.GOAL]
    for wall in look.walls:
        assert distance(look.trail, wall) >= 0.12
        assert distance(look.first, wall) >= (0.08 if few else 0.10)
        for ink in (hint, *look.rivals):
            assert distance(ink, wall) >= (0.05 if few else 0.07)
        assert distance(player, wall) >= 0.10
    for rival in look.rivals:
        assert distance(look.trail, rival) >= (0.06 if few else 0.08)
        assert distance(player, rival) >= 0.05
    if not few:
        path, shared = ours.rgb(Ink.PATH), ours.rgb(Ink.SHARED)
        for wall in look.walls:
            assert min(distance(path, wall), distance(shared, wall)) >= 0.07
        assert min(distance(path, look.trail), distance(shared, look.trail)) >= 0.08
    assert distance(look.trail, hint) >= 0.08
    assert distance(player, look.trail) >= 0.06
    assert distance(*ends) >= 0.10
    assert min(distance(player, end) for end in ends) >= 0.10


def test_where_one_went_back_is_quieter_than_the_trail(face, ours, few):
    ground = parse_rgb(ours.background)
    own = colours(face, ours, ground=ground, filled=False, fog=False, few=few)
    floor = parse_rgb(own.get(Ink.FLOOR, ours.background))
    back, trail, head = (parse_rgb(own[ink]) for ink in (Ink.BACKTRACK, Ink.TRAIL, Ink.HEAD))
    assert 3.0 <= contrast(back, floor) < 0.6 * contrast(trail, floor)
    assert contrast(head, floor) >= 4.5


def test_the_colours_of_presets_differ_in_256_colours(ours):
    inks = [face.inks(ours) for face in PLACES]
    pairs = [(one.wall_256, one.wall2_256) for one in inks]
    assert len(set(pairs)) == len(pairs)


def test_256_colours_are_those_of_the_table():
    named = {
        number
        for face in FACES.values()
        for inks in (face.dark, face.light)
        for number in (inks.wall_256, inks.wall2_256)
        if number is not None
    }
    for number in named:
        shown = Color.from_rgb(*xterm(number)).downgrade(ColorSystem.EIGHT_BIT)
        there = zip(xterm(shown.number), xterm(number), strict=True)
        assert max(abs(one - other) for one, other in there) <= 8, "a grey has two numbers"


def test_the_cast_has_colours_of_its_own_among_256():
    in_256, in_all = themes_in("256"), themes_in("truecolor")
    for one, other in zip(in_256, in_all, strict=True):
        differs = one.variables["maze-player"] != other.variables["maze-player"]
        assert differs == (one.name in {"maze-dark", "maze-light"})
    dark = in_256[0].variables
    player = Color.parse(dark["maze-player"]).downgrade(ColorSystem.EIGHT_BIT)
    assert player.number == 221


def test_files_keep_the_cast_of_before():
    for name in ("maze-dark", "maze-light"):
        assert PALETTES[name].inks[Ink.PLAYER] != ON_SCREEN[name].inks[Ink.PLAYER]
    assert PALETTES["maze-dark"].inks[Ink.PLAYER] == "#ffd75e"
    assert PALETTES["maze-mono"] is ON_SCREEN["maze-mono"]


OTHERS = [
    *(palette for name, palette in ON_SCREEN.items() if name == "maze-colour-blind"),
    *(palette_of(theme) for theme in BUILTIN_THEMES.values() if not theme.ansi),
]


@pytest.mark.parametrize("palette", OTHERS, ids=lambda palette: palette.name)
def test_another_theme_shows_faces_that_can_be_read_on_its_ground(palette):
    ground = parse_rgb(palette.background)
    for one in FACES.values():
        lines = colours(one, palette, ground=ground, filled=False, fog=False, few=False)
        fills = colours(one, palette, ground=ground, filled=True, fog=False, few=False)
        assert Ink.FLOOR not in lines
        for ink in (*WALL_SHARES, Ink.TRAIL):
            assert contrast(parse_rgb(lines[ink]), ground) >= 4.4
            assert contrast(parse_rgb(fills[ink]), ground) >= 2.9


def test_on_a_panel_faces_can_be_read_and_have_no_tint(ours):
    panel = parse_rgb(ours.panel)
    own = colours(FACES["grass"], ours, ground=panel, filled=False, fog=False, few=False)
    assert Ink.FLOOR not in own
    assert contrast(parse_rgb(own[Ink.WALL]), panel) >= 4.4


def test_greys_stay_grey():
    mono = ON_SCREEN["maze-mono"]
    ground = parse_rgb(mono.background)
    assert colours(FACES["tide"], mono, ground=ground, filled=False, fog=False, few=False) == {}


def test_in_fog_walls_that_were_seen_are_dimmer_than_those_in_sight(face, ours):
    ground = parse_rgb(ours.background)
    own = colours(face, ours, ground=ground, filled=False, fog=True, few=False)
    inks = face.inks(ours)
    assert (own[Ink.LIT], own[Ink.WALL]) == (inks.wall, inks.fill)
    assert set(LIT_SHARES) <= set(own)
    clear = colours(face, ours, ground=ground, filled=False, fog=False, few=False)
    assert clear[Ink.WALL] == inks.wall
    assert Ink.LIT not in clear, "at the reveal what comes to light is brighter than all walls"


# How walls are drawn

SQUARES = ["recursive-division:13x9:faces", "wilson:13x9:faces"]


def scene_of(game_id, face, **marks):
    level = Level.of(game_id)
    scene = Scene.of(level, Walker(level.start), **marks)
    scene.face = face
    return scene


def block_of(scene, drawing):
    return drawing.block(scene, 0, 0, *drawing.size(scene.shape[1], scene.shape[0]))


@pytest.mark.parametrize("drawings", [LINES, PLAIN, IN_ASCII], ids=["colour", "none", "ascii"])
def test_a_part_of_a_drawing_is_that_part_of_the_whole(face, drawings):
    scene = scene_of(SQUARES[1], face)
    rows, cols = scene.shape
    for drawing in drawings:
        width, height = drawing.size(cols, rows)
        whole = drawing.block(scene, 0, 0, width, height)
        for x, y in ((0, 0), (width // 2, height // 3), (width - 9, height - 4)):
            part = drawing.block(scene, x, y, 9, 4)
            for one, other in zip(part, whole, strict=True):
                assert np.array_equal(one, other[y : y + 4, x : x + 9])


@pytest.mark.parametrize("drawing", [*LINES, *PLAIN, *IN_ASCII], ids=lambda one: one.name)
def test_a_face_shows_nothing_that_the_maze_does_not_have(face, drawing):
    """The same walls stand where they stood, whatever they look like."""
    plain, own = scene_of(SQUARES[0], None), scene_of(SQUARES[0], face)
    for scene in (plain, own):
        scene.walkers.clear()  # beside filled walls the player has another shape without colour
    before, after = block_of(plain, drawing), block_of(own, drawing)
    blank, bare = ord(" "), {int(Ink.FLOOR), int(Ink.OUTSIDE)}
    assert np.array_equal(before.glyphs == blank, after.glyphs == blank)
    assert np.array_equal(np.isin(before.ink, [*bare]), np.isin(after.ink, [*bare]))
    walls = np.isin(after.ink, WALL_SHARES)
    assert np.array_equal(before.ink == Ink.WALL, walls)
    assert np.array_equal(before.ink[~walls], after.ink[~walls])


@pytest.mark.parametrize("second", [*RULES, "way"])
def test_the_second_ink_depends_on_the_place_alone(second):
    """Two mazes of one size: where both have a wall, it has the same ink."""
    named = next(one for one in FACES.values() if one.second == second)
    one, other = (
        block_of(scene_of(f"{name}:13x9:x", named), LINES[ROOMY]).ink
        for name in ("prim", "sidewinder")
    )
    inside = np.ones_like(one, bool)
    inside[::2, ::4] = False  # posts go by the walls that meet there
    both = np.isin(one, WALL_SHARES) & np.isin(other, WALL_SHARES) & inside
    assert both.sum() > 100
    assert np.array_equal(one[both], other[both])
    assert len(set(one[both].tolist())) > 1


def test_rules_of_the_second_ink_are_drawn_as_they_say():
    def shares(second, game_id="wilson:12x8:a"):
        named = next(one for one in FACES.values() if one.second == second)
        ink = block_of(scene_of(game_id, named), LINES[ROOMY]).ink
        return np.where(np.isin(ink, WALL_SHARES[1:]), ink - Ink.WALL_1 + 1, 0) * (
            np.isin(ink, WALL_SHARES)
        )

    down, across, rings = shares("down"), shares("across"), shares("rings")
    assert set(down[0]) == {0}
    assert set(down[-1, 1::4]) == {SHARES}
    assert set(across[1::2, 0]) == {0}
    assert set(across[1::2, -1]) == {SHARES}
    assert set(rings[0, 1::4]) == {SHARES}, "the rim is the first ring"
    quarters = shares("quarters")
    assert set(quarters[0, 1:23:4]) == {0}
    assert set(quarters[0, 25::4]) == {SHARES}
    assert set(quarters[-1, 1:23:4]) == {SHARES}
    bond = shares("bond")
    assert bond[0, 1:17].tolist() == [0] * 7 + [SHARES] * 8 + [0]
    assert bond[-1, 1:9].tolist() == [0] * 7 + [SHARES], "eight courses lie above"
    growth = shares("growth")
    assert growth[0, 1] == 0
    assert growth[-1, -1] == SHARES


def test_a_frame_is_double_and_its_rooms_are_light():
    lines = written(LINES[ROOMY], scene_of("recursive-division:5x3:a", FACES["recursive-division"]))
    assert lines[0].startswith("╔═══")
    assert lines[-1].startswith("╚═══")
    assert all(line[0] in "║╟" and line[-1] in "║╢" for line in lines[1:-1])
    assert {*"".join(line[1:-1] for line in lines[1:-1])} & set("─│")


def test_roots_are_thick_at_a_and_thin_far_from_it():
    lines = written(LINES[ROOMY], scene_of("wilson:16x8:a", FACES["roots"]))
    assert {*lines[0][:20]} <= set("┏━┳")
    assert {*lines[-1][-20:]} <= set("─┴┘")


def test_posts_of_two_weights_join_the_arms_that_meet():
    """Every arm of a post is as its wall, or is doubled by the arm opposite."""
    for name in ("inlay", "taper"):
        named = next(one for one in FACES.values() if one.walls == name)
        drawing = LINES[ROOMY]
        codes = block_of(scene_of("prim:13x9:a", named), drawing).glyphs
        right = {chr(c) for c in codes[::2, ::4].ravel()} - {" "}
        assert right <= set(
            "╵╹╶└┖╺┕┗╷│╿┌├┞┍┝┡╻╽┃┎┟┠┏┢┣╴┘┚─┴┸╼┶┺┐┤┦┬┼╀┮┾╄┒┧┨┰╁╂┲╆╊╸┙┛╾┵┹━┷┻┑┥┩┭┽╃┯┿╇┓┪┫┱╅╉┳╈╋"
        )
        for row, col in np.ndindex(codes[::2, ::4].shape):
            post = chr(codes[2 * row, 4 * col])
            beside = chr(codes[2 * row, 4 * col + 1]) if 4 * col + 1 < codes.shape[1] else " "
            below = chr(codes[2 * row + 1, 4 * col]) if 2 * row + 1 < codes.shape[0] else " "
            said = unicodedata.name(post, "")
            if beside == "━" and below == " ":
                assert "HEAVY" in said
            if beside == "─" and below == "│":
                assert "LIGHT" in said


def test_bricks_end_with_a_joint_only_without_colour():
    scene = scene_of("sidewinder:8x4:weights=1-6:a", FACES["brick-wall"])
    assert "▘" not in "".join(written(LINES[ROOMY], scene))
    top = written(PLAIN[ROOMY], scene)[0]
    assert top[:17] == "█▀▀▀▀▀▀▘▀▀▀▀▀▀▀▘▀"


def test_a_hedge_is_printed_on_its_second_ink():
    scene = scene_of("eller:8x4:a", FACES["corn-maze"])
    block = block_of(scene, LINES[ROOMY])
    hedge = block.glyphs == ord("▒")
    assert hedge.sum() > 60
    assert set(block.ground[hedge].tolist()) == {int(Ink.WALL_6)}
    assert not block_of(scene, PLAIN[ROOMY]).ground[hedge].any()


@pytest.mark.parametrize("name", ["catacombs", "brick-wall", "corn-maze"])
def test_without_colour_the_player_does_not_melt_into_filled_walls(name):
    scene = scene_of(SQUARES[1], FACES[name])
    assert "(@)" in written(PLAIN[ROOMY], scene)[1]
    assert "▐█▌" in written(LINES[ROOMY], scene)[1]


def test_without_colour_a_walk_beside_heavy_walls_is_double():
    level = Level.of("wilson:9x6:a")
    for name, line in (("crosstown", "═║"), ("manor", "━┃"), ("wilson", "━┃")):
        _, scene = walked(level, ahead(level)[:6], player=True)
        scene.face = FACES[name]
        inks = block_of(scene, PLAIN[ROOMY])
        walk = {chr(c) for c in inks.glyphs[np.isin(inks.ink, [Ink.TRAIL, Ink.HEAD])]}
        assert walk & set(line)
        assert not walk & set({"═║": "━┃", "━┃": "═║"}[line])
        shown = block_of(scene, LINES[ROOMY])
        walk = {chr(c) for c in shown.glyphs[np.isin(shown.ink, [Ink.TRAIL, Ink.HEAD])]}
        assert walk & set("━┃"), "with colour it is heavy everywhere"


def test_ascii_has_three_characters_and_in_fog_the_usual_ones():
    scene = scene_of("recursive-division:4x3:a", FACES["parquet"])
    lines = written(IN_ASCII[ROOMY], scene)
    assert set("".join(lines)) <= set("=|* @()AB")
    assert lines[0] == "*" + lines[0][1:-1] + "*"
    scene.light = np.ones(scene.shape, np.uint8)
    assert set("".join(written(IN_ASCII[ROOMY], scene))) <= set("-|+ @()AB")


def test_sets_alone_tell_the_presets_apart():
    """In a maze that is large enough for the rings."""
    for drawings in (PLAIN, IN_ASCII):
        drawn = {
            one.name: written(drawings[ROOMY], scene_of("wilson:20x14:sets", one)) for one in PLACES
        }
        assert [pair for pair in combinations(drawn, 2) if drawn[pair[0]] == drawn[pair[1]]] == []


def test_heat_and_one_look_for_all_have_plain_walls(face):
    scene = scene_of(SQUARES[1], face)
    plain = scene_of(SQUARES[1], None)
    for one, other in zip(zooms("rounded", colour=True), LINES, strict=True):
        assert written(one, scene) == written(one, plain)
        scene.heat = plain.heat = True
        assert written(other, scene) == written(other, plain)
        scene.heat = plain.heat = False


def test_the_floor_around_a_mask_is_not_tinted():
    scene = Scene.of(Level.of(PRESETS["valentine"].recipe(15, 11, "a")))
    block = block_of(scene, LINES[ROOMY])
    outside = block.ground == Ink.OUTSIDE
    assert outside.any()
    assert set(block.ink[outside].tolist()) == {int(Ink.ROCK)}
    assert not (block.ink[~outside] == Ink.ROCK).any()


def test_a_cover_has_the_face_and_no_wall():
    scene = scene_of(SQUARES[1], FACES["catacombs"])
    other = scene_of("prim:13x9:other", FACES["catacombs"])
    for drawing in (*LINES, *PLAIN, *IN_ASCII):
        one, two = (block_of(each.cover(()), drawing) for each in (scene, other))
        assert np.array_equal(one.glyphs, two.glyphs)
        assert np.array_equal(one.ink, two.ink)
