"""Export: asks for a file and writes the maze to it, with what is seen of it.

What lives here: the question, and the writing in a thread, for the maze may be large and the disk
slow. What does not: the formats (``formats/``); what is seen, which the screen below says.
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
"""The formats that an ending stands for."""

FIRST: Final = ".svg"
"""The ending of the name that is proposed."""

_MAX_NAME: Final = 80
"""Longest name that is proposed, in characters, without its ending."""

_KEYS: Final = Content.assemble(
    ("⏎", "bold $maze-key"),
    " write   ",
    ("↑ ↓", "bold $maze-key"),
    " format   ",
    ("esc", "bold $maze-key"),
    " back",
)


class ExportScreen(GameDialog[None]):
    """Asks for a file and writes a level to it; the ending of its name says in which format.

    Args:
        level: What is written.
        scene: How it is seen: path, tracks and heat are written where the format can show them.
        moves: The walk whose tracks the scene shows, each step the bit of a side.
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
        """The file is there."""

        path: Path

    @dataclass
    class Refused(Message):
        """It cannot be written."""

        reason: str

    def __init__(self, level: Level, scene: Scene, moves: bytes = b"") -> None:
        super().__init__()
        self._level = level
        self._layers = seen_layers(level, scene, moves)
        self._confirmed: Path | None = None

    def compose(self) -> ComposeResult:
        """The question in a box."""
        with VerticalScroll(classes="dialog wide", can_focus=False):
            yield Static("Export the maze", classes="heading")
            yield Field("file")
            formats = MenuList((form.name, _line(form)) for form in OFFERED)
            formats.can_focus = False
            yield formats
            yield Static(classes="text", markup=False)
            yield Static(_KEYS, classes="keys")

    def on_mount(self) -> None:
        """Propose a name."""
        field = self.query_one(Field)
        field.fill(proposed_name(self._level) + FIRST)
        field.entry.select_all()
        self._show_format()

    @property
    def _format(self) -> Format | None:
        """The format that the name's ending stands for."""
        found = format_of(self.query_one(Field).text.strip())
        return found if found in OFFERED else None

    def _show_format(self) -> None:
        """Mark the format of the name, and say what it shows."""
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
        """Take a path that looks like a game ID, with its colons, for the path that it is."""
        self.query_one(Field).fill(event.text)
        self._edited()

    def action_format(self, step: int) -> None:
        """Take the next format, or the one before."""
        form = self._format
        at = -1 if form is None else OFFERED.index(form)
        self._take(OFFERED[(at + step) % len(OFFERED) if at >= 0 else 0])

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        if event.option.id is not None:
            self._take(FORMATS[event.option.id])

    def _take(self, form: Format) -> None:
        """Give the name the ending of a format."""
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
        except Exception as error:  # noqa: BLE001  whatever is wrong with a file, the game goes on
            self.post_message(self.Refused(str(error) or "there is not enough memory for it"))
        else:
            self.post_message(self.Written(path))

    def on_export_screen_refused(self, message: Refused) -> None:
        """Say at the field what is wrong."""
        self.query_one(".keys", Static).update(_KEYS)
        self.query_one(Field).complain(message.reason)

    def on_export_screen_written(self, message: Written) -> None:
        """Say where the file is, and go back."""
        self.app.notify(f"written: {message.path}", timeout=5, markup=False)
        self.dismiss()


_NAMES: Final = {"path": "the shortest path", "walk": "your walk", "heat": "the heat map"}
"""What the layers are called."""

_COLOURED: Final = ("svg", "png")
"""The formats that take the colours of the game; what is printed keeps those of paper."""


def seen_layers(level: Level, scene: Scene, moves: bytes = b"") -> dict[str, Any]:
    """Return what is seen of a level, as the arguments of ``Picture.of``.

    Args:
        level: The level.
        scene: How it is seen.
        moves: The walk whose tracks the scene shows.
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
    """Return the cells of a shown path, A's end first: on it every step is one nearer to B.

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
    """Return a name for a level's file, without an ending: letters, digits, ``.``, ``-``, ``_``."""
    name = str(level.recipe) if level.recipe is not None else Path(level.name).stem
    return re.sub(r"[^\w.-]+", "-", name)[:_MAX_NAME].strip("-.") or "maze"


def _line(form: Format) -> str:
    return f"{form.suffixes[0]:7}{form.about}"


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def _themes() -> frozenset[str]:
    from mazegame.formats.colours import THEMES

    return frozenset(THEMES)
