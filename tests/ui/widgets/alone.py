"""Widgets outside of any app, for quick tests of what they show in a size and send as messages."""

from types import SimpleNamespace
from typing import Any

from textual.geometry import Region, Size

from mazegame.config import Config
from mazegame.widgets.text.canvas import Canvas
from mazegame.widgets.text.segments import Segments


def alone(kind: type[Any], size: tuple[int, int], *arguments: Any, **options: Any) -> Any:
    """Make a widget of a size; ``sent`` has its messages, ``app`` is what little it asks of one."""
    sent: list[object] = []
    app = SimpleNamespace(
        config=Config(), no_color=False, theme="mazegame-dark", is_headless=True, size=Size(*size)
    )
    given = {
        "size": Size(*size),
        "app": app,
        "screen": SimpleNamespace(size=Size(*size)),
        "sent": sent,
        "post_message": lambda _, message: sent.append(message),
        "refresh": lambda self, *_, **__: self,
    }
    return type(kind.__name__, (kind,), given)(*arguments, **options)


def text_of(segments: Segments) -> str:
    return "".join(text for text, _ in segments)


def shown(widget: Canvas) -> list[str]:
    """Return the lines of a canvas, without the blanks at their ends."""
    codes, _ = widget.block(Region(0, 0, *widget.size))
    return ["".join(map(chr, line)).replace("\0", "").rstrip() for line in codes]
