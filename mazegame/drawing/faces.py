"""Faces: how each texture looks, its walls, their inks, the floor and the trail; in one table.

A preset is a place, with one or two inks and walls of its own; an algorithm is a plain drawing in
one ink. ``face_of`` is the only place that chooses one, from a recipe. What draws reads
``Scene.face``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from mazegame.drawing.contrast import TRAIL_CONTRAST, WALL_CONTRAST, readable
from mazegame.drawing.inks import LIT_SHARES, SHARES, WALL_SHARES, Ink
from mazegame.drawing.palette import DARK, LIGHT, MONO, RGB, Palette, blend, parse_rgb, spell, xterm

if TYPE_CHECKING:
    from mazegame.engine import Recipe

NOT_OF_A_FACE: Final = frozenset({"braid", "ends"})
"""Options that change no texture: a preset with others of these keeps its face."""

WALL_SETS: Final[Mapping[str, str]] = {
    "light": " ╵╶└╷│┌├╴┘─┴┐┤┬┼ ─│",
    "rounded": " ╵╶╰╷│╭├╴╯─┴╮┤┬┼ ─│",
    "heavy": " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋ ━┃",
    "double": " ║═╚║║╔╠═╝═╩╗╣╦╬ ═║",
    "courses": " ╵╺┕╷│┍┝╸┙━┷┑┥┯┿ ━│",
    "blades": " ╹╶┖╻┃┎┠╴┚─┸┒┨┰╂ ─┃",
    "banks": " ║╶╙║║╓╟╴╜─╨╖╢╥╫ ─║",
    "shelves": " ╵═╘╷│╒╞═╛═╧╕╡╤╪ ═│",
    "ripples": " ╵╶└╷╎┌├╴┘╌┴┐┤┬┼ ╌╎",
    "dotted": " ╵╶└╷┊┌├╴┘┈┴┐┤┬┼ ┈┊",
    "road": " ╹╺┗╻╏┏┣╸┛╍┻┓┫┳╋ ╍╏",
    "grains": " ╹╺┗╻┋┏┣╸┛┉┻┓┫┳╋ ┉┋",
    "dashes": " ╵╶└╷┆┌├╴┘┄┴┐┤┬┼ ┄┆",
    "stitched": " ╹╺┗╻┇┏┣╸┛┅┻┓┫┳╋ ┅┇",
    "warp": " ╵╶└╷╎┌├╴┘─┴┐┤┬┼ ─╎",
    "weft": " ╵╶└╷│┌├╴┘╌┴┐┤┬┼ ╌│",
    "beads": " ╵╶└╷┊┌├╴┘─┴┐┤┬┼ ─┊",
    "threads": " ╵╶└╷│┌├╴┘┈┴┐┤┬┼ ┈│",
    "buds": " ╹╺╰╻│╭├╸╯─┴╮┤┬┼ ─│",
    "slab": " ▀▀▀████▀▀▀▀████ ▀█",
    "bricks": " ▀▀▀████▀▀▀▀████ ▀█",
    "hedge": " ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒ ▒▒",
}
"""The walls of faces: 16 characters by the arms of a post, as ``names.POSTS``; behind a space,
those of a wall across and of a wall down."""

MIXED_SETS: Final[Mapping[str, tuple[str, str]]] = {
    "framed": ("light", "double"),
    "taper": ("light", "heavy"),
    "inlay": ("light", "heavy"),
    "annual": ("light", "double"),
}
"""The walls of two weights: the sets of the first and of the second."""

MIXED_POSTS: Final[Mapping[str, str]] = {
    "heavy": (" ╵╹╶└┖╺┕┗╷│╿┌├┞┍┝┡╻╽┃┎┟┠┏┢┣╴┘┚─┴┸╼┶┺┐┤┦┬┼╀┮┾╄┒┧┨┰╁╂┲╆╊╸┙┛╾┵┹━┷┻┑┥┩┭┽╃┯┿╇┓┪┫┱╅╉┳╈╋"),
    "double": (" ╵║╶└╙═╘╚╷│║┌├╟╒╞╠║║║╓╟╟╔╠╠╴┘╜─┴╨═╧╩┐┤╢┬┼╫╤╪╬╖╢╢╥╫╫╦╬╬═╛╝═╧╩═╧╩╕╡╣╤╪╬╤╪╬╗╣╣╦╬╬╦╬╬"),
}
"""The posts where walls of two weights meet: 81 characters by N + 3 E + 9 S + 27 W, each 0 for no
arm, 1 for a light one, 2 for one of the second weight.

