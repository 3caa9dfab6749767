"""Export: asks for a file name and writes the maze to it, with the visible layers.

What lives here: the dialog, and the writing in a thread, since the maze may be large and the disk
slow. What does not: the formats (``formats/``); the choice of layers, which the screen below makes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

import numpy as np
from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.worker import get_current_worker

from mazegame.engine import CancelledError, Direction
from mazegame.engine.layers import VISITED
from mazegame.formats.picture import Picture
from mazegame.formats.registry import FORMATS, format_of
from mazegame.formats.writing import save_pieces
from mazegame.screens.base import GameDialog
from mazegame.widgets.field import Field
from mazegame.widgets.look import look_of
from mazegame.widgets.menu_list import MenuList
from mazegame.widgets.typed_path import typed_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from textual.app import ComposeResult

    from mazegame.drawing import Scene
    from mazegame.engine import Cell, Level
    from mazegame.formats.registry import Format

OFFERED: Final = tuple(form for form in FORMATS.values() if form.writes and form.suffixes)
"""The formats that have a suffix."""

FIRST: Final = ".svg"
"""The suffix of the suggested name."""

_MAX_NAME: Final = 80
"""Most characters of the suggested name, without its suffix."""

_KEYS: Final = Content.assemble(
    ("⏎", "bold $maze-key"),
    " write   ",
    ("↑ ↓", "bold $maze-key"),
    " format   ",
    ("esc", "bold $maze-key"),
    " back",
)


class ExportScreen(GameDialog[None]):
    """Asks for a file name and writes a level to it, in the format of the name's suffix.

    Args:
        level: The level to write.
        scene: Its scene: path, tracks and heat are written if the format supports them.
        moves: The walk of the scene's tracks, each step the bit of a side.
    """

    CSS_PATH = "dialog.tcss"
    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "back", id="export.back", key_display="esc"),
        Binding("down,tab", "format(1)", "format", id="export.next", priority=True),
        Binding("up,shift+tab", "format(-1)", "format", id="export.before", priority=True),
    ]

    @dataclass
    class Written(Message):
        """The file is written."""

        path: Path

    @dataclass
    class Refused(Message):
        """The file cannot be written."""

        reason: str

    def __init__(self, level: Level, scene: Scene, moves: bytes = b"") -> None:
        super().__init__()
        self._level = level
        self._layers = seen_layers(level, scene, moves)
        self._confirmed: Path | None = None

    def compose(self) -> ComposeResult:
        """Yield the dialog."""
        with VerticalScroll(classes="dialog wide", can_focus=False):
            yield Static("Export the maze", classes="heading")
            yield Field("file")
            formats = MenuList((form.name, _line(form)) for form in OFFERED)
            formats.can_focus = False
            yield formats
            yield Static(classes="text", markup=False)
            yield Static(_KEYS, classes="keys")

    def on_mount(self) -> None:
        """Suggest a name."""
        field = self.query_one(Field)
        field.fill(proposed_name(self._level) + FIRST)
        field.entry.select_all()
        self._show_format()

    @property
    def _format(self) -> Format | None:
        """The format of the name's suffix; None for an unknown one."""
        found = format_of(self.query_one(Field).text.strip())
        return found if found in OFFERED else None

    def _show_format(self) -> None:
        """Mark the format of the name, and describe what it shows."""
        form = self._format
        formats = self.query_one(MenuList)
        with self.prevent(OptionList.OptionHighlighted):
            formats.highlighted = None if form is None else OFFERED.index(form)
        names = [_NAMES[name] for name in self._layers]
        shown = [] if form is None else [_NAMES[x] for x in self._layers if x in form.takes]
        text = f"with {_listed(shown)}" if shown else "the maze alone"
        if form is not None and len(shown) < len(names):
            text += f"; {form.name} leaves out {_listed([n for n in names if n not in shown])}"
        note = self.query_one(".text", Static)
        note.update(text)
        note.display = form is not None

    @on(Field.Edited)
    def _edited(self) -> None:
        self._confirmed = None
        self.query_one(Field).complain("")
        self._show_format()

    @on(Field.GameIdPasted)
    def _pasted(self, event: Field.GameIdPasted) -> None:
        """Accept a pasted path that looks like a game ID because of its colons."""
        self.query_one(Field).fill(event.text)
        self._edited()

    def action_format(self, step: int) -> None:
        """Choose the next or the previous format."""
        form = self._format
        at = -1 if form is None else OFFERED.index(form)
        self._take(OFFERED[(at + step) % len(OFFERED) if at >= 0 else 0])

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        if event.option.id is not None:
            self._take(FORMATS[event.option.id])

    def _take(self, form: Format) -> None:
        """Give the name the suffix of a format."""
        field = self.query_one(Field)
        old = format_of(field.text.strip())
        stem = field.text.strip()
        if old is not None:
            stem = stem[: -len(next(s for s in old.suffixes if stem.lower().endswith(s)))]
        field.fill((stem or proposed_name(self._level)) + form.suffixes[0])
        field.entry.cursor_position = len(field.text) - len(form.suffixes[0])
        self._edited()

    @on(Input.Submitted)
    def _submitted(self) -> None:
        field, form = self.query_one(Field), self._format
        path = Path(typed_path(field.text))
        if form is None:
            endings = ", ".join(form.suffixes[0] for form in OFFERED)
            field.complain(f"the name's ending says the format: {endings}")
            return
        if path.exists() and path.is_file() and path != self._confirmed:
            self._confirmed = path
            field.complain("there is a file of this name: ⏎ once more replaces it")
            return
        field.complain("")
        self.query_one(".keys", Static).update("writing …   esc gives up")
        layers = {name: value for name, value in self._layers.items() if name in form.takes}
        theme = look_of(self.app).theme
        if form.name in _COLOURED and theme in _themes():
            layers["theme"] = theme
        self._write(path, form, layers)

    @work(thread=True, exclusive=True, group="export")
    def _write(self, path: Path, form: Format, layers: dict[str, Any]) -> None:
        worker = get_current_worker()

        def pieces() -> Iterator[bytes]:
            for piece in form.load().write(Picture.of(self._level, **layers)):
                if worker.is_cancelled:
                    raise CancelledError
                yield piece

        try:
            save_pieces(path, pieces())
        except CancelledError:
            return
        except OSError as error:
            self.post_message(self.Refused(f"it cannot be written: {error.strerror or error}"))
        except Exception as error:  # noqa: BLE001  no error of a file may end the game
            self.post_message(self.Refused(str(error) or "there is not enough memory for it"))
        else:
            self.post_message(self.Written(path))

    def on_export_screen_refused(self, message: Refused) -> None:
        """Show the error at the field."""
        self.query_one(".keys", Static).update(_KEYS)
        self.query_one(Field).complain(message.reason)

    def on_export_screen_written(self, message: Written) -> None:
        """Report the file's path, and go back."""
        self.app.notify(f"written: {message.path}", timeout=5, markup=False)
        self.dismiss()


