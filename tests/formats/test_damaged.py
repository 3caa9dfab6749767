"""Whatever a file says, reading it ends with a maze or with one sentence: the sentences."""

import bz2
import lzma
import zipfile
import zlib

import numpy as np
import pytest

from mazegame.engine import Level, Maze, generate
from mazegame.formats import from_bytes, to_bytes
from mazegame.formats.data.npy import file_of, header_of
from mazegame.formats.errors import FormatError
from tests.formats.pictures.pictures import forged, npz

LEVEL = Level.of("wilson:4x3:a")
PATHLESS = to_bytes(Level(Maze([[0, 2, 8]]), (0, 0), ((0, 2),)), "json")
JSON, NPY = to_bytes(LEVEL, "json"), to_bytes(LEVEL.maze, "npy")
SVG = to_bytes(LEVEL, "svg")
MOUSE = bytes(15 - int(side) for side in generate("wilson", 16, 16, "mouse").passages.flat)
PASSAGES = file_of(np.array([[2, 8]], np.uint8))
MATRIX = "1 1 1 1 1\n1 2 0 0 1\n1 1 1 0 1\n1 3 0 0 1\n1 1 1 1 1"


def misplaced_directory() -> bytes:
    """Return an NPZ whose directory would begin before the file."""
    data = bytearray(npz(file_of(np.full((9, 9), 15, np.uint8)), zipfile.ZIP_STORED))
    at = data.rindex(b"PK\5\6") + 12
    data[at : at + 4] = b"\xff\xff\xff\x7f"
    return bytes(data)


GRIDS = [
    ("", "it is empty"),
    ("\n\r\n\n", "it is empty"),
    ("\ufeff", "it is empty"),
    ("A.B\n", "there is no wall in it: a block grid has rock (X # 1 @ or full blocks), floor"),
    ("A..\n..\n..B\n", "line 2 has length 2, line 1 has length 3"),
    ("A..\n\n..B\n", "line 2 has length 0, line 1 has length 3"),
    ("A.\t\n..B\n", "line 1, column 3: a tab has no place"),
    ("A..\n.?B\n", "line 2, column 2: '?' has no place"),
    ("A..\n.é€\n", "line 2, column 2: 'é' has no place"),
    ("A..\n..\U0001f600", "line 2, column 3: '\U0001f600' has no place"),
    ("A..\r...\r..B\r", "line 1, column 4: a carriage return has no place"),
    ("A.\x1b\n..B\n", "line 1, column 3: '\\x1b' has no place"),
    ("...\nX.B\n", "it has no A: write S or A, or name a cell"),
    ("A..\n.A.\nX.B", "two starts, at line 1, column 1 and at line 2, column 2"),
    (b"\x7fELF\0\0", "it is not text"),
    (b"\x89PNG\r\n", "it is not text"),
    (b"A\xff.\n..B\n", "it is not text: the byte 0xff at line 1, column 2 is not UTF-8"),
    (b"A.\n.\0B\n", "it is not text: it holds a zero byte at line 2, column 2"),
    ("A.B\n".encode("utf-16")[:-1], "it is not text: its UTF-16 is damaged"),
    ("A.B\n".encode("utf-32"), "it is not text: it holds a zero byte"),
    ("A.\udcff\n..B\n", "it is not text"),
]

THICK = [
    ("XXXX\nXABX\nXXXX\n", "3 lines of 4 characters"),
    ("XXX\nXAX\nXBX\nXXX\n", "4 lines of 3 characters"),
    ("AXB\n", "1 lines of 3 characters"),
    ("XXXXX\nXA.BX\nXX.XX\nX...X\nXXXXX\n", "line 3, column 3: floor"),
]

NUMBERS = [
    ("1,10,1\n0,1,1\n", "row 1 holds '10': a place has one number"),
    ("1,1,1\n0,-1,1\n", "row 2 holds '-1'"),
    ("0.5,0.25\n0,1\n", "row 1 holds '0.5'"),
    ("1,,1\n0,1,1\n", "row 1 holds an empty place"),
    ("1,7,1\n0,1,1\n", "line 1, column 2: '7' has no place"),
    ("1,2,1\n0,4,3\n", "line 2, column 2: '4' has no place"),
    ("[[1, 1], [2]]", "line 2 has length 1"),
    ("[[[1, 1], [2, 3]], [[1, 1], [1, 1]]]", "several matrices"),
    ("[[1, 1], [2, 3", ""),
    ("2 2\nS.\n.?\n", "line 3, column 2: '?'"),
    ("wilson:4x4:a\n2,0\n1,3\n", "says it is wilson:4x4:a, and holds a maze of 2x2"),
    (f"7 9\n{MATRIX}", "its first line says 7 9, and 5 rows of 5 follow"),
    (f"5 5\n{MATRIX[: MATRIX.rindex('1 1 1 1 1')]}", "says 5 5, and 4 rows of 5 follow"),
    ("1,1,1\n1,0,1\n1,1,1\n", "no A: write 2, or name a cell"),
    ("1,1,1\n1,0,B\n1,1,1\n", "no A: write S or A, or name a cell"),
]

DRAWINGS = [
    ("+--+--+\n|     |\n+--+--+\n", "no A: write S or A in a cell, leave two gaps"),
    ("+---+---+\n| A     |\n+-- +---+\n|     B |\n+---+---+\n", "line 3, column 4: a wall that is"),
    ("+---+---+\n| A     |\n+ --+---+\n|     B |\n+---+---+\n", "line 3, column 3: a wall that is"),
]

