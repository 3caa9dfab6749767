"""A line that shows the longest of several texts that fits, so that no number is cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widget import Widget

from mazegame.widgets.text.characters import has_unicode
from mazegame.widgets.text.segments import truncate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import RenderResult


class FittingLine(Widget):
    """Shows the first of some texts that fits; if none does, the last one is cut."""

    DEFAULT_CSS = """
    FittingLine { height: 1; width: 1fr; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, texts: Sequence[Content] = (), *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._texts = texts

    def show(self, texts: Sequence[Content]) -> None:
        self._texts = texts
        self.refresh()

    def render(self) -> RenderResult:
        return fitting(self._texts, self.size.width)


def fitting(texts: Sequence[Content], width: int) -> Content:
    """Return the first text that fits, or else the last one."""
    last = texts[-1] if texts else Content()
    return next((text for text in texts if text.cell_length <= width), last)


def fewer_and_fewer(parts: Sequence[Content], between: str = "   ") -> list[Content]:
    """Return lines of all parts, of all but the last, and so on."""
    return [Content(between).join(parts[:count]) for count in range(len(parts), 0, -1)]


def detailed(text: str, detail: str, style: str = "$maze-dim") -> list[Content]:
    """Return a text with its dim detail, then the text alone: ``river · recursive backtracker``."""
    plain = Content(text)
    return [Content.assemble(plain, (behind(detail), style)), plain] if detail else [plain]


def with_detail(text: str, detail: str, width: int, style: str = "$maze-dim") -> Content:
    """Return a text with its detail if both fit, else the text alone, cut to the width."""
    longest = detailed(text, detail, style)[0]
    return longest if longest.cell_length <= width else Content(truncate(text, width))


def behind(detail: str) -> str:
    """Return a detail with the sign that divides it from the text before it."""
    return f" · {detail}" if has_unicode() else f" - {detail}"


def first_clauses(text: str, width: int) -> str:
    """Return a sentence, or as many of its first clauses as fit; at least one."""
    while len(text) > width and (ends := [text.rfind(sign) for sign in ",:."]) and max(ends) > 0:
        text = text[: max(ends)]
    return text