_NAMES: Final = {"path": "the shortest path", "walk": "your walk", "heat": "the heat map"}
"""The names of the layers."""

_COLOURED: Final = ("svg", "png")
"""The formats that use the game's colours; printable ones keep those for paper."""


def seen_layers(level: Level, scene: Scene, moves: bytes = b"") -> dict[str, Any]:
    """Return the visible layers of a level, as arguments of ``Picture.of``.

    Args:
        level: The level.
        scene: Its scene.
        moves: The walk of the scene's tracks.
    """
    layers: dict[str, Any] = {}
    if scene.path is not None and len(path := path_of(level, scene.path)):
        layers["path"] = path
    if scene.tracks is not None and moves:
        layers["walk"] = cells_of_walk(level.start, moves)
    if scene.heat:
        layers["heat"] = True
    return layers


def path_of(level: Level, layer: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Return the cells of a shown path, from A's end on; each step leads one nearer to B.

    Args:
        level: The level.
        layer: uint8 (rows, cols), ``Scene.path``.

    Returns:
        intp (n, 2) of (row, col).
    """
    cells = np.argwhere(layer & VISITED)
    return cells[np.argsort(-level.field[cells[:, 0], cells[:, 1]])]


def cells_of_walk(start: Cell, moves: bytes) -> list[Cell]:
    """Return the cells of a walk, the first one included."""
    cells = [start]
    for move in moves:
        cells.append(Direction(move).step(cells[-1]))
    return cells


def proposed_name(level: Level) -> str:
    """Return a file name for a level, without a suffix: letters, digits, ``.``, ``-``, ``_``."""
    name = str(level.recipe) if level.recipe is not None else Path(level.name).stem
    return re.sub(r"[^\w.-]+", "-", name)[:_MAX_NAME].strip("-.") or "maze"


def _line(form: Format) -> str:
    return f"{form.suffixes[0]:7}{form.about}"


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def _themes() -> frozenset[str]:
    from mazegame.formats.colours import THEMES

    return frozenset(THEMES)
