"""Widgets without an app, and the texts of their lines."""

from textual.app import App
from textual.geometry import Size

from mazegame.themes import maze_colours


class Alone(App[None]):
    """An app with the colours of the game and some widgets."""

    def __init__(self, *widgets):
        super().__init__()
        self.widgets = widgets

    def get_theme_variable_defaults(self):
        return maze_colours(self.current_theme)

    def compose(self):
        yield from self.widgets


def alone(kind, size, *arguments, **members):
    """Return a widget of a size that is in no app; some members stand for what an app has."""
    there = {"size": Size(*size), "content_size": Size(*size), "refresh": lambda *_, **__: None}
    return type(kind.__name__, (kind,), there | members)(*arguments)


def texts(lines):
    """Return the text of each line of segments, without blanks behind it."""
    return ["".join(text for text, _ in line).rstrip() for line in lines]
