"""Widgets by themselves, for quick tests of what they show in a size and send as messages."""

from collections.abc import Iterable, Iterator
from types import SimpleNamespace
from typing import Any

from textual.app import App
from textual.geometry import Region, Size
from textual.widget import Widget

from mazegame.config import Config
from mazegame.game.participant import Participant
from mazegame.game.session import Session
from mazegame.themes import THEMES, maze_colours
from mazegame.widgets.text.canvas import Canvas
from mazegame.widgets.text.ink_canvas import slices
from mazegame.widgets.text.segments import Segments


class Alone(App[None]):
    """An app with the colours of the game and some widgets."""

    def __init__(self, *widgets: Widget) -> None:
        super().__init__()
        self.widgets = widgets

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return maze_colours(self.current_theme)

    def compose(self) -> Iterator[Widget]:
        yield from self.widgets


def alone(kind: type[Any], size: tuple[int, int], *arguments: Any, **members: Any) -> Any:
    """Make a widget of a size, with an app that is no more than what the widget asks of it.

    ``sent`` has its messages, ``repainted`` the regions that it repaints, ``later`` what it leaves
    to a timer or to its next message, ``noted`` its notes for the key line. Members of its class
    may stand for others.
    """
    sent: list[object] = []
    repainted: list[Region] = []
    later: list[tuple[Any, ...]] = []
    noted: list[tuple[str, bool]] = []
    window = dict.fromkeys(("size", "outer_size", "content_size"), Size(*size))
    app = SimpleNamespace(
        config=Config(), no_color=False, theme="", current_theme=THEMES[0],
        console=SimpleNamespace(color_system="truecolor"), is_headless=True, _driver=None,
        message_queue_size=0, update_styles=lambda *_, **__: None, **window,
    )  # fmt: skip

    def note(text: str, *, alone: bool) -> None:
        noted.append((text, alone))

    def again() -> None:
        made.again += 1

    def leave(*what: Any) -> SimpleNamespace:
        later.append(what)
        return SimpleNamespace(stop=lambda: later.remove(what), reset=again)

    screen = SimpleNamespace(
        message_queue_size=0, has_class=lambda _: False, active_bindings={}, **window,
        query=lambda _: [SimpleNamespace(show_note=note)],
    )  # fmt: skip
    given = window | {
        "app": app,
        "screen": screen,
        "sent": sent,
        "repainted": repainted,
        "later": later,
        "again": 0,
        "noted": noted,
        "post_message": lambda _, message: sent.append(message),
        "set_timer": lambda _, *what: leave(*what),
        "call_later": lambda _, *what: leave(*what),
        "refresh": lambda _, *regions, **__: repainted.extend(regions),
    }
    made = type(kind.__name__, (kind,), given | members)(*arguments)
    return made


def seated(kind: type[Any], size: tuple[int, int], session: Session, number: int = 0) -> Any:
    """Make a widget that shows a player of a session."""
    widget = alone(kind, size)
    widget.show_participant(Participant(session, number))
    return widget


def text_of(segments: Segments) -> str:
    return "".join(text for text, _ in segments)


def texts(lines: Iterable[Segments]) -> list[str]:
    """Return the text of each line of segments, without blanks behind it."""
    return [text_of(line).rstrip() for line in lines]


def shown(widget: Canvas) -> list[str]:
    """Return the lines of a canvas, without the blanks at their ends."""
    codes, _ = widget.block(Region(0, 0, *widget.size))
    return ["".join(map(chr, line)).replace("\0", "").rstrip() for line in codes]


def cells_with_walls(pane: Any) -> set[tuple[int, int]]:
    """Return the cells between which and their eastern neighbour a line is drawn as a wall."""
    rows, cols = pane.scene.shape
    lines = [line.ljust(pane.size.width) for line in shown(pane)]
    posts = {*map(chr, pane.drawing.glyphs.posts.tolist())} - {" "}
    found = set()
    for row in range(rows):
        for col in range(cols - 1):
            across, down = pane.drawing.centre((row, col))
            x, y = across - pane.camera[0] + pane.drawing.pitch // 2, down - pane.camera[1]
            inside = 0 <= y < len(lines) and 0 <= x < len(lines[y])
            if inside and lines[y][x] in posts:
                found.add((row, col))
    return found


def picture(widget: Canvas) -> list[Any]:
    """Return the characters and style numbers of a canvas, and forget what it repainted so far."""
    widget.repainted.clear()
    return [layer.copy() for layer in widget.block(widget.size.region)]


def is_stale(widget: Canvas, before: list[Any]) -> bool:
    """Return whether characters differ from a picture that lie in no region repainted since."""
    now = widget.block(widget.size.region)
    differs = (now[0] != before[0]) | (now[1] != before[1])
    for region in widget.repainted:
        differs[slices(region.intersection(widget.size.region))] = False
    return bool(differs.any())