Light and double lines meet only with like arms across and like arms down, so that one double arm
doubles its line."""

JOINT: Final = "▘"
"""What ends each brick of the set "bricks" without colour."""


class FaceInks(NamedTuple):
    """The colours of a face on a dark or on a light ground, as ``#rrggbb``."""

    wall: str
    wall2: str | None
    """The second ink; None for none."""
    fill: str
    """Walls as filled pixels, and walls that were seen earlier in fog."""
    fill2: str | None
    floor: str | None
    """The tint of the floor; None for the theme's background."""
    trail: str
    first_rival: int
    """The number of the ink of the first rival, in ``RIVALS``: one that is clear of the walls."""
    wall_256: int
    """The number of ``wall`` among 256 colours."""
    wall2_256: int | None
    first_rival_256: int


class Face(NamedTuple):
    """How the mazes of a preset or an algorithm look."""

    name: str
    """The name of the preset or the algorithm."""
    walls: str
    """A name in ``WALL_SETS`` or ``MIXED_SETS``."""
    second: str
    """Where walls have the second ink: a name in ``shares.RULES``, or "none"."""
    ascii: str
    """In ASCII: a wall across, a wall down, and a post."""
    dark: FaceInks
    light: FaceInks

    def inks(self, palette: Palette) -> FaceInks:
        """Return its colours for the darkness of a palette."""
        return self.dark if palette.dark else self.light


