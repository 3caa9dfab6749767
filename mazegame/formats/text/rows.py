"""Text as rows of symbols, the first step of every reader of a drawing.

It handles UTF-8, line ends, a byte order mark, and what surrounds a drawing: its game ID, its ends,
its size, empty lines, prose.

A reader lists its characters in a ``Symbols`` table; each becomes a small number, and all others
become 0. Short lines are padded with blanks.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.support import memory
from mazegame.formats.errors import FormatError, at
from mazegame.formats.source import SMALL_CELLS, Source

_NEWLINE: Final = ord("\n")
_TITLE_BYTES: Final = 600

_NAMES: Final = {
    "\t": "a tab", "\r": "a carriage return", " ": "a space", "\0": "a zero byte",
    "\ufeff": "a byte order mark",
}  # fmt: skip

_GAME_ID: Final = re.compile(rb"[a-z][a-z0-9.-]*:[0-9]+x[0-9]+:\S+")
_SIZE: Final = re.compile(rb"[1-9][0-9]{0,8}(?:[ \t]++[x,]?|[x,])[ \t]*+[1-9][0-9]{0,8}[ \t]*+\r?")
_ENDS: Final = re.compile(rb"ends=(\S+)")
_OCTILE: Final = re.compile(
    rb"(?:type[ \t]+\w+\s*\n)?(?:height[ \t]+(\d{1,9})\s*\nwidth[ \t]+(\d{1,9})|"
    rb"width[ \t]+(\d{1,9})\s*\nheight[ \t]+(\d{1,9}))\s*\nmap[ \t]*\r?\n"
)
"""The lines above a map of the Moving AI benchmarks; some leave out the first one."""

_PROSE: Final = re.compile(
    rb"[^\[\]\n]*(?:[A-Za-z][cdhijklmnpqrtuyz]|[cdhijklmnpqrtuyz][A-Za-z])[^\[\]\n]*|[ \t]*```.*"
)
"""Matches a line of prose: a word with a letter that draws no maze, or the fence of a code block.
Lines with brackets are excluded, since they may belong to a matrix."""


@dataclass
class DrawingText:
    """Reads the lines of a drawing, and the metadata above and below it.

    The metadata are complete after the last block.
    """

    source: Source
    first_line: int = 1
    """The first line of the drawing in the file, counted from 1."""
    game_id: str = ""
    ends: str = ""
    """The value of a line ``ends=...``; empty for none."""
    size: str = ""
    """A first line that says the size, such as ``21 21``; empty for none."""
    is_octile: bool = False
    """Whether the lines of a Moving AI map stood above it."""

    def blocks(self) -> Iterator[bytes]:
        """Yield the drawing in blocks of whole lines, UTF-8, which end in LF.

        It removes a byte order mark, CR before LF, and above and below the drawing empty lines,
        prose, a game ID and ``ends=...``. FormatError for a zero byte, or if there is no drawing.
        """
        held, given, before = b"", False, 0
        for block in self.source.lines():
            zero = block.find(b"\0")
            if zero >= 0:
                raise FormatError(
                    f"it is not text: it holds a zero byte at {_place(block, zero, before + 1)}"
                )
            before += block.count(b"\n")
            if held.strip(b"\n") and not block.isspace():  # it is not the last block
                body = held.rstrip(b"\n") + b"\n"
                yield body
                given, held = True, held[len(body) :]
            held += block.replace(b"\r\n", b"\n") if b"\r" in block else block
            if not given:
                held = self.without_header(held)
        held = self._without_metadata(held.rstrip(b"\r\n"), alone=not given)
        if held:
            yield held + b"\n"
        elif not given:
            raise FormatError("it is empty")

    def all(self) -> bytes:
        """Return the whole drawing at once."""
        size = self.source.size or 0
        memory.require(2 * size, f"a file of {memory.format_size(size)}")
        return b"".join(self.blocks())

    def without_header(self, lines: bytes) -> bytes:
        """Return lines without a byte order mark and the lines above the drawing."""
        lines = lines.removeprefix(codecs.BOM_UTF8)
        begin, prose = 0, -1
        while True:
            if octile := _OCTILE.match(lines, begin):
                self.size, self.is_octile = b" ".join(filter(None, octile.groups())).decode(), True
                begin = octile.end()
                break
            end = lines.find(b"\n", begin)
            if end < 0:
                break
            line = lines[begin:end].rstrip(b"\r")
            if line and not self._take_metadata(line):
                if not is_prose(line):
                    break
                prose = begin if prose < 0 else prose
            begin = end + 1
        if prose >= 0 and (not lines[begin:].strip() or is_prose(lines[begin:].strip())):
            begin = prose  # there is only prose: the reader reports what is wrong with it
        end = begin + len_of_size(lines[begin:])
        self.size = self.size or lines[begin:end].decode("ascii").strip()
        self.first_line += lines.count(b"\n", 0, end)
        return lines[end:]

    def check_size(self, *sizes: tuple[int, int]) -> None:
        """Raise FormatError if the line above the drawing states another size: it may be cut off.

        ``sizes`` are those that the line may mean, in either order; the message has the first one.
        """
        said = sorted(map(int, re.findall(r"\d+", self.size)))
        if said and said not in [sorted(size) for size in sizes]:
            high, wide = sizes[0]
            follow = f"{high} row{'s' * (high > 1)} of {wide} follow{'s' * (high == 1)}"
            raise FormatError(f"its first line says {self.size}, and {follow}")

    def _without_metadata(self, lines: bytes, *, alone: bool) -> bytes:
        """Return lines without metadata and prose at their end.

        With ``alone``, if there is nothing before them, prose is kept.
        """
        kept, prose = lines, False
        while kept:
            line = kept[kept.rfind(b"\n") + 1 :].rstrip(b"\r")
            if not self._take_metadata(line):
                if not is_prose(line):
                    return kept
                prose = True
            kept = kept[: max(kept.rfind(b"\n"), 0)].rstrip(b"\r\n")
        return lines if prose and alone else b""

    def _take_metadata(self, line: bytes) -> bool:
        game_id, ends = metadata_in(line)
        self.game_id = self.game_id or game_id
        self.ends = self.ends or ends
        return bool(game_id or ends)


def drawing_head(source: Source) -> tuple[bytes, bool]:
    """Return a drawing's first bytes without the lines above it, and ``DrawingText.is_octile``."""
    text = DrawingText(source)
    head = text.without_header(source.head().replace(b"\r\n", b"\n"))
    return head, text.is_octile


