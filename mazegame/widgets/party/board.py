"""Board: the boards of a party as lines, the podium of a series, and the ways in with a QR code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

import segno
from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Size

from mazegame.game.words import capital, counted, spell_time
from mazegame.party.opening import page_of

if TYPE_CHECKING:
    from mazegame.party.protocol import Board

WalkRow: TypeAlias = "tuple[Content, str, float, str]"
"""A player's name, distance walked in words, share of a bar (1 only at B), and colour."""

BOARD_COLUMNS: Final = 68
"""Columns of a row with steps, detour and points of the round, and of the gap beside it."""

NARROW_COLUMNS: Final = 44
"""Columns of a row with time and total only, and of the gap beside it."""

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

PODIUM_FIXED_LINES: Final = 3
"""Lines of a podium of any scale: a blank one, names and times."""

PODIUM_LINES_PER_SCALE: Final = 4
"""Lines of a podium for each scale."""

PODIUM_LINES: Final = PODIUM_FIXED_LINES + PODIUM_LINES_PER_SCALE
"""Lines of a podium of scale 1."""

MIN_ROWS: Final = 3
"""Fewest rows that must fit below a podium."""

MAX_ROWS_PER_COLUMN: Final = 10
"""Most rows of a column where rows with all numbers fit side by side."""

LARGE_PODIUM_MIN_SIZE: Final = Size(width=100, height=28)
"""Fewest columns and lines for a podium twice as large, if all rows fit below it."""

MAX_SCALE: Final = 3
"""Largest scale of a podium."""

NUMBER_COLUMNS: Final = 8
"""Columns of a number in a row."""

EXTRA_NUMBER_COLUMNS_PER_SCALE: Final = 6
"""Columns that each scale adds to a number where the rows have one column."""

MIN_BAR_COLUMNS: Final = 36
"""Fewest columns of a walk with a bar."""

SHORT_COLUMNS: Final = 24
"""Fewest columns of a walk with whole words."""

WALK_COLUMNS: Final = 12
"""Fewest columns of a walk."""

MAX_WALK_LINES: Final = 6
"""Most lines of a walk."""

GAP: Final = 2
"""Columns between two columns of walks."""

THICK_BAR: Final = "█░"
"""The full and the empty part of a bar of several lines."""

THIN_BAR: Final = "━─"
"""The full and the empty part of a bar of one line."""

LABEL_COLUMNS: Final = 11
"""Columns before the text to be typed."""


