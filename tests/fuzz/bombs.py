"""Bombs: small files that declare much, or that are the worst case of a pattern."""

import io
import json
import zipfile
import zlib
from collections.abc import Callable
from random import Random

import numpy as np
from PIL import Image

from mazegame.formats.data.npy import header_of
from mazegame.formats.pictures.png import chunk
from tests.formats.pictures.pictures import (
    KINDS,
    foreign_png,
    forged,
    in_mode,
    interlaced,
    saved,
    sized,
    tiff,
    webp,
)

SIDES = (0, 1, 2, 3, 9, 255, 4096, 30_000, 65_535, 1 << 20, 1 << 28, (1 << 31) - 1, 1 << 31)

PIECES = (
    b" ", b"\n", b"#", b"#\n", b"# ", b" #", b"\t", b"\r\n", b"M", b"M0 0h9", b"M0 0", b"A", b"B",
    b'<path id="walls"', b'<svg data-maze="', b"<svg ", b'd="', b"P4", b"P1\n", b"0 ", b"9", b"X",
    b"ends=", b"r0c0+", b"r0c0-", b"a:", b"wilson:9x9:", b"o---", b"   o", b"o   ", b"+---", b".",
    b"|   ", b"-", b"_", b"[", b"{", b'"', b"\xc2\xa0", "─".encode(), "│".encode(), "█".encode(),
    "\u2028".encode(), b"\x00", b"<", b"&amp;",
)  # fmt: skip
"""What a pattern may stumble over when it comes a thousand times."""


def bomb(random: Random) -> bytes:
    """Make a file of a few kB at most, before it is unpacked."""
    makers: tuple[Callable[[Random], bytes], ...] = (
        _svg, _npz, _npy, _png, _picture, _pbm, _json, _repeated, _drawing,
    )  # fmt: skip
    if random.random() < 0.01:  # it takes a while
        return _foreign(random)
    return random.choice(makers)(random)


def _side(random: Random) -> int:
    return max(0, random.choice(SIDES) + random.choice((-1, 0, 0, 1)))


