"""Masks as text."""

import pytest

from mazegame.formats.text.mask_text import read_mask


def test_a_mask_is_read_from_text():
    mask = read_mask(" ..\nX..X\n .\n\n")
    assert mask.tolist() == [[0, 1, 1, 0], [0, 1, 1, 0], [0, 1, 0, 0]]
    with pytest.raises(ValueError, match="the mask is empty"):
        read_mask(" \n\n")


@pytest.mark.parametrize(
    "text", ["\ufeff..\n.\n", "..\r\n.\r\n\r\n", "..\r.\r", "\ufeffX.\r\n..", "é😀\n\t.\n\ud800"]
)
def test_marks_and_ends_of_lines_are_no_cells_of_a_mask(text):
    wanted = {"X": [[0, 1], [1, 1]], "é": [[1, 1] + [0] * 7, [0] * 8 + [1], [1] + [0] * 8]}
    found = read_mask(text).tolist()
    assert found == next((rows for c, rows in wanted.items() if c in text), [[1, 1], [1, 0]])
