"""The conventions of block grids: which characters are wall, floor, A and B; and their detection.

Matrices and texts with two characters a cell are converted here to one character a cell.

``X`` is wall, ``.`` or a blank floor, ``A`` the start and ``B`` a goal. Other programs have other
characters, and may write the places of a matrix between commas, blanks or brackets:

    #####     %%%%%     *****     1,1,1,1,1     ##########     [[1, 1, 1],
    #S E#     %P .%     *S E*     1,2,0,3,1     ##S   E ##      [2, 0, 3],
    #####     %%%%%     *****     1,1,1,1,1     ##########      [1, 1, 1]]
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from string import ascii_lowercase, digits
from typing import Final

from mazegame.formats.errors import FormatError
from mazegame.formats.text.rows import DrawingText, decode


@dataclass(frozen=True)
class Convention:
    """The characters of a block grid; each text is a set of characters."""

    name: str
    wall: str
    floor: str = " .0+*·•:-"
    start: str = "ASs"
    goal: str = "BGEeg"
    has_player: bool = False
    """Whether a single ``@``, in a text with other walls, is A."""
    is_named: bool = False
    """Whether the text or the caller states the convention, so that a text needs no wall."""

    def words(self) -> str:
        """Return the characters that are read, in words, for messages."""
        if self.name == "rim":
            return f"{USUAL.words()}, or a border of another character"
        wall = [c for c in self.wall if c.isascii() and c.isprintable() and c != " "]
        wall += ["or full blocks"] * (not self.wall.isascii())
        floor = [c for c in self.floor if c.isprintable() and c != " "][:2]
        floor += ["or a space"] * (" " in self.floor)
        parts = [f"a block grid has rock ({' '.join(wall)})", f"floor ({' '.join(floor)})"]
        for end, letters in (("A", self.start), ("B", self.goal)):
            if letters:
                parts.append(f"{end} ({' '.join(c for c in letters if not c.islower())})")
        return f"{', '.join(parts[:-1])} and {parts[-1]}"


USUAL: Final = Convention("usual", "X#1@█▓", has_player=True)
"""The default convention."""

_SOLVED: Final = replace(USUAL, name="solved", wall="#1@█▓", floor=f"{USUAL.floor}X")
"""The convention of maze-dataset, which draws a path with ``X``."""

_BERKELEY: Final = Convention("berkeley", "%", floor=" oG0123456789", start="P", goal=".")
"""The convention of Pac-Man layouts (``.lay``): food is a goal; ghosts and capsules are floor."""

_OCTILE: Final = Convention("octile", "@OTW", floor=" .GS", start="", goal="", is_named=True)
"""The convention of the Moving AI benchmarks' maps, which have four header lines."""

_BINARY: Final = Convention("binary", "1", floor=" 0", start="ASs2", goal="BGEeg3")
"""0 and 1 with a boundary of 0; ``block_grid.py`` decides by the whole grid whether 1 is floor."""

_NO_WALL: Final = frozenset(f" .:-ABSEGP{digits}{ascii_lowercase}\t,;'\"()[]{{}}<>/\\")
"""Characters that are not wall just because a border is made of them."""

MOST_GAPS: Final = 2
"""Most gaps in a border."""

_MARKS: Final = "+*·•"
"""Characters that draw a path."""

_WALLS: Final = f"{USUAL.wall}%0.:- "
"""Characters that are wall if the caller names other ones as floor."""

_NUMBER: Final = rb"[0-3](?:\.0*+)?"
_NUMBERS: Final = re.compile(
    rb"[ \t]*+%b(?:(?:[ \t]++[,;]?|[,;])[ \t]*+%b)++[ \t,;]*+\r?\n?" % (_NUMBER, _NUMBER)
)
_COMMAS: Final = re.compile(rb"[^,;\n]{0,20}+(?:[,;][^,;\n]{0,20}+)++\n?")
_PLACE: Final = rb"(?:[!-~]|[\xc2-\xef][\x80-\xbf]{1,2})"
_APART: Final = re.compile(rb"%b(?: %b){3,} ?\r?\n?" % (_PLACE, _PLACE))
_BEGIN: Final = rb"\s*(?:\w{1,40}\s*=\s*)?(?:[\w.]{0,40}array\(\s*)?"
_BRACKETS: Final = re.compile(_BEGIN + rb"[\[(]\s*[\[(]")

_FRACTION: Final = re.compile(rb"(?<=[0-3])\.0*(?=[\s,;\])]|$)")
_LONG: Final = re.compile(rb"[^\s,;]{2,20}")
_EMPTY: Final = re.compile(rb"[,;][ \t]*[,;]")
_NAMES: Final = bytes.maketrans(b"23", b"AB")


