"""Board: the boards of a party as lines, the podium of a series, and the ways in with a QR code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

import segno
from rich.cells import cell_len
from textual.content import Content

from mazegame.game.words import capital, counted, spell_time
from mazegame.party.opening import page_of

if TYPE_CHECKING:
    from mazegame.party.protocol import Board

WalkRow: TypeAlias = "tuple[Content, str, float, str]"
"""A player's name, distance walked in words, share of a bar (1 only at B), and colour."""

BOARD_COLUMNS: Final = 68
"""Columns of a row with steps, detour and points of the round, and of the gap beside it."""

NARROW_COLUMNS: Final = 44
"""Columns of a row without these, and of the gap beside it."""

NAME_COLUMNS: Final = 18
"""Columns of a name; one in wide characters may take more."""

DIM: Final = "$maze-dim"
"""The style of what is less important."""

OWN: Final = "bold $maze-player"
"""The style of the player's own row."""

FIRST: Final = "bold"
"""The style of the row of the first place."""

HEADLINE: Final = "bold $maze-gold"
"""The style of a headline."""

STEPS: Final = ("gold", "silver", "bronze")
"""The colours of a podium's steps, first place first."""

STEP_COLUMNS: Final = 13
"""Columns of a podium's step."""

HEAD_LINES: Final = 3
"""Lines above the rows."""

PODIUM_LINES: Final = 7
"""Lines of a podium, with a blank one."""

LEAST_ROWS: Final = 3
"""Fewest rows that must fit below a podium."""

FULL: Final = 10
"""Most rows of a column where whole rows fit side by side."""

LARGE: Final = (100, 28)
"""Fewest columns and lines for a podium twice as large, if all rows fit below it."""

MOST_SCALE: Final = 3
"""Largest scale of a podium."""

FIELD: Final = 8
"""Columns of a number in a row."""

WIDER: Final = 6
"""Columns that each scale adds to a number where the rows have one column."""

BAR_COLUMNS: Final = 36
"""Fewest columns of a walk with a bar."""

SHORT_COLUMNS: Final = 24
"""Fewest columns of a walk with whole words."""

WALK_COLUMNS: Final = 12
"""Fewest columns of a walk."""

HIGH: Final = 6
"""Most lines of a walk."""

LABEL_COLUMNS: Final = 11
"""Columns before the text to be typed."""