def len_of_size(lines: bytes) -> int:
    """Return the length of a first line with the size, such as ``21 21``; 0 if there is none.

    Such a line has a digit above 1, or another length than the next line, which is the drawing's.
    """
    line, newline, rest = lines[: 2 * _TITLE_BYTES].partition(b"\n")
    if not (newline and rest and _SIZE.fullmatch(line)):
        return 0
    following = rest.partition(b"\n")[0]
    if len(line.rstrip()) == len(following.rstrip()) and not line.rstrip().strip(b"01 \tx,"):
        return 0
    if _SIZE.fullmatch(following):  # two columns of numbers
        return 0
    return len(line) + 1


def is_prose(line: bytes) -> bool:
    """Return whether a line of a text is prose, and no line of a maze."""
    return len(line) <= _TITLE_BYTES and _PROSE.fullmatch(line) is not None


def metadata_in(line: bytes) -> tuple[str, str]:
    """Return the game ID or the ends in a line beside a drawing; empty texts if it is neither."""
    if len(line) > _TITLE_BYTES:
        return "", ""
    if _GAME_ID.fullmatch(line):
        return line.decode("utf-8", "replace"), ""
    match = _ENDS.fullmatch(line)
    return "", match[1].decode("utf-8", "replace") if match else ""


class Symbols:
    """A format's table from characters to symbols, which are numbers from 1 to 255.

    Args:
        meanings: The characters of each symbol.
        reads: A description of all characters, for messages.
    """

    def __init__(self, meanings: Mapping[int, str], reads: str) -> None:
        self.reads = reads
        highest = max(ord(c) for characters in meanings.values() for c in characters)
        self._table = np.zeros(highest + 2, np.uint8)
        for symbol, characters in meanings.items():
            self._table[[ord(c) for c in characters]] = symbol
        self._bytes = bytes(self._table[:128].tobytes().ljust(256, b"\0"))
        self.blank = int(self._table[ord(" ")])

    def rows(self, text: DrawingText) -> NDArray[np.uint8]:
        """Return the symbol of every character of a text: uint8 (lines, columns).

        Short lines are padded with blanks. A FormatError names the first unknown character.
        """
        pieces: list[NDArray[np.uint8]] = []
        for rows, _ in self.bands(text):
            if not pieces and text.source.size:
                memory.require(2 * text.source.size, "a drawing of that size")
            pieces.append(rows)
        if len(pieces) == 1:
            return pieces[0]
        count, width = sum(map(len, pieces)), max(rows.shape[1] for rows in pieces)
        check_padding(count, width, sum(rows.size for rows in pieces))
        whole = np.full((count, width), self.blank, np.uint8)
        done = 0
        for number, rows in enumerate(pieces):
            whole[done : done + len(rows), : rows.shape[1]] = rows
            done += len(rows)
            pieces[number] = rows[:0]  # so that memory holds it once, not twice
        return whole

    def bands(self, text: DrawingText) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.intp]]]:
        """Yield (symbols as from ``rows``, length of each line) for blocks of lines."""
        done = 0
        for block in text.blocks():
            rows, lengths = self._piece(block, text.first_line + done)
            done += len(rows)
            yield rows, lengths

    def _piece(self, lines: bytes, first_line: int) -> tuple[NDArray[np.uint8], NDArray[np.intp]]:
        """Return the symbols of some lines, and the length of each line."""
        if lines.isascii():
            codes = np.frombuffer(lines, np.uint8)
            symbols = np.frombuffer(lines.translate(self._bytes), np.uint8)
        else:
            codes = np.frombuffer(decode(lines, first_line).encode("utf-32-le"), np.uint32)
            symbols = self._table[np.minimum(codes, len(self._table) - 1)]
        ends = np.flatnonzero(codes == _NEWLINE)
        lengths = np.diff(ends, prepend=-1) - 1
        width = int(lengths.max())
        if (lengths == width).all():
            rows = symbols.reshape(-1, width + 1)[:, :width]
        else:
            check_padding(len(lengths), width, len(codes))
            rows = np.full((len(lengths), width), self.blank, np.uint8)
            for row, (end, length) in enumerate(zip(ends.tolist(), lengths.tolist(), strict=True)):
                rows[row, :length] = symbols[end - length : end]
        if not rows.all():
            row, col = first_place(rows == 0)
            start = int(ends[row]) - int(lengths[row])
            character = chr(codes[start + col])
            name = _NAMES.get(character, repr(character))
            raise FormatError(f"{at(row, col, first_line)}: {name} has no place: {self.reads}")
        return rows, lengths


def check_padding(count: int, width: int, characters: int) -> None:
    """Raise FormatError if padding to the longest line would be nearly all of the drawing."""
    if count * width > max(16 * characters, SMALL_CELLS):
        raise FormatError(f"its longest line has {width:,} characters, and nearly all are short")


def first_place(wrong: NDArray[np.bool_]) -> tuple[int, int]:
    """Return row and column of the first True."""
    row, col = divmod(int(wrong.argmax()), wrong.shape[1])
    return row, col


def decode(lines: bytes, first_line: int) -> str:
    """Decode UTF-8; a FormatError names the first invalid byte."""
    try:
        return lines.decode("utf-8")
    except UnicodeDecodeError as error:
        place = _place(lines, error.start, first_line)
        raise FormatError(
            f"it is not text: the byte 0x{lines[error.start]:02x} at {place} is not UTF-8"
        ) from None


def _place(data: bytes, index: int, first_line: int = 1) -> str:
    """Return the position of a byte in words; columns are counted in bytes."""
    row = data.count(b"\n", 0, index)
    return at(row, index - (data.rfind(b"\n", 0, index) + 1), first_line)