DATA = [
    (PATHLESS.replace(b"null", b"3"), "the shortest path is 3 long: there is none"),
    (b'{"version": 1, "x": 2}\n', "it is no JSON of a maze"),
    (JSON.replace(b"wilson:4x3:a", "wilson:4x3:b\u2028".encode()), "is another maze"),
    (JSON.replace(b"wilson:4x3:a", "wilson:3x3:b\u2028".encode()), "and holds a maze of 4x3"),
    *(
        (NPY.replace(b"'|u1'", kind), "not read")
        for kind in (b"'|u5'", b"'<u3'", b"'|b9'", b"'|x1'")
    ),
    (bytes([5]) * 255, "a MAZ file has 256 bytes"),
    *((pack(JSON), "") for pack in (bz2.compress, lzma.compress, zlib.compress)),
    (misplaced_directory(), "it is not an NPZ file, or a damaged one"),
    (b"+---+\n|A\xe9B|\n", "not text: the byte 0xe9 at line 2"),
    (b'{"name": "\xe9"}\n', "it is no JSON of a maze"),
    (header_of((1 << 40, 1 << 40), "|u1"), "the header of the array is"),
]

NPZ = [
    (npz(PASSAGES + b"0", 0), 'there is more behind the array "passages"'),
    (npz(PASSAGES, zipfile.ZIP_BZIP2), '"passages" is packed in a way that NumPy does not'),
    (npz(PASSAGES, 0, start=[0]), '"start" has the shape (1,), not (2,)'),
    (npz(PASSAGES, 0, dist_min=[1]), '"dist_min" has the shape (1,), not ()'),
    (npz(PASSAGES, 0, goals=[0, 1]), '"goals" has the shape (2,), not (n, 2)'),
    (npz(PASSAGES, 0, goals=[[0, 1, 2]]), '"goals" has the shape (1, 3), not (n, 2)'),
    (npz(PASSAGES, 0).replace(b"passages", b"passagex"), 'it holds no array "passages"'),
    (npz(PASSAGES, 0, **{f"a{n}": n for n in range(1000)}), "it holds 1,001 files"),
]

PICTURES = [
    (to_bytes(LEVEL, "pdf"), "it looks like PDF, which is not read: read are "),
    (b"<svg></svg>", "it lacks data-maze"),
    (
        SVG.replace(b"M0 0h", b"M5 0h", 1),
        "line 5, column 91: the stroke 'M5 0h96' lies outside the",
    ),
    (SVG.replace(b"0h96", b"0h120", 1), "the stroke 'M0 0h120' lies outside the maze of 4x3"),
    (SVG.replace(b"M0 0h96", b"M0 0z96"), "line 5, column 91: the stroke 'M0 0z96"),
    (SVG.replace(b'"4x3 24"', b'"99999x99999 24"'), "at most 1,073,741,824 are read"),
    (SVG.replace(b'"4x3 24"', b'"0x3 24"'), "its size 0x3 in cells of 24 pixels is invalid"),
    (b"P4 9 9\n\0", "it is cut off: 9x9 pixels take 18 bytes, and 1 are there"),
    (b"P4 0 9\n\0", "a bitmap of 0x9 pixels is not read"),
    (b"P4 99999999 99999999\n", "may show 2,499,999,900,000,001 cells: at most 1,073,741,824"),
    (b"P4 wide\n", "it is no PBM bitmap"),
    (forged(8, 8, 8, 3, bytes(72)), "there is no wall in the picture"),
    (forged(80, 80, 8, 0, bytes(81 * 40)), "there is no wall in the picture"),
    (forged(8, 8, 3, 0, b""), "it is not a PNG, or a damaged one"),
    (forged(8, 8, 8, 5, b""), "it is not a PNG, or a damaged one"),
    (forged(8, 8, 8, 0, b"\x09" * 72), "it is not a PNG, or a damaged one"),
    (forged(8, 8, 8, 0, b"", packed=b"junk"), "it is not a PNG, or a damaged one"),
    (forged(8, 8, 8, 0, bytes(72))[:50], "it is not a PNG, or a damaged one"),
    (b"\x89PNG\r\n\x1a\n" + bytes(40), "it is not a PNG, or a damaged one"),
]

THEIRS = ("negative seek value", "codec can't decode", "array is too big")
"""What libraries say of some of these."""

CASES = [
    *(("grid", *case) for case in GRIDS),
    *(("thick", *case) for case in THICK),
    *(("", *case) for case in (*NUMBERS, *DRAWINGS, *DATA, *PICTURES)),
    *(("npz", *case) for case in NPZ),
    *(("maz", data, "256 bytes") for data in (MOUSE[:-1], bytes(255) + b"\x10")),
    ("maz", bytes([15] * 255 + [0]), "no maze"),
    *(
        (form, data, "")
        for form in ("unicode", "ascii", "micromouse")
        for data in (" ", "  \n \n", "\n\n", "A", "  B\n")
    ),
]


@pytest.mark.parametrize(
    ("form", "data", "said"), CASES, ids=[f"{form} {said}"[:60] for form, _, said in CASES]
)
def test_what_is_no_maze_is_refused_in_one_sentence(form, data, said):
    given = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    ends = {"start": "r0c0", "goals": "r0c1"} if form == "npz" else {}
    with pytest.raises(FormatError) as caught:
        from_bytes(given, form, **ends)
    assert said in str(caught.value)
    assert str(caught.value).isprintable()
    assert not [words for words in THEIRS if words in str(caught.value)]