def in_columns(parts: Sequence[Content], columns: int, width: int) -> list[Content]:
    """Return parts in reading order down as many columns as fit, at most ``most``."""
    lines = -(-len(parts) // max(columns, 1))
    padded = [one.pad_right(max(width - one.cell_length, 0)) for one in parts]
    return [Content().join(padded[at::lines]).rstrip() for at in range(lines)]


def walk_bars(rows: Sequence[WalkRow], width: int, height: int) -> list[Content]:
    """Return a bar for each player, in as few columns as have room; narrow ones have none."""
    count = len(rows)
    columns = max(min(-(-count // max(height, 1)), (width + 2) // WALK_COLUMNS), 1)
    room, high = (width + 2) // columns - 2, max(min(height * columns // max(count, 1), HIGH), 1)
    far = [done for _, done, *_ in rows]
    if room < SHORT_COLUMNS:
        far = [done.removeprefix("at B ").partition(" step")[0] for done in far]
    last = max(map(len, far), default=0)
    wide = max((who.cell_length for who, *_ in rows), default=0)
    long = max(room - wide - last - 2, 0) * (room >= BAR_COLUMNS)
    wide = room - last - long - 1 - bool(long)
    parts: list[Content] = []
    for (who, _, share, ink), done in zip(rows, far, strict=True):
        full = round(share * long)
        bar = ("━█"[high > 2] * full, ink), ("─░"[high > 2] * (long - full), "$maze-rock")
        name = who.truncate(wide, ellipsis=True, pad=True)
        note = f" {done:>{last}}", "bold" if share == 1 else DIM
        more = [Content.assemble(" " * (wide + 1), *bar)] * (high - 2)
        more.insert(len(more) // 2, Content.assemble(name, " " * bool(long), *bar, note))
        parts += more + [Content()] * (high > 1)
    if count > columns * height:
        parts[columns * height - 1 :] = [Content.styled(f"+{count - columns * height + 1}", DIM)]
    lines = in_columns(parts, columns, room + 2)
    return [Content()] * ((height - len(lines) + 1) // 2) + lines


def whole_board(
    board: Board, names: Mapping[int, str], own: int | None, width: int, height: int
) -> list[Content]:
    """Return the board for a place of some size; after the last round with the podium.

    Large places have one after each round, and all of it larger. Many rows are put in columns as
    far as the width allows. Where the height has no room for them, they have no steps there, and
    the rest is below.
    """
    large = max(min(2 * width // LARGE[0], 2 * height // LARGE[1], MOST_SCALE), 1)
    room, least = height - HEAD_LINES - PODIUM_LINES, len(board.rows)
    has_podium = large > 1 and room >= least if board.wait else room >= min(least, LEAST_ROWS)
    room = max(room if has_podium else height - HEAD_LINES, 1)
    columns = max(min(width // NARROW_COLUMNS, -(-len(board.rows) // room)), 1)
    whole = width >= BOARD_COLUMNS * columns
    if whole:
        columns = max(columns, min(width // BOARD_COLUMNS, -(-len(board.rows) // FULL)))
    field = FIELD + WIDER * (large - 1) * (columns == 1)
    won, gap, head, *rows = board_lines(board, names, own, whole=whole, field=field)
    column = (BOARD_COLUMNS if whole else NARROW_COLUMNS) * (columns > 1)
    heads = in_columns([head] * columns, columns, column)
    lines = in_columns(rows, columns, column)
    scale = max(min(large, 1 + (room - len(lines)) // (PODIUM_LINES - 3)), 1)
    stage = podium(board, names, scale) if has_podium else []
    apart = min((height - HEAD_LINES - len(stage)) // max(len(lines), 1), large, 2) - 1
    table = [gap, *heads, *(one for line in lines for one in (*[gap] * apart, line))]
    blocks = [won], stage, table
    wide = [max((line.cell_length for line in block), default=0) for block in blocks]
    middle = zip(blocks, ((max(wide) - each) // 2 for each in wide), strict=True)
    return [line.pad_left(before) for block, before in middle for line in block]


def board_lines(
    board: Board, names: Mapping[int, str], own: int | None, *, whole: bool, field: int = FIELD
) -> list[Content]:
    """Return the board of a round or of a series: who has won, then a row for each player.

    The row of ``own`` is marked: who reads it. ``whole`` says whether steps, detours and points of
    the round have room, and ``field`` how much each number has.
    """
    clock = "time" if board.wait else "last time"
    more = "".join(f"{one:>{field}}" for one in (*("steps", "detour", "points") * whole, "total"))
    head = Content.styled(f"     {'player':{NAME_COLUMNS}}{clock:>{field + 2}}{more}", DIM)
    room = (BOARD_COLUMNS if whole else NARROW_COLUMNS) - 1
    lines = [Content.styled(_won(board, names, own, room), HEADLINE), Content(), head]
    for number, place, ms, steps, won, total in board.rows:
        who = names.get(number, "?")
        who = f"{place or '-':>2}  {who}{' ' * (NAME_COLUMNS - cell_len(who))}"
        time = spell_time(ms) if ms >= 0 else "not at B"
        far = f"{steps:{field},}{f'+{steps - board.shortest}':>{field}}"
        walk = far if ms >= 0 else " " * 2 * field
        style = OWN if number == own else FIRST if place == 1 else DIM if not place else ""
        less = style or DIM
        parts = ((f"{walk}{won:{field}}" * whole, less), (f"{total:{field}}", style))
        mark = "▸" if number == own else " "
        lines.append(Content.assemble((f"{mark}{who}{time:>{field + 2}}", style), *parts))
    return lines


def _won(board: Board, names: Mapping[int, str], own: int | None, room: int) -> str:
    """Return who has won the round, or after the last one the party, in some columns."""
    best = [number for number, place, *_ in board.rows if place == 1]
    if not best:
        return "Nobody was at B"
    what = "the round" if board.wait else "the party"
    if best == [own]:
        return f"You win {what}!"
    who = " and ".join("you" if number == own else names.get(number, "?") for number in best)
    text = f"{capital(who)} {'win' if len(best) > 1 else 'wins'} {what}"
    return text if cell_len(text) <= room else f"{len(best)} players win {what}"


def podium(board: Board, names: Mapping[int, str], scale: int = 1) -> list[Content]:
    """Return the podium of a round, or of a series that is over: those with the most points."""
    best = [row for row in board.rows if 0 < row[1] <= len(STEPS)][:3]
    columns: list[list[Content]] = []
    width = STEP_COLUMNS * scale
    for number, place, ms, *_, total in [*best[1:2], *best[:1], *best[2:]]:
        style = f"$maze-{STEPS[place - 1]}"
        side = "█" * ((width - 3) // 2)
        lines = [("", "")] * (place - 1) * scale
        lines += [(names.get(number, "?"), f"bold {style}")]
        lines += [(f"{side} {place} {side}".ljust(width, "█"), f"bold {style}")]
        lines += [("█" * width, style)] * ((5 - place) * scale - 1)
        lines += [(spell_time(ms) if board.wait else counted(total, "point"), DIM)]
        columns.append([Content.styled(*line).center(width).truncate(width) for line in lines])
    if not columns:
        return []
    return [Content(), *(Content("  ").join(line) for line in zip(*columns, strict=True))]


@dataclass(frozen=True)
class WayIn:
    """The ways for others to join a room."""

    address: str
    word: str
    who: str = ""
    """Who it is for; empty where only the host knows."""
    browsers: bool = False
    """Whether the room serves the game to browsers."""

    @property
    def command(self) -> str:
        """The command to type in a terminal."""
        return f"mazegame join {self.address} --room {self.word}"

    def lines(self, width: int) -> Content:
        """Return the ways to join, one below the other, for a width."""
        page, (command, word) = page_of(self.address) * self.browsers, self.command.split(" --")
        rows, column, before = [("", command), ("", f"  --{word}"), ("", page)], 0, "\n"
        if LABEL_COLUMNS + cell_len(self.command) <= width:
            rows = [("terminal", self.command), ("browser", page), ("room word", self.word)]
            column, before = LABEL_COLUMNS, "   "
        lines = [
            Content.assemble((label.ljust(column), DIM), (text, "bold"))
            for label, text in rows
            if text
        ]
        gap = before * bool(self.who)
        return Content.assemble(Content("\n").join(lines), gap, (self.who, DIM))

    def code(self, *, large: bool, colour: bool) -> Content:
        """Return a QR code of the link to the room."""
        return qr_code(f"{page_of(self.address)}/?room={self.word}", large=large, colour=colour)


@cache
def qr_code(text: str, *, large: bool = False, colour: bool = True) -> Content:
    """Return a QR code, dark on light: in half blocks, or large in blanks, for any terminal.

    Without colours the terminal has to be a dark one.
    """
    rows = [*segno.make(text, micro=False, error="l").matrix_iter(border=2)]
    if large:
        styles = ("on white", "on black") if colour else ("reverse", "")
        squares = [Content.styled("  ", style) for style in styles]
        return Content("\n").join(Content().join(squares[dark] for dark in row) for row in rows)
    rows.append(bytes(len(rows)))  # they are an odd number
    pairs = (zip(*two, strict=True) for two in zip(rows[::2], rows[1::2], strict=True))
    lines = ("".join(" ▄▀█"[2 * up + down] for up, down in line) for line in pairs)
    return Content.styled("\n".join(lines), "black on white" if colour else "reverse")