_TABLE: Final = r"""
river-delta           banks    down     -!+
  dark  #4394b2 #5a81ca #356f85 #48679f #13181d #d9c4a3 1   31  67 1
  light #207793 #4166ac #4f94ab #6d8ac0 #f1f6fc #362607 0   30  97 0
brick-wall            bricks   bond     =[=
  dark  #b06155 #8e543f #94544b #8e543f -       #cfc7b2 0  131  95 0
  light #c47366 #a36751 #c5766a #b2806d -       #2f2817 0  131 131 0
grass                 blades   way      '!'
  dark  #599a41 #7c8564 #447333 #626a50 #141913 #d9c4a3 0   71 101 2
  light #3d7c21 #697251 #669850 #848d71 #f2f7f1 #362607 0   64 242 0
crosstown             heavy    quarters =!+
  dark  #768599 #b07750 #5a6677 #855c42 -       #d1c7aa 0  244 137 0
  light #627184 #9a633b #808c9a #ad8160 -       #312810 0  242 130 0
parquet               inlay    patches  =|*
  dark  #a37b58 #b4830a #816246 #82600c #1b1611 #cac8b9 0  137 136 0
  light #845e3c #8f6705 #a28468 #a78739 #faf5ee #2b291e 3   94  94 3
corn-maze             hedge    none     %%%
  dark  #a88c0c #434c1c #776511 -       -       #cfc7b2 0  136 238 0
  light #bda030 #717a4a #978d3d -       -       #2f2817 0  143  65 0
ant-hill              grains   none     :::
  dark  #c6714b -       #98583c -       #1d1513 #cfc7b2 0  173   - 0
  light #a8552f -       #bb795b -       #fcf3f1 #2f2817 3  130   - 3
manor                 double   none     =|=
  dark  #a970ad -       #825785 -       #1b151a #d6c5a3 0  133   - 0
  light #8d5590 -       #a87caa -       #faf3f9 #342707 0   96   - 0
catacombs             slab     none     &&&
  dark  #6b685d -       #67645a -       -       #dfc29c 0  242   - 0
  light #8c897d -       #8f8c80 -       -       #3a2400 0  245   - 0
tide                  ripples  across   ~:~
  dark  #328ebd #359b76 #296e90 #2a745a #101919 #d9c4a3 1   31  36 2
  light #01729f #027e5a #3c94b5 #37997e #eef8f8 #362607 0   30  29 0
roots                 taper    growth   -|*
  dark  #b07452 #6a9444 #885c44 #506e38 -       #cfc7b2 0  137  64 0
  light #945b39 #527b29 #ae8268 #789756 -       #2f2817 3   94  64 3
tree-rings            annual   rings    =!=
  dark  #968d6a #af7557 #6b6651 #885d48 -       #cac8b9 0  101 137 0
  light #786f4e #915a3d #928a6f #ab826a -       #2b291e 3  242  94 3
valentine             rounded  none     -|'
  dark  #df5980 -       #aa4663 -       #1d1516 #cfc7b2 0  168   - 0
  light #be3b65 -       #ce6989 -       #fcf3f4 #2f2817 0  132   - 0
roundabout            road     none     ":"
  dark  #848a91 -       #62676e -       -       #dcc49c 0  245   - 0
  light #696f75 -       #8a8e91 -       -       #372502 0  242   - 0
recursive-backtracker rounded  none     ~|+
  dark  #5781d1 -       #4666a4 -       -       #d9c4a3 0   67   - 1
  light #446dba -       #6d8cc7 -       -       #362607 0   97   - 0
hunt-and-kill         weft     none     _|_
  dark  #868679 -       #66675f -       -       #d9c4a3 0  102   - 0
  light #6e6f62 -       #8e8e83 -       -       #362607 0  242   - 0
growing-tree          buds     none     -!*
  dark  #49954e -       #3a7240 -       -       #d9c4a3 0   71   - 2
  light #307d37 -       #5d9961 -       -       #362607 0   29   - 0
prim                  warp     none     -:+
  dark  #bd7348 -       #8e593c -       -       #d9c4a3 0  173   - 0
  light #a35c30 -       #b77f5c -       -       #362607 0  130   - 0
simple-prim           beads    none     -;+
  dark  #71933e -       #546d34 -       -       #d9c4a3 0   64   - 0
  light #577821 -       #7c9550 -       -       #362607 0   64   - 0
true-prim             threads  none     ~;~
  dark  #a98148 -       #7c603b -       -       #cac8b9 0  137   - 0
  light #8e672c -       #a68859 -       -       #2b291e 0   94   - 0
kruskal               dashes   none     -|:
  dark  #14967e -       #137263 -       -       #d9c4a3 0   30   - 0
  light #057d67 -       #429c8a -       -       #362607 0   29   - 0
wilson                light    none     -|+
  dark  #7c81af -       #5f6387 -       -       #d9c4a3 0  103   - 1
  light #676b98 -       #888bac -       -       #362607 0   96   - 0
aldous-broder         dotted   none     `;`
  dark  #9474ca -       #705a9a -       -       #d9c4a3 0  134   - 1
  light #7e5eb2 -       #9a81c1 -       -       #362607 0   97   - 0
eller                 shelves  none     =:=
  dark  #948c25 -       #6d6822 -       -       #cac8b9 0  100   - 0
  light #787005 -       #958f3b -       -       #2b291e 0   58   - 2
sidewinder            courses  none     _:_
  dark  #c9645e -       #9b504e -       -       #d1c7aa 0  167   - 0
  light #b24f4b -       #c47975 -       -       #312810 0  131   - 0
binary-tree           stitched none     -|`
  dark  #1a92a4 -       #186f7f -       -       #d9c4a3 0   31   - 1
  light #117988 -       #4596a0 -       -       #362607 0   30   - 0
recursive-division    framed   none     =|+
  dark  #ac69bb -       #82528f -       -       #d9c4a3 0  133   - 0
  light #9654a5 -       #ac79b7 -       -       #362607 0   97   - 0
"""
"""Three lines a face. Name, walls, rule of the second ink, ASCII; then for dark and for
light: wall, second wall, fill, second fill, floor, trail, first rival; wall, second wall and first
rival in 256 colours. A hyphen is none. The presets come first."""


def _inks_of(line: str) -> FaceInks:
    _, wall, wall2, fill, fill2, floor, trail, rival, *in_256 = line.split()
    wall_256, wall2_256, rival_256 = in_256

    def given(value: str) -> str | None:
        return None if value == "-" else value

    second = given(wall2_256)
    return FaceInks(
        wall, given(wall2), fill, given(fill2), given(floor), trail, int(rival),
        int(wall_256), None if second is None else int(second), int(rival_256),
    )  # fmt: skip


def _faces() -> dict[str, Face]:
    lines = iter(_TABLE.strip().splitlines())
    faces = {}
    for about, dark, light in zip(lines, lines, lines, strict=True):
        name, walls, second, characters = about.split()
        inks = _inks_of(dark), _inks_of(light)
        faces[name] = Face(name, walls, second, characters, *inks)
    return faces


FACES: Final[Mapping[str, Face]] = _faces()
"""The faces by the names of presets and algorithms."""


