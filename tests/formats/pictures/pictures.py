"""Files for tests and fuzzers: pictures of other programs, and small files that declare much."""

import io
import json
import zipfile
import zlib

import numpy as np
from PIL import Image

from mazegame.formats.data.npy import file_of, header_of
from mazegame.formats.pictures.png import chunk

KINDS = {
    "PNG": ("1", "L", "LA", "P", "RGB", "RGBA", "I;16"),
    "GIF": ("1", "L", "P", "RGB", "RGBA"),
    "BMP": ("1", "L", "P", "RGB", "RGBA"),
    "JPEG": ("L", "RGB", "CMYK"),
    "WEBP": ("L", "RGB", "RGBA"),
    "TIFF": ("1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "I;16"),
    "PPM": ("L", "RGB", "I;16"),
}
"""The kinds of pictures that are read, with modes that Pillow writes."""


def saved(picture: Image.Image, kind: str, **options) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, kind, **options)
    return stream.getvalue()


def in_mode(picture: Image.Image, mode: str) -> Image.Image:
    if mode == "I;16":
        return Image.fromarray(np.asarray(picture.convert("L")).astype(np.uint16) * 257)
    return picture.convert(mode)


def forged(width: int, height: int, depth: int, kind: int, data: bytes, **changes) -> bytes:
    """Make a PNG of unpacked rows, whatever its head says."""
    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([depth, kind, 0, 0, 0])
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            chunk(b"IHDR", head),
            *changes.get("chunks", ()),
            chunk(b"IDAT", changes.get("packed", zlib.compress(data))),
            chunk(b"IEND", b""),
        ]
    )


STROKE = b'<svg data-maze="%s %d"><path id="walls" d="%s"/></svg>'


def npz(passages: bytes, packing: int, **arrays: object) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", packing) as file:
        file.writestr("passages.npy", passages)
        for name, array in arrays.items():
            file.writestr(f"{name}.npy", file_of(np.array(array)))
    return stream.getvalue()


def damaged_npz(packing: int) -> bytes:
    data = bytearray(npz(file_of(np.zeros((90, 90), np.uint8)), packing))
    data[60:90] = bytes(30)
    return bytes(data)


def webp(width: int, height: int) -> bytes:
    """A lossless WebP of no pixels."""
    bits = (width - 1 | height - 1 << 14).to_bytes(4, "little")
    chunk = b"VP8L" + (13).to_bytes(4, "little") + b"\x2f" + bits + bytes(9)
    return b"RIFF" + (4 + len(chunk)).to_bytes(4, "little") + b"WEBP" + chunk


def tiff(width: int, height: int, samples: int = 1) -> bytes:
    """A TIFF in group 4, which packs white lines into a bit each."""
    small = saved(Image.new("1", (64, 64), 1), "TIFF", compression="group4")
    data = bytearray(small)
    at = int.from_bytes(data[4:8], "little")
    for number in range(int.from_bytes(data[at : at + 2], "little")):
        entry = at + 2 + 12 * number
        tag = int.from_bytes(data[entry : entry + 2], "little")
        if tag in {256, 257, 277, 278}:
            side = {256: width, 277: samples}.get(tag, height)
            data[entry + 2 : entry + 4] = (4).to_bytes(2, "little")
            data[entry + 8 : entry + 12] = side.to_bytes(4, "little")
    return bytes(data)


def sized(kind: str, width: int, height: int) -> bytes:
    """A small picture whose head says that it is a large one."""
    data = bytearray(saved(Image.new("L", (16, 16), 255), kind))
    if kind == "GIF":
        data[6:10] = width.to_bytes(2, "little") + height.to_bytes(2, "little")
    elif kind == "BMP":
        data[18:26] = width.to_bytes(4, "little") + height.to_bytes(4, "little")
    elif kind == "JPEG":
        at = data.index(b"\xff\xc0") + 5
        data[at : at + 4] = height.to_bytes(2, "big") + width.to_bytes(2, "big")
    else:
        return b"P5 %d %d 255\n" % (width, height) + bytes(40)
    return bytes(data)


