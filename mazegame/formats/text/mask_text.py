"""Read masks as text: a line for each row, a character for each cell, inside or outside."""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.support import memory

MAX_CELLS: Final = 1 << 26
"""The most cells that a mask in a text may have: 67 million."""

_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_LINE_END: Final = re.compile(r"\r\n|\n|\r")


def read_mask(text: str) -> NDArray[np.bool_]:
    """Parse a mask from text: one line per row; a space or ``X`` is outside, all else inside.

    A byte order mark at the start and empty lines at the end are ignored.

    Raises:
        ValueError: If it is empty, has more than ``MAX_CELLS`` cells, or holds a control character
            other than a tab.
        NotEnoughMemoryError: If it does not fit into memory.
    """
    if text.count("\t") > MAX_CELLS // 8:  # each is up to eight cells
        raise ValueError(f"the mask has more than {MAX_CELLS:,} cells")
    lines = [line.rstrip(" \t") for line in _LINE_END.split(text.removeprefix("\ufeff"))]
    while lines and not lines[-1]:
        lines.pop()
    for row, line in enumerate(lines, 1):
        if match := _CONTROL.search(line):
            raise ValueError(
                f"line {row}, column {match.start() + 1} of the mask is {match[0]!a}: '.' is "
                "inside, 'X' or a space is outside"
            )
    width = max((len(line.expandtabs()) for line in lines), default=0)
    if not width:
        raise ValueError("the mask is empty: '.' is inside, 'X' or a space is outside")
    if width * len(lines) > MAX_CELLS:
        raise ValueError(
            f"the mask has {width * len(lines):,} cells: at most {MAX_CELLS:,} are read"
        )
    memory.require(len(lines) * width, f"a mask of {width}x{len(lines)}")
    mask = np.zeros((len(lines), width), np.bool_)
    for row, line in enumerate(lines):
        letters = np.frombuffer(line.expandtabs().encode("utf-32-le", "surrogatepass"), np.uint32)
        mask[row, : len(letters)] = (letters != ord(" ")) & (letters != ord("X"))
    return mask