def convention_of(head: bytes, floor: str = "", *, is_octile: bool = False) -> Convention:
    """Return the convention of a text.

    Args:
        head: The first bytes of the text, without header lines.
        floor: The characters that are floor according to the caller; empty to detect them.
        is_octile: Whether the text has the header of a Moving AI map.
    """
    text = head.decode("utf-8", "ignore")
    rim = text.partition("\n")[0].replace(" ", "").rstrip("\r")
    there, most = set(text), max(rim, key=rim.count, default="#")
    if floor:
        start, goal = (
            "".join(c for c in letters if c not in floor)
            for letters in (_BINARY.start, _BINARY.goal)
        )
        wall = "".join(
            c for c in dict.fromkeys(f"{_WALLS}{most}") if c not in f"{floor}{start}{goal}"
        )
        floor += "".join(c for c in _MARKS if c not in wall)
        return Convention("asked", wall, floor, start, goal, is_named=True)
    if is_octile:
        return _OCTILE
    if most == "%" and not there & set("#@X1ABES"):
        return _BERKELEY
    if "#" in there and "S" in there and "." not in there and most != "X":
        return _SOLVED
    if most == "0" and not set(text.upper()) - set("01ABESG23\r\n"):
        return _BINARY
    usual = set(USUAL.wall) - ({"@"} if text.count("@") == 1 else set())
    may_be_wall = most.isprintable() and most not in _NO_WALL | usual
    if may_be_wall and (not there & usual or _is_rim(text, most)):
        return replace(
            USUAL, name="rim", wall=f"{USUAL.wall}{most}", floor=USUAL.floor.replace(most, ""),
            start=USUAL.start.replace(most, ""), goal=USUAL.goal.replace(most, ""),
        )  # fmt: skip
    return USUAL


def _is_rim(text: str, wall: str) -> bool:
    """Return whether the first line and both sides of a text consist of a character, with gaps."""
    first, *lines = [line for line in text.split("\n")[:-1] if line] or [""]
    sides = "".join(line[0] + line.rstrip()[-1:] for line in lines)
    return min(len(first), len(lines)) > 2 and all(
        len(side) - side.count(wall) <= MOST_GAPS for side in (first, sides)
    )


def is_matrix(head: bytes) -> bool:
    """Return whether a text is a matrix, whose places have separators; ``head`` as above."""
    if _BRACKETS.match(head):
        return True
    lines = head.splitlines(keepends=True)
    if len(lines) > 2 and not head.endswith(b"\n"):
        lines.pop()  # it may be cut off
    if len(lines) > 1 and all(map(_APART.fullmatch, lines)):
        return True
    return bool(lines) and any(all(map(form.fullmatch, lines[:2])) for form in (_NUMBERS, _COMMAS))


def matrix_of(text: DrawingText) -> tuple[bytes, bool]:
    """Return a matrix as lines with one character a place, and whether all places are numbers.

    FormatError for several matrices, and for a place without or with several characters; it names
    the row of the matrix.
    """
    data = text.all()
    begin = _BRACKETS.match(data)
    if begin:
        if len(re.findall(rb"[\[(]\s*[\[(]", data)) > 1:
            raise FormatError("it holds several matrices, or one in three dimensions")
        data = data[begin.end() - 1 : max(data.rfind(b"]"), data.rfind(b")"))]
        data = re.sub(rb"\bdtype=[\w.]+", b"", data.translate(None, b"\r\n"))
        data = re.sub(rb"[\])]", b"\n", data).translate(None, b"[('\"")
    data = _FRACTION.sub(b"", data)
    lines = [line.strip(b" \t,;\r") for line in data.splitlines()]
    for number, line in enumerate(filter(None, lines), 1):
        long = _LONG.search(line)
        if (long and len(long[0].decode("utf-8", "replace")) > 1) or _EMPTY.search(line):
            what = ascii(long[0].decode("utf-8", "replace")) if long else "an empty place"
            raise FormatError(f"row {number} holds {what}: a place has one number or character")
    rows = b"\n".join(filter(None, (line.translate(None, b" \t,;") for line in lines)))
    is_numbers = not rows.strip(b"0123456789\n")
    return (rows.translate(_NAMES) if is_numbers else rows), is_numbers


def is_doubled(head: bytes) -> bool:
    """Return whether a text, which is no matrix, has two characters a cell.

    Every pair of columns has two equal characters, or a letter and a blank; the border is two
    characters wide and one line high.
    """
    lines = head.decode("utf-8", "ignore").replace("\r", "").split("\n")
    lines = [line.rstrip() for line in (lines if head.endswith(b"\n") else lines[:-1] or lines)]
    while lines and not lines[-1]:
        lines.pop()
    if len(lines) < 3 or not all(lines):
        return False
    indent = _indent(lines)
    first, second = (lines[row][indent:] for row in (0, 1))
    if not first or first.count(first[0]) < 6 or first[0] in _NO_WALL or len(first) % 2:
        return False
    if set(second) == set(first[0]):
        return False
    return all(_is_of_pairs(line[indent:], first[0]) for line in lines)


def _is_of_pairs(line: str, wall: str) -> bool:
    letters = f"{USUAL.start}{USUAL.goal}"
    for one, other in zip(line[::2], f"{line[1::2]} ", strict=False):
        if one != other and (wall in (one, other) or not {one, other} & set(letters)):
            return False
        if one == other and one in letters:
            return False
    return True


def _indent(lines: list[str]) -> int:
    return min(len(line) - len(line.lstrip(" ")) for line in lines)


def halved(data: bytes, first_line: int) -> bytes:
    """Convert a text of two characters a cell to one character; a letter wins over floor."""
    lines = [line.rstrip() for line in decode(data, first_line).split("\n")]
    indent = _indent([line for line in lines if line])
    letters = f"{USUAL.start}{USUAL.goal}"
    halves = (
        "".join(
            other if one == " " or other in letters else one
            for one, other in zip(line[indent::2], f"{line[indent + 1 :: 2]} ", strict=False)
        )
        for line in lines
    )
    width = max(len(line) - indent + 1 for line in lines) // 2
    return "\n".join(half.ljust(width) if half else "" for half in halves).rstrip("\n").encode()
