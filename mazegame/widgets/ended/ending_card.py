"""The ending card: stars, medals, score and the verdict of a run in a frame.

``game/scoring/verdict.py`` has the texts, ``game/scoring/finale.py`` the timing.
"""

from __future__ import annotations

import re
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from textual.containers import Vertical

from mazegame.game.scoring.medals import Medal
from mazegame.game.scoring.verdict import Tone
from mazegame.widgets.text.characters import has_unicode
from mazegame.widgets.text.segments import (
    RIVALS,
    Role,
    SegmentLines,
    Segments,
    justify,
    length,
    truncate,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mazegame.game.scoring.finale import FinaleState
    from mazegame.game.scoring.verdict import Verdict, VerdictLine

CARD_COLUMNS: Final = 44
"""Columns of a card over the maze, its frame included."""

_TONES: Final = {
    Tone.PLAIN: Role.NUMBER,
    Tone.PERFECT: Role.PLAYER,
    Tone.GOOD: Role.WARMER,
    Tone.BAD: Role.WARNING,
}
_NUMBER_SPACE: Final = re.compile(r"(?<=\d) (?=s\b)|(?<=\((?:now|was)) ")
"""The blank between a number and its unit, or before a number in brackets."""

_GAP: Final = 2
"""Columns between two stars, and between two medals."""
_PARTS: Final = (
    (True, 2, 1),
    (True, 1, 1),
    (True, 1, 0),
    (True, 0, 0),
    (False, 0, 1),
    (False, 0, 0),
)
"""The layouts of a card, the largest first: whether its stars are large, the scale of its digits
(0 for plain text), and the empty lines between its parts."""

_DIGITS: Final = {
    "0": ("###", "#.#", "#.#", "#.#", "###"),
    "1": (".#.", "##.", ".#.", ".#.", "###"),
    "2": ("###", "..#", "###", "#..", "###"),
    "3": ("###", "..#", ".##", "..#", "###"),
    "4": ("#.#", "#.#", "###", "..#", "..#"),
    "5": ("###", "#..", "###", "..#", "###"),
    "6": ("###", "#..", "###", "#.#", "###"),
    "7": ("###", "..#", "..#", ".#.", ".#."),
    "8": ("###", "#.#", "###", "#.#", "###"),
    "9": ("###", "#.#", "###", "..#", "###"),
}
"""Digits of 3 x 5 squares."""

_STAR: Final = (
    "....#....",
    "...###...",
    "...###...",
    "#########",
    ".#######.",
    "..#####..",
    ".###.###.",
    ".#.....#.",
)

_DARK_STAR: Final = (
    "....#....",
    "...#.#...",
    "...#.#...",
    "####.####",
    ".#.....#.",
    "..#...#..",
    ".#..#..#.",
    ".##...##.",
)
"""An outlined star, which can be told from a full one without colour."""

_DISC: Final = (("▟█▙", "▜█▛"), ("▐█▌", "▐█▌"), (" █ ", " █ "), ("▐█▌", "▐█▌"))
"""A disc in each quarter of its turn."""

_DARK_DISC: Final = ("▞▀▚", "▚▄▞")
"""An outlined disc, which can be told from a full one without colour."""

_HALVES: Final = {("#", "#"): "█", ("#", "."): "▀", (".", "#"): "▄", (".", "."): " "}


def compose_card(
    verdict: Verdict,
    notes: Sequence[str],
    moment: FinaleState,
    size: tuple[int, int],
    *,
    blocks: bool = True,
) -> list[Segments]:
    """Return the lines of a card of a (width, height) at a moment of the finale.

    Notes are further sentences, such as the ranking. Not every terminal has blocks and stars.
    """
    width, height = size
    said = _text_lines(verdict, notes, width)
    for large, scale, gap in _PARTS:
        if large and not (blocks and width >= 3 * len(_STAR[0]) + 2 * _GAP):
            continue
        head = _head(verdict, moment, width, scale, large=large, blocks=blocks)
        lines: list[Segments] = []
        for part in (*head, said):
            lines += [[]] * gap if lines and part else []
            lines += part
        if len(lines) <= height:
            break
    first = len(lines) - len(said)
    return [line if at < first + moment.lines else [] for at, line in enumerate(lines[:height])]


def _head(
    verdict: Verdict, moment: FinaleState, width: int, scale: int, *, large: bool, blocks: bool
) -> list[list[Segments]]:
    """Return the parts above the texts: headline, stars and score."""
    role = _TONES[verdict.tone]
    headline = [_centred([(line, role)], width) for line in wrap(verdict.headline, width)[:2]]
    if verdict.stars is None:
        return [headline, [_centred([("not ranked", Role.WARNING)], width)]]
    if not large:
        lit, dark = "★☆" if blocks else "*-"
        line: Segments = [(lit * moment.stars + dark * (3 - moment.stars), Role.STAR)]
        line += [(" path  ", Role.UNIT), (f"{moment.score}", Role.NUMBER)]
        if verdict.timed:
            line += [("   ", Role.UNIT), *_small_medals(verdict, moment, blocks=blocks)]
            line.append((" time", Role.UNIT))
        return [headline, [_centred(line, width)]]
    bright, faint = (_half_blocks(_STAR), Role.STAR), (_half_blocks(_DARK_STAR), Role.REST)
    stars = _side_by_side([bright] * moment.stars + [faint] * (3 - moment.stars), width)
    if verdict.timed:
        stars.append(_centred([("path", Role.UNIT)], width))
        stars += _medals(verdict, moment, width, large=scale > 0)
    if not scale:
        score = [_centred([(f"{moment.score}", Role.NUMBER), (" points", Role.UNIT)], width)]
        return [headline, stars, score]
    room = len(_large(verdict.score, scale)[0])
    role = Role.STAR if verdict.tone is Tone.PERFECT else Role.NUMBER
    shown = _large(moment.score, scale)
    return [headline, stars, [_centred([(line.rjust(room), role)], width) for line in shown]]


def _medals(verdict: Verdict, moment: FinaleState, width: int, *, large: bool) -> list[Segments]:
    """Return four discs, the best last, and the name of the won one, which turns."""
    lines, words = [], [("time", Role.UNIT)]
    if large:
        discs = _discs(verdict, moment)
        shapes = [(_DARK_DISC if role is Role.UNIT else _DISC[turn], role) for role, turn in discs]
        lines = _side_by_side(shapes, width)
    else:
        words += [("  ", Role.UNIT), *_small_medals(verdict, moment)]
    won = verdict.medal
    if won is not None:
        spark = "✦ " if won in {Medal.AUTHOR, Medal.GOLD} else ""
        words += [("  ", Role.UNIT), (f"{spark}{won.value}{spark[::-1]}", Role[won.name])]
    return [*lines, _centred(words, width)]


def _small_medals(verdict: Verdict, moment: FinaleState, *, blocks: bool = True) -> Segments:
    outline, turned = ("○", "●◐|◑") if blocks else (".", "O(|)")
    return [
        (outline if role is Role.UNIT else turned[turn], role)
        for role, turn in _discs(verdict, moment)
    ]


def _discs(verdict: Verdict, moment: FinaleState) -> list[tuple[Role, int]]:
    """Return the colour of each medal, the best last, and the quarters it has turned by."""
    found, earned = [], False
    for medal in Medal:
        won = medal is verdict.medal
        earned |= won
        found.append((Role[medal.name] if earned else Role.UNIT, moment.turn * won))
    return found[::-1]


def _text_lines(verdict: Verdict, notes: Sequence[str], width: int) -> list[Segments]:
    lines = [segments for line in verdict.lines for segments in _line(line, width)]
    for note in (*verdict.notes, *notes):
        whole = _NUMBER_SPACE.sub("\0", note)  # keep a number and its unit on one line
        parts = wrap(whole, width, break_on_hyphens=False)  # in names
        lines += [[(part.replace("\0", " "), Role.STAR)] for part in parts]
    return lines


def _line(line: VerdictLine, width: int) -> list[Segments]:
    role = Role.PLAYER if line.own else Role.UNIT if line.rival is None else RIVALS[line.rival]
    label, value = (line.label, role), (line.value, _TONES[line.tone])
    if len(line.label) + len(line.value) + 2 <= width:
        return [justify([label], [value], width)]
    return [[label], justify([], [(truncate(line.value, width), value[1])], width)]


def _side_by_side(shapes: Sequence[tuple[Sequence[str], Role]], width: int) -> list[Segments]:
    """Return the lines of shapes of the same height, centred."""
    gap = (" " * _GAP, Role.UNIT)
    lines = []
    for y in range(len(shapes[0][0])):
        line = [part for shape, role in shapes for part in (gap, (shape[y], role))]
        lines.append(_centred(line[1:], width))
    return lines


def _centred(segments: Segments, width: int) -> Segments:
    return [(" " * max((width - length(segments)) // 2, 0), Role.UNIT), *segments]


def _large(number: int, scale: int) -> tuple[str, ...]:
    """Return a number in digits of 3 columns and 3 lines, or with scale 2 of 6 and 5."""
    shapes = [_DIGITS[digit] for digit in str(number)]
    rows = tuple(".".join(row) for row in zip(*shapes, strict=True))
    if scale == 1:
        return _half_blocks((*rows, "." * len(rows[0])))
    return tuple(
        "".join("█" if square == "#" else " " for square in row for _ in (0, 1)) for row in rows
    )


def _half_blocks(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(
        "".join(_HALVES[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )


class _Card(SegmentLines):
    """The contents of the frame."""

    DEFAULT_CSS = "_Card { width: 100%; height: 1fr; }"

    notes: Sequence[str] = ()
    moment: FinaleState | None = None

    def __init__(self, verdict: Verdict) -> None:
        super().__init__()
        self.verdict = verdict

    def lines(self, width: int) -> list[Segments]:
        if self.moment is None:
            return []
        size = max(width, 1), self.size.height
        return compose_card(self.verdict, self.notes, self.moment, size, blocks=has_unicode())


class EndingCard(Vertical):
    """The card, in a frame whose colour shows the result."""

    DEFAULT_CSS = """
    EndingCard {
        background: $panel;
        border: round $maze-wall;
        &.-perfect { border: double $maze-key; }
        &.-good { border: round $success; }
        &.-bad { border: round $maze-runner; }
        &:nocolor { border: round $foreground; }
        &.-perfect:nocolor { border: double $foreground; }
        &.-bad:nocolor { border: dashed $foreground; }
    }
    """

    def __init__(self, verdict: Verdict, *, id: str | None = None) -> None:  # noqa: A002
        self._card = _Card(verdict)
        super().__init__(self._card, id=id, classes=f"-{verdict.tone.name.lower()}")

    @property
    def text_line_count(self) -> int:
        """The number of lines below the score in a card of the usual width."""
        return len(_text_lines(self._card.verdict, self._card.notes, CARD_COLUMNS - 4))

    def height_for(self, width: int, most: int) -> int:
        """Return the height of the card in a width, at most ``most``, with its frame."""
        from mazegame.game.scoring.finale import ALL_LINES, Finale

        size, end = (width - 4, most - 2), Finale(0, 3, 0, ALL_LINES).end
        card = compose_card(self._card.verdict, self._card.notes, end, size, blocks=has_unicode())
        return len(card) + 2

    def show_notes(self, notes: Sequence[str]) -> None:
        self._card.notes = tuple(note for note in notes if note)
        self._card.repaint_lines()

    def show(self, moment: FinaleState) -> None:
        if moment != self._card.moment:
            self._card.moment = moment
            self._card.repaint_lines()