def closed_png(cols: int, rows: int) -> bytes:
    """Make a picture of this program in which all is wall."""
    packer, line = zlib.compressobj(1), bytes(1 + (2 * cols + 8) // 8)
    pieces = [packer.compress(line) for _ in range(2 * rows + 1)]
    packed = b"".join([*pieces, packer.flush()])
    return forged(2 * cols + 1, 2 * rows + 1, 1, 0, b"", chunks=[text(cols, rows)], packed=packed)


def foreign_png(
    width: int, height: int, depth: int, kind: int, rows: list[bytes], **changes
) -> bytes:
    """Make a PNG of another program in which a few rows follow each other again and again."""
    packer = zlib.compressobj(1)
    pieces = [packer.compress(b"\0" + rows[y % len(rows)]) for y in range(height)]
    packed = b"".join([*pieces, packer.flush()])
    return forged(width, height, depth, kind, b"", packed=packed, **changes)


def foreign_bombs() -> dict[str, bytes]:
    """Make pictures of other programs that are blank, or repeat: it takes a while."""
    wall, room = bytes(4096), b"\x7f" + b"\xff" * 4094 + b"\xfe"
    blank = Image.new("RGB", (8192, 8192), (130, 130, 130))
    return {
        "foreign png, white": foreign_png(32_768, 16_384, 1, 0, [b"\xff" * 4096]),
        "foreign png, corridors": foreign_png(32_768, 16_385, 1, 0, [wall, room]),
        "foreign png, a named size": foreign_png(
            32_769, 16_385, 1, 0, [b"\xff" * 4097], chunks=[text(16_384, 8192)]
        ),
        "foreign png, palette": foreign_png(
            16_384, 16_384, 8, 3, [bytes(16_384)], chunks=[chunk(b"PLTE", bytes(6))]
        ),
        "foreign png, colours": foreign_png(12_000, 8000, 8, 2, [bytes(36_000), b"\xff" * 36_000]),
        "foreign png, 16 bit": foreign_png(7000, 6000, 16, 6, [b"\xff" * 56_000]),
        "foreign png, interlaced": interlaced(foreign_png(20_000, 20_000, 1, 0, [bytes(2500)])),
        "foreign jpeg": saved(blank, "JPEG", progressive=True),
    }


def interlaced(png: bytes) -> bytes:
    """Say in the head of a PNG that its rows are interlaced."""
    head = png[12:28] + b"\1"
    return png[:12] + head + zlib.crc32(head).to_bytes(4, "big") + png[33:]


def text(cols: int, rows: int, cell: int = 2, wall: int = 1) -> bytes:
    """Make the chunk in which this program names the size of a maze."""
    return chunk(
        b"iTXt", b"mazegame" + bytes(5) + b"size=%dx%d pixels=%d+%d" % (cols, rows, cell, wall)
    )


def bombs() -> dict[str, bytes]:
    """Make small files that declare much, by what is wrong with them: it takes a while."""
    deflated = zipfile.ZIP_DEFLATED
    return {
        "svg, one stroke": STROKE % (b"16384x16384", 1, b"M0 0h16384"),
        "svg, one row": STROKE % (b"268435456x1", 1, b"M0 0h268435456"),
        "svg, no gap": STROKE
        % (b"30000x30000", 1, b"".join(b"M0 %dh30000" % line for line in range(0, 30_000, 2))),
        "svg, strokes one over the other": STROKE % (b"8192x8192", 1, b"M0 0h8192" * 50_000),
        "svg, sides": STROKE % (b"999999999x999999999", 1, b"M0 0h9"),
        "svg, no end of an attribute": b'<svg data-maze="9x9 1">' + b'<path id="walls"' * 60_000,
        "npz, zeros": npz(header_of((1 << 15, 1 << 15), "|u1") + bytes(1 << 20), deflated),
        "npz, no A": npz(header_of((1 << 14, 1 << 13), "|u1") + bytes(1 << 27), deflated),
        "npz, rock": npz(
            header_of((1 << 14, 1 << 13), "|u1") + bytes(1 << 27),
            deflated,
            start=(0, 0),
            goals=[(9, 9)],
        ),
        "npz, bzip2": npz(header_of((1 << 14, 1 << 14), "|u1") + bytes(1 << 28), zipfile.ZIP_BZIP2),
        "npz, LZMA": npz(header_of((1 << 13, 1 << 13), "|u1") + bytes(1 << 26), zipfile.ZIP_LZMA),
        "npz, bzip2 damaged": damaged_npz(zipfile.ZIP_BZIP2),
        "npz, LZMA damaged": damaged_npz(zipfile.ZIP_LZMA),
        "npz, deflate damaged": damaged_npz(deflated),
        "npz, wide items": npz(header_of((1 << 26,), "<i8") + bytes(99), deflated),
        "npy, sides": header_of((1 << 39, 0), "|u1"),
        "npy, cut off": header_of((1 << 14, 1 << 14), "|u1"),
        "png, wide": forged((1 << 31) - 1, 8, 1, 0, b""),
        "png, square": forged(30_000, 30_000, 1, 0, b""),
        "png, 16 bit": forged(20_000, 20_000, 16, 6, b""),
        "png, no A": closed_png(1 << 14, 1 << 13),
        "text, one long line": b"+---+\n" * 9000 + b" " * 60_000 + b"+\n",
        "text, another character": b"+---+\n" * 9000 + b"?" * 60_000 + b"+\n",
        "pbm, sides": b"P4 999999999 999999999 ",
        "pbm, gaps": b"P4" + b" " * 65_000,
        "pbm, comments": b"P4" + b"#\n" * 32_000,
        "pbm, plain": b"P1 30000 30000 1",
        "pbm, plain with comments": b"P1 5 5 " + b"#\n" * 800_000,
        "webp": webp(16_384, 16_384),
        "webp, animated": b"RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0" + bytes(4) + b"\xff" * 6,
        "tiff": tiff(30_000, 30_000),
        "tiff, samples": tiff(64, 64, samples=635),
        "json, sides": json.dumps(
            {
                "format": "mazegame maze", "version": 1,
                "cols": 1 << 30, "rows": 1 << 30, "passages": [],
            }
        ).encode(),
        **{kind: sized(kind, 60_000, 60_000) for kind in ("GIF", "BMP", "JPEG", "PPM")},
    }  # fmt: skip