def _svg(random: Random) -> bytes:
    cols, rows, cell = _side(random), _side(random), random.choice((1, 1, 4, 24, 99_999))
    strokes = b"".join(
        b"M%d %d%c%d"
        % (
            random.choice((0, cell, cols // 2 * cell)),
            random.choice((0, cell, rows // 2 * cell)),
            random.choice(b"hv"),
            random.choice((1, cell, cols * cell, rows * cell)),
        )
        for _ in range(random.choice((0, 1, 2, 40)))
    )
    strokes *= random.choice((1, 1, 1000))
    size = b"%dx%d %d" % (cols, rows, cell)
    return b'<svg data-maze="%b"><path id="walls" d="%b"/></svg>' % (size, strokes)


def _npz(random: Random) -> bytes:
    stream = io.BytesIO()
    packing = random.choice(
        (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
    )
    with zipfile.ZipFile(stream, "w", packing) as file:
        for name in random.choices(("passages", "start", "goals", "game_id", "x"), k=3):
            if f"{name}.npy" not in file.namelist():
                file.writestr(f"{name}.npy", _npy(random))
    data = bytearray(stream.getvalue())
    for _ in range(random.choice((0, 0, 1, 5))):
        at = random.randrange(len(data))
        data[at : at + 4] = random.choice((b"\xff" * 4, bytes(4), random.randbytes(4)))
    return bytes(data)


def _npy(random: Random) -> bytes:
    kind = random.choice(("|u1", "|b1", "<i8", "<U1000", "|u1"))
    shape = tuple(_side(random) for _ in range(random.choice((0, 1, 2, 2, 2, 3))))
    return header_of(shape, kind) + bytes(random.choice((0, 1, 99, 1 << 22)))


def _png(random: Random) -> bytes:
    depth, kind = random.choice(((1, 0), (1, 3), (2, 0), (8, 0), (8, 2), (8, 3), (16, 6), (16, 4)))
    packed = zlib.compress(bytes(random.choice((0, 9, 999, 1 << 22))), random.choice((1, 9)))
    words = b"mazegame\0\0\0\0\0size=%dx%d pixels=2+1 wall=#000000" % (_side(random), _side(random))
    chunks = [
        chunk(b"PLTE", bytes(random.choice((0, 3, 768, 771, 9999)))),
        chunk(b"iTXt", words),
        chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(1 << 22))),
        chunk(b"tRNS", bytes(random.choice((0, 1, 256, 300)))),
    ]
    chunks = random.sample(chunks, random.randrange(len(chunks) + 1))
    return forged(_side(random), _side(random), depth, kind, b"", packed=packed, chunks=chunks)


def _foreign(random: Random) -> bytes:
    """A large picture of another program whose rows repeat."""
    if random.random() < 0.5:  # it is read whole, and so not as large
        width = random.choice((4096, 8191))
        rows = [random.randbytes(width // 8 + 1) for _ in range(random.randrange(5, 41))]
        return foreign_png(width, 4096, 1, 0, rows)
    width = random.choice((4096, 8191, 16_384, 32_768))
    depth, kind = random.choice(((1, 0), (1, 3), (2, 0), (8, 0), (8, 2), (8, 3), (16, 0), (8, 6)))
    long = (width * depth * {2: 3, 6: 4}.get(kind, 1) + 7) // 8
    values = (bytes(long), b"\xff" * long, b"\0\xff" * (long // 2) + b"\0" * (long % 2))
    rows = random.choices(values, k=random.choice((1, 2, 2, 3, 9)))
    png = foreign_png(
        width, (1 << 26) // long, depth, kind, rows, chunks=[chunk(b"PLTE", bytes(3) + b"\xff" * 3)]
    )
    return png if random.random() < 0.8 else interlaced(png)


def _picture(random: Random) -> bytes:
    width, height = min(_side(random), 65_535), min(_side(random), 65_535)
    kind = random.choice(("GIF", "BMP", "JPEG", "PPM", "WEBP", "TIFF"))
    if kind == "WEBP":
        return webp(width % 16_384 + 1, height % 16_384 + 1)
    return tiff(width, height) if kind == "TIFF" else sized(kind, width, height)


def _pbm(random: Random) -> bytes:
    gap = random.choice(PIECES[:8]) * random.choice((1, 9, 30_000))
    magic = random.choice((b"P1", b"P4", b"P2", b"P3", b"P5", b"P6"))
    sides = b"%d%b%d\n" % (_side(random), random.choice((b" ", b"\n", gap)), _side(random))
    return magic + gap + sides + random.choice((b"", b"255\n")) + bytes(random.choice((0, 99)))


def _json(random: Random) -> bytes:
    maze = {
        "format": "mazegame maze", "version": 1, "cols": _side(random), "rows": _side(random),
        "passages": random.choice(([], ["2" * 9] * 9, "x", [[]], 10**40)),
        "goals": random.choice(([], [[_side(random), 10**30]], [[0, 0]] * 9)),
    }  # fmt: skip
    nested = random.choice((b"[", b'{"a":')) * 60_000
    return random.choice((json.dumps(maze).encode(), nested))


def _repeated(random: Random) -> bytes:
    head = b"".join(random.choices(PIECES, k=random.randrange(3)))
    body = b"".join(random.choices(PIECES, k=random.choice((1, 1, 2, 3))))
    return head + body * (random.choice((3_000, 60_000)) // len(body)) + random.choice(PIECES)


def _drawing(random: Random) -> bytes:
    """One very long line among short ones, which a table would make a rectangle of."""
    long = random.choice(PIECES) * random.choice((99, 20_000))
    short = random.choice((b"+---+\n", b"o---o\n", b"XA.BX\n", b"\n", "┌───┐\n".encode()))
    return short * random.choice((1, 99, 9_000)) + long + b"\n" + short


def damaged_pictures() -> list[bytes]:
    """Return small pictures of every kind, to be damaged."""
    floor = np.pad(np.kron(np.eye(6), np.ones((5, 5))), 3)
    picture = Image.fromarray((floor * 255).astype(np.uint8))
    return [saved(in_mode(picture, mode), kind) for kind, modes in KINDS.items() for mode in modes]
