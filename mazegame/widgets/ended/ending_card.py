"""The ending card: stars, medals, score and the verdict of a run in a frame.

Here: the choice and the layout of its parts, and the visible part at a moment. Not here: the texts
(``game/scoring/verdict.py``), and the times (``game/scoring/finale.py``).
"""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Final

from textual.containers import Vertical

from mazegame.game.scoring.medals import Medal
from mazegame.game.scoring.verdict import Tone
from mazegame.widgets.maze.zooms import has_unicode
from mazegame.widgets.text.poster import (
    SMALL_DISCS,
    STAR_COLUMNS,
    STAR_LINES,
    digits,
    disc,
    star,
)
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
    from mazegame.game.scoring.verdict import Line, Verdict

CARD_COLUMNS: Final = 44
"""Columns of a card over the maze, its frame included."""

_TONES: Final = {
    Tone.PLAIN: Role.NUMBER,
    Tone.PERFECT: Role.PLAYER,
    Tone.GOOD: Role.WARMER,
    Tone.BAD: Role.WARNING,
}
_STAR_GAP: Final = 2
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


def compose_card(
    verdict: Verdict,
    notes: Sequence[str],
    moment: FinaleState,
    size: tuple[int, int],
    *,
    blocks: bool = True,
) -> list[Segments]:
    """Return the lines of a card at a moment, centred or filled.

    Args:
        verdict: The run in words.
        notes: Further sentences, such as the ranking. They are wrapped.
        moment: The state of the finale.
        size: (width, height) available.
        blocks: Whether the terminal has blocks and stars.
    """
    width, height = size
    said = _said(verdict, notes, width)
    for large, scale, gap in _PARTS:
        if large and not (blocks and width >= 3 * STAR_COLUMNS + 2 * _STAR_GAP):
            continue
        head = _head(verdict, moment, width, scale, large=large, blocks=blocks)
        lines = _joined(head, said, gap)
        if len(lines) <= height:
            break
    first = len(lines) - len(said)
    return [line if at < first + moment.lines else [] for at, line in enumerate(lines[:height])]


def card_height(verdict: Verdict, notes: Sequence[str], width: int, most: int) -> int:
    """Return the lines that a card needs in a width, at most ``most``."""
    from mazegame.game.scoring.finale import Finale

    end = Finale(0, 3, 0, 99).end
    return len(compose_card(verdict, notes, end, (width, most), blocks=has_unicode()))


def _joined(head: list[list[Segments]], said: list[Segments], gap: int) -> list[Segments]:
    lines: list[Segments] = []
    for part in (*head, said):
        if lines and part:
            lines += [[]] * gap
        lines += part
    return lines


def _head(
    verdict: Verdict, moment: FinaleState, width: int, scale: int, *, large: bool, blocks: bool
) -> list[list[Segments]]:
    """Headline, stars and score: parts between which there may be an empty line."""
    role = _TONES[verdict.tone]
    headline = [_centred([(line, role)], width) for line in wrap(verdict.headline, width)[:2]]
    if verdict.stars is None:
        return [headline, [_centred([("not ranked", Role.WARNING)], width)]]
    if not large:
        shape = "★☆" if blocks else "*-"
        text = shape[0] * moment.stars + shape[1] * (3 - moment.stars)
        line: Segments = [(text, Role.STAR), (" path  ", Role.UNIT)]
        line += [(f"{moment.score}", Role.NUMBER)]
        if verdict.timed:
            line += [("   ", Role.UNIT), *_small_medals(verdict, moment, blocks=blocks)]
            line.append((" time", Role.UNIT))
        return [headline, [_centred(line, width)]]
    lit, dark = star(lit=True), star(lit=False)
    gap = (" " * _STAR_GAP, Role.UNIT)
    stars: list[Segments] = []
    for y in range(STAR_LINES):
        line = []
        for at in range(3):
            shown = at < moment.stars
            line += [gap] if at else []
            line.append((lit[y], Role.STAR) if shown else (dark[y], Role.REST))
        stars.append(_centred(line, width))
    if verdict.timed:
        stars.append(_centred([("path", Role.UNIT)], width))
        stars += _medals(verdict, moment, width, large=scale > 0)
    if not scale:
        score = [_centred([(f"{moment.score}", Role.NUMBER), (" points", Role.UNIT)], width)]
        return [headline, stars, score]
    most = digits(verdict.score, scale)
    shown_digits = digits(moment.score, scale)
    room = max(len(line) for line in most)
    role = Role.STAR if verdict.tone is Tone.PERFECT else Role.NUMBER
    score = [_centred([(line.rjust(room), role)], width) for line in shown_digits]
    return [headline, stars, score]


