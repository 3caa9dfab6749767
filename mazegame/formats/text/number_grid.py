"""The format ``numbers``: block grids whose characters stand apart, as programs print matrices.

What lives here: from a matrix to a block grid. What does not: reading that (``block_grid.py``).

    1,1,1,1,1      [[1, 1, 1],      1 1 1
    1,2,0,0,1       [2, 0, 3],      2 0 3
    1,1,1,3,1       [1, 1, 1]]      1 1 1

1 is rock, 0 is floor, 2 is the start and 3 a goal; between commas the characters of a block grid
may stand as well. Fractions of nothing (``1.``, ``0.0``) are whole numbers.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from mazegame.formats.errors import FormatError
from mazegame.formats.found import Found
from mazegame.formats.source import Source
from mazegame.formats.text import block_grid
from mazegame.formats.text.rows import Drawn

_BEGIN: Final = rb"\s*(?:\w{1,40}\s*=\s*)?(?:[\w.]{0,40}array\(\s*)?"
_BRACKETS: Final = re.compile(_BEGIN + rb"[\[(]\s*[\[(]")
_NUMBER: Final = rb"[0-3](?:\.0*+)?"
_NUMBERS: Final = re.compile(
    rb"[ \t]*+%b(?:(?:[ \t]++[,;]?|[,;])[ \t]*+%b)++[ \t,;]*+\r?\n?" % (_NUMBER, _NUMBER)
)
_COMMAS: Final = re.compile(rb"[^,;\n]{0,20}+(?:[,;][^,;\n]{0,20}+)++\n?")

_FRACTION: Final = re.compile(rb"(?<=[0-3])\.0*(?=[\s,;\])]|$)")
_LONG: Final = re.compile(rb"[^\s,;]{2,20}")
_EMPTY: Final = re.compile(rb"[,;][ \t]*[,;]")
_NAMES: Final = bytes.maketrans(b"23", b"AB")


def looks_like(head: bytes) -> bool:
    """Return whether a text is such a matrix, by its first bytes, without titles and a size."""
    if _BRACKETS.match(head):
        return True
    lines = head.lstrip(b"\r\n").splitlines(keepends=True)[:2]
    return bool(lines) and any(all(map(form.fullmatch, lines)) for form in (_NUMBERS, _COMMAS))


def read(source: Source) -> Found:
    """Read a matrix: lines and columns in errors are those of the matrix.

    A place that holds more than one character, or none, is refused, and so are several matrices.
    """
    text = Drawn(source)
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
        if long or _EMPTY.search(line):
            what = ascii(long[0].decode("utf-8", "replace")) if long else "an empty place"
            raise FormatError(f"row {number} holds {what}: a place has one number or character")
    rows = b"\n".join(filter(None, (line.translate(None, b" \t,;") for line in lines)))
    is_numbers = not rows.strip(b"0123456789\n")
    if is_numbers:
        rows = rows.translate(_NAMES)
    _check_size(text.size, rows.splitlines())
    claims = f"{text.game_id}\n" if text.game_id else ""
    claims += f"ends={text.ends}\n" if text.ends else ""
    found = block_grid.read(Source.of(claims.encode() + rows, source.limits))
    return replace(found, lacks=found.lacks.replace("marks", "number")) if is_numbers else found


def _check_size(said: str, rows: list[bytes]) -> None:
    """Refuse a matrix of another size than the line above it says, as one that was cut off.

    The line may count places, those within the frame, or the cells of thick walls; rows or columns
    first.
    """
    high, wide = len(rows), len(rows[0]) if rows else 0
    sizes = ((high, wide), (high - 2, wide - 2), (high // 2, wide // 2))
    numbers = sorted(map(int, re.findall(r"\d+", said)))
    if numbers and numbers not in [sorted(size) for size in sizes]:
        raise FormatError(f"its first line says {said}, and {high} rows of {wide} follow")