def face_of(recipe: Recipe | None) -> Face | None:
    """Return the face of a recipe's texture; None for mazes that have none, such as read ones.

    It is that of the preset that the recipe is of, else that of its algorithm.
    """
    return None if recipe is None else _face_of_design(recipe.algorithm, recipe.options)


@lru_cache(maxsize=256)
def _face_of_design(algorithm: str, options: tuple[tuple[str, str], ...]) -> Face | None:
    from mazegame.engine import PRESETS

    def texture(pairs: tuple[tuple[str, str], ...]) -> set[tuple[str, str]]:
        return {pair for pair in pairs if pair[0] not in NOT_OF_A_FACE}

    alike = [
        preset
        for preset in PRESETS.values()
        if preset.algorithm == algorithm and texture(preset.options) == texture(options)
    ]
    # Of presets that differ in these options only, the one with the recipe's own.
    alike.sort(key=lambda preset: set(preset.options) != set(options))
    return FACES.get(alike[0].name if alike else algorithm)


def colours(
    face: Face, palette: Palette, *, ground: RGB, filled: bool, fog: bool, few: bool
) -> dict[Ink, str]:
    """Return the inks that a face replaces in a palette, as ``#rrggbb``; FLOOR is the tint.

    In a palette that is not ours, and on another ground than a palette's background, they are
    moved until they can be read there, without a tint. Shades of grey keep their own.

    Args:
        face: The face.
        palette: The colours of the theme.
        ground: What lies behind the maze.
        filled: Whether walls are filled pixels.
        fog: Whether walls in sight differ from those that were seen earlier.
        few: Whether there are 256 colours only.
    """
    if palette.name == MONO.name:
        return {}
    own = face.inks(palette)
    ours, own_ground = palette.name in {DARK.name, LIGHT.name}, parse_rgb(palette.background)
    exact = ours and (few or ground == own_ground)
    floor = parse_rgb(own.floor) if own.floor and exact and not few else ground

    def fit(colour: RGB, ratio: float) -> RGB:
        return colour if exact else readable(colour, floor, ratio)

    lines, fills = _shades(own, few=few)
    lines = [fit(colour, WALL_CONTRAST) for colour in lines]
    fills = [fit(colour, TRAIL_CONTRAST) for colour in fills]
    walls = fills if filled or fog else lines
    trail = fit(xterm(TRAILS_256[palette.dark]) if few else parse_rgb(own.trail), WALL_CONTRAST)
    player = parse_rgb(palette.inks[Ink.PLAYER])
    found = {
        **dict(zip(WALL_SHARES, walls, strict=True)),
        Ink.TRAIL: trail,
        Ink.HEAD: blend(trail, player, HEAD_SHARE),
        Ink.BACKTRACK: readable(blend(floor, trail, BACKTRACK_SHARE), floor, TRAIL_CONTRAST),
    }
    if fog:  # else what is in sight is a moment of the reveal, brighter than all walls
        found |= dict(zip(LIT_SHARES, fills if filled else lines, strict=True))
    if floor != ground:
        found[Ink.FLOOR] = floor
    return {ink: spell(colour) for ink, colour in found.items()}


TRAILS_256: Final = {True: 251, False: 234}
"""The number of the trail among 256 colours, on dark and on light grounds."""

HEAD_SHARE: Final = 0.4
"""The share of the player's colour in the end of the trail."""

BACKTRACK_SHARE: Final = 0.5
"""The share of the trail's colour, mixed with the floor, where the player turned back."""


def _shades(own: FaceInks, *, few: bool) -> tuple[list[RGB], list[RGB]]:
    """Return the colours of walls and of filled walls, from the first ink to the second."""
    if few:
        numbers = own.wall_256, own.wall_256 if own.wall2_256 is None else own.wall2_256
        first, last = map(xterm, numbers)
        half = [first if share < SHARES / 2 else last for share in range(SHARES + 1)]
        of_hedge = own.wall2 is not None and own.fill2 is None  # its wall is half its second ink
        return half, [parse_rgb(own.fill)] * len(half) if of_hedge else half
    ends = (own.wall, own.wall2), (own.fill, own.fill2)
    lines, fills = (
        [
            blend(parse_rgb(one), parse_rgb(two or one), share / SHARES)
            for share in range(SHARES + 1)
        ]
        for one, two in ends
    )
    return lines, fills