def _medals(verdict: Verdict, moment: FinaleState, width: int, *, large: bool) -> list[Segments]:
    """Four discs, the best last: those earned in their colours, the won one turning; its name."""
    lines: list[Segments] = []
    if large:
        for y in (0, 1):
            line: Segments = []
            for role, turn in _discs(verdict, moment):
                line += [("  ", Role.UNIT)] if line else []
                line.append((disc(lit=role is not Role.REST, turn=turn)[y], role))
            lines.append(_centred(line, width))
    else:
        lines.append(_centred(_small_medals(verdict, moment), width))
    won = verdict.medal
    if won is None:
        return [*lines, _centred([("time", Role.UNIT)], width)]
    spark = "✦ " if won in {Medal.AUTHOR, Medal.GOLD} else ""
    name = f"{spark}{won.value}{spark[::-1]}"
    words: Segments = [("time  ", Role.UNIT), (name, Role[won.name])]
    return [*lines, _centred(words, width)]


def _small_medals(verdict: Verdict, moment: FinaleState, *, blocks: bool = True) -> Segments:
    outline, turned = SMALL_DISCS[blocks]
    return [
        (outline if role is Role.REST else turned[turn], role)
        for role, turn in _discs(verdict, moment)
    ]


def _discs(verdict: Verdict, moment: FinaleState) -> list[tuple[Role, int]]:
    """Return the colour of each medal, the best last, and the quarters it has turned by."""
    found, earned = [], False
    for medal in Medal:
        won = medal is verdict.medal
        earned |= won
        found.append((Role[medal.name] if earned else Role.REST, moment.turn * won))
    return found[::-1]


def _said(verdict: Verdict, notes: Sequence[str], width: int) -> list[Segments]:
    """Return the verdict's lines, then the notes."""
    lines = [segments for line in verdict.lines for segments in _line(line, width)]
    for note in (*verdict.notes, *notes):
        lines += [[(part, Role.STAR)] for part in wrap(note, width)]
    return lines


def _line(line: Line, width: int) -> list[Segments]:
    role = Role.UNIT if line.rival is None else RIVALS[line.rival]
    if line.own:
        role = Role.PLAYER
    label, value = (line.label, role), (line.value, _TONES[line.tone])
    if len(line.label) + len(line.value) + 2 <= width:
        return [justify([label], [value], width)]
    return [[label], justify([], [(truncate(line.value, width), value[1])], width)]


def _centred(segments: Segments, width: int) -> Segments:
    return [(" " * max((width - length(segments)) // 2, 0), Role.UNIT), *segments]


class _Card(SegmentLines):
    """The contents of the frame."""

    DEFAULT_CSS = "_Card { width: 100%; height: 1fr; }"

    notes: Sequence[str] = ()
    moment: FinaleState | None = None

    def __init__(self, verdict: Verdict) -> None:
        super().__init__()
        self._verdict = verdict

    def lines(self, width: int) -> list[Segments]:
        """Return the parts that have room."""
        if self.moment is None:
            return []
        size = max(width, 1), self.size.height
        return compose_card(self._verdict, self.notes, self.moment, size, blocks=has_unicode())


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
        self._verdict = verdict

    @property
    def lines_said(self) -> int:
        """The number of lines below the score, in a card that has its usual width."""
        return len(_said(self._verdict, self._card.notes, CARD_COLUMNS - 4))

    def height_for(self, width: int, most: int) -> int:
        """Return the height of the card in a width, with its frame."""
        return card_height(self._verdict, self._card.notes, width - 4, most - 2) + 2

    def show_notes(self, notes: Sequence[str]) -> None:
        """Add sentences about the run."""
        self._card.notes = tuple(note for note in notes if note)
        self._card.repaint_lines()

    def show(self, moment: FinaleState) -> None:
        """Show a moment."""
        if moment != self._card.moment:
            self._card.moment = moment
            self._card.repaint_lines()