def in_columns(parts: Sequence[Content], columns: int, width: int) -> list[Content]:
    """Return ``parts`` in reading order, filled column by column, ``width`` characters each."""
    lines = -(-len(parts) // max(columns, 1))
    padded = [one.pad_right(max(width - one.cell_length, 0)) for one in parts]
    return [Content().join(padded[at::lines]).rstrip() for at in range(lines)]


def walk_bars(rows: Sequence[WalkRow], width: int, height: int) -> list[Content]:
    """Return a bar for each player, in as few columns as have room; narrow ones have none."""
    count = len(rows)
    columns = max(min(-(-count // max(height, 1)), (width + GAP) // WALK_COLUMNS), 1)
    cell_width = (width + GAP) // columns - GAP
    lines_each = max(min(height * columns // max(count, 1), MAX_WALK_LINES), 1)
    distances = [distance for _, distance, *_ in rows]
    if cell_width < SHORT_COLUMNS:
        distances = [text.removeprefix("at B ").partition(" step")[0] for text in distances]
    distance_width = max(map(len, distances), default=0)
    name_width = max((name.cell_length for name, *_ in rows), default=0)
    bar_width = 0
    if cell_width >= MIN_BAR_COLUMNS:
        bar_width = max(cell_width - name_width - distance_width - 2, 0)
    before_bar = " " if bar_width else ""
    name_width = cell_width - distance_width - bar_width - 1 - len(before_bar)
    full, empty = THICK_BAR if lines_each > 2 else THIN_BAR
    parts: list[Content] = []
    for (name, _, share, ink), distance in zip(rows, distances, strict=True):
        filled = round(share * bar_width)
        bar = (full * filled, ink), (empty * (bar_width - filled), "$maze-rock")
        shown_name = name.truncate(name_width, ellipsis=True, pad=True)
        shown_distance = f" {distance:>{distance_width}}", "bold" if share == 1 else DIM
        lines_of_walk = [Content.assemble(" " * (name_width + 1), *bar)] * (lines_each - 2)
        middle = Content.assemble(shown_name, before_bar, *bar, shown_distance)
        lines_of_walk.insert(len(lines_of_walk) // 2, middle)
        parts += lines_of_walk
        if lines_each > 1:
            parts.append(Content())
    if count > columns * height:
        parts[columns * height - 1 :] = [Content.styled(f"+{count - columns * height + 1}", DIM)]
    lines = in_columns(parts, columns, cell_width + GAP)
    return [Content()] * ((height - len(lines) + 1) // 2) + lines


def whole_board(
    board: Board, names: Mapping[int, str], own: int | None, width: int, height: int
) -> list[Content]:
    """Return the board for a width and height, with the podium after the last round.

    In a large window the podium is shown after every round, and larger. Many rows are laid out in
    columns as far as the width allows, without steps if the height needs it; rows that do not fit
    are below.
    """
    max_scale = max(
        min(
            2 * width // LARGE_PODIUM_MIN_SIZE.width,
            2 * height // LARGE_PODIUM_MIN_SIZE.height,
            MAX_SCALE,
        ),
        1,
    )
    rows_below = height - HEAD_LINES - PODIUM_LINES
    needed = len(board.rows) if board.wait else min(len(board.rows), MIN_ROWS)
    show_podium = rows_below >= needed and (max_scale > 1 or not board.wait)
    rows_below = max(rows_below if show_podium else height - HEAD_LINES, 1)
    columns = max(min(width // NARROW_COLUMNS, -(-len(board.rows) // rows_below)), 1)
    whole = width >= BOARD_COLUMNS * columns
    if whole:
        wanted = -(-len(board.rows) // MAX_ROWS_PER_COLUMN)
        columns = max(columns, min(width // BOARD_COLUMNS, wanted))
    number_width = NUMBER_COLUMNS
    if columns == 1:
        number_width += EXTRA_NUMBER_COLUMNS_PER_SCALE * (max_scale - 1)
    headline, gap, head, *rows = board_lines(board, names, own, whole=whole, field=number_width)
    column_width = (BOARD_COLUMNS if whole else NARROW_COLUMNS) if columns > 1 else 0
    heads = in_columns([head] * columns, columns, column_width)
    lines = in_columns(rows, columns, column_width)
    scale = max(min(max_scale, 1 + (rows_below - len(lines)) // PODIUM_LINES_PER_SCALE), 1)
    stage = podium(board, names, scale) if show_podium else []
    lines_each = (height - HEAD_LINES - len(stage)) // max(len(lines), 1)
    gaps = min(lines_each, max_scale, 2) - 1
    table = [gap, *heads, *(part for line in lines for part in (*[gap] * gaps, line))]
    blocks = [headline], stage, table
    widths = [max((line.cell_length for line in block), default=0) for block in blocks]
    return [
        line.pad_left((max(widths) - block_width) // 2)
        for block, block_width in zip(blocks, widths, strict=True)
        for line in block
    ]


def board_lines(
    board: Board,
    names: Mapping[int, str],
    own: int | None,
    *,
    whole: bool,
    field: int = NUMBER_COLUMNS,
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
    for player, place, ms, steps, points, total in board.rows:
        who = names.get(player, "?")
        who = f"{place or '-':>2}  {who}{' ' * (NAME_COLUMNS - cell_len(who))}"
        time = spell_time(ms) if ms >= 0 else "not at B"
        far = f"{steps:{field},}{f'+{steps - board.shortest}':>{field}}"
        walk = far if ms >= 0 else " " * 2 * field
        style = OWN if player == own else FIRST if place == 1 else DIM if not place else ""
        less = style or DIM
        parts = ((f"{walk}{points:{field}}" * whole, less), (f"{total:{field}}", style))
        mark = "▸" if player == own else " "
        lines.append(Content.assemble((f"{mark}{who}{time:>{field + 2}}", style), *parts))
    return lines


def _won(board: Board, names: Mapping[int, str], own: int | None, room: int) -> str:
    """Return who has won the round, or after the last one the party, in some columns."""
    best = [row.player for row in board.rows if row.place == 1]
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
    best = [row for row in board.rows if 0 < row.place <= len(STEPS)][:3]
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
        page = page_of(self.address) if self.browsers else ""
        command, option = f"mazegame join {self.address}", f"  --room {self.word}"
        rows, column, before = [("", command), ("", option), ("", page)], 0, "\n"
        if LABEL_COLUMNS + cell_len(self.command) <= width:
            rows = [("terminal", self.command), ("browser", page), ("room word", self.word)]
            column, before = LABEL_COLUMNS, "   "
        lines = [
            Content.assemble((label.ljust(column), DIM), (text, "bold"))
            for label, text in rows
            if text
        ]
        if not self.who:
            return Content("\n").join(lines)
        return Content.assemble(Content("\n").join(lines), before, (self.who, DIM))

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
